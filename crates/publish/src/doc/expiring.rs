//! Telling uploaders that a document ends soon.

use std::sync::Arc;

use kernel::{Id, parse_day, show_day};
use message::{About, Ahead, By, Told, Values};
use platform::call::App;
use platform::message::{MessageEvent, Placeholder, SYSTEM, To};
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, sql};

use super::PAGE;
use super::company::TABLE;

/// A document of the company ends.
pub const EXPIRING: MessageEvent = MessageEvent::new(
    "doc.expiring",
    SYSTEM,
    ("文档到期", "Document ends"),
    ("企业文档到期前", "Before a document of the company ends"),
)
.to(To::Concerned("上传人", "Uploader"))
.says(
    ("文档即将到期：{docName}", "A document ends soon: {docName}"),
    ("{docName}将于{date}到期，请及时更新", "{docName} ends on {date}. Please renew it."),
    &[
        Placeholder::new("docName", "文档名称", "Document"),
        Placeholder::new("date", "到期日期", "End"),
        Placeholder::new("days", "剩余天数", "Days left"),
    ],
)
.ahead(&[30]);

/// Tells uploaders of the documents that end soon.
pub(crate) fn tell(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| app.system_write(|conn| tell_in(app, conn, org)))
}

fn tell_in(app: &App, conn: &mut dyn Conn, org: i64) -> Result<usize, Refusal> {
    let Some(ahead) = Ahead::of(conn, (app, org), &EXPIRING)? else { return Ok(0) };
    let mut count = 0;
    let today = show_day(app.clock.now().day());
    let mut due = sql::from(org, TABLE);
    due.columns(["id", "name", "expire_date", "uploaded_by"])
        .and_where(sql::col("expire_date").gte(sql::value(today)))
        .and_where(sql::col("expire_date").lte(sql::value(show_day(ahead.until()))));
    for row in conn.query(&due.into())? {
        let (id, name, day): (Id, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (uploader, Some(end)) = (row.get(3)?, parse_day(&day)) else { continue };
        count += usize::from(ahead.tell(conn, By::product(app, org), (id, end), |left| Told {
            to: vec![uploader],
            values: Values::default().with("docName", name.clone()).with("date", day).with("days", left.to_string()),
            about: About { kind: TABLE, id: Some(id), number: name, url: PAGE.to_owned() },
            ..Told::default()
        })?);
    }
    Ok(count)
}
