//! What the platform decides about logging in and menus.

use platform::deployment::{MODULE, PRIVATE};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::registry::Room;
use platform::setting::{self, Module, Setting};
use platform::store::Conn;

use crate::setup::PLATFORM_ORG;

const SHOW_CLOSED: Setting = Setting::new(
    "showClosedMenus",
    MODULE,
    Field::flag("显示未开通菜单", "Show menus that are not open").initially("false"),
)
.platform()
.help("企业版本未开通的菜单也显示，点击后提示未开通", "Menus outside a company's edition are shown and say so");

const HIDE_ACCOUNTS: Setting = Setting::new(
    "hideAccounts",
    Module::new("loginLookup", "登录", "Log-in").on("platform_setting").at(40),
    Field::flag("隐藏账号是否存在", "Hide whether an account exists").initially("false"),
)
.platform()
.help(
    "登录时须填写企业编码，不再按账号查找企业，防止他人试探账号和客户名单",
    "The company's code is typed at log-in; strangers find out neither accounts nor companies",
);

/// Adds the settings to the room.
pub(crate) fn add(room: &mut Room) {
    room.settings.extend([&PRIVATE, &SHOW_CLOSED, &HIDE_ACCOUNTS]);
}

/// Whether menus outside the edition are shown.
pub(crate) fn shows_closed(conn: &mut dyn Conn) -> Result<bool, Refusal> {
    setting::value(conn, PLATFORM_ORG, &SHOW_CLOSED, None)
}

/// Whether a look-up before log-in keeps to itself if there is such an account.
pub(crate) fn hides_accounts(conn: &mut dyn Conn) -> Result<bool, Refusal> {
    setting::value(conn, PLATFORM_ORG, &HIDE_ACCOUNTS, None)
}
