//! What the home page tells of the last days: orders, and what they weigh, by business day.

use std::collections::BTreeMap;

use domain::order::{Head, visible_order};
use kernel::{Day, Scope, day_after_days, format_scaled, show_day};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::sql::Func;
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};

use crate::order::list::{living, own_scope};
use crate::order::store::TABLE;

/// Days told of, today being the first.
const DAYS: i64 = 7;
/// Kilograms have three decimals, so as tonnes they have six.
const TONNES: u32 = 6;

/// Orders of a day and the grams they are charged by.
type Figures = BTreeMap<Day, (i64, i64)>;

pub(crate) fn operation() -> Operation {
    Operation::get("get_order_statistics", "/afbase/aforder/statistics", Access::LoggedIn, show)
        .summary("Orders and tonnage of the last seven days, of those the caller sees")
}

/// GET /afbase/aforder/statistics: rows of the scopes that have orders, `num_0` being today.
fn show(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let today = actor.now.day();
    let figures = if actor.has("af_order") { call.read(|conn| count(conn, actor, today))? } else { Figures::new() };
    if figures.is_empty() {
        return Ok(Answer::Data(json!([])));
    }
    let english = call.language().starts_with("en");
    let row = |(zh, en): (&str, &str), shown: &dyn Fn((i64, i64)) -> Json| {
        let mut row = Map::new();
        row.insert("business_scope".to_owned(), json!(Scope::Ae.code()));
        row.insert("org_id".to_owned(), json!(actor.org_id.to_string()));
        row.insert("type".to_owned(), json!(if english { en } else { zh }));
        for place in 0..DAYS {
            let figure = figures.get(&day_after_days(today, -place)).copied().unwrap_or_default();
            row.insert(format!("num_{place}"), shown(figure));
        }
        Json::Object(row)
    };
    Ok(Answer::Data(json!([
        row(("票数", "Orders"), &|(orders, _)| json!(orders)),
        row(("货量（吨）", "Cargo (t)"), &|(_, grams)| json!(format_scaled(grams, TONNES, 2))),
    ])))
}

/// By day of departure; charge weights as confirmed, planned ones as long as there are none.
fn count(conn: &mut dyn Conn, actor: &Actor, today: Day) -> Result<Figures, Refusal> {
    let of = |name: &'static str| sql::of(TABLE, name);
    let day = || of(Head::EXPECT_DEPARTURE.column);
    let weight = Func::coalesce([of("confirm_charge_weight"), of("plan_charge_weight"), sql::value(0i64)]);
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .expr(day())
        .expr(Expr::cust("COUNT(*)"))
        .expr(Func::cast_as(Expr::expr(Func::sum(Expr::expr(weight))), "bigint"))
        .cond_where(own_scope().add(living()).add(visible_order(actor)))
        .and_where(day().gte(sql::value(show_day(day_after_days(today, 1 - DAYS)))))
        .and_where(day().lte(sql::value(show_day(today))))
        .group_by_col((TABLE, Head::EXPECT_DEPARTURE.column));
    let mut figures = Figures::new();
    for row in conn.query(&select.into())? {
        if let Some(day) = kernel::parse_day(&row.get::<String>(0)?) {
            figures.insert(day, (row.get(1)?, row.get(2)?));
        }
    }
    Ok(figures)
}
