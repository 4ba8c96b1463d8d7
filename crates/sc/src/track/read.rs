//! A file or a pasted text of events: which form it has, who sends it, and what it tells.

use kernel::Msg;
use platform::field::Field;
use platform::import::read_table;
use platform::refusal::Refusal;
use platform::store::Conn;
use serde_json::{Map, Value as Json, json};
use trade::edifact;
use trade::movement::{Movement, When};

use super::dcsa;
use super::line::Line;

/// Largest file.
pub(super) const FILE_BYTES_MAX: usize = 10 * 1024 * 1024;
/// Most events of a file.
pub(super) const LINES_MAX: usize = 2_000;

const UNREADABLE: Msg =
    Msg::new("track.edifact", "第{segment}段第{column}列：{reason}", "Segment {segment}, column {column}: {reason}");
const NO_FORM: Msg = Msg::new(
    "track.form",
    "无法识别：可导入CODECO、COARRI、IFTSTA报文，JSON事件文件，或.xlsx、.csv表格",
    "Not recognised: CODECO, COARRI and IFTSTA messages, JSON events, and .xlsx or .csv tables can be imported.",
);
const NOT_TEXT: Msg = Msg::new("track.text", "文件不是UTF-8文本", "The file is no UTF-8 text.");
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
        return Ok(Told { form: "Excel".to_owned(), sender: "Excel".to_owned(), lines });
    }
    let text = std::str::from_utf8(bytes).map_err(|_| Refusal::business(NOT_TEXT))?;
    let (form, sender, movements) = if edifact::looks_like(text) {
        of_message(text)?
    } else if text.trim_start_matches('\u{feff}').trim_start().starts_with(['[', '{']) {
        let text = text.trim_start_matches('\u{feff}');
        ("报文JSON".to_owned(), "JSON".to_owned(), dcsa::read(text, LINES_MAX)?)
    } else {
        return Err(Refusal::business(NO_FORM));
    };
    if movements.len() > LINES_MAX {
        let most = LINES_MAX.to_string();
        return Err(Refusal::Business(platform::import::messages::TOO_MANY_ROWS.with(&[("n", &most)])));
    }
    let lines = movements.into_iter().map(|movement| Line::of(conn, org, movement)).collect::<Result<_, _>>()?;
    Ok(Told { form, sender, lines })
}

fn of_message(text: &str) -> Result<(String, String, Vec<Movement>), Refusal> {
    let interchange = edifact::read(text).map_err(|error| {
        let (segment, column) = (error.segment.to_string(), error.column.to_string());
        let place = |reason| [("segment", segment.as_str()), ("column", column.as_str()), ("reason", reason)];
        let text = UNREADABLE.with_each(&place(&error.reason.zh), &place(&error.reason.en));
        Refusal::BusinessWith(text, json!({ "segment": error.segment, "column": error.column }))
    })?;
    let kind = interchange.messages.first().map_or("", |message| message.kind.name());
    let sender = if interchange.sender.is_empty() { kind.to_owned() } else { interchange.sender };
    let mut movements = Vec::new();
    for message in interchange.messages {
        let odd = message.flags;
        movements.extend(message.movements.into_iter().map(|mut movement| {
            movement.flags.extend(odd.iter().cloned());
            movement
        }));
    }
    Ok((format!("报文{kind}"), sender.chars().take(SENDER_MAX).collect(), movements))
}

/// Longest name of a sender.
pub(super) const SENDER_MAX: usize = 50;

/// A row of a workbook, and whether its time can't be understood.
fn of_row(place: usize, texts: &Map<String, Json>) -> (Movement, bool) {
    let text = |name: &str| texts.get(name).and_then(Json::as_str).unwrap_or_default().trim();
    let short = |name: &str, most: usize| text(name).chars().take(most).collect::<String>();
    let told = text("time").replace('/', "-");
    // A table tells times on the wall of their place; the moment is found from its zone.
    let wall = kernel::Instant::parse(&told).map(|instant| When::at_place(instant.local()));
    let time = wall.or_else(|| When::of_iso(&told));
    let number = short("number", 100);
    let movement = Movement {
        place,
        code: short("event", 100),
        references: if number.is_empty() { Vec::new() } else { vec![number] },
        container_no: trade::container_number::clean(text("containerNo")).chars().take(20).collect(),
        time,
        location: short("place", 100),
        remark: short("remark", 200),
        ..Movement::default()
    };
    (movement, time.is_none() && !told.is_empty())
}
