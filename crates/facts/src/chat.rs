//! 在线聊天: what a company was given of it, and the accounts by which its people are known there. The pages that switch
//! a user's online service on and off ask here; the chat itself is a room (`chat`).

use kernel::{Day, Findings, Id, Instant, Msg, show_day};
use platform::access::{new_token, random_bytes};
use platform::call::{App, Tx};
use platform::document::one_at_a_time;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, OnConflict};
use platform::store::{Cell, Conn, Row, Value, sql};

/// Table of the accounts.
pub const ACCOUNTS: &str = "chat_account";

const NO_PREM: Msg =
    Msg::new("chat.no_prem", "企业未开通聊天增值服务", "The company has not subscribed to the chat service.");
const NO_SEAT: Msg = Msg::new(
    "chat.no_seat",
    "在线客服已达上限（{n}）",
    "The number of users with online service has reached its limit ({n}).",
);

/// What a company was given of the chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    on: bool,
    from: String,
    to: String,
    seats: Option<i64>,
}

impl Terms {
    /// Where they stand in the row of a company.
    pub const COLUMNS: [&str; 4] = ["chat_prem", "chat_from", "chat_to", "chat_seats"];

    /// Those of a company; nothing of one that is not there.
    pub fn of(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        let mut select = sql::from_global("org");
        select.columns(Self::COLUMNS).and_where(sql::eq("id", org));
        Self::read(&conn.first(&select.into())?.unwrap_or_default(), 0)
    }

    /// Those of a row in which their columns begin at a place; nothing of an empty one.
    pub fn read(row: &Row, place: usize) -> Result<Self, Refusal> {
        let day = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let on = row.get::<Option<bool>>(place)?.unwrap_or_default();
        Ok(Self { on, from: day(place + 1)?, to: day(place + 2)?, seats: row.get(place + 3)? })
    }

    /// Whether they hold on a day: the first and the last one count.
    pub fn hold_on(&self, day: Day) -> bool {
        let day = show_day(day);
        self.on && self.from <= day && (self.to.is_empty() || day <= self.to)
    }
}

/// Users of a company who answer in the chat.
pub fn serving(conn: &mut dyn Conn, org: i64) -> Result<i64, Refusal> {
    let mut select = sql::from(org, "app_user");
    select
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::eq("online_service", true))
        .and_where(sql::eq("user_status", 1i64));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// What stands against one more user who answers, found at a field.
pub fn check_service(tx: &mut Tx<'_>, field: &str, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    // Two users at the same time don't take the last place together.
    one_at_a_time(tx, org)?;
    let terms = Terms::of(tx, org)?;
    if !terms.hold_on(tx.now.day()) {
        findings.error(field, NO_PREM.text());
        return Ok(());
    }
    if let Some(seats) = terms.seats
        && serving(tx, org)? >= seats
    {
        findings.error(field, NO_SEAT.with(&[("n", &seats.to_string())]));
    }
    Ok(())
}

/// Makes the account of a user when he has none; one that is there stays as it is, with its messages.
pub fn open_account(app: &App, conn: &mut dyn Conn, (org, user): (i64, Id), now: Instant) -> Result<(), Refusal> {
    let mut known = sql::from(org, ACCOUNTS);
    known.column("id").and_where(sql::eq("user_id", user));
    if conn.first(&known.into())?.is_some() {
        return Ok(());
    }
    let mut insert = sql::insert(org, ACCOUNTS, &new_cells(app, Some(user), now)?);
    insert.on_conflict(OnConflict::columns(["org_id", "user_id"]).do_nothing().to_owned());
    conn.exec(&insert.into())?;
    Ok(())
}

/// The cells of a new account: its id comes first. Whoever makes it is not told apart, as it is made by use.
pub fn new_cells(app: &App, user: Option<Id>, now: Instant) -> Result<Vec<(&'static str, Value)>, Refusal> {
    let accid: String = random_bytes::<12>()?.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(vec![
        ("id", app.mint.next(now).into_value()),
        ("user_id", user.into_value()),
        ("accid", format!("xy{accid}").into_value()),
        ("sign", Value::Bytes(app.secrets.seal(&new_token()?)?)),
        ("version", Value::Int(1)),
        ("created_by", user.unwrap_or(Id(0)).into_value()),
        ("created_at", now.into_value()),
        ("updated_by", user.unwrap_or(Id(0)).into_value()),
        ("updated_at", now.into_value()),
    ])
}

/// Whether two companies deal with each other: one has the other among its partners, or both are of one group.
pub fn are_linked(conn: &mut dyn Conn, own: i64, other: i64) -> Result<bool, Refusal> {
    for (org, bound) in [(own, other), (other, own)] {
        let mut select = sql::from(org, "coop");
        select.column("id").and_where(sql::eq("bound_org_id", bound)).limit(1);
        if conn.first(&select.into())?.is_some() {
            return Ok(true);
        }
    }
    let mut group = sql::from_global("org");
    group
        .column("group_id")
        .and_where(sql::is_in(sql::col("id"), [own, other]))
        .and_where(sql::col("group_id").is_not_null());
    let groups: Vec<i64> = conn.query(&group.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(own != other && matches!(groups.as_slice(), [one, two] if one == two))
}
