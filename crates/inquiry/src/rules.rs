//! What an inquiry holds when it is saved: number, seller, figures; and what is asked first.

use kernel::{Findings, Id, Instant, Length, Msg, Volume, Weight};
use platform::call::Tx;
use platform::document::{Draft, RowValues, Written, other_than};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Value, sql};
use trade::cargo::{self, Dimension};

use crate::page::{ASKING, CANCELLED, DIMENSIONS, DRAFT, Inquiry, LOST, QUOTED, TABLE, UNASSIGNED, state_name};
use crate::{asked, letter};

/// Hours an answer is waited for when nobody says until when.
const ANSWER_HOURS: i64 = 24;
const HOUR_MS: i64 = 60 * 60 * 1000;
/// Days in which the same inquiry again is likely a mistake.
const SAME_DAYS: i64 = 3;
const DAY_MS: i64 = 24 * HOUR_MS;

/// The number series is at fault.
pub(crate) const CODE_TAKEN: Msg = Msg::new("inquiry.code", "询价单号已存在", "The inquiry number exists already.");
/// The price of the platform was taken by another inquiry.
pub(crate) const PLATFORM_NO_TAKEN: Msg =
    Msg::new("inquiry.platform_no", "该平台单号已生成询价{code}", "Inquiry {code} was made of this platform number.");
const FIXED: Msg = Msg::new("inquiry.fixed", "询价{state}，不能修改", "The inquiry can't be changed: {state}.");
const NO_CUSTOMER: Msg =
    Msg::new("inquiry.customer", "请选择客户或填写潜在客户", "Choose a customer or name a prospect.");
const TWO_CUSTOMERS: Msg =
    Msg::new("inquiry.two_customers", "客户与潜在客户只能填写一个", "Give a customer or a prospect, not both.");
const NO_COOP: Msg = Msg::new("inquiry.coop", "客户不存在", "There is no such customer.");
const NO_SALES: Msg = Msg::new("inquiry.sales", "销售不存在或已停用", "There is no such active user.");
const NO_AIRPORT: Msg = Msg::new("inquiry.airport", "{code}不是有效机场", "{code} is not an airport.");
const SAME_STATION: Msg =
    Msg::new("inquiry.same_station", "始发站与目的站不能相同", "Departure and destination can't be the same.");
const NO_VOLUME: Msg = Msg::new("inquiry.volume", "请填写体积或尺寸", "Give the volume or the dimensions.");
const OTHER_PIECES: Msg = Msg::new(
    "inquiry.pieces",
    "尺寸件数{n}与件数{pieces}不一致",
    "The dimensions have {n} pieces, the inquiry {pieces}.",
);
const LATE: Msg =
    Msg::new("inquiry.late", "最晚出运不能早于货好日期", "The latest date can't be before the ready date.");
const PAST: Msg = Msg::new("inquiry.past", "截止时间须晚于现在", "The time to answer by must lie ahead.");
const NO_CURRENCY: Msg = Msg::new("inquiry.currency", "请选择目标价币种", "Choose the currency of the target price.");
const NO_SUCH_CURRENCY: Msg = Msg::new("inquiry.no_currency", "币种不存在", "There is no such currency.");
const SAME: Msg =
    Msg::new("inquiry.same", "疑似重复询价{code}，是否继续？", "This looks like inquiry {code} again. Continue?");
const TOLD: Msg = Msg::new(
    "inquiry.asked",
    "已向{n}家代理询价，修改后将通知代理，是否继续？",
    "{n} agents were asked. They are told of the change. Continue?",
);

/// Two inquiries with these alike ask for the same.
const SAMENESS: [Field; 5] =
    [Inquiry::COOP_ID, Inquiry::PROSPECT, Inquiry::DEPARTURE_STATION, Inquiry::ARRIVAL_STATION, Inquiry::WEIGHT];

/// Completes and checks an inquiry before it is written.
pub(crate) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        begin(tx, draft)?;
    } else {
        let state = text(draft, Inquiry::STATE)?;
        if ![DRAFT, UNASSIGNED, ASKING, QUOTED].contains(&state.as_str()) {
            let (zh, en) = state_name(&state);
            return Err(Refusal::Business(FIXED.with_each(&[("state", zh)], &[("state", en)])));
        }
    }
    origin(tx, draft, findings)?;
    people(tx, draft, findings)?;
    places(tx, draft, findings)?;
    figures(tx, draft, findings)?;
    times(tx, draft, findings)?;
    target(tx, draft, findings)?;
    if findings.has_errors() {
        return Ok(());
    }
    if SAMENESS.iter().any(|field| draft.changes(*field))
        && let Some(code) = same_before(tx, draft)?
    {
        findings.confirm("", SAME.with(&[("code", &code)]));
    }
    let waiting = if draft.is_new() { 0 } else { asked::with_link(tx, draft.id)?.len() };
    if waiting > 0 {
        findings.confirm("", TOLD.with(&[("n", &waiting.to_string())]));
    }
    Ok(())
}

fn text(draft: &Draft<'_>, field: Field) -> Result<String, Refusal> {
    Ok(String::from_value(draft.value(field))?)
}

/// The number comes first: it makes those who add inquiries of a day wait for each other.
fn begin(tx: &mut Tx<'_>, draft: &mut Draft<'_>) -> Result<(), Refusal> {
    draft.set(Inquiry::INQUIRY_CODE, next_code(tx)?.into_value());
    draft.set(Inquiry::STATE, DRAFT.into_value());
    for count in [Inquiry::ASKED, Inquiry::ANSWERED] {
        draft.set(count, Value::Int(0));
    }
    draft.set(Inquiry::ROUND, Value::Int(1));
    Ok(())
}

/// The next number of the day, from XJ-2607150001.
pub(crate) fn next_code(tx: &mut Tx<'_>) -> Result<String, Refusal> {
    let day = tx.now.day().strftime("%y%m%d").to_string();
    let number = tx.next_number("inquiry", &day)?;
    Ok(format!("XJ-{day}{number:04}"))
}

/// A price of the platform is taken once.
fn origin(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let number = text(draft, Inquiry::PLATFORM_NO)?;
    if number.is_empty() {
        return Ok(());
    }
    let mut select = sql::from(tx.org(), TABLE);
    select.column("inquiry_code").and_where(sql::eq("platform_no", number)).and_where(other_than(draft.id));
    if let Some(row) = tx.first(&select.into())? {
        let code: String = row.get(0)?;
        findings.error("platformNo", PLATFORM_NO_TAKEN.with(&[("code", &code)]));
    }
    Ok(())
}

fn people(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let coop = Option::<Id>::from_value(draft.value(Inquiry::COOP_ID))?;
    let prospect = text(draft, Inquiry::PROSPECT)?;
    match (coop, prospect.is_empty()) {
        (None, true) => findings.error("coopId", NO_CUSTOMER.text()),
        (Some(_), false) => findings.error("prospect", TWO_CUSTOMERS.text()),
        (Some(id), true) => findings.error_if(facts::coop(tx, org, id)?.is_none(), "coopId", NO_COOP),
        (None, false) => {}
    }
    if findings.at("salesId").next().is_none() {
        let sales = facts::user(tx, org, Id::from_value(draft.value(Inquiry::SALES_ID))?)?;
        findings.error_if(sales.is_none(), "salesId", NO_SALES);
        draft.set(Inquiry::SALES_DEPT_ID, sales.map(|(_, dept)| dept).into_value());
    }
    Ok(())
}

fn places(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let (from, to) = (text(draft, Inquiry::DEPARTURE_STATION)?, text(draft, Inquiry::ARRIVAL_STATION)?);
    for (name, code) in [("departureStation", &from), ("arrivalStation", &to)] {
        if !code.is_empty() && facts::airport(tx, org, code)?.is_none() {
            findings.error(name, NO_AIRPORT.with(&[("code", code)]));
        }
    }
    findings.error_if(!from.is_empty() && from == to, "arrivalStation", SAME_STATION);
    Ok(())
}

fn dimension(row: &RowValues) -> Result<Dimension, Refusal> {
    let at = |place: usize| row.get(place).unwrap_or(&Value::Null);
    Ok(Dimension {
        length: Length::from_value(at(0))?,
        width: Length::from_value(at(1))?,
        height: Length::from_value(at(2))?,
        pieces: i64::from_value(at(3))?,
    })
}

/// Chargeable weight and density by the volume, which is that of the dimensions where none is given.
fn figures(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if findings.items.iter().any(|item| item.field.starts_with(DIMENSIONS.member)) {
        return Ok(());
    }
    let rows: Vec<RowValues> = match draft.rows(DIMENSIONS.member) {
        Some(rows) => rows.to_vec(),
        None if draft.is_new() => Vec::new(),
        None => {
            let org = tx.org();
            DIMENSIONS.of(tx, org, draft.id)?
        }
    };
    let sizes: Vec<Dimension> = rows.iter().map(dimension).collect::<Result<_, _>>()?;
    let pieces = i64::from_value(draft.value(Inquiry::PIECES)).unwrap_or_default();
    let sized = cargo::pieces_of(&sizes);
    if !sizes.is_empty() && sized != pieces && findings.at("pieces").next().is_none() {
        let found = [("n", sized.to_string()), ("pieces", pieces.to_string())];
        findings.error(
            DIMENSIONS.member,
            OTHER_PIECES.with(&found.each_ref().map(|(name, value)| (*name, value.as_str()))),
        );
    }
    if *draft.value(Inquiry::VOLUME) == Value::Null && !sizes.is_empty() {
        draft.set(Inquiry::VOLUME, cargo::volume_of(&sizes).into_value());
    }
    let volume = Option::<Volume>::from_value(draft.value(Inquiry::VOLUME))?;
    if let Some(text) = cargo::volume_beside(&sizes, volume) {
        findings.warning(DIMENSIONS.member, text);
    }
    if volume.is_none() && findings.at("volume").next().is_none() {
        findings.error("volume", NO_VOLUME.text());
    }
    if findings.at("weight").next().is_none() {
        let weight = Weight::from_value(draft.value(Inquiry::WEIGHT))?;
        let volume = volume.unwrap_or_default();
        let charged = weight.max(cargo::bulky_weight(&sizes, volume, cargo::DIVISOR_DEFAULT));
        draft.set(Inquiry::CHARGE_WEIGHT, charged.into_value());
        draft.set(Inquiry::DENSITY, cargo::density(weight, volume).into_value());
    }
    Ok(())
}

fn times(tx: &Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let (ready, latest) = (text(draft, Inquiry::READY_DATE)?, text(draft, Inquiry::LATEST_DATE)?);
    findings.error_if(!latest.is_empty() && latest < ready, "latestDate", LATE);
    let place = Inquiry::ANSWER_BY;
    match Option::<i64>::from_value(draft.value(place))? {
        None if draft.is_new() => {
            draft.set(place, answer_by(tx.now).into_value());
        }
        Some(by) => {
            findings.error_if(draft.changes(place) && by <= tx.now.millis(), "answerBy", PAST);
        }
        None => {}
    }
    Ok(())
}

fn target(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let currency = text(draft, Inquiry::TARGET_CURRENCY)?;
    let has_price = *draft.value(Inquiry::TARGET_PRICE) != Value::Null;
    findings.error_if(has_price && currency.is_empty(), "targetCurrency", NO_CURRENCY);
    let unknown = !currency.is_empty() && !facts::is_currency(tx, org, &currency)?;
    findings.error_if(unknown, "targetCurrency", NO_SUCH_CURRENCY);
    Ok(())
}

/// Another inquiry of the same customer, route and weight in the last three days.
fn same_before(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Option<String>, Refusal> {
    let same = |field: Field| {
        let value = draft.value(field).clone();
        let column = sql::col(field.column);
        if value == Value::Null { column.is_null() } else { column.eq(sql::value(value)) }
    };
    let since = tx.now.plus_millis(-SAME_DAYS * DAY_MS);
    let mut select = sql::from(tx.org(), TABLE);
    select.column("inquiry_code").and_where(other_than(draft.id));
    for field in SAMENESS {
        select.and_where(same(field));
    }
    select
        .and_where(sql::col("created_at").gte(sql::value(since)))
        .and_where(sql::is_in(sql::col("state"), [CANCELLED, LOST]).not())
        .limit(1);
    Ok(tx.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// Other figures are other totals, and the agents that were asked are told.
pub(crate) fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    if !draft.is_new() {
        asked::sum_up(tx, draft.id)?;
        if draft.changes(Inquiry::ANSWER_BY) {
            asked::wait_until(tx, draft.id, draft.value(Inquiry::ANSWER_BY).clone())?;
        }
        letter::tell_of_change(tx, draft.id)?;
    }
    Ok(Written::default())
}

/// Until when answers are waited for when nobody says.
pub(crate) fn answer_by(now: Instant) -> Instant {
    now.plus_millis(ANSWER_HOURS * HOUR_MS)
}
