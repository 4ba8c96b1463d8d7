//! Partners a field offers: effective ones, not on the black list, of the wanted role.

use platform::call::Call;
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{ExprTrait, Order};
use platform::store::sql;

use crate::coop::EFFECTIVE;

/// Types of partners a role takes.
fn types_of(role: &str) -> Option<&'static [&'static str]> {
    match role {
        "customer" => Some(&["客户", "互为代理"]),
        "supplier" => Some(&["供应商", "互为代理"]),
        "agent" => Some(&["海外代理", "互为代理"]),
        _ => None,
    }
}

/// Word a sub type holds for a role.
fn sub_type_of(role: &str) -> Option<&'static str> {
    match role {
        "trucker" => Some("车队"),
        "broker" => Some("报关"),
        "warehouse" => Some("仓"),
        "carrier" => Some("承运人"),
        _ => None,
    }
}

/// Answers the select `coop`.
pub fn offer_coops(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(call.actor()?.org_id, "coop");
    select.columns(["id", "coop_name", "coop_code"]).order_by("coop_code", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let columns = ["coop_code", "coop_name", "coop_full_name", "coop_ename", "mnemonic_code"];
        select
            .and_where(sql::eq("coop_state", EFFECTIVE.to_owned()))
            .and_where(sql::col("list_mark").ne(sql::value("黑名单")))
            .cond_where(sql::any_of(columns.iter().map(|column| sql::contains(sql::col(column), &ask.keyword))));
        if let Some(types) = types_of(&ask.role) {
            select.and_where(sql::is_in(sql::col("coop_type"), types.iter().copied()));
        }
        if let Some(word) = sub_type_of(&ask.role) {
            select.and_where(sql::contains(sql::col("sub_types"), word));
        }
        if ask.role == "waybillSource" {
            select.and_where(sql::eq("is_awb_source", true));
        }
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    rows.iter()
        .map(|row| Ok(Offer { value: row.get::<i64>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? }))
        .collect()
}
