//! Taking an import back: added documents go, changed ones become what they were, for a day, as long
//! as nobody changed or used one of them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use kernel::{Id, Instant};
use sea_query::{Expr, ExprTrait, Order};
use serde_json::{Map, Value as Json, json};

use super::job::{ADDED, UNDO_MS, own};
use super::messages;
use crate::call::{Answer, Call, Outcome, Tx};
use crate::document::FormPage;
use crate::job;
use crate::log::LogEntry;
use crate::refusal::Refusal;
use crate::store::{Conn, Row, Value, sql};

/// A document as it was, in a text.
pub struct Former {
    values: Vec<Value>,
    members: Map<String, Json>,
}

impl Former {
    /// As the table keeps it.
    pub fn text(values: &[Value], members: &Map<String, Json>) -> Result<String, Refusal> {
        let one = |value: &Value| match value {
            Value::Null => Json::Null,
            Value::Int(number) => json!(number),
            Value::Text(text) => json!(text),
            Value::Bool(flag) => json!(flag),
            Value::Bytes(bytes) => json!([BASE64.encode(bytes)]),
        };
        Ok(json!({ "values": values.iter().map(one).collect::<Vec<_>>(), "members": members }).to_string())
    }

    fn read(text: &str) -> Result<Self, Refusal> {
        let broken = || Refusal::broken("a former document can't be read");
        let json: Json = serde_json::from_str(text).map_err(|_| broken())?;
        let one = |json: &Json| match json {
            Json::Null => Some(Value::Null),
            Json::Number(number) => number.as_i64().map(Value::Int),
            Json::String(text) => Some(Value::Text(text.clone())),
            Json::Bool(flag) => Some(Value::Bool(*flag)),
            Json::Array(parts) => BASE64.decode(parts.first()?.as_str()?).ok().map(Value::Bytes),
            Json::Object(_) => None,
        };
        let values = json.get("values").and_then(Json::as_array).ok_or_else(broken)?;
        let members = json.get("members").and_then(Json::as_object).cloned().unwrap_or_default();
        Ok(Self { values: values.iter().map(one).collect::<Option<_>>().ok_or_else(broken)?, members })
    }
}

/// Whether a value stands in one of these columns of the org: the row it names is used.
pub fn is_named(tx: &mut Tx<'_>, places: &[(&'static str, &'static str)], value: &Value) -> Result<bool, Refusal> {
    for (table, column) in places {
        let mut select = sql::from(tx.org(), table);
        select.expr(Expr::cust("1")).and_where(sql::of_eq(table, column, value.clone())).limit(1);
        if tx.first(&select.into())?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses to take a row back whose value of a column, or its id, stands in one of these columns of the org.
pub fn need_unused(
    tx: &mut Tx<'_>,
    (table, column): (&'static str, &'static str),
    id: Id,
    places: &[(&'static str, &'static str)],
) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), table);
    select.column(column).and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    if is_named(tx, places, row.value(0))? { Err(Refusal::business(messages::USED)) } else { Ok(()) }
}

/// POST {base}/import/undo/{id}.
pub fn undo(form: &FormPage, call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| {
        let actor = tx.actor;
        let own = own(tx, (actor, id), form)?;
        let is_open = matches!(own.status.as_str(), job::WAITING | job::RUNNING | job::REVERTED);
        let Some(finished) = own.finished.filter(|_| !is_open) else {
            return Err(Refusal::business(messages::NOT_DONE));
        };
        if tx.now > Instant::from_millis(finished.millis() + UNDO_MS) {
            return Err(Refusal::business(messages::TOO_LATE));
        }
        let rows = written(tx, id)?;
        if rows.is_empty() {
            return Err(Refusal::business(messages::NOT_DONE));
        }
        for row in &rows {
            take_back(form, tx, row)?;
        }
        finish(form, tx, id, rows.len())
    })?;
    Ok(Answer::Data(json!({ "id": id })))
}

/// What was written, the last first: a row may name one above it.
fn written(tx: &mut Tx<'_>, id: Id) -> Result<Vec<Row>, Refusal> {
    let mut select = sql::from(tx.org(), "import_row");
    select
        .columns(["did", "target_id", "target_version", "former"])
        .and_where(sql::eq("job_id", id))
        .and_where(sql::col("target_id").is_not_null())
        .order_by("place", Order::Desc);
    Ok(tx.query(&select.into())?)
}

fn take_back(form: &FormPage, tx: &mut Tx<'_>, row: &Row) -> Result<(), Refusal> {
    let used = || Refusal::business(messages::USED);
    let (did, target, version): (String, Id, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let (now, values) = form.own(tx, target).map_err(|refusal| match refusal {
        Refusal::NotFound => used(),
        other => other,
    })?;
    if now != version {
        return Err(used());
    }
    let done = if did == ADDED {
        let rule = form.import.undo.or(form.remove_rule);
        form.erase(tx, (target, &values), rule, "撤销导入")
    } else {
        let former = Former::read(&row.get::<String>(3)?)?;
        let draft = form.draft_of(target, former.values, &values, &former.members);
        form.overwrite(tx, &draft, version, ("修改", "撤销导入")).map(drop)
    };
    // Whatever stands in the way of a removal is a use of the row.
    done.map_err(|refusal| match refusal {
        Refusal::Business(_) | Refusal::Findings(_) | Refusal::Stale(_) => used(),
        other => other,
    })
}

fn finish(form: &FormPage, tx: &mut Tx<'_>, id: Id, rows: usize) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), "job_run", &[("status", Value::Text(job::REVERTED.to_owned()))]);
    update.and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    let mut forget = sql::update(
        tx.org(),
        "import_row",
        &[("former", Value::Null), ("answer", Value::Null), ("kept_until", Value::Null)],
    );
    forget.and_where(sql::eq("job_id", id));
    tx.exec(&forget.into())?;
    let entry = LogEntry::of("import", id, form.title.0, form.page).did("导入", "撤销导入").level(form.level);
    tx.log(entry.text(format!("撤销导入 {} {rows}行", form.title.0)))
}
