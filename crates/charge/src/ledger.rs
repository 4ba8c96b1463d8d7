//! The charges of an order in its tables: what is written of them, by whom ever, leaves its sums true and a log line for
//! each side (catalogue css.md 0.9, 0.10 and 0.16). Who calls holds them first ([`finance::hold`]).

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Id, Scope, parse_day};
use platform::access::Actor;
use platform::call::Tx;
use platform::document::Document;
use platform::log::{Change, Level, LogEntry, same};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn, Value, sql};
use trade::charge::{Money, Side};

use crate::chain::DETAIL;
use crate::credit_due;
use crate::figure;
use crate::finance;
use crate::item::{self, ServiceItem};
use crate::line::{self, Charge, Line, NORMAL, PENDING, TABLE, code_of};
use crate::period;

/// Page of the charges of an order.
pub const PAGE: &str = "/css_order_charge";
/// What log lines about the income of an order are of; who may not see income sees none of them.
pub const INCOME_LOG: &str = "order_income";
/// The same of its cost.
pub const COST_LOG: &str = "order_cost";

/// Entering charges.
pub const ADD: &str = "css-charge-add";
/// Changing charges.
pub const EDIT: &str = "css-charge-edit";
/// Changing what is done.
pub const AFTER_FINISH: &str = "css-charge-after-finish";
/// Seeing what customers owe.
pub const INCOME_VIEW: &str = "css-income-view";
/// Seeing what is owed to suppliers.
pub const COST_VIEW: &str = "css-cost-view";
/// Seeing what is left.
pub const PROFIT_VIEW: &str = "css-profit-view";

/// What a column of a list needs that tells a profit: with one side beside it, it would tell the other (invariant 30).
pub const PROFIT_COLUMN: &str = "css-income-view css-cost-view css-profit-view";

/// The right to see a side.
pub const fn view_of(side: Side) -> &'static str {
    match side {
        Side::Receivable => INCOME_VIEW,
        Side::Payable => COST_VIEW,
    }
}

/// Kinds of log lines an actor may not read.
pub fn hidden_logs(actor: &Actor) -> Vec<&'static str> {
    Side::ALL.into_iter().filter(|side| !actor.has(view_of(*side))).map(log_of).collect()
}

/// Kinds of log lines about an order an actor may read.
pub fn order_logs(actor: &Actor) -> Vec<&'static str> {
    let seen = Side::ALL.into_iter().filter(|side| actor.has(view_of(*side))).map(log_of);
    std::iter::once(facts::order_log::OBJECT).chain(seen).collect()
}

/// Kind of log lines about a side.
pub const fn log_of(side: Side) -> &'static str {
    match side {
        Side::Receivable => INCOME_LOG,
        Side::Payable => COST_LOG,
    }
}

/// How the log tells a write of charges.
#[derive(Debug, Clone, Copy)]
pub struct LogLine<'a> {
    /// What kind of change it was, of [`platform::log::KINDS`].
    pub kind: &'static str,
    /// What was done, as the button says it.
    pub did: &'a str,
    /// The same in words; the name of the side stands before them.
    pub text: &'a str,
    /// How much it matters.
    pub level: Level,
}

impl<'a> LogLine<'a> {
    /// A change whose button says all there is to say.
    pub const fn of(did: &'a str) -> Self {
        Self { kind: "修改", did, text: did, level: Level::Middle }
    }
}

/// Writes the lines an order is to have in place of those it has. `did` says in the log how they came.
pub fn write(tx: &mut Tx<'_>, about: (Id, &str), of: (&[Line], &[Line]), did: &str) -> Result<(), Refusal> {
    write_told(tx, about, of, &LogLine::of(did))
}

/// The same, where the log says more of it than what was pressed.
pub fn write_told(
    tx: &mut Tx<'_>,
    (order, code): (Id, &str),
    (kept, lines): (&[Line], &[Line]),
    told: &LogLine<'_>,
) -> Result<(), Refusal> {
    let linked = with_links(kept, lines);
    let lines = linked.as_slice();
    let names = Names::of(tx, (kept, lines))?;
    let mut changes: [Vec<Change>; 2] = [Vec::new(), Vec::new()];
    let mut next = kept.iter().map(|line| line.place).max().unwrap_or_default();
    let stay: BTreeSet<Id> = lines.iter().filter_map(|line| line.id).collect();
    for line in kept.iter().filter(|line| line.id.is_some_and(|id| !stay.contains(&id))) {
        let label = label(kept, line);
        remove(tx, order, line)?;
        of_side(&mut changes, line.side).push(change(label, names.words(line), String::new()));
    }
    for line in lines {
        let was = line.id.and_then(|id| kept.iter().find(|old| old.id == Some(id)));
        match was {
            Some(was) if alike(was, line) => {}
            Some(was) => {
                update(tx, &changed(line))?;
                let words = (names.words(was), names.words(line));
                of_side(&mut changes, line.side).push(change(label(kept, line), words.0, words.1));
            }
            None => {
                next += 1;
                add(tx, order, line, next)?;
                of_side(&mut changes, line.side).push(change("新增费用".to_owned(), String::new(), names.words(line)));
            }
        }
    }
    if changes.iter().all(Vec::is_empty) {
        // Nothing differs: there is nothing to settle, and no line to leave.
        tx.no_log_line();
        return Ok(());
    }
    // Who no longer owes anything of the order stands in no line that is left.
    let gone = finance::payers(kept).difference(&finance::payers(lines)).copied().collect::<Vec<_>>();
    credit_due::coops(tx, gone)?;
    for (side, changes) in Side::ALL.into_iter().zip(changes) {
        if !changes.is_empty() {
            let text = format!("{}{}", side.name(), told.text);
            let line = entry(side, (order, code)).did(told.kind, told.did).level(told.level).text(text);
            tx.log(line.changes(changes))?;
        }
    }
    finance::settle(tx, order).map(drop)
}

/// A line that was sent back to be changed has been.
fn changed(line: &Line) -> Line {
    let mut line = line.clone();
    line.charge.cost_rejected.clear();
    line
}

/// The lines without links to income that goes, or is of another item from now on.
fn with_links(kept: &[Line], lines: &[Line]) -> Vec<Line> {
    let is_lost = |line: &Line, id: Id| {
        let stays = |one: &Line| one.id == Some(id) && one.charge.service_item_id == line.charge.service_item_id;
        kept.iter().any(|one| one.id == Some(id)) && !lines.iter().any(stays)
    };
    let settled = |line: &Line| {
        let mut line = line.clone();
        line.charge.linked_charge_id = line.charge.linked_charge_id.filter(|id| !is_lost(&line, *id));
        line
    };
    lines.iter().map(settled).collect()
}

/// A line of the log about a side of an order.
pub fn entry(side: Side, (order, code): (Id, &str)) -> LogEntry {
    let scope = code.get(..2).and_then(Scope::from_code).map_or("", Scope::code);
    LogEntry::of(log_of(side), order, code, PAGE).scope(scope).about_order(order)
}

fn of_side(changes: &mut [Vec<Change>; 2], side: Side) -> &mut Vec<Change> {
    let [income, cost] = changes;
    if side == Side::Receivable { income } else { cost }
}

/// The place of a line among those of its side, as users count them.
fn label(kept: &[Line], line: &Line) -> String {
    let own = kept.iter().filter(|old| old.side == line.side);
    let place = own.into_iter().position(|old| old.id == line.id).unwrap_or_default() + 1;
    format!("{}第{place}行", line.side.name())
}

fn change(label: String, old: String, new: String) -> Change {
    Change { field: "charges".to_owned(), label, old, new }
}

/// Whether the table holds a line as it is.
pub fn alike(was: &Line, line: &Line) -> bool {
    was.side == line.side && was.charge.values().iter().zip(&line.charge.values()).all(|(was, is)| same(was, is))
}

/// What lines name, for their words in the log.
struct Names {
    items: BTreeMap<Id, ServiceItem>,
    coops: BTreeMap<Id, facts::Coop>,
    /// Income by its place.
    income: BTreeMap<Id, String>,
}

impl Names {
    fn of(tx: &mut Tx<'_>, (kept, lines): (&[Line], &[Line])) -> Result<Self, Refusal> {
        let org = tx.org();
        let all = kept.iter().chain(lines);
        let income = kept.iter().filter(|line| line.side == Side::Receivable);
        Ok(Self {
            items: item::by_id(tx, org, all.clone().filter_map(|line| line.charge.service_item_id))?,
            coops: facts::coops(tx, org, all.filter_map(|line| line.charge.coop_id))?,
            income: income.filter_map(|line| Some((line.id?, label(kept, line)))).collect(),
        })
    }

    /// A line in words: item, partner, price and amount.
    fn words(&self, line: &Line) -> String {
        let charge = &line.charge;
        let item = charge.service_item_id.and_then(|id| self.items.get(&id));
        let coop = charge.coop_id.and_then(|id| self.coops.get(&id));
        let figure =
            |field: platform::field::Field, raw: Option<i64>| field.show(&raw.map_or(Value::Null, Value::Int), "zh-CN");
        let income = charge.linked_charge_id.and_then(|id| self.income.get(&id));
        let parts = [
            item.map(ServiceItem::full_name).unwrap_or_default(),
            coop.map(|coop| coop.name.clone()).unwrap_or_default(),
            format!("{} {}", charge.currency_code, figure(Charge::AMOUNT, charge.amount)),
            format!("{}×{}", figure(Charge::PRICE, charge.price), figure(Charge::QUANTITY, charge.quantity)),
            format!("汇率{}", figure(Charge::EXCHANGE_RATE, charge.exchange_rate)),
            charge.tax_rate.clone(),
            charge.note.clone(),
            income.map(|income| format!("代收代付{income}")).unwrap_or_default(),
        ];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

fn add(tx: &mut Tx<'_>, order: Id, line: &Line, place: i64) -> Result<(), Refusal> {
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let mut cells = vec![
        ("id", Value::Int(tx.new_id().0)),
        ("order_id", Value::Int(order.0)),
        ("kind", Value::Text(code_of(line.side).to_owned())),
        ("line", Value::Int(place)),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    cells.extend(line::cells(line));
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok(())
}

/// Writes a line over what the table holds of it.
pub fn update(tx: &mut Tx<'_>, line: &Line) -> Result<(), Refusal> {
    let Some(id) = line.id else { return Ok(()) };
    let mut cells = line::cells(line);
    cells.extend([("updated_by", Value::Int(tx.actor.user_id.0)), ("updated_at", Value::Int(tx.now.millis()))]);
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}

/// Counts anew what payments in force have taken of costs (css.md 0.15, 7): called behind every write to their details, by
/// whoever holds the charges.
pub fn count_taken(tx: &mut Tx<'_>, charges: &[Id]) -> Result<(), Refusal> {
    /// Charges of one statement.
    const AT_ONCE: usize = 5_000;
    let taken = format!(
        "(SELECT CAST(COALESCE(SUM(d.amount), 0) AS bigint) FROM {DETAIL} d WHERE d.org_id = charge.org_id \
         AND d.charge_id = charge.id AND NOT d.is_void)"
    );
    for some in charges.chunks(AT_ONCE) {
        let cells = [("updated_by", Value::Int(tx.actor.user_id.0)), ("updated_at", Value::Int(tx.now.millis()))];
        let mut update = sql::update(tx.org(), TABLE, &cells);
        update
            .value("reconciled", Expr::cust(taken.clone()))
            .value("version", Expr::cust("version + 1"))
            .and_where(sql::is_in(sql::col("id"), some.iter().copied()));
        tx.exec(&update.into())?;
    }
    Ok(())
}

fn remove(tx: &mut Tx<'_>, order: Id, line: &Line) -> Result<(), Refusal> {
    let Some(id) = line.id else { return Ok(()) };
    let mut delete = sql::delete(tx.org(), TABLE);
    delete.and_where(sql::eq("id", id)).and_where(sql::eq("order_id", order));
    tx.exec(&delete.into())?;
    Ok(())
}

/// What the moves of an order ask of its charges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Income lines that count.
    pub income: i64,
    /// Cost lines that count.
    pub cost: i64,
    /// Lines that wait for a word.
    pub pending: i64,
    /// Lines that are held: by a financial date, a debit note or a payment, or as confirmed.
    pub held: i64,
    /// Income less cost, in thousandths of the functional currency.
    pub profit: i64,
}

impl Standing {
    /// Of one order; one statement.
    pub fn of(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Self, Refusal> {
        let sum = |condition: &str, what: &str| whole(&format!("SUM(CASE WHEN {condition} THEN {what} ELSE 0 END)"));
        let counts = |side: Side| format!("state = '{NORMAL}' AND kind = '{}'", code_of(side));
        let mut select = sql::from(org, TABLE);
        select
            .expr(sum(&counts(Side::Receivable), "1"))
            .expr(sum(&counts(Side::Payable), "1"))
            .expr(sum(&format!("state = '{PENDING}'"), "1"))
            .expr(sum(
                "financial_date IS NOT NULL OR debit_note_id IS NOT NULL OR reconciled <> 0 OR cost_confirmed",
                "1",
            ))
            .expr(sum(&counts(Side::Receivable), "functional"))
            .expr(sum(&counts(Side::Payable), "functional"))
            .and_where(sql::eq("order_id", order));
        let Some(row) = conn.first(&select.into())? else { return Ok(Self::default()) };
        let of = |place: usize| row.get::<i64>(place);
        Ok(Self { income: of(0)?, cost: of(1)?, pending: of(2)?, held: of(3)?, profit: of(4)? - of(5)? })
    }
}

/// A sum as a whole number, nought of nothing: a database answers a sum of such as a decimal.
pub fn whole(sum: &str) -> Expr {
    Expr::cust(format!("CAST(COALESCE({sum}, 0) AS bigint)"))
}

/// Freezes the charges of an order that is locked: those that have no financial date get this one.
pub fn lock(tx: &mut Tx<'_>, order: Id, day: &str) -> Result<(), Refusal> {
    finance::hold(tx, order, None)?;
    period::hold(tx, parse_day(day))?;
    let mut update = sql::update(tx.org(), TABLE, &[("financial_date", Value::Text(day.to_owned()))]);
    update
        .and_where(sql::eq("order_id", order))
        .and_where(sql::eq("state", NORMAL.to_owned()))
        .and_where(sql::col("financial_date").is_null());
    tx.exec(&update.into())?;
    finance::settle(tx, order).map(drop)
}

/// Opens them again; adjustments keep their day and stay frozen.
pub fn unlock(tx: &mut Tx<'_>, order: Id) -> Result<(), Refusal> {
    finance::hold(tx, order, None)?;
    let mut dated = sql::from(tx.org(), TABLE);
    dated
        .distinct()
        .column("financial_date")
        .and_where(sql::eq("order_id", order))
        .and_where(sql::col("adjust_no").is_null())
        .and_where(sql::col("financial_date").is_not_null());
    let days = tx.query(&dated.into())?.iter().map(|row| row.get(0)).collect::<Result<Vec<String>, _>>()?;
    period::hold(tx, days.iter().filter_map(|day| parse_day(day)))?;
    let mut update = sql::update(tx.org(), TABLE, &[("financial_date", Value::Null)]);
    update.and_where(sql::eq("order_id", order)).and_where(sql::col("adjust_no").is_null());
    tx.exec(&update.into())?;
    finance::settle(tx, order).map(drop)
}

/// Takes all charges of an order away whose life ends; their sums stay in the log of each side.
pub fn clear(tx: &mut Tx<'_>, (order, code): (Id, &str), did: &str) -> Result<(), Refusal> {
    // Held before they are read, and where there are none: who enters one at this moment is waited for, or waits.
    finance::hold(tx, order, None)?;
    let org = tx.org();
    let lines = line::of_order(tx, org, order)?;
    if lines.is_empty() {
        return Ok(());
    }
    write(tx, (order, code), (&lines, &[]), did)
}

/// The lines whose quantity does not follow the order any more, as they would follow it, with those that their cards rate
/// anew. Frozen lines, typed ones and those of a side that is finished stay. What a percentage is of are all lines of its
/// side, those that stay among them.
pub fn following(
    lines: &[Line],
    rated: &[Line],
    around: &figure::Around<'_>,
    is_closed: impl Fn(Side) -> bool,
) -> Vec<Line> {
    let follows = |line: &Line| {
        line.counts()
            && !line.is_held()
            && !line.charge.quantity_typed
            && (line.charge.card_id.is_none() || line.is_percentage())
            && !is_closed(line.side)
    };
    let anew = |line: &Line| rated.iter().find(|made| made.id == line.id);
    let begun = |line: &Line| anew(line).cloned().unwrap_or_else(|| Line { derives: follows(line), ..line.clone() });
    let mut made: Vec<Line> = lines.iter().map(begun).collect();
    let mut faults = kernel::Findings::new();
    let stands = |line: &Line| !follows(line) && anew(line).is_none();
    figure::figures(&mut made, around, stands, |place, _| place.to_string(), &mut faults);
    let differs = |made: &Line, was: &Line| anew(was).is_some() || made.charge.quantity != was.charge.quantity;
    // What can't be made of the new figure stays as it was.
    let is_made = |place: usize| faults.at(&place.to_string()).next().is_none();
    let both = made.into_iter().zip(lines).enumerate();
    let both = both.filter(|(place, (made, was))| is_made(*place) && differs(made, was));
    both.map(|(_, (made, _))| made).collect()
}

/// An amount of the table as it travels.
pub fn money_text(raw: i64, currency: trade::charge::Currency) -> String {
    Money::of_thousandths(raw, currency).map_or_else(|_| kernel::format_scaled(raw, 3, 3), |money| money.to_string())
}
