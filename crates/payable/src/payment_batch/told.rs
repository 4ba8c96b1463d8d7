//! What is told of a file beside our cost, on the page and as a workbook.

use charge::ledger::{COST_VIEW, money_text};
use kernel::{Msg, div_half_up, format_scaled};
use platform::call::{Answer, Call, Outcome};
use platform::files::XLSX;
use platform::import::messages::{NO_ROWS, TOO_MANY_ROWS};
use platform::list::inert;
use platform::refusal::Refusal;
use platform::saving::refused_workbook;
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use trade::charge::Currency;

use super::ROWS_MAX;
use super::compare::{Compared, Frame, Outcome as Came};

/// Hundredths of a percent.
const WHOLE: i128 = 10_000;

/// The answer of a file that was read.
pub(super) fn answer(call: &Call, (frame, currency): (&Frame, Currency), rows: &[Compared]) -> Outcome {
    let money = |raw: i64| money_text(raw, currency);
    let sum = |of: fn(&Compared) -> i64| money(rows.iter().map(of).fold(0, i64::saturating_add));
    let told: Vec<Json> = rows.iter().map(|row| told(row, currency, call.language())).collect();
    Ok(Answer::Data(json!({
        "needsMapping": false, "rows": told, "currency": currency.code(), "serviceItemIds": frame.service_item_ids,
        "totals": {
            "amount": sum(Compared::amount), "noPaymentAmount": sum(Compared::rest),
            "uploadAmount": sum(|row| row.billed.amount), "errorAmount": sum(Compared::error),
        },
    })))
}

fn told(row: &Compared, currency: Currency, language: &str) -> Json {
    let money = |raw: i64| money_text(raw, currency);
    let is_known = !matches!(row.outcome, Came::NoOrder);
    let why = row.why.as_ref().map(|why| why.in_language(language).to_owned());
    json!({
        "code": row.billed.code, "orderCodes": row.orders.iter().map(|order| &order.code).collect::<Vec<_>>(),
        "bizDate": row.day(), "amount": is_known.then(|| money(row.amount())),
        "noPaymentAmount": is_known.then(|| money(row.rest())), "uploadAmount": money(row.billed.amount),
        "errorAmount": money(row.error()), "errorRate": rate(row.error(), row.rest()), "result": row.outcome,
        "why": why, "deals": row.outcome.deals(), "deal": row.outcome.deals().first(), "seen": row.seen(),
        "correction": row.billed.correction,
    })
}

/// 误差%: none where there is nothing of ours.
fn rate(error: i64, rest: i64) -> Option<String> {
    if rest == 0 {
        return None;
    }
    let part = i128::from(error) * WHOLE * i128::from(rest.signum());
    let raw = i64::try_from(div_half_up(part, i128::from(rest).abs())).ok()?;
    Some(format_scaled(raw, 2, 2))
}

/// The headings of the workbook; figures stand in the middle.
const HEADINGS: [(&str, &str, bool); 9] = [
    ("单号", "Number", false),
    ("业务日期", "Business date", false),
    ("原成本金额", "Cost", true),
    ("可对账金额", "Left", true),
    ("供应商金额", "Supplier's amount", true),
    ("误差金额", "Difference", true),
    ("误差%", "Difference %", true),
    ("结果", "Result", false),
    ("处理", "Dealt with", false),
];

/// A row as its page shows it, in its words.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Shown {
    code: String,
    biz_date: Option<String>,
    amount: Option<String>,
    no_payment_amount: Option<String>,
    upload_amount: Option<String>,
    error_amount: Option<String>,
    error_rate: Option<String>,
    deal: String,
    result: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    rows: Vec<Shown>,
}

const TITLE: Msg = Msg::new("payment_batch.export", "供应商账单差异", "Differences of a supplier's bill");

/// POST /css/payment/batchExport: nobody keeps what was told; who was told it brings it.
pub(super) fn export(call: &mut Call) -> Outcome {
    call.actor()?.need(COST_VIEW)?;
    let Asked { rows } = call.json()?;
    if rows.is_empty() {
        return Err(Refusal::business(NO_ROWS));
    }
    if rows.len() > ROWS_MAX {
        return Err(Refusal::Business(TOO_MANY_ROWS.with(&[("n", &ROWS_MAX.to_string())])));
    }
    let bytes = book(&rows, call.language().starts_with("en")).map_err(refused_workbook)?;
    let name = TITLE.text().in_language(call.language()).to_owned();
    let name = format!("{name}_{}.xlsx", call.now().local().strftime("%Y%m%d%H%M%S"));
    Ok(Answer::File { name, mime: XLSX.to_owned(), bytes, inline: false })
}

fn book(rows: &[Shown], english: bool) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let bold = Format::new().set_bold();
    let money = Format::new().set_num_format("#,##0.00");
    sheet.set_freeze_panes(1, 0)?;
    for (column, (zh, en, _)) in (0..).zip(HEADINGS) {
        sheet.set_column_width(column, 16)?;
        sheet.write_string_with_format(0, column, if english { en } else { zh }, &bold)?;
    }
    for (line, row) in (1..).zip(rows) {
        let cells = [
            Some(&row.code),
            row.biz_date.as_ref(),
            row.amount.as_ref(),
            row.no_payment_amount.as_ref(),
            row.upload_amount.as_ref(),
            row.error_amount.as_ref(),
            row.error_rate.as_ref(),
            Some(&row.result),
            Some(&row.deal),
        ];
        for (column, (cell, (_, _, is_figure))) in (0..).zip(cells.into_iter().zip(HEADINGS)) {
            let Some(text) = cell else { continue };
            match text.parse::<f64>() {
                Ok(figure) if is_figure => sheet.write_number_with_format(line, column, figure, &money)?,
                _ => sheet.write_string(line, column, inert(text))?,
            };
        }
    }
    book.save_to_buffer()
}
