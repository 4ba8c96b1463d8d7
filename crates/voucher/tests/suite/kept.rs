//! The vouchers of the fixture (fixture.md, layer money), made by the calls of a room of the tests alone: the documents they
//! are made of belong to other rooms.

use book::{Entry, Source, Wanted};
use charge::period;
use kernel::{Id, parse_day};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::LogEntry;
use platform::registry::{Operation, Room};
use platform::store::{Conn, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done};

const COMPANY: i64 = 2;
/// Account, partner, currency with its amount and rate, debit, credit; amounts in thousandths.
type Line<'a> = (&'a str, &'a str, (&'a str, i64, i64), i64, i64);
const ONE: i64 = 1_000_000;

/// The rooms of the vouchers, with the calls that make vouchers and give them back.
pub fn rooms() -> Vec<Room> {
    let mut trial = Room::new("trial");
    trial.operations.extend([
        Operation::post("make_trial_voucher", "/trial/voucher", Access::Code("css_voucher"), make),
        Operation::post("return_trial_voucher", "/trial/return", Access::Code("css_voucher"), give_back),
    ]);
    let mut rooms = super::super::rooms();
    rooms.push(trial);
    rooms
}

fn row(tx: &mut Tx<'_>, table: &'static str, (column, value): (&'static str, &str)) -> Option<Id> {
    let mut select = sql::from(tx.org(), table);
    select.column("id").and_where(sql::eq(column, value.to_owned()));
    tx.first(&select.into()).unwrap().map(|row| row.get(0).unwrap())
}

fn text(json: &Json, name: &str) -> String {
    json[name].as_str().unwrap_or_default().to_owned()
}

fn entry(tx: &mut Tx<'_>, json: &Json) -> Entry {
    let number = |name: &str| json[name].as_i64().unwrap_or_default();
    Entry {
        summary: text(json, "summary"),
        account: row(tx, account::TABLE, ("code", &text(json, "account"))).unwrap(),
        coop: row(tx, "coop", ("coop_code", &text(json, "coop"))),
        user: None,
        dept: None,
        accrued: false,
        currency: text(json, "currency"),
        original: number("original"),
        rate: number("rate"),
        debit: number("debit"),
        credit: number("credit"),
    }
}

/// POST /trial/voucher.
fn make(call: &mut Call) -> Outcome {
    let body: Json = call.json()?;
    let date = parse_day(&text(&body, "date")).unwrap();
    let kind = book::KINDS.iter().find(|kind| kind.value == text(&body, "kind")).unwrap().value;
    let tables = [book::origin::INVOICE, book::origin::WRITE_OFF, book::origin::ADVANCE];
    let made = call.write(|tx| {
        let org = tx.org();
        let month = period::month_of(date);
        if period::Months::of(tx, org)?.state(&month) == period::UNOPENED {
            period::open(tx, &month)?;
        }
        let entries = body["entries"].as_array().unwrap().iter().map(|one| entry(tx, one)).collect();
        let table = tables.into_iter().find(|table| *table == text(&body, "table")).unwrap();
        let id = tx.new_id();
        let wanted = Wanted {
            date,
            word: String::new(),
            number: body["number"].as_i64(),
            kind,
            summary: text(&body, "summary"),
            attachments: 1,
            entries,
            sources: vec![Source { table, id, number: text(&body, "source") }],
        };
        let made = book::make(tx, &wanted)?;
        tx.log(LogEntry::of(book::OBJECT, made.id, "trial", "/css_voucher").did("新建", "trial"))?;
        Ok(made)
    })?;
    Ok(Answer::Data(json!({ "id": made.id, "number": made.number })))
}

/// POST /trial/return.
fn give_back(call: &mut Call) -> Outcome {
    let body: Json = call.json()?;
    let id: i64 = text(&body, "id").parse().unwrap();
    call.write(|tx| {
        book::give_back(tx, Id(id))?;
        tx.log(LogEntry::of(book::OBJECT, Id(id), "trial", "/css_voucher").did("修改", "trial"))
    })?;
    Ok(Answer::Data(Json::Null))
}

/// Asks for a voucher.
pub fn voucher(fin: &Caller<'_>, head: Json, lines: &[Line<'_>]) -> Json {
    let entry = |(account, coop, (currency, original, rate), debit, credit): &Line<'_>| {
        json!({
            "account": account, "coop": coop, "currency": currency, "original": original, "rate": rate, "debit": debit,
            "credit": credit,
        })
    };
    let mut body = head;
    body["entries"] = lines.iter().map(entry).collect();
    done(fin.post("/trial/voucher", body))
}

/// The rooms' own data, partners, bank accounts and the chart, and the vouchers of 2026-06 and 2026-07.
pub fn fixture(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.database(|app, conn| book::format::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
    world.wait(seed::money::bank_accounts(&world.maker()));
    world.wait(seed::money::chart(&world.maker()));
    let fin = world.login("fin01");
    let head = |date: &str, kind: &str, table: &str, source: &str| json!({ "date": date, "kind": kind, "table": table, "source": source, "summary": format!("凭证 {source}") });
    let own = |amount: i64| ("CNY", amount, ONE);
    voucher(
        &fin,
        head("2026-06-02", book::INCOME, "invoice", "26000001"),
        &[
            ("1122", "KH002", own(9_000_000), 9_000_000, 0),
            ("6001", "", own(8_490_570), 0, 8_490_570),
            ("222101", "", own(509_430), 0, 509_430),
        ],
    );
    let dollars = |rate: i64| ("USD", 2_400_000, rate);
    voucher(
        &fin,
        head("2026-06-05", book::COST, "invoice", "G0001"),
        &[("6401", "", dollars(7_000_000), 16_800_000, 0), ("2202", "GYS002", dollars(7_000_000), 0, 16_800_000)],
    );
    voucher(
        &fin,
        head("2026-06-15", book::INCOME_SETTLED, "write_off", "SE-RW-2606150001"),
        &[("100201", "", own(5_000_000), 5_000_000, 0), ("1122", "KH002", own(5_000_000), 0, 5_000_000)],
    );
    voucher(
        &fin,
        head("2026-06-20", book::COST_SETTLED, "write_off", "SE-PW-2606200001"),
        &[
            ("2202", "GYS002", dollars(7_000_000), 16_800_000, 0),
            ("660302", "", own(120_000), 120_000, 0),
            ("100202", "", dollars(7_050_000), 0, 16_920_000),
        ],
    );
    voucher(
        &fin,
        head("2026-07-10", book::ADVANCE_IN, "advance", "PA-2607100001"),
        &[
            ("100202", "", ("USD", 1_000_000, 7_100_000), 7_100_000, 0),
            ("2203", "KH001", ("USD", 1_000_000, 7_100_000), 0, 7_100_000),
        ],
    );
}

/// Gives a voucher back.
pub fn returned(fin: &Caller<'_>, id: &str) {
    done(fin.post("/trial/return", json!({ "id": id })));
}

/// The row of a voucher.
pub fn id_of(world: &World, month: &str, number: i64) -> String {
    world.database(|_, conn| {
        let mut select = sql::from(COMPANY, book::TABLE);
        select
            .column("id")
            .and_where(sql::eq("month", month.to_owned()))
            .and_where(sql::eq("number", number))
            .and_where(sql::eq("state", book::VALID.to_owned()));
        conn.first(&select.into()).unwrap().unwrap().get::<i64>(0).unwrap().to_string()
    })
}

/// The id of an account.
pub fn account_of(world: &World, code: &str) -> String {
    world.database(|_, conn| {
        let mut select = sql::from(COMPANY, account::TABLE);
        select.column("id").and_where(sql::eq("code", code.to_owned()));
        conn.first(&select.into()).unwrap().unwrap().get::<i64>(0).unwrap().to_string()
    })
}

/// The name of a partner.
pub fn coop_of(world: &World, code: &str) -> String {
    world.database(|_, conn| {
        let mut select = sql::from(COMPANY, "coop");
        select.column("coop_name").and_where(sql::eq("coop_code", code.to_owned()));
        conn.first(&select.into()).unwrap().unwrap().get(0).unwrap()
    })
}

/// Two vouchers of the month of the world, whatever they were made of: for what is tried on every list.
pub fn some(world: &World) {
    world.database(|app, conn| {
        book::format::load(conn, &app.mint, app.clock.now()).expect("loads");
        let now = app.clock.now();
        let account = |conn: &mut dyn Conn, code: &str| {
            let mut select = sql::from(COMPANY, account::TABLE);
            select.column("id").and_where(sql::eq("code", code.to_owned()));
            conn.first(&select.into()).unwrap().unwrap().get::<i64>(0).unwrap()
        };
        let accounts = [account(conn, "1122"), account(conn, "6001")];
        let (day, month) = (kernel::show_day(now.day()), period::month_of(now.day()));
        for number in [801_i64, 803] {
            let amount = number * 1_000;
            let id = app.mint.next(now).0;
            let stamps = [
                ("version", Value::Int(1)),
                ("created_by", Value::Int(0)),
                ("created_at", Value::Int(now.millis())),
                ("updated_by", Value::Int(0)),
                ("updated_at", Value::Int(now.millis())),
            ];
            let mut cells = vec![
                ("id", Value::Int(id)),
                ("voucher_date", Value::Text(day.clone())),
                ("month", Value::Text(month.clone())),
                ("word", Value::Text("记".to_owned())),
                ("number", Value::Int(number)),
                ("kind", Value::Text(book::INCOME.to_owned())),
                ("attachments", Value::Int(1)),
                ("summary", Value::Text(format!("挂账{number}"))),
                ("debit", Value::Int(amount)),
                ("credit", Value::Int(amount)),
                ("state", Value::Text(book::VALID.to_owned())),
            ];
            cells.extend(stamps);
            conn.exec(&sql::insert(COMPANY, book::TABLE, &cells).into()).unwrap();
            for (line, account) in (1_i64..).zip(accounts) {
                let side = |wanted: i64| Value::Int(if line == wanted { amount } else { 0 });
                let cells = [
                    ("id", Value::Int(app.mint.next(now).0)),
                    ("voucher_id", Value::Int(id)),
                    ("line", Value::Int(line)),
                    ("summary", Value::Text("挂账".to_owned())),
                    ("account_id", Value::Int(account)),
                    ("currency_code", Value::Text("CNY".to_owned())),
                    ("original", Value::Int(amount)),
                    ("exchange_rate", Value::Int(ONE)),
                    ("debit", side(1)),
                    ("credit", side(2)),
                ];
                conn.exec(&sql::insert(COMPANY, book::ENTRY, &cells).into()).unwrap();
            }
            let logged = [
                ("id", Value::Int(app.mint.next(now).0)),
                ("month", Value::Text(month.clone())),
                ("word", Value::Text("记".to_owned())),
                ("number", Value::Int(number)),
                ("act", Value::Text("GIVEN".to_owned())),
                ("voucher_id", Value::Int(id)),
                ("acted_by", Value::Int(0)),
                ("acted_at", Value::Int(now.millis())),
            ];
            conn.exec(&sql::insert(COMPANY, book::NUMBER_LOG, &logged).into()).unwrap();
        }
    });
}

/// A document of each kind that waits for its voucher.
pub fn waiting(world: &World) {
    let day = ("'2026-07-15'", "'CNY'");
    world.lay("freight_order", &[("id", "1"), ("order_code", "'AE-1'"), ("business_scope", "'AE'")]);
    for (id, side) in [("1", "'RECEIVABLE'"), ("2", "'PAYABLE'")] {
        let invoice =
            [("id", id), ("side", side), ("state", "'NORMAL'"), ("invoice_date", day.0), ("currency_code", day.1)];
        world.lay("invoice", &invoice);
        let charge = [("id", id), ("kind", side), ("state", "'NORMAL'"), ("line", id), ("financial_date", day.0)];
        world.lay("charge", &[&charge[..], &[("currency_code", day.1)]].concat());
        let settled =
            [("id", id), ("write_off_num", id), ("side", side), ("state", "'VALID'"), ("method", "'ACCOUNT'")];
        world.lay(
            "write_off",
            &[&settled[..], &[("write_off_date", day.0), ("currency_code", day.1), ("business_scope", "'AE'")]]
                .concat(),
        );
    }
    for (id, kind, moved) in [("1", "'IN'", "-1"), ("2", "'OUT'", "1")] {
        let advance = [
            ("id", id),
            ("advance_num", id),
            ("kind", kind),
            ("state", "'VALID'"),
            ("account_id", "1"),
            ("advance_date", day.0),
        ];
        world.lay("advance", &[&advance[..], &[("currency_code", day.1)]].concat());
        let refund = [("id", id), ("kind", "'REFUND'"), ("source", "'advance'"), ("amount", moved)];
        world.lay("fund_movement", &[&refund[..], &[("movement_date", day.0)]].concat());
    }
    let request = [("id", "1"), ("kind", "'OTHER'"), ("state", "'PAID'"), ("currency_code", day.1)];
    let asked =
        [("due_date", day.0), ("business_scope", "'AE'"), ("urgency", "'NORMAL'"), ("payment_method", "'TRANSFER'")];
    world.lay("payment_request", &[&request[..], &asked[..]].concat());
    let owed = account_of(world, "2241");
    let report =
        [("id", "1"), ("report_num", "'ER-1'"), ("kind", "'EXPENSE'"), ("mode", "'PERSON'"), ("state", "'PAID'")];
    let paid = [("payment_method", "'TRANSFER'"), ("report_date", day.0), ("financial_date", day.0)];
    world.lay("expense_report", &[&report[..], &paid[..], &[("bank_account_id", &*owed)]].concat());
    for (id, kind, source) in [("3", "'PAYMENT'", "'payment_request'"), ("4", "'EXPENSE'", "'expense_report'")] {
        let moved = [("id", id), ("kind", kind), ("source", source), ("source_id", "1"), ("amount", "-1")];
        world.lay("fund_movement", &[&moved[..], &[("movement_date", day.0)]].concat());
    }
    world.lay("offsetting", &[("id", "1"), ("state", "'VALID'"), ("offset_date", day.0)]);
    world.lay("fund_transfer", &[("id", "1"), ("transfer_date", day.0)]);
    for (id, kind) in [("1", "'REVALUED'"), ("2", "'ACCRUED'")] {
        world.lay(
            "period_run",
            &[("id", id), ("kind", kind), ("state", "'VALID'"), ("month", "'2026-06'"), ("body", "'{}'")],
        );
    }
}
