//! The platform's side: looking, assigning, handling.

use kernel::{Findings, Id, Msg};
use message::{About, By, Told, Values};
use platform::PLATFORM_ORG;
use platform::attached;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::log::LogEntry;
use platform::message::{MessageEvent, Mute, Placeholder, SYSTEM, To};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{ASSIGNEE, DISMISSED, DONE, KINDS, PAGE, RESULT, TABLE, TAKEN, WAITING};

const ENDED: Msg = Msg::new("contact.ended", "该申请已处理", "The request has been handled already.");
const NOT_ACTIVE: Msg =
    Msg::new("contact.not_active", "负责人须为平台在职用户", "Please choose an active user of the platform.");
const NO_STATE: Msg = Msg::new("contact.no_state", "请选择处理后的状态", "Please choose the state.");

/// A request was handled.
pub(super) const HANDLED: MessageEvent = MessageEvent::new(
    "contact.handled",
    SYSTEM,
    ("咨询申请处理结果", "A request to the platform was handled"),
    ("平台处理完咨询或升级申请时", "When the platform has handled a request"),
)
.to(To::Concerned("提交人", "Submitter"))
.mutes(Mute::Mail)
.says(
    ("您提交的{kind}申请{state}：{number}", "Your request “{kind}” is {state}: {number}"),
    ("处理结果：{result}", "Result: {result}"),
    &[
        Placeholder::new("kind", "类型", "Kind"),
        Placeholder::new("state", "状态", "State"),
        Placeholder::new("number", "编号", "Number"),
        Placeholder::new("result", "处理结果", "Result"),
    ],
);

/// What a move has to know of a request.
struct Request {
    number: String,
    org: i64,
    user: Id,
    kind: String,
    status: String,
    assignee: Option<Id>,
}

fn find(conn: &mut dyn Conn, id: Id) -> Result<Request, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, TABLE);
    select
        .columns(["request_no", "user_org_id", "user_id", "kind", "status", "assignee_id"])
        .and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Request {
        number: row.get(0)?,
        org: row.get(1)?,
        user: row.get(2)?,
        kind: row.get(3)?,
        status: row.get(4)?,
        assignee: row.get(5)?,
    })
}

/// A request that is not ended, taken for a change.
fn take(tx: &mut Tx<'_>, id: Id, version: i64) -> Result<Request, Refusal> {
    claim(tx, TABLE, id, version)?;
    let request = find(tx, id)?;
    let open = request.status == WAITING || request.status == TAKEN;
    if open { Ok(request) } else { Err(Refusal::business(ENDED)) }
}

fn set(tx: &mut Tx<'_>, id: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let mut update = sql::update(PLATFORM_ORG, TABLE, cells);
    tx.exec(&update.and_where(sql::eq("id", id)).into())?;
    Ok(())
}

/// GET /hrs/contact/{id}: its whole text and its files.
pub(super) fn one(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let data = call.read(|conn| {
        let request = find(conn, id)?;
        let mut select = sql::from(PLATFORM_ORG, TABLE);
        select.columns(["contact_name", "phone", "email", "content", "result"]).and_where(sql::eq("id", id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let text = |place| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        Ok(json!({
            "id": id,
            "requestNo": request.number,
            "kind": request.kind,
            "status": request.status,
            "contactName": text(0)?,
            "phone": text(1)?,
            "email": text(2)?,
            "content": text(3)?,
            "result": text(4)?,
            "files": attached::list(conn, request.org, TABLE, id)?,
        }))
    })?;
    Ok(Answer::Data(data))
}

/// GET /hrs/contact/file/{id}: of a request, whatever company sent it.
pub(super) fn file(call: &mut Call) -> Outcome {
    let (id, request) = (call.path_id("id")?, call.query("requestId").parse().map(Id).map_err(|_| Refusal::NotFound)?);
    let found = call.read(|conn| {
        let org = find(conn, request)?.org;
        attached::find(conn, org, TABLE, id)
    })?;
    match found {
        Some((Some(object), file)) if object == request => file.answer(call),
        _ => Err(Refusal::NotFound),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Assigned {
    id: Id,
    version: i64,
    assignee_id: Option<Json>,
}

/// PUT /hrs/contact/assign.
pub(super) fn assign(call: &mut Call) -> Outcome {
    let body: Assigned = call.json()?;
    call.write(|tx| {
        let request = take(tx, body.id, body.version)?;
        let mut findings = Findings::new();
        let user = Option::<Id>::from_value(&ASSIGNEE.parse(body.assignee_id.as_ref(), "assigneeId", &mut findings))?;
        Refusal::unless_clean(&findings, &[])?;
        let user = approval::people::active(tx, PLATFORM_ORG, &Vec::from_iter(user))?.first().copied();
        let user = user.ok_or_else(|| Refusal::field("assigneeId", NOT_ACTIVE.text()))?;
        set(tx, body.id, &[("assignee_id", user.into_value()), ("status", TAKEN.into_value())])?;
        let name = approval::people::names(tx, PLATFORM_ORG, &[user])?.concat();
        let text = format!("{}：负责人 {name}，{} -> {TAKEN}", request.number, request.status);
        tx.log(LogEntry::of(TABLE, body.id, request.number, PAGE).did("修改", "分配").text(text))
    })?;
    Ok(Answer::Data(json!({ "id": body.id, "status": TAKEN })))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Handled {
    id: Id,
    version: i64,
    #[serde(default)]
    status: String,
    result: Option<Json>,
}

/// PUT /hrs/contact/handle: whoever handles what nobody was in charge of has been in charge of it.
pub(super) fn handle(call: &mut Call) -> Outcome {
    let body: Handled = call.json()?;
    call.write(|tx| {
        let request = take(tx, body.id, body.version)?;
        let mut findings = Findings::new();
        let result = RESULT.parse(body.result.as_ref(), "result", &mut findings);
        findings.error_if(body.status != DONE && body.status != DISMISSED, "status", NO_STATE);
        Refusal::unless_clean(&findings, &[])?;
        let cells = [
            ("status", body.status.clone().into_value()),
            ("result", result.clone()),
            ("handled_at", tx.now.into_value()),
            ("assignee_id", request.assignee.unwrap_or(tx.actor.user_id).into_value()),
        ];
        set(tx, body.id, &cells)?;
        tell(tx, body.id, &request, (&body.status, &String::from_value(&result)?))?;
        let text = format!("{}：{} -> {}", request.number, request.status, body.status);
        tx.log(LogEntry::of(TABLE, body.id, request.number, PAGE).did("修改", "处理").text(text))
    })?;
    Ok(Answer::Data(json!({ "id": body.id, "status": body.status })))
}

/// Tells the submitter what came of it.
fn tell(tx: &mut Tx<'_>, id: Id, request: &Request, (state, result): (&str, &str)) -> Result<(), Refusal> {
    let kind = KINDS.iter().find(|choice| choice.value == request.kind).map_or("", |choice| choice.en);
    let state_en = if state == DONE { "done" } else { "closed" };
    let told = Told {
        to: vec![request.user],
        values: Values::default()
            .with_each("kind", (&request.kind, kind))
            .with_each("state", (state, state_en))
            .with("number", request.number.clone())
            .with("result", result),
        about: About { kind: TABLE, id: Some(id), number: request.number.clone(), ..About::default() },
        ..Told::default()
    };
    let by = By::product(tx.app, request.org);
    message::send(tx, by, &HANDLED, &told).map(drop)
}
