//! /af_css_payment as the catalogue shows it: CP1 of E4, its change and its end.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, findings, refused, rows_of};

use super::cashier::{coop, cost_of, text};
use super::supplier::{
    C3, C4, C7, C10, CP1, E1, E4, LIST, OF_E1, OF_E4, act, asked, at_sea, figure, figures, lets_sh01, listed, number,
    numbered, pair, pool, reconciled, rows, save, sums_hold, taken_of, texts, touch, void, wanted,
};
use crate::payable::{found, rooms};

const MONEY: [&str; 6] = [
    "amountPayment",
    "amountPaymentWriteoff",
    "amountPaymentNoWriteoff",
    "functionalAmountPayment",
    "requested",
    "unrequested",
];

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, reconciled, story);
}

fn count(caller: &Caller<'_>, query: &str) -> Json {
    caller.ok(&format!("{LIST}&{query}"))["total"].clone()
}

#[test]
fn a_payment_stands_in_the_list_with_its_sums() {
    told(|world| {
        let fin = world.login("fin01");
        let page = fin.ok(LIST);
        let cp1 = &page["records"][0];
        assert_eq!(
            texts(cp1, ["paymentNum", "paymentStatus", "paymentDate", "businessScope", "customerName", "currency"]),
            [CP1, "MADE", "2026-07-14", "AE", "供应商甲", "CNY"]
        );
        assert_eq!(figures(cp1, MONEY), ["14000.00", "0.00", "14000.00", "14000.00", "0.00", "14000.00"]);
        assert_eq!(cp1["orders"], json!(1));
        let totals = fin.ok("/css/payment/total");
        assert_eq!(totals["totals"]["amountPayment"], json!("CNY 14,000.00"));
        assert_eq!(totals["totals"]["amountPaymentNoWriteoff"], json!("CNY 14,000.00"));
        let item = found(world, charge::item::TABLE, &[("business_scope", "AE"), ("service_name_cn", "地面操作费")]);
        let partner = coop(world, "GYS001");
        for query in [
            &format!("number={OF_E4}"),
            &format!("number={E4}"),
            &format!("paymentNum={CP1}"),
            "paymentDate=2026-07-14~2026-07-14",
            "customerName=GYS001",
            "customerName=供应商甲",
            "paymentStatus=MADE,SETTLED",
            "currency=CNY",
            "businessScope=AE",
            &format!("coopId={partner}"),
            &format!("serviceItemId={item}"),
        ] {
            assert_eq!(count(&fin, query), json!(1), "{query}");
        }
        for query in [
            &format!("number={OF_E1}"),
            "paymentDate=2026-07-15~2026-07-20",
            "customerName=GYS002",
            "paymentStatus=VOID",
            "currency=USD",
            "businessScope=SE",
            "supplierBillNo=1",
            "invoiceNum=1",
            "writeoffNum=1",
            "serviceItemId=1",
        ] {
            assert_eq!(count(&fin, query), json!(0), "{query}");
        }
        assert_eq!(fin.get(&format!("{LIST}&serviceItemId=x")).status, 400);
        sums_hold(world);
    });
}

#[test]
fn a_payment_opens_with_its_lines() {
    told(|world| {
        let fin = world.login("fin01");
        let view = fin.ok(&format!("/css/payment/{}", numbered(world, CP1)));
        assert_eq!(texts(&view, ["paymentNum", "paymentDate", "currency"]), [CP1, "2026-07-14", "CNY"]);
        let shown = |at: usize| view["told"]["lines"][at]["value"]["zh"].clone();
        assert_eq!([0, 1, 2].map(shown), ["CNY 14,000.00", "CNY 0.00", "CNY 14,000.00"].map(Json::from));
        let lines = rows(&view["told"]["tables"][0]["rows"]);
        let said = |name: &str| lines.iter().map(|line| text(&line[name], "zh")).collect::<Vec<_>>();
        assert_eq!(said("bizNumber"), [OF_E4, OF_E4]);
        assert_eq!(said("orderCode"), [E4, E4]);
        assert_eq!(said("serviceName"), ["空运费", "地面操作费"]);
        assert_eq!(said("amount"), ["12,000.00", "2,000.00"]);
        assert_eq!(said("open"), ["12,000.00", "2,000.00"]);
    });
}

#[test]
fn the_costs_of_suppliers_that_are_left_come_to_the_figure_of_the_catalogue() {
    each_database_from(rooms, at_sea, |world| {
        let fin = world.login("fin01");
        let made = done(save(&fin, wanted(world, ("GYS002", "USD"), &[(cost_of(world, C10), "2400.00")])));
        let cp2 = listed(&fin, &text(&made, "id"));
        assert_eq!(
            figures(&cp2, ["amountPayment", "functionalAmountPayment", "exchangeRate"]),
            ["2400.00", "16800.00", "7.00"]
        );
        assert_eq!(text(&cp2, "paymentNum"), "SE-CP-2607200001");
        let left = |query: &str| fin.ok(&format!("/css/charge/page?size=100&kind=PAYABLE&{query}"));
        let open = left("billed=NONE,PART");
        let lines: Vec<String> = rows(&open["records"])
            .iter()
            .map(|row| {
                format!("{} {} {}", text(row, "orderCode"), figure(row, "reconciled"), figure(row, "unreconciled"))
            })
            .collect();
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines.contains(&format!("{E4} 2000.00 1000.00")), "{lines:?}");
        assert!(lines.contains(&format!("{E1} 0.00 13170.00")), "{lines:?}");
        assert_eq!(open["totals"]["unreconciled"], json!("CNY 21,370.00"));
        assert_eq!(left("billed=ALL")["total"], json!(2), "C3 and C10");
        let income = fin.ok("/css/charge/page?size=100&kind=RECEIVABLE");
        assert_eq!(income["totals"].get("unreconciled"), None);
        let totals = fin.ok("/css/payment/total");
        assert_eq!(totals["totals"]["amountPayment"], json!("CNY 14,000.00  USD 2,400.00"));
        sums_hold(world);
    });
}

/// The body of a change of CP1.
fn changed(parts: &[(&str, Option<&str>)]) -> Json {
    let parts: Vec<Json> = parts.iter().map(|(id, amount)| json!({ "chargeId": id, "amount": amount })).collect();
    json!({
        "paymentDate": "2026-07-16", "exchangeRate": null, "supplierBillNo": "INV-1", "paymentRemark": "改单", "parts": parts,
    })
}

#[test]
fn a_payment_is_changed_to_other_parts() {
    told(|world| {
        let [c3, c4, c7] = [C3, C4, C7].map(|amount| cost_of(world, amount));
        let cp1 = numbered(world, CP1);
        let fin = world.login("fin01");
        let first = fin.ok(&format!("/css/payment/{cp1}/doUpdate/first"));
        let begins: Vec<[String; 3]> =
            rows(&first["parts"]).iter().map(|part| texts(part, ["chargeId", "rest", "amount"])).collect();
        let begun = [[&*c3, "12000.00", "12000.00"], [&*c4, "3000.00", "2000.00"], [&*c7, "13170.00", ""]];
        assert_eq!(begins, begun.map(|part| part.map(str::to_owned)));
        let body = changed(&[(&c3, Some("12000.00")), (&c4, None), (&c7, Some("5000.00"))]);
        done(act(&fin, (&cp1, "doUpdate"), body.clone()));
        let row = listed(&fin, &cp1);
        assert_eq!(figures(&row, MONEY)[..3], ["17000.00", "0.00", "17000.00"]);
        assert_eq!(row["orders"], json!(2));
        assert_eq!(
            texts(&row, ["paymentNum", "paymentDate", "supplierBillNo", "paymentRemark"]),
            [CP1, "2026-07-16", "INV-1", "改单"]
        );
        assert_eq!([&c3, &c4, &c7].map(|charge| taken_of(world, charge)), [C3, 0, 5_000_000]);
        sums_hold(world);
        // The same again changes no money; who saw another version is told.
        done(act(&fin, (&cp1, "doUpdate"), body.clone()));
        assert_eq!([&c3, &c4, &c7].map(|charge| taken_of(world, charge)), [C3, 0, 5_000_000]);
        let before = world.contents(true);
        let mut old = body;
        old["version"] = json!(1);
        assert_eq!(fin.post(&format!("/css/payment/{cp1}/doUpdate"), old).code, 3);
        let beyond = act(&fin, (&cp1, "doUpdate"), changed(&[(&c3, Some("12000.00")), (&c4, Some("3000.01"))]));
        assert_eq!(
            findings(&beyond),
            [("parts.1.amount".to_owned(), format!("单号{OF_E4}本次对账金额不能大于未对账金额"))]
        );
        refused(&act(&fin, (&cp1, "doUpdate"), changed(&[(&c3, None)])), "请选择费用");
        world.unchanged(&before, true);
        done(act(&fin, (&cp1, "doUpdate"), changed(&[(&c4, Some("3000.00"))])));
        assert_eq!(figure(&listed(&fin, &cp1), "amountPayment"), "3000.00", "to the edge");
        sums_hold(world);
    });
}

#[test]
fn a_void_payment_gives_its_costs_back_and_keeps_its_number() {
    told(|world| {
        let [c3, c4] = [C3, C4].map(|amount| cost_of(world, amount));
        let fin = world.login("fin01");
        let cp1 = numbered(world, CP1);
        let none = act(&fin, (&cp1, "void"), json!({ "voidReason": " " }));
        assert_eq!(findings(&none).first().map(|(field, _)| field.as_str()), Some("voidReason"));
        done(void(&fin, &cp1));
        let row = listed(&fin, &cp1);
        assert_eq!(
            (text(&row, "paymentStatus"), figure(&row, "amountPaymentNoWriteoff")),
            ("VOID".into(), "0.00".into())
        );
        assert_eq!([&c3, &c4].map(|charge| taken_of(world, charge)), [0, 0]);
        let left = pool(&fin, asked(world, ("GYS001", "CNY"), json!({})));
        assert_eq!(left, [pair(OF_E4, "12000.00"), pair(OF_E4, "3000.00"), pair(OF_E1, "13170.00")]);
        assert_eq!(count(&fin, "paymentStatus=MADE"), json!(0));
        assert_ne!(void(&fin, &cp1).code, 0, "once");
        sums_hold(world);
        // 23: numbers rise, and none comes again.
        let one = wanted(world, ("GYS001", "CNY"), &[(c4.clone(), "3000.00")]);
        let made = done(save(&fin, one.clone()));
        assert_eq!(text(&made, "paymentNum"), "AE-CP-2607200001");
        done(void(&fin, &text(&made, "id")));
        assert_eq!(text(&done(save(&fin, one)), "paymentNum"), "AE-CP-2607200002");
        sums_hold(world);
    });
}

#[test]
fn a_payment_that_went_on_is_neither_changed_nor_made_void() {
    told(|world| {
        let c3 = cost_of(world, C3);
        let fin = world.login("fin01");
        let cp1 = numbered(world, CP1);
        let body = || changed(&[(&c3, Some("12000.00"))]);
        for (column, why) in [("invoiced", "已收票"), ("settled", "已核销"), ("requested", "已申请付款")] {
            touch(world, &cp1, column, 1_000);
            let before = world.contents(true);
            refused(&void(&fin, &cp1), &format!("对账单{why}，不能作废"));
            refused(&act(&fin, (&cp1, "doUpdate"), body()), &format!("对账单{why}，不能修改"));
            world.unchanged(&before, true);
        }
    });
}

#[test]
fn a_payment_of_a_closed_month_stays_as_it_is() {
    told(|world| {
        let c4 = cost_of(world, C4);
        let fin = world.login("fin01");
        let mut body = wanted(world, ("GYS001", "CNY"), &[(c4.clone(), "1000.00")]);
        body["paymentDate"] = json!("2026-05-31");
        let id = text(&done(save(&fin, body)), "id");
        let before = world.contents(true);
        refused(&void(&fin, &id), "财务期间2026-05已结账");
        refused(&act(&fin, (&id, "doUpdate"), changed(&[(&c4, Some("500.00"))])), "财务期间2026-05已结账");
        world.unchanged(&before, true);
        // A month that was never opened is no closed one: payments may carry any date.
        let mut late = wanted(world, ("GYS001", "CNY"), &[(cost_of(world, C7), "1.00")]);
        late["paymentDate"] = json!("2026-09-01");
        let id = text(&done(save(&fin, late)), "id");
        done(void(&fin, &id));
    });
}

#[test]
fn the_supplier_confirms_a_payment() {
    told(|world| {
        let fin = world.login("fin01");
        let cp1 = numbered(world, CP1);
        let first = fin.ok(&format!("/css/payment/{cp1}/confirm/first"));
        assert_eq!(first["confirmedOn"], json!("2026-07-20"));
        let none = act(&fin, (&cp1, "confirm"), json!({ "confirmedOn": null }));
        assert_eq!(findings(&none).first().map(|(field, _)| field.as_str()), Some("confirmedOn"));
        done(act(&fin, (&cp1, "confirm"), json!({ "confirmedOn": "2026-07-19" })));
        assert_eq!(text(&listed(&fin, &cp1), "confirmedOn"), "2026-07-19");
        assert_eq!(figure(&listed(&fin, &cp1), "amountPayment"), "14000.00");
    });
}

fn paper(caller: &Caller<'_>, ids: &[&str], language: &str, format: &str) -> testkit::Reply {
    caller.post("/css/payment/paper", json!({ "ids": ids, "language": language, "format": format }))
}

#[test]
fn payments_are_printed_as_a_pdf_or_one_as_a_workbook() {
    told(|world| {
        let fin = world.login("fin01");
        let made = done(save(&fin, wanted(world, ("GYS001", "CNY"), &[(cost_of(world, C7), "5000.00")])));
        let (cp1, other) = (numbered(world, CP1), text(&made, "id"));
        let both = paper(&fin, &[&cp1, &other], "zh", "PDF");
        assert!(both.bytes.starts_with(b"%PDF"), "{}", both.message);
        assert!(paper(&fin, &[&cp1], "en", "PDF").bytes.starts_with(b"%PDF"));
        for language in ["zh", "en"] {
            let book = paper(&fin, &[&cp1], language, "EXCEL");
            let cells: Vec<String> = rows_of(&book.bytes).concat();
            for word in [CP1, OF_E4] {
                assert!(cells.iter().any(|cell| cell.contains(word)), "{language} {word}: {cells:?}");
            }
        }
        refused(&paper(&fin, &[&cp1, &other], "zh", "EXCEL"), "Excel一次只能打印一张对账单");
        refused(&paper(&fin, &[], "zh", "PDF"), "请选择对账单");
        assert_eq!(paper(&fin, &["1"], "zh", "PDF").status, 404);
        assert_eq!(paper(&fin, &["x"], "zh", "PDF").status, 400);
    });
}

#[test]
fn the_workbooks_have_payments_and_their_lines() {
    told(|world| {
        let fin = world.login("fin01");
        let list = rows_of(&fin.post("/css/payment/exportExcel", json!({ "filters": {}, "columnStrs": [] })).bytes);
        for head in ["对账单编号", "对账单状态", "对账单金额", "未核销金额", "已申请", "制单人"]
        {
            assert!(list[0].iter().any(|own| own == head), "{head}: {:?}", list[0]);
        }
        assert!(list[1].iter().any(|cell| cell == CP1), "{:?}", list[1]);
        let asked =
            |filters: Json| rows_of(&fin.post("/css/payment/exportDetail", json!({ "filters": filters })).bytes);
        let lines = asked(json!({ "paymentNum": CP1 }));
        assert_eq!(
            lines[0][1..],
            [
                "对账单编号",
                "对账日期",
                "对账单状态",
                "单号",
                "订单号",
                "始发",
                "目的",
                "航班/船次",
                "业务日期",
                "件数",
                "毛重",
                "体积",
                "计量",
                "客户代码",
                "客户名称",
                "供应商代码",
                "供应商",
                "币种",
                "对账单金额",
                "已核销金额",
                "未核销金额",
            ]
        );
        assert_eq!(lines.len(), 3);
        for line in &lines[1..] {
            let at = |head: &str| {
                let place = lines[0].iter().position(|own| own == head).expect("a head");
                line[place].as_str()
            };
            let said = ["对账单编号", "单号", "订单号", "供应商代码", "币种"].map(at);
            assert_eq!(said, [CP1, OF_E4, E4, "GYS001", "CNY"]);
            assert!(["12000", "2000"].contains(&at("未核销金额")), "{line:?}");
        }
        assert_eq!(asked(json!({ "paymentStatus": "VOID" })).len(), 1);
    });
}

#[test]
fn who_may_not_see_costs_finds_no_amount() {
    told(|world| {
        world.allow_nobody(&["af_css_payment", "css-cp-detail", "css-cp-print", "css-cp-edit", "css-cp-add"]);
        let clerk = world.login("nobody");
        let cp1 = numbered(world, CP1);
        let row = listed(&clerk, &cp1);
        assert_eq!(text(&row, "paymentNum"), CP1);
        for name in MONEY {
            assert_eq!(row.get(name), None, "{name}");
        }
        assert_eq!(clerk.ok("/css/payment/total")["totals"].get("amountPayment"), None);
        let view = clerk.ok(&format!("/css/payment/{cp1}"));
        let said = view.to_string();
        assert!(!said.contains("14,000") && !said.contains("12,000"), "{said}");
        assert_eq!(paper(&clerk, &[&cp1], "zh", "PDF").status, 403);
        assert_eq!(clerk.get(&format!("/css/payment/{cp1}/doUpdate/first")).status, 403);
        let lines = rows_of(&clerk.post("/css/payment/exportDetail", json!({ "filters": {} })).bytes);
        assert!(!lines[0].iter().any(|head| head.contains("金额")), "{:?}", lines[0]);
        let before = world.contents(true);
        let c7 = cost_of(world, C7);
        assert_eq!(save(&clerk, wanted(world, ("GYS001", "CNY"), &[(c7, "1.00")])).status, 403);
        world.unchanged(&before, true);
    });
}

#[test]
fn another_company_finds_nothing_of_it() {
    told(|world| {
        let codes =
            ["af_css_payment", "css_payment_make", "css-cp-add", "css-cp-void", "css-cp-print", "css-cost-view"];
        lets_sh01(world, &codes);
        let (cp1, c7) = (numbered(world, CP1), cost_of(world, C7));
        let body = wanted(world, ("GYS001", "CNY"), &[(c7, "1.00")]);
        let other = world.login("sh01");
        let before = world.contents(true);
        assert_eq!(other.ok(LIST)["total"], json!(0));
        assert_eq!(other.get(&format!("/css/payment/{cp1}")).status, 404);
        assert_eq!(
            other.post(&format!("/css/payment/{cp1}/void"), json!({ "version": 1, "voidReason": "x" })).status,
            404
        );
        assert_eq!(paper(&other, &[&cp1], "zh", "PDF").status, 404);
        assert!(pool(&other, asked(world, ("GYS001", "CNY"), json!({}))).is_empty());
        assert_ne!(save(&other, body).code, 0);
        world.unchanged(&before, true);
    });
}

#[test]
fn a_payment_that_is_asked_for_twice_is_made_once() {
    told(|world| {
        let c7 = cost_of(world, C7);
        let fin = world.login("fin01");
        let mut body = wanted(world, ("GYS001", "CNY"), &[(c7.clone(), "100.00")]);
        body["requestId"] = json!("0b2f1c6a-7777-4000-8000-000000000001");
        let one = done(save(&fin, body.clone()));
        let two = done(save(&fin, body));
        assert_eq!(one["id"], two["id"]);
        assert_eq!(taken_of(world, &c7), 100_000);
        assert_eq!(number(world, "SELECT COUNT(*) FROM payment"), 2);
    });
}
