//! Who is told that sums differ: those who close months, each of the orders and sides he sees.

use charge::recheck::words;
use kernel::Id;
use message::{About, By, Told, Values};
use platform::access::{Actor, actor_of};
use platform::call::App;
use platform::message::{DATE, MessageEvent, Mute, Placeholder, To};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, ExprTrait, Order, SelectStatement};
use platform::store::{Conn, Row, sql};

use super::{MEND, ORDER, PATH, TABLE, codes, seen};

/// Differences that a message names.
const NAMED: u64 = 10;
/// Kind of messages about charges.
const CHARGES: &str = "费用";

/// Sums of orders differ.
pub(super) const EVENT: MessageEvent = MessageEvent::new(
    "css.sums",
    CHARGES,
    ("订单汇总差异", "Sums of orders differ"),
    (
        "每晚核对订单汇总，与费用、汇率、锁账不一致时",
        "When the nightly check finds sums of orders that are not those of their charges, rates and locks",
    ),
)
.to(To::Concerned("有结账权限的人员", "Who may close months"))
.mutes(Mute::Mail)
.says(
    ("{count}票订单汇总与费用不一致", "The sums of {count} orders differ from their charges"),
    ("请核对后重算：{lines}", "Please check them and recompute: {lines}"),
    &[Placeholder::new("count", "票数", "Orders"), Placeholder::new("lines", "明细", "Which"), DATE],
);

/// Tells each of them what differs of what he sees.
pub(super) fn tell(conn: &mut dyn Conn, app: &App, org: i64) -> Result<(), Refusal> {
    for actor in closers(conn, app, org)? {
        let orders = codes(conn, &actor)?.len();
        if orders == 0 {
            continue;
        }
        let (zh, en) = lines(conn, &actor)?;
        let told = Told {
            to: vec![actor.user_id],
            values: Values::default().with("count", orders.to_string()).with_each("lines", (&zh, &en)),
            about: About { kind: TABLE, url: PATH.to_owned(), ..About::default() },
            ..Told::default()
        };
        message::send(conn, By::product(app, org), &EVENT, &told)?;
    }
    Ok(())
}

/// Those who may close months, with their rights of this moment.
fn closers(conn: &mut dyn Conn, app: &App, org: i64) -> Result<Vec<Actor>, Refusal> {
    let mut select = sql::from(org, "app_user");
    let given = Condition::any()
        .add(sql::col("admin_role").is_not_null())
        .add(sql::col("id").in_subquery(by_role(org)))
        .add(sql::col("id").in_subquery(by_name(org)));
    select.column("id").and_where(sql::eq("active", true)).cond_where(given).order_by("id", Order::Asc);
    let now = app.clock.now();
    let mut closers = Vec::new();
    for row in conn.query(&select.into())? {
        // A grant may have ended, or not hold in this company.
        let actor = actor_of(conn, &app.rights, (org, row.get::<Id>(0)?), now)?;
        closers.extend(actor.filter(|actor| actor.has(MEND)));
    }
    Ok(closers)
}

/// Users with a role that holds the code.
fn by_role(org: i64) -> SelectStatement {
    let mut roles = sql::from(org, "role_permission");
    roles.column("role_id").and_where(sql::col("permission_id").in_subquery(node()));
    let mut users = sql::from(org, "user_role");
    users.column("user_id").and_where(sql::col("role_id").in_subquery(roles));
    users
}

/// Users with an exception made for them.
fn by_name(org: i64) -> SelectStatement {
    let mut users = sql::from(org, "user_permission");
    users.column("user_id").and_where(sql::col("permission_id").in_subquery(node()));
    users
}

fn node() -> SelectStatement {
    let mut node = sql::from_global("permission");
    node.column("id").and_where(sql::eq("code", MEND.to_owned()));
    node
}

/// The first of the differences somebody sees, in both languages.
fn lines(conn: &mut dyn Conn, actor: &Actor) -> Result<(String, String), Refusal> {
    let mut select = seen(actor);
    select
        .column((ORDER, "order_code"))
        .columns(["column_name", "financial_date", "stored", "recomputed"].map(|column| (TABLE, column)))
        .order_by((ORDER, "order_code"), Order::Asc)
        .order_by((TABLE, "id"), Order::Asc)
        .limit(NAMED + 1);
    let rows = conn.query(&select.into())?;
    let named = rows.iter().take(usize::try_from(NAMED).unwrap_or(usize::MAX));
    let (mut zh, mut en): (Vec<String>, Vec<String>) =
        named.map(line).collect::<Result<Vec<_>, Refusal>>()?.into_iter().unzip();
    if u64::try_from(rows.len()).is_ok_and(|rows| rows > NAMED) {
        zh.push("…".to_owned());
        en.push("…".to_owned());
    }
    Ok((zh.join("；"), en.join("; ")))
}

fn line(row: &Row) -> Result<(String, String), Refusal> {
    let (code, column, day): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let held = |place: usize| Ok::<_, Refusal>(Some(row.get::<String>(place)?).filter(|text| !text.is_empty()));
    let (stored, right) = (held(3)?, held(4)?);
    let (zh, en) = words(&column, &day);
    let or = |text: &Option<String>, none: &str| text.clone().unwrap_or_else(|| none.to_owned());
    Ok((
        format!("{code} {zh} 系统值{}，重算值{}", or(&stored, "空"), or(&right, "空")),
        format!("{code} {en}: stored {}, recomputed {}", or(&stored, "none"), or(&right, "none")),
    ))
}
