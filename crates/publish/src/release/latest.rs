//! What users read of the versions.

use kernel::Id;
use platform::PLATFORM_ORG;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};

use super::{PUBLISHED, RECORDS, TABLE};

const NEWEST: u64 = 20;

/// GET /hrs/version/latest: a record is told to those who may open its page.
pub(super) fn list(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let english = call.language().starts_with("en");
    let data = call.read(|conn| {
        let mut select = sql::from(PLATFORM_ORG, TABLE);
        select
            .columns(["id", "version_code", "version_date", "version_text"])
            .and_where(sql::eq("status", PUBLISHED.to_owned()))
            .order_by("version_rank", Order::Desc)
            .limit(NEWEST);
        let mut versions = Vec::new();
        for row in conn.query(&select.into())? {
            let id: Id = row.get(0)?;
            let mut records = Vec::new();
            for (code, name, kind, text) in records_of(conn, id, english)? {
                if actor.has(&code) {
                    records.push(json!({ "permissionName": name, "updateType": kind, "updateText": text }));
                }
            }
            versions.push(json!({
                "versionId": id, "versionCode": row.get::<String>(1)?, "versionDate": row.get::<String>(2)?,
                "versionText": row.get::<String>(3)?, "records": records,
            }));
        }
        Ok(Json::Array(versions))
    })?;
    Ok(Answer::Data(data))
}

/// Code and name of the page, kind and text of every record of a version.
pub(super) fn records_of(
    conn: &mut dyn Conn,
    release: Id,
    english: bool,
) -> Result<Vec<(String, String, String, String)>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, RECORDS);
    select
        .columns([("page", "code"), ("page", if english { "name_en" } else { "name_zh" })])
        .columns([(RECORDS, "update_type"), (RECORDS, "update_text")])
        .join_as(JoinType::InnerJoin, "permission", "page", sql::of("page", "id").equals((RECORDS, "permission_id")))
        .and_where(sql::of_eq(RECORDS, "release_id", release))
        .order_by((RECORDS, "id"), Order::Asc);
    let rows = conn.query(&select.into())?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).collect()
}
