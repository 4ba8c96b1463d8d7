//! Who sees which orders: the lines of the layer scope, changes that count at once, and the rule
//! held against the database for a hundred thousand pairs.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::sync::Arc;

use domain::ground::{OrderView, Viewer, ground};
use kernel::Id;
use order::visible_order;
use platform::access::{Actor, Opening, Targets, load_rights, open_session};
use platform::store::{Conn, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database_from};

use super::fixture::*;

fn with_scope(story: impl Fn(&World)) {
    each_database_from(rooms, lay_scope, story);
}

/// Orders O1 to O4.
pub fn lay_scope(world: &World) {
    lay_partners(world);
    world.wait(seed::scope::orders(&world.maker()));
}

/// The numbers of the orders a caller's list shows, by their last digit.
fn seen(caller: &Caller<'_>) -> String {
    let page = caller.ok("/afbase/order/page?businessScope=AE&size=500");
    let rows = page["records"].as_array().cloned().unwrap_or_default();
    let mut last: Vec<char> = rows.iter().filter_map(|row| row["orderCode"].as_str()?.chars().last()).collect();
    last.sort_unstable();
    last.into_iter().collect()
}

fn rows(caller: &Caller<'_>, list: &str) -> Vec<Json> {
    caller.ok(&format!("{list}/page?size=500"))["records"].as_array().cloned().unwrap_or_default()
}

fn find(caller: &Caller<'_>, list: &str, member: &str, value: &str) -> Json {
    let found = rows(caller, list).into_iter().find(|row| row[member] == value);
    found.unwrap_or_else(|| panic!("{list} has no {value}"))
}

fn user(caller: &Caller<'_>, login: &str) -> Json {
    find(caller, "/hrs/user", "userEmail", &format!("{login}@example.com"))
}

fn set_level(admin: &Caller<'_>, role: &str, level: i64) {
    let id = text(&find(admin, "/hrs/role", "roleName", role), "id");
    let path = format!("/hrs/roleScope/{id}");
    let version = admin.ok(&path)["version"].clone();
    done(admin.put(&path, json!({ "version": version, "levels": { "AE": level } })));
}

#[test]
fn each_person_sees_the_orders_of_his_level() {
    with_scope(|world| {
        for (login, wanted) in
            [("sales01", "1"), ("op01", "124"), ("sales02", "23"), ("mgr01", "1234"), ("fin01", "1234")]
        {
            let caller = world.login(login);
            assert_eq!(seen(&caller), wanted, "{login}");
            let total = caller.ok("/afbase/order/total?businessScope=AE")["total"].clone();
            assert_eq!(total, json!(wanted.len()), "{login}: the count is of the same orders");
        }
        assert_eq!(seen(&world.login("sh01")), "", "the other company has none of them");
    });
}

#[test]
fn a_changed_level_counts_without_a_new_log_in() {
    with_scope(|world| {
        let (admin, manager) = (world.login("demo-admin"), world.login("mgr01"));
        assert_eq!(seen(&manager), "1234");
        set_level(&admin, "部门经理", 3);
        assert_eq!(seen(&manager), "4");
        set_level(&admin, "部门经理", 5);
        assert_eq!(seen(&manager), "1234");
    });
}

#[test]
fn a_moved_department_is_seen_from_its_new_place() {
    with_scope(|world| {
        let (admin, manager) = (world.login("demo-admin"), world.login("mgr01"));
        let place = |short: &str| find(&admin, "/hrs/dept", "shortName", short);
        let moved = place("销售二部");
        let body = json!({ "parentId": place("操作部")["id"], "version": moved["version"] });
        done(admin.post(&format!("/hrs/dept/{}/move", text(&moved, "id")), body));
        assert_eq!(text(&place("销售二部"), "deptCode"), "111002001");
        assert_eq!(seen(&manager), "14");
    });
}

#[test]
fn a_workgroup_left_or_stopped_shows_no_more() {
    with_scope(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let group = || find(&admin, "/hrs/userWorkgroup", "workgroupName", "空出一组");
        let path = |group: &Json| format!("/hrs/userWorkgroup/{}", text(group, "id"));
        let remove = admin.delete(&format!("{}?version={}", path(&group()), group()["version"]));
        assert_eq!(remove.message, "工作组已被2张订单使用，不能删除，可停用");
        let now = group();
        done(admin.post(&format!("{}/status", path(&now)), json!({ "active": false, "version": now["version"] })));
        assert_eq!(seen(&op), "4");
        let now = group();
        done(admin.post(&format!("{}/status", path(&now)), json!({ "active": true, "version": now["version"] })));
        assert_eq!(seen(&op), "124");
        let now = group();
        let body = json!({ "version": now["version"], "userIds": [user(&admin, "cs01")["id"]] });
        done(admin.put(&path(&now), body));
        assert_eq!(seen(&op), "4");
    });
}

#[test]
fn what_is_named_for_a_user_adds_and_takes_away_and_is_explained() {
    with_scope(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let id = text(&user(&admin, "op01"), "id");
        let why = |last: u8| {
            let answer = admin.ok(&format!("/hrs/user/orderVisible/{id}?orderCode=AE-260701000{last}"));
            (answer["visible"].as_bool().unwrap(), text(&json!({ "r": answer["reasons"][0] }), "r"))
        };
        let save = |members: Json| {
            let body = with(json!({ "version": user(&admin, "op01")["version"] }), members);
            done(admin.put(&format!("/hrs/user/{id}"), body));
        };
        assert_eq!(why(2), (true, "工作组 空出一组".into()));
        assert_eq!(why(3), (false, "不在数据范围内".into()));
        assert_eq!(why(4), (true, "本人".into()));
        let second = find(&admin, "/hrs/dept", "shortName", "销售二部");
        save(json!({ "extraDeptIds": [second["id"]] }));
        assert_eq!((seen(&op).as_str(), why(3)), ("1234", (true, "额外可见".into())));
        let coop = pick(&admin, "coop?keyword=KH001", "KH001");
        save(json!({ "exceptCoopIds": [coop] }));
        assert_eq!((seen(&op).as_str(), why(2)), ("4", (false, "排除".into())), "own orders stay");
        assert_eq!(why(4), (true, "本人".into()));
        let hidden = uuid_of(&admin, "AE-2607010002");
        assert_eq!(op.get(&format!("/afbase/order/view/{hidden}")).message, "您没有该订单的数据权限");
        let unknown = admin.get(&format!("/hrs/user/orderVisible/{id}?orderCode=AE-0000000000"));
        assert_eq!(unknown.message, "订单不存在");
        save(json!({ "exceptCoopIds": [], "extraDeptIds": [] }));
        assert_eq!(seen(&op), "124");
        let sales = text(&user(&admin, "sales01"), "id");
        let answer = admin.ok(&format!("/hrs/user/orderVisible/{sales}?orderCode=AE-2607010004"));
        assert_eq!(answer["reasons"], json!(["不在数据范围内"]));
    });
}

#[test]
fn a_part_time_department_is_a_department() {
    with_scope(|world| {
        let (admin, sales) = (world.login("demo-admin"), world.login("sales02"));
        assert_eq!(seen(&sales), "23", "level 3: his department");
        let body = json!({
            "userId": user(&admin, "sales02")["id"], "deptId": find(&admin, "/hrs/dept", "shortName", "销售部")["id"],
        });
        done(admin.post("/hrs/userDept", body));
        assert_eq!(seen(&sales), "234", "but not those below");
    });
}

#[test]
fn merged_departments_keep_their_orders_in_sight() {
    with_scope(|world| {
        let (admin, sales) = (world.login("demo-admin"), world.login("sales02"));
        let place = |short: &str| find(&admin, "/hrs/dept", "shortName", short);
        let into = place("销售一部");
        let body = json!({ "fromId": place("销售二部")["id"], "version": into["version"] });
        done(admin.post(&format!("/hrs/dept/{}/merge", text(&into, "id")), body));
        assert_eq!(seen(&sales), "123", "level 3 now holds what both departments sold");
        let used = place("销售一部");
        let remove = admin.delete(&format!("/hrs/dept/{}?version={}", text(&used, "id"), used["version"]));
        assert_eq!(remove.message, "部门及下级还有2名用户，不能删除");
    });
}

#[test]
fn the_log_tells_the_scope_of_an_order_and_hides_what_its_reader_may_not_see() {
    with_scope(|world| {
        let admin = world.login("demo-admin");
        let numbers = |caller: &Caller<'_>| -> BTreeSet<String> {
            let page = caller.ok("/hrs/log/list/page?size=500&businessScope=AE");
            page["records"].as_array().unwrap().iter().map(|row| text(row, "objectNumber")).collect()
        };
        let of = |last: &[u8]| -> BTreeSet<String> { last.iter().map(|n| format!("AE-260701000{n}")).collect() };
        assert_eq!(numbers(&admin), of(&[1, 2, 3, 4]));
        set_level(&admin, "总经理", 1);
        let boss = world.login("ceo01");
        assert_eq!(numbers(&boss), of(&[1, 2, 3, 4]), "he holds sys_log_all");
        let id = text(&user(&admin, "ceo01"), "id");
        let tree = admin.ok(&format!("/hrs/userPermission/{id}"));
        let all = tree["nodes"].as_array().unwrap().iter().find(|node| node["code"] == "sys_log_all").cloned().unwrap();
        let one = json!({ "permissionId": all["id"], "allowed": false, "reason": "审计" });
        let body = json!({ "version": tree["version"], "overrides": [one] });
        done(admin.put(&format!("/hrs/userPermission/{id}"), body));
        assert_eq!(numbers(&boss), of(&[]));
    });
}

/// Numbers that look random and are the same at every run (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides
    }

    fn place(&mut self, places: usize) -> usize {
        usize::try_from(self.roll(u64::try_from(places).unwrap())).unwrap()
    }

    fn some(&mut self, from: &[i64], one_in: u64) -> Vec<i64> {
        from.iter().copied().filter(|_| self.roll(one_in) == 0).collect()
    }

    fn maybe(&mut self, from: &[i64]) -> Option<i64> {
        let place = self.place(from.len() + 1);
        from.get(place).copied()
    }
}

const DEMO: i64 = 2;
const USERS: i64 = 250;
const ORDERS: i64 = 400;

/// Departments of the random company: a tree of three levels with their codes.
fn random_depts() -> Vec<(i64, String)> {
    let mut depts = vec![(9_000, "201".to_owned())];
    for a in 1..=3 {
        depts.push((9_000 + a * 10, format!("201{a:03}")));
        for b in 1..=3 {
            depts.push((9_000 + a * 10 + b, format!("201{a:03}{b:03}")));
        }
    }
    depts
}

fn insert(conn: &mut dyn Conn, table: &'static str, cells: &[(&'static str, Value)]) {
    conn.exec(&sql::insert(DEMO, table, cells).into()).unwrap_or_else(|error| panic!("{table}: {error}"));
}

fn stamped(cells: Vec<(&'static str, Value)>) -> Vec<(&'static str, Value)> {
    let mut all = vec![("version", Value::Int(1)), ("updated_by", Value::Int(0)), ("updated_at", Value::Int(0))];
    all.extend([("created_at", Value::Int(0))]);
    all.extend(cells);
    all
}

/// A company of random people; what each may see is told by what was rolled, not by what is stored.
fn random_people(conn: &mut dyn Conn, dice: &mut Dice) -> Vec<Viewer> {
    let depts = random_depts();
    let text = |text: &str| Value::Text(text.to_owned());
    for (id, code) in &depts {
        let cells =
            vec![("id", Value::Int(*id)), ("code", text(code)), ("name", text(code)), ("short_name", text(code))];
        insert(conn, "dept", &stamped([cells, vec![("created_by", Value::Int(0))]].concat()));
    }
    let groups: Vec<i64> = (8_000..8_006).collect();
    for group in &groups {
        let active = group % 3 != 0;
        let cells = vec![("id", Value::Int(*group)), ("name", text(&group.to_string())), ("scopes", text("AE"))];
        insert(
            conn,
            "workgroup",
            &stamped([cells, vec![("active", Value::Bool(active)), ("created_by", Value::Int(0))]].concat()),
        );
    }
    let (ids, coops): (Vec<i64>, Vec<i64>) = (depts.iter().map(|dept| dept.0).collect(), (7_000..7_005).collect());
    (0..USERS)
        .map(|place| {
            let user = 100_000 + place;
            let level = i64::try_from(dice.roll(5)).unwrap() + 1;
            let main = ids[dice.place(ids.len())];
            let cells = vec![
                ("id", Value::Int(user)),
                ("login_id", Value::Int(user)),
                ("login_type", Value::Int(0)),
                ("login_name", text(&user.to_string())),
                ("name_cn", text("x")),
                ("dept_id", Value::Int(main)),
                ("order_permission", Value::Int(level)),
                ("active", Value::Bool(true)),
                ("page_language", text("zh-CN")),
                ("created_by", Value::Int(0)),
            ];
            insert(conn, "app_user", &stamped(cells));
            let pair = |column, id| [("user_id", Value::Int(user)), (column, Value::Int(id))];
            let part_time: Vec<i64> = dice.some(&ids, 12).into_iter().filter(|id| *id != main).collect();
            part_time.iter().for_each(|id| insert(conn, "user_dept", &pair("dept_id", *id)));
            let member = dice.some(&groups, 4);
            member.iter().for_each(|id| insert(conn, "workgroup_user", &pair("workgroup_id", *id)));
            let name = |kind: &str, target: &str, wanted: Vec<i64>, conn: &mut dyn Conn| -> Vec<Id> {
                for id in &wanted {
                    let cells = [("kind", text(kind)), ("target_type", text(target))];
                    insert(conn, "user_scope_extra", &[&pair("target_id", *id)[..], &cells].concat());
                }
                wanted.into_iter().map(Id).collect()
            };
            let extra = Targets {
                depts: name("extra", "dept", dice.some(&ids, 20), conn),
                workgroups: name("extra", "workgroup", dice.some(&groups, 20), conn),
                coops: name("extra", "coop", dice.some(&coops, 20), conn),
            };
            let except = Targets {
                depts: name("except", "dept", dice.some(&ids, 20), conn),
                workgroups: Vec::new(),
                coops: name("except", "coop", dice.some(&coops, 20), conn),
            };
            let code = |id: i64| depts.iter().find(|dept| dept.0 == id).cloned().unwrap();
            Viewer {
                user,
                level,
                depts: std::iter::once(main).chain(part_time).map(code).collect(),
                workgroups: member.into_iter().filter(|group| group % 3 != 0).collect(),
                extra,
                except,
            }
        })
        .collect()
}

fn random_orders(conn: &mut dyn Conn, dice: &mut Dice) -> Vec<(i64, OrderView)> {
    let depts = random_depts();
    let people: Vec<i64> = (100_000..100_000 + USERS).collect();
    let (groups, coops): (Vec<i64>, Vec<i64>) = ((8_000..8_006).collect(), (7_000..7_005).collect());
    let dept_ids: Vec<i64> = depts.iter().map(|dept| dept.0).collect();
    (0..ORDERS)
        .map(|place| {
            let id = 500_000 + place;
            let view = OrderView {
                creator: dice.maybe(&people).unwrap_or(1),
                people: [dice.maybe(&people), dice.maybe(&people), dice.maybe(&people)],
                workgroup: dice.maybe(&groups),
                sales_dept: dice.maybe(&dept_ids).map(|id| depts.iter().find(|dept| dept.0 == id).cloned().unwrap()),
                coop: dice.maybe(&coops),
            };
            let int = |value: Option<i64>| value.map_or(Value::Null, Value::Int);
            let text = |text: String| Value::Text(text);
            let cells = [
                ("id", Value::Int(id)),
                ("uuid", text(format!("u{id}"))),
                ("row_uuid", text(format!("r{id}"))),
                ("order_code", text(format!("AE-{id}"))),
                ("business_scope", text("AE".into())),
                ("lifecycle", text("OPEN".into())),
                ("node", text("订单创建".into())),
                ("node_rank", Value::Int(1)),
                ("operation_finished", Value::Bool(false)),
                ("income_recorded", Value::Int(0)),
                ("cost_recorded", Value::Int(0)),
                ("hawb_count", Value::Int(0)),
                ("plan_charge_manual", Value::Bool(false)),
                ("confirm_charge_manual", Value::Bool(false)),
                ("flagged", Value::Bool(false)),
                ("created_by", Value::Int(view.creator)),
                ("created_at", Value::Int(0)),
                ("updated_by", Value::Int(0)),
                ("updated_at", Value::Int(0)),
                ("sales_id", int(view.people[0])),
                ("servicer_id", int(view.people[1])),
                ("operator_id", int(view.people[2])),
                ("workgroup_id", int(view.workgroup)),
                ("sales_dept_id", int(view.sales_dept.as_ref().map(|dept| dept.0))),
                ("coop_id", int(view.coop)),
            ];
            insert(conn, "freight_order", &cells);
            (id, view)
        })
        .collect()
}

/// The orders the database shows a user.
fn shown(world: &World, user: i64) -> BTreeSet<i64> {
    world.database(|app, conn| {
        let now = app.clock.now();
        let rights = load_rights(conn, DEMO, Id(user), "", now).expect("rights");
        let actor = Actor {
            org_id: DEMO,
            org_code: String::new(),
            org_name: String::new(),
            user_id: Id(user),
            login_id: Id(user),
            name: String::new(),
            login_type: 0,
            admin_role: String::new(),
            now,
            session_id: Id(0),
            proved_at: 0,
            limit: None,
            key: None,
            rights: Arc::new(rights),
        };
        let mut select = sql::from(DEMO, "freight_order");
        select.column(("freight_order", "id")).cond_where(visible_order(&actor));
        conn.query(&select.into()).expect("orders").iter().map(|row| row.get(0).expect("an id")).collect()
    })
}

#[test]
fn a_hundred_thousand_pairs_find_no_leak() {
    testkit::each_database(rooms, |world| {
        let mut dice = Dice(20_260_715);
        let (viewers, orders) = world.database(|_, conn| {
            let viewers = random_people(conn, &mut dice);
            let orders = random_orders(conn, &mut dice);
            (viewers, orders)
        });
        let (mut pairs, mut visible) = (0usize, 0usize);
        for viewer in &viewers {
            let wanted: BTreeSet<i64> =
                orders.iter().filter(|(_, order)| ground(viewer, order).visible()).map(|(id, _)| *id).collect();
            assert_eq!(shown(world, viewer.user), wanted, "{}: {viewer:?}", world.database);
            pairs += orders.len();
            visible += wanted.len();
        }
        assert_eq!(pairs, 100_000);
        assert!((20_000..80_000).contains(&visible), "the dice show some and hide some: {visible}");
    });
}

/// A session of each of them, who may open the list of orders.
fn sessions_of(world: &World, viewers: &[Viewer]) -> Vec<String> {
    world.database(|app, conn| {
        let mut page = sql::from_global("permission");
        page.column("id").and_where(sql::eq("code", "af_order".to_owned()));
        let page: i64 = conn.first(&page.into()).expect("reads").expect("the page").get(0).expect("an id");
        let open = |viewer: &Viewer| {
            let granted = [
                ("user_id", Value::Int(viewer.user)),
                ("permission_id", Value::Int(page)),
                ("allowed", Value::Bool(true)),
            ];
            insert(conn, "user_permission", &granted);
            let opening = Opening {
                id: Id(viewer.user),
                org: DEMO,
                user: Id(viewer.user),
                login: Id(viewer.user),
                place: ("127.0.0.1", "test"),
                idle_ms: 3_600_000,
                most: 1,
                limit: None,
            };
            open_session(conn, &opening, app.clock.now()).expect("a session")
        };
        viewers.iter().map(open).collect()
    })
}

/// A call on its way.
type Asked = Pin<Box<dyn Future<Output = Reply> + Send>>;

/// The ids of the orders in an answer of the list.
fn listed(reply: &Reply) -> BTreeSet<i64> {
    assert_eq!((reply.status, reply.code), (200, 0), "{}", reply.message);
    let rows = reply.data["records"].as_array().expect("rows");
    rows.iter().map(|row| row["id"].as_str().expect("an id").parse().expect("a number")).collect()
}

/// The same through the front door, everybody at once: the rights that are kept for a user, and forgotten whenever
/// somebody's rights change, are never another's.
#[test]
fn lists_asked_for_at_the_same_time_show_each_his_own() {
    testkit::each_database(rooms, |world| {
        let mut dice = Dice(20_260_717);
        let (viewers, orders) = world.database(|_, conn| {
            let viewers = random_people(conn, &mut dice);
            let orders = random_orders(conn, &mut dice);
            (viewers, orders)
        });
        let tokens = sessions_of(world, &viewers);
        let admin = world.login("demo-admin");
        let role = text(&find(&admin, "/hrs/role", "roleName", "财务"), "id");
        let people: Vec<(&Viewer, String)> = viewers.iter().zip(tokens).collect();
        let mut pairs = 0usize;
        for (round, group) in people.chunks(25).enumerate() {
            let list = |token: &String| -> Asked {
                let caller = world.bearer(token).client();
                Box::pin(async move { caller.get("/afbase/order/page?businessScope=AE&size=500").await })
            };
            let mut calls: Vec<Asked> = group.iter().map(|(_, token)| list(token)).collect();
            let path = format!("/hrs/roleScope/{role}");
            let version = admin.ok(&path)["version"].clone();
            let (client, level) = (admin.client(), i64::try_from(round % 5).expect("small") + 1);
            calls.insert(
                group.len() / 2,
                Box::pin(
                    async move { client.put(&path, json!({ "version": version, "levels": { "AE": level } })).await },
                ),
            );
            let mut replies = world.at_once(calls);
            done(replies.remove(group.len() / 2));
            for ((viewer, _), reply) in group.iter().zip(&replies) {
                let wanted: BTreeSet<i64> =
                    orders.iter().filter(|(_, order)| ground(viewer, order).visible()).map(|(id, _)| *id).collect();
                assert_eq!(listed(reply), wanted, "{}: {viewer:?}", world.database);
                assert_eq!(reply.data["total"], wanted.len(), "{}: {viewer:?}", world.database);
                pairs += orders.len();
            }
        }
        assert_eq!(pairs, 100_000);
    });
}
