//! 后台任务. The jobs of every company, for those who run the platform.

use kernel::Id;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::job;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::store::{Conn, sql};
use serde_json::json;

use crate::task::{KINDS, LOST, OPEN, STATES, entry};

const PAGE: &str = "/hrs_job";

const KIND: Field = Field::select(KINDS, "分类", "Type").column("kind");
const TITLE: Field = Field::text("名称", "Name").column("title").wire("pageName");
const STATUS: Field = Field::state(STATES, "状态", "State").column("status");
const CREATED: Field = Field::instant("提交时间", "Submitted").column("created_at");
const COMPANY: Field = Field::reference("org", "企业", "Company").column("company_id").wire("companyId");

/// The jobs of every company, newest first.
pub const LIST: ListPage = ListPage {
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
            .calls("PUT /hrs/job/stop/{id}")
            .asks("任务将停止，是否继续？", "The job will stop. Go on?")
            .when("status", OPEN),
        Button::new("sys_job_retry", ("重试", "Try again"), "row", "call")
            .calls("PUT /hrs/job/retry/{id}")
            .when("status", LOST),
    ],
    ..ListPage::new("hrs.job.list", PAGE, ("后台任务", "Background jobs"), "hrs_job", "/hrs/job", "every_job")
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/platform", "后台任务", "Background jobs", 70).platform(),
        Node::button("sys_job_stop", "hrs_job", "停止", "Stop", 10).platform(),
        Node::button("sys_job_retry", "hrs_job", "重试", "Try again", 20).platform(),
    ]);
    room.lists.push(LIST);
    room.operations.extend([
        Operation::put("stop_job", "/hrs/job/stop/{id}", Access::Code("sys_job_stop"), |call| {
            act(call, "停止", job::cancel)
        }),
        Operation::put("retry_job", "/hrs/job/retry/{id}", Access::Code("sys_job_retry"), |call| {
            let done = act(call, "重试", job::retry);
            call.app.jobs.ring();
            done
        }),
    ]);
}

type Act = fn(&mut Tx<'_>, i64, Id) -> Result<(), Refusal>;

/// Acts on a job of any company; the line stands in the platform's log.
fn act(call: &mut Call, function: &'static str, act: Act) -> Outcome {
    let id = call.path_id("id")?;
    let mut select = sql::from(call.actor()?.org_id, "every_job");
    select.columns(["code", "title", "company_id"]).and_where(sql::eq("id", id));
    call.write(|tx| {
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        act(tx, row.get(2)?, id)?;
        tx.log(entry(&row, id, PAGE, function)?)
    })?;
    Ok(Answer::Data(json!({ "id": id })))
}
