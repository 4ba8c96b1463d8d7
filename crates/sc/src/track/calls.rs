//! Importing a file of events: a look at what it would do, and doing it, by the same work.

use kernel::{Mode, Msg, show_second};
use order::{carried, events_of};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::import::{blank_table, messages};
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::stage::{Stage, Turn, Worked, rounds};
use serde_json::{Value as Json, json};

use super::apply::{Became, Telling, tell};
use super::line::{Line, NO_OBJECT};
use super::read::{COLUMNS, SENDER_MAX, Told, read};
use super::{OBJECT, PAGE, waiting};

const MIME: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const ALREADY_WAITS: Msg = Msg::new("track.waits", "已在待处理中", "It waits already.");

/// GET: the workbook to fill in.
pub(super) fn template(call: &mut Call) -> Outcome {
    let english = call.language().starts_with("en");
    let bytes = blank_table(COLUMNS, call.language())?;
    let name = if english { "Events_import template.xlsx" } else { "轨迹_导入模板.xlsx" };
    Ok(Answer::File { name: name.to_owned(), mime: MIME.to_owned(), bytes, inline: false })
}

/// GET: the events of each mode, for whoever gives a code its meaning.
pub(super) fn codes(_: &mut Call) -> Outcome {
    let mut groups: Vec<Json> = Vec::new();
    let mut modes: Vec<Mode> = Vec::new();
    for kind in carried() {
        let mode = kind.scope.mode();
        let events = events_of(kind.scope);
        if events.is_empty() || modes.contains(&mode) {
            continue;
        }
        modes.push(mode);
        let codes: Vec<Json> =
            events.iter().map(|event| json!({ "code": event.code, "zh": event.zh, "en": event.en })).collect();
        groups.push(json!({ "mode": mode_name(mode), "codes": codes }));
    }
    Ok(Answer::Data(Json::Array(groups)))
}

fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Air => "air",
        Mode::Sea => "sea",
        Mode::Rail => "rail",
        Mode::Road => "road",
        Mode::Other => "other",
    }
}

/// POST: what the file would do; looked at some lines at a time.
pub(super) fn look(call: &mut Call) -> Outcome {
    let (name, told) = file(call)?;
    let call = &*call;
    let sum = rounds(|| {
        let mut sum = Sum::default();
        let mut work = |tx: &mut Tx<'_>, _: usize, line: &Line| -> Result<bool, Refusal> {
            sum.add(tx, (&name, &told), line, call.language())?;
            Ok(true)
        };
        let worked = Stage::trial(call).through(&told.lines, None, &mut |_| Ok(()), &mut work)?;
        Ok((worked == Worked::Through).then_some(sum))
    })?;
    Ok(Answer::Data(sum.told(&told, call.language())))
}

/// Most lines of a transaction.
const AT_ONCE: usize = 100;

/// POST: does it, some lines at a time; what the orders know already, or what waits already, is left as it is, so whoever
/// sends the file again after a fault tells nothing twice.
pub(super) fn run(call: &mut Call) -> Outcome {
    let (name, told) = file(call)?;
    let (mut sum, mut rest) = (Sum::default(), told.lines.as_slice());
    let most = Ord::min(AT_ONCE, call.app.pieces.rows());
    loop {
        sum = call.write(|tx| {
            let (mut sum, turn) = (sum.clone(), Turn::begin());
            let before = sum.rows.len();
            for line in rest.iter().take(most) {
                sum.add(tx, (&name, &told), line, call.language())?;
                if turn.is_over() {
                    break;
                }
            }
            if sum.rows.len() - before < rest.len() {
                tx.no_log_line();
                return Ok(sum);
            }
            let entry = LogEntry::of(OBJECT, NO_OBJECT, told.sender.clone(), PAGE).did("导入", "轨迹");
            tx.log(entry.text(sum.text(&told.form, &name)))?;
            Ok(sum)
        })?;
        call.app.pieces.end();
        rest = told.lines.get(sum.rows.len()..).unwrap_or_default();
        if rest.is_empty() {
            return Ok(Answer::Data(sum.told(&told, call.language())));
        }
    }
}

/// The first file of the call as it is read, with whose codes it speaks if the caller says so.
fn file(call: &Call) -> Result<(String, Told), Refusal> {
    let org = call.actor()?.org_id;
    let part = call.asked.parts.iter().find(|part| !part.file_name.is_empty());
    let part = part.ok_or(Refusal::business(messages::WRONG_TYPE))?;
    let mut told = call.read(|conn| read(conn, org, &part.file_name, &part.bytes))?;
    let from: String = call.query("from").trim().chars().take(SENDER_MAX).collect();
    if !from.is_empty() {
        told.sender = from;
    }
    Ok((part.file_name.chars().take(200).collect(), told))
}

/// What became of lines.
#[derive(Debug, Clone, Default)]
struct Sum {
    counts: Counts,
    rows: Vec<Json>,
}

impl Sum {
    /// Tells a line.
    fn add(
        &mut self,
        tx: &mut Tx<'_>,
        (file_name, told): (&str, &Told),
        line: &Line,
        language: &str,
    ) -> Result<(), Refusal> {
        let telling = Telling { line, form: &told.form, source: &told.sender };
        let became = tell(tx, &telling)?;
        let again = match &became {
            Became::Waits(why, text) => !waiting::put(tx, &telling, *why, text, file_name)?,
            _ => false,
        };
        self.rows.push(row(line, &became, again, language, &mut self.counts));
        Ok(())
    }

    fn text(&self, form: &str, file_name: &str) -> String {
        let Counts { stored, repeated, unknown, unmatched, bad } = self.counts;
        format!("{form} {file_name}：新增{stored}，重复{repeated}，待映射{unknown}，未匹配{unmatched}，错误{bad}")
    }

    fn told(&self, told: &Told, language: &str) -> Json {
        let notes: Vec<&str> = told.notes.iter().map(|note| note.in_language(language)).collect();
        let Counts { stored, repeated, unknown, unmatched, bad } = self.counts;
        json!({
            "form": told.form, "from": told.sender, "total": told.lines.len(), "stored": stored, "repeated": repeated,
            "unknown": unknown, "unmatched": unmatched, "bad": bad, "rows": self.rows, "notes": notes,
        })
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    stored: usize,
    repeated: usize,
    unknown: usize,
    unmatched: usize,
    bad: usize,
}

/// A row as it is shown: what was told, and what becomes of it.
fn row(line: &Line, became: &Became, again: bool, language: &str, counts: &mut Counts) -> Json {
    let mut notes: Vec<String> = line.notes.iter().map(|note| note.in_language(language).to_owned()).collect();
    let (result, name, orders) = match became {
        Became::Told { name, orders, stored, .. } => {
            let (result, count) =
                if *stored > 0 { ("STORED", &mut counts.stored) } else { ("REPEATED", &mut counts.repeated) };
            *count += 1;
            (result, name.as_str(), orders.clone())
        }
        Became::Waits(_, _) if again => {
            counts.repeated += 1;
            notes.push(ALREADY_WAITS.text().in_language(language).to_owned());
            ("REPEATED", "", Vec::new())
        }
        Became::Waits(why, text) => {
            *(if *why == super::apply::Waits::Code { &mut counts.unknown } else { &mut counts.unmatched }) += 1;
            notes.push(text.in_language(language).to_owned());
            (why.code(), "", Vec::new())
        }
        Became::Bad(text) => {
            counts.bad += 1;
            notes.push(text.in_language(language).to_owned());
            ("BAD", "", Vec::new())
        }
    };
    json!({
        "place": line.place_in_file, "told": line.told, "name": name, "classifier": line.classifier,
        "numbers": line.numbers.join(" "), "containerNo": line.container_no, "at": line.place,
        "time": line.time.map(show_second), "remark": line.remark, "result": result, "orders": orders, "notes": notes,
    })
}
