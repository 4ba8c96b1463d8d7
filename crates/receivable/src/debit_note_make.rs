//! 制作账单. Debit notes of many orders at once: unbilled income is found, looked at as the notes it would make, and billed; also
//! what the buttons 制账单 of the charges of an order and of the charge list do (catalogue css.md /css_debit_note_make).

mod asked;
mod plan;
mod pool;
mod save;

use kernel::Msg;
use platform::access::Access;
use platform::registry::{Node, Operation, Room};

use crate::debit_note::{ADD, BASE};

const PATH: &str = "/css_debit_note_make";
const CODE: &str = "css_debit_note_make";
const BATCH: &str = "css-dn-batch";
/// 制账单 of the charge list.
const OF_CHARGES: &str = "css-chargeq-bill";
/// Orders of one call.
const ORDERS_MAX: usize = 500;
/// Charges of one call.
const CHARGES_MAX: usize = 20_000;

const TOO_MANY: Msg = Msg::new("note_make.many", "一次最多{n}票订单", "At most {n} orders are billed at once.");
const NO_CHARGES: Msg = Msg::new("note_make.none", "请选择费用", "Choose charges.");

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PATH, "/cssManager/income", "制作账单", "Making debit notes", 70),
        Node::button(BATCH, CODE, "批量生成", "Bill all that was found", 10),
    ]);
    for select in ["serviceItem", "coop", "currency", "orgBank"] {
        room.select_uses.push((select, Access::Code(CODE)));
    }
    room.select_uses.push(("orgBank", Access::AnyOf(&[ADD, OF_CHARGES])));
    room.operations.extend(operations());
}

fn operations() -> Vec<Operation> {
    let at = |rest: &str| format!("{BASE}/{rest}");
    let makes = Access::AnyOf(&[ADD, BATCH]);
    vec![
        Operation::post("list_unbilled_income", &at("pool"), Access::Code(CODE), pool::list)
            .reads()
            .summary("Orders with their unbilled income, and which of the pasted numbers have none"),
        Operation::post("preview_debit_notes", &at("preview"), makes, save::preview)
            .reads()
            .summary("The notes that charges would make, and what stands against others; nothing is saved"),
        Operation::post("make_debit_notes", &at("batchSave"), makes, save::make).summary(
            "Makes notes of chosen charges, or of all that a pool finds; what is refused of one leaves the others",
        ),
        Operation::post("bill_charges", &at("billCharges"), Access::Code(OF_CHARGES), save::of_charges)
            .summary("Makes notes of charges of the charge list"),
    ]
}
