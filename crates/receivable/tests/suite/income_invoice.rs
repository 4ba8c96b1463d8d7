//! 开票管理: what is applied for of notes and statements, the invoices that answer it, what they cover of which rows, and how they
//! are changed, taken back and removed.

use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine, signed};
use testkit::{
    Caller, Reply, World, done, each_database_from, each_database_from_with, each_database_with_readers_from, findings,
    refused,
};

use super::books::{books, rows};
use super::income_writeoff::{E1, E4, from_receipt, note, received, row_of, rows_of, save as settle};
use super::receipt::{TODAY, account};
use super::statement::{S1, at_sea, body as statement_of, save as make_statement};
use crate::receivable::{banked, coop, found, rooms};

const APPLICATIONS: &str = "/css/invoiceApplication";
const INVOICES: &str = "/css/incomeInvoice";
const TAX_NUMBER: &str = "91000000MA00000232";
const BEYOND: &str = "本次开票金额不能大于未开票金额";
const WAITS: &str = "审批中";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, banked, story);
}

/// A digital number that ends so.
fn digital(end: &str) -> String {
    format!("{end:0>20}")
}

pub(super) fn application(world: &World, kind: &str, parts: &[(&str, &str)]) -> Json {
    let parts: Vec<Json> = parts.iter().map(|(row, amount)| json!({ "id": row, "amount": amount })).collect();
    json!({
        "coopId": coop(world, "KH001"), "invoiceType": kind, "invoiceTitle": "演示客户甲贸易有限公司",
        "taxpayerNum": "91000000MA00000157", "rows": parts,
    })
}

fn apply(caller: &Caller<'_>, body: Json) -> Reply {
    caller.post(&format!("{APPLICATIONS}/apply"), body)
}

/// Applies; the id of the application.
pub(super) fn applied(caller: &Caller<'_>, body: Json) -> String {
    done(apply(caller, body))["applicationId"].as_str().expect("an id").to_owned()
}

/// Something that is done to a row in the version it has.
fn act(caller: &Caller<'_>, (base, id, verb): (&str, &str, &str), mut body: Json) -> Reply {
    body["version"] = caller.ok(&format!("{base}/{id}"))["version"].clone();
    caller.post(&format!("{base}/{id}/{verb}"), body)
}

fn open(caller: &Caller<'_>, application: &str, kind: &str, invoices: Json) -> Reply {
    let body = json!({ "invoiceType": kind, "invoiceDate": TODAY, "invoices": invoices });
    act(caller, (APPLICATIONS, application, "open"), body)
}

/// Registers one invoice of 数电普票; its id.
fn opened(caller: &Caller<'_>, application: &str, (num, currency, amount): (&str, &str, &str)) -> String {
    let invoices = json!([{ "invoiceNum": digital(num), "currency": currency, "amount": amount }]);
    let made = done(open(caller, application, "数电普票", invoices));
    made["invoices"][0]["id"].as_str().expect("an id").to_owned()
}

/// An invoice of 5,000.00 over a row of a note of KH001.
pub fn lay_invoice(world: &World, row: &str) {
    let fin = world.login("fin01");
    let id = applied(&fin, application(world, "数电普票", &[(row, "5000.00")]));
    opened(&fin, &id, ("1", "CNY", "5000.00"));
}

fn row(caller: &Caller<'_>, base: &str, id: &str) -> Json {
    let states = if base == INVOICES { "NORMAL,PART_RED,RED,PENDING" } else { "PENDING,VALID,CANCELLED" };
    let page = caller.ok(&format!("{base}/page?size=100&state={states}"));
    rows_of(&page).into_iter().find(|row| row["id"] == json!(id)).expect("the row")
}

fn figures(row: &Json, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| row[*name].as_f64().map_or("-".to_owned(), |figure| format!("{figure:.2}"))).collect()
}

fn number(world: &World, text: &str) -> i64 {
    rows(world, text)[0].get(0).expect("a figure")
}

/// What invoices cover of a row of a note.
fn covered(world: &World, row: &str) -> Vec<i64> {
    let text = format!("SELECT amount FROM invoice_allocation WHERE org_id = 2 AND row_id = {row} ORDER BY id");
    rows(world, &text).iter().map(|row| row.get(0).expect("an amount")).collect()
}

/// Invariant 9: allocations obey the sign rule against their rows, those of an issued invoice come to its amount, its lines too.
pub(super) fn holds(world: &World) {
    let none = |what: &str, text: &str| assert_eq!(number(world, text), 0, "{what}");
    none(
        "a row has what its allocations come to",
        "SELECT COUNT(*) FROM debit_note_row r WHERE r.org_id = 2 AND r.invoiced <> COALESCE((SELECT SUM(a.amount) \
         FROM invoice_allocation a WHERE a.org_id = r.org_id AND a.row_id = r.id AND a.side = 'RECEIVABLE'), 0)",
    );
    none(
        "no more is invoiced than there is",
        "SELECT COUNT(*) FROM debit_note_row WHERE org_id = 2 AND (invoiced * amount < 0 OR ABS(invoiced) > ABS(amount))",
    );
    none(
        "an invoice covers its amount",
        "SELECT COUNT(*) FROM invoice i WHERE i.org_id = 2 AND i.side = 'RECEIVABLE' AND i.state NOT IN ('REMOVED', 'PENDING') \
         AND (i.amount <> i.allocated OR i.amount <> (SELECT COALESCE(SUM(a.amount), 0) FROM invoice_allocation a \
         WHERE a.org_id = i.org_id AND a.invoice_id = i.id))",
    );
    none(
        "its lines come to it, without tax and tax alike",
        "SELECT COUNT(*) FROM invoice i WHERE i.org_id = 2 AND i.side = 'RECEIVABLE' AND (i.amount <> (SELECT SUM(l.amount) \
         FROM invoice_line l WHERE l.org_id = i.org_id AND l.invoice_id = i.id) OR i.tax <> (SELECT SUM(l.tax) \
         FROM invoice_line l WHERE l.org_id = i.org_id AND l.invoice_id = i.id) OR i.not_tax + i.tax <> i.amount)",
    );
    none(
        "red invoices take back no more than there is",
        "SELECT COUNT(*) FROM invoice i WHERE i.org_id = 2 AND i.red_of IS NULL AND i.amount > 0 AND i.amount + \
         (SELECT COALESCE(SUM(r.amount), 0) FROM invoice r WHERE r.org_id = i.org_id AND r.red_of = i.id \
         AND r.state <> 'REMOVED') < 0",
    );
}

#[test]
fn a_statement_is_invoiced_as_the_catalogue_shows_it() {
    each_database_from(rooms, at_sea, |world| {
        let fin = world.login("fin01");
        let num = note(world, &fin, S1);
        let statement = done(make_statement(&fin, statement_of(world, "KH002", &[&num])));
        let statement = statement["id"].as_str().expect("an id");
        let (dollars, yuan) = (row_of(world, &num, "USD"), row_of(world, &num, "CNY"));
        let first = fin.ok(&format!("/css/statement/{statement}/apply/first"));
        assert_eq!(first["invoiceTitle"], json!("演示客户乙电子有限公司"));
        assert_eq!(first["rows"].as_array().map(Vec::len), Some(2));
        let body = json!({
            "invoiceType": "纸质专票", "invoiceTitle": "演示客户乙电子有限公司", "taxpayerNum": TAX_NUMBER,
            "rows": [{ "id": dollars, "amount": "3000.00" }, { "id": yuan, "amount": "9000.00" }],
        });
        let made = done(act(&fin, ("/css/statement", statement, "apply"), body));
        assert_eq!(made["applyNum"], json!("SE-IA-2607150001"));
        let id = made["applicationId"].as_str().expect("an id");
        let shown = row(&fin, APPLICATIONS, id);
        assert_eq!(shown["invoiceStatus"], json!("NOT_INVOICED"));
        assert_eq!(shown["currencyAmount"], json!("CNY 9,000.00  USD 3,000.00"));
        let page = fin.ok("/css/statement/page?size=100");
        assert_eq!(rows_of(&page)[0]["statementStatus"], json!("TO_INVOICE"));
        let paper = |num: &str, currency: &str, amount: &str| json!([{ "invoiceNum": num, "invoiceCode": "3100261130", "currency": currency, "amount": amount }]);
        let made = done(open(&fin, id, "纸质专票", paper("26000001", "CNY", "9000.00")));
        let invoice = made["invoices"][0]["id"].as_str().expect("an id").to_owned();
        let issued = row(&fin, INVOICES, &invoice);
        assert_eq!(figures(&issued, &["amount", "amountNotTax", "amountTax"]), ["9000.00", "8490.57", "509.43"]);
        let shown = row(&fin, APPLICATIONS, id);
        assert_eq!(shown["invoiceStatus"], json!("PART_INVOICED"));
        assert_eq!(shown["uninvoiced"], json!("USD 3,000.00"));
        let beyond = open(&fin, id, "纸质专票", paper("26000003", "CNY", "100.00"));
        assert_eq!(findings(&beyond), [("invoices.0.amount".into(), BEYOND.into())]);
        refused(&act(&fin, (APPLICATIONS, id, "cancel"), json!({})), "已开票，不能撤销申请");
        let paid = json!({
            "coopId": coop(world, "KH002"), "method": "ACCOUNT", "accountId": account(world, "CNY"), "date": TODAY,
            "targets": [{ "id": invoice, "amount": "5000.00" }],
        });
        done(settle(&fin, paid));
        let issued = row(&fin, INVOICES, &invoice);
        assert_eq!(figures(&issued, &["amountWriteoff", "amountWriteoffNo"]), ["5000.00", "4000.00"]);
        assert_eq!(issued["writeoff"], json!("PART"));
        // A foreign row of a VAT invoice has a face in the functional currency.
        let made = done(open(&fin, id, "纸质专票", paper("26000002", "USD", "3000.00")));
        let foreign = row(&fin, INVOICES, made["invoices"][0]["id"].as_str().expect("an id"));
        assert_eq!(figures(&foreign, &["amount", "faceAmount"]), ["3000.00", "21000.00"]);
        assert_eq!(row(&fin, APPLICATIONS, id)["invoiceStatus"], json!("INVOICED"));
        holds(world);
    });
}

#[test]
fn the_mail_of_an_invoice_is_proposed_in_the_language_of_the_customer() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let id = applied(&fin, application(world, "数电普票", &[(&yuan, "20000.00")]));
        let paper = json!([{ "invoiceNum": digital("1"), "currency": "CNY", "amount": "20000.00" }]);
        done(open(&fin, &id, "数电普票", paper));
        let invoice = found(world, "invoice", &[("invoice_num", &digital("1"))]);
        let subject = || {
            let first = fin.ok(&format!("{INVOICES}/{invoice}/send/first"));
            first["subject"].as_str().expect("a subject").to_owned()
        };
        assert!(subject().starts_with(&format!("发票 {}", digital("1"))), "{}", subject());
        for (nation, begins) in [("US", "Invoice "), ("HK", "发票 ")] {
            world.database(|_, conn| {
                let text = format!("UPDATE coop SET nation_code = '{nation}' WHERE org_id = 2 AND coop_code = 'KH001'");
                conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).expect("moves");
            });
            assert!(subject().starts_with(begins), "{nation}: {}", subject());
        }
    });
}

#[test]
fn the_mail_of_an_invoice_is_signed_in_the_language_it_is_written_in() {
    each_database_from_with(rooms, on_own_machine, banked, |world| {
        let server = MailServer::start(Manner::Takes);
        done(world.login("demo-admin").put("/hrs/org/mailbox", server.mailbox()));
        signed(world, "演示落款", "Demo signature");
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let id = applied(&fin, application(world, "数电普票", &[(&yuan, "20000.00")]));
        let invoice = opened(&fin, &id, ("1", "CNY", "20000.00"));
        let file = done(fin.upload(&format!("{INVOICES}/files/file"), &[("发票.pdf", b"%PDF-1.7 x")]));
        done(act(&fin, (INVOICES, &invoice, "files"), json!({ "files": [file] })));
        for (nation, ends) in [("CN", "演示落款"), ("US", "Demo signature"), ("HK", "演示落款")] {
            world.database(|_, conn| {
                let text = format!("UPDATE coop SET nation_code = '{nation}' WHERE org_id = 2 AND coop_code = 'KH001'");
                conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).expect("moves");
            });
            let mut letter = fin.ok(&format!("{INVOICES}/{invoice}/send/first"));
            letter["to"] = json!("a@example.com");
            done(act(&fin, (INVOICES, &invoice, "send"), letter));
            for _ in 0..2 {
                world.run_jobs();
            }
            let text = server.received().pop().expect("a mail").text();
            assert!(text.trim_end().ends_with(ends), "{nation}: {text}");
        }
    });
}

#[test]
fn the_desk_tells_what_is_left_to_be_invoiced_of_an_application() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let id = applied(&fin, application(world, "数电普票", &[(&yuan, "1000.00")]));
        let waiting = || {
            let desk = fin.ok("/css/desk");
            let cards = desk["cards"].as_array().expect("cards");
            let card = cards.iter().find(|card| card["key"] == json!("toInvoice")).expect("the card").clone();
            (card["count"].clone(), card["amount"].clone())
        };
        assert_eq!(waiting(), (json!(1), json!("1000.00")), "of 20,000.00");
        opened(&fin, &id, ("1", "CNY", "600.00"));
        assert_eq!(waiting(), (json!(1), json!("400.00")), "what the row has left is more");
        opened(&fin, &id, ("2", "CNY", "400.00"));
        assert_eq!(waiting(), (json!(0), json!("0.00")));
        // Another one of the same row is not invoiced by the first.
        applied(&fin, application(world, "数电普票", &[(&yuan, "19000.00")]));
        assert_eq!(waiting(), (json!(1), json!("19000.00")));
    });
}

#[test]
fn several_invoices_at_once_cover_the_rows_in_their_order() {
    told(|world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let (first, second) = (row_of(world, &n4, "CNY"), row_of(world, &n1, "CNY"));
        let before = books(world);
        let id = applied(&fin, application(world, "数电普票", &[(&first, "20000.00"), (&second, "19749.90")]));
        let one = |num: &str, amount: &str| json!({ "invoiceNum": digital(num), "currency": "CNY", "amount": amount });
        let beyond = json!([one("1", "25000.00"), one("2", "14749.91")]);
        assert_eq!(findings(&open(&fin, &id, "数电普票", beyond)), [("invoices.1.amount".into(), BEYOND.into())]);
        done(open(&fin, &id, "数电普票", json!([one("1", "25000.00"), one("2", "14749.90")])));
        assert_eq!(covered(world, &first), [20_000_000]);
        assert_eq!(covered(world, &second), [5_000_000, 14_749_900]);
        assert_eq!(row(&fin, APPLICATIONS, &id)["invoiceStatus"], json!("INVOICED"));
        holds(world);
        for num in ["2", "1"] {
            let invoice = found(world, "invoice", &[("invoice_num", &digital(num))]);
            done(act(&fin, (INVOICES, &invoice, "del"), json!({})));
        }
        done(act(&fin, (APPLICATIONS, &id, "cancel"), json!({})));
        let mut after = books(world);
        for table in ["invoice", "invoice_allocation"] {
            after.insert(table, before[table].clone());
        }
        assert_eq!(after, before, "removing and cancelling bring everything back (28)");
    });
}

#[test]
fn the_items_of_an_invoice_come_to_its_amount() {
    told(|world| {
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let id = applied(&fin, application(world, "数电普票", &[(&row_of(world, &n4, "CNY"), "20000.00")]));
        let with = |lines: Json| {
            let body = json!({
                "invoiceType": "数电普票", "invoiceDate": TODAY, "lines": lines,
                "invoices": [{ "invoiceNum": digital("1"), "currency": "CNY", "amount": "106.00" }],
            });
            act(&fin, (APPLICATIONS, &id, "open"), body)
        };
        let line = |place: i64, amount: &str| json!({ "place": place, "itemName": "代理费", "taxRate": "6%", "amount": amount });
        let short = with(json!([line(1, "105.99")]));
        assert_eq!(findings(&short), [("invoices.0.amount".into(), "开票项目合计105.99与发票金额不一致".into())]);
        let nowhere = with(json!([line(2, "106.00")]));
        assert_eq!(findings(&nowhere), [("lines.0.place".into(), "没有该序号的发票".into())]);
        done(with(json!([line(1, "53.00"), line(1, "53.00")])));
        let invoice = found(world, "invoice", &[("invoice_num", &digital("1"))]);
        assert_eq!(figures(&row(&fin, INVOICES, &invoice), &["amountNotTax", "amountTax"]), ["100.00", "6.00"]);
        holds(world);
    });
}

#[test]
fn numbers_are_those_of_their_type_and_stand_once() {
    told(|world| {
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let id = applied(&fin, application(world, "数电普票", &[(&row_of(world, &n4, "CNY"), "20000.00")]));
        let one = |num: &str, code: &str| json!([{ "invoiceNum": num, "invoiceCode": code, "currency": "CNY", "amount": "1.00" }]);
        for (kind, num, code, member, said) in [
            ("数电普票", "1234567890123456789", "", "invoiceNum", "数电发票号码须为20位数字"),
            ("数电普票", "1234567890123456789A", "", "invoiceNum", "数电发票号码须为20位数字"),
            ("数电普票", "12345678901234567890", "3100261130", "invoiceCode", "仅纸质发票有发票代码"),
            ("纸质普票", "2600001", "3100261130", "invoiceNum", "纸质发票号码须为8位数字"),
            ("纸质普票", "26000001", "310026113", "invoiceCode", "纸质发票代码须为10位或12位数字"),
            ("收据", "", "", "invoiceNum", "请填写发票号"),
        ] {
            let reply = open(&fin, &id, kind, one(num, code));
            assert_eq!(findings(&reply), [(format!("invoices.0.{member}"), said.to_owned())], "{kind} {num} {code}");
        }
        done(open(&fin, &id, "纸质普票", one("26000001", "310026113012")));
        let again = open(&fin, &id, "纸质普票", one("26000001", "310026113012"));
        assert_eq!(findings(&again), [("invoices.0.invoiceNum".into(), "发票号码已存在".into())]);
        done(open(&fin, &id, "纸质普票", one("26000001", "3100261130")));
        let twice = json!([
            { "invoiceNum": "R-1", "currency": "CNY", "amount": "1.00" },
            { "invoiceNum": "R-1", "currency": "CNY", "amount": "1.00" },
        ]);
        let twice = open(&fin, &id, "收据", twice);
        assert_eq!(findings(&twice), [("invoices.1.invoiceNum".into(), "发票号码重复".into())]);
    });
}

#[test]
fn what_can_not_be_invoiced_is_refused_before_it_is_applied_for() {
    told(|world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let (first, second) = (row_of(world, &n4, "CNY"), row_of(world, &n1, "CNY"));
        let before = books(world);
        let of = |kind: &str, row: &str, amount: &str| application(world, kind, &[(row, amount)]);
        let exempt = apply(&fin, of("数电专票", &first, "20000.00"));
        assert_eq!(findings(&exempt), [("invoiceType".into(), "免税费用不能开具专用发票".into())]);
        for (amount, said) in [("20000.01", BEYOND), ("-1.00", "金额符号与未开票金额不一致")] {
            let reply = apply(&fin, of("数电普票", &first, amount));
            assert_eq!(findings(&reply), [("rows.0.amount".into(), said.into())], "{amount}");
        }
        refused(&apply(&fin, application(world, "数电普票", &[])), "请填写本次开票金额");
        for (number, said) in [
            ("", "专用发票须填写纳税人识别号"),
            ("91000000MA0000", "纳税人识别号须为15至20位字母或数字"),
            ("91000000-MA0000157", "纳税人识别号须为15至20位字母或数字"),
        ] {
            let mut body = of("数电专票", &second, "1.00");
            body["taxpayerNum"] = json!(number);
            assert_eq!(findings(&apply(&fin, body)), [("taxpayerNum".into(), said.into())], "{number}");
        }
        let mut other = of("数电普票", &first, "1.00");
        other["coopId"] = json!(coop(world, "KH002"));
        refused(&apply(&fin, other), &format!("账单{n4}不属于该客户"));
        assert_eq!(books(world), before, "a refused call changes no row (29)");
        applied(&fin, of("数电专票", &second, "19749.90"));
        refused(&apply(&fin, of("数电普票", &second, "1.00")), &format!("账单{n1}已申请开票"));
        let statement = done(make_statement(&fin, statement_of(world, "KH001", &[&n4])));
        refused(&apply(&fin, of("数电普票", &first, "1.00")), &format!("账单{n4}已制清单，请在清单申请开票"));
        let statement = statement["id"].as_str().expect("an id");
        let on_note = of("数电普票", &first, "20000.00");
        let mut on_statement = on_note.clone();
        on_statement.as_object_mut().expect("an object").remove("coopId");
        done(act(&fin, ("/css/statement", statement, "apply"), on_statement.clone()));
        let num = rows_of(&fin.ok("/css/statement/page?size=100"))[0]["statementNum"].clone();
        let again = act(&fin, ("/css/statement", statement, "apply"), on_statement);
        refused(&again, &format!("清单{}已申请开票", num.as_str().expect("a number")));
    });
}

#[test]
fn a_part_is_applied_for_and_the_rest_when_that_is_invoiced() {
    told(|world| {
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let yuan = row_of(world, &n4, "CNY");
        let note_id = found(world, "debit_note", &[("note_num", &n4)]);
        let of = |amount: &str| {
            let mut body = application(world, "数电普票", &[(&yuan, amount)]);
            body.as_object_mut().expect("an object").remove("coopId");
            body
        };
        let made = done(act(&fin, ("/css/debitNote", &note_id, "apply"), of("5000.00")));
        let first = made["applicationId"].as_str().expect("an id").to_owned();
        let one = json!([{ "invoiceNum": digital("1"), "currency": "CNY", "amount": "5000.01" }]);
        assert_eq!(findings(&open(&fin, &first, "数电普票", one)), [("invoices.0.amount".into(), BEYOND.into())]);
        opened(&fin, &first, ("1", "CNY", "5000.00"));
        let made = done(act(&fin, ("/css/debitNote", &note_id, "apply"), of("15000.00")));
        let second = made["applicationId"].as_str().expect("an id").to_owned();
        done(act(&fin, (APPLICATIONS, &second, "cancel"), json!({})));
        let status = rows_of(&fin.ok(&format!("/css/debitNote/page?debitNoteNum={n4}")))[0]["debitNoteStatus"].clone();
        assert_eq!(status, json!("PART_INVOICED"), "the first application stays");
        holds(world);
    });
}

/// An invoice of 20,000.00 over E4; application and invoice.
fn issued(world: &World, fin: &Caller<'_>) -> (String, String, String) {
    let n4 = note(world, fin, E4);
    let yuan = row_of(world, &n4, "CNY");
    let id = applied(fin, application(world, "数电普票", &[(&yuan, "20000.00")]));
    let invoice = opened(fin, &id, ("1", "CNY", "20000.00"));
    (id, invoice, yuan)
}

fn red(caller: &Caller<'_>, invoice: &str, (num, amount): (&str, &str)) -> Reply {
    let body = json!({
        "redNum": digital(num), "redDate": TODAY, "redAmount": amount, "redConfirmNo": "HZ20260001", "reason": "开票有误",
    });
    act(caller, (INVOICES, invoice, "red"), body)
}

#[test]
fn a_red_invoice_takes_back_what_is_not_settled() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, invoice, yuan) = issued(world, &fin);
        let mut without = json!({ "redNum": digital("9"), "redDate": TODAY, "redAmount": "1.00", "reason": "错" });
        let reply = act(&fin, (INVOICES, &invoice, "red"), without.clone());
        assert_eq!(findings(&reply), [("redConfirmNo".into(), "请填写红字信息确认单编号".into())]);
        without["redConfirmNo"] = json!("HZ-1");
        let reply = act(&fin, (INVOICES, &invoice, "red"), without);
        assert_eq!(findings(&reply), [("redConfirmNo".into(), "红字信息确认单编号须为字母或数字".into())]);
        let part = done(red(&fin, &invoice, ("2", "5000.00")));
        let part = part["redId"].as_str().expect("an id").to_owned();
        assert_eq!(row(&fin, INVOICES, &invoice)["state"], json!("PART_RED"));
        assert_eq!(figures(&row(&fin, INVOICES, &part), &["amount", "amountWriteoffNo"]), ["-5000.00", "0.00"]);
        assert_eq!(row(&fin, APPLICATIONS, &id)["invoiceStatus"], json!("PART_INVOICED"), "it moves back");
        assert_eq!(covered(world, &yuan), [20_000_000, -5_000_000]);
        holds(world);
        refused(&act(&fin, (INVOICES, &invoice, "del"), json!({})), "发票部分红冲，不能执行此操作");
        // 15,000.00 are open; 12,000.00 of them are settled.
        let receipt = received(world, &fin, "CNY", "12000.00");
        let target = json!([{ "id": invoice, "amount": "12000.00" }]);
        done(settle(&fin, from_receipt(world, &receipt, target)));
        let reply = red(&fin, &invoice, ("3", "3000.01"));
        assert_eq!(findings(&reply), [("redAmount".into(), "请先撤销核销".into())]);
        let reply = red(&fin, &invoice, ("3", "15000.01"));
        assert_eq!(findings(&reply), [("redAmount".into(), "红冲金额不能大于发票未红冲金额".into())]);
        done(red(&fin, &invoice, ("3", "3000.00")));
        assert_eq!(row(&fin, INVOICES, &invoice)["writeoff"], json!("DONE"));
        holds(world);
        let second = found(world, "invoice", &[("invoice_num", &digital("3"))]);
        done(act(&fin, (INVOICES, &second, "del"), json!({})));
        assert_eq!(figures(&row(&fin, INVOICES, &invoice), &["amountWriteoffNo"]), ["3000.00"]);
        holds(world);
    });
}

#[test]
fn an_invoice_that_is_taken_back_wholly_can_be_issued_anew() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, invoice, yuan) = issued(world, &fin);
        done(red(&fin, &invoice, ("2", "20000.00")));
        assert_eq!(row(&fin, INVOICES, &invoice)["state"], json!("RED"));
        assert_eq!(row(&fin, APPLICATIONS, &id)["invoiceStatus"], json!("NOT_INVOICED"));
        refused(&red(&fin, &invoice, ("3", "1.00")), "发票已红冲，不能执行此操作");
        opened(&fin, &id, ("4", "CNY", "20000.00"));
        assert_eq!(covered(world, &yuan), [20_000_000, -20_000_000, 20_000_000]);
        holds(world);
    });
}

#[test]
fn an_amount_is_changed_until_it_is_settled_and_a_number_later() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, invoice, yuan) = issued(world, &fin);
        let body = |num: &str, amount: &str| json!({ "invoiceNum": digital(num), "invoiceDate": TODAY, "amount": amount, "invoiceRemark": "改" });
        let update = |body: Json| act(&fin, (INVOICES, &invoice, "update"), body);
        let before = books(world);
        assert_eq!(findings(&update(body("1", "20000.01"))), [("amount".into(), BEYOND.into())]);
        assert_eq!(books(world), before, "a refused call changes no row (29)");
        done(update(body("5", "12000.00")));
        assert_eq!(covered(world, &yuan), [12_000_000]);
        assert_eq!(row(&fin, APPLICATIONS, &id)["invoiceStatus"], json!("PART_INVOICED"));
        holds(world);
        let receipt = received(world, &fin, "CNY", "1.00");
        done(settle(&fin, from_receipt(world, &receipt, json!([{ "id": invoice, "amount": "1.00" }]))));
        refused(&update(body("5", "11000.00")), "发票已核销，不能修改金额");
        done(update(body("6", "12000.00")));
        assert_eq!(row(&fin, INVOICES, &invoice)["invoiceNum"], json!(digital("6")));
        refused(&act(&fin, (INVOICES, &invoice, "del"), json!({})), "发票已核销，不能删除");
        let mut closed = body("6", "12000.00");
        closed["invoiceDate"] = json!("2026-05-31");
        refused(&update(closed), "财务期间2026-05已结账");
    });
}

#[test]
fn no_invoice_is_registered_in_a_closed_month() {
    told(|world| {
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let id = applied(&fin, application(world, "数电普票", &[(&row_of(world, &n4, "CNY"), "20000.00")]));
        let body = |day: &str, num: &str| {
            json!({
                "invoiceType": "数电普票", "invoiceDate": day,
                "invoices": [{ "invoiceNum": digital(num), "currency": "CNY", "amount": "1.00" }],
            })
        };
        refused(&act(&fin, (APPLICATIONS, &id, "open"), body("2026-05-31", "1")), "财务期间2026-05已结账");
        done(act(&fin, (APPLICATIONS, &id, "open"), body("2026-06-01", "1")));
        done(act(&fin, (APPLICATIONS, &id, "open"), body("2026-08-01", "2")));
    });
}

#[test]
fn an_invoice_is_settled_as_it_is_registered() {
    told(|world| {
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let id = applied(&fin, application(world, "数电普票", &[(&row_of(world, &n4, "CNY"), "20000.00")]));
        let body = json!({
            "invoiceType": "数电普票", "invoiceDate": TODAY, "accountId": account(world, "CNY"), "writeOffDate": TODAY,
            "invoices": [{ "invoiceNum": digital("1"), "currency": "CNY", "amount": "20000.00" }],
        });
        done(act(&fin, (APPLICATIONS, &id, "open"), body));
        let invoice = found(world, "invoice", &[("invoice_num", &digital("1"))]);
        assert_eq!(row(&fin, INVOICES, &invoice)["writeoff"], json!("DONE"));
        let status = rows_of(&fin.ok(&format!("/css/debitNote/page?debitNoteNum={n4}")))[0]["debitNoteStatus"].clone();
        assert_eq!(status, json!("SETTLED"));
    });
}

/// mgr01 decides about an event.
fn decided_by_mgr(world: &World, event: &str) {
    let admin = world.login("demo-admin");
    let approver = admin.ok("/platform/select/user?keyword=mgr01")[0]["value"].clone();
    let level = json!({ "name": "一级审批", "approverType": "user", "approverIds": [approver] });
    done(admin.post("/prm/ics/approval/setting", json!({ "eventId": event, "approval": 1, "levels": [level] })));
}

fn decide(world: &World, how: &str) {
    let mgr = world.login("mgr01");
    let task = mgr.ok("/prm/api/toDo?current=1&size=10")["records"][0].clone();
    done(mgr.post(&format!("/prm/ics/approval/{how}"), json!({ "taskId": task["taskId"], "comment": "已看" })));
}

#[test]
fn an_application_waits_for_its_decision_and_is_free_when_it_is_refused() {
    told(|world| {
        decided_by_mgr(world, "111");
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let yuan = row_of(world, &n4, "CNY");
        let body = || application(world, "数电普票", &[(&yuan, "20000.00")]);
        let first = applied(&fin, body());
        assert_eq!(row(&fin, APPLICATIONS, &first)["state"], json!("PENDING"));
        let one = json!([{ "invoiceNum": digital("1"), "currency": "CNY", "amount": "1.00" }]);
        refused(&open(&fin, &first, "数电普票", one), &format!("申请{WAITS}，不能执行此操作"));
        refused(&apply(&fin, body()), &format!("账单{n4}已申请开票"));
        decide(world, "refuse");
        let fin = world.login("fin01");
        assert_eq!(row(&fin, APPLICATIONS, &first)["state"], json!("CANCELLED"));
        let second = applied(&fin, body());
        decide(world, "agree");
        let fin = world.login("fin01");
        opened(&fin, &second, ("1", "CNY", "20000.00"));
        holds(world);
    });
}

#[test]
fn a_red_invoice_takes_nothing_back_before_it_is_decided() {
    told(|world| {
        decided_by_mgr(world, "112");
        let fin = world.login("fin01");
        let (_, invoice, yuan) = issued(world, &fin);
        let made = done(red(&fin, &invoice, ("2", "20000.00")));
        let waiting = made["redId"].as_str().expect("an id").to_owned();
        assert_eq!(row(&fin, INVOICES, &waiting)["state"], json!("PENDING"));
        assert_eq!(row(&fin, INVOICES, &invoice)["state"], json!("NORMAL"), "it stays in force");
        assert_eq!(covered(world, &yuan), [20_000_000]);
        decide(world, "refuse");
        let fin = world.login("fin01");
        done(red(&fin, &invoice, ("2", "20000.00")));
        decide(world, "agree");
        let fin = world.login("fin01");
        assert_eq!(row(&fin, INVOICES, &invoice)["state"], json!("RED"));
        assert_eq!(covered(world, &yuan), [20_000_000, -20_000_000]);
        holds(world);
    });
}

#[test]
fn two_who_invoice_the_same_rest_at_once_invoice_it_once() {
    each_database_with_readers_from(rooms, banked, |world| {
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let yuan = row_of(world, &n4, "CNY");
        let id = applied(&fin, application(world, "数电普票", &[(&yuan, "20000.00")]));
        let version = fin.ok(&format!("{APPLICATIONS}/{id}"))["version"].clone();
        let mgr = world.login("mgr01");
        let path = format!("{APPLICATIONS}/{id}/open");
        let calls: Vec<_> = [(fin.client(), "1"), (mgr.client(), "2")]
            .into_iter()
            .map(|(client, num)| {
                let body = json!({
                    "version": version, "invoiceType": "数电普票", "invoiceDate": TODAY,
                    "invoices": [{ "invoiceNum": digital(num), "currency": "CNY", "amount": "20000.00" }],
                });
                let path = path.clone();
                async move { client.call("POST", &path, body).await }
            })
            .collect();
        let replies = world.at_once(calls);
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1, "{replies:?}");
        assert_eq!(covered(world, &yuan), [20_000_000]);
        holds(world);
    });
}

#[test]
fn who_does_not_see_income_reads_no_amount_and_applies_for_none() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, invoice, yuan) = issued(world, &fin);
        world.allow_nobody(&["css_income_invoice", "css-ia-add"]);
        let fin = world.login("nobody");
        let application_row = row(&fin, APPLICATIONS, &id);
        for name in ["currencyAmount", "invoiced", "uninvoiced"] {
            assert!(application_row.get(name).is_none(), "{name}");
        }
        let invoice_row = row(&fin, INVOICES, &invoice);
        for name in ["amount", "amountNotTax", "amountTax", "amountWriteoff", "amountWriteoffNo", "faceAmount"] {
            assert!(invoice_row.get(name).is_none(), "{name}");
        }
        let told = fin.ok(&format!("{INVOICES}/{invoice}"));
        assert!(!told.to_string().contains("20,000.00"), "{told}");
        let reply = apply(&fin, application(world, "数电普票", &[(&yuan, "1.00")]));
        assert_ne!((reply.status, reply.code), (200, 0), "{}", reply.message);
    });
}

#[test]
fn a_call_that_is_repeated_registers_nothing_twice() {
    told(|world| {
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let yuan = row_of(world, &n4, "CNY");
        let mut body = application(world, "数电普票", &[(&yuan, "20000.00")]);
        body["requestId"] = json!("11111111-2222-4333-8444-555555555555");
        let (first, again) = (done(apply(&fin, body.clone())), done(apply(&fin, body)));
        assert_eq!(first["applyNum"], again["applyNum"]);
        assert_eq!(number(world, "SELECT COUNT(*) FROM invoice_application WHERE org_id = 2"), 1);
    });
}
