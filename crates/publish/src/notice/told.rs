//! Telling readers of a notice that was published.

use std::collections::BTreeSet;
use std::sync::Arc;

use facts::audience::{ADMINS, COMPANIES, EDITIONS, EVERYONE};
use kernel::{Id, Instant};
use message::{About, By, Told, Values, claim};
use platform::call::App;
use platform::message::{DATE, MessageEvent, NOTICE, Placeholder, To};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn, Row, sql};

use super::{PUBLISHED, TABLE};
use crate::PLATFORM_ORG;

/// A notice is no news any more after this time, as when the product stood still.
const NEWS_MS: i64 = 24 * 60 * 60 * 1000;

/// A notice was published.
pub const PUBLISHED_EVENT: MessageEvent = MessageEvent::new(
    "notice.published",
    NOTICE,
    ("公告发布", "Notice published"),
    ("平台或本企业发布公告时", "When the platform or the company publishes a notice"),
)
.to(To::Concerned("公告的推送对象", "Readers of the notice"))
.says(
    ("公告：{noticeTitle}", "Notice: {noticeTitle}"),
    ("{date}发布了公告《{noticeTitle}》，请查看", "A notice was published on {date}: {noticeTitle}"),
    &[Placeholder::new("noticeTitle", "公告标题", "Title"), DATE],
);

/// Each minute: tells the readers of the notices that were published since, a company at a time, so that
/// one that fails or ends between keeps none of the others and nobody is told twice.
pub(crate) fn tell(app: &Arc<App>) -> Result<usize, Refusal> {
    let mut count = 0;
    let orgs = app.orgs()?;
    for writer in &orgs {
        for row in app.store.read(|conn| news(conn, *writer, app.clock.now()))? {
            let notice = News::read(&row, *writer)?;
            for reader in orgs.iter().filter(|reader| *writer == PLATFORM_ORG || *reader == writer) {
                count += usize::from(app.system_write(|conn| notice.tell(app, conn, *reader))?);
            }
        }
    }
    Ok(count)
}

fn news(conn: &mut dyn Conn, org: i64, now: Instant) -> Result<Vec<Row>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "title_words", "push_type", "published_at"])
        .and_where(sql::eq("status", PUBLISHED.to_owned()))
        .and_where(sql::col("published_at").gt(sql::value(now.plus_millis(-NEWS_MS))))
        .and_where(sql::col("expire_at").is_null().or(sql::col("expire_at").gt(sql::value(now))));
    Ok(conn.query(&select.into())?)
}

struct News {
    writer: i64,
    id: Id,
    title: String,
    push: i64,
    published: i64,
}

impl News {
    fn read(row: &Row, writer: i64) -> Result<Self, Refusal> {
        Ok(Self { writer, id: row.get(0)?, title: row.get(1)?, push: row.get(2)?, published: row.get(3)? })
    }

    fn tell(&self, app: &App, conn: &mut dyn Conn, reader: i64) -> Result<bool, Refusal> {
        let by = By::product(app, reader);
        if !self.is_for(conn, reader)? || !claim(conn, by, &PUBLISHED_EVENT, (self.id, &self.published.to_string()))? {
            return Ok(false);
        }
        let told = Told {
            to: self.readers(conn, reader)?,
            values: Values::default().with("noticeTitle", &self.title),
            about: About {
                kind: TABLE,
                id: Some(self.id),
                number: String::new(),
                url: format!("/notification?id=1&notice={}", self.id),
            },
            ..Told::default()
        };
        message::send(conn, by, &PUBLISHED_EVENT, &told)?;
        Ok(true)
    }

    /// Whether a company is among those it is pushed to.
    fn is_for(&self, conn: &mut dyn Conn, reader: i64) -> Result<bool, Refusal> {
        let target = match self.push {
            EVERYONE | ADMINS => return Ok(true),
            COMPANIES => reader.to_string(),
            EDITIONS => {
                let mut edition = sql::from_global("org");
                edition.column("edition").and_where(sql::eq("id", reader));
                conn.first(&edition.into())?.ok_or(Refusal::NotFound)?.get(0)?
            }
            _ => return Ok(false),
        };
        let mut select = sql::from(self.writer, "notice_push");
        select.expr(Expr::cust("1")).and_where(sql::eq("notice_id", self.id)).and_where(sql::eq("target", target));
        Ok(conn.first(&select.into())?.is_some())
    }

    /// Its readers in a company.
    fn readers(&self, conn: &mut dyn Conn, reader: i64) -> Result<Vec<Id>, Refusal> {
        let mut select = sql::from(reader, "app_user");
        select.column("id").and_where(sql::eq("active", true));
        if self.push == ADMINS {
            select.and_where(sql::col("admin_role").is_not_null());
        }
        let users: BTreeSet<Id> = conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
        Ok(users.into_iter().collect())
    }
}
