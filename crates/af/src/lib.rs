//! The room of air freight orders.

mod desk;
pub mod order;
pub mod settings;
mod statistics;

use kernel::Scope;
use platform::registry::{Node, Room};

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("af");
    room.nodes = nodes();
    room.orders_of.push(
        platform::log::Kept::linked(approval::engine::OBJECT, "approval_instance", ("id", "ref_id"))
            .only("ref_type", approval::unlock::KIND),
    );
    room.operations = order::operations();
    room.operations.push(statistics::operation());
    room.lists = vec![order::list()];
    room.forms = vec![order::form::contract()];
    // Orders of every scope are closed for good by one event.
    room.effects = vec![approval::unlock::effect(Scope::Ae), approval::closing::EFFECT, orderdesk::EFFECT];
    room.effects.push(order::routing_sign::EFFECT);
    room.appliers = vec![approval::unlock::applier(Scope::Ae), approval::closing::APPLIER];
    room.boards.push(&desk::BOARD);
    room.settings.extend(settings::ALL);
    order::unlock_list::add(&mut room);
    order::lock_list::add(&mut room);
    order::routing_sign::add(&mut room);
    order::order_match::add(&mut room);
    message::order::add(&mut room);
    room
}

fn nodes() -> Vec<Node> {
    let mut nodes = vec![
        Node::page("/af", "/afManager", "空运业务", "Air freight desk", 10),
        Node::page("/af_order", "/afManager/order", "空运出口订单", "Air export orders", 20),
        Node::page("/af_order_edit", "/afManager/order", "空运出口订单编辑", "Air export order", 180).hidden(),
    ];
    for (place, (code, zh, en)) in (1i64..).zip([
        ("af-order-add", "新增", "New"),
        ("af-order-edit", "编辑", "Edit"),
        ("af-order-copy", "复制", "Copy"),
        ("af-order-split", "拆单", "Split order"),
        ("af-order-split-confirmed", "拆分已出重订单", "Split weighed order"),
        ("af-order-cancel", "取消订单", "Cancel order"),
        ("af-order-restore", "恢复订单", "Restore order"),
        ("af-order-forcestop", "强制关闭", "Close for good"),
        ("af-order-uninstall", "卸载主单", "Unload master"),
        ("af-order-opfinish", "操作完成", "Operations finished"),
        ("af-income-finish", "收入完成", "Income done"),
        ("af-cost-finish", "成本完成", "Cost done"),
        ("af-order-export", "导出", "Export"),
        ("af-order-price", "查看价格", "See prices"),
        ("af-order-takeover", "接管页面锁", "Take over page lock"),
        ("af-order-file", "文件", "Files"),
        ("af-order-label", "打印标签", "Print labels"),
        ("af-order-awbsubmit", "运单确认件", "Waybill confirmation"),
        ("af-order-manifest", "舱单", "Manifest"),
        ("af-order-calc", "业务核算单", "Calculation bill"),
        ("prm-unlock-apply", "申请解锁", "Apply for unlock"),
    ]) {
        nodes.push(Node::button(code, "af_order", zh, en, place * 10));
    }
    nodes
}
