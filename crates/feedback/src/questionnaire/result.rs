//! What was answered: counts and averages in whole numbers, words, and the single answers as a sheet.

use std::collections::BTreeMap;

use kernel::{Id, div_half_up, format_scaled};
use platform::PLATFORM_ORG;
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::list::{Column, Filter, Join, ListPage, Match};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order};
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};

use super::moves::find;
use super::question::{self, Kind, Question};
use super::{ADDRESSEES, ANSWERS, DRAFT, PAGE};

/// Answers in words the page shows; the sheet has all of them.
const WORDS_SHOWN: u64 = 200;
/// From here on one would recommend it, up to there one would not.
const PROMOTER: i64 = 9;
const DETRACTOR: i64 = 6;

/// How often something was chosen, by question, row and choice.
type Counts = BTreeMap<(Id, i64, i64), i64>;

/// GET /hrs/questionnaire/result/{id}.
pub(super) fn show(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let data = call.read(|conn| {
        let questionnaire = find(conn, id)?;
        if questionnaire.status == DRAFT {
            return Err(Refusal::NotFound);
        }
        let (addressed, answered) = people(conn, id)?;
        let (counts, replies) = (counts(conn, id)?, replies(conn, id)?);
        let mut questions = Vec::new();
        for (question_id, question) in question::with_ids(conn, id)? {
            let count = replies.get(&question_id).copied().unwrap_or_default();
            let mut shown = result_of(question_id, &question, (&counts, count));
            shown.insert("count".to_owned(), json!(count));
            if question.kind == Kind::Text {
                shown.insert("texts".to_owned(), Json::Array(texts(conn, id, question_id)?));
            }
            questions.push(shown);
        }
        Ok(json!({
            "id": id,
            "title": questionnaire.title,
            "anonymous": questionnaire.anonymous,
            "addressedCount": addressed,
            "answeredCount": answered,
            "rate": percent(answered, addressed),
            "questions": questions,
        }))
    })?;
    Ok(Answer::Data(data))
}

/// A share in percent with one decimal.
fn percent(part: i64, whole: i64) -> Option<String> {
    tenths(part * 100, whole)
}

/// A quotient with one decimal, rounded half up.
fn tenths(sum: i64, count: i64) -> Option<String> {
    let tenths = (count > 0).then(|| div_half_up(i128::from(sum) * 10, i128::from(count)))?;
    Some(format_scaled(i64::try_from(tenths).ok()?, 1, 1))
}

/// % of 9 and 10 less % of 0 to 6, a whole number.
fn nps(bars: &[(i64, i64)]) -> Option<i64> {
    let count: i64 = bars.iter().map(|(_, count)| count).sum();
    let of = |fits: fn(i64) -> bool| bars.iter().filter(|(score, _)| fits(*score)).map(|(_, count)| count).sum::<i64>();
    let lead = of(|score| score >= PROMOTER) - of(|score| score <= DETRACTOR);
    (count > 0).then(|| div_half_up(i128::from(lead) * 100, i128::from(count))).and_then(|nps| i64::try_from(nps).ok())
}

fn people(conn: &mut dyn Conn, id: Id) -> Result<(i64, i64), Refusal> {
    let mut select = sql::from(PLATFORM_ORG, ADDRESSEES);
    select
        .expr(Expr::cust("COUNT(*)"))
        .expr(Expr::cust("CAST(COALESCE(SUM(CASE WHEN answered THEN 1 ELSE 0 END), 0) AS bigint)"))
        .and_where(sql::eq("questionnaire_id", id));
    let row = conn.first(&select.into())?.unwrap_or_default();
    Ok((row.get(0)?, row.get(1)?))
}

fn counts(conn: &mut dyn Conn, id: Id) -> Result<Counts, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, ANSWERS);
    select
        .columns(["question_id", "matrix_row", "choice"])
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::eq("questionnaire_id", id))
        .and_where(sql::col("choice").is_not_null())
        .group_by_columns(["question_id", "matrix_row", "choice"]);
    conn.query(&select.into())?.iter().map(|row| Ok(((row.get(0)?, row.get(1)?, row.get(2)?), row.get(3)?))).collect()
}

/// How many answered each question.
fn replies(conn: &mut dyn Conn, id: Id) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, ANSWERS);
    select
        .column("question_id")
        .expr(Expr::cust("COUNT(DISTINCT reply_id)"))
        .and_where(sql::eq("questionnaire_id", id))
        .group_by_col("question_id");
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

fn result_of(id: Id, question: &Question, (counts, replies): (&Counts, i64)) -> Map<String, Json> {
    let labels: Vec<(i64, String)> = match question.kind.numbers() {
        Some((least, greatest)) => (least..=greatest).map(|number| (number, number.to_string())).collect(),
        None => (0i64..).zip(question.choices.iter().cloned()).collect(),
    };
    let bars_of = |row: i64| -> Vec<(i64, i64)> {
        let count = |choice: i64| counts.get(&(id, row, choice)).copied().unwrap_or_default();
        labels.iter().map(|(choice, _)| (*choice, count(*choice))).collect()
    };
    let draw = |bars: &[(i64, i64)]| -> Json {
        // Of several choices each is a share of those who answered, not of all that was chosen.
        let whole = if question.kind == Kind::Multi { replies } else { bars.iter().map(|(_, count)| count).sum() };
        let bar = |label: &str, count: i64| json!({ "label": label, "count": count, "rate": percent(count, whole) });
        labels.iter().zip(bars).map(|((_, label), (_, count))| bar(label, *count)).collect()
    };
    let mut shown = Map::new();
    let mut put = |name: &str, value: Json| shown.insert(name.to_owned(), value);
    put("id", json!(id));
    put("kind", json!(question.kind));
    put("question", json!(question.question));
    match question.kind {
        Kind::Text => {}
        Kind::Matrix => {
            let row = |(row, label): (i64, &String)| json!({ "label": label, "bars": draw(&bars_of(row)) });
            put("rows", (0i64..).zip(&question.rows).map(row).collect());
        }
        Kind::Single | Kind::Multi | Kind::Score | Kind::Nps => {
            put("bars", draw(&bars_of(0)));
        }
    }
    if question.kind.numbers().is_some() {
        let bars = bars_of(0);
        let sum = bars.iter().map(|(score, count)| score * count).sum();
        put("average", json!(tenths(sum, bars.iter().map(|(_, count)| count).sum())));
    }
    if question.kind == Kind::Nps {
        put("nps", json!(nps(&bars_of(0))));
    }
    shown
}

/// Answers in words, with the names of those who gave them where these are kept.
fn texts(conn: &mut dyn Conn, id: Id, question: Id) -> Result<Vec<Json>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, ANSWERS);
    select
        .columns([(ANSWERS, "words"), ("person", "name_cn"), ("org", "name")])
        .join(
            JoinType::LeftJoin,
            ADDRESSEES,
            sql::all_of([
                sql::of(ADDRESSEES, "org_id").equals((ANSWERS, "org_id")),
                sql::of(ADDRESSEES, "reply_id").equals((ANSWERS, "reply_id")),
            ]),
        )
        .join_as(
            JoinType::LeftJoin,
            "app_user",
            "person",
            sql::all_of([
                sql::of("person", "org_id").equals((ADDRESSEES, "user_org_id")),
                sql::of("person", "id").equals((ADDRESSEES, "user_id")),
            ]),
        )
        .join(JoinType::LeftJoin, "org", sql::of("org", "id").equals((ADDRESSEES, "user_org_id")))
        .and_where(sql::of_eq(ANSWERS, "questionnaire_id", id))
        .and_where(sql::of_eq(ANSWERS, "question_id", question))
        .order_by((ANSWERS, "id"), Order::Asc)
        .limit(WORDS_SHOWN);
    let text = |row: &platform::store::Row| {
        let (name, org): (Option<String>, Option<String>) = (row.get(1)?, row.get(2)?);
        Ok(json!({ "words": row.get::<String>(0)?, "userName": name, "orgName": org }))
    };
    conn.query(&select.into())?.iter().map(text).collect()
}

/// The single answers, as they are exported: one line for each thing chosen or written.
pub(super) const ANSWER_LIST: ListPage = ListPage {
    joins: &[
        Join { table: super::QUESTIONS, alias: "question", on: &[("question_id", "id")], by_org: true },
        Join { table: ADDRESSEES, alias: "addressee", on: &[("reply_id", "reply_id")], by_org: true },
        Join {
            table: "app_user",
            alias: "person",
            on: &[("addressee.user_org_id", "org_id"), ("addressee.user_id", "id")],
            by_org: false,
        },
        Join { table: "org", alias: "company", on: &[("addressee.user_org_id", "id")], by_org: false },
    ],
    columns: &[
        Column::own(Field::reference("", "答卷", "Reply").column("reply_id")).width(160),
        Column::of("question", Field::int("题号", "No.").column("seq")).width(70),
        Column::of("question", Field::text("题目", "Question").column("question")).width(280),
        Column::own(Field::text("答案", "Answer").column("words")).width(320),
        Column::of("person", Field::text("填写人", "Answered by").column("name_cn").wire("userName")).width(110),
        Column::of("company", Field::text("企业", "Company").column("name").wire("orgName")).width(180),
        Column::of("addressee", Field::instant("填写时间", "Answered").column("answered_at")).width(160),
    ],
    filters: &[Filter::new(
        "questionnaireId",
        Match::Equals,
        Field::reference("", "问卷", "Questionnaire").column("questionnaire_id"),
    )],
    sort: "replyId,asc",
    export: "sys_questionnaire_export",
    ..ListPage::new(
        "hrs.questionnaireAnswer.list",
        PAGE,
        ("问卷答案", "Answers of a questionnaire"),
        "hrs_questionnaire",
        "/hrs/questionnaire/answer",
        ANSWERS,
    )
};
