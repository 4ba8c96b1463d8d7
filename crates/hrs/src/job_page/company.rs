//! 企业任务. The jobs users have put down, of every company.

use kernel::Id;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::job;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::store::{Conn, sql};
use serde_json::json;

use super::PAGE;
use crate::task::{KINDS, LOST, OPEN, STATES, entry};

const KIND: Field = Field::select(KINDS, "分类", "Type").column("kind");
const TITLE: Field = Field::text("名称", "Name").column("title").wire("pageName");
const STATUS: Field = Field::state(STATES, "状态", "State").column("status");
const CREATED: Field = Field::instant("提交时间", "Submitted").column("created_at");
const COMPANY: Field = Field::reference("org", "企业", "Company").column("company_id").wire("companyId");

/// The jobs of every company, newest first.
pub(super) const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "org", alias: "company", on: &[("company_id", "id")], by_org: false },
        Join { table: "app_user", alias: "person", on: &[("company_id", "org_id"), ("user_id", "id")], by_org: false },
    ],
    columns: &[
        list::ID,
        Column::of("company", Field::text("企业", "Company").column("name").wire("companyName")).width(160),
        Column::own(Field::text("编号", "Number").column("code")).width(150).copy(),
        Column::own(TITLE).width(140),
        Column::own(KIND).width(70),
        Column::own(STATUS).width(100),
        Column::own(Field::int("进度 %", "Progress %").column("progress")).width(80),
        Column::own(Field::int("处理数", "Rows done").column("ok")).width(90),
        Column::own(Field::int("尝试次数", "Attempts").column("attempts")).width(80),
        Column::own(Field::long("失败原因", "Reason").column("error")).width(240).unsorted(),
        Column::of("person", Field::text("提交人", "Submitted by").column("name_cn").wire("userName")).width(100),
        Column::own(CREATED).width(160),
        Column::own(Field::instant("上次开始", "Last start").column("started_at")).width(160),
        Column::own(Field::instant("完成时间", "Finished").column("finished_at")).width(160),
        Column::own(Field::int("用时毫秒", "Milliseconds").column("took")).width(90).behind(),
        Column::own(Field::instant("下次执行", "Next start").column("next_at")).width(160).behind(),
        Column::own(Field::text("实例", "Worker").column("worker")).width(160).behind(),
    ],
    filters: &[
        Filter::new("pageName", Match::Contains, TITLE),
        Filter::new("kind", Match::OneOf, KIND),
        Filter::new("status", Match::OneOf, STATUS),
        Filter::new("createdAt", Match::Range, CREATED),
        Filter::new("companyId", Match::Equals, COMPANY).more(),
    ],
    buttons: &[
        Button::new("sys_job_stop", ("停止", "Stop"), "row", "call")
            .calls("PUT /hrs/job/company/stop/{id}")
            .asks("任务将停止，是否继续？", "The job will stop. Go on?")
            .when("status", OPEN),
        Button::new("sys_job_retry", ("重试", "Try again"), "row", "call")
            .calls("PUT /hrs/job/retry/{id}")
            .when("status", LOST),
    ],
    ..ListPage::new(
        "hrs.companyJob.list",
        "/hrs_job/company",
        ("企业任务", "Jobs of companies"),
        "hrs_job",
        "/hrs/job/company",
        "every_job",
    )
};

/// PUT /hrs/job/company/stop/{id}.
pub(super) fn stop() -> Operation {
    Operation::put("stop_company_job", "/hrs/job/company/stop/{id}", Access::Code("sys_job_stop"), stop_one)
}

fn stop_one(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| act(tx, id, ("停止", crate::erasure::cancel)))?;
    Ok(Answer::Data(json!({ "id": id })))
}

/// Puts a failed job of any company down again.
pub(super) fn retry(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    act(tx, id, ("重试", job::retry))
}

type Act = fn(&mut Tx<'_>, i64, Id) -> Result<(), Refusal>;

/// Acts on a job of any company; the line stands in the platform's log.
fn act(tx: &mut Tx<'_>, id: Id, (function, act): (&'static str, Act)) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), "every_job");
    select.columns(["code", "title", "company_id"]).and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    act(tx, row.get(2)?, id)?;
    tx.log(entry(&row, id, PAGE, function)?)
}
