//! What a batch wants, order by order: the new lines as rows of the body of a save, before any of them is checked.

use std::collections::{BTreeMap, BTreeSet};

use charge::entry::Subject;
use charge::line::Source;
use kernel::{Id, Msg, Scope, Uuid};
use order::store::{self, Saved};
use order::{HIDDEN, Profile, subject, visible_order};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};
use trade::charge::basis::Basis;
use trade::charge::share::share;
use trade::charge::{Fault, Money, Side};

use super::asked::{Asked, By, Mode, bad};
use super::told::Told;
use super::{NO_ORDER, file};
use crate::incidental::amount;

const NO_WEIGHT: Msg = Msg::new(
    "charge_batch.weight",
    "所选订单没有可用于分摊的数据",
    "The chosen orders have nothing to share the amount by.",
);

/// A new line of an order.
#[derive(Debug, Clone)]
pub(super) struct Wish {
    /// The row it is told at.
    pub told: Told,
    pub side: Side,
    /// Members as a save of the order's charges sends them.
    pub row: Map<String, Json>,
    pub source: Source,
}

/// An order of a batch.
#[derive(Debug, Clone)]
pub(super) struct Task {
    pub order: Id,
    /// Its public name.
    pub uuid: String,
    /// Its code.
    pub code: String,
    pub profile: &'static Profile,
    /// Its place among the orders of the call.
    pub place: usize,
    pub wishes: Vec<Wish>,
    /// What was read of it for its share, so that who looks at it reads it once.
    pub read: Option<(Saved, Subject)>,
}

impl Task {
    /// The rows it is told at when nothing is known of it but its name.
    pub(super) fn told(&self) -> Vec<Told> {
        let own = [
            ("orderUuid", json!(self.uuid)),
            ("orderCode", json!(self.code)),
            ("businessScope", json!(self.profile.scope.code())),
        ];
        let rows: Vec<Told> = self.wishes.iter().map(|wish| wish.told.clone()).collect();
        let rows = if rows.is_empty() { vec![Told::new(self.place)] } else { rows };
        let named = |mut row: Told| {
            row.cells.extend(own.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
            row
        };
        rows.into_iter().map(named).collect()
    }

    /// The order with its figures as they are now.
    pub(super) fn taken(&mut self, conn: &mut dyn Conn, actor: &Actor) -> Result<(Saved, Subject), Refusal> {
        if let Some(read) = self.read.take() {
            return Ok(read);
        }
        let saved = self.saved(conn, actor)?;
        let subject = subject(conn, actor.org_id, &saved)?;
        Ok((saved, subject))
    }

    /// The order as it is now. Its caller was found to see it.
    fn saved(&self, conn: &mut dyn Conn, actor: &Actor) -> Result<Saved, Refusal> {
        store::of_id(conn, actor, self.profile, self.order)
    }
}

/// All orders of a batch, and the rows that name none.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub tasks: Vec<Task>,
    pub refused: Vec<Told>,
}

impl Plan {
    /// Finds what a call names.
    pub(super) fn of(conn: &mut dyn Conn, actor: &Actor, asked: &Asked) -> Result<Self, Refusal> {
        if asked.mode == Mode::Rows {
            return file::plan(conn, actor, &asked.rows);
        }
        let mut plan = orders(conn, actor, asked)?;
        match asked.mode {
            Mode::Cells => plan.tasks.iter_mut().try_for_each(|task| cells(asked, task))?,
            // An amount that cannot be read is no matter of one order.
            Mode::Share => total(asked).map(drop)?,
            _ => {}
        }
        Ok(plan)
    }
}

/// The orders of a call in their order, those its caller may not see told beside them.
fn orders(conn: &mut dyn Conn, actor: &Actor, asked: &Asked) -> Result<Plan, Refusal> {
    let uuids = asked.orders.iter().map(|one| Uuid::parse(&one.order_uuid).ok_or_else(|| bad("orders")));
    let uuids: Vec<Uuid> = uuids.collect::<Result<_, _>>()?;
    let mut select = sql::from(actor.org_id, store::TABLE);
    select
        .columns(["uuid", "id", "business_scope", "order_code"].map(|column| (store::TABLE, column)))
        .expr(Expr::case(visible_order(actor), Expr::cust("1")).finally(Expr::cust("0")))
        .and_where(sql::is_in(sql::of(store::TABLE, "uuid"), uuids.iter().cloned()));
    let mut known = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let scope: String = row.get(2)?;
        let scope = Scope::from_code(&scope).ok_or_else(|| Refusal::broken(format!("an order of scope {scope}")))?;
        known.insert(
            row.get::<String>(0)?,
            (
                row.get::<Id>(1)?,
                order::profile(scope),
                row.get::<Option<String>>(3)?.unwrap_or_default(),
                row.get::<i64>(4)? == 1,
            ),
        );
    }
    let (mut plan, mut seen) = (Plan::default(), BTreeSet::new());
    for (place, uuid) in uuids.iter().enumerate() {
        let told = || {
            let mut told = Told::new(place);
            told.cells.insert("orderUuid".to_owned(), json!(uuid.to_string()));
            told
        };
        match known.get(&uuid.to_string()) {
            None => plan.refused.push(told().bad(vec![NO_ORDER.text()])),
            Some((.., false)) => plan.refused.push(told().bad(vec![HIDDEN.text()])),
            // Named twice, it would get everything twice.
            Some((order, ..)) if !seen.insert(*order) => return Err(bad("orders")),
            Some((order, profile, code, true)) => {
                let (uuid, code) = (uuid.to_string(), code.clone());
                plan.tasks.push(Task { order: *order, uuid, code, profile, place, wishes: Vec::new(), read: None });
            }
        }
    }
    Ok(plan)
}

/// The filled cells of an order's row.
fn cells(asked: &Asked, task: &mut Task) -> Result<(), Refusal> {
    let Some(side) = asked.side()? else { return Ok(()) };
    let values = asked.orders.get(task.place).map(|one| one.values.as_slice()).unwrap_or_default();
    if values.len() > asked.items.len() {
        return Err(bad("orders"));
    }
    for (place, (item, value)) in asked.items.iter().zip(values).enumerate() {
        if value.trim().is_empty() {
            continue;
        }
        let row = match asked.by {
            By::Price => {
                let mut row = item.clone();
                row.insert("unitPrice".to_owned(), json!(value));
                row
            }
            _ => fixed(item, value),
        };
        let mut told = Told::new(task.place);
        told.cells.insert("item".to_owned(), json!(place));
        task.wishes.push(Wish { told, side, row, source: Source::Manual });
    }
    Ok(())
}

/// A line that comes to an amount, whatever its order measures.
fn fixed(charge: &Map<String, Json>, amount: &str) -> Map<String, Json> {
    let mut row = charge.clone();
    let members = [
        ("basis", json!(Basis::Manual.name())),
        ("quantity", json!("1")),
        ("amount", json!(amount)),
        ("amountFixed", json!(true)),
    ];
    row.extend(members.map(|(name, value)| (name.to_owned(), value)));
    row
}

/// What is to be shared.
fn total(asked: &Asked) -> Result<Money, Refusal> {
    let mut body = asked.charge.clone();
    body.extend(asked.amount.clone().map(|amount| ("amount".to_owned(), amount)));
    amount(&body)
}

/// Gives each order its share as a line (css.md 0.4): by what it measures at this moment, the last one with the rest. In a
/// write their charges are held before.
pub(super) fn shared(conn: &mut dyn Conn, actor: &Actor, asked: &Asked, tasks: &mut [Task]) -> Result<(), Refusal> {
    let Some(side) = asked.side()?.filter(|_| asked.mode == Mode::Share && !tasks.is_empty()) else { return Ok(()) };
    let mut weights = Vec::new();
    for task in tasks.iter_mut() {
        let saved = task.saved(conn, actor)?;
        let subject = subject(conn, actor.org_id, &saved)?;
        weights.push(asked.by.weight(&subject.measures));
        task.read = Some((saved, subject));
    }
    let shares = share(total(asked)?, &weights).map_err(|fault| match fault {
        Fault::NoWeight => Refusal::field("by", NO_WEIGHT.text()),
        Fault::Overflow => Refusal::field("amount", charge::figure::TOO_LARGE.text()),
        other => Refusal::broken(other.to_string()),
    })?;
    for (task, own) in tasks.iter_mut().zip(shares) {
        task.wishes.clear();
        if !own.is_zero() {
            let row = fixed(&asked.charge, &own.to_string());
            task.wishes.push(Wish { told: Told::new(task.place), side, row, source: Source::Shared });
        }
    }
    Ok(())
}
