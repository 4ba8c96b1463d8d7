//! Names of goods 品名清单: the terminal is told what is in the cargo of an export order.

mod book;
mod names;
mod page;
mod post;
mod rules;

use platform::access::Access;
use platform::registry::{Node, Operation, Room};

/// Adds its page and calls.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(page::PAGE, "/afManager/awb", "品名清单", "Goods name lists", 110));
    for (place, (code, zh, en)) in (1i64..).zip([
        ("af-goods-add", "新增", "Add"),
        ("af-goods-import", "导入", "Import"),
        ("af-goods-send", "发送", "Send"),
        ("af-goods-print", "打印", "Print"),
    ]) {
        room.nodes.push(Node::button(code, "af_goodsname", zh, en, place * 10));
    }
    room.lists.push(page::LIST);
    room.orders_of.push(platform::log::Kept::in_rows(page::TABLE, page::TABLE));
    room.forms.push(page::FORM.contract());
    room.operations.extend(page::FORM.operations());
    room.operations.extend(calls());
}

fn calls() -> Vec<Operation> {
    use Access::Code;
    let at = |rest: &str| format!("{}/{rest}", page::BASE);
    let (see, make, send) = (Code("af_goodsname"), Code("af-goods-add"), Code("af-goods-send"));
    vec![
        Operation::get("list_goods_names_of_order", &at("list/{orderUuid}"), see, page::of_order)
            .summary("The names of goods of an order"),
        Operation::get("propose_goods_name", &at("propose"), make, rules::propose)
            .param("orderId")
            .param("orderUuid")
            .summary("A row as a new one of an order begins"),
        Operation::post("print_goods_names", &at("print/{orderId}"), Code("af-goods-print"), book::print).reads(),
        Operation::get("get_goods_names_mail", &at("mail/{orderId}"), send, post::draft)
            .summary("The mail with the names of an order as it is proposed"),
        Operation::post("send_goods_names", &at("send"), send, post::send)
            .summary("Mails the names of an order as workbook"),
        Operation::post("mark_goods_names_sent", &at("sent/{orderId}"), send, post::mark)
            .summary("Names that went another way than by mail"),
    ]
}
