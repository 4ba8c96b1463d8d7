//! The list engine on both databases: pages by rows and by numbers, filters, views and settings.

use platform::store::{Value, sql};
use platform::web::percent_encoded;
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database};

const DEMO: i64 = 2;
const TASKS: &str = "hrs.task.list";
const VIEWS: &str = "/platform/listView/hrs.task.list";

fn records(page: &Json) -> Vec<Json> {
    page["records"].as_array().cloned().unwrap_or_default()
}

/// Numbers that look random and are the same at every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[usize::try_from(self.below(u64::try_from(of.len()).unwrap())).unwrap()]
    }
}

/// Entries of which many share a name, a day or a state, and many have no value at all.
fn entries(world: &World, dice: &mut Dice, count: u64) {
    world.database(|_, conn| {
        for n in 0..count {
            let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
            let lifted = dice.below(3) == 0;
            let cells = [
                ("id", Value::Int(5_000_000 + i64::try_from(n).unwrap())),
                ("user_name", text(dice.one(&["张三", "李四", "Ann", "ann", "Zoë"]))),
                ("user_ename", text(dice.one(&["", "", "A", "B", "a%_b"]))),
                ("phone", text(dice.one(&["", "1380001", "1380002"]))),
                ("email", text(dice.one(&["", "x@example.com"]))),
                ("blacklist_date", text(dice.one(&["2026-01-01", "2026-02-01"]))),
                ("reason", text("欠款")),
                ("source", text(dice.one(&["hrs", "manual"]))),
                ("active", Value::Bool(!lifted)),
                ("off_at", if lifted { Value::Int(i64::try_from(dice.below(4)).unwrap()) } else { Value::Null }),
                ("version", Value::Int(1)),
                ("created_by", Value::Int(0)),
                ("created_at", Value::Int(i64::try_from(dice.below(5)).unwrap())),
                ("updated_by", Value::Int(0)),
                ("updated_at", Value::Int(0)),
            ];
            conn.exec(&sql::insert(DEMO, "blacklist", &cells).into()).expect("an entry");
        }
    });
}

/// Any order of up to three columns and any page size: going on by rows, forwards from the first page
/// and backwards from the last, meets every row once, in the order of the numbered pages.
#[test]
fn pages_by_rows_are_the_pages_by_number() {
    each_database(Vec::new, |world| {
        let (admin, mut dice) = (world.login("demo-admin"), Dice(7));
        entries(world, &mut dice, 83);
        let columns = ["userName", "userEname", "phone", "email", "offAt", "state", "createdAt", "blacklistDate"];
        for round in 0..40 {
            let mut names: Vec<&str> = Vec::new();
            for _ in 0..dice.below(4) {
                let name = dice.one(&columns);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            let order: Vec<String> =
                names.iter().map(|name| format!("{name},{}", dice.one(&["asc", "desc"]))).collect();
            let filter = dice.one(&["", "&source=hrs", "&userName=a", "&state=%E7%94%9F%E6%95%88"]);
            let query = format!("part=rows&sort={}{filter}", percent_encoded(&order.join(";")));
            let all = records(&admin.ok(&format!("/hrs/blacklist/page?{query}&size=500")));
            let size = 1 + usize::try_from(dice.below(30)).unwrap();
            let ask = |cursor: &str| admin.ok(&format!("/hrs/blacklist/page?{query}&size={size}{cursor}"));
            for (start, way) in [("", "next"), ("&cursor=last", "prev")] {
                let (mut met, mut page): (Vec<Json>, Json) = (Vec::new(), ask(start));
                loop {
                    let rows = records(&page);
                    assert!(rows.len() <= size);
                    if way == "next" {
                        met.extend(rows)
                    } else {
                        met.splice(0..0, rows).for_each(drop)
                    }
                    let Some(cursor) = page[way].as_str() else { break };
                    page = ask(&format!("&cursor={cursor}"));
                }
                assert_eq!(met, all, "{} round {round}: {query} size {size} {way}", world.database);
            }
            let numbered: Vec<Json> = (1..=all.len().div_ceil(size))
                .flat_map(|number| records(&ask(&format!("&current={number}"))))
                .collect();
            assert_eq!(numbered, all, "{query}");
        }
        let sorts = ["userName,asc;userName,desc", "userName,asc;phone,asc;email,asc;offAt,asc", "userName,up"];
        for sort in sorts {
            let reply = admin.get(&format!("/hrs/blacklist/page?sort={}", percent_encoded(sort)));
            assert_eq!(reply.status, 400, "{sort}");
        }
    });
}

/// A percent sign or an underline means itself in every mode, and capitals don't matter.
#[test]
fn a_text_matches_as_its_reader_wants() {
    each_database(Vec::new, |world| {
        let (admin, mut dice) = (world.login("demo-admin"), Dice(3));
        entries(world, &mut dice, 60);
        let names = |query: &str| -> Vec<String> {
            let page = admin.ok(&format!("/hrs/blacklist/page?size=500&{query}"));
            let mut names: Vec<String> = records(&page)
                .iter()
                .flat_map(|row| ["userName", "userEname"].map(|name| row[name].as_str().unwrap_or_default().to_owned()))
                .collect();
            names.sort();
            names.dedup();
            names
        };
        let both = names("userName=ANN&userName.how=equals");
        assert!(both.contains(&"Ann".to_owned()) && both.contains(&"ann".to_owned()), "{both:?}");
        assert!(!both.contains(&"张三".to_owned()));
        assert_eq!(names("userName=%25&userName.how=starts"), [""; 0]);
        assert!(names("userName=a%25_&userName.how=starts").contains(&"a%_b".to_owned()));
        let found = "/hrs/blacklist/found?of=phone&phone.how=many&phone=";
        let told = admin.ok(&format!("{found}{}", percent_encoded("1380001\n1380002\n1380003\n1380001")));
        assert_eq!(told, json!({ "wanted": 3, "found": 2, "missing": ["1380003"] }));
        let narrowed = admin.ok(&format!("{found}1380001&userName=nobody&userName.how=equals"));
        assert_eq!(narrowed["missing"], json!(["1380001"]), "the other filters count");
        assert_eq!(admin.get("/hrs/blacklist/found?of=state&state=x").status, 400);
        assert_eq!(world.login("op01").get(&format!("{found}1")).status, 403);
    });
}

/// The logs begin with the last 30 and 7 days, counted from the day of the call.
#[test]
fn days_are_counted_from_the_day_of_the_call() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let count = |admin: &Caller<'_>, days: &str| {
            admin.ok(&format!("/hrs/loginLog/total?createdAt={days}"))["total"].as_i64().unwrap()
        };
        assert_eq!((count(&admin, "today"), count(&admin, "yesterday")), (1, 0), "the log-in of this test");
        world.set_clock("2026-07-21 23:59:59");
        let admin = world.login("demo-admin");
        assert_eq!(["today", "last1", "last6", "last7"].map(|days| count(&admin, days)), [1, 1, 1, 2]);
        assert_eq!(["thisMonth", "lastMonth", "2026-07-15~2026-07-15"].map(|days| count(&admin, days)), [2, 0, 1]);
        assert_eq!(admin.get("/hrs/loginLog/page?createdAt=last0").status, 400);
        assert_eq!(admin.get("/hrs/log/list/page?createTime=last367").message, "时间范围不能超过366天");
        assert_eq!(admin.get("/hrs/log/list/page?createTime=last366").code, 0);
        let list = |key: &str| world.app.registry.lists.iter().find(|list| list.key == key).cloned().unwrap();
        let initial = |key: &str| list(key).filters.iter().find(|filter| !filter.initial.is_empty()).unwrap().initial;
        assert_eq!((initial("hrs.log.list"), initial("hrs.loginLog.list")), ("last30", "last7"));
        let sheet = done(admin.post("/hrs/loginLog/print", json!({ "filters": { "createdAt": "last7" } })));
        assert_eq!(sheet["conditions"], json!(["时间：2026-07-15 至 2026-07-21"]));
        assert_eq!((&sheet["title"], &sheet["printedBy"]), (&json!("登录日志"), &json!("管理员")));
        let lines = records(&admin.ok(&format!("/hrs/log/list/page?type={}", percent_encoded("打印"))));
        assert_eq!((lines.len(), &lines[0]["level"], &lines[0]["text"]), (1, &json!("低"), &sheet["conditions"][0]));
        let before = world.contents(true);
        assert_eq!(world.login("op01").post("/hrs/loginLog/print", json!({})).status, 403);
        assert_eq!(before.iter().filter(|row| row.contains("打印")).count(), 1);
    });
}

fn body(state: &str) -> Json {
    json!({
        "filters": { "status": state }, "sort": "createdAt,desc", "size": 50, "density": "comfortable",
        "columns": [{ "name": "status", "shown": true, "width": 120, "fixed": "left" }],
    })
}

fn view(name: &str, role: Option<&str>) -> Json {
    json!({ "name": name, "roleId": role, "body": body("已完成") })
}

fn role_of(caller: &Caller<'_>, name: &str) -> String {
    let roles = caller.ok("/platform/listViewRole");
    let role = roles.as_array().unwrap().iter().find(|role| role["name"] == *name);
    role.unwrap_or_else(|| panic!("no {name} in {roles}"))["id"].as_str().unwrap().to_owned()
}

fn named(caller: &Caller<'_>) -> Vec<String> {
    let data = caller.ok(VIEWS);
    data["views"].as_array().unwrap().iter().map(|view| view["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_view_is_its_owners_until_it_is_shared_with_a_role() {
    each_database(Vec::new, |world| {
        let (admin, one, two) = (world.login("demo-admin"), world.login("cs01"), world.login("cs02"));
        let op = world.login("op01");
        let own = done(one.post(VIEWS, view("我的完成", None)));
        assert_eq!((named(&one), named(&two), named(&admin)), (vec!["我的完成".to_owned()], vec![], vec![]));
        let shown = one.ok(VIEWS)["views"][0].clone();
        assert_eq!(shown["body"], body("已完成"));
        assert_eq!((&shown["mine"], &shown["canEdit"], &shown["version"]), (&json!(true), &json!(true), &json!(1)));

        // With the own role; with another only by an administrator.
        let (service, operator) = (role_of(&one, "客服"), role_of(&admin, "操作员"));
        assert_eq!(one.ok("/platform/listViewRole").as_array().unwrap().len(), 1, "his own role alone");
        let before = world.contents(true);
        let reply = one.post(VIEWS, view("给操作", Some(&operator)));
        assert_eq!((reply.code, reply.message.as_str()), (1, "只能共享给自己所在的角色"));
        world.unchanged(&before, true);
        let path = format!("{VIEWS}/{}", own["id"].as_str().unwrap());
        let mut shared = view("客服完成", Some(&service));
        shared["version"] = json!(1);
        assert_eq!(done(one.put(&path, shared.clone()))["version"], json!(2));
        assert_eq!((named(&two), named(&op), named(&admin).len()), (vec!["客服完成".to_owned()], vec![], 1));
        assert_eq!(two.ok(VIEWS)["views"][0]["canEdit"], json!(false));
        let lines = records(&admin.ok(&format!("/hrs/log/list/page?type={}", percent_encoded("修改"))));
        assert_eq!((&lines[0]["pageFunction"], &lines[0]["objectNumber"]), (&json!("共享视图"), &json!("客服完成")));

        // Seen is not owned; a stale version, a name taken, an unknown page or content changes nothing.
        let before = world.contents(false);
        shared["version"] = json!(2);
        assert_eq!(two.put(&path, shared.clone()).status, 403);
        assert_eq!(op.put(&path, shared.clone()).status, 404);
        assert_eq!(two.delete(&format!("{path}?version=2")).status, 403);
        assert_eq!(one.put(&path, view("客服完成", Some(&service))).code, 3, "no version");
        assert_eq!(one.post(VIEWS, view(" 客服完成 ", None)).findings_at("name"), ["视图名称已存在"]);
        assert_eq!(one.post(VIEWS, view(" ", None)).findings_at("name"), ["请输入视图名称"]);
        assert_eq!(one.post(VIEWS, view(&"长".repeat(41), None)).findings_at("name"), ["视图名称不能超过40个字"]);
        for (member, wrong) in [
            ("filters", json!({ "nothing": "1" })),
            ("filters", json!({ "createdAt": "last0" })),
            ("sort", json!("nothing,asc")),
            ("columns", json!([{ "name": "nothing", "shown": true }])),
            ("size", json!(501)),
            ("extra", json!(1)),
        ] {
            let mut wanted = view("错", None);
            wanted["body"][member] = wrong;
            assert_eq!(one.post(VIEWS, wanted).status, 400, "{member}");
        }
        assert_eq!(one.post("/platform/listView/hrs.log.list", view("日志", None)).status, 403);
        assert_eq!(one.get("/platform/listView/none").status, 404);
        assert_eq!(world.anonymous().get(VIEWS).status, 401);
        assert_eq!(world.login("sh01").put(&path, shared).status, 404, "another company");
        world.unchanged(&before, false);
        let secret = json!({ "name": "证件", "body": { "filters": { "idNumber": "310101" } } });
        let reply = admin.post("/platform/listView/hrs.blacklist.list", secret);
        assert_eq!(reply.findings_at("name"), ["查询条件证件号含敏感信息，不能保存到视图"]);

        // A name of forty letters is one; an administrator takes a shared view away.
        done(one.post(VIEWS, view(&"长".repeat(40), None)));
        done(admin.delete(&format!("{path}?version=2")));
        assert_eq!((named(&one).len(), named(&two).len()), (1, 0));
    });
}

#[test]
fn a_page_opens_with_the_users_view_then_the_roles_then_as_declared() {
    each_database(Vec::new, |world| {
        let (admin, one, two) = (world.login("demo-admin"), world.login("cs01"), world.login("cs02"));
        let role = role_of(&admin, "客服");
        let id = |view: Json| view["id"].as_str().unwrap().to_owned();
        let shared = id(done(admin.post(VIEWS, view("客服视图", Some(&role)))));
        let own = id(done(one.post(VIEWS, view("自己的", None))));
        let path = format!("/platform/listViewDefault/{TASKS}");
        let opens = |who: &Caller<'_>| who.ok(VIEWS)["defaultId"].clone();
        assert_eq!(opens(&one), Json::Null);

        let of_role = json!({ "viewId": shared, "roleId": role });
        assert_eq!(one.put(&path, of_role.clone()).status, 403, "decided for others by an administrator alone");
        assert_eq!(admin.put(&path, json!({ "viewId": own, "roleId": role })).status, 404, "not shared with the role");
        done(admin.put(&path, of_role));
        assert_eq!((opens(&one), opens(&two), opens(&world.login("op01"))), (json!(shared), json!(shared), Json::Null));

        done(one.put(&path, json!({ "viewId": own })));
        assert_eq!((opens(&one), opens(&two)), (json!(own), json!(shared)));
        assert_eq!(two.put(&path, json!({ "viewId": own })).status, 404, "somebody else's");
        done(two.put(&path, json!({ "viewId": "0" })));
        assert_eq!(opens(&two), Json::Null, "as declared, in spite of the role");
        done(two.put(&path, json!({ "viewId": null })));
        assert_eq!(opens(&two), json!(shared), "undecided again");

        let marked = || admin.ok(VIEWS)["views"][0]["roleDefault"].clone();
        assert_eq!(marked(), json!(true));
        let clear = json!({ "viewId": null, "roleId": role });
        assert_eq!(two.put(&path, clear.clone()).status, 403);
        done(admin.put(&path, clear));
        assert_eq!(
            (opens(&one), opens(&two), marked()),
            (json!(own), Json::Null, json!(false)),
            "the role decides no more"
        );
        done(admin.put(&path, json!({ "viewId": shared, "roleId": role })));

        done(one.delete(&format!("{VIEWS}/{own}?version=1")));
        assert_eq!(opens(&one), json!(shared), "what is gone is no default");
        done(admin.delete(&format!("{VIEWS}/{shared}?version=1")));
        assert_eq!((opens(&one), opens(&two)), (Json::Null, Json::Null));
    });
}

/// Two browsers of one person see the same columns; each view has its own.
#[test]
fn column_settings_are_kept_for_each_view() {
    each_database(Vec::new, |world| {
        let (one, again, two) = (world.login("cs01"), world.login("cs01"), world.login("cs02"));
        let own = done(one.post(VIEWS, view("自己的", None)))["id"].as_str().unwrap().to_owned();
        let path = format!("/platform/listSetting/{TASKS}");
        let (plain, of_view) = (json!({ "size": 20 }), json!({ "size": 100, "columns": [] }));
        done(one.put(&path, plain.clone()));
        done(one.put(&format!("{path}?view={own}"), of_view.clone()));
        assert_eq!(again.ok(VIEWS)["settings"], json!({ "": plain, own.clone(): of_view }));
        assert_eq!(again.ok(&format!("{path}?view={own}"))["size"], json!(100));
        assert_eq!(two.ok(VIEWS)["settings"], json!({}));
        assert_eq!(two.put(&format!("{path}?view={own}"), json!({})).status, 404, "somebody else's view");
        assert_eq!(two.put(&format!("{path}?view=x"), json!({})).status, 404);
        done(again.delete(&path));
        assert_eq!(one.ok(VIEWS)["settings"], json!({ own.clone(): of_view }));
        done(one.delete(&format!("{VIEWS}/{own}?version=1")));
        assert_eq!(one.ok(VIEWS)["settings"], json!({}), "settings go with their view");
    });
}

/// A workbook in the plain scheme.
const EXPORT: &str = "/hrs/blacklist/export";

// req: platform-open-module-calls
#[test]
fn an_entity_answers_in_the_plain_scheme() {
    each_database(Vec::new, |world| {
        let (admin, base) = (world.login("demo-admin"), "/hrs/userWorkgroup");
        let named = |name: &str| json!({ "workgroupName": name, "businessScope": "", "userIds": [] });
        let made = done(admin.post(base, named("华东组")));
        let id = made["id"].as_str().unwrap().to_owned();
        let page = admin.ok(&format!("{base}?current=1&size=10&workgroupName=华东"));
        assert_eq!((&page["total"], &page["current"], &page["size"]), (&json!(1), &json!(1), &json!(10)));
        assert_eq!(page["records"][0]["id"], json!(id));
        assert_eq!(admin.ok(&format!("{base}/{id}"))["workgroupName"], "华东组");

        let mut body = named("华北组");
        body["id"] = json!(id);
        body["version"] = json!(1);
        let (other, nobody) = (world.login("superAdmin"), world.login("nobody"));
        let before = world.contents(true);
        assert_eq!((other.put(base, body.clone()).status, other.get(&format!("{base}/{id}")).status), (404, 404));
        assert_eq!(admin.put(base, named("无编号")).status, 404, "no row is named");
        let mut stale = body.clone();
        stale["version"] = json!(7);
        assert_eq!(admin.put(base, stale).code, 3);
        for (who, status) in [(world.anonymous(), 401), (nobody, 403)] {
            let tried = [
                who.get(&format!("{base}?current=1&size=10")),
                who.put(base, body.clone()),
                who.post(EXPORT, json!({})),
                who.delete(&format!("{base}/{id}?version=1")),
            ];
            assert_eq!(tried.map(|reply| reply.status), [status; 4]);
        }
        world.unchanged(&before, true);

        done(admin.put(base, body));
        assert_eq!(admin.ok(&format!("{base}/{id}"))["workgroupName"], "华北组");
        let file = admin.post(EXPORT, json!({}));
        assert!(file.bytes.starts_with(b"PK"), "an Excel workbook");
        done(admin.delete(&format!("{base}/{id}?version=2")));
        assert_eq!(admin.ok(&format!("{base}?current=1&size=10&workgroupName=华"))["total"], 0);
    });
}
