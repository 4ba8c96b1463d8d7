//! Notices of arrival 到货通知: consignees of import orders are told what has come and what to bring.

mod confirm;
mod draw;
mod make;
mod notice;
mod order;
mod page;
mod post;
mod remind;

use platform::access::Access;
use platform::job::plan::{Category, Plan, Schedule};
use platform::registry::{Node, Operation, Room};

/// Adds its page and calls.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::page(page::PAGE, "/afManager/order", "到货通知", "Arrival notices", 130));
    for (place, (code, zh, en)) in (1i64..).zip([
        ("ai-notice-make", "生成通知", "Make notice"),
        ("ai-notice-send", "发送", "Send"),
        ("ai-notice-confirm", "确认已通知", "Confirm as told"),
    ]) {
        room.nodes.push(Node::button(code, "ai_arrival_notice", zh, en, place * 10));
    }
    room.lists.push(page::LIST);
    room.operations.extend(calls());
    room.settings.push(&::order::FREE_STORAGE_DAYS);
    room.messages.push(&remind::EVENT);
    room.plans.push(Plan::new(
        "paper.arrival",
        ("到货未通知提醒", "Arrivals nobody was told of"),
        (Category::Reminder, Schedule::Afternoon),
        remind::tell,
    ));
}

fn calls() -> Vec<Operation> {
    use Access::Code;
    let at = |rest: &str| format!("{}/{rest}", page::BASE);
    let (make, send, confirm) = (Code("ai-notice-make"), Code("ai-notice-send"), Code("ai-notice-confirm"));
    vec![
        Operation::get("propose_arrival_notice", &at("propose/{orderId}"), make, make::propose)
            .summary("The notice of an import order as it is, or as it begins"),
        Operation::post("make_arrival_notice", &at("make"), make, make::make)
            .summary("Keeps the notice and answers the address of its PDF, which works once"),
        Operation::get("get_arrival_notice_mail", &at("mail/{orderId}"), send, post::draft)
            .summary("The mail with a notice as it is proposed"),
        Operation::post("send_arrival_notice", &at("send"), send, post::send).summary("Mails a notice as PDF"),
        Operation::post("confirm_arrival_notice", &at("confirm"), confirm, confirm::confirm)
            .summary("When who was told of the arrival, and how"),
    ]
}
