//! House waybills of an order from a workbook: read and looked at, mended, then all of them or none.

use kernel::{Findings, Id, Uuid};
use order::{HAWB_REPEATED, Hawb, Head};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::import::{TableRow, blank_table, messages, read_table};
use platform::refusal::{Refusal, findings_json};
use platform::stage::{Stage, Worked, rounds};
use platform::store::sql::Order;
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::order::store;

use super::{Asked as House, HOUSES_MAX, Saved, open, write};

const MIME: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Most rows of a file: each is written by the rules of a house of its own.
const ROWS_MAX: usize = 500;

fn most() -> usize {
    usize::try_from(HOUSES_MAX).unwrap_or(ROWS_MAX).min(ROWS_MAX)
}

/// GET hawb/import/template: the columns of a house with a note about each.
pub fn template(call: &mut Call) -> Outcome {
    let english = call.language().starts_with("en");
    let bytes = blank_table(Hawb::FIELDS, call.language())?;
    let name = if english { "House waybills_import template.xlsx" } else { "分单_导入模板.xlsx" };
    Ok(Answer::File { name: name.to_owned(), mime: MIME.to_owned(), bytes, inline: false })
}

/// POST hawb/import/read: the rows of a file with what is wrong about each; nothing is kept.
pub fn read(call: &mut Call) -> Outcome {
    let uuid = Uuid::parse(call.query("orderUuid")).ok_or(Refusal::NotFound)?;
    let actor = call.actor()?;
    call.read(|conn| store::find(conn, actor, &uuid).map(|_| ()))?;
    let part = call.asked.parts.iter().find(|part| !part.file_name.is_empty());
    let part = part.ok_or(Refusal::business(messages::WRONG_TYPE))?;
    let rows = read_table(&part.file_name, &part.bytes, Hawb::FIELDS, most())?;
    look(call, &uuid, rows.into_iter().map(|TableRow { number, texts }| Row { number, hawb: texts }).collect())
}

/// A row of the file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Row {
    /// Its number in the file.
    number: u32,
    /// Texts by the names of the fields.
    hawb: Map<String, Json>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    order_uuid: String,
    rows: Vec<Row>,
    #[serde(default)]
    confirmed: Vec<String>,
}

impl Asked {
    fn of(call: &Call) -> Result<(Uuid, Self), Refusal> {
        let asked: Self = call.json()?;
        let uuid = Uuid::parse(&asked.order_uuid).ok_or(Refusal::NotFound)?;
        if asked.rows.is_empty() {
            return Err(Refusal::business(messages::NO_ROWS));
        }
        if asked.rows.len() > most() {
            return Err(Refusal::Business(messages::TOO_MANY_ROWS.with(&[("n", &most().to_string())])));
        }
        let known = |name: &String| Hawb::FIELDS.iter().any(|field| field.name() == *name);
        match asked.rows.iter().flat_map(|row| row.hawb.keys()).find(|name| !known(name)) {
            Some(name) => Err(Refusal::BadRequest(
                platform::refusal::messages::UNKNOWN_FIELD.with(&[("field", &format!("hawb.{name}"))]),
            )),
            None => Ok((uuid, asked)),
        }
    }
}

/// POST hawb/import/check: the same of rows that were mended.
pub fn check(call: &mut Call) -> Outcome {
    let (uuid, asked) = Asked::of(call)?;
    look(call, &uuid, asked.rows)
}

/// Writes all rows and undoes it, some at a time: what each would meet, those above it being there already.
fn look(call: &Call, uuid: &Uuid, rows: Vec<Row>) -> Outcome {
    let language = call.language();
    let told = rounds(|| {
        let (mut order, mut told) = (None, Vec::new());
        let mut work = |tx: &mut Tx<'_>, piece: usize, row: &Row| -> Result<bool, Refusal> {
            let saved = opened(tx, (uuid, piece), &mut order)?;
            let findings = match tx.attempt(|tx| add(tx, saved, &row.hawb, &[], language))? {
                Ok(()) => Findings::new(),
                Err(refusal) => found(refusal, &row.hawb)?,
            };
            told.push(findings);
            Ok(told.last().is_some_and(|findings| !findings.has_errors()))
        };
        let worked = Stage::trial(call).through(&rows, None, &mut |_| Ok(()), &mut work)?;
        Ok((worked == Worked::Through).then_some(told))
    })?;
    let bad = told.iter().filter(|findings| findings.has_errors()).count();
    let rows: Vec<Json> = rows
        .into_iter()
        .zip(&told)
        .map(|(row, findings)| {
            json!({ "number": row.number, "hawb": row.hawb, "findings": findings_json(findings, language) })
        })
        .collect();
    Ok(Answer::Data(json!({ "total": rows.len(), "bad": bad, "rows": rows })))
}

/// The order as it is in a piece, opened once for it.
fn opened<'a>(
    tx: &mut Tx<'_>,
    (uuid, piece): (&Uuid, usize),
    known: &'a mut Option<(usize, Saved)>,
) -> Result<&'a Saved, Refusal> {
    if known.as_ref().is_none_or(|(of, _)| *of != piece) {
        *known = Some((piece, open(tx, uuid, true)?));
    }
    known.as_ref().map(|(_, saved)| saved).ok_or(Refusal::NotFound)
}

/// What a refused row is refused for; questions are asked again when all rows are written.
fn found(refusal: Refusal, hawb: &Map<String, Json>) -> Result<Findings, Refusal> {
    let mut findings = Findings::new();
    match refusal {
        Refusal::Findings(given) => return Ok(given),
        Refusal::Confirm(questions) => questions.into_iter().for_each(|one| findings.warning(one.field, one.text)),
        // Another order with the same master got the number at the same moment.
        Refusal::Unique(_) => {
            let number = hawb.get("hawbNumber").and_then(Json::as_str).unwrap_or_default().to_uppercase();
            findings.error("hawbNumber", HAWB_REPEATED.with(&[("n", &number)]));
        }
        Refusal::Business(text) => findings.error("", text),
        other => return Err(other),
    }
    Ok(findings)
}

/// Adds a house; where its stations are left out they are the order's.
fn add(
    tx: &mut Tx<'_>,
    saved: &Saved,
    texts: &Map<String, Json>,
    confirmed: &[String],
    language: &str,
) -> Result<(), Refusal> {
    let mut hawb = texts.clone();
    let head = &saved.draft.head;
    for (field, of_order) in
        [(Hawb::DEPARTURE_STATION, Head::DEPARTURE_STATION), (Hawb::ARRIVAL_STATION, Head::ARRIVAL_STATION)]
    {
        let station = head.text(of_order);
        if !station.is_empty() {
            hawb.entry(field.name()).or_insert_with(|| json!(station));
        }
    }
    let house = House { order_uuid: String::new(), hawb, confirmed: confirmed.to_vec() };
    write(tx, saved, None, &house, language).map(|_| ())
}

/// POST hawb/import/run: adds all rows, or none and says what is wrong with each at `rows.<place>.<field>`. They are worked
/// through some at a time, then kept in one transaction.
pub fn run(call: &mut Call) -> Outcome {
    let (uuid, asked) = Asked::of(call)?;
    let (actor, language) = (call.actor()?, call.language());
    rounds(|| {
        let seen = call.read(|conn| houses(conn, actor, &uuid))?;
        let (mut order, mut place) = (None, 0);
        let (mut findings, mut questions) = (Findings::new(), Vec::new());
        let mut work = |tx: &mut Tx<'_>, piece: usize, row: &Row| -> Result<bool, Refusal> {
            let saved = opened(tx, (&uuid, piece), &mut order)?;
            let at = format!("rows.{place}");
            place += 1;
            let added = tx.attempt(|tx| add(tx, saved, &row.hawb, &asked.confirmed, language))?;
            let is_added = added.is_ok();
            match added {
                Ok(()) => {}
                Err(Refusal::Confirm(mut asked)) => {
                    asked.iter_mut().for_each(|one| one.field = format!("{at}.{}", one.field));
                    questions.extend(asked);
                }
                Err(refusal) => findings.absorb(&at, found(refusal, &row.hawb)?),
            }
            Ok(is_added)
        };
        let mut stage = Stage::new(call);
        if stage.through(&asked.rows, None, &mut |_| Ok(()), &mut work)? == Worked::Overtaken {
            return Ok(None);
        }
        if findings.has_errors() {
            return Err(Refusal::Findings(findings));
        }
        if !questions.is_empty() {
            return Err(Refusal::Confirm(questions));
        }
        stage.keep(None, |tx| {
            open(tx, &uuid, true)?;
            let actor = tx.actor;
            Ok((houses(tx, actor, &uuid)? == seen).then_some(()))
        })
    })?;
    Ok(Answer::Data(json!({ "added": asked.rows.len() })))
}

/// What rows are held against: the order, and its houses.
fn houses(conn: &mut dyn Conn, actor: &Actor, uuid: &Uuid) -> Result<(String, Vec<(Id, i64)>), Refusal> {
    let saved = store::find(conn, actor, uuid)?;
    let mut select = sql::from(actor.org_id, "hawb");
    select.columns(["id", "version"]).and_where(sql::eq("order_id", saved.id)).order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    let houses = rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_, Refusal>>()?;
    Ok((saved.row_uuid, houses))
}
