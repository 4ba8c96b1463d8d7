//! Watching: the film by a ticket, and the second a user has reached.

use kernel::{Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::Actor;
use platform::attached;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, OnConflict};
use platform::store::{Cell, Conn, Value, sql};
use platform::ticket;
use serde::Deserialize;
use serde_json::json;

use super::board::{percent, visible, with_progress};
use super::{FILM, PROGRESS, TABLE};

/// Kind of the tickets for films.
const TICKET: &str = "tutorial";
/// A film left so near its end begins anew.
const NEAR_END: i64 = 3;

const WRONG_SECOND: Msg = Msg::new("tutorial.second", "播放位置无效", "The place in the video is wrong.");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Play {
    tutorial_id: Id,
    /// The address ran out while the film was open: no view of its own.
    #[serde(default)]
    again: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Progress {
    tutorial_id: Id,
    second: i64,
}

/// A tutorial as one user has it.
struct Own {
    title: String,
    url: String,
    seconds: i64,
    reached: i64,
    furthest: i64,
    done: bool,
}

impl Own {
    fn find(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Self, Refusal> {
        let mut select = visible(actor);
        with_progress(&mut select, actor.user_id);
        select
            .columns([(TABLE, "title"), (TABLE, "url"), (TABLE, "seconds")])
            .columns([("own", "reached"), ("own", "furthest"), ("own", "done")])
            .and_where(sql::of_eq(TABLE, "id", id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        Ok(Self {
            title: row.get(0)?,
            url: row.get(1)?,
            seconds: row.get(2)?,
            reached: row.get::<Option<i64>>(3)?.unwrap_or(0),
            furthest: row.get::<Option<i64>>(4)?.unwrap_or(0),
            done: row.get::<Option<bool>>(5)?.unwrap_or(false),
        })
    }

    /// Where the film goes on.
    fn begins_at(&self) -> i64 {
        if self.reached + NEAR_END >= self.seconds { 0 } else { self.reached }
    }
}

/// POST /hrs/tutorial/play.
pub(super) fn play(call: &mut Call) -> Outcome {
    let body: Play = call.json()?;
    let own = call.write(|tx| {
        // What users watch is no change of anything.
        tx.no_log_line();
        let actor = tx.actor;
        let own = Own::find(tx, actor, body.tutorial_id)?;
        if !body.again {
            begin(tx, body.tutorial_id)?;
            let mut update = progress_of(tx, body.tutorial_id, &[]);
            update.value("views", sql::col("views").add(1));
            tx.exec(&update.into())?;
        }
        Ok(own)
    })?;
    let address = if own.url.is_empty() {
        format!("/hrs/tutorial/video/{}", ticket::make(call, TICKET, body.tutorial_id)?)
    } else {
        own.url.clone()
    };
    Ok(Answer::Data(json!({
        "id": body.tutorial_id, "title": own.title, "address": address, "external": !own.url.is_empty(),
        "page": super::is_page(&own.url), "second": own.begins_at(), "seconds": own.seconds, "done": own.done,
    })))
}

/// POST /hrs/tutorial/progress.
pub(super) fn progress(call: &mut Call) -> Outcome {
    let body: Progress = call.json()?;
    let (percent, done) = call.write(|tx| {
        tx.no_log_line();
        let actor = tx.actor;
        let own = Own::find(tx, actor, body.tutorial_id)?;
        // Players round a film's end up.
        if !(0..=own.seconds + 1).contains(&body.second) {
            return Err(Refusal::business(WRONG_SECOND));
        }
        let second = Ord::min(body.second, own.seconds);
        let furthest = Ord::max(own.furthest, second);
        let done = own.done || furthest * 10 >= own.seconds * 9;
        begin(tx, body.tutorial_id)?;
        let cells = [
            ("reached", second.into_value()),
            ("furthest", furthest.into_value()),
            ("done", Value::Bool(done)),
            ("updated_at", tx.now.into_value()),
        ];
        let update = progress_of(tx, body.tutorial_id, &cells);
        tx.exec(&update.into())?;
        Ok((percent(furthest, own.seconds, done), done))
    })?;
    Ok(Answer::Data(json!({ "percent": percent, "done": done })))
}

/// The row of a user who begins; the one that is there already stays.
fn begin(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let cells = [
        ("tutorial_id", id.into_value()),
        ("user_id", tx.actor.user_id.into_value()),
        ("views", Value::Int(0)),
        ("reached", Value::Int(0)),
        ("furthest", Value::Int(0)),
        ("done", Value::Bool(false)),
        ("updated_at", tx.now.into_value()),
    ];
    let mut insert = sql::insert(PLATFORM_ORG, PROGRESS, &cells);
    insert.on_conflict(OnConflict::columns(["org_id", "tutorial_id", "user_id"]).do_nothing().to_owned());
    tx.exec(&insert.into())?;
    Ok(())
}

fn progress_of(tx: &Tx<'_>, id: Id, cells: &[(&'static str, Value)]) -> platform::sea_query::UpdateStatement {
    let mut update = sql::update(PLATFORM_ORG, PROGRESS, cells);
    update.and_where(sql::eq("tutorial_id", id)).and_where(sql::eq("user_id", tx.actor.user_id));
    update
}

/// GET /hrs/tutorial/video/{ticket}: while its user may watch it.
pub(super) fn film(call: &mut Call) -> Outcome {
    let (actor, id) = ticket::open(call, TICKET, call.path("ticket"))?;
    let file = call.read(|conn| {
        Own::find(conn, &actor, id)?;
        let Some(film) = attached::hanging(conn, PLATFORM_ORG, FILM, id)? else { return Ok(None) };
        Ok(attached::find(conn, PLATFORM_ORG, FILM, film)?.map(|(_, file)| file))
    })?;
    file.ok_or(Refusal::NotFound)?.shown(call)
}
