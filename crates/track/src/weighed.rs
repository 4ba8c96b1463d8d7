//! What cargo stations found on their scales, as the public page shows it.

use facts::master::Master;
use kernel::{Id, Volume, Weight};
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};
use sea_query::Order;
use serde_json::{Value as Json, json};

use crate::manifest::houses_of_others;

/// The current weighings of an order's number, the master's first, without the houses of other orders.
pub(crate) fn of_order(conn: &mut dyn Conn, org: i64, order: Id, master: &Master) -> Result<Vec<Json>, Refusal> {
    let mut select = sql::from(org, "terminal_weighing");
    select
        .columns(["awb_number", "hawb_number", "pieces", "weight", "volume", "measure"])
        .and_where(master.is())
        .and_where(sql::eq("is_current", true))
        .order_by("weigh_time", Order::Asc)
        .order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let others = houses_of_others(conn, org, order, master)?;
    let mut weighed = Vec::new();
    for row in &rows {
        let house: String = row.get(1)?;
        if !others.contains(&house) {
            weighed.push((house.clone(), told(row, &house)?));
        }
    }
    weighed.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(weighed.into_iter().map(|(_, told)| told).collect())
}

fn told(row: &Row, house: &str) -> Result<Json, Refusal> {
    Ok(json!({
        "awbNumber": row.get::<String>(0)?,
        "hawbNumber": if house.is_empty() { Json::Null } else { json!(house) },
        "totalPieces": row.get::<i64>(2)?,
        "totalWeight": row.get::<Weight>(3)?,
        "totalVolume": row.get::<Option<Volume>>(4)?,
        "measure": row.get::<String>(5)?,
    }))
}
