use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{World, each_database, each_database_from};

use crate::awb::suite::fixture::*;

pub fn world_with_orders(world: &World) {
    lay_stock(world);
    lay_orders(world);
}

fn prefill(world: &World, order: &str) -> Json {
    world.login("demo-admin").ok(&format!("/afbase/awbPrint/prefill/{order}?type=0"))
}

/// A master form of E1 that may be finished.
pub fn whole(world: &World) -> Json {
    let mut form = prefill(world, E1);
    form["agentIataCode"] = json!("1234567");
    form["issueAgentName"] = json!("DEMO FORWARDING");
    form["issueAgentCity"] = json!("SHANGHAI");
    form["issuer"] = json!("DEMO FORWARDING");
    form["shipperSignature"] = json!("DEMO SHIPPER");
    form["currency"] = json!("CNY");
    let line = &mut form["lines"][0];
    line["rateClass"] = json!("Q");
    line["rateCharge"] = json!("25.88");
    line["total"] = json!("17041.98");
    form["charges"] = json!([
        { "code": "MY", "due": "C", "basis": "", "rate": "3.00", "quantity": "658.5", "amount": "1975.50", "pay": "" },
        { "code": "SC", "due": "C", "basis": "", "rate": "1.20", "quantity": "658.5", "amount": "790.20", "pay": "" },
        { "code": "AW", "due": "A", "basis": "", "rate": "50.00", "quantity": "1", "amount": "50.00", "pay": "" },
    ]);
    form["orderUuid"] = json!(E1);
    form
}

#[test]
fn the_company_decides_how_weights_are_rounded_and_who_its_agent_is() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let decide = |path: &str, values: Json| {
            let version = admin.ok(path)["version"].clone();
            let body = json!({ "version": version, "businessScope": "AE", "values": values });
            let reply = admin.put(path, body);
            assert_eq!(reply.code, 0, "{}", reply.message);
        };
        let form = || admin.ok(&format!("/afbase/awbPrint/prefill/{E1}?type=0"));
        let weight = || form()["lines"][0]["chargeWeight"].clone();
        assert_eq!(weight(), "658.5");
        for (step, wanted) in [("1", json!("659.0")), ("none", json!("658.33")), ("0.5", json!("658.5"))] {
            decide("/hrs/orgSetting", json!({ "awbChargeRounding": step }));
            assert_eq!(weight(), wanted, "{step}");
        }
        decide("/hrs/orgOrderConfig/AE", json!({ "iataCode": "08312345678" }));
        assert_eq!(form()["agentIataCode"], "08312345678");
        decide("/hrs/orgOrderConfig/AE", json!({ "iataCode": null }));
        assert_ne!(form()["agentIataCode"], "08312345678");
    });
}

#[test]
fn the_first_fill_takes_the_actual_figures_of_the_order() {
    each_database_from(rooms, world_with_orders, |world| {
        let form = prefill(world, E1);
        let line = &form["lines"][0];
        assert_eq!(line["pieces"], "12");
        assert_eq!(line["grossWeight"], "500.0");
        assert_eq!(line["chargeWeight"], "658.5");
        assert_eq!(line["volume"], "3.950");
        assert_eq!(line["goodsNameEn"], "CONSOLIDATION AS PER ATTACHED LIST");
        assert_eq!((form["awbNumber"].clone(), form["airlineCode"].clone()), (json!("990-12345675"), json!("X9")));
        assert_eq!((form["to1"].clone(), form["by1"].clone()), (json!("FRA"), json!("X9")));
        assert_eq!(
            (form["departureStationName"].clone(), form["placeOfIssue"].clone()),
            (json!("SHANGHAI"), json!("SHANGHAI"))
        );
        assert_eq!(form["sizes"].as_array().map(Vec::len), Some(2));
        assert_eq!(form["executedOn"], "2026-07-15");
        assert_eq!(form["orderCode"], "AE-2607150001");
        let direct = prefill(world, E3);
        assert_eq!(direct["lines"][0]["goodsNameEn"], "LED LAMPS");
        assert_eq!((direct["to1"].clone(), direct["to2"].clone()), (json!("HKG"), json!("LAX")));
        assert_eq!((direct["flightNumber"].clone(), direct["flightNumber2"].clone()), (json!("X9201"), json!("X9301")));
        let house = world.login("demo-admin").ok(&format!("/afbase/awbPrint/prefill/{E1}?type=1&hawbId={HA001}"));
        assert_eq!((house["kind"].clone(), house["hawbNumber"].clone()), (json!("house"), json!("HA001")));
        assert_eq!(house["lines"][0]["grossWeight"], "200.0");
        assert_eq!(house["insuranceValue"], "NIL");
    });
}

/// The rate and the other charges of X9 from PVG to FRA, in July.
pub fn lay_rates(world: &World) {
    let held = |id: i64| {
        [
            ("id", Value::Int(id)),
            ("carrier_code", "X9".into_value()),
            ("currency", "CNY".into_value()),
            ("valid_from", "2026-07-01".into_value()),
            ("valid_to", "2026-07-31".into_value()),
            ("active", Value::Bool(true)),
            ("version", Value::Int(1)),
            ("created_by", Value::Int(1)),
            ("created_at", Value::Int(1)),
            ("updated_by", Value::Int(1)),
            ("updated_at", Value::Int(1)),
        ]
    };
    world.database(|_, conn| {
        let rates = [
            ("departure", "PVG".into_value()),
            ("arrival", "FRA".into_value()),
            ("minimum", Value::Int(42_000)),
            ("rate_n", Value::Int(476_200)),
            ("rate_300", Value::Int(299_100)),
            ("rate_500", Value::Int(258_800)),
            ("rate_1000", Value::Int(220_000)),
        ];
        put(conn, DEMO, "tact_rate", &[held(8001).as_slice(), &rates].concat());
        for (id, code, due, price, basis) in [
            (8002, "MY", "C", 30_000i64, "计费重量"),
            (8003, "SC", "C", 12_000, "计费重量"),
            (8004, "AW", "A", 500_000, "票"),
        ] {
            let charge = [
                ("code", code.into_value()),
                ("due", due.into_value()),
                ("unit_price", Value::Int(price)),
                ("basis", basis.into_value()),
            ];
            put(conn, DEMO, "surcharge", &[held(id).as_slice(), &charge].concat());
        }
    });
}

#[test]
fn the_first_fill_is_priced_by_the_rates_of_its_route() {
    each_database_from(rooms, world_with_orders, |world| {
        assert_eq!(prefill(world, E1)["lines"][0]["rateClass"], "", "no rate is kept");
        lay_rates(world);
        let form = prefill(world, E1);
        let line = &form["lines"][0];
        let told = ["rateClass", "chargeWeight", "rateCharge", "total"].map(|name| line[name].as_str().unwrap());
        assert_eq!(told, ["Q", "658.5", "25.88", "17041.98"]);
        let charges: Vec<String> = form["charges"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| ["code", "due", "amount"].map(|name| one[name].as_str().unwrap()).join(" "))
            .collect();
        assert_eq!(charges, ["AW A 50.00", "MY C 1975.50", "SC C 790.20"]);
        let checked = world.login("demo-admin").post("/afbase/awbPrint/check", form);
        assert_eq!(checked.data["sums"]["prepaid"]["total"].to_string(), "19857.68", "{}", checked.data);
        // 480 kg are cheaper at the break of 500; another route has no rate.
        let order = |weight: i64| {
            world.database(|_, conn| {
                let cells = ["confirm_charge_weight", "biz_quantity"].map(|column| (column, Value::Int(weight)));
                let mut update = sql::update(DEMO, "freight_order", &cells);
                conn.exec(&update.and_where(sql::eq("uuid", E1)).to_owned().into()).unwrap();
            });
        };
        order(480_000);
        let line = prefill(world, E1)["lines"][0].clone();
        assert_eq!((line["chargeWeight"].clone(), line["total"].clone()), (json!("500.0"), json!("12940.00")));
        assert_eq!(prefill(world, E3)["lines"][0]["rateCharge"], "");
    });
}

#[test]
fn a_form_is_saved_checked_finished_taken_back_and_deleted() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let form = whole(world);
        let checked = admin.post("/afbase/awbPrint/check", form.clone());
        assert_eq!(checked.data["sums"]["prepaid"]["total"].to_string(), "19857.68", "{}", checked.data);
        assert_eq!(checked.data["lines"][0]["total"], "17041.98");
        let saved = admin.post("/afbase/awbPrint/mawb", form.clone());
        assert_eq!(saved.code, 0, "{} {}", saved.message, saved.data);
        let id = saved.data["awbPrintId"].as_str().unwrap().to_owned();
        let twice = admin.post("/afbase/awbPrint/mawb", form.clone());
        assert_eq!((twice.code, twice.message.as_str()), (1, "该主单已制单"));
        let mut change = form.clone();
        change["awbPrintId"] = json!(id);
        change["rowUuid"] = json!("old");
        change["osi"] = json!("HANDLE WITH CARE");
        let stale = admin.put("/afbase/awbPrint/mawb", change.clone());
        assert_eq!((stale.code, stale.message.as_str()), (3, "数据有变化，请刷新后重试"));
        assert!(stale.data["changed"].as_array().unwrap().contains(&json!("osi")));
        change["rowUuid"] = saved.data["rowUuid"].clone();
        let updated = admin.put("/afbase/awbPrint/mawb", change.clone());
        assert_eq!(updated.code, 0, "{}", updated.message);
        let row_uuid = updated.data["rowUuid"].clone();
        let finish = |body: Json| admin.put(&format!("/afbase/awbPrint/finish/{id}"), body);
        let asked = finish(json!({ "rowUuid": row_uuid }));
        assert_eq!((asked.code, asked.questions()), (2, vec!["awbprint.differs".to_owned()]), "{}", asked.data);
        assert_eq!(asked.data["confirms"][0]["message"], "运单与订单不一致：毛重 500.0 / 分单 480.0，是否继续？");
        let without = finish(json!({ "rowUuid": row_uuid, "confirmed": ["awbprint.differs"] }));
        assert_eq!(without.findings_at("reason"), ["请填写差异原因"]);
        let done = finish(json!({ "rowUuid": row_uuid, "confirmed": ["awbprint.differs"], "reason": "含托盘" }));
        assert_eq!(done.code, 0, "{} {}", done.message, done.data);
        let unload = json!({ "awbNumber": "990-12345675", "orderCode": "AE-2607150001" });
        assert_eq!(admin.post("/test/release", unload.clone()).message, "运单制单已完成，请先退回");
        change["rowUuid"] = done.data["rowUuid"].clone();
        let late = admin.put("/afbase/awbPrint/mawb", change.clone());
        assert_eq!((late.code, late.message.as_str()), (1, "单证已完成，不能修改"));
        let held = admin.delete(&format!("/afbase/awbPrint/{id}?rowUuid={}", done.data["rowUuid"].as_str().unwrap()));
        assert_eq!((held.code, held.message.as_str()), (1, "只能删除已暂存的单证"));
        let view = admin.ok(&format!("/afbase/awbPrint/view/{id}"));
        assert_eq!((view["state"].clone(), view["differenceReason"].clone()), (json!("DONE"), json!("含托盘")));
        let back = admin.put(&format!("/afbase/awbPrint/back/{id}"), json!({ "rowUuid": done.data["rowUuid"] }));
        assert_eq!(back.data["state"], "DRAFT");
        let path = format!("/afbase/awbPrint/{id}?rowUuid={}", back.data["rowUuid"].as_str().unwrap());
        assert_eq!(admin.delete(&path).code, 0);
        assert_eq!(admin.get(&format!("/afbase/awbPrint/view/{id}")).status, 404);
    });
}

#[test]
fn the_list_shows_masters_with_their_houses() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let page = admin.ok("/afbase/awbPrint/page?awbNumber=99012345675");
        assert_eq!(page["total"], 1);
        let row = &page["records"][0];
        assert_eq!(row["awbStatus"], "NONE");
        assert_eq!((row["pieces"].clone(), row["grossWeight"].clone()), (json!(12), json!(500)));
        assert_eq!(row["volume"].to_string(), "3.95");
        assert_eq!(row["chargeWeight"].to_string(), "658.333");
        let houses: Vec<(Json, Json, Json)> = row["children"]
            .as_array()
            .unwrap()
            .iter()
            .map(|house| (house["hawbNumber"].clone(), house["pieces"].clone(), house["weight"].clone()))
            .collect();
        assert_eq!(houses, [(json!("HA001"), json!(5), json!(200)), (json!("HA002"), json!(7), json!(280))]);
        admin.post("/afbase/awbPrint/mawb", whole(world));
        assert_eq!(admin.ok("/afbase/awbPrint/page?awbStatus=DRAFT")["total"], 1);
        assert_eq!(admin.ok("/afbase/awbPrint/page?awbStatus=NONE")["total"], 1);
        assert_eq!(admin.ok("/afbase/awbPrint/page?hawbNumber=HA002")["total"], 1);
        assert_eq!(admin.ok("/afbase/awbPrint/page?flightDate=2026-07-18~")["total"], 1);
        let by_order = admin.ok(&format!("/afbase/awbPrint/viewByOrderUuid/{E1}"));
        assert_eq!(
            (by_order["state"].clone(), by_order["hawbs"][1]["hawbNumber"].clone()),
            (json!("DRAFT"), json!("HA002"))
        );
    });
}

/// One wrong box each, with the place of its finding and its message.
fn broken() -> Vec<(&'static str, Json, &'static str)> {
    vec![
        ("awbNumber", json!("990-12345670"), "请输入主单号"),
        ("awbNumber", json!("990-12345686"), "主单号与订单不一致"),
        ("departureStation", json!("PVG1"), "始发站最多3位字母"),
        ("departureStation", json!("P1"), "始发站最多3位字母"),
        ("arrivalStation", json!("FR"), "目的站须为3位字母"),
        ("arrivalStation", json!("FR1"), "目的站须为3位字母"),
        ("airlineCode", json!("X"), "承运人须为2位字母或数字"),
        ("airlineCode", json!("X-"), "承运人须为2位字母或数字"),
        ("issueAgentName", json!("A".repeat(36)), "代理名称最多35个字符"),
        ("issueAgentCity", json!("A".repeat(18)), "代理城市最多17个字符"),
        ("agentIataCode", json!("12345678"), "代理人IATA代码须为7位或11位数字"),
        ("agentIataCode", json!("12345A7"), "代理人IATA代码须为7位或11位数字"),
        ("flightNumber", json!("X9-101"), "航班号只能包含字母和数字，最多20位"),
        ("flightNumber", json!("X".repeat(21)), "航班号只能包含字母和数字，最多20位"),
        ("accountingInformation", json!("FREIGHT, PREPAID"), "财务信息只能包含字母、数字、空格、点、横线和换行"),
        ("currency", json!("CN1"), "币种须为3位字母"),
        ("currency", json!("CN"), "币种须为3位字母"),
        ("declaredValueOfCarriage", json!("NONE"), "运输声明价值须为NVD、N.V.D或不超过12位的数字"),
        ("declaredValueOfCarriage", json!("1234567890123"), "运输声明价值须为NVD、N.V.D或不超过12位的数字"),
        ("declaredValueOfCustoms", json!("NVD"), "海关声明价值须为NCV、N.C.V或不超过12位的数字"),
        ("insuranceAmount", json!("NIL"), "保险金额须为XXX或不超过11位的数字"),
        ("insuranceAmount", json!("123456789012"), "保险金额须为XXX或不超过11位的数字"),
        ("handlingInformation", json!("KEEP COOL!"), "操作信息只能包含字母、数字、空格、点、横线和换行"),
        ("osi", json!("A".repeat(196)), "其他服务信息最多195个字符"),
        ("placeOfIssue", json!("A".repeat(18)), "签发地最多17个字符"),
        ("issuer", json!("A".repeat(21)), "签发人最多20个字符"),
        ("partyCode", json!("A".repeat(36)), "收发货人代码最多35个字符"),
        ("lines.0.pieces", json!("123456"), "件数须为数字，最多5位"),
        ("lines.0.pieces", json!("1x"), "件数须为数字，最多5位"),
        ("lines.0.slac", json!("123456"), "SLAC须为数字，最多5位"),
        ("lines.0.grossWeight", json!("500.123"), "毛重最多2位小数，总长度不超过7位"),
        ("lines.0.grossWeight", json!("12345.67"), "毛重最多2位小数，总长度不超过7位"),
        ("lines.0.chargeWeight", json!("658.555"), "计费重量最多2位小数，总长度不超过7位"),
        ("lines.0.rateCharge", json!("123456.78"), "费率最多2位小数，总长度不超过8位"),
        ("lines.0.total", json!("1234567890.12"), "运费总额最多2位小数，总长度不超过12位"),
        ("lines.0.volume", json!("3.9501"), "体积最多3位小数，总长度不超过9位"),
        ("lines.0.goodsNameEn", json!("A".repeat(81)), "英文品名最多80个字符"),
        ("shipper.scName", json!("甲公司"), "名称只能包含字母、数字、空格、点和横线"),
        ("shipper.telNumber", json!("+86 21"), "电话只能包含数字、空格和横线"),
        ("consignee.postCode", json!("1234"), "德国邮编须为5位数字"),
        ("charges.0.code", json!("M1"), "杂费代码为2位字母"),
        ("destCurrency", json!("EU"), "币种须为3位字母"),
    ]
}

/// The other boxes: routing, handling, rate class, charges, ends.
fn broken_more() -> Vec<(&'static str, Json, &'static str)> {
    let line = "A".repeat(34);
    let seven_lines = [line.as_str(); 7].join("\n");
    vec![
        ("to1", json!("FR"), "航程不完整"),
        ("to1", json!("MUC"), "航程不完整"),
        ("by1", json!("X"), "航程不完整"),
        ("to3", json!("FRA"), "航程不完整"),
        ("flightNumber2", json!("X9 102"), "航班号只能包含字母和数字，最多20位"),
        ("flightDate", json!("18JUL"), "航班日期格式不正确"),
        ("flightDate2", json!("2026-02-30"), "航班日期格式不正确"),
        ("accountNo", json!("A/1"), "账号只能包含字母、数字、空格、点和横线"),
        ("accountNo", json!("A".repeat(15)), "代理账号最多14个字符"),
        ("accountingInformation", json!(seven_lines), "财务信息最多6行，每行34个字符"),
        ("accountingInformation", json!("A".repeat(35)), "财务信息最多6行，每行34个字符"),
        ("chgsCode", json!("XX"), "费用代码须为PP、PX、PZ、CC、CZ或NC"),
        ("payMethod", json!("PX"), "付款方式须为PP或CC"),
        ("payMethodOther", json!("pp"), "付款方式须为PP或CC"),
        ("specialHandlingCodes", json!(["EL"]), "特殊操作代码须为3位字母，最多9个"),
        ("specialHandlingCodes", json!(vec!["ELI"; 10]), "特殊操作代码须为3位字母，最多9个"),
        ("sci", json!("T1X"), "海关状态码最多2位字母或数字"),
        ("declaredValueOfCarriage", json!("12,5"), "运输声明价值须为NVD、N.V.D或不超过12位的数字"),
        ("lines.0.weightUnit", json!("L"), "重量单位须为K"),
        ("lines.0.rateClass", json!("Z"), "运价等级不正确"),
        ("lines.0.commodityItemNo", json!("12345678"), "商品代号与运价等级不符"),
        ("lines.0.chargeWeight", json!("499.5"), "计费重量不能小于毛重"),
        ("lines.0.hsCodes", json!(vec!["123456"; 10]), "HS编码最多9个"),
        ("sizes.0.length", json!("0"), "尺寸格式不正确"),
        ("sizes.1.pieces", json!("x"), "尺寸格式不正确"),
        ("charges.0.due", json!("X"), "杂费归属须为A或C"),
        ("charges.1.amount", json!("790.205"), "杂费金额最多2位小数，总长度不超过12位"),
        ("charges.2.pay", json!("PX"), "付款方式须为PP或CC"),
        ("valuationCharge", json!("1.234"), "金额最多2位小数，总长度不超过12位"),
        ("tax", json!("-1"), "金额最多2位小数，总长度不超过12位"),
        ("chargesAtDestination", json!("1."), "金额最多2位小数，总长度不超过12位"),
        ("exchangeRate", json!("7.1234567"), "汇率最多6位小数"),
        ("executedOn", json!("15.07.2026"), "签发日期格式不正确"),
        ("referenceNumber", json!("A".repeat(16)), "参考号最多15个字符"),
        ("optionalShippingInfo", json!("A".repeat(13)), "可选运输信息最多12个字符"),
    ]
}

/// Wrong parties, each with its place.
fn broken_parties() -> Vec<(&'static str, Json, &'static str)> {
    let named = |more: Json| {
        let mut party =
            json!({ "scName": "DEMO", "scAddress": "1 ROAD", "nationCode": "CN", "cityNameEn": "SHANGHAI" });
        for (name, value) in more.as_object().unwrap() {
            party[name] = value.clone();
        }
        party
    };
    vec![
        ("scAddress", named(json!({ "scAddress": "某路1号" })), "地址只能包含字母、数字、空格、点和横线"),
        ("cityNameEn", named(json!({ "cityNameEn": "上海" })), "城市只能包含字母、数字、空格、点和横线"),
        ("nationCode", named(json!({ "nationCode": "CHN" })), "国家代码须为2位字母"),
        ("faxNumber", named(json!({ "faxNumber": "+1" })), "传真只能包含字母、数字、空格和横线"),
        ("contactName", named(json!({ "contactName": "A@B" })), "联系人只能包含字母、数字、空格、点和横线"),
        ("contactTel", named(json!({ "contactTel": "A1" })), "电话只能包含数字、空格和横线"),
        ("accountNo", named(json!({ "accountNo": "1/2" })), "账号只能包含字母、数字、空格、点和横线"),
        ("aeoCode", named(json!({ "aeoCode": "AEO/1" })), "AEO编码只能包含字母、数字、空格、点和横线"),
        ("stateCode", named(json!({ "stateCode": "1234567890" })), "州代码最多9位，只能包含字母、数字、空格、点和横线"),
        (
            "stateCode",
            named(json!({ "nationCode": "US", "stateCode": "ca", "postCode": "90001" })),
            "州代码须为2位大写字母",
        ),
        (
            "postCode",
            named(json!({ "nationCode": "US", "stateCode": "", "postCode": "90001" })),
            "美国邮编须为5位数字，且州代码不能为空",
        ),
        (
            "postCode",
            named(json!({ "nationCode": "US", "stateCode": "CA", "postCode": "9000" })),
            "美国邮编须为5位数字，且州代码不能为空",
        ),
        ("postCode", named(json!({ "nationCode": "CA", "stateCode": "ON", "postCode": "K1A0B" })), "加拿大邮编须为6位"),
        ("postCode", named(json!({ "nationCode": "DE", "postCode": "605470" })), "德国邮编须为5位数字"),
        ("postCode", named(json!({ "nationCode": "FR", "postCode": "" })), "该国家邮编不能为空"),
        ("postCode", named(json!({ "postCode": "1234567890" })), "邮编最多9位，只能包含字母、数字、空格、点和横线"),
    ]
}

/// The last value of each rule that is still sound.
fn sound() -> Vec<(&'static str, Json)> {
    let line = "A".repeat(34);
    let mut cases = vec![
        ("departureStation", json!("PV")),
        ("airlineCode", json!("9X")),
        ("agentIataCode", json!("12345678901")),
        ("flightNumber", json!("X".repeat(20))),
        ("flightDate2", json!("2028-02-29")),
        ("accountingInformation", json!([line.as_str(); 6].join("\n"))),
        ("chgsCode", json!("NC")),
        ("declaredValueOfCarriage", json!("N.V.D")),
        ("declaredValueOfCarriage", json!("123456789012")),
        ("declaredValueOfCustoms", json!("N.C.V")),
        ("insuranceAmount", json!("12345678901")),
        ("specialHandlingCodes", json!(vec!["ELI"; 9])),
        ("handlingInformation", json!("KEEP DRY.\nTEL 86-21")),
        ("sci", json!("T1")),
        ("lines.0.pieces", json!("99999")),
        ("lines.0.slac", json!("99999")),
        ("lines.0.grossWeight", json!("0500.00")),
        ("lines.0.chargeWeight", json!("1234.56")),
        ("lines.0.rateCharge", json!("12345.67")),
        ("lines.0.total", json!("123456789.12")),
        ("lines.0.volume", json!("12345.678")),
        ("lines.0.hsCodes", json!(["123456", "123456789012345678"])),
        ("charges.0.amount", json!("123456789.12")),
        ("exchangeRate", json!("7.123456")),
        ("tax", json!("0.01")),
    ];
    let lengths = [
        ("issueAgentName", 35),
        ("issueAgentCity", 17),
        ("accountNo", 14),
        ("osi", 195),
        ("placeOfIssue", 17),
        ("issuer", 20),
        ("partyCode", 35),
        ("referenceNumber", 15),
        ("optionalShippingInfo", 12),
        ("lines.0.goodsNameEn", 80),
    ];
    cases.extend(lengths.map(|(path, length)| (path, json!("A".repeat(length)))));
    cases
}

fn with(form: &Json, path: &str, value: Json) -> Json {
    let mut form = form.clone();
    let pointer = format!("/{}", path.replace('.', "/"));
    *form.pointer_mut(&pointer).unwrap_or_else(|| panic!("{path}")) = value;
    form
}

// req: awb-departure-station, awb-arrival-station, awb-carrier, awb-line-pieces, awb-slac, awb-gross-weight, awb-charge-weight, awb-rate-charge, awb-total-freight, awb-volume, awb-currency, awb-declared-carriage, awb-declared-customs, awb-insurance-amount, awb-agent-iata, awb-flight-number, awb-place-of-issue, awb-issuer, awb-other-service, awb-goods-name, awb-party-code, awb-master-format, awb-open-messages
#[test]
fn broken_forms_are_refused_at_their_box_and_change_nothing() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let form = whole(world);
        let before = world.contents(true);
        let broken: Vec<_> = broken().into_iter().chain(broken_more()).collect();
        assert!(broken.len() >= 40);
        for (path, value, message) in broken {
            let reply = admin.post("/afbase/awbPrint/mawb", with(&form, path, value.clone()));
            assert_eq!(reply.code, 1, "{path} {value}: {}", reply.message);
            // Of a list or a size the whole entry is told.
            let place = if path.starts_with("sizes.") { &path[..7] } else { path };
            assert!(reply.findings_at(place).iter().any(|m| m == message), "{path} {value}: {}", reply.data);
        }
        let broken_code = with(&form, "lines.0.hsCodes", json!(["123456", "12345"]));
        let reply = admin.post("/afbase/awbPrint/mawb", broken_code);
        assert_eq!(reply.findings_at("lines.0.hsCodes.1"), ["HS编码须为6-18位字母或数字"]);
        for (field, party, message) in broken_parties() {
            for role in ["shipper", "consignee", "notify"] {
                let reply = admin.post("/afbase/awbPrint/mawb", with(&form, role, party.clone()));
                assert_eq!(reply.code, 1, "{role}.{field}");
                assert_eq!(reply.findings_at(&format!("{role}.{field}")), [message], "{role} {party}");
            }
        }
        // Everything is told at once.
        let both = with(&with(&form, "arrivalStation", json!("FR")), "currency", json!("CN"));
        let reply = admin.post("/afbase/awbPrint/mawb", both);
        assert_eq!((reply.findings_at("arrivalStation").len(), reply.findings_at("currency").len()), (1, 1));
        assert_eq!(reply.message, "目的站须为3位字母");
        let mut unknown = form.clone();
        unknown["secret"] = json!(1);
        for malformed in [unknown, with(&form, "lines", json!({})), with(&form, "osi", json!(5)), json!([]), json!("x")]
        {
            assert_eq!(admin.post("/afbase/awbPrint/mawb", malformed).status, 400);
        }
        assert!(before == world.contents(true), "{}: a refused form wrote something", world.database);
        for (path, value) in sound() {
            let checked = admin.post("/afbase/awbPrint/check", with(&form, path, value.clone()));
            let findings = checked.data["findings"].as_array().unwrap();
            let wrong = findings.iter().find(|f| f["field"] == path && f["severity"] == "error");
            assert!(wrong.is_none(), "{path} {value}: {wrong:?}");
        }
        assert!(before == world.contents(true), "{}: a look wrote something", world.database);
        assert_eq!(admin.post("/afbase/awbPrint/mawb", form).code, 0);
    });
}

// req: awb-house-chars, awb-house-pieces, awb-currency-house, awb-insurance-value
#[test]
fn house_forms_follow_the_house_rules() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let mut form = admin.ok(&format!("/afbase/awbPrint/prefill/{E1}?type=1&hawbId={HA001}"));
        form["orderUuid"] = json!(E1);
        form["hawbId"] = json!(HA001.to_string());
        form["currency"] = json!("CN1");
        let before = world.contents(false);
        for (path, value, message) in [
            ("hawbNumber", json!("HA003中"), "分单号只能包含字母和数字，最多12位"),
            ("hawbNumber", json!("ABCDEFGHIJKLM"), "分单号只能包含字母和数字，最多12位"),
            ("hawbNumber", json!("HA002"), "分单号与分单不一致"),
            ("lines.0.pieces", json!("1234567890"), "件数须为数字，最多9位"),
            ("currency", json!("CNYX"), "币种须为3位"),
            ("insuranceValue", json!("XXX"), "保险价值须为NIL、N.I.L或不超过11位的数字"),
        ] {
            let reply = admin.post("/afbase/awbPrint/hawb", with(&form, path, value));
            assert!(reply.findings_at(path).iter().any(|m| m == message), "{path}: {}", reply.data);
        }
        unchanged(world, &before);
        assert_eq!(admin.post("/afbase/awbPrint/hawb", form.clone()).code, 0);
        assert_eq!(admin.post("/afbase/awbPrint/hawb", form).message, "该分单已制单");
    });
}

#[test]
fn forms_of_another_org_are_not_there() {
    each_database_from(rooms, world_with_orders, |world| {
        let saved = world.login("demo-admin").post("/afbase/awbPrint/mawb", whole(world));
        let id = saved.data["awbPrintId"].as_str().unwrap();
        let other = world.login("superAdmin");
        let before = world.contents(false);
        for path in ["prefill", "viewByOrderUuid", "hawbListByOrderUuid"] {
            assert_eq!(other.get(&format!("/afbase/awbPrint/{path}/{E1}")).status, 404, "{path}");
        }
        assert_eq!(other.get(&format!("/afbase/awbPrint/view/{id}")).status, 404);
        let row_uuid = json!({ "rowUuid": saved.data["rowUuid"] });
        assert_eq!(other.put(&format!("/afbase/awbPrint/finish/{id}"), row_uuid.clone()).status, 404);
        assert_eq!(other.put(&format!("/afbase/awbPrint/back/{id}"), row_uuid).status, 404);
        let query = saved.data["rowUuid"].as_str().unwrap();
        assert_eq!(other.delete(&format!("/afbase/awbPrint/{id}?rowUuid={query}")).status, 404);
        assert_eq!(other.post("/afbase/awbPrint/mawb", whole(world)).status, 404);
        let print = json!({ "awbPrintType": "PRINT_MAWB", "orderUuid": E1 });
        assert_eq!(other.post("/afbase/awbPrint/downloadAWB", print).status, 404);
        assert_eq!(other.ok("/afbase/awbPrint/page")["total"], 0);
        unchanged(world, &before);
    });
}

#[test]
fn a_draft_goes_with_its_number() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let saved = admin.post("/afbase/awbPrint/mawb", whole(world));
        let unload = json!({ "awbNumber": "990-12345675", "orderCode": "AE-2607150001" });
        assert_eq!(admin.post("/test/release", unload).code, 0);
        let id = saved.data["awbPrintId"].as_str().unwrap();
        assert_eq!(admin.get(&format!("/afbase/awbPrint/view/{id}")).status, 404);
    });
}

#[test]
fn the_data_level_hides_forms_of_others_orders() {
    each_database_from(rooms, world_with_orders, |world| {
        let id = world.login("demo-admin").post("/afbase/awbPrint/mawb", whole(world)).data["awbPrintId"].clone();
        let cases = [("cs01", true), ("op01", true), ("sales01", false), ("mgr01", false)];
        for (login, seen) in cases {
            let user = world.login(login);
            let path = format!("/afbase/awbPrint/viewByOrderUuid/{E1}");
            let reply = user.get(&path);
            assert_eq!(reply.code == 0, seen, "{login}: {}", reply.message);
            if !seen {
                assert_eq!((reply.code, reply.message.as_str()), (1, "您没有该订单的数据权限"), "{login}");
            }
        }
        assert!(id.is_string());
    });
}

#[test]
fn drafts_of_every_house_are_made_at_once() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let all = |order: &str| admin.post(&format!("/afbase/awbPrint/createAllHawb/{order}"), json!({}));
        assert_eq!(all(E1).data["changed"], 2, "{}", all(E1).data);
        assert_eq!(all(E1).data["changed"], 0, "there is one form per house");
        assert_eq!(all(E3).message, "该主单为直单，无分单");
        assert_eq!(all(E2).message, "请先录入主单号");
    });
}

#[test]
fn a_prepared_file_is_fetched_once_and_soon() {
    each_database(rooms, |world| {
        let prepare = || {
            world.database(|app, conn| {
                let bytes = b"%PDF-1.7 waybill".to_vec();
                let file = waybill::download::Prepared { name: "运单.pdf".into(), mime: "application/pdf", bytes };
                waybill::download::prepare(conn, DEMO, app.clock.now(), file).expect("prepares")
            })
        };
        let reader = world.anonymous();
        let path = prepare();
        assert!(!world.contents(true).iter().any(|row| row.contains(path.rsplit('/').next().unwrap())));
        let first = reader.get(&path);
        assert_eq!((first.status, first.content_type.as_str()), (200, "application/pdf"));
        assert!(first.bytes.starts_with(b"%PDF"));
        let second = reader.get(&path);
        assert_eq!((second.code, second.message.as_str()), (1, "文件链接已失效，请重新打印"));
        let (early, late) = (prepare(), prepare());
        world.set_clock("2026-07-15 10:04:59");
        assert_eq!(reader.get(&early).content_type, "application/pdf");
        world.set_clock("2026-07-15 10:05:00");
        assert_eq!(reader.get(&late).code, 1);
        assert_eq!(reader.get(&format!("{}{}", waybill::download::PATH, "0".repeat(32))).code, 1);
    });
}

/// The declared list is the one the page reads: its rows carry their houses, its count is that of the masters.
#[test]
fn the_declared_list_of_forms_answers_masters_with_their_houses() {
    each_database_from(rooms, world_with_orders, |world| {
        let list = world.app.registry.lists.iter().find(|list| list.key == "af.awb-print.list").unwrap();
        let declared = list.contract();
        assert_eq!(declared["call"], "/afbase/awbPrint/page");
        let admin = world.login("demo-admin");
        let page = admin.ok(&format!("{}?awbNumber=990-12345675", declared["call"].as_str().unwrap()));
        let houses = page["records"][0]["children"].as_array().unwrap();
        assert!(houses.iter().any(|house| house["hawbNumber"] == "HA001"));
        let total = admin.ok(&format!("{}?awbNumber=990-12345675", declared["totalCall"].as_str().unwrap()));
        assert_eq!((total["total"].clone(), page["total"].clone()), (json!(1), json!(1)));
    });
}

fn recognise(world: &World, body: Json) -> testkit::Reply {
    world.login("nobody").post("/afbase/address/recognise", body)
}

fn country(world: &World, id: i64, code: &str, name: &str, aliases: &str) {
    world.database(|_, conn| {
        let cells = [
            ("id", Value::Int(id)),
            ("code", Value::Text(code.to_owned())),
            ("name_cn", Value::Text(code.to_owned())),
            ("name_en", Value::Text(name.to_owned())),
            ("aliases", Value::Text(aliases.to_owned())),
        ];
        conn.exec(&sql::insert(1, "country", &cells).into()).unwrap();
    });
}

// req: address-open-import-recognition, address-import-clean
#[test]
fn a_pasted_address_is_recognised_and_cleaned() {
    each_database(rooms, |world| {
        country(world, 900_001, "US", "United States", "USA;U.S.A.");
        let lines = [
            "Shipper: Sample Trading Inc.",
            "1234 Main Street, Suite #500",
            "Los Angeles, CA 90012",
            "U.S.A.",
            "TEL: +1 213-555-0100",
            "EIN: 12-3456789",
        ];
        let got = recognise(world, json!({ "text": lines.join("\n"), "role": "shipper" }));
        assert_eq!(got.code, 0, "{}", got.message);
        let party = &got.data["party"];
        for (name, text) in [
            ("scName", "SAMPLE TRADING INC."),
            ("scAddress", "1234 MAIN STREET SUITE 500"),
            ("cityNameEn", "LOS ANGELES"),
            ("stateCode", "CA"),
            ("postCode", "90012"),
            ("nationCode", "US"),
            ("telNumber", "1 213-555-0100"),
            ("scCode", "12-3456789"),
            ("scCodeType", "EIN"),
            ("faxNumber", ""),
        ] {
            assert_eq!(party[name], text, "{name}");
        }
        assert_eq!((got.data["role"].clone(), got.data["findings"].clone()), (json!("shipper"), json!([])));
    });
}

// req: address-open-import-recognition
#[test]
fn what_a_pasted_address_lacks_is_told() {
    each_database(rooms, |world| {
        let told = |body: Json| {
            let got = recognise(world, body);
            assert_eq!(got.code, 0, "{}", got.message);
            let findings = got.data["findings"].as_array().unwrap().iter();
            let told = |finding: &Json| {
                ["field", "severity", "message"].map(|name| finding[name].as_str().unwrap().to_owned())
            };
            findings.map(|finding| told(finding).join(" ")).collect::<Vec<_>>()
        };
        let text = format!("收货人：演示 {}\nAtlantis\n1 Main St", "A".repeat(120));
        assert_eq!(
            told(json!({ "text": text, "role": "shipper" })),
            [
                " warning 中文已忽略",
                "nationCode warning 未识别国家",
                "scName warning 名称超长，已截取前100位",
                " warning 文本标明为收货人，请核对",
                "nationCode error 请填写国家",
                "cityNameEn error 请填写城市",
            ]
        );
        let german = |postcode: &str| format!("DEMO GMBH\nHAUPTSTR 1\n{postcode} FRANKFURT\nGermany");
        assert_eq!(told(json!({ "text": german("60547") })), Vec::<String>::new());
        assert_eq!(told(json!({ "text": german("6054") })), ["postCode error 德国邮编须为5位数字"]);
    });
}

#[test]
fn only_a_text_of_some_length_is_recognised_for_people_logged_in() {
    each_database(rooms, |world| {
        let at = |letters: usize| recognise(world, json!({ "text": "A".repeat(letters) }));
        assert_eq!(at(5000).code, 0);
        assert_eq!(at(5001).findings_at("text"), ["地址文本不能超过5000个字符"]);
        assert_eq!(recognise(world, json!({ "text": " \n" })).findings_at("text"), ["请粘贴地址"]);
        let nobody = world.anonymous().post("/afbase/address/recognise", json!({ "text": "A" }));
        assert_eq!(nobody.status, 401);
    });
}
