//! The nightly check: every order of every company is looked at, some hundred by one read, beside whoever works. What seems to
//! differ is read once more with its charges held before it is written down. A run that was broken off goes on where it was.

use std::sync::Arc;

use charge::line::code_of;
use charge::recheck::{self, Difference, Page};
use kernel::Id;
use platform::call::App;
use platform::job::plan::{self, Category, Plan, Schedule};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, OnConflict};
use platform::store::{Cell, Conn, Value, sql};

use super::{TABLE, told};

/// How far it has come in a company.
const CHECK: &str = "order_finance_check";
/// Reads between two marks of how far it has come.
const MARKED_EVERY: usize = 20;
/// Orders of a company that are written down; more of them are only counted, for something else is wrong then.
const ORDERS_KEPT: i64 = 1_000;
/// Differences of one order that are written down.
const KEPT: usize = 200;
const COLUMNS: [&str; 11] = [
    "id",
    "run_id",
    "order_id",
    "part",
    "kind",
    "column_name",
    "financial_date",
    "service_item_id",
    "stored",
    "recomputed",
    "found_at",
];

/// The check is a plan.
pub(super) const PLAN: Plan = Plan::new(
    "css.sums.check",
    ("订单汇总核对", "Check of the sums of orders"),
    (Category::Care, Schedule::Night),
    check,
);

fn check(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let run = app.store.read(|conn| Run::of(conn, app, org))?;
        run.go_on(app)
    })
}

/// A run over the orders of a company.
struct Run {
    org: i64,
    /// What it wrote down bears it: the rest is of an earlier run.
    id: Id,
    /// The order it has come to.
    after: Id,
    checked: i64,
    differing: i64,
    /// Whether rows tell of it, or of an earlier one.
    is_written: bool,
}

impl Run {
    /// The one that was broken off, or a new one.
    fn of(conn: &mut dyn Conn, app: &App, org: i64) -> Result<Self, Refusal> {
        let mut begun = sql::from(org, CHECK);
        begun.columns(["run_id", "order_id", "checked", "differing"]);
        if let Some(row) = conn.first(&begun.into())? {
            let (id, after, checked, differing) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            return Ok(Self { org, id, after, checked, differing, is_written: true });
        }
        let mut earlier = sql::from(org, TABLE);
        let is_written = conn.first(&earlier.column("id").limit(1).to_owned().into())?.is_some();
        let id = app.mint.next(app.clock.now());
        Ok(Self { org, id, after: Id(0), checked: 0, differing: 0, is_written })
    }

    /// Looks at all that is left; answers how many orders that were.
    fn go_on(mut self, app: &App) -> Result<usize, Refusal> {
        let mut looked = 0;
        for reads in 1usize.. {
            let page = app.store.read(|conn| recheck::page(conn, self.org, self.after))?;
            looked += page.orders;
            self.take(app, &page)?;
            if page.ends {
                break;
            }
            let is_stopping = app.jobs.is_stopping();
            if is_stopping || !page.differing.is_empty() || reads % MARKED_EVERY == 0 {
                app.system_write(|conn| self.mark(conn))?;
                self.is_written = true;
            }
            if is_stopping {
                plan::again(app, PLAN.name)?;
                return Ok(looked);
            }
        }
        self.end(app)?;
        Ok(looked)
    }

    fn take(&mut self, app: &App, page: &Page) -> Result<(), Refusal> {
        for order in &page.differing {
            let is_kept = self.differing < ORDERS_KEPT;
            if !is_kept || app.system_write(|conn| self.keep(app, conn, *order))? {
                self.differing += 1;
                self.is_written = true;
            }
        }
        self.checked = self.checked.saturating_add(i64::try_from(page.orders).unwrap_or(i64::MAX));
        self.after = page.last.unwrap_or(self.after);
        Ok(())
    }

    /// Writes down what differs of an order; answers whether something does.
    fn keep(&self, app: &App, conn: &mut dyn Conn, order: Id) -> Result<bool, Refusal> {
        let found = recheck::confirmed(conn, self.org, order)?;
        let mut before = sql::delete(self.org, TABLE);
        conn.exec(&before.and_where(sql::eq("order_id", order)).to_owned().into())?;
        if found.is_empty() {
            return Ok(false);
        }
        let rows = found.iter().take(KEPT).map(|one| self.row(app, order, one));
        conn.exec(&sql::insert_many(self.org, TABLE, &COLUMNS, rows).into())?;
        Ok(true)
    }

    fn row(&self, app: &App, order: Id, found: &Difference) -> Vec<Value> {
        let now = app.clock.now();
        let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
        vec![
            app.mint.next(now).into_value(),
            self.id.into_value(),
            order.into_value(),
            text(found.part.code()),
            text(found.side.map_or("", code_of)),
            text(found.column),
            text(&found.day),
            found.item.into_value(),
            Value::Text(found.stored.clone()),
            Value::Text(found.recomputed.clone()),
            now.into_value(),
        ]
    }

    /// Writes down how far it has come.
    fn mark(&self, conn: &mut dyn Conn) -> Result<(), Refusal> {
        let cells = [
            ("run_id", self.id.into_value()),
            ("order_id", self.after.into_value()),
            ("checked", Value::Int(self.checked)),
            ("differing", Value::Int(self.differing)),
        ];
        let mut insert = sql::insert(self.org, CHECK, &cells);
        let anew = OnConflict::column("org_id").update_columns(cells.map(|(column, _)| column)).to_owned();
        insert.on_conflict(anew);
        conn.exec(&insert.into())?;
        Ok(())
    }

    /// All orders were looked at. What an earlier run found and this one did not is right again.
    fn end(&self, app: &App) -> Result<(), Refusal> {
        let (org, checked, differing) = (self.org, self.checked, self.differing);
        if differing == 0 {
            tracing::info!(org, checked, "the sums of orders are those of their charges");
        } else {
            tracing::warn!(org, checked, differing, "sums of orders differ from their charges");
        }
        // Of a company whose sums are right nothing is written.
        if !self.is_written {
            return Ok(());
        }
        app.system_write(|conn| {
            conn.exec(&sql::delete(org, CHECK).into())?;
            let mut earlier = sql::delete(org, TABLE);
            conn.exec(&earlier.and_where(sql::col("run_id").ne(sql::value(self.id))).to_owned().into())?;
            if differing > 0 { told::tell(conn, app, org) } else { Ok(()) }
        })
    }
}
