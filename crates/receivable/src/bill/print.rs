//! 打印: up to 200 bills as one PDF, each beginning on a page of its own, or one as a workbook.

use facts::sign;
use kernel::{Id, Msg};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::files::{PDF, XLSX};
use platform::log::{About, Level, LogEntry};
use platform::refusal::Refusal;
use serde::Deserialize;
use serde_json::json;
use settle::paper::{is_english, language};
use template::{Format, Printed, Seals, fill_excel, offered_seals};
use waybill::download::{Prepared, prepare};

use super::{Kind, Made, NONE, bad};
use crate::paper::Read;

const ONE_BOOK: Msg = Msg::new("bill.book", "EXCEL每次只能打印一张{bills}", "One at a time is made as a workbook.");

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

/// A file of bills, with the templates of seals and signatures on it.
pub(super) struct File {
    pub bytes: Vec<u8>,
    pub used: Vec<Id>,
    withheld: bool,
}

/// Media type and ending of a file.
pub(super) const fn type_of(format: Format) -> (&'static str, &'static str) {
    match format {
        Format::Excel => (XLSX, "xlsx"),
        Format::Pdf => (PDF, "pdf"),
    }
}

/// POST print… {ids, layout, language, format, sealIds}: {url}.
pub(crate) fn print(kind: &'static Kind, call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let actor = call.actor()?.clone();
    let made = kind.made((&asked.language, &asked.format, &asked.layout), call.language())?;
    let reads = call.read(|conn| {
        let ids = kind.named(conn, &actor, &asked.ids)?;
        if made.format == Format::Excel && ids.len() > 1 {
            return Err(Refusal::Business(kind.said(ONE_BOOK, "")));
        }
        kind.reads(conn, &actor, (&ids, &made))
    })?;
    let Some(first) = reads.first() else { return Err(Refusal::Business(kind.said(NONE, ""))) };
    let chosen = match &asked.seal_ids {
        Some(ids) => Some(Seals::chosen(call, kind.printed(first.cell.scope.code(), made.english), Some(ids))?),
        None => None,
    };
    let name = if reads.len() == 1 { first.num.clone() } else { format!("{}-{}", kind.document, reads.len()) };
    let file = kind.file(call, (&reads, &made), chosen.as_ref())?;
    let (mime, ending) = type_of(made.format);
    let prepared = Prepared { name: format!("{name}.{ending}"), mime, bytes: file.bytes };
    let url = call.write(|tx| {
        let (org, now) = (tx.org(), tx.now);
        let url = prepare(tx, org, now, prepared)?;
        for read in &reads {
            let entry = LogEntry::of(kind.object, read.id, &read.num, kind.page).did("打印", "打印");
            tx.log(entry.level(Level::Low))?;
        }
        kind.note_signs(tx, &reads, &file.used)?;
        Ok(url)
    })?;
    let data = json!({ "url": url });
    Ok(match &chosen {
        Some(seals) => seals.answer(data, &[kind.document]),
        None => template::with_seals(data, file.withheld),
    })
}

/// GET seals: what the caller may put on bills of a scope, in a language.
pub(crate) fn seals(kind: &'static Kind, call: &mut Call) -> Outcome {
    let scope = kernel::Scope::from_code(call.query("businessScope")).ok_or_else(|| bad("businessScope"))?;
    let english = is_english(call.query("language"), call.language());
    let actor = call.actor()?;
    let data = call.read(|conn| offered_seals(conn, actor, kind.printed(scope.code(), english)))?;
    Ok(Answer::Data(data))
}

impl Kind {
    fn printed(&'static self, scope: &'static str, english: bool) -> Printed {
        Printed { scope, papers: self.papers, language: language(english), defaults: true }
    }

    /// Bills as one file; seals that were chosen take the place of the default ones.
    pub(super) fn file(
        &self,
        call: &Call,
        (reads, made): (&[Read], &Made),
        chosen: Option<&Seals>,
    ) -> Result<File, Refusal> {
        match reads {
            [one] if made.format == Format::Excel => self.workbook(call, one, made),
            _ => self.pdf(call, reads, chosen),
        }
    }

    fn workbook(&self, call: &Call, read: &Read, made: &Made) -> Result<File, Refusal> {
        let org = call.actor()?.org_id;
        let bytes = if let Some(own) = (self.book)(read, made)? {
            own
        } else {
            let (_, template) = call.read(|conn| template::workbook(&call.app, conn, org, &read.cell, None))?;
            fill_excel(&template, &read.values, &read.rows).map_err(|fault| Refusal::Business(fault.text()))?
        };
        Ok(File { bytes, used: Vec::new(), withheld: false })
    }

    fn pdf(&self, call: &Call, reads: &[Read], chosen: Option<&Seals>) -> Result<File, Refusal> {
        let org = call.actor()?.org_id;
        let (mut sheets, mut used, mut withheld) = (Vec::new(), Vec::new(), false);
        for read in reads {
            let drawn = read.drawn(&call.app, org)?;
            let mut sheet = drawn.sheet;
            if let Some(seals) = chosen {
                let mut on = seals.on(&[self.document]).into_iter();
                (sheet.seal, sheet.signature) = (on.next(), on.next());
            } else {
                used.extend(drawn.used);
                withheld |= drawn.withheld;
            }
            sheets.push(sheet);
        }
        let bytes = print::sheets(&sheets).map_err(|error| Refusal::broken(format!("bills as PDF: {error}")))?;
        used.sort_unstable();
        used.dedup();
        Ok(File { bytes, used, withheld })
    }

    /// Uses of the templates that stand on bills: the last of what is written.
    pub(super) fn note_signs(&self, tx: &mut Tx<'_>, reads: &[Read], used: &[Id]) -> Result<(), Refusal> {
        let Some(first) = reads.first() else { return Ok(()) };
        let about = About::orders(reads.iter().flat_map(|read| read.orders.iter().copied()));
        template::note_seals(tx, used, (&first.cell.title(), about), self.page)?;
        let org = tx.org();
        sign::count_uses(tx, org, used.iter().copied())
    }
}
