//! A file or a pasted text of events: which form it has, who sends it, and what it tells.

use kernel::{Msg, Text, typed};
use platform::encoding;
use platform::field::Field;
use platform::import::read_table;
use platform::refusal::Refusal;
use platform::store::Conn;
use serde_json::{Map, Value as Json, json};
use trade::edifact::{self, EdifactError};
use trade::movement::{Flag, Movement, When};

use super::dcsa;
use super::line::{Line, UNREADABLE};

/// Largest file.
pub(super) const FILE_BYTES_MAX: usize = 10 * 1024 * 1024;
/// Most events of a file.
pub(super) const LINES_MAX: usize = 2_000;

const NO_FORM: Msg = Msg::new(
    "track.form",
    "无法识别：可导入CODECO、COARRI、IFTSTA报文，JSON事件文件，或.xlsx、.csv表格",
    "Not recognised: CODECO, COARRI and IFTSTA messages, JSON events, and .xlsx or .csv tables can be imported.",
);
const NOT_TEXT: Msg = Msg::new("track.text", "文件不是文本", "The file is no text.");
const FOREIGN: Msg = Msg::new("track.encoding", "文件编码为{name}，已转换", "The file was read as {name}.");
const BAD_TIME: Msg = Msg::new("track.time", "时间格式不正确", "The time is malformed.");

/// Columns of the workbook.
pub(super) const COLUMNS: &[Field] = &[
    Field::text("单号", "Number").wire("number").max(100),
    Field::text("箱号", "Container no.").wire("containerNo").max(20),
    Field::text("事件", "Event").wire("event").required().max(100),
    Field::text("地点", "Place").wire("place").max(100),
    Field::text("时间", "Time").wire("time").required().max(30),
    Field::text("备注", "Remark").wire("remark").max(200),
];

/// What a file tells.
pub(super) struct Told {
    /// What it is, as the source of its events: `报文CODECO`.
    pub(super) form: String,
    /// Whose codes it speaks: the sender of the message, else its form.
    pub(super) sender: String,
    /// Its events.
    pub(super) lines: Vec<Line>,
    /// What was unusual about all of it.
    pub(super) notes: Vec<Text>,
}

/// Reads a file by what it holds.
pub(super) fn read(conn: &mut dyn Conn, org: i64, name: &str, bytes: &[u8]) -> Result<Told, Refusal> {
    let table = [".xlsx", ".csv"].iter().any(|ending| name.to_ascii_lowercase().ends_with(ending));
    if table {
        let rows = read_table(name, bytes, COLUMNS, LINES_MAX)?;
        let movements = rows.into_iter().map(|row| (row.number, row.texts));
        let mut lines = Vec::new();
        for (number, texts) in movements {
            let (movement, wrong) = of_row(usize::try_from(number).unwrap_or_default(), &texts);
            let mut line = Line::of(conn, org, movement)?;
            line.notes.extend(wrong.then(|| BAD_TIME.text()));
            lines.push(line);
        }
        return Ok(Told { form: "Excel".to_owned(), sender: "Excel".to_owned(), lines, notes: Vec::new() });
    }
    let decoded = encoding::decode(bytes).ok_or(Refusal::business(NOT_TEXT))?;
    let mut notes: Vec<Text> = Vec::new();
    notes.extend(decoded.is_foreign().then(|| FOREIGN.with(&[("name", decoded.name)])));
    let text = typed::pasted(decoded.text.trim_start_matches('\u{feff}'));
    let (form, sender, movements) = if edifact::looks_like(&text) {
        of_message(&text, &mut notes)?
    } else if text.trim_start().starts_with(['[', '{']) {
        ("报文JSON".to_owned(), "JSON".to_owned(), dcsa::read(&text, LINES_MAX)?)
    } else {
        return Err(Refusal::business(NO_FORM));
    };
    if movements.len() > LINES_MAX {
        let most = LINES_MAX.to_string();
        return Err(Refusal::Business(platform::import::messages::TOO_MANY_ROWS.with(&[("n", &most)])));
    }
    let lines = movements.into_iter().map(|movement| Line::of(conn, org, movement)).collect::<Result<_, _>>()?;
    Ok(Told { form, sender, lines, notes })
}

fn of_message(text: &str, notes: &mut Vec<Text>) -> Result<(String, String, Vec<Movement>), Refusal> {
    let interchange = edifact::read(text).map_err(|error| {
        let (segment, column) = (error.segment.to_string(), error.column.to_string());
        let place = |reason| [("segment", segment.as_str()), ("column", column.as_str()), ("reason", reason)];
        let text = UNREADABLE.with_each(&place(&error.reason.zh), &place(&error.reason.en));
        Refusal::BusinessWith(text, json!({ "segment": error.segment, "column": error.column }))
    })?;
    let kind = interchange.messages.first().map_or("", |message| message.kind.name());
    let sender = if interchange.sender.is_empty() { kind.to_owned() } else { interchange.sender };
    notes.extend(interchange.flags.into_iter().map(|flag| flag.text));
    // A message that can't be used is shown like an event that can't be.
    let unused = |fault: EdifactError| Movement {
        place: fault.segment,
        fault: Some(Flag { place: fault.segment, column: fault.column, text: fault.reason }),
        ..Movement::default()
    };
    let mut movements: Vec<Movement> = interchange.faults.into_iter().map(unused).collect();
    for message in interchange.messages {
        let odd = message.flags;
        movements.extend(message.movements.into_iter().map(|mut movement| {
            movement.flags.extend(odd.iter().cloned());
            movement
        }));
    }
    movements.sort_by_key(|movement| movement.place);
    Ok((format!("报文{kind}"), sender.chars().take(SENDER_MAX).collect(), movements))
}

/// Longest name of a sender.
pub(super) const SENDER_MAX: usize = 50;

/// A row of a workbook, and whether its time can't be understood.
fn of_row(place: usize, texts: &Map<String, Json>) -> (Movement, bool) {
    let text = |name: &str| texts.get(name).and_then(Json::as_str).unwrap_or_default().trim();
    let short = |name: &str, most: usize| text(name).chars().take(most).collect::<String>();
    let told = text("time");
    // A table tells times on the wall of their place; the moment is found from its zone.
    let time = typed::wall(told).map(|wall| When { local: wall.local, offset_seconds: wall.offset_seconds });
    let number = typed::code(&short("number", 100));
    let container_no: String = trade::container_number::clean(text("containerNo")).chars().take(20).collect();
    let fault = trade::container_number::fault(&container_no);
    let movement = Movement {
        place,
        code: short("event", 100),
        references: if number.is_empty() { Vec::new() } else { vec![number] },
        container_no,
        time,
        location: short("place", 100),
        remark: short("remark", 200),
        flags: fault.into_iter().map(|text| Flag { place, column: 0, text }).collect(),
        ..Movement::default()
    };
    (movement, time.is_none() && !told.is_empty())
}
