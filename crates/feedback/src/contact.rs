//! 咨询与升级申请. What users ask the platform for: taken up, handled, answered by a message.

mod ask;
mod moves;

use kernel::Msg;
use platform::access::{Access, Actor};
use platform::attached;
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::registry::{Body, Node, Operation, Room};
use platform::sea_query::Expr;
use platform::setting::{Module, Setting};
use platform::store::Cell;

const PAGE: &str = "/hrs_contact";
const TABLE: &str = "contact_request";

/// States.
const WAITING: &str = "待处理";
const TAKEN: &str = "处理中";
const DONE: &str = "已完成";
const DISMISSED: &str = "已关闭";

const STATES: &[Choice] = &[
    Choice::new(WAITING, WAITING, "Waiting").tone("warning"),
    Choice::new(TAKEN, TAKEN, "In progress").tone("info"),
    Choice::new(DONE, DONE, "Done").tone("ready"),
    Choice::new(DISMISSED, DISMISSED, "Closed").tone("neutral"),
];
const UPGRADE: &str = "升级版本";
const KINDS: &[Choice] = &[
    Choice::new(UPGRADE, UPGRADE, "Upgrade"),
    Choice::new("增加用户", "增加用户", "More users"),
    Choice::new("功能咨询", "功能咨询", "Question"),
    Choice::new("问题反馈", "问题反馈", "Problem"),
    Choice::new("开通接口", "开通接口", "Interface"),
];

const NOT_A_PHONE: Msg = Msg::new("contact.phone", "电话格式不正确", "The phone number is not valid.");
const NOT_AN_EMAIL: Msg = Msg::new("contact.email", "邮箱格式不正确", "The e-mail address is not valid.");

const KIND: Field = Field::select(KINDS, "类型", "Kind").column("kind").required();
const CONTACT_NAME: Field = Field::text("联系人", "Contact").column("contact_name").required().max(20);
const PHONE: Field = Field::text("电话", "Phone").column("phone").required().max(30).pattern(
    "^[0-9+() -]{5,30}$",
    is_phone,
    NOT_A_PHONE,
);
const EMAIL: Field =
    Field::text("邮箱", "E-mail").column("email").max(80).pattern("^[^\\s@]+@[^\\s@]+$", is_email, NOT_AN_EMAIL);
const WANTED: Field = Field::code("contactEdition", "期望版本", "Wanted edition").column("wanted_edition");
const CONTENT: Field = Field::long("内容", "Text").column("content").required().max(500);
const STATUS: Field = Field::state(STATES, "状态", "State").column("status");
const RESULT: Field = Field::long("处理结果", "Result").column("result").required().max(500);
const CREATED: Field = Field::instant("提交时间", "Sent").column("created_at");
const ASSIGNEE: Field = Field::reference("user", "负责人", "In charge").column("assignee_id").required();

fn is_phone(text: &str) -> bool {
    (5..=30).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit() || b"+() -".contains(&byte))
}

fn is_email(text: &str) -> bool {
    let parts = text.split_once('@');
    parts.is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'))
        && !text.contains(char::is_whitespace)
}

const CONTACT: Module = Module::new("contact", "联系方式", "Contact").on("platform_setting").at(30);
const CONTACT_PHONE: Setting = Setting::new("contactPhone", CONTACT, Field::text("电话", "Phone").max(60)).platform();
const CONTACT_EMAIL: Setting = Setting::new(
    "contactEmail",
    CONTACT,
    Field::text("邮箱", "E-mail").max(80).pattern("^[^\\s@]+@[^\\s@]+$", is_email, NOT_AN_EMAIL),
)
.platform();
const CONTACT_ADDRESS: Setting =
    Setting::new("contactAddress", CONTACT, Field::text("地址", "Address").max(120)).platform();
const CONTACT_HOURS: Setting =
    Setting::new("contactHours", CONTACT, Field::text("工作时间", "Office hours").max(60)).platform();
const CONTACT_QR: Setting = Setting::new("contactQrCode", CONTACT, Field::rich_text("二维码", "QR code").max(100))
    .platform()
    .help("插入二维码图片，可附一句说明", "Insert the picture of the code, with a word beside it");

fn edition_name() -> Expr {
    Expr::cust(
        "COALESCE((SELECT e.name FROM org_edition e WHERE e.org_id = 1 AND e.code = company.edition), company.edition)",
    )
}

fn wanted_name() -> Expr {
    Expr::cust(
        "COALESCE((SELECT e.name FROM org_edition e WHERE e.org_id = 1 AND e.code = contact_request.wanted_edition), \
         contact_request.wanted_edition)",
    )
}

/// The requests.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "org", alias: "company", on: &[("user_org_id", "id")], by_org: false },
        Join { table: "app_user", alias: "keeper", on: &[("assignee_id", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Field::text("编号", "No.").column("request_no")).width(130).copy(),
        Column::of("company", Field::text("企业编码", "Company code").column("code").wire("orgCode")).width(110),
        Column::of("company", Field::text("企业名称", "Company").column("name").wire("orgName")).width(180),
        Column::expr(edition_name, Field::text("当前版本", "Edition").wire("editionName")).width(100),
        Column::own(KIND).width(100),
        Column::expr(wanted_name, Field::text("期望版本", "Wanted edition").wire("wantedEditionName")).width(100),
        Column::own(CONTACT_NAME).width(100),
        Column::own(PHONE).width(130),
        Column::own(EMAIL).width(160).behind(),
        Column::own(CONTENT).width(280).unsorted(),
        Column::own(CREATED).width(160),
        Column::own(ASSIGNEE).hidden(),
        Column::of("keeper", Field::text("负责人", "In charge").column("name_cn").wire("assigneeName")).width(100),
        Column::own(STATUS).width(90),
        Column::own(RESULT).width(220).unsorted(),
        Column::own(Field::instant("处理时间", "Handled").column("handled_at")).width(160),
    ],
    filters: &[
        Filter::new("orgName", Match::Contains, Field::text("企业", "Company"))
            .columns(&[("company", "code"), ("company", "name")]),
        Filter::new("kind", Match::OneOf, KIND),
        Filter::new("status", Match::OneOf, STATUS),
        Filter::new("assigneeId", Match::Equals, ASSIGNEE),
        Filter::new("createdAt", Match::Range, CREATED),
    ],
    buttons: &[
        Button::new("sys_contact_assign", ("分配", "Assign"), "row", "custom").when("status", &[WAITING, TAKEN]),
        Button::new("sys_contact_handle", ("处理", "Handle"), "row", "custom").when("status", &[WAITING, TAKEN]),
        Button::new("sys_contact_export", ("导出", "Export"), "toolbar", "export"),
    ],
    tabs: "status",
    export: "sys_contact_export",
    decorate: Some(decorate),
    ..ListPage::new(
        "hrs.contact.list",
        PAGE,
        ("咨询与升级申请", "Contact requests"),
        "hrs_contact",
        "/hrs/contact",
        TABLE,
    )
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let status = String::from_value(row.value("status")).unwrap_or_default();
    let open = status == WAITING || status == TAKEN;
    list::write_can(actor, if open { &["sys_contact_assign", "sys_contact_handle"] } else { &[] }, out);
}

/// Adds the pages to the room.
pub fn add(room: &mut Room) {
    room.messages.push(&moves::HANDLED);
    let button = |code, zh, en, sort| Node::button(code, "hrs_contact", zh, en, sort).platform();
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/platform", "咨询与升级申请", "Contact requests", 50).platform(),
        button("sys_contact_assign", "分配", "Assign", 10),
        button("sys_contact_handle", "处理", "Handle", 20),
        button("sys_contact_export", "导出", "Export", 30),
    ]);
    room.lists.push(LIST);
    room.selects.push(("contactEdition", ask::offer_editions));
    // Everybody may ask the platform for another edition.
    room.select_uses.push(("contactEdition", Access::LoggedIn));
    room.settings.extend([&CONTACT_PHONE, &CONTACT_EMAIL, &CONTACT_ADDRESS, &CONTACT_HOURS, &CONTACT_QR]);
    room.operations.extend([
        Operation::get("get_contact_request", "/hrs/contact/{id}", Access::Code("hrs_contact"), moves::one)
            .summary("A request with its files"),
        Operation::get("get_contact_file", "/hrs/contact/file/{id}", Access::Code("hrs_contact"), moves::file),
        Operation::put("assign_contact", "/hrs/contact/assign", Access::Code("sys_contact_assign"), moves::assign)
            .summary("Puts somebody in charge"),
        Operation::put("handle_contact", "/hrs/contact/handle", Access::Code("sys_contact_handle"), moves::handle)
            .summary("Ends a request with a result, which its submitter is told"),
        Operation::get("get_platform_contact", "/hrs/platform/contact", Access::LoggedIn, ask::reach)
            .summary("How the platform is reached"),
        Operation::post("create_contact", "/hrs/contact", Access::LoggedIn, ask::send).summary("Asks the platform"),
        Operation::post("add_contact_file", "/hrs/contact/file", Access::LoggedIn, |call| {
            attached::upload(call, TABLE, ask::PAGE)
        })
        .body(Body::Files)
        .body_up_to(platform::files::DOCUMENT_BYTES_MAX + platform::registry::BODY_BYTES_MAX),
    ]);
}
