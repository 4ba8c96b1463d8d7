//! 空运询价代理: the page /af_inquiry_agent, the partners that may be asked for prices.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg};
use platform::call::{Call, Tx};
use platform::document;
use platform::document::{Draft, FormPage, Rows, Section, Unique};
use platform::field::{Choice, Field};
use platform::import::{self, Import};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::store::{Cell, Conn, Row, Value, sql};
use platform::when::When;

/// Address of the page.
pub(crate) const PAGE: &str = "/af_inquiry_agent";
const BASE: &str = "/afbase/inquiryAgent";
/// Its table.
pub(crate) const TABLE: &str = "inquiry_agent";
/// Select of the agents that may be asked.
pub(crate) const SELECT: &str = "inquiryAgent";
/// Lanes of one agent.
const LANES_MAX: usize = 100;
/// Hours an agent has to answer, at most a week.
const SLA_HOURS_MAX: i64 = 168;

const TAKEN: Msg = Msg::new("inquiry_agent.taken", "该单位已是询价代理", "This partner is an inquiry agent already.");
/// Not a mail address.
pub(crate) const MAIL: Msg = Msg::new("inquiry_agent.mail", "邮箱格式不正确", "This is not a mail address.");
const NO_COOP: Msg = Msg::new("inquiry_agent.coop", "客商不存在或已停用", "There is no such partner in effect.");
const NO_AIRPORT: Msg = Msg::new("inquiry_agent.airport", "{code}不是有效机场", "{code} is not an airport.");

/// Languages an agent is written to in.
pub(crate) const LANGUAGES: &[Choice] =
    &[Choice::new("zh-CN", "中文", "Chinese"), Choice::new("en-US", "英文", "English")];
/// Air freight alone is asked for.
pub(crate) const SCOPES: &[Choice] = &[
    Choice::new("AE", "空运出口", "Air export"),
    Choice::new("AI", "空运进口", "Air import"),
    Choice::new("AE,AI", "空运进出口", "Air export and import"),
];

/// Written to by mail.
pub(crate) const GENERAL: &str = "GENERAL";
/// The price platform: its prices come of its own page.
pub(crate) const PLATFORM: &str = "PLATFORM";
const KINDS: &[Choice] =
    &[Choice::new(GENERAL, "普通", "General"), Choice::new(PLATFORM, "运价平台", "Price platform").tone("info")];
const KIND: Field = Field::state(KINDS, "类型", "Kind").column("kind").wire("agentKind").initially("\"GENERAL\"");
const IS_WRITTEN_TO: When = When::Not(&When::Is(&KIND, PLATFORM));

document! {
    /// One agent.
    pub struct Agent in "inquiry_agent" {
        /// The partner.
        coop_id: Id = Field::reference("coop", "客商", "Partner").required().fixed(),
        /// Whether it is written to.
        kind: String = KIND,
        /// What it is asked for.
        scopes: String = Field::select(SCOPES, "业务范围", "Scopes").required().initially("\"AE\""),
        /// Who is written to.
        contact_name: String = Field::text("联系人", "Contact").required_when(&IS_WRITTEN_TO).max(40),
        /// Where.
        email: String = Field::text("邮箱", "E-mail").required_when(&IS_WRITTEN_TO).max(80)
            .pattern("^[^\\s@]+@[^\\s@]+$", mail::is_address, MAIL),
        /// In which language.
        language: String = Field::select(LANGUAGES, "语言", "Language").required().initially("\"zh-CN\""),
        /// Hours it has to answer.
        sla_hours: i64 = Field::int("答复时限", "Hours to answer").required().range(1, SLA_HOURS_MAX)
            .initially("24").unit("h"),
        /// 1 is asked first.
        priority: i64 = Field::int("优先级", "Priority").required().range(1, 9).initially("5"),
        /// Its lanes in words.
        lane_text: String = Field::text("航线", "Lanes").read_only().max(1000),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(500),
        /// May be asked.
        active: bool = Field::flag("启用", "Active").wire("enabled").initially("true"),
    }
}

const DEPARTURE: Field = Field::code("airport", "始发站", "Departure").wire("departure").column("departure").max(3);
const ARRIVAL: Field = Field::code("airport", "目的站", "Destination").wire("arrival").column("arrival").max(3);
const LANE_REMARK: Field = Field::text("备注", "Remark").wire("remark").column("remark").max(100);
static LANE_FIELDS: [Field; 3] = [DEPARTURE, ARRIVAL, LANE_REMARK];

/// Lanes of an agent; a station that is empty stands for all, no lane for every lane.
const LANES: Rows = Rows {
    member: "lanes",
    title: ("航线", "Lanes"),
    behind: "main",
    table: "inquiry_agent_lane",
    parent: "agent_id",
    fields: &LANE_FIELDS,
    most: LANES_MAX,
    sheet: false,
};

const CODE: Field = Field::upper("代码", "Code").column("coop_code").wire("agentCode");
const NAME: Field = Field::text("客商", "Partner").column("coop_name").wire("coopName");

/// The agents of the org.
pub(crate) const LIST: ListPage = ListPage {
    joins: &[Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true }],
    columns: &[
        list::ID,
        list::VERSION,
        Column::of("coop", CODE).width(100),
        Column::of("coop", NAME).width(160),
        Column::own(Agent::KIND).width(100),
        Column::own(Agent::SCOPES).width(110),
        Column::own(Agent::LANE_TEXT).width(200).unsorted(),
        Column::own(Agent::CONTACT_NAME).width(110),
        Column::own(Agent::EMAIL).width(200).copy(),
        Column::own(Agent::LANGUAGE).width(90),
        Column::own(Agent::SLA_HOURS).width(110),
        Column::own(Agent::PRIORITY).width(90),
        Column::own(Agent::ACTIVE).width(80),
        Column::own(Agent::REMARK).behind().unsorted(),
    ],
    filters: &[
        Filter::new("coopName", Match::Contains, NAME).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
        Filter::new("agentKind", Match::OneOf, Agent::KIND),
        Filter::new("scopes", Match::OneOf, Agent::SCOPES),
        Filter::new("lane", Match::Contains, Agent::LANE_TEXT).one_mode(),
        Filter::new("email", Match::Contains, Agent::EMAIL),
        Filter::new("language", Match::OneOf, Agent::LANGUAGE).more(),
        Filter::new("enabled", Match::Bool, Agent::ACTIVE).initially("true"),
    ],
    buttons: &[
        Button::new("af-iagent-add", ("新增", "Add"), "primary", "create"),
        Button::import("af-iagent-import", "POST /afbase/inquiryAgent/import"),
        Button::new("af-iagent-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("af-iagent-status", ("启用/停用", "Enable or disable"), "row", "call")
            .calls("POST /afbase/inquiryAgent/{id}/status")
            .for_many(),
        Button::new("af-iagent-export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "af-iagent-export",
    sort: "priority,asc",
    form: "af.inquiry-agent.form",
    ..ListPage::new("af.inquiry-agent.list", PAGE, ("空运询价代理", "Inquiry agents"), "af_inquiry_agent", BASE, TABLE)
};

/// The form beside the list.
pub(crate) const FORM: FormPage = FormPage {
    codes: ["af-iagent-add", "af-iagent-edit", "", "af-iagent-status"],
    page: PAGE,
    uniques: &[Unique { index: "uq_inquiry_agent_coop", columns: &["coop_id"], field: "coopId", message: TAKEN }],
    rules: Some(check),
    rows: &[LANES],
    import: Import { undo: Some(unused), ..Import::with("af-iagent-import").by(&[Agent::COOP_ID]) },
    sections: &[Section {
        key: "main",
        title: ("询价代理", "Inquiry agent"),
        fields: &[
            Agent::COOP_ID,
            Agent::KIND,
            Agent::SCOPES,
            Agent::CONTACT_NAME,
            Agent::EMAIL,
            Agent::LANGUAGE,
            Agent::SLA_HOURS,
            Agent::PRIORITY,
            Agent::REMARK,
        ],
    }],
    ..FormPage::of::<Agent>(
        "af.inquiry-agent.form",
        ("询价代理", "Inquiry agent"),
        ("af_inquiry_agent", BASE, "inquiry_agent"),
        Agent::EMAIL,
    )
};

/// An agent that was asked or answered is not taken back.
fn unused(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    const PLACES: &[(&str, &str)] = &[("inquiry_asked", "agent_id"), ("inquiry_quote", "agent_id")];
    import::need_unused(tx, (TABLE, "id"), id, PLACES)
}

fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    if draft.is_new() {
        draft.set(Agent::KIND, GENERAL.into_value());
    }
    if findings.at("coopId").next().is_none() {
        let coop = facts::coop(tx, org, Id::from_value(draft.value(Agent::COOP_ID))?)?;
        let usable = coop.is_some_and(|coop| coop.state == "生效" && coop.list_mark != "黑名单");
        findings.error_if(draft.is_new() && !usable, "coopId", NO_COOP);
    }
    let Some(lanes) = draft.rows(LANES.member) else { return Ok(()) };
    let mut words = Vec::new();
    for (place, lane) in lanes.iter().enumerate() {
        let station = |at: usize| String::from_value(lane.get(at).unwrap_or(&Value::Null));
        let (from, to) = (station(0)?, station(1)?);
        for (name, code) in [("departure", &from), ("arrival", &to)] {
            if !code.is_empty() && facts::airport(tx, org, code)?.is_none() {
                findings.error(format!("lanes.{place}.{name}"), NO_AIRPORT.with(&[("code", code)]));
            }
        }
        let all = |code: String| if code.is_empty() { "*".to_owned() } else { code };
        words.push(format!("{}-{}", all(from), all(to)));
    }
    draft.set(Agent::LANE_TEXT, words.join(" ").chars().take(1000).collect::<String>().into_value());
    Ok(())
}

/// An agent as sending asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) id: Id,
    pub(crate) coop: Id,
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) language: String,
    pub(crate) sla_hours: i64,
    /// Whether it is written to; the price platform is not.
    pub(crate) by_mail: bool,
    /// Its partner is neither stopped nor on the black list.
    pub(crate) usable: bool,
}

fn known(org: i64) -> platform::sea_query::SelectStatement {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "coop_id"].map(|column| (TABLE, column)))
        .column(("coop", "coop_name"))
        .columns(["email", "language", "sla_hours"].map(|column| (TABLE, column)))
        .columns(["coop_state", "list_mark", "coop_code"].map(|column| ("coop", column)))
        .column((TABLE, "kind"))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", TABLE, "coop_id"))
        .and_where(sql::of_eq(TABLE, "active", true));
    select
}

fn read(row: &Row) -> Result<Known, Refusal> {
    let (state, mark): (String, String) = (row.get(6)?, row.get(7)?);
    Ok(Known {
        id: row.get(0)?,
        coop: row.get(1)?,
        name: row.get(2)?,
        email: row.get(3)?,
        language: row.get(4)?,
        sla_hours: row.get(5)?,
        by_mail: row.get::<String>(9)? == GENERAL,
        usable: state == "生效" && mark != "黑名单",
    })
}

/// The agents of these ids that are in use.
pub(crate) fn of_ids(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<Vec<Known>, Refusal> {
    let mut select = known(org);
    select.and_where(sql::is_in(sql::of(TABLE, "id"), ids.iter().copied())).order_by((TABLE, "id"), Order::Asc);
    conn.query(&select.into())?.iter().map(read).collect()
}

/// The price platform of an org, where it is in use.
pub(crate) fn of_platform(conn: &mut dyn Conn, org: i64) -> Result<Option<Known>, Refusal> {
    let mut select = known(org);
    select.and_where(sql::of_eq(TABLE, "kind", PLATFORM));
    conn.first(&select.into())?.as_ref().map(read).transpose()
}

/// Agents whose lanes fit a route, or that have none: those a sending begins with.
pub(crate) fn for_route(
    conn: &mut dyn Conn,
    org: i64,
    (scope, from, to): (&str, &str, &str),
) -> Result<Vec<Known>, Refusal> {
    let mut select = known(org);
    select
        .and_where(sql::contains(sql::of(TABLE, "scopes"), scope))
        .order_by((TABLE, "priority"), Order::Asc)
        .order_by((TABLE, "id"), Order::Asc);
    let all: Vec<Known> = conn.query(&select.into())?.iter().map(read).collect::<Result<_, _>>()?;
    let mut lanes = sql::from(org, LANES.table);
    lanes.columns(["agent_id", "departure", "arrival"]);
    let (mut with_lanes, mut fitting) = (BTreeSet::new(), BTreeSet::new());
    for row in conn.query(&lanes.into())? {
        let (agent, departure, arrival): (Id, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        with_lanes.insert(agent);
        let fits = |own: &str, wanted: &str| own.is_empty() || own == wanted;
        if fits(&departure, from) && fits(&arrival, to) {
            fitting.insert(agent);
        }
    }
    let fits = |agent: &Known| {
        agent.usable && agent.by_mail && (!with_lanes.contains(&agent.id) || fitting.contains(&agent.id))
    };
    Ok(all.into_iter().filter(fits).collect())
}

/// Answers the select of agents in use.
pub(crate) fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    actor.need("af_enquiry_manage")?;
    let mut select = known(actor.org_id);
    select.order_by((TABLE, "priority"), Order::Asc).order_by((TABLE, "id"), Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let columns = ["coop_code", "coop_name", "coop_ename", "mnemonic_code"];
        select
            .and_where(sql::of_eq("coop", "coop_state", "生效"))
            .and_where(sql::of("coop", "list_mark").ne(sql::value("黑名单")))
            .cond_where(sql::any_of(columns.map(|column| sql::contains(sql::of("coop", column), &ask.keyword))));
    } else {
        select.and_where(sql::of_eq(TABLE, "id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    rows.iter()
        .map(|row| Ok(Offer { value: row.get::<i64>(0)?.to_string(), label: row.get(2)?, hint: row.get(8)? }))
        .collect()
}
