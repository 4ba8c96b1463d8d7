//! What hangs on an order: houses, files, notes, copies.

use platform::registry::Room;
use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, each_database_from};

use super::fixture::*;

/// Org of the orders.
const DEMO: i64 = 2;

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

/// The numbers of an order's houses.
fn numbers(caller: &Caller<'_>, uuid: &str) -> Vec<String> {
    let page = caller.ok(&format!("/afbase/aforder/hawb/page?orderUuid={uuid}"));
    page["records"].as_array().unwrap().iter().map(|row| text(row, "hawbNumber")).collect()
}

/// Issue 25, 16: a number that is looked at is not used up; the house that is saved under it takes it.
#[test]
fn the_company_gives_its_houses_numbers_of_its_own() {
    with_orders(|world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let e1 = uuid_of(&op, "AE-2607150001");
        let next = || op.get(&format!("/afbase/hawb/nextNumber?orderUuid={e1}"));
        let save = |order: &str, number: &str| {
            let typed = json!({ "hawbNumber": number, "pieces": 1, "weight": 1 });
            op.post("/afbase/hawb/doSave", json!({ "orderUuid": uuid_of(&op, order), "hawb": typed }))
        };
        assert_eq!(done(next())["hawbNumber"], "0000001");
        assert_eq!(done(next())["hawbNumber"], "0000001", "looking takes nothing");
        let first = done(save("AE-2607150001", "0000001"));
        let decide = |prefix: &str| {
            let version = admin.ok("/hrs/orgSetting")["version"].clone();
            let values = json!({ "hawbPrefix": prefix });
            admin.put("/hrs/orgSetting", json!({ "version": version, "businessScope": "AE", "values": values }))
        };
        assert_eq!(decide("DEMOAB").code, 1, "six characters");
        assert_eq!(decide("D-1").code, 1);
        assert_eq!(decide("DEMOA").code, 0, "five");
        assert_eq!(done(next())["hawbNumber"], "DEMOA0000002", "twelve characters, and no number twice");
        assert_eq!(decide("ha").code, 0);
        done(save("AE-2607150001", "HA0000002"));
        done(save("AE-2607150001", "HA0009000"));
        assert_eq!(done(next())["hawbNumber"], "HA0000003", "what lies far ahead was made up by hand");
        let gone = op.post("/afbase/hawb/doDelete", json!({ "orderUuid": e1, "ids": [first["id"]] }));
        assert_eq!(gone.code, 0, "{}", gone.message);
        assert_eq!(done(next())["hawbNumber"], "HA0000003", "the number of a house that is gone is not given again");
        // Two looked at the same number: the first keeps it, the second is told.
        done(save("AE-2607150001", "HA0000003"));
        let late = save("AE-2607150002", "HA0000003");
        assert_eq!(late.findings_at("hawbNumber"), ["分单号HA0000003重复"]);
        assert_eq!(done(next())["hawbNumber"], "HA0000004");
        // What is typed by hand leaves the series where it is, until what lies before it is given.
        done(save("AE-2607150001", "HA0000006"));
        assert_eq!(done(next())["hawbNumber"], "HA0000004");
        done(save("AE-2607150001", "HA0000004"));
        done(save("AE-2607150001", "HA0000005"));
        assert_eq!(done(next())["hawbNumber"], "HA0000007");
        // Without letters before them seven digits may be a co-loader's: it is asked, not refused.
        assert_eq!(decide("").code, 0);
        done(save("AE-2607150001", "0000003"));
        let others = save("AE-2607150002", "0000003");
        assert_eq!(others.questions(), ["order.hawb.used"]);
        assert_eq!(others.findings_at("hawbNumber"), [""; 0]);
        let series = |last: i64| {
            world.database(|_, conn| {
                let mut update = sql::update(DEMO, "number_series", &[("last", Value::Int(last))]);
                update.and_where(sql::eq("series", "hawb"));
                assert_eq!(conn.exec(&update.into()).expect("updates"), 1);
            });
        };
        assert_eq!(decide("DEMOA").code, 0);
        series(9_999_998);
        assert_eq!(done(next())["hawbNumber"], "DEMOA9999999");
        series(9_999_999);
        assert_eq!(next().message, "分单号已用完，请修改分单号前缀");
        assert_eq!(op.get("/afbase/hawb/nextNumber?orderUuid=none").status, 404);
    });
}

#[test]
fn a_house_is_copied_under_the_next_number() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let page = op.ok(&format!("/afbase/aforder/hawb/page?orderUuid={e1}"));
        let source = page["records"][0].clone();
        let copy =
            |more: Json| op.post("/afbase/hawb/copy", with(json!({ "orderUuid": e1, "id": source["id"] }), more));
        let made = done(copy(json!({})));
        assert_eq!(made["hawbNumber"], "0000001");
        assert_eq!(numbers(&op, &e1), ["0000001", "HA001", "HA002"]);
        let houses = op.ok(&format!("/afbase/aforder/hawb/page?orderUuid={e1}"));
        let same = &houses["records"][0];
        for name in ["pieces", "slac", "weight", "volume", "chargeWeight", "goodsNameEn", "hsCode", "consignee"] {
            assert_eq!(same[name], source[name], "{name}");
        }
        assert_eq!(view(&op, &e1)["hawbCount"], json!(3));
        assert_eq!(done(copy(json!({ "hawbNumber": "ha009" })))["hawbNumber"], "HA009");
        assert_eq!(copy(json!({ "hawbNumber": "HA002" })).findings_at("hawbNumber"), ["分单号HA002重复"]);
        assert_eq!(
            copy(json!({ "hawbNumber": "HA-1" })).findings_at("hawbNumber"),
            ["分单号只能包含字母和数字，最多12位"]
        );
        assert_eq!(op.post("/afbase/hawb/copy", json!({ "orderUuid": e1, "id": "77" })).status, 404);
        assert_eq!(numbers(&op, &e1), ["0000001", "HA001", "HA002", "HA009"]);
    });
}

#[test]
fn a_house_the_carrier_knows_of_stays() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let house = op.ok(&format!("/afbase/aforder/hawb/page?orderUuid={e1}"))["records"][0].clone();
        let hawb: i64 = text(&house, "id").parse().unwrap();
        let remove = || op.post("/afbase/hawb/doDelete", json!({ "orderUuid": e1, "ids": [house["id"]] }));
        let message = |state: &str| {
            world.database(|_, conn| {
                let mut delete = sql::delete(DEMO, "edi_message");
                conn.exec(&delete.take().into()).expect("deletes");
                let cells = [
                    ("id", Value::Int(1)),
                    ("message_no", "M1".into_value()),
                    ("direction", "OUT".into_value()),
                    ("kind", "FHL".into_value()),
                    ("format", "IMP".into_value()),
                    ("awb_number", "990-12345675".into_value()),
                    ("hawb_id", Value::Int(hawb)),
                    ("body", "FHL/4".into_value()),
                    ("state", state.into_value()),
                    ("revision", Value::Int(1)),
                    ("tries", Value::Int(1)),
                    ("version", Value::Int(1)),
                    ("created_by", Value::Int(1)),
                    ("created_at", Value::Int(1)),
                    ("updated_by", Value::Int(1)),
                    ("updated_at", Value::Int(1)),
                ];
                conn.exec(&sql::insert(DEMO, "edi_message", &cells).into()).expect("inserts");
            });
        };
        for state in ["SENT", "ACCEPTED"] {
            message(state);
            assert_eq!(remove().message, "分单HA001的FHL报文已发送，请先撤销报文", "{state}");
        }
        message("CANCELLED");
        assert_eq!(remove().code, 0);
        assert_eq!(numbers(&op, &e1), ["HA002"]);
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

#[test]
fn all_files_of_an_order_come_as_one_archive() {
    with_orders(|world| {
        let op = world.login("op01");
        let (e1, e2) = (uuid_of(&op, "AE-2607150001"), uuid_of(&op, "AE-2607150002"));
        let path = format!("/afbase/orderFiles/upload?orderUuid={e1}&fileType=%E6%96%87%E4%BB%B6");
        for content in ["%PDF-1.7 1", "%PDF-1.7 2"] {
            assert_eq!(op.upload(&path, &[("托书.pdf", content.as_bytes())]).code, 0);
        }
        let zip = |who: &Caller<'_>, order: &str| who.post("/afbase/orderFiles/zip", json!({ "orderUuid": order }));
        let reply = zip(&op, &e1);
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).expect("an archive");
        let mut inside = Vec::new();
        for place in 0..archive.len() {
            let file = archive.by_index(place).unwrap();
            let name = file.name().unwrap().into_owned();
            inside.push((name, std::io::read_to_string(file).unwrap()));
        }
        let pair = |name: &str, content: &str| (name.to_owned(), content.to_owned());
        assert_eq!(inside, [pair("托书.pdf", "%PDF-1.7 1"), pair("托书(2).pdf", "%PDF-1.7 2")]);
        assert_eq!(zip(&op, &e2).message, "该订单没有文件");
        assert_eq!(zip(&world.login("sh01"), &e1).status, 404);
        assert_eq!(zip(&world.anonymous(), &e1).status, 401);
    });
}

#[test]
fn files_of_several_orders_come_in_folders_of_one_archive() {
    with_orders(|world| {
        let op = world.login("op01");
        let [e1, e2, e3] = [1, 2, 3].map(|number| uuid_of(&op, &format!("AE-260715000{number}")));
        for (order, content) in [(&e1, "%PDF-1.7 1"), (&e3, "%PDF-1.7 3")] {
            let path = format!("/afbase/orderFiles/upload?orderUuid={order}&fileType=%E6%96%87%E4%BB%B6");
            assert_eq!(op.upload(&path, &[("托书.pdf", content.as_bytes())]).code, 0);
        }
        let zip = |who: &Caller<'_>, orders: &[&String]| {
            who.post("/afbase/orderFiles/zipSeveral", json!({ "orderUuids": orders }))
        };
        let reply = zip(&op, &[&e1, &e2, &e3]);
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).expect("an archive");
        let mut names = Vec::new();
        for place in 0..archive.len() {
            names.push(archive.by_index(place).unwrap().name().unwrap().into_owned());
        }
        assert_eq!(names, ["AE-2607150001/托书.pdf", "AE-2607150003/托书.pdf"], "an order without files has no folder");
        assert_eq!(zip(&op, &[&e2]).message, "该订单没有文件");
        assert_eq!(zip(&world.login("sh01"), &[&e1]).status, 404, "one that is not seen stands in the way of all");
        let many: Vec<&String> = std::iter::repeat_n(&e1, 101).collect();
        assert_eq!(zip(&op, &many).message, "一次最多打包100个订单的文件");
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
        let remove = || op.post("/afbase/orderFiles/doDelete", json!({ "ids": [id] }));
        let set = |lifecycle: &str| {
            let text = format!("UPDATE freight_order SET lifecycle = '{lifecycle}' WHERE order_code = 'AE-2607150001'");
            world.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).unwrap());
        };
        set("LOCKED");
        assert_eq!(remove().message, "订单已锁定，不能删除单证");
        assert_eq!(op.ok(&format!("/afbase/orderFiles/getList?orderUuid={e1}")).as_array().map(Vec::len), Some(2));
        set("OPEN");
        assert_eq!(remove().code, 0);
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
        world.unchanged(&before, false);
        assert_eq!(all["copyFrom"], json!("AE-2607150001"));
        assert_eq!((all["coopName"].clone(), all["planWeight"].clone()), (json!("客户甲"), json!(480)));
        assert_eq!(all["parties"]["consignee"]["scName"], json!("DEMO CONSIGNEE GMBH"));
        for name in ["awbNumber", "confirmWeight", "internalNumber", "customerNumber"] {
            assert_eq!(all[name], Json::Null, "{name}");
        }
        assert_eq!(all.get("orderUuid"), None);
        assert_eq!(copy(json!(["cargo"]))["departureStation"], Json::Null);
        let unknown = op.post(&format!("/afbase/order/copy/{e1}"), json!({ "parts": ["cargo", "bills"] }));
        assert_eq!((unknown.status, unknown.message.contains("parts")), (400, true), "{}", unknown.message);
        let again = op.post("/afbase/order/doSave", with(all, json!({ "confirmed": ["order.similar"] })));
        assert_eq!(again.code, 0, "{} {}", again.message, again.data);
        assert_eq!(text(&again.data, "orderCode"), "AE-2607150004");
    });
}

// req: attach-open-upload
#[test]
fn an_upload_tells_the_file_and_is_held_to_its_size() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let path = |kind: &str| format!("/afbase/file/upload?orderUuid={e1}&fileType={kind}");
        let (photo, document) = (path("%E7%85%A7%E7%89%87"), path("%E6%96%87%E4%BB%B6"));
        let told = done(op.upload(&document, &[("../托书.pdf", b"%PDF-1.7")]));
        assert_eq!(told["fileName"], "托书.pdf");
        let id = text(&told, "orderFileId");
        assert_eq!(text(&told, "fileUrl"), format!("/afbase/orderFiles/download/{id}"));
        let file = op.get(&text(&told, "fileUrl"));
        assert_eq!((file.status, file.bytes.as_slice()), (200, b"%PDF-1.7".as_slice()));
        assert!(file.header("content-disposition").starts_with("attachment"), "{}", file.header("content-disposition"));
        assert_eq!(file.header("x-content-type-options"), "nosniff");
        let two: [(&str, &[u8]); 2] = [("a.txt", b"a"), ("b.txt", b"b")];
        assert_eq!(op.upload(&document, &two).message, "请选择一个文件");
        let sized = |head: &[u8], bytes: usize| {
            let mut file = head.to_vec();
            file.resize(bytes, b'0');
            file
        };
        const MB: usize = 1024 * 1024;
        let image = |bytes: usize| op.upload(&photo, &[("a.bmp", &sized(b"BM", bytes))]);
        assert_eq!(image(10 * MB).message, "操作成功");
        assert_eq!(image(10 * MB + 1).message, "文件大小不能超过10MB");
        let paper = |bytes: usize| op.upload(&document, &[("a.pdf", &sized(b"%PDF-", bytes))]);
        assert_eq!(paper(50 * MB).message, "操作成功");
        assert_eq!(paper(50 * MB + 1).message, "文件大小不能超过50MB");
        assert_eq!(view(&op, &e1)["fileCount"], json!(3));
        let large = sized(b"%PDF-", 5 * MB);
        assert_eq!(world.anonymous().upload(&document, &[("a.pdf", &large)]).status, 401);
        assert_eq!(world.login("nobody").upload(&document, &[("a.pdf", &large)]).status, 403);
        let part = sized(b"%PDF-", 40 * MB);
        let over = op.upload(&document, &[("a.pdf", part.as_slice()); 3]);
        assert_eq!((over.status, over.message.as_str()), (400, "内容无法读取或超过大小限制"));
    });
}

// req: address-party-fields
#[test]
fn a_party_keeps_every_field_from_the_order_to_the_papers() {
    with_orders(|world| {
        let op = world.login("op01");
        let e2 = uuid_of(&op, "AE-2607150002");
        done(change(&op, &e2, json!({ "awbNumber": "990-12345701" })));
        let party = |name: &str| {
            json!({
                "scName": name, "scAddress": "2 DEMO STREET", "nationCode": "US", "stateCode": "CA",
                "cityNameEn": "LOS ANGELES", "cityCode": "LAX", "postCode": "90001", "telNumber": "1 310 0000000",
                "faxNumber": "1 310 0000001", "scCode": "12-3456789", "scCodeType": "EIN",
                "contactName": "RECEIVING DESK", "contactTel": "1 310 0000002", "aeoCode": "USAEO1",
                "accountNo": "ACC-1",
            })
        };
        let same = |kept: &Json, sent: &Json| {
            for (name, value) in sent.as_object().expect("a party") {
                assert_eq!(&kept[name], value, "{name}");
            }
        };
        let parties = json!({ "consignee": party("ORDER LEVEL INC"), "notify": party("NOTIFIED INC") });
        done(change(&op, &e2, json!({ "parties": parties })));
        let order = view(&op, &e2);
        same(&order["parties"]["consignee"], &party("ORDER LEVEL INC"));
        same(&order["parties"]["notify"], &party("NOTIFIED INC"));
        let hawb = json!({ "hawbNumber": "HC001", "pieces": 8, "weight": 300, "consignee": party("HOUSE LEVEL INC") });
        let made = done(op.post("/afbase/hawb/doSave", json!({ "orderUuid": e2, "hawb": hawb })));
        let houses = op.ok(&format!("/afbase/aforder/hawb/page?orderUuid={e2}"));
        same(&houses["records"][0]["consignee"], &party("HOUSE LEVEL INC"));
        let admin = world.login("demo-admin");
        let master = admin.ok(&format!("/afbase/awbPrint/prefill/{e2}?type=0"));
        same(&master["consignee"], &party("ORDER LEVEL INC"));
        let path = format!("/afbase/awbPrint/prefill/{e2}?type=1&hawbId={}", text(&made, "id"));
        same(&admin.ok(&path)["consignee"], &party("HOUSE LEVEL INC"));
    });
}

fn rooms_with_pouch() -> Vec<Room> {
    let mut rooms = rooms();
    rooms.push(pouch::room());
    rooms
}

/// Issue 24, 2: a row that another document hangs on is not removed.
#[test]
fn a_house_whose_papers_lie_in_a_pouch_stays() {
    each_database_from(rooms_with_pouch, lay_orders, |world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let e1 = uuid_of(&op, "AE-2607150001");
        let houses = op.ok(&format!("/afbase/aforder/hawb/page?orderUuid={e1}"))["records"].clone();
        let remove = |caller: &Caller<'_>, place: usize| {
            caller.post("/afbase/hawb/doDelete", json!({ "orderUuid": e1, "ids": [houses[place]["id"]] }))
        };
        let papers = json!([{ "docType": "分运单", "docNo": "HA001", "originals": 1, "copies": 0 }]);
        let pouch = done(admin.post("/afbase/cargoPouch", json!({ "awbNumber": "99012345675", "documents": papers })));
        let number = text(&pouch, "pouchNumber");
        let why = format!("分单 HA001已被随货文件袋{number}引用，不能删除或更换");
        assert_eq!((remove(&op, 0).code, remove(&op, 0).message), (1, why));
        let english = format!("House waybill HA001 can't be removed or replaced: cargo pouch {number} refers to it.");
        assert_eq!(remove(&op.in_language("en-US"), 0).message, english);
        assert_eq!(numbers(&op, &e1), ["HA001", "HA002"]);
        assert_eq!(remove(&op, 1).code, 0, "nothing of it lies in the pouch");
        let path = format!("/afbase/cargoPouch/{}", text(&pouch, "id"));
        let void = json!({ "version": admin.ok(&path)["version"], "reason": "错装" });
        done(admin.post(&format!("{path}/void"), void));
        assert_eq!(remove(&op, 0).code, 0, "a void pouch holds nothing");
    });
}
