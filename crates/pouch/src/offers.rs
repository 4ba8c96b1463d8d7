//! What the form of a pouch offers: files of the orders of its master.

use facts::master::Master;
use platform::call::Call;
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{JoinType, Order};
use platform::store::{Row, sql};

/// Answers the select `pouchFile`: files of air export orders the caller may see; `role` names the master.
pub(crate) fn offer_files(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    const FILE: &str = "order_file";
    const ORDER: &str = "freight_order";
    let actor = call.actor()?;
    actor.need("af_cargo_pouch")?;
    let mut select = sql::from(actor.org_id, FILE);
    select
        .columns([(FILE, "id"), (FILE, "file_name"), (ORDER, "order_code")])
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, FILE, "order_id"))
        .and_where(sql::of_eq(ORDER, "business_scope", "AE"))
        .cond_where(order::visible_order(actor))
        .order_by((FILE, "id"), Order::Desc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select.and_where(sql::contains(sql::of(FILE, "file_name"), &ask.keyword));
        if let Some(number) = stock::mend(&ask.role) {
            select.and_where(Master::now(number).is_of(ORDER));
        }
    } else {
        select.and_where(sql::of_eq(FILE, "id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &Row| Ok(Offer { value: row.get::<i64>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? });
    rows.iter().map(offer).collect()
}
