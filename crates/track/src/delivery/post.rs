//! 发送: the mail with a notice and its link.

use kernel::{Id, Instant, show_minute};
use mail::{Copies, Kind, Letter, Sender, Words, Written};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, sql};
use serde_json::json;

use super::link;
use super::moves::FLOW;
use super::order::{self, Order};
use super::page::{self, AWAITED, ENGLISH, Notice, PAGE, SENT, TABLE, UNSENT};
use super::place::{self, Position, Warehouse};
use super::rules::addresses;

/// A notice with what its mail tells of.
struct Told {
    notice: Notice,
    order: Order,
    warehouse: Warehouse,
}

impl Told {
    fn read(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Self, Refusal> {
        let notice = page::own(conn, org, id)?;
        let order = order::own(conn, org, notice.order_id)?;
        let warehouse = notice.warehouse_id.map(|id| place::of_id(conn, org, id)).transpose()?.flatten();
        let warehouse = warehouse.ok_or_else(|| Refusal::broken("a notice without a warehouse"))?;
        Ok(Self { notice, order, warehouse })
    }

    fn english(&self) -> bool {
        self.notice.language == ENGLISH
    }

    fn figures(&self) -> String {
        let notice = &self.notice;
        let figure = |text: Option<String>, unit: &str| text.map(|text| format!("{text} {unit}"));
        let parts = [
            figure(notice.pieces.map(|pieces| pieces.to_string()), "PCS"),
            figure(notice.weight.map(|weight| weight.show(1)), "KG"),
            figure(notice.volume.map(|volume| volume.show(3)), "CBM"),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" / ")
    }

    /// Subject and text it begins with, in the language of the notice.
    fn proposed(&self) -> (String, String) {
        let (notice, order, place) = (&self.notice, &self.order, &self.warehouse);
        let number = if order.awb_number.is_empty() { &order.code } else { &order.awb_number };
        let flight = format!("{} {}", order.flight, order.flight_date);
        let cargo = [order.route(), flight.trim().to_owned(), self.figures()];
        let cargo = cargo.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        let when = [notice.receipt_date.as_str(), notice.slot.as_str()].join(" ");
        let latest = notice.latest_at.map(|time| show_minute(Instant::from_millis(time)));
        let line = |label: &str, text: &str| if text.is_empty() { String::new() } else { format!("{label}{text}\n") };
        let latest = latest.unwrap_or_default();
        if self.english() {
            let times = line("Expected: ", when.trim()) + &line("Latest arrival: ", &latest);
            return (
                format!("Delivery notice {} {number}", notice.notice_code),
                format!(
                    "Please deliver {number} ({}) to:\n{} {}\n{times}\
                     The address, and a form for truck and driver, stand behind the link below.",
                    cargo.join(", "),
                    place.name,
                    place.address
                ),
            );
        }
        let times = line("预计到货：", when.trim()) + &line("最晚到货：", &latest);
        (
            format!("送货通知 {} {number}", notice.notice_code),
            format!(
                "您好，\n请将{number}（{}）的货物送至：\n{} {}\n{times}\
                 请通过以下链接查看送货地址，并填写车辆及司机信息。",
                cargo.join("，"),
                place.name,
                place.address
            ),
        )
    }
}

/// GET {id}/letter: what the dialog begins with.
pub(super) fn draft(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let data = call.read(|conn| {
        page::need_seen(conn, &actor, id)?;
        let told = Told::read(conn, actor.org_id, id)?;
        let (subject, content) = told.proposed();
        let to: Vec<&str> = addresses(&told.notice.receivers).collect();
        let cc = Copies::DeliveryNotice.of(conn, actor.org_id, actor.user_id)?;
        Ok(json!({ "to": to, "cc": cc, "subject": subject, "content": content }))
    })?;
    Ok(Answer::Data(data))
}

/// The text of a mail with the link, until when it works, and the way there.
fn words(asked: &Written, address: &str, until: &str, told: &Told) -> Words {
    let labels = if told.english() { ("Open the delivery notice", "Map") } else { ("查看送货通知", "地图") };
    let map = told.warehouse.position.map(map_of);
    let mut links = vec![(labels.0, address)];
    links.extend(map.as_deref().map(|map| (labels.1, map)));
    asked.words(&links, Some(&format!("（{until}）")))
}

/// A map with a mark at a place.
fn map_of(place: Position) -> String {
    let degrees = |raw: i64| {
        let sign = if raw < 0 { "-" } else { "" };
        format!("{sign}{}.{:06}", raw.abs() / 1_000_000, raw.abs() % 1_000_000)
    };
    let (latitude, longitude) = (degrees(place.latitude), degrees(place.longitude));
    format!("https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}#map=16/{latitude}/{longitude}")
}

/// POST {id}/send {to, cc, subject, content}: 未发送 → 已发送; one that was sent is sent again.
pub(super) fn send(call: &mut Call) -> Outcome {
    let (id, asked): (Id, Written) = (call.path_id("id")?, call.json()?);
    asked.check()?;
    let base = call.public_url().to_owned();
    let data = call.write(|tx| {
        let (actor, org, app) = (tx.actor, tx.org(), tx.app);
        page::need_seen(tx, actor, id)?;
        let told = Told::read(tx, org, id)?;
        FLOW.need(&told.notice.state, AWAITED)?;
        told.order.need_alive()?;
        let mailbox = mail::need_mailbox(tx, app, org, actor.user_id)?;
        let (link, _) = link::of(tx, id, &told.order, &told.notice.receipt_date)?;
        let base = if mailbox.public_url.is_empty() { &base } else { &mailbox.public_url };
        let address = link.address(base, &told.order.uuid, &told.notice.flag);
        let cc = match asked.cc() {
            Some(cc) => cc,
            None => Copies::DeliveryNotice.of(tx, org, actor.user_id)?,
        };
        let letter = Letter {
            kind: Kind::DeliveryNotice,
            to: asked.to(),
            cc,
            words: words(&asked, &address, &link.until(&told.notice.language), &told),
            attachments: Vec::new(),
            number: told.notice.notice_code.clone(),
            not_before: None,
        };
        let from = Sender { org, mailbox: &mailbox, user: Some(actor.user_id), language: &told.notice.language };
        let mail_id = mail::put(tx, app, from, &letter)?;
        let state = sent(tx, (id, &told.notice), &letter.to.join("; "))?;
        Ok(json!({ "mailId": mail_id, "id": id, "state": state }))
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(data))
}

/// Notes when and to whom a notice went; answers its state.
fn sent(tx: &mut Tx<'_>, (id, notice): (Id, &Notice), to: &str) -> Result<String, Refusal> {
    let state = if notice.state == UNSENT { SENT } else { &notice.state };
    let cells = [
        ("state", state.into_value()),
        ("sent_at", tx.now.into_value()),
        ("sent_to", to.chars().take(1000).collect::<String>().into_value()),
        ("updated_by", tx.actor.user_id.into_value()),
        ("updated_at", tx.now.into_value()),
    ];
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.value("version", platform::sea_query::ExprTrait::add(sql::col("version"), 1)).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    let entry = LogEntry::of(TABLE, id, &notice.notice_code, PAGE).did("修改", "发送");
    tx.log(entry.text(format!("发送邮件：{to}")))?;
    Ok(state.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_marked_at_its_degrees() {
        let place = Position { longitude: -121_805_000, latitude: 31_150_000 };
        let url = "https://www.openstreetmap.org/?mlat=31.150000&mlon=-121.805000#map=16/31.150000/-121.805000";
        assert_eq!(map_of(place), url);
        assert!(map_of(Position { longitude: -5, latitude: 0 }).contains("mlat=0.000000&mlon=-0.000005#"));
    }
}
