//! 新增核销 and 撤销核销 of cost.

use approval::event::Without;
use approval::rule::{Fact, Facts};
use approval::{Application, words};
use charge::chain::DETAIL;
use charge::ledger::COST_VIEW;
use domain::switch::PAY_NEEDS_REQUEST;
use kernel::{Day, format_scaled, show_day};
use platform::page::Chosen;
use platform::prelude::*;
use platform::registry::{Approved, Effect};
use platform::setting;
use serde_json::{Map, Value as Json, json};
use settle::advance;
use settle::number::SEVERAL;
use settle::write_off::{self, ACCOUNT, ADVANCE, Of, SMALL, Source, Target};
use trade::charge::Side;

use super::{CostWriteOff, PATH, seen, targets};
use crate::making::at_places;
use crate::payment::seen as payment_seen;
use crate::payment_request::{is_decided, of_own_order, recount};

/// Details of one write-off.
const LINES_MAX: usize = 2_000;
/// A reversal may have to be decided about (css.md 0.13).
const EVENT: i64 = 113;
const KIND: &str = "COST_WRITE_OFF";
/// What a decision does.
pub(super) const EFFECT: Effect = Effect { event: EVENT, kind: KIND, work: granted };

const NO_REQUEST: Msg = Msg::new("cost_writeoff.request", "请先提交付款申请", "Submit a payment request first.");
const NOT_PASSED: Msg =
    Msg::new("cost_writeoff.not_passed", "付款申请未审批通过", "The payment request has not passed.");
const GONE: Msg = Msg::new(
    "cost_writeoff.gone",
    "核销明细已变化或无权限，请刷新后重试",
    "Some details changed or are not yours to see. Read them again.",
);
const NO_ACCOUNT: Msg = Msg::new("cost_writeoff.account", "请选择付款账户", "Choose an account.");
const PAYEE: Msg = Msg::new(
    "cost_writeoff.payee",
    "预付单位与供应商不一致，是否继续？",
    "The advance was paid to another partner than the supplier. Continue?",
);
const NO_ADVANCE: Msg = Msg::new("cost_writeoff.advance", "请选择预付款", "Choose an advance.");
const CONTENT: Msg = Msg::new(
    "cost_writeoff.content",
    "{coopName}付款核销{num}撤销",
    "{coopName}: the write-off {num} is to be reversed",
);

/// Methods that are chosen here; others come of requests and offsets.
const METHODS: &[Choice] = &[
    Choice::new(ACCOUNT, "现金/银行", "Cash or bank"),
    Choice::new(ADVANCE, "预付", "Advance"),
    Choice::new(SMALL, "尾差", "Small difference"),
];
const METHOD: Field = Field::select(METHODS, "方式", "Method").column("method").required();
const BY_ACCOUNT: When = When::Is(&METHOD, ACCOUNT);
const BY_ADVANCE: When = When::Is(&METHOD, ADVANCE);
const HAS_MONEY: When = When::OneOf(&METHOD, &[ACCOUNT, ADVANCE]);
const COOP: Field = Field::reference("coop", "供应商", "Supplier").column("coop_id").required();
const MONEY_ACCOUNT: Field = Field::reference("financialAccount?role=CASH,BANK,NOTE,OTHER", "付款账户", "Account")
    .column("account_id")
    .shown_when(&BY_ACCOUNT);
const OPEN_ADVANCE: Field =
    Field::reference("paidAdvance", "预付款", "Advance").column("advance_id").shown_when(&BY_ADVANCE);
const DATE: Field = Field::day("核销日期", "Date").column("write_off_date").wire("date").required();
const RATE: Field = Field::decimal(6, "汇率", "Rate")
    .digits(4)
    .range(1, 999_999_000_000)
    .column("exchange_rate")
    .wire("rate")
    .shown_when(&BY_ACCOUNT);
const FEE: Field = Field::decimal(3, "手续费", "Fee").digits(2).column("fee").shown_when(&BY_ACCOUNT);
const SMALL_REST: Field =
    Field::decimal(3, "尾差", "Small difference").digits(2).column("small").shown_when(&HAS_MONEY);
const REMARK: Field = Field::long("备注", "Remark").column("remark").max(200);
/// What 新增核销 asks for.
pub(super) const ASKED: [Field; 9] = [COOP, METHOD, MONEY_ACCOUNT, OPEN_ADVANCE, DATE, RATE, FEE, SMALL_REST, REMARK];

const CHOSEN: Field = Field::reference("openDetail", "对账明细", "Detail").column("row_id").required();
const REST: Field = Field::decimal(3, "未核销", "Open").digits(2).in_currency("currency").column("rest").read_only();
const PART: Field = Field::decimal(3, "本次核销金额", "Settled now").digits(2).in_currency("currency").column("amount");
/// The details it settles; one without an amount is left out.
pub(super) const LINES: Rows = Rows {
    member: "targets",
    title: ("核销明细", "Details"),
    behind: "",
    table: DETAIL,
    parent: "payment_id",
    fields: &[CHOSEN, REST, PART],
    most: LINES_MAX,
    sheet: false,
};

/// Why a write-off is undone.
pub(super) const REASON: Field = CostWriteOff::REVERSE_REASON.typed();

/// The details that are asked for and how much of each, by their places.
fn asks(filled: &Filled<'_>) -> Result<Vec<(Id, i64)>, Refusal> {
    let cell = |row: &[Value], field: Field| {
        let place = LINES.fields.iter().position(|known| known.column == field.column);
        place.and_then(|place| row.get(place)).cloned().unwrap_or(Value::Null)
    };
    let ask = |row: &document::RowValues| {
        let amount: Option<i64> = Option::from_value(&cell(row, PART))?;
        Ok((Id::from_value(&cell(row, CHOSEN))?, amount.unwrap_or_default()))
    };
    filled.rows(LINES.member).iter().map(ask).collect()
}

/// POST /css/costWriteoff/save.
pub(super) fn make(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let actor = tx.actor;
    actor.need(COST_VIEW)?;
    let asks: Vec<(usize, (Id, i64))> = asks(filled)?.into_iter().enumerate().filter(|(_, ask)| ask.1 != 0).collect();
    let ids: Vec<Id> = asks.iter().map(|(_, (id, _))| *id).collect();
    let found = targets::by_id(tx, actor, &ids)?;
    if ids.iter().any(|id| found.iter().all(|one| one.id != *id)) {
        return Err(Refusal::business(GONE));
    }
    let payments: Vec<Id> = found.iter().map(|one| one.payment).collect();
    payment_seen::need_whole(tx, actor, &payments)?;
    let (source, coop) = (source(filled)?, filled.get(COOP)?);
    filled.unless_clean()?;
    let target = |(_, (id, amount)): &(usize, (Id, i64))| Target { of: Of::Detail(*id), amount: *amount, money: None };
    let wanted = write_off::Wanted {
        side: Side::Payable,
        coop,
        date: filled.get::<Day>(DATE)?,
        source,
        money: None,
        fee: filled.get::<Option<i64>>(FEE)?.unwrap_or_default(),
        small: filled.get::<Option<i64>>(SMALL_REST)?.unwrap_or_default(),
        request: None,
        remark: filled.get(REMARK)?,
        targets: asks.iter().map(target).collect(),
    };
    settle::payment::hold_orders(tx, &payments)?;
    need_request(tx, &wanted.source, &payments)?;
    look_payee(tx, &wanted, &mut filled.findings)?;
    filled.unless_clean()?;
    let places: Vec<usize> = asks.iter().map(|(place, _)| *place).collect();
    let written = save_one(tx, &wanted, &payments).map_err(|refusal| at_places(refusal, LINES.member, &places))?;
    filled.answer("id", json!(written.id));
    filled.answer("writeoffNum", json!(written.num));
    Ok(())
}

/// Writes a write-off of some payments and its log line, where their requests do not stand against it.
pub(crate) fn save_one(
    tx: &mut Tx<'_>,
    wanted: &write_off::Wanted,
    payments: &[Id],
) -> Result<write_off::Written, Refusal> {
    settle::payment::hold_orders(tx, payments)?;
    need_request(tx, &wanted.source, payments)?;
    let written = write_off::save(tx, wanted)?;
    let entry =
        LogEntry::of(write_off::OBJECT, written.id, &written.num, PATH).did("新建", "新增核销").level(Level::High);
    tx.log(entry.text(format!("新增付款核销 {}", written.num)))?;
    Ok(written)
}

/// Asks whether an advance that another partner was paid is meant (css.md /css_income_writeoff). One for an order is of who
/// sees that.
fn look_payee(tx: &mut Tx<'_>, wanted: &write_off::Wanted, findings: &mut Findings) -> Result<(), Refusal> {
    let Source::Advance(id) = wanted.source else { return Ok(()) };
    let actor = tx.actor;
    let mut select = sql::from(actor.org_id, advance::TABLE);
    select
        .column((advance::TABLE, "coop_id"))
        .and_where(sql::of_eq(advance::TABLE, "id", id))
        .cond_where(of_own_order(actor));
    let payee: Id = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if payee != wanted.coop {
        findings.confirm(COOP.name(), PAYEE.text());
    }
    Ok(())
}

fn source(filled: &mut Filled<'_>) -> Result<Source, Refusal> {
    let method: String = filled.get(METHOD)?;
    let (account, advance): (Option<Id>, Option<Id>) = (filled.get(MONEY_ACCOUNT)?, filled.get(OPEN_ADVANCE)?);
    match (method.as_str(), account, advance) {
        (ADVANCE, _, Some(advance)) => Ok(Source::Advance(advance)),
        (ADVANCE, _, None) => {
            filled.findings.error(OPEN_ADVANCE.name(), NO_ADVANCE.text());
            Ok(Source::Small)
        }
        (ACCOUNT, Some(account), _) => Ok(Source::Account { account, rate: filled.get(RATE)? }),
        (ACCOUNT, None, _) => {
            filled.findings.error(MONEY_ACCOUNT.name(), NO_ACCOUNT.text());
            Ok(Source::Small)
        }
        _ => Ok(Source::Small),
    }
}

/// 付款须申请: money leaves an account through a request that passed; what is decided about is not settled beside it.
fn need_request(tx: &mut Tx<'_>, source: &Source, payments: &[Id]) -> Result<(), Refusal> {
    let org = tx.org();
    if is_decided(tx, org, payments)? {
        return Err(Refusal::business(NOT_PASSED));
    }
    let needed: bool = setting::value(tx, org, &PAY_NEEDS_REQUEST, None)?;
    if needed && matches!(source, Source::Account { .. }) {
        return Err(Refusal::business(NO_REQUEST));
    }
    Ok(())
}

/// What the form begins with; where a supplier is chosen, what is open of him: the oldest first.
pub(super) fn first(
    conn: &mut dyn Conn,
    actor: &Actor,
    _: Option<Id>,
    chosen: &Chosen,
) -> Result<Map<String, Json>, Refusal> {
    actor.need(COST_VIEW)?;
    let mut out: Map<String, Json> = Map::new();
    if let Some(coop) = chosen.get::<Option<Id>>(COOP)? {
        let found = targets::of_coop(conn, actor, (coop, ""))?;
        let figure = |raw: i64| format_scaled(raw, 3, 2);
        let line = |one: &targets::Open| json!({ "rowId": one.id, "rowName": one.label(), "rest": figure(one.rest()), "amount": null });
        out.insert(LINES.member.to_owned(), found.iter().map(line).collect());
    } else {
        out.insert(DATE.name(), json!(show_day(actor.now.day())));
    }
    Ok(out)
}

/// What the form of a supplier is asked by.
pub(super) const FOLLOWED: &[Field] = &[COOP];

/// 撤销核销: at once, or when it is agreed to.
pub(super) fn reverse(tx: &mut Tx<'_>, step: &mut Step<'_, CostWriteOff>) -> Result<(), Refusal> {
    let actor = tx.actor;
    let reason: String = step.get(REASON)?;
    seen::need_whole(tx, actor, step.id)?;
    hold(tx, step.id)?;
    let held = write_off::held(tx, step.id)?;
    let now = version(tx, step.id)?;
    if now != step.version() {
        return Err(Refusal::Stale(Json::Null));
    }
    write_off::need_reversible(tx, &held)?;
    let application = application(tx, &held, &reason)?;
    let done = approval::submit(tx, &application)?;
    if done.instance.is_some() {
        step.go_to(write_off::VALID);
        step.keep(REASON);
        step.answer("instanceNo", json!(done.no));
        return Ok(());
    }
    undo(tx, step.id, &reason)
}

/// Holds the orders behind a write-off.
fn hold(tx: &mut Tx<'_>, id: Id) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(tx.org(), write_off::LINE);
    select.column("document_id").distinct().and_where(sql::eq("write_off_id", id));
    let rows = tx.query(&select.into())?;
    let payments: Vec<Id> = rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    settle::payment::hold_orders(tx, &payments)?;
    Ok(payments)
}

fn version(tx: &mut Tx<'_>, id: Id) -> Result<i64, Refusal> {
    let mut select = sql::from(tx.org(), write_off::TABLE);
    select.column("version").and_where(sql::eq("id", id));
    Ok(tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

/// Undoes it; its request is to be paid again, and what is asked for of its payments follows.
fn undo(tx: &mut Tx<'_>, id: Id, reason: &str) -> Result<(), Refusal> {
    let payments = hold(tx, id)?;
    let one = write_off::reverse(tx, id, reason)?;
    if one.request.is_some() { recount(tx, &payments) } else { Ok(()) }
}

fn application(tx: &mut Tx<'_>, held: &write_off::WriteOff, reason: &str) -> Result<Application, Refusal> {
    /// Thousandths of the table in hundredths of facts.
    const TENTH: i64 = 10;
    let org = tx.org();
    let mut select = sql::from(org, write_off::TABLE);
    select.columns(["carrying", "business_scope"]).and_where(sql::eq("id", held.id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (carrying, scope): (i64, String) = (row.get(0)?, row.get(1)?);
    let facts: Facts = [("amount".to_owned(), Fact::Number(carrying / TENTH))].into_iter().collect();
    let name = facts::coop_name(tx, org, held.coop)?;
    Ok(Application {
        event: EVENT,
        kind: KIND,
        object: held.id,
        number: held.num.clone(),
        internal_number: String::new(),
        url: format!("{PATH}?writeoffNum={}", held.num),
        scope: if scope == SEVERAL { String::new() } else { scope },
        coop: Some(held.coop),
        sales: None,
        servicer: None,
        facts,
        content: CONTENT.with(&[("coopName", name.as_str()), ("num", &held.num)]).zh,
        reason: reason.to_owned(),
        // A bad debt needs a setting, a reversal does not (hrs.md, event 113).
        without: Some(Without::Passes),
        running: words::RUNNING,
    })
}

/// What was agreed to is undone; what needed no decision the page undoes itself.
fn granted(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    if approved.approval.is_empty() {
        return Ok(());
    }
    undo(tx, approved.object, &approved.reason)?;
    let entry = LogEntry::of(write_off::OBJECT, approved.object, &approved.number, PATH).did("修改", "撤销核销");
    tx.log(entry.level(Level::High).text(format!("审批{}通过：{}", approved.approval, approved.reason)))
}
