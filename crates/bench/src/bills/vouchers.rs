//! The vouchers of a month of fifty thousand orders: one for the invoice of each, made in the calls a user makes, and handed
//! over to the books in files.

use std::time::Instant as Stopwatch;

use platform::store::Value;
use serde_json::{Value as Json, json};

use super::{Bench, ID_STEP, Role};
use crate::export::figure;
use crate::floor::Sql;
use crate::{Fault, verdict};

/// Entries a second, of making vouchers and of handing them over.
const TARGET: f64 = 1_000.0;
/// Documents and vouchers of one call.
const AT_ONCE: usize = 2_000;
/// What an invoice in CNY lies behind the order that leads it.
const INVOICE: i64 = 8 * ID_STEP;

/// Measures both.
pub fn measure(bench: &Bench<'_>) -> Result<(), Fault> {
    let plan = &bench.site.plan;
    let (first, count) = bench.shape.month;
    let waiting = (first..first + count).filter(|n| bench.shape.role(*n) == Role::Month);
    let invoices: Vec<i64> = waiting.map(|n| plan.id(n) + INVOICE).collect();
    let before = entries(bench)?;
    let (mut vouchers, mut taken) = (Vec::new(), 0.0);
    for some in invoices.chunks(AT_ONCE) {
        let ids: Vec<String> = some.iter().map(ToString::to_string).collect();
        let body = json!({ "ids": ids, "mode": "EACH" }).to_string();
        let begun = Stopwatch::now();
        let made = bench.ask("POST", "/css/voucherExport/generate", &body)?;
        taken += begun.elapsed().as_secs_f64();
        let ids = made.get("vouchers").and_then(Json::as_array).into_iter().flatten();
        vouchers.extend(ids.filter_map(|one| Some(one.get("id")?.as_str()?.to_owned())));
    }
    if vouchers.len() != invoices.len() {
        return Err(format!("{} invoices became {} vouchers", invoices.len(), vouchers.len()).into());
    }
    let rows = entries(bench)? - before;
    println!("\n{} vouchers with {rows} entries", vouchers.len());
    let chunk: Vec<i64> = vouchers.iter().take(AT_ONCE).filter_map(|id| id.parse().ok()).collect();
    let share = count_of(chunk.len()) / count_of(vouchers.len()).max(1.0);
    let plain = bench.floor(Vec::new(), copied(bench, &chunk))? / share.max(1e-9);
    line("made", rows, taken, plain);
    let (mut taken, mut bytes) = (0.0, 0);
    for some in vouchers.chunks(AT_ONCE) {
        let body = json!({ "ids": some }).to_string();
        let begun = Stopwatch::now();
        bytes += bench.fetch("POST", "/css/voucher/export", &body)?;
        taken += begun.elapsed().as_secs_f64();
    }
    let plain = bench.floor(vec![read(bench, &chunk)], Vec::new())? / share.max(1e-9);
    line(&format!("handed over, {} KB", bytes / 1_024), rows, taken, plain);
    Ok(())
}

fn entries(bench: &Bench<'_>) -> Result<i64, Fault> {
    bench.number(&format!("SELECT COUNT(*) FROM voucher_entry WHERE org_id = {}", Bench::org()))
}

fn count_of(length: usize) -> f64 {
    figure(u64::try_from(length).unwrap_or_default())
}

fn line(name: &str, rows: i64, taken: f64, floor: f64) {
    let rate = figure(u64::try_from(rows).unwrap_or_default()) / taken.max(1e-9);
    println!(
        "{name:<42} {taken:>8.2} s  {rate:>9.0} rows/s  floor {floor:>6.2} s  ratio {:>5.2}  ≥ {TARGET:.0} {}",
        floor / taken.max(1e-9),
        verdict(rate >= TARGET)
    );
}

/// The rows of some vouchers written again, each statement by itself: returned ones, so that nobody counts them.
fn copied(bench: &Bench<'_>, vouchers: &[i64]) -> Vec<Sql> {
    const TEXTS: [&str; 4] = [
        "INSERT INTO voucher (org_id, id, voucher_date, month, word, number, kind, attachments, summary, debit, credit, state, \
         version, created_by, created_at, updated_by, updated_at) SELECT org_id, -id, voucher_date, month, word, number, kind, \
         attachments, summary, debit, credit, 'RETURNED', 1, created_by, created_at, updated_by, updated_at FROM voucher \
         WHERE org_id = ? AND id = ?",
        "INSERT INTO voucher_entry (org_id, id, voucher_id, line, summary, account_id, coop_id, currency_code, original, \
         exchange_rate, debit, credit) SELECT org_id, -id, -voucher_id, line, summary, account_id, coop_id, currency_code, \
         original, exchange_rate, debit, credit FROM voucher_entry WHERE org_id = ? AND voucher_id = ?",
        "INSERT INTO voucher_source (org_id, id, voucher_id, kind, source, source_id, number, is_freed) SELECT org_id, -id, \
         -voucher_id, kind, source, source_id, number, TRUE FROM voucher_source WHERE org_id = ? AND voucher_id = ?",
        "UPDATE invoice SET voucher_id = voucher_id WHERE org_id = ? AND voucher_id = ?",
    ];
    let org = Bench::org();
    let of_one = |id: &i64| {
        let values = vec![Value::Int(org), Value::Int(*id)];
        TEXTS.map(|text| bench.site.floor.sql(text, values.clone()))
    };
    vouchers.iter().flat_map(of_one).collect()
}

/// The entries of some vouchers as a file holds them.
fn read(bench: &Bench<'_>, vouchers: &[i64]) -> Sql {
    let ids: Vec<String> = vouchers.iter().map(ToString::to_string).collect();
    bench.site.floor.sql(
        &format!(
            "SELECT v.voucher_date, v.word, v.number, e.line, e.summary, a.code, a.full_name, c.coop_code, c.coop_name, \
             e.currency_code, e.original, e.exchange_rate, e.debit, e.credit FROM voucher v \
             JOIN voucher_entry e ON e.org_id = v.org_id AND e.voucher_id = v.id \
             JOIN financial_account a ON a.org_id = e.org_id AND a.id = e.account_id \
             LEFT JOIN coop c ON c.org_id = e.org_id AND c.id = e.coop_id \
             WHERE v.org_id = ? AND v.id IN ({}) ORDER BY v.id, e.line",
            ids.join(", ")
        ),
        vec![Value::Int(Bench::org())],
    )
}
