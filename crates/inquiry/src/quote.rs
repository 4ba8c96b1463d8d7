//! Quotes: what an agent answers, in versions. Typed by the agent on the public page, or by a buyer for it.

use kernel::{Amount, Findings, Id, Instant, Msg, Price, Weight, show_day, show_second};
use platform::call::Tx;
use platform::document;
use platform::document::{Document, Draft, FormPage, RowValues, Rows, Section, Written};
use platform::field::{Choice, Field};
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::sea_query::{JoinType, Order};
use platform::store::{Cell, Conn, Row, Value, sql};
use serde_json::{Value as Json, json};

use crate::agent;
use crate::asked::{self, AskedRow, QUOTED, REVISED};
use crate::page::{self, ASKING, Inquiry, QUOTED as INQUIRY_QUOTED, UNASSIGNED};
use crate::price::{Basis, Break, Extra, Lines};
use crate::{buying, seen};

/// Their table.
pub(crate) const TABLE: &str = "inquiry_quote";
/// Beginning of the calls of the form.
const BASE: &str = "/afbase/inquiryQuote";
/// Weight breaks, and extras, of one quote.
const LINES_MAX: usize = 20;

/// Surcharges are apart.
pub(crate) const NET: &str = "NET";
/// Surcharges are in the price.
pub(crate) const ALL_IN: &str = "ALL_IN";

const MODES: &[Choice] = &[Choice::new(NET, "净价", "Net"), Choice::new(ALL_IN, "全包", "All-in")];
const SPACES: &[Choice] = &[
    Choice::new("YES", "有舱", "Available"),
    Choice::new("WAIT", "候补", "Waiting list"),
    Choice::new("NO", "无舱", "None"),
];
const BASES: &[Choice] = &[
    Choice::new("KG", "每公斤", "Per kg"),
    Choice::new("PIECE", "每件", "Per piece"),
    Choice::new("SHIPMENT", "每票", "Per shipment"),
];

const NO_PRICE: Msg = Msg::new("quote.price", "请填写运价或一口价", "Give a price or a lump sum.");
const TWO_PRICES: Msg =
    Msg::new("quote.two_prices", "重量段与一口价只能填写一种", "Give weight breaks or a lump sum, not both.");
const SAME_BREAK: Msg = Msg::new("quote.break", "重量段{kg}重复", "The weight break {kg} stands there twice.");
const NO_CURRENCY: Msg = Msg::new("quote.currency", "币种不存在", "There is no such currency.");
const PAST: Msg = Msg::new("quote.past", "有效期不能早于今天", "The validity can't end before today.");
const TURNED: Msg = Msg::new("quote.turned", "有效期止不能早于有效期起", "The validity can't end before it begins.");
const LIMITS: Msg = Msg::new("quote.limits", "最高不能低于最低", "The most can't be below the least.");
const NO_AGENT: Msg = Msg::new("quote.agent", "询价代理不存在或已停用", "There is no such agent in use.");
const WRONG_STATE: Msg =
    Msg::new("quote.state", "询价{state}，不能录入报价", "No quote can be entered: the inquiry is {state}.");

const fn money(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(2, zh, en).range(1, 99_999_999_999)
}

document! {
    /// One version of an answer.
    pub struct QuoteRow in "inquiry_quote" {
        /// What it answers.
        inquiry_id: Id = Field::reference("inquiry", "询价单号", "Inquiry").required().fixed(),
        /// Who answers.
        agent_id: Id = Field::reference("inquiryAgent", "代理", "Agent").required().fixed(),
        /// The agent's row.
        asked_id: Option<Id> = Field::reference("", "询价记录", "Agent's row").read_only(),
        /// Counted within the agent's row.
        quote_version: Option<i64> = Field::int("版本", "Version").read_only(),
        /// Typed by the agent.
        by_link: bool = Field::flag("代理填写", "By the agent").read_only(),
        /// Net or all-in.
        price_mode: String = Field::select(MODES, "价格模式", "Price mode").required().initially("\"ALL_IN\""),
        /// Currency of all of it.
        currency: String = Field::code("currency", "币种", "Currency").required().max(3).initially("\"CNY\""),
        /// The freight, whatever it weighs.
        lump_sum: Option<Amount> = money("一口价", "Lump sum"),
        /// At least so much freight.
        minimum: Option<Amount> = money("最低运费M", "Minimum M"),
        /// Carrier.
        carrier_code: String = Field::upper("航司", "Carrier").max(3),
        /// Route.
        route: String = Field::text("航线", "Route").max(100),
        /// Flights and days.
        flight_plan: String = Field::text("航班计划", "Flight plan").max(200),
        /// Days under way.
        transit_days: Option<i64> = Field::int("时效（天）", "Transit days").range(0, 99),
        /// Space.
        space: String = Field::select(SPACES, "舱位", "Space"),
        /// Free storage.
        free_storage: String = Field::text("免费仓储", "Free storage").max(100),
        /// Valid from,
        valid_from: String = Field::day("有效期起", "Valid from").required(),
        /// and to.
        valid_to: String = Field::day("有效期止", "Valid to").required(),
        /// Conditions.
        conditions: String = Field::long("条件", "Conditions").max(500),
        /// Who answered there.
        contact_name: String = Field::text("联系人", "Contact").max(40),
        /// How he is reached.
        contact_email: String = Field::text("邮箱", "E-mail").max(80)
            .pattern("^[^\\s@]+@[^\\s@]+$", mail::is_address, agent::MAIL),
    }
}

const FROM: Field = Field::decimal(3, "起重量", "From")
    .wire("fromKg")
    .column("from_kg")
    .required()
    .range(0, 999_999_000)
    .digits(1)
    .unit("KG");
const PRICE: Field =
    Field::decimal(4, "单价", "Price").wire("price").column("price").required().range(1, 99_999_999_999);
static BREAK_FIELDS: [Field; 2] = [FROM, PRICE];
static EXTRA_FIELDS: [Field; 5] = [
    Field::upper("费用代码", "Charge code").wire("code").column("code").required().max(10),
    Field::select(BASES, "计费方式", "Basis").wire("basis").column("basis").required(),
    PRICE,
    money("最低", "At least").wire("least").column("least"),
    money("最高", "At most").wire("most").column("most"),
];

/// Prices of a kilogram by weight.
pub(crate) const BREAKS: Rows = Rows {
    member: "breaks",
    title: ("重量段", "Weight breaks"),
    behind: "price",
    table: "inquiry_quote_break",
    parent: "quote_id",
    fields: &BREAK_FIELDS,
    most: LINES_MAX,
    sheet: false,
};
/// Charges beside the freight.
pub(crate) const EXTRAS: Rows = Rows {
    member: "extras",
    title: ("附加费", "Extras"),
    behind: "breaks",
    table: "inquiry_quote_extra",
    parent: "quote_id",
    fields: &EXTRA_FIELDS,
    most: LINES_MAX,
    sheet: false,
};

/// The form a buyer types an answer in that came by phone or mail.
pub(crate) const FORM: FormPage = FormPage {
    codes: ["af-enq-quote", "", "", ""],
    page: buying::PAGE,
    seen: Some(need_seen),
    rules: Some(check_typed),
    after: Some(typed),
    rows: &[BREAKS, EXTRAS],
    sections: &[
        Section {
            key: "main",
            title: ("报价", "Quote"),
            fields: &[
                QuoteRow::INQUIRY_ID,
                QuoteRow::AGENT_ID,
                QuoteRow::CARRIER_CODE,
                QuoteRow::ROUTE,
                QuoteRow::FLIGHT_PLAN,
                QuoteRow::TRANSIT_DAYS,
                QuoteRow::SPACE,
                QuoteRow::FREE_STORAGE,
                QuoteRow::VALID_FROM,
                QuoteRow::VALID_TO,
            ],
        },
        Section {
            key: "price",
            title: ("价格", "Price"),
            fields: &[QuoteRow::PRICE_MODE, QuoteRow::CURRENCY, QuoteRow::LUMP_SUM, QuoteRow::MINIMUM],
        },
        Section {
            key: "end",
            title: ("条件与联系人", "Conditions and contact"),
            fields: &[QuoteRow::CONDITIONS, QuoteRow::CONTACT_NAME, QuoteRow::CONTACT_EMAIL],
        },
    ],
    ..FormPage::of::<QuoteRow>(
        "af.inquiry-quote.form",
        ("报价", "Quote"),
        ("af_enquiry_manage", BASE, "inquiry_quote"),
        QuoteRow::CARRIER_CODE,
    )
};

/// What an outside answer names of the fields; the rest is the system's.
pub(crate) const ANSWERED: [Field; 15] = [
    QuoteRow::PRICE_MODE,
    QuoteRow::CURRENCY,
    QuoteRow::LUMP_SUM,
    QuoteRow::MINIMUM,
    QuoteRow::CARRIER_CODE,
    QuoteRow::ROUTE,
    QuoteRow::FLIGHT_PLAN,
    QuoteRow::TRANSIT_DAYS,
    QuoteRow::SPACE,
    QuoteRow::FREE_STORAGE,
    QuoteRow::VALID_FROM,
    QuoteRow::VALID_TO,
    QuoteRow::CONDITIONS,
    QuoteRow::CONTACT_NAME.required(),
    QuoteRow::CONTACT_EMAIL.required(),
];

/// An answer as comparisons need it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quote {
    pub(crate) id: Id,
    pub(crate) asked: Id,
    pub(crate) number: i64,
    pub(crate) by_link: bool,
    pub(crate) price_mode: String,
    pub(crate) currency: String,
    pub(crate) carrier: String,
    pub(crate) route: String,
    pub(crate) flight_plan: String,
    pub(crate) transit_days: Option<i64>,
    pub(crate) space: String,
    pub(crate) free_storage: String,
    pub(crate) valid_from: String,
    pub(crate) valid_to: String,
    pub(crate) conditions: String,
    pub(crate) contact_name: String,
    pub(crate) contact_email: String,
    pub(crate) at: Instant,
    pub(crate) lines: Lines,
}

/// The newest answers of rows.
pub(crate) fn latest(conn: &mut dyn Conn, org: i64, rows: &[AskedRow]) -> Result<Vec<Quote>, Refusal> {
    rows.iter().filter_map(|row| row.quote).map(|id| one(conn, org, id)).collect()
}

/// One answer.
pub(crate) fn one(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Quote, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(QuoteRow::FIELDS.iter().map(|field| field.column)).column("created_at").and_where(sql::eq("id", id));
    let found = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let row = QuoteRow::from_values(&found.0)?;
    let at = found.get(QuoteRow::FIELDS.len())?;
    let (breaks, extras) = (BREAKS.of(conn, org, id)?, EXTRAS.of(conn, org, id)?);
    Ok(Quote {
        id,
        asked: row.asked_id.unwrap_or(Id(0)),
        number: row.quote_version.unwrap_or_default(),
        by_link: row.by_link,
        price_mode: row.price_mode,
        currency: row.currency,
        carrier: row.carrier_code,
        route: row.route,
        flight_plan: row.flight_plan,
        transit_days: row.transit_days,
        space: row.space,
        free_storage: row.free_storage,
        valid_from: row.valid_from,
        valid_to: row.valid_to,
        conditions: row.conditions,
        contact_name: row.contact_name,
        contact_email: row.contact_email,
        at,
        lines: lines(row.lump_sum, row.minimum, &breaks, &extras)?,
    })
}

fn lines(
    lump_sum: Option<Amount>,
    minimum: Option<Amount>,
    breaks: &[RowValues],
    extras: &[RowValues],
) -> Result<Lines, Refusal> {
    fn at<T: Cell>(row: &RowValues, place: usize) -> Result<T, Refusal> {
        Ok(T::from_value(row.get(place).unwrap_or(&Value::Null))?)
    }
    let step = |row: &RowValues| Ok::<_, Refusal>(Break { from: at(row, 0)?, price: at(row, 1)? });
    let extra = |row: &RowValues| {
        let basis = match at::<String>(row, 1)?.as_str() {
            "KG" => Basis::Kilogram,
            "PIECE" => Basis::Piece,
            _ => Basis::Shipment,
        };
        Ok::<_, Refusal>(Extra { code: at(row, 0)?, basis, price: at(row, 2)?, least: at(row, 3)?, most: at(row, 4)? })
    };
    let mut steps: Vec<Break> = breaks.iter().map(step).collect::<Result<_, _>>()?;
    steps.sort_by_key(|step| step.from);
    Ok(Lines { lump_sum, minimum, breaks: steps, extras: extras.iter().map(extra).collect::<Result<_, _>>()? })
}

/// What every answer must keep to, wherever it was typed. `value` gives the value of a field.
pub(crate) fn check(
    tx: &mut Tx<'_>,
    value: &dyn Fn(Field) -> Value,
    (breaks, extras): (&[RowValues], &[RowValues]),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let (lump, least) = (value(QuoteRow::LUMP_SUM), value(QuoteRow::MINIMUM));
    let by_weight = !breaks.is_empty() || least != Value::Null;
    let faulty = ["lumpSum", "minimum"].iter().any(|name| findings.at(name).next().is_some());
    if !faulty && lump == Value::Null && breaks.is_empty() {
        findings.error("breaks", NO_PRICE.text());
    }
    findings.error_if(lump != Value::Null && by_weight, "lumpSum", TWO_PRICES);
    let from = |row: &RowValues| Option::<Weight>::from_value(row.first().unwrap_or(&Value::Null)).ok().flatten();
    for (place, row) in breaks.iter().enumerate() {
        let own = from(row);
        if let Some(kg) = own.filter(|_| breaks.iter().take(place).any(|other| from(other) == own)) {
            findings.error(format!("breaks.{place}.fromKg"), SAME_BREAK.with(&[("kg", &format!("+{kg}"))]));
        }
    }
    for (place, row) in extras.iter().enumerate() {
        let limit = |at: usize| Option::<Amount>::from_value(row.get(at).unwrap_or(&Value::Null)).ok().flatten();
        let turned = limit(3).zip(limit(4)).is_some_and(|(least, most)| most < least);
        findings.error_if(turned, &format!("extras.{place}.most"), LIMITS);
    }
    let org = tx.org();
    let currency = String::from_value(&value(QuoteRow::CURRENCY))?;
    let unknown = !currency.is_empty() && !facts::is_currency(tx, org, &currency)?;
    findings.error_if(unknown, "currency", NO_CURRENCY);
    let (valid_from, valid_to) = (value(QuoteRow::VALID_FROM), value(QuoteRow::VALID_TO));
    let (valid_from, valid_to) = (String::from_value(&valid_from)?, String::from_value(&valid_to)?);
    if !valid_to.is_empty() {
        findings.error_if(valid_to < show_day(tx.now.day()), "validTo", PAST);
        findings.error_if(valid_to < valid_from, "validTo", TURNED);
    }
    Ok(())
}

fn need_seen(conn: &mut dyn Conn, actor: &platform::access::Actor, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.column("inquiry_id").and_where(sql::eq("id", id));
    let inquiry = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    actor.need(crate::COST)?;
    seen::need_seen(conn, actor, inquiry)
}

/// Refuses when an inquiry takes no answers any more.
fn need_open(inquiry: &Inquiry) -> Result<(), Refusal> {
    if [UNASSIGNED, ASKING, INQUIRY_QUOTED].contains(&inquiry.state.as_str()) {
        return Ok(());
    }
    let (zh, en) = page::state_name(&inquiry.state);
    Err(Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)])))
}

/// The rules of an answer a buyer types.
fn check_typed(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    draft.set(QuoteRow::BY_LINK, Value::Bool(false));
    if findings.at("inquiryId").next().is_none() {
        let inquiry = Id::from_value(draft.value(QuoteRow::INQUIRY_ID))?;
        seen::need_seen(tx, actor, inquiry)?;
        need_open(&page::own(tx, org, inquiry)?)?;
    }
    if findings.at("agentId").next().is_none() {
        let agent = Id::from_value(draft.value(QuoteRow::AGENT_ID))?;
        let usable = agent::of_ids(tx, org, &[agent])?.first().is_some_and(|agent| agent.usable);
        findings.error_if(!usable, "agentId", NO_AGENT);
    }
    let (breaks, extras) = (
        draft.rows(BREAKS.member).unwrap_or_default().to_vec(),
        draft.rows(EXTRAS.member).unwrap_or_default().to_vec(),
    );
    let value = |field: Field| draft.value(field).clone();
    check(tx, &value, (&breaks, &extras), findings)
}

/// Hangs a typed answer on the agent's row, which is made when the agent was not asked by a link.
fn typed(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let org = tx.org();
    let inquiry = Id::from_value(draft.value(QuoteRow::INQUIRY_ID))?;
    let agent = Id::from_value(draft.value(QuoteRow::AGENT_ID))?;
    let mut row = asked::current(tx, org, inquiry)?.into_iter().find(|row| row.agent == agent);
    if row.is_none() {
        let known = agent::of_ids(tx, org, &[agent])?;
        let round = page::own(tx, org, inquiry)?.round;
        row = known.first().map(|known| asked::add(tx, (inquiry, round), known, None)).transpose()?.map(|(row, _)| row);
    }
    let row = row.ok_or(Refusal::NotFound)?;
    hang(tx, &row, draft.id)?;
    let (code, name) = (page::own(tx, org, inquiry)?.inquiry_code, facts::coop_name(tx, org, row.coop)?);
    let entry = LogEntry::of(buying::KIND, inquiry, code, buying::PAGE).did("修改", "录入报价");
    tx.log(entry.text(format!("录入报价：{name}")))?;
    Ok(Written::default())
}

/// Stores an answer to an agent's row with its lines; answers its id.
pub(crate) fn insert(
    tx: &mut Tx<'_>,
    row: &AskedRow,
    values: Vec<(Field, Value)>,
    (breaks, extras): (&[RowValues], &[RowValues]),
) -> Result<Id, Refusal> {
    let (id, user) = (tx.new_id(), tx.actor.user_id.into_value());
    let mut cells: Vec<(&'static str, Value)> =
        values.into_iter().map(|(field, value)| (field.column, value)).collect();
    cells.extend([
        ("id", id.into_value()),
        ("version", Value::Int(1)),
        (QuoteRow::INQUIRY_ID.column, row.inquiry.into_value()),
        (QuoteRow::AGENT_ID.column, row.agent.into_value()),
        ("created_by", user.clone()),
        ("created_at", tx.now.into_value()),
        ("updated_by", user),
        ("updated_at", tx.now.into_value()),
    ]);
    tx.exec(&sql::insert(row.org, TABLE, &cells).into())?;
    BREAKS.replace(tx, id, breaks)?;
    EXTRAS.replace(tx, id, extras)?;
    Ok(id)
}

/// Makes a stored answer the newest of its agent, and the inquiry one that is quoted.
pub(crate) fn hang(tx: &mut Tx<'_>, row: &AskedRow, quote: Id) -> Result<(), Refusal> {
    let org = row.org;
    let number = row.quote_version + 1;
    let cells = [("asked_id", row.id.into_value()), ("quote_version", Value::Int(number))];
    tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", quote)).to_owned().into())?;
    let state = if row.has_quoted() { REVISED } else { QUOTED };
    let cells = [
        ("state", state.into_value()),
        ("quote_id", quote.into_value()),
        ("quote_version", Value::Int(number)),
        ("decline_reason", Value::Null),
        ("answered_at", row.answered_at.unwrap_or(tx.now).into_value()),
    ];
    asked::set(tx, row, &cells)?;
    let mut update = sql::update(org, page::TABLE, &[("state", INQUIRY_QUOTED.into_value())]);
    update
        .value("version", platform::sea_query::ExprTrait::add(sql::col("version"), 1))
        .and_where(sql::eq("id", row.inquiry))
        .and_where(sql::is_in(sql::col("state"), [UNASSIGNED, ASKING, INQUIRY_QUOTED]));
    tx.exec(&update.into())?;
    asked::sum_up(tx, row.inquiry)
}

/// An answer of an agent, as a choice among its answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Past {
    pub(crate) id: Id,
    /// Counted within its round.
    pub(crate) number: i64,
    pub(crate) round: i64,
    pub(crate) at: Instant,
}

impl Past {
    /// As pages offer it.
    pub(crate) fn json(&self) -> Json {
        json!({ "quoteId": self.id, "version": self.number, "round": self.round, "time": show_second(self.at) })
    }
}

/// All answers of an agent to an inquiry, of whichever round, the newest first.
pub(crate) fn history(conn: &mut dyn Conn, org: i64, (inquiry, agent): (Id, Id)) -> Result<Vec<Past>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "quote_version"].map(|column| (TABLE, column)))
        .column((asked::TABLE, "round"))
        .column((TABLE, "created_at"))
        .join(JoinType::InnerJoin, asked::TABLE, sql::same_org(asked::TABLE, TABLE, "asked_id"))
        .and_where(sql::of_eq(TABLE, "inquiry_id", inquiry))
        .and_where(sql::of_eq(TABLE, "agent_id", agent))
        .order_by((TABLE, "id"), Order::Desc);
    let past = |row: &Row| Ok(Past { id: row.get(0)?, number: row.get(1)?, round: row.get(2)?, at: row.get(3)? });
    conn.query(&select.into())?.iter().map(past).collect()
}

/// A price with the decimals it needs, at least two.
pub(crate) fn price_text(price: Price) -> String {
    let full = price.show(4);
    let short = full.trim_end_matches('0');
    let decimals = short.len().saturating_sub(short.find('.').map_or(short.len(), |dot| dot + 1));
    price.show(u32::try_from(decimals.max(2)).unwrap_or(2))
}
