//! 收入完成, 成本完成 and their reopening, from the page of the charges, and what may be pressed there.

use approval::pending;
use charge::ledger::{COST_VIEW, INCOME_VIEW, Standing};
use kernel::Scope;
use order::store::{self, Saved};
use order::{Lifecycle, Move, MoveFacts, refuse};
use orderdesk::Asked;
use platform::access::Actor;
use platform::call::{Call, Outcome};
use platform::refusal::{Refusal, messages};
use platform::store::Conn;
use serde::Deserialize;
use serde_json::Value as Json;

use super::edit::shown;
use super::{data, found};

/// 制账单 of income of the order.
const BILL: &str = "css-dn-add";
/// 制对账单 of its cost.
pub(super) const PAY: &str = "css-payment-add";

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wanted {
    order_uuid: String,
    order_row_uuid: String,
    kind: String,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    confirmed: Vec<String>,
}

impl Wanted {
    /// The move of the side that is named.
    fn of(&self, income: Move, cost: Move) -> Result<Move, Refusal> {
        match self.kind.as_str() {
            "RECEIVABLE" => Ok(income),
            "PAYABLE" => Ok(cost),
            _ => Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "kind")]))),
        }
    }
}

/// The codes that let somebody make a move of the charges of a scope: that of this page, and that of the scope.
fn codes(wanted: Move, scope: Scope) -> [&'static str; 2] {
    let own = match wanted {
        Move::IncomeFinish => "css-income-finish",
        Move::CostFinish => "css-cost-finish",
        _ => "css-charge-rollback",
    };
    [own, wanted.code(scope)]
}

fn need(actor: &Actor, wanted: Move, scope: Scope) -> Result<(), Refusal> {
    let [own, of_scope] = codes(wanted, scope);
    if actor.has(of_scope) { Ok(()) } else { actor.need(own).map(drop) }
}

/// PUT /css/charge/finish.
pub(super) fn finish(call: &mut Call) -> Outcome {
    let wanted: Wanted = call.json()?;
    let by = wanted.of(Move::IncomeFinish, Move::CostFinish)?;
    moved(call, wanted, by)
}

/// PUT /css/charge/rollback.
pub(super) fn reopen(call: &mut Call) -> Outcome {
    let wanted: Wanted = call.json()?;
    let by = wanted.of(Move::IncomeReopen, Move::CostReopen)?;
    moved(call, wanted, by)
}

fn moved(call: &mut Call, wanted: Wanted, by: Move) -> Outcome {
    let language = call.language().to_owned();
    let Wanted { order_uuid, order_row_uuid, reason, confirmed, .. } = wanted;
    let asked = Asked { row_uuid: order_row_uuid, reason, confirmed, ..Asked::default() };
    call.write(|tx| {
        let (actor, now) = (tx.actor, tx.now);
        let saved = found(tx, actor, &order_uuid)?;
        need(actor, by, saved.profile.scope)?;
        let done = orderdesk::finish(tx, &saved, (by, &asked))?;
        let saved = store::of_id(tx, actor, saved.profile, saved.id)?;
        let mut out = shown(tx, (actor, now, &language), &saved)?;
        out.extend(
            done.get("approving").filter(|waits| !waits.is_null()).map(|waits| ("approving".to_owned(), waits.clone())),
        );
        Ok(Json::Object(out))
    })
    .and_then(data)
}

/// What may be pressed now; finishing and reopening by whatever code lets the caller.
pub(super) fn buttons(conn: &mut dyn Conn, actor: &Actor, saved: &Saved) -> Result<Vec<&'static str>, Refusal> {
    let scope = saved.profile.scope;
    let mut buttons = Vec::new();
    let waits = pending::waits(conn, actor.org_id, saved.id)?;
    // What is decided about stays as it is.
    let open = saved.lifecycle == Lifecycle::Open && waits.is_none();
    let typing = [
        "css-charge-add",
        "css-charge-edit",
        "css-charge-del",
        "css-charge-rate",
        "css-charge-template",
        "css-charge-copy",
        "css-charge-copy-order",
        super::IMPORT,
        "css-rate-edit",
        "css-charge-refresh",
    ];
    buttons.extend(typing.into_iter().filter(|code| open && actor.has(code)));
    buttons.extend(actor.has(super::EXPORT).then_some(super::EXPORT));
    // Billing goes on behind the lock.
    let billed = matches!(saved.lifecycle, Lifecycle::Open | Lifecycle::Locked) && waits.is_none();
    buttons.extend((billed && actor.has(INCOME_VIEW) && actor.has(BILL)).then_some(BILL));
    buttons.extend((billed && actor.has(COST_VIEW) && actor.has(PAY)).then_some(PAY));
    let standing = Standing::of(conn, actor.org_id, saved.id)?;
    let facts = MoveFacts {
        lifecycle: saved.lifecycle,
        income_recorded: saved.income_recorded,
        cost_recorded: saved.cost_recorded,
        charges: standing,
        waits,
        ..MoveFacts::default()
    };
    let may = |wanted: Move| {
        codes(wanted, scope).iter().any(|code| actor.has(code)) && refuse(scope, wanted, &facts).is_none()
    };
    buttons.extend(may(Move::IncomeFinish).then_some("css-income-finish"));
    buttons.extend(may(Move::CostFinish).then_some("css-cost-finish"));
    buttons.extend((may(Move::IncomeReopen) || may(Move::CostReopen)).then_some("css-charge-rollback"));
    Ok(buttons)
}
