//! 用户管理. Accounts of the org: who has one, where he works, what he may do and see.

mod identity;
pub(crate) mod leaving;
pub(crate) mod login;
pub(crate) mod moves;
mod part_time;
mod reach;
mod removal;
pub(crate) mod rules;

use kernel::{Id, Msg};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::document;
use platform::document::{FormPage, Section};
use platform::field::{Choice, Field};
use platform::import::Import;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait, Query};
use platform::store::{Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

pub(crate) use identity::{is_mail, is_phone, masked};
pub(crate) use removal::forget_person;
pub(crate) use rules::holds_all;

/// The administrator of an org is not treated like an employee.
pub(crate) const ADMIN_STAYS: Msg =
    Msg::new("user.admin", "管理员账号不能执行此操作", "This can't be done with the administrator's account.");

const SEXES: &[Choice] = &[Choice::new("男", "男", "Male"), Choice::new("女", "女", "Female")];
/// Kinds of papers a person is known by.
pub const ID_TYPES: &[Choice] = &[
    Choice::new("身份证", "身份证", "Resident ID"),
    Choice::new("护照", "护照", "Passport"),
    Choice::new("其他", "其他", "Other"),
];
const EMPLOYMENTS: &[Choice] = &[
    Choice::new("全职", "全职", "Full-time"),
    Choice::new("兼职", "兼职", "Part-time"),
    Choice::new("实习", "实习", "Intern"),
    Choice::new("劳务派遣", "劳务派遣", "Agency"),
];
/// Data levels; 0 leaves it to the roles.
const LEVELS: &[Choice] = &levels(Choice::new("0", "按角色", "By role"));
/// Data levels in force; where the roles differ from scope to scope there is none.
const EFFECTIVE: &[Choice] = &levels(Choice::new("0", "按业务不同", "Differs by business"));

const fn levels(none: Choice) -> [Choice; 6] {
    [
        none,
        Choice::new("1", "本人", "Own"),
        Choice::new("2", "本人及工作组", "Own and workgroup"),
        Choice::new("3", "本部门", "Department"),
        Choice::new("4", "本部门及下级", "Department and below"),
        Choice::new("5", "全公司", "Company"),
    ]
}

pub(crate) const STATES: &[Choice] = &[
    Choice::new("在职", "在职", "Employed").tone("ready"),
    Choice::new("停用", "停用", "Stopped").tone("warning"),
    Choice::new("锁定", "锁定", "Locked").tone("warning"),
    Choice::new("离职", "离职", "Left").tone("done"),
    Choice::new("黑名单", "黑名单", "Blacklisted").tone("danger"),
];

document! {
    /// One account.
    pub struct User in "app_user" {
        /// Person behind it.
        login_id: Id = Field::reference("", "登录", "Login").read_only(),
        /// 0 phone, 1 e-mail, 2 administrator.
        login_type: i64 = Field::int("登录方式", "Log-in by").read_only(),
        /// `superAdmin`, `admin` or nothing.
        admin_role: String = Field::text("管理员", "Administrator").read_only(),
        /// Short name at log-in.
        login_name: String = Field::text("账号", "Account").read_only(),
        /// Name.
        name_cn: String = Field::text("用户名", "Name").wire("userName").required().max(40),
        /// English name.
        name_en: String = Field::text("英文名", "English name").wire("userEname").max(40),
        /// Address the company writes to.
        email: String = Field::text("邮箱", "E-mail").wire("userEmail").read_only().max(80),
        /// Number in the company.
        job_number: String = Field::text("工号", "Job number").max(20),
        /// Sex.
        sex: String = Field::select(SEXES, "性别", "Sex"),
        /// Birthday.
        birthday: String = Field::day("生日", "Birthday"),
        /// Kind of paper.
        id_type: String = Field::select(ID_TYPES, "证件类型", "Paper"),
        /// Number of the paper, its middle hidden.
        id_number_masked: String = Field::text("证件号", "ID number").read_only(),
        /// The number, sealed.
        id_number_sealed: Option<Vec<u8>> = Field::text("证件号密文", "Sealed ID number").read_only(),
        /// The number's keyed hash.
        id_number_hash: Option<Vec<u8>> = Field::text("证件号摘要", "Hash of the ID number").read_only(),
        /// Kind of employment.
        employment_type: String = Field::select(EMPLOYMENTS, "劳务类型", "Employment").initially("\"全职\""),
        /// First day.
        hire_date: String = Field::day("入职日期", "Hired on"),
        /// Main department.
        dept_id: Option<Id> = Field::reference("dept", "主部门", "Main department").required(),
        /// Position there.
        job_position: String = Field::text("职位", "Position").max(20),
        /// Data level of orders; 0 leaves it to the roles.
        order_permission: i64 = Field::select(LEVELS, "数据范围", "Data scope").required().initially("\"0\""),
        /// Answers customers in the chat.
        online_service: bool = Field::flag("在线客服", "Online service").initially("false"),
        /// Curriculum vitae.
        resume: String = Field::long("简历", "Curriculum vitae").max(500),
        /// Family.
        family: String = Field::long("家庭信息", "Family").max(500),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(500),
        /// 1 employed, 0 left.
        user_status: i64 = Field::int("在职", "Employed").read_only(),
        /// May log in.
        active: bool = Field::flag("启用", "Active").read_only(),
        /// Language of the pages.
        page_language: String = Field::text("语言", "Language").read_only(),
        /// Last day.
        leave_date: String = Field::day("离职日期", "Left on").read_only(),
        /// Why he left.
        leave_reason: String = Field::text("离职原因", "Reason for leaving").read_only(),
        /// Day of the blacklisting.
        blacklist_date: String = Field::day("黑名单日期", "Blacklisted on").read_only(),
        /// Why.
        blacklist_reason: String = Field::text("黑名单原因", "Reason for blacklisting").read_only(),
    }
}

const PHONE_AREA: Field = Field::text("区号", "Dialling code").wire("phoneArea").required().max(5).initially("\"86\"");
/// A new account can do without: its owner is asked for his number by his personal settings.
const PHONE: Field = Field::text("手机号", "Mobile phone").wire("phone").max(30);
const EMAIL: Field = Field::text("邮箱", "E-mail").wire("email").max(80);
const ID_NUMBER: Field = Field::text("证件号", "ID number").wire("idNumber").max(30);
const ROLE_IDS: Field = Field::many("role", "角色", "Roles").wire("roleIds");
const WORKGROUP_IDS: Field = Field::many("anyWorkgroup", "工作组", "Workgroups").wire("workgroupIds");
const EXTRA_DEPTS: Field = Field::many("dept", "额外可见部门", "Further departments").wire("extraDeptIds");
const EXTRA_GROUPS: Field =
    Field::many("anyWorkgroup", "额外可见工作组", "Further workgroups").wire("extraWorkgroupIds");
const EXTRA_COOPS: Field = Field::many("coop", "额外可见客户", "Further customers").wire("extraCoopIds");
const EXCEPT_DEPTS: Field = Field::many("dept", "排除部门", "Excluded departments").wire("exceptDeptIds");
const EXCEPT_COOPS: Field = Field::many("coop", "排除客户", "Excluded customers").wire("exceptCoopIds");

/// Several names of an account in one text, by a sub-select.
macro_rules! joined {
    ($name:ident, $sql:literal) => {
        pub(crate) fn $name() -> Expr {
            Expr::cust($sql)
        }
    };
}

joined!(
    role_names,
    "(SELECT string_agg(r.name, ',' ORDER BY r.name) FROM user_role ur JOIN role r ON r.org_id = ur.org_id \
     AND r.id = ur.role_id WHERE ur.org_id = app_user.org_id AND ur.user_id = app_user.id)"
);
joined!(
    workgroup_names,
    "(SELECT string_agg(w.name, ',' ORDER BY w.name) FROM workgroup_user wu JOIN workgroup w ON w.org_id = wu.org_id \
     AND w.id = wu.workgroup_id WHERE wu.org_id = app_user.org_id AND wu.user_id = app_user.id)"
);
// Full names without the root, the main department first.
joined!(
    dept_names,
    "(SELECT string_agg(CASE WHEN d.parent_id IS NULL THEN d.full_name ELSE substr(d.full_name, \
     length(top.full_name) + 2) END, ',' ORDER BY CASE WHEN d.id = app_user.dept_id THEN 0 ELSE 1 END, d.code) \
     FROM dept d JOIN dept top ON top.org_id = d.org_id AND top.parent_id IS NULL WHERE d.org_id = app_user.org_id \
     AND (d.id = app_user.dept_id OR d.id IN (SELECT ud.dept_id FROM user_dept ud \
     WHERE ud.org_id = app_user.org_id AND ud.user_id = app_user.id)))"
);
joined!(
    state,
    "CASE WHEN app_user.blacklist_date IS NOT NULL THEN '黑名单' WHEN app_user.user_status = 0 THEN '离职' \
     WHEN NOT app_user.active THEN '停用' ELSE '在职' END"
);
// Who is employed and has a lock: until when, for `told_state` to judge.
joined!(
    stored_state,
    "CASE WHEN app_user.blacklist_date IS NOT NULL THEN '黑名单' WHEN app_user.user_status = 0 THEN '离职' \
     WHEN NOT app_user.active THEN '停用' ELSE COALESCE((SELECT CAST(l.locked_until AS text) FROM login l \
     WHERE l.id = app_user.login_id), '在职') END"
);
joined!(
    phone,
    "(SELECT CASE WHEN l.phone IS NULL THEN NULL WHEN length(l.phone) < 8 THEN l.phone \
     ELSE substr(l.phone, 1, 3) || '****' || substr(l.phone, length(l.phone) - 3) END \
     FROM login l WHERE l.id = app_user.login_id)"
);
joined!(
    openid_account,
    "(SELECT string_agg(COALESCE(b.account, b.sub), ',' ORDER BY b.id) FROM openid_binding b \
     WHERE b.org_id = app_user.org_id AND b.user_id = app_user.id)"
);
joined!(locked_until, "(SELECT l.locked_until FROM login l WHERE l.id = app_user.login_id)");
// Rule 5: the administrator's is the company, a user's his own, else the highest of his active roles for each scope.
joined!(
    effective_level,
    "CASE WHEN app_user.admin_role IS NOT NULL THEN 5 WHEN app_user.order_permission > 0 THEN app_user.order_permission \
     ELSE (SELECT CASE WHEN COUNT(*) = 0 OR MIN(held.level) >= 5 THEN 5 WHEN COUNT(*) = 8 \
     AND MIN(held.level) = MAX(held.level) THEN MIN(held.level) ELSE 0 END FROM (SELECT MAX(s.level) AS level \
     FROM user_role ur JOIN role r ON r.org_id = ur.org_id AND r.id = ur.role_id AND r.active JOIN role_data_scope s \
     ON s.org_id = r.org_id AND s.role_id = r.id AND s.class = 'order' WHERE ur.org_id = app_user.org_id \
     AND ur.user_id = app_user.id GROUP BY s.scope) AS held) END"
);

const LAST_LOGIN: Field = Field::instant("最近登录", "Last log-in").column("last_login_at");
const STATE: Field = Field::state(STATES, "状态", "State").wire("state");
const CREATOR: Field = Field::text("创建人", "Created by").column("name_cn").wire("createdByName");

/// The accounts of the org.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
        Join { table: "login", alias: "person", on: &[("login_id", "id")], by_org: false },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(User::ADMIN_ROLE).hidden(),
        Column::own(User::NAME_CN).width(110),
        Column::expr(stored_state, STATE).read_as(told_state).width(90),
        Column::own(User::NAME_EN).width(120).behind(),
        Column::own(User::JOB_NUMBER).width(90).behind(),
        Column::own(User::EMAIL).width(190).copy(),
        Column::expr(phone, Field::text("电话号", "Phone").wire("phone")).width(120).unsorted(),
        Column::expr(dept_names, Field::text("部门", "Departments").wire("deptNames")).width(200),
        Column::own(User::JOB_POSITION).width(100),
        Column::expr(role_names, Field::text("角色", "Roles").wire("roleNames")).width(150),
        Column::expr(effective_level, Field::state(EFFECTIVE, "数据范围", "Data scope").wire("dataScope")).width(110),
        Column::expr(workgroup_names, Field::text("工作组", "Workgroups").wire("workgroupNames")).width(140),
        Column::own(User::EMPLOYMENT_TYPE).width(90),
        Column::own(User::SEX).behind(),
        Column::own(User::BIRTHDAY).behind(),
        Column::own(User::HIRE_DATE).width(110),
        Column::own(User::ID_TYPE).behind(),
        Column::own(User::ID_NUMBER_MASKED).width(180).behind(),
        Column::own(User::LEAVE_DATE).behind(),
        Column::own(User::LEAVE_REASON).behind(),
        Column::own(User::BLACKLIST_DATE).behind(),
        Column::own(User::BLACKLIST_REASON).behind(),
        Column::own(User::ONLINE_SERVICE).behind(),
        Column::of("person", LAST_LOGIN).width(160),
        Column::expr(locked_until, Field::instant("锁定至", "Locked until").wire("lockedUntil")).behind(),
        Column::expr(openid_account, Field::text("单点登录账号", "Single sign-on account").wire("openidAccount"))
            .behind(),
        Column::of("creator", CREATOR).behind(),
        Column::own(Field::instant("创建时间", "Created").column("created_at")).behind(),
        Column::own(Field::instant("修改时间", "Changed").column("updated_at")).behind(),
    ],
    filters: &[
        Filter::new("userName", Match::Contains, Field::text("用户名", "Name")).columns(&[
            ("app_user", "name_cn"),
            ("app_user", "name_en"),
            ("app_user", "login_name"),
            ("app_user", "job_number"),
        ]),
        Filter::new("phone", Match::Own(by_phone), Field::text("电话号", "Phone")),
        Filter::new("userEmail", Match::Contains, User::EMAIL),
        Filter::new("state", Match::Own(by_state), Field::select(STATES, "状态", "State").wire("state")),
        Filter::new("roleId", Match::Own(by_role), Field::reference("role", "角色", "Role")),
        Filter::new("deptId", Match::Own(by_dept), Field::reference("dept", "部门", "Department")),
        Filter::new("workgroupId", Match::Own(by_group), Field::reference("anyWorkgroup", "工作组", "Workgroup"))
            .more(),
        Filter::new("employmentType", Match::OneOf, User::EMPLOYMENT_TYPE).more(),
        Filter::new("isLeft", Match::Flag(has_left), Field::flag("是否离职", "Left")).more(),
        Filter::new("isBlack", Match::Flag(is_black), Field::flag("是否黑名单", "Blacklisted")).more(),
        Filter::new("birthday", Match::Range, User::BIRTHDAY).more(),
        Filter::new("hireDate", Match::Range, User::HIRE_DATE).more(),
        Filter::new("leaveDate", Match::Range, User::LEAVE_DATE).more(),
        Filter::new("blacklistDate", Match::Range, User::BLACKLIST_DATE).more(),
        Filter::new("lastLoginAt", Match::Range, LAST_LOGIN).columns(&[("person", "last_login_at")]).more(),
        Filter::new("updatedAt", Match::Range, Field::instant("修改时间", "Changed").column("updated_at")).more(),
        Filter::new("noRole", Match::Flag(without_role), Field::flag("未分配角色", "Without a role")).more(),
        Filter::new("idleDays", Match::Own(idle), Field::int("未登录天数", "Days without log-in")).more(),
        Filter::new(
            "passwordEnds",
            Match::Own(password_ends),
            Field::int("密码到期天数", "Days to the password's end"),
        )
        .more(),
    ],
    buttons: &[
        Button::new("sys_user_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_user_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_user_override", ("个人权限", "Own permissions"), "row", "custom"),
        Button::new("sys_user_parttime_save", ("兼职部门", "Part-time departments"), "row", "custom"),
        // The same dialog, for who may remove alone.
        Button::new("sys_user_parttime_del", ("兼职部门", "Part-time departments"), "row", "custom"),
        Button::new("sys_user_idnumber", ("查看证件号", "Show ID number"), "row", "custom"),
        Button::new("sys_user_resetpass", ("重置密码", "Reset password"), "row", "custom"),
        Button::new("sys_user_unlock", ("解锁", "Unlock"), "row", "custom"),
        Button::new("sys_user_openid", ("解除绑定", "Remove binding"), "row", "custom"),
        Button::new("sys_user_stop", ("停用/启用", "Stop or start"), "row", "custom"),
        Button::new("sys_user_leave", ("离职", "Leave"), "row", "custom"),
        Button::new("sys_user_resume", ("复职", "Resume"), "row", "custom"),
        Button::new("sys_user_black", ("黑名单", "Blacklist"), "row", "custom"),
        Button::new("sys_user_del", ("删除", "Delete"), "row", "remove"),
        Button::import("sys_user_import", "POST /hrs/user/import"),
        Button::new("sys_user_export", ("导出", "Export"), "toolbar", "export"),
        Button::new("sys_user_export_address", ("导出通讯录", "Export address book"), "toolbar", "custom"),
    ],
    export: "sys_user_export",
    decorate: Some(decorate),
    form: "hrs.user.form",
    ..ListPage::new("hrs.user.list", "/hrs_user", ("用户管理", "Users"), "hrs_user", "/hrs/user", "app_user")
};

/// 部门, 姓名, 手机号码, 工作邮箱, sorted by department and name.
const ADDRESS_BOOK: ListPage = ListPage {
    joins: &[
        Join { table: "dept", alias: "place", on: &[("dept_id", "id")], by_org: true },
        Join { table: "login", alias: "person", on: &[("login_id", "id")], by_org: false },
    ],
    columns: &[
        Column::of("place", Field::text("部门", "Department").column("full_name")),
        Column::own(Field::text("姓名", "Name").column("name_cn")),
        Column::expr(whole_phone, Field::text("手机号码", "Mobile phone").wire("phone")),
        Column::own(Field::text("工作邮箱", "E-mail").column("email")),
    ],
    visible: Some(employed),
    sort: "fullName,asc;nameCn,asc",
    ..ListPage::new("hrs.address.list", "/hrs_user", ("通讯录", "Address book"), "hrs_user", "/hrs/user", "app_user")
};

joined!(whole_phone, "(person.phone_area || '-' || person.phone)");

fn employed(_: &Actor) -> Condition {
    Condition::all().add(sql::of_eq("app_user", "active", true))
}

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let text = |name: &str| match row.value(name) {
        Value::Text(text) => text.clone(),
        _ => String::new(),
    };
    let locked = matches!(row.value("lockedUntil"), Value::Int(until) if *until > actor.now.millis());
    let mut codes = match (text("adminRole").is_empty(), text("state").as_str()) {
        (_, "离职") => vec!["sys_user_resume", "sys_user_black", "sys_user_idnumber", "sys_user_del"],
        (_, "黑名单") => vec!["sys_user_idnumber"],
        (false, _) => vec!["sys_user_edit", "sys_user_resetpass"],
        (true, _) => vec![
            "sys_user_edit",
            "sys_user_override",
            if actor.has("sys_user_parttime_save") { "sys_user_parttime_save" } else { "sys_user_parttime_del" },
            "sys_user_idnumber",
            "sys_user_resetpass",
            "sys_user_stop",
            "sys_user_leave",
            "sys_user_black",
            "sys_user_del",
        ],
    };
    if locked {
        codes.push("sys_user_unlock");
    }
    if !text("openidAccount").is_empty() {
        codes.push("sys_user_openid");
    }
    if text("idNumberMasked").is_empty() {
        codes.retain(|code| *code != "sys_user_idnumber");
    }
    list::write_can(actor, &codes, out);
}

/// The state as it is now: a lock that has ended is none.
fn told_state(actor: &Actor, stored: &Value) -> Value {
    let Value::Text(text) = stored else { return stored.clone() };
    match text.parse::<i64>() {
        Ok(until) if until > actor.now.millis() => Value::Text("锁定".to_owned()),
        Ok(_) => Value::Text("在职".to_owned()),
        Err(_) => stored.clone(),
    }
}

/// Accounts whose person has a phone number with these digits.
fn by_phone(_: &Actor, digits: &str) -> Result<Condition, Refusal> {
    let mut logins = Query::select();
    logins.column("id").from("login").and_where(sql::contains(sql::of("login", "phone"), digits));
    Ok(Condition::all().add(sql::of("app_user", "login_id").in_subquery(logins)))
}

fn by_state(actor: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    let locked = || {
        let mut logins = Query::select();
        let until = sql::of("login", "locked_until");
        logins.column("id").from("login").and_where(until.gt(sql::value(actor.now.millis())));
        sql::of("app_user", "login_id").in_subquery(logins)
    };
    Ok(match wanted {
        "锁定" => Condition::all().add(locked()).add(sql::of_eq("app_user", "active", true)),
        "在职" => Condition::all().add(state().eq(sql::value(wanted.to_owned()))).add(locked().not()),
        other => Condition::all().add(state().eq(sql::value(other.to_owned()))),
    })
}

fn id_of(text: &str) -> Id {
    Id(text.parse().unwrap_or(0))
}

/// Accounts with a row in a table of pairs.
fn having(actor: &Actor, table: &'static str, column: &'static str, id: &str) -> Result<Condition, Refusal> {
    let mut pairs = Query::select();
    pairs.column("user_id").from(table).and_where(sql::of_eq(table, "org_id", actor.org_id)).and_where(sql::of_eq(
        table,
        column,
        id_of(id),
    ));
    Ok(Condition::all().add(sql::of("app_user", "id").in_subquery(pairs)))
}

fn by_role(actor: &Actor, id: &str) -> Result<Condition, Refusal> {
    having(actor, "user_role", "role_id", id)
}

fn by_group(actor: &Actor, id: &str) -> Result<Condition, Refusal> {
    having(actor, "workgroup_user", "workgroup_id", id)
}

/// A department and those below it, main or part-time.
fn by_dept(actor: &Actor, id: &str) -> Result<Condition, Refusal> {
    let below = || {
        let mut depts = Query::select();
        depts
            .column(("dept", "id"))
            .from("dept")
            .join_as(
                platform::sea_query::JoinType::InnerJoin,
                "dept",
                "top",
                Expr::cust("top.org_id = dept.org_id AND substr(dept.code, 1, length(top.code)) = top.code"),
            )
            .and_where(sql::of_eq("dept", "org_id", actor.org_id))
            .and_where(sql::of_eq("top", "id", id_of(id)));
        depts
    };
    let mut part_time = Query::select();
    part_time
        .column("user_id")
        .from("user_dept")
        .and_where(sql::of_eq("user_dept", "org_id", actor.org_id))
        .and_where(sql::of("user_dept", "dept_id").in_subquery(below()));
    Ok(Condition::any()
        .add(sql::of("app_user", "dept_id").in_subquery(below()))
        .add(sql::of("app_user", "id").in_subquery(part_time)))
}

/// Active accounts without an active role.
fn without_role(actor: &Actor, wanted: bool) -> Condition {
    let mut held = Query::select();
    held.column("user_id").from("user_role").and_where(sql::of_eq("user_role", "org_id", actor.org_id)).and_where(
        Expr::cust(
            "EXISTS (SELECT 1 FROM role r WHERE r.org_id = user_role.org_id AND r.id = user_role.role_id \
                    AND r.active)",
        ),
    );
    let none = sql::of("app_user", "id").in_subquery(held).not();
    let none = none.and(Expr::cust("app_user.admin_role IS NULL")).and(sql::of_eq("app_user", "active", true));
    Condition::all().add(if wanted { none } else { none.not() })
}

fn has_left(_: &Actor, wanted: bool) -> Condition {
    Condition::all().add(sql::of_eq("app_user", "user_status", if wanted { 0i64 } else { 1 }))
}

fn is_black(_: &Actor, wanted: bool) -> Condition {
    let listed = sql::of("app_user", "blacklist_date").is_not_null();
    Condition::all().add(if wanted { listed } else { listed.not() })
}

fn days_ms(days: &str) -> i64 {
    days.parse::<i64>().unwrap_or(0).clamp(0, 36_500) * 24 * 60 * 60 * 1000
}

/// Active accounts whose person's password comes to its end within so many days.
fn password_ends(actor: &Actor, days: &str) -> Result<Condition, Refusal> {
    let end = || sql::of("person", "password_changed_at").add(crate::security::password_life());
    let now = actor.now.millis();
    Ok(Condition::all()
        .add(sql::of_eq("app_user", "active", true))
        .add(end().gt(sql::value(now)))
        .add(end().lte(sql::value(now + days_ms(days)))))
}

/// Active accounts that did not log in for so many days.
fn idle(actor: &Actor, days: &str) -> Result<Condition, Refusal> {
    let since = actor.now.millis() - days_ms(days);
    let last = sql::of("person", "last_login_at");
    Ok(Condition::all()
        .add(sql::of_eq("app_user", "active", true))
        .add(last.clone().is_null().or(last.lt(sql::value(since)))))
}

/// New accounts. What the persons log in with is told once to who imported them.
const IMPORT: Import = Import {
    columns: &[
        User::NAME_CN,
        User::NAME_EN,
        PHONE_AREA,
        PHONE,
        EMAIL,
        Field { zh: "部门编号", en: "Department code", ..User::DEPT_ID },
        User::JOB_POSITION,
        ROLE_IDS,
        User::HIRE_DATE,
        User::EMPLOYMENT_TYPE,
    ],
    needed: &[
        (PHONE, ("与邮箱至少填一项", "this or an e-mail")),
        (EMAIL, ("与手机号至少填一项", "this or a mobile phone")),
        (ROLE_IDS, ("必填", "required")),
    ],
    answers: &[Field::text("初始密码", "First password").wire("oneTimePassword")],
    ..Import::with("sys_user_import")
};

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_user_add", "sys_user_edit", "sys_user_del", ""],
    page: "/hrs_user",
    object_type: "user",
    level: Level::High,
    rules: Some(rules::check),
    after: Some(rules::write_rest),
    view_more: Some(rules::view_rest),
    remove_rule: Some(removal::remove_rule),
    members: &[
        "phoneArea",
        "phone",
        "email",
        "idNumber",
        "roleIds",
        "workgroupIds",
        "extraDeptIds",
        "extraWorkgroupIds",
        "extraCoopIds",
        "exceptDeptIds",
        "exceptCoopIds",
    ],
    new_rows: &[part_time::ROWS],
    import: IMPORT,
    sections: &[
        Section {
            key: "person",
            title: ("基本信息", "Person"),
            fields: &[
                User::NAME_CN,
                User::NAME_EN,
                PHONE_AREA,
                PHONE,
                EMAIL,
                User::JOB_NUMBER,
                User::SEX,
                User::BIRTHDAY,
                User::ID_TYPE,
                ID_NUMBER,
                User::EMPLOYMENT_TYPE,
                User::HIRE_DATE,
            ],
        },
        Section { key: "post", title: ("岗位", "Position"), fields: &[User::DEPT_ID, User::JOB_POSITION] },
        Section {
            key: "rights",
            title: ("权限", "Rights"),
            fields: &[
                ROLE_IDS,
                User::ORDER_PERMISSION,
                WORKGROUP_IDS,
                EXTRA_DEPTS,
                EXTRA_GROUPS,
                EXTRA_COOPS,
                EXCEPT_DEPTS,
                EXCEPT_COOPS,
                User::ONLINE_SERVICE,
            ],
        },
        Section { key: "more", title: ("其他", "More"), fields: &[User::RESUME, User::FAMILY, User::REMARK] },
    ],
    ..FormPage::of::<User>("hrs.user.form", ("用户", "User"), ("hrs_user", "/hrs/user", "user"), User::NAME_CN)
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_user", zh, en, sort);
    room.nodes.extend([
        Node::page("/hrs_user", "/hrsManager/staff", "用户管理", "Users", 20),
        button("sys_user_add", "新增", "New", 10),
        button("sys_user_edit", "修改", "Edit", 20),
        button("sys_user_del", "删除", "Delete", 30),
        button("sys_user_leave", "离职", "Leave", 40),
        button("sys_user_resume", "复职", "Resume", 50),
        button("sys_user_black", "黑名单", "Blacklist", 60),
        button("sys_user_stop", "停用/启用", "Stop or start", 70),
        button("sys_user_resetpass", "重置密码", "Reset password", 80),
        button("sys_user_unlock", "解锁", "Unlock", 90),
        button("sys_user_openid", "解除绑定", "Remove binding", 95),
        button("sys_user_parttime_save", "兼职新增", "Add part-time department", 100),
        button("sys_user_parttime_del", "兼职删除", "Remove part-time department", 110),
        button("sys_user_override", "个人权限", "Own permissions", 120),
        button("sys_user_idnumber", "查看证件号", "Show ID number", 130),
        button("sys_user_import", "导入", "Import", 135),
        button("sys_user_export", "导出", "Export", 140),
        button("sys_user_export_address", "导出通讯录", "Export address book", 150),
    ]);
    room.selects.push(("anyWorkgroup", crate::setup::offer_any_workgroup));
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.changes());
    room.operations.extend(moves::operations());
    room.operations.extend(part_time::operations());
    room.operations.extend(reach::operations());
    room.operations.extend([
        Operation::get("get_user", "/hrs/user/{id}", Access::LoggedIn, view)
            .summary("An account for those who keep them; for everybody his own, with the personal settings"),
        Operation::get("count_user", "/hrs/user/count", Access::Code("hrs_user"), count)
            .summary("Accounts used, and how many there may be"),
        Operation::post("export_user_address", "/hrs/user/exportAddress", Access::Code("sys_user_export_address"), {
            |call: &mut Call| list::workbook(&ADDRESS_BOOK, call)
        }),
        Operation::get("get_user_id_number", "/hrs/user/idNumber/{id}", Access::Code("sys_user_idnumber"), id_number),
    ]);
}

/// Accounts that count: employed, without the administrator.
pub(crate) fn used(conn: &mut dyn Conn, org: i64) -> Result<i64, Refusal> {
    let mut select = sql::from(org, "app_user");
    select
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::eq("user_status", 1i64))
        .and_where(sql::col("admin_role").is_null());
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// How many accounts an org may have.
pub(crate) fn limit(conn: &mut dyn Conn, org: i64) -> Result<i64, Refusal> {
    let mut select = sql::from_global("org");
    select.column("user_limit").and_where(sql::eq("id", org));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// GET /hrs/user/{id}: the form's members for those who keep accounts, and his own settings for everyone.
fn view(call: &mut Call) -> Outcome {
    let (id, actor) = (call.path_id("id")?, call.actor()?);
    let (org, keeps) = (actor.org_id, actor.has("hrs_user"));
    if id != actor.user_id {
        actor.need("hrs_user")?;
        return FORM.view(call);
    }
    let own = call.read(|conn| crate::personal::shown(conn, org, id))?;
    let form = if keeps { FORM.view(call)? } else { Answer::Data(Json::Object(Map::new())) };
    match form {
        Answer::Data(Json::Object(mut all)) => {
            all.extend(own);
            Ok(Answer::Data(Json::Object(all)))
        }
        other => Ok(other),
    }
}

/// GET /hrs/user/count.
fn count(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    call.read(|conn| Ok(Answer::Data(json!({ "used": used(conn, org)?, "limit": limit(conn, org)? }))))
}

/// GET /hrs/user/idNumber/{id}: the whole number, for those who may; leaves a log line.
fn id_number(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.actor()?.need_any_proof()?;
    let number = call.write(|tx| {
        let mut select = sql::from(tx.org(), "app_user");
        select.columns(["id_number_sealed", "name_cn"]).and_where(sql::eq("id", id));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let sealed: Option<Vec<u8>> = row.get(0)?;
        let entry = platform::log::LogEntry::of("user", id, row.get::<String>(1)?, "/hrs_user");
        tx.log(entry.did("查看", "查看证件号").level(Level::Low))?;
        sealed.map_or_else(|| Ok(String::new()), |sealed| tx.app.secrets.open(&sealed))
    })?;
    Ok(Answer::Data(json!({ "idNumber": number })))
}
