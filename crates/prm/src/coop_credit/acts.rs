//! What is decided about the credit of a customer: limits, lists, locks.

use approval::rule::{Fact, Facts};
use approval::{Application, words};
use credit::change::{self, Change};
use credit::reckon::{self, AGREED, NONE, OWN};
use credit::words::amount;
use kernel::{Scope, day_after_days, parse_day, show_day};
use platform::prelude::*;
use platform::registry::{Approved, Effect, EffectWork};
use platform::sea_query::Order;
use serde_json::{Map, Value as Json, json};

use super::{CoopCredit, PATH, tell};
use crate::coop;
use crate::lent;
use crate::lock::{close, open};
use crate::moves::{self, BLACK, Moved, PLAIN};

/// Limit or terms of a partner are decided about.
const EVENT: i64 = 102;
/// Kinds of objects of its applications.
const LIMIT_KIND: &str = "CREDIT_LIMIT";
const TEMP_KIND: &str = "CREDIT_TEMP";
const WHITE: &str = "白名单";
/// Days a temporary limit may last.
const TEMP_DAYS: i64 = 90;
/// Days on the white list.
const WHITE_DAYS: i64 = 365;
const AMOUNT_MAX: i64 = 999_999_999_999_000;
/// Partners that are named in one statement.
const AT_ONCE: u64 = 1_000;

/// What decisions do.
pub(super) const EFFECTS: [Effect; 2] = [effect(LIMIT_KIND, limit_granted), effect(TEMP_KIND, temp_granted)];
/// What follows where nothing came of an application.
pub(super) const SETBACKS: [Effect; 2] = [effect(LIMIT_KIND, limit_refused), effect(TEMP_KIND, temp_refused)];

const fn effect(kind: &'static str, work: EffectWork) -> Effect {
    Effect { event: EVENT, kind, work }
}

const CONTENT: Msg =
    Msg::new("credit.limit.content", "{coopName}{what}：{old} -> {new}", "{coopName}: {what} {old} -> {new}");
const NO_LIMIT: Msg = Msg::new("credit.limit.amount", "请输入额度", "Please give the limit.");
const SAME: Msg = Msg::new("credit.limit.same", "额度与规则没有变化", "Neither the limit nor the terms change.");
const UNTIL: Msg = Msg::new("credit.until", "日期须在今天至{day}之间", "The day must lie between today and {day}.");
const NO_UNTIL: Msg =
    Msg::new("credit.white.until", "请选择白名单到期日", "Please give the last day on the white list.");
const NO_SCOPES: Msg = Msg::new("credit.scopes", "请选择业务范畴", "Please choose the scopes.");

const KINDS: &[Choice] = &[
    Choice::new(AGREED, "按合作协议", "By agreements"),
    Choice::new(OWN, "指定额度", "An amount"),
    Choice::new(NONE, "不控制", "Not controlled"),
];
const KIND: Field = Field::select(KINDS, "额度方式", "Limit").column("set_kind").wire("limitKind").required();
const BY_AMOUNT: When = When::Is(&KIND, OWN);
const LIMIT: Field = Field::decimal(3, "基础额度（本位币）", "Base limit (functional currency)")
    .digits(2)
    .range(0, AMOUNT_MAX)
    .column("set_limit")
    .wire("baseLimit")
    .shown_when(&BY_AMOUNT);
const OVER: Field = Field::decimal(2, "允许超额（空为按协议）", "May be passed by (none: as agreed)")
    .unit("%")
    .range(0, 10_000)
    .column("set_over")
    .wire("overPercent");
const GRACE: Field = Field::int("宽限天数（空为按协议）", "Days of grace (none: as agreed)")
    .range(0, 180)
    .column("set_grace")
    .wire("graceDays");
const REASON: Field = Field::long("原因", "Reason").column("why").wire("reason").required().max(200);
const REMARK: Field = Field::long("备注", "Remark").column("more").wire("remark").required().max(200);
const AMOUNT: Field = Field::decimal(3, "临时额度（本位币）", "Temporary limit (functional currency)")
    .digits(2)
    .range(1, AMOUNT_MAX)
    .column("set_amount")
    .wire("amount")
    .required();
const LAST: Field = Field::day("至", "Until").column("set_until").wire("until");

/// 额度调整.
pub(super) const LIMIT_FIELDS: &[Field] = &[KIND, LIMIT, OVER, GRACE, REASON];
/// 临时额度.
pub(super) const TEMP_FIELDS: &[Field] = &[AMOUNT, LAST.required(), REASON];
/// 黑名单.
pub(super) const BLACK_FIELDS: &[Field] = &[CoopCredit::BLACK_REASON.typed().required(), REMARK];
/// 白名单; without a day its partner leaves the list.
pub(super) const WHITE_FIELDS: &[Field] = &[LAST, REASON];

const fn scope(wire: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::flag(zh, en).column(wire).wire(wire).initially("false")
}

const AE: Field = scope("scopeAe", "空运出口", "Air export");
const AI: Field = scope("scopeAi", "空运进口", "Air import");
const SE: Field = scope("scopeSe", "海运出口", "Sea export");
const SI: Field = scope("scopeSi", "海运进口", "Sea import");
const TE: Field = scope("scopeTe", "铁路出口", "Rail export");
const TI: Field = scope("scopeTi", "铁路进口", "Rail import");
const LC: Field = scope("scopeLc", "公路运输", "Road transport");
const IO: Field = scope("scopeIo", "其他业务", "Other business");
const OF_SCOPES: [(&str, Field); 8] =
    [("AE", AE), ("AI", AI), ("SE", SE), ("SI", SI), ("TE", TE), ("TI", TI), ("LC", LC), ("IO", IO)];
/// 锁定.
pub(super) const LOCK_FIELDS: &[Field] = &[AE, AI, SE, SI, TE, TI, LC, IO, REASON];
/// 解锁; what the system locked needs a day.
pub(super) const UNLOCK_FIELDS: &[Field] = &[AE, AI, SE, SI, TE, TI, LC, IO, LAST, REASON];

/// What there is of a customer's limit.
pub(super) fn limit_first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let known = reckon::stored(conn, actor.org_id, id.ok_or(Refusal::NotFound)?)?;
    let money = |raw: i64| kernel::format_scaled(raw, 3, 2);
    let mut first = Map::new();
    first.insert(KIND.name(), json!(known.limit_kind));
    first.insert(LIMIT.name(), json!(known.own_limit.or(known.base).map(money)));
    first.insert(OVER.name(), json!(known.own_over.map(|raw| kernel::format_scaled(raw, 2, 2))));
    first.insert(GRACE.name(), json!(known.own_grace));
    Ok(first)
}

/// 额度调整: a rise, and a change of terms, are decided by the setting of event 102; a cut counts at once.
pub(super) fn limit(tx: &mut Tx<'_>, step: &mut Step<'_, CoopCredit>) -> Result<(), Refusal> {
    let (org, id) = (tx.org(), step.id);
    let known = reckon::stored(tx, org, id)?;
    let kind: String = step.get(KIND)?;
    let typed: Option<i64> = step.get(LIMIT)?;
    let (over, grace): (Option<i64>, Option<i64>) = (step.get(OVER)?, step.get(GRACE)?);
    if kind == OWN && typed.is_none() {
        step.findings.error(LIMIT.name(), NO_LIMIT.text());
        return Ok(());
    }
    let set = typed.filter(|_| kind == OWN);
    if (kind.as_str(), set, over, grace) == (&known.limit_kind, known.own_limit, known.own_over, known.own_grace) {
        return Err(Refusal::business(SAME));
    }
    // Days of grace stay its own where another company lends the limit.
    if (kind.as_str(), set, over) != (known.limit_kind.as_str(), known.own_limit, known.own_over) {
        lent::need_own(tx, org, id)?;
    }
    let terms = over != known.own_over || grace != known.own_grace;
    let rises = match (kind.as_str(), known.base, set) {
        (NONE, before, _) => before.is_some(),
        (OWN, Some(before), Some(new)) => new > before,
        (OWN, None, _) => false,
        _ => kind != known.limit_kind,
    };
    let own = charge::rate::functional(tx, org)?;
    let shown = |kind: &str, limit: Option<i64>| match (kind, limit) {
        (NONE, _) | (OWN, None) => "不控制".to_owned(),
        (AGREED, None) => "按合作协议".to_owned(),
        (_, Some(limit)) => amount(limit, own),
        _ => kind.to_owned(),
    };
    let change = Change {
        kind: change::LIMIT,
        old: shown(&known.limit_kind, known.base),
        new: shown(&kind, set),
        reason: step.get(REASON)?,
        ..Change::default()
    };
    let more = vec![
        ("limit_kind", kind.clone().into_value()),
        ("amount", set.into_value()),
        ("over_percent", over.into_value()),
        ("grace_days", grace.into_value()),
    ];
    if !rises && !terms {
        change::write(tx, id, (&change, change::DONE), more)?;
        return take_limit(tx, id, (&kind, set, over, grace));
    }
    change::write(tx, id, (&change, change::WAITING), more)?;
    let wanted = Wanted { kind: LIMIT_KIND, what: ("信用额度调整", set.or(known.base)), before: known.base };
    submit(tx, step, &wanted, &change)
}

/// 临时额度: decided by the setting of event 102.
pub(super) fn temp(tx: &mut Tx<'_>, step: &mut Step<'_, CoopCredit>) -> Result<(), Refusal> {
    let (org, id) = (tx.org(), step.id);
    let known = lent::own(tx, org, id)?;
    let until: String = step.get(LAST)?;
    if !within(tx, &until, TEMP_DAYS, step) {
        return Ok(());
    }
    let added: i64 = step.get(AMOUNT)?;
    let own = charge::rate::functional(tx, org)?;
    let change = Change {
        kind: change::TEMP,
        old: known.temp_limit.map(|raw| amount(raw, own)).unwrap_or_default(),
        new: format!("{} 至 {until}", amount(added, own)),
        reason: step.get(REASON)?,
        ..Change::default()
    };
    let more = vec![("amount", added.into_value()), ("until", until.into_value())];
    change::write(tx, id, (&change, change::WAITING), more)?;
    let limit = known.base.map(|base| base.saturating_add(added));
    let wanted = Wanted { kind: TEMP_KIND, what: ("临时额度", limit), before: known.base };
    submit(tx, step, &wanted, &change)
}

/// Whether a day lies between today and so many days from it; else that is found.
fn within(tx: &Tx<'_>, until: &str, days: i64, step: &mut Step<'_, CoopCredit>) -> bool {
    let (today, last) = (tx.now.day(), day_after_days(tx.now.day(), days));
    let fits = parse_day(until).is_some_and(|day| day >= today && day <= last);
    if !fits {
        step.findings.error(LAST.name(), UNTIL.with(&[("day", &show_day(last))]));
    }
    fits
}

struct Wanted {
    kind: &'static str,
    what: (&'static str, Option<i64>),
    before: Option<i64>,
}

fn submit(tx: &mut Tx<'_>, step: &mut Step<'_, CoopCredit>, wanted: &Wanted, change: &Change) -> Result<(), Refusal> {
    let (org, id) = (tx.org(), step.id);
    let (_, partner) = coop::own(tx, org, id)?;
    let (what, limit) = wanted.what;
    let said = [("coopName", partner.coop_name.as_str()), ("what", what), ("old", &change.old), ("new", &change.new)];
    let days = days_of(tx, org, id)?;
    let done = approval::submit(
        tx,
        &Application {
            event: EVENT,
            kind: wanted.kind,
            object: id,
            url: format!("{PATH}?coopName={}", partner.coop_code),
            content: CONTENT.with(&said).zh,
            number: partner.coop_code.clone(),
            internal_number: String::new(),
            scope: String::new(),
            coop: Some(id),
            sales: partner.sales_id,
            servicer: partner.servicer_id,
            facts: facts_of(limit, wanted.before, days),
            reason: change.reason.clone(),
            without: None,
            running: words::RUNNING,
        },
    )?;
    step.answer("instanceId", json!(done.instance));
    step.answer("instanceNo", json!(done.no));
    step.answer("state", json!(done.state));
    Ok(())
}

fn days_of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<i64>, Refusal> {
    let mut select = sql::from(org, reckon::TABLE);
    select.column("equivalent_days").and_where(sql::eq("id", id));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.flatten())
}

/// What conditions of an approval may ask: thousandths of the table are hundredths of facts.
fn facts_of(limit: Option<i64>, before: Option<i64>, days: Option<i64>) -> Facts {
    const TENTH: i64 = 10;
    const PERCENT: i128 = 10_000;
    let increase = limit.zip(before.filter(|before| *before > 0)).and_then(|(limit, before)| {
        i64::try_from((i128::from(limit) - i128::from(before)) * PERCENT / i128::from(before)).ok()
    });
    let known = [
        ("limit", limit.map(|limit| Fact::Number(limit / TENTH))),
        ("increase", increase.map(Fact::Number)),
        ("termDays", days.map(Fact::whole)),
    ];
    known.into_iter().filter_map(|(name, fact)| Some((name.to_owned(), fact?))).collect()
}

/// The change of a partner that waits for its decision.
fn waiting(tx: &mut Tx<'_>, coop: Id, kind: &str) -> Result<Option<platform::store::Row>, Refusal> {
    let mut select = sql::from(tx.org(), change::TABLE);
    select
        .columns(["id", "limit_kind", "amount", "over_percent", "grace_days", "until"])
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::eq("kind", kind.to_owned()))
        .and_where(sql::eq("state", change::WAITING.to_owned()))
        .order_by("id", Order::Desc)
        .limit(1);
    Ok(tx.first(&select.into())?)
}

fn decided(tx: &mut Tx<'_>, id: Id, state: &str, approved: &Approved) -> Result<(), Refusal> {
    let cells = [("state", state.into_value()), ("instance_no", approved.approval.clone().into_value())];
    let mut update = sql::update(tx.org(), change::TABLE, &cells);
    update.and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}

fn limit_granted(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let coop = approved.object;
    let Some(row) = waiting(tx, coop, change::LIMIT)? else { return Err(Refusal::NotFound) };
    decided(tx, row.get(0)?, change::DONE, approved)?;
    let kind: String = row.get(1)?;
    take_limit(tx, coop, (&kind, row.get(2)?, row.get(3)?, row.get(4)?))?;
    logged(tx, approved, "额度调整")
}

fn temp_granted(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let coop = approved.object;
    let Some(row) = waiting(tx, coop, change::TEMP)? else { return Err(Refusal::NotFound) };
    decided(tx, row.get(0)?, change::DONE, approved)?;
    let cells = [
        ("temp_limit", row.get::<Option<i64>>(2)?.into_value()),
        ("temp_until", row.get::<Option<String>>(5)?.into_value()),
    ];
    reckon::decide(tx, coop, &cells)?;
    anew(tx, coop)?;
    logged(tx, approved, "临时额度")
}

/// What was decided by others leaves a line; what needed no decision is the page's to log.
fn logged(tx: &mut Tx<'_>, approved: &Approved, function: &'static str) -> Result<(), Refusal> {
    if approved.approval.is_empty() {
        return Ok(());
    }
    let entry = LogEntry::of(reckon::TABLE, approved.object, &approved.number, PATH).did("修改", function);
    tx.log(entry.level(Level::High).text(format!("审批通过（{}）", approved.approval)))
}

fn limit_refused(tx: &mut Tx<'_>, undone: &Approved) -> Result<(), Refusal> {
    refused(tx, undone, change::LIMIT)
}

fn temp_refused(tx: &mut Tx<'_>, undone: &Approved) -> Result<(), Refusal> {
    refused(tx, undone, change::TEMP)
}

fn refused(tx: &mut Tx<'_>, undone: &Approved, kind: &str) -> Result<(), Refusal> {
    let Some(row) = waiting(tx, undone.object, kind)? else { return Ok(()) };
    decided(tx, row.get(0)?, change::REFUSED, undone)
}

fn take_limit(
    tx: &mut Tx<'_>,
    coop: Id,
    (kind, limit, over, grace): (&str, Option<i64>, Option<i64>, Option<i64>),
) -> Result<(), Refusal> {
    let cells = [
        ("limit_kind", kind.into_value()),
        ("own_limit", limit.into_value()),
        ("own_over", over.into_value()),
        ("own_grace", grace.into_value()),
    ];
    reckon::decide(tx, coop, &cells)?;
    anew(tx, coop)
}

/// Reckons a partner and tells people what moved.
fn anew(tx: &mut Tx<'_>, coop: Id) -> Result<(), Refusal> {
    let moved = credit::reckon(tx, &[coop], false)?;
    tell::moved(tx, &moved)
}

/// 黑名单: onto it, or by a decision off it.
pub(super) fn black(tx: &mut Tx<'_>, step: &mut Step<'_, CoopCredit>) -> Result<(), Refusal> {
    let (org, id) = (tx.org(), step.id);
    let (version, partner) = coop::own(tx, org, id)?;
    let (reason, remark): (String, String) = (step.get(CoopCredit::BLACK_REASON)?, step.get(REMARK)?);
    let said = format!("{reason} {remark}");
    if partner.list_mark == BLACK {
        step.keep(CoopCredit::BLACK_REASON);
        let told = moves::pardon(tx, id, &said)?;
        step.answer("instanceNo", told.get("instanceNo").cloned().unwrap_or_default());
        return Ok(());
    }
    let moved = moves::listed(&partner, BLACK, tx.now);
    listed(tx, (id, version), &partner, (BLACK, &said), moved)
}

/// 白名单 until a day; without one off it.
pub(super) fn white(tx: &mut Tx<'_>, step: &mut Step<'_, CoopCredit>) -> Result<(), Refusal> {
    let (org, id) = (tx.org(), step.id);
    moves::need_no_pardon(tx, org, id)?;
    let (version, partner) = coop::own(tx, org, id)?;
    let until: Option<String> = step.get(LAST)?;
    let mark = match &until {
        None if partner.list_mark == WHITE => PLAIN,
        None => {
            step.findings.error(LAST.name(), NO_UNTIL.text());
            return Ok(());
        }
        Some(day) if !within(tx, day, WHITE_DAYS, step) => return Ok(()),
        Some(_) => WHITE,
    };
    let reason: String = step.get(REASON)?;
    reckon::decide(tx, id, &[("white_until", until.clone().into_value())])?;
    let said = until.map(|day| format!("至 {day}：{reason}")).unwrap_or(reason);
    let moved = moves::listed(&partner, mark, tx.now);
    listed(tx, (id, version), &partner, (mark, &said), moved)?;
    anew(tx, id)
}

fn listed(
    tx: &mut Tx<'_>,
    (id, version): (Id, i64),
    partner: &coop::Coop,
    (mark, reason): (&str, &str),
    moved: Moved,
) -> Result<(), Refusal> {
    let change = Change {
        kind: change::LIST,
        old: partner.list_mark.clone(),
        new: mark.to_owned(),
        reason: reason.to_owned(),
        ..Change::default()
    };
    credit::record(tx, id, &change)?;
    moves::change(tx, (id, version), partner.coop_code.clone(), moved, "名单").map(drop)
}

/// The scopes of a partner are ticked.
pub(super) fn scopes_first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let (_, partner) = coop::own(conn, actor.org_id, id.ok_or(Refusal::NotFound)?)?;
    let has = |code: &str| partner.scopes.split(',').any(|own| own == code);
    Ok(OF_SCOPES.into_iter().map(|(code, field)| (field.name(), json!(has(code)))).collect())
}

fn ticked(step: &Step<'_, CoopCredit>) -> Result<Vec<&'static str>, Refusal> {
    let mut codes = Vec::new();
    for (code, field) in OF_SCOPES {
        if step.get::<Option<bool>>(field)?.unwrap_or_default() {
            codes.extend(Scope::from_code(code).map(Scope::code));
        }
    }
    if codes.is_empty() { Err(Refusal::field(AE.name(), NO_SCOPES.text())) } else { Ok(codes) }
}

/// 锁定 by hand.
pub(super) fn lock(tx: &mut Tx<'_>, step: &mut Step<'_, CoopCredit>) -> Result<(), Refusal> {
    let (id, scopes, reason) = (step.id, ticked(step)?, step.get::<String>(REASON)?);
    let org = tx.org();
    let (version, partner) = coop::own(tx, org, id)?;
    let moved = close(tx, (id, &partner), &scopes, &reason)?;
    moves::change(tx, (id, version), partner.coop_code, moved, "锁定").map(drop)
}

/// 解锁 by hand.
pub(super) fn unlock(tx: &mut Tx<'_>, step: &mut Step<'_, CoopCredit>) -> Result<(), Refusal> {
    let (id, scopes, reason) = (step.id, ticked(step)?, step.get::<String>(REASON)?);
    let until: Option<String> = step.get(LAST)?;
    let org = tx.org();
    let (version, partner) = coop::own(tx, org, id)?;
    let moved = open(tx, (id, &partner), &scopes, (&reason, until.as_deref().unwrap_or_default()))?;
    moves::change(tx, (id, version), partner.coop_code, moved, "解锁").map(drop)
}

/// 重新计算, with the rating.
pub(super) fn recompute(tx: &mut Tx<'_>, step: &mut Step<'_, CoopCredit>) -> Result<(), Refusal> {
    let moved = credit::reckon(tx, &[step.id], true)?;
    tell::moved(tx, &moved)
}

/// All partners of the company are reckoned behind the call.
pub(super) fn recompute_all(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let org = tx.org();
    let (mut last, mut count) = (Id(0), 0);
    loop {
        let some = reckon::behind(tx, org, last, AT_ONCE)?;
        let Some(next) = some.last().copied() else { break };
        count += some.len();
        credit::due::coops(tx, some)?;
        last = next;
    }
    filled.answer("count", json!(count));
    tx.log(super::of_company(reckon::TABLE).did("修改", "全部重新计算").text(format!("{count}个客商")))
}
