//! The questions of a questionnaire: read, checked, kept.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Cell, Conn, Value, sql};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::QUESTIONS;

const QUESTIONS_MAX: usize = 50;
const QUESTION_MAX: usize = 200;
const CHOICES_MAX: usize = 20;
const CHOICE_MAX: usize = 100;

const NONE: Msg = Msg::new("question.none", "请添加题目", "Please add a question.");
const MANY: Msg = Msg::new("question.many", "题目最多{n}道", "There can be at most {n} questions.");
const BLANK: Msg = Msg::new("question.blank", "第{n}题：请填写题目", "Question {n}: please write it.");
const LONG: Msg =
    Msg::new("question.long", "第{n}题：题目不能超过{max}个字符", "Question {n} can't exceed {max} characters.");
const CHOICES: Msg = Msg::new(
    "question.choices",
    "第{n}题：选项须为2-{max}个，不能为空或重复",
    "Question {n} needs 2 to {max} different choices.",
);
const LINES: Msg = Msg::new(
    "question.lines",
    "第{n}题：矩阵行须为1-{max}个，不能为空或重复",
    "Question {n} needs 1 to {max} different rows.",
);
const BOUNDS: Msg = Msg::new(
    "question.bounds",
    "第{n}题：最少、最多选择数须在1与选项数之间，且最少不大于最多",
    "Question {n}: the least and the most number of choices don't fit.",
);
const UNREADABLE: Msg = Msg::new("question.unreadable", "题目格式不正确", "The questions can't be read.");

/// What kind of answer a question wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// One choice.
    Single,
    /// Several choices.
    Multi,
    /// Words.
    Text,
    /// 1 to 5.
    Score,
    /// How likely one would recommend it, 0 to 10.
    Nps,
    /// One choice in each row.
    Matrix,
}

impl Kind {
    const ALL: [(Self, &'static str); 6] = [
        (Self::Single, "single"),
        (Self::Multi, "multi"),
        (Self::Text, "text"),
        (Self::Score, "score"),
        (Self::Nps, "nps"),
        (Self::Matrix, "matrix"),
    ];

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }

    /// Least and greatest number of those that are answered by a number.
    pub fn numbers(self) -> Option<(i64, i64)> {
        match self {
            Self::Score => Some((1, 5)),
            Self::Nps => Some((0, 10)),
            _ => None,
        }
    }
}

/// A question as it is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Question {
    /// Kind of answer.
    pub kind: Kind,
    /// The question.
    pub question: String,
    /// Whether it must be answered.
    #[serde(default)]
    pub required: bool,
    /// Choices.
    #[serde(default)]
    pub choices: Vec<String>,
    /// Rows of a matrix.
    #[serde(default)]
    pub rows: Vec<String>,
    /// Least number of choices.
    #[serde(default)]
    pub least: Option<i64>,
    /// Greatest number of choices.
    #[serde(default)]
    pub most: Option<i64>,
}

impl Question {
    /// Without what its kind has no use for.
    fn trimmed(mut self) -> Self {
        let trim = |texts: Vec<String>| texts.iter().map(|text| text.trim().to_owned()).collect();
        let chosen = matches!(self.kind, Kind::Single | Kind::Multi | Kind::Matrix);
        self.question = self.question.trim().to_owned();
        self.choices = if chosen { trim(self.choices) } else { Vec::new() };
        self.rows = if self.kind == Kind::Matrix { trim(self.rows) } else { Vec::new() };
        if self.kind != Kind::Multi {
            (self.least, self.most) = (None, None);
        }
        self
    }

    fn check(&self, number: usize, findings: &mut Findings) {
        let n = (number + 1).to_string();
        let mut say = |wrong: bool, member: &str, message: Msg, max: usize| {
            if wrong {
                let text = message.with(&[("n", &n), ("max", &max.to_string())]);
                findings.error(format!("questions.{number}.{member}"), text);
            }
        };
        say(self.question.is_empty(), "question", BLANK, QUESTION_MAX);
        say(self.question.chars().count() > QUESTION_MAX, "question", LONG, QUESTION_MAX);
        let chosen = matches!(self.kind, Kind::Single | Kind::Multi | Kind::Matrix);
        say(chosen && !are_choices(&self.choices, 2), "choices", CHOICES, CHOICES_MAX);
        say(self.kind == Kind::Matrix && !are_choices(&self.rows, 1), "rows", LINES, CHOICES_MAX);
        let count = i64::try_from(self.choices.len()).unwrap_or(i64::MAX);
        let fits = |bound: Option<i64>| bound.is_none_or(|bound| (1..=count).contains(&bound));
        let crossed = self.least.unwrap_or(1) > self.most.unwrap_or(count);
        say(self.kind == Kind::Multi && (crossed || !fits(self.least) || !fits(self.most)), "least", BOUNDS, 0);
    }
}

fn are_choices(texts: &[String], least: usize) -> bool {
    let different: BTreeSet<&String> = texts.iter().collect();
    let fit = texts.iter().all(|text| !text.is_empty() && text.chars().count() <= CHOICE_MAX);
    (least..=CHOICES_MAX).contains(&texts.len()) && different.len() == texts.len() && fit
}

/// The questions a body names; none when it says nothing about them.
pub(super) fn named(body: &Map<String, Json>) -> Result<Option<Vec<Question>>, Refusal> {
    let Some(json) = body.get("questions") else { return Ok(None) };
    let unreadable = |_| Refusal::field("questions", UNREADABLE.text());
    let questions: Vec<Question> = serde_json::from_value(json.clone()).map_err(unreadable)?;
    Ok(Some(questions.into_iter().map(Question::trimmed).collect()))
}

/// Findings about the questions of a body.
pub(super) fn check(body: &Map<String, Json>, new: bool, findings: &mut Findings) -> Result<(), Refusal> {
    let Some(questions) = named(body)? else {
        findings.error_if(new, "questions", NONE);
        return Ok(());
    };
    findings.error_if(questions.is_empty(), "questions", NONE);
    if questions.len() > QUESTIONS_MAX {
        findings.error("questions", MANY.with(&[("n", &QUESTIONS_MAX.to_string())]));
    }
    for (number, question) in questions.iter().enumerate() {
        question.check(number, findings);
    }
    Ok(())
}

/// The questions of a questionnaire with their ids, in their order.
pub(super) fn with_ids(conn: &mut dyn Conn, questionnaire: Id) -> Result<Vec<(Id, Question)>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, QUESTIONS);
    select
        .columns(["id", "kind", "question", "required", "choices", "matrix_rows", "least", "most"])
        .and_where(sql::eq("questionnaire_id", questionnaire))
        .order_by("seq", Order::Asc);
    let texts = |json: String| serde_json::from_str(&json).map_err(|error| Refusal::broken(error.to_string()));
    let mut questions = Vec::new();
    for row in conn.query(&select.into())? {
        let kind = Kind::named(&row.get::<String>(1)?).ok_or_else(|| Refusal::broken("a question of no kind"))?;
        let question = Question {
            kind,
            question: row.get(2)?,
            required: row.get(3)?,
            choices: texts(row.get(4)?)?,
            rows: texts(row.get(5)?)?,
            least: row.get(6)?,
            most: row.get(7)?,
        };
        questions.push((row.get(0)?, question));
    }
    Ok(questions)
}

/// The questions of a questionnaire.
pub(super) fn of(conn: &mut dyn Conn, questionnaire: Id) -> Result<Vec<Question>, Refusal> {
    Ok(with_ids(conn, questionnaire)?.into_iter().map(|(_, question)| question).collect())
}

/// Writes the questions of a draft anew.
pub(super) fn replace(tx: &mut Tx<'_>, questionnaire: Id, questions: &[Question]) -> Result<(), Refusal> {
    super::clear(tx, QUESTIONS, questionnaire)?;
    let list = |texts: &[String]| Value::Text(Json::from(texts.to_vec()).to_string());
    for (seq, question) in (1i64..).zip(questions) {
        let cells = [
            ("id", tx.new_id().into_value()),
            ("questionnaire_id", questionnaire.into_value()),
            ("seq", Value::Int(seq)),
            ("kind", question.kind.name().into_value()),
            ("question", question.question.clone().into_value()),
            ("required", Value::Bool(question.required)),
            ("choices", list(&question.choices)),
            ("matrix_rows", list(&question.rows)),
            ("least", question.least.into_value()),
            ("most", question.most.into_value()),
        ];
        tx.exec(&sql::insert(tx.org(), QUESTIONS, &cells).into())?;
    }
    Ok(())
}

/// The questions as the log tells them.
pub(super) fn words(questions: &[Question]) -> String {
    questions.iter().map(|each| each.question.as_str()).collect::<Vec<_>>().join("；")
}
