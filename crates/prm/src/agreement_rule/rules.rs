//! What makes a rule whole, and what stands in the way of its removal.

use agreement::settlement::rule::{INCOME, PROFIT, Rule, TABLE, TIER, TIER_ROWS};
use agreement::{ACTIVE, Agreement, BOTH, PENDING};
use charge::{item, rate};
use platform::document::{Document, one_at_a_time};
use platform::prelude::*;
use serde_json::Value as Json;
use settle::periodic::{NO_MONTH, PERIODS};

use super::FOR_SCOPES;
use crate::coop_agreement::of_id;

const NO_AGREEMENT: Msg = Msg::new("settlement_rule.agreement", "协议未生效", "The agreement is not in force.");
const OTHER_SIDE: Msg = Msg::new("settlement_rule.side", "收付方向须与协议一致", "The agreement is not for this side.");
const NO_ITEM: Msg = Msg::new(
    "settlement_rule.item",
    "请选择有“协议结算”标记且用于该收付方向的服务项目",
    "Choose an item that is settled by agreement and is for this side.",
);
const NO_CURRENCY: Msg = Msg::new("settlement_rule.currency", "币种不存在", "There is no such currency.");
const OWN_CURRENCY: Msg = Msg::new(
    "settlement_rule.functional",
    "按收入、毛利、运费差或违约金结算的条款须用本位币",
    "What counts money is settled in the functional currency.",
);
const NO_MONEY: Msg =
    Msg::new("settlement_rule.basis", "收入和毛利仅用于阶梯条款", "Income and profit are for tiers alone.");
const NO_TIERS: Msg = Msg::new("settlement_rule.tiers", "请输入阶梯", "Enter the tiers.");
const TIER_ORDER: Msg = Msg::new("settlement_rule.tier_order", "阶梯须从低到高", "Tiers rise.");
const NO_PRICE: Msg = Msg::new("settlement_rule.tier_price", "请输入单价", "Enter the price.");
const NO_PERCENT: Msg = Msg::new("settlement_rule.tier_percent", "请输入比例", "Enter the percent.");
const NO_SCOPE: Msg = Msg::new("settlement_rule.scope", "业务范畴不在协议内", "The agreement is not for this scope.");
const BILLED: Msg = Msg::new(
    "settlement_rule.billed",
    "条款已出账，不能删除，可停用",
    "The rule was billed; it can't be deleted, disable it.",
);

const STAYS: Msg =
    Msg::new("settlement_rule.stays", "规则已出账，不能修改{field}", "The rule made bills: {field} stays.");
/// What was billed is known by its period, and what waits for a bill is of the rule's side and currency.
const STAYING: [Field; 4] = [Rule::CYCLE, Rule::FIRST_PERIOD, Rule::SIDE, Rule::CURRENCY_CODE];

/// Completes a rule, and finds what is wrong with it.
pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    if let Some(codes) = draft.body.get(&FOR_SCOPES.name()).and_then(Json::as_array) {
        let codes: Vec<&str> = codes.iter().filter_map(Json::as_str).collect();
        draft.set(Rule::SCOPES, codes.join(",").into_value());
    }
    // What is not shown holds nothing, and the column is never empty.
    if *draft.value(Rule::BY_DAYS) == Value::Null {
        draft.set(Rule::BY_DAYS, Value::Bool(false));
    }
    let rule = Rule::from_values(&draft.values)?;
    let agreed = of_id(tx, org, rule.agreement_id)?;
    let in_force = agreed.filter(|(_, own)| !draft.is_new() || [ACTIVE, PENDING].contains(&own.state.as_str()));
    match in_force {
        None => findings.error_if(rule.agreement_id != Id(0), "agreementId", NO_AGREEMENT),
        Some((_, agreed)) => {
            under(tx, draft, (&rule, &agreed), findings)?;
        }
    }
    named(tx, draft, &rule, findings)?;
    findings.error_if(!rule.first_period.is_empty() && rule.first().is_none(), "firstPeriod", NO_MONTH);
    let money = [INCOME, PROFIT].contains(&rule.basis.as_str());
    findings.error_if(money && rule.rule_kind != TIER, "basis", NO_MONEY);
    if rule.is_of_money() && !rule.currency_code.is_empty() {
        let own = rate::functional(tx, org)?;
        findings.error_if(rule.currency_code != own.code(), "currencyCode", OWN_CURRENCY);
    }
    tiers(draft, &rule, findings);
    stays(tx, draft, findings)
}

/// A rule that was counted for a period keeps what tells its periods and its amounts.
fn stays(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let changed: Vec<Field> = STAYING.into_iter().filter(|field| draft.changes(*field)).collect();
    if draft.is_new() || changed.is_empty() {
        return Ok(());
    }
    let org = tx.org();
    // A run at the same moment counts it as it was, and is waited for.
    one_at_a_time(tx, org)?;
    let mut counted = sql::from(org, PERIODS);
    counted.column("id").and_where(sql::eq("rule_id", draft.id)).limit(1);
    if tx.first(&counted.into())?.is_some() {
        for field in changed {
            findings.error(field.name(), STAYS.with_each(&[("field", field.zh)], &[("field", field.en)]));
        }
    }
    Ok(())
}

/// It settles what its agreement is for, under a number that follows that of the agreement.
fn under(
    tx: &mut Tx<'_>,
    draft: &mut Draft<'_>,
    (rule, agreed): (&Rule, &Agreement),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let of_side = agreed.side == BOTH || rule.side.is_empty() || agreed.side == rule.side;
    findings.error_if(!of_side, "side", OTHER_SIDE);
    let own = rule.scopes.split(',').filter(|code| !code.is_empty());
    let strange = own.clone().any(|code| agreed.scope_codes().all(|known| known != code));
    findings.error_if(strange, &FOR_SCOPES.name(), NO_SCOPE);
    if draft.is_new() {
        let actor = tx.actor;
        domain::coop::need_coop(tx, actor, agreed.coop_id)?;
        let place = tx.next_number("settlement_rule", &agreed.agreement_code)?;
        draft.set(Rule::RULE_CODE, format!("{}-{place:02}", agreed.agreement_code).into_value());
        draft.beside("agreement_code", agreed.agreement_code.clone().into_value());
        draft.beside("coop_id", agreed.coop_id.into_value());
    }
    Ok(())
}

/// What it names is there.
fn named(tx: &mut Tx<'_>, draft: &Draft<'_>, rule: &Rule, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let missing = findings.at("serviceItemId").next().is_some();
    if !missing && (draft.changes(Rule::SERVICE_ITEM_ID) || draft.changes(Rule::SIDE)) {
        let item = item::item(tx, org, rule.service_item_id)?;
        let other = if rule.side == agreement::code_of(trade::charge::Side::Receivable) { "COST" } else { "INCOME" };
        let fits = item.is_some_and(|item| item.is_agreement && item.active && item.kind != other);
        findings.error_if(!fits, "serviceItemId", NO_ITEM);
    }
    let known = rule.currency_code.is_empty() || facts::is_currency(tx, org, &rule.currency_code)?;
    findings.error_if(!known, "currencyCode", NO_CURRENCY);
    Ok(())
}

/// Tiers rise, and each has a price, or of money a percent.
fn tiers(draft: &Draft<'_>, rule: &Rule, findings: &mut Findings) {
    if rule.rule_kind != TIER {
        return;
    }
    let at = |place: usize, name: &str| format!("{}.{place}.{name}", TIER_ROWS.member);
    let Some(rows) = draft.rows(TIER_ROWS.member) else {
        findings.error_if(draft.is_new(), TIER_ROWS.member, NO_TIERS);
        return;
    };
    findings.error_if(rows.is_empty(), TIER_ROWS.member, NO_TIERS);
    let mut last = None;
    for (place, row) in rows.iter().enumerate() {
        let [from, price, percent] = row.as_slice() else { continue };
        let from = if let Value::Int(from) = from { Some(*from) } else { None };
        findings.error_if(last.is_some() && from.is_some() && from <= last, &at(place, "fromValue"), TIER_ORDER);
        last = from.or(last);
        if rule.is_of_money() {
            findings.error_if(*percent == Value::Null, &at(place, "percent"), NO_PERCENT);
        } else {
            findings.error_if(*price == Value::Null, &at(place, "price"), NO_PRICE);
        }
    }
}

/// A rule that stands on bills stays; what waited for one goes with it.
pub(super) fn need_unbilled(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut lines = sql::from(org, settle::periodic::bill::LINES);
    lines.column("id").and_where(sql::eq("rule_id", id)).limit(1);
    if tx.first(&lines.into())?.is_some() {
        return Err(Refusal::business(BILLED));
    }
    tx.exec(&sql::delete(org, PERIODS).and_where(sql::eq("rule_id", id)).to_owned().into())?;
    Ok(())
}

/// The rules of some ids, or all, that a caller sees by their partner.
pub(super) fn seen(conn: &mut dyn Conn, actor: &Actor, ids: Option<&[Id]>) -> Result<Vec<Id>, Refusal> {
    use platform::sea_query::{JoinType, Order};
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .column((TABLE, "id"))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", TABLE, "coop_id"))
        .cond_where(domain::coop::visible_coop(actor))
        .order_by((TABLE, "id"), Order::Asc);
    match ids {
        Some(ids) => select.and_where(sql::is_in(sql::of(TABLE, "id"), ids.iter().copied())),
        None => select.and_where(sql::of_eq(TABLE, "active", true)),
    };
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}
