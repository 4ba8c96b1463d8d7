//! The house waybills of an order as a desk has them: their order, and houses from a workbook.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply};

use super::fixture::*;

/// The numbers of an order's houses, in their order.
fn numbers(caller: &Caller<'_>, uuid: &str) -> Vec<String> {
    let page = caller.ok(&format!("/afbase/aforder/hawb/page?orderUuid={uuid}"));
    page["records"].as_array().unwrap().iter().map(|row| text(row, "hawbNumber")).collect()
}

fn ids(caller: &Caller<'_>, uuid: &str) -> Vec<String> {
    let page = caller.ok(&format!("/afbase/aforder/hawb/page?orderUuid={uuid}"));
    page["records"].as_array().unwrap().iter().map(|row| text(row, "id")).collect()
}

#[test]
fn houses_stand_in_the_order_they_are_put_into() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let sort = |ids: &[String]| op.post("/afbase/hawb/doSort", json!({ "orderUuid": e1, "ids": ids }));
        assert_eq!(numbers(&op, &e1), ["HA001", "HA002"]);
        let first = ids(&op, &e1);
        let turned: Vec<String> = first.iter().rev().cloned().collect();
        assert_eq!(sort(&turned).code, 0);
        assert_eq!(numbers(&op, &e1), ["HA002", "HA001"]);
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={e1}"));
        assert!(log.to_string().contains("调整分单顺序 HA002、HA001"), "{log}");
        // A new one comes after those that were moved, whatever its number.
        let hawb = json!({ "hawbNumber": "AA001", "pieces": 1, "weight": 1 });
        assert_eq!(op.post("/afbase/hawb/doSave", json!({ "orderUuid": e1, "hawb": hawb })).code, 0);
        assert_eq!(numbers(&op, &e1), ["HA002", "HA001", "AA001"]);
        // Neither one too few, nor one twice, nor one of another order.
        let all = ids(&op, &e1);
        for wrong in [
            vec![all[0].clone()],
            vec![all[0].clone(), all[1].clone(), all[1].clone()],
            vec!["77".to_owned(), all[1].clone(), all[2].clone()],
        ] {
            assert_eq!(sort(&wrong).message, "分单有变化，请刷新后重试");
        }
        assert_eq!(numbers(&op, &e1), ["HA002", "HA001", "AA001"]);
        // Its forms and the papers made of them follow.
        let listed = op.ok(&format!("/afbase/awbPrint/hawbListByOrderUuid/{e1}"));
        let listed: Vec<String> = listed.as_array().unwrap().iter().map(|row| text(row, "hawbNumber")).collect();
        assert_eq!(listed, ["HA002", "HA001", "AA001"]);
    });
}

const HEAD: &str = "分单号,件数,毛重,体积,英文品名,付款方式\n";

fn upload(caller: &Caller<'_>, uuid: &str, lines: &str) -> Reply {
    let file = format!("{HEAD}{lines}");
    caller.upload(&format!("/afbase/hawb/import/read?orderUuid={uuid}"), &[("houses.csv", file.as_bytes())])
}

/// The messages of the rows, each with its box.
fn faults(data: &Json) -> Vec<String> {
    let rows = data["rows"].as_array().unwrap();
    let of = |row: &Json| {
        let found = row["findings"].as_array().unwrap();
        found
            .iter()
            .map(|one| format!("{} {} {}", row["number"], text(one, "field"), text(one, "message")))
            .collect::<Vec<_>>()
    };
    rows.iter().flat_map(of).collect()
}

#[test]
fn houses_of_a_file_are_added_all_or_none() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let read = upload(&op, &e1, "ha003,3,30.5,0.2,TOYS,PP\nHA001,1,5,,TOYS,\n,x,5,,玩具,\nHA003,1,1,,,\n");
        assert_eq!(read.code, 0, "{}", read.message);
        assert_eq!((read.data["total"].clone(), read.data["bad"].clone()), (json!(4), json!(3)));
        let told = faults(&read.data);
        assert!(told.contains(&"3 hawbNumber 分单号HA001重复".to_owned()), "{told:?}");
        assert!(told.contains(&"5 hawbNumber 分单号HA003重复".to_owned()), "{told:?}");
        assert!(told.iter().any(|one| one.starts_with("4 hawbNumber ")), "{told:?}");
        assert!(told.iter().any(|one| one.starts_with("4 pieces ")), "{told:?}");
        assert!(told.iter().any(|one| one.starts_with("4 goodsNameEn ")), "{told:?}");
        assert!(!told.iter().any(|one| one.starts_with("2 ")), "{told:?}");
        assert_eq!(numbers(&op, &e1), ["HA001", "HA002"], "nothing is kept by looking");

        let rows: Vec<Json> = read.data["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| json!({ "number": row["number"], "hawb": row["hawb"] }))
            .collect();
        let run = |rows: &[Json]| op.post("/afbase/hawb/import/run", json!({ "orderUuid": e1, "rows": rows }));
        let refused = run(&rows);
        assert_eq!(refused.findings_at("rows.1.hawbNumber"), ["分单号HA001重复"]);
        assert_eq!(numbers(&op, &e1), ["HA001", "HA002"], "the good row is not written alone");

        let mut mended = rows[..2].to_vec();
        mended[1]["hawb"]["hawbNumber"] = json!("HA004");
        let checked = op.post("/afbase/hawb/import/check", json!({ "orderUuid": e1, "rows": mended }));
        assert_eq!(checked.data["bad"], json!(0), "{}", checked.data);
        assert_eq!(done(run(&mended))["added"], json!(2));
        assert_eq!(numbers(&op, &e1), ["HA001", "HA002", "HA003", "HA004"]);
        let page = op.ok(&format!("/afbase/aforder/hawb/page?orderUuid={e1}"));
        let third = &page["records"][2];
        assert_eq!((third["pieces"].clone(), third["weight"].to_string()), (json!(3), "30.5".to_owned()));
        assert_eq!(
            (text(third, "departureStation"), text(third, "arrivalStation")),
            ("PVG".to_owned(), "FRA".to_owned())
        );
        assert_eq!(view(&op, &e1)["hawbCount"], json!(4));
    });
}

#[test]
fn houses_of_a_file_are_the_same_in_pieces() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let file = "HA003,3,30.5,0.2,TOYS,PP\nHA001,1,5,,TOYS,\nHA003,1,1,,TOYS,\nHA004,1,1,,TOYS,\n";
        let together = upload(&op, &e1, file).data;
        world.app.pieces.narrow(1, 1_000);
        let ended = world.app.pieces.ended();
        let read = upload(&op, &e1, file).data;
        assert_eq!((&read, world.app.pieces.ended() - ended), (&together, 4));
        let row =
            |place: usize| json!({ "number": read["rows"][place]["number"], "hawb": read["rows"][place]["hawb"] });
        let run = |rows: Json| op.post("/afbase/hawb/import/run", json!({ "orderUuid": e1, "rows": rows }));
        assert_eq!(run(json!([row(0), row(2)])).findings_at("rows.1.hawbNumber"), ["分单号HA003重复"]);
        assert_eq!(numbers(&op, &e1), ["HA001", "HA002"]);
        assert_eq!(done(run(json!([row(0), row(3)])))["added"], json!(2));
        assert_eq!(numbers(&op, &e1), ["HA001", "HA002", "HA003", "HA004"]);
        assert_eq!(view(&op, &e1)["hawbCount"], json!(4));
    });
}

#[test]
fn files_of_houses_are_refused_with_a_reason() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let read = |name: &str, bytes: &[u8]| {
            op.upload(&format!("/afbase/hawb/import/read?orderUuid={e1}"), &[(name, bytes)]).message
        };
        assert_eq!(read("a.pdf", b"%PDF"), "请选择.xlsx或.csv文件");
        assert_eq!(read("a.csv", "分单号,件数\n".as_bytes()), "文件中没有数据行");
        let many: String = (0..501).map(|n| format!("H{n:05},1,1,,,\n")).collect();
        let refused = upload(&op, &e1, &many);
        assert!(refused.code == 1 && refused.message.contains("500"), "{}", refused.message);
        let none = json!({ "orderUuid": e1, "rows": [] });
        assert_eq!(op.post("/afbase/hawb/import/run", none).message, "文件中没有数据行");
        let odd = json!({ "orderUuid": e1, "rows": [{ "number": 2, "hawb": { "id": "1" } }] });
        assert_eq!(op.post("/afbase/hawb/import/run", odd).status, 400);
        let blank = op.get("/afbase/hawb/import/template");
        assert_eq!(&blank.bytes[..2], b"PK");
        assert_eq!(world.login("nobody").get("/afbase/hawb/import/template").status, 403);
    });
}
