//! The tab 接口 of 企业配置: interfaces of the types that the platform leaves to the companies.

use kernel::{Findings, Msg};
use platform::PLATFORM_ORG;
use platform::access::Actor;
use platform::call::{Call, Tx};
use platform::document::{Draft, FormPage, Section};
use platform::field::{Choice, Field};
use platform::list::{self, Button, ListPage, RowView};
use platform::refusal::Refusal;
use platform::registry::{Node, Offer, Room, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::setting::{self, Module, Setting};
use platform::store::{Conn, Value, sql};

use crate::kind::{self, TYPES};
use crate::page::{Config, FORM, LINK, LIST};

/// Permission of the tab.
pub(crate) const CODE: &str = "sys_orgconf_interface";
const CLOSED: Msg = Msg::new(
    "interface.closed",
    "该类型由平台配置，请联系平台客服",
    "Interfaces of this type are set up by the platform. Please contact it.",
);

/// What the setting says while nobody has decided.
const OPEN_AT_FIRST: &str = r#"["SAAS_TACT","TRACK","FINANCE_EXPORT","INVOICE"]"#;

/// Types a company may set up itself.
const OPEN: Setting = Setting::new(
    "interfaceSelfService",
    Module::new("interface", "接口", "Interfaces").on("platform_setting"),
    Field::select(TYPES, "企业可自行配置的接口", "Interfaces companies set up themselves").initially(OPEN_AT_FIRST),
)
.platform()
.many()
.help("显示在企业配置的接口页签", "Shown in the tab of a company's configuration");

/// The same, as a condition on rows.
fn is_open() -> Expr {
    Expr::cust(format!(
        "COALESCE((SELECT opened.value FROM org_setting opened WHERE opened.org_id = {PLATFORM_ORG} \
         AND opened.setting_key = '{}' AND opened.business_scope = '*'), '{OPEN_AT_FIRST}') \
         LIKE '%\"' || org_interface.api_type || '\"%'",
        OPEN.key
    ))
}

/// Rows of the tab, for those who have it.
fn visible(actor: &Actor) -> Condition {
    Condition::all().add(if actor.has(CODE) { is_open() } else { Expr::cust("1 = 0") })
}

/// Types that are open.
fn open(conn: &mut dyn Conn) -> Result<Vec<&'static Choice>, Refusal> {
    let codes: Vec<String> = setting::values(conn, PLATFORM_ORG, &OPEN, None)?;
    Ok(TYPES.iter().filter(|kind| codes.iter().any(|code| code == kind.value)).collect())
}

/// Refuses a type that is the platform's, unless the caller has the page of all types.
pub(crate) fn need_open(conn: &mut dyn Conn, actor: &Actor, code: &str, kind: &str) -> Result<(), Refusal> {
    if actor.has(code) || open(conn)?.iter().any(|open| open.value == kind) {
        return Ok(());
    }
    Err(Refusal::business(CLOSED))
}

/// The company's own interfaces of open types.
const OWN: ListPage = ListPage {
    buttons: &[
        Button::new(CODE, ("新增", "New"), "primary", "create"),
        Button::new(CODE, ("修改", "Edit"), "row", "edit"),
        Button::new(CODE, ("测试", "Test"), "row", "custom")
            .calls("POST /hrs/orgInterface/test/{id}")
            .when("direction", &[kind::OUT]),
        Button::new(CODE, ("生成新令牌", "New token"), "row", "custom")
            .calls("POST /hrs/orgInterface/token/{id}")
            .when("direction", &[kind::IN]),
        Button::new(CODE, ("调用记录", "Call log"), "row", "link")
            .calls("/hrs_org_configure/interface/log?interfaceId={id}"),
        Button::new(CODE, ("停用/启用", "Stop or enable"), "row", "call")
            .calls("POST /hrs/orgInterface/own/{id}/status"),
    ],
    filters: &[],
    everywhere: None,
    visible: Some(visible),
    decorate: Some(decorate),
    form: "hrs.orgInterfaceOwn.form",
    key: "hrs.orgInterfaceOwn.list",
    path: "/hrs_org_configure/interface",
    title: ("接口", "Interfaces"),
    access: "hrs_org_configure",
    base: "/hrs/orgInterface/own",
    ..LIST
};

fn decorate(actor: &Actor, _: &RowView<'_>, out: &mut String) {
    list::write_can(actor, &[CODE], out);
}

/// The same type, offered as far as it is open.
const OPEN_TYPE: Field = Field::code("openInterface", "类型", "Type").column("api_type").required().fixed();

const OWN_FORM: FormPage = FormPage {
    key: "hrs.orgInterfaceOwn.form",
    access: CODE,
    base: "/hrs/orgInterface/own",
    noun: "own_interface",
    codes: [CODE, CODE, "", CODE],
    page: "/hrs_org_configure",
    seen: Some(need_seen),
    rules: Some(check),
    status_rule: Some(check_status),
    members: &["authToken"],
    sections: &[
        Section {
            key: "main",
            title: ("基本", "General"),
            fields: &[OPEN_TYPE, Config::MODE, Config::PLATFORM, Config::FUNCTION_NAME, Config::APP_ID, Config::REMARK],
        },
        LINK,
    ],
    ..FORM
};

/// Refuses, as if it were not there, an interface of a type the list leaves out.
fn need_seen(conn: &mut dyn Conn, actor: &Actor, id: kernel::Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, "org_interface");
    select.column(("org_interface", "id")).and_where(sql::of_eq("org_interface", "id", id)).cond_where(visible(actor));
    if conn.first(&select.into())?.is_some() { Ok(()) } else { Err(Refusal::NotFound) }
}

/// The rules of every interface, and the type is open.
fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if let Value::Text(kind) = draft.value(Config::API_TYPE).clone() {
        let closed = open(tx)?.iter().all(|open| open.value != kind);
        findings.error_if(closed, &Config::API_TYPE.name(), CLOSED);
    }
    FORM.rules.map_or(Ok(()), |rules| rules(tx, draft, findings))
}

fn check_status(tx: &mut Tx<'_>, id: kernel::Id, active: bool, findings: &mut Findings) -> Result<(), Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    let found = crate::config::of_id(tx, org, id)?;
    need_open(tx, actor, "sys_api_stop", &found.kind)?;
    FORM.status_rule.map_or(Ok(()), |rule| rule(tx, id, active, findings))
}

/// Adds the tab to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::button(CODE, "hrs_org_configure", "接口", "Interfaces", 80));
    room.settings.push(&OPEN);
    room.lists.push(OWN);
    room.lists.push(crate::call_log::OWN);
    room.forms.push(OWN_FORM.contract());
    room.operations.extend(OWN_FORM.operations());
    room.selects.push(("openInterface", offer));
}

fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    call.actor()?.need(CODE)?;
    let word = ask.keyword.to_lowercase();
    let fits = |kind: &&Choice| match ask.value.as_str() {
        "" => [kind.value, kind.zh, kind.en].iter().any(|text| text.to_lowercase().contains(&word)),
        value => kind.value == value,
    };
    let english = call.language().starts_with("en");
    let found = call.read(open)?;
    Ok(found
        .into_iter()
        .filter(fits)
        .map(|kind| Offer {
            value: kind.value.to_owned(),
            label: if english { kind.en } else { kind.zh }.to_owned(),
            hint: kind.value.to_owned(),
        })
        .collect())
}

/// Interfaces of open types, by their id: rows of the call log that the tab shows.
pub(crate) fn open_rows() -> Expr {
    let mut select = platform::sea_query::Query::select();
    select
        .expr(Expr::cust("1"))
        .from("org_interface")
        .and_where(sql::of("org_interface", "org_id").equals(("interface_call", "org_id")))
        .and_where(sql::of("org_interface", "id").equals(("interface_call", "interface_id")))
        .and_where(is_open());
    Expr::exists(select)
}
