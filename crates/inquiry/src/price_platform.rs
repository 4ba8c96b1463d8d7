//! The price platform 运价平台: an outside page of freight prices whose choice becomes an inquiry with its answer.

use kernel::{Findings, Id, Instant, Msg, Scope, show_day};
use platform::PLATFORM_ORG;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::deployment;
use platform::document::RowValues;
use platform::field::Field;
use platform::flow::Asked;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::setting::{self, Setting};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Value as Json, json};

use crate::agent::{self, Agent, PAGE as AGENT_PAGE, PLATFORM, TABLE as AGENT_TABLE};
use crate::asked;
use crate::buying::{KIND, PAGE};
use crate::moves::SELLING;
use crate::page::{DRAFT, Inquiry};
use crate::quote::{self, ALL_IN, QuoteRow};
use crate::rules::PLATFORM_NO_TAKEN;

/// Name of the partner the platform is to each company.
pub(crate) const NAME: Setting = Setting::new(
    "pricePanelName",
    deployment::MODULE,
    Field::text("运价平台名称", "Name of the price platform").required().max(40).initially("\"运价平台\""),
)
.platform()
.help("为公司新增运价平台的供应商时使用的简称", "Short name of the supplier that stands for the platform");

/// Sub type of that partner.
const SUB_TYPE: &str = "运价平台";
const SCOPES: &[Scope] = &[Scope::Ae, Scope::Ai];
/// Days a price holds when the platform does not say.
const VALID_DAYS: i64 = 3;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

const OTHER_NUMBER: Msg =
    Msg::new("inquiry.other_platform_no", "平台单号与询价不一致", "The inquiry is of another platform number.");

const NO_CURRENCY: Msg = Msg::new("inquiry.platform_currency", "请填写币种", "Please give the currency.");

/// What the platform tells of its price. The sum counts where there is no price of a kilogram.
const NUMBER: Field = Field::upper("平台单号", "Platform no.").wire("platformNo").max(40);
const UNIT_PRICE: Field = Field::decimal(4, "单价", "Price").wire("unitPrice").range(1, 99_999_999_999);
const TOTAL: Field = QuoteRow::LUMP_SUM.wire("total");
const CURRENCY: Field = Field::code("currency", "币种", "Currency").column("currency").wire("currency").max(3);
const VALID_TO: Field = Field::day("有效期止", "Valid to").column("valid_to").wire("validTo");
/// What goes with the price as it is.
const BESIDE: [Field; 3] = [QuoteRow::CARRIER_CODE, QuoteRow::FLIGHT_PLAN, QuoteRow::CONDITIONS];
const TOLD: [Field; 8] = [NUMBER, UNIT_PRICE, TOTAL, CURRENCY, VALID_TO, BESIDE[0], BESIDE[1], BESIDE[2]];

/// The platform's agent of an org, as pages know it; nothing where there is none.
fn known(conn: &mut dyn Conn, org: i64) -> Result<Json, Refusal> {
    let mut select = sql::from(org, AGENT_TABLE);
    select
        .columns(["id", "coop_id"].map(|column| (AGENT_TABLE, column)))
        .column(("coop", "coop_name"))
        .inner_join("coop", sql::same_org("coop", AGENT_TABLE, "coop_id"))
        .and_where(sql::of_eq(AGENT_TABLE, "kind", PLATFORM));
    let Some(row) = conn.first(&select.into())? else { return Ok(Json::Null) };
    let (agent, coop, name): (Id, Id, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    Ok(json!({ "agentId": agent, "agentName": name, "coopId": coop }))
}

/// GET getFourYCWhenInquiry: the agent, or nothing.
pub(crate) fn find(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    call.read(|conn| known(conn, org)).map(Answer::Data)
}

/// POST createFourYCWhenInquiry: makes partner and agent; where they are there already, answers them.
pub(crate) fn create(call: &mut Call) -> Outcome {
    let made = call.write(|tx| {
        let org = tx.org();
        let before = known(tx, org)?;
        if before != Json::Null {
            tx.no_log_line();
            return Ok(before);
        }
        add(tx)?;
        known(tx, org)
    });
    match made {
        // Another window was faster.
        Err(Refusal::Unique(index)) => match find(call)? {
            Answer::Data(Json::Null) => Err(Refusal::Unique(index)),
            found => Ok(found),
        },
        other => other.map(Answer::Data),
    }
}

fn add(tx: &mut Tx<'_>) -> Result<(), Refusal> {
    let name: String = setting::value(tx, PLATFORM_ORG, &NAME, None)?;
    let coop = domain::coop::supplier_named(tx, &name, (SUB_TYPE, SCOPES))?;
    let (org, id, user, now) = (tx.org(), tx.new_id(), tx.actor.user_id.into_value(), tx.now.into_value());
    let cells = [
        ("id", id.into_value()),
        ("version", Value::Int(1)),
        (Agent::COOP_ID.column, coop.into_value()),
        (Agent::KIND.column, PLATFORM.into_value()),
        (Agent::SCOPES.column, "AE,AI".into_value()),
        (Agent::LANGUAGE.column, "zh-CN".into_value()),
        (Agent::SLA_HOURS.column, Value::Int(24)),
        (Agent::PRIORITY.column, Value::Int(5)),
        (Agent::ACTIVE.column, Value::Bool(true)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(org, AGENT_TABLE, &cells).into())?;
    tx.log(LogEntry::of(AGENT_TABLE, id, &name, AGENT_PAGE).did("新建", "新建").text(name.clone()))
}

/// POST saveCallBackForYC {inquiryId, version, platformNo, unitPrice, total, currency …}: hangs the platform's price on
/// the draft that was made of it, as the answer of its agent. Without an agent nothing is kept but the number.
pub(crate) fn save_price(call: &mut Call) -> Outcome {
    let asked = Asked::of(call, &TOLD, &["inquiryId"])?;
    let id = asked.body.get("inquiryId").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    let id = id.ok_or(Refusal::NotFound)?;
    let data = call.write(|tx| {
        let inquiry = SELLING.take(tx, (id, asked.version), &[DRAFT])?;
        let mut findings = Findings::new();
        let values = told(tx, (&asked, &inquiry), &mut findings)?;
        let org = tx.org();
        let agent = agent::of_platform(tx, org)?;
        let rows = asked::current(tx, org, id)?;
        if agent.as_ref().is_some_and(|agent| rows.iter().any(|row| row.agent == agent.id)) {
            findings.error("platformNo", PLATFORM_NO_TAKEN.with(&[("code", &inquiry.inquiry_code)]));
        }
        Refusal::unless_clean(&findings, &asked.confirmed)?;
        let mut said = "未创建询价代理，仅记录平台单号".to_owned();
        if let Some(agent) = agent {
            let (row, _) = asked::add(tx, (id, inquiry.round), &agent, None)?;
            if let Some((cells, breaks)) = values {
                let quote = quote::insert(tx, &row, cells, (&breaks, &[]))?;
                quote::hang(tx, &row, quote)?;
            } else {
                asked::sum_up(tx, id)?;
            }
            said = format!("运价平台报价：{}", agent.name);
        }
        tx.log(
            LogEntry::of(KIND, id, &inquiry.inquiry_code, PAGE).did("修改", "运价平台").level(Level::Low).text(said),
        )?;
        Ok(json!({ "id": id, "version": asked.version + 1 }))
    })?;
    Ok(Answer::Data(data))
}

/// Cells of an answer, and its weight breaks.
type Price = (Vec<(Field, Value)>, Vec<RowValues>);

/// The platform's price as an answer; nothing where it told none.
fn told(
    tx: &mut Tx<'_>,
    (asked, inquiry): (&Asked, &Inquiry),
    findings: &mut Findings,
) -> Result<Option<Price>, Refusal> {
    let number = String::from_value(&asked.value(NUMBER, findings))?;
    findings.error_if(number != inquiry.platform_no, "platformNo", OTHER_NUMBER);
    let (unit, total) = (asked.value(UNIT_PRICE, findings), asked.value(TOTAL, findings));
    let (currency, valid_to) = (asked.value(CURRENCY, findings), asked.value(VALID_TO, findings));
    let mut values: Vec<(Field, Value)> = BESIDE.iter().map(|field| (*field, asked.value(*field, findings))).collect();
    if unit == Value::Null && total == Value::Null {
        return Ok(None);
    }
    findings.error_if(currency == Value::Null, "currency", NO_CURRENCY);
    let day = |instant: Instant| show_day(instant.day()).into_value();
    let last = if valid_to == Value::Null { day(tx.now.plus_millis(VALID_DAYS * DAY_MS)) } else { valid_to };
    let breaks: Vec<RowValues> = if unit == Value::Null { Vec::new() } else { vec![vec![Value::Int(0), unit]] };
    values.extend([
        (QuoteRow::BY_LINK, Value::Bool(false)),
        (QuoteRow::PRICE_MODE, ALL_IN.into_value()),
        (QuoteRow::LUMP_SUM, if breaks.is_empty() { total } else { Value::Null }),
        (QuoteRow::CURRENCY, currency),
        (QuoteRow::ROUTE, format!("{}-{}", inquiry.departure_station, inquiry.arrival_station).into_value()),
        (QuoteRow::VALID_FROM, day(tx.now)),
        (QuoteRow::VALID_TO, last),
    ]);
    let value = |field: Field| {
        values.iter().find(|(known, _)| known.column == field.column).map_or(Value::Null, |(_, value)| value.clone())
    };
    quote::check(tx, &value, (&breaks, &[]), findings)?;
    Ok(Some((values, breaks)))
}
