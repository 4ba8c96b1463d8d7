//! What the platform decides about logging in and menus.

use kernel::{Instant, show_second};
use platform::PLATFORM_ORG;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::deployment::{DEFAULTS, MODULE, PRIVATE};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::setting::{self, Module, Setting};
use platform::store::{Conn, sql};
use serde_json::json;

const SHOW_CLOSED: Setting = Setting::new(
    "showClosedMenus",
    MODULE,
    Field::flag("显示未开通菜单", "Show menus that are not open").initially("false"),
)
.platform()
.help("企业版本未开通的菜单也显示，点击后提示未开通", "Menus outside a company's edition are shown and say so");

/// When the contract of a new company ends, unless another day is given.
const STOP_AT: Setting = Setting::new(
    "defaultStopDate",
    DEFAULTS,
    Field::instant("失效日期", "End of contracts").required().initially("\"2099-12-31 23:59:59\""),
)
.platform()
.help("新增企业的初始失效日期", "What a new company begins with");
/// Edition of a new company, unless another is chosen.
const EDITION: Setting =
    Setting::new("defaultEdition", DEFAULTS, Field::code("edition", "默认版本", "Edition").max(20))
        .platform()
        .help("新增企业的初始版本", "What a new company begins with");

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
    room.settings.extend([&PRIVATE, &SHOW_CLOSED, &STOP_AT, &EDITION, &HIDE_ACCOUNTS]);
    room.operations.push(
        Operation::get("get_org_defaults", "/hrs/org/defaults", Access::Code("sys_org_add"), org_defaults)
            .summary("What a new company begins with"),
    );
}

/// GET /hrs/org/defaults: an edition that is offered no longer is none.
fn org_defaults(call: &mut Call) -> Outcome {
    call.read(|conn| {
        let stop_at: Instant = setting::value(conn, PLATFORM_ORG, &STOP_AT, None)?;
        let code: String = setting::value(conn, PLATFORM_ORG, &EDITION, None)?;
        let mut select = sql::from(PLATFORM_ORG, "org_edition");
        select.columns(["code", "name"]).and_where(sql::eq("code", code)).and_where(sql::eq("active", true));
        let mut data = json!({ "stopAt": show_second(stop_at) });
        if let (Some(row), Some(data)) = (conn.first(&select.into())?, data.as_object_mut()) {
            data.insert("edition".to_owned(), json!(row.get::<String>(0)?));
            data.insert("editionName".to_owned(), json!(row.get::<String>(1)?));
        }
        Ok(Answer::Data(data))
    })
}

/// Whether menus outside the edition are shown.
pub(crate) fn shows_closed(conn: &mut dyn Conn) -> Result<bool, Refusal> {
    setting::value(conn, PLATFORM_ORG, &SHOW_CLOSED, None)
}

/// Whether a look-up before log-in keeps to itself if there is such an account.
pub(crate) fn hides_accounts(conn: &mut dyn Conn) -> Result<bool, Refusal> {
    setting::value(conn, PLATFORM_ORG, &HIDE_ACCOUNTS, None)
}
