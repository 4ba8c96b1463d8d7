//! The write-off of a customer with five thousand open rows: what its form shows, and all of it settled at once and undone.

use std::time::Instant as Stopwatch;

use kernel::show_day;
use platform::store::Value;
use serde_json::{Value as Json, json};

use super::base::{CNY, account_id};
use super::{Bench, ID_STEP, OWNERS, told};
use crate::floor::Sql;
use crate::orders::customer_id;
use crate::{Fault, verdict};

/// How often each is done.
const ROUNDS: usize = 3;
/// Seconds the form takes at most: it is a page like others.
const FORM_TARGET: f64 = 1.0;
const BASE: &str = "/css/incomeWriteoff";

/// Measures both.
pub fn measure(bench: &Bench<'_>) -> Result<(), Fault> {
    let org = Bench::org();
    let [wide, _] = OWNERS;
    let (coop, account) = (customer_id(org, wide), account_id(org, CNY));
    let path = format!("{BASE}/save/first?coopId={coop}&method=ACCOUNT&accountId={account}");
    let (mut looks, mut saves, mut undone) = (Vec::new(), Vec::new(), Vec::new());
    let open = open_rows(bench, coop)?;
    let mut targets = 0;
    for _ in 0..ROUNDS {
        let begun = Stopwatch::now();
        let form = bench.ask("GET", &path, "")?;
        looks.push(begun.elapsed().as_secs_f64());
        let rows = asked(&form);
        targets = rows.len();
        let body = json!({
            "coopId": coop.to_string(), "method": "ACCOUNT", "accountId": account.to_string(),
            "date": show_day(bench.site.plan.today()), "targets": rows,
        });
        let begun = Stopwatch::now();
        let saved = bench.ask("POST", &format!("{BASE}/save"), &body.to_string())?;
        saves.push(begun.elapsed().as_secs_f64());
        if open_rows(bench, coop)? != 0 {
            return Err("the write-off left rows open".into());
        }
        undone.push(reverse(bench, &saved)?);
    }
    if open_rows(bench, coop)? != open {
        return Err("what was undone is not open again".into());
    }
    println!("\na customer with {open} open rows, {targets} targets");
    let look = bench.floor(vec![found(bench, coop)], Vec::new())?;
    let longest = looks.iter().copied().fold(0.0, f64::max);
    told(
        "the form of its write-off",
        &looks,
        look,
        &format!("≤ {FORM_TARGET:.0} s {}", verdict(longest <= FORM_TARGET)),
    );
    let write = bench.floor(Vec::new(), settled(bench, coop))?;
    told("all of it settled", &saves, write, "");
    told("and undone", &undone, write, "");
    Ok(())
}

fn open_rows(bench: &Bench<'_>, coop: i64) -> Result<i64, Fault> {
    bench.number(&format!(
        "SELECT COUNT(*) FROM debit_note_row r JOIN debit_note n ON n.org_id = r.org_id AND n.id = r.note_id \
         WHERE n.org_id = {} AND n.coop_id = {coop} AND n.state = 'NORMAL' AND r.amount <> r.settled",
        Bench::org()
    ))
}

/// The rows of a form, each settled wholly.
fn asked(form: &Json) -> Vec<Json> {
    let rows = form.get("targets").and_then(Json::as_array).into_iter().flatten();
    let row = |row: &Json| {
        let open = row.get("open").map(|open| open.to_string().replace('"', "")).unwrap_or_default();
        json!({ "id": row.get("id"), "amount": open })
    };
    rows.map(row).collect()
}

/// Seconds it takes to undo a write-off.
fn reverse(bench: &Bench<'_>, saved: &Json) -> Result<f64, Fault> {
    let id = saved.get("writeoffId").and_then(Json::as_str).ok_or_else(|| format!("no write-off: {saved}"))?;
    let version = bench.ask("GET", &format!("{BASE}/{id}"), "")?.get("version").cloned().unwrap_or_default();
    let body = json!({ "version": version, "reverseReason": "录错" }).to_string();
    let begun = Stopwatch::now();
    bench.ask("POST", &format!("{BASE}/{id}/reverse"), &body)?;
    Ok(begun.elapsed().as_secs_f64())
}

/// What the form reads.
fn found(bench: &Bench<'_>, coop: i64) -> Sql {
    bench.site.floor.sql(
        "SELECT r.id, r.note_id, r.currency_code, r.amount, r.settled, n.note_num, n.note_date, n.due_date, \
         s.statement_num, s.statement_date, o.biz_number, o.order_code, o.biz_date FROM debit_note n \
         JOIN debit_note_row r ON r.org_id = n.org_id AND r.note_id = n.id \
         JOIN freight_order o ON o.org_id = n.org_id AND o.id = n.order_id \
         LEFT JOIN statement s ON s.org_id = n.org_id AND s.id = n.statement_id \
         WHERE n.org_id = ? AND n.coop_id = ? AND n.state = 'NORMAL' AND r.amount <> r.settled ORDER BY n.note_date",
        vec![Value::Int(Bench::org()), Value::Int(coop)],
    )
}

/// The rows a write-off writes: itself, its lines, the rows it settles, their bills, statements and orders. It is a reversed
/// one, so that nobody counts it.
fn settled(bench: &Bench<'_>, coop: i64) -> Vec<Sql> {
    let org = Bench::org();
    // Far from any id there is.
    let id = -coop * ID_STEP;
    let notes = "SELECT id FROM debit_note WHERE org_id = ? AND coop_id = ?";
    let of_coop = || vec![Value::Int(org), Value::Int(org), Value::Int(coop)];
    let one = |text: &str, values: Vec<Value>| bench.site.floor.sql(text, values);
    vec![
        one(
            "INSERT INTO write_off (org_id, id, write_off_num, side, business_scope, coop_id, write_off_date, method, \
             currency_code, money, exchange_rate, money_functional, carrying, exchange_diff, state, version, created_by, \
             created_at, updated_by, updated_at) VALUES (?, ?, 'AE-RW-FLOOR', 'RECEIVABLE', 'AE', ?, '2000-01-01', 'ACCOUNT', \
             'CNY', 0, 1000000, 0, 0, 0, 'REVERSED', 1, 0, 0, 0, 0)",
            vec![Value::Int(org), Value::Int(id), Value::Int(coop)],
        ),
        one(
            "INSERT INTO write_off_line (org_id, id, write_off_id, side, row_id, document_id, order_id, currency_code, amount, \
             money, money_functional, carrying, exchange_diff, is_reversed) SELECT r.org_id, -r.id, CAST(? AS bigint), 'RECEIVABLE', r.id, n.id, \
             n.order_id, r.currency_code, r.amount, r.amount, r.functional, r.functional, 0, TRUE FROM debit_note n \
             JOIN debit_note_row r ON r.org_id = n.org_id AND r.note_id = n.id WHERE n.org_id = ? AND n.coop_id = ?",
            vec![Value::Int(id), Value::Int(org), Value::Int(coop)],
        ),
        one(
            &format!("UPDATE debit_note_row SET settled = settled + 0 WHERE org_id = ? AND note_id IN ({notes})"),
            of_coop(),
        ),
        one(
            "UPDATE debit_note SET functional_open = functional_open + 0, version = version + 1 \
             WHERE org_id = ? AND coop_id = ?",
            vec![Value::Int(org), Value::Int(coop)],
        ),
        one(
            "UPDATE statement SET functional_open = functional_open + 0, version = version + 1 \
             WHERE org_id = ? AND coop_id = ?",
            vec![Value::Int(org), Value::Int(coop)],
        ),
        one(
            "UPDATE order_finance SET version = version + 1 WHERE org_id = ? AND order_id IN \
             (SELECT order_id FROM debit_note WHERE org_id = ? AND coop_id = ?)",
            of_coop(),
        ),
    ]
}
