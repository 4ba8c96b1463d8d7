//! Delivery notices 送货通知 of air export: where and when cargo is brought, told to those who bring it, and who is
//! on the way.

mod driver;
mod link;
mod moves;
mod order;
mod page;
mod place;
mod post;
pub(crate) mod public;
mod queue;
mod rules;

use platform::access::Access;
use platform::registry::{Node, Operation, Room};

/// Adds its page and calls.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(page::PAGE, "/afManager/warehouse", "送货通知", "Delivery notices", 70));
    for (place, (code, zh, en)) in (1i64..).zip([
        ("af-order-notice", "生成", "New"),
        ("af-notice-send", "发送", "Send"),
        ("af-notice-void", "作废", "Void"),
        ("af-notice-arrive", "到货登记", "Register arrival"),
        ("af-notice-export", "导出", "Export"),
    ]) {
        room.nodes.push(Node::button(code, "af_delivery_notice", zh, en, place * 10));
    }
    room.lists.push(page::LIST);
    room.orders_of.push(platform::log::Kept::in_rows(page::TABLE, page::TABLE));
    room.forms.push(page::FORM.contract());
    room.operations.extend(page::FORM.operations());
    room.flow(&moves::FLOW);
    room.operations.extend(inner());
    room.operations.extend(outer());
    room.selects.push((order::SELECT, order::offer));
    room.selects.push((order::PLACES, order::offer_places));
}

fn inner() -> Vec<Operation> {
    use Access::Code;
    let at = |rest: &str| format!("{}/{rest}", page::BASE);
    let (make, send) = (Code("af-order-notice"), Code("af-notice-send"));
    vec![
        Operation::get("propose_delivery_notice", &at("propose"), make, rules::propose)
            .param("orderId")
            .param("orderUuid")
            .param("flag")
            .param("warehouseId")
            .summary("A notice as a new one of an order begins, and the live one there is"),
        Operation::post("link_delivery_notice", &at("{id}/link"), make, link::told)
            .summary("The public address of a notice; a new one when the old one has ended"),
        Operation::get("get_delivery_notice_letter", &at("{id}/letter"), send, post::draft)
            .summary("The mail with a notice as it is proposed"),
        Operation::post("send_delivery_notice", &at("{id}/send"), send, post::send).summary("Mails a notice"),
    ]
}

/// The calls of the public page.
fn outer() -> Vec<Operation> {
    use Access::Public;
    let at = |rest: &str| format!("/afbase/external/{rest}");
    let checked = |flag: &str| at(&format!("checkOrderDeliveryNotice/{{orderUuid}}/{flag}"));
    vec![
        Operation::get("check_warehouse_notice", &checked("warehouse"), Public, public::check_warehouse).param("code"),
        Operation::get("check_storehouse_notice", &checked("storehouse"), Public, public::check_storehouse)
            .param("code"),
        Operation::get("view_delivery_notice", &at("orderDeliveryNotice/{orderUuid}/{flag}"), Public, public::view)
            .summary("What is delivered, where to and by when")
            .param("code"),
        Operation::post("tell_delivery_notice", &at("deliveryNotice/driver"), Public, driver::tell)
            .body_up_to(driver::BODY_MAX)
            .summary("What the driver of a notice tells: his truck, that he has set out, that he is there"),
    ]
}
