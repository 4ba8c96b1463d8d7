//! 执行记录. The runs of the recurring work, for as long as they are kept.

use platform::field::Field;
use platform::job::plan;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};

use super::{CATEGORY, RESULT, TITLE, TITLE_EN};

const STARTED: Field = Field::instant("开始", "Started").column("started_at");

/// The runs, newest first.
pub(super) const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "job_plan", alias: "plan", on: &[("plan_id", "id")], by_org: true },
        Join { table: "app_user", alias: "person", on: &[("user_id", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        Column::of("plan", TITLE).width(180),
        Column::of("plan", TITLE_EN).width(220).behind(),
        Column::of("plan", CATEGORY).width(80),
        Column::own(STARTED).width(160),
        Column::own(Field::int("用时毫秒", "Milliseconds").column("took")).width(100),
        Column::own(Field::int("处理数", "Handled").column("handled")).width(90),
        Column::own(RESULT).width(80),
        Column::own(Field::long("错误", "Error").column("error")).width(260).unsorted(),
        Column::own(Field::text("实例", "Instance").column("instance")).width(160),
        Column::of("person", Field::text("执行人", "Run by").column("name_cn").wire("userName")).width(100),
    ],
    filters: &[
        Filter::new("title", Match::Contains, TITLE).columns(&[("plan", "title"), ("plan", "title_en")]),
        Filter::new("category", Match::OneOf, CATEGORY).columns(&[("plan", "category")]),
        Filter::new("result", Match::OneOf, RESULT),
        Filter::new("startedAt", Match::Range, STARTED),
    ],
    buttons: &[Button::new("sys_job_retry", ("重试", "Try again"), "row", "call")
        .calls("PUT /hrs/job/retry/{id}")
        .when("result", &[plan::FAILED, plan::LOST])],
    ..ListPage::new("hrs.jobRun.list", "/hrs_job/runs", ("执行记录", "Runs"), "hrs_job", "/hrs/job/run", "job_plan_run")
};
