//! 客商共享. A company shares chosen data of a partner with another company of this deployment, which looks, and accepts
//! or refuses. Each side has a row of its own; what happens is written to both at once.

mod credit;
mod give;
mod receive;
mod told;

use std::sync::Arc;

use kernel::{Id, Instant, show_second};
use platform::access::{Access, Actor};
use platform::call::{App, Tx};
use platform::field::{Choice, Field};
use platform::job::plan::{Category, Plan, Schedule};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait, Order, Query};
use platform::store::{Cell, Conn, Row, Value, sql};
use serde_json::{Value as Json, json};

use crate::coop::{Coop, TYPES};

/// Its table, and the kind of thing in the log.
const TABLE: &str = "coop_share";
/// Address of the page of both sides, and the page a link opens.
const PAGE: &str = "/prm_coop_share";
const OPENED: &str = "/externalCoopShare";
/// Beginning of the calls.
const BASE: &str = "/prm/coopShare";

const OUT: &str = "OUT";
const IN: &str = "IN";
const DIRECTIONS: &[Choice] =
    &[Choice::new(OUT, "共享出", "Given"), Choice::new(IN, "共享入", "Received").tone("info")];

const SENT: &str = "SENT";
const ACCEPTED: &str = "ACCEPTED";
const REJECTED: &str = "REJECTED";
const STOPPED: &str = "STOPPED";
const EXPIRED: &str = "EXPIRED";
const STATES: &[Choice] = &[
    Choice::new(SENT, "待接收", "Waiting").tone("warning"),
    Choice::new(ACCEPTED, "已接收", "Accepted").tone("done"),
    Choice::new(REJECTED, "已拒绝", "Refused").tone("danger"),
    Choice::new(STOPPED, "已停止", "Stopped"),
    Choice::new(EXPIRED, "已过期", "Expired"),
];

/// What can be shared beside name and type.
const FIELDS: [Field; 16] = [
    Coop::COOP_FULL_NAME,
    Coop::COOP_ENAME,
    Coop::SOCIAL_CREDIT_CODE,
    Coop::TAX_NO,
    Coop::NATION_CODE,
    Coop::STATE_CODE,
    Coop::CITY_NAME,
    Coop::COOP_ADDRESS,
    Coop::COOP_ADDRESS_EN,
    Coop::PHONE,
    Coop::FAX,
    Coop::EMAIL,
    Coop::WEBSITE,
    Coop::IATA_CODE,
    Coop::AEO_CODE,
    Coop::INDUSTRY,
];

const NO: Field = Field::text("编号", "No.").column("share_no").wire("shareNo");
const DIRECTION: Field = Field::state(DIRECTIONS, "方向", "Direction").column("direction");
const STATE: Field = Field::state(STATES, "状态", "State").column("state");
const NAME: Field = Field::text("客商", "Partner").column("coop_name").wire("coopName");
const TYPE: Field = Field::select(TYPES, "类型", "Type").column("coop_type").wire("coopType");
const PEER: Field = Field::text("对方公司", "Other company").column("peer_name").wire("peerName");
const LENDS: Field = Field::flag("共用额度", "Limit shared").column("shares_credit").wire(credit::MEMBER);
const CREATED: Field = Field::instant("共享时间", "Shared").column("created_at").wire("createTime");
const CREATOR: Field = Field::text("共享人", "Shared by").column("name_cn").wire("creatorName");

/// What the company gave and received.
const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "coop", alias: "partner", on: &[("coop_id", "id")], by_org: true },
        Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Field::text("共享标识", "Share id").column("uuid").wire("shareId")).hidden(),
        Column::own(Field::reference("coop", "客商", "Partner").column("coop_id").wire("coopId")).hidden(),
        Column::own(NO).width(140).copy(),
        Column::own(DIRECTION).width(90),
        Column::of("partner", Field::text("代码", "Code").column("coop_code").wire("coopCode"))
            .link("/prm_coop_edit?coopId={coopId}"),
        Column::own(NAME).width(160),
        Column::own(TYPE).width(90),
        Column::own(PEER).width(160),
        Column::own(Field::text("对方代码", "Their code").column("peer_code").wire("peerCode")).width(100),
        Column::own(LENDS).width(90),
        Column::own(STATE).width(90),
        Column::of("creator", CREATOR).width(90),
        Column::own(CREATED).width(150),
        Column::own(Field::instant("有效期至", "Valid until").column("expire_at").wire("expireTime")).width(150),
        Column::own(Field::text("处理人", "Handled by").column("handled_by_name").wire("handlerName")).width(90),
        Column::own(Field::instant("处理时间", "Handled").column("handled_at").wire("handledTime")).width(150),
        Column::own(Field::text("拒绝原因", "Reason").column("reject_reason").wire("rejectReason"))
            .width(200)
            .unsorted(),
    ],
    filters: &[
        Filter::new("keyword", Match::Contains, Field::text("编号/单位", "No. or partner")).columns(&[
            (TABLE, "share_no"),
            (TABLE, "coop_name"),
            ("partner", "coop_code"),
        ]),
        Filter::new("direction", Match::OneOf, DIRECTION),
        Filter::new("peerName", Match::Contains, PEER),
        Filter::new("state", Match::OneOf, STATE),
        Filter::new("createTime", Match::Range, CREATED).more(),
    ],
    buttons: &[
        Button::new("prm-share-accept", ("查看", "Open"), "row", "link")
            .calls("/externalCoopShare?shareId={shareId}")
            .when("direction", &[IN]),
        Button::new("prm-share-stop", ("停止", "Stop"), "row", "call")
            .calls("POST /prm/coopShare/{id}/stop")
            .asks("停止后链接立即失效，是否继续？", "The link ends at once. Go on?")
            .when("state", &[SENT]),
        Button::new("prm-share-stop", ("停止共用额度", "Stop sharing the limit"), "row", "call")
            .calls("POST /prm/coopShare/{id}/stopCredit")
            .asks("停止后两家公司各用各的额度，是否继续？", "Each company goes by its own limit then. Go on?")
            .when("state", &[ACCEPTED]),
    ],
    tabs: "direction",
    visible: Some(visible),
    decorate: Some(decorate),
    ..ListPage::new("prm.coop-share.list", PAGE, ("客商共享", "Shared partners"), "prm_coop_share", BASE, TABLE)
};

/// What was received, what one gave himself, and what others gave of partners one may see.
fn visible(actor: &Actor) -> Condition {
    let mut partner = Query::select();
    partner
        .expr(Expr::cust("1"))
        .from("coop")
        .and_where(sql::of("coop", "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of("coop", "id").equals((TABLE, "coop_id")))
        .cond_where(domain::coop::visible_coop(actor));
    Condition::any()
        .add(sql::of_eq(TABLE, "direction", IN))
        .add(sql::of_eq(TABLE, "created_by", actor.user_id))
        .add(Expr::exists(partner))
}

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let text = |name: &str| String::from_value(row.value(name)).unwrap_or_default();
    let lends = bool::from_value(row.value(credit::MEMBER)).unwrap_or_default();
    let mut codes = Vec::new();
    let (direction, state) = (text("direction"), text("state"));
    if direction == IN {
        codes.push("prm-share-accept");
    }
    if (direction == OUT && state == SENT) || (lends && state == ACCEPTED) {
        codes.push("prm-share-stop");
    }
    list::write_can(actor, &codes, out);
}

/// Adds the pages and their calls to the room.
pub fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PAGE, "/prmManager/coop", "客商共享", "Sharing and linking", 70),
        Node::button("prm-share-add", "prm_coop_share", "共享", "Share", 10),
        Node::button("prm-share-accept", "prm_coop_share", "接收", "Accept", 20),
        Node::button("prm-share-stop", "prm_coop_share", "停止", "Stop", 40),
    ]);
    room.lists.push(LIST);
    room.operations.extend(operations());
    room.messages.extend([&told::RECEIVED, &told::ANSWERED]);
    room.plans.push(Plan::new(
        "coop_share.expire",
        ("客商共享到期", "End of shares of partners"),
        (Category::Update, Schedule::Hour),
        expire_due,
    ));
}

/// Who looks at what another company shares: those who keep partners and their shares.
const READERS: &[&str] = &["prm_coop", "prm_coop_share", "prm-coop-add", "prm-coop-edit"];

fn operations() -> Vec<Operation> {
    use Access::{AnyOf, Code};
    let at = |rest: &str| format!("{BASE}/{rest}");
    let one = |rest: &str| at(&format!("external/{{shareId}}{rest}"));
    vec![
        Operation::get("list_share_fields", &at("fields"), Code("prm-share-add"), give::fields)
            .summary("What can be shared of a partner, and which company it is bound to")
            .param("coopId"),
        Operation::get("list_coop_shares", &at("of/{id}"), Code("prm_coop"), give::of_coop)
            .summary("With which companies a partner is shared"),
        Operation::post("share_coop", BASE, Code("prm-share-add"), give::share)
            .summary("Shares chosen data of a partner with another company; its link is told once"),
        Operation::post("stop_coop_share", &at("{id}/stop"), Code("prm-share-stop"), give::stop)
            .summary("The link ends"),
        Operation::post("stop_coop_credit_share", &at("{id}/stopCredit"), Code("prm-share-stop"), credit::stop)
            .summary("Either company ends that a limit is shared"),
        Operation::get("view_coop_share", &one(""), AnyOf(READERS), receive::look)
            .param("code")
            .summary("What another company shares, for the company it is shared with"),
        Operation::post("accept_coop_share", &one("/accept"), Code("prm-coop-add"), receive::accept)
            .summary("Makes a partner of one's own out of what is shared"),
        Operation::post("bind_coop_share", &one("/bind"), Code("prm-coop-add"), receive::bind)
            .summary("Names the own partner that it is; what is ticked is taken over"),
        Operation::post("reject_coop_share", &one("/reject"), Code("prm-coop-add"), receive::reject),
    ]
}

/// One side of a share.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Share {
    org: i64,
    id: Id,
    uuid: String,
    no: String,
    direction: String,
    peer: i64,
    peer_name: String,
    coop: Option<Id>,
    coop_name: String,
    coop_type: String,
    fields: String,
    message: String,
    state: String,
    code_hash: Vec<u8>,
    expires: Instant,
    handler: String,
    peer_code: String,
    reject_reason: String,
    creator: Id,
    created: Instant,
    version: i64,
    /// It lends the limit of its source.
    lends: bool,
}

const COLUMNS: [&str; 22] = [
    "org_id",
    "id",
    "uuid",
    "share_no",
    "direction",
    "peer_org_id",
    "peer_name",
    "coop_id",
    "coop_name",
    "coop_type",
    "fields",
    "message",
    "state",
    "code_hash",
    "expire_at",
    "handled_by_name",
    "peer_code",
    "reject_reason",
    "created_by",
    "created_at",
    "version",
    "shares_credit",
];

impl Share {
    fn read(row: &Row) -> Result<Self, Refusal> {
        Ok(Self {
            org: row.get(0)?,
            id: row.get(1)?,
            uuid: row.get(2)?,
            no: row.get(3)?,
            direction: row.get(4)?,
            peer: row.get(5)?,
            peer_name: row.get(6)?,
            coop: row.get(7)?,
            coop_name: row.get(8)?,
            coop_type: row.get(9)?,
            fields: row.get(10)?,
            message: row.get(11)?,
            state: row.get(12)?,
            code_hash: row.get(13)?,
            expires: row.get(14)?,
            handler: row.get(15)?,
            peer_code: row.get(16)?,
            reject_reason: row.get(17)?,
            creator: row.get(18)?,
            created: row.get(19)?,
            version: row.get(20)?,
            lends: row.get(21)?,
        })
    }

    /// The state as it is shown: what nobody took in time has expired.
    fn state_at(&self, now: Instant) -> &str {
        if self.state == SENT && self.expires <= now { EXPIRED } else { &self.state }
    }

    /// Whether a member was ticked.
    fn has(&self, name: &str) -> bool {
        self.fields.split(',').any(|field| field == name)
    }

    /// As pages show it.
    fn json(&self, now: Instant) -> Json {
        let state = self.state_at(now);
        let label = STATES.iter().find(|choice| choice.value == state);
        let text = |text: &str| if text.is_empty() { Json::Null } else { json!(text) };
        json!({
            "id": self.id, "version": self.version, "shareNo": self.no, "peerName": self.peer_name,
            "state": state, "stateLabel": label.map(|one| json!({ "zh": one.zh, "en": one.en, "tone": one.tone })),
            "createTime": show_second(self.created), "expireTime": show_second(self.expires),
            "handlerName": text(&self.handler), "peerCode": text(&self.peer_code),
            "rejectReason": text(&self.reject_reason), credit::MEMBER: self.lends,
        })
    }
}

/// One side of a share by its public name, in whichever company; what is asked for it is checked by who looks.
fn side(conn: &mut dyn Conn, uuid: &str, direction: &str) -> Result<Option<Share>, Refusal> {
    let mut select = sql::from_global("coop_share");
    select
        .columns(COLUMNS)
        .and_where(sql::eq("uuid", uuid.to_owned()))
        .and_where(sql::eq("direction", direction.to_owned()));
    conn.first(&select.into())?.as_ref().map(Share::read).transpose()
}

/// The shares of an own partner, the newest first.
fn given(conn: &mut dyn Conn, org: i64, coop: Id) -> Result<Vec<Share>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(COLUMNS)
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::eq("direction", OUT))
        .order_by("id", Order::Desc);
    conn.query(&select.into())?.iter().map(Share::read).collect()
}

/// Writes what happened to one side.
fn set(tx: &mut Tx<'_>, share: &Share, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let mut update = sql::update(share.org, TABLE, cells);
    update
        .value("version", sql::col("version").add(1))
        .value("updated_at", tx.now.millis())
        .and_where(sql::eq("id", share.id));
    tx.exec(&update.into())?;
    Ok(())
}

/// Marks what nobody took in time.
fn expire(conn: &mut dyn Conn, org: i64, now: Instant) -> Result<u64, Refusal> {
    let mut update = sql::update(org, TABLE, &[("state", EXPIRED.into_value()), ("updated_at", now.into_value())]);
    update
        .value("version", sql::col("version").add(1))
        .and_where(sql::eq("state", SENT))
        .and_where(sql::col("expire_at").lte(sql::value(now)));
    Ok(conn.exec(&update.into())?)
}

fn expire_due(app: &Arc<App>) -> Result<usize, Refusal> {
    let now = app.clock.now();
    app.each_org(|org| {
        let count = app.system_write(|conn| expire(conn, org, now))?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    })
}
