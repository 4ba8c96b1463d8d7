//! What the orders of air export wait for, as filters of their list and cards of their desk.

use kernel::{Day, Scope, day_after_days, show_day};
use order::store::TABLE;
use order::{DONE, Lifecycle};
use platform::access::Actor;
use platform::field::{Choice, Field};
use platform::list::{Filter, Match};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{Condition, Expr, ExprTrait, Query, SelectStatement};
use platform::store::sql;

use super::settles::of_person;
use super::usual;

/// Days ahead within which an order needs its master number.
const MASTER_DAYS: i64 = 3;
/// Nodes before the goods are weighed, behind the space is confirmed.
const WEIGHED: i64 = 30;
const SPACE: i64 = 20;

/// What an order waits for.
const KINDS: &[Choice] = &[
    Choice::new("departs", "今日起飞", "Departs today").tone("info"),
    Choice::new("master", "待配主单", "Needs a master").tone("warning"),
    Choice::new("weigh", "待出重", "To be weighed").tone("warning"),
    Choice::new("differs", "件重异常", "Figures differ").tone("danger"),
    Choice::new("waybill", "待制单", "Waybill to be made").tone("warning"),
    Choice::new("income", "待收入完成", "Income to be done").tone("info"),
    Choice::new("cost", "待成本完成", "Cost to be done").tone("info"),
    Choice::new("lock", "待锁账", "To be locked").tone("ready"),
    Choice::new("draft", "草稿", "Drafts"),
];

/// By what they wait for.
pub(super) const WAITS: Filter = Filter::new("todo", Match::Own(todo), Field::select(KINDS, "待办", "To do")).more();
/// Those its user made or is responsible for.
pub const MINE: Filter = Filter::new("mine", Match::Flag(mine), Field::flag("我的", "Mine")).more();

fn column(name: &'static str) -> Expr {
    sql::of(TABLE, name)
}

/// On a day or before it; what has no day is not.
fn through(column: Expr, day: Day) -> Expr {
    column.lte(sql::value(show_day(day)))
}

/// Orders that wait for something, each kind as the desk counts it.
fn todo(actor: &Actor, value: &str) -> Result<Condition, Refusal> {
    let today = actor.now.day();
    let open = || column("lifecycle").eq(sql::value(Lifecycle::Open.code()));
    let departs_by = |day| through(column("expect_departure"), day);
    let undone = |name: &'static str| open().and(column(name).ne(sql::value(DONE)));
    let done = |name: &'static str| column(name).eq(sql::value(DONE));
    let before_weighing = column("node_rank").gte(sql::value(SPACE)).and(column("node_rank").lt(sql::value(WEIGHED)));
    let waits = match value {
        "departs" => column("expect_departure").eq(sql::value(show_day(today))),
        "master" => column("node_rank").lt(sql::value(SPACE)).and(departs_by(day_after_days(today, MASTER_DAYS))),
        "weigh" => before_weighing.and(through(sql::of("detail", "receipt_date"), today).or(departs_by(today))),
        "differs" => column("flagged").eq(sql::value(true)),
        "waybill" => column("awb_id").is_not_null().and(Expr::exists(finished_master()).not()),
        "income" => undone("income_recorded"),
        "cost" => undone("cost_recorded"),
        "lock" => open().and(done("income_recorded")).and(done("cost_recorded")),
        "draft" => {
            return Ok(Condition::all().add(column("lifecycle").eq(sql::value(Lifecycle::Draft.code()))));
        }
        _ => return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "todo")]))),
    };
    Ok(usual(Scope::Ae).add(waits))
}

/// A finished form of the order's master.
fn finished_master() -> SelectStatement {
    let form = |name| sql::of("awb_print", name);
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from("awb_print")
        .and_where(form("org_id").equals((TABLE, "org_id")))
        .and_where(facts::master::same("awb_print", TABLE))
        .and_where(form("kind").eq(sql::value(0i64)))
        .and_where(form("state").eq(sql::value(waybill::forms::DONE)));
    select
}

/// Orders the caller made or is responsible for.
fn mine(actor: &Actor, only: bool) -> Condition {
    if only { of_person(actor.user_id) } else { Condition::all() }
}
