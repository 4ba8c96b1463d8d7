//! 组织机构. The companies of the platform: made, changed, audited, stopped, put into groups.

mod group;
pub(crate) mod roles;

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg};
use platform::access::{Access, Actor, raise_permission_version, random_bytes};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique, Written, claim};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Node, OFFERS_MAX, Offer, Operation, Room, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, Order};
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::link::{self, Purpose, Whose};
use crate::setup::{self, NewUser, PLATFORM_ORG};
use crate::user::{is_mail, is_phone};
use crate::{auth, edition, password, permission, second_factor};

pub(crate) const CODE_FORM: Msg = Msg::new(
    "org.code",
    "企业编码为2-20位大写字母、数字或连字符",
    "A company's code has 2 to 20 capital letters, digits or hyphens.",
);
const CODE_TAKEN: Msg = Msg::new("org.code_taken", "企业编码重复", "The company's code exists already.");
const NAME_TAKEN: Msg = Msg::new("org.name_taken", "企业名称重复", "The company's name exists already.");
const THREE: Msg = Msg::new("org.three", "三字代码为3位字母", "The three-letter code has 3 letters.");
pub(crate) const EDITION: Msg = Msg::new("org.edition", "版本不存在", "There is no such edition.");
pub(crate) const ADMIN_FORM: Msg = Msg::new(
    "org.admin",
    "管理员账户为4-40位字母、数字或_@-",
    "The administrator's account has 4 to 40 letters, digits or _@-.",
);
const ADMIN_TAKEN: Msg =
    Msg::new("org.admin_taken", "该管理员账户已存在", "The administrator's account exists already.");
const TWO_PERSONS: Msg = Msg::new(
    "user.two_logins",
    "手机号与邮箱属于不同账号",
    "The phone number and the e-mail belong to different logins.",
);
const ADMIN_ELSEWHERE: Msg = Msg::new(
    "org.admin_elsewhere",
    "该手机号或邮箱已是其他管理员账户",
    "The phone number or e-mail belongs to another administrator already.",
);
pub(crate) const PHONE: Msg = Msg::new("user.phone", "请输入正确的手机号码", "Please enter a correct phone number.");
pub(crate) const MAIL: Msg = Msg::new("user.mail", "请输入正确的邮箱地址", "Please enter a correct e-mail address.");
const LIMIT: Msg = Msg::new(
    "org.limit",
    "当前在职用户{n}人，用户限制不能小于该数",
    "{n} users are employed; the limit can't be lower.",
);
const OTHER_EDITION: Msg = Msg::new(
    "org.other_edition",
    "变更版本将新增{a}项、移除{b}项权限，是否继续？",
    "The other edition adds {a} permissions and removes {b}. Go on?",
);
const IN_USE: Msg =
    Msg::new("org.in_use", "公司已有业务数据，不能删除", "The company has business data and can't be deleted.");
const REASON: Msg = Msg::new("org.reason", "请填写拒绝原因", "Please give the reason of the refusal.");
const OWN: Msg = Msg::new("org.own", "不能停用平台", "The platform itself can't be stopped.");

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
const ADMIN_AREA: Field =
    Field::text("区号", "Dialling code").wire("adminPhoneArea").max(5).initially("\"86\"").fixed();
const ADMIN_PHONE: Field = Field::text("管理员电话", "Administrator's phone").wire("adminPhone").max(30).fixed();
const ADMIN_MAIL: Field = Field::text("管理员邮箱", "Administrator's e-mail").wire("adminEmail").max(80).fixed();
const RENAME: Field = Field::flag("同步更新部门名称", "Rename the top department too").wire("renameDept");

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
part!(
    intended,
    "CASE WHEN COALESCE(org.intention_mark, 2) <> 0 AND (org.intention_mark = 1 OR EXISTS (SELECT 1 FROM freight_order f \
     WHERE f.org_id = org.id) OR (SELECT COUNT(*) FROM coop c WHERE c.org_id = org.id) > 2) AND org.edition NOT IN \
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
        Column::expr(intended, Field::flag("意向用户", "Intended").wire("intended")).width(90),
        Column::expr(edition_name, Field::text("版本类型", "Edition").wire("editionName")).width(110),
        Column::own(Org::USER_LIMIT).width(90),
        Column::expr(users, Field::int("用户数量", "Users").wire("users")).width(90),
        Column::own(Field::instant("创建日期", "Created").column("created_at")).width(160),
        Column::own(Org::STOP_AT).width(160),
        Column::own(Org::STATUS).width(80),
        Column::expr(coops, Field::int("客商数量", "Partners").wire("coops")).width(90),
        Column::expr(orders, Field::int("订单数量", "Orders").wire("orders")).width(90),
        Column::expr(last_order, Field::instant("订单时间", "Last order").wire("lastOrderAt")).behind(),
        Column::expr(head, Field::text("所属集团", "Group").wire("groupName")).width(140),
        Column::expr(children, Field::int("子公司数", "Companies below").wire("childCount")).width(90),
        Column::expr(admin_name, Field::text("管理员账户", "Administrator").wire("adminName")).width(130),
        Column::expr(admin_mail, Field::text("管理员邮箱", "Administrator's e-mail").wire("adminEmail")).behind(),
        Column::expr(admin_phone, Field::text("管理员电话", "Administrator's phone").wire("adminPhone")).behind(),
        Column::own(Org::REMARK).behind(),
    ],
    filters: &[
        Filter::new("keyword", Match::Contains, Field::text("企业编码/名称", "Code or name"))
            .columns(&[("org", "code"), ("org", "name")]),
        Filter::new("auditStatus", Match::OneOf, Org::AUDIT_STATUS),
        Filter::new("edition", Match::Equals, Org::EDITION),
        Filter::new("ended", Match::Own(ended), Field::flag("是否失效", "Ended")),
        Filter::new("orgType", Match::OneOf, Org::ORG_TYPE).more(),
        Filter::new("isGroup", Match::Own(in_group), Field::flag("是否集团", "In a group")).more(),
        Filter::new("demandPersonId", Match::Equals, Org::DEMAND_PERSON_ID).more(),
        Filter::new("createdAt", Match::Range, Field::instant("创建日期", "Created").column("created_at")).more(),
        Filter::new("stopAt", Match::Range, Org::STOP_AT).more(),
    ],
    buttons: &[
        Button::new("sys_org_add", ("新建", "New"), "primary", "create"),
        Button::new("sys_org_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_org_permission", ("配置权限", "Permissions"), "row", "custom"),
        Button::new("sys_org_audit", ("审核", "Audit"), "row", "custom"),
        Button::new("sys_org_stop", ("停用/启用", "Stop or start"), "row", "custom"),
        Button::new("sys_org_suborg", ("子公司", "Companies below"), "row", "custom"),
        Button::new("sys_org_resetpass", ("重置管理员密码", "Reset the administrator's password"), "row", "custom"),
        Button::new("sys_org_interface", ("接口配置", "Interfaces"), "row", "link").calls("/hrs_api_config?orgId={id}"),
        Button::new("sys_org_intended", ("意向", "Intention"), "row", "custom"),
        Button::new("sys_org_del", ("删除", "Delete"), "row", "remove"),
        Button::new("sys_org_export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "sys_org_export",
    decorate: Some(decorate),
    form: "hrs.org.form",
    ..ListPage::new("hrs.org.list", "/hrs_org", ("组织机构", "Organisations"), "hrs_org", "/hrs/org", "org")
};

/// Stopped, or past the end of its contract.
fn ended(actor: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    let over = sql::of("org", "stop_at").lte(sql::value(actor.now.millis())).or(sql::of_eq("org", "status", false));
    Ok(Condition::all().add(if matches!(wanted, "true" | "1") { over } else { over.not() }))
}

/// Head of a group or below one.
fn in_group(_: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    let grouped = sql::of("org", "group_id").is_not_null();
    Ok(Condition::all().add(if matches!(wanted, "true" | "1") { grouped } else { grouped.not() }))
}

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let waiting = *row.value("auditStatus") != Value::Text("已审核".to_owned());
    let own = *row.value("id") == Value::Int(PLATFORM_ORG);
    let mut codes = vec!["sys_org_edit", "sys_org_resetpass"];
    if !own {
        codes.extend(["sys_org_permission", "sys_org_stop", "sys_org_suborg", "sys_org_interface"]);
        codes.extend(["sys_org_intended", "sys_org_del"]);
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
    rules: Some(rules),
    after: Some(after),
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
                Org::SHORT_CODE,
                Org::SOCIAL_CREDIT_CODE,
                Org::ORG_TYPE,
            ],
        },
        Section {
            key: "admin",
            title: ("管理员（新建时）", "Administrator (of a new company)"),
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
                Org::SOURCE_REMARK,
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
        button("sys_org_add", "新建", "New", 10),
        button("sys_org_edit", "修改", "Edit", 20),
        button("sys_org_del", "删除", "Delete", 30),
        button("sys_org_audit", "审核", "Audit", 40),
        button("sys_org_permission", "配置权限", "Permissions", 50),
        button("sys_org_resetpass", "重置管理员密码", "Reset the administrator's password", 60),
        button("sys_org_stop", "停用/启用", "Stop or start", 70),
        button("sys_org_suborg", "子公司", "Companies below", 80),
        button("sys_org_intended", "意向用户", "Intention", 90),
        button("sys_org_interface", "接口配置", "Configure interfaces", 85),
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
}

fn sent(draft: &Draft<'_>, name: &str) -> String {
    draft.body.get(name).and_then(Json::as_str).unwrap_or_default().trim().to_owned()
}

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        draft.set(Org::AUDIT_STATUS, Value::Text("已审核".to_owned()));
        draft.set(Org::STATUS, Value::Bool(true));
        draft.set(Org::CURRENCY, Value::Text("CNY".to_owned()));
        draft.set(Org::PERMISSION_VERSION, Value::Int(1));
    }
    let org = Org::from_values(&draft.values)?;
    if !org.social_credit_code.is_empty()
        && let Some(text) = trade::credit_code::fault(&org.social_credit_code)
    {
        findings.error("socialCreditCode", text);
    }
    let wanted = edition::nodes_of(tx, &org.edition)?;
    findings.error_if(wanted.is_none() && !org.edition.is_empty(), "edition", EDITION);
    taken(tx, draft.id, &org, findings)?;
    if draft.is_new() {
        return administrator(tx, draft, findings);
    }
    let used = crate::user::used(tx, draft.id.0)?;
    if org.user_limit < used {
        findings.error("userLimit", LIMIT.with(&[("n", &used.to_string())]));
    }
    let before = draft.old.map(Org::from_values).transpose()?;
    if let (Some(wanted), Some(before)) = (wanted, before)
        && before.edition != org.edition
        && draft.id.0 != PLATFORM_ORG
    {
        let now = tx.now;
        let has = permission::granted(tx, draft.id.0, now)?;
        let (a, b) = (wanted.difference(&has).count().to_string(), has.difference(&wanted).count().to_string());
        findings.confirm("edition", OTHER_EDITION.with(&[("a", &a), ("b", &b)]));
    }
    Ok(())
}

/// Code and name are the company's alone.
fn taken(tx: &mut Tx<'_>, id: Id, org: &Org, findings: &mut Findings) -> Result<(), Refusal> {
    for (column, value, field, message) in
        [("code", &org.code, "orgCode", CODE_TAKEN), ("name", &org.name, "orgName", NAME_TAKEN)]
    {
        let mut select = sql::from_global("org");
        select.column("id").and_where(sql::eq(column, value.clone())).and_where(sql::col("id").ne(sql::value(id)));
        let known = tx.first(&select.into())?.is_some();
        findings.error_if(known, field, message);
    }
    Ok(())
}

/// The person a phone number or an e-mail belongs to.
fn person(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<[Option<(Id, String)>; 2], Refusal> {
    let (area, phone) = (sent(draft, "adminPhoneArea"), sent(draft, "adminPhone"));
    let mail = sent(draft, "adminEmail").to_lowercase();
    let area = if area.is_empty() { "86".to_owned() } else { area };
    let ways = [
        (!phone.is_empty()).then(|| sql::eq("phone", phone).and(sql::eq("phone_area", area))),
        (!mail.is_empty()).then(|| sql::eq("email", mail)),
    ];
    let mut found = [None, None];
    for (place, way) in found.iter_mut().zip(ways) {
        if let Some(way) = way {
            let mut select = sql::from_global("login");
            select.columns(["id", "admin_name"]).and_where(way);
            *place = tx.first(&select.into())?.map(|row| Ok::<_, Refusal>((row.get(0)?, row.get(1)?))).transpose()?;
        }
    }
    Ok(found)
}

/// Findings about the administrator of a new company.
fn administrator(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let (name, phone, mail) = (sent(draft, "adminName"), sent(draft, "adminPhone"), sent(draft, "adminEmail"));
    let area = sent(draft, "adminPhoneArea");
    let area = if area.is_empty() { "86" } else { &area };
    findings.error_if(!is_admin_name(&name), "adminName", ADMIN_FORM);
    findings.error_if(!phone.is_empty() && !is_phone(area, &phone), "adminPhone", PHONE);
    findings.error_if(!mail.is_empty() && !is_mail(&mail), "adminEmail", MAIL);
    let mut select = sql::from_global("login");
    select.column("id").and_where(sql::eq("admin_name", name));
    let known = tx.first(&select.into())?.is_some();
    findings.error_if(known, "adminName", ADMIN_TAKEN);
    let [by_phone, by_mail] = person(tx, draft)?;
    if let (Some((one, _)), Some((other, _))) = (&by_phone, &by_mail) {
        findings.error_if(one != other, "adminEmail", TWO_PERSONS);
    }
    let elsewhere = [by_phone, by_mail].into_iter().flatten().any(|(_, admin)| !admin.is_empty());
    findings.error_if(elsewhere, "adminPhone", ADMIN_ELSEWHERE);
    Ok(())
}

fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let org = Org::from_values(&draft.values)?;
    if draft.is_new() {
        return make(tx, draft, &org);
    }
    let mut written = Written::default();
    let before = draft.old.map(Org::from_values).transpose()?;
    let before = before.unwrap_or_else(|| org.clone());
    if before.edition != org.edition && draft.id.0 != PLATFORM_ORG {
        let wanted = edition::nodes_of(tx, &org.edition)?.unwrap_or_default();
        permission::set_granted(tx, draft.id.0, &wanted, true)?;
    }
    if before.name != org.name && draft.body.get("renameDept").and_then(Json::as_bool) == Some(true) {
        crate::dept::rename_root(tx, draft.id.0, (&org.name, &org.short_name))?;
        written.changes.push(Change {
            field: "renameDept".to_owned(),
            label: "部门名称".to_owned(),
            old: before.name,
            new: org.name,
        });
    }
    raise_permission_version(tx, draft.id.0)?;
    Ok(written)
}

/// Everything a new company begins with.
fn make(tx: &mut Tx<'_>, draft: &Draft<'_>, org: &Org) -> Result<Written, Refusal> {
    let (app, id) = (tx.app, draft.id.0);
    permission::grant_edition(tx, id, &org.edition)?;
    let dept = setup::create_dept(app, tx, id, ("111", &org.short_name), None)?;
    let (phone, mail) = (sent(draft, "adminPhone"), sent(draft, "adminEmail"));
    let name = sent(draft, "adminName");
    let admin = NewUser {
        login: &name,
        name: "管理员",
        phone: &phone,
        email: &mail,
        admin_role: "admin",
        dept,
        roles: &[],
        order_permission: None,
        must_change: true,
    };
    let [by_phone, by_mail] = person(tx, draft)?;
    let mut written = Written::default();
    let mut invited = None;
    let login = match by_phone.or(by_mail) {
        Some((login, _)) => {
            let mut update = sql::update_global("login", &[("admin_name", Value::Text(name.clone()))]);
            update.and_where(sql::eq("id", login));
            tx.exec(&update.into())?;
            written.answer.insert("joined".to_owned(), json!(true));
            login
        }
        None => {
            let one_time = password::one_time(random_bytes()?);
            let login = setup::create_login(app, tx, &admin, &one_time)?;
            invited = Some(one_time);
            login
        }
    };
    let user = setup::create_account(app, tx, id, login, &admin)?;
    if let Some(one_time) = invited {
        let whose = Whose { login, org: id, user };
        link::answer(tx, Purpose::Invite, whose, &one_time, &mut written.answer)?;
    }
    roles::create(app, tx, id)?;
    Ok(written)
}

fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let mut used = id.0 == PLATFORM_ORG || crate::user::used(tx, id.0)? > 0;
    for table in ["freight_order", "coop"] {
        let mut select = sql::from(id.0, table);
        select.column("id").limit(1);
        used = used || tx.first(&select.into())?.is_some();
    }
    if used {
        return Err(Refusal::business(IN_USE));
    }
    let mut admins = sql::from(id.0, "app_user");
    admins.columns(["login_id", "id"]);
    for row in tx.query(&admins.into())? {
        crate::user::forget_person(tx, row.get(0)?, (id.0, row.get(1)?))?;
    }
    const PARTS: [&str; 11] = [
        "app_user",
        "dept",
        "role",
        "role_permission",
        "role_data_scope",
        "user_role",
        "org_permission",
        "org_setting",
        "workgroup",
        "mailbox",
        "mail_log",
    ];
    for table in PARTS {
        tx.exec(&sql::delete(id.0, table).into())?;
    }
    Ok(())
}

fn entry(id: Id, code: String, kind: &'static str) -> LogEntry {
    LogEntry::of("org", id, code, "/hrs_org").did(kind, kind).level(Level::High)
}

/// The company, taken for a change by the caller's version; answers its code.
fn take(tx: &mut Tx<'_>, id: Id, version: i64) -> Result<String, Refusal> {
    claim(tx, "org", id, version)?;
    let mut select = sql::from_global("org");
    select.column("code").and_where(sql::eq("id", id));
    Ok(tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

fn write(tx: &mut Tx<'_>, id: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let mut update = sql::update_global("org", cells);
    update.and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Audit {
    id: Id,
    version: i64,
    pass: bool,
    #[serde(default)]
    reason: String,
}

/// PUT /hrs/org/audit.
fn audit(call: &mut Call) -> Outcome {
    let body: Audit = call.json()?;
    let reason: String = body.reason.trim().chars().take(200).collect();
    if !body.pass && reason.is_empty() {
        return Err(Refusal::field("reason", REASON.text()));
    }
    call.write(|tx| {
        let code = take(tx, body.id, body.version)?;
        let status = if body.pass { "已审核" } else { "已拒绝" };
        let cells = [
            ("audit_status", Value::Text(status.to_owned())),
            ("audit_reason", if body.pass { Value::Null } else { Value::Text(reason.clone()) }),
        ];
        write(tx, body.id, &cells)?;
        tx.log(entry(body.id, code, "审核").text(format!("{status} {reason}").trim().to_owned()))
    })?;
    Ok(Answer::Data(Json::Null))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Version {
    version: i64,
}

/// PUT /hrs/org/stop/{id} and /start/{id}: stopping ends every session.
fn set_status(call: &mut Call, active: bool) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    if id.0 == PLATFORM_ORG {
        return Err(Refusal::business(OWN));
    }
    call.write(|tx| {
        let code = take(tx, id, body.version)?;
        write(tx, id, &[("status", Value::Bool(active))])?;
        if !active {
            let now = tx.now;
            platform::access::end_org_sessions(tx, id.0, now, "企业停用")?;
        }
        tx.log(entry(id, code, if active { "启用" } else { "停用" }))
    })?;
    Ok(Answer::Data(Json::Null))
}

/// PUT /hrs/org/resetPassword/{id}: a link for the administrator; where none can be sent a one-time
/// password, answered once.
fn reset_password(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    let one_time = password::one_time(random_bytes()?);
    let hash = platform::access::hash_password(&one_time, call.app.settings.password_cost)?;
    let answer = call.write(|tx| {
        let code = take(tx, id, body.version)?;
        let mut select = sql::from(id.0, "app_user");
        select
            .columns(["login_id", "id"])
            .and_where(sql::col("admin_role").is_not_null())
            .order_by("id", Order::Asc)
            .limit(1);
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let (login, user): (Id, Id) = (row.get(0)?, row.get(1)?);
        let mut answer = Map::new();
        let whose = Whose { login, org: id.0, user };
        if link::answer(tx, Purpose::Reset, whose, &one_time, &mut answer)? {
            tx.log(entry(id, code, "重置密码"))?;
            return Ok(answer);
        }
        let now = tx.now;
        password::replace(tx, login, hash, true)?;
        // Who lost the password may have lost the phone with it.
        second_factor::forget(tx, login)?;
        auth::count_fails(tx, login, (0, None, None))?;
        platform::access::end_other_sessions(tx, login, "", now)?;
        tx.log(entry(id, code, "重置密码"))?;
        Ok(answer)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(Json::Object(answer)))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Intention {
    version: i64,
    /// 1 marked, 0 denied, nothing to leave it to the figures.
    mark: Option<i64>,
}

/// PUT /hrs/org/intended/{id}.
fn intend(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Intention>()?);
    let mark = body.mark.filter(|mark| (0..=1).contains(mark));
    call.write(|tx| {
        let code = take(tx, id, body.version)?;
        write(tx, id, &[("intention_mark", mark.map_or(Value::Null, Value::Int))])?;
        let done = match mark {
            Some(1) => "标记意向",
            Some(_) => "不是意向",
            None => "取消意向",
        };
        tx.log(entry(id, code, "修改").did("修改", done))
    })?;
    Ok(Answer::Data(Json::Null))
}

/// GET /hrs/orgPermission/{id}: the tree of nodes with those the company has.
fn permissions(call: &mut Call) -> Outcome {
    let (id, now) = (call.path_id("id")?, call.now());
    let english = call.language().starts_with("en");
    call.read(|conn| {
        let mut select = sql::from_global("org");
        select.columns(["version", "edition"]).and_where(sql::eq("id", id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let text = |ids: BTreeSet<i64>| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        let of_edition = edition::nodes_of(conn, &row.get::<String>(1)?)?.unwrap_or_default();
        Ok(Answer::Data(json!({
            "version": row.get::<i64>(0)?,
            "permissionIds": text(permission::granted(conn, id.0, now)?),
            "editionIds": text(of_edition),
            "nodes": permission::nodes_json(conn, english, |node| !node.platform)?,
        })))
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Permissions {
    version: i64,
    permission_ids: BTreeSet<Id>,
}

/// PUT /hrs/orgPermission/{id}: writes the difference.
fn save_permissions(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Permissions>()?);
    call.actor()?.need_proof()?;
    let version = call.write(|tx| {
        let code = take(tx, id, body.version)?;
        let open = permission::open_to_editions(tx)?;
        let wanted: BTreeSet<i64> = body.permission_ids.iter().map(|id| id.0).filter(|id| open.contains(id)).collect();
        let now = tx.now;
        let has = permission::granted(tx, id.0, now)?;
        let added: Vec<i64> = wanted.difference(&has).copied().collect();
        let removed: Vec<i64> = has.difference(&wanted).copied().collect();
        permission::set_granted(tx, id.0, &wanted, true)?;
        raise_permission_version(tx, id.0)?;
        let change = Change {
            field: "permissionIds".to_owned(),
            label: "权限".to_owned(),
            old: permission::codes_text(tx, &removed)?,
            new: permission::codes_text(tx, &added)?,
        };
        tx.log(entry(id, code, "配置权限").changes(vec![change]))?;
        Ok(body.version + 1)
    })?;
    Ok(Answer::Data(json!({ "version": version })))
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
