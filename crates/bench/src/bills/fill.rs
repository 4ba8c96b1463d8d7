//! The bulk generator: statements that make the documents of a million orders of rows that are there.

use kernel::show_day;

use super::base::{CNY, EXPENDITURE, PAYABLE, RECEIVABLE, REVENUE, USD, account_id};
use super::{Bench, ID_STEP, first_day};
use crate::orders::Plan;

/// What the rows of orders say to it ([`super::Fate::row`]).
pub const CREATE: &str = "CREATE TABLE bench_order (n bigint, id bigint, coop_id bigint, supplier_id bigint, day text, due text, \
     month text, made bigint, maker bigint, role bigint, stage bigint, spent bigint, grp text)";
const FILL: &str = include_str!("fill.sql");
/// Most milliseconds that are added to an id.
const STEPS: i64 = 99;

/// The statements for a plan.
pub fn filled(plan: &Plan) -> String {
    let org = Bench::org();
    let mut text = FILL.to_owned();
    // The longer ones first: @1 is no beginning of @12.
    for step in (1..=STEPS).rev() {
        text = text.replace(&format!("@{step}"), &format!(" + {}", step * ID_STEP));
    }
    text = text.replace(":first", &show_day(first_day(plan.today())));
    let accounts = [
        (":cny", CNY),
        (":usd", USD),
        (":receivable", RECEIVABLE),
        (":payable", PAYABLE),
        (":revenue", REVENUE),
        (":expenditure", EXPENDITURE),
    ];
    for (name, place) in accounts {
        text = text.replace(name, &account_id(org, place).to_string());
    }
    text.replace(":org", &org.to_string())
}
