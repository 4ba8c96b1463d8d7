//! What the platform decides about the chat: how a user begins with a new contact, and how long messages are kept.

use platform::field::Field;
use platform::log::Level;
use platform::registry::Room;
use platform::setting::page::SettingPage;
use platform::setting::{Module, Setting};

use crate::PAGE;

const MODULE: Module = Module::new("chat", "聊天", "Chat").on("im_setting");

/// What a user says first to a contact he never talked to.
pub(crate) const GREETING: Setting = Setting::new(
    "chatGreeting",
    MODULE,
    Field::text("首次问候语", "First greeting").required().max(100).initially("\"您好，很高兴为您服务\""),
)
.platform();

/// Days a message is kept.
pub(crate) const DAYS: Setting = Setting::new(
    "chatDays",
    MODULE,
    Field::int("消息保留天数", "Messages are kept").required().range(30, 3650).unit("天").initially("365"),
)
.platform();

const SETTINGS: SettingPage = SettingPage {
    noun: "im_setting",
    base: "/hrs/im/setting",
    access: "hrs_im",
    edit: "sys_im_edit",
    page: PAGE,
    title: ("聊天设置", "Chat settings"),
    level: Level::High,
    check: None,
};

/// Adds the settings and their calls to the room.
pub(crate) fn add(room: &mut Room) {
    room.settings.extend([&GREETING, &DAYS]);
    room.operations.extend(SETTINGS.operations());
}
