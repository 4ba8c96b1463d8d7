//! What the pages of the order show: figures of the formulas, colours at their edges, questions, the sheet.

use std::io::Read;

use serde_json::{Value as Json, json};
use testkit::Caller;

use super::fixture::*;

fn checked(caller: &Caller<'_>, order: Json) -> Json {
    done(caller.post("/afbase/order/check", order))
}

fn levels(looked: &Json, field: &str) -> (Json, Json) {
    (looked["marks"][field]["level"].clone(), looked["marks"][field]["text"].clone())
}

#[test]
fn the_orders_of_the_fixture_show_their_weights_and_densities() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let order = |code: &str| view(&admin, &uuid_of(&admin, code));
        let figure = |order: &Json, name: &str| order[name].to_string();
        let e1 = order("AE-2607150001");
        // 3.600 CBM are 600.00 KG, 3.950 CBM are 658.33 KG.
        assert_eq!(figure(&e1, "planChargeWeight"), "600");
        assert_eq!(figure(&e1, "planDensity"), "133.333");
        assert_eq!(figure(&e1, "confirmChargeWeight"), "658.333");
        assert_eq!(figure(&e1, "confirmDensity"), "126.582");
        assert_eq!(e1["marks"]["confirmWeight"]["tip"], "预报 480.0 / 实际 500.0，差 +20.0（+4.17%）");
        assert_eq!(e1["marks"].get("confirmPieces"), None);
        assert_eq!((e1["awbNumber"].clone(), e1["internalNumber"].clone()), (json!("990-12345675"), json!("NB-001")));
        let e2 = order("AE-2607150002");
        assert_eq!((figure(&e2, "planDensity"), figure(&e2, "planChargeWeight")), ("250".into(), "300".into()));
        assert_eq!((e2["orderStatus"].clone(), e2["isConsol"].clone()), (json!("订单创建"), json!(true)));
        let e3 = order("AE-2607150003");
        assert_eq!((e3["orderStatus"].clone(), e3["hawbCount"].clone()), (json!("舱位确认"), json!(0)));
        assert_eq!(e3["legs"][1]["flightNo"], "X9301");
        let e4 = order("AE-2607140001");
        assert_eq!((e4["orderStatus"].clone(), e4["node"].clone()), (json!("财务锁账"), json!("航班起飞")));
        let e5 = order("AE-2607140002");
        assert_eq!((e5["orderStatus"].clone(), e5["closeReason"].clone()), (json!("强制关闭"), json!("客户取消")));
    });
}

#[test]
fn a_new_order_of_the_example_gets_the_next_code_and_its_number_from_stock() {
    with_orders(|world| {
        let op = world.login("op01");
        let wrong = op.post("/afbase/order/doSave", with(example(&op), json!({ "awbNumber": "990-12345670" })));
        assert_eq!(
            (wrong.message.as_str(), wrong.findings_at("awbNumber")),
            ("请输入主单号", vec!["请输入主单号".into()])
        );
        let made = saved(&op, with(example(&op), json!({ "awbNumber": "990-12345701" })));
        assert_eq!(text(&made, "orderCode"), "AE-2607150004");
        let order = view(&op, &text(&made, "orderUuid"));
        assert_eq!((order["orderStatus"].clone(), order["planChargeWeight"].clone()), (json!("舱位确认"), json!(600)));
        let stock = op.ok("/afbase/awb/page?awbNumber=990-12345701");
        assert_eq!(
            (stock["records"][0]["awbStatus"].clone(), stock["records"][0]["orderCodes"].clone()),
            (json!("ALLOCATED"), json!("AE-2607150004"))
        );
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={}", text(&made, "orderUuid")));
        let functions: Vec<String> =
            log["records"].as_array().expect("lines").iter().map(|line| text(line, "function")).collect();
        assert_eq!(functions, ["舱位确认", "订单创建"]);
    });
}

#[test]
fn the_part_of_the_surplus_a_customer_is_spared_is_taken_off() {
    with_partners(|world| {
        let op = world.login("op01");
        for (ratio, weight) in [("0", "600"), ("50", "540"), ("100", "480")] {
            let ratio: Json = serde_json::from_str(ratio).expect("a number");
            let looked = checked(&op, with(example(&op), json!({ "freightSplitRatio": ratio })));
            assert_eq!(looked["computed"]["incomeChargeWeight"].to_string(), weight, "{ratio}");
        }
        for outside in [-1, 101] {
            let reply = op.post("/afbase/order/doSave", with(example(&op), json!({ "freightSplitRatio": outside })));
            assert_eq!(reply.findings_at("freightSplitRatio").len(), 1, "{outside}: {}", reply.data);
        }
        // Heavier than its volume: nothing is spared.
        let heavy = with(example(&op), json!({ "planWeight": 700, "freightSplitRatio": 50 }));
        assert_eq!(checked(&op, heavy)["computed"]["incomeChargeWeight"].to_string(), "700");
    });
}

#[test]
fn colours_begin_just_beyond_the_tolerance() {
    with_partners(|world| {
        let op = world.login("op01");
        let look = |plan: [&str; 3], confirm: [&str; 3]| {
            let number = |text: &str| serde_json::from_str::<Json>(text).expect("a number");
            let sides = json!({
                "planPieces": number(plan[0]), "planWeight": number(plan[1]), "planVolume": number(plan[2]),
                "confirmPieces": number(confirm[0]), "confirmWeight": number(confirm[1]),
                "confirmVolume": number(confirm[2]),
            });
            checked(&op, with(example(&op), sides))
        };
        let level = |looked: &Json, field: &str| levels(looked, field).0;
        let plan = ["12", "480", "3.6"];
        for (confirm, field, expected) in [
            (["12", "480", "3.6"], "confirmWeight", Json::Null),
            (["12", "494.4", "3.6"], "confirmWeight", json!("differs")),
            (["12", "494.401", "3.6"], "confirmWeight", json!("outside")),
            (["12", "465.6", "3.6"], "confirmWeight", json!("differs")),
            (["12", "465.599", "3.6"], "confirmWeight", json!("outside")),
            (["12", "480", "3.24"], "confirmVolume", json!("differs")),
            (["12", "480", "3.239"], "confirmVolume", json!("outside")),
            (["12", "480", "3.96"], "confirmVolume", json!("differs")),
            (["12", "480", "3.961"], "confirmVolume", json!("outside")),
            (["12", "480", "3.6"], "confirmPieces", Json::Null),
            (["13", "480", "3.6"], "confirmPieces", json!("outside")),
        ] {
            assert_eq!(level(&look(plan, confirm), field), expected, "{confirm:?} {field}");
        }
        let heavy = ["12", "5000", "3.6"];
        assert_eq!(level(&look(heavy, ["12", "5100", "3.6"]), "confirmWeight"), json!("differs"));
        assert_eq!(level(&look(heavy, ["12", "5100.001", "3.6"]), "confirmWeight"), json!("outside"));
        let e1 = look(plan, ["12", "500", "3.95"]);
        assert_eq!(levels(&e1, "confirmWeight"), (json!("outside"), json!("差 +20.0（+4.17%）")));
        assert_eq!(level(&e1, "confirmVolume"), json!("differs"));
    });
}

#[test]
fn actual_figures_outside_tolerance_are_asked_about_and_leave_a_line() {
    with_orders(|world| {
        let op = world.login("op01");
        let e2 = uuid_of(&op, "AE-2607150002");
        let actual = json!({ "confirmPieces": 8, "confirmWeight": 320, "confirmVolume": 1.2 });
        let before = world.contents(false);
        let asked = change(&op, &e2, actual.clone());
        assert_eq!((asked.code, asked.questions()), (2, vec!["order.tolerance".to_owned()]));
        assert_eq!(asked.data["confirms"][0]["message"], "实际与预报差异超出范围，是否继续？");
        world.unchanged(&before, false);
        done(change(&op, &e2, with(actual, json!({ "confirmed": ["order.tolerance"] }))));
        assert_eq!(view(&op, &e2)["orderStatus"], "货物出重");
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={e2}"));
        let told = log["records"].to_string();
        assert!(told.contains("件重差异：预报 300.0 / 实际 320.0，差 +20.0（+6.67%）"), "{told}");
        let flagged = op.ok("/afbase/order/page?flagged=true");
        assert_eq!(flagged["total"], 2);
        // Nothing of the figures changed: nothing is asked again.
        assert_eq!(change(&op, &e2, json!({ "orderRemark": "x" })).code, 0);
        // Within tolerance nothing is asked.
        assert_eq!(change(&op, &e2, json!({ "confirmWeight": 309 })).code, 0);
        assert_eq!(op.ok("/afbase/order/page?flagged=true")["total"], 1);
    });
}

#[test]
fn what_only_deserves_a_word_is_told_and_saved() {
    with_partners(|world| {
        let op = world.login("op01");
        let odd = json!({
            "expectFlight": "QQ123", "expectDeparture": "2026-07-18", "receiptDate": "2026-07-19",
            "planDimensions": [{ "length": 100, "width": 60, "height": 50, "pieces": 11 }],
        });
        let made = saved(&op, with(example(&op), odd));
        let warned: Vec<String> =
            made["findings"].as_array().expect("findings").iter().map(|f| text(f, "message")).collect();
        for message in ["未找到航司QQ", "预计到货日期晚于航班日期", "尺寸件数11与件数12不一致"]
        {
            assert!(warned.contains(&message.to_owned()), "{message} not in {warned:?}");
        }
        let early = with(example(&op), json!({ "expectDeparture": "2026-07-18", "expectArrival": "2026-07-17" }));
        assert_eq!(op.post("/afbase/order/doSave", early).findings_at("expectArrival"), ["到港日期不能早于航班日期"]);
        let nowhere = with(example(&op), json!({ "arrivalStation": "XXX" }));
        assert_eq!(op.post("/afbase/order/doSave", nowhere).findings_at("arrivalStation"), ["XXX不是有效机场"]);
    });
}

#[test]
fn a_locked_customer_gets_no_new_order() {
    with_partners(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let customer = pick(&admin, "coop?keyword=KH001", "KH001");
        let version = admin.ok(&format!("/prm/coop/{customer}"))["version"].clone();
        let lock = json!({ "version": version, "scopes": ["AE"], "reason": "测试锁定" });
        done(admin.post(&format!("/prm/coop/{customer}/lock"), lock));
        let before = world.contents(false);
        let reply = op.post("/afbase/order/doSave", example(&op));
        assert_eq!(reply.findings_at("coopId"), ["该客户空运出口业务已锁定"]);
        world.unchanged(&before, false);
    });
}

#[test]
fn a_cancelled_order_comes_back_for_thirty_days() {
    with_orders(|world| {
        let op = world.login("op01");
        let e2 = uuid_of(&op, "AE-2607150002");
        let row = |op: &Caller<'_>| json!({ "orderUuid": e2, "rowUuid": text(&view(op, &e2), "rowUuid") });
        done(op.put("/afbase/order/cancel", with(row(&op), json!({ "reason": "重复下单" }))));
        assert_eq!(op.ok("/afbase/order/page")["total"], 3);
        world.set_clock("2026-08-14 10:00:01");
        let late = world.login("op01");
        assert_eq!(late.put("/afbase/order/restore", row(&late)).message, "已超过30天，不能恢复");
        world.set_clock("2026-08-14 10:00:00");
        let edge = world.login("op01");
        done(edge.put("/afbase/order/restore", row(&edge)));
        assert_eq!(view(&edge, &e2)["orderStatus"], "订单创建");
    });
}

/// The rows of the sheet a list exports, each cell as its text.
fn sheet(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a workbook");
    let mut part = |name: &str| {
        let mut text = String::new();
        match archive.by_name(name) {
            Ok(mut file) => file.read_to_string(&mut text).map(|_| ()).expect("text"),
            Err(_) => return String::new(),
        }
        text
    };
    let inner = |xml: &str, tag: &str| -> Vec<String> {
        let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
        let parts = xml.split(&open).skip(1).filter(|rest| rest.starts_with(['>', ' ']));
        parts
            .map(|rest| rest.split(&close).next().unwrap_or_default())
            .map(|rest| rest.split_once('>').map_or("", |(_, text)| text).to_owned())
            .collect()
    };
    let shared: Vec<String> =
        inner(&part("xl/sharedStrings.xml"), "si").iter().map(|si| inner(si, "t").concat()).collect();
    let cell = |xml: &str| -> (usize, String) {
        let letters = xml.split("r=\"").nth(1).unwrap_or_default().bytes().take_while(u8::is_ascii_uppercase);
        let place = letters.fold(0, |place, letter| place * 26 + usize::from(letter - b'A') + 1) - 1;
        let whole = format!("<c{xml}");
        let value = inner(&whole, "v").concat();
        let text = if whole.contains("t=\"s\"") {
            shared.get(value.parse::<usize>().expect("a place")).cloned().unwrap_or_default()
        } else if whole.contains("inlineStr") {
            inner(&whole, "t").concat()
        } else {
            value
        };
        (place, text.replace("&amp;", "&"))
    };
    inner(&part("xl/worksheets/sheet1.xml"), "row")
        .iter()
        .map(|row| {
            let mut cells = Vec::new();
            for (place, text) in row.split("<c").skip(1).map(cell) {
                cells.resize(place, String::new());
                cells.push(text);
            }
            cells
        })
        .collect()
}

// req: platform-export-excel, platform-export-default-fields
#[test]
fn the_sheet_has_the_default_columns_the_orders_and_their_sums() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        // A page of the list has one row here, the sheet has them all.
        assert_eq!(admin.ok("/afbase/order/page?size=1")["records"].as_array().map(Vec::len), Some(1));
        let reply = admin.post("/afbase/order/exportExcel", json!({ "filters": {}, "columnStrs": [] }));
        assert!(reply.content_type.contains("spreadsheetml"), "{}", reply.content_type);
        let rows = sheet(&reply.bytes);
        let heads = &rows[0];
        assert_eq!(heads.len(), 46, "the number of the row and 45 columns: {heads:?}");
        assert_eq!(heads[..4], ["序号", "主单号", "订单号", "操作节点"]);
        let at =
            |head: &str| heads.iter().position(|known| known == head).unwrap_or_else(|| panic!("{head}: {heads:?}"));
        for service in ["提货服务", "库内操作", "外场服务", "报关服务", "目的港清关", "目的港派送"]
        {
            at(service);
        }
        for absent in ["签单", "舱单", "电子运单", "创建时间"] {
            assert!(!heads.contains(&absent.to_owned()), "{absent}");
        }
        let codes: Vec<&str> = rows[1..5].iter().map(|row| row[2].as_str()).collect();
        assert_eq!(codes, ["AE-2607150003", "AE-2607150002", "AE-2607150001", "AE-2607140001"]);
        assert_eq!(["收入完成", "成本完成", "分单数"].map(|head| rows[1][at(head)].as_str()), ["未录", "未录", "直单"]);
        assert_eq!(rows[3][at("分单数")], "2");
        assert_eq!(rows[3][at("报关服务")], "否");
        assert_eq!(rows[4][at("报关服务")], "是");
        // E3 was not weighed yet.
        assert_eq!(rows[1][at("实际毛重")], "-");
        assert_eq!(rows[3][at("实际毛重")], "500");
        let sums = rows.last().expect("a last row");
        assert_eq!((rows.len(), sums[0].as_str()), (6, "总计"));
        for (head, sum) in [
            ("预报件数", "50"),
            ("预报毛重", "2030"),
            ("预报体积", "10.8"),
            ("预报计费重量", "2150"),
            ("实际件数", "22"),
            ("实际毛重", "750"),
            ("实际体积", "4.95"),
            ("实际计费重量", "908.333"),
            ("预报密度", ""),
        ] {
            assert_eq!(sums[at(head)], sum, "{head}");
        }
        let own = json!({ "filters": { "orderCode": "AE-2607150001" },
            "columnStrs": [{ "label": "单号", "prop": "awbNumber" }, { "label": "", "prop": "hawbQuantity" }] });
        let few = sheet(&admin.post("/afbase/order/exportExcel", own).bytes);
        assert_eq!(few[0], ["序号", "单号", "分单数"]);
        assert_eq!(few[1], ["1", "990-12345675", "2"]);
        let coded = json!({ "filters": { "orderCode": "AE-2607150001" },
            "columnStrs": [{ "label": "海关", "prop": "customsStatusCode" }] });
        let words =
            |caller: &testkit::Caller<'_>| sheet(&caller.post("/afbase/order/exportExcel", coded.clone()).bytes);
        assert_eq!(words(&admin)[1], ["1", "普通货物（001）"], "codes are told by their words");
        assert_eq!(words(&admin.in_language("en-US"))[1], ["1", "General cargo (001)"]);
        let unknown = json!({ "filters": {}, "columnStrs": [{ "label": "x", "prop": "nothingLikeThis" }] });
        assert_eq!(admin.post("/afbase/order/exportExcel", unknown).status, 400);
    });
}
