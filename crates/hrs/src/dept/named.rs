//! What names a department: it keeps the department from being removed, and goes over to the one it is merged into.

use approval::setting::dept as condition;
use kernel::{Id, Msg, Text};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Func, Order, Query};
use platform::store::{Conn, Value, sql};

const USED: Msg = Msg::new(
    "dept.used",
    "部门已有业务数据，不能删除，可停用",
    "The department is used by business data; stop it instead.",
);
const IN_CONDITIONS: Msg = Msg::new(
    "dept.in_conditions",
    "部门用于审批条件（设置编号 {names}），不能删除",
    "Conditions of approvals name the department (settings {names}); it can't be deleted.",
);
const IN_DOCUMENTS: Msg = Msg::new(
    "dept.in_documents",
    "部门为企业文档的可见部门（{names}），不能删除",
    "Company documents are for the department ({names}); it can't be deleted.",
);

/// Columns that name the department of people and of business.
const COLUMNS: [(&str, &str); 6] = [
    PEOPLE,
    APPLICATIONS,
    ("freight_order", "sales_dept_id"),
    ("inquiry", "sales_dept_id"),
    ("expense_report", "dept_id"),
    ("voucher_entry", "dept_id"),
];
const PEOPLE: (&str, &str) = ("app_user", "dept_id");
const APPLICATIONS: (&str, &str) = ("approval_instance", "applicant_dept_id");
/// What an application began with.
const SNAPSHOT: &str = "setting_snapshot";
/// Raised with the department: a form that was opened before would bring the old one back.
const VERSION: &str = "version";
/// The documents for departments. They name roles too; ids are of one kind alone.
const DOCUMENTS: Rows =
    Rows { table: "company_doc_target", column: "target_id", key: &["doc_id"], of: ("company_doc", "doc_id") };
/// What users have beside their main department, and goes with a department.
const BELONGINGS: [Rows; 2] = [
    Rows { table: "user_dept", column: "dept_id", key: &["user_id"], of: ("app_user", "user_id") },
    Rows {
        table: "user_scope_extra",
        column: "target_id",
        key: &["user_id", "kind", "target_type"],
        of: ("app_user", "user_id"),
    },
];

/// A table that has one row for each key and department.
struct Rows {
    table: &'static str,
    column: &'static str,
    key: &'static [&'static str],
    /// What the rows belong to, and where they name it.
    of: (&'static str, &'static str),
}

impl Rows {
    /// Who has both departments keeps one row.
    fn hand_over(&self, tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
        let org = tx.org();
        let (owner, named) = self.of;
        let mut touched = sql::from(org, self.table);
        touched.column(named).and_where(sql::eq(self.column, from));
        let mut raise = sql::update(org, owner, &[]);
        raise.value(VERSION, next_version()).and_where(sql::col("id").in_subquery(touched));
        tx.exec(&raise.into())?;
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
        rename(tx, (self.table, self.column), (from, to), None)
    }
}

/// What keeps some departments from being removed, all of it: people or business, conditions of approvals, documents.
pub fn kept(tx: &mut Tx<'_>, depts: &[Id]) -> Result<Option<Text>, Refusal> {
    let org = tx.org();
    let mut found = Vec::new();
    if is_used(tx, depts)? {
        found.push(USED.text());
    }
    let numbers = condition::numbers_naming(tx, org, depts)?;
    if !numbers.is_empty() {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        found.push(listed(IN_CONDITIONS, &numbers));
    }
    let documents = documents(tx, depts)?;
    if !documents.is_empty() {
        found.push(listed(IN_DOCUMENTS, &documents));
    }
    Ok(found.into_iter().reduce(|all, next| Text {
        key: all.key,
        zh: format!("{}；{}", all.zh, next.zh),
        en: format!("{} {}", all.en, next.en),
    }))
}

fn listed(message: Msg, names: &[String]) -> Text {
    message.with_each(&[("names", &names.join("、"))], &[("names", &names.join(", "))])
}

fn is_used(tx: &mut Tx<'_>, depts: &[Id]) -> Result<bool, Refusal> {
    for (table, column) in COLUMNS {
        let mut select = sql::from(tx.org(), table);
        select.expr(Expr::cust("1")).and_where(sql::is_in(sql::col(column), depts.iter().copied())).limit(1);
        if tx.first(&select.into())?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Names of the documents for some departments.
fn documents(tx: &mut Tx<'_>, depts: &[Id]) -> Result<Vec<String>, Refusal> {
    let org = tx.org();
    let (documents, named) = DOCUMENTS.of;
    let mut of_depts = sql::from(org, DOCUMENTS.table);
    of_depts.column(named).and_where(sql::is_in(sql::col(DOCUMENTS.column), depts.iter().copied()));
    let mut select = sql::from(org, documents);
    select.column("name").and_where(sql::col("id").in_subquery(of_depts)).order_by("name", Order::Asc);
    tx.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
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

/// Takes the applications of a department, before anything else of a merge: who decides takes his application first,
/// and then what it is about.
pub fn hold(tx: &mut Tx<'_>, dept: Id) -> Result<(), Refusal> {
    let (table, column) = APPLICATIONS;
    let mut select = sql::from(tx.org(), table);
    select.column("id").and_where(sql::eq(column, dept)).order_by("id", Order::Asc).lock_exclusive();
    tx.query(&select.into())?;
    Ok(())
}

/// Whatever names one department names another one from now on.
pub fn hand_over(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let org = tx.org();
    for place in COLUMNS {
        let also = match place {
            PEOPLE => Some((VERSION, next_version())),
            // What an application began with names the department of the applicant, and no other one.
            APPLICATIONS => Some((SNAPSHOT, renamed(SNAPSHOT, from, to))),
            _ => None,
        };
        rename(tx, place, (from, to), also)?;
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
    reword_views(tx, from, to)?;
    condition::hand_over(tx, from, to)
}

fn next_version() -> Expr {
    sql::col(VERSION).add(1)
}

/// One column, and what changes along with it.
fn rename(
    tx: &mut Tx<'_>,
    (table, column): (&'static str, &'static str),
    (from, to): (Id, Id),
    also: Option<(&'static str, Expr)>,
) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), table, &[(column, Value::Int(to.0))]);
    if let Some((other, value)) = also {
        update.value(other, value);
    }
    update.and_where(sql::eq(column, from));
    tx.exec(&update.into())?;
    Ok(())
}

/// The same in a text: an id is long enough to be nothing else in it.
fn renamed(column: &'static str, from: Id, to: Id) -> Expr {
    Func::cust("replace").arg(sql::col(column)).arg(from.to_string()).arg(to.to_string()).into()
}

/// The filters of saved views. Those of the log stay: its lines name the departments of their time.
fn reword_views(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), "list_view", &[]);
    update
        .value("body", renamed("body", from, to))
        .value(VERSION, next_version())
        .and_where(sql::contains(sql::col("body"), &from.to_string()))
        .and_where(sql::col("page_key").ne(sql::value(crate::log_page::LIST.key)));
    tx.exec(&update.into())?;
    Ok(())
}
