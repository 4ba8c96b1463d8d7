//! Appraisal certificates 鉴定证书 of the goods of an export order: declared to the terminal, which audits them.

mod audit;
mod declare;
mod lines;
mod page;
mod receive;
mod rules;
mod told;

use platform::access::Access;
use platform::attached;
use platform::files::DOCUMENT_BYTES_MAX;
use platform::registry::{BODY_BYTES_MAX, Body, Node, Operation, Room};

/// Adds its page and calls.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(page::PAGE, "/afManager/awb", "鉴定证书", "Goods appraisal certificates", 100));
    for (place, (code, zh, en)) in (1i64..).zip([
        ("af-identify-add", "暂存", "Keep"),
        ("af-identify-declare", "申报", "Declare"),
        ("af-identify-del", "删除", "Delete"),
        ("af-identify-undeclare", "删除申报", "Take back"),
        ("af-identify-audit", "登记审核", "Register audit"),
    ]) {
        room.nodes.push(Node::button(code, "af_identify", zh, en, place * 10));
    }
    room.lists.push(page::LIST);
    room.orders_of.push(platform::log::Kept::in_rows(page::TABLE, page::TABLE));
    room.forms.push(page::FORM.contract());
    room.operations.extend(page::FORM.operations());
    room.operations.extend(calls());
    room.messages.push(&told::EVENT);
}

fn calls() -> Vec<Operation> {
    use Access::{Code, Public};
    let at = |rest: &str| format!("{}/{rest}", page::BASE);
    let (see, make) = (Code("af_identify"), Code("af-identify-add"));
    vec![
        Operation::get("list_appraisals_of_order", &at("list/{orderUuid}"), see, page::of_order)
            .summary("The declarations of an order with their certificates"),
        Operation::get("propose_appraisal", &at("propose"), make, rules::propose)
            .param("orderId")
            .param("orderUuid")
            .summary("A declaration as a new one of an order begins"),
        Operation::post("declare_appraisal", &at("declare/{id}"), Code("af-identify-declare"), declare::declare),
        Operation::post(
            "take_back_appraisal",
            &at("deleteDeclare/{id}"),
            Code("af-identify-undeclare"),
            declare::take_back,
        ),
        Operation::post("audit_appraisal", &at("audit/{id}"), Code("af-identify-audit"), audit::register)
            .summary("What the terminal answered, by hand"),
        Operation::post("receive_appraisal_audit", &at("audit"), Public, receive::receive)
            .summary("What the terminal answered, by its own system with the token of the interface"),
        Operation::post("add_appraisal_file", page::UPLOAD, make, |call| {
            attached::upload(call, page::TABLE, page::PAGE)
        })
        .body(Body::Files)
        .body_up_to(DOCUMENT_BYTES_MAX + BODY_BYTES_MAX),
        Operation::get("get_appraisal_file", &at("file/{id}"), see, page::file),
    ]
}
