//! 收款登记: money that came is registered once, claimed, turned into advances, paid back; what it brought to its account.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused};

use super::books::{books, moved};
use crate::receivable::{banked, coop, found, rooms};

pub(super) const TODAY: &str = "2026-07-15";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, banked, story);
}

/// The bank account of a currency; without a log-in, which would end the session of a story.
pub(super) fn account(world: &World, currency: &str) -> String {
    found(world, "financial_account", &[("account_type", "BANK"), ("currency_code", currency)])
}

/// The body of a receipt of today.
pub(super) fn body(account: &str, amount: &str) -> Json {
    json!({ "receiptDate": TODAY, "accountId": account, "amount": amount })
}

/// Registers one; its id.
pub(super) fn register(caller: &Caller<'_>, body: Json) -> String {
    let made = done(caller.post("/css/receipt/save", body));
    made["id"].as_str().expect("an id").to_owned()
}

/// An action on one in the version it has.
pub(super) fn act(caller: &Caller<'_>, id: &str, verb: &str, mut body: Json) -> Reply {
    body["version"] = caller.ok(&format!("/css/receipt/{id}"))["version"].clone();
    caller.post(&format!("/css/receipt/{id}/{verb}"), body)
}

pub(super) fn row(caller: &Caller<'_>, id: &str) -> Json {
    let page = caller.ok("/css/receipt/page?size=100");
    let rows = page["records"].as_array().cloned().expect("rows");
    rows.into_iter().find(|row| row["id"] == json!(id)).expect("the receipt")
}

fn figures(row: &Json) -> Vec<String> {
    let shown = |name: &str| row[name].as_f64().map_or("-".to_owned(), |figure| format!("{figure:.2}"));
    ["writtenOff", "advance", "refunded", "open"].map(shown).into()
}

#[test]
fn the_receipts_of_the_fixture_stand_as_the_catalogue_shows_them() {
    told(|world| {
        world.wait(seed::received::receipts(&world.maker()));
        let fin = world.login("fin01");
        let waiting = fin.ok("/css/receipt/page?state=UNCLAIMED");
        let rows = waiting["records"].as_array().expect("rows");
        assert_eq!(rows.len(), 1, "待认领 1 row");
        assert_eq!((&rows[0]["receiptNum"], figures(&rows[0])[3].as_str()), (&json!("RC-2607150001"), "8000.00"));
        let id = rows[0]["id"].as_str().expect("an id");
        done(act(&fin, id, "claim", json!({ "coopId": coop(world, "KH001") })));
        assert_eq!(row(&fin, id)["state"], json!("CLAIMED"));
        let reply = act(&fin, id, "toAdvance", json!({ "kind": "IN", "amount": "9000.00", "date": TODAY }));
        assert_eq!(findings(&reply), [("amount".into(), "本次转预收金额不能大于未核销金额".into())]);
        let advance = fin.ok("/css/advance/page");
        let advance = &advance["records"][0];
        assert_eq!((&advance["advanceNum"], &advance["coopName"]), (&json!("PA-2607100001"), &json!("客户甲")));
        assert_eq!(advance["functionalOpen"].as_f64(), Some(7_100.0));
    });
}

#[test]
fn a_receipt_tells_everything_that_is_wrong_with_it_at_once() {
    told(|world| {
        let fin = world.login("fin01");
        let bank = account(world, "CNY");
        let mut first = body(&bank, "100.00");
        first["bankRef"] = json!("R-1");
        register(&fin, first.clone());
        let before = books(world);
        let wrong = json!({
            "receiptDate": "2026-05-15", "accountId": bank, "amount": "0", "bankFee": "-0.01", "bankRef": "R-1",
        });
        let reply = fin.post("/css/receipt/save", wrong);
        let mut said = findings(&reply);
        said.sort();
        assert_eq!(
            said,
            [
                ("amount".into(), "金额须大于0".into()),
                ("bankFee".into(), "手续费不能小于0，且须小于收款金额".into()),
                ("bankRef".into(), "流水号已登记".into()),
                ("receiptDate".into(), "财务期间2026-05已结账".into()),
            ]
        );
        assert_eq!(books(world), before);
        for (fee, fits) in [("99.99", true), ("100.00", false)] {
            let mut other = body(&bank, "100.00");
            other["bankFee"] = json!(fee);
            assert_eq!(fin.post("/css/receipt/save", other).code == 0, fits, "{fee}");
        }
        // The reference is unique for its account alone.
        first["accountId"] = json!(account(world, "USD"));
        done(fin.post("/css/receipt/save", first));
    });
}

#[test]
fn the_account_gets_what_the_bank_left_of_it() {
    told(|world| {
        let fin = world.login("fin01");
        let bank = account(world, "USD");
        let mut paid = body(&bank, "1000.00");
        paid["bankFee"] = json!("12.50");
        let id = register(&fin, paid);
        assert_eq!(moved(world, &bank), [("RECEIPT".into(), 1_000_000), ("FEE".into(), -12_500)]);
        assert_eq!(row(&fin, &id)["functionalAmount"].as_f64(), Some(7_100.0), "at the rate of the day");
        let version = fin.ok(&format!("/css/receipt/{id}"))["version"].clone();
        done(fin.delete(&format!("/css/receipt/{id}?version={version}")));
        assert_eq!(moved(world, &bank), []);
    });
}

#[test]
fn who_may_not_settle_proposes_and_finance_confirms() {
    told(|world| {
        let fin = world.login("fin01");
        let id = register(&fin, body(&account(world, "CNY"), "800.00"));
        let (kh001, kh002) = (coop(world, "KH001"), coop(world, "KH002"));
        let sales = world.login("sales01");
        done(act(&sales, &id, "claim", json!({ "coopId": kh001, "claimRemark": "AE-2607150001" })));
        let proposed = row(&fin, &id);
        assert_eq!((&proposed["state"], &proposed["proposedCoopName"]), (&json!("UNCLAIMED"), &json!("客户甲")));
        let fin = world.login("fin01");
        let first = fin.ok(&format!("/css/receipt/{id}/claim/first"));
        assert_eq!((&first["coopId"], &first["claimRemark"]), (&json!(kh001), &json!("AE-2607150001")));
        done(act(&fin, &id, "claim", json!({ "coopId": kh002 })));
        let claimed = row(&fin, &id);
        assert_eq!((&claimed["state"], &claimed["coopName"]), (&json!("CLAIMED"), &json!("客户乙")));
        assert_eq!(claimed["proposedCoopName"], Json::Null);
        done(act(&fin, &id, "unclaim", json!({})));
        assert_eq!(row(&fin, &id)["state"], json!("UNCLAIMED"));
        // Who neither settles nor registers sees what waits, and no more what another claimed.
        done(act(&fin, &id, "claim", json!({ "coopId": kh001 })));
        let sales = world.login("sales01");
        assert_eq!(sales.ok("/css/receipt/page")["records"], json!([]));
        assert_eq!(sales.get(&format!("/css/receipt/{id}")).status, 404);
    });
}

#[test]
fn what_is_open_is_turned_into_advances_and_paid_back_and_no_more() {
    told(|world| {
        let fin = world.login("fin01");
        let bank = account(world, "CNY");
        let mut paid = body(&bank, "1000.00");
        paid["coopId"] = json!(coop(world, "KH001"));
        let id = register(&fin, paid);
        let turn = |amount: &str, day: &str| json!({ "kind": "IN", "amount": amount, "date": day });
        let early = act(&fin, &id, "toAdvance", turn("1.00", "2026-07-14"));
        assert_eq!(findings(&early), [("date".into(), "日期不能早于2026-07-15".into())]);
        done(act(&fin, &id, "toAdvance", turn("400.00", TODAY)));
        assert_eq!(figures(&row(&fin, &id)), ["0.00", "400.00", "0.00", "600.00"]);
        let back = |amount: &str, account: &str| json!({ "amount": amount, "accountId": account, "date": TODAY, "reason": "多付" });
        let reply = act(&fin, &id, "refund", back("600.01", &bank));
        assert_eq!(findings(&reply), [("amount".into(), "本次退款金额不能大于未核销金额".into())]);
        let reply = act(&fin, &id, "refund", back("600.00", &account(world, "USD")));
        assert_eq!(findings(&reply), [("accountId".into(), "账户币种须为CNY".into())]);
        done(act(&fin, &id, "refund", back("600.00", &bank)));
        assert_eq!(row(&fin, &id)["state"], json!("DONE"));
        assert_eq!(moved(world, &bank), [("RECEIPT".into(), 1_000_000), ("REFUND".into(), -600_000)]);
        // A void advance is open on the receipt again.
        let page = fin.ok("/css/advance/page");
        let advance = &page["records"][0];
        let path = format!("/css/advance/{}/void", advance["id"].as_str().expect("an id"));
        done(fin.post(&path, json!({ "version": advance["version"] })));
        assert_eq!(figures(&row(&fin, &id)), ["0.00", "0.00", "600.00", "400.00"]);
        assert_eq!(row(&fin, &id)["state"], json!("PART"));
        let reply = act(&fin, &id, "unclaim", json!({}));
        refused(&reply, "收款部分核销，不能执行此操作");
    });
}

#[test]
fn a_repeated_request_registers_nothing_more() {
    told(|world| {
        let fin = world.login("fin01");
        let mut paid = body(&account(world, "CNY"), "10.00");
        paid["requestId"] = json!("5b0c8a8e-3a2b-4c57-9f0d-0a1b2c3d4e5f");
        let one = done(fin.post("/css/receipt/save", paid.clone()));
        let before = books(world);
        assert_eq!(done(fin.post("/css/receipt/save", paid)), one);
        assert_eq!(books(world), before);
    });
}

const STATEMENT: &str = "账户明细,,,,\n\
    交易日期,贷方发生额,借方发生额,对方户名,流水号\n\
    2026-07-14,\"1,000.00\",,演示客户甲贸易有限公司,B-1\n\
    20260714,200.00,,不认识的人,B-2\n\
    2026-07-15,,50.00,供应商,B-3\n\
    2026-07-14,\"1,000.00\",,演示客户甲贸易有限公司,B-1\n\
    明天,70.00,,某人,B-4\n";

fn import(world: &World, fin: &Caller<'_>, text: &str, asked: &Json) -> Reply {
    let file = done(fin.upload("/css/receipt/import/file", &[("流水.csv", text.as_bytes())]));
    let mut body = json!({ "accountId": account(world, "CNY"), "statement": [{ "id": file["id"] }] });
    for (name, value) in asked.as_object().expect("members") {
        body[name] = value.clone();
    }
    fin.post("/css/receipt/import", body)
}

#[test]
fn a_statement_of_the_bank_is_imported_once_and_its_columns_are_remembered() {
    told(|world| {
        let fin = world.login("fin01");
        let answer = done(import(world, &fin, STATEMENT, &json!({})));
        assert_eq!(answer["imported"], json!(2));
        let skipped = answer["told"]["tables"][0]["rows"].as_array().expect("lines");
        let why: Vec<&str> = skipped.iter().filter_map(|row| row["why"]["zh"].as_str()).collect();
        assert_eq!(why, ["已登记，跳过", "日期格式有误"]);
        let page = fin.ok("/css/receipt/page?sort=receiptNum,asc");
        let rows = page["records"].as_array().expect("rows");
        let named: Vec<_> = rows.iter().map(|row| (&row["bankRef"], &row["proposedCoopName"])).collect();
        assert_eq!(named, [(&json!("B-1"), &json!("客户甲")), (&json!("B-2"), &Json::Null)]);
        // Once more nothing is new.
        let again = done(import(world, &fin, STATEMENT, &json!({})));
        assert_eq!(again["imported"], json!(0));
        // Columns of another bank, named once.
        let other = "到账日,到账,付款方\n2026-07-15,30.00,甲\n";
        let reply = import(world, &fin, other, &json!({}));
        let fields: Vec<String> = findings(&reply).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["dateColumn", "amountColumn"]);
        let named = json!({ "dateColumn": "到账日", "amountColumn": "到账", "payerColumn": "付款方" });
        assert_eq!(done(import(world, &fin, other, &named))["imported"], json!(1));
        let first = fin.ok(&format!("/css/receipt/import/first?accountId={}", account(world, "CNY")));
        assert_eq!((&first["dateColumn"], &first["amountColumn"]), (&json!("到账日"), &json!("到账")));
        // Without a reference day, amount and payer tell it.
        assert_eq!(done(import(world, &fin, other, &named))["imported"], json!(0));
    });
}

#[test]
fn what_is_no_table_is_refused_before_it_is_kept() {
    told(|world| {
        let fin = world.login("fin01");
        let reply = fin.upload("/css/receipt/import/file", &[("流水.pdf", b"%PDF-1.7".as_slice())]);
        assert_eq!(reply.code, 1, "{}", reply.message);
        let reply = fin.post("/css/receipt/import", json!({ "accountId": account(world, "CNY") }));
        assert_eq!(findings(&reply), [("statement".into(), "请上传银行流水".into())]);
    });
}

#[test]
fn without_the_right_nobody_reads_how_much_came() {
    told(|world| {
        let fin = world.login("fin01");
        let bank = account(world, "CNY");
        register(&fin, body(&bank, "123.45"));
        world.allow_nobody(&["css_receipt"]);
        let nobody = world.login("nobody");
        let page = nobody.ok("/css/receipt/page");
        let row = &page["records"][0];
        for name in ["amount", "open", "functionalAmount", "writtenOff"] {
            assert_eq!(row[name], Json::Null, "{name}");
        }
        assert!(!page.to_string().contains("123.45"), "{page}");
        assert_eq!(nobody.post("/css/receipt/save", body(&bank, "1.00")).status, 403);
    });
}
