//! The room of sea bills of lading: master and house bills of sea export orders, filled, checked, numbered, printed.

mod changes;
mod form;
mod looked;
mod messages;
mod moves;
mod number;
mod order;
mod prefill;
mod print;
mod store;

use platform::access::Access;
use platform::registry::{Node, Operation, Room};

/// The page of the forms.
pub(crate) const PAGE: &str = "/seOrderWaybillMake";
/// Whoever may look at the bills of the orders he sees.
const READERS: Access = Access::AnyOf(&["se_order", "seOrderWaybillMake", "se-bl-make", "se-bl-print"]);

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("bill");
    room.nodes = nodes();
    room.orders_of.push(platform::log::Kept::in_rows(store::OBJECT, store::TABLE));
    room.operations = operations();
    room
}

fn nodes() -> Vec<Node> {
    let mut nodes =
        vec![Node::page(PAGE, "/scManager/order", "海运提单制单", "Sea bill making and printing", 160).hidden()];
    for (place, (code, zh, en)) in (1i64..).zip([
        ("se-bl-make", "制单", "Make bills"),
        ("se-bl-finish", "完成", "Finish"),
        ("se-bl-back", "退回", "Take back"),
        ("se-bl-print", "打印", "Print"),
        ("se-bl-reprint", "重打正本", "Print originals again"),
    ]) {
        nodes.push(Node::button(code, "seOrderWaybillMake", zh, en, place * 10));
    }
    nodes
}

fn operations() -> Vec<Operation> {
    use Access::Code;
    let base = "/sc/blPrint";
    let at = |rest: &str| format!("{base}/{rest}");
    vec![
        Operation::get("list_bills_of_order", &at("list/{orderUuid}"), READERS, form::list)
            .summary("The bills of an order, with what the page shows of the order"),
        Operation::get("prefill_bill", &at("prefill/{orderUuid}/{kind}"), READERS, prefill::prefill)
            .param("from")
            .summary("A bill as a new one begins: by its order, or by another bill of it"),
        Operation::get("view_bill", &at("view/{blId}"), READERS, form::view),
        Operation::get("list_bill_revisions", &at("revisions/{blId}"), READERS, changes::revisions)
            .summary("What each save changed, the last one first"),
        Operation::get("list_bill_log", &at("log/{blId}"), READERS, changes::log).param("current").param("size"),
        Operation::post("check_bill", &at("check"), READERS, form::check)
            .reads()
            .summary("Every rule over an unsaved bill, and the words that follow"),
        Operation::post("create_bill", base, Code("se-bl-make"), form::create),
        Operation::put("update_bill", base, Code("se-bl-make"), form::update),
        Operation::put("sort_bills", &at("sort"), Code("se-bl-make"), form::sort),
        Operation::delete("remove_bill", &at("{blId}"), Code("se-bl-make"), form::remove).param("rowUuid"),
        Operation::get("look_at_next_house_bill_number", &at("nextNumber/{orderUuid}"), Code("se-bl-make"), number::next)
            .summary("The next number by the company's rule; the bill that is kept under it takes it"),
        Operation::post("next_house_bill_number", &at("nextNumber/{orderUuid}"), Code("se-bl-make"), number::next)
            .reads()
            .summary("The next number, for callers that post"),
        Operation::put("finish_bill", &at("finish/{blId}"), Code("se-bl-finish"), moves::finish),
        Operation::put("take_back_bill", &at("back/{blId}"), Code("se-bl-back"), moves::back),
        Operation::get("list_bill_seals", &at("seals"), Code("se-bl-print"), print::seals)
            .param("blPrintType")
            .summary("Seals and signatures the caller may put on bills; the default ones stand there unless others are chosen"),
        Operation::post("print_bill", &at("downloadBL"), Code("se-bl-print"), print::print),
    ]
}
