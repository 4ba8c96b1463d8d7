//! 供应商账单导入 (css.md /css_payment_batch). A carrier's or agent's file is compared with our cost, number by number, and made
//! into a payment; what differs is ours, theirs with a line that adjusts our cost, or left out.

mod adjust;
mod cass;
mod compare;
mod file;
mod keep;
mod kept;
mod told;

use kernel::Msg;
use platform::access::Access;
use platform::import::FILE_BYTES_MAX;
use platform::registry::{Body, Node, Operation, Room};

use crate::payment::PARTS_BYTES_MAX;

pub(crate) use keep::save;

const PATH: &str = "/css_payment_batch";
const CODE: &str = "css_payment_batch";
const UPLOAD: &str = "css-cpb-upload";
/// Making the payment of a file.
pub(crate) const SAVE: &str = "css-cpb-save";
const EXPORT: &str = "css-cpb-export";
/// Rows of a file.
const ROWS_MAX: usize = 20_000;

const NO_PARTNER: Msg = Msg::new("payment_batch.coop", "请选择供应商", "Choose a supplier.");
const NO_CURRENCY: Msg = Msg::new("payment_batch.currency", "请选择币种", "Choose a currency.");

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PATH, "/cssManager/cost", "供应商账单导入", "Supplier bill import", 10),
        Node::button(UPLOAD, CODE, "上传", "Upload", 10),
        Node::button(SAVE, CODE, "生成对账单", "Make the payment", 20),
        Node::button(EXPORT, CODE, "导出差异", "Export differences", 30),
    ]);
    for select in ["coop", "serviceItem", "currency"] {
        room.select_uses.push((select, Access::Code(CODE)));
    }
    room.effects.push(keep::EFFECT);
    let mut read = Operation::post("read_supplier_bill", "/css/payment/batchRead", Access::Code(UPLOAD), file::read)
        .body(Body::Files)
        .body_up_to(FILE_BYTES_MAX + 64 * 1024)
        .reads()
        .summary("A supplier's file beside our cost, number by number; nothing is saved");
    for name in compare::PARAMETERS {
        read = read.param(name);
    }
    room.operations.extend([
        read,
        Operation::post("export_supplier_bill", "/css/payment/batchExport", Access::Code(EXPORT), told::export)
            .body_up_to(PARTS_BYTES_MAX)
            .reads()
            .summary("What was told of the rows of a file, as a workbook"),
        Operation::get(
            "get_supplier_bill_template",
            "/css/payment/batchTemplate",
            Access::Code(UPLOAD),
            file::template,
        )
        .summary("The workbook to fill in"),
    ]);
}
