//! Rows that are open in foreign currencies at the end of a month: of notes, payments and advances, as they stood on that day,
//! whatever settled them since.

use std::collections::BTreeMap;

use book::posting::Purse;
use charge::chain::{IN_FORCE, NOTE, NOTE_ROW, PAYMENT, PROCESSING};
use kernel::Id;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order, SelectStatement, UnionType};
use platform::store::sql::JoinType;
use platform::store::{Conn, Row, sql};
use settle::{advance, fund};

use super::{Line, OF_ADVANCES, OF_NOTES, OF_PAYMENTS};

const COOP: &str = "coop";
const ORDER: &str = "freight_order";
const LINE: &str = "write_off_line";
const WRITE_OFF: &str = "write_off";
/// The sides, as they are stored.
const INCOME: &str = "RECEIVABLE";
const COST: &str = "PAYABLE";

/// What the readers share.
pub(super) struct Ground<'a> {
    pub org: i64,
    pub purse: Purse,
    /// Rates that were typed, by currency.
    pub typed: &'a BTreeMap<String, i64>,
    /// 挂账依据 by invoice, else by lock.
    pub by_invoice: bool,
    /// The last day of the month.
    pub last: String,
}

impl Ground<'_> {
    /// What was settled until the last day: a sum of those lines of write-offs that are of a row.
    fn settled(&self, column: &str, side: &str, is_of: &str) -> Expr {
        Expr::cust(format!(
            "(SELECT CAST(COALESCE(SUM(l.{column}), 0) AS BIGINT) FROM {LINE} l \
             JOIN {WRITE_OFF} w ON w.org_id = l.org_id AND w.id = l.write_off_id \
             WHERE l.side = '{side}' AND NOT l.is_reversed AND w.write_off_date <= '{}' AND {is_of})",
            self.last
        ))
    }

    /// What stands in the books of a row: what was invoiced of it until the last day, or what of its charges was locked for a
    /// day until then.
    fn posted(&self, side: &str, row: &str, charges: &str) -> Expr {
        Expr::cust(if self.by_invoice {
            invoiced(side, row, &self.last)
        } else {
            format!("({charges} AND c.state = 'NORMAL' AND c.financial_date <= '{}')", self.last)
        })
    }

    /// Documents that are open now, or were settled behind the last day.
    fn documents(&self, table: &'static str, open: &'static str, side: &str) -> SelectStatement {
        let mut later = sql::from(self.org, WRITE_OFF);
        later
            .column((WRITE_OFF, "id"))
            .and_where(sql::of_eq(WRITE_OFF, "side", side.to_owned()))
            .and_where(sql::of(WRITE_OFF, "write_off_date").gt(sql::value(self.last.clone())));
        let mut settled = sql::from(self.org, LINE);
        settled
            .column((LINE, "document_id"))
            .and_where(sql::of_eq(LINE, "side", side.to_owned()))
            .and_where(sql::of_eq(LINE, "is_reversed", false))
            .and_where(sql::of(LINE, "write_off_id").in_subquery(later));
        let mut ids = sql::from(self.org, table);
        ids.column((table, "id"))
            .and_where(sql::of_eq(table, "state", IN_FORCE.to_owned()))
            .and_where(sql::of(table, open).ne(sql::value(0_i64)))
            .union(UnionType::Distinct, settled);
        ids
    }

    fn foreign(&self, table: &'static str) -> Expr {
        sql::of(table, "currency_code").ne(sql::value(self.purse.own.code().to_owned()))
    }
}

/// What invoices until a day cover of a row.
pub(in crate::period) fn invoiced(side: &str, row: &str, last: &str) -> String {
    format!(
        "(SELECT CAST(COALESCE(SUM(a.amount), 0) AS BIGINT) FROM invoice_allocation a \
         JOIN invoice i ON i.org_id = a.org_id AND i.id = a.invoice_id \
         WHERE a.org_id = {row}.org_id AND a.side = '{side}' AND a.row_id = {row}.id \
         AND i.state <> 'REMOVED' AND i.invoice_date <= '{last}')"
    )
}

/// What a row stands at on the last day.
struct Stand {
    amount: i64,
    functional: i64,
    settled: i64,
    carried: i64,
    posted: i64,
    rate: i64,
}

impl Stand {
    /// What is open of it, and of that what stands in the books: no more than is open, and nothing of the other sign.
    fn open(&self, purse: Purse, currency: &str) -> Result<(i64, i64, i64, i64), Refusal> {
        let (open, functional) = (self.amount - self.settled, self.functional - self.carried);
        let stands = self.posted - self.settled;
        let posted = if stands.signum() != open.signum() {
            0
        } else if stands.abs() < open.abs() {
            stands
        } else {
            open
        };
        let worth = if posted == open { functional } else { purse.worth(posted, currency, self.rate)? };
        Ok((open, functional, posted, worth))
    }
}

/// A line of what both sides read alike: id, currency, amount, functional, rate, number, partner, his name and company, scope,
/// order, and what was settled, carried and posted until the last day. None where nothing is open.
fn line(ground: &Ground<'_>, sort: usize, row: &Row) -> Result<Option<Line>, Refusal> {
    let stand = Stand {
        amount: row.get(2)?,
        functional: row.get(3)?,
        rate: row.get(4)?,
        settled: row.get(11)?,
        carried: row.get(12)?,
        posted: row.get(13)?,
    };
    let currency: String = row.get(1)?;
    let (open, functional, posted_open, posted_functional) = stand.open(ground.purse, &currency)?;
    if open == 0 {
        return Ok(None);
    }
    let scope: String = row.get(9)?;
    Ok(Some(Line {
        sort,
        number: row.get(5)?,
        order_code: row.get::<Option<String>>(10)?.unwrap_or_default(),
        coop: row.get(6)?,
        coop_name: row.get(7)?,
        internal: row.get::<Option<i64>>(8)?.is_some(),
        scope: if scope == "ZH" { String::new() } else { scope },
        currency,
        open,
        functional,
        posted_open,
        posted_functional,
        account: None,
    }))
}

fn lines(conn: &mut dyn Conn, ground: &Ground<'_>, sort: usize, select: SelectStatement) -> Result<Vec<Line>, Refusal> {
    let rows = conn.query(&select.into())?;
    rows.iter().filter_map(|row| line(ground, sort, row).transpose()).collect()
}

/// Rows of debit notes.
pub(super) fn notes(conn: &mut dyn Conn, ground: &Ground<'_>) -> Result<Vec<Line>, Refusal> {
    let of_row = "l.org_id = debit_note_row.org_id AND l.row_id = debit_note_row.id";
    let charges = "SELECT CAST(COALESCE(SUM(c.amount), 0) AS BIGINT) FROM charge c \
                   WHERE c.org_id = debit_note_row.org_id AND c.debit_note_id = debit_note_row.note_id \
                   AND c.currency_code = debit_note_row.currency_code";
    let mut select = sql::from(ground.org, NOTE_ROW);
    select
        .columns(["id", "currency_code", "amount", "functional", "exchange_rate"].map(|column| (NOTE_ROW, column)))
        .columns(["note_num", "coop_id"].map(|column| (NOTE, column)))
        .columns(["coop_name", "bound_org_id"].map(|column| (COOP, column)))
        .columns([(NOTE, "business_scope"), (ORDER, "order_code")])
        .exprs([ground.settled("amount", INCOME, of_row), ground.settled("carrying", INCOME, of_row)])
        .expr(ground.posted(INCOME, NOTE_ROW, charges))
        .join(JoinType::InnerJoin, NOTE, sql::same_org(NOTE, NOTE_ROW, "note_id"))
        .join(JoinType::InnerJoin, COOP, sql::same_org(COOP, NOTE, "coop_id"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .and_where(sql::of(NOTE, "id").in_subquery(ground.documents(NOTE, "functional_open", INCOME)))
        .and_where(sql::of_eq(NOTE, "state", IN_FORCE.to_owned()))
        .and_where(sql::of(NOTE, "note_date").lte(sql::value(ground.last.clone())))
        .and_where(ground.foreign(NOTE_ROW))
        .order_by((NOTE, "note_num"), Order::Asc)
        .order_by((NOTE_ROW, "currency_code"), Order::Asc);
    lines(conn, ground, OF_NOTES, select)
}

/// Payments, whose details are all of their currency.
pub(super) fn payments(conn: &mut dyn Conn, ground: &Ground<'_>) -> Result<Vec<Line>, Refusal> {
    let of_payment = "l.org_id = payment.org_id AND l.document_id = payment.id";
    let charges = "SELECT CAST(COALESCE(SUM(d.amount), 0) AS BIGINT) FROM payment_detail d \
                   JOIN charge c ON c.org_id = d.org_id AND c.id = d.charge_id \
                   WHERE d.org_id = payment.org_id AND d.payment_id = payment.id AND NOT d.is_void";
    let mut select = sql::from(ground.org, PAYMENT);
    select
        .columns(["id", "currency_code", "amount", "functional", "exchange_rate"].map(|column| (PAYMENT, column)))
        .columns(["payment_num", "coop_id"].map(|column| (PAYMENT, column)))
        .columns(["coop_name", "bound_org_id"].map(|column| (COOP, column)))
        .column((PAYMENT, "business_scope"))
        .expr(Expr::cust("''"))
        .exprs([ground.settled("amount", COST, of_payment), ground.settled("carrying", COST, of_payment)])
        .expr(ground.posted(COST, PAYMENT, charges))
        .join(JoinType::InnerJoin, COOP, sql::same_org(COOP, PAYMENT, "coop_id"))
        .and_where(sql::of(PAYMENT, "id").in_subquery(ground.documents(PAYMENT, "open_amount", COST)))
        .and_where(sql::is_in(sql::of(PAYMENT, "state"), [IN_FORCE, PROCESSING].map(ToOwned::to_owned)))
        .and_where(sql::of(PAYMENT, "payment_date").lte(sql::value(ground.last.clone())))
        .and_where(ground.foreign(PAYMENT))
        .order_by((PAYMENT, "payment_num"), Order::Asc);
    lines(conn, ground, OF_PAYMENTS, select)
}

/// Locked charges, or what of them, that stood on no note or payment yet: by lock they stand in the books all the same.
pub(super) fn unbilled(conn: &mut dyn Conn, ground: &Ground<'_>) -> Result<Vec<Line>, Refusal> {
    const CHARGE: &str = charge::line::TABLE;
    let last = &ground.last;
    let taken = |column: &str| {
        format!(
            "(CASE WHEN charge.kind = '{INCOME}' THEN (SELECT CAST(COUNT(*) AS BIGINT) * charge.{column} FROM {NOTE} n \
             WHERE n.org_id = charge.org_id AND n.id = charge.debit_note_id AND n.note_date <= '{last}') \
             ELSE (SELECT CAST(COALESCE(SUM(d.{column}), 0) AS BIGINT) FROM payment_detail d \
             JOIN {PAYMENT} p ON p.org_id = d.org_id AND p.id = d.payment_id WHERE d.org_id = charge.org_id \
             AND d.charge_id = charge.id AND NOT d.is_void AND p.payment_date <= '{last}') END)"
        )
    };
    let mut select = sql::from(ground.org, CHARGE);
    select
        .columns(["kind", "currency_code", "amount", "functional", "coop_id"].map(|column| (CHARGE, column)))
        .columns([(COOP, "coop_name"), (COOP, "bound_org_id"), (ORDER, "business_scope"), (ORDER, "order_code")])
        .exprs(["amount", "functional"].map(|column| Expr::cust(taken(column))))
        .join(JoinType::InnerJoin, COOP, sql::same_org(COOP, CHARGE, "coop_id"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, CHARGE, "order_id"))
        .and_where(sql::of_eq(CHARGE, "state", charge::line::NORMAL.to_owned()))
        .and_where(sql::of(CHARGE, "financial_date").is_not_null())
        .and_where(sql::of(CHARGE, "financial_date").lte(sql::value(last.clone())))
        .and_where(ground.foreign(CHARGE))
        .and_where(Expr::cust(format!("charge.amount <> {}", taken("amount"))))
        .order_by((CHARGE, "id"), Order::Asc);
    let read = |row: &Row| {
        let open = row.get::<i64>(2)? - row.get::<i64>(9)?;
        let functional = row.get::<i64>(3)? - row.get::<i64>(10)?;
        Ok(Line {
            sort: if row.get::<String>(0)? == INCOME { OF_NOTES } else { OF_PAYMENTS },
            number: String::new(),
            order_code: row.get(8)?,
            coop: row.get(4)?,
            coop_name: row.get(5)?,
            internal: row.get::<Option<i64>>(6)?.is_some(),
            scope: row.get(7)?,
            currency: row.get(1)?,
            open,
            functional,
            posted_open: open,
            posted_functional: functional,
            account: None,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// What write-offs used of an advance, and what went back of it, behind the last day.
fn later(last: &str) -> [Expr; 2] {
    let used = format!(
        "(SELECT CAST(COALESCE(SUM(w.money), 0) AS BIGINT) FROM {WRITE_OFF} w WHERE w.org_id = advance.org_id \
         AND w.advance_id = advance.id AND w.state = 'VALID' AND w.write_off_date > '{last}')"
    );
    let refunded = format!(
        "(SELECT CAST(COALESCE(SUM(ABS(m.amount)), 0) AS BIGINT) FROM fund_movement m WHERE m.org_id = advance.org_id \
         AND m.source = 'advance' AND m.source_id = advance.id AND m.kind = 'REFUND' AND m.movement_date > '{last}')"
    );
    [Expr::cust(used), Expr::cust(refunded)]
}

/// What was taken until the last day of what advances are carried at, each with its currency and its rate: of those that had
/// something left then, so that no part took the rest of one.
fn taken(
    conn: &mut dyn Conn,
    ground: &Ground<'_>,
    advances: &BTreeMap<Id, (String, i64)>,
) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut sums: BTreeMap<Id, i64> = BTreeMap::new();
    if advances.is_empty() {
        return Ok(sums);
    }
    let mut used = sql::from(ground.org, WRITE_OFF);
    used.columns(["advance_id", "money_functional", "small", "exchange_rate", "currency_code"])
        .and_where(sql::is_in(sql::col("advance_id"), advances.keys().copied()))
        .and_where(sql::eq("state", "VALID".to_owned()))
        .and_where(sql::col("write_off_date").lte(sql::value(ground.last.clone())));
    for row in conn.query(&used.into())? {
        // What closed a row as a small difference took nothing of the advance.
        let small = ground.purse.worth(row.get(2)?, &row.get::<String>(4)?, row.get(3)?)?;
        *sums.entry(row.get(0)?).or_default() += row.get::<i64>(1)? - small;
    }
    let mut back = sql::from(ground.org, fund::TABLE);
    back.columns(["source_id", "amount"])
        .and_where(sql::eq("source", advance::TABLE.to_owned()))
        .and_where(sql::eq("kind", fund::REFUND.to_owned()))
        .and_where(sql::is_in(sql::col("source_id"), advances.keys().copied()))
        .and_where(sql::col("movement_date").lte(sql::value(ground.last.clone())));
    for row in conn.query(&back.into())? {
        let id: Id = row.get(0)?;
        if let Some((currency, rate)) = advances.get(&id) {
            *sums.entry(id).or_default() += ground.purse.worth(row.get::<i64>(1)?.saturating_abs(), currency, *rate)?;
        }
    }
    Ok(sums)
}

/// Advances and deposits; all of them stand in the books.
pub(super) fn advances(conn: &mut dyn Conn, ground: &Ground<'_>) -> Result<Vec<Line>, Refusal> {
    const ADVANCE: &str = advance::TABLE;
    let mut select = sql::from(ground.org, ADVANCE);
    select
        .columns(["kind", "advance_num", "currency_code", "exchange_rate"].map(|column| (ADVANCE, column)))
        .columns(["open_amount", "functional", "functional_used", "coop_id"].map(|column| (ADVANCE, column)))
        .columns(["coop_name", "bound_org_id"].map(|column| (COOP, column)))
        .exprs(later(&ground.last))
        .column((ADVANCE, "id"))
        .join(JoinType::InnerJoin, COOP, sql::same_org(COOP, ADVANCE, "coop_id"))
        .and_where(sql::of(ADVANCE, "state").ne(sql::value(advance::VOID.to_owned())))
        .and_where(sql::of(ADVANCE, "advance_date").lte(sql::value(ground.last.clone())))
        .and_where(ground.foreign(ADVANCE))
        .order_by((ADVANCE, "advance_num"), Order::Asc);
    let mut found = Vec::new();
    let rows = conn.query(&select.into())?;
    let since = |row: &Row| Ok::<_, Refusal>(row.get::<i64>(10)? + row.get::<i64>(11)?);
    let mut touched = BTreeMap::new();
    for row in &rows {
        if since(row)? != 0 {
            touched.insert(row.get::<Id>(12)?, (row.get::<String>(2)?, row.get::<i64>(3)?));
        }
    }
    let before = taken(conn, ground, &touched)?;
    for row in &rows {
        let (kind, currency): (String, String) = (row.get(0)?, row.get(2)?);
        let left: i64 = row.get(4)?;
        let since = since(row)?;
        let open = left + since;
        let place = advance::KINDS.iter().position(|one| one.value == kind);
        let Some(place) = place.filter(|_| open != 0) else { continue };
        // What was carried of it on that day, to the cent: its last part takes the rest whenever it comes.
        let gone = if since == 0 { row.get::<i64>(6)? } else { before.get(&row.get(12)?).copied().unwrap_or_default() };
        let functional = row.get::<i64>(5)? - gone;
        found.push(Line {
            sort: OF_ADVANCES + place,
            number: row.get(1)?,
            order_code: String::new(),
            coop: row.get::<Option<Id>>(7)?,
            coop_name: row.get(8)?,
            internal: row.get::<Option<i64>>(9)?.is_some(),
            scope: String::new(),
            currency,
            open,
            functional,
            posted_open: open,
            posted_functional: functional,
            account: None,
        });
    }
    Ok(found)
}
