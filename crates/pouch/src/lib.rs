//! The room of cargo pouches 随货文件袋: the papers that travel with a master are put together, sealed, handed over,
//! and received by the agent at destination, who sees them before they arrive.

mod label;
mod letter;
mod link;
mod moves;
mod offers;
mod orders;
pub mod page;
mod proposal;
mod public;
mod rows;
mod rules;

use platform::access::Access;
use platform::attached;
use platform::files;
use platform::registry::{Body, Node, Operation, Room};

/// Photos of signed hand-over slips, as attached files.
const SLIP: &str = "cargo_pouch_slip";

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("pouch");
    room.nodes = nodes();
    room.orders_of.push(platform::log::Kept::linked(page::TABLE, orders::LINKS, ("pouch_id", "order_id")));
    room.lists.push(page::LIST);
    room.forms.push(page::contract());
    room.operations = page::FORM.operations();
    room.operations.extend(inner());
    room.flow(&moves::FLOW);
    room.operations.extend(moving());
    room.operations.extend(outer());
    room.selects.push(("pouchFile", offers::offer_files));
    room.messages.push(&public::RECEIVED);
    room
}

fn nodes() -> Vec<Node> {
    let mut nodes = vec![Node::page(page::PAGE, "/afManager/awb", "随货文件袋管理", "Cargo pouches", 120)];
    for (place, (code, zh, en)) in (1i64..).zip([
        ("af-pouch-add", "新增", "New"),
        ("af-pouch-edit", "修改", "Edit"),
        ("af-pouch-seal", "封袋", "Seal pouch"),
        ("af-pouch-hand", "交接", "Hand over"),
        ("af-pouch-void", "作废", "Void"),
        ("af-pouch-print", "打印", "Print"),
        ("af-pouch-send", "发送", "Send"),
        ("af-pouch-export", "导出", "Export"),
    ]) {
        nodes.push(Node::button(code, "af_cargo_pouch", zh, en, place * 10));
    }
    nodes
}

fn at(rest: &str) -> String {
    format!("{}/{rest}", page::BASE)
}

/// What is looked at, proposed and printed.
fn inner() -> Vec<Operation> {
    use Access::{AnyOf, Code};
    vec![
        Operation::get(
            "propose_cargo_pouch",
            &at("propose"),
            AnyOf(&["af-pouch-add", "af-pouch-edit"]),
            proposal::propose,
        )
        .param("awbNumber")
        .summary("The documents a master needs, its orders, flight and agent, and the files of its orders"),
        Operation::get(
            "get_cargo_pouch_link",
            &at("{id}/link"),
            AnyOf(&["af-pouch-print", "af-pouch-send"]),
            link::told,
        )
        .summary("The public address of a pouch and its view code"),
        Operation::get("print_cargo_pouch", &at("print/{id}"), Code("af-pouch-print"), label::print)
            .param("kind")
            .summary("The label of a pouch, or its hand-over slip, as PDF"),
        Operation::get("get_cargo_pouch_letter", &at("{id}/letter"), Code("af-pouch-send"), letter::draft)
            .summary("The mail to the agent at destination as it is proposed"),
    ]
}

/// What changes a pouch beside its form.
fn moving() -> Vec<Operation> {
    use Access::Code;
    let hand = Code("af-pouch-hand");
    vec![
        Operation::post("send_cargo_pouch", &at("{id}/send"), Code("af-pouch-send"), letter::send)
            .summary("Mails the link to the agent at destination"),
        Operation::post("add_cargo_pouch_slip", &at("slip"), hand, |call| {
            attached::upload_looked_at(call, SLIP, page::PAGE, |name, bytes| files::accept(name, bytes, true))
        })
        .body(Body::Files)
        .body_up_to(files::IMAGE_BYTES_MAX),
        Operation::get("get_cargo_pouch_slip", &at("slip/{id}"), Code("af_cargo_pouch"), moves::slip),
    ]
}

/// The calls of the public page.
fn outer() -> Vec<Operation> {
    use Access::Public;
    let at = |rest: &str| format!("{}/{rest}", public::BASE);
    vec![
        Operation::post("open_cargo_pouch", &at("open"), Public, public::open)
            .summary("The public name of a pouch, by its number and view code"),
        Operation::get("view_cargo_pouch", &at("{id}"), Public, public::view),
        Operation::get("fetch_cargo_pouch_file", &at("{id}/file/{documentId}"), Public, public::file),
        Operation::post("confirm_cargo_pouch", &at("receive"), Public, public::receive)
            .summary("The agent at destination has received the pouch"),
    ]
}
