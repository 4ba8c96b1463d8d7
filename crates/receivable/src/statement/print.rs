//! 打印: up to 200 statements as one PDF, each beginning on a page of its own, or one as a workbook, in three formats.

use charge::chain::IN_FORCE;
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
use template::{Format, Printed, Seals, fill_excel, offered_seals};
use waybill::download::{Prepared, prepare};

use super::paper::{self, DOCUMENT, Read};
use super::table::Layout;
use super::{OBJECT, PATH, TABLE, book, seen};
use crate::debit_note::{format_of, is_english};

/// Statements of one print.
const STATEMENTS_MAX: usize = 200;
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const PDF: &str = "application/pdf";

const TOO_MANY: Msg =
    Msg::new("statement.print.many", "一次最多打印{n}张清单", "At most {n} statements are printed at once.");
const NONE: Msg = Msg::new("statement.print.none", "请选择清单", "Choose statements.");
const ONE_BOOK: Msg =
    Msg::new("statement.print.book", "EXCEL每次只能打印一张清单", "One statement at a time is made as a workbook.");
const IS_VOID: Msg = Msg::new("statement.print.void", "清单{n}已作废", "The statement {n} is void.");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    ids: Vec<Id>,
    #[serde(default)]
    layout: String,
    #[serde(default)]
    language: String,
    #[serde(default)]
    format: String,
    /// Seals and signatures that were chosen; without a word the default ones.
    seal_ids: Option<Vec<Id>>,
}

/// Statements that may go out, which their caller sees, each once and in the order they were named: so many at most, and none
/// that is void.
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
    if once.len() > STATEMENTS_MAX {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &STATEMENTS_MAX.to_string())])));
    }
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns([(TABLE, "state"), (TABLE, "statement_num")])
        .cond_where(seen::visible(actor))
        .and_where(sql::is_in(sql::of(TABLE, "id"), once.iter().copied()))
        .order_by((TABLE, "id"), Order::Asc);
    let rows = conn.query(&select.into())?;
    if rows.len() != once.len() {
        return Err(Refusal::NotFound);
    }
    for row in rows {
        if row.get::<String>(0)? != IN_FORCE {
            return Err(Refusal::Business(IS_VOID.with(&[("n", &row.get::<String>(1)?)])));
        }
    }
    Ok(once)
}

fn printed(scope: &'static str, english: bool) -> Printed {
    let language = if english { "en" } else { "zh" };
    Printed { scope, papers: &[&[DOCUMENT]], language, defaults: true }
}

/// POST printStatements {ids, layout, language, format, sealIds}: {url}.
pub(super) fn print(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let actor = call.actor()?.clone();
    let (format, english) = (format_of(&asked.format)?, is_english(&asked.language, call.language()));
    let layout = Layout::of(&asked.layout)?;
    let reads = call.read(|conn| {
        let ids = named(conn, &actor, &asked.ids)?;
        if format == Format::Excel && ids.len() > 1 {
            return Err(Refusal::business(ONE_BOOK));
        }
        let read = |id| paper::read(conn, &actor, (id, english), (layout, format));
        ids.into_iter().map(read).collect::<Result<Vec<_>, _>>()
    })?;
    let Some(first) = reads.first() else { return Err(Refusal::business(NONE)) };
    let chosen = match &asked.seal_ids {
        Some(ids) => Some(Seals::chosen(call, printed(first.cell.scope.code(), english), Some(ids))?),
        None => None,
    };
    let name = if reads.len() == 1 { first.num.clone() } else { format!("{DOCUMENT}-{}", reads.len()) };
    let made =
        if format == Format::Excel { book_of(call, first, layout)? } else { pdf(call, &reads, chosen.as_ref())? };
    let (mime, ending) = kind(format);
    let file = Prepared { name: format!("{name}.{ending}"), mime, bytes: made.bytes };
    let url = call.write(|tx| {
        let (org, now) = (tx.org(), tx.now);
        let url = prepare(tx, org, now, file)?;
        for read in &reads {
            tx.log(LogEntry::of(OBJECT, read.id, &read.num, PATH).did("打印", "打印").level(Level::Low))?;
        }
        note_signs(tx, &reads, &made.used)?;
        Ok(url)
    })?;
    let data = json!({ "url": url });
    Ok(match &chosen {
        Some(seals) => seals.answer(data, &[DOCUMENT]),
        None => template::with_seals(data, made.withheld),
    })
}

/// Kind and ending of a file.
pub(super) fn kind(format: Format) -> (&'static str, &'static str) {
    if format == Format::Excel { (XLSX, "xlsx") } else { (PDF, "pdf") }
}

/// A file of statements, with the templates of seals and signatures on it.
pub(super) struct Made {
    pub bytes: Vec<u8>,
    pub used: Vec<Id>,
    pub withheld: bool,
}

/// A statement as a workbook: its lines by the company's template.
pub(super) fn book_of(call: &Call, read: &Read, layout: Layout) -> Result<Made, Refusal> {
    let org = call.actor()?.org_id;
    let bytes = if layout == Layout::Lines {
        let (_, template) = call.read(|conn| template::workbook(&call.app, conn, org, &read.cell, None))?;
        fill_excel(&template, &read.values, &read.rows).map_err(|fault| Refusal::Business(fault.text()))?
    } else {
        book::drawn(read)?
    };
    Ok(Made { bytes, used: Vec::new(), withheld: false })
}

/// Statements as one PDF; seals that were chosen take the place of the default ones.
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
    let bytes = print::sheets(&sheets).map_err(|error| Refusal::broken(format!("statements as PDF: {error}")))?;
    used.sort_unstable();
    used.dedup();
    Ok(Made { bytes, used, withheld })
}

/// Uses of the templates that stand on the statements: the last of what is written.
pub(super) fn note_signs(tx: &mut Tx<'_>, reads: &[Read], used: &[Id]) -> Result<(), Refusal> {
    let Some(first) = reads.first() else { return Ok(()) };
    let about = About::orders(reads.iter().flat_map(|read| read.orders.iter().copied()));
    template::note_seals(tx, used, (&first.cell.title(), about), PATH)?;
    let org = tx.org();
    sign::count_uses(tx, org, used.iter().copied())
}

/// GET seals: what the caller may put on statements of a scope, in a language.
pub(super) fn seals(call: &mut Call) -> Outcome {
    let scope = kernel::Scope::from_code(call.query("businessScope"));
    let scope = scope.ok_or_else(|| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "businessScope")])))?;
    let english = is_english(call.query("language"), call.language());
    let actor = call.actor()?;
    let data = call.read(|conn| offered_seals(conn, actor, printed(scope.code(), english)))?;
    Ok(Answer::Data(data))
}
