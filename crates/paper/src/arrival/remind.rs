//! At 17:00 of the day cargo arrives, its people are told when nobody has told the consignee.

use std::sync::Arc;

use kernel::{Day, Id};
use message::{About, Around, By, Told, Values};
use platform::call::App;
use platform::message::{MessageEvent, ORDER, Placeholder, Receiver, To};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order as Way};
use platform::store::{Conn, Row, sql};

use super::notice::{TABLE as NOTICE, UNTOLD};
use super::order::{TABLE, arrives, living};
use super::page::PAGE;

/// Cargo has come, and the consignee does not know.
pub(crate) const EVENT: MessageEvent = MessageEvent::new(
    "paper.arrival",
    ORDER,
    ("到货未通知", "Arrival nobody was told of"),
    ("到货当天17点仍未通知收货人时", "At 17:00 of the day of arrival while the consignee was not told"),
)
.to(To::Chosen {
    among: &[Receiver::Sales, Receiver::Servicer, Receiver::Operator, Receiver::Creator],
    first: &[Receiver::Servicer, Receiver::Operator],
})
.says(
    ("{orderCode}到货未通知", "{orderCode} arrived, nobody was told"),
    (
        "订单{orderCode}（{number}）今日到货，尚未通知收货人",
        "Order {orderCode} ({number}) arrives today and its consignee was not told.",
    ),
    &[Placeholder::new("orderCode", "订单编号", "Order"), Placeholder::new("number", "运单号", "Waybill")],
);

/// An order nobody was told of.
struct Untold {
    id: Id,
    code: String,
    number: String,
    around: Around,
}

/// Tells the people of the orders of every company.
pub(crate) fn tell(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let untold = app.store.read(|conn| untold(conn, org, app.clock.now().day()))?;
        if untold.is_empty() { Ok(0) } else { app.system_write(|conn| tell_of(app, conn, org, &untold)) }
    })
}

/// Orders that arrive on a day, and have no notice that went out or was confirmed.
fn untold(conn: &mut dyn Conn, org: i64, today: Day) -> Result<Vec<Untold>, Refusal> {
    const COLUMNS: [&str; 8] =
        ["id", "order_code", "awb_number", "hawb_number", "sales_id", "servicer_id", "operator_id", "created_by"];
    let mut select = sql::from(org, TABLE);
    let on = sql::Cond::all()
        .add(sql::of(NOTICE, "org_id").equals((TABLE, "org_id")))
        .add(sql::of(NOTICE, "order_id").equals((TABLE, "id")));
    select
        .columns(COLUMNS.map(|column| (TABLE, column)))
        .join(JoinType::LeftJoin, NOTICE, on)
        .cond_where(living())
        .cond_where(arrives(Some(today), Some(today)))
        .and_where(Expr::cust("COALESCE(arrival_notice.state, 'UNTOLD') = 'UNTOLD'"))
        .order_by((TABLE, "id"), Way::Asc);
    conn.query(&select.into())?.iter().map(read).collect()
}

fn read(row: &Row) -> Result<Untold, Refusal> {
    let (awb, hawb): (String, String) = (row.get(2)?, row.get(3)?);
    let parts: Vec<&str> = [awb.as_str(), &hawb].into_iter().filter(|part| !part.is_empty()).collect();
    Ok(Untold {
        id: row.get(0)?,
        code: row.get(1)?,
        number: parts.join(" / "),
        around: Around { sales: row.get(4)?, servicer: row.get(5)?, operator: row.get(6)?, creator: Some(row.get(7)?) },
    })
}

fn tell_of(app: &App, conn: &mut dyn Conn, org: i64, untold: &[Untold]) -> Result<usize, Refusal> {
    for order in untold {
        let told = Told {
            around: order.around,
            values: Values::default().with("orderCode", order.code.as_str()).with("number", order.number.as_str()),
            about: About {
                kind: facts::order_log::OBJECT,
                id: Some(order.id),
                number: order.code.clone(),
                url: format!("{PAGE}?state={UNTOLD}"),
            },
            ..Told::default()
        };
        message::send(conn, By::product(app, org), &EVENT, &told)?;
    }
    Ok(untold.len())
}
