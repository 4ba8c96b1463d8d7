//! Cargo labels 标签打印: one for each piece of a master, for label printers and for paper.

mod ask;
mod choices;
mod log;
mod master;
mod number;
mod print;

use platform::access::Access;
use platform::registry::{Node, Operation, Room};

/// Its page.
const PAGE: &str = "/af_label_print";
/// Who prints labels: from the page, or from an order.
const LABEL: Access = Access::AnyOf(&["af_label_print", "af-order-label"]);

/// Adds its pages and calls.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(PAGE, "/afManager/awb", "标签打印", "Cargo labels", 60));
    let at = |rest: &str| format!("/afbase/label/{rest}");
    room.operations.extend([
        Operation::get("get_label_choices", &at("choices"), LABEL, choices::choices)
            .param("orderUuids")
            .param("numbers")
            .summary("Orders by name or number with their houses, and sizes of labels"),
        Operation::post("preview_labels", &at("preview"), LABEL, print::preview)
            .reads()
            .summary("How many labels there are, and a picture of the first of the range"),
        Operation::post("print_labels", &at("print"), LABEL, print::print)
            .summary("Labels as PDF, or in the language of label printers"),
        Operation::get("list_label_prints", &at("log"), LABEL, log::list)
            .param("orderUuid")
            .summary("What was printed for an order, the latest first"),
    ]);
}
