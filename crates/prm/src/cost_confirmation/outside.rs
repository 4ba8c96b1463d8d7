//! What suppliers say of a sheet behind the link of a mail, line by line (catalogue prm.md /prm_cost_confirmation).

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
use settle::confirmation::{self, CHECKING, Head, Line, TABLE};

use super::PATH;
use crate::their_answer::{self, Filled, Remarks, SHOWN_MAX, THANKS, gone, short};

/// Beginning of the public calls.
const BASE: &str = "/prm/external/costConfirmation";

/// A supplier answered a sheet.
pub(super) static TOLD: MessageEvent = MessageEvent::new(
    "cost_confirmation.answered",
    "客商",
    ("供应商答复成本确认", "A supplier answered a cost confirmation"),
    ("供应商通过链接答复成本确认单时", "When a supplier answers a cost confirmation behind the link of a mail"),
)
.to(To::Concerned("处理人", "Who looks after it"))
.says(
    ("{coopName}已答复成本确认单{confirmCode}", "{coopName} answered cost confirmation {confirmCode}"),
    ("{by}：{different}行不符", "{by}: {different} lines differ"),
    &[
        Placeholder::new("coopName", "供应商", "Supplier"),
        Placeholder::new("confirmCode", "确认单号", "Sheet"),
        Placeholder::new("by", "回复人", "Answered by"),
        Placeholder::new("different", "不符行数", "Lines that differ"),
    ],
);

/// The public calls.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get("get_cost_confirmation_link", BASE, Access::Public, look)
            .param("code")
            .summary("The costs of the sheet of a link, as long as they can be answered"),
        Operation::post("answer_cost_confirmation", &format!("{BASE}/answer"), Access::Public, answer)
            .summary("The supplier says what it wants for each cost of the sheet of a link"),
    ]
}

/// The sheet of a code; a wrong code is refused, and counted.
fn admitted(call: &Call, code: &str) -> Result<Head, Refusal> {
    let now = call.now();
    match call.read(|conn| Head::of_code(conn, &short(code), false))? {
        Some(head) if head.is_open(now) => Ok(head),
        _ => their_answer::refused(call, "cost confirmation"),
    }
}

/// GET: what the page shows. The supplier sees what the workbook of the mail says, and nothing else of the orders.
fn look(call: &mut Call) -> Outcome {
    let head = admitted(call, call.query("code"))?;
    call.read(|conn| {
        let mut data: Map<String, Json> = facts::outside::sender(conn, head.org)?;
        let own = ours(conn, &head)?;
        let shown: Vec<Json> = own.iter().take(SHOWN_MAX).map(shown).collect();
        let (from, to) = &head.days;
        let members = [
            ("number", json!(head.code)),
            ("customer", json!(facts::coop_name(conn, head.org, head.coop)?)),
            ("period", json!(period(from, to))),
            ("currency", json!(head.currency)),
            ("amount", json!(format_scaled(head.booked, 3, 2))),
            ("until", json!(head.until.map(show_minute))),
            ("count", json!(own.len())),
            ("lines", json!(shown)),
        ];
        data.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
        Ok(Answer::Data(Json::Object(data)))
    })
}

/// The days a sheet is about; empty where it says none.
fn period(from: &str, to: &str) -> String {
    if from.is_empty() && to.is_empty() { String::new() } else { format!("{from}~{to}") }
}

/// The costs of the sheet, without what the supplier alone had.
fn ours(conn: &mut dyn Conn, head: &Head) -> Result<Vec<Line>, Refusal> {
    let lines = confirmation::lines(conn, head.org, head.id)?;
    Ok(lines.into_iter().filter(|line| line.charge.is_some()).collect())
}

fn shown(line: &Line) -> Json {
    json!({
        "id": line.id, "key": line.number, "orderCode": line.order_code, "bizDate": line.biz_date, "route": line.route,
        "service": line.service, "amount": line.ours.map(|raw| format_scaled(raw, 3, 2)),
    })
}

/// POST answer {code, by, remark, lines}: once for each link. Of a line that is shown and nothing is said of, the supplier has
/// what we have; of one that is not shown, it said nothing.
fn answer(call: &mut Call) -> Outcome {
    let body: Filled = call.json()?;
    let head = admitted(call, &body.code)?;
    let supplier = call.read(|conn| facts::coop_name(conn, head.org, head.coop))?;
    call.caller = Some(facts::outside::actor(head.org, &supplier, call.now()));
    call.write(|tx| {
        // Of two answers at once the second finds the first, and a sheet that is treated meanwhile is waited for.
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
                remarks.take(own, (&line.number, &mut line.remark));
            }
        }
        compared::write(tx, head.id, &lines)?;
        their_answer::note(tx, (TABLE, head.id), (CHECKING, "supplier_rows"), &said)?;
        super::counted_anew(tx, head.id)?;
        tell(tx, &head, (&supplier, &said.by, &remarks))
    })?;
    Ok(Answer::Said(THANKS.text(), Json::Null))
}

/// A line of the log, and a message to who looks after it.
fn tell(tx: &mut Tx<'_>, head: &Head, (supplier, by, remarks): (&str, &str, &Remarks)) -> Result<(), Refusal> {
    let mut select = sql::from(head.org, TABLE);
    select.column("different_count").and_where(sql::eq("id", head.id));
    let different: i64 = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let different = different.to_string();
    let entry = LogEntry::of(TABLE, head.id, &head.code, PATH).did("修改", "供应商答复");
    tx.log(entry.text(format!("供应商答复：{different}行不符；{by}{}", remarks.text())))?;
    let told = Message {
        to: vec![head.handler],
        values: Values::default()
            .with("coopName", supplier)
            .with("confirmCode", &head.code)
            .with("by", by)
            .with("different", &different),
        about: About {
            kind: TABLE,
            id: Some(head.id),
            number: head.code.clone(),
            url: format!("{PATH}?confirmCode={}", head.code),
        },
        ..Message::default()
    };
    let by = By::product(tx.app, head.org);
    message::send(tx, by, &TOLD, &told).map(drop)
}
