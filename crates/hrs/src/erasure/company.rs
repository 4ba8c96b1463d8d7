//! A company that ends: everything it has is packed for whoever keeps the platform, then its rows, its files and the log-ins of
//! its people are removed. Its row stays without its name, for what the platform counts.

use std::time::Duration;

use archive::{Fault, Person};
use kernel::{Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::has_other_person;
use platform::call::{Answer, Call, Outcome as CallOutcome};
use platform::job::{self, JobContext, Progress};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, SelectStatement};
use platform::store::{Conn, Value, sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::begin::new_job;
use super::outcome::{Outcome, finish, under_way};
use super::{COMPANY, PATH, TABLE, close, sealed, work};

/// Names of its jobs: the first keeps what it packed when it ends, and only then the second removes.
pub(super) const PACK: &str = "pack_company";
pub(super) const JOB: &str = "erase_company";
/// People of it who are looked for at once.
const PEOPLE: usize = 10;
pub(super) const CODE: &str = "sys_org_erase";

const NO_PACK: Msg = Msg::new(
    "erasure.no_pack",
    "数据包已过期，请重新提交",
    "What was packed is not kept any more; please ask for the erasing again.",
);
const STILL_OPEN: Msg =
    Msg::new("erasure.open", "企业在用，请先停用", "The company is open; it has to be stopped first.");

/// Columns of a company that say who it was, and how to reach its people.
const OF_COMPANY: [&str; 20] = [
    "name_en",
    "short_name",
    "short_name_en",
    "title",
    "address_cn",
    "address_en",
    "phone",
    "fax",
    "website",
    "notice_email",
    "contact_info",
    "company_profile",
    "company_advantage",
    "remark",
    "audit_reason",
    "source_remark",
    "social_credit_code",
    "short_code",
    "logo",
    "short_logo",
];

/// What the job is asked for.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Asked {
    erasure: i64,
    company: i64,
    token: String,
    number: i64,
    /// The job that packed, in the request of the one behind it.
    pack: Option<Id>,
}

/// POST /hrs/org/erase/{id}.
pub(crate) fn begin(call: &mut Call) -> CallOutcome {
    call.actor()?.need_proof()?;
    let company = call.path_id("id")?;
    call.write(|tx| {
        need_stopped(tx, company.0)?;
        let (id, number) = (tx.new_id(), tx.next_number(TABLE, "")?);
        let asked =
            Asked { erasure: id.0, company: company.0, token: format!("已清除{number}"), number, pack: None };
        super::begin::put_row(tx, id, &asked.token, (COMPANY, "企业终止"), (false, false))?;
        job::submit(tx, new_job(PACK, &asked.token, json!(asked)))?;
        let entry = LogEntry::of(TABLE, id, asked.token.clone(), PATH).did("删除", "清除企业数据");
        tx.log(entry.level(Level::High))
    })?;
    call.app.jobs.ring();
    Ok(Answer::Said(job::submitted(), json!(null)))
}

/// Somebody of the company who has no account elsewhere.
struct Member {
    login: Id,
    name: String,
    phone: String,
    mail: String,
}

fn members(conn: &mut dyn Conn, org: i64) -> Result<Vec<Member>, Refusal> {
    let mut select = sql::from(org, "app_user");
    select
        .column(("app_user", "login_id"))
        .column(("app_user", "name_cn"))
        .column(("login", "phone"))
        .column(("login", "email"))
        .join(JoinType::InnerJoin, "login", sql::of("login", "id").equals(("app_user", "login_id")));
    let mut all = Vec::new();
    for row in conn.query(&select.into())? {
        let member = Member { login: row.get(0)?, name: row.get(1)?, phone: row.get(2)?, mail: row.get(3)? };
        if !has_other_person(conn, member.login, (org, None))? {
            all.push(member);
        }
    }
    Ok(all)
}

/// The first job: everything the company has, in a zip. What removes it is put down when that zip is kept.
pub(super) fn pack(job: &JobContext) -> Result<(), Refusal> {
    let mut asked = job.request::<Asked>()?;
    under_way(job, (asked.erasure, &[]), || {
        let (app, org) = (job.app(), asked.company);
        need_right(job)?;
        let read = |hash: &str| match app.files.find(org, hash) {
            Ok(file) => Ok(Some(file.whole()?)),
            Err(Refusal::NotFound) => Ok(None),
            Err(refusal) => Err(Fault::from(refusal)),
        };
        let (file, _) = archive::write_company(&app.store, org, job.begin_file()?, &read)?;
        job.keep_file(file, format!("全部数据-{}.zip", asked.token))?;
        asked.pack = Some(job.id());
        job.then(new_job(JOB, &asked.token, json!(asked)));
        Ok(())
    })
}

/// The second job: what was packed is removed.
pub(super) fn remove(job: &JobContext) -> Result<(), Refusal> {
    let asked = job.request::<Asked>()?;
    let jobs: Vec<Id> = asked.pack.into_iter().collect();
    under_way(job, (asked.erasure, &jobs), || {
        let (app, org) = (job.app(), asked.company);
        need_right(job)?;
        app.store.read(|conn| need_pack(conn, job.org(), asked.pack))?;
        let members = app.store.read(|conn| {
            need_stopped_now(conn, org)?;
            members(conn, org)
        })?;
        let mut outcome = Outcome::default();
        let people: Vec<Person> = members.iter().map(|member| person(member, &asked.token)).collect();
        for some in people.chunks(PEOPLE) {
            work::replace(job, &[(PLATFORM_ORG, some)], &mut outcome)?;
        }
        let own: Vec<Id> = jobs.iter().copied().chain([job.id()]).collect();
        sealed::clean(job, PLATFORM_ORG, (&people, &own), &mut outcome)?;
        app.system_write(|conn| {
            need_stopped(conn, org)?;
            archive::remove_company(conn, org)?;
            for member in &members {
                close::forget_login(conn, org, (member.login, &member.phone, &member.mail))?;
            }
            rename(conn, &asked)
        })?;
        outcome.files += remove_files(job, org)?;
        app.system_write(|conn| finish(conn, job, (asked.erasure, &jobs), &outcome))
    })
}

fn person(member: &Member, token: &str) -> Person {
    let filled = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty()).into_iter().collect();
    Person {
        token: token.to_owned(),
        names: filled(&member.name),
        numbers: filled(&member.phone),
        mails: filled(&member.mail),
        shares_names: true,
        ..Person::default()
    }
}

fn need_right(job: &JobContext) -> Result<(), Refusal> {
    if job.actor()?.has(CODE) { Ok(()) } else { Err(Refusal::Forbidden) }
}

/// Nothing is removed of which no pack is kept.
fn need_pack(conn: &mut dyn Conn, org: i64, pack: Option<Id>) -> Result<(), Refusal> {
    let mut select = sql::from(org, "job_run");
    select.column("id").and_where(sql::eq("id", pack.unwrap_or(Id(0)))).and_where(sql::col("file_hash").is_not_null());
    conn.first(&select.into())?.map(drop).ok_or_else(|| Refusal::business(NO_PACK))
}

/// Its row stays locked to the end of the transaction: nobody opens the company meanwhile.
fn need_stopped(conn: &mut dyn Conn, org: i64) -> Result<(), Refusal> {
    let mut select = status_of(org);
    need_closed(conn, select.lock_exclusive().to_owned(), org)
}

/// The same for now, where nothing is written.
fn need_stopped_now(conn: &mut dyn Conn, org: i64) -> Result<(), Refusal> {
    need_closed(conn, status_of(org), org)
}

fn status_of(org: i64) -> SelectStatement {
    let mut select = sql::from_global("org");
    select.column("status").and_where(sql::eq("id", org));
    select
}

fn need_closed(conn: &mut dyn Conn, status: SelectStatement, org: i64) -> Result<(), Refusal> {
    let row = conn.first(&status.into())?.filter(|_| org != PLATFORM_ORG).ok_or(Refusal::NotFound)?;
    if row.get::<bool>(0)? { Err(Refusal::business(STILL_OPEN)) } else { Ok(()) }
}

/// The row of the company, for what counts it.
fn rename(conn: &mut dyn Conn, asked: &Asked) -> Result<(), Refusal> {
    let mut cells: Vec<(&'static str, Value)> = OF_COMPANY.map(|column| (column, Value::Null)).to_vec();
    cells.extend([
        ("name", Value::Text(asked.token.clone())),
        ("code", Value::Text(format!("GONE{}", asked.number))),
        ("status", Value::Bool(false)),
    ]);
    let mut update = sql::update_global("org", &cells);
    update.and_where(sql::eq("id", asked.company));
    conn.exec(&update.into())?;
    Ok(())
}

fn remove_files(job: &JobContext, org: i64) -> Result<u64, Refusal> {
    let mut kept = Vec::new();
    job.app().files.each_kept_name(&mut |of, hash, _, _| {
        if of == org {
            kept.push(hash.to_owned());
        }
        Ok(())
    })?;
    let mut removed = 0;
    for hash in kept {
        removed += u64::from(job.app().files.remove_kept(org, &hash, Duration::ZERO)?);
        job.step(Progress::rows(0, 0))?;
    }
    Ok(removed)
}
