//! 聊天管理 /hrs_im (catalogue hrs, /hrs_im): which users of a company answer, by which accounts and signatures, and how much
//! is said; and, for the platform, which companies were given the chat.

mod company;
mod user;

use platform::access::Access;
use platform::registry::{Node, Operation, Room};

use crate::record;

/// Keys of the two lists, which are tabs of one page.
const TABS: &[&str] = &["hrs.im.list", "hrs.imOrg.list"];
/// Permission of the page.
const ACCESS: &str = "hrs_im";
const SERVICE: &str = "sys_im_service";
const EDIT: &str = "sys_im_edit";
const RECORD: &str = "sys_im_record";
const EXPORT: &str = "sys_im_export";
/// Conversations are counted over so many days.
const COUNTED_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, ACCESS, zh, en, sort);
    room.nodes.extend([
        Node::page(crate::PAGE, "/hrsManager/smart", "聊天管理", "Chat administration", 30),
        button(EDIT, "设置", "Settings", 10).platform(),
        button(SERVICE, "开通/关闭客服", "Open or close service", 20),
        button(RECORD, "查看会话", "View conversations", 30),
        button(EXPORT, "导出", "Export", 40),
    ]);
    room.lists.extend([user::list(), company::list()]);
    let one = |id: &str, path: &str, code, work: fn(&mut platform::call::Call) -> platform::call::Outcome| {
        Operation::get(id, path, Access::Code(code), work)
    };
    let change = |id: &str, path: &str, code, work: fn(&mut platform::call::Call) -> platform::call::Outcome| {
        Operation::put(id, path, Access::Code(code), work)
    };
    room.operations.extend([
        one("get_im_service", "/hrs/im/{id}/service", SERVICE, user::first).summary("Online service of a user"),
        change("save_im_service", "/hrs/im/service", SERVICE, user::save)
            .also("/hrs/im/{id}/service")
            .summary("Opens or closes the online service of a user, names his account, renews its signature"),
        one("get_im_org", "/hrs/im/{id}/org", EDIT, company::first).summary("What a company was given of the chat"),
        change("save_im_org", "/hrs/im/org", EDIT, company::save)
            .also("/hrs/im/{id}/org")
            .summary("Gives a company the chat, or takes it away"),
        ["userId", "accid", "current", "size", "before", "keyword"]
            .into_iter()
            .fold(one("list_im_conversations", "/hrs/im/conversation", RECORD, record::look), Operation::param)
            .summary("Conversations of a user, or the messages of one; each look is logged"),
    ]);
}
