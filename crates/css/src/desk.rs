//! /css 结算中心: what waits before a month is closed, what the last twelve months brought, and the reports. A card of orders
//! is counted as the list of locks shows it, scope by scope, for that list is of one scope.

mod papers;

use std::collections::BTreeSet;

use charge::ledger::{money_text, whole};
use charge::{finance, line, period, rate};
use kernel::{Day, Scope, day_after_days, show_day};
use order::{Lifecycle, visible_order};
use orderdesk::{SETTLING, of_person, waiting_for};
use platform::access::{Access, Actor};
use platform::call::{Call, Outcome};
use platform::field::{Choice, flag_of};
use platform::list::ListPage;
use platform::refusal::{Refusal, messages};
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait, Func, JoinType, Order, SelectStatement};
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};
use trade::charge::{Currency, Money, profit};

use crate::charge_query::ORDER;
use crate::order_charge::{Sees, data};
use crate::period::difference;

const PATH: &str = "/css";
const CODE: &str = "css";
/// Without it the cards count, and no more.
const AMOUNTS: &str = "css-desk-money";
/// The list the cards of orders count in, and its filter of which each choice is a card.
const ORDERS: (&str, &str) = ("af.order-lock.list", "todo");
/// Months the figures look back, the present one among them.
const MONTHS: usize = 12;
/// So many currencies and months are named; all of them are counted.
const NAMED: usize = 20;
/// The pages of months and rates.
const PERIODS: &str = "/css_period";
const RATES: &str = "/css_currency_rate";

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PATH, "/cssManager", "结算中心", "Settlement desk", 10),
        Node::button(AMOUNTS, CODE, "查看金额", "See amounts", 10),
    ]);
    room.operations.push(
        Operation::get("show_settlement_desk", "/css/desk", Access::Code(CODE), show)
            .param("businessScope")
            .param("mine")
            .summary("What waits before a month is closed, and what the last twelve months brought"),
    );
}

/// What is asked for.
struct Asked {
    scope: Option<Scope>,
    mine: bool,
}

impl Asked {
    fn of(call: &Call) -> Result<Self, Refusal> {
        let bad = |name: &str| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]));
        let scope = match call.query("businessScope") {
            "" => None,
            code => Some(Scope::from_code(code).ok_or_else(|| bad("businessScope"))?),
        };
        let mine = match call.query("mine") {
            "" => false,
            given => flag_of(given).ok_or_else(|| bad("mine"))?,
        };
        Ok(Self { scope, mine })
    }

    /// The orders that are looked at: those the caller sees.
    fn orders(&self, actor: &Actor) -> Condition {
        let scopes = self.scope.map_or_else(|| Scope::all().collect(), |scope| vec![scope]);
        let seen = Condition::all()
            .add(sql::is_in(sql::of(ORDER, "business_scope"), scopes.iter().map(|scope| scope.code().to_owned())))
            .add(visible_order(actor));
        if self.mine { seen.add(of_person(actor.user_id)) } else { seen }
    }
}

/// Who looks: what he sees, and in what his amounts are.
struct Reader<'a> {
    actor: &'a Actor,
    /// What he sees elsewhere.
    rights: Sees,
    /// What he sees here: nothing without the right for amounts.
    sees: Sees,
    own: Currency,
}

/// GET /css/desk.
fn show(call: &mut Call) -> Outcome {
    let asked = Asked::of(call)?;
    let actor = call.actor()?.clone();
    let opens = |list: &&std::sync::Arc<ListPage>| actor.may(list.opened_by());
    let lists = &call.app.registry.lists;
    let orders = lists.iter().filter(opens).find(|list| list.key == ORDERS.0).map(|list| list.path);
    let reports: Vec<Json> = lists.iter().filter(opens).filter_map(|list| report(list)).collect();
    call.read(|conn| {
        let shown = actor.has(AMOUNTS);
        let all = Sees::of(&actor);
        let sees = Sees { income: shown && all.income, cost: shown && all.cost, profit: shown && all.profit };
        let reader = Reader { actor: &actor, rights: all, sees, own: rate::functional(conn, actor.org_id)? };
        let mut cards = match orders {
            Some(path) => of_orders(conn, &reader, (&asked, path))?,
            None => Vec::new(),
        };
        cards.extend(papers::cards(conn, &reader, (&asked, lists))?);
        cards.extend(of_books(conn, &reader)?);
        let mut answer = Map::new();
        answer.insert("cards".to_owned(), json!(cards));
        if let Some(overdue) = papers::overdue(conn, &reader, (&asked, lists))? {
            answer.insert("overdue".to_owned(), overdue);
        }
        if sees.income || sees.cost {
            answer.insert("months".to_owned(), json!(months(conn, &reader, &asked)?));
        }
        answer.insert("reports".to_owned(), json!(reports));
        Ok(Json::Object(answer))
    })
    .and_then(data)
}

/// A report of charges and settlement, and whether it is of the group.
fn report(list: &ListPage) -> Option<Json> {
    let of_group = list.path.starts_with("/jt_css_report_");
    let is_one = (of_group || list.path.starts_with("/css_report_")) && list.report.is_some();
    is_one.then(|| json!({ "path": list.path, "title": words(list.title), "group": of_group }))
}

fn words((zh, en): (&str, &str)) -> Json {
    json!({ "zh": zh, "en": en })
}

/// What the amount of a card is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Income,
    Cost,
    Profit,
}

impl Of {
    fn name(self) -> &'static str {
        match self {
            Self::Income => "income",
            Self::Cost => "cost",
            Self::Profit => "profit",
        }
    }

    fn is_seen(self, sees: Sees) -> bool {
        match self {
            Self::Income => sees.income,
            Self::Cost => sees.cost,
            Self::Profit => sees.profit,
        }
    }
}

/// The block a card of orders stands in, and what its amount is: of the orders, or of the charges that wait.
fn placed(card: &str) -> (&'static str, Of, String) {
    let waiting = |kind: &str| {
        format!(
            "(SELECT SUM(c.functional) FROM {table} c WHERE c.org_id = {ORDER}.org_id AND c.order_id = {ORDER}.id \
             AND c.state = '{state}' AND c.kind = '{kind}')",
            table = line::TABLE,
            state = line::PENDING
        )
    };
    let profit = || format!("{table}.income - {table}.cost", table = finance::TABLE);
    match card {
        "income" => ("receivable", Of::Income, format!("{}.income", finance::TABLE)),
        "extraIncome" => ("receivable", Of::Income, waiting("RECEIVABLE")),
        "cost" => ("payable", Of::Cost, format!("{}.cost", finance::TABLE)),
        "extraCost" => ("payable", Of::Cost, waiting("PAYABLE")),
        "loss" => ("payable", Of::Profit, profit()),
        _ => ("books", Of::Profit, profit()),
    }
}

/// The cards of orders. What most orders wait for is swept once; the others find the few that wait.
fn of_orders(conn: &mut dyn Conn, reader: &Reader<'_>, of: (&Asked, &str)) -> Result<Vec<Json>, Refusal> {
    let is_swept = |choice: &&Choice| ["income", "cost", "lock"].contains(&choice.value);
    let swept: Vec<&Choice> = SETTLING.iter().filter(is_swept).collect();
    let mut found = counted(conn, reader, of, &swept)?;
    for choice in SETTLING.iter().filter(|choice| !is_swept(choice)) {
        found.extend(counted(conn, reader, of, &[choice])?);
    }
    // In their declared order.
    let place = |card: &Json| SETTLING.iter().position(|choice| card["key"] == json!(choice.value));
    found.sort_by_key(place);
    Ok(found)
}

/// Some of the cards, by one statement.
fn counted(
    conn: &mut dyn Conn,
    reader: &Reader<'_>,
    (asked, path): (&Asked, &str),
    choices: &[&Choice],
) -> Result<Vec<Json>, Refusal> {
    let waits: Vec<(&Choice, Condition)> =
        choices.iter().filter_map(|choice| Some((*choice, waiting_for(reader.actor, choice.value)?))).collect();
    if waits.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = sql::from(reader.actor.org_id, ORDER);
    select.column((ORDER, "business_scope"));
    for (choice, condition) in &waits {
        let sum = |what: &str| {
            let of = Expr::case(condition.clone(), Expr::cust(format!("COALESCE({what}, 0)"))).finally(Expr::cust("0"));
            let sum = Func::coalesce([Expr::expr(Func::sum(of)), Expr::cust("0")]);
            Expr::expr(Func::cast_as(Expr::expr(sum), "bigint"))
        };
        select.expr(sum("1")).expr(sum(&placed(choice.value).2));
    }
    let any = waits.iter().fold(Condition::any(), |any, (_, condition)| any.add(condition.clone()));
    let money = sql::of(finance::TABLE, "org_id")
        .equals((ORDER, "org_id"))
        .and(sql::of(finance::TABLE, "order_id").equals((ORDER, "id")));
    select
        .join(JoinType::LeftJoin, finance::TABLE, money)
        .and_where(sql::of_eq(ORDER, "lifecycle", Lifecycle::Open.code()))
        .cond_where(asked.orders(reader.actor))
        .cond_where(any)
        .group_by_col((ORDER, "business_scope"));
    let rows = conn.query(&select.into())?;
    let mut cards = Vec::new();
    for (place, (choice, _)) in (0..).zip(&waits) {
        let mut scopes = Vec::new();
        for row in &rows {
            let (count, amount) = (row.get::<i64>(1 + 2 * place)?, row.get::<i64>(2 + 2 * place)?);
            if count > 0 {
                scopes.push((row.get::<String>(0)?, count, amount));
            }
        }
        cards.push(told(reader, (choice, path), scopes));
    }
    Ok(cards)
}

/// A card of orders: what its list is asked for, and the same of each scope.
fn told(reader: &Reader<'_>, (choice, path): (&Choice, &str), mut scopes: Vec<(String, i64, i64)>) -> Json {
    let (block, of, _) = placed(choice.value);
    let figures = |count: i64, amount: i64| {
        let mut out = Map::new();
        out.insert("count".to_owned(), json!(count));
        if of.is_seen(reader.sees) {
            out.insert("amount".to_owned(), json!(money_text(amount, reader.own)));
        }
        out
    };
    let all = scopes
        .iter()
        .fold((0i64, 0i64), |(count, amount), one| (count.saturating_add(one.1), amount.saturating_add(one.2)));
    let mut card = card(choice.value, (choice.zh, choice.en), (block, choice.tone), path);
    card.extend(figures(all.0, all.1));
    if of.is_seen(reader.sees) {
        card.insert("of".to_owned(), json!(of.name()));
    }
    card.insert("filter".to_owned(), json!(ORDERS.1));
    let of_scope = |code: &str| Scope::all().position(|scope| scope.code() == code);
    scopes.sort_by_key(|(code, ..)| of_scope(code));
    let each = scopes.into_iter().map(|(code, count, amount)| {
        let mut one = figures(count, amount);
        one.insert("scope".to_owned(), json!(code));
        Json::Object(one)
    });
    card.insert("scopes".to_owned(), Json::Array(each.collect()));
    Json::Object(card)
}

fn card(key: &str, label: (&str, &str), (block, tone): (&str, &str), path: &str) -> Map<String, Json> {
    let mut card = Map::new();
    for (name, value) in [("key", json!(key)), ("block", json!(block)), ("tone", json!(tone)), ("list", json!(path))] {
        card.insert(name.to_owned(), value);
    }
    card.insert("label".to_owned(), words(label));
    card
}

/// The cards of what the books stand on: the months that are open, currencies in use whose rate is over, and orders whose
/// sums are not those of their charges.
fn of_books(conn: &mut dyn Conn, reader: &Reader<'_>) -> Result<Vec<Json>, Refusal> {
    let actor = reader.actor;
    let mut months = sql::from(actor.org_id, period::TABLE);
    months.column("month").and_where(sql::eq("state", period::OPEN.to_owned())).order_by("month", Order::Asc);
    let now = actor.now.millis();
    // Those of the customs are for declarations, not for charges.
    let mut rates = sql::from(actor.org_id, rate::TABLE);
    rates
        .column("currency_code")
        .and_where(sql::col("kind").ne(sql::value("CUSTOMS")))
        .group_by_col("currency_code")
        .and_having(Expr::cust(format!(
            "SUM(CASE WHEN begin_at <= {now} AND (end_at IS NULL OR end_at > {now}) THEN 1 ELSE 0 END) = 0"
        )))
        .order_by("currency_code", Order::Asc);
    let has = |path: &str| actor.has(path.trim_start_matches('/'));
    let mut cards = Vec::new();
    if has(PERIODS) {
        let names = names(conn, months)?;
        cards.push(named(("period", ("当前期间", "Open months"), "info"), PERIODS, &names));
    }
    if has(RATES) {
        let over = names(conn, rates)?;
        // Nobody waits for the rate of a currency that is not used any more.
        let used: BTreeSet<String> = facts::currencies(conn, actor.org_id)?.into_iter().collect();
        let over: Vec<String> = over.into_iter().filter(|code| used.contains(code)).collect();
        cards.push(named(("rate", ("汇率已失效币种", "Currencies whose rate is over"), "danger"), RATES, &over));
    }
    if has(difference::PATH) {
        let differing = difference::codes(conn, actor)?;
        // Where all is right there is nothing to look at.
        if !differing.is_empty() {
            let label = ("汇总差异订单", "Orders whose sums differ");
            cards.push(named(("difference", label, "danger"), difference::PATH, &differing));
        }
    }
    Ok(cards)
}

/// A card of the books: how many there are, and the first of them by name.
fn named((key, label, tone): (&str, (&str, &str), &str), path: &str, names: &[String]) -> Json {
    let mut card = card(key, label, ("books", tone), path);
    card.insert("count".to_owned(), json!(names.len()));
    card.insert("names".to_owned(), json!(names.iter().take(NAMED).collect::<Vec<_>>()));
    Json::Object(card)
}

fn names(conn: &mut dyn Conn, select: SelectStatement) -> Result<Vec<String>, Refusal> {
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// The last twelve months by financial date, the present one last: what was brought, what it cost and what was left.
fn months(conn: &mut dyn Conn, reader: &Reader<'_>, asked: &Asked) -> Result<Vec<Json>, Refusal> {
    const MONTH: &str = "SUBSTR(order_finance_posting.financial_date, 1, 7)";
    let months = back(reader.actor.now.day());
    let (Some(first), Some(last)) = (months.first(), months.last()) else { return Ok(Vec::new()) };
    let day = || sql::of(finance::POSTING, "financial_date");
    let mut select = sql::from(reader.actor.org_id, finance::POSTING);
    select
        .expr(Expr::cust(MONTH))
        .expr(whole("SUM(order_finance_posting.income)"))
        .expr(whole("SUM(order_finance_posting.cost)"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, finance::POSTING, "order_id"))
        .and_where(day().gte(sql::value(show_day(*first))))
        .and_where(day().lte(sql::value(show_day(last.last_of_month()))))
        .cond_where(asked.orders(reader.actor))
        .add_group_by([Expr::cust(MONTH)]);
    let rows = conn.query(&select.into())?;
    let mut out = Vec::new();
    for first in months {
        let month = period::month_of(first);
        let mut sums = (0, 0);
        for row in &rows {
            if row.get::<String>(0)? == month {
                sums = (row.get(1)?, row.get(2)?);
            }
        }
        out.push(month_told(reader, &month, sums)?);
    }
    Ok(out)
}

fn month_told(reader: &Reader<'_>, month: &str, (income, cost): (i64, i64)) -> Result<Json, Refusal> {
    let broken = |fault: trade::charge::Fault| Refusal::broken(fault.to_string());
    let money = |raw: i64| Money::of_thousandths(raw, reader.own).map_err(broken);
    let mut out = Map::new();
    out.insert("month".to_owned(), json!(month));
    for (of, raw) in [(Of::Income, income), (Of::Cost, cost), (Of::Profit, income.saturating_sub(cost))] {
        if of.is_seen(reader.sees) {
            out.insert(of.name().to_owned(), json!(money_text(raw, reader.own)));
        }
    }
    if reader.sees.profit {
        let margin = profit::rate(money(income)?, money(cost)?).map_err(broken)?;
        out.insert("rate".to_owned(), json!(margin.map(|margin| margin.show(2))));
    }
    Ok(Json::Object(out))
}

/// The first days of the last twelve months, the oldest first.
fn back(today: Day) -> Vec<Day> {
    let mut months = Vec::new();
    let mut first = period::first_day(&period::month_of(today));
    while let Some(day) = first.filter(|_| months.len() < MONTHS) {
        months.push(day);
        first = period::first_day(&period::month_of(day_after_days(day, -1)));
    }
    months.reverse();
    months
}
