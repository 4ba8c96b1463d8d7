//! The page a link opens: the company a partner is shared with looks, and accepts or refuses.

use kernel::{Findings, Id, Msg, show_second};
use platform::access::secret_hash;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::Document;
use platform::field::Field;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{ACCEPTED, EXPIRED, FIELDS, IN, OUT, PAGE, REJECTED, SENT, Share, TABLE, credit, give, set, side, told};
use crate::coop::take::{self, CONTACTS, Made};
use crate::coop::{self, Coop, TYPES};
use crate::info::sheet::Contact;

/// Wrong codes a user may try in a minute.
const FAILURES_PER_MINUTE: u32 = 30;
/// Where partners come from that another company shares.
const SOURCE: &str = "客商共享";

const INVALID: Msg = Msg::new("share.invalid", "链接无效", "This link is not valid.");
/// Its time is over.
pub(super) const IS_OVER: Msg = Msg::new("share.over", "链接已过期", "This link has expired.");
const HAS_STOPPED: Msg = Msg::new("share.ended", "发起公司已停止共享", "The company that shared it has withdrawn it.");
const TAKEN: Msg = Msg::new("share.taken", "已被{user}接收", "{user} has accepted it already.");
const REFUSED: Msg = Msg::new("share.refused", "已被{user}拒绝", "{user} has refused it.");
const NO_MEMBER: Msg = Msg::new("share.take", "不能采纳：{name}", "This can't be taken over: {name}");

const REASON: Field = Field::long("拒绝原因", "Reason").wire("reason").required().max(200);
const TYPE: Field = Field::select(TYPES, "类型", "Type").wire("coopType").required();
const NAME: Field = Field::text("简称", "Short name").wire("coopName").required().max(40);

/// The receiving side of a link, for the company it is meant for. Whoever has no code needs the right to the page of
/// shares. Whatever is wrong with a link is answered alike; a right one of another company is no permission.
fn opened(call: &Call, code: &str) -> Result<Share, Refusal> {
    let (actor, uuid, now) = (call.actor()?, call.path("shareId").to_owned(), call.now());
    let found = call.read(|conn| side(conn, &uuid, IN))?;
    let by_code = |share: &Share| !code.is_empty() && secret_hash(code) == share.code_hash;
    let by_right = |share: &Share| share.org == actor.org_id && code.is_empty() && actor.has("prm_coop_share");
    match found.filter(|share| by_code(share) || by_right(share)) {
        Some(share) if share.org == actor.org_id => Ok(share),
        Some(_) => Err(Refusal::Forbidden),
        None => {
            call.app.limits.take(format!("coop share:{}", actor.user_id), FAILURES_PER_MINUTE, now)?;
            Err(Refusal::business(INVALID))
        }
    }
}

/// Refuses what nobody can answer any more.
fn need_waiting(share: &Share, now: kernel::Instant) -> Result<(), Refusal> {
    let by = [("user", share.handler.as_str())];
    match share.state_at(now) {
        SENT => Ok(()),
        EXPIRED => Err(Refusal::business(IS_OVER)),
        ACCEPTED => Err(Refusal::Business(TAKEN.with(&by))),
        REJECTED => Err(Refusal::Business(REFUSED.with(&by))),
        _ => Err(Refusal::business(HAS_STOPPED)),
    }
}

/// GET external/{shareId}?code: who shares what; of what was answered, by whom and the partner it became.
pub(super) fn look(call: &mut Call) -> Outcome {
    let code = call.query("code").trim().to_owned();
    let share = opened(call, &code)?;
    let (actor, now) = (call.actor()?.clone(), call.now());
    let state = share.state_at(now).to_owned();
    if state != ACCEPTED && state != REJECTED {
        need_waiting(&share, now)?;
    }
    let data = call.read(|conn| {
        let mut data = json!({
            "shareId": share.uuid, "shareNo": share.no, "orgName": share.peer_name, "coopName": share.coop_name,
            "coopType": share.coop_type, "message": share.message, "state": state, "version": share.version,
            "createTime": show_second(share.created), "expireTime": show_second(share.expires),
            "handlerName": share.handler, "rejectReason": share.reject_reason, "mayAnswer": state == SENT && actor.has("prm-coop-add"),
            "mayChange": actor.has("prm-coop-edit"), "fields": [], credit::MEMBER: share.lends,
        });
        let members = data.as_object_mut().ok_or_else(|| Refusal::broken("an object"))?;
        if state == SENT {
            members.insert("fields".to_owned(), json!(shared(conn, &share)?));
        }
        if let Some(coop) = share.coop {
            let (_, coop_row) = coop::own(conn, share.org, coop)?;
            members.insert("coopId".to_owned(), json!(coop));
            members.insert("coopCode".to_owned(), json!(coop_row.coop_code));
        }
        Ok(data)
    })?;
    Ok(Answer::Data(data))
}

/// The partner of the company that shares it.
fn source(conn: &mut dyn Conn, share: &Share) -> Result<Share, Refusal> {
    side(conn, &share.uuid, OUT)?.ok_or_else(|| Refusal::business(HAS_STOPPED))
}

/// What was ticked, with its values as they are today.
fn shared(conn: &mut dyn Conn, share: &Share) -> Result<Vec<Json>, Refusal> {
    let given = source(conn, share)?;
    let coop = given.coop.ok_or_else(|| Refusal::business(HAS_STOPPED))?;
    give::shown(conn, (given.org, coop), &|name| share.has(name))
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Asked {
    code: String,
    coop_type: Json,
    coop_name: Json,
    coop_id: Option<String>,
    coop_version: Option<i64>,
    fields: Vec<String>,
    reason: Json,
}

/// Holds a share that waits, so that two users don't answer it at once.
fn held(tx: &mut Tx<'_>, share: &Share) -> Result<Share, Refusal> {
    let mut hold = sql::from(share.org, TABLE);
    hold.column("id").and_where(sql::eq("id", share.id)).lock_exclusive();
    tx.first(&hold.into())?;
    let now = tx.now;
    let share = side(tx, &share.uuid, IN)?.ok_or_else(|| Refusal::business(INVALID))?;
    need_waiting(&share, now)?;
    Ok(share)
}

/// The shared values that have one, of the members wanted.
fn chosen(conn: &mut dyn Conn, share: &Share, wanted: &dyn Fn(&str) -> bool) -> Result<Vec<(Field, String)>, Refusal> {
    let lines = shared(conn, share)?;
    let value = |field: &Field| {
        let line = lines.iter().find(|line| line.get("field") == Some(&json!(field.name())))?;
        line.get("value").and_then(Json::as_str).filter(|value| !value.is_empty()).map(ToOwned::to_owned)
    };
    let ticked = FIELDS.iter().filter(|field| wanted(&field.name()));
    Ok(ticked.filter_map(|field| Some((*field, value(field)?))).collect())
}

/// The contacts of the shared partner.
fn contacts(conn: &mut dyn Conn, share: &Share) -> Result<Vec<Contact>, Refusal> {
    let given = source(conn, share)?;
    let Some(coop) = given.coop else { return Ok(Vec::new()) };
    let rows = coop::contact_rows(conn, given.org, coop)?;
    let text = |row: &Json, name: &str| row.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
    let one = |row: &Json| Contact {
        name: text(row, "name"),
        duty: text(row, "position"),
        mobile: text(row, "phone"),
        email: text(row, "email"),
    };
    Ok(rows.as_array().into_iter().flatten().map(one).collect())
}

/// POST external/{shareId}/accept {code, coopType, coopName}: a partner of one's own, prefilled, that waits as a new one.
pub(super) fn accept(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let share = opened(call, asked.code.trim())?;
    let data = call.write(|tx| {
        let share = held(tx, &share)?;
        let mut findings = Findings::new();
        let coop_type = String::from_value(&TYPE.parse(Some(&asked.coop_type), TYPE.wire, &mut findings))?;
        let coop_name = String::from_value(&NAME.parse(Some(&asked.coop_name), NAME.wire, &mut findings))?;
        Refusal::unless_clean(&findings, &[])?;
        let old = take::blank((&coop_type, &coop_name), SOURCE);
        let new = take::merged(&old, &chosen(tx, &share, &|name| share.has(name))?);
        let made = take::write(tx, None, (None, &old, new))?;
        if share.has(CONTACTS) {
            let rows = contacts(tx, &share)?;
            take::take_contacts(tx, made.id, &rows)?;
        }
        finish(tx, &share, &made, "接收共享")
    })?;
    Ok(Answer::Data(data))
}

/// POST external/{shareId}/bind {code, coopId, coopVersion, fields}: the own partner it is; what is ticked is taken over,
/// which needs the right to change partners.
pub(super) fn bind(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let share = opened(call, asked.code.trim())?;
    let id = asked.coop_id.as_deref().and_then(|id| id.parse().ok()).map(Id).ok_or(Refusal::NotFound)?;
    let data = call.write(|tx| {
        let share = held(tx, &share)?;
        let (org, actor) = (tx.org(), tx.actor);
        domain::coop::need_coop(tx, actor, id)?;
        if let Some(name) = asked.fields.iter().find(|name| !share.has(name)) {
            return Err(Refusal::field("fields", NO_MEMBER.with(&[("name", name)])));
        }
        let made = if asked.fields.is_empty() {
            let (_, known): (i64, Coop) = coop::own(tx, org, id)?;
            Made { id, code: known.coop_code, changes: Vec::new() }
        } else {
            actor.need("prm-coop-edit")?;
            change(tx, &share, (id, &asked))?
        };
        finish(tx, &share, &made, "关联共享")
    })?;
    Ok(Answer::Data(data))
}

/// Takes the ticked members over into a known partner, in the version that was looked at.
fn change(tx: &mut Tx<'_>, share: &Share, (id, asked): (Id, &Asked)) -> Result<Made, Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, "coop");
    select.column("version").columns(Coop::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let version: i64 = row.get(0)?;
    if asked.coop_version.is_some_and(|looked_at| looked_at != version) {
        return Err(Refusal::Stale(Json::Null));
    }
    let old: Vec<Value> = row.0.into_iter().skip(1).collect();
    let ticked = |name: &str| asked.fields.iter().any(|field| field == name);
    let new = take::merged(&old, &chosen(tx, share, &ticked)?);
    let mut made = take::write(tx, Some(id), (Some(version), &old, new))?;
    if ticked(CONTACTS) {
        let rows = contacts(tx, share)?;
        made.changes.extend(take::take_contacts(tx, id, &rows)?);
    }
    Ok(made)
}

/// Writes the answer to both sides, with their log lines, and tells who shared it.
fn finish(tx: &mut Tx<'_>, share: &Share, made: &Made, function: &str) -> Result<Json, Refusal> {
    let user = tx.actor.name.clone();
    let cells = |code: Value| {
        [
            ("state", ACCEPTED.into_value()),
            ("handled_at", tx.now.into_value()),
            ("handled_by_name", user.clone().into_value()),
            ("peer_code", code),
        ]
    };
    let mut own = cells(Value::Null).to_vec();
    own.push(("coop_id", made.id.into_value()));
    let theirs_cells = cells(made.code.clone().into_value());
    let theirs = source(tx, share)?;
    if share.lends {
        credit::need_free(tx, &theirs, made.id)?;
    }
    set(tx, share, &own)?;
    set(tx, &theirs, &theirs_cells)?;
    if share.lends {
        let org = tx.org();
        credit::anew(tx, org, made.id)?;
    }
    let entry = LogEntry::of("coop", made.id, &made.code, PAGE).did("修改", function).level(Level::High);
    let text = format!("{}：{}共享的{}", share.no, share.peer_name, share.coop_name);
    tx.log(entry.text(text).changes(made.changes.clone()))?;
    give::log_given(tx, &theirs, "共享已接收", format!("{}的{user}已接收", theirs.peer_name))?;
    told::answered(tx, &theirs, ("已接收", "accepted"))?;
    Ok(json!({ "state": ACCEPTED, "coopId": made.id, "coopCode": made.code, "handlerName": user }))
}

/// POST external/{shareId}/reject {code, reason}.
pub(super) fn reject(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let share = opened(call, asked.code.trim())?;
    call.write(|tx| {
        let share = held(tx, &share)?;
        let mut findings = Findings::new();
        let reason = String::from_value(&REASON.parse(Some(&asked.reason), REASON.wire, &mut findings))?;
        Refusal::unless_clean(&findings, &[])?;
        let user = tx.actor.name.clone();
        let cells = [
            ("state", REJECTED.into_value()),
            ("handled_at", tx.now.into_value()),
            ("handled_by_name", user.clone().into_value()),
            ("reject_reason", reason.clone().into_value()),
        ];
        set(tx, &share, &cells)?;
        let theirs = source(tx, &share)?;
        set(tx, &theirs, &cells)?;
        let entry = LogEntry::of(TABLE, share.id, &share.no, PAGE).did("修改", "拒绝共享");
        tx.log(entry.text(format!("拒绝{}共享的{}：{reason}", share.peer_name, share.coop_name)))?;
        give::log_given(tx, &theirs, "共享被拒绝", format!("{}的{user}已拒绝：{reason}", theirs.peer_name))?;
        told::answered(tx, &theirs, ("已拒绝", "refused"))
    })?;
    Ok(Answer::Data(json!({ "state": REJECTED })))
}
