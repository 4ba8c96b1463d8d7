//! The room of the chat 在线聊天: users with online service talk to those of linked companies, to suppliers, and to partners
//! who were invited by mail. The server keeps the conversations ([`service`]); the calls are the ones the specification
//! names (suite §7), and what it leaves open is decided in the requirements `chat-open-…`.

mod account;
mod admin;
mod calls;
mod contact;
mod embedded;
mod file;
mod forget;
mod guest;
mod outside;
mod record;
pub mod service;
mod settings;

use platform::access::Access;
use platform::files::DOCUMENT_BYTES_MAX;
use platform::registry::{BODY_BYTES_MAX, Body, Operation, Room};

/// Page of the administration, as the log names it.
pub(crate) const PAGE: &str = "/hrs_im";
/// Beginning of the calls about conversations.
const TALK: &str = "/api-uc/yxim";

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("chat");
    room.operations.extend(of_the_specification());
    room.operations.extend(of_users());
    room.operations.extend(of_guests());
    admin::add(&mut room);
    settings::add(&mut room);
    room.plans.push(forget::PLAN);
    room
}

/// Calls whose answers have a shape of their own.
fn of_the_specification() -> [Operation; 4] {
    use Access::LoggedIn;
    let contacts = "/api-yc/api/supplier/yctop/api/query/supplier/service/{id}";
    [
        Operation::get("find_chat_permission", "/api-uc/saas/customer/service/perm/{id}", LoggedIn, calls::permission)
            .summary("Whether the caller, or his company, may chat, with his account and what he has not read"),
        Operation::get("list_chat_contacts", contacts, LoggedIn, contact::list)
            .summary("Whom the caller may write to, and with whom he has talked"),
        Operation::post("count_unread_chat", &format!("{TALK}/query/unread/message/count"), LoggedIn, calls::unread)
            .param("xyNumber")
            .body(Body::None)
            .summary("How many messages the caller has not read; also the sign that he is there"),
        Operation::post("leave_chat", &format!("{TALK}/logout"), LoggedIn, calls::leave)
            .param("xyNumber")
            .body(Body::None)
            .summary("The caller is there no more"),
    ]
}

/// Conversations of users, and their guests.
fn of_users() -> [Operation; 7] {
    use Access::LoggedIn;
    let at = |rest: &str| format!("{TALK}/{rest}");
    [
        page(Operation::get("list_chat_messages", &at("session/{accid}/message"), LoggedIn, calls::messages))
            .summary("A page of the messages with an account, the newest first"),
        Operation::post("send_chat_message", &at("message"), LoggedIn, calls::send)
            .summary("Sends a text; the same clientId again is answered as the first time, an empty text is ignored"),
        large(Operation::post("send_chat_file", &at("file"), LoggedIn, file::send).param("to"))
            .summary("Sends a picture or a file"),
        Operation::get("fetch_chat_file", &at("session/{accid}/file/{seq}"), LoggedIn, file::fetch)
            .summary("The file of a message"),
        Operation::post("read_chat", &at("session/{accid}/read"), LoggedIn, calls::read)
            .summary("Marks the messages of an account as read, up to one or all"),
        Operation::post("invite_chat_guest", &at("guest"), LoggedIn, guest::invite)
            .summary("Mails a partner the link of a chat page; once more: a new link, and the old one ends"),
        Operation::put("revoke_chat_guest", &at("guest/{id}/revoke"), LoggedIn, guest::revoke)
            .summary("Ends the link of a guest"),
    ]
}

/// The calls of the page a guest's link opens.
fn of_guests() -> [Operation; 6] {
    use Access::Public;
    let at = |rest: &str| format!("{TALK}/guest/{rest}");
    [
        Operation::get("open_guest_chat", &at("page"), Public, outside::look)
            .param("code")
            .summary("Whom a guest talks to"),
        page(Operation::get("list_guest_messages", &at("message"), Public, outside::messages).param("code"))
            .summary("A page of a guest's own conversation, the newest message first"),
        Operation::post("send_guest_message", &at("message"), Public, outside::send).summary("A guest sends a text"),
        large(Operation::post("send_guest_file", &at("file"), Public, outside::send_file).param("code"))
            .summary("A guest sends a picture or a file"),
        Operation::get("fetch_guest_file", &at("file/{seq}"), Public, outside::fetch)
            .param("code")
            .summary("The file of a message of a guest's own conversation"),
        Operation::post("read_guest_chat", &at("read"), Public, outside::read)
            .summary("Marks what a guest was sent as read"),
    ]
}

fn page(operation: Operation) -> Operation {
    ["current", "size", "before", "keyword"].into_iter().fold(operation, Operation::param)
}

fn large(operation: Operation) -> Operation {
    operation.param("clientId").body(Body::Files).body_up_to(DOCUMENT_BYTES_MAX + BODY_BYTES_MAX)
}
