//! What the form of an adjustment chooses from: orders that are locked, and their charges.

use charge::ledger::money_text;
use charge::line::{NORMAL, TABLE};
use charge::terms::SIDES;
use order::Lifecycle;
use platform::access::Access;
use platform::call::Call;
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, Room, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use platform::store::{Row, sql};
use trade::charge::Currency;

use super::ADD;
use crate::charge_query::{ORDER, seen};

/// Adds what may be chosen from.
pub(super) fn add(room: &mut Room) {
    room.selects.push(("lockedOrder", orders));
    room.selects.push(("lockedCharge", charges));
    for select in ["lockedOrder", "lockedCharge", "serviceItem", "coop", "currency"] {
        room.select_uses.push((select, Access::Code(ADD)));
    }
}

fn locked() -> Expr {
    sql::of_eq(ORDER, "lifecycle", Lifecycle::Locked.code().to_owned())
}

fn orders(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    order::listed::offers(call, ask, Condition::all().add(locked()))
}

/// Charges by the code of their order, their item and their partner; of the sides the caller may see.
fn charges(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    const NAMED: &[(&str, &str)] =
        &[(ORDER, "order_code"), (ORDER, "biz_number"), ("service_item", "service_name_cn"), ("coop", "coop_name")];
    let actor = call.actor()?.clone();
    let mut select = sql::from(actor.org_id, TABLE);
    select.columns(["id", "kind", "currency_code", "amount"].map(|column| (TABLE, column)));
    select.columns([(ORDER, "order_code"), ("service_item", "service_name_cn"), ("coop", "coop_name")]);
    for (table, column) in [(ORDER, "order_id"), ("service_item", "service_item_id"), ("coop", "coop_id")] {
        let on = sql::same_org(table, TABLE, column);
        select.join(JoinType::InnerJoin, table, on);
    }
    select
        .cond_where(seen(&actor))
        .and_where(sql::of_eq(TABLE, "state", NORMAL.to_owned()))
        .and_where(sql::of(TABLE, "adjust_no").is_null());
    if ask.value.is_empty() {
        let named = NAMED.iter().map(|(of, column)| sql::contains(sql::of(of, column), &ask.keyword));
        select.cond_where(sql::any_of(named));
    } else {
        select.and_where(sql::of_eq(TABLE, "id", ask.value.parse::<i64>().unwrap_or_default()));
    }
    select.and_where(locked()).order_by((TABLE, "id"), Order::Desc).limit(OFFERS_MAX);
    let offer = |row: &Row| {
        let (kind, code): (String, String) = (row.get(1)?, row.get(2)?);
        let side = SIDES.iter().find(|side| side.value == kind).map_or("", |side| side.zh);
        let amount = Currency::named(&code).map(|currency| money_text(row.get(3).unwrap_or_default(), currency));
        let (order, item, coop): (String, String, String) = (row.get(4)?, row.get(5)?, row.get(6)?);
        let label = format!("{order} {side} {item} {code} {}", amount.unwrap_or_default());
        Ok(Offer { value: row.get::<i64>(0)?.to_string(), label, hint: coop })
    };
    call.read(|conn| conn.query(&select.into())?.iter().map(offer).collect())
}
