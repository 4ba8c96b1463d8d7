//! 制作对账单 (css.md /css_payment_make). A cost accountant picks what is not reconciled of a partner and makes a payment of
//! it, or one for each partner and currency of what he picked.

mod pool;
mod split;

use charge::ledger::COST_VIEW;
use kernel::Msg;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use serde_json::{Map, Value as Json};

use crate::payment::PARTS_BYTES_MAX;
use crate::payment_batch;

const PATH: &str = "/css_payment_make";
const CODE: &str = "css_payment_make";
const MATCH: &str = "css-cp-match";
const SPLIT: &str = "css-cp-split";
/// 制对账单 of the charges of an order, and of the list of all charges.
const OF_CHARGES: [&str; 2] = ["css-payment-add", "css-chargeq-pay"];
/// Who makes several payments at once: of chosen costs, or of a supplier's file.
const MANY: Access = Access::AnyOf(&[SPLIT, OF_CHARGES[0], OF_CHARGES[1], payment_batch::SAVE]);

const NO_PARTNER: Msg = Msg::new("payment_make.coop", "请选择供应商", "Choose a supplier.");
const NO_CURRENCY: Msg = Msg::new("payment_make.currency", "请选择币种", "Choose a currency.");

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PATH, "/cssManager/cost", "制作对账单", "Making payments", 60),
        Node::button(MATCH, CODE, "自动匹配", "Match", 10),
        Node::button(SPLIT, CODE, "按供应商批量生成", "One for each supplier", 20),
    ]);
    for select in ["coop", "serviceItem", "currency"] {
        room.select_uses.push((select, Access::Code(CODE)));
    }
    room.operations.extend([
        Operation::post("list_costs_to_reconcile", "/css/payment/pool", Access::Code(CODE), pool::list)
            .reads()
            .summary("What is not reconciled of a partner in a currency, of the orders the caller sees"),
        Operation::post("match_costs", "/css/payment/match", Access::Code(MATCH), pool::matched)
            .reads()
            .summary("What a supplier's amount takes of each cost of the pool, the oldest first"),
        Operation::post("save_payments", "/css/payment/batchSave", MANY, save).body_up_to(PARTS_BYTES_MAX).summary(
            "A payment for each partner and currency of chosen costs, or that of a supplier's file with its rows",
        ),
    ]);
}

/// POST /css/payment/batchSave: the catalogue gives both pages this call; a body with rows is a file's.
fn save(call: &mut Call) -> Outcome {
    call.actor()?.need(COST_VIEW)?;
    let body: Map<String, Json> = call.json()?;
    if body.contains_key("rows") {
        call.actor()?.need(payment_batch::SAVE)?;
        return payment_batch::save(call);
    }
    split::save(call)
}

/// What a call answers with data.
fn data(json: Json) -> Outcome {
    Ok(Answer::Data(json))
}

/// Somebody who makes several payments of what he chose.
fn need_split(call: &Call) -> Result<(), Refusal> {
    let actor = call.actor()?;
    if OF_CHARGES.iter().any(|code| actor.has(code)) { Ok(()) } else { actor.need(SPLIT).map(drop) }
}
