//! Telling readers of a notice that was published.

use std::sync::Arc;

use kernel::{Id, Instant};
use message::{About, By, Told, Values, claim, told_orgs};
use platform::call::App;
use platform::message::{DATE, MessageEvent, NOTICE, Placeholder, To};
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Row, sql};

use super::readers::Readers;
use super::{PUBLISHED, TABLE};

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
    app.each_org(|writer| {
        let mut count = 0;
        for row in app.store.read(|conn| news(conn, writer, app.clock.now()))? {
            let notice = News::read(&row, writer)?;
            for reader in app.store.read(|conn| notice.untold(conn, app.clock.now()))? {
                count += usize::from(app.system_write(|conn| notice.tell(app, conn, reader))?);
            }
        }
        Ok(count)
    })
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
    readers: Readers,
    title: String,
    published: i64,
}

impl News {
    fn read(row: &Row, writer: i64) -> Result<Self, Refusal> {
        let readers = Readers { writer, notice: row.get(0)?, push: row.get(2)? };
        Ok(Self { readers, title: row.get(1)?, published: row.get(3)? })
    }

    /// The companies that were not told yet.
    fn untold(&self, conn: &mut dyn Conn, now: Instant) -> Result<Vec<i64>, Refusal> {
        let told = told_orgs(conn, &PUBLISHED_EVENT, (self.readers.notice, &self.mark()))?;
        let orgs = self.readers.orgs(conn, now)?;
        Ok(orgs.into_iter().filter(|org| !told.contains(org)).collect())
    }

    /// One publication of it.
    fn mark(&self) -> String {
        self.published.to_string()
    }

    fn tell(&self, app: &App, conn: &mut dyn Conn, org: i64) -> Result<bool, Refusal> {
        let (by, notice) = (By::product(app, org), self.readers.notice);
        if !claim(conn, by, &PUBLISHED_EVENT, (notice, &self.mark()))? {
            return Ok(false);
        }
        let told = Told {
            to: self.readers.of(conn, org)?,
            values: Values::default().with("noticeTitle", &self.title),
            about: About { kind: TABLE, id: Some(notice), number: String::new(), url: address(notice) },
            ..Told::default()
        };
        message::send(conn, by, &PUBLISHED_EVENT, &told)?;
        Ok(true)
    }
}

/// Where its readers read it.
pub(super) fn address(notice: Id) -> String {
    format!("/notification?id=1&notice={notice}")
}
