//! The money of the fixture as the demonstration makes it, order S1 with all that followed of it, and what the settlement desk
//! says of it (css.md 1 /css and fixture.md 7).

use platform::store::{Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database_from};

use crate::receivable::rooms;

/// The layer money, in the order the demonstration makes it.
fn laid(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.database(|app, conn| charge::item::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
    let maker = world.maker();
    world.wait(async {
        seed::fixture::agreements(&maker).await?;
        seed::settled::layer(&maker).await?;
        seed::expense::reports(&maker).await
    });
    world.set_clock("2026-07-15 10:00:00");
}

pub(super) fn told(story: impl Fn(&World)) {
    each_database_from(rooms, laid, story);
}

pub(super) fn first(caller: &Caller<'_>, path: &str) -> Json {
    let page = caller.ok(path);
    page["records"].get(0).cloned().unwrap_or_else(|| panic!("{path}: {page}"))
}

fn members<const N: usize>(row: &Json, names: [&str; N]) -> [Json; N] {
    names.map(|name| row[name].clone())
}

#[test]
fn the_papers_of_s1_stand_with_the_numbers_and_figures_of_the_fixture() {
    told(|world| {
        let fin = world.login("fin01");
        let note = first(&fin, "/css/debitNote/page?debitNoteNum=SE-DN-2605310001");
        assert_eq!(
            members(&note, ["debitNoteStatus", "currencyAmount", "currencyAmount2", "dueDate"]),
            [json!("PART_SETTLED"), json!("CNY 9,000.00  USD 3,000.00"), json!("CNY 5,000.00"), json!("2026-06-09")]
        );
        assert_eq!(
            note["functionalAmountNoWriteoff"].as_f64(),
            Some(25_000.0),
            "CNY 4,000.00 and USD 3,000.00 at 7.0000"
        );
        let statement = first(&fin, "/css/statement/page?statementNum=SE-ST-2606010001");
        assert_eq!(members(&statement, ["statementStatus", "notes"]), [json!("PART_SETTLED"), json!(1)]);
        let application = first(&fin, "/css/invoiceApplication/page?number=SE-IA-2606020001");
        assert_eq!(
            members(&application, ["invoiceStatus", "uninvoiced"]),
            [json!("PART_INVOICED"), json!("USD 3,000.00")]
        );
        let payment = first(&fin, "/css/payment/page?paymentNum=SE-CP-2606010001&paymentStatus=SETTLED");
        assert_eq!(payment["functionalAmountPayment"].as_f64(), Some(16_800.0));
        let paid = first(&fin, "/css/costWriteoff/page?writeoffNum=SE-PW-2606200001");
        let figures = ["functional", "moneyFunctional", "exchangeDiff"].map(|name| paid[name].as_f64());
        assert_eq!(figures, [Some(16_800.0), Some(16_920.0), Some(-120.0)]);
        assert_eq!(
            first(&fin, "/css/incomeWriteoff/page?writeoffNum=SE-RW-2606150001")["receiptNum"],
            json!("RC-2606150001")
        );
        // 记-1 to 记-4 of June balance at 47,720.00, 记-1 of July is the advance of KH001.
        let june = fin.ok("/css/voucher/page?month=2026-06&size=20");
        let debits: Vec<f64> =
            june["records"].as_array().expect("rows").iter().filter_map(|row| row["debit"].as_f64()).collect();
        assert_eq!((june["total"].clone(), debits.iter().sum::<f64>()), (json!(4), 47_720.0));
        assert_eq!(fin.ok("/css/voucher/page?month=2026-07")["total"], json!(1));
        let s1 = first(&fin, "/afbase/orderLock/page?businessScope=SE&orderCode=SE-2605100001");
        assert_eq!(s1["lockDate"], json!("2026-05-31"));
    });
}

fn desk(caller: &Caller<'_>, query: &str) -> Json {
    caller.ok(&format!("/css/desk{query}"))
}

/// A card as `count amount`.
fn card(desk: &Json, key: &str) -> String {
    let cards = desk["cards"].as_array().expect("cards");
    let Some(card) = cards.iter().find(|card| card["key"] == json!(key)) else { return "no card".to_owned() };
    format!("{} {}", card["count"], card["amount"].as_str().unwrap_or("-"))
}

#[test]
fn the_desk_tells_what_waits_between_bill_and_bank_as_the_catalogue_shows_it() {
    told(|world| {
        let fin = world.login("fin01");
        let all = desk(&fin, "");
        let wanted = [
            ("unbilled", "2 20104.90"),
            ("toInvoice", "1 21000.00"),
            ("toReceive", "2 45000.00"),
            ("overdue", "1 25000.00"),
            ("unclaimed", "1 8000.00"),
            ("unreconciled", "3 21370.00"),
            ("approving", "1 14000.00"),
            ("toPay", "0 0.00"),
            ("invoiceToCome", "1 14000.00"),
            ("expenseToPay", "1 300.00"),
            ("toPost", "1 -"),
        ];
        for (key, figures) in wanted {
            assert_eq!(card(&all, key), figures, "{key}");
        }
        let late = json!([{ "code": "KH002", "name": "客户乙", "amount": "25000.00", "days": 36, "sales": all["overdue"][0]["sales"] }]);
        assert_eq!(all["overdue"], late, "due 2026-06-09");
        // Each card counts what its list shows under its filters.
        for one in all["cards"].as_array().expect("cards").iter().filter(|card| card["query"].is_object()) {
            let lists = [
                ("/css_charge_query", "/css/charge"),
                ("/css_income_invoice", "/css/invoiceApplication"),
                ("/af_css_debit_note", "/css/debitNote"),
                ("/css_receipt", "/css/receipt"),
                ("/css_payment_request", "/css/paymentRequest"),
                ("/af_css_payment", "/css/payment"),
                ("/css_expense_report", "/css/expenseReport"),
            ];
            let path = one["list"].as_str().expect("a list");
            let (_, base) = lists.into_iter().find(|(page, _)| *page == path).unwrap_or_else(|| panic!("{path}"));
            let query = one["query"].as_object().expect("filters").iter();
            let query: Vec<String> =
                query.map(|(name, value)| format!("{name}={}", value.as_str().expect("a value"))).collect();
            let listed = fin.ok(&format!("{base}/page?{}", query.join("&")));
            assert_eq!(listed["total"], one["count"], "{}", one["key"]);
        }
        let sea = desk(&fin, "?businessScope=SE");
        let of = ["unbilled", "toReceive", "overdue", "unreconciled", "approving", "unclaimed"];
        assert_eq!(
            of.map(|key| card(&sea, key)),
            ["0 0.00", "1 25000.00", "1 25000.00", "1 7200.00", "0 0.00", "no card"],
            "receipts are of no scope"
        );
        assert_eq!(card(&desk(&fin, "?mine=true"), "toReceive"), "no card");
    });
}

#[test]
fn the_desk_tells_of_bills_and_payments_to_who_may_see_them() {
    told(|world| {
        const PAGES: [&str; 4] = ["css", "css_charge_query", "af_css_debit_note", "css_payment_request"];
        world.allow_nobody(&PAGES);
        let bare = desk(&world.login("nobody"), "");
        for key in ["unbilled", "toReceive", "overdue", "unreconciled", "approving"] {
            assert_eq!(card(&bare, key), "no card", "{key}: he sees neither income nor cost");
        }
        world.allow_nobody(&[&PAGES[..], &["css-income-view"]].concat());
        let counts = desk(&world.login("nobody"), "");
        assert_eq!(["toReceive", "unreconciled"].map(|key| card(&counts, key)), ["2 -", "no card"]);
        assert!(counts.get("overdue").is_none(), "amounts are for who may see them here");
        world.allow_nobody(&[&PAGES[..], &["css-income-view", "css-desk-money"]].concat());
        let shown = desk(&world.login("nobody"), "");
        assert_eq!(["toReceive", "toPost"].map(|key| card(&shown, key)), ["2 45000.00", "no card"]);
        world.show_own_orders("nobody");
        let own = desk(&world.login("nobody"), "");
        assert_eq!((card(&own, "toReceive"), own["overdue"].clone()), ("0 0.00".to_owned(), json!([])));
    });
}

const DN: &str = "SE-DN-2605310001";
const ST: &str = "SE-ST-2606010001";
const IA: &str = "SE-IA-2606020001";
const INVOICE: &str = "26000001";
const RW: &str = "SE-RW-2606150001";
const CP: &str = "SE-CP-2606010001";
const PW: &str = "SE-PW-2606200001";
const RECEIVED: &str = "G0001";
const S1: &str = "SE-2605100001";

/// Lists, the filter that looks for a number, the number, and what stands in a member of the row it finds.
const HANGS: &[(&str, &str, &str, (&str, &str))] = &[
    ("statement", "debitNoteNum", DN, ("statementNum", ST)),
    ("statement", "orderCode", S1, ("statementNum", ST)),
    ("statement", "invoiceNum", INVOICE, ("statementNum", ST)),
    ("debitNote", "invoiceNum", INVOICE, ("debitNoteNum", DN)),
    ("invoiceApplication", "number", IA, ("applyNum", IA)),
    ("invoiceApplication", "number", ST, ("applyNum", IA)),
    ("invoiceApplication", "number", DN, ("applyNum", IA)),
    ("invoiceApplication", "orderCode", S1, ("applyNum", IA)),
    ("invoiceApplication", "invoiceNum", INVOICE, ("applyNum", IA)),
    ("incomeInvoice", "number", IA, ("invoiceNum", INVOICE)),
    ("incomeInvoice", "number", ST, ("invoiceNum", INVOICE)),
    ("incomeInvoice", "number", DN, ("invoiceNum", INVOICE)),
    ("incomeInvoice", "orderCode", S1, ("invoiceNum", INVOICE)),
    ("incomeWriteoff", "sourceNum", DN, ("writeoffNum", RW)),
    ("incomeWriteoff", "sourceNum", ST, ("writeoffNum", RW)),
    ("incomeWriteoff", "sourceNum", INVOICE, ("writeoffNum", RW)),
    ("incomeWriteoff", "orderCode", S1, ("writeoffNum", RW)),
    ("payment", "paymentStatus=&number", S1, ("paymentNum", CP)),
    ("payment", "paymentStatus=&invoiceNum", RECEIVED, ("paymentNum", CP)),
    ("payment", "paymentStatus=&writeoffNum", PW, ("paymentNum", CP)),
    ("costInvoice", "paymentNum", CP, ("invoiceNum", RECEIVED)),
    ("costInvoice", "number", S1, ("invoiceNum", RECEIVED)),
    ("voucherExportIncomeWriteoff", "voucherStatus=&invoiceNum", INVOICE, ("writeoffNum", RW)),
    ("costWriteoff", "paymentNum", CP, ("writeoffNum", PW)),
    ("costWriteoff", "number", S1, ("writeoffNum", PW)),
    ("paymentRequest", "paymentNum", "AE-CP-2607140001", ("requestNum", "AE-PR-2607150001")),
];

#[test]
fn what_hangs_on_a_number_is_found_by_the_number_and_by_no_other() {
    told(|world| {
        let fin = world.login("fin01");
        for (list, filter, number, (member, wanted)) in HANGS {
            let found = |text: &str| -> Vec<Json> {
                let page = fin.ok(&format!("/css/{list}/page?size=200&{filter}={text}"));
                page["records"].as_array().expect("rows").iter().map(|row| row[member].clone()).collect()
            };
            let place = format!("{}: {list} {filter} {number}", world.database);
            let part: String = number.to_lowercase().chars().skip(1).collect();
            for text in [*number, &part] {
                assert!(found(text).contains(&json!(wanted)), "{place} by {text}: {:?}", found(text));
            }
            assert_eq!(found(&format!("{number}7")), Vec::<Json>::new(), "{place}");
        }
    });
}

#[test]
fn documents_are_found_by_the_day_of_an_invoice_and_by_who_made_their_voucher() {
    told(|world| {
        let fin = world.login("fin01");
        let day = first(&fin, &format!("/css/incomeInvoice/page?invoiceNum={INVOICE}"))["invoiceDate"].clone();
        let day = day.as_str().expect("a day");
        let total = |path: &str| fin.ok(path)["total"].as_i64().expect("a total");
        for list in ["statement", "debitNote"] {
            let on = |from: &str, to: &str| total(&format!("/css/{list}/page?invoiceDate={from}~{to}"));
            assert_eq!((on(day, day), on("2026-01-01", "2026-01-02")), (1, 0), "{}: {list}", world.database);
            assert_eq!(on(day, "2026-12-31"), on(day, ""), "{}: {list}", world.database);
        }
        let maker = first(&fin, "/css/voucher/page?month=2026-06")["creatorName"].clone();
        let maker = maker.as_str().expect("a name");
        let by = |name: &str| total(&format!("/css/voucherExport/page?voucherStatus=&voucherCreatorName={name}"));
        assert_eq!((by(maker), by("没有此人")), (1, 0), "{}", world.database);
        // A column of names, copied from a sheet.
        assert_eq!(by(&format!("没有此人%0A{maker}&voucherCreatorName.how=many")), 1, "{}", world.database);
    });
}

#[test]
fn bills_are_found_by_who_applied_for_their_invoice_and_when_and_by_title_and_vessel() {
    told(|world| {
        let fin = world.login("fin01");
        let found = |list: &str, filter: &str, value: &str| -> Vec<Json> {
            let page = fin.ok(&format!("/css/{list}/page?size=200&{filter}={value}"));
            page["records"].as_array().expect("rows").clone()
        };
        let has = |list: &str, filter: &str, value: &str, (member, number): (&str, &str)| {
            found(list, filter, value).iter().any(|row| row[member] == number)
        };
        let application = found("invoiceApplication", "number", IA).remove(0);
        let text = |row: &Json, member: &str| row[member].as_str().unwrap_or_default().to_owned();
        let applicant = text(&found("debitNote", "debitNoteNum", DN)[0], "invoiceCreatorName");
        let title = text(&application, "invoiceTitle");
        let day: String =
            text(&found("debitNote", "debitNoteNum", DN)[0], "invoiceCreateTime").chars().take(10).collect();
        let opened: String =
            text(&found("incomeInvoice", "invoiceNum", INVOICE)[0], "openInvoiceTime").chars().take(10).collect();
        let vessel = "远洋之星019E".to_owned();
        world.database(|_, conn| {
            let cells = [("biz_carrier", Value::Text(vessel.clone()))];
            let mut update = sql::update(2, "freight_order", &cells);
            update.and_where(sql::eq("order_code", S1.to_owned()));
            conn.exec(&update.into()).expect("writes");
        });
        let ranges = [&day, &opened].map(|day| format!("{day}~{day}"));
        for (list, filter, value, wanted) in [
            ("debitNote", "invoiceCreatorName", &applicant, ("debitNoteNum", DN)),
            ("debitNote", "invoiceCreateTime", &ranges[0], ("debitNoteNum", DN)),
            ("debitNote", "invoiceTitle", &title, ("debitNoteNum", DN)),
            ("debitNote", "bizCarrier", &vessel, ("debitNoteNum", DN)),
            ("debitNote", "bizCarrier", &"之星".to_owned(), ("debitNoteNum", DN)),
            ("statement", "invoiceTitle", &title, ("statementNum", ST)),
            ("invoiceApplication", "invoiceTitle", &title, ("applyNum", IA)),
            ("incomeInvoice", "invoiceTitle", &title, ("invoiceNum", INVOICE)),
            ("incomeInvoice", "openTime", &ranges[1], ("invoiceNum", INVOICE)),
        ] {
            let place = format!("{}: {list} {filter} {value}", world.database);
            assert!(!value.is_empty() && has(list, filter, value, wanted), "{place}");
            let other = if value.contains('~') { "2026-01-01~2026-01-02" } else { "没有的" };
            assert_eq!(found(list, filter, other), Vec::<Json>::new(), "{place}");
        }
        // Without an end a range is what it was.
        assert!(has("incomeInvoice", "openTime", &format!("{opened}~"), ("invoiceNum", INVOICE)));
    });
}
