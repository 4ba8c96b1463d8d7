//! The companies of the platform: whether each was given the chat, until when, and for how many of its users.

use std::sync::LazyLock;

use facts::chat::serving;
use kernel::{Findings, Id, Msg};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::document::claim;
use platform::field::Field;
use platform::list::{self, Asks, Behind, Button, Cells, Column, Filter, ListPage, Match, RowView};
use platform::log::{Level, LogEntry, differences};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json};

use super::{COUNTED_MS, EDIT, TABS};
use crate::PAGE;

const TABLE: &str = "org";
const CODE: Field = Field::text("企业编码", "Company code").column("code").wire("orgCode");
const NAME: Field = Field::text("企业名称", "Company").column("name").wire("orgName");
const PREM: Field = Field::flag("聊天增值", "Chat").column("chat_prem").wire("hasPrem");
const FROM: Field = Field::day("起始日期", "From").column("chat_from").wire("chatFrom");
const TO: Field = Field::day("截止日期", "To").column("chat_to").wire("chatTo");
const SEATS: Field =
    Field::int("客服上限", "Most users who answer").column("chat_seats").wire("chatSeats").range(1, 9_999);
const SERVING: Field = Field::int("客服数", "Users who answer").wire("serving");
const TALKS: Field = Field::int("会话数(30天)", "Conversations (30 days)").wire("conversations");
/// What is decided of a company.
const TERMS: [Field; 4] = [PREM, FROM, TO, SEATS];

const TURNED: Msg = Msg::new("chat.turned", "截止日期不能早于起始日期", "The last day can't lie before the first one.");
const BELOW: Msg = Msg::new(
    "chat.seats_below",
    "当前在线客服{n}人，客服上限不能小于该数",
    "{n} users answer at present; the limit can't be lower.",
);

static ASKS: LazyLock<Asks> = LazyLock::new(|| Asks {
    fields: TERMS.to_vec(),
    first: "/hrs/im/{id}/org".to_owned(),
    versioned: true,
    ..Asks::default()
});

static BUTTONS: LazyLock<Vec<Button>> = LazyLock::new(|| {
    let edit = Button::new(EDIT, ("设置", "Settings"), "row", "ask").calls("PUT /hrs/im/{id}/org");
    vec![Button { asks: Some(&ASKS), ..edit }]
});

/// What the list tells of each.
const COLUMNS: &[Column] = &[
    list::ID,
    list::VERSION,
    list::ORG,
    Column::own(CODE).width(120).copy(),
    Column::own(NAME).width(220),
    Column::own(PREM).width(90),
    Column::own(FROM).width(110),
    Column::own(TO).width(110),
    Column::made(SERVING).unsorted().width(80),
    Column::own(SEATS).width(90),
    Column::made(TALKS).unsorted().width(120),
];

/// What it is narrowed by.
const FILTERS: &[Filter] = &[
    Filter::new("orgCode", Match::Contains, CODE),
    Filter::new("orgName", Match::Contains, NAME),
    Filter::new("hasPrem", Match::Bool, PREM),
];

/// They are rows of the platform, whose people alone hold the button.
pub(super) fn list() -> ListPage {
    ListPage {
        columns: COLUMNS,
        filters: FILTERS,
        buttons: &BUTTONS,
        decorate: Some(|actor: &Actor, _: &RowView<'_>, out: &mut String| list::write_can(actor, &[EDIT], out)),
        beside: TABS,
        tab: Some(("企业", "Companies")),
        behind: Some(&Figures),
        ..ListPage::new("hrs.imOrg.list", PAGE, ("聊天企业", "Companies in the chat"), EDIT, "/hrs/imOrg", TABLE)
    }
}

/// Counts what the companies of a page talk.
struct Figures;

impl Behind for Figures {
    fn fills(&self) -> bool {
        true
    }

    fn fill(&self, conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
        let since = actor.now.plus_millis(-COUNTED_MS);
        for row in rows {
            let org = Id::from_value(row.value("id"))?.0;
            let mut talks = sql::from(org, "chat_member");
            talks
                .expr(Expr::cust("COUNT(DISTINCT conversation_id)"))
                .and_where(sql::col("last_at").gte(sql::value(since)));
            let talks: i64 = conn.first(&talks.into())?.unwrap_or_default().get(0)?;
            row.set("conversations", Value::Int(talks));
            row.set("serving", Value::Int(serving(conn, org)?));
        }
        Ok(())
    }
}

/// Name, version and terms of a company.
fn standing(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(String, i64, Vec<Value>), Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["name", "version"]).columns(TERMS.map(|field| field.column)).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let terms = (2..2 + TERMS.len()).map(|place| row.value(place).clone()).collect();
    Ok((row.get(0)?, row.get(1)?, terms))
}

/// GET /hrs/im/{id}/org: what its dialog begins with.
pub(super) fn first(call: &mut Call) -> Outcome {
    let (org, id) = (call.actor()?.org_id, call.path_id("id")?);
    let (_, _, terms) = call.read(|conn| standing(conn, org, id))?;
    let told = TERMS.iter().zip(&terms).map(|(field, value)| {
        let mut text = String::new();
        field.render(value, &mut text);
        (field.name(), serde_json::from_str(&text).unwrap_or(Json::Null))
    });
    Ok(Answer::Data(Json::Object(told.collect())))
}

/// PUT /hrs/im/org {orgId, hasPrem, chatFrom, chatTo, chatSeats}: what is not sent stays.
pub(super) fn save(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let known = |name: &str| {
        ["orgId", "version", "confirmed", "requestId"].contains(&name) || TERMS.iter().any(|field| field.name() == name)
    };
    if let Some(name) = body.keys().find(|name| !known(name)) {
        let unknown = platform::refusal::messages::UNKNOWN_FIELD.with(&[("field", name)]);
        return Err(Refusal::BadRequest(unknown));
    }
    let named = body.get("orgId").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    let id = if call.path("id").is_empty() { named.ok_or(Refusal::NotFound)? } else { call.path_id("id")? };
    call.write(|tx| {
        let org = tx.org();
        let (name, version, old) = standing(tx, org, id)?;
        claim(tx, TABLE, id, body.get("version").and_then(Json::as_i64).unwrap_or(version))?;
        let mut findings = Findings::new();
        let new: Vec<Value> = TERMS
            .iter()
            .zip(&old)
            .map(|(field, old)| match body.get(&field.name()) {
                None => old.clone(),
                given => match field.parse(given, &field.name(), &mut findings) {
                    Value::Null if field.column == PREM.column => Value::Bool(false),
                    value => value,
                },
            })
            .collect();
        check(tx, id, &new, &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        let cells: Vec<(&'static str, Value)> =
            TERMS.iter().map(|field| field.column).zip(new.iter().cloned()).collect();
        tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
        let entry = LogEntry::of("org", id, name, PAGE).did("修改", "聊天增值").level(Level::High);
        tx.log(entry.changes(differences(&TERMS, &old, &new)))
    })?;
    Ok(Answer::Data(Json::Null))
}

fn check(conn: &mut dyn Conn, id: Id, new: &[Value], findings: &mut Findings) -> Result<(), Refusal> {
    let [_, from, to, seats] = new else { return Ok(()) };
    let (from, to) = (String::from_value(from)?, String::from_value(to)?);
    findings.error_if(!to.is_empty() && to < from, "chatTo", TURNED);
    if let Some(seats) = Option::<i64>::from_value(seats)? {
        let serving = serving(conn, id.0)?;
        if seats < serving {
            findings.error("chatSeats", BELOW.with(&[("n", &serving.to_string())]));
        }
    }
    Ok(())
}
