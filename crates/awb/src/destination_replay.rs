//! A rule of destinations changed: the forms of open orders are looked at again, and whoever operates an order is
//! told when one of its waybills newly fails.

use std::sync::Arc;

use kernel::{Id, Instant};
use message::{About, Around, By, Told, Values};
use platform::PLATFORM_ORG;
use platform::call::App;
use platform::job::plan::{Category, Plan, Schedule, Waiting};
use platform::message::{MessageEvent, ORDER, Placeholder, Receiver, To};
use platform::refusal::Refusal;
use platform::store::{Conn, Row, Value, sql};
use sea_query::{Expr, ExprTrait, JoinType, Order};
use waybill::destination::{Counts, Destinations, REPLAY, ask_again};
use waybill::rules;

/// Orders looked at in one transaction; the memory the work takes does not depend on how many there are.
const ORDERS: u64 = 50;

/// The plan.
pub const PLAN: Plan = Plan::new(
    "awb.destination",
    ("目的地规则复查", "Waybills against changed destination rules"),
    (Category::Update, Schedule::Arrival(backlog)),
    work,
);

/// A waybill fails that did not before.
pub const EVENT: MessageEvent = MessageEvent::new(
    "awb.destination",
    ORDER,
    ("目的地检查未通过", "Destination rules not met"),
    ("目的地规则变化后，未结订单的运单新增错误时", "When a rule changed and a waybill of an open order newly fails"),
)
.to(To::Chosen {
    among: &[Receiver::Sales, Receiver::Servicer, Receiver::Operator, Receiver::Creator],
    first: &[Receiver::Operator],
})
.says(
    ("{orderCode}目的地检查未通过", "{orderCode} fails the destination rules"),
    (
        "订单{orderCode}的运单{numbers}不符合目的地规则，请修改",
        "Waybills {numbers} of order {orderCode} do not meet the rules of the destination. Please mend them.",
    ),
    &[Placeholder::new("orderCode", "订单编号", "Order"), Placeholder::new("numbers", "运单号", "Waybills")],
);

fn backlog(conn: &mut dyn Conn, _: Instant) -> Result<Waiting, Refusal> {
    let mut all = sql::from_global("destination_replay");
    all.expr(Expr::cust("COUNT(*)"));
    let all = conn.first(&all.into())?.unwrap_or_default().get(0)?;
    Ok(Waiting { all, due: all })
}

fn work(app: &Arc<App>) -> Result<usize, Refusal> {
    spread(app)?;
    app.each_org(|org| {
        let mut count = 0;
        while !app.jobs.is_stopping() {
            match app.system_write(|conn| step(app, conn, org))? {
                Some(looked_at) => count += looked_at,
                None => break,
            }
        }
        Ok(count)
    })
}

/// A rule of the platform concerns every company.
fn spread(app: &App) -> Result<(), Refusal> {
    let orgs = app.orgs()?;
    app.system_write(|conn| {
        let mut asked = sql::delete(PLATFORM_ORG, REPLAY);
        if conn.exec(&asked.take().into())? > 0 {
            for org in orgs.into_iter().filter(|org| *org != PLATFORM_ORG) {
                ask_again(conn, org, app.clock.now())?;
            }
        }
        Ok(())
    })
}

/// Looks at some orders of a company and writes down how far it came; nothing when there is nothing left.
fn step(app: &App, conn: &mut dyn Conn, org: i64) -> Result<Option<usize>, Refusal> {
    let mut asked = sql::from(org, REPLAY);
    asked.column("after_order").lock_exclusive();
    let Some(row) = conn.first(&asked.into())? else { return Ok(None) };
    let orders = open_orders(conn, org, row.get(0)?)?;
    let Some(last) = orders.last().map(|order| order.id) else {
        conn.exec(&sql::delete(org, REPLAY).into())?;
        return Ok(None);
    };
    let mut destinations = Destinations::of(conn, org)?;
    let mut count = 0;
    for order in &orders {
        count += look_at(app, conn, (org, order), &mut destinations)?;
    }
    conn.exec(&sql::update(org, REPLAY, &[("after_order", Value::Int(last.0))]).into())?;
    Ok(Some(count))
}

/// An order as the message knows it.
struct Ordered {
    id: Id,
    uuid: String,
    code: String,
    around: Around,
}

impl Ordered {
    fn read(row: &Row) -> Result<Self, Refusal> {
        Ok(Self {
            id: row.get(0)?,
            uuid: row.get(1)?,
            code: row.get(2)?,
            around: Around {
                sales: row.get(3)?,
                servicer: row.get(4)?,
                operator: row.get(5)?,
                creator: Some(row.get(6)?),
            },
        })
    }
}

/// The next open orders that have a form.
fn open_orders(conn: &mut dyn Conn, org: i64, after: i64) -> Result<Vec<Ordered>, Refusal> {
    const COLUMNS: [&str; 7] = ["id", "uuid", "order_code", "sales_id", "servicer_id", "operator_id", "created_by"];
    let mut select = sql::from(org, "awb_print");
    select
        .distinct()
        .join(JoinType::InnerJoin, "freight_order", sql::same_org("freight_order", "awb_print", "order_id"))
        .columns(COLUMNS.map(|name| ("freight_order", name)))
        .and_where(sql::of("awb_print", "order_id").gt(sql::value(after)))
        .and_where(sql::of_eq("freight_order", "lifecycle", "OPEN"))
        .order_by(("freight_order", "id"), Order::Asc)
        .limit(ORDERS);
    conn.query(&select.into())?.iter().map(Ordered::read).collect()
}

/// Looks at the forms of an order; answers how many there are.
fn look_at(
    app: &App,
    conn: &mut dyn Conn,
    (org, order): (i64, &Ordered),
    destinations: &mut Destinations,
) -> Result<usize, Refusal> {
    let today = app.clock.now().day();
    let mut select = sql::from(org, "awb_print");
    select
        .columns(["id", "row_uuid", "kind", "awb_number", "hawb_number", "body", "rule_errors", "rule_warnings"])
        .and_where(sql::eq("order_id", order.id))
        .order_by("kind", Order::Asc)
        .order_by("hawb_number", Order::Asc);
    let forms = conn.query(&select.into())?;
    let (mut failing, mut first) = (Vec::new(), None);
    for row in &forms {
        let (id, row_uuid, kind): (Id, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let before: (Option<i64>, Option<i64>) = (row.get(6)?, row.get(7)?);
        let body = serde_json::from_str(&row.get::<String>(5)?).unwrap_or_default();
        // A form this release can't read is shown so when it is opened.
        let Ok(checked) = rules::check(&body, Some(kind == 1), false) else { continue };
        let now = Counts::of(&destinations.look(conn, &checked.form, today)?);
        if before == (Some(now.errors), Some(now.warnings)) {
            continue;
        }
        let mut update = sql::update(org, "awb_print", &now.cells());
        // Who kept the form in between counted himself.
        update.and_where(sql::eq("id", id)).and_where(sql::eq("row_uuid", row_uuid));
        if conn.exec(&update.into())? == 1 && before.0 == Some(0) && now.errors > 0 {
            let house = if kind == 1 { row.get(4)? } else { String::new() };
            failing.push(if house.is_empty() { row.get(3)? } else { house });
            first.get_or_insert((kind, id));
        }
    }
    if let Some((kind, id)) = first {
        tell(app, conn, (org, order), (&failing, kind, id))?;
    }
    Ok(forms.len())
}

fn tell(
    app: &App,
    conn: &mut dyn Conn,
    (org, order): (i64, &Ordered),
    (failing, kind, form): (&[String], i64, Id),
) -> Result<(), Refusal> {
    let page = if kind == 0 { "/af_mawb_make" } else { "/hawb_info_page" };
    let told = Told {
        around: order.around,
        values: Values::default().with("orderCode", order.code.as_str()).with("numbers", failing.join("、")),
        about: About {
            kind: "awbPrint",
            id: Some(form),
            number: order.code.clone(),
            url: format!("{page}?o={}&p={form}", order.uuid),
        },
        ..Told::default()
    };
    message::send(conn, By::product(app, org), &EVENT, &told).map(drop)
}
