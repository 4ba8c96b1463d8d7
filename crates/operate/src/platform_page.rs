//! 平台设置. What those who run the platform decide for everyone.

use kernel::{Findings, Instant, Msg, Scope};
use platform::PLATFORM_ORG;
use platform::access::Access;
use platform::call::{Answer, App, Call, Outcome, Tx};
use platform::field::{Field, Kind};
use platform::log::Level;
use platform::package::storage;
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::setting::page::SettingPage;
use platform::setting::{self, Module, Setting};
use platform::store::Conn;
use platform::{deployment, files, language, maintenance, place};
use serde_json::{Value as Json, json};

/// Noun of the page, by which settings of other rooms stand on it.
pub const NOUN: &str = "platform_setting";
const PAGE: &str = "/hrs_platform";

const NOT_A_HOST: Msg = Msg::new(
    "platform.static_host",
    "地址须以http://或https://开头，结尾不带/",
    "The address begins with http:// or https:// and has no slash at the end.",
);
const NOT_SECURE: Msg = Msg::new(
    "platform.upload_https",
    "https页面的上传地址须以https://开头",
    "Pages over https send files to an address that begins with https://.",
);
const NOT_A_COLOUR: Msg = Msg::new("platform.colour", "颜色格式为#RRGGBB", "A colour is written as #RRGGBB.");
const NO_LANGUAGE: Msg =
    Msg::new("platform.language", "语言不存在或已停用", "There is no such language, or it is stopped.");
const OVER: Msg = Msg::new("platform.until", "预计恢复时间须晚于当前时间", "The expected end must lie ahead.");

const BRAND: Module = Module::new("brand", "品牌", "Brand").on(NOUN).at(10);

/// Name of the product, on the log-in and in the title.
pub const PRODUCT: Setting = Setting::new(
    "productName",
    BRAND,
    Field::text("产品名称", "Product name").required().max(40).initially("\"OpenForwarder\""),
)
.platform();
/// Colour of those who have not chosen one.
pub const COLOUR: Setting = Setting::new(
    "themeColor",
    BRAND,
    Field::new(Kind::Color, "默认主题色", "Default theme colour")
        .required()
        .pattern("^#[0-9a-fA-F]{6}$", is_colour, NOT_A_COLOUR)
        .initially("\"#1890ff\""),
)
.platform();
/// Its sign, on the log-in and in the top bar.
const LOGO: Setting = Setting::new("brandLogo", BRAND, Field::picture("LOGO", "Logo"))
    .platform()
    .help("显示在登录页和顶部，建议正方形", "On the log-in and in the top bar; best a square");
/// Picture behind the log-in.
const BACKGROUND: Setting = Setting::new("loginBackground", BRAND, Field::picture("登录页背景", "Log-in background"))
    .platform()
    .help("建议1920×1080", "Best 1920 × 1080");
/// Number of the site's registration, which a public site in China shows.
pub const ICP: Setting = Setting::new("icpNumber", BRAND, Field::text("备案号", "ICP number").max(60))
    .platform()
    .help("显示在登录页底部", "Shown below the log-in");
/// Whose product it is.
pub const COPYRIGHT: Setting = Setting::new("copyright", BRAND, Field::text("版权", "Copyright").max(120)).platform();
/// Advice about browsers on the log-in page.
pub const BROWSER_NOTICE: Setting = Setting::new(
    "browserNotice",
    deployment::MODULE,
    Field::flag("推荐浏览器提示", "Advice about browsers").initially("true"),
)
.platform();
/// Where the browser fetches the static files; empty: from this server.
pub const STATIC_HOST: Setting = Setting::new(
    "staticHost",
    deployment::MODULE,
    Field::text("静态资源地址", "Address of static files").max(200).pattern(
        "^https?://[^\\s/]+(/[^\\s]*[^\\s/])?$",
        is_host,
        NOT_A_HOST,
    ),
)
.platform()
.help("留空则由本服务器提供", "Empty: from this server");

const UPLOAD_HELP: (&str, &str) = (
    "本产品的另一访问地址，用于接收上传的文件；留空则上传到页面所在地址",
    "Another address of this product, to which files are sent; empty: the address of the page",
);
/// Where pages opened over http send files.
const UPLOAD_HTTP: Setting = upload_to("uploadHttp", ("上传地址（http页面）", "Upload address (pages over http)"));
/// Where pages opened over https send files.
const UPLOAD_HTTPS: Setting = upload_to("uploadHttps", ("上传地址（https页面）", "Upload address (pages over https)"));

const fn upload_to(key: &'static str, (zh, en): (&'static str, &'static str)) -> Setting {
    let field = Field::text(zh, en).max(200).pattern("^https?://[^\\s/]+(/[^\\s]*[^\\s/])?$", is_host, NOT_A_HOST);
    Setting::new(key, deployment::MODULE, field).platform().help(UPLOAD_HELP.0, UPLOAD_HELP.1)
}

/// The page of freight prices that /panelSearch shows in a frame.
pub const PANEL_URL: Setting = Setting::new(
    "pricePanelUrl",
    deployment::MODULE,
    Field::text("运价页面地址", "Address of freight prices").max(200).pattern(
        "^https?://[^\\s/]+(/[^\\s]*[^\\s/])?$",
        is_host,
        NOT_A_HOST,
    ),
)
.platform()
.help("运价搜索页嵌入的外部页面，留空则提示功能暂未开放", "The outside page within /panelSearch; empty: not open yet");

fn is_colour(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn is_host(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    // It goes into a header of the page, so it is an address and nothing more.
    let plain = |rest: &str| rest.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~:/[]".contains(&b));
    rest.is_some_and(|rest| !rest.is_empty() && plain(rest) && !rest.starts_with('/') && !rest.ends_with('/'))
}

/// Where the pictures everybody sees are found.
const PICTURE_PATH: &str = "/hrs/platform/picture/{which}";
const PICTURES: [(&str, &Setting); 2] = [("logo", &LOGO), ("background", &BACKGROUND)];

const PAGE_OF_SETTINGS: SettingPage = SettingPage {
    noun: NOUN,
    base: "/hrs/platform",
    access: "hrs_platform",
    edit: "sys_platform_edit",
    page: PAGE,
    title: ("平台设置", "Platform settings"),
    level: Level::High,
    check: Some(check),
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/platform", "平台设置", "Platform settings", 60).platform(),
        Node::button("sys_platform_edit", "hrs_platform", "修改", "Edit", 10).platform(),
    ]);
    room.settings.extend([&PRODUCT, &LOGO, &BACKGROUND, &COLOUR, &ICP, &COPYRIGHT, &BROWSER_NOTICE, &STATIC_HOST]);
    room.settings.extend([&UPLOAD_HTTP, &UPLOAD_HTTPS, &PANEL_URL]);
    room.settings.extend([&deployment::LANGUAGE, &files::MEGABYTES, &storage::GIGABYTES]);
    room.operations.extend(PAGE_OF_SETTINGS.operations());
    room.operations.push(
        Operation::get("get_public_platform", "/hrs/platform/public", Access::Public, show_public)
            .summary("What the pages before a log-in show of the platform"),
    );
    room.operations.push(
        Operation::get("get_platform_picture", PICTURE_PATH, Access::Public, show_picture)
            .summary("The platform's logo or the picture behind the log-in"),
    );
}

/// Files of pages over https go to an address over https; the language is one of the list; a maintenance that is on ends at a moment to come; whoever serves looks anew.
fn check(tx: &mut Tx<'_>, _: Option<Scope>, findings: &mut Findings) -> Result<(), Refusal> {
    // A browser sends nothing from a page over https to an address without it.
    let secure: String = setting::value(tx, PLATFORM_ORG, &UPLOAD_HTTPS, None)?;
    findings.error_if(secure.starts_with("http://"), UPLOAD_HTTPS.key, NOT_SECURE);
    let chosen: String = setting::value(tx, PLATFORM_ORG, &deployment::LANGUAGE, None)?;
    findings.error_if(language::find(tx, &chosen)?.is_none(), deployment::LANGUAGE.key, NO_LANGUAGE);
    let on: bool = setting::value(tx, PLATFORM_ORG, &maintenance::ON, None)?;
    let until: Option<Instant> = setting::value(tx, PLATFORM_ORG, &maintenance::UNTIL, None)?;
    let over = on && until.is_some_and(|until| until <= tx.now);
    findings.error_if(over, maintenance::UNTIL.key, OVER);
    tx.app.maintenance.forget();
    Ok(())
}

fn show_public(call: &mut Call) -> Outcome {
    public(&call.app).map(Answer::Data)
}

/// GET /hrs/platform/picture/{which}.
fn show_picture(call: &mut Call) -> Outcome {
    let setting = PICTURES.iter().find(|(which, _)| *which == call.path("which"));
    let (_, setting) = setting.ok_or(Refusal::NotFound)?;
    let address: String = call.read(|conn| setting::value(conn, PLATFORM_ORG, setting, None))?;
    platform::picture::of_platform(call, &address)
}

/// Where everybody finds a picture; its own name tells browsers that it is another one.
fn public_address(conn: &mut dyn Conn, which: &str, setting: &Setting) -> Result<String, Refusal> {
    let address: String = setting::value(conn, PLATFORM_ORG, setting, None)?;
    let name = address.rsplit('/').next().filter(|name| !name.is_empty());
    Ok(name.map_or_else(String::new, |name| format!("{}?v={name}", PICTURE_PATH.replace("{which}", which))))
}

/// The languages of the product, each with the shipped one it leans on.
fn languages(conn: &mut dyn Conn) -> Result<Json, Refusal> {
    let all = language::active(conn)?;
    Ok(all.iter().map(|one| json!({ "id": one.code, "paramText": one.name, "base": one.base })).collect())
}

/// What the pages before a log-in show: also written into the page itself.
pub fn public(app: &App) -> Result<Json, Refusal> {
    app.store.read(|conn| {
        let text = |conn: &mut dyn Conn, setting| setting::value::<String>(conn, PLATFORM_ORG, setting, None);
        let mut shown = json!({
            "product": text(conn, &PRODUCT)?,
            "logo": public_address(conn, "logo", &LOGO)?,
            "background": public_address(conn, "background", &BACKGROUND)?,
            "themeColor": text(conn, &COLOUR)?,
            "icpNumber": text(conn, &ICP)?,
            "copyright": text(conn, &COPYRIGHT)?,
            "staticHost": text(conn, &STATIC_HOST)?,
            "uploadHttp": text(conn, &UPLOAD_HTTP)?,
            "uploadHttps": text(conn, &UPLOAD_HTTPS)?,
            "privateSaas": deployment::is_private(conn)?,
            "browserNotice": setting::value::<bool>(conn, PLATFORM_ORG, &BROWSER_NOTICE, None)?,
            "languages": languages(conn)?,
            "defaultLanguage": deployment::language(conn)?,
            "rankingHosts": deployment::ranking_hosts(conn)?,
            "panelUrl": text(conn, &PANEL_URL)?,
        });
        if let (Some(names), Some(members)) = (app.openid.names(), shown.as_object_mut()) {
            members.insert("openid".to_owned(), names);
        }
        // The pages of administrators ask what there is to say about it.
        if let (true, Some(members)) = (place::is_quiet(conn)?, shown.as_object_mut()) {
            members.insert("quiet".to_owned(), json!(true));
        }
        Ok(shown)
    })
}
