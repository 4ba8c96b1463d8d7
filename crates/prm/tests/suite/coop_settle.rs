//! 客商结算: confirmed bills become charges, are netted, and are taken back.

use platform::store::{Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused};

use super::agreement_rule::{lay_bills, run, trading};
use super::approval::id_of;
use super::coop_check::{FEE, OWED, agree, bill, check, issue, lay_june};

const BASE: &str = "/prm/coopSettle";
/// What DL001 is owed.
const SHARE: &str = "XZ-26070003";

fn id(caller: &Caller<'_>, code: &str) -> Json {
    bill(caller, code)["id"].clone()
}

fn make(caller: &Caller<'_>, codes: &[&str], more: Json) -> Reply {
    let mut body = json!({ "ids": codes.iter().map(|code| id(caller, code)).collect::<Vec<_>>() });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    caller.post("/prm/coopSettlePending/make", body)
}

fn row(caller: &Caller<'_>, code: &str) -> Json {
    caller.ok(&format!("{BASE}/page?settleCode={code}"))["records"][0].clone()
}

fn figures(row: &Json) -> [Json; 4] {
    ["amount", "settled", "netted", "open"].map(|name| row[name].clone())
}

fn back(caller: &Caller<'_>, code: &str, reason: &str) -> Reply {
    let row = row(caller, code);
    let body = json!({ "version": row["version"], "backReason": reason });
    caller.post(&format!("{BASE}/{}/back", row["id"].as_str().expect("an id")), body)
}

fn rows(world: &World, text: &str) -> Vec<Vec<String>> {
    world.database(|_, conn| {
        let rows = conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).expect("reads");
        let cells = |row: &platform::store::Row| row.0.iter().map(shown).collect();
        rows.iter().map(cells).collect()
    })
}

fn shown(value: &Value) -> String {
    match value {
        Value::Int(raw) => raw.to_string(),
        Value::Text(text) => text.clone(),
        other => format!("{other:?}"),
    }
}

/// Charges of agreements: scope of the order, side, amount.
fn charges(world: &World) -> Vec<Vec<String>> {
    rows(
        world,
        "SELECT o.business_scope, c.kind, c.amount FROM charge c JOIN freight_order o ON o.org_id = c.org_id \
         AND o.id = c.order_id WHERE c.org_id = 2 AND c.source = 'AGREED' ORDER BY c.id",
    )
}

/// The bills of KH001 are agreed on.
fn lay_agreed(world: &World) {
    lay_june(world);
    let admin = world.login("demo-admin");
    agree(&admin, FEE, "500.00");
    agree(&admin, OWED, "7000.00");
}

fn with_agreed(story: impl Fn(&World)) {
    each_database_from(trading, lay_agreed, story);
}

/// Two bills that are checked, as what is tried on one ends it, and a settlement without charges, for what the suite tries on
/// each page.
pub fn lay_settled(world: &World) {
    lay_bills(world);
    let admin = world.login("demo-admin");
    let rule = admin.ok("/prm/agreementRule/page")["records"][0]["id"].as_str().expect("an id").to_owned();
    for (period, code) in [("2026-05", OWED), ("2026-04", SHARE)] {
        done(run(&admin, period, &[&rule]));
        issue(&admin, code);
    }
    let coop: i64 = id_of(&admin, "KH001").parse().expect("a partner");
    let (int, text) = (Value::Int, |text: &str| Value::Text(text.to_owned()));
    let cells = [
        ("id", int(1)),
        ("settle_code", text("JS-26010001")),
        ("coop_id", int(coop)),
        ("side", text("PAYABLE")),
        ("bill_codes", text("XZ-26010001")),
        ("currency_code", text("CNY")),
        ("amount", int(0)),
        ("functional", int(0)),
        ("post_mode", text("ORDER")),
        ("charge_count", int(0)),
        ("open_amount", int(0)),
        ("state", text("SETTLING")),
        ("version", int(1)),
        ("created_by", int(1)),
        ("created_at", int(0)),
        ("updated_by", int(1)),
        ("updated_at", int(0)),
    ];
    world.database(|_, conn| {
        conn.exec(&sql::insert(2, "coop_settlement", &cells).into()).expect("a settlement");
    });
}

// req: prm-route-prm-coop-settle
#[test]
fn a_confirmed_bill_becomes_an_order_with_its_charges_and_is_netted() {
    with_agreed(|world| {
        let admin = world.login("demo-admin");
        let pending = admin.ok("/prm/coopSettlePending/page?state=CONFIRMED");
        assert_eq!(pending["total"], json!(2));
        let made = done(make(&admin, &[OWED], json!({})));
        assert_eq!(
            (&made["settleCode"], made["orderCodes"].as_array().map(Vec::len)),
            (&json!("JS-26070001"), Some(1))
        );
        assert_eq!(charges(world), [["IO", "PAYABLE", "7000000"]]);
        let owed = row(&admin, "JS-26070001");
        assert_eq!(figures(&owed), [json!(7_000), json!(0), json!(0), json!(7_000)]);
        let told = ["state", "postMode", "chargeCount", "billCodes", "orderCode"].map(|name| owed[name].clone());
        assert_eq!(told, [json!("SETTLING"), json!("ORDER"), json!(1), json!(OWED), made["orderCodes"][0].clone()]);
        let held = bill(&admin, OWED);
        assert_eq!((&held["state"], &held["settleCode"]), (&json!("SETTLING"), &json!("JS-26070001")));
        refused(&make(&admin, &[OWED], json!({})), "账单未确认，不能结算");
        done(make(&admin, &[FEE], json!({})));
        let propose = |codes: &str| admin.ok(&format!("{BASE}/offsetProposal?settleCodes={codes}"))["amount"].clone();
        assert_eq!(propose("JS-26070001"), json!("0.00"));
        assert_eq!(propose("JS-26070001,JS-26070002"), json!("500.00"));
        let ids = ["JS-26070001", "JS-26070002"].map(|code| row(&admin, code)["id"].clone());
        let offset = |confirmed: Json| {
            let body = json!({ "ids": ids, "date": "2026-07-15", "confirmed": confirmed });
            admin.post(&format!("{BASE}/offset"), body)
        };
        let asked = offset(json!([]));
        let questions = ["coop_offset.not_agreed", "coop_offset.proposed"].map(ToOwned::to_owned);
        assert_eq!((asked.code, asked.questions()), (2, questions.to_vec()));
        let made = done(offset(json!(questions)));
        assert_eq!(made["amount"], json!("500.00"));
        let (owed, fee) = (row(&admin, "JS-26070001"), row(&admin, "JS-26070002"));
        assert_eq!(figures(&fee), [json!(500), json!(500), json!(500), json!(0)]);
        assert_eq!((&fee["state"], &fee["settleDate"]), (&json!("SETTLED"), &json!("2026-07-15")));
        assert_eq!(figures(&owed), [json!(7_000), json!(500), json!(500), json!(6_500)]);
        assert_eq!(owed["state"], json!("SETTLING"));
        assert!(
            !fee["debitNoteNo"].as_str().unwrap_or_default().is_empty() && !owed["paymentNo"].is_null(),
            "{fee} {owed}"
        );
        let held = bill(&admin, FEE);
        assert_eq!((&held["state"], &held["openAmount"]), (&json!("SETTLED"), &json!(0)));
        refused(&back(&admin, "JS-26070001", "录错"), "费用已制单，不能撤销结算");
        refused(&back(&admin, "JS-26070002", "录错"), "结算单已结算，不能执行此操作");
    });
}

/// Its payment is there at once however many costs it has, for the rest goes by its details.
#[test]
fn a_settlement_of_more_costs_than_a_piece_is_netted_at_once() {
    with_agreed(|world| {
        let admin = world.login("demo-admin");
        done(make(&admin, &[OWED], json!({})));
        done(make(&admin, &[FEE], json!({})));
        let one = |text: &str| rows(world, text)[0][0].clone();
        let charge = one("SELECT id FROM charge WHERE org_id = 2 AND source = 'AGREED' AND kind = 'PAYABLE'");
        let member = one(&format!("SELECT id FROM coop_settlement_charge WHERE org_id = 2 AND charge_id = {charge}"));
        world.copies("charge", &charge, 2, &[("id", "1000 + n.i")]);
        world.copies("coop_settlement_charge", &member, 2, &[("id", "1000 + n.i"), ("charge_id", "1000 + n.i")]);
        world.app.pieces.narrow(2, 1_000);
        let ids = ["JS-26070001", "JS-26070002"].map(|code| row(&admin, code)["id"].clone());
        let body = json!({
            "ids": ids, "date": "2026-07-15", "confirmed": ["coop_offset.not_agreed", "coop_offset.proposed"],
        });
        assert_eq!(done(admin.post(&format!("{BASE}/offset"), body))["amount"], json!("500.00"));
        assert_eq!(rows(world, "SELECT state FROM payment WHERE org_id = 2 AND amount = 21000000"), [["NORMAL"]]);
    });
}

#[test]
fn only_confirmed_bills_of_one_partner_and_side_are_settled() {
    with_agreed(|world| {
        let admin = world.login("demo-admin");
        issue(&admin, SHARE);
        done(check(&admin, SHARE, "dispute", json!({ "dispute": "比例有误" })));
        let before = world.contents(true);
        refused(&make(&admin, &[SHARE], json!({})), "账单未确认，不能结算");
        refused(&make(&admin, &[FEE, OWED], json!({})), "请选择同一客商、收付方向和币种的账单");
        refused(&admin.post("/prm/coopSettlePending/make", json!({ "ids": [] })), "请选择账单");
        world.unchanged(&before, true);
    });
}

#[test]
fn a_settlement_that_stands_on_no_paper_is_taken_back() {
    with_agreed(|world| {
        let admin = world.login("demo-admin");
        let made = done(make(&admin, &[FEE], json!({})));
        let code = made["settleCode"].as_str().expect("a code");
        assert!(!back(&admin, code, "").findings_at("backReason").is_empty());
        done(back(&admin, code, "录错"));
        assert!(charges(world).is_empty());
        let order = made["orderCodes"][0].as_str().expect("an order");
        let state =
            rows(world, &format!("SELECT lifecycle FROM freight_order WHERE org_id = 2 AND order_code = '{order}'"));
        assert_eq!(state, [["CLOSED"]]);
        assert_eq!(row(&admin, code)["state"], json!("BACK"));
        assert_eq!(bill(&admin, FEE)["state"], json!("CONFIRMED"));
        assert_eq!(done(make(&admin, &[FEE], json!({})))["settleCode"], json!("JS-26070002"));
    });
}

#[test]
fn charges_are_told_of_the_orders_that_one_sees() {
    with_agreed(|world| {
        let admin = world.login("demo-admin");
        done(make(&admin, &[OWED], json!({ "postMode": "SPREAD", "financialDate": "2026-07-15" })));
        let codes: Vec<String> = rows(
            world,
            "SELECT o.order_code FROM charge c JOIN freight_order o ON o.org_id = c.org_id AND o.id = c.order_id \
             WHERE c.org_id = 2 AND c.source = 'AGREED' ORDER BY o.order_code",
        )
        .concat();
        let [own, other] = codes.as_slice() else { panic!("two orders: {codes:?}") };
        world.allow_nobody(&["prm_coop_settle"]);
        world.show_own_orders("nobody");
        let sold = format!(
            "UPDATE freight_order SET sales_id = (SELECT id FROM app_user WHERE org_id = 2 AND login_name LIKE 'nobody%') \
             WHERE org_id = 2 AND order_code = '{own}'"
        );
        world.database(|_, conn| conn.exec(&Stmt::Raw(sold, Vec::new())).expect("his order"));
        let told = |caller: &Caller<'_>| {
            let id = row(caller, "JS-26070001")["id"].as_str().expect("an id").to_owned();
            caller.ok(&format!("{BASE}/{id}"))["told"].clone()
        };
        let count = |told: &Json| told["tables"][0]["rows"].as_array().map(Vec::len);
        let (all, part) = (told(&admin), told(&world.login("nobody")));
        assert_eq!((count(&all), count(&part)), (Some(2), Some(1)));
        let part = part.to_string();
        assert!(part.contains(own) && !part.contains(other) && part.contains("含1张无权限订单"), "{part}");
        assert!(part.contains("3,500.00") && !all.to_string().contains("无权限订单"), "{part}");
    });
}

#[test]
fn a_bill_is_spread_over_the_orders_it_was_counted_of() {
    with_agreed(|world| {
        let admin = world.login("demo-admin");
        let made = done(make(&admin, &[OWED], json!({ "postMode": "SPREAD", "financialDate": "2026-07-15" })));
        assert_eq!(made["orderCodes"], json!([]));
        assert_eq!(charges(world), [["AE", "PAYABLE", "3500000"], ["AE", "PAYABLE", "3500000"]]);
        let own = row(&admin, "JS-26070001");
        assert_eq!((&own["postMode"], &own["chargeCount"], &own["open"]), (&json!("SPREAD"), &json!(2), &json!(7_000)));
        done(back(&admin, "JS-26070001", "录错"));
        assert!(charges(world).is_empty());
        // A fee was counted of no order: it stands on one of its own all the same.
        done(make(&admin, &[FEE], json!({ "postMode": "SPREAD" })));
        assert_eq!(charges(world), [["IO", "RECEIVABLE", "500000"]]);
    });
}

#[test]
fn an_adjustment_a_voucher_was_built_on_keeps_its_settlement() {
    with_agreed(|world| {
        let fin = world.login("fin01");
        let done_with = "incomeFinishStatus=true&costFinishStatus=true&lockStatus=0";
        let page = fin.ok(&format!("/afbase/orderLock/page?businessScope=AE&size=50&{done_with}"));
        let orders: Vec<Json> =
            page["records"].as_array().expect("orders").iter().map(|order| order["id"].clone()).collect();
        assert_eq!(orders.len(), 4, "{page}");
        let lock = json!({ "businessScope": "AE", "orderIds": orders, "lockDate": "2026-07-14" });
        done(fin.put("/afbase/orderLock/lock", lock));
        let admin = world.login("demo-admin");
        done(make(&admin, &[OWED], json!({ "postMode": "SPREAD", "financialDate": "2026-07-15" })));
        let adjusting = "SELECT id, order_id FROM charge WHERE org_id = 2 AND financial_date = '2026-07-15' \
                         AND COALESCE(adjust_no, '') <> '' ORDER BY id";
        let made = rows(world, adjusting);
        assert_eq!(made.len(), 2, "both orders are locked");
        world.lay("voucher", &[("id", "1")]);
        let built = [
            ("id", "1"),
            ("voucher_id", "1"),
            ("source", "'charge'"),
            ("source_id", &*made[0][0]),
            ("is_freed", "FALSE"),
        ];
        world.lay("voucher_source", &built);
        let before = world.contents(true);
        let told = back(&admin, "JS-26070001", "录错");
        let said = format!("{} {:?}", told.message, findings(&told));
        assert!(told.code == 1 && said.contains("调整费用已生成凭证，请先退回凭证"), "{said}");
        world.unchanged(&before, true);
        world.database(|_, conn| {
            let free = sql::update(2, "voucher_source", &[("is_freed", Value::Bool(true))]);
            conn.exec(&free.into()).expect("frees");
        });
        done(back(&admin, "JS-26070001", "录错"));
        assert!(rows(world, adjusting).is_empty());
        assert_eq!(bill(&world.login("demo-admin"), OWED)["state"], json!("CONFIRMED"));
    });
}

#[test]
fn a_bill_that_has_its_settlement_gets_no_other() {
    with_agreed(|world| {
        let admin = world.login("demo-admin");
        let lay = |settlement: Value| {
            world.database(|_, conn| {
                let mut update = sql::update(2, "coop_bill", &[("settlement_id", settlement)]);
                update.and_where(sql::eq("bill_code", OWED.to_owned()));
                conn.exec(&update.into()).expect("writes");
            });
        };
        lay(Value::Int(1));
        let before = world.contents(true);
        assert_eq!(bill(&admin, OWED)["state"], json!("CONFIRMED"));
        refused(&make(&admin, &[OWED], json!({})), "账单已生成结算单，不能重复结算");
        world.unchanged(&before, true);
        lay(Value::Null);
        done(make(&admin, &[OWED], json!({})));
        assert_eq!(charges(world), [["IO", "PAYABLE", "7000000"]]);
    });
}

#[test]
fn a_settlement_stays_in_orders_that_are_done_but_for_who_may_change_them() {
    with_agreed(|world| {
        let admin = world.login("demo-admin");
        done(make(&admin, &[OWED], json!({ "postMode": "SPREAD", "financialDate": "2026-07-15" })));
        let both = [["AE", "PAYABLE", "3500000"], ["AE", "PAYABLE", "3500000"]];
        assert_eq!(charges(world), both);
        let of_them = "FROM freight_order o WHERE o.org_id = 2 AND EXISTS (SELECT 1 FROM charge c WHERE c.org_id = 2 \
                       AND c.order_id = o.id AND c.source = 'AGREED')";
        let orders = rows(world, &format!("SELECT o.order_code, o.cost_recorded {of_them} ORDER BY o.order_code"));
        assert_eq!(orders.iter().map(|row| row[1].as_str()).collect::<Vec<_>>(), ["2", "2"], "their costs are done");
        let said: Vec<(String, String)> =
            orders.iter().map(|row| (String::new(), format!("订单{}收入或成本已完成，请先退回", row[0]))).collect();
        world.allow_nobody(&["prm_coop_settle", "prm-settle-back"]);
        let clerk = world.login("nobody");
        let before = world.contents(true);
        let mut told = findings(&back(&clerk, "JS-26070001", "录错"));
        told.sort();
        assert_eq!(told, said);
        world.unchanged(&before, true);
        world.allow_nobody(&["css-charge-after-finish"]);
        done(back(&world.login("nobody"), "JS-26070001", "录错"));
        assert!(charges(world).is_empty());
        assert_eq!(bill(&world.login("demo-admin"), OWED)["state"], json!("CONFIRMED"));
    });
}
