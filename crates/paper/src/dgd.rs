//! Shipper's declarations for dangerous goods 危险品申报单.

mod book;
mod lines;
mod page;
mod print;
mod rules;

use platform::access::Access;
use platform::registry::{Node, Operation, Room};

/// Adds its pages and calls.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(page::PAGE, "/afManager/awb", "危险品申报单", "Dangerous goods declarations", 80));
    for (place, (code, zh, en)) in (1i64..).zip([
        ("af-dgd-add", "新增", "Add"),
        ("af-dgd-edit", "编辑", "Edit"),
        ("af-dgd-del", "删除", "Delete"),
        ("af-dgd-print", "格打", "Print with grid"),
        ("af-dgd-over", "套打", "Print on form"),
    ]) {
        room.nodes.push(Node::button(code, "af_dgd_print", zh, en, place * 10));
    }
    room.lists.push(page::LIST);
    room.forms.push(page::FORM.contract());
    room.orders_of.push(platform::log::Kept::in_rows(page::TABLE, page::TABLE));
    room.operations.extend(page::FORM.operations());
    room.operations.extend(calls());
}

fn calls() -> Vec<Operation> {
    use Access::{AnyOf, Code};
    let at = |rest: &str| format!("{}/{rest}", page::BASE);
    let see = Code("af_dgd_print");
    let makers = AnyOf(&["af-dgd-add", "af-dgd-edit"]);
    vec![
        Operation::get("view_dgd", &at("view/{id}"), see, |call| page::FORM.view(call))
            .summary("A declaration with its lines"),
        Operation::get("list_dgd_of_order", &at("list/{orderUuid}"), see, page::of_order)
            .summary("The declarations of an order"),
        Operation::get("propose_dgd", &at("propose"), makers, rules::propose)
            .param("orderId")
            .param("orderUuid")
            .summary("A declaration as a new one of an order begins"),
        Operation::post("check_dgd", &at("check"), makers, rules::look)
            .reads()
            .summary("What there is to say of a declaration that is not saved"),
        Operation::post("copy_dgd", &at("copy/{id}"), Code("af-dgd-add"), page::copy)
            .summary("The same once more, under the next number of its order"),
        Operation::get("print_dgd", &at("print/{id}"), AnyOf(&["af-dgd-print", "af-dgd-over"]), print::print)
            .param("kind")
            .param("copies")
            .param("offsetX")
            .param("offsetY")
            .summary("The address of its PDF, which works once: plain paper (format) or pre-printed (over)"),
        Operation::post("export_dgd", &at("exportExcel/{id}"), Code("af-dgd-print"), book::export).reads(),
    ]
}
