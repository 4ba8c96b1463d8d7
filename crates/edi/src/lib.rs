//! The room of electronic messages with carriers: waybills go out as FWB and FHL, answers and statuses come in.

mod channel;
mod check;
mod compose;
mod deliver;
mod follow;
mod houses;
mod inbox;
mod moves;
mod page;
mod preview;
mod record;
mod send;
mod told;
mod view;

use platform::access::Access;
use platform::registry::{Body, Node, Operation, Room};

/// Largest body of a call that brings files of messages.
const FILES_BYTES_MAX: usize = 20 * 1024 * 1024;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("edi");
    room.nodes = nodes();
    room.orders_of.push(platform::log::Kept::in_rows(page::TABLE, page::TABLE).else_own("sender_id"));
    room.lists = vec![page::LIST, channel::LIST];
    room.forms.push(channel::FORM.contract());
    room.operations = channel::FORM.operations();
    room.operations.extend(making());
    room.operations.extend(messages());
    room.messages = vec![&told::REJECTED, &told::FAILED];
    room.plans = vec![deliver::PLAN, inbox::folder::PLAN, follow::PLAN];
    room
}

fn nodes() -> Vec<Node> {
    let group = "/afManager/awb";
    let mut nodes = vec![
        Node::page(page::PAGE, group, "电子报文", "Electronic messages", 70),
        Node::page("/af_edi_channel", group, "报文通道", "Message channels", 75),
    ];
    for (place, (code, page, zh, en)) in (1i64..).zip([
        ("af-edi-send", "af_edi_message", "发送", "Send"),
        ("af-edi-cancel", "af_edi_message", "撤销", "Cancel"),
        ("af-edi-retry", "af_edi_message", "重发", "Send again"),
        ("af-edi-download", "af_edi_message", "下载", "Download"),
        ("af-edi-receive", "af_edi_message", "录入回执", "Enter messages"),
        ("af-edich-add", "af_edi_channel", "新增", "Add"),
        ("af-edich-edit", "af_edi_channel", "修改", "Edit"),
        ("af-edich-status", "af_edi_channel", "启用/停用", "Enable or disable"),
        ("af-edich-del", "af_edi_channel", "删除", "Delete"),
        ("af-edich-import", "af_edi_channel", "导入", "Import"),
    ]) {
        nodes.push(Node::button(code, page, zh, en, place * 10));
    }
    nodes
}

/// What the making pages call.
fn making() -> Vec<Operation> {
    use Access::{AnyOf, Code};
    let see = AnyOf(&["af_awb_print", "af-awbprint-mawb", "af-awbprint-hawb", "os_waybill", "os-waybill-add"]);
    let at = |rest: &str| format!("/afbase/awbPrint/{rest}");
    vec![
        Operation::post("preview_waybill_messages", &at("messagePreview"), see, preview::preview)
            .reads()
            .summary("The messages of a waybill form as it stands, line by line"),
        Operation::post("check_waybill_messages", &at("sendCheck"), Code("af-edi-send"), send::check)
            .reads()
            .summary("What is missing or wrong before the messages of waybills can be sent"),
        Operation::post("send_waybill_messages", &at("sendData"), Code("af-edi-send"), send::send)
            .summary("Sends the messages of waybills, or gives them as a file where no channel is set up"),
    ]
}

/// What the page of messages and the systems of carriers call.
fn messages() -> Vec<Operation> {
    use Access::{Code, Public};
    let at = |rest: &str| format!("{}/{rest}", page::BASE);
    vec![
        Operation::get("get_edi_message", &at("{id}"), Code("af_edi_message"), view::view)
            .summary("A message with its lines, what it says and what happened to it"),
        Operation::get("download_edi_message", &at("download/{id}"), Code("af-edi-download"), moves::download),
        Operation::post("retry_edi_message", &at("retry"), Code("af-edi-retry"), moves::retry)
            .summary("Sends a message again that failed or was not answered"),
        Operation::post("cancel_edi_message", &at("cancel"), Code("af-edi-cancel"), moves::cancel)
            .summary("Takes a message back on our side; nothing is said to the carrier"),
        Operation::post("import_edi_messages", &at("import"), Code("af-edi-receive"), inbox::text)
            .summary("Messages as text, one or several; a row for each"),
        Operation::post("import_edi_files", &at("importFiles"), Code("af-edi-receive"), inbox::files)
            .body(Body::Files)
            .body_up_to(FILES_BYTES_MAX)
            .summary("Messages as files; a row for each"),
        Operation::post("receive_edi_messages", &at("receive"), Public, inbox::receive)
            .body(Body::Text)
            .summary("Messages of carriers as text, XML or {text}, with the token of the company"),
    ]
}
