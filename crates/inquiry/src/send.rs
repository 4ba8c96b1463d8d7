//! 发送询价 and 催办: agents are asked, each by a link of its own, and reminded.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Instant, Msg, is_recent};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::flow::Asked;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::agent::{self, LANGUAGES};
use crate::asked::{self, AskedRow, LATE, WAITING};
use crate::buying::{KIND, PAGE};
use crate::letter::{self, Why};
use crate::moves::BUYING;
use crate::page::{ASKING, EXPIRED, Inquiry, LOST, QUOTED, UNASSIGNED};

/// Agents asked at once.
const AGENTS_MAX: usize = 30;
/// Between two reminders of one agent.
const URGE_PAUSE_MS: i64 = 60 * 60 * 1000;

const NO_AGENTS: Msg = Msg::new("inquiry.agents", "请选择询价代理", "Choose the agents to ask.");
const MANY_AGENTS: Msg =
    Msg::new("inquiry.many_agents", "一次最多询{n}家代理", "At most {n} agents can be asked at once.");
const NO_AGENT: Msg = Msg::new("inquiry.agent", "询价代理不存在或已停用", "There is no such agent in use.");
const STOPPED: Msg =
    Msg::new("inquiry.agent_stopped", "{name}已停用或列入黑名单", "{name} is stopped or black-listed.");
const NOT_BY_MAIL: Msg = Msg::new(
    "inquiry.not_by_mail",
    "代理{name}不收邮件，请在运价搜索页询价",
    "{name} takes no mail. Ask it on the page of freight prices.",
);
const PAST: Msg = Msg::new("inquiry.answer_past", "截止时间须晚于现在", "The time to answer by must lie ahead.");
const AGAIN: Msg =
    Msg::new("inquiry.again", "该代理已询价，是否发送新一轮？", "This agent was asked already. Ask anew?");
const NOT_ASKED: Msg = Msg::new(
    "inquiry.not_asked",
    "{name}尚未询价，请先发送询价",
    "{name} was not asked before. Send the inquiry first.",
);
const NOBODY_WAITS: Msg = Msg::new("inquiry.nobody_waits", "没有可催办的代理", "There is no agent to be reminded.");
const NO_MAILBOX: Msg = Msg::new(
    "inquiry.no_mailbox",
    "未配置发件邮箱，请联系管理员",
    "No mailbox is set up. Please ask the administrator.",
);

const NO_CURRENCY: Msg =
    Msg::new("inquiry.target_currency", "请选择目标价币种", "Choose the currency of the target price.");
const UNKNOWN_CURRENCY: Msg = Msg::new("inquiry.currency", "币种不存在", "There is no such currency.");

const TARGET: Field = Inquiry::TARGET_PRICE.wire("targetPrice");
const CURRENCY: Field = Inquiry::TARGET_CURRENCY.wire("targetCurrency");
const ANSWER_BY: Field = Field::instant("截止时间", "Answer by").wire("answerBy").column("answer_by").required();
const LANGUAGE: Field = Field::select(LANGUAGES, "语言", "Language").wire("language").column("language");

/// GET {id}/agents: whom a sending begins with, and until when.
pub(crate) fn proposed(call: &mut Call) -> Outcome {
    let (actor, id, now) = (call.actor()?.clone(), call.path_id("id")?, call.now());
    let data = call.read(|conn| {
        crate::seen::need_seen(conn, &actor, id)?;
        let inquiry = crate::page::own(conn, actor.org_id, id)?;
        let asked: BTreeSet<Id> = asked::current(conn, actor.org_id, id)?.iter().map(|row| row.agent).collect();
        let route =
            (inquiry.business_scope.as_str(), inquiry.departure_station.as_str(), inquiry.arrival_station.as_str());
        let agents = agent::for_route(conn, actor.org_id, route)?;
        let fresh = agents.into_iter().filter(|agent| !asked.contains(&agent.id));
        let agents: Vec<Json> =
            fresh.map(|agent| json!({ "value": agent.id, "label": agent.name, "hint": agent.email })).collect();
        let by = inquiry.answer_by.map(Instant::from_millis).filter(|by| *by > now);
        let by = by.unwrap_or_else(|| crate::rules::answer_by(now));
        Ok(json!({ "agents": agents, "answerBy": kernel::show_second(by) }))
    })?;
    Ok(Answer::Data(data))
}

fn ids(body: &Json) -> Vec<Id> {
    let id = |json: &Json| json.as_str().and_then(|id| id.parse().ok()).map(Id);
    let distinct: BTreeSet<Id> = body.as_array().into_iter().flatten().filter_map(id).collect();
    distinct.into_iter().collect()
}

/// The agents of a sending, with what is wrong about them; one that was asked already is asked about. Another round
/// (`anew`) goes to those alone.
fn agents(
    tx: &mut Tx<'_>,
    (id, asked, anew): (Id, &Asked, bool),
    findings: &mut Findings,
) -> Result<(Vec<agent::Known>, bool), Refusal> {
    let org = tx.org();
    let ids = ids(asked.body.get("agents").unwrap_or(&Json::Null));
    findings.error_if(ids.is_empty(), "agents", NO_AGENTS);
    if ids.len() > AGENTS_MAX {
        findings.error("agents", MANY_AGENTS.with(&[("n", &AGENTS_MAX.to_string())]));
    }
    let known = agent::of_ids(tx, org, &ids)?;
    findings.error_if(known.len() != ids.len(), "agents", NO_AGENT);
    for agent in known.iter().filter(|agent| !agent.usable) {
        findings.error("agents", STOPPED.with(&[("name", &agent.name)]));
    }
    for agent in known.iter().filter(|agent| !agent.by_mail) {
        findings.error("agents", NOT_BY_MAIL.with(&[("name", &agent.name)]));
    }
    let before = asked::current(tx, org, id)?;
    if anew {
        let answered = |agent: &agent::Known| before.iter().any(|row| row.agent == agent.id && row.sent_at.is_some());
        for agent in known.iter().filter(|agent| !answered(agent)) {
            findings.error("agents", NOT_ASKED.with(&[("name", &agent.name)]));
        }
    }
    let again = known.iter().any(|agent| before.iter().any(|row| row.agent == agent.id && row.sent_at.is_some()));
    if again {
        findings.confirm("agents", AGAIN.text());
    }
    Ok((known, again))
}

/// POST {id}/send {agents, language, answerBy}: each agent gets a link, told once in the answer and mailed.
///
/// An inquiry that was lost or whose answers expired is asked anew by it.
pub(crate) fn send(call: &mut Call) -> Outcome {
    let asked = Asked::of(call, &[ANSWER_BY, LANGUAGE], &["agents"])?;
    ask_for_prices(call, asked, &[UNASSIGNED, ASKING, QUOTED, LOST, EXPIRED], &[])
}

/// POST {id}/round {agents, answerBy, targetPrice, targetCurrency}: 再询一轮, of agents that have answered; what the
/// customer wants to pay may be another by now.
pub(crate) fn round(call: &mut Call) -> Outcome {
    let mut asked = Asked::of(call, &[ANSWER_BY, LANGUAGE, TARGET, CURRENCY], &["agents"])?;
    // Whoever asks for another round knows that they were asked before.
    asked.confirmed.push(AGAIN.key.to_owned());
    ask_for_prices(call, asked, &[ASKING, QUOTED, EXPIRED], &[TARGET, CURRENCY])
}

/// Asks agents for prices, from some states of the inquiry; some of its own fields change by it.
fn ask_for_prices(call: &mut Call, asked: Asked, from: &[&str], own: &[Field]) -> Outcome {
    let id = call.path_id("id")?;
    let base = call.public_url().to_owned();
    let data = call.write(|tx| {
        let inquiry = BUYING.take(tx, (id, asked.version), from)?;
        let mut findings = Findings::new();
        let changed = changed(tx, (own, &asked), &mut findings)?;
        let (agents, again) = agents(tx, (id, &asked, !own.is_empty()), &mut findings)?;
        let by = asked.value(ANSWER_BY, &mut findings);
        let language = asked.value(LANGUAGE, &mut findings);
        let by = Option::<Instant>::from_value(&by)?;
        findings.error_if(by.is_some_and(|by| by <= tx.now), "answerBy", PAST);
        Refusal::unless_clean(&findings, &asked.confirmed)?;
        let by = by.ok_or_else(|| Refusal::broken("no time to answer by"))?;
        let anew = again || [LOST, EXPIRED].contains(&inquiry.state.as_str());
        let round = inquiry.round + i64::from(anew);
        let (rows, links) = ask(tx, (id, round), &agents, (&String::from_value(&language)?, by), &base)?;
        let state = if inquiry.state == QUOTED { QUOTED } else { ASKING };
        note(tx, (id, &inquiry), (state, round, by), &changed)?;
        asked::sum_up(tx, id)?;
        let mailed = letter::post(tx, &inquiry, &rows, Why::Asked, &base)?;
        Ok(json!({
            "id": id, "version": asked.version + 1, "state": state, "round": round, "mailed": mailed, "links": links,
        }))
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(data))
}

/// The fields of the inquiry that were typed; a target price has a currency.
fn changed(
    tx: &mut Tx<'_>,
    (own, asked): (&[Field], &Asked),
    findings: &mut Findings,
) -> Result<Vec<(Field, Value)>, Refusal> {
    let named = own.iter().filter(|field| asked.body.contains_key(&field.name()));
    let values: Vec<(Field, Value)> = named.map(|field| (*field, asked.value(*field, findings))).collect();
    let of = |wanted: Field| {
        let found = values.iter().find(|(field, _)| field.column == wanted.column);
        found.map_or(Value::Null, |(_, value)| value.clone())
    };
    let currency = String::from_value(&of(CURRENCY))?;
    findings.error_if(of(TARGET) != Value::Null && currency.is_empty(), &CURRENCY.name(), NO_CURRENCY);
    let org = tx.org();
    if !currency.is_empty() && !facts::is_currency(tx, org, &currency)? {
        findings.error(CURRENCY.name(), UNKNOWN_CURRENCY.text());
    }
    Ok(values)
}

/// Makes the rows and their links.
fn ask(
    tx: &mut Tx<'_>,
    place: (Id, i64),
    agents: &[agent::Known],
    (language, by): (&str, Instant),
    base: &str,
) -> Result<(Vec<AskedRow>, Vec<Json>), Refusal> {
    let (mut rows, mut links) = (Vec::new(), Vec::new());
    for agent in agents {
        let language = if language.is_empty() { agent.language.clone() } else { language.to_owned() };
        let own = agent::Known { language, ..agent.clone() };
        let (row, code) = asked::add(tx, place, &own, Some(by))?;
        links.push(json!({
            "askedId": row.id, "agentName": agent.name, "email": agent.email,
            "url": asked::address(base, &row.uuid, &code),
        }));
        rows.push(row);
    }
    Ok((rows, links))
}

/// Writes what a sending changes of the inquiry; whoever sends what nobody buys yet is its buyer.
fn note(
    tx: &mut Tx<'_>,
    (id, inquiry): (Id, &Inquiry),
    (state, round, by): (&'static str, i64, Instant),
    changed: &[(Field, Value)],
) -> Result<(), Refusal> {
    let mut values = vec![
        (Inquiry::ROUND, Value::Int(round)),
        (Inquiry::ANSWER_BY, by.into_value()),
        (Inquiry::BUYER_ID, inquiry.buyer_id.unwrap_or(tx.actor.user_id).into_value()),
    ];
    values.extend(changed.iter().cloned());
    if inquiry.state == LOST {
        values.extend([(Inquiry::LOST_REASON, Value::Null), (Inquiry::LOST_REMARK, Value::Null)]);
    }
    BUYING.go(tx, id, (state, ("修改", "发送询价"), Level::Middle), &values)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Urged {
    version: i64,
}

/// POST {id}/urge: 催办, to those whose answer is still awaited; each at most once an hour.
pub(crate) fn urge(call: &mut Call) -> Outcome {
    let (id, body): (Id, Urged) = (call.path_id("id")?, call.json()?);
    let base = call.public_url().to_owned();
    let count = call.write(|tx| {
        let (org, now) = (tx.org(), tx.now);
        let inquiry = BUYING.take(tx, (id, body.version), &[ASKING, QUOTED])?;
        let waits = |row: &AskedRow| {
            let rested = row.urged_at.is_none_or(|at| !is_recent(at, now, URGE_PAUSE_MS));
            row.state == WAITING && row.state_at(now) != LATE && rested
        };
        let rows: Vec<AskedRow> = asked::with_link(tx, id)?.into_iter().filter(waits).collect();
        if rows.is_empty() {
            return Err(Refusal::business(NOBODY_WAITS));
        }
        if letter::post(tx, &inquiry, &rows, Why::Reminded, &base)? == 0 {
            return Err(Refusal::business(NO_MAILBOX));
        }
        let mut update = sql::update(org, asked::TABLE, &[("urged_at", now.into_value())]);
        update.and_where(sql::is_in(sql::col("id"), rows.iter().map(|row| row.id)));
        tx.exec(&update.into())?;
        let mut names = Vec::new();
        for row in &rows {
            names.push(facts::coop_name(tx, org, row.coop)?);
        }
        let entry = LogEntry::of(KIND, id, &inquiry.inquiry_code, PAGE).did("修改", "催办");
        tx.log(entry.text(format!("催办：{}", names.join("、"))))?;
        Ok(rows.len())
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "id": id, "version": body.version + 1, "urged": count })))
}
