//! What customers say of bills, on a public page behind the link of a mail (catalogue css.md /af_css_debit_note and
//! /css_statement, rules of prm.md /prm_coop_check's links). A code nobody was given, and an answer that can't be given any more,
//! are answered alike; only failures count against the caller's address. What is past, void or changed shows no figures.

use charge::chain::IN_FORCE;
use kernel::{Findings, Id, Instant, Msg, show_minute};
use message::{About, By, Told, Values};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::log::LogEntry;
use platform::message::{MessageEvent, Placeholder, To};
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::sea_query::{Expr, JoinType};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::link::{Link, Said};
use super::{Kind, Shown};
use crate::answer::{ANSWERS, CONFIRMED, DISPUTED};
use crate::debit_note::NOTES;
use crate::statement::STATEMENTS;

/// Beginning of the public calls.
const BASE: &str = "/css/external/bill";
/// Failures an address may have in a minute.
const FAILURES_PER_MINUTE: u32 = 30;

/// It can be answered.
const OPEN: &str = "OPEN";
/// Its 30 days are over.
const EXPIRED: &str = "EXPIRED";
/// The bill was mailed again.
const REPLACED: &str = "REPLACED";
/// The bill is void.
const VOID: &str = "VOID";
/// The bill says something else now.
const CHANGED: &str = "CHANGED";

const GONE: Msg = Msg::new("bill.link.gone", "链接无效或已过期", "The link is not valid, or not any more.");
const BUSY: Msg =
    Msg::new("bill.link.busy", "账单正在处理，请稍后再试", "The bill is being worked on: please try again later.");
const THANKS: Msg = Msg::new("bill.link.thanks", "提交成功，感谢您的配合", "Thank you for your answer.");

const ANSWER: Field = Field::select(ANSWERS, "答复", "Answer").wire("answer").required();
const BY: Field = Field::text("姓名", "Name").wire("by").required().max(50);
const REMARK: Field = Field::long("说明", "What is wrong").wire("remark").max(200);

/// A customer answered a bill.
pub(super) const TOLD: MessageEvent = MessageEvent::new(
    "css.bill_answered",
    "账单",
    ("客户答复账单", "A customer answered a bill"),
    ("客户通过邮件链接确认账单、清单或提出异议时", "When a customer agrees to a mailed bill or statement, or objects"),
)
.to(To::Concerned("制单人", "Who made it"))
.says(
    ("{coopName}对{bill}{number}的答复：{answer}", "{coopName} on {bill} {number}: {answer}"),
    ("{by}：{answer}{remark}", "{by}: {answer}{remark}"),
    &[
        Placeholder::new("coopName", "客户", "Customer"),
        Placeholder::new("bill", "单据", "Bill"),
        Placeholder::new("number", "编号", "No."),
        Placeholder::new("answer", "答复", "Answer"),
        Placeholder::new("by", "确认人", "Answered by"),
        Placeholder::new("remark", "说明", "What was said"),
    ],
);

/// The public calls.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get("get_mailed_bill", BASE, Access::Public, look)
            .param("code")
            .summary("The bill of a link, as long as it can be answered, and what was said of it"),
        Operation::post("answer_mailed_bill", &format!("{BASE}/answer"), Access::Public, answer)
            .summary("The customer agrees to the bill of a link, or objects"),
    ]
}

fn gone() -> Refusal {
    Refusal::business(GONE)
}

/// What is decided about a bill is not the customer's to know.
fn busy(refusal: Refusal) -> Refusal {
    if matches!(refusal, Refusal::Business(_)) { Refusal::business(BUSY) } else { refusal }
}

fn kind_of(link: &Link) -> Result<&'static Kind, Refusal> {
    let both: [&'static Kind; 2] = [&NOTES, &STATEMENTS];
    both.into_iter().find(|kind| kind.mail.of == link.of).ok_or_else(gone)
}

/// The link of a code; a wrong code is refused, and counted.
fn admitted(call: &Call, code: &str) -> Result<Link, Refusal> {
    match call.read(|conn| Link::of_code(conn, code))? {
        Some(link) => Ok(link),
        None => {
            call.app.limits.take(format!("bill link:{}", call.asked.ip), FAILURES_PER_MINUTE, call.now())?;
            Err(gone())
        }
    }
}

/// What of a bill its link and its page need beside its figures.
struct Head {
    num: String,
    is_void: bool,
    /// What its customer said, told by hand or behind a link.
    confirmed: String,
    maker: Id,
    customer: String,
}

fn head(conn: &mut dyn Conn, kind: &Kind, link: &Link) -> Result<Head, Refusal> {
    let mut select = sql::from(link.org, kind.table);
    select
        .columns([kind.number, "state", "confirm_state", "created_by"].map(|column| (kind.table, column)))
        .columns([("coop", "coop_name"), ("coop", "coop_full_name")])
        .join(JoinType::LeftJoin, "coop", sql::same_org("coop", kind.table, "coop_id"))
        .and_where(sql::of_eq(kind.table, "id", link.bill));
    let row = conn.first(&select.into())?.ok_or_else(gone)?;
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let full = text(5)?;
    Ok(Head {
        num: text(0)?,
        is_void: text(1)? != IN_FORCE,
        confirmed: text(2)?,
        maker: row.get(3)?,
        customer: if full.is_empty() { text(4)? } else { full },
    })
}

/// How a link stands, and whether it shows what its bill says.
fn standing(link: &Link, head: &Head, shown: &Shown, now: Instant) -> (&'static str, bool) {
    let past = [
        (now >= link.expires, EXPIRED),
        (link.is_ended, REPLACED),
        (head.is_void, VOID),
        (shown.paper() != link.paper, CHANGED),
    ];
    let past = past.into_iter().find(|(holds, _)| *holds).map(|(_, state)| state);
    let answer = |text: &str| [CONFIRMED, DISPUTED].into_iter().find(|answer| *answer == text);
    let said = link.said.as_ref().and_then(|said| answer(&said.answer));
    match (said, past) {
        (Some(said), past) => (said, past.is_none()),
        (None, Some(past)) => (past, false),
        (None, None) => (answer(&head.confirmed).unwrap_or(OPEN), true),
    }
}

/// GET: what the page shows.
fn look(call: &mut Call) -> Outcome {
    let link = admitted(call, call.query("code"))?;
    let (kind, now) = (kind_of(&link)?, call.now());
    call.read(|conn| {
        let head = head(conn, kind, &link)?;
        let shown = (kind.asked.shown)(conn, link.org, link.bill)?;
        let (state, is_shown) = standing(&link, &head, &shown, now);
        let mut data: Map<String, Json> = facts::outside::sender(conn, link.org)?;
        let said =
            link.said.as_ref().map(|said| json!({ "at": show_minute(said.at), "by": said.by, "remark": said.remark }));
        let bill = is_shown.then_some(shown.bill);
        let members = [
            ("kind", json!(link.of)),
            ("state", json!(state)),
            ("number", json!(head.num)),
            ("customer", json!(head.customer)),
            ("until", json!(show_minute(link.expires))),
            ("said", json!(said)),
            ("bill", json!(bill)),
        ];
        data.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
        Ok(Answer::Data(Json::Object(data)))
    })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Filled {
    #[serde(default)]
    code: String,
    #[serde(default)]
    answer: Json,
    #[serde(default)]
    by: Json,
    #[serde(default)]
    remark: Json,
}

impl Filled {
    /// What was said; all that is wrong with it at once.
    fn said(&self, now: Instant) -> Result<Said, Refusal> {
        let mut findings = Findings::new();
        let mut text =
            |field: Field, json: &Json| String::from_value(&field.parse(Some(json), field.wire, &mut findings));
        let (answer, by, remark) = (text(ANSWER, &self.answer)?, text(BY, &self.by)?, text(REMARK, &self.remark)?);
        // Who objects says why.
        if answer == DISPUTED && remark.is_empty() {
            REMARK.required().parse(None, REMARK.wire, &mut findings);
        }
        Refusal::unless_clean(&findings, &[])?;
        Ok(Said { answer, at: now, by, remark })
    }
}

/// POST answer {code, answer, by, remark}: once for each link.
fn answer(call: &mut Call) -> Outcome {
    let body: Filled = call.json()?;
    let link = admitted(call, &body.code)?;
    let kind = kind_of(&link)?;
    let customer = call.read(|conn| head(conn, kind, &link))?.customer;
    call.caller = Some(facts::outside::actor(link.org, &customer, call.now()));
    call.write(|tx| {
        (kind.asked.hold)(tx, link.bill)?;
        // Of two answers at once the second finds the first.
        let link = Link::of_code(tx, &body.code)?.ok_or_else(gone)?;
        let head = head(tx, kind, &link)?;
        let shown = (kind.asked.shown)(tx, link.org, link.bill)?;
        if standing(&link, &head, &shown, tx.now).0 != OPEN {
            return Err(gone());
        }
        (kind.undecided)(tx, link.org, link.bill).map_err(busy)?;
        let said = body.said(tx.now)?;
        write(tx, kind, (&link, &said))?;
        let shown = (kind.asked.shown)(tx, link.org, link.bill)?;
        link.answer(tx, &said, &shown)?;
        tell(tx, kind, (&link, &head), &said)
    })?;
    Ok(Answer::Said(THANKS.text(), Json::Null))
}

/// The bill says what its customer said; what depends on the day he agreed follows.
fn write(tx: &mut Tx<'_>, kind: &Kind, (link, said): (&Link, &Said)) -> Result<(), Refusal> {
    let when = (kind.asked.answered)(tx, link.bill, said.answer == CONFIRMED)?;
    let cells = [
        (kind.asked.when, when),
        ("confirm_state", said.answer.clone().into_value()),
        ("confirmer", said.by.clone().into_value()),
        ("confirm_remark", said.remark.clone().into_value()),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(link.org, kind.table, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", link.bill));
    tx.exec(&update.into())?;
    Ok(())
}

/// A line of the log, and a message to who made the bill.
fn tell(tx: &mut Tx<'_>, kind: &Kind, (link, head): (&Link, &Head), said: &Said) -> Result<(), Refusal> {
    let choice = ANSWERS.iter().find(|choice| choice.value == said.answer);
    let (zh, en) = choice.map_or(("", ""), |choice| (choice.zh, choice.en));
    let entry = LogEntry::of(kind.object, link.bill, &head.num, kind.page).did("修改", "客户答复");
    let remark = if said.remark.is_empty() { String::new() } else { format!("；{}", said.remark) };
    tx.log(entry.text(format!("客户答复：{zh}；{}{remark}", said.by)))?;
    let told = Told {
        to: vec![head.maker],
        values: Values::default()
            .with("coopName", head.customer.clone())
            .with_each("bill", (kind.document, kind.english.0))
            .with("number", head.num.clone())
            .with_each("answer", (zh, en))
            .with("by", said.by.clone())
            .with("remark", remark),
        about: About {
            kind: kind.object,
            id: Some(link.bill),
            number: head.num.clone(),
            url: format!("{}?{}={}", kind.page, kind.asked.filter, head.num),
        },
        ..Told::default()
    };
    let by = By::product(tx.app, link.org);
    message::send(tx, by, &TOLD, &told).map(drop)
}
