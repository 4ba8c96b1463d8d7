//! Shipper's letters 托书: the booking letter to the carrier or agent, the delivery letter to the terminal.

mod draw;
mod excel;
mod page;
mod post;
mod reply;
mod rules;
mod said;

use platform::access::Access;
use platform::registry::{Node, Operation, Room};

/// Who makes letters, of the one kind or the other; the rules ask for the code of the kind.
const MAKERS: Access = Access::AnyOf(&["af-order-letter", "af-plan-letter"]);

/// Adds its pages and calls.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(page::PAGE, "/afManager/awb", "托书管理", "Shipper's letters", 90));
    for (place, (code, zh, en)) in (1i64..).zip([
        ("af-order-letter", "订舱托书", "Booking letter"),
        ("af-plan-letter", "交货托书", "Delivery letter"),
        ("af-letter-send", "发送", "Send"),
    ]) {
        room.nodes.push(Node::button(code, "af_shipper_letter", zh, en, place * 10));
    }
    room.lists.push(page::LIST);
    room.orders_of.push(platform::log::Kept::in_rows(page::TABLE, page::TABLE));
    room.forms.push(page::FORM.contract());
    room.operations.extend(page::FORM.changes().into_iter().map(made));
    room.operations.extend(calls());
}

/// A letter is written by the makers of its kind.
fn made(mut operation: Operation) -> Operation {
    operation.access = MAKERS;
    operation
}

fn calls() -> Vec<Operation> {
    use Access::Code;
    let at = |rest: &str| format!("{}/{rest}", page::BASE);
    let (see, send) = (Code("af_shipper_letter"), Code("af-letter-send"));
    vec![
        Operation::get("get_shipper_letter", &at("{id}"), see, |call| page::FORM.view(call))
            .summary("A letter with its order"),
        Operation::get("propose_shipper_letter", &at("propose"), MAKERS, rules::propose)
            .param("orderId")
            .param("orderUuid")
            .param("kind")
            .summary("A letter as a new one of an order begins"),
        Operation::post("print_shipper_letter", &at("print/{id}"), MAKERS, draw::print)
            .summary("The address of its PDF, which works once"),
        Operation::post("export_shipper_letter", &at("excel/{id}"), MAKERS, excel::export)
            .summary("The address of its workbook by the company's template, which works once"),
        Operation::get("get_shipper_letter_mail", &at("mail/{id}"), send, post::draft)
            .summary("The mail with a letter as it is proposed"),
        Operation::post("send_shipper_letter", &at("send/{id}"), send, post::send).summary("Mails a letter as PDF"),
        Operation::post("mark_shipper_letter_sent", &at("sent/{id}"), send, post::mark)
            .summary("A letter that went another way than by mail"),
        Operation::post("reply_to_shipper_letter", &at("reply/{id}"), MAKERS, reply::register)
            .summary("What was answered; an accepted booking is written to the order after a confirm"),
    ]
}
