//! What is done with a company beside its form: audit, stop, a new password for its administrator.

use kernel::{Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::random_bytes;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::link::{self, Purpose, Whose};
use crate::user::moves::ELSEWHERE;
use crate::{auth, password, second_factor};

const REASON: Msg = Msg::new("org.reason", "请填写拒绝原因", "Please give the reason of the refusal.");
const OWN: Msg = Msg::new("org.own", "不能停用平台", "The platform itself can't be stopped.");

pub(super) fn entry(id: Id, code: String, kind: &'static str) -> LogEntry {
    LogEntry::of("org", id, code, "/hrs_org").did(kind, kind).level(Level::High)
}

/// The company, taken for a change by the caller's version; answers its code.
pub(super) fn take(tx: &mut Tx<'_>, id: Id, version: i64) -> Result<String, Refusal> {
    claim(tx, "org", id, version)?;
    let mut select = sql::from_global("org");
    select.column("code").and_where(sql::eq("id", id));
    Ok(tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

pub(super) fn write(tx: &mut Tx<'_>, id: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let mut update = sql::update_global("org", cells);
    update.and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Audit {
    id: Id,
    version: i64,
    pass: bool,
    #[serde(default)]
    reason: String,
}

/// PUT /hrs/org/audit: a refusal ends every session.
pub(super) fn audit(call: &mut Call) -> Outcome {
    let body: Audit = call.json()?;
    let reason: String = body.reason.trim().chars().take(200).collect();
    if !body.pass && reason.is_empty() {
        return Err(Refusal::field("reason", REASON.text()));
    }
    if !body.pass && body.id.0 == PLATFORM_ORG {
        return Err(Refusal::business(OWN));
    }
    call.write(|tx| {
        let code = take(tx, body.id, body.version)?;
        let status = if body.pass { "已审核" } else { "已拒绝" };
        let cells = [
            ("audit_status", Value::Text(status.to_owned())),
            ("audit_reason", if body.pass { Value::Null } else { Value::Text(reason.clone()) }),
        ];
        write(tx, body.id, &cells)?;
        if !body.pass {
            let now = tx.now;
            platform::access::end_org_sessions(tx, body.id.0, now, "企业审核未通过")?;
        }
        tx.log(entry(body.id, code, "审核").text(format!("{status} {reason}").trim().to_owned()))
    })?;
    Ok(Answer::Data(Json::Null))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Version {
    version: i64,
}

/// PUT /hrs/org/stop/{id} and /start/{id}: stopping ends every session.
pub(super) fn set_status(call: &mut Call, active: bool) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    if id.0 == PLATFORM_ORG {
        return Err(Refusal::business(OWN));
    }
    call.write(|tx| {
        let code = take(tx, id, body.version)?;
        write(tx, id, &[("status", Value::Bool(active))])?;
        if !active {
            let now = tx.now;
            platform::access::end_org_sessions(tx, id.0, now, "企业停用")?;
        }
        tx.log(entry(id, code, if active { "启用" } else { "停用" }))
    })?;
    Ok(Answer::Data(Json::Null))
}

/// PUT /hrs/org/resetPassword/{id}: a link for the administrator; where none can be sent a one-time
/// password, answered once.
pub(super) fn reset_password(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    call.actor()?.need_any_proof()?;
    let one_time = password::one_time(random_bytes()?);
    let hash = platform::access::hash_password(&one_time, call.app.settings.password_cost)?;
    let answer = call.write(|tx| {
        let code = take(tx, id, body.version)?;
        let mut select = sql::from(id.0, "app_user");
        select
            .columns(["login_id", "id"])
            .and_where(sql::col("admin_role").is_not_null())
            .order_by("id", Order::Asc)
            .limit(1);
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let (login, user): (Id, Id) = (row.get(0)?, row.get(1)?);
        let mut answer = Map::new();
        let whose = Whose { login, org: id.0, user };
        if link::answer(tx, Purpose::Reset, whose, &one_time, &mut answer)? {
            tx.log(entry(id, code, "重置密码"))?;
            return Ok(answer);
        }
        if platform::access::is_elsewhere(tx, login, id.0)? {
            return Err(Refusal::business(ELSEWHERE));
        }
        let now = tx.now;
        password::replace(tx, login, hash, true)?;
        // Who lost the password may have lost the phone with it.
        second_factor::forget(tx, login)?;
        auth::forgive_all(tx, login)?;
        platform::access::end_other_sessions(tx, login, "", now)?;
        tx.log(entry(id, code, "重置密码"))?;
        Ok(answer)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(Json::Object(answer)))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Intention {
    version: i64,
    /// 1 marked, 0 denied, nothing to leave it to the figures.
    mark: Option<i64>,
}

/// PUT /hrs/org/intended/{id}.
pub(super) fn intend(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Intention>()?);
    let mark = body.mark.filter(|mark| (0..=1).contains(mark));
    call.write(|tx| {
        let code = take(tx, id, body.version)?;
        write(tx, id, &[("intention_mark", mark.map_or(Value::Null, Value::Int))])?;
        let done = match mark {
            Some(1) => "标记意向",
            Some(_) => "不是意向",
            None => "取消意向",
        };
        tx.log(entry(id, code, "修改").did("修改", done))
    })?;
    Ok(Answer::Data(Json::Null))
}
