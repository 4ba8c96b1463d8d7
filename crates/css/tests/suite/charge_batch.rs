//! /css_charge_batch as the catalogue shows it, over the orders E1, E2 and E4 and their charges.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, refused, rows_of};

use super::order_charge::{charges, uuid};
use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop, item};

const E1: &str = "AE-2607150001";
const E2: &str = "AE-2607150002";
const E4: &str = "AE-2607140001";
const LOCKED: &str = "订单已财务锁账";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

fn post(caller: &Caller<'_>, verb: &str, body: &Json) -> Reply {
    caller.post(&format!("/css/charge/batch/{verb}"), body.clone())
}

/// A body with some members in place of its own.
fn with(body: &Json, members: Json) -> Json {
    let mut body = body.clone();
    for (name, value) in members.as_object().expect("members") {
        body[name] = value.clone();
    }
    body
}

fn orders(uuids: &[&str]) -> Json {
    uuids.iter().map(|uuid| json!({ "orderUuid": uuid })).collect()
}

/// Rows as code, amount and state, with the reason behind it.
fn rows(data: &Json) -> Vec<String> {
    let text = |row: &Json, name: &str| row[name].as_str().unwrap_or("-").to_owned();
    let of = |row: &Json| {
        let parts = ["orderCode", "amount", "state", "why"].map(|name| text(row, name));
        parts.join(" ").trim().to_owned()
    };
    data["rows"].as_array().into_iter().flatten().map(of).collect()
}

/// What is shared in the catalogue.
fn share(world: &World, uuids: &[&str]) -> Json {
    json!({
        "mode": "SHARE", "kind": "PAYABLE", "by": "CHARGE_WEIGHT", "orders": orders(uuids), "amount": "300.00",
        "charge": { "serviceItemId": item(world, "操作费"), "coopId": coop(world, "GYS001"), "currency": "CNY" },
    })
}

#[test]
fn an_amount_is_shared_over_orders_by_charge_weight_or_not_at_all() {
    told(|world| {
        let op = world.login("op01");
        let [e1, e2, e4] = [E1, E2, E4].map(|code| uuid(&op, code));
        let before = world.contents(false);
        let body = share(world, &[&e1, &e2]);
        let looked = done(post(&op, "preview", &body));
        assert_eq!(rows(&looked), [format!("{E1} 206.09 new"), format!("{E2} 93.91 new")]);
        assert_eq!((&looked["good"], &looked["bad"], &looked["saved"]), (&json!(2), &json!(0), &json!(0)));
        // A locked order among them: all of it is refused, whatever is ticked.
        let three = with(&share(world, &[&e1, &e2, &e4]), json!({ "onlyPassed": true }));
        let looked = done(post(&op, "preview", &three));
        assert!(rows(&looked).iter().any(|row| row.starts_with(E4) && row.ends_with(LOCKED)), "{looked}");
        let kept = post(&op, "save", &three);
        refused(&kept, "1行未通过，未保存任何数据");
        assert_eq!(kept.data["bad"], json!(1));
        let bad = |members: Json| post(&op, "preview", &with(&body, members));
        assert_eq!(bad(json!({ "amount": "0" })).findings_at("amount"), ["请填写金额"]);
        assert_eq!(bad(json!({ "amount": "1.005" })).findings_at("amount"), ["CNY金额最多2位小数"]);
        assert_eq!(bad(json!({ "kind": "" })).findings_at("kind"), ["请选择应收或应付"]);
        assert_eq!(bad(json!({ "orders": [] })).findings_at("orders"), ["请选择订单"]);
        assert_eq!(bad(json!({ "orders": orders(&[&e1, &e1]) })).status, 400);
        world.unchanged(&before, false);
        let saved = done(post(&op, "save", &body));
        assert_eq!(rows(&saved), [format!("{E1} 206.09 saved"), format!("{E2} 93.91 saved")]);
        let list = charges(&op, &e1);
        let line = list["cost"].as_array().and_then(|rows| rows.last()).cloned().expect("a line");
        assert_eq!((&line["amount"], &line["source"]), (&json!("206.09"), &json!("SHARED")));
        assert_eq!(list["totals"]["cost"]["functional"], json!("13376.09"));
        assert_eq!(charges(&op, &e2)["totals"]["cost"]["functional"], json!("93.91"));
        let log = world.login("demo-admin").ok(&format!("/afbase/order/log/page?orderUuid={e2}&size=100")).to_string();
        assert!(log.contains("应付按票分摊费用"), "{log}");
    });
}

/// A grid of two items over orders with their cells.
fn grid(world: &World, cells: &[(&str, [&str; 2])]) -> Json {
    let items: Vec<Json> = ["操作费", "提货费"]
        .iter()
        .map(|name| json!({ "serviceItemId": item(world, name), "currency": "CNY" }))
        .collect();
    let orders: Vec<Json> = cells.iter().map(|(uuid, values)| json!({ "orderUuid": uuid, "values": values })).collect();
    json!({ "mode": "CELLS", "kind": "RECEIVABLE", "by": "PRICE", "items": items, "orders": orders })
}

#[test]
fn a_grid_is_saved_wholly_or_as_far_as_it_passes() {
    told(|world| {
        let op = world.login("op01");
        let [e1, e2, e4] = [E1, E2, E4].map(|code| uuid(&op, code));
        let body = grid(world, &[(&e1, ["10", ""]), (&e4, ["5", ""]), (&e2, ["20.5", "30"])]);
        let before = world.contents(false);
        let looked = done(post(&op, "preview", &body));
        assert_eq!(
            rows(&looked),
            [
                format!("{E1} 10.00 new"),
                format!("{E4} - bad {LOCKED}"),
                format!("{E2} 20.50 new"),
                format!("{E2} 30.00 new")
            ]
        );
        assert_eq!(looked["rows"][0]["coopName"], json!("客户甲"), "as the order's own page proposes it");
        refused(&post(&op, "save", &body), "1行未通过，未保存任何数据");
        let locked = grid(world, &[(&e4, ["5", ""])]);
        refused(&post(&op, "save", &with(&locked, json!({ "onlyPassed": true }))), "没有可保存的费用");
        world.unchanged(&before, false);
        let request = json!({ "onlyPassed": true, "requestId": "5f0c1f0e-2c1b-4f68-9a53-0a4b8d8f6c12" });
        let body = with(&body, request);
        let saved = done(post(&op, "save", &body));
        assert_eq!((&saved["saved"], &saved["bad"]), (&json!(3), &json!(1)));
        assert_eq!(charges(&op, &e1)["totals"]["income"]["functional"], json!("20114.90"));
        assert_eq!(charges(&op, &e2)["totals"]["income"]["functional"], json!("50.50"));
        // The same request again does nothing.
        let before = world.contents(false);
        assert_eq!(done(post(&op, "save", &body)), saved);
        world.unchanged(&before, false);
        // Entered anew, it is asked about as on the page of the order.
        let again = post(&op, "save", &grid(world, &[(&e2, ["20.5", ""])]));
        assert_eq!(again.data["confirms"][0]["key"], json!("charge.double"));
        let amounts = with(&grid(world, &[(&e2, ["", "7.25"])]), json!({ "by": "AMOUNT" }));
        done(post(&op, "save", &amounts));
        assert_eq!(charges(&op, &e2)["totals"]["income"]["functional"], json!("57.75"));
    });
}

#[test]
fn a_side_that_is_done_takes_only_what_finance_enters() {
    told(|world| {
        let (op, fin) = (world.login("op01"), world.login("fin01"));
        let e1 = uuid(&op, E1);
        let row = charges(&op, &e1)["order"]["orderRowUuid"].clone();
        let finish = json!({ "orderUuid": e1, "orderRowUuid": row, "kind": "RECEIVABLE" });
        done(op.put("/css/charge/finish", finish));
        let body = grid(world, &[(&e1, ["10", ""])]);
        let before = world.contents(false);
        let looked = done(post(&op, "preview", &body));
        assert_eq!(rows(&looked), [format!("{E1} - bad 收入已完成，费用不可修改")]);
        refused(&post(&op, "save", &body), "1行未通过，未保存任何数据");
        world.unchanged(&before, false);
        assert_eq!(done(post(&fin, "save", &body))["saved"], json!(1), "finance changes what is done");
        // The other side of the order is open.
        let mut cost = with(&body, json!({ "kind": "PAYABLE" }));
        cost["items"][0]["coopId"] = json!(coop(world, "GYS001"));
        assert_eq!(done(post(&op, "preview", &cost))["good"], json!(1));
    });
}

#[test]
fn prices_are_changed_by_percent_and_rates_by_those_who_may() {
    told(|world| {
        let op = world.login("op01");
        let [e1, e2, e4] = [E1, E2, E4].map(|code| uuid(&op, code));
        let freight = item(world, "空运费");
        let body = json!({
            "mode": "UPDATE", "kind": "RECEIVABLE", "orders": orders(&[&e1, &e2]), "which": { "serviceItemId": freight },
            "change": { "percent": "10" },
        });
        let before = world.contents(false);
        let looked = done(post(&op, "preview", &body));
        assert_eq!(rows(&looked), [format!("{E1} 21724.89 changed"), format!("{E2} - none 没有符合条件的费用")]);
        let row = &looked["rows"][0];
        assert_eq!((&row["before"]["unitPrice"], &row["unitPrice"]), (&json!("30"), &json!("33")));
        assert_eq!(row["before"]["amount"], json!("19749.90"));
        let bad = |change: Json| post(&op, "preview", &with(&body, json!({ "change": change })));
        assert_eq!(bad(json!({})).findings_at("change"), ["请填写要修改的内容"]);
        assert_eq!(bad(json!({ "percent": "101" })).findings_at("percent"), ["调整比例须在-100与100之间"]);
        let both = bad(json!({ "percent": "1", "unitPrice": "1" }));
        assert_eq!(both.findings_at("percent"), ["单价与调整比例只能填写一项"]);
        let tax = done(bad(json!({ "taxRate": "7%" })));
        assert_eq!(rows(&tax)[0], format!("{E1} 19749.90 bad 没有“7%”这个选项"));
        let locked = done(post(&op, "preview", &with(&body, json!({ "orders": orders(&[&e4]) }))));
        assert_eq!(locked["rows"][0]["why"], json!(LOCKED));
        let later = with(&body, json!({ "which": { "enteredTo": "2026-07-01" } }));
        assert_eq!(done(post(&op, "preview", &later))["good"], json!(0), "entered later");
        // A rate far from the table is asked about.
        let rate = with(
            &body,
            json!({ "which": { "serviceItemId": item(world, "操作费") }, "change": { "exchangeRate": "7.5" } }),
        );
        let looked = done(post(&op, "preview", &rate));
        assert_eq!(looked["rows"][0]["asks"], json!(["汇率偏离维护汇率5.63%，是否继续？"]));
        assert_eq!(post(&op, "save", &rate).data["confirms"][0]["key"], json!("charge.rate_deviates"));
        world.unchanged(&before, false);
        done(post(&op, "save", &with(&rate, json!({ "confirmed": ["charge.rate_deviates"] }))));
        done(post(&op, "save", &body));
        let income = charges(&op, &e1)["income"].clone();
        assert_eq!((&income[0]["amount"], &income[0]["source"]), (&json!("21724.89"), &json!("MANUAL")));
        assert_eq!(income[1]["functionalAmount"], json!("375.00"));
    });
}

#[test]
fn cards_rate_many_orders_and_leave_what_is_typed() {
    told(|world| {
        let admin = world.login("demo-admin");
        let [e1, e2, e4] = [E1, E2, E4].map(|code| uuid(&admin, code));
        let card = json!({
            "kind": "RECEIVABLE", "businessScope": "AE", "serviceItemId": item(world, "空运费"), "departure": "PVG",
            "arrival": "FRA", "basis": "计费重量", "currencyCode": "CNY", "mode": "WHOLE", "beginDate": "2026-07-01",
            "endDate": "2026-12-31", "taxRate": "6%",
            "breaks": [{ "from": "0", "price": "36" }, { "from": "100", "price": "30" }, { "from": "500", "price": "28" }],
        });
        let card = done(admin.post("/css/rateCard", card));
        let id = card["id"].as_str().expect("an id");
        done(admin.post(&format!("/css/rateCard/{id}/audit"), json!({ "version": card["version"] })));
        let body = json!({ "mode": "RATE", "kind": "RECEIVABLE", "orders": orders(&[&e1, &e2]) });
        let looked = done(post(&admin, "preview", &body));
        let freight = |order: &str| {
            let of = |row: &&String| row.starts_with(order) && !row.contains("none");
            rows(&looked).iter().find(of).cloned().expect("a row")
        };
        assert_eq!(freight(E1), format!("{E1} 19749.90 kept 已有费用，未覆盖"));
        assert_eq!(freight(E2), format!("{E2} 9000.00 new"));
        let saved = done(post(&admin, "save", &body));
        assert_eq!(saved["saved"], json!(1));
        let income = charges(&admin, &e2)["income"].clone();
        assert_eq!((&income[0]["amount"], &income[0]["source"]), (&json!("9000.00"), &json!("RATED")));
        assert_eq!(income[0]["cardId"], json!(id));
        let locked = with(&body, json!({ "orders": orders(&[&e4]) }));
        assert_eq!(rows(&done(post(&admin, "preview", &locked))), [format!("{E4} - bad {LOCKED}")]);
    });
}

const HEAD: &str =
    "业务范畴,订单号或单号,应收/应付,服务项目(代码或名称),往来单位(代码或名称),币种,单价,数量,税率,备注\n";

fn upload(caller: &Caller<'_>, lines: &str) -> Reply {
    caller.upload("/css/charge/batch/import", &[("charges.csv", format!("{HEAD}{lines}").as_bytes())])
}

/// What a save of the rows of a file says.
fn file_body(read: &Json) -> Json {
    let row = |row: &Json| json!({ "number": row["number"], "texts": row["texts"] });
    let rows: Vec<Json> = read["rows"].as_array().into_iter().flatten().map(row).collect();
    json!({ "mode": "ROWS", "rows": rows })
}

#[test]
fn a_workbook_of_charges_is_read_row_by_row() {
    told(|world| {
        let op = world.login("op01");
        let [e1, e2] = [E1, E2].map(|code| uuid(&op, code));
        let before = world.contents(false);
        let read = upload(
            &op,
            &format!(
                "空运出口,{E1},应收,操作费,KH001,CNY,\"1,000.50\",2,6%,夜间\n\
                 AE,{E1},应付,空运附加,GYS001,CNY,1,,,\n\
                 ,{E2},应付,操作费,供应商甲,USD,8,,0%,\n\
                 ,{E4},应收,操作费,KH001,CNY,1,,,\n\
                 ,XX-1,都要,操作费,没有,CNY,,,,\n"
            ),
        );
        let read = done(read);
        assert_eq!((&read["total"], &read["good"], &read["bad"]), (&json!(5), &json!(2), &json!(3)));
        let why: Vec<&str> =
            read["rows"].as_array().into_iter().flatten().filter_map(|row| row["why"].as_str()).collect();
        assert_eq!(why[..4], ["", "第3行：服务项目不存在", "", "第5行：订单已财务锁账"]);
        for word in ["第6行：", "请填写单价", "订单不存在", "往来单位不存在", "应收、应付"] {
            assert!(why[4].contains(word), "{word}: {}", why[4]);
        }
        assert_eq!(read["rows"][0]["amount"], json!("2001.00"));
        assert_eq!(read["rows"][2]["functionalAmount"], json!("56.80"), "its quantity is that of the basis");
        let body = file_body(&read);
        refused(&post(&op, "save", &body), "3行未通过，未保存任何数据");
        let strange = json!({ "mode": "ROWS", "rows": [{ "number": 2, "texts": { "id": "1" } }] });
        assert_eq!(post(&op, "preview", &strange).status, 400);
        world.unchanged(&before, false);
        let saved = done(post(&op, "save", &with(&body, json!({ "onlyPassed": true }))));
        assert_eq!((&saved["saved"], &saved["bad"]), (&json!(2), &json!(3)));
        let line = charges(&op, &e1)["income"][2].clone();
        assert_eq!(
            (&line["amount"], &line["source"], &line["note"]),
            (&json!("2001.00"), &json!("IMPORTED"), &json!("夜间"))
        );
        assert_eq!(charges(&op, &e2)["totals"]["cost"]["functional"], json!("56.80"));
        let told: Vec<Json> = saved["rows"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|row| json!({ "texts": row["texts"], "result": if row["why"] == json!("") { json!("已保存") } else { row["why"].clone() } }))
            .collect();
        let book = post(&op, "result", &json!({ "rows": told }));
        let cells = rows_of(&book.bytes);
        assert_eq!(cells[0].last().map(String::as_str), Some("结果"));
        let results: Vec<&str> = cells.iter().skip(1).filter_map(|row| row.last()).map(String::as_str).collect();
        assert_eq!(results[..3], ["已保存", "第3行：服务项目不存在", "已保存"]);
        assert_eq!(cells[2][3], "空运附加");
    });
}

#[test]
fn the_template_has_the_columns_of_the_catalogue_and_files_have_bounds() {
    told(|world| {
        let op = world.login("op01");
        let template = op.get("/css/charge/batch/template");
        assert_eq!(rows_of(&template.bytes)[0].join(",") + "\n", HEAD);
        let many: String = (0..5_001).map(|n| format!(",N{n},应收,操作费,KH001,CNY,1,,,\n")).collect();
        refused(&upload(&op, &many), "单次最多导入5000行");
        refused(&upload(&op, ""), "文件中没有数据行");
        let e1 = uuid(&op, E1);
        let many: Vec<Json> = (0..501).map(|_| json!({ "orderUuid": e1 })).collect();
        let body = with(&share(world, &[&e1]), json!({ "orders": many }));
        refused(&post(&op, "preview", &body), "一次最多500票订单");
        let grid = grid(world, &[(&e1, ["1", ""])]);
        let items: Vec<Json> = (0..11).map(|_| grid["items"][0].clone()).collect();
        let wide = post(&op, "preview", &with(&grid, json!({ "items": items })));
        assert_eq!(wide.findings_at("items"), ["请选择1至10个服务项目"]);
        let numbers: String = (0..501).map(|n| format!("N{n} ")).collect();
        refused(&post(&op, "pool", &json!({ "businessScope": "AE", "numbers": numbers })), "一次最多500票订单");
    });
}

#[test]
fn the_pool_holds_open_orders_and_tells_which_numbers_are_none() {
    told(|world| {
        let op = world.login("op01");
        let pool = |members: Json| done(post(&op, "pool", &with(&json!({ "businessScope": "AE" }), members)));
        let codes = |pool: &Json| -> Vec<String> {
            let codes = pool["orders"].as_array().into_iter().flatten();
            codes.map(|order| order["orderCode"].as_str().unwrap_or("-").to_owned()).collect()
        };
        let all = codes(&pool(json!({})));
        assert!(
            all.contains(&E1.to_owned()) && all.contains(&E2.to_owned()) && !all.contains(&E4.to_owned()),
            "{all:?}"
        );
        let pasted = pool(json!({ "numbers": format!("{E4}，XX-1\n{} {}", E1.to_lowercase(), E1) }));
        assert_eq!(codes(&pasted), [E1]);
        assert_eq!(
            pasted["refused"],
            json!([{ "number": E4, "why": LOCKED }, { "number": "XX-1", "why": "订单不存在" }])
        );
        assert_eq!(pasted["orders"][0]["chargeWeight"], json!("658.33"));
        assert_eq!(codes(&pool(json!({ "station": "FRA", "coopName": "客户甲" }))), [E1]);
        assert_eq!(codes(&pool(json!({ "supplier": "没有这个" }))), [""; 0]);
        assert_eq!(post(&op, "pool", &json!({ "businessScope": "XX" })).status, 400);
        assert_eq!(post(&op, "pool", &json!({ "businessScope": "AE", "bizDateFrom": "x" })).status, 400);
        // What is done is left out.
        let e1 = uuid(&op, E1);
        let row = charges(&op, &e1)["order"]["orderRowUuid"].clone();
        done(op.put("/css/charge/finish", json!({ "orderUuid": e1, "orderRowUuid": row, "kind": "RECEIVABLE" })));
        assert!(!codes(&pool(json!({ "kind": "RECEIVABLE" }))).contains(&E1.to_owned()));
        assert!(codes(&pool(json!({ "kind": "RECEIVABLE", "unfinished": false }))).contains(&E1.to_owned()));
        assert!(codes(&pool(json!({ "kind": "PAYABLE" }))).contains(&E1.to_owned()));
    });
}

/// Changes the row of an order behind the back of the program.
fn write_order(world: &World, code: &str, set: &str) {
    let text = format!("UPDATE freight_order SET {set} WHERE order_code = '{code}'");
    world.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).expect("writes"));
}

#[test]
fn pasted_numbers_find_their_orders_however_they_are_written() {
    told(|world| {
        let op = world.login("op01");
        let pool = |members: Json| done(post(&op, "pool", &with(&json!({ "businessScope": "AE" }), members)));
        let codes = |pool: &Json| -> Vec<String> {
            let codes = pool["orders"].as_array().into_iter().flatten();
            codes.map(|order| order["orderCode"].as_str().unwrap_or("-").to_owned()).collect()
        };
        write_order(world, E2, "biz_number = 'Kd-7x/a'");
        for number in ["990-12345675", "99012345675", "ae2607150001", "AE-2607150001"] {
            assert_eq!(codes(&pool(json!({ "numbers": number }))), [E1], "{number}");
        }
        for number in ["Kd-7x/a", "kd-7x/A", "KD7X/A"] {
            assert_eq!(codes(&pool(json!({ "numbers": number }))), [E2], "{number}");
        }
        // Whose number is pasted is meant, whatever else stands in the boxes.
        let elsewhere = json!({ "numbers": E1, "bizDateFrom": "2030-01-01", "coopName": "没有", "station": "XXX" });
        assert_eq!(codes(&pool(elsewhere)), [E1]);
        let other_scope = pool(json!({ "numbers": E1, "businessScope": "SE" }));
        assert_eq!(other_scope["refused"], json!([{ "number": E1, "why": "订单不存在" }]));
        // What is done is left out, unless it is wanted.
        let e1 = uuid(&op, E1);
        let row = charges(&op, &e1)["order"]["orderRowUuid"].clone();
        done(op.put("/css/charge/finish", json!({ "orderUuid": e1, "orderRowUuid": row, "kind": "RECEIVABLE" })));
        let of_done = pool(json!({ "numbers": E1, "kind": "RECEIVABLE" }));
        assert_eq!(of_done["refused"], json!([{ "number": E1, "why": "订单费用已完成录入" }]));
        assert_eq!(codes(&of_done), [""; 0]);
        assert_eq!(codes(&pool(json!({ "numbers": E1, "kind": "PAYABLE" }))), [E1]);
        assert_eq!(codes(&pool(json!({ "numbers": E1, "kind": "RECEIVABLE", "unfinished": false }))), [E1]);
        // A draft is nobody's order yet.
        write_order(world, E2, "lifecycle = 'DRAFT'");
        assert_eq!(pool(json!({ "numbers": "Kd-7x/a" }))["refused"][0]["why"], json!("订单不存在"));
        let read = done(upload(&op, ",Kd-7x/a,应收,操作费,KH001,CNY,1,,,\n"));
        assert_eq!(read["rows"][0]["why"], json!("第2行：订单不存在"));
        let long = json!({ "businessScope": "AE", "coopName": "客".repeat(61) });
        assert_eq!(post(&op, "pool", &long).status, 400);
    });
}

#[test]
fn rows_of_a_file_name_orders_and_rates_as_workbooks_hold_them() {
    told(|world| {
        let op = world.login("op01");
        let read = done(upload(
            &op,
            ",99012345675,应收,操作费,KH001,CNY,1,,0.06,\n\
             ,ae2607150001,应收,提货费,KH001,CNY,2,,0,\n\
             ,AE-2607150001,应收,空运费,KH001,CNY,3,1,６％,\n\
             ,AE-2607150001,应付,操作费,GYS001,CNY,4,,0.07,\n",
        ));
        let rate = |row: usize| read["rows"][row]["taxRate"].clone();
        assert_eq!([rate(0), rate(1), rate(2)], [json!("6%"), json!("0%"), json!("6%")], "{read}");
        assert_eq!(read["rows"][3]["why"], json!("第5行：没有“7%”这个选项"));
        assert!((0..3).all(|row| read["rows"][row]["orderCode"] == json!(E1)), "{read}");
    });
}

#[test]
fn what_was_told_is_fetched_whatever_a_file_may_hold() {
    told(|world| {
        let op = world.login("op01");
        let rows: Vec<Json> = (0..5_001).map(|_| json!({ "texts": {}, "result": "已保存" })).collect();
        let book = post(&op, "result", &json!({ "rows": rows }));
        assert_eq!((book.status, rows_of(&book.bytes).len()), (200, 5_002));
        refused(&post(&op, "result", &json!({ "rows": [] })), "文件中没有数据行");
    });
}

#[test]
fn a_cell_is_told_with_its_order_and_the_place_of_its_item() {
    told(|world| {
        let op = world.login("op01");
        let [e1, e2] = [E1, E2].map(|code| uuid(&op, code));
        let body = grid(world, &[(&e1, ["", "10"]), (&e2, ["20", "30"])]);
        let places = |told: &Json| -> Vec<(Json, Json)> {
            let rows = told["rows"].as_array().into_iter().flatten();
            rows.map(|row| (row["orderUuid"].clone(), row["item"].clone())).collect()
        };
        let wanted = [(json!(e1), json!(1)), (json!(e2), json!(0)), (json!(e2), json!(1))];
        assert_eq!(places(&done(post(&op, "preview", &body))), wanted);
        assert_eq!(places(&done(post(&op, "save", &with(&body, json!({ "onlyPassed": true }))))), wanted);
    });
}

#[test]
fn each_rate_far_from_the_table_is_asked_about() {
    told(|world| {
        let op = world.login("op01");
        let [e1, e2] = [E1, E2].map(|code| uuid(&op, code));
        let mut euros = grid(world, &[(&e2, ["10", ""])]);
        euros["items"][0]["currency"] = json!("EUR");
        done(post(&op, "save", &euros));
        let rate = json!({
            "mode": "UPDATE", "kind": "RECEIVABLE", "orders": orders(&[&e1, &e2]),
            "which": { "serviceItemId": item(world, "操作费") }, "change": { "exchangeRate": "8.5" },
        });
        let asked = post(&op, "save", &rate).data["confirms"].clone();
        let texts: Vec<&str> =
            asked.as_array().into_iter().flatten().filter_map(|one| one["message"].as_str()).collect();
        assert_eq!(texts, ["汇率偏离维护汇率19.72%，是否继续？", "汇率偏离维护汇率8.97%，是否继续？"]);
        let saved = done(post(&op, "save", &with(&rate, json!({ "confirmed": ["charge.rate_deviates"] }))));
        assert_eq!(saved["saved"], json!(2));
    });
}

#[test]
fn percentages_that_follow_are_told_before_they_are_saved() {
    told(|world| {
        let op = world.login("op01");
        let e2 = uuid(&op, E2);
        let lines = json!([
            { "serviceItemId": item(world, "空运费"), "currency": "CNY", "basis": "票", "unitPrice": "100" },
            { "serviceItemId": item(world, "操作费"), "currency": "CNY", "basis": "百分比", "unitPrice": "10" },
        ]);
        let body = json!({ "orderUuid": e2, "rowUuid": charges(&op, &e2)["rowUuid"], "income": lines });
        done(op.post("/css/charge/save", body));
        let dearer = json!({
            "mode": "UPDATE", "kind": "RECEIVABLE", "orders": orders(&[&e2]), "change": { "percent": "50" },
            "which": { "serviceItemId": item(world, "空运费") },
        });
        let looked = done(post(&op, "preview", &dearer));
        assert_eq!(rows(&looked), [format!("{E2} 150.00 changed"), format!("{E2} 15.00 changed 百分比费用随之变动")]);
        assert_eq!(looked["rows"][1]["before"]["amount"], json!("10.00"));
        let saved = done(post(&op, "save", &dearer));
        assert_eq!((&saved["saved"], &saved["bad"]), (&json!(2), &json!(0)));
        assert_eq!(charges(&op, &e2)["totals"]["income"]["functional"], json!("165.00"));
    });
}

/// How often statements about some tables ran; none where the database is not listened to.
fn asked_of(world: &World, tables: &[&str], work: impl FnOnce()) -> u64 {
    let _ = world.app.store.listen(true);
    work();
    let heard = world.app.store.listen(false);
    let is_of = |text: &str| tables.iter().any(|table| text.contains(&format!("FROM \"{table}\"")));
    heard.iter().filter(|(text, _)| is_of(text)).map(|(_, one)| one.times).sum()
}

#[test]
fn cards_languages_and_rates_are_read_once_for_all_orders() {
    told(|world| {
        let admin = world.login("demo-admin");
        let [e1, e2] = [E1, E2].map(|code| uuid(&admin, code));
        let card = json!({
            "kind": "RECEIVABLE", "businessScope": "AE", "serviceItemId": item(world, "空运费"), "basis": "计费重量",
            "currencyCode": "CNY", "mode": "WHOLE", "beginDate": "2026-07-01", "endDate": "2026-12-31", "taxRate": "6%",
            "breaks": [{ "from": "0", "price": "36" }],
        });
        let card = done(admin.post("/css/rateCard", card));
        let id = card["id"].as_str().expect("an id");
        done(admin.post(&format!("/css/rateCard/{id}/audit"), json!({ "version": card["version"] })));
        let tables = ["rate_card", "user_extend", "currency_rate"];
        let times = |uuids: &[&str], verb: &str| {
            let body = json!({ "mode": "RATE", "kind": "RECEIVABLE", "orders": orders(uuids) });
            asked_of(world, &tables, || drop(done(post(&admin, verb, &body))))
        };
        // The freight of E1 is typed and stays: all that is rated is E2.
        let one = times(&[&e2], "preview");
        assert_eq!(one, times(&[&e2, &e1], "preview"));
        assert!(one > 0 || world.database != "SQLite", "SQLite alone is listened to");
    });
}

#[test]
fn a_save_looks_at_each_order_once_and_again_only_where_it_changed() {
    told(|world| {
        let op = world.login("op01");
        let e2 = uuid(&op, E2);
        // Whole rows of the order, as who looks at it reads them.
        let looks = |verb: &str, only_passed: bool, price: &str| {
            let body = with(&grid(world, &[(&e2, [price, ""])]), json!({ "onlyPassed": only_passed }));
            let _ = world.app.store.listen(true);
            done(post(&op, verb, &body));
            let heard = world.app.store.listen(false);
            let whole = |text: &str| text.contains("\"freight_order\".\"node_rank\"");
            heard.iter().filter(|(text, _)| whole(text)).map(|(_, one)| one.times).sum::<u64>()
        };
        let once = looks("preview", false, "1");
        assert_eq!((looks("save", false, "2"), looks("save", true, "3")), (once, once));
        assert!(once == 1 || world.database != "SQLite", "SQLite alone is listened to");
        assert_eq!(charges(&op, &e2)["totals"]["income"]["functional"], json!("5.00"));
    });
}

/// Gives a role more.
fn allow(world: &World, role: &str, codes: &[&str]) {
    let admin = world.login("demo-admin");
    let all = |path: &str| -> Vec<Json> {
        let found = admin.ok(path);
        found.as_array().or(found["records"].as_array()).cloned().unwrap_or_default()
    };
    let roles = all("/hrs/role/page?size=500");
    let role = roles.iter().find(|one| one["roleName"] == json!(role)).expect("the role");
    let path = format!("/hrs/rolePermission/{}", role["id"].as_str().expect("an id"));
    let present = admin.ok(&path);
    let mut ids = present["permissionIds"].as_array().cloned().unwrap_or_default();
    let nodes = all("/hrs/permissionNode/roleTree");
    ids.extend(
        codes.iter().map(|code| nodes.iter().find(|node| node["code"] == json!(code)).expect("a node")["id"].clone()),
    );
    done(admin.put(&path, json!({ "version": present["version"], "permissionIds": ids })));
}

#[test]
fn orders_somebody_does_not_see_take_nothing_of_his() {
    told(|world| {
        allow(world, "销售员", &["css_charge_batch", "css-batch-save", "css-batch-import"]);
        let admin = world.login("demo-admin");
        let (e1, e2) = (uuid(&admin, E1), uuid(&admin, E2));
        let sales = world.login("sales01");
        let body = grid(world, &[(&e1, ["10", ""]), (&e2, ["10", ""])]);
        let before = world.contents(false);
        let looked = done(post(&sales, "preview", &body));
        assert_eq!(rows(&looked), [format!("{E1} 10.00 new"), "- - bad 您没有该订单的数据权限".to_owned()]);
        refused(&post(&sales, "save", &body), "1行未通过，未保存任何数据");
        let strange = grid(world, &[("0b2f1c6a-0000-4000-8000-000000000002", ["10", ""])]);
        assert_eq!(rows(&done(post(&sales, "preview", &strange))), ["- - bad 订单不存在"]);
        // By its number it is not there.
        let pool = done(post(&sales, "pool", &json!({ "businessScope": "AE", "numbers": E2 })));
        assert_eq!(pool["refused"], json!([{ "number": E2, "why": "订单不存在" }]));
        let read = done(upload(&sales, &format!(",{E2},应收,操作费,KH002,CNY,1,,,\n")));
        assert_eq!(read["rows"][0]["why"], json!("第2行：订单不存在"));
        // Nor does he see what is owed.
        assert_eq!(post(&sales, "preview", &with(&body, json!({ "kind": "PAYABLE" }))).status, 403);
        let read = done(upload(&sales, &format!(",{E1},应付,操作费,GYS001,CNY,1,,,\n")));
        assert_eq!(read["rows"][0]["why"], json!("第2行：没有查看应付的权限"));
        world.unchanged(&before, false);
        let saved = done(post(&sales, "save", &with(&body, json!({ "onlyPassed": true }))));
        assert_eq!((&saved["saved"], &saved["bad"]), (&json!(1), &json!(1)));
        assert_eq!(charges(&admin, &e2)["income"], json!([]));
    });
}

#[test]
fn each_way_of_entering_has_a_right_of_its_own() {
    told(|world| {
        let admin = world.login("demo-admin");
        let e1 = uuid(&admin, E1);
        let (cells, shared) = (grid(world, &[(&e1, ["10", ""])]), share(world, &[&e1]));
        let status = |caller: &Caller<'_>, verb: &str, body: &Json| post(caller, verb, body).status;
        let nobody = world.login("nobody");
        assert_eq!(status(&nobody, "pool", &json!({ "businessScope": "AE" })), 403);
        assert_eq!(status(&nobody, "preview", &cells), 403);
        world.allow_nobody(&["css_charge_batch", "css-batch-share", "css-cost-view"]);
        let clerk = world.login("nobody");
        let before = world.contents(false);
        assert_eq!(status(&clerk, "pool", &json!({ "businessScope": "AE" })), 200);
        assert_eq!(status(&clerk, "preview", &cells), 403, "it is no share");
        assert_eq!(status(&clerk, "preview", &shared), 200);
        assert_eq!(status(&clerk, "preview", &with(&shared, json!({ "kind": "RECEIVABLE" }))), 403, "a hidden side");
        assert_eq!(status(&clerk, "save", &shared), 403, "he saves nothing");
        for mode in ["RATE", "UPDATE", "ROWS"] {
            assert_eq!(status(&clerk, "preview", &with(&shared, json!({ "mode": mode }))), 403, "{mode}");
        }
        assert_eq!(clerk.get("/css/charge/batch/template").status, 403);
        assert_eq!(upload(&clerk, "").status, 403);
        world.unchanged(&before, false);
    });
}
