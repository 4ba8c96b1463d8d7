//! Publishing a version.

use kernel::{Id, Msg};
use platform::call::{Answer, Call, Outcome};
use platform::document::claim;
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, sql};
use serde::Deserialize;
use serde_json::json;

use super::latest::records_of;
use super::{DRAFT, PAGE, PUBLISHED, TABLE};
use crate::notice;

const IS_PUBLISHED: Msg = Msg::new("release.is_published", "版本已发布", "The version has been published already.");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wanted {
    version: i64,
    #[serde(default)]
    notice: bool,
}

/// PUT /hrs/version/publish/{id}: users see it, and read a notice when that is wanted.
pub(super) fn publish(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Wanted>()?);
    let notice = call.write(|tx| {
        let org = tx.org();
        let mut select = sql::from(org, TABLE);
        select.columns(["version_code", "status", "version_text"]).and_where(sql::eq("id", id));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let (code, status, text): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        claim(tx, TABLE, id, body.version)?;
        if status != DRAFT {
            return Err(Refusal::business(IS_PUBLISHED));
        }
        let cells = [("status", PUBLISHED.into_value()), ("published_at", tx.now.into_value())];
        tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
        let line = format!("版本 {code}：{DRAFT} -> {PUBLISHED}");
        tx.log(LogEntry::of("product_release", id, &code, PAGE).did("发布", "发布").text(line))?;
        if !body.notice {
            return Ok(None::<Id>);
        }
        let records = records_of(tx, id, false)?;
        let lines = records.iter().map(|(_, page, kind, text)| format!("【{kind}】{page}：{text}"));
        let text = std::iter::once(text).chain(lines).collect::<Vec<_>>().join("\n");
        notice::write_published(tx, "XTGX", &format!("版本更新 {code}"), &text).map(Some)
    })?;
    Ok(Answer::Data(json!({ "id": id, "status": PUBLISHED, "noticeId": notice })))
}
