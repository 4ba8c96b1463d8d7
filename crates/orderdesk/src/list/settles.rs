//! What open orders of every scope wait for before finance locks them, as a filter of the list of locks and cards of the
//! settlement desk: what the desk counts is what the list shows.

use charge::ledger::{COST_VIEW, INCOME_VIEW, PROFIT_COLUMN};
use charge::line::{self, code_of};
use kernel::Id;
use order::store::TABLE;
use order::{DONE, Lifecycle};
use platform::access::Actor;
use platform::field::{Choice, Field};
use platform::list::{Filter, Match};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{Condition, Expr, ExprTrait, Query, SelectStatement};
use platform::store::sql;
use trade::charge::Side;

use approval::pending::LOSS;

/// What an order waits for.
pub const SETTLING: &[Choice] = &[
    Choice::new("income", "待收入完成", "Income to be done").tone("info"),
    Choice::new("extraIncome", "待确认应收杂费", "Incidental income to be confirmed").tone("warning"),
    Choice::new("cost", "待成本完成", "Cost to be done").tone("info"),
    Choice::new("extraCost", "待确认应付杂费", "Incidental cost to be confirmed").tone("warning"),
    Choice::new("loss", "亏损待审批", "Losses to be approved").tone("danger"),
    Choice::new("lock", "待锁账订单", "Orders to be locked").tone("ready"),
];

/// By what they wait for.
pub const SETTLES: Filter = Filter::new("todo", Match::Own(settles), Field::select(SETTLING, "待办", "To do")).more();

fn settles(actor: &Actor, value: &str) -> Result<Condition, Refusal> {
    let known = SETTLING.iter().any(|choice| choice.value == value);
    if !known {
        return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "todo")])));
    }
    // Nobody learns by a count what he may not see.
    Ok(waiting_for(actor, value).unwrap_or_else(|| Condition::all().add(Expr::cust("1 = 0"))))
}

/// Open orders that wait for one of [`SETTLING`]; none where the actor may not see what it tells.
pub fn waiting_for(actor: &Actor, value: &str) -> Option<Condition> {
    let column = |name: &'static str| sql::of(TABLE, name);
    let done = |name: &'static str| column(name).eq(sql::value(DONE));
    let sees = |codes: &str| codes.split(' ').all(|code| actor.has(code));
    let waits = match value {
        "income" => done("income_recorded").not(),
        "cost" => done("cost_recorded").not(),
        "lock" => done("income_recorded").and(done("cost_recorded")),
        "extraIncome" if sees(INCOME_VIEW) => Expr::exists(unconfirmed(Side::Receivable)),
        "extraCost" if sees(COST_VIEW) => Expr::exists(unconfirmed(Side::Payable)),
        "loss" if sees(PROFIT_COLUMN) => Expr::exists(loss()),
        _ => return None,
    };
    Some(Condition::all().add(column("lifecycle").eq(sql::value(Lifecycle::Open.code()))).add(waits))
}

/// The charges of a side of the order that wait to be confirmed, without columns that name them.
fn unconfirmed(side: Side) -> SelectStatement {
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from(line::TABLE)
        .and_where(sql::of(line::TABLE, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of(line::TABLE, "order_id").equals((TABLE, "id")))
        // Written out: the index of those that wait is found by it.
        .and_where(Expr::cust(format!("{}.state = '{}'", line::TABLE, line::PENDING)))
        .and_where(sql::of_eq(line::TABLE, "kind", code_of(side).to_owned()));
    select
}

/// The application about the loss of the order that is being decided.
fn loss() -> SelectStatement {
    const APPLIED: &str = approval::store::INSTANCE;
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from(APPLIED)
        .and_where(sql::of(APPLIED, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of_eq(APPLIED, "event_id", LOSS))
        .and_where(sql::of_eq(APPLIED, "ref_type", approval::unlock::KIND.to_owned()))
        .and_where(sql::of(APPLIED, "ref_id").equals((TABLE, "id")))
        .and_where(Expr::cust(format!("{APPLIED}.status = '{}'", approval::store::RUNNING)));
    select
}

/// Orders somebody made or is responsible for.
pub fn of_person(user: Id) -> Condition {
    sql::any_of(["sales_id", "servicer_id", "operator_id", "created_by"].map(|name| sql::of_eq(TABLE, name, user)))
}
