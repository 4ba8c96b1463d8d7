//! Whom a notice is for.

use facts::audience::{ADMINS, COMPANIES, EDITIONS, EVERYONE};
use kernel::Id;
use platform::call::App;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order};
use platform::store::{Conn, sql};

use crate::PLATFORM_ORG;

/// The audience of one notice.
#[derive(Debug, Clone, Copy)]
pub(super) struct Readers {
    /// Company that wrote it.
    pub(super) writer: i64,
    /// The notice.
    pub(super) notice: Id,
    /// Kind of audience.
    pub(super) push: i64,
}

/// Somebody who is to read it.
pub(super) struct Reader {
    pub(super) id: Id,
    pub(super) language: String,
    /// Empty without one.
    pub(super) email: String,
}

impl Readers {
    /// Companies it may be for: a company speaks to its own people alone.
    pub(super) fn orgs(&self, app: &App) -> Result<Vec<i64>, Refusal> {
        if self.writer == PLATFORM_ORG { app.orgs() } else { Ok(vec![self.writer]) }
    }

    /// Its readers in a company, in the order of their ids.
    pub(super) fn of(&self, conn: &mut dyn Conn, org: i64) -> Result<Vec<Reader>, Refusal> {
        if !self.is_for(conn, org)? {
            return Ok(Vec::new());
        }
        let mut select = sql::from(org, "app_user");
        select
            .columns([("app_user", "id"), ("app_user", "page_language"), ("app_user", "email"), ("login", "email")])
            .join(JoinType::LeftJoin, "login", sql::of("login", "id").equals(("app_user", "login_id")))
            .and_where(sql::of_eq("app_user", "active", true))
            .order_by(("app_user", "id"), Order::Asc);
        if self.push == ADMINS {
            select.and_where(sql::of("app_user", "admin_role").is_not_null());
        }
        let rows = conn.query(&select.into())?;
        rows.iter()
            .map(|row| {
                let addresses: [Option<String>; 2] = [row.get(2)?, row.get(3)?];
                let email = addresses.into_iter().flatten().find(|address| mail::is_address(address));
                Ok(Reader { id: row.get(0)?, language: row.get(1)?, email: email.unwrap_or_default() })
            })
            .collect()
    }

    /// Whether a company is among those it is pushed to.
    fn is_for(&self, conn: &mut dyn Conn, org: i64) -> Result<bool, Refusal> {
        let target = match self.push {
            EVERYONE | ADMINS => return Ok(true),
            COMPANIES => org.to_string(),
            EDITIONS => {
                let mut edition = sql::from_global("org");
                edition.column("edition").and_where(sql::eq("id", org));
                conn.first(&edition.into())?.ok_or(Refusal::NotFound)?.get(0)?
            }
            _ => return Ok(false),
        };
        let mut select = sql::from(self.writer, "notice_push");
        select.expr(Expr::cust("1")).and_where(sql::eq("notice_id", self.notice)).and_where(sql::eq("target", target));
        Ok(conn.first(&select.into())?.is_some())
    }
}
