//! Partners through the front door, on every database.
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

use platform::registry::{Node, Room};
use serde_json::{Value as Json, json};
use testkit::{Rooms, World, each_database_from};

pub mod suite {
    mod agreement_rule;
    mod approval;
    mod category;
    mod conditions;
    mod contract;
    mod contract_draft;
    mod coop_agreement;
    mod coop_bill;
    mod coop_check;
    mod coop_service;
    mod coop_settle;
    mod import;
    mod import_pieces;
    mod info;
    mod info_inside;
    mod lease;
    mod party;
    mod qualification;
    mod removed;
    mod scope;
    mod service;
    mod share;

    pub use contract_draft::lay_template;
    pub use coop_service::{default_supplier, supplier};
    pub use coop_settle::lay_settled;
    pub use qualification::lay_qualification;
}

fn rooms() -> Vec<Room> {
    vec![base::room(), prm::room()]
}

/// With the button orders bring along to apply for unlocking.
fn rooms_and_button() -> Vec<Room> {
    let mut orders = Room::new("orders");
    orders.nodes.push(Node::button("prm-unlock-apply", "prm_coop", "申请解锁", "Apply for unlock", 200));
    vec![base::room(), prm::room(), orders]
}

/// With the views of money that the room of charges brings along.
fn rooms_and_views() -> Vec<Room> {
    let mut charges = Room::new("charges");
    let view = |code, zh, en| Node::button(code, "prm_coop", zh, en, 200);
    charges
        .nodes
        .extend([view("css-income-view", "查看应收", "See income"), view("css-cost-view", "查看应付", "See cost")]);
    vec![base::room(), prm::room(), charges]
}

fn with_partners(story: impl Fn(&World)) {
    with_partners_in(rooms, story);
}

fn with_partners_in(rooms: Rooms, story: impl Fn(&World)) {
    each_database_from(rooms, lay_partners, story);
}

fn lay_partners(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
}

/// Partners, and what was agreed with four of them.
fn lay_agreements(world: &World) {
    lay_partners(world);
    world.wait(seed::fixture::agreements(&world.maker()));
}

/// Agreements, the service items of every company, a supplier of one at a port, and a qualification.
fn lay_services(world: &World) {
    lay_agreements(world);
    world.database(|app, conn| charge::item::load(conn, &app.mint, app.clock.now()).expect("loads"));
    suite::default_supplier(world);
    suite::lay_qualification(world);
    lay_costs(world);
}

/// A cost of no order anybody sees, a sheet without lines and a contract without parties, for the rules that hold everywhere.
fn lay_costs(world: &World) {
    let cost = [
        ("id", "1"),
        ("kind", "'PAYABLE'"),
        ("currency_code", "'CNY'"),
        ("exchange_rate", "1000000"),
        ("tax_rate", "'0%'"),
        ("carry", "'四舍五入'"),
        ("source", "'MANUAL'"),
        ("state", "'NORMAL'"),
    ];
    world.lay("charge", &cost);
    let sheet = [
        ("id", "1"),
        ("confirm_code", "'QR-26010001'"),
        ("currency_code", "'CNY'"),
        ("business_scope", "'AE'"),
        ("date_basis", "'ORDER'"),
        ("tolerance", "10000"),
        ("tolerance_percent", "100"),
        ("state", "'DRAFT'"),
    ];
    world.lay("cost_confirmation", &sheet);
    let contract = [
        ("id", "1"),
        ("contract_code", "'HT-26010001'"),
        ("contract_name", "'运输合同'"),
        ("contract_type", "'运输'"),
        ("valid_from", "'2026-01-01'"),
        ("notice_days", "30"),
        ("state", "'DRAFT'"),
    ];
    world.lay("contract", &contract);
}

fn with_services(story: impl Fn(&World)) {
    each_database_from(rooms, lay_services, story);
}

fn texts(page: &Json, name: &str) -> Vec<String> {
    let rows = page.get("records").and_then(Json::as_array).cloned().unwrap_or_default();
    rows.iter().filter_map(|row| row.get(name).and_then(Json::as_str).map(ToOwned::to_owned)).collect()
}

fn encoded(text: &str) -> String {
    platform::web::percent_encoded(text)
}

/// A customer that is locked in a scope: it has a row of credit and one of its lock.
fn lay_lock(world: &World) {
    let admin = world.login("demo-admin");
    let row = admin.ok("/prm/coop/page?keyword=KH002")["records"][0].clone();
    let path = format!("/prm/coop/{}/lock", row["id"].as_str().expect("an id"));
    let asked = json!({ "version": row["version"], "reason": "欠款", "scopes": ["AE"] });
    assert_eq!(admin.post(&path, asked).code, 0);
}

#[test]
fn every_declared_page_passes_the_standard_suite() {
    each_database_from(rooms_and_views, suite::lay_settled, |world| {
        lay_lock(world);
        suite::lay_template(world);
        // The order of the cost, in sight here alone.
        world.lay("freight_order", &[("id", "1"), ("order_code", "'AE-1'"), ("business_scope", "'AE'")]);
        world.lay("shipper_consignee", &[("id", "1"), ("sc_name", "'DEMO INC'"), ("data_state", "'COMPLETE'")]);
        world.standard_suite("prm");
    });
}

#[test]
fn the_list_shows_the_partners_of_the_fixture() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let page = admin.ok("/prm/coop/page?size=50");
        assert_eq!(page.pointer("/total"), Some(&json!(8)));
        assert_eq!(
            texts(&page, "coopCode"),
            ["HL001", "DL001", "GYS002", "GYS001", "KH004", "KH003", "KH002", "KH001"]
        );
        let tabs = admin.ok("/prm/coop/tabs");
        assert_eq!(tabs, json!({ "客户": 4, "供应商": 2, "海外代理": 1, "互为代理": 1, "其他": 0, "": 8 }));
        // The counts follow the other filters, and not the tab itself.
        let narrowed = admin.ok(&format!("/prm/coop/tabs?keyword=KH&coopType={}", encoded("供应商")));
        assert_eq!((&narrowed["客户"], &narrowed["供应商"], &narrowed[""]), (&json!(4), &json!(0), &json!(4)));
        let effective = admin.ok(&format!("/prm/coop/page?coopState={}", encoded("生效")));
        assert_eq!(effective.pointer("/total"), Some(&json!(7)));
        let by_code = admin.ok("/prm/coop/page?socialCreditCode=91000000MA00000232");
        assert_eq!(texts(&by_code, "coopCode"), ["KH002"]);
        let black = admin.ok(&format!("/prm/coop/page?listMark={}", encoded("黑名单")));
        assert_eq!(texts(&black, "coopName"), ["客户丙"]);
        assert_eq!(
            texts(&admin.ok("/prm/coop/page?coopType=%E5%AE%A2%E6%88%B7&keyword=KH001"), "subTypesText"),
            ["直客 AE,AI"]
        );
        assert_eq!(world.login("nobody").get("/prm/coop/page").status, 403);
    });
}

#[test]
fn fields_offer_effective_partners_of_the_role() {
    with_partners(|world| {
        let op = world.login("op01");
        let hints = |role: &str| -> Vec<String> {
            let list = op.ok(&format!("/platform/select/coop?role={role}"));
            list.as_array().expect("a list").iter().filter_map(|o| o["hint"].as_str().map(ToOwned::to_owned)).collect()
        };
        assert_eq!(hints("customer"), ["HL001", "KH001", "KH002"], "neither black-listed nor waiting ones");
        assert_eq!(hints("waybillSource"), ["GYS001"]);
        assert_eq!(hints("trucker"), ["GYS002"]);
        assert_eq!(hints("agent"), ["DL001", "HL001"]);
        let other = world.login("sh01").ok("/platform/select/coop?role=customer");
        assert_eq!(other, json!([]));
    });
}

#[test]
fn a_partner_is_checked_with_all_findings_at_once() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let before = world.contents(false);
        let reply = admin.post(
            "/prm/coop",
            json!({
                "coopType": "客户", "coopName": "", "coopFullName": "ABC LTD", "coopEname": "中文", "nationCode": "CN",
                "socialCreditCode": "91000000MA00000158", "email": "a@b", "iataCode": "123",
            }),
        );
        assert_eq!(reply.code, 1);
        assert_eq!(reply.findings_at("coopName"), ["请填写简称"]);
        assert_eq!(reply.findings_at("coopFullName"), ["国内单位全称至少包含2个汉字"]);
        assert_eq!(reply.findings_at("socialCreditCode"), ["统一社会信用代码校验位错误，应为7"]);
        assert_eq!(reply.findings_at("email"), ["请输入正确的邮箱地址"]);
        assert_eq!(reply.findings_at("iataCode"), ["IATA代码须为7位或11位数字"]);
        assert_eq!(reply.findings_at("subTypes"), ["请填写子类型与业务范畴"]);
        assert_eq!(reply.findings_at("salesId"), ["请选择业务的责任销售"]);
        assert_eq!(world.contents(false), before, "nothing was written");
        let twice = admin.post("/prm/coop", json!({
            "coopType": "供应商", "coopName": "又一家", "coopFullName": "演示客户甲贸易股份有限公司", "nationCode": "CN",
            "socialCreditCode": "91000000MA00000157", "subTypes": [{ "subType": "车队", "scopes": ["AE"] }],
        }));
        assert_eq!(twice.findings_at("coopFullName"), ["名称已存在：KH001 客户甲"]);
        assert_eq!(twice.findings_at("socialCreditCode"), ["统一社会信用代码已存在：KH001 客户甲"]);
    });
}

#[test]
fn a_partner_is_changed_locked_stopped_and_logged() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let id = admin
            .ok("/prm/coop/page?keyword=KH002")
            .pointer("/records/0/id")
            .and_then(Json::as_str)
            .expect("an id")
            .to_owned();
        let view = admin.ok(&format!("/prm/coop/{id}"));
        assert_eq!(view["salesName"], json!("销售二"));
        assert_eq!(view["subTypes"], json!([{ "subType": "同行", "scopes": ["AE", "SE"] }]));
        let path = format!("/prm/coop/{id}");
        let contacts = json!([{ "name": "联系人甲", "phone": "13800000001", "isMain": true }]);
        assert_eq!(admin.put(&path, json!({ "version": 1, "contacts": contacts })).code, 0);
        let view = admin.ok(&path);
        assert_eq!((&view["mainContact"], &view["contacts"][0]["name"]), (&json!("联系人甲"), &json!("联系人甲")));
        let lock = json!({ "version": 2, "reason": "欠款", "scopes": ["AE"] });
        assert_eq!(
            admin.post(&format!("{path}/lock"), json!({ "version": 2, "scopes": ["AE"] })).findings_at("reason"),
            ["请填写原因"]
        );
        assert_eq!(admin.post(&format!("{path}/lock"), lock.clone()).code, 0);
        assert_eq!(admin.post(&format!("{path}/lock"), lock).code, 3, "a stale version");
        assert_eq!(admin.ok(&path)["lockedScopes"], json!("AE"));
        let unlock = |reason: &str| {
            admin.post(&format!("{path}/unlock"), json!({ "version": 3, "scopes": ["AE"], "reason": reason }))
        };
        assert_eq!(unlock(" ").findings_at("reason"), ["请填写原因"]);
        assert_eq!(unlock("已付清").code, 0);
        assert_eq!(admin.post(&format!("{path}/stop"), json!({ "version": 4 })).code, 0);
        assert_eq!(
            admin.post(&format!("{path}/stop"), json!({ "version": 5 })).message,
            "当前状态（停用）不能进行此操作"
        );
        assert_eq!(admin.ok("/prm/coop/page").pointer("/total"), Some(&json!(7)), "stopped ones are not shown");
        assert_eq!(admin.delete(&format!("{path}?version=5")).message, "仅草稿可删除，请停用");
        let log = admin.ok(&format!("/hrs/log/page?objectType=coop&objectId={id}"));
        let functions: Vec<&str> =
            log["records"].as_array().expect("rows").iter().filter_map(|r| r["function"].as_str()).collect();
        assert_eq!(functions, ["停用", "解锁", "锁定", "修改", "新增"]);
        assert_eq!(log.pointer("/records/1/text"), Some(&json!("解锁 AE：已付清")));
        let other = world.login("sh01");
        for (method, path) in
            [("GET", path.clone()), ("PUT", path.clone()), ("DELETE", path.clone()), ("POST", format!("{path}/lock"))]
        {
            assert_eq!(
                other.call(method, &path, json!({ "version": 5, "scopes": ["AE"], "reason": "x" })).status,
                404,
                "{method} {path}"
            );
        }
    });
}
