//! What is told of rules: their prices and conditions in words, and what one comes to for a period (试算).

use agreement::settlement::period::Month;
use agreement::settlement::rule::{BASES, COMMIT, FIXED, INTEREST, ROLES, Rule, SHARE, SLICED, TABLE, TIER, VOLUME};
use kernel::{format_scaled, grouped};
use platform::call::Call;
use platform::flow::name_of;
use platform::prelude::*;
use platform::refusal::messages;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Condition, ExprTrait, Order};
use platform::store::Row;
use serde_json::{Map, Value as Json, json};
use settle::amounts::figure_of;
use settle::periodic::{Detail, Kept, NO_MONTH, Reckoned, Which, due, reckon, rules as read};

use super::rules::seen;
use super::{FOR_SCOPES, run};

/// Orders a trial lists.
const LISTED_MAX: usize = 500;

/// What it charges.
pub(super) const PRICES: Field = Field::text("价格", "Price").column("price_text");
/// Which orders count.
pub(super) const MATCHES: Field = Field::text("适用条件", "Which orders count").column("match_text");

const NOT_DUE: Msg =
    Msg::new("settlement.not_due", "该条款在{period}没有期间", "No period of the rule ends with {period}.");

fn quantity(raw: i64) -> String {
    grouped(&format_scaled(raw, 3, 1))
}

fn price(raw: i64) -> String {
    grouped(&format_scaled(raw, 4, 2))
}

fn money(raw: i64) -> String {
    grouped(&format_scaled(raw, 3, 2))
}

fn percent(raw: i64) -> String {
    format!("{}%", format_scaled(raw, 2, 2))
}

/// The price of a rule in a line.
fn prices(kept: &Kept) -> String {
    let rule = &kept.rule;
    let nought = Option::<i64>::unwrap_or_default;
    match rule.rule_kind.as_str() {
        FIXED => money(nought(rule.fixed_amount)),
        VOLUME => price(nought(rule.unit_price)),
        TIER => {
            let of_money = rule.is_of_money();
            let tier = |(from, at, part): &(i64, Option<i64>, Option<i64>)| {
                let rate = if of_money { percent(nought(*part)) } else { price(nought(*at)) };
                format!("≥{} {rate}", quantity(*from))
            };
            let scale = if rule.tier_mode == SLICED { "分段" } else { "全额" };
            format!("{scale} {}", kept.tiers.iter().map(tier).collect::<Vec<_>>().join("；"))
        }
        SHARE => {
            let base = name_of(Rule::SHARE_BASE.choices, &rule.share_base).0;
            format!("{base}×{}", percent(nought(rule.percent)))
        }
        COMMIT => format!("保底{} 不足{}", quantity(nought(rule.committed)), price(nought(rule.short_price))),
        INTEREST => {
            rule.interest_rate.map_or_else(|| "按协议".to_owned(), |rate| format!("{}‰/天", format_scaled(rate, 2, 2)))
        }
        _ => String::new(),
    }
}

/// Which orders a rule counts, in a line.
fn matches(rule: &Rule) -> String {
    if !rule.counts_orders() {
        return String::new();
    }
    let condition = name_of(Rule::ORDER_CONDITION.choices, &rule.order_condition).0;
    let date = name_of(Rule::DATE_BASIS.choices, &rule.date_basis).0;
    let parts = [
        name_of(ROLES, &rule.partner_role).0.to_owned(),
        rule.scopes.clone(),
        if rule.departures.is_empty() { String::new() } else { format!("始发{}", rule.departures) },
        if rule.arrivals.is_empty() { String::new() } else { format!("目的{}", rule.arrivals) },
        rule.carriers.clone(),
        rule.goods_type.clone(),
        rule.business_product.clone(),
        date.to_owned(),
        condition.to_owned(),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Fills prices and conditions of the rules of a page.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let id = |row: &Cells<'_>| Id::from_value(row.value("id"));
    let ids = rows.iter().map(id).collect::<Result<Vec<_>, _>>()?;
    let known = read(conn, actor.org_id, &Which::Ids(&ids))?;
    for row in rows {
        let own = id(row)?;
        let Some(kept) = known.iter().find(|one| one.id == own) else { continue };
        row.set(&PRICES.name(), prices(kept).into_value());
        row.set(&MATCHES.name(), matches(&kept.rule).into_value());
    }
    Ok(())
}

/// Its scopes as the form chooses them.
pub(super) fn more(_: &mut dyn Conn, _: i64, _: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let scopes = view.get("scopes").and_then(Json::as_str).unwrap_or_default();
    let codes: Vec<&str> = scopes.split(',').filter(|code| !code.is_empty()).collect();
    let codes = json!(codes);
    view.insert(FOR_SCOPES.name(), codes);
    Ok(())
}

/// Rules for a scope: their own, or those of their agreement.
pub(super) fn of_scope(_: &Actor, scope: &str) -> Result<Condition, Refusal> {
    if kernel::Scope::from_code(scope).is_none() {
        return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "businessScope")])));
    }
    let agreed = sql::contains(sql::of("agreed", "scopes"), scope);
    Ok(sql::any_of([sql::contains(sql::of(TABLE, "scopes"), scope), sql::of(TABLE, "scopes").is_null().and(agreed)]))
}

/// 试算: what a rule comes to for a period, and what it counts; nothing is written.
pub(super) fn test(
    conn: &mut dyn Conn,
    actor: &Actor,
    id: Option<Id>,
    filled: &mut Filled<'_>,
) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let text: String = filled.get(run::PERIOD)?;
    let Some(month) = Month::parse(&text) else {
        filled.findings.error(run::PERIOD.name(), NO_MONTH.text());
        return Ok(Told::default());
    };
    let ids = seen(conn, actor, Some(&[id.ok_or(Refusal::NotFound)?]))?;
    let kept = read(conn, org, &Which::Ids(&ids))?;
    if kept.is_empty() {
        return Err(Refusal::NotFound);
    }
    let Some(due) = due(conn, org, kept, month)?.into_iter().next() else {
        filled.findings.error(run::PERIOD.name(), NOT_DUE.with(&[("period", &text)]));
        return Ok(Told::default());
    };
    let reckoned = reckon(conn, org, &due, actor.now.day())?;
    let rule = &due.kept.rule;
    let amount = reckoned.amount.thousandths().map_err(|fault| charge::rate::told(fault, actor.now))?;
    let mut told = Told::default()
        .line(("条款", "Rule"), format!("{} {}", rule.rule_code, rule.rule_name))
        .line(("期间", "Period"), format!("{}（{} ~ {}）", due.period.name, due.period.from, due.period.to));
    if let Some(billed) = &due.billed {
        told = told.toned(("已出账", "Billed"), billed, "warning");
    }
    if let Some(counted) = reckoned.counted {
        let of_money = rule.is_of_money() && rule.rule_kind != INTEREST;
        let shown = if of_money { money(counted) } else { quantity(counted) };
        let unit = name_of(BASES, &rule.basis);
        told =
            told.line(("合计", "Total"), Said { zh: format!("{shown} {}", unit.0), en: format!("{shown} {}", unit.1) });
    }
    if let Some(tier) = reckoned.tier {
        told = told.line(("达到阶梯", "Tier reached"), format!("≥{}", quantity(tier)));
    }
    if reckoned.before != 0 {
        told = told.line(("本年已出账", "Billed of the year"), money(reckoned.before));
    }
    told = told.line(("金额", "Amount"), format!("{} {}", rule.currency_code, figure_of(amount, &rule.currency_code)?));
    told = told.line(
        ("未计入", "Not counted"),
        Said { zh: format!("{}票", reckoned.left_out.len()), en: format!("{} orders", reckoned.left_out.len()) },
    );
    tables(conn, actor, &reckoned, told)
}

/// The orders that are counted and those that are not, as far as the caller sees them.
fn tables(conn: &mut dyn Conn, actor: &Actor, of: &Reckoned, told: Told) -> Result<Told, Refusal> {
    const COLUMNS: [(&str, (&str, &str), bool); 6] = [
        ("number", ("单号", "Number"), false),
        ("bizDate", ("日期", "Date"), false),
        ("quantity", ("计量", "Quantity"), true),
        ("income", ("收入", "Income"), true),
        ("cost", ("成本", "Cost"), true),
        ("profit", ("毛利", "Profit"), true),
    ];
    let orders: Vec<Id> = of.details.iter().chain(&of.left_out).filter_map(|one| one.order).collect();
    let visible = visible(conn, actor, &orders)?;
    let shown = |one: &Detail| one.order.is_none_or(|order| visible.contains(&order));
    let hidden = of.details.iter().chain(&of.left_out).filter(|one| !shown(one)).count();
    let row = |one: &Detail| {
        let raw = |raw: Option<i64>| raw.map(money).unwrap_or_default();
        let profit = one.income.zip(one.cost).map(|(income, cost)| income - cost);
        [one.number.clone(), one.biz_date.clone(), one.quantity.map(quantity).unwrap_or_default()]
            .into_iter()
            .chain([raw(one.income), raw(one.cost), raw(profit)])
            .map(Said::from)
            .collect::<Vec<_>>()
    };
    let rows = |all: &[Detail]| all.iter().filter(|one| shown(one)).take(LISTED_MAX).map(row).collect::<Vec<_>>();
    let mut told = told;
    if hidden > 0 {
        let words =
            Said { zh: format!("含{hidden}张无权限订单"), en: format!("{hidden} orders are not yours to see") };
        told = told.line(("提示", "Note"), words);
    }
    told = told.table(("计入", "Counted"), &COLUMNS, rows(&of.details));
    if of.left_out.is_empty() {
        return Ok(told);
    }
    Ok(told.table(("未计入", "Not counted"), &COLUMNS, rows(&of.left_out)))
}

/// Those of some orders that a caller sees.
pub(crate) fn visible(
    conn: &mut dyn Conn,
    actor: &Actor,
    orders: &[Id],
) -> Result<std::collections::BTreeSet<Id>, Refusal> {
    let mut found = std::collections::BTreeSet::new();
    for part in orders.chunks(5_000) {
        let mut select = sql::from(actor.org_id, "freight_order");
        select
            .column("id")
            .and_where(sql::is_in(sql::of("freight_order", "id"), part.iter().copied()))
            .cond_where(order::visible_order(actor));
        for row in conn.query(&select.into())? {
            found.insert(row.get(0)?);
        }
    }
    Ok(found)
}

/// Answers the select `agreementItem`: items that are settled by agreement.
pub(super) fn items(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(call.actor()?.org_id, charge::item::TABLE);
    select
        .columns(["id", "service_name_cn", "business_scope", "service_code"])
        .order_by("id", Order::Asc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select
            .and_where(sql::eq("is_agreement", true))
            .and_where(sql::eq("active", true))
            .and_where(sql::contains(sql::col("service_name_cn"), &ask.keyword));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or_default()));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &Row| {
        let hint = format!("{} {}", row.get::<String>(2)?, row.get::<String>(3)?);
        Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: row.get(1)?, hint })
    };
    rows.iter().map(offer).collect()
}
