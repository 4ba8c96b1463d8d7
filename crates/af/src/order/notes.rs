//! Notes on an order.

use facts::order_log::log_entry;
use kernel::{Id, Uuid, show_second};
use order::{PAGE_CODES, form_page, head, head_of_id};
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::store::sql::Order;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

const TEXT: Field = Field::long("备注", "Note").max(1000).required().column("text");
/// Most notes shown.
const NOTES_MAX: u64 = 500;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    order_uuid: String,
    text: Json,
    #[serde(default)]
    visible: bool,
}

/// GET notes.
pub fn list(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let uuid = Uuid::parse(call.query("orderUuid")).ok_or(Refusal::NotFound)?;
    let data = call.read(|conn| {
        let saved = head(conn, actor, &uuid, PAGE_CODES)?;
        let mut select = sql::from(actor.org_id, "order_note");
        select
            .columns(["id", "text", "visible", "created_by", "created_at"])
            .and_where(sql::eq("order_id", saved.id))
            .order_by("id", Order::Desc)
            .limit(NOTES_MAX);
        let mut notes = Vec::new();
        for row in conn.query(&select.into())? {
            let by: Id = row.get(3)?;
            notes.push(json!({
                "id": row.get::<Id>(0)?,
                "text": row.get::<String>(1)?,
                "visible": row.get::<bool>(2)?,
                "creatorName": facts::user_name(conn, actor.org_id, by)?,
                "createTime": show_second(row.get(4)?),
                "mine": by == actor.user_id || !actor.admin_role.is_empty(),
            }));
        }
        Ok(notes)
    })?;
    Ok(Answer::Data(json!(data)))
}

/// POST note.
pub fn add(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let uuid = Uuid::parse(&asked.order_uuid).ok_or(Refusal::NotFound)?;
    let mut findings = kernel::Findings::new();
    let text = TEXT.parse(Some(&asked.text), "text", &mut findings);
    Refusal::unless_clean(&findings, &[])?;
    let id = call.write(|tx| {
        let actor = tx.actor;
        let saved = head(tx, actor, &uuid, PAGE_CODES)?;
        let id = tx.new_id();
        let cells = [
            ("id", id.into_value()),
            ("order_id", saved.id.into_value()),
            ("text", text.clone()),
            ("visible", Value::Bool(asked.visible)),
            ("created_by", actor.user_id.into_value()),
            ("created_at", tx.now.into_value()),
        ];
        tx.exec(&sql::insert(tx.org(), "order_note", &cells).into())?;
        let text = String::from_value(&text)?;
        tx.log(
            log_entry(saved.id, saved.code, form_page(saved.scope)).did("新建", "备注").text(format!("备注：{text}")),
        )?;
        Ok(id)
    })?;
    Ok(Answer::Data(json!({ "id": id })))
}

/// DELETE note: one's own, or any as an administrator.
pub fn delete(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let mut select = sql::from(org, "order_note");
        select.columns(["order_id", "created_by", "text"]).and_where(sql::eq("id", id));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let (order, by): (Id, Id) = (row.get(0)?, row.get(1)?);
        let order = head_of_id(tx, actor, order, PAGE_CODES)?;
        if by != actor.user_id && actor.admin_role.is_empty() {
            return Err(Refusal::Forbidden);
        }
        tx.exec(&sql::delete(org, "order_note").and_where(sql::eq("id", id)).into())?;
        let text: String = row.get(2)?;
        tx.log(
            log_entry(order.id, order.code, form_page(order.scope))
                .did("删除", "备注")
                .text(format!("删除备注：{text}")),
        )
    })?;
    Ok(Answer::Data(Json::Null))
}
