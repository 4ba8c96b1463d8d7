//! Delivery notices and bills behind a share link.

use serde_json::{Value as Json, json};
use testkit::World;

use crate::sc::suite::fixture::*;
use crate::sc::suite::public::share;

struct Shared {
    o: String,
    code: String,
    uuid: String,
}

fn shared(world: &World, scope: &str, code: &str) -> Shared {
    let (o, code, uuid) = share(world, scope, code, json!(["order", "print"]));
    Shared { o, code, uuid }
}

impl Shared {
    fn notice(&self, world: &World, scope: &str, flag: &str) -> testkit::Reply {
        let base = "/sc/external/order/deliveryNotice";
        world.anonymous().get(&format!("{base}/{scope}/{}/{flag}?code={}", self.uuid, self.code))
    }

    fn check(&self, world: &World, flag: &str) -> testkit::Reply {
        let base = "/sc/external/order/checkOrderDeliveryNotice";
        world.anonymous().get(&format!("{base}/{}/{flag}?code={}", self.uuid, self.code))
    }
}

// req: track-open-delivery-notice-se-te
#[test]
fn sea_and_rail_notices_say_where_and_by_when() {
    with_orders(|world| {
        let se2 = shared(world, "se", "SE-2607150002");
        let entry = done(se2.notice(world, "se", "storehouse"));
        for (name, value) in [
            ("noticeNumber", json!("JC26070002")),
            ("number", json!("SE-2607150002")),
            ("pieces", json!(40)),
            ("weight", json!(3200)),
            ("volume", json!(2.5)),
            ("placeName", json!("测试拼箱仓")),
            ("address", json!("测试港区1号门")),
            ("tel", json!("021-55550000")),
            ("latestTime", json!("2026-07-17 17:00:00")),
            ("shipName", json!("TEST OCEAN")),
            ("arrivalStationName", json!("汉堡")),
            ("longitude", json!(121.6)),
            ("latitude", json!(31.3)),
        ] {
            assert_eq!(entry[name], value, "{name}");
        }
        let te1 = shared(world, "te", "TE-2607150001");
        let gate = done(te1.notice(world, "te", "warehouse"));
        assert_eq!((&gate["trainNo"], &gate["expectDeparture"]), (&json!("X8001"), &json!("2026-07-22")));
        assert_eq!((&gate["planNo"], &gate["latestTime"]), (&json!("JH260701"), &json!("2026-07-20 17:00:00")));
        assert_eq!(gate["containers"][0]["containerNo"], "TRHU6875483");
        assert_eq!(te1.notice(world, "te", "storehouse").message, "未选择进仓仓库");
        assert_eq!(te1.notice(world, "te", "x").message, "未获取到查询信息");
        assert_eq!(te1.notice(world, "se", "warehouse").message, "订单不存在或链接已失效", "not of this scope");
        assert_eq!(te1.notice(world, "xx", "warehouse").message, "未获取到查询信息");
    });
}

#[test]
fn a_notice_is_refused_without_a_position_and_for_a_closed_order() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let se2 = shared(world, "se", "SE-2607150002");
        done(se2.check(world, "storehouse"));
        let row = admin.ok("/sc/warehouse/page?keyword=CFS01")["records"][0].clone();
        let path = format!("/sc/warehouse/{}", text(&row, "id"));
        let yard = admin.ok(&path);
        done(admin.put(&path, with(yard, json!({ "longitude": null, "latitude": null }))));
        assert_eq!(se2.check(world, "storehouse").message, "测试拼箱仓未维护定位信息");
        assert_eq!(se2.notice(world, "se", "storehouse").message, "测试拼箱仓未维护定位信息");
        let se5 = shared(world, "se", "SE-2607140002");
        assert_eq!(se5.check(world, "warehouse").message, "订单已关闭");
    });
}

// req: track-open-delivery-notice
#[test]
fn a_road_notice_tells_the_stop_its_hours_and_its_driver() {
    with_orders(|world| {
        let op = world.login("op01");
        let lc1 = shared(world, "lc", "LC-2607150001");
        let before = done(lc1.notice(world, "lc", "warehouse"));
        assert_eq!((&before["city"], &before["kind"]), (&json!("上海市"), &json!("装")));
        assert_eq!(
            [&before["planPieces"], &before["planWeight"], &before["planVolume"]],
            [&json!(40), &json!(3200), &json!(8)]
        );
        assert_eq!((&before["timeFrom"], &before["driverNumber"]), (&json!("2026-07-15 08:00:00"), &Json::Null));
        done(change(&op, "lc", &lc1.uuid, json!({ "driverNumber": "沪B67890", "driverName": "司机甲" })));
        let unloading = done(lc1.notice(world, "lc", "storehouse"));
        assert_eq!((&unloading["city"], &unloading["kind"]), (&json!("杭州市"), &json!("卸")));
        assert_eq!((&unloading["driverNumber"], &unloading["driverName"]), (&json!("沪B67890"), &json!("司机甲")));
        assert_eq!(shared(world, "lc", "LC-2607150002").check(world, "warehouse").message, "未维护装卸点");
        let o_of_sea = shared(world, "se", "SE-2607150002");
        assert_eq!(o_of_sea.notice(world, "lc", "warehouse").message, "订单不存在或链接已失效");
    });
}

// req: track-call-awb-submit
#[test]
fn a_bill_is_drawn_once_for_links_that_print() {
    with_orders(|world| {
        let reader = world.anonymous();
        for (scope, code, name) in [
            ("se", "SE-2607150001", "BL_TSTSHA260701_"),
            ("si", "SI-2607150001", "BL_TSTHAM260601_"),
            ("ai", "AI-2607150001", "AWB_990-55555555HB001_"),
        ] {
            let link = shared(world, scope, code);
            let path = done(reader.post("/sc/external/order/awbSubmit", json!({ "o": link.o, "code": link.code })));
            let file = reader.get(path.as_str().unwrap());
            assert_eq!(file.status, 200);
            assert!(file.bytes.starts_with(b"%PDF"), "{scope}");
            assert!(file.header("content-disposition").contains(name), "{} {name}", file.header("content-disposition"));
            assert_eq!(reader.get(path.as_str().unwrap()).code, 1, "once");
            let told = format!("/sc/external/order/awbSubmit?o={}&code={}", link.o, link.code);
            let path = done(reader.call("POST", &told, Json::Null));
            assert!(reader.get(path.as_str().unwrap()).bytes.starts_with(b"%PDF"), "{scope}, told in the query");
        }
        let nobody = reader.call("POST", "/sc/external/order/awbSubmit?o=se-unknown", Json::Null);
        assert_eq!(nobody.message, "订单不存在或链接已失效");
        let lc = shared(world, "lc", "LC-2607150001");
        let none = reader.post("/sc/external/order/awbSubmit", json!({ "o": lc.o, "code": lc.code }));
        assert_eq!(none.message, "订单不存在或链接已失效");
        let (o, code, _) = share(world, "se", "SE-2607150001", json!(["order"]));
        let unprinted = reader.post("/sc/external/order/awbSubmit", json!({ "o": o, "code": code }));
        assert_eq!(unprinted.message, "运单未制单");
        assert_eq!(reader.post("/sc/external/order/awbSubmit", json!({ "o": "" })).message, "未获取到查询信息");
    });
}
