//! What partners say of bills behind the link of a mail, line by line (catalogue prm.md /prm_coop_check). A code nobody was
//! given, and one that can't be used any more, are answered alike; only failures count against the caller's address.

use std::collections::BTreeMap;

use charge::rate::currency_of;
use kernel::{format_scaled, show_minute};
use message::{About, By, Told as Message, Values};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::log::LogEntry;
use platform::message::{MessageEvent, Placeholder, To};
use platform::prelude::*;
use platform::registry::Operation;
use platform::sea_query::Expr;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use settle::compared;
use settle::periodic::bill;
use settle::periodic::check::{self, CHECKING, Head, Line, TABLE};
use trade::charge::Money;

use super::{PATH, matching};

/// Beginning of the public calls.
const BASE: &str = "/prm/external/billCheck";
/// Failures an address may have in a minute.
const FAILURES_PER_MINUTE: u32 = 30;
/// Longest code looked at.
const CODE_MAX: usize = 200;
/// Lines that are shown, and may be answered.
const SHOWN_MAX: usize = 2_000;

const GONE: Msg = Msg::new("bill_check.gone", "链接无效或已过期", "The link is not valid, or not any more.");
const THANKS: Msg = Msg::new("bill_check.thanks", "提交成功，感谢您的配合", "Thank you for your answer.");
const STRANGE: Msg =
    Msg::new("bill_check.strange", "明细已变化，请重新打开链接", "The lines changed: open the link again.");
const BAD_AMOUNT: Msg = Msg::new("bill_check.their_amount", "金额格式有误", "The currency has no such amount.");

const BY: Field = Field::text("姓名", "Name").wire("by").required().max(50);
const REMARK: Field = Field::long("说明", "Remark").wire("remark").max(500);
const AMOUNT: Field = Field::decimal(3, "您的金额", "Your amount").wire("amount");
const LINE_REMARK: Field = Field::text("备注", "Remark").wire("remark").max(200);

/// A partner answered a bill.
pub(super) static TOLD: MessageEvent = MessageEvent::new(
    "bill_check.answered",
    "客商",
    ("客商答复对账", "A partner answered a bill"),
    ("客商通过链接答复账单时", "When a partner answers a bill behind the link of a mail"),
)
.to(To::Concerned("处理人", "Who looks after it"))
.says(
    ("{coopName}已答复账单{billCode}", "{coopName} answered bill {billCode}"),
    ("{by}：{result}", "{by}: {result}"),
    &[
        Placeholder::new("coopName", "往来单位", "Partner"),
        Placeholder::new("billCode", "账单号", "Bill"),
        Placeholder::new("by", "回复人", "Answered by"),
        Placeholder::new("result", "结果", "Result"),
    ],
);

/// The public calls.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get("get_bill_check", BASE, Access::Public, look)
            .param("code")
            .summary("The lines of the bill of a link, as long as they can be answered"),
        Operation::post("answer_bill_check", &format!("{BASE}/answer"), Access::Public, answer)
            .summary("The partner says what it has for each line of the bill of a link"),
    ]
}

fn gone() -> Refusal {
    Refusal::business(GONE)
}

fn short(code: &str) -> String {
    code.trim().chars().take(CODE_MAX).collect()
}

/// The check of a code; a wrong code is refused, and counted.
fn admitted(call: &Call, code: &str) -> Result<Head, Refusal> {
    let now = call.now();
    match call.read(|conn| Head::of_code(conn, &short(code), false))? {
        Some(head) if head.is_open(now) => Ok(head),
        _ => {
            call.app.limits.take(format!("bill check:{}", call.asked.ip), FAILURES_PER_MINUTE, now)?;
            Err(gone())
        }
    }
}

/// GET: what the page shows.
fn look(call: &mut Call) -> Outcome {
    let head = admitted(call, call.query("code"))?;
    call.read(|conn| {
        let mut data: Map<String, Json> = facts::outside::sender(conn, head.org)?;
        let mut select = sql::from(head.org, bill::TABLE);
        select.columns(["period", "side", "amount", "due_date"]).and_where(sql::eq("id", head.bill));
        let row = conn.first(&select.into())?.ok_or_else(gone)?;
        let own = ours(conn, &head)?;
        let shown: Vec<Json> = own.iter().take(SHOWN_MAX).map(shown).collect();
        let members = [
            ("number", json!(head.code)),
            ("customer", json!(facts::coop_name(conn, head.org, head.coop)?)),
            ("period", json!(row.get::<String>(0)?)),
            ("side", json!(row.get::<String>(1)?)),
            ("currency", json!(head.currency)),
            ("amount", json!(format_scaled(row.get(2)?, 3, 2))),
            ("dueDate", json!(row.get::<String>(3)?)),
            ("until", json!(head.until.map(show_minute))),
            ("count", json!(own.len())),
            ("lines", json!(shown)),
        ];
        data.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
        Ok(Answer::Data(Json::Object(data)))
    })
}

/// The lines of the bill, without those that the partner alone had.
fn ours(conn: &mut dyn Conn, head: &Head) -> Result<Vec<Line>, Refusal> {
    let lines = check::lines(conn, head.org, head.id)?;
    Ok(lines.into_iter().filter(|line| line.bill_line.is_some()).collect())
}

fn shown(line: &Line) -> Json {
    json!({
        "id": line.id, "key": line.key, "customerNumber": line.customer_number, "bizNumber": line.biz_number,
        "quantity": line.our_quantity.map(|raw| format_scaled(raw, 3, 1)),
        "amount": line.ours.map(|raw| format_scaled(raw, 3, 2)),
    })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Filled {
    #[serde(default)]
    code: String,
    #[serde(default)]
    by: Json,
    #[serde(default)]
    remark: Json,
    #[serde(default)]
    lines: Vec<Map<String, Json>>,
}

/// What was said of a line.
struct Said {
    amount: Option<i64>,
    remark: String,
}

impl Filled {
    /// What was said; all that is wrong with it at once.
    fn said(&self, known: &[Line], head: &Head) -> Result<(String, String, BTreeMap<Id, Said>), Refusal> {
        let currency = currency_of(&head.currency)?;
        let mut findings = Findings::new();
        let by = String::from_value(&BY.parse(Some(&self.by), BY.wire, &mut findings))?;
        let remark = String::from_value(&REMARK.parse(Some(&self.remark), REMARK.wire, &mut findings))?;
        let mut said = BTreeMap::new();
        for (place, line) in self.lines.iter().take(SHOWN_MAX).enumerate() {
            let at = |field: &str| format!("lines.{place}.{field}");
            let id = line.get("id").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
            let Some(id) = id.filter(|id| known.iter().any(|one| one.id == Some(*id))) else {
                findings.error(at("id"), STRANGE.text());
                continue;
            };
            let amount = Option::from_value(&AMOUNT.parse(line.get("amount"), &at("amount"), &mut findings))?;
            let fits = amount.is_none_or(|raw| Money::of_thousandths(raw, currency).is_ok());
            findings.error_if(!fits, &at("amount"), BAD_AMOUNT);
            let remark = LINE_REMARK.parse(line.get("remark"), &at("remark"), &mut findings);
            said.insert(id, Said { amount, remark: String::from_value(&remark)? });
        }
        Refusal::unless_clean(&findings, &[])?;
        Ok((by, remark, said))
    }
}

/// POST answer {code, by, remark, lines}: once for each link. Of a line that is shown and nothing is said of, the partner has
/// what we have; of one that is not shown, it said nothing.
fn answer(call: &mut Call) -> Outcome {
    let body: Filled = call.json()?;
    let head = admitted(call, &body.code)?;
    let customer = call.read(|conn| facts::coop_name(conn, head.org, head.coop))?;
    call.caller = Some(facts::outside::actor(head.org, &customer, call.now()));
    call.write(|tx| {
        bill::hold(tx, head.bill)?;
        // Of two answers at once the second finds the first.
        let head = Head::of_code(tx, &short(&body.code), true)?.filter(|head| head.is_open(tx.now)).ok_or_else(gone)?;
        let mut lines = ours(tx, &head)?;
        lines.truncate(SHOWN_MAX);
        let (by, remark, said) = body.said(&lines, &head)?;
        for line in &mut lines {
            let own = line.id.and_then(|id| said.get(&id));
            let theirs = own.and_then(|own| own.amount).or(line.ours);
            line.compare(theirs, head.tolerance);
            if let Some(own) = own {
                line.remark.clone_from(&own.remark);
            }
        }
        compared::write(tx, head.id, &lines)?;
        let cells = [
            ("state", CHECKING.into_value()),
            ("answered_at", tx.now.into_value()),
            ("answered_by", by.clone().into_value()),
            ("answer_remark", remark.into_value()),
            ("their_rows", Value::Null),
            ("code_hash", Value::Null),
            ("link_until", Value::Null),
            ("updated_at", Value::Int(tx.now.millis())),
        ];
        let mut update = sql::update(head.org, TABLE, &cells);
        update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", head.id));
        tx.exec(&update.into())?;
        matching::went_on(tx, head.id)?;
        tell(tx, &head, (&customer, &by))
    })?;
    Ok(Answer::Said(THANKS.text(), Json::Null))
}

/// A line of the log, and a message to who looks after it.
fn tell(tx: &mut Tx<'_>, head: &Head, (customer, by): (&str, &str)) -> Result<(), Refusal> {
    let mut select = sql::from(head.org, TABLE);
    select.column("result").and_where(sql::eq("id", head.id));
    let result: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let words = platform::flow::name_of(bill::CHECK_STATES, &result);
    let entry = LogEntry::of(TABLE, head.id, &head.code, PATH).did("修改", "客商答复");
    tx.log(entry.text(format!("客商答复：{}；{by}", words.0)))?;
    let told = Message {
        to: vec![head.handler],
        values: Values::default()
            .with("coopName", customer)
            .with("billCode", &head.code)
            .with("by", by)
            .with_each("result", words),
        about: About {
            kind: TABLE,
            id: Some(head.id),
            number: head.code.clone(),
            url: format!("{PATH}?billCode={}", head.code),
        },
        ..Message::default()
    };
    let by = By::product(tx.app, head.org);
    message::send(tx, by, &TOLD, &told).map(drop)
}
