//! Sending from the making pages: the check list, and the messages into the outbox, master first, then each house.

use std::collections::BTreeSet;

use facts::master::Master;
use kernel::{Day, Finding, Findings, Id, Instant, Msg, Severity};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::refusal::{Refusal, messages as common};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use trade::waybill_form::WaybillForm;
use waybill::destination::Destinations;
use waybill::download::Prepared;
use waybill::{Form, forms, rules};

use crate::channel::{self, Channel, DOWNLOAD, XML};
use crate::check::{self, NOT_DONE, NOT_MADE};
use crate::compose::{self, Composed, Way};
use crate::houses::{self, House};
use crate::page::{ACCEPTED, CANCELLED, FAILED, Message, OUT, REJECTED, SENT, TIMEOUT, WAITING, newest};
use crate::record::{self, Fresh};

const AGAIN: Msg =
    Msg::new("edi.accepted", "已发送成功，是否覆盖？", "It was accepted already. Send it again in its place?");
const UNANSWERED: Msg = Msg::new(
    "edi.unanswered",
    "已发送，尚未收到回执，是否重新发送？",
    "It was sent and not answered yet. Send it again?",
);
const NO_HOUSES: Msg = Msg::new("edi.no_houses", "该主单没有分单", "This master has no house waybills.");
const UNDER_WAY: Msg =
    Msg::new("edi.under_way", "报文正在发送，请稍后再试", "The message is being sent. Please try again later.");
const REPLACED: Msg = Msg::new("edi.replaced", "已由{number}取代", "Replaced by {number}");

/// Which messages are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Scope {
    All,
    Mawb,
    Hawb,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    r#type: Scope,
    #[serde(default)]
    awb_print_id: Option<Id>,
    #[serde(default)]
    sl_ids: Vec<Id>,
    #[serde(default)]
    confirmed: Vec<String>,
}

/// One message that is to be sent.
struct Line {
    kind: &'static str,
    number: String,
    form: Option<Form>,
    boxes: WaybillForm,
    composed: Option<Composed>,
    findings: Vec<Finding>,
    last: Option<(Id, Message)>,
    /// The one the carrier has now, by the same standard.
    taken: Option<Message>,
}

impl Line {
    fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }

    fn last_state(&self) -> &str {
        self.last.as_ref().map_or("", |(_, message)| message.state.as_str())
    }

    fn wire(&self, language: &str) -> Json {
        let english = language.starts_with("en");
        let finding = |finding: &Finding| {
            let (zh, en) = check::box_of(&finding.field);
            json!({
                "field": finding.field,
                "box": if english { en } else { zh },
                "severity": finding.severity,
                "message": finding.text.in_language(language),
            })
        };
        json!({
            "awbPrintId": self.form.as_ref().map(|form| form.id),
            "type": self.kind,
            "number": self.number,
            "state": self.last.as_ref().map(|(_, message)| &message.state),
            "findings": self.findings.iter().map(finding).collect::<Vec<_>>(),
        })
    }
}

/// Everything one sending is about.
struct Sending {
    master: Master,
    carrier: String,
    channel: Option<Channel>,
    way: Way,
    rules: Destinations,
    today: Day,
    lines: Vec<Line>,
}

impl Sending {
    fn is_accepted(&self) -> bool {
        self.lines.iter().any(|line| line.taken.is_some() && line.last_state() != SENT)
    }

    /// Errors at the boxes of each message, and what must be answered first.
    fn findings(&self) -> Findings {
        let mut found = Findings::new();
        for (place, line) in self.lines.iter().enumerate() {
            for finding in line.findings.iter().filter(|finding| finding.severity == Severity::Error) {
                found.error(format!("rows.{place}.{}", finding.field), check::boxed(finding));
            }
            if line.last.as_ref().is_some_and(|(_, last)| last.state == WAITING && last.channel != DOWNLOAD) {
                found.error(format!("rows.{place}"), UNDER_WAY.text());
            }
        }
        if self.is_accepted() {
            found.confirm("", AGAIN.text());
        }
        if self.lines.iter().any(|line| line.last_state() == SENT) {
            found.confirm("", UNANSWERED.text());
        }
        found
    }
}

fn form_of(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Form, Refusal> {
    let form = forms::find(conn, actor.org_id, id)?.ok_or(Refusal::NotFound)?;
    houses::need_order(conn, actor, &form)?;
    Ok(form)
}

/// Looks at everything that is to be sent.
fn gather(conn: &mut dyn Conn, (actor, now): (&Actor, Instant), asked: &Asked) -> Result<Sending, Refusal> {
    let org = actor.org_id;
    let named = asked.awb_print_id.map(|id| form_of(conn, actor, id)).transpose()?;
    let ticked = if asked.sl_ids.is_empty() { Vec::new() } else { houses::of_ids(conn, actor, &asked.sl_ids)? };
    let number = named.as_ref().map(Form::master);
    let number = number.or_else(|| ticked.first().map(|house| house.master.clone())).unwrap_or_default();
    let wrong = |name| Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", name)]));
    if number.is_empty() {
        return Err(wrong("awbPrintId"));
    }
    if ticked.iter().any(|house| house.master != number) {
        return Err(wrong("slIds"));
    }
    let all = houses::of_master(conn, org, &number)?;
    let master = match named {
        Some(form) if form.kind == 0 => Some(form),
        _ => houses::master_form(conn, actor, &number)?,
    };
    let of_master = match &master {
        Some(form) => rules::read(&form.body)?,
        None => WaybillForm { awb_number: number.number.clone(), ..WaybillForm::default() },
    };
    let carrier = match of_master.airline_code.as_str() {
        "" => {
            let prefix = number.number.get(..3).unwrap_or_default();
            stock::lookup::carrier_of_prefix(conn, org, prefix)?.unwrap_or_default()
        }
        code => code.to_owned(),
    };
    let channel = channel::of_carrier(conn, org, &carrier)?;
    let way = Way::of(conn, org, channel.as_ref())?;
    let rules = Destinations::of(conn, org)?;
    let mut sending = Sending { master: number, carrier, channel, way, rules, today: now.day(), lines: Vec::new() };
    if asked.r#type != Scope::Hawb {
        let line = master_line(conn, actor, &mut sending, (master.clone(), of_master.clone()), !all.is_empty())?;
        sending.lines.push(line);
    }
    if asked.r#type != Scope::Mawb {
        // A part of them would tell the carrier of fewer houses than there are.
        let wanted = if ticked.is_empty() { houses::need_all_visible(conn, actor, all)? } else { ticked };
        if wanted.is_empty() && asked.r#type == Scope::Hawb {
            return Err(Refusal::business(NO_HOUSES));
        }
        for house in wanted {
            let line = house_line(conn, actor, &mut sending, (master.is_some(), &of_master), &house)?;
            sending.lines.push(line);
        }
    }
    Ok(sending)
}

/// The newest message of ours of a form; none when it was never sent. And the one the carrier has taken: what another
/// carrier has, or this one by another standard, is none that is replaced.
fn before(
    conn: &mut dyn Conn,
    org: i64,
    sending: &Sending,
    (form, kind): (Id, &'static str),
) -> Result<Before, Refusal> {
    let of = || [sql::eq("awb_print_id", form), sql::eq("direction", OUT), sql::eq("kind", kind)];
    let same = [
        sql::eq("state", ACCEPTED),
        sql::eq("format", sending.way.format),
        sql::eq("carrier_code", sending.carrier.as_str()),
    ];
    let taken = newest(conn, org, of().into_iter().chain(same))?.map(|(_, message)| message);
    Ok((newest(conn, org, of())?, taken))
}

type Before = (Option<(Id, Message)>, Option<Message>);

fn not_made(field: &str) -> Vec<Finding> {
    let mut found = Findings::new();
    found.error(field, NOT_MADE.text());
    found.items
}

fn master_line(
    conn: &mut dyn Conn,
    actor: &Actor,
    sending: &mut Sending,
    (form, boxes): (Option<Form>, WaybillForm),
    consolidation: bool,
) -> Result<Line, Refusal> {
    let (org, number) = (actor.org_id, sending.master.number.clone());
    let Some(form) = form else {
        return Ok(Line {
            kind: "FWB",
            number,
            form: None,
            boxes,
            composed: None,
            findings: not_made("awbNumber"),
            last: None,
            taken: None,
        });
    };
    let composed = compose::master(&boxes, &sending.way, consolidation);
    let findings = findings_of(conn, (actor, sending), (&form, &boxes), &composed, !consolidation)?;
    let (last, taken) = before(conn, org, sending, (form.id, "FWB"))?;
    Ok(Line { kind: "FWB", number, form: Some(form), boxes, composed: Some(composed), findings, last, taken })
}

fn house_line(
    conn: &mut dyn Conn,
    actor: &Actor,
    sending: &mut Sending,
    (has_master, master): (bool, &WaybillForm),
    house: &House,
) -> Result<Line, Refusal> {
    let (org, number) = (actor.org_id, house.number.clone());
    let Some(form) = house.form(conn, org)? else {
        let boxes = WaybillForm::default();
        let findings = not_made("hawbNumber");
        return Ok(Line { kind: "FHL", number, form: None, boxes, composed: None, findings, last: None, taken: None });
    };
    let boxes = rules::read(&form.body)?;
    let composed = compose::house(master, &boxes, &sending.way);
    let mut findings = findings_of(conn, (actor, sending), (&form, &boxes), &composed, true)?;
    if !has_master {
        findings.extend(not_made("awbNumber"));
    }
    let (last, taken) = before(conn, org, sending, (form.id, "FHL"))?;
    Ok(Line { kind: "FHL", number, form: Some(form), boxes, composed: Some(composed), findings, last, taken })
}

/// All rules of the form as if it were finished, those of its destination, what the message needs, and what does not
/// fit into it.
fn findings_of(
    conn: &mut dyn Conn,
    (actor, sending): (&Actor, &mut Sending),
    (form, boxes): (&Form, &WaybillForm),
    composed: &Composed,
    goes_alone: bool,
) -> Result<Vec<Finding>, Refusal> {
    let checked = rules::check(&form.body, Some(form.kind == 1), true)?;
    let destination = sending.rules.look(conn, boxes, sending.today)?;
    let nation = compose::nation(conn, actor.org_id, &boxes.arrival_station)?;
    let needed = check::needed(boxes, (goes_alone, &nation));
    let against = waybill::beside::contradict(conn, actor, boxes)?;
    let mut state = Findings::new();
    if !form.done() {
        state.warning("", NOT_DONE.text());
    }
    Ok(check::joined(needed, [checked.findings, destination, against, composed.findings.clone(), state]))
}

/// POST sendCheck: nothing is written.
pub(crate) fn check(call: &mut Call) -> Outcome {
    let (actor, asked) = (call.actor()?.clone(), call.json::<Asked>()?);
    let now = call.now();
    let sending = call.read(|conn| gather(conn, (&actor, now), &asked))?;
    let language = call.language();
    let english = language.starts_with("en");
    let channel = sending
        .channel
        .as_ref()
        .map(|channel| json!({ "kind": channel.kind, "name": channel.name(english), "format": channel.format }));
    Ok(Answer::Data(json!({
        "ready": !sending.lines.iter().any(Line::has_errors),
        "channel": channel,
        "rows": sending.lines.iter().map(|line| line.wire(language)).collect::<Vec<_>>(),
        "accepted": sending.is_accepted(),
    })))
}

/// POST sendData: the messages as rows of the outbox; without a channel, as a file to be fetched.
pub(crate) fn send(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let (sent, url) = call.write(|tx| {
        let (actor, now) = (tx.actor, tx.now);
        hold(tx, &asked)?;
        let sending = gather(tx, (actor, now), &asked)?;
        Refusal::unless_clean(&sending.findings(), &asked.confirmed)?;
        let mut sent = Vec::new();
        let mut texts = Vec::new();
        for line in &sending.lines {
            let (wire, text) = put(tx, &sending, line)?;
            sent.push(wire);
            texts.push(text);
        }
        let url = if sending.channel.is_none() { Some(file(tx, &sending, &texts)?) } else { None };
        Ok((sent, url))
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "sent": sent, "downloadUrl": url })))
}

/// Of two who send the same at once, the second finds what the first has sent.
fn hold(tx: &mut Tx<'_>, asked: &Asked) -> Result<(), Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    let (mut orders, mut alone, mut number) = (BTreeSet::new(), BTreeSet::new(), Master::default());
    for house in houses::of_ids(tx, actor, &asked.sl_ids)? {
        orders.extend(house.order_id);
        alone.extend(house.order_id.is_none().then_some(house.id));
        number = house.master;
    }
    if let Some(id) = asked.awb_print_id {
        let form = form_of(tx, actor, id)?;
        orders.extend(form.order_id);
        alone.insert(form.id);
        number = form.master();
    }
    // The master is that of every order of its number, whichever of them was named.
    orders.extend(houses::orders_of(tx, org, &number)?);
    // Always in one order, so that nobody waits for somebody who waits for him.
    alone.into_iter().try_for_each(|form| forms::hold(tx, org, form))?;
    orders.into_iter().try_for_each(|order| waybill::orders::hold(tx, org, order))
}

/// Adds one message; answers what is told of it, and its text.
fn put(tx: &mut Tx<'_>, sending: &Sending, line: &Line) -> Result<(Json, String), Refusal> {
    let (Some(form), Some(composed)) = (&line.form, &line.composed) else { return Err(Refusal::NotFound) };
    let now = tx.now;
    let before = line.last.as_ref().map_or(0, |(_, last)| last.revision);
    let revision = line.taken.as_ref().map_or(before, |taken| before.max(taken.revision + 1));
    // Its answer may name it so.
    let id = tx.new_id();
    let own = format!("{}-{id}", line.number);
    let text = composed.text(&sending.way, (&own, now, line.taken.is_some()), &sending.carrier);
    let about = record::About { carrier_code: sending.carrier.clone(), ..compose::about(&line.boxes) };
    let fresh = Fresh {
        direction: OUT,
        kind: line.kind.to_owned(),
        message_version: composed.version.clone(),
        format: composed.format,
        about: record::About { awb_number: sending.master.number.clone(), ..about },
        awb_round: sending.master.round,
        awb_print_id: Some(form.id),
        hawb_id: form.hawb_id,
        order_id: form.order_id,
        body: text.clone(),
        channel: sending.channel.as_ref().map_or(DOWNLOAD, |channel| &channel.kind).to_owned(),
        channel_id: sending.channel.as_ref().map(|channel| channel.id),
        state: WAITING,
        revision,
        next_at: sending.channel.is_some().then_some(now),
        ..Fresh::default()
    };
    let message_no = record::add(tx, id, &fresh)?;
    replace(tx, line, &message_no)?;
    let words = format!("{} {}（第{revision}次修订）", line.kind, line.number);
    tx.log(record::entry(id, &message_no, record::ADDED).text(words))?;
    let wire = json!({ "id": id, "messageNo": message_no, "type": line.kind, "number": line.number, "state": WAITING });
    Ok((wire, text))
}

/// What was sent before and is not with the carrier is no more waited for.
fn replace(tx: &mut Tx<'_>, line: &Line, by: &str) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let Some((id, old)) = &line.last else { return Ok(()) };
    let text = REPLACED.with(&[("number", by)]);
    let cells = [
        ("state", CANCELLED.into_value()),
        ("error_text", text.zh.clone().into_value()),
        ("next_at", Value::Null),
        ("worker", Value::Null),
    ];
    if !record::change(tx, (org, now), *id, &[WAITING, SENT, TIMEOUT, FAILED, REJECTED], &cells)? {
        return Ok(());
    }
    record::stop_mail(tx, org, *id)?;
    tx.log(record::entry(*id, &old.message_no, "取代").text(text.zh))
}

/// The messages as one file behind an address that works once.
fn file(tx: &mut Tx<'_>, sending: &Sending, texts: &[String]) -> Result<String, Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let is_xml = sending.way.format == XML;
    let (mime, ending) = if is_xml { ("application/xml", "xml") } else { ("text/plain", "txt") };
    let kind = if let [line] = sending.lines.as_slice() { line.kind } else { "EDI" };
    let number = if let [line] = sending.lines.as_slice() { &line.number } else { &sending.master.number };
    let file = Prepared { name: format!("{kind}_{number}.{ending}"), mime, bytes: texts.join("\r\n").into_bytes() };
    waybill::download::prepare(tx, org, now, file)
}
