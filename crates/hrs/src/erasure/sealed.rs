//! What is kept sealed and names a person: the bodies of letters, what jobs were asked for, and answers kept for a while.

use archive::{Found, Person};
use kernel::Id;
use mail::{FAILED, SENT, WAITING};
use platform::job::{JobContext, Progress};
use platform::refusal::Refusal;
use platform::sea_query::{Cond, Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Value, sql};

use super::outcome::Outcome;

/// Rows of a piece.
const PIECE: u64 = 200;
const STOPPED: &str = "个人信息清除";

/// A sealed body of a letter.
pub(super) struct Letter {
    id: Id,
    status: String,
    /// None where it can't be opened.
    pub text: Option<String>,
}

/// The letters of a company with their bodies, in pieces.
pub(super) fn each_letters(
    job: &JobContext,
    org: i64,
    take: &mut dyn FnMut(Vec<Letter>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let (app, mut last) = (job.app(), Some(Id(i64::MIN)));
    while let Some(after) = last {
        let letters = app.store.read(|conn| {
            let mut select = sql::from(org, "mail_log");
            select
                .columns(["id", "status", "content"])
                .and_where(sql::col("id").gt(sql::value(after)))
                .and_where(sql::col("content").is_not_null())
                .order_by("id", Order::Asc)
                .limit(PIECE);
            let letter = |row: &platform::store::Row| {
                Ok(Letter {
                    id: row.get(0)?,
                    status: row.get(1)?,
                    text: app.secrets.open(&row.get::<Vec<u8>>(2)?).ok(),
                })
            };
            conn.query(&select.into())?.iter().map(letter).collect::<Result<Vec<_>, Refusal>>()
        })?;
        last = letters.last().map(|letter| letter.id);
        if !letters.is_empty() {
            take(letters)?;
        }
        job.step(Progress::rows(0, 0))?;
    }
    Ok(())
}

/// Files of other jobs, which nobody looks into: they go by themselves.
pub(super) fn job_files(conn: &mut dyn Conn, org: i64, own: &[Id]) -> Result<u64, Refusal> {
    let mut select = sql::from(org, "job_run");
    select
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::col("file_hash").is_not_null())
        .and_where(sql::is_in(sql::col("id"), own.iter().copied()).not());
    let files: i64 = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    Ok(u64::try_from(files).unwrap_or_default())
}

/// Takes a person out of what a company keeps sealed.
pub(super) fn clean(
    job: &JobContext,
    org: i64,
    (people, own): (&[Person], &[Id]),
    outcome: &mut Outcome,
) -> Result<(), Refusal> {
    each_letters(job, org, &mut |letters| write_letters(job, org, (people, letters), outcome))?;
    clean_requests(job, org, (people, own), outcome)?;
    for (table, keys) in [("idempotency_key", ["user_id", "given_key"]), ("import_row", ["job_id", "place"])] {
        clean_answers(job, org, (table, keys, people), outcome)?;
    }
    Ok(())
}

/// A text without any of the people.
fn look(people: &[Person], text: &str) -> Found {
    let mut all = Found::default();
    for person in people {
        let found = person.look(all.text.as_deref().unwrap_or(text));
        all.doubtful |= found.doubtful;
        all.text = found.text.or(all.text);
    }
    all
}

/// A letter that is out is shown without him; one that waits is not sent any more.
fn write_letters(
    job: &JobContext,
    org: i64,
    (people, letters): (&[Person], Vec<Letter>),
    outcome: &mut Outcome,
) -> Result<(), Refusal> {
    let app = job.app();
    let mut updates = Vec::new();
    for letter in letters {
        let Some(text) = letter.text else {
            outcome.sealed += 1;
            continue;
        };
        let found = look(people, &text);
        outcome.doubtful += u64::from(found.doubtful);
        let Some(made) = found.text else { continue };
        let cells = match letter.status.as_str() {
            SENT | FAILED => vec![("content", Value::Bytes(app.secrets.seal(&made)?))],
            WAITING => vec![
                ("content", Value::Null),
                ("status", FAILED.into_value()),
                ("error", STOPPED.into_value()),
                ("worker", Value::Null),
                ("next_at", Value::Null),
                ("finished_at", app.clock.now().into_value()),
            ],
            // A worker talks to the server at this moment.
            _ => {
                outcome.sealed += 1;
                continue;
            }
        };
        let mut update = sql::update(org, "mail_log", &cells);
        update.and_where(sql::eq("id", letter.id)).and_where(sql::eq("status", letter.status.clone()));
        updates.push((letter.status == WAITING, update));
    }
    let written = app.system_write(|conn| {
        let mut written = Vec::new();
        for (waited, update) in &updates {
            written.push((*waited, conn.exec(&update.clone().into())?));
        }
        Ok(written)
    })?;
    for (waited, rows) in written {
        match (rows, waited) {
            (0, _) => outcome.sealed += 1,
            (_, true) => outcome.letters += 1,
            (_, false) => outcome.texts += 1,
        }
    }
    Ok(())
}

/// What a job that is over was asked for is not needed any more; one that is to come is only counted.
fn clean_requests(
    job: &JobContext,
    org: i64,
    (people, own): (&[Person], &[Id]),
    outcome: &mut Outcome,
) -> Result<(), Refusal> {
    let (app, mut last) = (job.app(), Some(Id(i64::MIN)));
    while let Some(after) = last {
        let mut select = sql::from(org, "job_run");
        select
            .columns(["id", "request", "finished_at"])
            .and_where(sql::col("id").gt(sql::value(after)))
            .and_where(Expr::cust("LENGTH(request) > 0"))
            .order_by("id", Order::Asc)
            .limit(PIECE);
        let rows = app.store.read(|conn| Ok::<_, Refusal>(conn.query(&select.into())?))?;
        last = rows.last().map(|row| row.get(0)).transpose()?;
        let mut over: Vec<Id> = Vec::new();
        for row in &rows {
            let id: Id = row.get(0)?;
            if own.contains(&id) {
                continue;
            }
            match app.secrets.open(&row.get::<Vec<u8>>(1)?) {
                Ok(text) if look(people, &text).text.is_none() => {}
                Ok(_) if row.get::<Option<i64>>(2)?.is_some() => over.push(id),
                _ => outcome.sealed += 1,
            }
        }
        if !over.is_empty() {
            let mut update = sql::update(org, "job_run", &[("request", Value::Bytes(Vec::new()))]);
            update.and_where(sql::is_in(sql::col("id"), over));
            outcome.texts += app.system_write(|conn| Ok(conn.exec(&update.into())?))?;
        }
        job.step(Progress::rows(0, 0))?;
    }
    Ok(())
}

/// An answer that names him is not kept any longer; who asks again is told that it was done.
fn clean_answers(
    job: &JobContext,
    org: i64,
    (table, keys, people): (&'static str, [&'static str; 2], &[Person]),
    outcome: &mut Outcome,
) -> Result<(), Refusal> {
    let app = job.app();
    let [first, second] = keys;
    let mut last: Option<(Value, Value)> = None;
    loop {
        let mut select = sql::from(org, table);
        select.columns([first, second, "answer"]).and_where(sql::col("answer").is_not_null());
        if let Some((one, other)) = &last {
            let same = Cond::all()
                .add(sql::col(first).eq(sql::value(one.clone())))
                .add(sql::col(second).gt(sql::value(other.clone())));
            select.cond_where(Cond::any().add(sql::col(first).gt(sql::value(one.clone()))).add(same));
        }
        select.order_by(first, Order::Asc).order_by(second, Order::Asc).limit(PIECE);
        let rows = app.store.read(|conn| Ok::<_, Refusal>(conn.query(&select.into())?))?;
        let mut his = Vec::new();
        for row in &rows {
            match app.secrets.open(&row.get::<Vec<u8>>(2)?) {
                Ok(text) if look(people, &text).text.is_none() => {}
                Ok(_) => his.push((row.value(0).clone(), row.value(1).clone())),
                Err(_) => outcome.sealed += 1,
            }
        }
        if !his.is_empty() {
            app.system_write(|conn| forget_answers(conn, org, (table, keys), &his))?;
        }
        job.step(Progress::rows(0, 0))?;
        match rows.last() {
            Some(row) => last = Some((row.value(0).clone(), row.value(1).clone())),
            None => return Ok(()),
        }
    }
}

fn forget_answers(
    conn: &mut dyn Conn,
    org: i64,
    (table, [first, second]): (&'static str, [&'static str; 2]),
    his: &[(Value, Value)],
) -> Result<(), Refusal> {
    for (one, other) in his {
        let mut update = sql::update(org, table, &[("answer", Value::Null)]);
        update
            .and_where(sql::col(first).eq(sql::value(one.clone())))
            .and_where(sql::col(second).eq(sql::value(other.clone())));
        conn.exec(&update.into())?;
    }
    Ok(())
}
