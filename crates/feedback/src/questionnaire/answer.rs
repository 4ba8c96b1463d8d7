//! A user answers: what he is asked, and what he may say.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Instant, Msg, show_second};
use platform::PLATFORM_ORG;
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::messages::WRONG_KIND;
use platform::log::{Level, LogEntry};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::moves::find;
use super::question::{self, Kind, Question};
use super::{ADDRESSEES, ANSWERS, Questionnaire, RUNNING, TABLE};

const PAGE: &str = "/investigate";
/// Most letters of an answer in words.
const WORDS_MAX: usize = 500;

const ANSWERED: Msg =
    Msg::new("questionnaire.answered", "您已填写过该问卷", "You have answered this questionnaire already.");
const OVER: Msg = Msg::new("questionnaire.closed", "问卷已结束", "The questionnaire has ended.");
const NOT_YET: Msg = Msg::new("questionnaire.not_yet", "问卷尚未开始", "The questionnaire has not begun yet.");
const REQUIRED: Msg = Msg::new("questionnaire.required", "此题为必填项", "This question must be answered.");
const TOO_FEW: Msg = Msg::new("questionnaire.too_few", "至少选择{n}项", "Choose at least {n}.");
const TOO_MANY: Msg = Msg::new("questionnaire.too_many", "最多选择{n}项", "Choose at most {n}.");
const TOO_LONG: Msg = Msg::new("questionnaire.too_long", "不能超过{n}个字符", "At most {n} characters.");

/// GET /hrs/questionnaire/open.
pub(super) fn open(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let rows = call.read(|conn| {
        let count = "(SELECT COUNT(*) FROM questionnaire_question q WHERE q.org_id = questionnaire.org_id \
                     AND q.questionnaire_id = questionnaire.id)";
        let mut select = sql::from(PLATFORM_ORG, ADDRESSEES);
        select
            .columns([(TABLE, "id"), (TABLE, "title"), (TABLE, "end_at"), (ADDRESSEES, "answered")])
            .expr(Expr::cust(count))
            .inner_join(
                TABLE,
                sql::all_of([
                    sql::of(TABLE, "org_id").equals((ADDRESSEES, "org_id")),
                    sql::of(TABLE, "id").equals((ADDRESSEES, "questionnaire_id")),
                ]),
            )
            .and_where(sql::of_eq(ADDRESSEES, "user_org_id", actor.org_id))
            .and_where(sql::of_eq(ADDRESSEES, "user_id", actor.user_id))
            .and_where(sql::of_eq(TABLE, "status", RUNNING.to_owned()))
            .and_where(sql::of(TABLE, "start_at").lte(sql::value(actor.now)))
            .and_where(sql::of(TABLE, "end_at").gt(sql::value(actor.now)))
            .order_by((TABLE, "end_at"), Order::Asc)
            .order_by((TABLE, "id"), Order::Asc);
        Ok(conn.query(&select.into())?)
    })?;
    let list: Result<Vec<Json>, Refusal> = rows
        .iter()
        .map(|row| {
            Ok(json!({
                "id": row.get::<Id>(0)?,
                "title": row.get::<String>(1)?,
                "endAt": show_second(row.get::<Instant>(2)?),
                "answered": row.get::<bool>(3)?,
                "questionCount": row.get::<i64>(4)?,
            }))
        })
        .collect();
    Ok(Answer::Data(Json::Array(list?)))
}

/// The questionnaire, when the actor is asked and may answer now.
fn askable(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Questionnaire, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, ADDRESSEES);
    select
        .column("answered")
        .and_where(sql::eq("questionnaire_id", id))
        .and_where(sql::eq("user_org_id", actor.org_id))
        .and_where(sql::eq("user_id", actor.user_id));
    let answered: bool = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if answered {
        return Err(Refusal::business(ANSWERED));
    }
    let questionnaire = find(conn, id)?;
    let now = actor.now.millis();
    if questionnaire.status != RUNNING || questionnaire.end_at.is_some_and(|end| end <= now) {
        return Err(Refusal::business(OVER));
    }
    if questionnaire.start_at.is_some_and(|start| start > now) {
        return Err(Refusal::business(NOT_YET));
    }
    Ok(questionnaire)
}

/// GET /hrs/questionnaire/view/{id}.
pub(super) fn view(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("id")?);
    let data = call.read(|conn| {
        let questionnaire = askable(conn, actor, id)?;
        let questions: Vec<Json> = question::with_ids(conn, id)?
            .into_iter()
            .map(|(question_id, question)| {
                let mut json = json!(question);
                if let Some(object) = json.as_object_mut() {
                    object.insert("id".to_owned(), json!(question_id));
                }
                json
            })
            .collect();
        Ok(json!({
            "id": id,
            "title": questionnaire.title,
            "explanation": questionnaire.explanation,
            "anonymous": questionnaire.anonymous,
            "endAt": questionnaire.end_at.map(Instant::from_millis).map(show_second),
            "questions": questions,
        }))
    })?;
    Ok(Answer::Data(data))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Submission {
    id: Id,
    #[serde(default)]
    answers: Map<String, Json>,
}

/// POST /hrs/questionnaire/submit.
pub(super) fn submit(call: &mut Call) -> Outcome {
    let body: Submission = call.json()?;
    let id = body.id;
    call.write(|tx| {
        let actor = tx.actor;
        let questionnaire = askable(tx, actor, id)?;
        let questions = question::with_ids(tx, id)?;
        let said = read_all(&questions, &body.answers)?;
        let reply = random_id(tx)?;
        mark(tx, id, (!questionnaire.anonymous).then_some(reply))?;
        for (question, each) in said {
            keep(tx, (id, reply, question), each)?;
        }
        if questionnaire.anonymous {
            // A line with name and time would say more than that he answered.
            tx.no_log_line();
            return Ok(());
        }
        let title = questionnaire.title;
        let entry = LogEntry::of(TABLE, id, &title, PAGE).did("新建", "提交问卷").level(Level::Low);
        tx.log(entry.text(format!("提交问卷：{title}")))
    })?;
    Ok(Answer::Data(json!({ "id": id })))
}

/// Neither ids nor their order tell when or by whom something was answered.
fn random_id(tx: &Tx<'_>) -> Result<Id, Refusal> {
    let uuid = tx.app.new_uuid()?;
    let digits = uuid.as_str().get(..15).unwrap_or_default();
    i64::from_str_radix(digits, 16).map(Id).map_err(|error| Refusal::broken(error.to_string()))
}

/// He has answered: of two calls at the same time one comes first.
fn mark(tx: &mut Tx<'_>, id: Id, reply: Option<Id>) -> Result<(), Refusal> {
    let at = reply.map(|_| tx.now);
    let cells = [("answered", Value::Bool(true)), ("reply_id", reply.into_value()), ("answered_at", at.into_value())];
    let mut update = sql::update(PLATFORM_ORG, ADDRESSEES, &cells);
    update
        .and_where(sql::eq("questionnaire_id", id))
        .and_where(sql::eq("user_org_id", tx.actor.org_id))
        .and_where(sql::eq("user_id", tx.actor.user_id))
        .and_where(sql::eq("answered", false));
    if tx.exec(&update.into())? == 1 { Ok(()) } else { Err(Refusal::business(ANSWERED)) }
}

/// One thing that was chosen or written.
struct Said {
    row: i64,
    choice: Option<i64>,
    words: String,
}

fn keep(tx: &mut Tx<'_>, (id, reply, question): (Id, Id, Id), said: Said) -> Result<(), Refusal> {
    let cells = [
        ("id", random_id(tx)?.into_value()),
        ("questionnaire_id", id.into_value()),
        ("reply_id", reply.into_value()),
        ("question_id", question.into_value()),
        ("matrix_row", Value::Int(said.row)),
        ("choice", said.choice.into_value()),
        ("words", said.words.into_value()),
    ];
    tx.exec(&sql::insert(PLATFORM_ORG, ANSWERS, &cells).into())?;
    Ok(())
}

/// What is said to each question; all that is wrong with it at once.
fn read_all(questions: &[(Id, Question)], answers: &Map<String, Json>) -> Result<Vec<(Id, Said)>, Refusal> {
    let known = |name: &String| questions.iter().any(|(id, _)| id.to_string() == *name);
    if let Some(name) = answers.keys().find(|name| !known(name)) {
        return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", name)])));
    }
    let mut findings = Findings::new();
    let mut said = Vec::new();
    for (id, question) in questions {
        let place = format!("answers.{id}");
        let json = answers.get(&id.to_string()).unwrap_or(&Json::Null);
        said.extend(read(question, json, &place, &mut findings).into_iter().map(|each| (*id, each)));
    }
    Refusal::unless_clean(&findings, &[])?;
    Ok(said)
}

fn read(question: &Question, json: &Json, place: &str, findings: &mut Findings) -> Vec<Said> {
    let said = match question.kind {
        Kind::Text => words(json),
        Kind::Multi => several(question, json),
        Kind::Matrix => rows(question, json),
        Kind::Single | Kind::Score | Kind::Nps => one(question, json).map(|said| said.into_iter().collect()),
    };
    let Some(said) = said else {
        findings.error(place, WRONG_KIND.with_each(&[("field", &question.question)], &[("field", &question.question)]));
        return Vec::new();
    };
    let wanted = if question.kind == Kind::Matrix { question.rows.len() } else { 1 };
    if question.required && said.len() < wanted {
        findings.error(place, REQUIRED.text());
    } else if question.kind == Kind::Text && said.iter().any(|each| each.words.chars().count() > WORDS_MAX) {
        findings.error(place, TOO_LONG.with(&[("n", &WORDS_MAX.to_string())]));
    } else if question.kind == Kind::Multi && !said.is_empty() {
        let count = i64::try_from(said.len()).unwrap_or(i64::MAX);
        if let Some(least) = question.least.filter(|least| count < *least) {
            findings.error(place, TOO_FEW.with(&[("n", &least.to_string())]));
        }
        if let Some(most) = question.most.filter(|most| count > *most) {
            findings.error(place, TOO_MANY.with(&[("n", &most.to_string())]));
        }
    }
    said
}

/// An answer in words; none for what is no text.
fn words(json: &Json) -> Option<Vec<Said>> {
    if json.is_null() {
        return Some(Vec::new());
    }
    let words = json.as_str()?.trim().replace('\0', "");
    let said = Said { row: 0, choice: None, words };
    Some(if said.words.is_empty() { Vec::new() } else { vec![said] })
}

/// A number of a scale, or a choice by its place; `None` when it is neither.
fn one(question: &Question, json: &Json) -> Option<Option<Said>> {
    if json.is_null() {
        return Some(None);
    }
    let choice = json.as_i64()?;
    let words = match question.kind.numbers() {
        Some((least, greatest)) => (least..=greatest).contains(&choice).then(|| choice.to_string())?,
        None => question.choices.get(usize::try_from(choice).ok()?)?.clone(),
    };
    Some(Some(Said { row: 0, choice: Some(choice), words }))
}

fn several(question: &Question, json: &Json) -> Option<Vec<Said>> {
    if json.is_null() {
        return Some(Vec::new());
    }
    let places: Option<BTreeSet<i64>> = json.as_array()?.iter().map(Json::as_i64).collect();
    places?.into_iter().map(|place| one(question, &json!(place))?).collect()
}

fn rows(question: &Question, json: &Json) -> Option<Vec<Said>> {
    if json.is_null() {
        return Some(Vec::new());
    }
    let chosen = json.as_array().filter(|chosen| chosen.len() <= question.rows.len())?;
    let mut said = Vec::new();
    for ((row, label), json) in (0i64..).zip(&question.rows).zip(chosen) {
        said.extend(one(question, json)?.map(|each| Said { row, words: format!("{label}：{}", each.words), ..each }));
    }
    Some(said)
}
