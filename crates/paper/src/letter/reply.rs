//! 登记回复: what was answered to a letter. An accepted booking is written to the order after a confirm.

use kernel::{Day, Findings, Msg, Scope, parse_day, show_day};
use order::{profile, store};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::field::{Field, Kind};
use platform::log::{Change, differences};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Value as Json, json};
use waybill::space::{self, Space};

use super::draw;
use super::page::{self, ACCEPTED, BOOKING, Letter, REPLIED, REPLIES, TABLE, code_of};
use super::post::{ANSWERED_FROM, need_state};
use crate::body::Body;
use crate::order::Order;

const WRITE: Msg = Msg::new("letter.write", "将{what}写入订单{order}，是否继续？", "Write {what} to order {order}?");
const NOTHING: Msg = Msg::new(
    "letter.nothing_confirmed",
    "接受订舱须填写航班或主单号",
    "An accepted booking names a flight or a master number.",
);

const REPLY: Field = Field::select(REPLIES, "回复", "Answer").wire("reply").column("reply").required();
const FLIGHT: Field = Field::upper("航班号", "Flight").wire("flight").column("reply_flight").max(20);
const DATE: Field = Field::day("航班日期", "Flight date").wire("flightDate").column("reply_flight_date");
const NUMBER: Field = Field::new(Kind::Waybill, "主单号", "MAWB").wire("awbNumber").column("reply_awb_number").max(12);
const REMARK: Field = Field::text("回复备注", "Remark").wire("remark").column("reply_remark").max(200);
static FIELDS: [Field; 5] = [REPLY, FLIGHT, DATE, NUMBER, REMARK];

fn space_of(asked: &Body) -> Result<Space, Refusal> {
    let day: Option<Day> = parse_day(&asked.get::<String>(DATE)?);
    Ok(Space { flight: asked.get(FLIGHT)?, flight_date: day, awb_number: asked.get(NUMBER)? })
}

/// POST reply/{id} {version, reply, flight, flightDate, awbNumber, remark, confirmed}. 未发, 已发 → 已回复.
pub(crate) fn register(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let mut findings = Findings::new();
    let asked = Body::of(call, &FIELDS, &[], &mut findings)?;
    let version = asked.version.unwrap_or_default();
    let written = call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let (letter, order) = page::seen(tx, actor, id)?;
        actor.need(code_of(&letter.kind))?;
        order.need_alive()?;
        claim(tx, TABLE, id, version)?;
        need_state(&letter, &ANSWERED_FROM)?;
        let books = letter.kind == BOOKING && asked.get::<String>(REPLY)? == ACCEPTED;
        if books {
            book(tx, &order, &asked, &mut findings)?;
        } else {
            Refusal::unless_clean(&findings, &asked.confirmed)?;
        }
        let mut cells = vec![("state", REPLIED.into_value()), ("replied_at", tx.now.into_value())];
        cells.extend(asked.cells());
        tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
        tx.log(draw::entry(id, &letter, &order).did("修改", "登记回复").changes(changes(&letter, &asked.values)))
    });
    written.map_err(at_the_same_moment)?;
    Ok(Answer::Data(json!({ "id": id, "version": version + 1, "state": REPLIED })))
}

/// Somebody registered the same master number at the same moment: the next try sees it.
fn at_the_same_moment(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Unique(_) => Refusal::Stale(Json::Null),
        other => other,
    }
}

/// Writes what was confirmed to the order, when that was confirmed too.
fn book(tx: &mut Tx<'_>, order: &Order, asked: &Body, findings: &mut Findings) -> Result<(), Refusal> {
    let actor = tx.actor;
    let space = space_of(asked)?;
    actor.need("af-order-edit")?;
    findings.error_if(space.is_empty() && !findings.has_errors(), "flight", NOTHING);
    let saved = store::of_id(tx, actor, profile(Scope::Ae), order.id)?;
    space::need_editable(tx, &saved)?;
    space::look(tx, &saved, &space, findings)?;
    let what = words(&space);
    if !findings.has_errors() {
        let arguments = [("what", what.as_str()), ("order", order.code.as_str())];
        findings.confirm("", WRITE.with(&arguments));
    }
    Refusal::unless_clean(findings, &asked.confirmed)?;
    space::confirm(tx, &saved, &space, (&asked.confirmed, "订舱回复"))
}

/// Flight, day and number as they are asked about.
fn words(space: &Space) -> String {
    let day = space.flight_date.map(show_day).unwrap_or_default();
    let parts = [space.flight.as_str(), &day, &space.awb_number];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn changes(letter: &Letter, values: &[Value]) -> Vec<Change> {
    let blank = vec![Value::Null; FIELDS.len()];
    let mut changes = differences(&FIELDS, &blank, values);
    let (state, _) = page::state_name(&letter.state);
    let (replied, _) = page::state_name(REPLIED);
    changes.insert(
        0,
        Change {
            field: "state".to_owned(), label: "状态".to_owned(), old: state.to_owned(), new: replied.to_owned()
        },
    );
    changes
}
