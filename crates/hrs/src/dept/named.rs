//! What names a department: it keeps the department from being removed, and goes over to the one it is merged into.

use approval::setting::dept as condition;
use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Func, Query};
use platform::store::{Conn, Value, sql};

/// Columns that name the department of people and of business.
const COLUMNS: [(&str, &str); 4] = [
    ("app_user", "dept_id"),
    ("freight_order", "sales_dept_id"),
    ("inquiry", "sales_dept_id"),
    ("approval_instance", "applicant_dept_id"),
];
/// The documents for departments. They name roles too; ids are of one kind alone.
const DOCUMENTS: Rows = Rows { table: "company_doc_target", column: "target_id", key: &["doc_id"] };
/// What users have beside their main department, and goes with a department.
const BELONGINGS: [Rows; 2] = [
    Rows { table: "user_dept", column: "dept_id", key: &["user_id"] },
    Rows { table: "user_scope_extra", column: "target_id", key: &["user_id", "kind", "target_type"] },
];
/// Texts that name it among other things: what an application began with, and the filters of saved views.
const TEXTS: [(&str, &str); 2] = [("approval_instance", "setting_snapshot"), ("list_view", "body")];

/// A table that has one row for each key and department.
struct Rows {
    table: &'static str,
    column: &'static str,
    key: &'static [&'static str],
}

impl Rows {
    /// Who has both departments keeps one row.
    fn hand_over(&self, tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
        let org = tx.org();
        let mut already = Query::select();
        already
            .expr(Expr::cust("1"))
            .from_as(self.table, "kept")
            .and_where(sql::of_eq("kept", "org_id", org))
            .and_where(sql::of_eq("kept", self.column, to));
        for column in self.key {
            already.and_where(sql::of("kept", column).equals((self.table, *column)));
        }
        let mut double = sql::delete(org, self.table);
        double.and_where(sql::eq(self.column, from)).and_where(Expr::exists(already));
        tx.exec(&double.into())?;
        rename(tx, (self.table, self.column), from, to)
    }
}

/// Whether people, business or settings name one of some departments.
pub fn is_used(tx: &mut Tx<'_>, depts: &[Id]) -> Result<bool, Refusal> {
    let org = tx.org();
    for (table, column) in COLUMNS.into_iter().chain([(DOCUMENTS.table, DOCUMENTS.column)]) {
        let mut select = sql::from(org, table);
        select.expr(Expr::cust("1")).and_where(sql::is_in(sql::col(column), depts.iter().copied())).limit(1);
        if tx.first(&select.into())?.is_some() {
            return Ok(true);
        }
    }
    Ok(!condition::naming(tx, org, depts)?.is_empty())
}

/// What goes with departments.
pub fn forget(tx: &mut Tx<'_>, depts: &[Id]) -> Result<(), Refusal> {
    let org = tx.org();
    for Rows { table, column, .. } in BELONGINGS {
        let mut delete = sql::delete(org, table);
        delete.and_where(sql::is_in(sql::col(column), depts.iter().copied()));
        tx.exec(&delete.into())?;
    }
    Ok(())
}

/// Whatever names one department names another one from now on.
pub fn hand_over(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let org = tx.org();
    for place in COLUMNS {
        rename(tx, place, from, to)?;
    }
    for rows in BELONGINGS.into_iter().chain([DOCUMENTS]) {
        rows.hand_over(tx, from, to)?;
    }
    // Nobody is part-time where he is at home.
    let mut main = Query::select();
    main.column("id").from("app_user").and_where(sql::eq("org_id", org)).and_where(sql::eq("dept_id", to));
    let mut at_home = sql::delete(org, "user_dept");
    at_home.and_where(sql::eq("dept_id", to)).and_where(sql::col("user_id").in_subquery(main));
    tx.exec(&at_home.into())?;
    for place in TEXTS {
        reword(tx, place, from, to)?;
    }
    condition::hand_over(tx, from, to)
}

fn rename(tx: &mut Tx<'_>, (table, column): (&'static str, &'static str), from: Id, to: Id) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), table, &[(column, Value::Int(to.0))]);
    update.and_where(sql::eq(column, from));
    tx.exec(&update.into())?;
    Ok(())
}

/// The same in a text: an id is long enough to be nothing else in it.
fn reword(tx: &mut Tx<'_>, (table, column): (&'static str, &'static str), from: Id, to: Id) -> Result<(), Refusal> {
    let (old, new) = (from.to_string(), to.to_string());
    let mut update = sql::update(tx.org(), table, &[]);
    let renamed = Func::cust("replace").arg(sql::col(column)).arg(old.clone()).arg(new);
    update.value(column, renamed).and_where(sql::contains(sql::col(column), &old));
    tx.exec(&update.into())?;
    Ok(())
}
