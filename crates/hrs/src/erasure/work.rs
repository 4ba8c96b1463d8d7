//! The jobs: what names the person is exported and kept; then he is replaced, table by table and piece by piece, so that
//! nobody waits for it long.

use std::collections::BTreeSet;
use std::io::Write;
use std::time::Instant;

use archive::{InFile, Person, TextTable, text_tables};
use kernel::Id;
use platform::PLATFORM_ORG;
use platform::field::Kind;
use platform::files::PassingFile;
use platform::job::{JobContext, Progress};
use platform::list::Source;
use platform::refusal::Refusal;
use platform::store::Value;
use serde_json::json;

use super::begin::new_job;
use super::outcome::{Outcome, at_platform, finish, under_way};
use super::person::Asked;
use super::{ADD, JOB, close, sealed};

/// A larger file is not read into the memory.
const FILE_MAX: u64 = 50 * 1024 * 1024;

/// The first job: every text that names him, as it stood before, in a file for who asked. The second is put down when that
/// file is kept.
pub(super) fn export(job: &JobContext) -> Result<(), Refusal> {
    let mut asked = job.request::<Asked>()?;
    under_way(job, (asked.erasure, &[]), || {
        need_right(job)?;
        let person = asked.person();
        let mut file = job.begin_file()?;
        put(&mut file, "\u{feff}数据表,列,内容\r\n")?;
        for table in &tables(job)? {
            export_table(job, table, &person, &mut file)?;
        }
        sealed::each_letters(job, job.org(), &mut |letters| {
            for text in letters.into_iter().filter_map(|letter| letter.text) {
                if person.look(&text).text.is_some() {
                    put_line(&mut file, ("mail_log", "content"), &text)?;
                }
            }
            Ok(())
        })?;
        job.keep_file(file, format!("个人信息-{}.csv", asked.token))?;
        asked.export = Some(job.id());
        job.then(new_job(JOB, &asked.token, json!(asked)));
        Ok(())
    })
}

/// The second job: he is replaced in files, sealed texts and rows, and his account is closed.
pub(super) fn erase(job: &JobContext) -> Result<(), Refusal> {
    let asked = job.request::<Asked>()?;
    let jobs: Vec<Id> = asked.export.into_iter().collect();
    under_way(job, (asked.erasure, &jobs), || {
        need_right(job)?;
        let (app, org, begun) = (job.app(), job.org(), Instant::now());
        let (mut person, mut outcome) = (asked.person(), Outcome::default());
        let old = rewrite_files(job, &mut person, &mut outcome)?;
        let there = at_platform(&person);
        let own: Vec<Id> = jobs.iter().copied().chain([job.id()]).collect();
        let mut places = vec![(org, std::slice::from_ref(&person))];
        if org != PLATFORM_ORG {
            // What he asked the platform for, and what it wrote to him.
            places.push((PLATFORM_ORG, std::slice::from_ref(&there)));
        }
        for (org, people) in &places {
            sealed::clean(job, *org, (people, &own), &mut outcome)?;
        }
        replace(job, &places, &mut outcome)?;
        remove_files(job, &old, begun, &mut outcome)?;
        outcome.job_files = app.store.read(|conn| sealed::job_files(conn, org, &own))?;
        app.system_write(|conn| {
            if let Some((user, login)) = asked.user {
                outcome.login_kept = close::account(conn, app, (org, user, login), &asked)?;
            }
            finish(conn, job, (asked.erasure, &jobs), &outcome)
        })
    })
}

fn need_right(job: &JobContext) -> Result<(), Refusal> {
    if job.actor()?.has(ADD) { Ok(()) } else { Err(Refusal::Forbidden) }
}

/// Tables of companies that have texts. Which columns hold codes the lists declare, beside what their names say.
pub(super) fn tables(job: &JobContext) -> Result<Vec<TextTable>, Refusal> {
    let mut codes = BTreeSet::new();
    for list in &job.app().registry.lists {
        for column in list.columns.iter().filter(|column| matches!(column.source, Source::Own)) {
            let is_code = matches!(
                column.field.kind,
                Kind::Select
                    | Kind::Dictionary(_)
                    | Kind::Reference(_)
                    | Kind::Code(_)
                    | Kind::Waybill
                    | Kind::State
                    | Kind::Color
            );
            if is_code {
                codes.insert((list.table.to_owned(), column.field.column.to_owned()));
            }
        }
    }
    job.app().store.read(|conn| Ok(text_tables(conn, &codes)?))
}

fn put(file: &mut PassingFile, text: &str) -> Result<(), Refusal> {
    file.write_all(text.as_bytes()).map_err(|error| Refusal::broken(format!("export of a person: {error}")))
}

fn put_line(file: &mut PassingFile, (table, column): (&str, &str), text: &str) -> Result<(), Refusal> {
    // A spreadsheet must not take it for a formula.
    let before = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    put(file, &format!("{table},{column},\"{before}{}\"\r\n", text.replace('"', "\"\"")))
}

fn export_table(job: &JobContext, table: &TextTable, person: &Person, file: &mut PassingFile) -> Result<(), Refusal> {
    let mut after: Option<Vec<Value>> = None;
    loop {
        let people = std::slice::from_ref(person);
        let piece = job
            .app()
            .store
            .read(|conn| Ok::<_, Refusal>(table.piece(conn, job.org(), (people, after.as_deref()))?))?;
        for told in piece.told() {
            put_line(file, (table.name(), told.column), told.text)?;
        }
        job.step(Progress::rows(0, 0))?;
        after = piece.next;
        if after.is_none() {
            return Ok(());
        }
    }
}

/// Writes the files he stands in anew; answers the old ones, which are removed when nothing names them any more.
fn rewrite_files(job: &JobContext, person: &mut Person, outcome: &mut Outcome) -> Result<Vec<String>, Refusal> {
    let (app, org) = (job.app(), job.org());
    let mut kept = Vec::new();
    app.files.each_kept_name(&mut |of, hash, size, _| {
        if of == org {
            kept.push((hash.to_owned(), size));
        }
        Ok(())
    })?;
    let mut old = Vec::new();
    for (hash, size) in kept {
        job.step(Progress::rows(0, 0))?;
        if size > FILE_MAX {
            outcome.unread += 1;
            continue;
        }
        let bytes = match app.files.read(org, &hash) {
            Ok(bytes) => bytes,
            // Removed since it was listed.
            Err(Refusal::NotFound) => continue,
            Err(refusal) => return Err(refusal),
        };
        match person.file(&bytes) {
            InFile::NotThere => {}
            InFile::Doubtful => outcome.doubtful += 1,
            InFile::Unreadable => outcome.unread += 1,
            InFile::Replaced(bytes) => {
                let new = app.files.keep(org, &bytes)?;
                person.files.insert(hash.clone(), new);
                old.push(hash);
                outcome.files += 1;
            }
        }
    }
    Ok(old)
}

/// Old files go when no row names them any more: not where a table could not be done, nor what somebody kept again meanwhile.
fn remove_files(job: &JobContext, old: &[String], begun: Instant, outcome: &mut Outcome) -> Result<(), Refusal> {
    for hash in old {
        let is_gone = outcome.failed.is_empty() && job.app().files.remove_kept(job.org(), hash, begun.elapsed())?;
        outcome.unread += u64::from(!is_gone);
    }
    Ok(())
}

/// People who are looked for in rows of a company.
pub(super) type Places<'a> = [(i64, &'a [Person])];

/// Replaces people in the rows of companies: once, then again for what was written meanwhile, then once more where a table
/// could not be done. What fails ever after is told, and the others are done all the same.
pub(super) fn replace(job: &JobContext, places: &Places<'_>, outcome: &mut Outcome) -> Result<(), Refusal> {
    let all = tables(job)?;
    let all: Vec<&TextTable> = all.iter().collect();
    round(job, &all, places, outcome)?;
    let (doubtful, bad) = round(job, &all, places, outcome)?;
    let (_, bad) = round(job, &bad, places, outcome)?;
    outcome.doubtful += doubtful;
    for table in bad {
        if !outcome.failed.iter().any(|known| known == table.name()) {
            outcome.failed.push(table.name().to_owned());
        }
    }
    Ok(())
}

/// Replaces people in some tables; answers how many cells are in doubt, and the tables that could not be done.
fn round<'a>(
    job: &JobContext,
    tables: &[&'a TextTable],
    places: &Places<'_>,
    outcome: &mut Outcome,
) -> Result<(u64, Vec<&'a TextTable>), Refusal> {
    let (mut doubtful, mut bad) = (0, Vec::new());
    for table in tables {
        let mut is_bad = false;
        for (org, people) in places {
            match replace_in(job, table, (*org, people), outcome)? {
                Some(cells) => doubtful += cells,
                None => is_bad = true,
            }
        }
        if is_bad {
            bad.push(*table);
        }
    }
    Ok((doubtful, bad))
}

/// Replaces people in a table of a company; answers how many cells are in doubt, or nothing where it could not be done.
fn replace_in(
    job: &JobContext,
    table: &TextTable,
    (org, people): (i64, &[Person]),
    outcome: &mut Outcome,
) -> Result<Option<u64>, Refusal> {
    let app = job.app();
    let (mut after, mut doubtful, mut is_bad): (Option<Vec<Value>>, u64, bool) = (None, 0, false);
    let told =
        |fault: &Refusal| tracing::warn!(table = table.name(), ?fault, "a person could not be replaced in a table");
    loop {
        let read = app.store.read(|conn| Ok::<_, Refusal>(table.piece(conn, org, (people, after.as_deref()))?));
        let mut piece = match read {
            Ok(piece) => piece,
            Err(fault) => {
                told(&fault);
                return Ok(None);
            }
        };
        doubtful += piece.doubtful;
        after = piece.next.take();
        // One row that can't be written keeps the others up only until each is written by itself.
        let pieces = match write(job, org, &piece) {
            Ok(changed) => {
                outcome.texts += changed;
                Vec::new()
            }
            Err(_) => piece.singly(),
        };
        for single in pieces {
            match write(job, org, &single) {
                Ok(changed) => outcome.texts += changed,
                Err(fault) => {
                    told(&fault);
                    is_bad = true;
                }
            }
        }
        job.step(Progress::rows(0, 0))?;
        if after.is_none() {
            return Ok((!is_bad).then_some(doubtful));
        }
    }
}

fn write(job: &JobContext, org: i64, piece: &archive::Piece<'_>) -> Result<u64, Refusal> {
    if piece.is_empty() {
        return Ok(0);
    }
    let app = job.app();
    let mut uuids = Vec::new();
    for _ in 0..piece.uuids() {
        uuids.push(app.new_uuid()?.to_string());
    }
    app.system_write(|conn| Ok(piece.write(conn, org, &mut || uuids.pop().unwrap_or_default())?))
}
