//! Share links: the code behind which an order may be read without a session.
//!
//! A code is 130 random bits in letters and digits; only its hash is kept. An order has at most
//! one live link; a new code ends the old one.

pub(crate) mod post;

use facts::order_log::log_entry;
use kernel::{Id, Instant, Msg, Scope, Uuid, show_day, show_second};
use order::{OrderHead, SHARE_CODES, code_of};
use platform::access::{Actor, random_bytes, secret_hash};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::{Choice, Field};
use platform::list::{Button, Column, Filter, Join, ListPage, Match};
use platform::refusal::{Refusal, messages as common};
use platform::store::{Cell, Conn, Row, Value, sql};
use sea_query::{ExprTrait, Order};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::orders;

/// Letters of a code: 32 of them, so that five bits choose one; none that looks like another.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Letters in a code: 26 times five bits are 130.
const CODE_LETTERS: usize = 26;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// What a link may show.
pub const PARTS: [&str; 6] = ["order", "track", "manifest", "files", "photos", "print"];

const STATES: &[Choice] = &[
    Choice::new("ACTIVE", "有效", "Active").tone("ready"),
    Choice::new("EXPIRED", "已过期", "Expired").tone("neutral"),
    Choice::new("STOPPED", "已停用", "Stopped").tone("danger"),
];
/// A link to an order.
pub(crate) const LINK: &str = "LINK";
/// A link to one delivery notice, which opens nothing else.
pub(crate) const NOTICE: &str = "NOTICE";
const KINDS: &[Choice] = &[Choice::new(LINK, "轨迹", "Track"), Choice::new(NOTICE, "送货通知", "Delivery notice")];

/// Messages of share links.
pub mod messages {
    use super::Msg;

    /// Until when.
    pub const UNTIL: Msg = Msg::new("share.until", "本链接{date}前有效", "This link is valid until {date}.");
    /// For ever.
    pub const FOREVER: Msg = Msg::new("share.forever", "本链接长期有效", "This link does not expire.");
    /// Not a validity.
    pub const VALIDITY: Msg = Msg::new("share.validity", "有效期选项不存在", "There is no such validity.");
    /// Nothing to show.
    pub const NO_PARTS: Msg = Msg::new("share.no_parts", "请选择分享内容", "Please choose what to share.");
    /// Not a part.
    pub const PART: Msg = Msg::new("share.part", "分享内容不存在：{name}", "There is no such part: {name}");
    /// Not the code of a link of the order.
    pub const WRONG_CODE: Msg = Msg::new(
        "share.wrong_code",
        "追踪码不正确，请更新链接后再发送",
        "This is no tracking code of the order. Please make a new link and send that.",
    );
    /// A link that works no more.
    pub const ENDED: Msg = Msg::new(
        "share.ended",
        "分享链接已过期或已停用，请更新链接后再发送",
        "The share link has expired or was stopped. Please make a new link and send that.",
    );
    /// No live link.
    pub const NO_LINK: Msg = Msg::new("share.no_link", "没有有效的分享链接", "There is no active share link.");
    /// How a batch went.
    pub const BATCH: Msg = Msg::new("share.batch", "成功{n}条，跳过{m}条", "{n} done, {m} skipped.");
}

const ORDER_CODE: Field = Field::text("订单号", "Order").column("order_code");
const CREATOR: Field = Field::text("创建人", "Created by").column("name_cn").wire("creator");
const EXPIRE: Field = Field::instant("有效期至", "Valid until").column("expires_at").wire("expireTime");
const STATE: Field = Field::state(STATES, "状态", "State").column("state");
const KIND: Field = Field::select(KINDS, "类型", "Kind").column("kind");

/// /af_order_share 分享链接管理.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "freight_order", alias: "ord", on: &[("order_id", "id")], by_org: true },
        Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
    ],
    columns: &[
        Column::own(Field::reference("orderShare", "编号", "Id").column("id")).hidden(),
        Column::own(Field::text("订单", "Order").column("order_uuid")).hidden(),
        Column::of("ord", ORDER_CODE).link("/af_order_edit?o={orderUuid}"),
        Column::of("ord", Field::text("主单号", "MAWB").column("awb_number")).copy(),
        Column::own(KIND),
        Column::own(Field::text("接收人", "Receiver").column("receiver")).behind(),
        Column::own(Field::text("分享内容", "Parts").column("parts")).unsorted(),
        Column::own(EXPIRE),
        Column::own(Field::int("访问次数", "Views").column("views")),
        Column::own(Field::instant("最近访问", "Last view").column("last_view")),
        Column::own(Field::text("最近访问IP", "Last IP").column("last_ip")),
        Column::own(STATE),
        Column::of("creator", CREATOR),
        Column::own(Field::instant("创建时间", "Created at").column("created_at").wire("createTime")),
    ],
    filters: &[
        Filter::new("orderCode", Match::Contains, ORDER_CODE).columns(&[("ord", "order_code")]),
        Filter::new("scope", Match::OneOf, Field::text("业务范畴", "Scope").column("business_scope"))
            .columns(&[("ord", "business_scope")]),
        Filter::new("kind", Match::OneOf, KIND),
        Filter::new("creator", Match::Contains, CREATOR).columns(&[("creator", "name_cn")]),
        Filter::new("state", Match::OneOf, STATE),
        Filter::new("expireTime", Match::Range, EXPIRE),
    ],
    buttons: &[
        Button::new("af-share-stop", ("停用", "Stop"), "batch", "custom").calls("POST /afbase/orderShare/stopLink"),
        Button::new("af-share-stop", ("延期", "Extend"), "batch", "custom").calls("POST /afbase/orderShare/extend"),
    ],
    visible: Some(waybill::orders::visible_share),
    ..ListPage::new(
        "af.order-share.list",
        "/af_order_share",
        ("分享链接管理", "Share links"),
        "af_order_share",
        "/afbase/orderShare",
        "order_share",
    )
};

/// A link as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// Row.
    pub id: Id,
    /// What it opens.
    pub kind: String,
    /// Order.
    pub order_id: Id,
    /// Its public name.
    pub order_uuid: String,
    /// When it ends; none: never.
    pub expires_at: Option<Instant>,
    /// What it shows.
    pub parts: Vec<String>,
    /// ACTIVE or STOPPED.
    pub state: String,
    /// How often it was opened.
    pub views: i64,
    /// When it was last opened.
    pub last_view: Option<Instant>,
}

const COLUMNS: [&str; 9] =
    ["id", "order_id", "order_uuid", "expires_at", "parts", "state", "views", "last_view", "kind"];

impl Share {
    fn read(row: &Row) -> Result<Self, Refusal> {
        let parts: String = row.get(4)?;
        Ok(Self {
            id: row.get(0)?,
            order_id: row.get(1)?,
            order_uuid: row.get(2)?,
            expires_at: row.get(3)?,
            parts: parts.split(',').filter(|part| !part.is_empty()).map(ToOwned::to_owned).collect(),
            state: row.get(5)?,
            views: row.get(6)?,
            last_view: row.get(7)?,
            kind: row.get(8)?,
        })
    }

    /// Whether it works at a moment.
    pub fn live(&self, now: Instant) -> bool {
        self.state == "ACTIVE" && self.expires_at.is_none_or(|end| now < end)
    }

    /// Whether it shows a part.
    pub fn shows(&self, part: &str) -> bool {
        self.parts.iter().any(|known| known == part)
    }
}

/// The link of a code with its org and the scope of its order, in whichever org; the code is looked up by its hash
/// alone. A code that is none costs the same two look-ups, so that time tells nothing either.
pub fn by_code(conn: &mut dyn Conn, code: &str) -> Result<Option<(i64, Scope, Share)>, Refusal> {
    let mut select = sql::from_global("order_share");
    select.columns(COLUMNS).column("org_id").and_where(sql::eq("code_hash", secret_hash(code)));
    let found = match conn.first(&select.into())? {
        None => None,
        Some(row) => Some((row.get::<i64>(COLUMNS.len())?, Share::read(&row)?)),
    };
    let (org, order) = found.as_ref().map_or((0, Id(0)), |(org, share)| (*org, share.order_id));
    let mut scope = sql::from(org, "freight_order");
    scope.column("business_scope").and_where(sql::eq("id", order));
    let scope = conn.first(&scope.into())?.map(|row| row.get::<String>(0)).transpose()?;
    let scope = scope.as_deref().and_then(Scope::from_code);
    Ok(scope.zip(found).map(|(scope, (org, share))| (org, scope, share)))
}

fn newest(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<Share>, Refusal> {
    let mut select = sql::from(org, "order_share");
    select
        .columns(COLUMNS)
        .and_where(sql::eq("order_id", order))
        .and_where(sql::eq("kind", LINK))
        .order_by("id", Order::Desc)
        .limit(1);
    conn.first(&select.into())?.as_ref().map(Share::read).transpose()
}

/// Marks links that ran out, so that lists show them so.
pub fn expire(conn: &mut dyn Conn, org: i64, now: Instant) -> Result<(), Refusal> {
    let mut update = sql::update(org, "order_share", &[("state", "EXPIRED".into_value())]);
    update.and_where(sql::eq("state", "ACTIVE")).and_where(sql::col("expires_at").lte(sql::value(now)));
    conn.exec(&update.into())?;
    Ok(())
}

/// A new code.
fn new_code() -> Result<String, Refusal> {
    Ok(code_of_bytes(&random_bytes::<CODE_LETTERS>()?))
}

/// The code that random bytes make.
pub(crate) fn code_of_bytes(bytes: &[u8]) -> String {
    let letter = |byte: &u8| ALPHABET.get(usize::from(byte & 31)).copied().map(char::from);
    bytes.iter().take(CODE_LETTERS).filter_map(letter).collect()
}

/// Until when a link works, in words.
pub(crate) fn until(expires_at: Option<Instant>, language: &str) -> String {
    let text = match expires_at {
        None => messages::FOREVER.text(),
        Some(end) => messages::UNTIL.with(&[("date", &show_day(end.day()))]),
    };
    text.in_language(language).to_owned()
}

/// The order of a public name, which the caller may share.
fn shareable(conn: &mut dyn Conn, actor: &Actor, uuid: &Uuid) -> Result<OrderHead, Refusal> {
    let order = orders::visible(conn, actor, uuid)?;
    actor.need(code_of(SHARE_CODES, order.scope))?;
    Ok(order)
}

/// What a link calls an order: the letters of its scope and its public name.
fn name_of(order: &OrderHead) -> String {
    format!("{}{}", order.scope.share_prefix(), order.uuid)
}

/// Address of the public page of an order.
fn address(base: &str, order: &OrderHead, code: &str) -> String {
    format!("{}/externalOrderTrack?o={}&code={code}", base.trim_end_matches('/'), name_of(order))
}

/// The link of an order as it is now; its code is told only when it is made.
pub fn link(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let uuid = call.path_uuid("orderUuid")?;
    let (now, language) = (call.now(), call.language().to_owned());
    let data = call.read(|conn| {
        let order = orders::opened(conn, &actor, &uuid)?;
        let o = name_of(&order);
        Ok(match newest(conn, actor.org_id, order.id)? {
            None => json!({ "state": "NONE", "o": o, "parts": PARTS }),
            Some(share) => {
                let mut data = told(&share, now, &language);
                if let Some(object) = data.as_object_mut() {
                    object.insert("o".to_owned(), json!(o));
                }
                data
            }
        })
    })?;
    Ok(Answer::Data(data))
}

fn told(share: &Share, now: Instant, language: &str) -> Json {
    let state = match (share.state.as_str(), share.live(now)) {
        (_, true) => "ACTIVE",
        ("STOPPED", _) => "STOPPED",
        _ => "EXPIRED",
    };
    json!({
        "state": state,
        "expire": share.expires_at.map(show_second),
        "expireText": until(share.expires_at, language),
        "parts": share.parts,
        "views": share.views,
        "lastView": share.last_view.map(show_second),
    })
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Create {
    order_uuid: String,
    #[serde(default)]
    validity: Option<String>,
    #[serde(default)]
    parts: Option<Vec<String>>,
    #[serde(default)]
    receiver: Option<String>,
}

fn expires(validity: &str, now: Instant) -> Result<Option<Instant>, Refusal> {
    let days = match validity {
        "7" => 7,
        "30" => 30,
        "90" => 90,
        "forever" => return Ok(None),
        _ => return Err(Refusal::field("validity", messages::VALIDITY.text())),
    };
    Ok(Some(now.plus_millis(days * DAY_MS)))
}

fn parts(asked: Option<Vec<String>>) -> Result<Vec<String>, Refusal> {
    let Some(asked) = asked else { return Ok(PARTS.map(ToOwned::to_owned).to_vec()) };
    if let Some(wrong) = asked.iter().find(|part| !PARTS.contains(&part.as_str())) {
        return Err(Refusal::field("parts", messages::PART.with(&[("name", wrong)])));
    }
    // In the order of the page, each once.
    let parts: Vec<String> =
        PARTS.iter().filter(|part| asked.iter().any(|a| a == *part)).map(|part| (*part).to_owned()).collect();
    if parts.is_empty() { Err(Refusal::field("parts", messages::NO_PARTS.text())) } else { Ok(parts) }
}

/// 生成 or 更新: a new code; the old link ends.
pub fn create(call: &mut Call) -> Outcome {
    let body: Create = call.json()?;
    let uuid = Uuid::parse(&body.order_uuid).ok_or(Refusal::NotFound)?;
    let validity = body.validity.as_deref().unwrap_or("30").to_owned();
    let ends = expires(&validity, call.now())?;
    let parts = parts(body.parts)?;
    let receiver = body.receiver.unwrap_or_default().trim().chars().take(100).collect::<String>();
    let code = new_code()?;
    let (base, language) = (call.public_url().to_owned(), call.language().to_owned());
    let data = call.write(|tx| {
        let actor = tx.actor;
        let order = shareable(tx, actor, &uuid)?;
        let org = tx.org();
        waybill::orders::hold(tx, org, order.id)?;
        stop_links(tx, order.id)?;
        let cells = [
            ("id", tx.new_id().into_value()),
            ("kind", LINK.into_value()),
            ("order_id", order.id.into_value()),
            ("order_uuid", order.uuid.as_str().into_value()),
            ("code_hash", Value::Bytes(secret_hash(&code))),
            ("validity", validity.as_str().into_value()),
            ("expires_at", ends.into_value()),
            ("parts", parts.join(",").into_value()),
            ("receiver", receiver.as_str().into_value()),
            ("state", "ACTIVE".into_value()),
            ("views", Value::Int(0)),
            ("created_by", tx.actor.user_id.into_value()),
            ("created_at", tx.now.into_value()),
        ];
        tx.exec(&sql::insert(tx.org(), "order_share", &cells).into())?;
        tx.log(
            log_entry(order.id, &order.code, "/orderShareQrcodeTrack")
                .did("新建", "分享")
                .text(format!("分享链接 {}", until(ends, "zh-CN"))),
        )?;
        Ok(json!({
            "url": address(&base, &order, &code),
            "o": name_of(&order),
            "code": code,
            "state": "ACTIVE",
            "expire": ends.map(show_second),
            "expireText": until(ends, &language),
            "parts": parts,
            "views": 0,
        }))
    })?;
    Ok(Answer::Data(data))
}

/// Ends the live links of an order; answers how many.
fn stop_links(tx: &mut Tx<'_>, order: Id) -> Result<u64, Refusal> {
    let cells = [
        ("state", "STOPPED".into_value()),
        ("stopped_by", tx.actor.user_id.into_value()),
        ("stopped_at", tx.now.into_value()),
    ];
    let mut stop = sql::update(tx.org(), "order_share", &cells);
    stop.and_where(sql::eq("order_id", order)).and_where(sql::eq("kind", LINK)).and_where(sql::eq("state", "ACTIVE"));
    Ok(tx.exec(&stop.into())?)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Stop {
    #[serde(default)]
    order_uuid: Option<String>,
    #[serde(default)]
    ids: Vec<Id>,
    #[serde(default)]
    validity: Option<String>,
}

/// 停用: of one order, or of rows of the list.
pub fn stop(call: &mut Call) -> Outcome {
    let body: Stop = call.json()?;
    if let Some(uuid) = &body.order_uuid {
        let uuid = Uuid::parse(uuid).ok_or(Refusal::NotFound)?;
        call.write(|tx| {
            let actor = tx.actor;
            let order = orders::visible(tx, actor, &uuid)?;
            if !actor.has("af-share-stop") {
                actor.need(code_of(SHARE_CODES, order.scope))?;
            }
            if stop_links(tx, order.id)? == 0 {
                return Err(Refusal::business(messages::NO_LINK));
            }
            tx.log(log_entry(order.id, &order.code, "/orderShareQrcodeTrack").did("停用", "停用分享"))
        })?;
        return Ok(Answer::Data(json!({ "state": "STOPPED" })));
    }
    call.actor()?.need("af-share-stop")?;
    let user = call.actor()?.user_id;
    let now = call.now();
    let cells =
        [("state", "STOPPED".into_value()), ("stopped_by", user.into_value()), ("stopped_at", now.into_value())];
    batch(call, &body.ids, "停用分享", &cells)
}

/// 延期: the same code lives on.
pub fn extend(call: &mut Call) -> Outcome {
    let body: Stop = call.json()?;
    if body.order_uuid.is_some() {
        return Err(Refusal::BadRequest(common::UNKNOWN_FIELD.with(&[("field", "orderUuid")])));
    }
    let validity = body.validity.as_deref().unwrap_or("30");
    let ends = expires(validity, call.now())?;
    let cells = [("validity", validity.into_value()), ("expires_at", ends.into_value())];
    batch(call, &body.ids, "分享延期", &cells)
}

/// Changes the live links among some rows.
fn batch(call: &Call, ids: &[Id], action: &'static str, cells: &[(&'static str, Value)]) -> Outcome {
    let language = call.language().to_owned();
    let changed = call.write(|tx| {
        let org = tx.org();
        let now = tx.now;
        expire(tx, org, now)?;
        let mut changed = Vec::new();
        for id in ids {
            let Some((order, code)) = shared_order(tx, *id)? else { continue };
            let mut update = sql::update(tx.org(), "order_share", cells);
            update.and_where(sql::eq("id", *id)).and_where(sql::eq("state", "ACTIVE"));
            if tx.exec(&update.into())? == 1 {
                tx.log(log_entry(order, &code, "/af_order_share").did("修改", action))?;
                changed.push(code);
            }
        }
        if changed.is_empty() {
            tx.no_log_line();
        }
        Ok(changed)
    })?;
    let (n, m) = (changed.len(), ids.len().saturating_sub(changed.len()));
    let text = messages::BATCH.with(&[("n", &n.to_string()), ("m", &m.to_string())]);
    Ok(Answer::Data(json!({ "changed": n, "skipped": m, "message": text.in_language(&language) })))
}

/// The order of a link the caller may see.
fn shared_order(tx: &mut Tx<'_>, id: Id) -> Result<Option<(Id, String)>, Refusal> {
    let mut select = sql::from(tx.org(), "order_share");
    select.column("order_uuid").and_where(sql::eq("id", id));
    let Some(row) = tx.first(&select.into())? else { return Ok(None) };
    let uuid: Uuid = row.get(0)?;
    let actor = tx.actor;
    match orders::visible(tx, actor, &uuid) {
        Ok(order) => Ok(Some((order.id, order.code))),
        Err(Refusal::NotFound | Refusal::Business(_)) => Ok(None),
        Err(other) => Err(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_26_letters_or_digits_and_never_the_same() {
        let codes: Vec<String> = (0..50).map(|_| new_code().expect("a code")).collect();
        for code in &codes {
            assert!(code.len() >= 26 && code.bytes().all(|b| b.is_ascii_alphanumeric()), "{code}");
        }
        let distinct: std::collections::BTreeSet<&String> = codes.iter().collect();
        assert_eq!(distinct.len(), codes.len());
    }

    #[test]
    fn a_link_of_seven_days_says_its_day() {
        let now = Instant::parse("2026-07-15 10:00").expect("a time");
        let ends = expires("7", now).expect("a validity");
        assert_eq!(until(ends, "zh-CN"), "本链接2026-07-22前有效");
        assert_eq!(expires("forever", now).expect("a validity"), None);
        assert!(expires("8", now).is_err());
    }

    #[test]
    fn parts_are_told_in_the_order_of_the_page_and_unknown_ones_are_refused() {
        let some = parts(Some(vec!["photos".into(), "order".into(), "order".into()])).expect("parts");
        assert_eq!(some, ["order", "photos"]);
        assert!(parts(Some(vec!["prices".into()])).is_err());
        assert!(parts(Some(Vec::new())).is_err());
    }
}
