//! What a company is: its audit, and of an audited one whether it may work. The first of these that holds is told, in
//! the order in which a log-in is refused.

use kernel::Instant;
use platform::access::Actor;
use platform::field::{Choice, Field};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::{Value, sql};

const ENDED: &str = "到期";
/// Its audit is yet to be.
pub(super) const WAITING: &str = "待审核";
/// Its audit was not passed.
pub(super) const REFUSED: &str = "已拒绝";

const STATES: &[Choice] = &[
    Choice::new("正常", "正常", "Open").tone("ready"),
    Choice::new("停用", "停用", "Stopped").tone("neutral"),
    Choice::new(ENDED, "到期", "Ended").tone("danger"),
    Choice::new("黑名单", "黑名单", "Black list").tone("danger"),
    Choice::new("锁定", "锁定", "Locked").tone("danger"),
    Choice::new("待审核", "待审核", "Waiting").tone("warning"),
    Choice::new("已拒绝", "已拒绝", "Refused").tone("danger"),
];

/// The state, as the list shows and filters it.
pub(crate) const STATE: Field = Field::select(STATES, "状态", "State").wire("state");

/// What holds of an audited company within its contract.
const OPEN: &str = "CASE WHEN NOT org.status THEN '停用' ELSE COALESCE((SELECT CASE WHEN p.list_mark = '黑名单' \
    THEN '黑名单' WHEN p.locked_scopes <> '' THEN '锁定' ELSE '正常' END FROM coop p \
    WHERE p.org_id = 1 AND p.id = org.contract_party_id), '正常') END";

/// The state of `org` but for the moment: its audit alone, or the end of its contract in milliseconds, a space, and what
/// it is until then.
pub(crate) fn stored() -> Expr {
    Expr::cust(format!(
        "CASE WHEN org.audit_status <> '已审核' THEN org.audit_status \
         ELSE CAST(org.stop_at AS text) || ' ' || {OPEN} END"
    ))
}

/// The state at a moment, of what [`stored`] tells.
pub(crate) fn of(stored: &str, now: Instant) -> &str {
    match stored.split_once(' ') {
        Some((end, _)) if end.parse::<i64>().is_ok_and(|end| end <= now.millis()) => ENDED,
        Some((_, open)) => open,
        None => stored,
    }
}

pub(super) fn told(actor: &Actor, stored: &Value) -> Value {
    match stored {
        Value::Text(text) => Value::Text(of(text, actor.now).to_owned()),
        other => other.clone(),
    }
}

/// Companies in a state.
pub(super) fn is_in(actor: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    let audited = || sql::of_eq("org", "audit_status", "已审核");
    let over = || sql::of("org", "stop_at").lte(sql::value(actor.now));
    let is = match wanted {
        WAITING | REFUSED => sql::of_eq("org", "audit_status", wanted.to_owned()),
        ENDED => audited().and(over()),
        open => audited().and(over().not()).and(Expr::cust(OPEN).eq(sql::value(open.to_owned()))),
    };
    Ok(Condition::all().add(is))
}
