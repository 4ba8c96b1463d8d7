//! Giving a number to an order, and taking it back (rules of the master number on an order).

use facts::master::Master;
use kernel::{Findings, Id};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use sea_query::{Expr, ExprTrait};

use crate::number::mend;
use crate::row::{AwbRow, By, State, change, find, find_id, note};
use crate::{blacklist, lookup, messages};

/// Field of the order that findings point at.
const FIELD: &str = "awbNumber";
/// Times the giving is tried anew when the row changed in between.
const TRIES: usize = 8;

/// What an order says about the number it wants.
#[derive(Debug, Clone, Default)]
pub struct OrderFacts {
    /// The order; none while it is not saved.
    pub order_id: Option<Id>,
    /// Its code; empty while it is not saved.
    pub order_code: String,
    /// Its customer.
    pub coop_id: Option<Id>,
    /// Station it starts from.
    pub departure_station: String,
    /// The number as typed.
    pub awb_number: String,
}

/// What the stock can give for a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// A row that is there.
    Row(Box<AwbRow>),
    /// A row to be made: the number is not in the stock, but the org has one source it trusts.
    Fresh {
        /// The number.
        awb_number: String,
        /// The source.
        source_coop_id: Id,
    },
}

/// A number given to an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assigned {
    /// Row of the stock.
    pub awb_id: Id,
    /// `999-99999999`.
    pub awb_number: String,
    /// Partner the number came from.
    pub source_coop_id: Option<Id>,
    /// Codes of the other orders that have it.
    pub shared_with: Vec<String>,
}

/// Looks whether an order may have a number; what is against it goes into the findings.
pub fn check(
    conn: &mut dyn Conn,
    (org, user, today): (i64, Id, &str),
    order: &OrderFacts,
    findings: &mut Findings,
) -> Result<Option<Given>, Refusal> {
    let Some(number) = mend(&order.awb_number) else {
        findings.error(FIELD, trade::waybill_number::MASTER_WRONG.text());
        return Ok(None);
    };
    let prefix = number.get(..3).unwrap_or_default();
    if lookup::carrier_of_prefix(conn, org, prefix)?.is_none() {
        findings.error(FIELD, messages::NO_CARRIER.with(&[("prefix", prefix)]));
        return Ok(None);
    }
    let row = find(conn, org, &number)?;
    let is_own = |row: &AwbRow| !order.order_code.is_empty() && row.codes().contains(&order.order_code.as_str());
    let own = row.as_ref().is_some_and(is_own);
    // An order keeps the number it has; what the blacklist says of it is said when it is printed.
    if let Some(entry) = if own { None } else { blacklist::hit(conn, org, &number, today)? } {
        findings.error(FIELD, entry.text());
        return Ok(None);
    }
    let Some(row) = row else {
        let source = lookup::default_source(conn, org)?;
        if source.is_none() {
            findings.error(FIELD, messages::NOT_IN_STOCK.text());
        }
        return Ok(source.map(|source_coop_id| Given::Fresh { awb_number: number, source_coop_id }));
    };
    match row.state_on(today) {
        _ if own => {}
        _ if !row.expire_date.is_empty() && row.expire_date.as_str() < today => {
            findings.error(FIELD, messages::EXPIRED.with(&[("day", &row.expire_date)]));
        }
        State::Unused => {}
        State::Reserved => {
            let for_coop = row.reserved_coop_id.is_some() && row.reserved_coop_id == order.coop_id;
            if !for_coop && row.reserved_user_id != Some(user) {
                let name = reserved_name(conn, org, &row)?;
                findings.error(FIELD, messages::RESERVED.with(&[("coop", &name)]));
            }
        }
        State::Locked => findings.error(FIELD, messages::LOCKED.text()),
        State::Allocated => {
            let codes = row.codes().join("、");
            findings.confirm(FIELD, messages::SHARED.with(&[("codes", &codes)]));
        }
        State::Used => findings.error(FIELD, messages::USED.text()),
        State::Void => findings.error(FIELD, messages::VOID.text()),
    }
    Ok(Some(Given::Row(Box::new(row))))
}

/// Gives a number to a saved order, in the order's transaction.
pub fn assign(tx: &mut Tx<'_>, order: &OrderFacts, confirmed: &[String]) -> Result<Assigned, Refusal> {
    let by = By::tx(tx);
    let today = by.today();
    for _ in 0..TRIES {
        let mut findings = Findings::new();
        let given = check(tx, (by.org, by.user_id, &today), order, &mut findings)?;
        Refusal::unless_clean(&findings, confirmed)?;
        let row = match given {
            Some(Given::Row(row)) => *row,
            Some(Given::Fresh { awb_number, source_coop_id }) => register(tx, &by, &awb_number, source_coop_id)?,
            None => return Err(Refusal::broken("the stock gave nothing and said nothing")),
        };
        if let Some(assigned) = allocate(tx, &by, &row, order)? {
            return Ok(assigned);
        }
    }
    Err(Refusal::Stale(nothing()))
}

fn nothing() -> serde_json::Value {
    serde_json::Value::Null
}

fn allocate(conn: &mut dyn Conn, by: &By<'_>, row: &AwbRow, order: &OrderFacts) -> Result<Option<Assigned>, Refusal> {
    let shared_with: Vec<String> =
        row.codes().into_iter().filter(|code| *code != order.order_code).map(ToOwned::to_owned).collect();
    let assigned = Assigned {
        awb_id: row.id,
        awb_number: row.awb_number.clone(),
        source_coop_id: row.source_coop_id,
        shared_with: shared_with.clone(),
    };
    if row.codes().contains(&order.order_code.as_str()) {
        return Ok(Some(assigned));
    }
    let mut codes = shared_with;
    codes.push(order.order_code.clone());
    let cells = [
        ("state", State::Allocated.code().into_value()),
        ("order_id", row.order_id.or(order.order_id).into_value()),
        ("order_codes", codes.join(",").into_value()),
    ];
    if !change(conn, by, row, &cells)? {
        return Ok(None);
    }
    note(conn, by, row.id, ("配单", &order.order_code))?;
    Ok(Some(assigned))
}

/// Makes the row of a number the org had not registered.
fn register(conn: &mut dyn Conn, by: &By<'_>, awb_number: &str, source: Id) -> Result<AwbRow, Refusal> {
    let id = by.mint.next(by.now);
    let (prefix, serial) = awb_number.split_once('-').unwrap_or_default();
    let carrier = lookup::carrier_of_prefix(conn, by.org, prefix)?;
    let cells = [
        ("id", id.into_value()),
        ("version", Value::Int(1)),
        ("awb_number", awb_number.into_value()),
        ("prefix", prefix.into_value()),
        ("serial", serial.into_value()),
        ("generation", Value::Int(1)),
        ("carrier_code", carrier.into_value()),
        ("state", State::Unused.code().into_value()),
        ("source_type", "一级代理".into_value()),
        ("source_coop_id", source.into_value()),
        ("kind", "中性".into_value()),
        ("returned", Value::Bool(false)),
        ("created_by", by.user_id.into_value()),
        ("created_at", by.now.into_value()),
        ("updated_by", by.user_id.into_value()),
        ("updated_at", by.now.into_value()),
    ];
    conn.exec(&sql::insert(by.org, "awb", &cells).into())?;
    note(conn, by, id, ("登记", "配单时登记"))?;
    find_id(conn, by.org, id)?.ok_or_else(|| Refusal::broken("a new number is not there"))
}

fn reserved_name(conn: &mut dyn Conn, org: i64, row: &AwbRow) -> Result<String, Refusal> {
    match (row.reserved_coop_id, row.reserved_user_id) {
        (Some(coop), _) => lookup::coop_name(conn, org, coop),
        (None, Some(user)) => lookup::user_name(conn, org, user),
        (None, None) => Ok(String::new()),
    }
}

/// Refuses while the form of a master is finished.
pub fn need_unfinished_form(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<(), Refusal> {
    let mut select = sql::from(org, "awb_print");
    select.column("id").and_where(form_of(master)).and_where(sql::eq("state", "DONE"));
    if conn.first(&select.into())?.is_some() { Err(Refusal::business(messages::FORM_DONE)) } else { Ok(()) }
}

/// The form of a master itself, not those of its houses.
fn form_of(master: &Master) -> Expr {
    master.is().and(sql::eq("kind", 0i64))
}

/// Takes a number back from an order: free again, or void with a reason, unless other orders share it.
/// The draft of its master form goes with it; a finished form forbids it.
pub fn release(
    conn: &mut dyn Conn,
    by: &By<'_>,
    awb_id: Id,
    order_code: &str,
    void_reason: Option<&str>,
) -> Result<(), Refusal> {
    for _ in 0..TRIES {
        let Some(row) = find_id(conn, by.org, awb_id)? else { return Ok(()) };
        need_unfinished_form(conn, by.org, &row.master)?;
        let left: Vec<&str> = row.codes().into_iter().filter(|code| *code != order_code).collect();
        let mut cells = vec![("order_codes", left.join(",").into_value()), ("order_id", Value::Null)];
        if left.is_empty() && row.state == State::Allocated {
            let state = if void_reason.is_some() { State::Void } else { State::Unused };
            cells.push(("state", state.code().into_value()));
            cells.push(("void_reason", void_reason.map(ToOwned::to_owned).into_value()));
            for column in ["reserved_coop_id", "reserved_user_id", "reserved_until", "reserved_at"] {
                cells.push((column, Value::Null));
            }
        }
        let next = left.first().map(|code| (*code).to_owned());
        if change(conn, by, &row, &cells)? {
            let action = match (&next, void_reason) {
                (Some(next), _) => {
                    hand_form_over(conn, by.org, &row.master, (order_code, next))?;
                    "卸载，由其他订单继续使用"
                }
                (None, Some(_)) => "卸载作废",
                (None, None) => "卸载退回库存",
            };
            if next.is_none() {
                drop_draft(conn, by.org, &row.master)?;
            }
            return note(conn, by, row.id, (action, order_code));
        }
    }
    Err(Refusal::Stale(nothing()))
}

/// The master form of a number that other orders keep belongs to one of them from now on.
fn hand_form_over(conn: &mut dyn Conn, org: i64, master: &Master, (from, to): (&str, &str)) -> Result<(), Refusal> {
    let mut of = |code: &str| -> Result<Option<Id>, Refusal> {
        let mut select = sql::from(org, "freight_order");
        select.column("id").and_where(sql::eq("order_code", code));
        conn.first(&select.into())?.map(|row| Ok(row.get(0)?)).transpose()
    };
    let (Some(from), Some(to)) = (of(from)?, of(to)?) else { return Ok(()) };
    let mut forms = sql::update(org, "awb_print", &[("order_id", to.into_value())]);
    forms.and_where(form_of(master)).and_where(sql::eq("order_id", from));
    conn.exec(&forms.into())?;
    Ok(())
}

/// The draft of a master form goes with its number, unless it is of no order; one that was finished meanwhile is in
/// the way.
fn drop_draft(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<(), Refusal> {
    let mut forms = sql::delete(org, "awb_print");
    forms.and_where(form_of(master)).and_where(sql::eq("state", "DRAFT")).and_where(sql::col("order_id").is_not_null());
    conn.exec(&forms.into())?;
    need_unfinished_form(conn, org, master)
}

/// A departure was reported: the number is used. Void numbers stay void.
pub fn mark_used(conn: &mut dyn Conn, by: &By<'_>, awb_number: &str, why: &str) -> Result<(), Refusal> {
    for _ in 0..TRIES {
        let Some(row) = find(conn, by.org, awb_number)? else { return Ok(()) };
        if matches!(row.state, State::Used | State::Void) {
            return Ok(());
        }
        if change(conn, by, &row, &[("state", State::Used.code().into_value())])? {
            return note(conn, by, row.id, ("使用", why));
        }
    }
    Err(Refusal::Stale(nothing()))
}
