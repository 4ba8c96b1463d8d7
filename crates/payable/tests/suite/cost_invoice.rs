//! 收票管理: invoices of suppliers, what they cover of their payments, their tax, and how they are changed, ticked and removed.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_with_readers_from, findings, refused};

use super::cashier::{account, cashier, coop, cost_of, cp1, figures, payment, row, switch, text};
use crate::payable::rooms;

const BASE: &str = "/css/costInvoice";
const BEYOND: &str = "本次收票金额不能大于未收票金额";
const SUPPLIER: (&str, &str) = ("GYS001", "CNY");

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, cashier, story);
}

fn body(world: &World, kind: &str, invoices: Json) -> Json {
    json!({
        "coopId": coop(world, SUPPLIER.0), "currency": SUPPLIER.1, "invoiceType": kind, "invoiceDate": "2026-07-15",
        "invoiceTitle": "演示供应商甲有限公司", "invoices": invoices,
    })
}

fn save(caller: &Caller<'_>, body: Json) -> Reply {
    caller.post(&format!("{BASE}/save"), body)
}

/// Registers invoices of 境外发票; their ids.
pub fn saved(world: &World, caller: &Caller<'_>, invoices: &[(&str, &str)]) -> Vec<String> {
    let rows = invoices.iter().map(|(num, amount)| json!({ "invoiceNum": num, "amount": amount })).collect();
    let made = done(save(caller, body(world, "境外发票", rows)));
    made["invoices"].as_array().expect("invoices").iter().map(|one| text(one, "id")).collect()
}

fn invoice(caller: &Caller<'_>, id: &str) -> Json {
    row(caller, &format!("{BASE}/page?size=100"), id)
}

fn shown(row: &Json, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| row[*name].as_f64().map_or("-".to_owned(), |figure| format!("{figure:.2}"))).collect()
}

/// Something that is done to an invoice in the version it has.
fn act(caller: &Caller<'_>, (id, verb): (&str, &str), mut body: Json) -> Reply {
    body["version"] = caller.ok(&format!("{BASE}/{id}"))["version"].clone();
    caller.post(&format!("{BASE}/{id}/{verb}"), body)
}

/// 收票登记 on a payment.
fn on_payment(caller: &Caller<'_>, id: &str, (num, amount): (&str, &str)) -> Reply {
    let version = caller.ok(&format!("/css/payment/{id}"))["version"].clone();
    let body = json!({
        "version": version, "invoiceType": "境外发票", "invoiceDate": "2026-07-15",
        "invoices": [{ "invoiceNum": num, "amount": amount }],
    });
    caller.post(&format!("/css/payment/{id}/invoice"), body)
}

fn number(world: &World, text: &str) -> i64 {
    world.database(|_, conn| {
        let rows = conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).expect("reads");
        rows[0].get(0).expect("a figure")
    })
}

/// Invariant 9: allocations of a payment obey the sign rule, those of an invoice are no more than its amount.
fn holds(world: &World) {
    let none = |text: &str| assert_eq!(number(world, text), 0, "{text}");
    none(
        "SELECT COUNT(*) FROM payment p WHERE p.org_id = 2 AND (p.invoiced * p.amount < 0 OR ABS(p.invoiced) > ABS(p.amount) \
         OR p.invoiced <> (SELECT COALESCE(SUM(a.amount), 0) FROM invoice_allocation a WHERE a.org_id = p.org_id \
         AND a.side = 'PAYABLE' AND a.row_id = p.id))",
    );
    none(
        "SELECT COUNT(*) FROM invoice i WHERE i.org_id = 2 AND i.side = 'PAYABLE' AND (ABS(i.allocated) > ABS(i.amount) \
         OR i.not_tax + i.tax <> i.amount OR i.allocated <> (SELECT COALESCE(SUM(a.amount), 0) FROM invoice_allocation a \
         WHERE a.org_id = i.org_id AND a.invoice_id = i.id))",
    );
}

/// CP1 of 14,000.00, and 1,000.00 of C4 with 13,170.00 of C7.
fn two_payments(world: &World, fin: &Caller<'_>) -> (String, String) {
    let first = cp1(world, fin);
    let parts = [(cost_of(world, 3_000_000), "1000.00"), (cost_of(world, 13_170_000), "13170.00")];
    (first, payment(fin, (&coop(world, SUPPLIER.0), SUPPLIER.1), &parts))
}

#[test]
fn invoices_cover_the_oldest_payments_first_and_no_more_than_there_is() {
    told(|world| {
        let fin = world.login("fin01");
        let (first, second) = two_payments(world, &fin);
        let ids = saved(world, &fin, &[("G0001", "10000.00"), ("G0002", "5000.00")]);
        assert_eq!(figures(world, "payment", "invoiced", ("id", &first)), [14_000_000]);
        assert_eq!(figures(world, "payment", "invoiced", ("id", &second)), [1_000_000]);
        assert_eq!(figures(world, "invoice_allocation", "amount", ("invoice_id", &ids[1])), [4_000_000, 1_000_000]);
        let state = |id: &str| row(&fin, "/css/payment/page?size=100", id)["paymentStatus"].clone();
        assert_eq!((state(&first), state(&second)), (json!("INVOICED"), json!("PART_INVOICED")));
        // What is more than the payments is registered and covers nothing.
        let rest = saved(world, &fin, &[("G0003", "20000.00")]);
        assert_eq!(shown(&invoice(&fin, &rest[0]), &["allocated", "unallocated"]), ["13170.00", "6830.00"]);
        holds(world);
    });
}

#[test]
fn a_payment_is_covered_as_the_catalogue_shows_it() {
    told(|world| {
        switch(world, json!({ "payNeedsRequest": false }));
        let fin = world.login("fin01");
        let cp1 = cp1(world, &fin);
        let made = done(on_payment(&fin, &cp1, ("G0001", "14000.00")));
        let id = text(&made["invoices"][0], "id");
        assert_eq!(invoice(&fin, &id)["deductState"], json!("NONE"), "不可抵扣");
        let beyond = on_payment(&fin, &cp1, ("G0002", "100.00"));
        assert_eq!(findings(&beyond), [("invoices.0.amount".into(), BEYOND.into())]);
        let again = on_payment(&fin, &cp1, ("G0001", "100.00"));
        assert_eq!(findings(&again), [("invoices.0.invoiceNum".into(), "发票号码G0001已登记".into())]);
        // Money that settles the payment settles its invoices.
        let targets =
            done(fin.post("/css/costWriteoff/targets", json!({ "coopId": coop(world, "GYS001"), "amount": "" })));
        let parts: Vec<Json> = targets
            .as_array()
            .expect("targets")
            .iter()
            .map(|row| json!({ "rowId": row["rowId"], "amount": row["open"] }))
            .collect();
        let paid = json!({
            "coopId": coop(world, "GYS001"), "method": "ACCOUNT", "accountId": account(&fin, "CNY"), "date": "2026-07-15",
            "targets": parts,
        });
        done(fin.post("/css/costWriteoff/save", paid));
        let settled = invoice(&fin, &id);
        assert_eq!(shown(&settled, &["amountWriteoff", "amountNoWriteoff"]), ["14000.00", "0.00"]);
        assert_eq!(settled["writeoff"], json!("DONE"));
        // Written-off payments keep their write-off when an invoice of theirs is removed.
        done(act(&fin, (&id, "del"), json!({})));
        assert_eq!(figures(world, "payment", "settled", ("id", &cp1)), [14_000_000]);
        assert_eq!(figures(world, "payment", "invoiced", ("id", &cp1)), [0]);
        done(on_payment(&fin, &cp1, ("G0001", "14000.00")));
        holds(world);
    });
}

#[test]
fn amounts_of_payments_are_typed_and_obey_the_sign_rule() {
    told(|world| {
        let fin = world.login("fin01");
        let (first, second) = two_payments(world, &fin);
        let with = |amount: &str, parts: &[(&str, &str)]| {
            let mut body = body(world, "收据", json!([{ "invoiceNum": "S-1", "amount": amount }]));
            body["payments"] = parts.iter().map(|(id, amount)| json!({ "id": id, "amount": amount })).collect();
            save(&fin, body)
        };
        let reply = with("20000.00", &[(&first, "14000.01"), (&second, "-1.00")]);
        assert_eq!(
            findings(&reply),
            [
                ("payments.0.amount".into(), BEYOND.into()),
                ("payments.1.amount".into(), "金额符号与未收票金额不一致".into()),
            ]
        );
        let reply = with("100.00", &[(&first, "60.00"), (&second, "40.01")]);
        assert_eq!(findings(&reply), [("payments.1.amount".into(), "分配合计不能大于发票金额".into())]);
        done(with("100.00", &[(&second, "40.00"), (&first, "60.00")]));
        assert_eq!(figures(world, "payment", "invoiced", ("id", &second)), [40_000]);
        assert_eq!(figures(world, "payment", "invoiced", ("id", &first)), [60_000]);
        holds(world);
    });
}

#[test]
fn tax_follows_the_rate_or_is_typed_and_is_no_more_than_the_amount() {
    told(|world| {
        let fin = world.login("fin01");
        let one = |num: &str, rate: Json, tax: Json| json!([{ "invoiceNum": num, "invoiceCode": "3100261130", "amount": "106.00", "taxRate": rate, "tax": tax }]);
        let registered = |num: &str, rate: Json, tax: Json| {
            let made = done(save(&fin, body(world, "纸质专票", one(num, rate, tax))));
            shown(&invoice(&fin, &text(&made["invoices"][0], "id")), &["amountNotTax", "amountTax"])
        };
        assert_eq!(registered("10000001", json!("6%"), Json::Null), ["100.00", "6.00"]);
        assert_eq!(registered("10000002", json!("6%"), json!("5.99")), ["100.01", "5.99"]);
        assert_eq!(registered("10000003", Json::Null, Json::Null), ["106.00", "0.00"]);
        assert_eq!(registered("10000004", Json::Null, json!("106.00")), ["0.00", "106.00"]);
        let said = "税额与价税合计符号不一致或大于价税合计";
        for tax in ["106.01", "-0.01"] {
            let reply = save(&fin, body(world, "纸质专票", one("10000005", Json::Null, json!(tax))));
            assert_eq!(findings(&reply), [("invoices.0.tax".into(), said.into())], "{tax}");
        }
        holds(world);
    });
}

#[test]
fn what_can_be_deducted_is_ticked_for_a_month_and_stays_as_it_is() {
    told(|world| {
        let fin = world.login("fin01");
        let number = "1".repeat(20);
        let rows = json!([{ "invoiceNum": number, "amount": "106.00", "taxRate": "6%" }]);
        let made = done(save(&fin, body(world, "数电专票", rows)));
        let id = text(&made["invoices"][0], "id");
        assert_eq!(invoice(&fin, &id)["deductState"], json!("OPEN"));
        let month = |month: &str| act(&fin, (&id, "deduct"), json!({ "deductMonth": month }));
        assert_eq!(findings(&month("2026-13")), [("deductMonth".into(), "请按年月填写，如2026-07".into())]);
        done(month("2026-07"));
        assert_eq!(invoice(&fin, &id)["deductState"], json!("TICKED"));
        refused(&act(&fin, (&id, "del"), json!({})), "发票已勾选抵扣，不能删除");
        done(act(&fin, (&id, "undeduct"), json!({})));
        refused(&act(&fin, (&id, "undeduct"), json!({})), "发票未勾选");
        done(act(&fin, (&id, "del"), json!({})));
        let plain = saved(world, &fin, &[("G0001", "1.00")]);
        refused(&act(&fin, (&plain[0], "deduct"), json!({ "deductMonth": "2026-07" })), "该发票不可抵扣");
    });
}

#[test]
fn a_change_covers_anew_and_a_refused_one_changes_nothing() {
    told(|world| {
        let fin = world.login("fin01");
        let (first, second) = two_payments(world, &fin);
        let id = saved(world, &fin, &[("G0001", "15000.00")]).swap_remove(0);
        let body = |num: &str, amount: &str| {
            json!({
                "invoiceType": "境外发票", "invoiceNum": num, "invoiceDate": "2026-07-15", "amount": amount,
                "payments": [{ "id": second, "amount": "13170.00" }],
            })
        };
        done(act(&fin, (&id, "update"), body("G0009", "13170.00")));
        assert_eq!(figures(world, "payment", "invoiced", ("id", &first)), [0]);
        assert_eq!(figures(world, "payment", "invoiced", ("id", &second)), [13_170_000]);
        assert_eq!(invoice(&fin, &id)["invoiceNum"], json!("G0009"));
        holds(world);
        let reply = act(&fin, (&id, "update"), body("G0009", "13169.99"));
        assert_eq!(findings(&reply), [("payments.0.amount".into(), "分配合计不能大于发票金额".into())]);
        assert_eq!(figures(world, "payment", "invoiced", ("id", &second)), [13_170_000]);
        saved(world, &fin, &[("G0010", "1.00")]);
        let reply = act(&fin, (&id, "update"), body("G0010", "13170.00"));
        assert_eq!(findings(&reply), [("invoiceNum".into(), "发票号码G0010已登记".into())]);
        holds(world);
    });
}

#[test]
fn no_invoice_is_registered_in_a_closed_month() {
    told(|world| {
        let fin = world.login("fin01");
        let dated = |day: &str, num: &str| {
            let mut body = body(world, "境外发票", json!([{ "invoiceNum": num, "amount": "1.00" }]));
            body["invoiceDate"] = json!(day);
            save(&fin, body)
        };
        refused(&dated("2026-05-31", "G0001"), "财务期间2026-05已结账");
        done(dated("2026-06-01", "G0001"));
    });
}

#[test]
fn two_who_cover_the_same_rest_at_once_cover_it_once() {
    each_database_with_readers_from(rooms, cashier, |world| {
        let fin = world.login("fin01");
        let cp1 = cp1(world, &fin);
        let mgr = world.login("mgr01");
        let calls: Vec<_> = [(fin.client(), "G0001"), (mgr.client(), "G0002")]
            .into_iter()
            .map(|(client, num)| {
                let mut body = body(world, "境外发票", json!([{ "invoiceNum": num, "amount": "14000.00" }]));
                body["payments"] = json!([{ "id": cp1, "amount": "14000.00" }]);
                async move { client.call("POST", &format!("{BASE}/save"), body).await }
            })
            .collect();
        let replies = world.at_once(calls);
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1, "{replies:?}");
        let other = replies.iter().find(|reply| reply.code != 0).expect("a refusal");
        assert_eq!(findings(other), [("payments.0.amount".into(), BEYOND.into())]);
        assert_eq!(figures(world, "payment", "invoiced", ("id", &cp1)), [14_000_000]);
        holds(world);
    });
}

#[test]
fn who_does_not_see_cost_reads_no_amount_and_registers_none() {
    told(|world| {
        let fin = world.login("fin01");
        cp1(world, &fin);
        let id = saved(world, &fin, &[("G0001", "14000.00")]).swap_remove(0);
        world.allow_nobody(&["css_cost_invoice", "css-ci-add"]);
        let clerk = world.login("nobody");
        let row = invoice(&clerk, &id);
        for name in
            ["amount", "amountNotTax", "amountTax", "allocated", "unallocated", "amountWriteoff", "amountNoWriteoff"]
        {
            assert!(row.get(name).is_none(), "{name}");
        }
        let told = clerk.ok(&format!("{BASE}/{id}"));
        assert!(!told.to_string().contains("14,000.00"), "{told}");
        let reply = save(&clerk, body(world, "境外发票", json!([{ "invoiceNum": "G0002", "amount": "1.00" }])));
        assert_ne!((reply.status, reply.code), (200, 0), "{}", reply.message);
    });
}
