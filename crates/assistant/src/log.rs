//! /hrs_ai_log AI问答记录: what was asked and answered, how long it took, and what its reader thought of it. What helped
//! nobody can become a help document.

use std::sync::Arc;

use kernel::{Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::{Access, Actor};
use platform::call::{Answer, App, Asked, Call, Outcome};
use platform::field::{Choice, Field};
use platform::job::plan::{Category, Plan, Schedule};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::refusal::Refusal;
use platform::registry::{Method, Node, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::setting;
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::setting::KEEP_DAYS;

/// Its table.
pub(crate) const TABLE: &str = "ai_log";
const PAGE: &str = "/hrs_ai_log";
const BASE: &str = "/hrs/aiLog";
/// Longest title and text of a help document that is made of a question.
const TITLE_MAX: usize = 100;

/// It is being answered.
pub(crate) const RUNNING: &str = "RUNNING";
/// Answered.
pub(crate) const DONE: &str = "DONE";
/// The model failed.
pub(crate) const FAILED: &str = "FAILED";
/// Nothing was found.
pub(crate) const NONE: &str = "NONE";
const RESULTS: &[Choice] = &[
    Choice::new(RUNNING, "处理中", "Being answered").tone("info"),
    Choice::new(DONE, "成功", "Answered").tone("ready"),
    Choice::new(FAILED, "失败", "Failed").tone("danger"),
    Choice::new(NONE, "无答案", "No answer").tone("warning"),
];
const USEFUL: &str = "USEFUL";
const USELESS: &str = "USELESS";
const UNJUDGED: &str = "NONE";
const JUDGED: &[Choice] = &[
    Choice::new(USEFUL, "有用", "Useful").tone("ready"),
    Choice::new(USELESS, "没用", "Not useful").tone("warning"),
    Choice::new(UNJUDGED, "未评", "Not judged"),
];

const NO_TITLE: Msg = Msg::new("ai.no_help", "未能生成帮助文档", "The help document could not be made.");

const TIME: Field = Field::instant("时间", "Time").column("created_at");
const QUESTION: Field = Field::long("问题", "Question").column("question");
const USER: Field = Field::text("用户", "User").column("name_cn").wire("userName");
const RESULT: Field = Field::state(RESULTS, "结果", "Result").column("result");
const JUDGEMENT: Field = Field::state(JUDGED, "评价", "Judged").wire("useful");

fn judgement() -> Expr {
    Expr::cust("CASE WHEN ai_log.useful IS NULL THEN 'NONE' WHEN ai_log.useful THEN 'USEFUL' ELSE 'USELESS' END")
}

fn length() -> Expr {
    Expr::cust("CAST(ai_log.tokens_in AS text) || ' / ' || CAST(ai_log.tokens_out AS text)")
}

fn is_platform(actor: &Actor) -> bool {
    actor.org_id == PLATFORM_ORG && actor.has("hrs_ai_log")
}

/// The questions, newest first.
const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "app_user", alias: "person", on: &[("user_id", "id")], by_org: true },
        Join { table: "org", alias: "company", on: &[("org_id", "id")], by_org: false },
    ],
    columns: &[
        list::ID,
        Column::own(TIME).width(160),
        Column::of("person", USER).width(100),
        Column::of("company", Field::text("企业", "Company").column("name").wire("orgName"))
            .needs("hrs_org")
            .width(150),
        Column::own(QUESTION).width(260).unsorted(),
        Column::own(Field::long("回复", "Answer").column("answer")).width(360).unsorted(),
        Column::own(Field::long("引用", "References").column("refs")).width(180).unsorted(),
        Column::own(Field::int("用时", "Time taken").column("took").unit("ms")).width(90).unsorted(),
        Column::expr(length, Field::text("输入/输出长度", "Tokens in and out").wire("tokens")).width(120).unsorted(),
        Column::own(RESULT).width(90),
        Column::own(Field::text("失败原因", "Reason").column("error")).width(180).unsorted(),
        Column::expr(judgement, JUDGEMENT).width(80).unsorted(),
        Column::own(Field::long("发送内容", "What was sent").column("sent")).width(200).behind().unsorted(),
    ],
    filters: &[
        Filter::new("userName", Match::Contains, USER).columns(&[("person", "name_cn"), ("person", "name_en")]),
        Filter::new("orgName", Match::Contains, Field::text("企业", "Company"))
            .columns(&[("company", "name")])
            .needs("hrs_org"),
        Filter::new("question", Match::Contains, QUESTION),
        Filter::new("result", Match::OneOf, RESULT),
        Filter::new("useful", Match::Own(by_judgement), Field::select(JUDGED, "评价", "Judged")),
        Filter::new("createdAt", Match::Range, TIME).initially("last30"),
    ],
    buttons: &[
        Button::new("sys_ailog_todoc", ("转帮助文档", "To a help document"), "row", "custom"),
        Button::new("sys_ailog_export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "sys_ailog_export",
    everywhere: Some(is_platform),
    ..ListPage::new("hrs.aiLog.list", PAGE, ("AI问答记录", "AI question log"), "hrs_ai_log", BASE, TABLE)
};

fn by_judgement(_: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(judgement().eq(sql::value(wanted.to_owned()))))
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/smart", "AI问答记录", "AI question log", 20),
        Node::button("sys_ailog_export", "hrs_ai_log", "导出", "Export", 10),
        Node::button("sys_ailog_todoc", "hrs_ai_log", "转帮助文档", "To a help document", 20),
    ]);
    room.lists.push(LIST);
    room.operations.extend([
        Operation::get("get_ai_figures", "/hrs/aiLog/figures", Access::Code("hrs_ai_log"), figures).summary(
            "Questions of the company that are kept: how many, how many were answered and helped, how long they took",
        ),
        Operation::put("judge_ai_answer", "/hrs/aiLog/feedback", Access::LoggedIn, judge)
            .summary("Whether an answer helped who asked"),
        Operation::post("make_help_of_question", "/hrs/aiLog/toDoc/{id}", Access::Code("sys_ailog_todoc"), to_doc)
            .summary("A draft of a help document with a question as its title"),
    ]);
    room.plans.push(
        Plan::new(
            "assistant.forget",
            ("AI问答记录清理", "Removal of old questions"),
            (Category::Cleaning, Schedule::Early),
            forget,
        )
        .by_age(),
    );
}

/// GET /hrs/aiLog/figures.
fn figures(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    // Of the rows the list shows: the platform's keeper sees those of all companies.
    let mut select = if is_platform(actor) { sql::from_global("ai_log") } else { sql::from(actor.org_id, TABLE) };
    let sum = |condition: &str| {
        Expr::cust(format!("CAST(COALESCE(SUM(CASE WHEN {condition} THEN 1 ELSE 0 END), 0) AS bigint)"))
    };
    select
        .expr(Expr::cust("COUNT(*)"))
        .expr(sum("result = 'DONE'"))
        .expr(sum("useful"))
        .expr(sum("NOT useful"))
        .expr(Expr::cust("CAST(COALESCE(SUM(took), 0) AS bigint)"))
        .and_where(sql::col("result").ne(sql::value(RUNNING.to_owned())));
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?.unwrap_or_default();
    let (count, done, useful, useless, took): (i64, i64, i64, i64, i64) =
        (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?);
    Ok(Answer::Data(json!({
        "count": count, "successRate": rate(done, count), "usefulRate": rate(useful, useful + useless),
        "took": took.checked_div(count),
    })))
}

/// A part of a whole in percent with one decimal; nothing of nothing.
fn rate(part: i64, whole: i64) -> Option<String> {
    let tenths = (part * 2_000 + whole).checked_div(2 * whole)?;
    Some(format!("{}.{}", tenths / 10, tenths % 10))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Judgement {
    log_id: Id,
    useful: bool,
}

/// PUT /hrs/aiLog/feedback: of an own question; the last word counts.
fn judge(call: &mut Call) -> Outcome {
    let Judgement { log_id, useful } = call.json()?;
    call.write(|tx| {
        tx.no_log_line();
        let mut update = sql::update(tx.org(), TABLE, &[("useful", Value::Bool(useful))]);
        update.and_where(sql::eq("id", log_id)).and_where(sql::eq("user_id", tx.actor.user_id));
        if tx.exec(&update.into())? == 0 { Err(Refusal::NotFound) } else { Ok(()) }
    })?;
    Ok(Answer::Data(Json::Null))
}

/// POST /hrs/aiLog/toDoc/{id}: made by the call of help documents, as its user and by his rights there.
fn to_doc(call: &mut Call) -> Outcome {
    let (id, org) = (call.path_id("id")?, call.actor()?.org_id);
    let mut select = sql::from(org, TABLE);
    select.columns(["question", "answer"]).and_where(sql::eq("id", id));
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?.ok_or(Refusal::NotFound)?;
    let (question, answer): (String, String) = (row.get(0)?, row.get(1)?);
    let title: String = question.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(TITLE_MAX).collect();
    let language = if call.language().starts_with("en") { "en-US" } else { "zh-CN" };
    let create =
        call.app.registry.operations.iter().find(|one| one.method == Method::Post && one.path == "/hrs/helpDoc");
    let create = create.cloned().ok_or(Refusal::business(NO_TITLE))?;
    if !call.actor()?.may(create.access) {
        return Err(Refusal::Forbidden);
    }
    let asked = Asked {
        body: json!({ "title": title, "language": language, "body": answer }).to_string().into_bytes(),
        content_type: "application/json".to_owned(),
        language: call.asked.language.clone(),
        ip: call.asked.ip.clone(),
        request_id: call.asked.request_id.clone(),
        operation: create.id.clone(),
        once: call.asked.once.clone(),
        ..Asked::default()
    };
    (create.handler)(&mut Call { app: call.app.clone(), caller: call.caller.clone(), asked, arrived: None })
}

/// Takes away what is older than each company keeps it.
fn forget(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let days: i64 = app.store.read(|conn| setting::value(conn, org, &KEEP_DAYS, None))?;
        let before = app.clock.now().plus_millis(-days * 24 * 60 * 60 * 1000);
        app.system_write(|conn| {
            let mut delete = sql::delete(org, TABLE);
            delete.and_where(sql::col("created_at").lt(sql::value(before)));
            Ok(usize::try_from(conn.exec(&delete.into())?).unwrap_or_default())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_one_decimal_and_is_none_of_nothing() {
        assert_eq!((rate(3, 4).as_deref(), rate(2, 3).as_deref(), rate(0, 0)), (Some("75.0"), Some("66.7"), None));
    }
}
