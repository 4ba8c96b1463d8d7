//! 接口配置. The outside systems of a company; those who run the platform see and keep those of all.

mod rules;

use kernel::{Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::{Access, Actor};
use platform::call::Call;
use platform::document;
use platform::document::{FormPage, Section, Unique};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::{Node, OFFERS_MAX, Offer, Room, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, Order, SelectStatement};
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json};

use crate::call_log::{DONE, FAILED};
use crate::config::{LIVE, SIMULATED, TABLE};
use crate::kind::{DIRECTIONS, IN, OUT, TYPES, UNUSED, USES, is_inbound};

/// Address of the page.
pub(crate) const PAGE: &str = "/hrs_api_config";
/// Who looks after the interfaces of every company: a button of the platform's own page of companies.
pub(crate) const OF_ALL: &str = "sys_org_interface";
const TAKEN: Msg =
    Msg::new("interface.taken", "该类型已有启用的配置", "There is an enabled interface of this type already.");

const MODES: &[Choice] =
    &[Choice::new(SIMULATED, "模拟", "Simulated").tone("warning"), Choice::new(LIVE, "正式", "Live").tone("ready")];
const STATES: &[Choice] =
    &[Choice::new("启用", "启用", "Enabled").tone("ready"), Choice::new("停用", "停用", "Stopped")];
const RESULTS: &[Choice] =
    &[Choice::new(DONE, "成功", "Succeeded").tone("ready"), Choice::new(FAILED, "失败", "Failed").tone("danger")];

document! {
    /// One outside system.
    pub struct Config in "org_interface" {
        /// What it is for.
        api_type: String = Field::select(TYPES, "类型", "Type").required().fixed(),
        /// Who runs it.
        platform: String = Field::text("平台", "Platform").max(40),
        /// Which of its functions.
        function_name: String = Field::text("功能", "Function").max(40).wire("function"),
        /// Who we are there.
        app_id: String = Field::text("APPID", "App id").max(80),
        /// Where we prove it.
        url_auth: String = Field::text("认证地址", "Authentication address").max(300),
        /// Where messages go.
        url_post: String = Field::text("报文地址", "Message address").max(300),
        /// Whether it is tried, or used.
        mode: String = Field::select(MODES, "模式", "Mode").required().initially("\"模拟\""),
        /// Who may call.
        allow_ip: String = Field::long("允许IP", "Allowed addresses").max(1000),
        /// How long a call may take.
        timeout_s: i64 = Field::int("超时", "Time-out").unit("秒").required().range(1, 60).initially("10"),
        /// Anything else.
        remark: String = Field::text("备注", "Remarks").max(200),
        /// In use.
        active: bool = Field::flag("启用", "Enabled").read_only(),
    }
}

/// Written, never read.
pub(crate) const TOKEN: Field = Field::text("令牌", "Token").max(400).wire("authToken");
const COMPANY: Field = Field::reference("interfaceOrg", "企业", "Company").wire("orgId");

fn token() -> Expr {
    Expr::cust("CASE WHEN org_interface.token IS NULL AND org_interface.token_hash IS NULL THEN NULL ELSE '******' END")
}

fn direction() -> Expr {
    Expr::cust(format!(
        "CASE WHEN org_interface.api_type IN ({}) THEN '{IN}' ELSE '{OUT}' END",
        codes(TYPES.iter().filter(|kind| is_inbound(kind.value)))
    ))
}

/// Which part of the product looks at it.
fn used_by() -> Expr {
    Expr::cust(format!(
        "CASE WHEN org_interface.api_type IN ({}) THEN org_interface.api_type ELSE '{UNUSED}' END",
        codes(USES.iter())
    ))
}

fn codes(kinds: impl Iterator<Item = &'static Choice>) -> String {
    kinds.map(|kind| format!("'{}'", kind.value)).collect::<Vec<_>>().join(", ")
}

fn state() -> Expr {
    Expr::cust("CASE WHEN org_interface.active THEN '启用' ELSE '停用' END")
}

const fn person(alias: &'static str, own: &'static [(&'static str, &'static str)]) -> Join {
    Join { table: "app_user", alias, on: own, by_org: false }
}

const fn name(zh: &'static str, en: &'static str, wire: &'static str) -> Field {
    Field::text(zh, en).column("name_cn").wire(wire)
}

/// The interfaces, those of every company for the platform.
pub(crate) const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "org", alias: "company", on: &[("org_id", "id")], by_org: false },
        person("maker", &[("created_by", "id")]),
        person("changer", &[("updated_by", "id")]),
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Config::ACTIVE).hidden(),
        Column::of("company", Field::text("企业", "Company").column("name").wire("orgName")).needs(OF_ALL).width(150),
        Column::own(Field::text("类型", "Type").column("api_type").wire("typeCode")).width(160).copy(),
        Column::own(Field::select(TYPES, "说明", "Description").column("api_type").wire("description")).width(150),
        Column::expr(used_by, Field::select(USES, "使用功能", "Used by").wire("usedBy")).width(110).unsorted(),
        Column::own(Config::PLATFORM).width(100),
        Column::own(Config::FUNCTION_NAME).width(90),
        Column::own(Config::APP_ID).width(110),
        Column::expr(token, Field::text("令牌", "Token").wire("token")).width(80).unsorted(),
        Column::own(Config::URL_AUTH).width(220).behind(),
        Column::own(Config::URL_POST).width(220).behind(),
        Column::expr(direction, Field::state(DIRECTIONS, "方向", "Direction").wire("direction")).width(70),
        Column::own(Field::state(MODES, "模式", "Mode").column("mode")).width(80),
        Column::expr(state, Field::state(STATES, "状态", "State").wire("state")).width(80),
        Column::own(Field::instant("最近调用", "Last call").column("last_at")).width(160),
        Column::own(Field::state(RESULTS, "最近结果", "Last result").column("last_result")).width(100),
        Column::own(Config::REMARK).width(180).behind(),
        Column::of("maker", name("创建人", "Made by", "createdName")).width(100).behind(),
        Column::own(Field::instant("创建时间", "Made at").column("created_at")).width(160).behind(),
        Column::of("changer", name("修改人", "Changed by", "updatedName")).width(100),
        Column::own(Field::instant("修改时间", "Changed at").column("updated_at")).width(160),
    ],
    filters: &[
        Filter::new("orgId", Match::Org(choose), COMPANY).needs(OF_ALL),
        Filter::new("apiType", Match::OneOf, Config::API_TYPE),
        Filter::new("platform", Match::Contains, Config::PLATFORM),
        Filter::new("state", Match::Own(by_state), Field::select(STATES, "状态", "State")),
    ],
    buttons: &[
        Button::new("sys_api_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_api_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_api_test", ("测试", "Test"), "row", "custom")
            .calls("POST /hrs/orgInterface/test/{id}")
            .when("direction", &[crate::kind::OUT]),
        Button::new("sys_api_edit", ("生成新令牌", "New token"), "row", "custom")
            .calls("POST /hrs/orgInterface/token/{id}")
            .when("direction", &[crate::kind::IN]),
        Button::new("sys_api_log", ("调用记录", "Call log"), "row", "link")
            .calls("/hrs_api_config/log?interfaceId={id}"),
        Button::new("sys_api_stop", ("停用/启用", "Stop or enable"), "row", "call")
            .calls("POST /hrs/orgInterface/{id}/status"),
    ],
    everywhere: Some(is_platform),
    decorate: Some(decorate),
    form: "hrs.orgInterface.form",
    ..ListPage::new(
        "hrs.orgInterface.list",
        PAGE,
        ("接口配置", "Interface configuration"),
        "hrs_api_config",
        "/hrs/orgInterface",
        TABLE,
    )
};

fn by_state(_: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(state().eq(sql::value(wanted.to_owned()))))
}

fn decorate(actor: &Actor, _: &RowView<'_>, out: &mut String) {
    list::write_can(actor, &["sys_api_edit", "sys_api_test", "sys_api_log", "sys_api_stop"], out);
}

/// How calls go; the page shows the fields of the type's direction.
pub(crate) const LINK: Section = Section {
    key: "link",
    title: ("连接", "Connection"),
    fields: &[Config::URL_AUTH, Config::URL_POST, TOKEN, Config::TIMEOUT_S, Config::ALLOW_IP],
};

/// The form beside the list.
pub(crate) const FORM: FormPage = FormPage {
    codes: ["sys_api_add", "sys_api_edit", "", "sys_api_stop"],
    page: PAGE,
    level: Level::High,
    uniques: &[Unique { index: "uq_org_interface_type", columns: &["api_type"], field: "apiType", message: TAKEN }],
    rules: Some(rules::check),
    after: Some(rules::after),
    status_rule: Some(rules::check_status),
    view_more: Some(view_more),
    members: &["authToken", "orgId"],
    sections: &[
        Section { key: "company", title: ("企业", "Company"), fields: &[COMPANY] },
        Section {
            key: "main",
            title: ("基本", "General"),
            fields: &[
                Config::API_TYPE,
                Config::MODE,
                Config::PLATFORM,
                Config::FUNCTION_NAME,
                Config::APP_ID,
                Config::REMARK,
            ],
        },
        LINK,
    ],
    ..FormPage::of::<Config>(
        "hrs.orgInterface.form",
        ("接口", "Interface"),
        ("hrs_api_config", "/hrs/orgInterface", TABLE),
        Config::API_TYPE,
    )
};

/// A secret is told to be there, and no more.
pub(crate) fn view_more(conn: &mut dyn Conn, org: i64, id: Id, members: &mut Map<String, Json>) -> Result<(), Refusal> {
    let mut select = sql::from(org, TABLE);
    select.expr(token()).and_where(sql::eq("id", id));
    let shown: Option<String> = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    members.insert("authToken".to_owned(), shown.into());
    Ok(())
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_api_config", zh, en, sort);
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/config", "接口配置", "Interface configuration", 70),
        button("sys_api_add", "新增", "New", 10),
        button("sys_api_edit", "修改", "Edit", 20),
        button("sys_api_stop", "启用/停用", "Enable/disable", 30),
        button("sys_api_test", "测试", "Test", 40),
        button("sys_api_log", "调用记录", "Call log", 50),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations().into_iter().map(|operation| operation.in_org(org_of)));
    room.selects.push(("interfaceOrg", offer));
}

/// Who runs the platform keeps the interfaces of every company.
pub(crate) fn is_platform(actor: &Actor) -> bool {
    actor.org_id == PLATFORM_ORG && actor.has(OF_ALL)
}

/// The company a call is about: for the platform that of the row, or of the new one; for others their own.
pub(crate) fn org_of(call: &Call) -> Result<i64, Refusal> {
    let actor = call.actor()?;
    if call.path("id").is_empty() {
        let body: Map<String, Json> = call.json()?;
        let asked = body.get("orgId").and_then(Json::as_str).unwrap_or_default();
        return match asked.parse() {
            Err(_) => Ok(actor.org_id),
            Ok(asked) => call.read(|conn| choose(actor, conn, Id(asked))),
        };
    }
    if !is_platform(actor) {
        return Ok(actor.org_id);
    }
    let mut select = sql::from_global(TABLE);
    select.column("org_id").and_where(sql::eq("id", call.path_id("id")?));
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?;
    Ok(row.ok_or(Refusal::NotFound)?.get(0)?)
}

/// The companies a caller may choose.
fn choosable(actor: &Actor) -> SelectStatement {
    let mut select = sql::from_global("org");
    if !is_platform(actor) {
        select.and_where(sql::eq("id", actor.org_id));
    }
    select
}

fn choose(actor: &Actor, conn: &mut dyn Conn, asked: Id) -> Result<i64, Refusal> {
    let mut select = choosable(actor);
    select.column("id").and_where(sql::eq("id", asked));
    Ok(conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

/// Companies by code or name.
fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    actor.need("hrs_api_config")?;
    let mut select = choosable(actor);
    select.columns(["id", "name", "code"]).order_by("code", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let columns = ["name", "code"].map(|column| sql::contains(sql::col(column), &ask.keyword));
        select.cond_where(sql::any_of(columns));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    rows.iter()
        .map(|row| Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? }))
        .collect()
}

/// Who may test an interface, or make its token: on this page, or on the company's own.
pub(crate) const OWN_OR_TEST: Access = Access::AnyOf(&["sys_api_test", crate::self_service::CODE]);
pub(crate) const OWN_OR_EDIT: Access = Access::AnyOf(&["sys_api_edit", crate::self_service::CODE]);
