//! What the home page tells of the last days: orders of every scope, and what they weigh, by business day.

use std::collections::BTreeMap;

use kernel::{Day, Instant, Mode, Scope, day_after_days, format_scaled, show_day};
use order::{ChargeUnit, carried_of};
use order::{PAGE_CODES, code_of, visible_order};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, SelectStatement};
use platform::store::sql::Func;
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};

use ::order::store::CARRIAGE_DETAIL as DETAIL;

use crate::order::store::TABLE;

/// Days told of, today being the first.
const DAYS: i64 = 7;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Kilograms have three decimals, so as tonnes they have six.
const TONNES: u32 = 6;
/// Chargeable tons, and TEU.
const TONS: u32 = 3;
const TEU: u32 = 2;
/// Cargo that fills its boxes is counted by them alone.
const FULL: &str = "整箱FCL";

/// Orders of a day, what they are charged by in the scope's smallest unit, and their TEU.
type Figures = BTreeMap<Day, (i64, i64, i64)>;

pub(crate) fn operation() -> Operation {
    Operation::get("get_order_statistics", "/afbase/aforder/statistics", Access::LoggedIn, show)
        .summary("Orders and tonnage of the last seven days, of those the caller sees")
}

/// GET /afbase/aforder/statistics: rows of the scopes that have orders, `num_0` being today.
fn show(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let today = actor.now.day();
    let english = call.language().starts_with("en");
    let mut rows = Vec::new();
    for scope in Scope::all().filter(|scope| actor.has(code_of(PAGE_CODES, *scope))) {
        let figures = call.read(|conn| count(conn, actor, scope, today))?;
        if !figures.is_empty() {
            rows.extend(told(actor, scope, &figures, (today, english)));
        }
    }
    Ok(Answer::Data(Json::Array(rows)))
}

/// The rows of a scope (suite.md 2, home).
fn told(actor: &Actor, scope: Scope, figures: &Figures, (today, english): (Day, bool)) -> Vec<Json> {
    let row = |(zh, en): (&str, &str), shown: &dyn Fn((i64, i64, i64)) -> Json| {
        let mut row = Map::new();
        row.insert("business_scope".to_owned(), json!(scope.code()));
        row.insert("org_id".to_owned(), json!(actor.org_id.to_string()));
        row.insert("type".to_owned(), json!(if english { en } else { zh }));
        for place in 0..DAYS {
            let figure = figures.get(&day_after_days(today, -place)).copied().unwrap_or_default();
            row.insert(format!("num_{place}"), shown(figure));
        }
        Json::Object(row)
    };
    let mut rows = vec![row(("票数", "Orders"), &|(orders, _, _)| json!(orders))];
    match scope.mode() {
        Mode::Air => {
            rows.push(row(("货量（吨）", "Cargo (t)"), &|(_, grams, _)| json!(format_scaled(grams, TONNES, 2))));
        }
        Mode::Road => {
            rows.push(row(("计费吨", "Chargeable tons"), &|(_, grams, _)| json!(format_scaled(grams, TONNES, 3))));
        }
        Mode::Sea | Mode::Rail => {
            rows.push(row(("计费吨", "Chargeable tons"), &|(_, tons, _)| json!(format_scaled(tons, TONS, 3))));
            rows.push(row(("TEU", "TEU"), &|(_, _, teu)| json!(format_scaled(teu, TEU, 2))));
        }
        Mode::Other => {}
    }
    rows
}

/// The moment that an order of a scope counts on instead of its day, where it is known.
fn happened(scope: Scope) -> Option<&'static str> {
    match scope {
        Scope::Se | Scope::Te => Some("actual_departure"),
        Scope::Si | Scope::Ti => Some("actual_arrival"),
        Scope::Ae | Scope::Ai | Scope::Lc | Scope::Io => None,
    }
}

/// By business day; charge weights as confirmed, planned ones as long as there are none.
fn count(conn: &mut dyn Conn, actor: &Actor, scope: Scope, today: Day) -> Result<Figures, Refusal> {
    let first = day_after_days(today, 1 - DAYS);
    let (day, happened) = (|| sql::of(TABLE, "biz_date"), happened(scope));
    let mut figures = Figures::new();
    let mut expected = summed(actor, scope, day());
    expected.and_where(day().gte(sql::value(show_day(first)))).and_where(day().lte(sql::value(show_day(today))));
    if let Some(happened) = happened {
        expected.and_where(sql::of(DETAIL, happened).is_null());
    }
    for row in conn.query(&expected.into())? {
        if let Some(day) = kernel::parse_day(&row.get::<String>(0)?) {
            figures.insert(day, (row.get(1)?, row.get(2)?, row.get(3)?));
        }
    }
    let Some(happened) = happened else { return Ok(figures) };
    let (begin, end) = (Instant::start_of(first), Instant::start_of(day_after_days(today, 1)));
    // Days behind the first one, by whole days between the two moments.
    let place = Expr::cust(format!("({DETAIL}.{happened} - {}) / {DAY_MS}", begin.millis()));
    let mut done = summed(actor, scope, place);
    done.and_where(sql::of(DETAIL, happened).gte(sql::value(begin)))
        .and_where(sql::of(DETAIL, happened).lt(sql::value(end)));
    for row in conn.query(&done.into())? {
        let sum = figures.entry(day_after_days(first, row.get(0)?)).or_default();
        *sum = (sum.0 + row.get::<i64>(1)?, sum.1 + row.get::<i64>(2)?, sum.2 + row.get::<i64>(3)?);
    }
    Ok(figures)
}

/// Written out: in a sum or a group PostgreSQL does not know the type of a value.
fn zero() -> Expr {
    Expr::cust("0")
}

/// Orders, charge weights and TEU of the living orders of a scope the caller sees, by some expression.
fn summed(actor: &Actor, scope: Scope, by: Expr) -> SelectStatement {
    let of = |name: &'static str| sql::of(TABLE, name);
    let sum = |what: Expr| Func::cast_as(Func::coalesce([Expr::expr(Func::sum(what)), zero()]), "bigint");
    let weight = Expr::expr(Func::coalesce([of("biz_quantity"), zero()]));
    let boxed = carried_of(scope).is_some_and(|kind| matches!(kind.unit, ChargeUnit::Tons));
    let weight = if boxed {
        let full = sql::of_eq(DETAIL, "container_method", FULL);
        Expr::expr(Expr::case(full, zero()).finally(weight))
    } else {
        weight
    };
    let teu = Expr::expr(Func::coalesce([of("biz_teu"), zero()]));
    let mut select = sql::from(actor.org_id, TABLE);
    if scope != Scope::Ae {
        let same = sql::of(DETAIL, "org_id").equals((TABLE, "org_id")).and(sql::of(DETAIL, "id").equals((TABLE, "id")));
        select.join(JoinType::InnerJoin, DETAIL, same);
    }
    let own = Condition::all().add(sql::of_eq(TABLE, "business_scope", scope.code()));
    select
        .expr(by.clone())
        .expr(Expr::cust("COUNT(*)"))
        .expr(sum(weight))
        .expr(sum(teu))
        .cond_where(own.add(orderdesk::living()).add(visible_order(actor)))
        .add_group_by([by]);
    select
}
