//! What hangs on an order: houses, files, notes, copies.

use serde_json::{Value as Json, json};

use super::fixture::*;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x01IHDRx0000\0\0\0\0IEND0000";

#[test]
fn houses_add_up_to_the_order() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let page = |uuid: &str| op.ok(&format!("/afbase/aforder/hawb/page?orderUuid={uuid}"));
        let sums = page(&e1)["sums"].clone();
        assert_eq!(
            (sums["pieces"].clone(), sums["weight"].clone(), sums["volume"].to_string()),
            (json!(12), json!(480), "3.6".into())
        );
        assert_eq!(sums["marks"], json!({}));
        let house = page(&e1)["records"][0].clone();
        assert_eq!((house["hawbNumber"].clone(), house["chargeWeight"].clone()), (json!("HA001"), json!(250)));
        let save = |hawb: Json| op.post("/afbase/hawb/doSave", json!({ "orderUuid": e1, "hawb": hawb }));
        assert_eq!(save(with(house.clone(), json!({ "weight": 300 }))).code, 0);
        assert_eq!(page(&e1)["sums"]["marks"]["weight"]["level"], json!("outside"));
        assert_eq!(save(house.clone()).code, 3, "an old version");
        let double = json!({ "hawbNumber": "ha002", "pieces": 1, "weight": 1 });
        assert_eq!(save(double).findings_at("hawbNumber"), ["分单号HA002重复"]);
        assert_eq!(
            save(json!({ "hawbNumber": "HA-1", "pieces": 1, "weight": 1 })).findings_at("hawbNumber"),
            ["分单号只能包含字母和数字，最多12位"]
        );
        assert_eq!(
            save(json!({ "hawbNumber": "HA1234567890A" })).findings_at("hawbNumber"),
            ["分单号不能超过12个字符"]
        );
        let deleted = op.post("/afbase/hawb/doDelete", json!({ "orderUuid": e1, "ids": [house["id"]] }));
        assert_eq!(deleted.code, 0, "{}", deleted.message);
        assert_eq!(view(&op, &e1)["hawbCount"], json!(1));
    });
}

#[test]
fn a_house_number_of_another_master_is_asked_about() {
    with_orders(|world| {
        let op = world.login("op01");
        let e3 = uuid_of(&op, "AE-2607150003");
        let body = |yes: Json| json!({ "orderUuid": e3, "hawb": { "hawbNumber": "HA001", "pieces": 1, "weight": 1 }, "confirmed": yes });
        let asked = op.post("/afbase/hawb/doSave", body(json!([])));
        assert_eq!(asked.data["confirms"][0]["message"], json!("分单号已用于990-12345675，是否继续？"));
        assert_eq!(op.post("/afbase/hawb/doSave", body(json!(["order.hawb.used"]))).code, 0);
    });
}

// req: attach-images-allowed, attach-documents-allowed
#[test]
fn files_are_known_by_content_and_come_back() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let path = |kind: &str| format!("/afbase/orderFiles/upload?orderUuid={e1}&fileType={kind}");
        let (photo, document) = (path("%E7%85%A7%E7%89%87"), path("%E6%96%87%E4%BB%B6"));
        assert_eq!(op.upload(&photo, &[("a.pdf", b"%PDF-1.7")]).message, "图片仅支持JPG、JPEG、BMP、PNG格式");
        assert_eq!(op.upload(&photo, &[("a.png", b"<html>")]).message, "图片仅支持JPG、JPEG、BMP、PNG格式");
        assert_eq!(op.upload(&document, &[("a.exe", b"MZ")]).message, "文件格式不支持");
        assert_eq!(op.upload(&photo, &[("a.png", PNG)]).code, 0);
        assert_eq!(op.upload(&document, &[("托书.pdf", b"%PDF-1.7")]).code, 0);
        let list = op.ok(&format!("/afbase/orderFiles/getList?orderUuid={e1}"));
        assert_eq!((list[0]["fileName"].clone(), list[0]["fileClass"].clone()), (json!("托书.pdf"), json!("其他")));
        let file = op.get(&text(&list[0], "fileUrl"));
        assert_eq!(file.bytes, b"%PDF-1.7");
        let id = text(&list[1], "orderFileId");
        assert_eq!(op.post("/afbase/orderFiles/update", json!({ "orderFileId": id, "isDisplay": true })).code, 0);
        assert_eq!(op.ok(&format!("/afbase/orderFiles/getList?orderUuid={e1}"))[1]["isDisplay"], json!(true));
        let url = text(&list[0], "fileUrl");
        assert_eq!(world.login("sh01").get(&url).status, 404);
        assert_eq!(view(&op, &e1)["fileCount"], json!(2));
        assert_eq!(op.post("/afbase/orderFiles/doDelete", json!({ "ids": [id] })).code, 0);
        assert_eq!(view(&op, &e1)["fileCount"], json!(1));
        let many: Vec<(String, Vec<u8>)> = (0..50).map(|n| (format!("{n}.txt"), b"x".to_vec())).collect();
        let refs: Vec<(&str, &[u8])> = many.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        assert_eq!(op.upload(&document, &refs).message, "每个订单最多50个文件");
        assert_eq!(op.upload(&document, &refs[..49]).code, 0);
    });
}

#[test]
fn notes_are_kept_and_removed_by_their_author() {
    with_orders(|world| {
        let (op, cs) = (world.login("op01"), world.login("cs01"));
        let e1 = uuid_of(&op, "AE-2607150001");
        let note =
            |text: &str| op.post("/afbase/order/note", json!({ "orderUuid": e1, "text": text, "visible": true }));
        assert_eq!(note("").findings_at("text"), ["请填写备注"]);
        assert_eq!(note(&"x".repeat(1001)).findings_at("text").len(), 1);
        assert_eq!(note("第一行\n第二行").code, 0);
        let list = op.ok(&format!("/afbase/order/notes?orderUuid={e1}"));
        assert_eq!(
            (list[0]["text"].clone(), list[0]["creatorName"].clone()),
            (json!("第一行\n第二行"), json!("操作一"))
        );
        let path = format!("/afbase/order/note/{}", text(&list[0], "id"));
        assert_eq!(cs.delete(&path).status, 403);
        assert_eq!(world.login("sh01").delete(&path).status, 404);
        assert_eq!(op.delete(&path).code, 0);
        assert_eq!(op.ok(&format!("/afbase/order/notes?orderUuid={e1}")), json!([]));
    });
}

#[test]
fn a_copy_is_an_unsaved_order_of_the_chosen_parts() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let before = world.contents(false);
        let copy = |parts: Json| op.post(&format!("/afbase/order/copy/{e1}"), json!({ "parts": parts })).data;
        let all = copy(json!(["parties", "routing", "cargo", "services", "addresses", "price", "remarks"]));
        assert_eq!(before, world.contents(false));
        assert_eq!(all["copyFrom"], json!("AE-2607150001"));
        assert_eq!((all["coopName"].clone(), all["planWeight"].clone()), (json!("客户甲"), json!(480)));
        assert_eq!(all["parties"]["consignee"]["scName"], json!("DEMO CONSIGNEE GMBH"));
        for name in ["awbNumber", "confirmWeight", "internalNumber", "customerNumber"] {
            assert_eq!(all[name], Json::Null, "{name}");
        }
        assert_eq!(all.get("orderUuid"), None);
        assert_eq!(copy(json!(["cargo"]))["departureStation"], Json::Null);
        let again = op.post("/afbase/order/doSave", with(all, json!({ "confirmed": ["order.similar"] })));
        assert_eq!(again.code, 0, "{} {}", again.message, again.data);
        assert_eq!(text(&again.data, "orderCode"), "AE-2607150004");
    });
}
