//! What ratings are made of (catalogue prm.md 1.6): orders of twelve months, and how late notes of a year were settled. It reads
//! much, so it is reckoned at night and when somebody asks for it.

use kernel::{Day, Id, Instant, day_after_days, days_between, parse_day, show_day};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType};
use platform::setting;
use platform::store::{Conn, sql};

use crate::figures::{Figures, Rated, grade, proposed, score};
use crate::open::whole;
use crate::rule::{FACTORS, GRADES, NORM};

const ORDER: &str = "freight_order";
const FINANCE: &str = "order_finance";
const YEAR: i64 = 365;
const HALF: i64 = 182;
const OF_WRITE_OFF: &str = "write_off_line.org_id = write_off.org_id AND write_off_line.write_off_id = write_off.id";
const OF_ORDER: &str = "order_finance.org_id = freight_order.org_id AND order_finance.order_id = freight_order.id";

/// A rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rating {
    /// In hundredths of a point.
    pub score: i64,
    /// A to D.
    pub grade: &'static str,
    /// What limit it proposes.
    pub proposed: i64,
}

/// What the company decided about ratings.
pub(crate) struct Norms {
    norm: i64,
    grades: [i64; 3],
    factors: [i64; 4],
}

impl Norms {
    pub(crate) fn of(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        let (mut grades, mut factors) = ([0; 3], [0; 4]);
        for (grade, setting) in grades.iter_mut().zip(GRADES) {
            *grade = setting::value(conn, org, setting, None)?;
        }
        for (factor, setting) in factors.iter_mut().zip(FACTORS) {
            *factor = setting::value(conn, org, setting, None)?;
        }
        Ok(Self { norm: setting::value(conn, org, &NORM, None)?, grades, factors })
    }

    fn factor(&self, grade: &str) -> i64 {
        let [a, b, c, d] = self.factors;
        match grade {
            "A" => a,
            "B" => b,
            "C" => c,
            _ => d,
        }
    }
}

/// The rating of a partner on a day, by what it owes and the days of credit it has.
pub(crate) fn of(
    conn: &mut dyn Conn,
    (org, coop): (i64, Id),
    norms: &Norms,
    (now, owed, days): (Instant, &Figures, i64),
) -> Result<Rating, Refusal> {
    let today = now.day();
    let (settled, late_days) = late(conn, (org, coop), today)?;
    let traded = traded(conn, (org, coop), today)?;
    let rated = Rated {
        settled,
        late_days,
        billed: owed.billed,
        overdue: owed.overdue,
        income: traded.income,
        cost: traded.cost,
        norm: norms.norm,
        years: traded.first.map_or(0, |first| full_years(first.day(), today)),
    };
    let score = score(&rated);
    let grade = grade(score, norms.grades);
    Ok(Rating { score, grade, proposed: proposed(traded.half, days, norms.factor(grade)) })
}

fn full_years(first: Day, today: Day) -> i64 {
    let years = i64::from(today.year() - first.year());
    let passed = (today.month(), today.day()) >= (first.month(), first.day());
    Ord::max(if passed { years } else { years - 1 }, 0)
}

/// Notes that were settled in a year, and the days they were late together.
fn late(conn: &mut dyn Conn, (org, coop): (i64, Id), today: Day) -> Result<(i64, i64), Refusal> {
    let mut select = sql::from(org, "write_off");
    select
        .column(("debit_note", "due_date"))
        .expr(Expr::cust("MAX(write_off.write_off_date)"))
        .join(JoinType::InnerJoin, "write_off_line", Expr::cust(OF_WRITE_OFF))
        .join(JoinType::InnerJoin, "debit_note", sql::same_org("debit_note", "write_off_line", "document_id"))
        .and_where(sql::of_eq("write_off", "coop_id", coop))
        .and_where(sql::of_eq("write_off", "side", "RECEIVABLE".to_owned()))
        .and_where(sql::of("write_off", "write_off_date").gte(sql::value(show_day(day_after_days(today, -YEAR)))))
        .and_where(sql::of_eq("write_off_line", "is_reversed", false))
        .and_where(sql::of_eq("debit_note", "functional_open", 0))
        .group_by_col(("debit_note", "id"))
        .group_by_col(("debit_note", "due_date"));
    let (mut count, mut days) = (0, 0);
    for row in conn.query(&select.into())? {
        let (due, settled): (String, String) = (row.get(0)?, row.get(1)?);
        if let (Some(due), Some(settled)) = (parse_day(&due), parse_day(&settled)) {
            count += 1;
            days += Ord::max(days_between(due, settled), 0);
        }
    }
    Ok((count, days))
}

#[derive(Default)]
struct Traded {
    first: Option<Instant>,
    income: i64,
    cost: i64,
    half: i64,
}

/// Income and cost of the orders of twelve months, the income of six, and when the first order was made.
fn traded(conn: &mut dyn Conn, (org, coop): (i64, Id), today: Day) -> Result<Traded, Refusal> {
    let mut first = sql::from(org, ORDER);
    first.expr(Expr::cust("MIN(created_at)")).and_where(sql::eq("coop_id", coop));
    let first: Option<Instant> = conn.first(&first.into())?.map(|row| row.get(0)).transpose()?.flatten();
    let begin = |days: i64| Instant::start_of(day_after_days(today, -days)).millis();
    let mut select = sql::from(org, ORDER);
    select
        .expr(whole("SUM(order_finance.income)"))
        .expr(whole("SUM(order_finance.cost)"))
        .expr(whole(&format!(
            "SUM(CASE WHEN freight_order.created_at >= {} THEN order_finance.income ELSE 0 END)",
            begin(HALF)
        )))
        .join(JoinType::InnerJoin, FINANCE, Expr::cust(OF_ORDER))
        .and_where(sql::of_eq(ORDER, "coop_id", coop))
        .and_where(sql::of(ORDER, "created_at").gte(begin(YEAR)));
    let Some(row) = conn.first(&select.into())? else { return Ok(Traded { first, ..Traded::default() }) };
    Ok(Traded { first, income: row.get(0)?, cost: row.get(1)?, half: row.get(2)? })
}
