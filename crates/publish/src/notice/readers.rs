//! Whom a notice is for.

use std::collections::BTreeSet;

use facts::audience::{ADMINS, COMPANIES, EDITIONS, EVERYONE};
use kernel::{Id, Instant};
use platform::PLATFORM_ORG;
use platform::access::may_work;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::store::{Conn, sql};

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

impl Readers {
    /// The companies it is for, of those whose people may log in; a company speaks to its own people alone.
    pub(super) fn orgs(&self, conn: &mut dyn Conn, now: Instant) -> Result<Vec<i64>, Refusal> {
        let mut select = sql::from_global("org");
        select.columns(["id", "edition"]).cond_where(may_work(now)).order_by("id", Order::Asc);
        if self.writer != PLATFORM_ORG {
            select.and_where(sql::eq("id", self.writer));
        }
        let (rows, targets) = (conn.query(&select.into())?, self.targets(conn)?);
        let mut orgs = Vec::new();
        for row in &rows {
            let (org, edition): (i64, String) = (row.get(0)?, row.get(1)?);
            let meant = match self.push {
                EVERYONE | ADMINS => true,
                COMPANIES => targets.contains(&org.to_string()),
                EDITIONS => targets.contains(&edition),
                _ => false,
            };
            if meant {
                orgs.push(org);
            }
        }
        Ok(orgs)
    }

    /// Companies or editions it names.
    fn targets(&self, conn: &mut dyn Conn) -> Result<BTreeSet<String>, Refusal> {
        let mut select = sql::from(self.writer, "notice_push");
        select.column("target").and_where(sql::eq("notice_id", self.notice));
        Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
    }

    /// Its readers in one of its companies, in the order of their ids.
    pub(super) fn of(&self, conn: &mut dyn Conn, org: i64) -> Result<Vec<Id>, Refusal> {
        let mut select = sql::from(org, "app_user");
        select.column("id").and_where(sql::eq("active", true)).order_by("id", Order::Asc);
        if self.push == ADMINS {
            select.and_where(sql::col("admin_role").is_not_null());
        }
        Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
    }
}
