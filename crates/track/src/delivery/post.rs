//! 发送: the mail with a notice and its link.

use kernel::{Findings, Id, Instant, Msg, show_minute};
use mail::{Kind, Letter, Sender, Words, escaped};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::link;
use super::moves::need_state;
use super::order::{self, Order};
use super::page::{self, AWAITED, ENGLISH, Notice, PAGE, SENT, TABLE, UNSENT};
use super::place::{self, Position, Warehouse};
use super::rules::addresses;

const NO_MAILBOX: Msg = Msg::new(
    "delivery.no_mailbox",
    "未配置发件邮箱，请联系管理员",
    "No mailbox is set up. Please ask the administrator.",
);
const NO_SUBJECT: Msg = Msg::new("delivery.no_subject", "邮件标题不能为空", "There must be a subject.");
const NO_CONTENT: Msg = Msg::new("delivery.no_content", "邮件内容不能为空", "There must be a text.");

const SUBJECT: Field = Field::text("标题", "Subject").wire("subject").max(200).asks(NO_SUBJECT);
const CONTENT: Field = Field::long("内容", "Text").wire("content").max(2000).asks(NO_CONTENT);

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

/// Addresses of those who get copies of a user's delivery notices; who has left gets none.
fn copies(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<String>, Refusal> {
    let mut select = sql::from(org, "user_extend");
    select.column("settings").and_where(sql::eq("user_id", user));
    let settings: String = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    let settings: Map<String, Json> = serde_json::from_str(&settings).unwrap_or_default();
    let named = settings.get("sendGoodsNotifyCcUser").and_then(Json::as_array).into_iter().flatten();
    let ids: Vec<i64> = named.filter_map(|id| id.as_str()?.parse().ok()).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut people = sql::from(org, "app_user");
    people
        .column("email")
        .and_where(sql::is_in(sql::col("id"), ids))
        .and_where(sql::eq("active", true))
        .and_where(sql::eq("user_status", 1i64))
        .order_by("id", platform::sea_query::Order::Asc);
    let all: Vec<String> = conn.query(&people.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(all.into_iter().filter(|address| mail::is_address(address)).collect())
}

/// GET {id}/letter: what the dialog begins with.
pub(super) fn draft(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let data = call.read(|conn| {
        page::need_seen(conn, &actor, id)?;
        let told = Told::read(conn, actor.org_id, id)?;
        let (subject, content) = told.proposed();
        let to: Vec<&str> = addresses(&told.notice.receivers).collect();
        let cc = copies(conn, actor.org_id, actor.user_id)?;
        Ok(json!({ "to": to, "cc": cc, "subject": subject, "content": content }))
    })?;
    Ok(Answer::Data(data))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    to: Vec<String>,
    /// Those the user's settings name, when it is left out.
    cc: Option<Vec<String>>,
    subject: String,
    content: String,
}

impl Asked {
    fn check(&self) -> Result<(), Refusal> {
        let mut findings = Findings::new();
        SUBJECT.parse(Some(&json!(self.subject)), SUBJECT.wire, &mut findings);
        CONTENT.parse(Some(&json!(self.content)), CONTENT.wire, &mut findings);
        Refusal::unless_clean(&findings, &[])
    }

    /// The text with the link, until when it works, and the way there.
    fn words(&self, address: &str, until: &str, told: &Told) -> Words {
        let english = told.english();
        let map = told.warehouse.position.map(map_of);
        let labels = if english { ("Open the delivery notice", "Map") } else { ("查看送货通知", "地图") };
        let links = [(labels.0, Some(address.to_owned())), (labels.1, map)];
        let links = links.into_iter().filter_map(|(label, url)| Some((label, url?)));
        let (mut text, mut html) = (format!("{}\n", self.content.trim()), String::new());
        for line in self.content.lines().map(str::trim).filter(|line| !line.is_empty()) {
            html.push_str(&format!("<p>{}</p>\n", escaped(line)));
        }
        for (label, url) in links {
            text.push_str(&format!("\n{label}: {url}"));
            html.push_str(&format!("<p><a href=\"{0}\">{label}</a><br>{0}</p>\n", escaped(&url)));
        }
        text.push_str(&format!("\n（{until}）"));
        html.push_str(&format!("<p>（{}）</p>\n", escaped(until)));
        Words { subject: self.subject.trim().to_owned(), text, html }
    }
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

fn trimmed(list: &[String]) -> Vec<String> {
    list.iter().map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}

/// POST {id}/send {to, cc, subject, content}: 未发送 → 已发送; one that was sent is sent again.
pub(super) fn send(call: &mut Call) -> Outcome {
    let (id, asked): (Id, Asked) = (call.path_id("id")?, call.json()?);
    asked.check()?;
    let base = call.public_url().to_owned();
    let data = call.write(|tx| {
        let (actor, org, app) = (tx.actor, tx.org(), tx.app);
        page::need_seen(tx, actor, id)?;
        let told = Told::read(tx, org, id)?;
        need_state(&told.notice, AWAITED)?;
        told.order.need_alive()?;
        let mailbox = mail::mailbox_for(tx, app, org)?.ok_or_else(|| Refusal::business(NO_MAILBOX))?;
        let (link, _) = link::of(tx, id, &told.order, &told.notice.receipt_date)?;
        let base = if mailbox.public_url.is_empty() { &base } else { &mailbox.public_url };
        let address = link.address(base, &told.order.uuid, &told.notice.flag);
        let cc = match &asked.cc {
            Some(cc) => trimmed(cc),
            None => copies(tx, org, actor.user_id)?,
        };
        let letter = Letter {
            kind: Kind::DeliveryNotice,
            to: trimmed(&asked.to),
            cc,
            words: asked.words(&address, &link.until(&told.notice.language), &told),
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
