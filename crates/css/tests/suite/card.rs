use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, refused};

use super::money_columns::{at_sea, rooms_at_sea};
use super::order_charge::{charges, uuid};
use super::order_charge_rules::{body, save, with};
use crate::css::{charged, coop, everything, found, item, priced, rooms};

const CARDS: &str = "/css/rateCard";

/// The card of the catalogue: KH001, PVG to FRA.
fn freight(item: &str, coop: Option<&str>, begin: &str) -> Json {
    json!({
        "kind": "RECEIVABLE", "businessScope": "AE", "serviceItemId": item, "coopId": coop,
        "departure": "PVG", "arrival": "FRA", "basis": "计费重量", "currencyCode": "CNY", "mode": "WHOLE",
        "beginDate": begin, "endDate": "2026-12-31",
        "breaks": [
            { "from": "0", "price": "36" }, { "from": "45", "price": "32" },
            { "from": "100", "price": "30" }, { "from": "500", "price": "28" },
        ],
    })
}

/// A card in force, for the standard suite.
pub fn card(world: &World) {
    let admin = world.login("demo-admin");
    let made = done(admin.post(CARDS, freight(&item(world, "空运费"), None, "2026-07-01")));
    done(act(&admin, &made, "audit"));
}

fn act(caller: &Caller<'_>, card: &Json, verb: &str) -> testkit::Reply {
    let body = json!({ "version": card["version"] });
    caller.post(&format!("{CARDS}/{}/{verb}", card["id"].as_str().unwrap()), body)
}

fn tried(caller: &Caller<'_>, item: &str, coop: &str, quantity: &str) -> Json {
    let asked = json!({
        "kind": "RECEIVABLE", "businessScope": "AE", "serviceItemId": item, "coopId": coop, "day": "2026-07-15",
        "departure": "PVG", "arrival": "FRA", "carrier": "X9", "quantity": quantity,
    });
    done(caller.post(&format!("{CARDS}/test"), asked))["told"].clone()
}

fn line(told: &Json, label: &str) -> String {
    let lines = told["lines"].as_array().into_iter().flatten();
    let found = lines.filter(|line| line["label"]["zh"] == json!(label)).find_map(|line| line["value"]["zh"].as_str());
    found.unwrap_or_default().to_owned()
}

/// A line and the first reason against another card, in English.
fn in_english(told: &Json, label: &str) -> (String, String) {
    let mut lines = told["lines"].as_array().into_iter().flatten();
    let line = lines.find(|line| line["label"]["en"] == json!(label)).map(|line| line["value"]["en"].clone());
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    (text(&line.unwrap_or_default()), text(&told["tables"][0]["rows"][0]["why"]["en"]))
}

#[test]
fn a_card_charges_the_cheaper_break_and_the_partners_own_goes_first() {
    each_database_from(rooms, priced, |world| {
        let admin = world.login("demo-admin");
        let (item, coop) = (item(world, "空运费"), crate::css::coop(world, "KH001"));
        let own = done(admin.post(CARDS, freight(&item, Some(&coop), "2026-07-01")));
        assert_eq!(own["cardCode"], json!("PJ-2607150002"));
        assert_eq!(own["priceText"], json!("CNY 0+ 36.00 / 45+ 32.00 / 100+ 30.00 / 500+ 28.00"));
        assert_eq!(own["conditions"], json!("始发 PVG；目的 FRA"));
        let mut public = freight(&item, None, "2026-07-02");
        public["carrier"] = json!("X9");
        let public = done(admin.post(CARDS, public));
        done(act(&admin, &own, "audit"));
        done(act(&admin, &public, "audit"));
        let told = tried(&admin, &item, &coop, "658.33");
        assert_eq!(
            (line(&told, "价目编号"), line(&told, "金额")),
            ("PJ-2607150002".to_owned(), "CNY 18433.24".to_owned())
        );
        let others = told["tables"][0]["rows"].as_array().unwrap();
        let of = |code: &str| others.iter().find(|row| row["code"]["zh"] == json!(code)).unwrap();
        assert_eq!(of("PJ-2607150003")["why"]["zh"], json!("公开价，已有专属价"), "although it has more conditions");
        assert_eq!(
            of("PJ-2607150003")["conditions"],
            json!({ "zh": "始发 PVG；目的 FRA；承运人 X9", "en": "From PVG; To FRA; Carrier X9" })
        );
        let told = tried(&admin, &item, &coop, "480");
        assert_eq!(
            (line(&told, "金额"), line(&told, "计费数量 × 单价")),
            ("CNY 14000.00 靠级".to_owned(), "500 × 28".to_owned())
        );
        let english = ("CNY 14000.00 next break".into(), "Public, and the partner has a price of its own".into());
        assert_eq!(in_english(&told, "Amount"), english);
        let told = tried(&admin, &item, &coop, "466.66");
        assert_eq!(line(&told, "金额"), "CNY 13999.80", "ten grams more and the next break is cheaper");
        let other = tried(&admin, &item, &crate::css::coop(world, "KH002"), "10");
        assert_eq!(
            (line(&other, "价目编号"), line(&other, "金额")),
            ("PJ-2607150003".to_owned(), "CNY 360.00".to_owned())
        );
    });
}

#[test]
fn a_card_in_force_is_not_edited_its_new_version_ends_it() {
    each_database_from(rooms, priced, |world| {
        let admin = world.login("demo-admin");
        let item = item(world, "空运费");
        let at = |card: &Json| format!("{CARDS}/{}", card["id"].as_str().unwrap());
        let first = done(admin.post(CARDS, freight(&item, Some(&crate::css::coop(world, "KH001")), "2026-07-01")));
        let first = done(act(&admin, &first, "audit"));
        assert_eq!(first["status"], json!("ACTIVE"));
        let edit = admin.put(&at(&first), json!({ "version": first["version"], "remark": "x" }));
        refused(&edit, "价目生效，不能执行此操作");
        // Another card of the same key does not come into force beside it.
        let same = done(admin.post(CARDS, freight(&item, Some(&crate::css::coop(world, "KH001")), "2026-12-31")));
        let beside = act(&admin, &same, "audit");
        assert_eq!(beside.message, format!("与价目{}有效期重叠", admin.ok(&at(&first))["cardCode"].as_str().unwrap()));
        assert_eq!(admin.ok(&at(&same))["status"], json!("DRAFT"));
        done(admin.put(&at(&same), json!({ "version": 1, "beginDate": "2027-01-01", "endDate": "2027-01-31" })));
        // Its own new version does.
        let mut body = admin.ok(&format!("{}/version", at(&first)));
        assert_eq!((&body["replacesId"], &body["cardCode"]), (&first["id"], &Json::Null));
        let early = admin.post(CARDS, body.clone());
        assert_eq!(early.findings_at("beginDate"), ["新版本的生效日期须晚于2026-07-01"]);
        body["beginDate"] = json!("2026-08-01");
        body["breaks"] = json!([{ "from": "0", "price": "31.5" }]);
        let second = done(admin.post(CARDS, body));
        done(act(&admin, &second, "audit"));
        assert_eq!(admin.ok(&at(&first))["endDate"], json!("2026-07-31"), "it ends the day before");
        let valid = |day: &str| {
            let page = admin.ok(&format!("{CARDS}/page?validOn={day}&status=ACTIVE&size=50"));
            page["records"].as_array().unwrap().iter().any(|row| row["id"] == first["id"])
        };
        assert!(valid("2026-07-31") && !valid("2026-08-01"));
        let stopped = admin.ok(&at(&second));
        done(act(&admin, &stopped, "stop"));
        refused(&act(&admin, &admin.ok(&at(&second)), "stop"), "价目停用，不能执行此操作");
        world.set_clock("2026-08-01 08:00:00");
        world.run_jobs();
        let admin = world.login("demo-admin");
        assert_eq!(admin.ok(&at(&first))["status"], json!("EXPIRED"), "over by its date");
    });
}

#[test]
fn breaks_ascend_and_keep_their_lines() {
    each_database_from(rooms, priced, |world| {
        let admin = world.login("demo-admin");
        let item = item(world, "空运费");
        let with = |mode: &str, breaks: Json| {
            let mut body = freight(&item, None, "2026-09-01");
            body["mode"] = json!(mode);
            body["breaks"] = breaks;
            admin.post(CARDS, body)
        };
        let mut strange = freight(&item, None, "2026-09-01");
        strange["businessScope"] = json!("SE");
        assert_eq!(admin.post(CARDS, strange).findings_at("serviceItemId"), ["该业务范畴没有此服务项目"]);
        let one = |from: &str, price: &str| json!({ "from": from, "price": price });
        assert_eq!(with("WHOLE", json!([])).findings_at("breaks"), ["请填写价格"]);
        assert_eq!(
            with("WHOLE", json!([one("45", "2"), one("45", "1")])).findings_at("breaks.1.from"),
            ["起点须逐级递增"]
        );
        assert_eq!(with("PROGRESSIVE", json!([one("1", "2")])).findings_at("breaks.0.from"), ["累进价格须从0开始"]);
        assert_eq!(
            with("WHOLE", json!([one("-1", "2")])).findings_at("breaks.0.from"),
            ["起（数量）须在0与99999999.9999之间"]
        );
        let lines: Vec<Json> = (0..40).map(|n| one(&(n * 10).to_string(), &(100 - n).to_string())).collect();
        let made = done(with("WHOLE", json!(lines)));
        let kept = made["breaks"].as_array().unwrap().clone();
        assert_eq!(kept.len(), 40);
        // A line that stays is the same row afterwards; what was done is logged line by line.
        let mut fewer = kept.clone();
        fewer.remove(1);
        fewer[1]["price"] = json!("97.5");
        let at = format!("{CARDS}/{}", made["id"].as_str().unwrap());
        let changed = done(admin.put(&at, json!({ "version": 1, "breaks": fewer })));
        assert_eq!((&changed["breaks"][0]["id"], &changed["breaks"][1]["id"]), (&kept[0]["id"], &kept[2]["id"]));
        assert_eq!(changed["breaks"][1]["price"], json!(97.5));
        let log = admin.ok(&format!("/hrs/log/page?objectType=rate_card&objectId={}", made["id"].as_str().unwrap()));
        let changes = log["records"][0]["changes"].to_string();
        assert!(changes.contains("价格等级2") && changes.contains("97.5"), "{changes}");
    });
}

#[test]
fn a_copy_begins_as_a_draft_and_a_file_makes_cards_of_one_price() {
    each_database_from(rooms, priced, |world| {
        let admin = world.login("demo-admin");
        let first = admin.ok(&format!("{CARDS}/page?status=ACTIVE"))["records"][0].clone();
        let body = admin.ok(&format!("{CARDS}/{}/copy", first["id"].as_str().unwrap()));
        let copy = done(admin.post(CARDS, body));
        assert_eq!((&copy["status"], &copy["replacesId"]), (&json!("DRAFT"), &Json::Null));
        assert_eq!(copy["priceText"], first["priceText"]);
        assert_ne!(copy["cardCode"], first["cardCode"]);
        refused(&admin.get(&format!("{CARDS}/{}/version", copy["id"].as_str().unwrap())), "价目草稿，不能执行此操作");
    });
}

#[test]
fn an_order_is_tried_with_its_own_figures() {
    each_database_from(super::rooms_with_orders, everything, |world| {
        let admin = world.login("demo-admin");
        let item = item(world, "空运费");
        let ask = |code: &str, scope: &str| {
            let body =
                json!({ "kind": "RECEIVABLE", "businessScope": scope, "serviceItemId": item, "orderCode": code });
            admin.post(&format!("{CARDS}/test"), body)
        };
        // E1: 500.0 KG and 3.950 CBM are confirmed, 658.33 KG are charged; it flies from PVG to FRA on 2026-07-18.
        let told = done(ask("AE-2607150001", "AE"))["told"].clone();
        assert_eq!(
            ["数量", "计费数量 × 单价", "金额"].map(|label| line(&told, label)),
            ["658.33", "658.33 × 28", "CNY 18433.24"]
        );
        let stopped = admin.ok(&format!("{CARDS}/page?status=ACTIVE"))["records"][0].clone();
        done(act(&admin, &stopped, "stop"));
        let told = done(ask("AE-2607150001", "AE"))["told"].clone();
        assert_eq!((line(&told, "结果"), &told["tables"][0]["rows"]), ("未匹配价目".to_owned(), &json!([])));
        assert_eq!(ask("AE-2607150001", "AI").findings_at("orderCode"), ["订单AE-2607150001的业务范畴为AE"]);
        assert_eq!(ask("AE-2601010001", "AE").findings_at("orderCode"), ["订单AE-2601010001不存在"]);
        let other = world.login("sh01").ok("/afbase/order/page?size=10")["records"][0]["orderCode"].clone();
        let other = other.as_str().unwrap();
        assert_eq!(ask(other, "AE").findings_at("orderCode"), [format!("订单{other}不存在")], "of another company");
    });
}

#[test]
fn who_may_edit_saves_a_new_version_and_nothing_else() {
    each_database_from(rooms, priced, |world| {
        let item = item(world, "空运费");
        let admin = world.login("demo-admin");
        let first = admin.ok(&format!("{CARDS}/page?status=ACTIVE"))["records"][0].clone();
        world.allow_nobody(&["css_rate_card", "css-card-edit"]);
        let caller = world.login("nobody");
        let mut version = caller.ok(&format!("{CARDS}/{}/version", first["id"].as_str().unwrap()));
        version["beginDate"] = json!("2026-08-01");
        let before = world.contents(true);
        assert_eq!(caller.post(CARDS, freight(&item, None, "2027-01-01")).status, 403, "a card of its own");
        world.unchanged(&before, true);
        let second = done(caller.post(CARDS, version));
        assert_eq!(second["replacesId"], first["id"]);
        world.allow_nobody(&["css-card-audit"]);
        done(act(&world.login("nobody"), &second, "audit"));
        let log = format!("/hrs/log/page?objectType=rate_card&objectId={}", first["id"].as_str().unwrap());
        let newest = admin.ok(&log)["records"][0].clone();
        assert!(newest["changes"].to_string().contains("2026-07-31"), "its end is logged: {newest}");
        let page = admin.ok(&format!("{CARDS}/page?size=50"));
        let ended = page["records"].as_array().unwrap().iter().find(|row| row["id"] == first["id"]).unwrap();
        assert_eq!(
            (&ended["endDate"], &newest["operatorName"]),
            (&json!("2026-07-31"), &json!("无权限")),
            "{ended} {newest}"
        );
    });
}

#[test]
fn terms_fit_the_currency_and_the_lists() {
    each_database_from(rooms, priced, |world| {
        let admin = world.login("demo-admin");
        let item = item(world, "空运费");
        let with = |changes: Json| {
            let mut body = freight(&item, None, "2026-09-01");
            body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
            admin.post(CARDS, body)
        };
        let yen = with(json!({ "currencyCode": "JPY", "amountMin": "50.5", "amountMax": "99.01", "digits": 1 }));
        for field in ["amountMin", "amountMax", "digits"] {
            assert_eq!(yen.findings_at(field), ["JPY最多0位小数"], "{field}");
        }
        done(with(json!({ "currencyCode": "JPY", "amountMin": "50", "amountMax": "99", "digits": 0 })));
        done(with(json!({ "currencyCode": "CNY", "amountMin": "50.5", "amountMax": "50.50", "digits": 2 })));
        assert_eq!(with(json!({ "digits": 3 })).findings_at("digits"), ["CNY最多2位小数"]);
        done(with(json!({ "currencyCode": "KWD", "digits": 3 })));
        let over = done(with(json!({ "beginDate": "2026-07-01", "endDate": "2026-07-14" })));
        refused(&act(&admin, &over, "audit"), "失效日期已过，不能生效");
        assert_eq!(with(json!({ "currencyCode": "XXX" })).findings_at("currencyCode"), ["币种不存在"]);
        let strange = with(json!({ "basis": "乱写", "taxRate": "7%" }));
        assert_eq!(strange.findings_at("basis"), ["没有“乱写”这个选项"]);
        assert_eq!(strange.findings_at("taxRate"), ["没有“7%”这个选项"]);
    });
}

/// A card in force of one price, for whatever meets some conditions.
fn in_force(caller: &Caller<'_>, (scope, item): (&str, &str), price: &str, conditions: &Json) {
    let card = with(&freight(item, None, "2026-05-01"), &json!({ "departure": null, "arrival": null }));
    let one = json!({ "businessScope": scope, "breaks": [{ "from": "0", "price": price }] });
    let card = done(caller.post(CARDS, with(&with(&card, &one), conditions)));
    done(act(caller, &card, "audit"));
}

/// What the cards make of an item of an order: amounts, and what became of the item.
fn rated(caller: &Caller<'_>, order: &str, item: &str) -> (Vec<Json>, Json) {
    let list = charges(caller, order);
    let asked = json!({ "kind": "RECEIVABLE", "items": [item] });
    let told = done(caller.post("/css/charge/rate", body(&list, &asked)));
    let rows = told["income"].as_array().into_iter().flatten();
    (rows.map(|row| row["amount"].clone()).collect(), told["result"][0].clone())
}

#[test]
fn a_card_of_a_carrier_or_a_lane_rates_the_orders_that_match_and_no_others() {
    each_database_from(super::rooms_with_orders, charged, |world| {
        let admin = world.login("demo-admin");
        let item = item(world, "空运费");
        let (e2, e3) = (uuid(&admin, "AE-2607150002"), uuid(&admin, "AE-2607150003"));
        in_force(&admin, ("AE", &item), "1", &json!({ "carrier": "ZZ" }));
        in_force(&admin, ("AE", &item), "2", &json!({ "route": "非洲线", "carrier": "X9" }));
        let (amounts, none) = rated(&admin, &e2, &item);
        assert_eq!((amounts.len(), &none["state"]), (0, &json!("none")));
        assert_eq!(none["why"]["zh"], json!("条件不符：承运人"));
        // E2 flies X9 to Frankfurt with 300 kilograms, E3 X9 to Los Angeles with 1,000.
        in_force(&admin, ("AE", &item), "31", &json!({ "route": "欧洲线", "carrier": "X9" }));
        in_force(&admin, ("AE", &item), "41", &json!({ "route": "北美线" }));
        assert_eq!(rated(&admin, &e2, &item).0, [json!("9300.00")]);
        assert_eq!(rated(&admin, &e3, &item).0, [json!("41000.00")]);
        // An order is tried with what it is rated with.
        let tried = |code: &str| {
            let asked =
                json!({ "kind": "RECEIVABLE", "businessScope": "AE", "serviceItemId": item, "orderCode": code });
            line(&done(admin.post(&format!("{CARDS}/test"), asked))["told"], "金额")
        };
        assert_eq!(["AE-2607150002", "AE-2607150003"].map(tried), ["CNY 9300.00", "CNY 41000.00"]);
    });
}

#[test]
fn a_card_tells_how_many_orders_it_rated() {
    each_database_from(super::rooms_with_orders, charged, |world| {
        let admin = world.login("demo-admin");
        let item = item(world, "空运费");
        in_force(&admin, ("AE", &item), "31", &json!({ "carrier": "X9" }));
        let uses = || admin.ok(&format!("{CARDS}/page"))["records"][0]["usedCount"].clone();
        assert_eq!(uses(), json!(0));
        let rated = |code: &str| {
            let list = charges(&admin, &uuid(&admin, code));
            let asked = json!({ "kind": "RECEIVABLE", "items": [item] });
            let told = done(admin.post("/css/charge/rate", body(&list, &asked)));
            done(save(&admin, &list, &json!({ "income": told["income"] })))
        };
        let list = rated("AE-2607150002");
        assert_eq!((uses(), &list["income"][0]["source"]), (json!(1), &json!("RATED")));
        rated("AE-2607150003");
        assert_eq!(uses(), json!(2));
        done(save(&admin, &list, &json!({ "deleteIds": [list["income"][0]["id"]] })));
        assert_eq!(uses(), json!(1));
    });
}

#[test]
fn a_card_of_a_shipping_line_rates_its_own_orders() {
    each_database_from(rooms_at_sea, at_sea, |world| {
        let op = world.login("op01").client();
        let order = |line: Option<&str>| {
            let order = json!({
                "coopId": coop(world, "KH002"), "businessProduct": "全程出口", "departureStation": "CNSHA",
                "arrivalStation": "USLAX", "expectDeparture": "2026-07-18", "goodsNameCn": "机械配件", "planPieces": 10,
                "planWeight": 18500, "planVolume": 30, "containerList": [{ "containerType": "40HQ", "quantity": 2 }],
                "shipCompanyId": line.map(|code| coop(world, code)),
            });
            world.wait(seed::sea::save(&op, "se", order))
        };
        let (own, other) = (order(Some("GYS002")), order(None));
        let admin = world.login("demo-admin");
        let sea = found(world, charge::item::TABLE, &[("business_scope", "SE"), ("service_name_cn", "海运费")]);
        let conditions = json!({ "carrier": "GYS002", "route": "北美线", "basis": "标箱" });
        in_force(&admin, ("SE", &sea), "750", &conditions);
        assert_eq!(rated(&admin, &own, &sea).0, [json!("3000.00")], "two boxes are four units");
        let (none, why) = rated(&admin, &other, &sea);
        assert_eq!((none.len(), &why["why"]["zh"]), (0, &json!("条件不符：承运人")));
    });
}

#[test]
fn a_service_an_order_wants_switches_its_items_on() {
    each_database_from(super::rooms_with_orders, charged, |world| {
        let admin = world.login("demo-admin");
        let (customs, pick) = (item(world, "报关费"), item(world, "提货费"));
        for item in [&customs, &pick] {
            in_force(&admin, ("AE", item), "350", &json!({ "autoRate": false, "basis": "票" }));
        }
        let e2 = uuid(&admin, "AE-2607150002");
        let switched_on = || {
            let asked = body(&charges(&admin, &e2), &json!({ "kind": "RECEIVABLE" }));
            let told = done(admin.post("/css/charge/rate", asked));
            let rows = told["result"].as_array().cloned().unwrap_or_default();
            rows.iter().map(|row| row["serviceName"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(switched_on(), [""; 0], "neither is rated by itself, nor does the order want its service");
        let order = admin.ok(&format!("/afbase/order/view/{e2}"));
        let wanted = json!({
            "services": { "customs": { "enabled": true } }, "confirmed": ["order.tolerance", "order.similar"],
        });
        done(admin.post("/afbase/order/doUpdate", with(&order, &wanted)));
        assert_eq!(switched_on(), ["报关费"]);
        // Whoever names an item has it rated.
        assert_eq!(rated(&admin, &e2, &pick).0, [json!("350.00")]);
    });
}
