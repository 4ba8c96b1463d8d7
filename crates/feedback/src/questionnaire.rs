//! 问卷管理. Questionnaires: made by the platform, sent to users, answered once by each, counted.

mod answer;
mod moves;
mod question;
mod result;

use std::collections::BTreeSet;
use std::sync::Arc;

use facts::audience::{self, COMPANIES, EDITIONS, EVERYONE, targets_of};
use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::{Access, Actor};
use platform::call::Tx;
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Written};
use platform::field::{Choice, Field};
use platform::job::plan::{Category, Plan, Schedule};
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::log::Change;
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::Expr;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

const PAGE: &str = "/hrs_questionnaire";
const TABLE: &str = "questionnaire";
const QUESTIONS: &str = "questionnaire_question";
const PUSHES: &str = "questionnaire_push";
const ADDRESSEES: &str = "questionnaire_addressee";
const ANSWERS: &str = "questionnaire_answer";

/// States.
const DRAFT: &str = "草稿";
const RUNNING: &str = "进行中";
const CLOSED: &str = "已结束";

const NO_ORG: Msg = Msg::new("questionnaire.no_org", "请选择推送企业", "Please choose the companies.");
const NO_EDITION: Msg = Msg::new("questionnaire.no_edition", "请选择推送版本", "Please choose the editions.");
const ENDS_BEFORE: Msg =
    Msg::new("questionnaire.ends_before", "截止须晚于开始", "The end must be later than the start.");
const ENDED: Msg = Msg::new("questionnaire.ended", "截止须晚于当前时间", "The end must lie ahead.");
const FIXED: Msg = Msg::new(
    "questionnaire.fixed",
    "问卷已发布，除截止外不能修改",
    "The questionnaire is published: only its end can be changed.",
);
const CLOSED_STAYS: Msg =
    Msg::new("questionnaire.closed_stays", "问卷已结束，不能修改", "The questionnaire has ended and can't be changed.");
const STILL_RUNNING: Msg = Msg::new(
    "questionnaire.still_running",
    "进行中的问卷不能删除，请先结束",
    "A running questionnaire can't be deleted; end it first.",
);

const STATES: &[Choice] = &[
    Choice::new(DRAFT, DRAFT, "Draft").tone("neutral"),
    Choice::new(RUNNING, RUNNING, "Running").tone("ready"),
    Choice::new(CLOSED, CLOSED, "Ended").tone("done"),
];

document! {
    /// One questionnaire.
    pub struct Questionnaire in "questionnaire" {
        /// Title.
        title: String = Field::text("标题", "Title").required().max(60),
        /// What it is about, above its questions.
        explanation: Option<String> = Field::long("说明", "Explanation").max(500),
        /// To whom.
        push_type: Option<i64> = Field::select(audience::CHOICES, "推送范围", "Addressees").required().initially("\"1\""),
        /// Whether answers bear no names.
        anonymous: bool = Field::flag("匿名", "Anonymous").initially("false"),
        /// First moment.
        start_at: Option<i64> = Field::instant("开始", "Start").required(),
        /// End.
        end_at: Option<i64> = Field::instant("截止", "End").required(),
        /// State.
        status: String = Field::state(STATES, "状态", "State"),
    }
}

const ORGS: Field = Field::many("noticeOrg", "推送企业", "Companies").wire("orgIds");
const EDITION_CODES: Field = Field::many("noticeEdition", "推送版本", "Editions").wire("editionCodes");
/// Edited by a section of its own; the select is none of its business.
const QUESTION_ROWS: Field = Field::many("noticeOrg", "题目", "Questions").wire("questions").required();

/// A sub-select of the list.
macro_rules! part {
    ($name:ident, $sql:literal) => {
        fn $name() -> Expr {
            Expr::cust($sql)
        }
    };
}

part!(
    question_count,
    "(SELECT COUNT(*) FROM questionnaire_question q WHERE q.org_id = questionnaire.org_id \
     AND q.questionnaire_id = questionnaire.id)"
);
part!(
    addressed,
    "(SELECT COUNT(*) FROM questionnaire_addressee a WHERE a.org_id = questionnaire.org_id \
     AND a.questionnaire_id = questionnaire.id)"
);
part!(
    answered,
    "(SELECT COUNT(*) FROM questionnaire_addressee a WHERE a.org_id = questionnaire.org_id \
     AND a.questionnaire_id = questionnaire.id AND a.answered)"
);
// Tenths of a percent, rounded half up, in whole numbers: (1000 a / n + 1/2).
part!(
    rate,
    "(SELECT (SUM(CASE WHEN a.answered THEN 2000 ELSE 0 END) + COUNT(*)) / NULLIF(2 * COUNT(*), 0) \
     FROM questionnaire_addressee a WHERE a.org_id = questionnaire.org_id AND a.questionnaire_id = questionnaire.id)"
);

/// The questionnaires.
pub const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Questionnaire::TITLE).width(220),
        Column::expr(question_count, Field::int("题数", "Questions").wire("questionCount")).width(80),
        Column::own(Questionnaire::PUSH_TYPE).width(110),
        Column::own(Questionnaire::ANONYMOUS).width(80).behind(),
        Column::own(Questionnaire::START_AT).width(140),
        Column::own(Questionnaire::END_AT).width(140),
        Column::expr(addressed, Field::int("发放人数", "Addressed").wire("addressedCount")).width(90),
        Column::expr(answered, Field::int("填写人数", "Answered").wire("answeredCount")).width(90),
        Column::expr(rate, Field::decimal(1, "回收率", "Response rate").unit("%").wire("rate")).width(100),
        Column::own(Questionnaire::STATUS).width(90),
    ],
    filters: &[
        Filter::new("title", Match::Contains, Questionnaire::TITLE),
        Filter::new("status", Match::OneOf, Questionnaire::STATUS),
        Filter::new("startAt", Match::Range, Questionnaire::START_AT),
        Filter::new("endAt", Match::Range, Questionnaire::END_AT),
    ],
    buttons: &[
        Button::new("sys_questionnaire_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_questionnaire_edit", ("修改", "Edit"), "row", "edit").when("status", &[DRAFT, RUNNING]),
        Button::new("sys_questionnaire_publish", ("发布", "Publish"), "row", "call")
            .calls("PUT /hrs/questionnaire/publish/{id}")
            .asks(
                "发布后题目不能修改，推送范围内的每位用户将收到一条消息，是否继续？",
                "The questions are fixed then, and every addressee gets a message. Go on?",
            )
            .when("status", &[DRAFT]),
        Button::new("sys_questionnaire_publish", ("结束", "End"), "row", "call")
            .calls("PUT /hrs/questionnaire/close/{id}")
            .asks("结束后用户不能再填写，是否继续？", "Nobody can answer it any more. Go on?")
            .when("status", &[RUNNING]),
        Button::new("sys_questionnaire_result", ("结果", "Results"), "row", "custom")
            .when("status", &[RUNNING, CLOSED]),
        Button::new("sys_questionnaire_del", ("删除", "Delete"), "row", "remove").when("status", &[DRAFT, CLOSED]),
        Button::new("sys_questionnaire_export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "sys_questionnaire_export",
    decorate: Some(decorate),
    form: "hrs.questionnaire.form",
    ..ListPage::new(
        "hrs.questionnaire.list",
        PAGE,
        ("问卷管理", "Questionnaires"),
        "hrs_questionnaire",
        "/hrs/questionnaire",
        TABLE,
    )
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let status = String::from_value(row.value("status")).unwrap_or_default();
    let codes: &[&str] = match status.as_str() {
        DRAFT => &["sys_questionnaire_edit", "sys_questionnaire_publish", "sys_questionnaire_del"],
        RUNNING => &["sys_questionnaire_edit", "sys_questionnaire_publish", "sys_questionnaire_result"],
        _ => &["sys_questionnaire_result", "sys_questionnaire_del"],
    };
    list::write_can(actor, codes, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_questionnaire_add", "sys_questionnaire_edit", "sys_questionnaire_del", ""],
    page: PAGE,
    rules: Some(rules),
    after: Some(after),
    view_more: Some(view_more),
    members: &["orgIds", "editionCodes", "questions"],
    remove_rule: Some(remove_rule),
    sections: &[
        Section {
            key: "main",
            title: ("问卷", "Questionnaire"),
            fields: &[
                Questionnaire::TITLE,
                Questionnaire::EXPLANATION,
                Questionnaire::START_AT,
                Questionnaire::END_AT,
                Questionnaire::ANONYMOUS,
            ],
        },
        Section {
            key: "push",
            title: ("推送", "Addressees"),
            fields: &[Questionnaire::PUSH_TYPE, ORGS, EDITION_CODES],
        },
        Section { key: "questions", title: ("题目", "Questions"), fields: &[QUESTION_ROWS] },
    ],
    ..FormPage::of::<Questionnaire>(
        "hrs.questionnaire.form",
        ("问卷", "Questionnaire"),
        ("hrs_questionnaire", "/hrs/questionnaire", "questionnaire"),
        Questionnaire::TITLE,
    )
};

/// Adds the pages to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_questionnaire", zh, en, sort).platform();
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/content", "问卷管理", "Questionnaires", 50).platform(),
        button("sys_questionnaire_add", "新增", "New", 10),
        button("sys_questionnaire_edit", "修改", "Edit", 20),
        button("sys_questionnaire_del", "删除", "Delete", 30),
        button("sys_questionnaire_publish", "发布/结束", "Publish or end", 40),
        button("sys_questionnaire_result", "结果", "Results", 50),
        button("sys_questionnaire_export", "导出", "Export", 60),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    let publishes = Access::Code("sys_questionnaire_publish");
    let answers = Arc::new(result::ANSWER_LIST);
    room.operations.extend([
        Operation::put("publish_questionnaire", "/hrs/questionnaire/publish/{id}", publishes, moves::publish)
            .summary("Fixes the questions and sends them to their addressees"),
        Operation::put("close_questionnaire", "/hrs/questionnaire/close/{id}", publishes, moves::close),
        Operation::get(
            "get_questionnaire_result",
            "/hrs/questionnaire/result/{id}",
            Access::Code("sys_questionnaire_result"),
            result::show,
        )
        .summary("What was answered, question by question"),
        Operation::post(
            "export_questionnaire_answers",
            "/hrs/questionnaire/answer/exportExcel",
            Access::Code("sys_questionnaire_export"),
            move |call| list::workbook(&answers, call),
        )
        .reads()
        .summary("The single answers of a questionnaire"),
        Operation::get("open_questionnaires", "/hrs/questionnaire/open", Access::LoggedIn, answer::open)
            .summary("Questionnaires the caller is asked to answer now"),
        Operation::get("view_questionnaire", "/hrs/questionnaire/view/{id}", Access::LoggedIn, answer::view)
            .summary("A questionnaire as the caller answers it"),
        Operation::post("submit_questionnaire", "/hrs/questionnaire/submit", Access::LoggedIn, answer::submit)
            .summary("Answers a questionnaire, once"),
    ]);
    room.messages.push(&moves::ASKED);
    let minute = |name, title, category, work| Plan::new(name, title, (category, Schedule::Minute), work);
    room.plans.extend([
        minute("questionnaire.tell", ("问卷通知", "Messages of questionnaires"), Category::Reminder, moves::tell_due),
        minute("questionnaire.close", ("问卷到期结束", "End of questionnaires"), Category::Update, moves::close_due),
    ]);
}

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        draft.set(Questionnaire::STATUS, Value::Text(DRAFT.to_owned()));
    }
    if *draft.value(Questionnaire::ANONYMOUS) == Value::Null {
        draft.set(Questionnaire::ANONYMOUS, Value::Bool(false));
    }
    let status = String::from_value(draft.value(Questionnaire::STATUS))?;
    let (start, end) = (moment(draft, Questionnaire::START_AT)?, moment(draft, Questionnaire::END_AT)?);
    findings.error_if(start.is_some_and(|start| end.is_some_and(|end| end <= start)), "endAt", ENDS_BEFORE);
    match status.as_str() {
        DRAFT => {
            let push = Option::<i64>::from_value(draft.value(Questionnaire::PUSH_TYPE))?.unwrap_or(EVERYONE);
            let missing = targets_of(draft.body, push).map_or(draft.is_new(), |targets| targets.is_empty());
            findings.error_if(missing && push == COMPANIES, "orgIds", NO_ORG);
            findings.error_if(missing && push == EDITIONS, "editionCodes", NO_EDITION);
            question::check(draft.body, draft.is_new(), findings)
        }
        RUNNING => {
            findings.error_if(end.is_some_and(|end| end <= tx.now.millis()), "endAt", ENDED);
            fixed(tx, draft, findings)
        }
        _ => Err(Refusal::business(CLOSED_STAYS)),
    }
}

fn moment(draft: &Draft<'_>, field: Field) -> Result<Option<i64>, Refusal> {
    Ok(Option::<i64>::from_value(draft.value(field))?)
}

/// What users answer already is not changed under their hands.
fn fixed(conn: &mut dyn Conn, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let old = draft.old.unwrap_or_default();
    for (field, was) in Questionnaire::FIELDS.iter().zip(old) {
        let changed = field.column != Questionnaire::END_AT.column && !platform::log::same(draft.value(*field), was);
        findings.error_if(changed, &field.name(), FIXED);
    }
    if let Some(asked) = question::named(draft.body)? {
        findings.error_if(asked != question::of(conn, draft.id)?, "questions", FIXED);
    }
    let push = Option::<i64>::from_value(draft.value(Questionnaire::PUSH_TYPE))?.unwrap_or(EVERYONE);
    let moved =
        targets_of(draft.body, push).is_some_and(|wanted| pushed(conn, draft.id).is_ok_and(|was| was != wanted));
    findings.error_if(moved, if push == EDITIONS { "editionCodes" } else { "orgIds" }, FIXED);
    Ok(())
}

fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let mut written = Written::default();
    if String::from_value(draft.value(Questionnaire::STATUS))? != DRAFT {
        return Ok(written);
    }
    let push = i64::from_value(draft.value(Questionnaire::PUSH_TYPE))?;
    if let Some(wanted) = targets_of(draft.body, push) {
        let old = pushed(tx, draft.id)?;
        clear(tx, PUSHES, draft.id)?;
        for target in &wanted {
            let cells = [("questionnaire_id", draft.id.into_value()), ("target", target.clone().into_value())];
            tx.exec(&sql::insert(tx.org(), PUSHES, &cells).into())?;
        }
        let show = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>().join(",");
        if old != wanted {
            written.changes.push(change("orgIds", "推送对象", show(&old), show(&wanted)));
        }
    }
    if let Some(wanted) = question::named(draft.body)? {
        let old = question::of(tx, draft.id)?;
        if old != wanted {
            question::replace(tx, draft.id, &wanted)?;
            written.changes.push(change("questions", "题目", question::words(&old), question::words(&wanted)));
        }
    }
    Ok(written)
}

fn change(field: &str, label: &str, old: String, new: String) -> Change {
    Change { field: field.to_owned(), label: label.to_owned(), old, new }
}

fn clear(tx: &mut Tx<'_>, table: &'static str, id: Id) -> Result<(), Refusal> {
    let mut delete = sql::delete(tx.org(), table);
    tx.exec(&delete.and_where(sql::eq("questionnaire_id", id)).into())?;
    Ok(())
}

fn pushed(conn: &mut dyn Conn, id: Id) -> Result<BTreeSet<String>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, PUSHES);
    select.column("target").and_where(sql::eq("questionnaire_id", id));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

fn view_more(conn: &mut dyn Conn, _: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let targets = pushed(conn, id)?;
    audience::show(view, &targets);
    view.insert("questions".to_owned(), json!(question::of(conn, id)?));
    Ok(())
}

/// A questionnaire goes with all that was answered.
fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    if moves::status_of(tx, id)? == RUNNING {
        return Err(Refusal::business(STILL_RUNNING));
    }
    for table in [PUSHES, QUESTIONS, ADDRESSEES, ANSWERS] {
        clear(tx, table, id)?;
    }
    Ok(())
}
