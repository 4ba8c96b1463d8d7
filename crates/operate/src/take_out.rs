//! 导出全部数据. A company takes everything it has along, as a job whose file lies in 下载中心.

use archive::Fault;
use kernel::{Id, Msg};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::job::{self, JobContext, JobKind, Progress};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::sea_query::ExprTrait;
use platform::store::{Conn, sql};
use serde_json::json;

const PAGE: &str = "/hrs_task";
const JOB: &str = "take_out";
/// Given to no role of the template: who holds it can carry the whole company away.
const CODE: &str = "sys_task_everything";

const BUSY: Msg = Msg::new("take_out.busy", "任务正在执行", "The task is running already.");

/// Adds the call to the room; its button stands on the page of the people's room.
pub(crate) fn add(room: &mut Room) {
    room.operations.push(
        Operation::post("take_out", "/hrs/task/everything", Access::Code(CODE), begin)
            .summary("Puts down a job that packs all data and files of the company"),
    );
    room.jobs.push(JobKind { name: JOB, work });
}

fn begin(call: &mut Call) -> Outcome {
    // Whoever sits at an unguarded desk gets no copy of the company.
    call.actor()?.need_proof()?;
    let id = call.write(|tx| {
        tx.next_number(JOB, "")?;
        let mut open = sql::from(tx.org(), "job_run");
        open.column("id")
            .and_where(sql::eq("name", JOB.to_owned()))
            .and_where(sql::col("finished_at").is_null())
            .limit(1);
        if tx.first(&open.into())?.is_some() {
            return Err(Refusal::business(BUSY));
        }
        let id = job::submit(
            tx,
            job::NewJob {
                class: job::Class::Pack,
                name: JOB,
                page: PAGE,
                title: "全部数据",
                conditions: String::new(),
                total: None,
                request: json!({}),
            },
        )?;
        let entry = LogEntry::of("task", Id(id.0), "", PAGE).did("导出", "导出全部数据");
        tx.log(entry.text("导出企业全部数据与附件").level(Level::High))?;
        Ok(id)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Said(job::submitted(), json!({ "id": id })))
}

fn work(job: &JobContext) -> Result<(), Refusal> {
    if !job.actor()?.has(CODE) {
        return Err(Refusal::Forbidden);
    }
    let (app, org) = (job.app(), job.org());
    let read = |hash: &str| match app.files.find(org, hash) {
        Ok(file) => Ok(Some(file.whole()?)),
        Err(Refusal::NotFound) => Ok(None),
        Err(refusal) => Err(Fault::from(refusal)),
    };
    let (file, taken) = archive::write_company(&app.store, org, job.begin_file()?, &read)?;
    job.step(Progress::rows(taken.rows, taken.rows))?;
    let day = kernel::show_day(app.clock.now().day());
    job.keep_file(file, format!("全部数据-{day}.zip"))
}
