//! 上传: a supplier's file is read and compared; nothing is kept.

use std::collections::BTreeMap;

use charge::ledger::COST_VIEW;
use kernel::{Id, Msg, Text, parse_scaled};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Part};
use platform::field::{Field, flag_of};
use platform::files::XLSX;
use platform::import::messages::{NO_ROWS, UNREADABLE, WRONG_TYPE};
use platform::import::{TableRow, blank_table, cell_number, read_cells, read_table};
use platform::refusal::{Refusal, messages};
use serde_json::{Value as Json, json};
use trade::charge::Money;

use super::cass::{self, Mapping};
use super::compare::{Billed, FileType, Frame, compare};
use super::{ROWS_MAX, told};

/// Faults of a file that are told.
const TOLD_MAX: usize = 20;

const WRONG_FILE: Msg = Msg::new(
    "payment_batch.file",
    "请上传正确格式的文件，仅支持xlsx",
    "Please upload a file of the right kind: an .xlsx workbook.",
);
const BAD_AMOUNT: Msg = Msg::new("payment_batch.amount", "第{n}行金额格式有误", "Row {n}: this is no amount.");
const NO_NUMBER: Msg = Msg::new("payment_batch.number", "第{n}行单号不能为空", "Row {n}: the number is missing.");

const NUMBER: Field = Field::text("单号", "Number").column("number").required().max(60);
const AMOUNT: Field = Field::text("金额", "Amount").column("amount").required();
const COLUMNS: &[Field] = &[NUMBER, AMOUNT];
/// Other headings of the same.
const ALSO: &[Field] = &[
    Field::text("主单号", "Master").column("number"),
    Field::text("提单号", "Bill of lading").column("number"),
    Field::text("运单号", "Waybill").column("number"),
    Field::text("订单号", "Order").column("number"),
];

/// As headings and numbers are compared.
pub(super) fn folded(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace() && *letter != '*').collect::<String>().to_uppercase()
}

pub(super) fn bad_amount(line: u32) -> Text {
    BAD_AMOUNT.with(&[("n", &line.to_string())])
}

/// All that is wrong with a file, as far as it is read.
pub(super) fn refused(wrong: &[Text]) -> Refusal {
    let joined =
        |of: fn(&Text) -> &str, between: &str| wrong.iter().take(TOLD_MAX).map(of).collect::<Vec<_>>().join(between);
    let key = wrong.first().map_or(BAD_AMOUNT.key, |text| text.key);
    Refusal::Business(Text { key, zh: joined(|text| &text.zh, "；"), en: joined(|text| &text.en, " ") })
}

/// GET /css/payment/batchTemplate.
pub(super) fn template(call: &mut Call) -> Outcome {
    let english = call.language().starts_with("en");
    let name = if english { "Supplier bill_template.xlsx" } else { "供应商账单_模板.xlsx" };
    let bytes = blank_table(COLUMNS, call.language())?;
    Ok(Answer::File { name: name.to_owned(), mime: XLSX.to_owned(), bytes, inline: false })
}

fn frame(call: &Call) -> Frame {
    let text = |name: &str| call.query(name).to_owned();
    let items = call.query("serviceItemIds").split(',').map(str::trim).filter(|id| !id.is_empty());
    Frame {
        file_type: if call.query("fileType") == FileType::Cass.code() { FileType::Cass } else { FileType::Standard },
        business_scope: text("businessScope"),
        coop_id: text("coopId"),
        currency: text("currency"),
        service_item_ids: items.map(ToOwned::to_owned).collect(),
        by_master: flag_of(call.query("byMaster")).unwrap_or(false),
        period_from: text("periodFrom"),
        period_to: text("periodTo"),
    }
}

/// POST /css/payment/batchRead.
pub(super) fn read(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    actor.need(COST_VIEW)?;
    let mut frame = frame(call);
    let (coop, currency) = (frame.coop()?, frame.currency()?);
    frame.period()?;
    let part = call.asked.parts.iter().find(|part| !part.file_name.is_empty());
    let part = part.ok_or(Refusal::business(WRONG_FILE))?;
    let fits = |raw: i64| Money::of_thousandths(raw, currency).is_ok();
    let billed = match frame.file_type {
        FileType::Standard => standard(part, fits)?,
        FileType::Cass => match of_airline(call, &actor, (part, coop), fits)? {
            Read::Rows(rows, items) => {
                if frame.service_item_ids.is_empty() {
                    frame.service_item_ids = items;
                }
                rows
            }
            Read::Asks(told) => return Ok(Answer::Data(told)),
        },
    };
    let billed = summed(billed);
    if billed.is_empty() {
        return Err(Refusal::business(NO_ROWS));
    }
    let rows = call.read(|conn| compare(conn, &actor, &frame, billed))?;
    told::answer(call, (&frame, currency), &rows)
}

/// Double rows of a number are added; one that is wholly a correction says so.
fn summed(billed: Vec<Billed>) -> Vec<Billed> {
    let mut rows: Vec<Billed> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for one in billed {
        let place = *places.entry(folded(&one.code)).or_insert(rows.len());
        match rows.get_mut(place) {
            Some(row) => {
                row.amount = row.amount.saturating_add(one.amount);
                row.correction &= one.correction;
            }
            None => rows.push(one),
        }
    }
    rows
}

/// What is no workbook is told in the words of the page.
fn in_own_words(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Business(text) if [WRONG_TYPE.zh, UNREADABLE.zh].contains(&text.zh.as_str()) => {
            Refusal::business(WRONG_FILE)
        }
        other => other,
    }
}

fn standard(part: &Part, fits: impl Fn(i64) -> bool) -> Result<Vec<Billed>, Refusal> {
    let table = read_table(&part.file_name, &part.bytes, &[COLUMNS, ALSO].concat(), ROWS_MAX);
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for TableRow { number: line, texts } in table.map_err(in_own_words)? {
        let text = |field: Field| texts.get(&field.name()).and_then(Json::as_str).unwrap_or_default().trim();
        let amount = parse_scaled(&cell_number(text(AMOUNT)), 3).ok().filter(|raw| fits(*raw));
        match amount {
            _ if text(NUMBER).is_empty() => wrong.push(NO_NUMBER.with(&[("n", &line.to_string())])),
            None => wrong.push(bad_amount(line)),
            Some(amount) => rows.push(Billed { code: text(NUMBER).to_owned(), amount, correction: false }),
        }
    }
    if wrong.is_empty() { Ok(rows) } else { Err(refused(&wrong)) }
}

/// A file of an airline: its rows with the items they are compared by, or the question which column says what.
enum Read {
    Rows(Vec<Billed>, Vec<String>),
    Asks(Json),
}

fn of_airline(
    call: &Call,
    actor: &Actor,
    (part, coop): (&Part, Id),
    fits: impl Fn(i64) -> bool,
) -> Result<Read, Refusal> {
    let all = read_cells(&part.file_name, &part.bytes, ROWS_MAX).map_err(in_own_words)?;
    let given = call.query("mapping");
    let mapping = match given {
        "" => call.read(|conn| Mapping::remembered(conn, actor.org_id, coop))?,
        given => {
            let bad = |_| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "mapping")]));
            Some(serde_json::from_str::<Mapping>(given).map_err(bad)?)
        }
    };
    let head = cass::head(&all, mapping.as_ref()).ok_or(Refusal::business(NO_ROWS))?;
    match mapping.filter(|mapping| mapping.fits(&head.cells)) {
        Some(mapping) => Ok(Read::Rows(cass::rows(&all, (head, &mapping), fits)?, mapping.items())),
        None => {
            let headings: Vec<&String> = head.cells.iter().filter(|cell| !cell.is_empty()).collect();
            Ok(Read::Asks(json!({
                "needsMapping": true, "headings": headings, "mapping": Mapping::guess(&head.cells),
            })))
        }
    }
}
