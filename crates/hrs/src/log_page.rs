//! 系统日志. The operation log as a page, and the log of one thing.

use kernel::Id;
use platform::call::{Answer, Call, Outcome};
use platform::field::{Choice, Field};
use platform::list::{Button, Column, Filter, ListPage, Match};
use platform::log;
use platform::refusal::Refusal;

const LEVELS: &[Choice] = &[
    Choice::new("高", "高", "High").tone("danger"),
    Choice::new("中", "中", "Middle").tone("info"),
    Choice::new("低", "低", "Low"),
];

const TIME: Field = Field::instant("操作时间", "Time").column("created_at").wire("createTime");
const OPERATOR: Field = Field::text("操作人", "Operator").column("operator_name");
const LEVEL: Field = Field::state(LEVELS, "级别", "Level").column("level");
const KIND: Field = Field::text("类型", "Type").column("kind").wire("type");
const PAGE: Field = Field::text("页面", "Page").column("page").wire("pageName");
const FUNCTION: Field = Field::text("操作", "Function").column("function").wire("pageFunction");
const TEXT: Field = Field::long("内容", "Content").column("text");
const NUMBER: Field = Field::text("单号", "Number").column("object_number");
const IP: Field = Field::text("IP地址", "IP address").column("ip");

/// The log of the org, newest first.
pub const LIST: ListPage = ListPage {
    columns: &[
        Column::own(TIME).width(160),
        Column::own(OPERATOR),
        Column::own(LEVEL),
        Column::own(KIND),
        Column::own(PAGE),
        Column::own(FUNCTION),
        Column::own(NUMBER).copy(),
        Column::own(TEXT).width(420).unsorted(),
        Column::own(IP).behind(),
    ],
    filters: &[
        Filter::new("operatorName", Match::Contains, OPERATOR),
        Filter::new("createTime", Match::Range, TIME),
        Filter::new("type", Match::Equals, KIND),
        Filter::new("objectNumber", Match::Contains, NUMBER),
        Filter::new("level", Match::OneOf, LEVEL).more(),
        Filter::new("pageName", Match::Contains, PAGE).more(),
        Filter::new("text", Match::Contains, TEXT).more(),
    ],
    buttons: &[Button::new("hrs-log-export", ("导出", "Export"), "toolbar", "export")],
    export: "hrs-log-export",
    ..ListPage::new(
        "hrs.log.list",
        "/hrs_log",
        ("系统日志", "Operation log"),
        "hrs_log",
        "/hrs/log/list",
        "operation_log",
    )
};

/// GET /hrs/log/page: the log of one thing, for whoever may open the thing's form.
pub fn of_thing(call: &mut Call) -> Outcome {
    let kind = call.query("objectType").to_owned();
    let id = call.query("objectId").parse().map(Id).map_err(|_| Refusal::NotFound)?;
    let forms = &call.app.registry.forms;
    let form = forms.iter().find(|form| form.get("objectType").and_then(|t| t.as_str()) == Some(kind.as_str()));
    let access = form.and_then(|form| form.get("access")).and_then(|code| code.as_str()).ok_or(Refusal::NotFound)?;
    call.actor()?.need(access)?;
    let number =
        |name: &str, default: u64, most: u64| call.query(name).parse::<u64>().unwrap_or(default).clamp(1, most);
    let place = (number("current", 1, 100_000), number("size", 20, 100));
    let org = call.actor()?.org_id;
    call.read(|conn| log::page_of(conn, org, (&kind, id), place)).map(Answer::Data)
}
