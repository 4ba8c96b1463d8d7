//! 生成账单: by hand for a month, and by the clock on the day agreements are billed.

use std::collections::BTreeSet;
use std::sync::Arc;

use agreement::settlement::period::Month;
use agreement::{ACTIVE, TABLE as AGREEMENTS};
use approval::people;
use kernel::Day;
use platform::call::App;
use platform::document::one_at_a_time;
use platform::job::plan::{Category, Plan, Schedule};
use platform::page::Chosen;
use platform::prelude::*;
use platform::sea_query::ExprTrait;
use serde_json::{Map, Value as Json, json};
use settle::periodic::bill::TABLE as BILL;
use settle::periodic::{Due, Kept, NO_MONTH, Run, Which, due, make, rules as read};

use super::rules::seen;
use super::{OBJECT, PATH};

/// Rules a run lists.
const LISTED_MAX: usize = 2_000;

const BILLED: Msg = Msg::new(
    "settlement.billed",
    "该条款{period}已出账（{billCode}）",
    "The rule was billed for {period} ({billCode}).",
);
const PASSED: Msg = Msg::new(
    "settlement.passed",
    "{period}之后的期间已出账，请先作废",
    "A period after {period} was billed: void its bill first.",
);
const NOT_ENDED: Msg =
    Msg::new("settlement.not_ended", "期间未结束，是否继续？", "The period is not over yet. Continue?");
const NOTHING_DUE: Msg = Msg::new("settlement.nothing", "没有到期未出账的条款", "No rule is due that was not billed.");

/// The month that periods end with.
pub(super) const PERIOD: Field = Field::text("期间（年-月）", "Period (year-month)").column("period").required().max(7);
const CHOSEN: Field = Field::flag("生成", "Make").column("chosen");
/// Rules that are due, named by their rows.
pub(super) const DUE: Rows = Rows {
    member: "rules",
    title: ("到期条款", "Rules that are due"),
    behind: "",
    table: "",
    parent: "",
    fields: &[
        Field::text("条款编号", "Rule").column("rule_code").read_only(),
        Field::text("条款名称", "Name").column("rule_name").read_only(),
        Field::text("客商", "Partner").column("coop_name").read_only(),
        Field::text("收付", "Side").column("side_name").read_only(),
        Field::text("期间", "Period").column("rule_period").read_only(),
        CHOSEN,
    ],
    most: LISTED_MAX,
    sheet: false,
};

/// By the clock.
pub(super) const PLAN: Plan =
    Plan::new("prm.bill.make", ("生成客商账单", "Bills of agreements"), (Category::Update, Schedule::Early), by_clock);

/// The month before this one.
pub(super) fn last_month(_: &mut dyn Conn, actor: &Actor, _: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    Ok(Map::from_iter([(PERIOD.name(), json!(Month::of(actor.now.day()).before().name()))]))
}

/// The rules that are due with a month and not billed, all of them ticked.
pub(super) fn first(
    conn: &mut dyn Conn,
    actor: &Actor,
    _: Option<Id>,
    chosen: &Chosen,
) -> Result<Map<String, Json>, Refusal> {
    let org = actor.org_id;
    let typed: Option<String> = chosen.get(PERIOD)?;
    let mut out = Map::new();
    let month = match typed.as_deref() {
        None | Some("") => {
            let month = Month::of(actor.now.day()).before();
            out.insert(PERIOD.name(), json!(month.name()));
            Some(month)
        }
        Some(text) => Month::parse(text),
    };
    let ids = seen(conn, actor, None)?;
    let kept = read(conn, org, &Which::Ids(&ids))?;
    let found = month.map(|month| due(conn, org, kept, month)).transpose()?.unwrap_or_default();
    let coops = facts::coops(conn, org, found.iter().map(|one| one.kept.coop))?;
    let row = |one: &Due| {
        let rule = &one.kept.rule;
        json!({
            "id": one.kept.id, "ruleCode": rule.rule_code, "ruleName": rule.rule_name,
            "coopName": coops.get(&one.kept.coop).map(|coop| coop.name.as_str()),
            "sideName": platform::flow::name_of(agreement::SIDES, &rule.side).0,
            "rulePeriod": one.period.name, CHOSEN.name(): true,
        })
    };
    let rows: Vec<Json> = found.iter().filter(|one| one.is_open()).take(LISTED_MAX).map(row).collect();
    out.insert(DUE.member.to_owned(), json!(rows));
    Ok(out)
}

/// The rules a body ticks; none where it says nothing of them, so that all are meant.
fn ticked(filled: &Filled<'_>) -> Option<Vec<Id>> {
    let rows = filled.body.get(DUE.member)?.as_array()?;
    let chosen = rows.iter().filter(|row| row.get(CHOSEN.name().as_str()) == Some(&json!(true)));
    Some(chosen.filter_map(|row| row.get("id")?.as_str()?.parse().ok().map(Id)).collect())
}

/// POST /prm/agreementRule/run {period, rules}: drafts, one for each partner, side, currency and agreement.
pub(super) fn run(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let (org, actor, today) = (tx.org(), tx.actor, tx.now.day());
    let text: String = filled.get(PERIOD)?;
    let Some(month) = Month::parse(&text) else {
        filled.findings.error(PERIOD.name(), NO_MONTH.text());
        return Ok(());
    };
    // Two runs at the same moment wait for each other.
    one_at_a_time(tx, org)?;
    let wanted = ticked(filled);
    let ids = seen(tx, actor, wanted.as_deref())?;
    if wanted.is_some_and(|wanted| wanted.iter().any(|id| !ids.contains(id))) {
        return Err(Refusal::NotFound);
    }
    let kept = read(tx, org, &Which::Ids(&ids))?;
    let found = due(tx, org, kept, month)?;
    for one in &found {
        if let Some(code) = &one.billed {
            let said = [("period", one.period.name.as_str()), ("billCode", code)];
            filled.findings.error(DUE.member, BILLED.with(&said));
        } else if one.is_passed {
            filled.findings.error(DUE.member, PASSED.with(&[("period", one.period.name.as_str())]));
        }
    }
    if found.is_empty() {
        filled.findings.error(DUE.member, NOTHING_DUE.text());
    }
    if found.iter().any(|one| !one.period.is_over(today)) {
        filled.findings.confirm(PERIOD.name(), NOT_ENDED.text());
    }
    filled.unless_clean()?;
    let made = made(tx, found, (month, today))?;
    let codes: Vec<&str> = made.bills.iter().map(|(_, code)| code.as_str()).collect();
    filled.answer("billCodes", json!(codes));
    filled.answer("carried", json!(made.carried));
    Ok(())
}

/// Makes bills, and tells the log of each; where all waits for the next one, of that.
fn made(tx: &mut Tx<'_>, found: Vec<Due>, (month, today): (Month, Day)) -> Result<Run, Refusal> {
    let first = found.first().map(|one| (one.kept.id, one.kept.rule.rule_code.clone()));
    let made = make(tx, found, (month, today))?;
    for (id, code) in &made.bills {
        tx.log(LogEntry::of(BILL, *id, code, crate::coop_bill::PATH).did("新建", "生成账单").level(Level::High))?;
    }
    if let Some((id, code)) = first.filter(|_| made.carried > 0) {
        let entry = LogEntry::of(OBJECT, id, code, PATH).did("修改", "结转").level(Level::Middle);
        tx.log(entry.text(format!("{} 未达起结金额，{}条结转", month.name(), made.carried)))?;
    }
    Ok(made)
}

/// At three on the day agreements are billed: what is due with the month before, and was not billed. Where a month is too
/// short for the day, on its last one.
fn by_clock(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let today = app.clock.now().day();
        let kept = app.store.read(|conn| billed_today(conn, org, today))?;
        if kept.is_empty() {
            return Ok(0);
        }
        let month = Month::of(today).before();
        let open = |due: Vec<Due>| due.into_iter().filter(Due::is_open).collect::<Vec<_>>();
        let Some(call) = people::call_of_admin(app, org)? else { return Ok(0) };
        let rules = kept.clone();
        let waits = call.read(|conn| Ok(!open(due(conn, org, rules, month)?).is_empty()))?;
        if !waits {
            return Ok(0);
        }
        call.write(|tx| {
            one_at_a_time(tx, org)?;
            let found = open(due(tx, org, kept.clone(), month)?);
            let made = made(tx, found, (month, today))?;
            if made.bills.is_empty() && made.carried == 0 {
                tx.no_log_line();
            }
            Ok(made.bills.len())
        })
    })
}

/// Rules in use of the agreements that are billed on a day.
fn billed_today(conn: &mut dyn Conn, org: i64, today: Day) -> Result<Vec<Kept>, Refusal> {
    let day = i64::from(today.day());
    let own = sql::col("bill_day");
    let due = if today == today.last_of_month() { own.gte(sql::value(day)) } else { own.eq(sql::value(day)) };
    let mut select = sql::from(org, AGREEMENTS);
    select.column("agreement_code").and_where(sql::eq("state", ACTIVE)).and_where(due);
    let codes: BTreeSet<String> = conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    if codes.is_empty() {
        return Ok(Vec::new());
    }
    let codes: Vec<String> = codes.into_iter().collect();
    read(conn, org, &Which::Of(&codes))
}
