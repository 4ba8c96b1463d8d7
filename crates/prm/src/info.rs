//! 客户信息登记. Partners fill in their own data behind a link; nothing of it is taken over unseen.

mod adopt;
pub(crate) mod invite;
mod moves;
mod outside;
mod rules;
pub(crate) mod sheet;

use std::sync::Arc;

use kernel::{Id, Instant};
use platform::access::{Access, Actor};
use platform::call::App;
use platform::field::{Choice, Field};
use platform::files::DOCUMENT_BYTES_MAX;
use platform::job::plan::{Category, Plan, Schedule};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::registry::{BODY_BYTES_MAX, Body, Node, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait, Order, Query};
use platform::store::{Cell, Conn, Row, Value, sql};
use serde_json::{Value as Json, json};

use crate::coop::TYPES;

/// Its table, and the kind of thing in the log.
const TABLE: &str = "customer_info_request";
const FILES: &str = "customer_info_file";
/// Address of the page, and the beginning of its calls.
const PAGE: &str = "/prm_customer_info";
const BASE: &str = "/prm/coopInfo";
/// Beginning of the public calls.
const OUTER: &str = "/prm/external/customerInfo";

const SENT: &str = "SENT";
const OPENED: &str = "OPENED";
const DRAFT: &str = "DRAFT";
const SUBMITTED: &str = "SUBMITTED";
const ADOPTED: &str = "ADOPTED";
const RETURNED: &str = "RETURNED";
const EXPIRED: &str = "EXPIRED";
const WITHDRAWN: &str = "WITHDRAWN";
/// States in which the link works.
const OPEN: [&str; 4] = [SENT, OPENED, DRAFT, RETURNED];

const STATES: &[Choice] = &[
    Choice::new(SENT, "已发送", "Sent"),
    Choice::new(OPENED, "已打开", "Opened").tone("info"),
    Choice::new(DRAFT, "已暂存", "Saved").tone("info"),
    Choice::new(SUBMITTED, "已提交", "Submitted").tone("warning"),
    Choice::new(ADOPTED, "已采纳", "Adopted").tone("done"),
    Choice::new(RETURNED, "已退回", "Returned").tone("warning"),
    Choice::new(EXPIRED, "已过期", "Expired"),
    Choice::new(WITHDRAWN, "已撤回", "Withdrawn").tone("danger"),
];

const NO: Field = Field::text("编号", "No.").column("request_no");
const NAME: Field = Field::text("客商", "Partner").wire("coopName");
const TYPE: Field = Field::select(TYPES, "类型", "Type").column("coop_type");
const STATE: Field = Field::state(STATES, "状态", "State").column("state");
const CREATOR: Field = Field::text("发送人", "Sent by").column("name_cn").wire("creatorName");
const CREATED: Field = Field::instant("发送时间", "Sent").column("created_at").wire("createTime");

const fn time(zh: &'static str, en: &'static str, column: &'static str, wire: &'static str) -> Field {
    Field::instant(zh, en).column(column).wire(wire)
}

fn partner() -> Expr {
    Expr::cust("COALESCE(partner.coop_name, customer_info_request.coop_name)")
}

/// Chinese and English name of a state.
fn state_name(state: &str) -> (&'static str, &'static str) {
    STATES.iter().find(|choice| choice.value == state).map_or(("", ""), |choice| (choice.zh, choice.en))
}

/// The requests of the org.
const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "coop", alias: "partner", on: &[("coop_id", "id")], by_org: true },
        Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
        Join { table: "app_user", alias: "handler", on: &[("handled_by", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(NO).width(140).copy(),
        Column::own(Field::reference("coop", "客商", "Partner").column("coop_id")).hidden(),
        Column::of("partner", Field::text("代码", "Code").column("coop_code")).link("/prm_coop_edit?coopId={coopId}"),
        Column::expr(partner, NAME).width(160),
        Column::own(TYPE).width(100),
        Column::own(STATE).width(90),
        Column::own(Field::text("邮箱", "E-mail").column("email")).width(170),
        Column::of("creator", CREATOR).width(90),
        Column::own(CREATED).width(150),
        Column::own(time("有效期至", "Valid until", "expire_at", "expireTime")).width(150),
        Column::own(time("打开时间", "Opened", "opened_at", "openedTime")).width(150),
        Column::own(time("提交时间", "Submitted", "submitted_at", "submittedTime")).width(150),
        Column::of("handler", Field::text("处理人", "Handled by").column("name_cn").wire("handlerName")).width(90),
        Column::own(time("处理时间", "Handled", "handled_at", "handledTime")).width(150),
        Column::own(Field::text("退回原因", "Reason of return").column("return_reason")).width(200).unsorted(),
    ],
    filters: &[
        Filter::new("keyword", Match::Contains, Field::text("编号/单位", "No. or partner")).columns(&[
            (TABLE, "request_no"),
            (TABLE, "coop_name"),
            ("partner", "coop_name"),
            ("partner", "coop_code"),
        ]),
        Filter::new("coopType", Match::OneOf, TYPE),
        Filter::new("state", Match::OneOf, STATE),
        Filter::new("creatorName", Match::Contains, CREATOR).columns(&[("creator", "name_cn")]).more(),
        Filter::new("createTime", Match::Range, CREATED).more(),
    ],
    buttons: &[
        // Changing a known partner is another right than adding one: a row has the button that fits.
        Button::new("prm-coop-edit", ("采纳", "Adopt"), "row", "custom")
            .calls("POST /prm/coopInfo/{id}/adopt")
            .when("state", &[SUBMITTED]),
        Button::new("prm-coop-add", ("采纳", "Adopt"), "row", "custom")
            .calls("POST /prm/coopInfo/{id}/adopt")
            .when("state", &[SUBMITTED]),
        Button::new("prm-coop-invite", ("退回", "Return"), "row", "custom")
            .calls("POST /prm/coopInfo/{id}/reject")
            .when("state", &[SUBMITTED]),
        Button::new("prm-coop-invite", ("撤回", "Withdraw"), "row", "call")
            .calls("POST /prm/coopInfo/{id}/withdraw")
            .asks("撤回后链接立即失效，是否继续？", "The link ends at once. Go on?")
            .when("state", &OPEN),
    ],
    tabs: "state",
    visible: Some(visible),
    decorate: Some(decorate),
    ..ListPage::new("prm.customer-info.list", PAGE, ("资料邀请", "Data sheets"), "prm_customer_info", BASE, TABLE)
};

/// Those one sent oneself, those of partners one sees, and for who sees the whole company those of new partners.
fn visible(actor: &Actor) -> Condition {
    let all = actor.rights.coop_level >= platform::access::LEVEL_ORG;
    let mut partner = Query::select();
    partner
        .expr(Expr::cust("1"))
        .from("coop")
        .and_where(sql::of("coop", "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of("coop", "id").equals((TABLE, "coop_id")))
        .cond_where(domain::coop::visible_coop(actor));
    let own = Condition::any().add(sql::of_eq(TABLE, "created_by", actor.user_id)).add(Expr::exists(partner));
    if all { own.add(sql::of(TABLE, "coop_id").is_null()) } else { own }
}

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let state = String::from_value(row.value("state")).unwrap_or_default();
    let is_new = matches!(row.value("coopId"), Value::Null);
    let codes: &[&str] = match state.as_str() {
        SUBMITTED if is_new => &["prm-coop-add", "prm-coop-invite"],
        SUBMITTED => &["prm-coop-edit", "prm-coop-invite"],
        state if OPEN.contains(&state) => &["prm-coop-invite"],
        _ => &[],
    };
    list::write_can(actor, codes, out);
}

/// Adds the page and its calls to the room.
pub fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PAGE, "/prmManager/coop", "资料邀请", "Data sheets", 85).hidden(),
        Node::button("prm-coop-invite", "prm_coop", "资料邀请", "Invite to data sheet", 95),
    ]);
    room.lists.push(LIST);
    room.operations.extend(inner());
    room.operations.extend(outer());
    room.messages.push(&outside::TOLD);
    room.plans.push(Plan::new(
        "customer_info.expire",
        ("资料邀请到期", "End of invitations to data sheets"),
        (Category::Update, Schedule::Hour),
        expire_due,
    ));
}

fn inner() -> Vec<Operation> {
    use Access::{AnyOf, Code};
    let invites = Code("prm-coop-invite");
    let at = |rest: &str| format!("{BASE}/{rest}");
    vec![
        Operation::post("invite_coop_info", &at("invite"), invites, invite::invite)
            .summary("A link behind which a partner fills in its data; told once"),
        Operation::get("get_coop_info", &at("{id}"), Code("prm_customer_info"), adopt::view)
            .summary("What was filled in, beside what is known of the partner"),
        Operation::get("get_coop_info_file", &at("file/{id}"), Code("prm_customer_info"), adopt::file),
        Operation::post("adopt_coop_info", &at("{id}/adopt"), AnyOf(&["prm-coop-add", "prm-coop-edit"]), adopt::adopt)
            .summary("Takes the chosen members over; answers what each was and is"),
        Operation::post("reject_coop_info", &at("{id}/reject"), invites, moves::reject)
            .summary("Back to the partner with a reason; the link works again for seven days"),
        Operation::post("withdraw_coop_info", &at("{id}/withdraw"), invites, moves::withdraw),
    ]
}

fn outer() -> Vec<Operation> {
    use Access::Public;
    let at = |rest: &str| format!("{OUTER}/{rest}");
    vec![
        Operation::get("get_customer_info", OUTER, Public, outside::look).param("code"),
        Operation::post("save_customer_info", &at("save"), Public, outside::save)
            .summary("Keeps what was filled in so far"),
        Operation::post("submit_customer_info", &at("submit"), Public, outside::submit)
            .summary("Hands the sheet in; the link ends"),
        Operation::post("add_customer_info_file", &at("upload"), Public, outside::upload)
            .param("code")
            .param("kind")
            .body(Body::Files)
            .body_up_to(DOCUMENT_BYTES_MAX + BODY_BYTES_MAX),
        Operation::delete("remove_customer_info_file", &at("file/{id}"), Public, outside::remove).param("code"),
    ]
}

/// A request as it is stored.
struct Request {
    org: i64,
    id: Id,
    no: String,
    coop: Option<Id>,
    coop_type: String,
    coop_name: String,
    email: String,
    language: String,
    state: String,
    expires: Instant,
    return_reason: String,
    /// The sheet as JSON; empty before it is saved.
    data: String,
    creator: Id,
    version: i64,
}

const COLUMNS: [&str; 14] = [
    "org_id",
    "id",
    "request_no",
    "coop_id",
    "coop_type",
    "coop_name",
    "email",
    "language",
    "state",
    "expire_at",
    "return_reason",
    "data",
    "created_by",
    "version",
];

impl Request {
    fn read(row: &Row) -> Result<Self, Refusal> {
        Ok(Self {
            org: row.get(0)?,
            id: row.get(1)?,
            no: row.get(2)?,
            coop: row.get(3)?,
            coop_type: row.get(4)?,
            coop_name: row.get(5)?,
            email: row.get(6)?,
            language: row.get(7)?,
            state: row.get(8)?,
            expires: row.get(9)?,
            return_reason: row.get(10)?,
            data: row.get(11)?,
            creator: row.get(12)?,
            version: row.get(13)?,
        })
    }

    /// Whether its link works.
    fn is_live(&self, now: Instant) -> bool {
        OPEN.contains(&self.state.as_str()) && now < self.expires
    }
}

/// A request the caller may see.
fn seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Request, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.columns(COLUMNS.map(|column| (TABLE, column))).and_where(sql::of_eq(TABLE, "id", id));
    select.cond_where(visible(actor));
    Request::read(&conn.first(&select.into())?.ok_or(Refusal::NotFound)?)
}

/// Files of a request, the oldest first.
fn files(conn: &mut dyn Conn, org: i64, request: Id) -> Result<Vec<Json>, Refusal> {
    let mut select = sql::from(org, FILES);
    select
        .columns(["id", "kind", "file_name", "size"])
        .and_where(sql::eq("request_id", request))
        .order_by("id", Order::Asc);
    let shown = |row: &Row| {
        Ok(json!({
            "id": row.get::<Id>(0)?, "kind": row.get::<String>(1)?, "fileName": row.get::<String>(2)?,
            "size": row.get::<i64>(3)?,
        }))
    };
    conn.query(&select.into())?.iter().map(shown).collect()
}

/// Marks requests whose time is over.
fn expire(conn: &mut dyn Conn, org: i64, now: Instant) -> Result<u64, Refusal> {
    let mut update = sql::update(org, TABLE, &[("state", EXPIRED.into_value()), ("updated_at", now.into_value())]);
    update
        .value("version", sql::col("version").add(1))
        .and_where(sql::is_in(sql::col("state"), OPEN))
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
