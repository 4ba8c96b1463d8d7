//! Values of dictionaries: those of the platform, each hidden by the company's own of the same value; and which columns
//! hold them, as the declared fields say.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use kernel::{Id, Msg};
use sea_query::{Expr, ExprTrait, SelectStatement, UnionType};

use crate::PLATFORM_ORG;
use crate::call::Tx;
use crate::document::other_than;
use crate::field::{Field, Kind};
use crate::list::Cells;
use crate::refusal::Refusal;
use crate::store::{Cell, Conn, Value, sql};

/// Their table.
pub const TABLE: &str = "category";
/// What tells one value from another; a company's own of the same hides the platform's, be it active or not.
pub const NAMING: [&str; 2] = ["category_type", "value"];
/// How many rows hold a value; nothing where no declared field names its list.
pub(crate) const USED: Field = Field::int("使用次数", "Used").column("used_count");
const IN_USE: Msg = Msg::new(
    "dictionary.used",
    "该值已被{n}条数据使用，不能删除，请停用",
    "{n} records use this value; it can't be deleted. Disable it instead.",
);

/// The values a company has, of all lists, active or not.
pub fn values(org: i64) -> SelectStatement {
    sql::overlaid(org, TABLE, &NAMING)
}

/// Whether a company has another value of a list, beside the one of an id, that is such a one.
pub fn has_other(tx: &mut Tx<'_>, (list, id): (i64, Id), which: Expr) -> Result<bool, Refusal> {
    let org = tx.org();
    let mut select = values(org);
    select
        .column("id")
        .and_where(sql::is_in(sql::of(TABLE, "org_id"), [org, PLATFORM_ORG]))
        .and_where(sql::eq("category_type", list))
        .and_where(which)
        .and_where(other_than(id))
        .limit(1);
    Ok(tx.first(&select.into())?.is_some())
}

/// Whether a value is of the platform, as it came or as the company changed it.
pub fn is_of_platform() -> Expr {
    let mut known = sea_query::Query::select();
    known.expr(Expr::cust("1")).from_as(TABLE, "platform_value").and_where(sql::of_eq(
        "platform_value",
        "org_id",
        PLATFORM_ORG,
    ));
    for column in NAMING {
        known.and_where(sql::of("platform_value", column).equals((TABLE, column)));
    }
    Expr::exists(known)
}

/// A column that holds values of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// Its table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// Number of the list.
    pub list: u32,
}

impl Use {
    /// Those of a table, as its fields are declared.
    pub fn of<'a>(table: &'static str, fields: impl IntoIterator<Item = &'a Field>) -> Vec<Self> {
        let named = fields.into_iter().filter_map(|field| match field.kind {
            Kind::Dictionary(list) => Some(Self { table, column: field.column, list }),
            _ => None,
        });
        named.collect()
    }
}

/// All columns of a product, kept as long as the program lives: they are the same for every registry of the same rooms.
pub(crate) fn kept(uses: BTreeSet<Use>) -> &'static [Use] {
    static KEPT: Mutex<BTreeSet<&'static [Use]>> = Mutex::new(BTreeSet::new());
    let uses: Vec<Use> = uses.into_iter().collect();
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(uses.as_slice()) {
        return known;
    }
    let lasting: &'static [Use] = Box::leak(uses.into_boxed_slice());
    kept.insert(lasting);
    lasting
}

/// A value: the number of its list, and what is stored.
type Named = (i64, String);

/// How many rows of a company hold each value, by one statement for each table; nobody's company is the platform, which
/// asks about all of them. What nothing holds is left out.
fn counted(conn: &mut dyn Conn, (org, uses): (i64, &[Use]), values: &[Named]) -> Result<BTreeMap<Named, i64>, Refusal> {
    let mut tables: BTreeMap<&str, SelectStatement> = BTreeMap::new();
    for one in uses {
        let held: Vec<String> =
            values.iter().filter(|named| is_of(one, named)).map(|(_, value)| value.clone()).collect();
        if held.is_empty() {
            continue;
        }
        let mut part = if org == PLATFORM_ORG { sql::from_global(one.table) } else { sql::from(org, one.table) };
        part.expr(Expr::cust(format!("CAST({} AS bigint)", one.list)))
            .column((one.table, one.column))
            .expr(Expr::cust("COUNT(*)"))
            .and_where(sql::is_in(sql::of(one.table, one.column), held))
            .group_by_col((one.table, one.column));
        match tables.get_mut(one.table) {
            Some(whole) => _ = whole.union(UnionType::All, part),
            None => _ = tables.insert(one.table, part),
        }
    }
    let mut counts = BTreeMap::new();
    for statement in tables.into_values() {
        for row in conn.query(&statement.into())? {
            *counts.entry((row.get(0)?, row.get(1)?)).or_default() += row.get::<i64>(2)?;
        }
    }
    Ok(counts)
}

fn is_of(one: &Use, (list, _): &Named) -> bool {
    i64::from(one.list) == *list
}

/// Fills the column that tells how many rows hold a value.
pub(crate) fn fill_used(
    conn: &mut dyn Conn,
    (org, uses): (i64, &[Use]),
    rows: &mut [Cells<'_>],
) -> Result<(), Refusal> {
    let named = |row: &Cells<'_>| -> Result<Named, Refusal> {
        Ok((i64::from_value(row.value("categoryType"))?, String::from_value(row.value("value"))?))
    };
    let values = rows.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    let counts = counted(conn, (org, uses), &values)?;
    for (row, named) in rows.iter_mut().zip(&values) {
        if uses.iter().any(|one| is_of(one, named)) {
            row.set(&USED.name(), Value::Int(counts.get(named).copied().unwrap_or_default()));
        }
    }
    Ok(())
}

/// Refuses to remove a value that rows hold. Of a value of the platform the company's own row may go: the platform's is
/// there again.
pub(crate) fn need_unused(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let (org, app) = (tx.org(), tx.app);
    let mut select = sql::from(org, TABLE);
    select.columns(NAMING).and_where(sql::eq("id", id));
    if org != PLATFORM_ORG {
        select.and_where(is_of_platform().not());
    }
    let Some(row) = tx.first(&select.into())? else { return Ok(()) };
    let counts = counted(tx, (org, app.registry.uses), &[(row.get(0)?, row.get(1)?)])?;
    match counts.into_values().next() {
        Some(used) => Err(Refusal::field("value", IN_USE.with(&[("n", &used.to_string())]))),
        None => Ok(()),
    }
}
