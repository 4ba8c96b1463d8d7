//! Layer base, first half: the organisations and people of the fixture, and the platform itself.

use hrs::first_roles::{FIRST_ROLES, FirstRole};
use hrs::setup::{self, NewOrg, NewUser};
use kernel::{Id, Instant};
use platform::PLATFORM_ORG;
use platform::access::{LEVEL_GROUP, random_bytes};
use platform::call::App;
use platform::refusal::Refusal;
use platform::store::{Conn, Stmt};

/// The working org of the fixture.
pub const DEMO: i64 = 2;
/// Its child.
pub const DEMOSH: i64 = 3;
/// The expired org.
pub const TRIAL: i64 = 4;

/// A person of the fixture.
struct Person {
    org: i64,
    login: &'static str,
    name: &'static str,
    dept: &'static str,
    role: &'static str,
    order_permission: Option<i64>,
    admin_role: &'static str,
}

const fn person(org: i64, login: &'static str, name: &'static str, dept: &'static str, role: &'static str) -> Person {
    Person { org, login, name, dept, role, order_permission: None, admin_role: "" }
}

const fn admin(org: i64, login: &'static str, name: &'static str, dept: &'static str, role: &'static str) -> Person {
    let mut one = person(org, login, name, dept, "");
    one.admin_role = role;
    one
}

#[rustfmt::skip]
const PEOPLE: &[Person] = &[
    admin(PLATFORM_ORG, "superAdmin", "平台管理员", "平台", "superAdmin"),
    person(PLATFORM_ORG, "pf01", "平台数据员", "平台", "平台数据"),
    admin(DEMO, "demo-admin", "管理员", "演示货运", "admin"),
    person(DEMO, "sales01", "销售一", "销售一部", "销售员"),
    Person { order_permission: Some(3), ..person(DEMO, "sales02", "销售二", "销售二部", "销售员") },
    person(DEMO, "cs01", "客服一", "操作部", "客服"),
    person(DEMO, "cs02", "客服二", "操作部", "客服"),
    person(DEMO, "op01", "操作一", "操作部", "操作员"),
    person(DEMO, "mgr01", "经理一", "销售部", "部门经理"),
    person(DEMO, "fin01", "财务一", "财务部", "财务"),
    person(DEMO, "ceo01", "总经理一", "演示货运", "总经理"),
    person(DEMO, "doc01", "单证一", "操作部", "单证"),
    person(DEMO, "wh01", "仓库一", "操作部", "仓库"),
    person(DEMO, "buy01", "采购一", "操作部", "采购"),
    person(DEMO, "nobody", "无权限", "演示货运", "无权限"),
    person(DEMOSH, "sh01", "上海操作一", "演示货运上海", "操作员"),
    admin(TRIAL, "trial01", "体验管理员", "体验公司", "admin"),
];

/// Departments by org: code, name, code of the one above.
const DEPTS: &[(i64, &str, &str, &str)] = &[
    (PLATFORM_ORG, "101", "平台", ""),
    (DEMO, "111", "演示货运", ""),
    (DEMO, "111001", "销售部", "111"),
    (DEMO, "111001001", "销售一部", "111001"),
    (DEMO, "111001002", "销售二部", "111001"),
    (DEMO, "111002", "操作部", "111"),
    (DEMO, "111003", "财务部", "111"),
    (DEMOSH, "121", "演示货运上海", ""),
    (TRIAL, "131", "体验公司", ""),
];

/// Roles of the fixture beside those every company begins with.
#[rustfmt::skip]
const OTHERS: &[FirstRole] = &[
    FirstRole { name: "平台数据", holds: &["af_tact", "af-tact", "af_surcharge", "af-surcharge", "af_airport", "af-airport", "af_carrier", "af-carrier", "af_destination_rule", "af-destrule", "prm_category", "prm-cat"], without: &[], level: 5 },
    FirstRole { name: "采购", holds: &["af_tact", "af-tact", "af_surcharge", "af-surcharge", "af_airport", "af_carrier", "prm_coop", "af_enquiry_manage", "af-enq", "af_inquiry_compare", "af-compare", "af-price-cost", "af_inquiry_agent", "af-iagent"], without: &[], level: 5 },
    FirstRole { name: "无权限", holds: &[], without: &[], level: 5 },
];

/// Levels of air export that the fixture has otherwise than a new company.
const LEVELS: [(&str, i64); 2] = [("客服", 5), ("操作员", 2)];
/// Who sees the group.
const GROUP_VIEW: &str = "总经理";

/// Makes the platform org with its keeper's department and no people: what every deployment has.
pub fn platform_org(app: &App, conn: &mut dyn Conn) -> Result<(), Refusal> {
    let stop_at = never();
    setup::create_org(app, conn, &org(PLATFORM_ORG, "PLAT", "平台", "INTERNAL", 99, stop_at, None))
}

fn never() -> Instant {
    Instant::parse(setup::NEVER_STOPS).unwrap_or(Instant::from_millis(i64::MAX))
}

fn org<'a>(
    id: i64,
    code: &'a str,
    name: &'a str,
    edition: &'a str,
    user_limit: i64,
    stop_at: Instant,
    group_id: Option<i64>,
) -> NewOrg<'a> {
    NewOrg { id, code, name, edition, user_limit, stop_at, group_id, social_credit_code: "", short_code: "" }
}

/// Makes the organisations, departments, roles, people and workgroups of the fixture. The platform
/// org must exist. Every person has the same password.
pub fn fixture(app: &App, password: &str) -> Result<(), Refusal> {
    app.system_write(|conn| {
        orgs(app, conn)?;
        let depts = depts(app, conn)?;
        let roles = roles(app, conn)?;
        let mut made: Vec<(i64, &str, Id)> = Vec::new();
        for (place, person) in PEOPLE.iter().enumerate() {
            let dept = find(&depts, person.org, person.dept)?;
            let role = if person.role.is_empty() { Vec::new() } else { vec![find(&roles, person.org, person.role)?] };
            let phone = format!("138000000{place:02}");
            let email = format!("{}@example.com", person.login.to_lowercase());
            let user = NewUser {
                login: person.login,
                name: person.name,
                phone: &phone,
                email: &email,
                admin_role: person.admin_role,
                dept,
                roles: &role,
                order_permission: person.order_permission,
                must_change: false,
            };
            made.push((person.org, person.login, setup::create_user(app, conn, person.org, &user, password)?));
        }
        let of = |login: &str| find(&made, DEMO, login);
        setup::create_workgroup(app, conn, DEMO, ("空出一组", "AE"), &[of("op01")?, of("cs01")?])?;
        setup::create_workgroup(app, conn, DEMO, ("空出二组", "AE"), &[of("cs02")?])?;
        let admin = (DEMO, of("demo-admin")?);
        hrs::webhook::draft(app, conn, admin, ("仓储系统", "https://wms.example.com/webhook"))?;
        hrs::api_key::draft(app, conn, admin, "仓储系统")
    })
}

fn orgs(app: &App, conn: &mut dyn Conn) -> Result<(), Refusal> {
    let expired = Instant::parse("2025-01-31 23:59:59").unwrap_or(Instant::from_millis(0));
    let demo = NewOrg {
        social_credit_code: "91310115MA1K00007Q",
        short_code: "TST",
        ..org(DEMO, "DEMO", "演示货运", "STANDARD", 13, never(), Some(DEMO))
    };
    setup::create_org(app, conn, &demo)?;
    setup::create_org(app, conn, &org(DEMOSH, "DEMOSH", "演示货运上海", "PROFESSIONAL", 9, never(), Some(DEMO)))?;
    setup::create_org(app, conn, &org(TRIAL, "TRIAL", "体验公司", "TRIAL", 1, expired, None))?;
    for (id, name) in [(DEMO, "DEMO FREIGHT CO. LTD"), (DEMOSH, "DEMO FREIGHT SHANGHAI")] {
        conn.exec(&english_name(id, name))?;
    }
    Ok(())
}

/// What waybills call an org; its own page for this comes with the organisations.
fn english_name(id: i64, name: &str) -> Stmt {
    Stmt::Raw(format!("UPDATE org SET name_en = '{name}' WHERE id = {id}"), Vec::new())
}

type Made = Vec<(i64, &'static str, Id)>;

fn depts(app: &App, conn: &mut dyn Conn) -> Result<Made, Refusal> {
    let mut by_code: Vec<(i64, &str, Id)> = Vec::new();
    let mut made = Vec::new();
    for (org, code, name, above) in DEPTS {
        let parent = if above.is_empty() { None } else { Some(find(&by_code, *org, above)?) };
        let id = setup::create_dept(app, conn, *org, (code, name), parent)?;
        by_code.push((*org, code, id));
        made.push((*org, *name, id));
    }
    Ok(made)
}

fn roles(app: &App, conn: &mut dyn Conn) -> Result<Made, Refusal> {
    let mut made = Vec::new();
    for person in PEOPLE.iter().filter(|person| !person.role.is_empty()) {
        if made.iter().any(|(org, name, _)| *org == person.org && *name == person.role) {
            continue;
        }
        let role = FIRST_ROLES.iter().chain(OTHERS).find(|role| role.name == person.role);
        let role = role.ok_or_else(|| Refusal::broken(format!("no rights for the role {}", person.role)))?;
        let held = app.registry.nodes.iter().filter(|node| role.has(node));
        let codes: Vec<String> = held.map(|node| node.code.clone()).collect();
        let id = setup::create_role(app, conn, person.org, role.name, &codes, &levels(role))?;
        made.push((person.org, role.name, id));
    }
    Ok(made)
}

/// Every scope but air export is seen by the whole company; who sees the group sees it in every scope.
fn levels(role: &FirstRole) -> Vec<(&'static str, i64)> {
    if role.name == GROUP_VIEW {
        return kernel::Scope::all().map(|scope| (scope.code(), LEVEL_GROUP)).collect();
    }
    let own = LEVELS.iter().find(|(name, _)| *name == role.name).map_or(role.level, |(_, level)| *level);
    let of = |scope: kernel::Scope| (scope.code(), if scope == kernel::Scope::Ae { own } else { 5 });
    kernel::Scope::all().map(of).collect()
}

fn find(made: &[(i64, &str, Id)], org: i64, name: &str) -> Result<Id, Refusal> {
    let found = made.iter().find(|(known_org, known, _)| *known_org == org && *known == name);
    found.map(|(_, _, id)| *id).ok_or_else(|| Refusal::broken(format!("the fixture has no {name} in org {org}")))
}

/// A random password that keeps the rule, for a first start.
pub fn random_password() -> Result<String, Refusal> {
    Ok(hrs::password::one_time(random_bytes()?))
}
