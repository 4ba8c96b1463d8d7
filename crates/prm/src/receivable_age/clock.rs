//! What the night does of promises: those whose day is over were kept, or whoever sells is told of it.

use std::sync::Arc;

use credit::promise::{Due, due, judge};
use kernel::show_day;
use message::{About, By, Told as Message, Values, send};
use platform::call::App;
use platform::job::plan::{Category, Plan, Schedule};
use platform::message::{MessageEvent, Placeholder, To};
use platform::prelude::*;

use super::PATH;

const COOP: Placeholder = Placeholder::new("coopName", "客商", "Partner");
const AMOUNT: Placeholder = Placeholder::new("amount", "承诺金额", "Amount");
const DATE: Placeholder = Placeholder::new("promiseDate", "承诺回款日", "Promised for");

/// The plan.
pub(super) const PLAN: Plan = Plan::new(
    "prm.promises",
    ("承诺回款核对", "Promises to pay whose day is over"),
    (Category::Update, Schedule::Night),
    promises,
);

/// What whoever sells is told.
pub(super) static BROKEN: MessageEvent = MessageEvent::new(
    "credit.promise",
    "客商",
    ("承诺逾期", "Promise broken"),
    ("客户未按承诺日期回款时", "When a customer did not pay by the day it promised"),
)
.to(To::Concerned("责任销售", "Sales"))
.says(
    ("{coopName}承诺逾期", "{coopName} broke a promise"),
    (
        "{coopName}承诺于{promiseDate}回款{amount}，到期未收到",
        "{coopName} promised {amount} by {promiseDate}; it did not come in.",
    ),
    &[COOP, AMOUNT, DATE],
);

fn promises(app: &Arc<App>) -> Result<usize, Refusal> {
    let today = app.clock.now().day();
    app.each_org(|org| {
        app.system_write(|conn| {
            let found = due(conn, org, today)?;
            for one in &found {
                if !judge(conn, org, one)? {
                    tell(app, conn, org, one)?;
                }
            }
            Ok(found.len())
        })
    })
}

fn tell(app: &App, conn: &mut dyn Conn, org: i64, due: &Due) -> Result<(), Refusal> {
    let own = charge::rate::functional(conn, org)?;
    let mut select = sql::from(org, "coop");
    select.columns(["coop_code", "coop_name", "sales_id", "transactor_id"]).and_where(sql::eq("id", due.coop));
    let Some(row) = conn.first(&select.into())? else { return Ok(()) };
    let (code, name): (String, String) = (row.get(0)?, row.get(1)?);
    let (sales, owner): (Option<Id>, Option<Id>) = (row.get(2)?, row.get(3)?);
    let told = Message {
        to: sales.or(owner).into_iter().collect(),
        values: Values::default()
            .with("coopName", name)
            .with("amount", credit::words::amount(due.amount, own))
            .with("promiseDate", show_day(due.until)),
        about: About { kind: "coop", id: Some(due.coop), number: code.clone(), url: format!("{PATH}?coopName={code}") },
        ..Message::default()
    };
    send(conn, By::product(app, org), &BROKEN, &told)?;
    Ok(())
}
