//! What the platform decides about logging in and menus.

use platform::field::Field;
use platform::refusal::Refusal;
use platform::registry::Room;
use platform::setting::{self, Module, Setting};
use platform::store::Conn;

use crate::setup::PLATFORM_ORG;

const DEPLOYMENT: Module = Module::new("deployment", "部署", "Deployment").on("platform_setting");

const PRIVATE: Setting =
    Setting::new("privateSaas", DEPLOYMENT, Field::flag("私有部署", "Private deployment").initially("false"))
        .platform()
        .help(
            "隐藏产品标识和联系我们入口，重新登录后生效",
            "Hides the sign of the product and its contact; from the next log-in",
        );
const SHOW_CLOSED: Setting = Setting::new(
    "showClosedMenus",
    DEPLOYMENT,
    Field::flag("显示未开通菜单", "Show menus that are not open").initially("false"),
)
.platform()
.help("企业版本未开通的菜单也显示，点击后提示未开通", "Menus outside a company's edition are shown and say so");

/// Adds the settings to the room.
pub(crate) fn add(room: &mut Room) {
    room.settings.extend([&PRIVATE, &SHOW_CLOSED]);
}

/// Whether one company runs this for itself.
pub(crate) fn is_private(conn: &mut dyn Conn) -> Result<bool, Refusal> {
    setting::value(conn, PLATFORM_ORG, &PRIVATE, None)
}

/// Whether menus outside the edition are shown.
pub(crate) fn shows_closed(conn: &mut dyn Conn) -> Result<bool, Refusal> {
    setting::value(conn, PLATFORM_ORG, &SHOW_CLOSED, None)
}
