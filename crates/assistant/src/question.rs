//! POST /hrs/aiLog/question: a question, counted, answered and kept.

use std::time::{Duration, Instant as Stopwatch};

use kernel::{Findings, Id, Msg, show_day};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::package::{self, Service};
use platform::place;
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::data::{self, Found};
use crate::log::{DONE, FAILED, NONE, RUNNING, TABLE};
use crate::mask::masked;
use crate::model::{self, Said};
use crate::search::{Hit, Kind};
use crate::setting::{self, Decisions, Model};
use crate::texts;

/// What nothing matches is answered by (suite §7).
pub(crate) const NOTHING: Msg = Msg::new(
    "ai.nothing",
    "暂未找到相关内容，请换个问法或联系客服",
    "Nothing was found. Please ask in other words or contact support.",
);
const BUSY: Msg = Msg::new("ai.busy", "业务繁忙，请稍后再试", "Busy at the moment. Please try again later.");
const EMPTY: Msg = Msg::new("ai.empty", "请输入问题", "Please enter a question.");
const TOO_LONG: Msg = Msg::new("ai.too_long", "问题不能超过{n}个字符", "A question can't exceed {n} characters.");
const BAD_CLIENT: Msg = Msg::new("ai.client", "参数clientId不正确", "The parameter clientId is not valid.");
const OFF: Msg = Msg::new(
    "ai.off",
    "AI助手已停用，请联系管理员",
    "The assistant is switched off. Please contact the administrator.",
);
const USED_UP: Msg = Msg::new("ai.used_up", "今日提问次数已用完（{n}次）", "The questions of today are used up ({n}).");
const FROM_HELP: Msg = Msg::new("ai.from_help", "根据帮助文档：", "From the help documents:");

const QUESTION_MAX: usize = 1_000;
const CLIENT_MAX: usize = 64;
/// Passages that are shown, and letters of each.
const PASSAGES: usize = 3;
const PASSAGE_MAX: usize = 500;
/// A passage that answers less than half as well as the best is noise.
const NEAR: f64 = 0.5;
/// What a model is told of what was said before.
const TURNS: u64 = 6;
const TURNS_MS: i64 = 30 * 60 * 1000;
/// Letters kept of what was sent.
const SENT_MAX: usize = 20_000;
/// How often an answer that comes is written down for its reader.
const WRITTEN_EVERY: Duration = Duration::from_millis(600);

/// Where an answer comes from.
const OF_TEXTS: &str = "TEXT";
const OF_DATA: &str = "DATA";
const OF_MODEL: &str = "MODEL";
const OF_MODEL_DATA: &str = "MODEL_DATA";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asking {
    question: String,
    /// Named by the browser, to read the answer while it comes.
    #[serde(default)]
    client_id: Option<String>,
    /// Page the asker is on.
    #[serde(default)]
    page: Option<String>,
}

/// A place in the product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) title: String,
    pub(crate) url: String,
}

/// What is answered.
struct Reply {
    text: String,
    references: Vec<Reference>,
    source: &'static str,
    tokens: (i64, i64),
}

/// Adds the calls to the room.
pub(crate) fn add(room: &mut Room) {
    room.operations.extend([
        Operation::post("ask_assistant", "/hrs/aiLog/question", Access::LoggedIn, ask)
            .summary("Answers a question from the manual, help documents, notices, the caller's own data, or a model"),
        Operation::get("read_partial_answer", "/hrs/aiLog/partial/{clientId}", Access::LoggedIn, partial)
            .summary("What a model has answered so far to an own question"),
        Operation::post("test_ai_model", "/hrs/aiSetting/test", Access::Code("sys_ai_test"), test)
            .reads()
            .summary("Says 你好 to the model: its reply and the time it took, or why there is none"),
    ]);
}

fn ask(call: &mut Call) -> Outcome {
    let asking = read(call)?;
    let (app, org) = (call.app.clone(), call.actor()?.org_id);
    let decided = call.read(|conn| setting::of(&app, conn, org))?;
    if !decided.enabled {
        return Ok(said(OFF.text().in_language(call.language()), None, &[]));
    }
    let begun = Stopwatch::now();
    let id = match begin(call, &asking, &decided) {
        Err(Refusal::Business(text)) if text.key == USED_UP.key => {
            return Ok(said(text.in_language(call.language()), None, &[]));
        }
        other => other?,
    };
    let reply = answer(call, &asking, &decided, id);
    end(call, id, (begun, &decided), &reply)?;
    match reply {
        Ok(reply) => Ok(said(&reply.text, Some(id), &reply.references)),
        Err(Failed::Model(_)) => Err(Refusal::business(BUSY)),
        Err(Failed::Refused(refusal)) => Err(refusal),
    }
}

fn said(answer: &str, id: Option<Id>, references: &[Reference]) -> Answer {
    Answer::Data(json!({ "answer": answer, "logId": id, "references": told(references) }))
}

fn told(references: &[Reference]) -> Json {
    references.iter().map(|one| json!({ "title": one.title, "url": one.url })).collect()
}

fn read(call: &Call) -> Result<Asking, Refusal> {
    let mut asking: Asking = call.json()?;
    asking.question = asking.question.trim().to_owned();
    let mut findings = Findings::new();
    findings.error_if(asking.question.is_empty(), "question", EMPTY);
    if asking.question.chars().count() > QUESTION_MAX {
        findings.error("question", TOO_LONG.with(&[("n", &QUESTION_MAX.to_string())]));
    }
    let fits = |id: &String| {
        (1..=CLIENT_MAX).contains(&id.len())
            && id.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'-')
    };
    findings.error_if(asking.client_id.as_ref().is_some_and(|id| !fits(id)), "clientId", BAD_CLIENT);
    Refusal::unless_clean(&findings, &[])?;
    Ok(asking)
}

/// Counts the question, or refuses it, and writes it down.
fn begin(call: &Call, asking: &Asking, decided: &Decisions) -> Result<Id, Refusal> {
    call.write(|tx| {
        tx.no_log_line();
        let (day, user) = (show_day(tx.now.day()), tx.actor.user_id);
        for (series, most) in
            [(format!("ai.user.{user}"), decided.user_daily), ("ai.org".to_owned(), decided.org_daily)]
        {
            if tx.next_number(&series, &day)? > most {
                return Err(Refusal::Business(USED_UP.with(&[("n", &most.to_string())])));
            }
        }
        if let Some(client) = &asking.client_id {
            let mut known = sql::from(tx.org(), TABLE);
            known.column("id").and_where(sql::eq("user_id", user)).and_where(sql::eq("client_id", client.clone()));
            if tx.first(&known.into())?.is_some() {
                return Err(Refusal::field("clientId", BAD_CLIENT.text()));
            }
        }
        let id = tx.new_id();
        let cells = [
            ("id", id.into_value()),
            ("user_id", user.into_value()),
            ("client_id", asking.client_id.clone().into_value()),
            ("question", masked(&asking.question, &decided.masks).into_value()),
            ("answer", Value::Text(String::new())),
            ("source", Value::Text(String::new())),
            ("refs", Value::Text(String::new())),
            ("took", Value::Int(0)),
            ("tokens_in", Value::Int(0)),
            ("tokens_out", Value::Int(0)),
            ("result", RUNNING.into_value()),
            ("created_by", user.into_value()),
            ("created_at", tx.now.into_value()),
        ];
        tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
        Ok(id)
    })
}

/// Why there is no answer.
enum Failed {
    /// The model failed, in these words.
    Model(String),
    /// Anything else.
    Refused(Refusal),
}

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

fn answer(call: &Call, asking: &Asking, decided: &Decisions, id: Id) -> Result<Reply, Failed> {
    let nothing = || Reply {
        text: NOTHING.text().in_language(call.language()).to_owned(),
        references: Vec::new(),
        source: "",
        tokens: (0, 0),
    };
    match data::find(call, &asking.question)? {
        Found::Nothing => return Ok(nothing()),
        Found::Told(found) => {
            let reply = |text| Reply { text, references: found.references.clone(), source: OF_DATA, tokens: (0, 0) };
            let model = if decided.allow_data { usable(call, decided)? } else { None };
            let Some(model) = model else { return Ok(reply(found.text)) };
            let told = by_model(call, (asking, decided, id), &model, &[found.text])?;
            return Ok(Reply { source: OF_MODEL_DATA, references: found.references, ..told });
        }
        Found::NotData => {}
    }
    let mut hits = texts::find(call, &asking.question, asking.page.as_deref().unwrap_or_default(), decided)?;
    if let Some(best) = hits.first().map(Hit::score) {
        hits.retain(|hit| hit.score() >= NEAR * best);
    }
    if let Some(model) = usable(call, decided)? {
        let material: Vec<String> =
            hits.iter().take(decided.pieces).map(|hit| format!("{}：{}", hit.piece.name(), hit.piece.text)).collect();
        let told = by_model(call, (asking, decided, id), &model, &material)?;
        let known = told.text != NOTHING.zh;
        return Ok(Reply { references: if known { places(&hits) } else { Vec::new() }, ..told });
    }
    if hits.is_empty() {
        return Ok(nothing());
    }
    Ok(Reply {
        text: passages(call, &hits, decided.pieces),
        references: places(&hits),
        source: OF_TEXTS,
        tokens: (0, 0),
    })
}

/// The best passages as they stand.
fn passages(call: &Call, hits: &[Hit], most: usize) -> String {
    let mut text = FROM_HELP.text().in_language(call.language()).to_owned();
    for hit in hits.iter().take(PASSAGES.min(most)) {
        let passage: String = hit.piece.text.chars().take(PASSAGE_MAX).collect();
        text.push_str(&format!("\n\n**{}**", hit.piece.name()));
        if hit.piece.kind != Kind::Document && !passage.is_empty() {
            text.push_str(&format!("\n{passage}"));
        }
    }
    text
}

/// Where the best passages stand.
fn places(hits: &[Hit]) -> Vec<Reference> {
    let mut places: Vec<Reference> = Vec::new();
    for hit in hits.iter().take(PASSAGES) {
        let place = Reference { title: hit.piece.name(), url: hit.piece.url.clone() };
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// The model, unless its costs of the day are used up, its package is, or the place is a copy that is quiet.
fn usable(call: &Call, decided: &Decisions) -> Result<Option<Model>, Refusal> {
    let Some(model) = decided.model.clone() else { return Ok(None) };
    let org = call.actor()?.org_id;
    let free = call.read(|conn| {
        let spent = if decided.tokens_daily > 0 { spent_today(conn, org, call.now())? } else { 0 };
        Ok(!place::is_quiet(conn)? && (decided.tokens_daily == 0 || spent < decided.tokens_daily))
    })?;
    if !free {
        return Ok(None);
    }
    let taken = call.write(|tx| {
        tx.no_log_line();
        package::take(tx, Service::Questions, 1)
    });
    match taken {
        Ok(()) => Ok(Some(model)),
        Err(Refusal::Business(_)) => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

fn spent_today(conn: &mut dyn Conn, org: i64, now: kernel::Instant) -> Result<i64, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .expr(Expr::cust("CAST(COALESCE(SUM(tokens_in + tokens_out), 0) AS bigint)"))
        .and_where(sql::col("created_at").gte(sql::value(kernel::Instant::start_of(now.day()))));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// Asks the model with material, all of it masked, and notes what was sent.
fn by_model(
    call: &Call,
    (asking, decided, id): (&Asking, &Decisions, Id),
    model: &Model,
    material: &[String],
) -> Result<Reply, Failed> {
    let material: Vec<String> = material.iter().map(|text| masked(text, &decided.masks)).collect();
    let before = said_before(call, decided, id)?;
    let messages = model::messages(model, &before, &material, &masked(&asking.question, &decided.masks));
    let sent: String = messages.to_string().chars().take(SENT_MAX).collect();
    let org = call.actor()?.org_id;
    note(call, org, id, &[("sent", Value::Text(sent))])?;
    let mut written = Stopwatch::now();
    let told = model::ask(&call.app.settings.guard, model, &messages, |so_far| {
        if asking.client_id.is_some() && written.elapsed() >= WRITTEN_EVERY {
            written = Stopwatch::now();
            let text = masked(&model::shown(so_far), &decided.masks);
            // Its reader sees the whole when it is there; a part that can't be kept is no fault.
            let _ = note(call, org, id, &[("answer", Value::Text(text))]);
        }
    });
    let told = told.map_err(Failed::Model)?;
    Ok(Reply { text: told.text, references: Vec::new(), source: OF_MODEL, tokens: (told.tokens_in, told.tokens_out) })
}

fn note(call: &Call, org: i64, id: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    call.app.system_write(|conn| {
        let mut update = sql::update(org, TABLE, cells);
        update.and_where(sql::eq("id", id));
        conn.exec(&update.into())?;
        Ok(())
    })
}

/// What its asker and the assistant said in the last half hour. Answers that hold business data stay here unless they may
/// leave.
fn said_before(call: &Call, decided: &Decisions, id: Id) -> Result<Vec<Said>, Refusal> {
    let actor = call.actor()?;
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["question", "answer"])
        .and_where(sql::eq("user_id", actor.user_id))
        .and_where(sql::eq("result", DONE.to_owned()))
        .and_where(sql::col("id").ne(sql::value(id)))
        .and_where(sql::col("created_at").gte(sql::value(call.now().plus_millis(-TURNS_MS))))
        .order_by("created_at", Order::Desc)
        .order_by("id", Order::Desc)
        .limit(TURNS);
    if !decided.allow_data {
        select.and_where(sql::is_in(sql::col("source"), [OF_TEXTS.to_owned(), OF_MODEL.to_owned()]));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let said = rows.iter().rev().map(|row| Ok(Said { question: row.get(0)?, answer: row.get(1)? }));
    said.collect()
}

/// Writes down what came of it.
fn end(
    call: &Call,
    id: Id,
    (begun, decided): (Stopwatch, &Decisions),
    reply: &Result<Reply, Failed>,
) -> Result<(), Refusal> {
    let took = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
    let mut cells = vec![("took", Value::Int(took))];
    match reply {
        Ok(reply) => {
            let none = reply.text == NOTHING.zh || reply.text == NOTHING.en;
            cells.extend([
                ("answer", masked(&reply.text, &decided.masks).into_value()),
                ("source", Value::Text(reply.source.to_owned())),
                ("refs", told(&reply.references).to_string().into_value()),
                ("tokens_in", Value::Int(reply.tokens.0)),
                ("tokens_out", Value::Int(reply.tokens.1)),
                ("result", if none { NONE } else { DONE }.into_value()),
            ]);
        }
        Err(failed) => {
            let why = match failed {
                Failed::Model(why) => why.clone(),
                Failed::Refused(refusal) => refusal.wire("zh-CN").2,
            };
            cells.extend([
                ("answer", Value::Text(String::new())),
                ("result", FAILED.into_value()),
                ("error", Value::Text(why)),
            ]);
        }
    }
    note(call, call.actor()?.org_id, id, &cells)
}

/// GET /hrs/aiLog/partial/{clientId}.
fn partial(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .column("answer")
        .and_where(sql::eq("user_id", actor.user_id))
        .and_where(sql::eq("client_id", call.path("clientId").to_owned()));
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?;
    let answer: String = row.map(|row| row.get(0)).transpose()?.unwrap_or_default();
    Ok(Answer::Data(json!({ "answer": answer })))
}

const NO_MODEL: Msg = Msg::new(
    "ai.no_model",
    "未配置对话接口，请填写接口地址、密钥和模型名称并保存",
    "There is no chat interface. Give address, key and model, and save.",
);
const TESTS_A_MINUTE: u32 = 10;

/// POST /hrs/aiSetting/test.
fn test(call: &mut Call) -> Outcome {
    let (app, org, user) = (call.app.clone(), call.actor()?.org_id, call.actor()?.user_id);
    let (decided, quiet) = call.read(|conn| Ok((setting::of(&app, conn, org)?, place::need_released(conn))))?;
    let model = decided.model.ok_or(Refusal::business(NO_MODEL))?;
    quiet?;
    call.app.limits.take(format!("ai.test.{org}.{user}"), TESTS_A_MINUTE, call.now())?;
    let begun = Stopwatch::now();
    let told = model::ask(&app.settings.guard, &model, &json!([{ "role": "user", "content": "你好" }]), |_| {});
    let took = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
    Ok(Answer::Data(match told {
        Ok(told) => json!({ "ok": true, "took": took, "reply": told.text }),
        Err(why) => json!({ "ok": false, "took": took, "cause": why }),
    }))
}
