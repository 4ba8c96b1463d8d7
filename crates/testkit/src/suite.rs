//! The standard suite: what every declared list, document and operation must stand.

#![expect(clippy::indexing_slicing, reason = "a wrong answer is a failed test")]

use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::Instant;

use kernel::Id;
use platform::access::{Access, Actor, actor_of, is_of_group};
use platform::list::{Match, SIZE_MAX};
use platform::registry::{Operation, Room};
use platform::store::Stmt;
use serde_json::{Value as Json, json};

use crate::{Caller, World};

/// Names of the tables a schema text makes and keeps.
pub fn tables(schema: &str) -> Vec<String> {
    let mut names = BTreeSet::new();
    for line in schema.lines().map(str::trim) {
        let name = |rest: &str| rest.split([' ', '(', ';']).next().unwrap_or_default().to_owned();
        if let Some(rest) = line.strip_prefix("CREATE TABLE ") {
            names.insert(name(rest.strip_prefix("IF NOT EXISTS ").unwrap_or(rest)));
        } else if let Some(rest) = line.strip_prefix("DROP TABLE ") {
            names.remove(&name(rest));
        }
    }
    names.into_iter().collect()
}

/// Columns of a table that can't be empty and have no first value, with a one of their kind as SQL.
pub fn needed(schema: &str, table: &str) -> Vec<(String, &'static str)> {
    let head = format!("CREATE TABLE {table} (");
    let body = schema.split(&head).nth(1).and_then(|rest| rest.split("\n);").next()).expect("a table");
    let column = |line: &str| {
        let mut words = line.split_whitespace();
        let (name, kind) = (words.next()?, words.next()?);
        let one = match kind {
            "bigint" => "1",
            "boolean" => "FALSE",
            _ => "'1'",
        };
        let is_needed = line.contains(" NOT NULL") && !line.contains(" DEFAULT ");
        is_needed.then(|| (name.to_owned(), one))
    };
    body.lines().filter_map(column).collect()
}

/// Runs everything on the pages and calls of the world's rooms but of those that others prove.
pub fn run(world: &World, others: &[Room]) {
    let shared = Shared::of(others);
    let timer = Timer::new(world);
    refusals(world, &shared);
    timer.tell("refusals");
    crate::text_suite::selects(world);
    let own = world.app.registry.operations.iter().filter(|one| !shared.operations.contains(&one.id));
    crate::text_suite::calls(world, own.map(AsRef::as_ref));
    timer.tell("texts");
    lists(world, &shared);
    timer.tell("lists");
    reports(world, &shared);
    timer.tell("reports");
    crate::log_suite::run(world);
    timer.tell("log");
    let forms: Vec<&Json> = world.app.registry.forms.iter().filter(|form| !shared.has_form(form)).collect();
    crate::form_suite::run(world, &forms);
    timer.tell("forms");
    crate::import_suite::run(world, &forms);
    timer.tell("imports");
    crate::board_suite::run(world);
    columns_exist(world);
    labels(world);
    crate::flow_suite::run(world, |id| !shared.operations.contains(id));
    timer.tell("flows");
    crate::page_suite::run(world, |list| !shared.lists.contains(list));
    timer.tell("pages");
    stopped(world, &shared);
    timer.tell("stopped user");
}

/// Says how long the parts took, to those who look (`--nocapture`).
struct Timer(&'static str, Cell<Instant>);

impl Timer {
    fn new(world: &World) -> Self {
        Self(world.database, Cell::new(Instant::now()))
    }

    #[expect(clippy::print_stdout, reason = "the tests' own output, shown to those who ask for it")]
    fn tell(&self, part: &str) {
        let begun = self.1.replace(Instant::now());
        println!("{} {part}: {:?}", self.0, begun.elapsed());
    }
}

/// What the rooms bring along that others prove.
struct Shared {
    lists: BTreeSet<String>,
    forms: BTreeSet<String>,
    operations: BTreeSet<String>,
}

impl Shared {
    fn of(rooms: &[Room]) -> Self {
        let mut shared = Self { lists: BTreeSet::new(), forms: BTreeSet::new(), operations: BTreeSet::new() };
        for room in rooms {
            shared.lists.extend(room.lists.iter().map(|list| list.key.to_owned()));
            shared.forms.extend(room.forms.iter().filter_map(|form| Some(form.get("key")?.as_str()?.to_owned())));
            shared.operations.extend(room.operations.iter().map(|one| one.id.clone()));
        }
        shared
    }

    fn has_form(&self, form: &Json) -> bool {
        form.get("key").and_then(Json::as_str).is_some_and(|key| self.forms.contains(key))
    }
}

/// A path with something in place of its variable parts.
fn filled(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect::<Vec<_>>().join("/")
}

/// The operations under test that are not open to everybody, with each of their addresses.
fn guarded<'a>(world: &'a World, shared: &'a Shared) -> impl Iterator<Item = (String, &'a Operation)> {
    let own = world.app.registry.operations.iter().filter(|one| !shared.operations.contains(&one.id));
    let guarded = own.filter(|one| one.access != Access::Public);
    guarded.flat_map(|one| one.addresses().map(move |path| (filled(path), one.as_ref())))
}

/// What a clerk of the warehouse holds, whose role has less than most, and his account.
fn clerk_of(world: &World) -> (Id, Actor) {
    let now = world.app.clock.now();
    world.database(|app, conn| {
        let text = "SELECT id FROM app_user WHERE org_id = 2 AND login_name = 'wh01'";
        let row = conn.first(&Stmt::Raw(text.to_owned(), Vec::new())).expect("reads").expect("a user");
        let id = row.get(0).expect("an id");
        (id, actor_of(conn, &app.rights, (2, id), now).expect("reads").expect("who works"))
    })
}

/// Who was stopped is nobody, though he is logged in.
fn stopped(world: &World, shared: &Shared) {
    let admin = world.login("demo-admin");
    let (user, clerk) = (clerk_of(world).0, world.login("wh01"));
    let version = admin.ok(&format!("/hrs/user/{user}"))["version"].clone();
    crate::done(admin.put(&format!("/hrs/user/stop/{user}"), json!({ "version": version })));
    let before = world.contents(true);
    for (path, operation) in guarded(world, shared) {
        let reply = clerk.call(&operation.method.name().to_uppercase(), &path, json!({}));
        assert_eq!(reply.status, 401, "{} {} by a stopped user", world.database, operation.id);
    }
    world.unchanged(&before, true);
}

/// What whoever is logged in may call, each with its reason: operations by id, selects behind a word.
const ANY_SESSION: &str = include_str!("../../app/tests/suite/any_session.txt");

fn is_everybodys(name: &str) -> bool {
    ANY_SESSION.lines().any(|line| line.split_once('\t').is_some_and(|(known, _)| known == name))
}

/// A select is refused to who holds no page that uses it.
fn selects(world: &World, (nobody, clerk): (&Caller<'_>, &Caller<'_>), rights: &Actor) {
    let registry = &world.app.registry;
    for (name, _) in &registry.selects {
        let access = registry.select_access(name).expect("is declared");
        for ask in ["", "?keyword=1", "?value=1", "?role=customer"] {
            let path = format!("/platform/select/{name}{ask}");
            let refused = nobody.get(&path).status == 403;
            assert_eq!(refused, access != Access::LoggedIn, "{path} without permission");
            assert!(refused || is_everybodys(&format!("select {name}")), "{path} is written down");
            if !rights.may(access) {
                assert_eq!(clerk.get(&path).status, 403, "{path} by a lower role");
            }
        }
    }
}

/// Anonymous 401, without permission or by a lower role 403, and nothing written by any of them. Without any permission
/// nothing is open but what is written down.
fn refusals(world: &World, shared: &Shared) {
    let (nobody, clerk, rights) = (world.login("nobody"), world.login("wh01"), clerk_of(world).1);
    let before = world.contents(true);
    let anonymous = world.anonymous();
    for (path, operation) in guarded(world, shared) {
        let method = operation.method.name().to_uppercase();
        let reply = anonymous.call(&method, &path, json!({}));
        assert_eq!(reply.status, 401, "{} without a session", operation.id);
        assert_eq!(reply.message, "登录已超时，请重新登录", "{}", operation.id);
        if !is_everybodys(&operation.id) {
            let reply = nobody.call(&method, &path, json!({}));
            assert_eq!(reply.status, 403, "{} without permission", operation.id);
            assert_eq!(reply.message, "您没有操作权限，请联系管理员", "{}", operation.id);
        }
        if !rights.may(operation.access) {
            let reply = clerk.call(&method, &path, json!({}));
            assert_eq!(reply.status, 403, "{} by a lower role", operation.id);
        }
    }
    selects(world, (&nobody, &clerk), &rights);
    world.unchanged(&before, true);
}

/// Who sees the group (Rule 5).
const GROUP_VIEW: &str = "ceo01";

/// Every declared report, by who opens it.
fn reports(world: &World, shared: &Shared) {
    let (of_company, of_group) = (world.login("demo-admin"), world.login(GROUP_VIEW));
    for report in world.app.registry.reports.iter().filter(|report| !shared.lists.contains(report.list)) {
        let list = world.app.registry.lists.iter().find(|list| list.key == report.list);
        let of = |list: &std::sync::Arc<platform::list::ListPage>| is_of_group(list.access);
        let caller = if list.is_some_and(of) { &of_group } else { &of_company };
        crate::report_suite::run(world, report, caller);
    }
}

/// Paging bounds, unknown filters and sorts, every filter and sort answered, stable order.
fn lists(world: &World, shared: &Shared) {
    let [of_company, of_platform, of_group] = ["demo-admin", "superAdmin", GROUP_VIEW].map(|login| world.login(login));
    for list in world.app.registry.lists.iter().filter(|list| !shared.lists.contains(list.key)) {
        let node = world.app.registry.nodes.iter().find(|node| node.code == list.access);
        let admin = match node {
            Some(node) if node.platform => &of_platform,
            Some(node) if is_of_group(&node.code) => &of_group,
            _ => &of_company,
        };
        let known = crate::list_suite::Known { world, list, admin };
        let joiner = |query: &str| known.path("page", query);
        for size in [0, SIZE_MAX + 1] {
            assert_eq!(admin.get(&joiner(&format!("size={size}"))).status, 400, "{} size {size}", list.path);
        }
        for size in [1, SIZE_MAX] {
            assert_eq!(admin.get(&joiner(&format!("size={size}"))).code, 0, "{} size {size}", list.path);
        }
        assert_eq!(admin.get(&joiner("nothingLikeThis=1")).status, 400, "{} unknown filter", list.path);
        assert_eq!(admin.get(&joiner("sort=nothingLikeThis,asc")).status, 400, "{} unknown sort", list.path);
        let first = admin.ok(&joiner("size=50"));
        assert_eq!(first, admin.ok(&joiner("size=50")), "{} has no stable order", list.path);
        let own = |how: Match| matches!(how, Match::Own(_) | Match::Flag(_) | Match::Org(_));
        let narrow = list.filters.iter().filter(|filter| !own(filter.how) && filter.ask.is_none());
        for filter in narrow {
            let value = sample(&filter.field, filter.how);
            let path = joiner(&format!("{}={}", filter.name, platform::web::percent_encoded(&value)));
            let reply = admin.get(&path);
            assert_eq!(reply.code, 0, "{path}: {}", reply.message);
            let total = |data: &Json| data.get("total").and_then(Json::as_i64).unwrap_or(-1);
            assert!(total(&reply.data) <= total(&first), "{path} does not narrow");
        }
        crate::text_suite::list(&known);
        crate::list_suite::run(world, list, admin);
    }
}

fn sample(field: &platform::field::Field, how: Match) -> String {
    use platform::field::Kind;
    let one = match field.kind {
        Kind::Select | Kind::State => field.choices.first().map_or("x", |choice| choice.value),
        Kind::Int | Kind::Reference(_) | Kind::Decimal(_) => "1",
        Kind::Bool => "true",
        Kind::Day => "2026-07-15",
        Kind::Instant => "2026-07-15 10:00:00",
        _ => "x",
    };
    match how {
        Match::Range | Match::Days(_) => format!("{one}~{one}"),
        Match::Bool => "true".to_owned(),
        _ => one.to_owned(),
    }
}

/// Every declared column exists in this database.
fn columns_exist(world: &World) {
    for list in &world.app.registry.lists {
        let own: BTreeSet<&str> = list
            .columns
            .iter()
            .filter(|column| matches!(column.source, platform::list::Source::Own))
            .map(|column| column.field.column)
            .collect();
        let names = own.into_iter().collect::<Vec<_>>().join(", ");
        let names = if names.is_empty() { "1".to_owned() } else { names };
        world.database(|_, conn| {
            let select = Stmt::Raw(format!("SELECT {names} FROM {} LIMIT 0", list.table), Vec::new());
            if let Err(error) = conn.query(&select) {
                panic!("{}: {error}", list.path);
            }
        });
    }
}

/// Every field has both labels.
fn labels(world: &World) {
    for list in &world.app.registry.lists {
        for column in list.columns {
            assert!(
                !column.field.zh.is_empty() && !column.field.en.is_empty(),
                "{} {}",
                list.path,
                column.field.name()
            );
        }
    }
    for node in &world.app.registry.nodes {
        assert!(!node.zh.is_empty() && !node.en.is_empty(), "{}", node.code);
    }
}
