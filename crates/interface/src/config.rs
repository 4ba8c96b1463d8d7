//! The enabled interface of a type, as modules ask for it.

use std::time::Duration;

use kernel::{Id, Msg};
use platform::access::Access;
use platform::call::{Answer, App, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::sea_query::SelectStatement;
use platform::store::{Conn, Row, sql};
use serde_json::json;

use crate::kind;

/// Their table.
pub(crate) const TABLE: &str = "org_interface";
/// The simulator answers.
pub(crate) const SIMULATED: &str = "模拟";
/// The other system answers.
pub(crate) const LIVE: &str = "正式";

const NONE: Msg = Msg::new(
    "interface.none",
    "未配置{type}接口，请联系管理员",
    "There is no interface for {type}. Please contact the administrator.",
);

/// How one company reaches one outside system.
#[derive(Clone)]
pub struct Interface {
    /// Company.
    pub org: i64,
    /// Its row.
    pub id: Id,
    /// Type.
    pub kind: String,
    /// Who runs the other system.
    pub platform: String,
    /// Which of its functions.
    pub function: String,
    /// Who we are there.
    pub app_id: String,
    /// Where we prove it.
    pub url_auth: String,
    /// Where messages go.
    pub url_post: String,
    /// The simulator answers.
    pub simulated: bool,
    /// A call may take so long.
    pub within: Duration,
    sealed: Vec<u8>,
}

impl std::fmt::Debug for Interface {
    /// Without its secret.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "interface {} of org {}", self.kind, self.org)
    }
}

impl Interface {
    /// The secret in the clear; empty when none was given.
    pub fn token(&self, app: &App) -> Result<String, Refusal> {
        if self.sealed.is_empty() { Ok(String::new()) } else { app.secrets.open(&self.sealed) }
    }

    /// Whether it has a secret that is sent to the other system.
    pub(crate) fn has_token(&self) -> bool {
        !self.sealed.is_empty()
    }

    fn of(row: &Row) -> Result<Self, Refusal> {
        Ok(Self {
            org: row.get(0)?,
            id: row.get(1)?,
            kind: row.get(2)?,
            platform: row.get(3)?,
            function: row.get(4)?,
            app_id: row.get(5)?,
            url_auth: row.get(6)?,
            url_post: row.get(7)?,
            simulated: row.get::<String>(8)? == SIMULATED,
            within: Duration::from_secs(u64::try_from(row.get::<i64>(9)?).unwrap_or(1)),
            sealed: row.get::<Option<Vec<u8>>>(10)?.unwrap_or_default(),
        })
    }
}

fn interfaces(org: i64) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["org_id", "id", "api_type", "platform", "function_name", "app_id", "url_auth", "url_post"])
        .columns(["mode", "timeout_s", "token"])
        .take()
}

/// The enabled interface of a company for a type.
pub fn enabled(conn: &mut dyn Conn, org: i64, kind: &str) -> Result<Option<Interface>, Refusal> {
    let mut select = interfaces(org);
    select.and_where(sql::eq("api_type", kind.to_owned())).and_where(sql::eq("active", true));
    conn.first(&select.into())?.map(|row| Interface::of(&row)).transpose()
}

/// The same; refuses, in the words every module uses, where there is none.
pub fn need(conn: &mut dyn Conn, org: i64, kind: &str) -> Result<Interface, Refusal> {
    enabled(conn, org, kind)?.ok_or_else(|| {
        let (zh, en) = kind::of(kind).map_or((kind, kind), |kind| (kind.zh, kind.en));
        Refusal::Business(NONE.with_each(&[("type", zh)], &[("type", en)]))
    })
}

/// One interface, enabled or not.
pub(crate) fn of_id(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Interface, Refusal> {
    let mut select = interfaces(org);
    select.and_where(sql::eq("id", id));
    Interface::of(&conn.first(&select.into())?.ok_or(Refusal::NotFound)?)
}

/// Adds the call to the room.
pub(crate) fn add(room: &mut Room) {
    room.operations.push(
        Operation::get("get_interface_of_type", "/hrs/orgInterface/type/{apiType}", Access::LoggedIn, of_type)
            .summary("Enabled interface of the caller's company for a type, without addresses and secrets"),
    );
}

/// GET /hrs/orgInterface/type/{apiType}: pages ask it before they offer what needs the interface.
fn of_type(call: &mut Call) -> Outcome {
    let (org, asked) = (call.actor()?.org_id, call.path("apiType").to_owned());
    let kind = kind::of(&asked).ok_or(Refusal::NotFound)?;
    let found = call.read(|conn| need(conn, org, kind.value))?;
    Ok(Answer::Data(json!({
        "id": found.id, "apiType": found.kind, "platform": found.platform, "function": found.function,
        "mode": if found.simulated { SIMULATED } else { LIVE },
    })))
}
