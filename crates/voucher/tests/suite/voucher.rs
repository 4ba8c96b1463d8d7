//! 凭证查询 (css.md /css_voucher): found, looked at, printed, handed over; missing numbers, sums by account, the number log.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, findings, refused, rows_of};

use super::kept::{account_of, coop_of, fixture, id_of, returned, rooms, voucher};

fn kept(story: impl Fn(&World)) {
    each_database_from(rooms, fixture, story);
}

/// Numbers of the vouchers a list finds, the newest first.
fn found(fin: &Caller<'_>, query: &str) -> Vec<String> {
    let list = fin.ok(&format!("/css/voucher/page?size=50&{query}"));
    let number = |row: &Json| row["voucherNumber"].as_str().unwrap().to_owned();
    list["records"].as_array().unwrap().iter().map(number).collect()
}

/// The cells of told tables, in their order.
fn table(told: &Json, place: usize) -> Vec<Vec<String>> {
    let table = &told["tables"][place];
    let names: Vec<&str> =
        table["columns"].as_array().unwrap().iter().map(|column| column["name"].as_str().unwrap()).collect();
    let row = |row: &Json| names.iter().map(|name| row[*name]["zh"].as_str().unwrap().to_owned()).collect();
    table["rows"].as_array().unwrap().iter().map(row).collect()
}

#[test]
fn a_month_shows_its_vouchers_balanced_with_their_entries() {
    kept(|world| {
        let fin = world.login("fin01");
        assert_eq!(found(&fin, "month=2026-06"), ["记-4", "记-3", "记-2", "记-1"]);
        let total = fin.ok("/css/voucher/total?month=2026-06");
        assert_eq!((&total["totals"]["debit"], &total["totals"]["credit"]), (&json!(47720), &json!(47720)));
        let id = id_of(world, "2026-06", 4);
        let told = fin.ok(&format!("/css/voucher/{id}"))["told"].clone();
        let entries: Vec<String> = table(&told, 0).into_iter().map(|row| row[2..].join("|")).collect();
        let wanted = [
            ("2202", "USD|2,400.00|7.0000|16,800.00|"),
            ("660302", "CNY|120.00|1.0000|120.00|"),
            ("100202", "USD|2,400.00|7.0500||16,920.00"),
        ];
        assert_eq!(entries.len(), wanted.len(), "{entries:?}");
        for (entry, (code, money)) in entries.iter().zip(wanted) {
            assert!(entry.starts_with(code) && entry.ends_with(money), "{entry}");
        }
        let row = fin.ok("/css/voucher/page?month=2026-06&number=4~4")["records"][0].clone();
        assert_eq!(row["sources"], json!("SE-PW-2606200001"));
        assert_eq!(row["sourceLink"], json!("/css_cost_writeoff?writeoffNum=SE-PW-2606200001"));
    });
}

#[test]
fn vouchers_are_found_by_what_stands_in_them() {
    kept(|world| {
        let fin = world.login("fin01");
        let none = fin.get("/css/voucher/page");
        assert_eq!(findings(&none), [("month".to_owned(), "请选择月份".to_owned())]);
        let of = |query: &str| found(&fin, &format!("month=2026-06&{query}"));
        assert_eq!(of("number=2~3"), ["记-3", "记-2"], "both ends count");
        assert_eq!(of("kind=COST"), ["记-2"]);
        let account = |code: &str| of(&format!("account={}", account_of(world, code)));
        assert_eq!(account("1002"), ["记-4", "记-3"], "with the accounts below");
        assert_eq!(account("100202"), ["记-4"]);
        assert_eq!(account("1001"), Vec::<String>::new());
        assert_eq!(of("currency=USD"), ["记-4", "记-2"]);
        let coop = coop_of(world, "GYS002");
        assert_eq!(of(&format!("coopName={}", encoded(&coop))), ["记-4", "记-2"]);
        assert_eq!(of("amount=9000~16800"), ["记-2", "记-1"], "both ends count");
        assert_eq!(of("amount=16920.00"), ["记-4"]);
        assert_eq!(of("amount=16920.01~"), Vec::<String>::new());
        assert_eq!(fin.get("/css/voucher/page?month=2026-06&amount=x").status, 400);
        assert_eq!(of("exported=true"), Vec::<String>::new());
        assert_eq!(found(&fin, "month=2026-07"), ["记-1"]);
        assert_eq!(found(&fin, "month=2026-08"), Vec::<String>::new());
        let all: Vec<String> = of("exported=false&state=VALID");
        assert_eq!(all.len(), 4);
    });
}

/// A text as it stands in an address.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn a_returned_number_is_missing_until_it_is_given_again() {
    kept(|world| {
        let fin = world.login("fin01");
        let gaps = |month: &str| -> Vec<(Json, Json, Json)> {
            let list = fin.ok(&format!("/css/voucher/gaps/page?month={month}"));
            let one = |row: &Json| (row["from"].clone(), row["to"].clone(), row["missing"].clone());
            list["records"].as_array().unwrap().iter().map(one).collect()
        };
        assert_eq!(gaps("2026-06"), []);
        let third = id_of(world, "2026-06", 3);
        returned(&fin, &third);
        assert_eq!(gaps("2026-06"), [(json!(3), json!(3), json!(1))]);
        assert_eq!(found(&fin, "month=2026-06&state=RETURNED"), ["记-3"], "it stays");
        assert_eq!(found(&fin, "month=2026-06&state=VALID"), ["记-4", "记-2", "记-1"]);
        // The last number is none that a later one shows to be missing.
        let fourth = id_of(world, "2026-06", 4);
        returned(&fin, &fourth);
        assert_eq!(gaps("2026-06"), []);
        let own = ("CNY", 1_000, 1_000_000);
        let head = json!({
            "date": "2026-06-30", "kind": "INCOME", "table": "invoice", "source": "X", "summary": "X", "number": 6,
        });
        voucher(&fin, head, &[("1122", "KH002", own, 1_000, 0), ("6001", "", own, 0, 1_000)]);
        assert_eq!(gaps("2026-06"), [(json!(3), json!(5), json!(3))]);
        assert_eq!(gaps("2026-07"), [], "each month counts for itself");
        let log = fin.ok("/css/voucher/numberLog/page?size=50&month=2026-06");
        let acts: Vec<String> = log["records"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| format!("{}-{} {}", row["word"].as_str().unwrap(), row["number"], row["act"].as_str().unwrap()))
            .collect();
        let wanted =
            ["记-6 GIVEN", "记-4 RETURNED", "记-3 RETURNED", "记-4 GIVEN", "记-3 GIVEN", "记-2 GIVEN", "记-1 GIVEN"];
        assert_eq!(acts, wanted, "the newest first");
    });
}

#[test]
fn sums_by_account_count_what_is_below_and_carry_over() {
    kept(|world| {
        let fin = world.login("fin01");
        let of = |month: &str, code: &str| {
            let list = fin.ok(&format!("/css/voucher/accountSummary/page?size=100&month={month}"));
            let row = list["records"].as_array().unwrap().iter().find(|row| row["accountCode"] == json!(code)).cloned();
            row.map(|row| {
                ["opening", "debit", "credit", "closing"].map(|name| format!("{:.2}", row[name].as_f64().unwrap()))
            })
        };
        let wanted = |figures: [&str; 4]| Some(figures.map(str::to_owned));
        assert_eq!(of("2026-06", "1122"), wanted(["0.00", "9000.00", "5000.00", "4000.00"]));
        assert_eq!(of("2026-06", "2202"), wanted(["0.00", "16800.00", "16800.00", "0.00"]), "on its own side");
        assert_eq!(of("2026-06", "100202"), wanted(["0.00", "0.00", "16920.00", "-16920.00"]));
        assert_eq!(of("2026-06", "1002"), wanted(["0.00", "5000.00", "16920.00", "-11920.00"]), "all below it");
        assert_eq!(of("2026-06", "6603"), wanted(["0.00", "120.00", "0.00", "120.00"]));
        assert_eq!(of("2026-07", "1122"), wanted(["4000.00", "0.00", "0.00", "4000.00"]), "nothing moved");
        assert_eq!(of("2026-07", "100202"), wanted(["-16920.00", "7100.00", "0.00", "-9820.00"]));
        assert_eq!(of("2026-07", "2203"), wanted(["0.00", "0.00", "7100.00", "7100.00"]));
        assert_eq!(of("2026-06", "2203"), None, "nothing came yet");
        let total = fin.ok("/css/voucher/accountSummary/total?month=2026-06");
        let sums = (&total["totals"]["debit"], &total["totals"]["credit"]);
        assert_eq!(sums, (&json!("47,720.00"), &json!("47,720.00")), "each entry once");
        returned(&fin, &id_of(world, "2026-06", 3));
        assert_eq!(of("2026-06", "1122"), wanted(["0.00", "9000.00", "0.00", "9000.00"]), "returned ones don't count");
    });
}

// req: css-report-voucher-export
#[test]
fn vouchers_are_handed_over_and_counted() {
    kept(|world| {
        let fin = world.login("fin01");
        let ids = [id_of(world, "2026-06", 4), id_of(world, "2026-06", 1)];
        let file = fin.post("/css/voucher/export", json!({ "ids": ids }));
        let rows = rows_of(&file.bytes);
        assert_eq!(rows.len(), 1 + 6, "headings, then an entry a row");
        assert_eq!(rows[0][..3], ["凭证日期", "凭证字", "凭证号"]);
        assert_eq!(rows[1][..3], ["2026-06-02", "记", "1"], "in the order of numbers");
        let row = |number: &str| {
            fin.ok(&format!("/css/voucher/page?month=2026-06&number={number}~{number}"))["records"][0].clone()
        };
        assert_eq!((&row("4")["exportCount"], &row("2")["exportCount"]), (&json!(1), &json!(0)));
        done_file(&fin, &ids[..1]);
        assert_eq!(row("4")["exportCount"], json!(2));
        assert_eq!(found(&fin, "month=2026-06&exported=true"), ["记-4", "记-1"]);
        refused(&fin.post("/css/voucher/export", json!({ "ids": [] })), "请选择凭证");
        returned(&fin, &ids[0]);
        let before = world.contents(true);
        refused(&fin.post("/css/voucher/export", json!({ "ids": ids })), "凭证记-4已退回，不能导出");
        world.unchanged(&before, true);
        let other = world.login("superAdmin");
        assert_eq!(other.post("/css/voucher/export", json!({ "ids": ids })).status, 404);
    });
}

fn done_file(fin: &Caller<'_>, ids: &[String]) {
    let file = fin.post("/css/voucher/export", json!({ "ids": ids }));
    assert_eq!((file.status, rows_of(&file.bytes).len()), (200, 1 + 3), "{}", file.message);
}

#[test]
fn vouchers_are_printed_for_who_sees_their_amounts() {
    kept(|world| {
        let fin = world.login("fin01");
        let ids = [id_of(world, "2026-06", 4), id_of(world, "2026-06", 1)];
        let paper = fin.post("/css/voucher/paper", json!({ "ids": ids, "language": "zh" }));
        assert!(paper.bytes.starts_with(b"%PDF"), "{}", paper.message);
        refused(&fin.post("/css/voucher/paper", json!({ "ids": [] })), "请选择要打印的数据");
        assert_eq!(fin.post("/css/voucher/paper", json!({ "ids": ["1"] })).status, 404);
        assert_eq!(world.login("nobody").get("/css/voucher/page?month=2026-06").status, 403);
    });
    for view in ["css-income-view", "css-cost-view"] {
        kept(|world| {
            world.allow_nobody(&["css_voucher", "css-vc-print", "css-vc-export", view]);
            sees_no_amounts(world);
        });
    }
}

/// Who sees one side alone is told no amounts, as vouchers tell both.
fn sees_no_amounts(world: &World) {
    let ids = [id_of(world, "2026-06", 4), id_of(world, "2026-06", 1)];
    let nobody = world.login("nobody");
    let row = nobody.ok("/css/voucher/page?month=2026-06&number=1~1")["records"][0].clone();
    assert_eq!((row.get("debit"), row.get("credit")), (None, None));
    let told = nobody.ok(&format!("/css/voucher/{}", ids[1]))["told"].clone();
    assert!(table(&told, 0).iter().all(|row| row[8].is_empty() && row[9].is_empty()), "{told}");
    let asked = nobody.get("/css/voucher/page?month=2026-06&amount=9000");
    assert_eq!(asked.status, 403, "an amount is not guessed");
    assert_eq!(nobody.post("/css/voucher/paper", json!({ "ids": ids })).status, 403);
    assert_eq!(nobody.post("/css/voucher/export", json!({ "ids": ids })).status, 403);
}

#[test]
fn months_are_chosen_among_those_that_were_opened() {
    kept(|world| {
        world.set_clock("2026-07-15 10:00:00");
        let fin = world.login("fin01");
        let offers = fin.ok("/platform/select/voucherMonth?keyword=");
        let labels: Vec<&str> = offers.as_array().unwrap().iter().map(|one| one["label"].as_str().unwrap()).collect();
        assert_eq!(labels[..2], ["本月", "上月"]);
        assert!(labels.contains(&"2026-06") && labels.contains(&"2026-07"), "{labels:?}");
        assert_eq!(found(&fin, "month=thisMonth"), ["记-1"]);
        assert_eq!(found(&fin, "month=lastMonth").len(), 4);
        done(fin.get("/css/voucher/accountSummary/page?month=lastMonth"));
    });
}
