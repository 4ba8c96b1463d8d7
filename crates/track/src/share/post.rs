//! 发送邮件: the mail with the link of an order. The code is told by whoever was shown it, for the product keeps its
//! hash alone; the mail is one with a secret, which nobody reads or sends again from the log.

use facts::order_log::log_entry;
use kernel::{Id, Instant, Uuid, Volume, Weight};
use mail::{Copies, Kind, Letter, Sender, Written};
use order::OrderHead;
use order::{PlaceKind, carried_of, place_names};
use platform::call::{Answer, Call, Outcome};
use platform::language::{CHINESE, ENGLISH};
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};
use serde::Deserialize;
use serde_json::json;

use super::{LINK, Share, address, by_code, messages, newest, shareable, until};
use crate::carriage::Carriage;

const COLUMNS: [&str; 13] = [
    "coop_id",
    "hawb_number",
    "departure_station",
    "arrival_station",
    "expect_flight",
    "expect_departure",
    "confirm_pieces",
    "plan_pieces",
    "confirm_weight",
    "plan_weight",
    "confirm_volume",
    "plan_volume",
    "awb_number",
];

/// The language of a mail: the one asked for, else that of the caller.
fn language_of(asked: &str, own: &str) -> &'static str {
    let wanted = if asked.is_empty() { own } else { asked };
    if wanted.starts_with("en") { ENGLISH } else { CHINESE }
}

/// The link of an order that a code opens now.
fn opened(conn: &mut dyn Conn, (org, order): (i64, Id), code: &str, now: Instant) -> Result<Share, Refusal> {
    let found = by_code(conn, code)?.filter(|(at, _, share)| *at == org && share.order_id == order);
    let share = found.map(|(_, _, share)| share).filter(|share| share.kind == LINK);
    let share = share.ok_or(Refusal::business(messages::WRONG_CODE))?;
    if share.live(now) { Ok(share) } else { Err(Refusal::business(messages::ENDED)) }
}

/// What a mail tells of an order beside its code, each empty when it is not known.
struct Shipment {
    coop: Option<Id>,
    number: String,
    route: String,
    flight: String,
    figures: String,
}

impl Shipment {
    fn read(conn: &mut dyn Conn, org: i64, order: &OrderHead, english: bool) -> Result<Self, Refusal> {
        let mut select = sql::from(org, "freight_order");
        select.columns(COLUMNS).and_where(sql::eq("id", order.id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let (house, master): (String, String) = (row.get(1)?, row.get(12)?);
        let number = match Carriage::load(conn, org, order.id, order.scope)? {
            Some(carriage) => carriage.number(&master, &house, &order.code),
            None => master,
        };
        let (flight, day): (String, String) = (row.get(4)?, row.get(5)?);
        Ok(Self {
            coop: row.get(0)?,
            number: if number == order.code { String::new() } else { number },
            route: route(conn, org, order, [row.get(2)?, row.get(3)?], english)?,
            flight: if flight.is_empty() { flight } else { format!("{flight} {day}").trim_end().to_owned() },
            figures: figures(&row)?,
        })
    }

    /// Subject and text; what only the part of the order shows stands in the text when the link shows that part.
    fn proposed(&self, code: &str, link: &Share, english: bool) -> (String, String) {
        let of_order = if link.shows("order") { [self.flight.as_str(), &self.figures] } else { [""; 2] };
        let known = [self.number.as_str(), &self.route].into_iter().chain(of_order);
        let known: Vec<&str> = known.filter(|part| !part.is_empty()).collect();
        let title = format!("{code} {}", self.number);
        let title = title.trim_end();
        if english {
            let known = if known.is_empty() { String::new() } else { format!(" ({})", known.join(", ")) };
            return (
                format!("Shipment tracking {title}"),
                format!(
                    "Dear customer,\nYour shipment {code}{known} can be tracked at any time behind the link below."
                ),
            );
        }
        let known = if known.is_empty() { String::new() } else { format!("（{}）", known.join("，")) };
        (format!("订单跟踪 {title}"), format!("您好，\n您可通过以下链接随时查看订单{code}{known}的最新动态。"))
    }
}

/// Where it goes from and to: codes, as trade writes airports and ports, or else the names, which are Chinese.
fn route(
    conn: &mut dyn Conn,
    org: i64,
    order: &OrderHead,
    ends: [String; 2],
    english: bool,
) -> Result<String, Refusal> {
    let kind = carried_of(order.scope).map_or(PlaceKind::Airport, |kind| kind.places);
    let ends = match (kind, english) {
        (PlaceKind::Rail | PlaceKind::City, true) => return Ok(String::new()),
        (PlaceKind::Rail | PlaceKind::City, false) => {
            let names = place_names(conn, org, kind, ends.iter().map(String::as_str))?;
            ends.map(|end| names.get(&end).cloned().unwrap_or(end))
        }
        _ => ends,
    };
    Ok(ends.into_iter().filter(|end| !end.is_empty()).collect::<Vec<_>>().join("-"))
}

/// Pieces, weight and volume: as confirmed, else as planned.
fn figures(row: &Row) -> Result<String, Refusal> {
    let pieces = row.get::<Option<i64>>(6)?.or(row.get(7)?);
    let weight = row.get::<Option<Weight>>(8)?.or(row.get(9)?);
    let volume = row.get::<Option<Volume>>(10)?.or(row.get(11)?);
    let parts = [
        pieces.map(|pieces| format!("{pieces} PCS")),
        weight.map(|weight| format!("{} KG", weight.show(1))),
        volume.map(|volume| format!("{} CBM", volume.show(3))),
    ];
    Ok(parts.into_iter().flatten().collect::<Vec<_>>().join(" / "))
}

/// GET letter/{orderUuid}?language: what the dialog begins with.
pub(crate) fn draft(call: &mut Call) -> Outcome {
    let (actor, uuid, now) = (call.actor()?.clone(), call.path_uuid("orderUuid")?, call.now());
    let english = language_of(call.query("language"), call.language()) == ENGLISH;
    let data = call.read(|conn| {
        let (org, order) = (actor.org_id, shareable(conn, &actor, &uuid)?);
        let link = newest(conn, org, order.id)?.ok_or(Refusal::business(messages::NO_LINK))?;
        if !link.live(now) {
            return Err(Refusal::business(messages::ENDED));
        }
        let shipment = Shipment::read(conn, org, &order, english)?;
        let (subject, content) = shipment.proposed(&order.code, &link, english);
        let to = mail::contacts(conn, org, shipment.coop)?;
        let cc = Copies::TrackingCode.of(conn, org, actor.user_id)?;
        Ok(json!({ "to": to, "cc": cc, "subject": subject, "content": content }))
    })?;
    Ok(Answer::Data(data))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    order_uuid: String,
    code: String,
    #[serde(default)]
    language: String,
    #[serde(flatten)]
    mail: Written,
}

/// POST send {orderUuid, code, language, to, cc, subject, content}: the link stands below the text.
pub(crate) fn send(call: &mut Call) -> Outcome {
    let Asked { order_uuid, code, language, mail: written } = call.json()?;
    let uuid = Uuid::parse(&order_uuid).ok_or(Refusal::NotFound)?;
    let language = language_of(&language, call.language());
    let own_base = call.public_url().to_owned();
    let mail_id = call.write(|tx| {
        let (actor, org, app, now) = (tx.actor, tx.org(), tx.app, tx.now);
        let order = shareable(tx, actor, &uuid)?;
        written.check()?;
        let link = opened(tx, (org, order.id), code.trim(), now)?;
        let mailbox = mail::need_mailbox(tx, app, org, actor.user_id)?;
        let base = if mailbox.public_url.is_empty() { &own_base } else { &mailbox.public_url };
        let cc = match written.cc() {
            Some(cc) => cc,
            None => Copies::TrackingCode.of(tx, org, actor.user_id)?,
        };
        let label = if language == ENGLISH { "Track the shipment" } else { "查看订单轨迹" };
        let note = link.expires_at.map(|_| format!("（{}）", until(link.expires_at, language)));
        let letter = Letter {
            kind: Kind::TrackingCode,
            to: written.to(),
            cc,
            words: written.words(&[(label, &address(base, &order, code.trim()))], note.as_deref()),
            attachments: Vec::new(),
            number: order.code.clone(),
            not_before: None,
        };
        let from = Sender { org, mailbox: &mailbox, user: Some(actor.user_id), language };
        let mail_id = mail::put(tx, app, from, &letter)?;
        let text = format!("发送邮件：{}", [letter.to, letter.cc].concat().join("; "));
        tx.log(log_entry(order.id, &order.code, "/orderShareQrcodeTrack").did("修改", "发送订单追踪码").text(text))?;
        Ok(mail_id)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "mailId": mail_id })))
}
