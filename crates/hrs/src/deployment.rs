//! What the platform decides about logging in and menus.

use platform::deployment::{MODULE, PRIVATE};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::registry::Room;
use platform::setting::{self, Setting};
use platform::store::Conn;

use crate::setup::PLATFORM_ORG;

const SHOW_CLOSED: Setting = Setting::new(
    "showClosedMenus",
    MODULE,
    Field::flag("显示未开通菜单", "Show menus that are not open").initially("false"),
)
.platform()
.help("企业版本未开通的菜单也显示，点击后提示未开通", "Menus outside a company's edition are shown and say so");

/// Adds the settings to the room.
pub(crate) fn add(room: &mut Room) {
    room.settings.extend([&PRIVATE, &SHOW_CLOSED]);
}

/// Whether menus outside the edition are shown.
pub(crate) fn shows_closed(conn: &mut dyn Conn) -> Result<bool, Refusal> {
    setting::value(conn, PLATFORM_ORG, &SHOW_CLOSED, None)
}
