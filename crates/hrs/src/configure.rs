//! 企业配置. What a company decides for itself: one tab for each kind of decision.

use platform::log::Level;
use platform::registry::{Node, Room};
use platform::setting::page::SettingPage;

/// Address of the page.
pub const PAGE: &str = "/hrs_org_configure";

/// 订单设置: what the order forms of a scope offer and ask.
const ORDER_CONFIG: SettingPage = SettingPage {
    noun: order::config::NOUN,
    base: "/hrs/orgOrderConfig/{businessScope}",
    access: "hrs_org_configure",
    edit: "sys_orgconf_order",
    page: PAGE,
    title: ("订单设置", "Order settings"),
    level: Level::Middle,
    check: None,
};

/// 业务开关: every switch that a room declares and no other tab shows.
const SWITCHES: SettingPage = SettingPage {
    noun: platform::setting::SWITCHES,
    base: "/hrs/orgSetting",
    title: ("业务开关", "Switches"),
    ..ORDER_CONFIG
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_org_configure", zh, en, sort);
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/config", "企业配置", "Company configuration", 10),
        button("sys_orgconf_base", "基本信息", "Company", 10),
        button("sys_orgconf_order", "订单设置", "Order settings", 20),
        button("sys_orgconf_security", "安全策略", "Security policy", 60),
    ]);
    room.settings.extend(order::config::ALL);
    room.settings.extend(domain::switch::ALL);
    for page in [ORDER_CONFIG, SWITCHES] {
        room.operations.extend(page.operations());
    }
}
