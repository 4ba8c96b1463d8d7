//! 组织机构. The companies of the platform: made, changed, audited, stopped, put into groups.

mod admin;
mod group;
mod moves;
mod other_edition;
mod rights;
pub(crate) mod roles;
mod rules;
pub(crate) mod state;

use kernel::{Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::{Access, Actor};
use platform::call::{Call, Outcome};
use platform::document;
use platform::document::{FormPage, Section, Unique};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::{Node, OFFERS_MAX, Offer, Operation, Room, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, Order};
use platform::store::{Value, sql};

use crate::setup;

use moves::{audit, intend, reset_password, set_status};
use moves::{entry, take, write};
use rights::{permissions, save_permissions};
pub(crate) use rules::{EDITION, MAIL, PHONE};
use rules::{after, remove_rule, rules as check};

pub(crate) const CODE_FORM: Msg = Msg::new(
    "org.code",
    "企业编码为2-20位大写字母、数字或连字符",
    "A company's code has 2 to 20 capital letters, digits or hyphens.",
);
const CODE_TAKEN: Msg = Msg::new("org.code_taken", "企业编码重复", "The company's code exists already.");
const NAME_TAKEN: Msg = Msg::new("org.name_taken", "企业名称重复", "The company's name exists already.");
const THREE: Msg = Msg::new("org.three", "三字代码为3位字母", "The three-letter code has 3 letters.");
pub(crate) const ADMIN_FORM: Msg = Msg::new(
    "org.admin",
    "管理员账户为4-40位字母、数字或_@-",
    "The administrator's account has 4 to 40 letters, digits or _@-.",
);

const TYPES: &[Choice] = &[Choice::new("1", "公司", "Company"), Choice::new("2", "个人", "Person")];
const AUDITS: &[Choice] = &[
    Choice::new("待审核", "待审核", "Waiting").tone("warning"),
    Choice::new("已审核", "已审核", "Audited").tone("ready"),
    Choice::new("已拒绝", "已拒绝", "Refused").tone("danger"),
];

pub(crate) fn is_code(text: &str) -> bool {
    (2..=20).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-')
}

fn is_three(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase())
}

pub(crate) fn is_admin_name(text: &str) -> bool {
    (4..=40).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'@' | b'-'))
}

document! {
    /// One company.
    pub struct Org in "org" {
        /// Code typed at log-in.
        code: String = Field::upper("企业编码", "Code").wire("orgCode").required().fixed().max(20).pattern("^[A-Z0-9-]{2,20}$", is_code, CODE_FORM),
        /// Name.
        name: String = Field::text("签约公司名称", "Name").wire("orgName").required().max(80),
        /// Short name.
        short_name: String = Field::text("简称", "Short name").required().max(20),
        /// English name.
        name_en: String = Field::text("英文名", "English name").wire("orgEname").max(120),
        /// Short English name.
        short_name_en: String = Field::text("英文简称", "Short English name").max(40),
        /// Three letters.
        short_code: String = Field::upper("三字代码", "Three-letter code").max(3).pattern("^[A-Z]{3}$", is_three, THREE),
        /// Social credit code.
        social_credit_code: String = Field::upper("统一社会信用代码", "Social credit code").max(18),
        /// Company or person.
        org_type: i64 = Field::select(TYPES, "账户类型", "Kind").required().initially("\"1\""),
        /// Edition.
        edition: String = Field::code("edition", "签约版本", "Edition").required().max(20),
        /// Most accounts.
        user_limit: i64 = Field::int("用户限制", "User limit").required().range(1, 9_999),
        /// End of the contract.
        stop_at: i64 = Field::instant("失效日期", "Ends").required().initially("\"2099-12-31 23:59:59\""),
        /// Who looks after it.
        demand_person_id: Option<Id> = Field::reference("user", "需求人", "Looked after by"),
        /// Partner of the platform: on the black list or locked, the company may not work.
        contract_party_id: Option<Id> = Field::reference("contractParty", "签约方", "Contract party"),
        /// Its code at the one-stop service.
        one_stop_code: String = Field::text("一站式编码", "One-stop code").max(20),
        /// Its picture in the top bar and on papers.
        logo: String = Field::picture("LOGO", "Logo"),
        /// Where notices to the company go.
        notice_email: String = Field::text("通知邮箱", "E-mail for notices").max(80),
        /// Where it came from.
        source_remark: String = Field::text("账户来源", "Source").max(100),
        /// Remark.
        remark: String = Field::long("备注信息", "Remark").max(500),
        /// What it does.
        company_profile: String = Field::long("公司简介", "Profile").max(1000),
        /// What it does best.
        company_advantage: String = Field::long("优势介绍", "Strengths").max(1000),
        /// How it is reached.
        contact_info: String = Field::long("联系方式", "Contact").max(1000),
        /// Audit.
        audit_status: String = Field::state(AUDITS, "审核状态", "Audit"),
        /// Not stopped.
        status: bool = Field::flag("启用", "Active").read_only(),
        /// Functional currency.
        currency: String = Field::text("本位币", "Currency").read_only(),
        /// Raised by every change of permissions.
        permission_version: i64 = Field::int("权限版本", "Permission version").read_only(),
    }
}

const ADMIN_NAME: Field = Field::text("管理员账户", "Administrator").wire("adminName").max(40).fixed();
const ADMIN_AREA: Field = Field::text("区号", "Dialling code").wire("adminPhoneArea").max(5).initially("\"86\"");
const ADMIN_PHONE: Field = Field::text("管理员电话", "Administrator's phone").wire("adminPhone").max(30);
const ADMIN_MAIL: Field = Field::text("管理员邮箱", "Administrator's e-mail").wire("adminEmail").max(80);
const RENAME: Field = Field::flag("同步更新部门名称", "Rename the top department too").wire("renameDept");

const INTENDED: Field = Field::flag("意向用户", "Intended").wire("intended");

/// A sub-select of the list.
macro_rules! part {
    ($name:ident, $sql:literal) => {
        fn $name() -> Expr {
            Expr::cust($sql)
        }
    };
}

part!(
    users,
    "(SELECT COUNT(*) FROM app_user u WHERE u.org_id = org.id AND u.user_status = 1 AND u.admin_role IS NULL)"
);
part!(coops, "(SELECT COUNT(*) FROM coop c WHERE c.org_id = org.id)");
part!(orders, "(SELECT COUNT(*) FROM freight_order f WHERE f.org_id = org.id)");
part!(last_order, "(SELECT MAX(f.created_at) FROM freight_order f WHERE f.org_id = org.id)");
part!(
    subscriptions,
    "(SELECT CAST(COALESCE(SUM(s.quantity), 0) AS bigint) FROM service_use s WHERE s.org_id = org.id \
     AND s.service_type IN ('TRACK_AE_AI', 'TRACK_SE_SI'))"
);
part!(
    last_subscription,
    "(SELECT MAX(s.created_at) FROM service_use s WHERE s.org_id = org.id \
     AND s.service_type IN ('TRACK_AE_AI', 'TRACK_SE_SI'))"
);
part!(children, "(SELECT COUNT(*) FROM org sub WHERE sub.group_id = org.id AND sub.id <> org.id)");
part!(head, "(SELECT h.name FROM org h WHERE h.id = org.group_id)");
part!(edition_name, "COALESCE((SELECT e.name FROM org_edition e WHERE e.code = org.edition), org.edition)");
part!(
    admin_name,
    "(SELECT l.admin_name FROM app_user u JOIN login l ON l.id = u.login_id WHERE u.org_id = org.id \
     AND u.admin_role IS NOT NULL ORDER BY u.id LIMIT 1)"
);
part!(
    admin_mail,
    "(SELECT l.email FROM app_user u JOIN login l ON l.id = u.login_id WHERE u.org_id = org.id \
     AND u.admin_role IS NOT NULL ORDER BY u.id LIMIT 1)"
);
part!(
    admin_phone,
    "(SELECT l.phone FROM app_user u JOIN login l ON l.id = u.login_id WHERE u.org_id = org.id \
     AND u.admin_role IS NOT NULL ORDER BY u.id LIMIT 1)"
);
// One of the platform's own people.
part!(keeper, "(SELECT p.name_cn FROM app_user p WHERE p.org_id = 1 AND p.id = org.demand_person_id)");
part!(
    intended,
    "CASE WHEN COALESCE(org.intention_mark, 2) <> 0 AND (org.intention_mark = 1 OR EXISTS (SELECT 1 FROM freight_order f \
     WHERE f.org_id = org.id) OR (SELECT COUNT(*) FROM coop c WHERE c.org_id = org.id) > 2 OR EXISTS (SELECT 1 \
     FROM service_use s WHERE s.org_id = org.id AND s.service_type IN ('TRACK_AE_AI', 'TRACK_SE_SI'))) AND org.edition NOT IN \
     ('STANDARD', 'PROFESSIONAL', 'STARTUP', 'FLAGSHIP', 'INTERNAL') THEN TRUE ELSE FALSE END"
);

/// The companies.
pub const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Org::ORG_TYPE).width(90),
        Column::own(Org::CODE).width(120).copy(),
        Column::own(Org::NAME).width(200),
        Column::own(Org::AUDIT_STATUS).width(90),
        Column::expr(intended, INTENDED).width(90),
        Column::expr(keeper, Field::text("需求人", "Looked after by").wire("demandPersonName")).width(100),
        Column::expr(edition_name, Field::text("版本类型", "Edition").wire("editionName")).width(110),
        Column::own(Org::USER_LIMIT).width(90),
        Column::expr(users, Field::int("用户数量", "Users").wire("users")).width(90),
        Column::own(Field::instant("创建日期", "Created").column("created_at")).width(160),
        Column::own(Org::STOP_AT).width(160),
        Column::expr(open_until, Field::flag("是否失效", "Ended").wire("ended")).width(90).read_as(told_ended),
        Column::expr(coops, Field::int("客商数量", "Partners").wire("coops")).width(90),
        Column::expr(orders, Field::int("订单数量", "Orders").wire("orders")).width(90),
        Column::expr(last_order, Field::day("订单时间", "Last order").wire("lastOrderAt")).width(110).read_as(day_of),
        Column::expr(subscriptions, Field::int("订阅数量", "Subscriptions").wire("subscriptions")).width(90),
        Column::expr(last_subscription, Field::day("订阅日期", "Last subscription").wire("lastSubscriptionAt"))
            .width(110)
            .read_as(day_of),
        Column::expr(head, Field::text("所属集团", "Group").wire("groupName")).width(140),
        Column::expr(children, Field::int("子公司数", "Companies below").wire("childCount")).width(90),
        Column::own(Field::text("注册来源", "Source").column("source_remark").wire("sourceRemark")).width(120),
        Column::expr(admin_name, Field::text("管理员账户", "Administrator").wire("adminName")).width(130),
        Column::expr(admin_mail, ADMIN_MAIL).width(180),
        Column::expr(admin_phone, ADMIN_PHONE).width(130),
        Column::own(Org::REMARK).width(160),
        Column::expr(state::stored, state::STATE).width(80).read_as(state::told),
        Column::own(Org::STATUS).width(80).behind(),
    ],
    filters: &[
        Filter::new("keyword", Match::Contains, Field::text("企业编码/名称", "Code or name"))
            .columns(&[("org", "code"), ("org", "name")]),
        Filter::new("auditStatus", Match::OneOf, Org::AUDIT_STATUS),
        Filter::new("edition", Match::Equals, Org::EDITION),
        Filter::new("ended", Match::Flag(ended), Field::flag("是否失效", "Ended")),
        Filter::new("intended", Match::Flag(is_intended), INTENDED),
        Filter::new("orgType", Match::OneOf, Org::ORG_TYPE).more(),
        Filter::new("state", Match::Own(state::is_in), state::STATE).more(),
        Filter::new("adminEmail", Match::Own(by_admin_mail), ADMIN_MAIL).more(),
        Filter::new("adminPhone", Match::Own(by_admin_phone), ADMIN_PHONE).more(),
        Filter::new("isGroup", Match::Flag(in_group), Field::flag("是否集团", "In a group")).more(),
        Filter::new("demandPersonId", Match::Equals, Org::DEMAND_PERSON_ID).more(),
        Filter::new("createdAt", Match::Range, Field::instant("创建日期", "Created").column("created_at")).more(),
        Filter::new("stopAt", Match::Range, Org::STOP_AT).more(),
    ],
    buttons: &[
        Button::new("sys_org_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_org_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_org_permission", ("配置权限", "Permissions"), "row", "custom"),
        Button::new("sys_org_audit", ("审核", "Audit"), "row", "custom"),
        Button::new("sys_org_stop", ("停用/启用", "Stop or start"), "row", "custom"),
        Button::new("sys_org_suborg", ("子公司", "Companies below"), "row", "custom"),
        Button::new("sys_org_resetpass", ("重置管理员密码", "Reset the administrator's password"), "row", "custom"),
        Button::new("sys_org_meal", ("服务套餐", "Service packages"), "row", "custom"),
        Button::new("sys_org_interface", ("接口配置", "Interfaces"), "row", "link").calls("/hrs_api_config?orgId={id}"),
        Button::new("sys_org_intended", ("意向", "Intention"), "row", "custom"),
        Button::new("sys_org_del", ("删除", "Delete"), "row", "remove"),
        Button::new("sys_org_erase", ("清除数据", "Erase"), "row", "call").calls("POST /hrs/org/erase/{id}").asks(
            "先将该企业全部数据打包到下载中心，再清除其数据、文件和账号，不能恢复。是否继续？",
            "Everything of the company is packed first, then its data, files and log-ins are removed for good. Go on?",
        ),
        Button::new("sys_org_export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "sys_org_export",
    decorate: Some(decorate),
    form: "hrs.org.form",
    ..ListPage::new("hrs.org.list", "/hrs_org", ("组织机构", "Organisations"), "hrs_org", "/hrs/org", "org")
};

/// Stopped, or past the end of its contract.
fn ended(actor: &Actor, wanted: bool) -> Condition {
    let over = is_over(actor).or(sql::of_eq("org", "status", false));
    Condition::all().add(if wanted { over } else { over.not() })
}

fn is_over(actor: &Actor) -> Expr {
    sql::of("org", "stop_at").lte(sql::value(actor.now.millis()))
}

/// The moment from which a company may work no longer: a stopped one never may.
fn open_until() -> Expr {
    Expr::cust("CASE WHEN org.status THEN org.stop_at ELSE 0 END")
}

fn told_ended(actor: &Actor, until: &Value) -> Value {
    Value::Bool(matches!(until, Value::Int(until) if *until <= actor.now.millis()))
}

/// The day of a moment: a list tells no more of it.
fn day_of(_: &Actor, moment: &Value) -> Value {
    match moment {
        Value::Int(millis) => Value::Text(kernel::show_day(kernel::Instant::from_millis(*millis).day())),
        _ => Value::Null,
    }
}

fn is_intended(_: &Actor, wanted: bool) -> Condition {
    Condition::all().add(if wanted { intended() } else { intended().not() })
}

fn by_admin_mail(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(sql::contains(admin_mail(), text)))
}

fn by_admin_phone(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(sql::contains(admin_phone(), text)))
}

/// Head of a group or below one.
fn in_group(_: &Actor, wanted: bool) -> Condition {
    let grouped = sql::of("org", "group_id").is_not_null();
    Condition::all().add(if wanted { grouped } else { grouped.not() })
}

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let waiting = *row.value("auditStatus") != Value::Text("已审核".to_owned());
    let own = *row.value("id") == Value::Int(PLATFORM_ORG);
    let mut codes = vec!["sys_org_edit", "sys_org_resetpass"];
    if !own {
        codes.extend(["sys_org_permission", "sys_org_stop", "sys_org_suborg", "sys_org_meal", "sys_org_interface"]);
        codes.extend(["sys_org_intended", "sys_org_del", "sys_org_erase"]);
    }
    if waiting {
        codes.push("sys_org_audit");
    }
    list::write_can(actor, &codes, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_org_add", "sys_org_edit", "sys_org_del", ""],
    page: "/hrs_org",
    level: Level::High,
    uniques: &[
        Unique { index: "uq_org_code", columns: &["code"], field: "orgCode", message: CODE_TAKEN },
        Unique { index: "uq_org_name", columns: &["name"], field: "orgName", message: NAME_TAKEN },
    ],
    rules: Some(check),
    after: Some(after),
    view_more: Some(admin::show),
    members: &["adminName", "adminPhoneArea", "adminPhone", "adminEmail", "renameDept"],
    remove_rule: Some(remove_rule),
    sections: &[
        Section {
            key: "main",
            title: ("基本信息", "Company"),
            fields: &[
                Org::CODE,
                Org::NAME,
                RENAME,
                Org::SHORT_NAME,
                Org::NAME_EN,
                Org::SHORT_NAME_EN,
                Org::SHORT_CODE,
                Org::SOCIAL_CREDIT_CODE,
                Org::ORG_TYPE,
                Org::LOGO,
                Org::ONE_STOP_CODE,
                Org::SOURCE_REMARK,
            ],
        },
        Section {
            key: "admin",
            title: ("管理员", "Administrator"),
            fields: &[ADMIN_NAME, ADMIN_AREA, ADMIN_PHONE, ADMIN_MAIL],
        },
        Section {
            key: "contract",
            title: ("签约", "Contract"),
            fields: &[
                Org::EDITION,
                Org::USER_LIMIT,
                Org::STOP_AT,
                Org::DEMAND_PERSON_ID,
                Org::CONTRACT_PARTY_ID,
                Org::NOTICE_EMAIL,
                Org::REMARK,
            ],
        },
        Section {
            key: "profile",
            title: ("介绍", "Profile"),
            fields: &[Org::COMPANY_PROFILE, Org::COMPANY_ADVANTAGE, Org::CONTACT_INFO],
        },
    ],
    ..FormPage::of::<Org>("hrs.org.form", ("组织机构", "Organisation"), ("hrs_org", "/hrs/org", "org"), Org::CODE)
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_org", zh, en, sort).platform();
    room.nodes.extend([
        Node::page("/hrs_org", "/hrsManager/platform", "组织机构", "Organisations", 10).platform(),
        button("sys_org_add", "新增", "New", 10),
        button("sys_org_edit", "修改", "Edit", 20),
        button("sys_org_del", "删除", "Delete", 30),
        button("sys_org_erase", "清除数据", "Erase", 35),
        button("sys_org_audit", "审核", "Audit", 40),
        button("sys_org_permission", "配置权限", "Permissions", 50),
        button("sys_org_resetpass", "重置管理员密码", "Reset the administrator's password", 60),
        button("sys_org_stop", "停用/启用", "Stop or start", 70),
        button("sys_org_suborg", "子公司", "Companies below", 80),
        button("sys_org_intended", "意向用户", "Intention", 90),
        button("sys_org_interface", "接口配置", "Configure interfaces", 85),
        button("sys_org_meal", "服务套餐", "Service packages", 95),
        button("sys_org_export", "导出", "Export", 100),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    let put = |id: &str, path: &str, code: &'static str, work: fn(&mut Call) -> Outcome| {
        Operation::put(id, path, Access::Code(code), work)
    };
    room.operations.extend([
        put("audit_org", "/hrs/org/audit", "sys_org_audit", audit),
        put("stop_org", "/hrs/org/stop/{id}", "sys_org_stop", |call| set_status(call, false)),
        put("start_org", "/hrs/org/start/{id}", "sys_org_stop", |call| set_status(call, true)),
        put("reset_org_password", "/hrs/org/resetPassword/{id}", "sys_org_resetpass", reset_password),
        put("intend_org", "/hrs/org/intended/{id}", "sys_org_intended", intend),
        Operation::get(
            "get_org_permission",
            "/hrs/orgPermission/{id}",
            Access::Code("sys_org_permission"),
            permissions,
        ),
        put("save_org_permission", "/hrs/orgPermission/{id}", "sys_org_permission", save_permissions),
    ]);
    room.operations.extend(group::operations());
    room.selects.push(("org", offer));
    room.selects.push(("contractParty", offer_parties));
}

/// Companies a field of the platform offers.
fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    if !actor.has("hrs_org") && !actor.has("hrs_permission") {
        return Err(Refusal::Forbidden);
    }
    let mut select = sql::from_global("org");
    select.columns(["id", "name", "code"]).order_by("code", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select.cond_where(sql::any_of([
            sql::contains(sql::col("name"), &ask.keyword),
            sql::contains(sql::col("code"), &ask.keyword),
        ]));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    setup::offers(call, select)
}

/// Partners of the platform a contract may be with, those on the black list too: it is their state that counts.
fn offer_parties(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    call.actor()?.need("hrs_org")?;
    let mut select = sql::from(PLATFORM_ORG, "coop");
    select.columns(["id", "coop_name", "coop_code"]).order_by("coop_code", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let columns = ["coop_code", "coop_name", "coop_full_name"];
        select.cond_where(sql::any_of(columns.map(|column| sql::contains(sql::col(column), &ask.keyword))));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    setup::offers(call, select)
}
