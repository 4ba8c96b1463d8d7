//! Who may do what with a bill.

use platform::store::{Cell, sql};
use serde_json::json;
use testkit::World;

use super::kit::*;

/// Takes a button from a role.
pub fn take_away(world: &World, role: &str, code: &str) {
    let admin = world.login("demo-admin");
    let roles = admin.ok(&format!("/hrs/role/page?size=50&roleName={role}"));
    let id = field(&roles["records"][0], "id").parse::<i64>().unwrap();
    world.database(|_, conn| {
        let mut find = sql::from_global("permission");
        find.column("id").and_where(sql::eq("code", code.to_owned()));
        let permission: i64 = conn.first(&find.into()).unwrap().unwrap().get(0).unwrap();
        let mut delete = sql::delete(seed::people::DEMO, "role_permission");
        delete.and_where(sql::eq("role_id", id)).and_where(sql::eq("permission_id", permission));
        assert_eq!(conn.exec(&delete.into()).unwrap(), 1);
        let raise = sql::update_global("org", &[("permission_version", 99_i64.into_value())]);
        conn.exec(&raise.into()).unwrap();
    });
}

#[test]
fn another_company_finds_nothing() {
    with_bills(|world| {
        let admin = world.login("demo-admin");
        let bill = stored(&admin, SE4, 1);
        let (id, uuid) = (field(&bill, "blId").to_owned(), uuid_of(&admin, SE4));
        let other = world.login("sh01");
        let before = world.contents(false);
        for path in ["list/{o}", "prefill/{o}/HBL", "view/{b}", "revisions/{b}", "log/{b}"] {
            let path = path.replace("{o}", &uuid).replace("{b}", &id);
            assert_eq!(other.get(&format!("{BASE}/{path}")).status, 404, "{path}");
        }
        let sent = json!({ "orderUuid": uuid, "blId": id, "rowUuid": bill["rowUuid"], "content": bill["content"] });
        assert_eq!(other.post(BASE, sent.clone()).status, 404);
        assert_eq!(other.put(BASE, sent.clone()).status, 404);
        assert_eq!(other.post(&format!("{BASE}/check"), sent).status, 404);
        assert_eq!(other.put(&format!("{BASE}/sort"), json!({ "orderUuid": uuid, "blIds": [id] })).status, 404);
        assert_eq!(other.post(&format!("{BASE}/nextNumber/{uuid}"), json!({})).status, 404);
        assert_eq!(other.delete(&format!("{BASE}/{id}?rowUuid=x")).status, 404);
        for action in ["finish", "back"] {
            assert_eq!(go(&other, action, &bill, json!({})).status, 404, "{action}");
        }
        let print = json!({ "blPrintType": "PRINT_HBL", "orderUuid": uuid, "blId": id });
        assert_eq!(other.post(&format!("{BASE}/downloadBL"), print).status, 404);
        world.unchanged(&before, false);
    });
}

#[test]
fn sales_look_documents_write_and_nobody_sees_nothing() {
    with_bills(|world| {
        let (sales, doc, nobody) = (world.login("sales01"), world.login("doc01"), world.login("nobody"));
        let bill = stored(&doc, SE1, 0);
        assert_eq!(field(&stored(&sales, SE1, 0), "blId"), field(&bill, "blId"));
        assert_eq!(change(&sales, &bill, json!({ "marks": "X" })).status, 403);
        assert_eq!(go(&sales, "finish", &bill, json!({})).status, 403);
        let print = json!({ "blPrintType": "PRINT_MBL", "orderUuid": bill["orderUuid"], "blId": bill["blId"] });
        assert_eq!(sales.post(&format!("{BASE}/downloadBL"), print.clone()).status, 403);
        assert_eq!(nobody.get(&format!("{BASE}/view/{}", field(&bill, "blId"))).status, 403);
        done(change(&doc, &bill, json!({ "marks": "BY DOC" })));
        done(doc.post(&format!("{BASE}/downloadBL"), print));
    });
}

#[test]
fn an_order_of_another_scope_has_no_sea_bill() {
    with_orders(|world| {
        let op = world.login("op01");
        let page = op.ok("/sc/order/si/page?orderCode=SI-2607150001");
        let uuid = field(&page["records"][0], "orderUuid").to_owned();
        assert_eq!(op.get(&format!("{BASE}/prefill/{uuid}/MBL")).status, 404);
        assert_eq!(op.get(&format!("{BASE}/list/not-a-uuid")).status, 404);
    });
}

#[test]
fn who_may_not_see_the_order_does_not_see_its_bills() {
    with_bills(|world| {
        let admin = world.login("demo-admin");
        let bill = stored(&admin, SE4, 1);
        world.show_own_orders("sales02");
        let other = world.login("sales02");
        let reply = other.get(&format!("{BASE}/view/{}", field(&bill, "blId")));
        refused(&reply, "您没有该订单的数据权限");
    });
}
