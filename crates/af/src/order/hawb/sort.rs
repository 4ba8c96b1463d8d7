//! The order of the house waybills of an order: lists, labels and manifests follow it.

use facts::order_log::log_entry;
use kernel::{Id, Msg, Uuid};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::sea_query::SelectStatement;
use platform::store::sql::Order;
use platform::store::{Cell, Conn, sql};
use serde::Deserialize;
use serde_json::Value as Json;

use super::{PAGE, open};

/// Houses were added or removed meanwhile.
const CHANGED: Msg = Msg::new(
    "order.hawb.changed",
    "分单有变化，请刷新后重试",
    "The house waybills have changed. Please reload and try again.",
);

/// Houses that were moved in their order, then all others by their numbers.
pub(super) fn in_order(select: &mut SelectStatement) {
    select.order_by("sort_no", Order::Asc).order_by("hawb_number", Order::Asc);
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    order_uuid: String,
    ids: Vec<Id>,
}

/// POST hawb/doSort: the houses of an order in the order they are to stand in, each of them once.
pub fn sort(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let uuid = Uuid::parse(&asked.order_uuid).ok_or(Refusal::NotFound)?;
    call.write(|tx| {
        let saved = open(tx, &uuid, false)?;
        let org = tx.org();
        let mut select = sql::from(org, "hawb");
        select.columns(["id", "hawb_number"]).and_where(sql::eq("order_id", saved.id));
        in_order(&mut select);
        let mut left: Vec<(Id, String)> = Vec::new();
        for row in tx.query(&select.into())? {
            left.push((row.get(0)?, row.get(1)?));
        }
        let before: Vec<Id> = left.iter().map(|(id, _)| *id).collect();
        let mut numbers = Vec::new();
        for (place, id) in (1i64..).zip(&asked.ids) {
            let at = left.iter().position(|(known, _)| known == id).ok_or_else(|| Refusal::business(CHANGED))?;
            numbers.push(left.swap_remove(at).1);
            let cells = [("sort_no", place.into_value())];
            tx.exec(&sql::update(org, "hawb", &cells).and_where(sql::eq("id", *id)).into())?;
        }
        if !left.is_empty() {
            return Err(Refusal::business(CHANGED));
        }
        if before == asked.ids {
            tx.no_log_line();
            return Ok(());
        }
        let entry = log_entry(saved.id, saved.code.clone(), PAGE).did("修改", "分单");
        tx.log(entry.text(format!("调整分单顺序 {}", numbers.join("、"))))
    })?;
    Ok(Answer::Data(Json::Null))
}
