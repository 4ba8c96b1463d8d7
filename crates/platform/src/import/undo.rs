//! Taking an import back: added documents go, changed ones become what they were, for a day, as long
//! as nobody changed or used one of them.

use kernel::{Id, Instant};
use sea_query::{Expr, ExprTrait, Order};
use serde_json::{Map, Value as Json, json};

use super::job::{ADDED, UNDO_MS, own};
use super::{ROWS_MAX, messages};
use crate::access::Actor;
use crate::call::{Answer, Call, Outcome, Tx};
use crate::document::FormPage;
use crate::job;
use crate::log::LogEntry;
use crate::refusal::Refusal;
use crate::stage::{Kin, Stage, Turn, Worked, rounds, value_of, value_text};
use crate::store::{Conn, Row, Value, sql};

/// Rows that are taken back in one transaction, all or none; of more it is the most.
const AT_ONCE: usize = 100;

/// A document as it was, in a text.
pub struct Former {
    values: Vec<Value>,
    members: Map<String, Json>,
}

impl Former {
    /// As the table keeps it.
    pub fn text(values: &[Value], members: &Map<String, Json>) -> Result<String, Refusal> {
        Ok(json!({ "values": values.iter().map(value_text).collect::<Vec<_>>(), "members": members }).to_string())
    }

    fn read(text: &str) -> Result<Self, Refusal> {
        let broken = || Refusal::broken("a former document can't be read");
        let json: Json = serde_json::from_str(text).map_err(|_| broken())?;
        let values = json.get("values").and_then(Json::as_array).ok_or_else(broken)?;
        let members = json.get("members").and_then(Json::as_object).cloned().unwrap_or_default();
        Ok(Self { values: values.iter().map(value_of).collect::<Option<_>>().ok_or_else(broken)?, members })
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

/// POST {base}/import/undo/{id}. Few rows go in one transaction. Of many each is looked at first, in pieces of which
/// nothing is kept, so that one that was used is told before any is gone; then they go some at a time, the last ones
/// first. What is used in that moment stays, with the rows above it, and can be taken back when it is free again.
pub fn undo(form: &FormPage, call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let rows = call.read(|conn| open(conn, call, form, id))?;
    let most = Ord::min(AT_ONCE, call.app.pieces.rows());
    if rows.len() > most {
        // A document that is changed back may need what another one was changed to.
        let all_go = rows.iter().all(|row| *row.value(0) == Value::Text(ADDED.to_owned()));
        let kin = form.import.alike.filter(|_| all_go).map(|_| Kin::none(rows.len()));
        rounds(|| {
            let mut work = |tx: &mut Tx<'_>, _: usize, row: &Row| take_back(form, tx, row).map(|()| true);
            let worked =
                Stage::trial(call).holding_company().through(&rows, kin.as_ref(), &mut |_| Ok(()), &mut work)?;
            Ok((worked == Worked::Through).then_some(()))
        })?;
    }
    let mut is_over = false;
    while !is_over {
        is_over = call.write(|tx| some((form, id), tx, most, rows.len()))?;
        call.app.pieces.end();
    }
    Ok(Answer::Data(json!({ "id": id })))
}

/// The rows of an import that can be taken back.
fn open(conn: &mut dyn Conn, call: &Call, form: &FormPage, id: Id) -> Result<Vec<Row>, Refusal> {
    let actor = call.actor()?;
    let finished = ended(conn, (actor, id), form)?;
    if call.now() > Instant::from_millis(finished.millis() + UNDO_MS) {
        return Err(Refusal::business(messages::TOO_LATE));
    }
    let rows = written(conn, (actor.org_id, id), ROWS_MAX)?;
    if rows.is_empty() { Err(Refusal::business(messages::NOT_DONE)) } else { Ok(rows) }
}

/// When an import ended, which is neither taken back nor at work again.
fn ended(conn: &mut dyn Conn, import: (&Actor, Id), form: &FormPage) -> Result<Instant, Refusal> {
    let own = own(conn, import, form)?;
    let is_open = matches!(own.status.as_str(), job::WAITING | job::RUNNING | job::REVERTED);
    own.finished.filter(|_| !is_open).ok_or(Refusal::business(messages::NOT_DONE))
}

/// Takes rows back, of many until it is somebody else's turn; whether that were all.
fn some((form, id): (&FormPage, Id), tx: &mut Tx<'_>, most: usize, all: usize) -> Result<bool, Refusal> {
    tx.no_log_line();
    let (org, actor) = (tx.org(), tx.actor);
    ended(tx, (actor, id), form)?;
    let rows = written(tx, (org, id), most)?;
    if rows.is_empty() {
        return Err(Refusal::business(messages::NOT_DONE));
    }
    let (turn, mut gone) = (Turn::begin(), Vec::new());
    for row in &rows {
        take_back(form, tx, row)?;
        gone.push(row.get::<i64>(4)?);
        if turn.is_over() && all > most {
            break;
        }
    }
    let forget = [("former", Value::Null), ("answer", Value::Null), ("kept_until", Value::Null)];
    let mut update = sql::update(org, "import_row", &forget);
    update.and_where(sql::eq("job_id", id)).and_where(sql::is_in(sql::col("place"), gone));
    tx.exec(&update.into())?;
    let is_over = written(tx, (org, id), 1)?.is_empty();
    if is_over {
        finish(form, tx, id, all)?;
    }
    Ok(is_over)
}

/// What was written and is there, the last first: a row may name one above it. What was taken back is kept no longer.
fn written(conn: &mut dyn Conn, (org, id): (i64, Id), most: usize) -> Result<Vec<Row>, Refusal> {
    let mut select = sql::from(org, "import_row");
    select
        .columns(["did", "target_id", "target_version", "former", "place"])
        .and_where(sql::eq("job_id", id))
        .and_where(sql::col("target_id").is_not_null())
        .and_where(sql::col("kept_until").is_not_null())
        .order_by("place", Order::Desc)
        .limit(u64::try_from(most).unwrap_or(u64::MAX));
    Ok(conn.query(&select.into())?)
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
    let entry = LogEntry::of("import", id, form.title.0, form.page).did("导入", "撤销导入").level(form.level);
    tx.log(entry.text(format!("撤销导入 {} {rows}行", form.title.0)))
}
