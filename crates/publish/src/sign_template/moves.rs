//! Making a template the default.

use facts::sign::SIGNATURE;
use kernel::{Id, Msg};
use platform::call::{Answer, Call, Outcome};
use platform::document::{claim, other_than};
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, sql};
use serde::Deserialize;
use serde_json::json;

use super::{PAGE, TABLE};

const STOPPED: Msg =
    Msg::new("sign_template.stopped", "模板已停用，不能设为默认", "The template is stopped and can't be the default.");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Version {
    version: i64,
}

/// PUT /hrs/signTemplate/default/{id}: instead of the one of the same kind, scope, paper and language.
pub(super) fn set_default(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    call.write(|tx| {
        let org = tx.org();
        let mut select = sql::from(org, TABLE);
        select
            .columns(["kind", "business_scope", "document", "language", "name", "active", "user_id"])
            .and_where(sql::eq("id", id));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        claim(tx, TABLE, id, body.version)?;
        if !row.get::<bool>(5)? {
            return Err(Refusal::business(STOPPED));
        }
        let mut others = sql::update(org, TABLE, &[("is_default", false.into_value())]);
        others.value("version", sql::col("version").add(1));
        for (place, column) in ["kind", "business_scope", "document", "language"].into_iter().enumerate() {
            others.and_where(sql::eq(column, row.get::<String>(place)?));
        }
        // Signatures are of one user each: his default leaves those of others alone.
        if row.get::<String>(0)? == SIGNATURE {
            others.and_where(sql::eq("user_id", row.get::<Option<Id>>(6)?));
        }
        others.and_where(sql::eq("is_default", true)).and_where(other_than(id));
        tx.exec(&others.into())?;
        let mut this = sql::update(org, TABLE, &[("is_default", true.into_value())]);
        tx.exec(&this.and_where(sql::eq("id", id)).to_owned().into())?;
        let name: String = row.get(4)?;
        let text = format!("{name}：设为默认");
        tx.log(LogEntry::of(TABLE, id, name, PAGE).did("修改", "设为默认").text(text))
    })?;
    Ok(Answer::Data(json!({ "id": id, "isDefault": true })))
}
