//! The server killed in the middle of 200 write-offs of the same row at the same time, from a receipt and from an account: what
//! was acknowledged is there once, nothing is written off twice or half, and what is done again after the restart under the same
//! name is done once.

use std::collections::BTreeMap;
use std::sync::Mutex;

use kernel::Clock;
use platform::store::Value;
use seed::Client;
use seed::fixture::Maker;
use seed::money::{Charge, bank_accounts, chart, enter, open_months};
use serde_json::{Value as Json, json};

use crate::database::{on_postgresql, query};
use crate::durability::{PASSWORD, Place, Server, body};

/// Write-offs at the same time.
const CALLERS: usize = 200;
/// Acknowledged ones after which the server is killed.
const KILL_AFTER: usize = 40;
/// What each settles, what the row comes to, and what the receipt has: thousandths. The row takes 120 of them, the receipt has
/// enough for 90.
const EACH: i64 = 100_000;
const ROW: i64 = 12_000_000;
const RECEIPT: i64 = 9_000_000;

#[test]
fn write_offs_outlive_a_kill_once_on_sqlite() {
    story(&Place::named("write-offs-sqlite", String::new()));
}

#[test]
fn write_offs_outlive_a_kill_once_on_postgresql() {
    on_postgresql("write_offs", |url| story(&Place::named("write-offs-postgresql", url)));
}

/// What all write-offs are about.
#[derive(Debug, Clone)]
struct Ground {
    coop: String,
    account: String,
    receipt: String,
    row: String,
    today: String,
}

/// A bill of 12,000.00 of a customer, and 9,000.00 he paid, made before the server starts.
fn prepared(place: &Place) -> Ground {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("runs");
    let _inside = runtime.enter();
    let app = app::start::open(&place.config, Clock::System).expect("the product opens");
    let based = app.system_write(|conn| {
        seed::people::platform_org(&app, conn)?;
        base::load::load(conn, &app.mint, app.clock.now())?;
        charge::item::load(conn, &app.mint, app.clock.now())
    });
    based.expect("the platform's rows");
    seed::people::fixture(&app, PASSWORD).expect("the people");
    let maker = Maker { app: &app, nobody: Client::anonymous(platform::web::router(&app)), password: PASSWORD };
    runtime.block_on(billed(&maker)).expect("a bill and a receipt")
}

async fn billed(maker: &Maker<'_>) -> Result<Ground, String> {
    seed::fixture::partners(maker).await?;
    bank_accounts(maker).await?;
    chart(maker).await?;
    let day = Clock::System.now().day();
    let clerk = maker.user("cs01").await?;
    let coop = maker.coop_id(&clerk, "KH001").await?;
    let made = clerk.post("/afbase/order/doSave", body(&coop, 0, None)).await.success("order")?;
    let uuid = made["orderUuid"].as_str().unwrap_or_default().to_owned();
    let income = [Charge {
        side: "income",
        item: "操作-操作费",
        coop: "KH001",
        currency: "CNY",
        price: "12000",
        basis: ("票", None),
        tax: "0%",
    }];
    let fin = maker.user("fin01").await?;
    let list = enter(&fin, &uuid, &income).await?;
    open_months(&fin, day).await?;
    let asked = json!({ "chargeIds": [list["income"][0]["id"]] });
    fin.post("/css/debitNote/batchSave", asked).await.success("note")?;
    let (account, today) = (seed::received::account(&fin, "CNY").await?, kernel::show_day(day));
    let paid = json!({ "receiptDate": today, "accountId": account, "amount": "9000.00", "coopId": coop });
    let paid = fin.post("/css/receipt/save", paid).await.success("receipt")?;
    let receipt = paid["id"].as_str().unwrap_or_default().to_owned();
    let first = fin.get(&format!("/css/receipt/{receipt}/writeOff/first")).await.success("what is open")?;
    let row = first["targets"][0]["id"].as_str().unwrap_or_default().to_owned();
    Ok(Ground { coop, account, receipt, row, today })
}

/// What a caller asks for: every second one from the account, the others from the receipt.
fn wanted(ground: &Ground, caller: usize) -> String {
    let mut body = json!({
        "coopId": ground.coop, "date": ground.today, "targets": [{ "id": ground.row, "amount": "100.00" }],
        "requestId": format!("write-off-{caller}"),
    });
    (body["method"], body["accountId"], body["receiptId"]) = if caller.is_multiple_of(2) {
        (json!("ACCOUNT"), json!(ground.account), Json::Null)
    } else {
        (json!("RECEIPT"), Json::Null, json!(ground.receipt))
    };
    body.to_string()
}

/// All callers at the same time; by caller the id of the write-off that was acknowledged. Killed after so many of them.
fn write_off(server: &Server, token: &str, ground: &Ground, kill_after: usize) -> BTreeMap<usize, i64> {
    let acknowledged = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for caller in 0..CALLERS {
            let acknowledged = &acknowledged;
            scope.spawn(move || {
                let answer = server.call(token, "POST", "/css/incomeWriteoff/save", &wanted(ground, caller));
                let Some(answer) = answer.filter(|answer| answer["code"] == 0) else { return };
                let id = answer["data"]["writeoffId"].as_str().and_then(|id| id.parse().ok()).expect("an id");
                let mut all = acknowledged.lock().expect("the list");
                all.insert(caller, id);
                let is_enough = all.len() == kill_after;
                drop(all);
                if is_enough {
                    server.kill();
                }
            });
        }
    });
    acknowledged.into_inner().expect("the list")
}

/// The write-offs in force, with what their lines settle.
fn written(place: &Place) -> BTreeMap<i64, i64> {
    let text = "SELECT w.id, CAST(COALESCE(SUM(l.amount), 0) AS BIGINT) FROM write_off w LEFT JOIN write_off_line l \
                ON l.org_id = w.org_id AND l.write_off_id = w.id AND NOT l.is_reversed WHERE w.state = 'VALID' GROUP BY w.id";
    let rows = query(&place.config.store(), text);
    let pair = |row: &Vec<Value>| match row.as_slice() {
        [Value::Int(id), Value::Int(settled)] => (*id, *settled),
        other => panic!("{other:?}"),
    };
    rows.iter().map(pair).collect()
}

/// Row, bill, receipt and account are what the write-offs in force say. Answers how many there are.
fn holds(place: &Place) -> i64 {
    let all = written(place);
    assert!(all.values().all(|settled| *settled == EACH), "a write-off is half there: {all:?}");
    let count = i64::try_from(all.len()).expect("few");
    let sum = |text: &str| place.number(&format!("SELECT CAST(COALESCE({text}, 0) AS BIGINT)"));
    assert!(count * EACH <= ROW, "{count} write-offs of one row");
    assert_eq!(sum("(SELECT settled FROM debit_note_row)"), count * EACH, "what is settled of the row");
    assert_eq!(sum("(SELECT functional_settled FROM debit_note)"), count * EACH, "what is settled of the bill");
    let of = |method: &str| {
        sum(&format!("(SELECT SUM(money) FROM write_off WHERE state = 'VALID' AND method = '{method}')"))
    };
    let (received, direct) = (of("RECEIPT"), of("ACCOUNT"));
    assert_eq!(received + direct, count * EACH);
    assert_eq!(sum("(SELECT settled FROM receipt)"), received, "what is used of the receipt");
    assert_eq!(sum("(SELECT open_amount FROM receipt)"), RECEIPT - received);
    assert_eq!(sum("(SELECT SUM(amount) FROM fund_movement)"), RECEIPT + direct, "what came to the account");
    assert_eq!(sum("(SELECT COUNT(*) - COUNT(DISTINCT write_off_num) FROM write_off)"), 0, "a number is given twice");
    let status = match count * EACH {
        0 => "MADE",
        ROW => "SETTLED",
        _ => "PART_SETTLED",
    };
    assert_eq!(sum(&format!("(SELECT COUNT(*) FROM debit_note WHERE status = '{status}')")), 1, "{status}");
    count
}

fn story(place: &Place) {
    let ground = prepared(place);
    let server = Server::start(place);
    let token = server.log_in("fin01");
    let acknowledged = write_off(&server, &token, &ground, KILL_AFTER);
    assert!(acknowledged.len() >= KILL_AFTER, "{} answers", acknowledged.len());
    place.wait_for_its_sessions();

    // As it was left: all that was acknowledged, each once and wholly.
    let before = written(place);
    for (caller, id) in &acknowledged {
        assert!(before.contains_key(id), "the write-off of caller {caller} was acknowledged and is gone");
    }
    let count = holds(place);
    assert!(count < ROW / EACH, "the kill came too late: {count} of them");

    // Everybody asks again under his name: who was answered is answered the same, the others fill the row and no more.
    let server = Server::start(place);
    let again = write_off(&server, &token, &ground, usize::MAX);
    for (caller, id) in &acknowledged {
        assert_eq!(again.get(caller), Some(id), "caller {caller} is answered otherwise");
    }
    drop(server);
    place.wait_for_its_sessions();
    let all = written(place);
    assert!(before.keys().all(|id| all.contains_key(id)), "a write-off went");
    assert_eq!(holds(place), ROW / EACH, "the row is settled to its end and no further");
}
