//! The room of cargo-station weighings 货站过磅: what the station's scale found, beside what the orders say. The newest
//! of a station is shown on the public page of the shipment.

mod orders;
pub mod page;
mod rules;

use platform::registry::{Node, Room};

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("weighing");
    room.nodes.push(Node::page(page::PAGE, "/afManager/warehouse", "货站过磅", "Cargo-station weighing", 50));
    for (place, (code, zh, en)) in (1i64..).zip([
        ("af-weighing-add", "新增", "Add"),
        ("af-weighing-import", "导入", "Import"),
        ("af-weighing-edit", "修改", "Edit"),
        ("af-weighing-del", "删除", "Delete"),
        ("af-weighing-export", "导出", "Export"),
    ]) {
        room.nodes.push(Node::button(code, "af_cargo_weighing", zh, en, place * 10));
    }
    room.lists.push(page::LIST);
    room.orders_of.push(platform::log::Kept::asked(page::TABLE, orders::of_weighing));
    room.forms.push(page::FORM.contract());
    room.operations = page::FORM.operations();
    room
}
