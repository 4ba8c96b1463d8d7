//! 打印: up to 200 notes as one PDF, each beginning on a page of its own, or one note as a workbook.

use charge::chain::{IN_FORCE, NOTE};
use charge::ledger::INCOME_VIEW;
use facts::sign;
use kernel::{Id, Msg};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::{About, Level, LogEntry};
use platform::refusal::{Refusal, messages};
use platform::sea_query::Order;
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::json;
use settle::note::OBJECT;
use template::{Format, Printed, Seals, fill_excel, offered_seals};
use waybill::download::{Prepared, prepare};

use super::paper::{self, DOCUMENT, Read};
use super::{PATH, look};

/// Notes of one print.
const NOTES_MAX: usize = 200;
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const PDF: &str = "application/pdf";
const ENGLISH: &str = "en";

const TOO_MANY: Msg =
    Msg::new("debit_note.print.many", "一次最多打印{n}张账单", "At most {n} notes are printed at once.");
const NONE: Msg = Msg::new("debit_note.none", "请选择账单", "Choose debit notes.");
const ONE_BOOK: Msg =
    Msg::new("debit_note.print.book", "EXCEL每次只能打印一张账单", "One note at a time is made as a workbook.");
const IS_VOID: Msg = Msg::new("debit_note.print.void", "账单{n}已作废", "The note {n} is void.");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    ids: Vec<Id>,
    #[serde(default)]
    language: String,
    #[serde(default)]
    format: String,
    /// Seals and signatures that were chosen; without a word the default ones.
    seal_ids: Option<Vec<Id>>,
}

/// What notes are made as.
pub(crate) fn format_of(code: &str) -> Result<Format, Refusal> {
    match code {
        "" | "PDF" => Ok(Format::Pdf),
        "EXCEL" => Ok(Format::Excel),
        _ => Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "format")]))),
    }
}

/// Whether a paper is in English: as it was chosen, else as its reader's screen is.
pub(crate) fn is_english(chosen: &str, screen: &str) -> bool {
    if chosen.is_empty() { screen.starts_with(ENGLISH) } else { chosen == ENGLISH }
}

/// Notes that may go out, which their caller sees, each once and in the order they were named: so many at most, and none that
/// is void.
pub(super) fn named(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<Id>, Refusal> {
    actor.need(INCOME_VIEW)?;
    let mut once: Vec<Id> = Vec::new();
    for id in ids {
        if !once.contains(id) {
            once.push(*id);
        }
    }
    if once.is_empty() {
        return Err(Refusal::business(NONE));
    }
    if once.len() > NOTES_MAX {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &NOTES_MAX.to_string())])));
    }
    for row in look::seen(conn, actor, &once, &["state", "note_num"])? {
        if row.get::<String>(0)? != IN_FORCE {
            return Err(Refusal::Business(IS_VOID.with(&[("n", &row.get::<String>(1)?)])));
        }
    }
    Ok(once)
}

fn printed(scope: &'static str, english: bool) -> Printed {
    let language = if english { ENGLISH } else { "zh" };
    Printed { scope, papers: &[&[DOCUMENT]], language, defaults: true }
}

/// POST printNotes {ids, language, format, sealIds}: {url}.
pub(super) fn print(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let actor = call.actor()?.clone();
    let (format, english) = (format_of(&asked.format)?, is_english(&asked.language, call.language()));
    let reads = call.read(|conn| {
        let ids = named(conn, &actor, &asked.ids)?;
        if format == Format::Excel && ids.len() > 1 {
            return Err(Refusal::business(ONE_BOOK));
        }
        ids.into_iter().map(|id| paper::read(conn, &actor, (id, english), format)).collect::<Result<Vec<_>, _>>()
    })?;
    let Some(first) = reads.first() else { return Err(Refusal::business(NONE)) };
    let chosen = match &asked.seal_ids {
        Some(ids) => Some(Seals::chosen(call, printed(first.cell.scope.code(), english), Some(ids))?),
        None => None,
    };
    let name = if reads.len() == 1 { first.num.clone() } else { format!("{DOCUMENT}-{}", reads.len()) };
    let made = if format == Format::Excel { book(call, first)? } else { pdf(call, &reads, chosen.as_ref())? };
    let kind = if format == Format::Excel { (XLSX, "xlsx") } else { (PDF, "pdf") };
    let file = Prepared { name: format!("{name}.{}", kind.1), mime: kind.0, bytes: made.bytes };
    let url = call.write(|tx| {
        let (org, now) = (tx.org(), tx.now);
        let url = prepare(tx, org, now, file)?;
        log_each(tx, &reads, "打印")?;
        note_signs(tx, &reads, &made.used)?;
        Ok(url)
    })?;
    let data = json!({ "url": url });
    Ok(match &chosen {
        Some(seals) => seals.answer(data, &[DOCUMENT]),
        None => template::with_seals(data, made.withheld),
    })
}

/// A file of notes, with the templates of seals and signatures on it.
pub(super) struct Made {
    pub bytes: Vec<u8>,
    pub used: Vec<Id>,
    pub withheld: bool,
}

/// A note as a workbook, by the company's template.
pub(super) fn book(call: &Call, read: &Read) -> Result<Made, Refusal> {
    let org = call.actor()?.org_id;
    let (_, template) = call.read(|conn| template::workbook(&call.app, conn, org, &read.cell, None))?;
    let filled = fill_excel(&template, &read.values, &read.rows);
    let bytes = filled.map_err(|fault| Refusal::Business(fault.text()))?;
    Ok(Made { bytes, used: Vec::new(), withheld: false })
}

/// Notes as one PDF; seals that were chosen take the place of the default ones.
pub(super) fn pdf(call: &Call, reads: &[Read], chosen: Option<&Seals>) -> Result<Made, Refusal> {
    let org = call.actor()?.org_id;
    let (mut sheets, mut used, mut withheld) = (Vec::new(), Vec::new(), false);
    for read in reads {
        let drawn = read.drawn(&call.app, org)?;
        let mut sheet = drawn.sheet;
        if let Some(seals) = chosen {
            let mut on = seals.on(&[DOCUMENT]).into_iter();
            (sheet.seal, sheet.signature) = (on.next(), on.next());
        } else {
            used.extend(drawn.used);
            withheld |= drawn.withheld;
        }
        sheets.push(sheet);
    }
    let bytes = print::sheets(&sheets).map_err(|error| Refusal::broken(format!("notes as PDF: {error}")))?;
    used.sort_unstable();
    used.dedup();
    Ok(Made { bytes, used, withheld })
}

/// A line of the log for each note.
pub(super) fn log_each(tx: &mut Tx<'_>, reads: &[Read], did: &'static str) -> Result<(), Refusal> {
    for read in reads {
        let entry = LogEntry::of(OBJECT, read.id, &read.num, PATH).did("打印", did).level(Level::Low);
        tx.log(entry.about_order(read.order))?;
    }
    Ok(())
}

/// Uses of the templates that stand on the notes: the last of what is written.
pub(super) fn note_signs(tx: &mut Tx<'_>, reads: &[Read], used: &[Id]) -> Result<(), Refusal> {
    let Some(first) = reads.first() else { return Ok(()) };
    let about = About::orders(reads.iter().map(|read| read.order));
    template::note_seals(tx, used, (&first.cell.title(), about), PATH)?;
    let org = tx.org();
    sign::count_uses(tx, org, used.iter().copied())
}

/// GET seals: what the caller may put on notes of a scope, in a language.
pub(super) fn seals(call: &mut Call) -> Outcome {
    let scope = kernel::Scope::from_code(call.query("businessScope"));
    let scope = scope.ok_or_else(|| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "businessScope")])))?;
    let english = is_english(call.query("language"), call.language());
    let actor = call.actor()?;
    let data = call.read(|conn| offered_seals(conn, actor, printed(scope.code(), english)))?;
    Ok(Answer::Data(data))
}

/// Holds notes until the transaction ends.
pub(super) fn held(tx: &mut Tx<'_>, ids: &[Id]) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), NOTE);
    select.column("id").and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
    select.order_by("id", Order::Asc).lock_exclusive();
    tx.query(&select.into())?;
    Ok(())
}
