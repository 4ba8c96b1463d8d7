//! The orders a rule counts in some days, and what each counts for. Orders are found by what the partner is to them: by the
//! index of customers, of suppliers' charges, of a source's waybills or of agents.

use std::collections::BTreeMap;

use kernel::{Day, Id, Instant, day_after_days, show_day};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, SelectStatement};
use platform::store::{Conn, Row, sql};

use super::rule::{
    AGENT, ARRIVED, BOX, CHARGE_WEIGHT, DEPARTED, FINANCIAL, FINISHED, FREIGHT, INCOME, PROFIT, RECORDED, Rule, SHARE,
    SOURCE, SUPPLIER,
};

const ORDERS: &str = "freight_order";
const DETAIL: &str = "order_carriage_detail";
const MONEY: &str = "order_finance";
const LOCKED: &str = "LOCKED";
/// Orders that are at work or locked; cancelled and closed ones count nowhere.
const STANDING: [&str; 2] = ["OPEN", LOCKED];
/// Income or cost of an order is done.
const DONE: i64 = 2;
/// Orders whose boxes are read with one statement.
const AT_ONCE: usize = 5_000;

/// An order that is of the days and of the partner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// Row.
    pub order: Id,
    /// Its number.
    pub code: String,
    /// The customer's number.
    pub customer_number: String,
    /// Its business number.
    pub biz_number: String,
    /// The day it counts on.
    pub biz_date: String,
    /// Whether it is as far as the rule asks for.
    pub meets: bool,
    /// What it counts for, in thousandths: a quantity, or money.
    pub counted: i64,
    /// Income in the functional currency.
    pub income: i64,
    /// Cost in it.
    pub cost: i64,
}

/// The orders of a partner that a rule counts between two days, by their ids; those that are not as far as it asks for are
/// told, too. `scopes` are those of the agreement, which a rule without its own takes.
pub fn orders(
    conn: &mut dyn Conn,
    org: i64,
    (rule, coop, scopes): (&Rule, Id, &str),
    (from, to): (Day, Day),
) -> Result<Vec<Counted>, Refusal> {
    let mut select = statement(org);
    let scopes = list(if rule.scopes.is_empty() { scopes } else { &rule.scopes });
    select
        .and_where(sql::is_in(sql::of(ORDERS, "business_scope"), scopes))
        .and_where(sql::is_in(sql::of(ORDERS, "lifecycle"), STANDING))
        .cond_where(of_partner(org, rule, coop))
        .cond_where(dated(&rule.date_basis, (from, to)))
        .and_where(sql::of(ORDERS, "id").not_in_subquery(settled_by(org)));
    for (column, wanted) in [("goods_type", &rule.goods_type), ("business_product", &rule.business_product)] {
        if !wanted.is_empty() {
            select.and_where(sql::of_eq(ORDERS, column, wanted.clone()));
        }
    }
    let rows = conn.query(&select.into())?;
    let places = Places::of(conn, org, rule)?;
    let mut found = Vec::new();
    for row in &rows {
        if places.has(row)? {
            found.push(counted(row, rule)?);
        }
    }
    if rule.basis == BOX && rule.rule_kind != SHARE {
        let boxes = boxes(conn, org, &found, &rule.container_type)?;
        for one in &mut found {
            one.counted = boxes.get(&one.order).copied().unwrap_or_default().saturating_mul(1_000);
        }
    }
    Ok(found)
}

fn statement(org: i64) -> SelectStatement {
    let own = |column| (ORDERS, column);
    let mut select = sql::from(org, ORDERS);
    select
        .columns(["id", "order_code", "customer_number", "biz_number", "biz_date", "lifecycle"].map(own))
        .columns(["operation_finished", "income_recorded", "cost_recorded", "departure_station"].map(own))
        .columns(["arrival_station", "biz_carrier", "biz_teu", "biz_quantity"].map(own))
        .columns(["confirm_weight", "plan_weight", "confirm_volume", "plan_volume"].map(own))
        .columns(["income", "cost", "income_not_tax", "cost_not_tax", "income_gx", "cost_gx"].map(|one| (MONEY, one)))
        .join(
            JoinType::LeftJoin,
            MONEY,
            sql::of(MONEY, "org_id").equals((ORDERS, "org_id")).and(sql::of(MONEY, "order_id").equals((ORDERS, "id"))),
        )
        .join(JoinType::LeftJoin, DETAIL, sql::same_org(DETAIL, ORDERS, "id"))
        .order_by((ORDERS, "id"), Order::Asc);
    select
}

/// What the partner is to an order.
fn of_partner(org: i64, rule: &Rule, coop: Id) -> Condition {
    let id = || sql::of(ORDERS, "id");
    let all = Condition::all();
    match rule.partner_role.as_str() {
        SUPPLIER => {
            let mut paid = sql::from(org, "charge");
            paid.column("order_id")
                .and_where(sql::eq("coop_id", coop))
                .and_where(sql::eq("kind", "PAYABLE"))
                .and_where(sql::eq("state", "NORMAL"));
            all.add(id().in_subquery(paid))
        }
        SOURCE => {
            let mut masters = sql::from(org, "awb");
            masters.column("id").and_where(sql::eq("source_coop_id", coop));
            all.add(sql::of(ORDERS, "awb_id").in_subquery(masters))
        }
        AGENT => {
            let of = |table, column| {
                let mut details = sql::from(org, table);
                details.column("id").and_where(sql::eq(column, coop));
                details
            };
            Condition::any()
                .add(id().in_subquery(of("order_air_detail", "arrival_agent_id")))
                .add(id().in_subquery(of(DETAIL, "overseas_agent_id")))
        }
        _ => all.add(sql::of_eq(ORDERS, "coop_id", coop)),
    }
}

/// Orders that bills of agreements became, which are no business of their own.
fn settled_by(org: i64) -> SelectStatement {
    let mut settled = sql::from(org, "coop_bill");
    settled.column("order_id").and_where(sql::col("order_id").is_not_null());
    settled
}

/// Orders of some days. They left and arrived when that is told, else when it is expected to, else on the day they were made;
/// of road transport the pick-up counts as leaving ([`crate::order_dates`]).
fn dated(by: &str, (from, to): (Day, Day)) -> Condition {
    let text = |column: &'static str| {
        let expr = || sql::of(ORDERS, column);
        Condition::all().add(expr().gte(sql::value(show_day(from)))).add(expr().lte(sql::value(show_day(to))))
    };
    let (begin, end) = (Instant::start_of(from).millis(), Instant::start_of(day_after_days(to, 1)).millis());
    let instant = |table, column| {
        let expr = || sql::of(table, column);
        Condition::all().add(expr().gte(sql::value(begin))).add(expr().lt(sql::value(end)))
    };
    let told = |actual: &'static str, expected: &'static str, untold: Expr| {
        let none = || Condition::any().add(sql::of(DETAIL, actual).is_null()).add(untold.clone());
        let missing = || {
            let expr = || sql::of(ORDERS, expected);
            Condition::any().add(expr().is_null()).add(expr().eq(sql::value("")))
        };
        Condition::any()
            .add(instant(DETAIL, actual).add(untold.clone().not()))
            .add(Condition::all().add(none()).add(text(expected)))
            .add(Condition::all().add(none()).add(missing()).add(instant(ORDERS, "created_at")))
    };
    match by {
        DEPARTED => told("actual_departure", "expect_departure", sql::of_eq(ORDERS, "business_scope", "LC")),
        ARRIVED => told("actual_arrival", "expect_arrival", Expr::cust("1 = 0")),
        FINANCIAL => text("financial_date"),
        _ => instant(ORDERS, "created_at"),
    }
}

/// Codes with commas between.
fn list(text: &str) -> Vec<String> {
    text.split([',', '，']).map(str::trim).filter(|code| !code.is_empty()).map(str::to_owned).collect()
}

/// Where orders go from and to, and by whom.
struct Places {
    departures: Vec<String>,
    arrivals: Vec<String>,
    carriers: Vec<String>,
    /// The countries of airports, where a rule names countries.
    countries: BTreeMap<String, String>,
}

impl Places {
    fn of(conn: &mut dyn Conn, org: i64, rule: &Rule) -> Result<Self, Refusal> {
        let (departures, arrivals) = (list(&rule.departures), list(&rule.arrivals));
        let named: Vec<String> =
            departures.iter().chain(&arrivals).filter(|code| code.len() == COUNTRY).cloned().collect();
        let mut countries = BTreeMap::new();
        if !named.is_empty() {
            let mut select = sql::overlaid(org, "airport", &["ap_code"]);
            select.columns(["ap_code", "nation_code"]).and_where(sql::is_in(sql::col("nation_code"), named));
            for row in conn.query(&select.into())? {
                countries.insert(row.get(0)?, row.get(1)?);
            }
        }
        Ok(Self { departures, arrivals, carriers: list(&rule.carriers), countries })
    }

    fn has(&self, row: &Row) -> Result<bool, Refusal> {
        let (from, to, carrier): (String, String, String) = (row.get(9)?, row.get(10)?, row.get(11)?);
        let carried = self.carriers.is_empty() || self.carriers.iter().any(|code| carrier.starts_with(code.as_str()));
        Ok(carried && self.is_at(&self.departures, &from) && self.is_at(&self.arrivals, &to))
    }

    /// Whether a place is one of some, or lies in one of some countries: ports of the sea begin with theirs.
    fn is_at(&self, wanted: &[String], place: &str) -> bool {
        let in_country = |code: &String| {
            code.len() == COUNTRY
                && (self.countries.get(place) == Some(code)
                    || (place.len() == PORT && place.starts_with(code.as_str())))
        };
        wanted.is_empty() || wanted.iter().any(|code| code == place || in_country(code))
    }
}

/// Letters of a country, and of a port of the sea.
const COUNTRY: usize = 2;
const PORT: usize = 5;

fn counted(row: &Row, rule: &Rule) -> Result<Counted, Refusal> {
    let whole = |place: usize| Ok::<_, Refusal>(row.get::<Option<i64>>(place)?);
    let nought = |place: usize| Ok::<_, Refusal>(whole(place)?.unwrap_or_default());
    let either = |place: usize| Ok::<_, Refusal>(whole(place)?.or(whole(place + 1)?).unwrap_or_default());
    let (income, cost) = (nought(18)?, nought(19)?);
    let by = if rule.rule_kind == SHARE { rule.share_base.as_str() } else { rule.basis.as_str() };
    let counted = match by {
        "GROSS" => either(14)?,
        // Cubic centimetres.
        "CUBIC" => either(16)? / 1_000,
        CHARGE_WEIGHT | "TONS" => nought(13)?,
        // Hundredths.
        "TEU" => nought(12)?.saturating_mul(10),
        INCOME => income,
        PROFIT => nought(20)?.saturating_sub(nought(21)?),
        FREIGHT => nought(22)?.saturating_sub(nought(23)?),
        _ => 1_000,
    };
    let lifecycle: String = row.get(5)?;
    let meets = match rule.order_condition.as_str() {
        FINISHED => row.get(6)?,
        RECORDED => row.get::<i64>(7)? == DONE && row.get::<i64>(8)? == DONE,
        _ => lifecycle == LOCKED,
    };
    Ok(Counted {
        order: row.get(0)?,
        code: row.get(1)?,
        customer_number: row.get(2)?,
        biz_number: row.get(3)?,
        biz_date: row.get(4)?,
        meets,
        counted,
        income,
        cost,
    })
}

/// Boxes of a type by order: those that are there, else those that were planned.
fn boxes(conn: &mut dyn Conn, org: i64, of: &[Counted], kind: &str) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut found = BTreeMap::new();
    for part in of.chunks(AT_ONCE) {
        for (table, counted) in [("order_container_plan", "SUM(quantity)"), ("order_container", "COUNT(*)")] {
            let mut select = sql::from(org, table);
            select
                .column("order_id")
                .expr(Expr::cust(format!("CAST({counted} AS bigint)")))
                .and_where(sql::is_in(sql::col("order_id"), part.iter().map(|one| one.order)))
                .and_where(sql::eq("container_type", kind.to_owned()))
                .group_by_col("order_id");
            for row in conn.query(&select.into())? {
                found.insert(row.get(0)?, row.get(1)?);
            }
        }
    }
    Ok(found)
}

/// Money that is overdue on a day: of each note its row, its number, what is open, and the day it was due.
pub fn overdue(
    conn: &mut dyn Conn,
    org: i64,
    (coop, scopes): (Id, &str),
    today: Day,
) -> Result<Vec<(Id, String, i64, String)>, Refusal> {
    let mut select = sql::from(org, "debit_note");
    select
        .columns(["id", "note_num", "functional_open", "due_date"])
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::eq("state", "NORMAL"))
        .and_where(sql::col("functional_open").ne(sql::value(0i64)))
        .and_where(sql::col("due_date").lt(sql::value(show_day(today))))
        .and_where(sql::is_in(sql::col("business_scope"), list(scopes)))
        .order_by("due_date", Order::Asc)
        .order_by("id", Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).collect()
}
