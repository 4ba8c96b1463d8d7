//! Figures of many rows, written with few statements.

use std::collections::BTreeMap;

use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{CaseStatement, Condition, Expr, ExprTrait, Func};
use platform::store::{Conn as _, sql};

/// Rows of one statement: each brings two values for each column.
const AT_ONCE: usize = 500;

/// Adds to figures of rows: of each row what is added to each of some columns.
pub(crate) fn add<const N: usize>(
    tx: &mut Tx<'_>,
    table: &'static str,
    columns: [&'static str; N],
    rows: &BTreeMap<Id, [i64; N]>,
) -> Result<(), Refusal> {
    let org = tx.org();
    let rows: Vec<(Id, [i64; N])> = rows.iter().map(|(id, figures)| (*id, *figures)).collect();
    for some in rows.chunks(AT_ONCE) {
        let mut update = sql::update(org, table, &[]);
        for (place, column) in columns.into_iter().enumerate() {
            let figures = some.iter().map(|(id, figures)| (*id, figures.get(place).copied().unwrap_or_default()));
            update.value(column, sql::col(column).add(by_id(figures)));
        }
        update.and_where(sql::is_in(sql::col("id"), some.iter().map(|(id, _)| *id)));
        tx.exec(&update.into())?;
    }
    Ok(())
}

/// The figure of the row a statement is at.
fn by_id(figures: impl IntoIterator<Item = (Id, i64)>) -> Expr {
    let case = figures.into_iter().fold(CaseStatement::new(), |case, (id, figure)| {
        // A bare value would be a small number to a server that has only the others to judge by.
        let figure = Func::cast_as(sql::value(figure), "bigint");
        case.case(Condition::all().add(sql::eq("id", id)), figure)
    });
    case.into()
}
