//! Which agreement holds, and when something is due by it.

use std::collections::BTreeMap;

use kernel::{Day, Id, Scope, parse_day};
use platform::document::Document;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, sql};
use trade::charge::Side;
use trade::terms::{Calendar, Dates, Terms};

use crate::dates::{OrderDates, calendar};
use crate::document::{AGREED, Agreement, BOTH, TABLE, code_of};

/// Partners whose agreements are read with one statement: far below the parameters a database takes.
const AT_ONCE: usize = 5_000;

/// For what a due day is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ask {
    /// Whom the money is owed by, or to.
    pub coop: Id,
    /// Scope of the order.
    pub scope: Scope,
    /// Income or cost.
    pub side: Side,
    /// Days of the order and of its papers.
    pub dates: Dates,
}

impl Ask {
    /// For money of an order, before any paper of it.
    pub const fn of(order: &OrderDates, coop: Id, side: Side) -> Self {
        Self { coop, scope: order.scope, side, dates: order.dates }
    }
}

/// When something is due, and by what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// The day.
    pub day: Day,
    /// What it was counted from.
    pub base: Day,
    /// The agreement that holds; none: it is due on the day the order counts on.
    pub agreement_id: Option<Id>,
    /// Its number; empty without one.
    pub agreement_code: String,
    /// Its terms as a desk writes them, `月结 1/25`; empty without one.
    pub terms: String,
}

/// An agreement that was agreed on, whether it still holds or not.
#[derive(Debug, Clone)]
pub struct Agreed {
    /// Its row.
    pub id: Id,
    /// All of it.
    pub agreement: Agreement,
    /// First day it holds.
    pub from: Day,
    /// Last day it holds.
    pub to: Day,
    /// How it settles.
    pub terms: Terms,
}

impl Agreed {
    /// Whether it holds on a day for a scope and a side.
    pub fn holds(&self, scope: Scope, side: Side, day: Day) -> bool {
        let of_side = self.agreement.side == BOTH || self.agreement.side == code_of(side);
        of_side && self.agreement.has_scope(scope) && self.from <= day && day <= self.to
    }
}

/// When something is due.
pub fn due(conn: &mut dyn Conn, org: i64, ask: &Ask) -> Result<Due, Refusal> {
    let found = dues(conn, org, std::slice::from_ref(ask))?;
    found.into_iter().next().ok_or_else(|| Refusal::broken("a due day that was asked for"))
}

/// The same for many orders at once, in their order: one statement for their agreements, and one for the days off where an
/// agreement asks for them.
pub fn dues(conn: &mut dyn Conn, org: i64, asks: &[Ask]) -> Result<Vec<Due>, Refusal> {
    let known = agreed(conn, org, asks.iter().map(|ask| ask.coop))?;
    let found: Vec<Option<&Agreed>> = asks.iter().map(|ask| holding(&known, ask)).collect();
    let moves = found.iter().flatten().any(|agreed| agreed.terms.next_working_day);
    let days = if moves { calendar(conn, org)? } else { Calendar::default() };
    Ok(asks.iter().zip(found).map(|(ask, agreed)| due_by(ask, agreed, &days)).collect())
}

fn due_by(ask: &Ask, agreed: Option<&Agreed>, days: &Calendar) -> Due {
    let Some(agreed) = agreed else {
        let day = ask.dates.business.unwrap_or(ask.dates.order);
        return Due { day, base: day, agreement_id: None, agreement_code: String::new(), terms: String::new() };
    };
    Due {
        day: agreed.terms.due(&ask.dates, days),
        base: ask.dates.base(agreed.terms.base),
        agreement_id: Some(agreed.id),
        agreement_code: agreed.agreement.agreement_code.clone(),
        terms: agreed.terms.method.words(),
    }
}

/// Of what was agreed the one that holds on the day of an order, for its partner, scope and side; of two the newer, be they
/// versions of one agreement or one that takes over days of another that ended.
pub fn holding<'a>(known: &'a BTreeMap<Id, Vec<Agreed>>, ask: &Ask) -> Option<&'a Agreed> {
    let own = known.get(&ask.coop).into_iter().flatten();
    let holding = own.filter(|one| one.holds(ask.scope, ask.side, ask.dates.order));
    holding.max_by_key(|one| one.id)
}

/// What was agreed with some partners, by partner; drafts, and what was withdrawn, are not.
pub fn agreed(
    conn: &mut dyn Conn,
    org: i64,
    coops: impl IntoIterator<Item = Id>,
) -> Result<BTreeMap<Id, Vec<Agreed>>, Refusal> {
    let mut wanted: Vec<Id> = coops.into_iter().collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mut known: BTreeMap<Id, Vec<Agreed>> = BTreeMap::new();
    for part in wanted.chunks(AT_ONCE) {
        let mut select = sql::from(org, TABLE);
        select
            .column("id")
            .columns(Agreement::FIELDS.iter().map(|field| field.column))
            .and_where(sql::is_in(sql::col("coop_id"), part.iter().copied()))
            .and_where(sql::is_in(sql::col("state"), AGREED))
            .order_by("id", Order::Asc);
        for row in conn.query(&select.into())? {
            let agreement = Agreement::from_values(row.0.get(1..).unwrap_or_default())?;
            let one = of_row(row.get(0)?, agreement)?;
            known.entry(one.agreement.coop_id).or_default().push(one);
        }
    }
    Ok(known)
}

/// The versions of some agreements that were agreed on, by their numbers, the oldest first.
pub fn versions(
    conn: &mut dyn Conn,
    org: i64,
    codes: impl IntoIterator<Item = String>,
) -> Result<BTreeMap<String, Vec<Agreed>>, Refusal> {
    let mut wanted: Vec<String> = codes.into_iter().collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mut known: BTreeMap<String, Vec<Agreed>> = BTreeMap::new();
    for part in wanted.chunks(AT_ONCE) {
        let mut select = sql::from(org, TABLE);
        select
            .column("id")
            .columns(Agreement::FIELDS.iter().map(|field| field.column))
            .and_where(sql::is_in(sql::col("agreement_code"), part.iter().cloned()))
            .and_where(sql::is_in(sql::col("state"), AGREED))
            .order_by("id", Order::Asc);
        for row in conn.query(&select.into())? {
            let agreement = Agreement::from_values(row.0.get(1..).unwrap_or_default())?;
            let one = of_row(row.get(0)?, agreement)?;
            known.entry(one.agreement.agreement_code.clone()).or_default().push(one);
        }
    }
    Ok(known)
}

/// Of the versions of an agreement the one that holds last within some days; none where none holds on any of them.
pub fn in_force(versions: &[Agreed], (from, to): (Day, Day)) -> Option<&Agreed> {
    versions.iter().rfind(|one| one.from <= to && from <= one.to)
}

fn of_row(id: Id, agreement: Agreement) -> Result<Agreed, Refusal> {
    let day = |text: &str| parse_day(text).ok_or_else(|| Refusal::broken("an agreement without its days"));
    Ok(Agreed {
        id,
        from: day(&agreement.valid_from)?,
        to: day(&agreement.valid_to)?,
        terms: agreement.terms(),
        agreement,
    })
}
