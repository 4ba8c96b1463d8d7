//! What falls due is told some days before to who sells to its customer (catalogue prm.md 3, 控制规则: 7, 3 and 1 days), once for
//! each of these days, all bills of one customer and day together.

use std::sync::Arc;

use credit::{Coming, coming};
use kernel::show_day;
use message::{About, Ahead, By, Told, Values};
use platform::call::App;
use platform::job::plan::{Category, Plan, Schedule};
use platform::message::{MessageEvent, Placeholder, To};
use platform::prelude::*;

use super::PATH;

/// When it is looked for.
pub(super) const PLAN: Plan = Plan::new(
    "credit.dueSoon",
    ("账单到期提醒", "Bills that fall due soon"),
    (Category::Reminder, Schedule::Morning),
    tell,
);

pub(super) static DUE_SOON: MessageEvent = MessageEvent::new(
    "credit.due_soon",
    "客商",
    ("账单即将到期", "Bills fall due soon"),
    ("客户账单到期前", "Before bills of a customer fall due"),
)
.to(To::Concerned("负责人与责任销售", "Owner and sales"))
.says(
    ("{coopName}有账单即将到期", "Bills of {coopName} fall due soon"),
    (
        "{coopName}的{count}张账单将于{date}到期，未收{amount}，剩余{days}天",
        "{count} bills of {coopName} fall due on {date}, in {days} days; {amount} is open.",
    ),
    &[
        Placeholder::new("coopName", "客商", "Partner"),
        Placeholder::new("count", "账单数", "Bills"),
        Placeholder::new("date", "到期日", "Due day"),
        Placeholder::new("amount", "未收金额", "Open amount"),
        Placeholder::new("days", "剩余天数", "Days left"),
    ],
)
.ahead(&[7, 3, 1]);

fn tell(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| app.system_write(|conn| tell_in(app, conn, org)))
}

fn tell_in(app: &App, conn: &mut dyn Conn, org: i64) -> Result<usize, Refusal> {
    let Some(ahead) = Ahead::of(conn, (app, org), &DUE_SOON)? else { return Ok(0) };
    let own = charge::rate::functional(conn, org)?;
    let due = coming(conn, org, (app.clock.now().day(), ahead.until()))?;
    let mut count = 0;
    for one in due {
        let Some(partner) = partner(conn, org, one.coop)? else { continue };
        let amount = credit::words::amount(one.open, own);
        count += usize::from(
            ahead.tell(conn, By::product(app, org), (one.coop, one.due), |left| told(partner, &one, (amount, left)))?,
        );
    }
    Ok(count)
}

/// Whom it is about, and who is told.
struct Partner {
    code: String,
    name: String,
    people: Vec<Id>,
}

fn partner(conn: &mut dyn Conn, org: i64, coop: Id) -> Result<Option<Partner>, Refusal> {
    let mut select = sql::from(org, "coop");
    select.columns(["coop_code", "coop_name", "transactor_id", "sales_id"]).and_where(sql::eq("id", coop));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let mut people: Vec<Id> = [row.get::<Option<Id>>(2)?, row.get(3)?].into_iter().flatten().collect();
    people.dedup();
    Ok(Some(Partner { code: row.get(0)?, name: row.get(1)?, people }))
}

fn told(partner: Partner, one: &Coming, (amount, left): (String, i64)) -> Told {
    Told {
        to: partner.people,
        values: Values::default()
            .with("coopName", partner.name)
            .with("count", one.notes.to_string())
            .with("date", show_day(one.due))
            .with("amount", amount)
            .with("days", left.to_string()),
        about: About {
            kind: "coop",
            id: Some(one.coop),
            url: format!("{PATH}?coopName={}", partner.code),
            number: partner.code,
        },
        ..Told::default()
    }
}
