//! 导入期初 and 撤销期初: what a company brings of its old books, what is refused, and how it goes again.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::hook_server::{listens, put_down};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused};

use super::cashier::{account, coop, text};
use super::supplier::number;
use crate::payable::{charged, found, rooms};

const BASE: &str = "/css/bankJournal/opening";
const HEADINGS: &str = "类型,往来单位,业务范畴,币种,原单号,日期,到期日,金额,汇率,账户科目代码,备注\n";
const DAY: &str = "2026-05-31";

/// Accounts without openings.
fn fresh(world: &World) {
    charged(world);
    world.wait(seed::money::bank_accounts(&world.maker()));
    world.wait(seed::money::chart(&world.maker()));
    world.set_clock("2026-07-15 10:00:00");
}

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, fresh, story);
}

fn said(field: &str, why: &str) -> (String, String) {
    (field.to_owned(), why.to_owned())
}

/// The code of the bank account in CNY.
fn code(world: &World, fin: &Caller<'_>) -> String {
    let id = account(fin, "CNY");
    world.database(|_, conn| {
        let select = format!("SELECT code FROM financial_account WHERE org_id = 2 AND id = {id}");
        let row = conn.first(&Stmt::Raw(select, Vec::new())).expect("reads").expect("an account");
        row.get(0).expect("a code")
    })
}

fn item(world: &World) -> String {
    found(world, "service_item", &[("business_scope", "IO"), ("service_name_cn", "业务费")])
}

/// Sends a file of rows; the body that imports it.
fn sent(world: &World, fin: &Caller<'_>, (day, rows): (&str, &str)) -> Json {
    let file = format!("{HEADINGS}{rows}");
    let kept = done(fin.upload(&format!("{BASE}/file"), &[("期初.csv", file.as_bytes())]));
    json!({ "date": day, "serviceItemId": item(world), "opening": [{ "id": kept["id"] }] })
}

fn import(world: &World, fin: &Caller<'_>, of: (&str, &str)) -> Reply {
    let body = sent(world, fin, of);
    fin.post(&format!("{BASE}/import"), body)
}

fn take_back(fin: &Caller<'_>, book: &Json) -> Reply {
    fin.post(&format!("{BASE}/takeBack"), json!({ "bookId": book["id"], "reason": "金额有误" }))
}

/// Two currencies and both sides of a customer, a supplier, an advance and a balance.
fn whole(code: &str) -> String {
    format!(
        "应收,KH001,AE,CNY,OLD-1,2026-04-10,2026-05-10,1000.00,,,\n\
         应收,客户甲,空运出口,CNY,OLD-2,2026/5/20,2026-06-20,-200.00,,,退运费\n\
         应收,KH001,AE,USD,OLD-3,2026-05-01,2026-05-31,100.00,7.0500,,\n\
         应付,KH001,AE,CNY,OLD-4,2026-05-02,2026-06-02,50.00,,,\n\
         应付,GYS001,SE,USD,S-1,2026-05-05,2026-06-05,300.00,7.2000,,\n\
         预收款,KH002,,CNY,P-1,2026-05-02,,88.00,,,\n\
         账户余额,,,CNY,,,,\"100,000.00\",,{code},\n\
         应收合计,KH001,,CNY,,,,800.00,,,\n\
         应收合计,KH001,,USD,,,,100.00,,,\n\
         应付合计,KH001,,CNY,,,,50.00,,,\n\
         应付合计,GYS001,,USD,,,,300.00,,,\n\
         预收款合计,KH002,,CNY,,,,88.00,,,\n"
    )
}

fn count(world: &World, of: &str) -> i64 {
    number(world, &format!("SELECT COUNT(*) FROM {of}"))
}

/// What the orders of openings bring.
fn income(world: &World) -> i64 {
    let text = "SELECT CAST(COALESCE(SUM(f.income), 0) AS BIGINT) FROM order_finance f JOIN freight_order o \
                ON o.org_id = f.org_id AND o.id = f.order_id WHERE o.business_product = '期初'";
    number(world, text)
}

#[test]
fn open_items_come_as_documents_that_are_settled_like_any_others() {
    told(|world| {
        let fin = world.login("fin01");
        let month = |fin: &Caller<'_>| fin.ok("/css/period/list");
        let months = month(&fin);
        let made = done(import(world, &fin, (DAY, &whole(&code(world, &fin)))));
        assert_eq!(
            (&made["bookNum"], &made["items"], &made["orders"]),
            (&json!("QC-2607150001"), &json!(7), &json!(3))
        );
        assert_eq!(
            count(world, "freight_order WHERE org_id = 2 AND business_product = '期初' AND business_scope = 'IO'"),
            3
        );
        let note = "debit_note n JOIN debit_note_row r ON r.org_id = n.org_id AND r.note_id = n.id WHERE n.org_id = 2";
        let one = |condition: &str| count(world, &format!("{note} AND {condition}"));
        assert_eq!(
            one(
                "n.note_date = '2026-04-10' AND n.due_date = '2026-05-10' AND r.amount = 1000000 AND n.remark = 'OLD-1'"
            ),
            1
        );
        assert_eq!(one("r.amount = -200000 AND n.remark = 'OLD-2 退运费'"), 1);
        assert_eq!(one("r.currency_code = 'USD' AND r.exchange_rate = 7050000 AND n.functional_open = 705000"), 1);
        let payment = "payment WHERE org_id = 2 AND supplier_bill_no";
        assert_eq!(
            count(world, &format!("{payment} = 'OLD-4' AND open_amount = 50000 AND payment_date = '2026-05-02'")),
            1
        );
        assert_eq!(count(world, &format!("{payment} = 'S-1' AND functional = 2160000 AND exchange_rate = 7200000")), 1);
        assert_eq!(
            count(
                world,
                "advance WHERE org_id = 2 AND kind = 'IN' AND open_amount = 88000 AND advance_num LIKE 'PA-%'"
            ),
            1
        );
        assert_eq!(count(world, "fund_movement WHERE org_id = 2"), 0, "its money moved in the old books");
        let path = format!("/css/bankJournal/page?accountId={}&date=2026-06-01~2026-06-30", account(&fin, "CNY"));
        assert_eq!(fin.ok(&path)["records"][0]["balance"].as_f64(), Some(100_000.0));
        // The sums of the old books, and no votes.
        assert_eq!(income(world), 1_505_000);
        assert_eq!(month(&fin), months, "they count as no orders of a month");
        // What is billed is settled: 800.00 in CNY, the credit first.
        let first = fin.ok(&format!("/css/incomeWriteoff/save/first?coopId={}", coop(world, "KH001")));
        let open: Vec<Option<f64>> =
            first["targets"].as_array().expect("targets").iter().map(|row| row["open"].as_f64()).collect();
        assert_eq!(open, [Some(-200.0), Some(1000.0), Some(100.0)]);
    });
}

#[test]
fn all_that_is_wrong_is_told_with_its_row_and_nothing_is_written() {
    told(|world| {
        let fin = world.login("fin01");
        let rows = "应收,KH001,AE,CNY,A-1,2026-05-01,2026-04-30,100.00,,,\n\
                    应收,无此客户,AE,CNY,A-2,2026-05-01,,100.00,,,\n\
                    应收,KH001,,USD,,2026-06-01,,0,,,\n\
                    应收,KH001,AE,CNY,A-1,2026-05-01,,5.00,2.0,,\n\
                    应付,GYS001,SE,XXX,S-1,2026-05-05,,若干,,,\n\
                    付款,GYS001,SE,CNY,S-2,2026-05-05,,1.00,,,\n\
                    预收款,KH002,,CNY,P-1,2026-05-02,,-1.00,,,\n\
                    账户余额,,,CNY,,,,1.00,,9999,\n\
                    应收合计,KH001,,CNY,,,,104.00,,,\n\
                    应付合计,GYS001,,CNY,,,,1.00,,,\n";
        let body = sent(world, &fin, (DAY, rows));
        let before = world.contents(true);
        let found = findings(&fin.post(&format!("{BASE}/import"), body));
        world.unchanged(&before, true);
        let at = |field: &str| found.iter().filter(|one| one.0 == field).map(|one| one.1.as_str()).collect::<Vec<_>>();
        assert_eq!(at("rows.2.due"), ["到期日不能早于日期"]);
        assert_eq!(at("rows.3.coop"), ["往来单位不存在"]);
        assert_eq!(at("rows.4.scope"), ["请填写业务范畴"]);
        assert_eq!(at("rows.4.number"), ["请填写原单号"]);
        assert_eq!(at("rows.4.date"), ["日期不能晚于期初日期"]);
        assert_eq!(at("rows.4.rate"), ["外币须填写汇率"]);
        assert_eq!(at("rows.4.amount"), ["金额不能为0", "客户甲 USD 缺少应收合计行"]);
        assert_eq!(at("rows.5.number"), ["与第2行重复"]);
        assert_eq!(at("rows.5.rate"), ["本位币汇率为1"]);
        assert_eq!(at("rows.6.currency"), ["币种不存在"]);
        assert_eq!(at("rows.6.amount"), ["金额格式有误"]);
        assert_eq!(at("rows.7.kind"), ["类型有误"]);
        assert_eq!(at("rows.8.amount"), ["金额须大于0", "客户乙 CNY 缺少预收款合计行"]);
        assert_eq!(at("rows.9.account"), ["科目不是启用的末级货币资金科目"]);
        assert_eq!(at("rows.10.amount"), ["客户甲 CNY 应收合计104.00与明细合计105.00不一致，差额-1.00"]);
        let why = format!("{} CNY 应付合计1.00与明细合计0.00不一致，差额1.00", name(world, "GYS001"));
        assert_eq!(at("rows.11.amount"), [why.as_str()]);
        let all = at("opening");
        assert!(all.len() == 1 && all[0].starts_with("共") && all[0].contains("第3行往来单位不存在"), "{all:?}");
        refused_file(world, &fin);
    });
}

fn name(world: &World, code: &str) -> String {
    world.database(|_, conn| {
        let select = format!("SELECT coop_name FROM coop WHERE org_id = 2 AND coop_code = '{code}'");
        conn.first(&Stmt::Raw(select, Vec::new())).expect("reads").expect("a partner").get(0).expect("a name")
    })
}

fn refused_file(world: &World, fin: &Caller<'_>) {
    let body = json!({ "date": DAY, "serviceItemId": item(world), "opening": [] });
    assert_eq!(findings(&fin.post(&format!("{BASE}/import"), body)), [said("opening", "请上传期初数据")]);
    let file = fin.upload(&format!("{BASE}/file"), &[("期初.csv", HEADINGS.as_bytes())]);
    refused(&file, "文件中没有数据行");
}

#[test]
fn a_control_sum_is_that_of_the_old_books_to_the_cent() {
    told(|world| {
        let fin = world.login("fin01");
        let rows =
            |sum: &str| format!("应收,KH001,AE,CNY,A-1,2026-05-01,,100.00,,,\n应收合计,KH001,,CNY,,,,{sum},,,\n");
        for sum in ["99.99", "100.01"] {
            let found = findings(&import(world, &fin, (DAY, &rows(sum))));
            assert!(found.iter().any(|(field, why)| field == "rows.3.amount" && why.contains("不一致")), "{found:?}");
        }
        done(import(world, &fin, (DAY, &rows("100.00"))));
        // A second time, in this file or another.
        let again = findings(&import(world, &fin, (DAY, &rows("100.00"))));
        assert!(again.contains(&said("rows.2.coop", "客户甲 CNY 应收期初已导入（QC-2607150001）")), "{again:?}");
        let other = "应收,KH001,SE,CNY,B-1,2026-05-01,,1.00,,,\n应收合计,KH001,,CNY,,,,1.00,,,\n";
        assert_eq!(findings(&import(world, &fin, (DAY, other))).len(), 2, "at its row, and at the file");
        // Of another currency and of the other side it is the first time.
        let more = "应收,KH001,SE,USD,B-1,2026-05-01,,1.00,7.1,,\n应收合计,KH001,,USD,,,,1.00,,,\n\
                    应付,KH001,AE,CNY,A-1,2026-05-01,,3.00,,,\n应付合计,KH001,,CNY,,,,3.00,,,\n";
        assert_eq!(done(import(world, &fin, (DAY, more)))["bookNum"], json!("QC-2607150002"));
    });
}

/// What brings money alone is no shipment: nobody is told of it.
#[test]
fn the_orders_of_an_opening_are_told_to_no_other_system() {
    told(|world| {
        let fin = world.login("fin01");
        let rows = "应收,KH001,SE,CNY,B-1,2026-05-01,,100.00,,,\n应收合计,KH001,,CNY,,,,100.00,,,\n";
        listens(world);
        let orders = || number(world, "SELECT COUNT(*) FROM freight_order WHERE org_id = 2");
        let before = orders();
        done(import(world, &fin, (DAY, rows)));
        assert_eq!((orders() - before, put_down(world)), (1, Vec::new()));
    });
}

#[test]
fn no_closed_month_stands_behind_the_day_of_an_opening() {
    told(|world| {
        let fin = world.login("fin01");
        let rows = "预付款,GYS001,,CNY,P-1,2026-04-02,,10.00,,,\n预付款合计,GYS001,,CNY,,,,10.00,,,\n";
        let early = findings(&import(world, &fin, ("2026-04-30", rows)));
        assert_eq!(early, [said("date", "财务期间2026-05已结账")]);
        let future = findings(&import(world, &fin, ("2026-07-16", rows)));
        assert_eq!(future, [said("date", "期初日期不能晚于今天")]);
        let book = done(import(world, &fin, (DAY, rows)));
        done(fin.post("/css/period/close", json!({ "month": "2026-06" })));
        let closed = findings(&import(world, &fin, (DAY, rows)));
        assert!(closed.contains(&said("date", "财务期间2026-06已结账")), "{closed:?}");
        assert_eq!(findings(&take_back(&fin, &book)), [said("bookId", "财务期间2026-06已结账")]);
    });
}

#[test]
fn an_opening_goes_again_while_nothing_was_done_with_it() {
    told(|world| {
        let fin = world.login("fin01");
        let rows = whole(&code(world, &fin));
        let book = done(import(world, &fin, (DAY, &rows)));
        let offers = fin.ok("/platform/select/openingBook?keyword=QC");
        assert_eq!(text(&offers[0], "label"), "QC-2607150001 2026-05-31");
        done(take_back(&fin, &book));
        for (what, left) in [
            ("debit_note WHERE org_id = 2 AND state = 'NORMAL'", 0),
            ("payment WHERE org_id = 2 AND state = 'NORMAL'", 0),
            ("advance WHERE org_id = 2 AND (state <> 'VOID' OR open_amount <> 0)", 0),
            ("fund_opening WHERE org_id = 2", 0),
            (
                "charge c JOIN freight_order o ON o.org_id = c.org_id AND o.id = c.order_id WHERE o.business_product = '期初'",
                0,
            ),
            ("freight_order WHERE org_id = 2 AND business_product = '期初' AND lifecycle = 'CANCELLED'", 3),
            ("opening_item WHERE org_id = 2 AND NOT is_back", 0),
        ] {
            assert_eq!(count(world, what), left, "{what}");
        }
        assert_eq!(income(world), 0);
        refused(&take_back(&fin, &book), "该期初已撤销");
        assert_eq!(fin.ok("/platform/select/openingBook?keyword=QC"), json!([]));
        // It is free to come once more.
        assert_eq!(done(import(world, &fin, (DAY, &rows)))["bookNum"], json!("QC-2607150002"));
    });
}

#[test]
fn what_was_used_stays_and_says_by_what() {
    told(|world| {
        let fin = world.login("fin01");
        let bank = account(&fin, "CNY");
        let book = done(import(world, &fin, (DAY, &whole(&code(world, &fin)))));
        // The advance is taken back with the others, not by itself.
        let advance = found(world, "advance", &[("kind", "IN")]);
        let version = fin.ok(&format!("/css/advance/{advance}"))["version"].clone();
        let void = fin.post(&format!("/css/advance/{advance}/void"), json!({ "version": version }));
        refused(&void, "期初导入的预收预付，请在资金日记账撤销期初");
        let note = found(world, "debit_note", &[("remark", "OLD-1")]);
        let num = world.database(|_, conn| {
            let select = format!("SELECT note_num FROM debit_note WHERE org_id = 2 AND id = {note}");
            let row = conn.first(&Stmt::Raw(select, Vec::new())).expect("reads").expect("a note");
            row.get::<String>(0).expect("a number")
        });
        let row =
            number(world, &format!("SELECT id FROM debit_note_row WHERE org_id = 2 AND note_id = {note}")).to_string();
        let paid = json!({
            "coopId": coop(world, "KH001"), "method": "ACCOUNT", "accountId": bank, "date": "2026-07-15",
            "targets": [{ "id": row, "amount": "0.01" }],
        });
        done(fin.post("/css/incomeWriteoff/save", paid));
        let why = findings(&take_back(&fin, &book));
        assert_eq!(why.len(), 1, "{why:?}");
        assert_eq!(why[0].0, "bookId");
        assert!(why[0].1.contains(&format!("{num}账单已核销，不能撤销期初")), "{why:?}");
        assert!(why[0].1.contains("期初后已有收支"), "the account moved: {why:?}");
        let written = found(world, "write_off", &[("method", "ACCOUNT")]);
        let version = fin.ok(&format!("/css/incomeWriteoff/{written}"))["version"].clone();
        done(fin.post(
            &format!("/css/incomeWriteoff/{written}/reverse"),
            json!({ "version": version, "reverseReason": "录错" }),
        ));
        done(take_back(&fin, &book));
    });
}

#[test]
fn the_template_has_its_columns_and_the_right_is_asked_for() {
    told(|world| {
        let fin = world.login("fin01");
        let template = fin.get(&format!("{BASE}/template"));
        let rows = testkit::rows_of(&template.bytes);
        assert!(rows[0].iter().any(|cell| cell.contains("往来单位")), "{rows:?}");
        // A foreign account of the same row is another currency.
        let row = format!("账户余额,,,USD,,,,1.00,,{},\n", code(world, &fin));
        let found = findings(&import(world, &fin, (DAY, &row)));
        assert!(found.contains(&said("rows.2.currency", "币种与账户币种不一致")), "{found:?}");
        world.allow_nobody(&["css_bank_journal"]);
        let nobody = world.login("nobody");
        for reply in [
            nobody.get(&format!("{BASE}/template")),
            nobody.post(&format!("{BASE}/import"), json!({})),
            nobody.post(&format!("{BASE}/takeBack"), json!({})),
        ] {
            assert_eq!(reply.status, 403);
        }
    });
}
