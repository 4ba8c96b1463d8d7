//! POST messagePreview: the messages of a form as it stands, line by line, each part with its box and what is wrong.

use facts::master::Master;
use kernel::{Id, Instant, Uuid};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::{Refusal, findings_json, messages};
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};
use trade::imp::{MarkKind, Span};
use trade::waybill_form::{Kind, WaybillForm};
use waybill::rules;

use crate::channel::{IMP, XML, of_carrier};
use crate::compose::{self, Composed, Way};
use crate::{check, houses};

/// What a form tells beside its boxes, as the calls of the form do.
const TOLD: [&str; 15] = [
    "awbPrintId",
    "rowUuid",
    "confirmed",
    "state",
    "printCount",
    "revision",
    "differenceReason",
    "orderCode",
    "orderCodes",
    "goodsType",
    "houses",
    "stockKind",
    "editor",
    "editTime",
    "hawbPrintId",
];

/// What was asked.
struct Asked {
    order: Option<Uuid>,
    hawb: Option<Id>,
    format: String,
    form: WaybillForm,
}

impl Asked {
    fn read(call: &Call) -> Result<Self, Refusal> {
        let mut body: Map<String, Json> = call.json()?;
        let mut text = |name: &str| match body.remove(name) {
            Some(Json::String(text)) => text,
            _ => String::new(),
        };
        let (order, hawb, format) = (text("orderUuid"), text("hawbId"), text("format"));
        for name in TOLD {
            body.remove(name);
        }
        if !["", IMP, XML].contains(&format.as_str()) {
            return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "format")])));
        }
        let form = rules::read(&Json::Object(body))?;
        Ok(Self { order: Uuid::parse(&order), hawb: hawb.parse().ok().map(Id), format, form })
    }
}

/// The master's form of a house as it is stored, else what the house itself knows of its master. The number is typed:
/// it may be that of an order the caller does not see.
fn master_of(conn: &mut dyn Conn, actor: &Actor, house: &WaybillForm) -> Result<WaybillForm, Refusal> {
    match houses::master_form(conn, actor, &Master::now(house.awb_number.as_str()))? {
        Some(form) => rules::read(&form.body),
        None => Ok(WaybillForm { hawb_number: String::new(), kind: Kind::Master, ..house.clone() }),
    }
}

/// POST messagePreview.
pub(crate) fn preview(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let asked = Asked::read(call)?;
    let org = actor.org_id;
    let (composed, way) = call.read(|conn| {
        if let Some(uuid) = &asked.order {
            let mut select = sql::from(org, "freight_order");
            select.column("id").and_where(sql::eq("uuid", uuid.clone()));
            let order: Id = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
            waybill::orders::need_visible(conn, &actor, order)?;
        }
        let channel = of_carrier(conn, org, &asked.form.airline_code)?;
        let mut way = Way::of(conn, org, channel.as_ref())?;
        // The telegram alone can be shown box by box; the document is shown when it is asked for.
        way.format = if asked.format == XML { XML } else { IMP };
        let (mut composed, goes_alone) = if asked.form.kind == Kind::House || asked.hawb.is_some() {
            let master = master_of(conn, &actor, &asked.form)?;
            (compose::house(&master, &asked.form, &way), true)
        } else {
            let consolidation = !houses::of_master(conn, org, &Master::now(asked.form.awb_number.as_str()))?.is_empty();
            (compose::master(&asked.form, &way, consolidation), !consolidation)
        };
        // What the message lacks is told while the form is typed, not only when it is to be sent.
        let nation = compose::nation(conn, org, &asked.form.arrival_station)?;
        let needed = check::needed(&asked.form, (goes_alone, &nation));
        let against = waybill::beside::contradict(conn, &actor, &asked.form)?;
        composed.findings.items = check::joined(needed, [composed.findings.clone(), against]);
        Ok((composed, way))
    })?;
    let message = wire(&composed, &way, (&asked.form.airline_code, call.now()), call.language());
    Ok(Answer::Data(json!({ "messages": [message] })))
}

fn wire(composed: &Composed, way: &Way, (carrier, now): (&str, Instant), language: &str) -> Json {
    let text = composed.text(way, ("PREVIEW", now, false), carrier);
    let lines: Vec<Vec<Json>> = if composed.format == XML {
        let plain = |line: &str| vec![json!({ "text": line, "field": "", "marks": [] })];
        text.lines().map(plain).collect()
    } else {
        composed.lines.lines.iter().map(|line| line.iter().map(span).collect()).collect()
    };
    json!({
        "type": composed.kind,
        "version": composed.version,
        "format": composed.format,
        "length": text.chars().count(),
        "lines": lines,
        "findings": findings_json(&composed.findings, language),
    })
}

fn span(span: &Span) -> Json {
    let marks: Vec<Json> = span
        .marks
        .iter()
        .map(|mark| {
            let kind = if mark.kind == MarkKind::Illegal { "illegal" } else { "over" };
            json!({ "from": mark.from, "to": mark.to, "kind": kind })
        })
        .collect();
    json!({ "text": span.text, "field": span.field, "marks": marks })
}
