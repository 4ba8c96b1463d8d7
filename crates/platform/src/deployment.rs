//! 部署. Whether one company runs the product for itself.

use kernel::Msg;

use crate::PLATFORM_ORG;
use crate::field::Field;
use crate::refusal::Refusal;
use crate::setting::{self, Module, Setting};
use crate::store::Conn;

/// Group of the settings about it, on the page of the platform's settings.
pub const MODULE: Module = Module::new("deployment", "部署", "Deployment").on("platform_setting").at(20);

/// Private deployment.
pub const PRIVATE: Setting =
    Setting::new("privateSaas", MODULE, Field::flag("私有部署", "Private deployment").initially("false"))
        .platform()
        .help(
            "隐藏产品标识和联系我们入口，刷新页面后生效",
            "Hides the sign of the product and its contact; from the next load of the page",
        );

/// Group of what begins so, on the page of the platform's settings.
pub const DEFAULTS: Module = Module::new("defaults", "默认", "Defaults").on("platform_setting").at(30);

/// Language of who has not chosen one.
pub const LANGUAGE: Setting = Setting::new(
    "defaultLanguage",
    DEFAULTS,
    Field::code("language", "默认语言", "Language").as_written().required().initially("\"zh-CN\""),
)
.platform()
.help("登录页和新用户的初始语言", "What the log-in and new users begin with");

/// The language pages and users begin with.
pub fn language(conn: &mut dyn Conn) -> Result<String, Refusal> {
    let chosen: String = setting::value(conn, PLATFORM_ORG, &LANGUAGE, None)?;
    crate::language::in_force(conn, chosen)
}

/// Whether one company runs this for itself.
pub fn is_private(conn: &mut dyn Conn) -> Result<bool, Refusal> {
    setting::value(conn, PLATFORM_ORG, &PRIVATE, None)
}

const NO_HOSTS: Msg = Msg::new(
    "platform.hosts",
    "请填写主机名，多个用英文逗号分隔，如 www.example.com",
    "Host names with commas between, such as www.example.com.",
);

/// Hosts at which the ranking of members is shown.
pub const RANKING_HOSTS: Setting = Setting::new(
    "rankingHosts",
    MODULE,
    Field::text("活跃榜域名", "Hosts of the ranking").max(500).pattern(
        "^[A-Za-z0-9.-]+(,[A-Za-z0-9.-]+)*$",
        are_hosts,
        NO_HOSTS,
    ),
)
.platform()
.help(
    "在这些域名的首页显示网络成员活跃榜，多个用英文逗号分隔，留空则不显示",
    "The home page shows the ranking of members at these hosts; empty: nowhere",
);

fn are_hosts(text: &str) -> bool {
    let plain = |host: &str| !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b".-".contains(&b));
    text.split(',').all(plain)
}

/// The hosts of the ranking, in lower case.
pub fn ranking_hosts(conn: &mut dyn Conn) -> Result<Vec<String>, Refusal> {
    let text: String = setting::value(conn, PLATFORM_ORG, &RANKING_HOSTS, None)?;
    Ok(text.split(',').filter(|host| !host.is_empty()).map(str::to_lowercase).collect())
}
