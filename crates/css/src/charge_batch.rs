//! 批量录入费用. Charges of many orders in one go: typed in a grid, shared, rated, priced anew, or read from a workbook. Whatever
//! is entered here goes by the rules of the charges of one order ([`charge::entry`]).

mod asked;
mod file;
mod keep;
mod look;
mod pool;
mod told;
mod wanted;

use kernel::Msg;
use platform::access::Access;
use platform::import::FILE_BYTES_MAX;
use platform::registry::{Body, Node, Operation, Room};

const PATH: &str = "/css_charge_batch";
const CODE: &str = "css_charge_batch";
const SAVE: &str = "css-batch-save";
const IMPORT: &str = "css-batch-import";
const SHARE: &str = "css-batch-share";
const RATE: &str = "css-batch-rate";
const UPDATE: &str = "css-batch-update";
/// Who tries what a save would do.
const TRY: Access = Access::AnyOf(&[SAVE, IMPORT, SHARE, RATE, UPDATE]);
/// Orders of one call.
const ORDERS_MAX: usize = 500;
/// Rows of a workbook.
const ROWS_MAX: usize = 5_000;
/// Rows with their texts.
const ROWS_BYTES_MAX: usize = 16 * 1024 * 1024;
/// Rows a batch may be told of: every charge of every order.
const TOLD_MAX: usize = ORDERS_MAX * charge::line::LINES_MAX;
/// The same with their texts.
const TOLD_BYTES_MAX: usize = 32 * 1024 * 1024;

const TOO_MANY: Msg = Msg::new("charge_batch.orders", "一次最多{n}票订单", "At most {n} orders are entered at once.");
const NO_ORDERS: Msg = Msg::new("charge_batch.no_orders", "请选择订单", "Choose orders.");
const NO_ORDER: Msg = Msg::new("charge_batch.order", "订单不存在", "There is no such order.");
const LOCKED: Msg = Msg::new("charge_batch.locked", "订单已财务锁账", "Finance locked the order.");

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(PATH, "/cssManager/charge", "批量录入费用", "Batch charge entry", 20));
    let buttons = [
        (SAVE, "保存", "Save"),
        (IMPORT, "导入", "Import"),
        (SHARE, "按票分摊", "Share over orders"),
        (RATE, "批量计费", "Rate many"),
        (UPDATE, "批量改价", "Change prices"),
    ];
    for (place, (code, zh, en)) in (1i64..).zip(buttons) {
        room.nodes.push(Node::button(code, CODE, zh, en, place * 10));
    }
    for select in ["serviceItem", "coop", "currency"] {
        room.select_uses.push((select, Access::Code(CODE)));
    }
    let at = |rest: &str| format!("/css/charge/batch/{rest}");
    let code = Access::Code;
    room.operations.extend([
        Operation::post("list_orders_to_charge", &at("pool"), code(CODE), pool::list)
            .reads()
            .summary("Orders that charges may be entered for, and which of the pasted numbers are none of them"),
        Operation::post("preview_charge_batch", &at("preview"), TRY, keep::preview)
            .body_up_to(ROWS_BYTES_MAX)
            .reads()
            .summary("Every row of a batch with its figures or with what stands against it; nothing is saved"),
        Operation::post("save_charge_batch", &at("save"), code(SAVE), keep::save)
            .body_up_to(ROWS_BYTES_MAX)
            .summary("Writes a batch of charges: all rows, or those that pass"),
        Operation::post("read_charge_batch", &at("import"), code(IMPORT), file::read)
            .body(Body::Files)
            .body_up_to(FILE_BYTES_MAX + 64 * 1024)
            .reads()
            .summary("The rows of a workbook of charges, looked at as by preview"),
        Operation::get("get_charge_batch_template", &at("template"), code(IMPORT), file::template)
            .summary("The workbook to fill in"),
        Operation::post("export_charge_batch_result", &at("result"), TRY, file::result)
            .body_up_to(TOLD_BYTES_MAX)
            .reads()
            .summary("What was told of the rows of a batch, as a workbook"),
    ]);
}
