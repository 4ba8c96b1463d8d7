//! What partners say of bills behind the link of a mail, line by line (catalogue prm.md /prm_coop_check).

use kernel::{format_scaled, show_minute};
use message::{About, By, Told as Message, Values};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::log::LogEntry;
use platform::message::{MessageEvent, Placeholder, To};
use platform::prelude::*;
use platform::registry::Operation;
use serde_json::{Map, Value as Json, json};
use settle::compared;
use settle::periodic::bill;
use settle::periodic::check::{self, CHECKING, Head, Line, TABLE};

use super::{PATH, matching};
use crate::their_answer::{self, Filled, Remarks, SHOWN_MAX, THANKS, gone, short};

/// Beginning of the public calls.
const BASE: &str = "/prm/external/billCheck";

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
        Placeholder::new("coopName", "客商", "Partner"),
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

/// The check of a code; a wrong code is refused, and counted.
fn admitted(call: &Call, code: &str) -> Result<Head, Refusal> {
    let now = call.now();
    match call.read(|conn| Head::of_code(conn, &short(code), false))? {
        Some(head) if head.is_open(now) => Ok(head),
        _ => their_answer::refused(call, "bill check"),
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
        let said = body.said(&lines.iter().filter_map(|line| line.id).collect(), &head.currency)?;
        let mut remarks = Remarks::default();
        for line in &mut lines {
            let own = line.id.and_then(|id| said.lines.get(&id));
            let theirs = own.and_then(|own| own.amount).or(line.ours);
            line.compare(theirs, head.tolerance);
            if let Some(own) = own {
                remarks.take(own, (&line.key, &mut line.remark));
            }
        }
        compared::write(tx, head.id, &lines)?;
        their_answer::note(tx, (TABLE, head.id), (CHECKING, "their_rows"), &said)?;
        matching::went_on(tx, head.id)?;
        tell(tx, &head, (&customer, &said.by, &remarks))
    })?;
    Ok(Answer::Said(THANKS.text(), Json::Null))
}

/// A line of the log, and a message to who looks after it.
fn tell(tx: &mut Tx<'_>, head: &Head, (customer, by, remarks): (&str, &str, &Remarks)) -> Result<(), Refusal> {
    let mut select = sql::from(head.org, TABLE);
    select.column("result").and_where(sql::eq("id", head.id));
    let result: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let words = platform::flow::name_of(bill::CHECK_STATES, &result);
    let entry = LogEntry::of(TABLE, head.id, &head.code, PATH).did("修改", "客商答复");
    tx.log(entry.text(format!("客商答复：{}；{by}{}", words.0, remarks.text())))?;
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
