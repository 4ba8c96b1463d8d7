//! 航司要求. What a carrier demands of those who make its waybills: a rich text by company and carrier code, the
//! platform's where a company wrote none. Edited on the page of carriers, shown beside the waybill form.

use kernel::{Findings, Id};
use platform::PLATFORM_ORG;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::field::Field;
use platform::log::{LogEntry, differences};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::rich_text::{self, Policy};
use platform::sea_query::OnConflict;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::carrier;

const TABLE: &str = "carrier_note";
const PAGE: &str = "/af_carrier";
/// Who reads what is demanded: those who make waybills, or look at orders, carriers and finished forms.
const READERS: Access = Access::AnyOf(&[
    "af_carrier",
    "af_order",
    "af_awb_print",
    "af-awbprint-mawb",
    "af-awbprint-hawb",
    "os_waybill",
    "os-waybill-add",
]);
const WORDS_MAX: usize = 5_000;
const NOTE: Field = Field::rich_text("航司要求", "Airline requirements").column("note").wire("text").max(WORDS_MAX);

/// Adds the calls to the room.
pub(crate) fn add(room: &mut Room) {
    let edits = Access::Code("af-carrier-note");
    room.operations.extend([
        Operation::get("get_carrier_note", "/afbase/carrier/note/{carrierCode}", edits, one)
            .summary("What a carrier demands, in the company's words and the platform's"),
        Operation::put("save_carrier_note", "/afbase/carrier/note/{carrierCode}", edits, save)
            .summary("Writes what a carrier demands; an empty text lets the platform's hold"),
        Operation::get("get_carrier_note_by_prefix", "/afbase/carrier/noteOf/{prefix}", READERS, by_prefix)
            .summary("What the carrier of a waybill prefix demands; null where nobody wrote anything"),
    ]);
}

/// A stored note; a cleared one has no text.
struct Note {
    id: Id,
    version: i64,
    text: Option<String>,
}

/// Read by the current list of what a text may hold, whenever it was written.
fn note_of(conn: &mut dyn Conn, org: i64, code: &str) -> Result<Option<Note>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["id", "version", "note"]).and_where(sql::eq("carrier_code", code.to_owned()));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let text: Option<String> = row.get(2)?;
    let text = text.map(|html| rich_text::clean(Policy::Body, &html)).filter(|html| !rich_text::is_blank(html));
    Ok(Some(Note { id: row.get(0)?, version: row.get(1)?, text }))
}

fn text_of(conn: &mut dyn Conn, org: i64, code: &str) -> Result<Option<String>, Refusal> {
    Ok(note_of(conn, org, code)?.and_then(|note| note.text))
}

/// The carrier a company sees under a code, in use or not.
fn known(conn: &mut dyn Conn, org: i64, code: &str) -> Result<Id, Refusal> {
    let mut select = sql::overlaid(org, "carrier", carrier::LIST.overlay);
    select.column("id").and_where(sql::eq("carrier_code", code.to_owned()));
    Ok(conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

/// GET /afbase/carrier/note/{carrierCode}.
fn one(call: &mut Call) -> Outcome {
    let (org, code) = (call.actor()?.org_id, call.path("carrierCode").to_owned());
    let (own, platforms) = call.read(|conn| {
        known(conn, org, &code)?;
        let platforms = if org == PLATFORM_ORG { None } else { text_of(conn, PLATFORM_ORG, &code)? };
        Ok((note_of(conn, org, &code)?, platforms))
    })?;
    let (version, text) = own.map_or((0, None), |note| (note.version, note.text));
    Ok(Answer::Data(json!({ "carrierCode": code, "version": version, "text": text, "platformText": platforms })))
}

/// GET /afbase/carrier/noteOf/{prefix}.
fn by_prefix(call: &mut Call) -> Outcome {
    let (org, prefix) = (call.actor()?.org_id, call.path("prefix").to_owned());
    let found = call.read(|conn| {
        let Some(carrier) = facts::carrier_by_prefix(conn, org, &prefix)? else { return Ok(None) };
        let text = match text_of(conn, org, &carrier.code)? {
            None => text_of(conn, PLATFORM_ORG, &carrier.code)?,
            own => own,
        };
        Ok(text.map(|text| json!({ "carrierCode": carrier.code, "text": text })))
    })?;
    Ok(Answer::Data(found.unwrap_or(Json::Null)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// Of the company's own note; 0 where there is none yet.
    version: i64,
    text: Option<String>,
}

/// PUT /afbase/carrier/note/{carrierCode} {version, text}.
fn save(call: &mut Call) -> Outcome {
    let (code, asked) = (call.path("carrierCode").to_owned(), call.json::<Asked>()?);
    let mut findings = Findings::new();
    let text = NOTE.parse(Some(&json!(asked.text)), "text", &mut findings);
    Refusal::unless_clean(&findings, &[])?;
    call.write(|tx| {
        let org = tx.org();
        let carrier = known(tx, org, &code)?;
        let before = note_of(tx, org, &code)?;
        let old = before.as_ref().and_then(|note| note.text.clone());
        write(tx, &code, before, (asked.version, &text))?;
        let changes = differences(&[NOTE], &[old.into_value()], &[text]);
        // In the log of the carrier, where the users of the page look.
        tx.log(LogEntry::of("carrier", carrier, &code, PAGE).did("修改", "航司要求").changes(changes))
    })?;
    Ok(Answer::Data(json!({ "carrierCode": code, "version": asked.version + 1 })))
}

fn write(tx: &mut Tx<'_>, code: &str, before: Option<Note>, new: (i64, &Value)) -> Result<(), Refusal> {
    let ((version, text), org) = (new, tx.org());
    if let Some(note) = before {
        claim(tx, TABLE, note.id, version)?;
        let mut update = sql::update(org, TABLE, &[("note", text.clone())]);
        tx.exec(&update.and_where(sql::eq("id", note.id)).to_owned().into())?;
        return Ok(());
    }
    let (user, now) = (tx.actor.user_id, tx.now);
    let cells = [
        ("id", tx.new_id().into_value()),
        ("version", Value::Int(1)),
        ("carrier_code", code.to_owned().into_value()),
        ("note", text.clone()),
        ("created_by", user.into_value()),
        ("created_at", now.into_value()),
        ("updated_by", user.into_value()),
        ("updated_at", now.into_value()),
    ];
    let once = OnConflict::columns(["org_id", "carrier_code"]).do_nothing().to_owned();
    // Who begins at the same moment as somebody else comes second.
    let first = version == 0 && tx.exec(&sql::insert(org, TABLE, &cells).on_conflict(once).to_owned().into())? > 0;
    if first { Ok(()) } else { Err(Refusal::Stale(Json::Null)) }
}
