//! 处理中: a payment of more costs than one transaction should write is written in pieces (css.md 0.14 e).

use std::sync::atomic::{AtomicUsize, Ordering};

use platform::store::Stmt;
use serde_json::json;
use testkit::{Caller, World, done, each_database_from, findings, refused};

use super::cashier::cost_of;
use super::supplier::{
    C7, C10, act, at_sea, decide, figures, listed, number, reconciled, save, sums_hold, taken_of, void, wanted,
};
use crate::payable::rooms;

/// Ids of copies of a cost: below those that are minted.
const COPIES: i64 = 1_000_000;
const SUMS: [&str; 3] = ["amountPayment", "amountPaymentNoWriteoff", "functionalAmountPayment"];

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, reconciled, story);
}

/// So many costs of CNY 13,170.00 of GYS002.
fn many(world: &World, count: i64) -> Vec<(String, &'static str)> {
    let id = format!("{COPIES} + n.i");
    world.copies("charge", &cost_of(world, C7), count, &[("id", &id)]);
    (1..=count).map(|place| ((COPIES + place).to_string(), "13170.00")).collect()
}

fn supplier(world: &World) -> &'static str {
    let text = format!(
        "SELECT CASE WHEN p.coop_code = 'GYS001' THEN 1 WHEN p.coop_code = 'GYS002' THEN 2 ELSE 3 END FROM charge c \
         JOIN coop p ON p.org_id = c.org_id AND p.id = c.coop_id WHERE c.org_id = 2 AND c.id = {}",
        cost_of(world, C7)
    );
    match number(world, &text) {
        1 => "GYS001",
        2 => "GYS002",
        _ => "GYS003",
    }
}

fn made(world: &World, caller: &Caller<'_>, parts: &[(String, &str)]) -> String {
    let told = done(save(caller, wanted(world, (supplier(world), "CNY"), parts)));
    told["id"].as_str().expect("an id").to_owned()
}

/// What is written of a payment, its details and its charges, but for names, times and versions.
fn books(world: &World, id: &str) -> Vec<String> {
    let texts = [
        format!(
            "SELECT state, status, business_scope, coop_id, currency_code, payment_date, amount, functional, exchange_rate, \
             mixed_rate, orders, settled, functional_settled, open_amount, invoiced, requested FROM payment \
             WHERE org_id = 2 AND id = {id}"
        ),
        format!(
            "SELECT charge_id, order_id, amount, functional, settled, is_void FROM payment_detail \
             WHERE org_id = 2 AND payment_id = {id} ORDER BY charge_id"
        ),
        format!(
            "SELECT id, reconciled FROM charge WHERE org_id = 2 AND id BETWEEN {COPIES} AND 2 * {COPIES} ORDER BY id"
        ),
        "SELECT order_id, cost, income_status, cost_status FROM order_finance WHERE org_id = 2 ORDER BY order_id"
            .to_owned(),
    ];
    world.database(|_, conn| {
        let read = |text: String| conn.query(&Stmt::Raw(text, Vec::new())).expect("reads");
        texts.into_iter().flat_map(read).map(|row| format!("{:?}", row.0)).collect()
    })
}

fn waiting(world: &World) -> (i64, i64) {
    (number(world, "SELECT COUNT(*) FROM bulk_write"), number(world, "SELECT COUNT(*) FROM bulk_row"))
}

/// The process ends when so many pieces have ended.
fn dies_behind(world: &World, pieces: usize) {
    let left = AtomicUsize::new(pieces);
    world.app.pieces.between(move |_| {
        assert_ne!(left.fetch_sub(1, Ordering::SeqCst), 1, "the process ends");
    });
}

#[test]
fn five_hundred_costs_are_written_at_once_and_one_more_by_a_job() {
    told(|world| {
        let parts = many(world, 1_500);
        let fin = world.login("fin01");
        for part in [&parts[..499], &parts[499..999]] {
            let now = listed(&fin, &made(world, &fin, part));
            assert_eq!((&now["paymentStatus"], waiting(world)), (&json!("MADE"), (0, 0)), "{}", part.len());
        }
        let id = made(world, &fin, &parts[999..]);
        let now = listed(&fin, &id);
        assert_eq!((&now["paymentStatus"], &now["progress"]), (&json!("PROCESSING"), &json!("0% 0/501")));
        world.run_jobs();
        let now = listed(&fin, &id);
        assert_eq!((&now["paymentStatus"], &now["progress"]), (&json!("MADE"), &serde_json::Value::Null));
        let all = format!("{}.00", 501 * 13_170);
        assert_eq!(figures(&now, SUMS), [all.clone(), all.clone(), all]);
        assert_eq!(waiting(world), (0, 0));
        sums_hold(world);
    });
}

#[test]
fn a_payment_that_was_interrupted_goes_on_and_is_what_it_would_have_been() {
    told(|world| {
        let parts = many(world, 5);
        let fin = world.login("fin01");
        let mut whole = parts.clone();
        whole[1].1 = "100.00";
        let once = made(world, &fin, &whole);
        let as_one = books(world, &once);
        done(void(&fin, &once));
        world.app.pieces.narrow(2, 1_000);
        let id = made(world, &fin, &whole);
        dies_behind(world, 1);
        world.run_jobs();
        let now = listed(&fin, &id);
        assert_eq!((&now["paymentStatus"], &now["progress"]), (&json!("PROCESSING"), &json!("40% 2/5")));
        assert_eq!(figures(&now, SUMS), ["13270.00", "13270.00", "13270.00"], "what is written counts");
        assert_eq!(taken_of(world, &parts[1].0), 100_000);
        refuses(world, &fin, (&id, now["paymentNum"].as_str().expect("a number")));
        world.pass(90);
        dies_behind(world, 1_000);
        world.run_jobs();
        assert_eq!(books(world, &id), as_one);
        assert_eq!(waiting(world), (0, 0));
        sums_hold(world);
    });
}

/// What can't be done to one that is being written.
fn refuses(world: &World, fin: &Caller<'_>, (id, num): (&str, &str)) {
    let before = waiting(world);
    let busy = "对账单处理中，不能执行此操作";
    refused(&act(fin, (id, "doUpdate"), json!({ "paymentDate": "2026-07-20", "parts": [] })), busy);
    refused(&void(fin, id), busy);
    refused(&act(fin, (id, "confirm"), json!({ "confirmedOn": "2026-07-20" })), busy);
    refused(&act(fin, (id, "goOn"), json!({})), "正在处理，请等待完成");
    let said = |reply: &testkit::Reply| {
        format!("{} {:?}", reply.message, if reply.code == 2 { findings(reply) } else { Vec::new() })
    };
    let print = fin.post("/css/payment/paper", json!({ "ids": [id] }));
    assert!(said(&print).contains(&format!("{num}处理中")), "{}", said(&print));
    let other = world.login("sh01");
    let reply = other.post(&format!("/css/payment/{id}/takeBack"), json!({ "version": 1, "voidReason": "x" }));
    assert_ne!(reply.code, 0);
    assert_eq!(waiting(world), before);
}

#[test]
fn what_cannot_be_taken_any_more_stops_it_until_somebody_goes_on_without() {
    told(|world| {
        let parts = many(world, 5);
        let fin = world.login("fin01");
        world.app.pieces.narrow(2, 1_000);
        let id = made(world, &fin, &parts);
        made(world, &fin, &parts[3..4]);
        world.run_jobs();
        let now = listed(&fin, &id);
        assert_eq!((&now["paymentStatus"], &now["progress"]), (&json!("PROCESSING"), &json!("40% 2/5 ⏸")));
        done(act(&fin, (&id, "goOn"), json!({})));
        world.run_jobs();
        let now = listed(&fin, &id);
        assert_eq!(now["paymentStatus"], json!("MADE"));
        assert_eq!(figures(&now, SUMS), ["52680.00", "52680.00", "52680.00"]);
        assert_eq!(waiting(world), (0, 0));
        sums_hold(world);
    });
}

#[test]
fn what_was_written_is_taken_back_in_pieces_and_its_costs_are_open() {
    told(|world| {
        let parts = many(world, 6);
        let fin = world.login("fin01");
        world.app.pieces.narrow(2, 1_000);
        let id = made(world, &fin, &parts);
        let seen = listed(&fin, &id)["version"].clone();
        dies_behind(world, 2);
        world.run_jobs();
        // He saw it before its first piece was written.
        let back = json!({ "version": seen, "voidReason": "供应商重开账单" });
        done(fin.post(&format!("/css/payment/{id}/takeBack"), back));
        world.pass(90);
        dies_behind(world, 1_000);
        world.run_jobs();
        let view = fin.ok(&format!("/css/payment/{id}"));
        assert_eq!((&view["state"], &view["voidReason"]), (&json!("VOID"), &json!("供应商重开账单")));
        let taken: i64 = parts.iter().map(|(id, _)| taken_of(world, id)).sum();
        assert_eq!((taken, waiting(world)), (0, (0, 0)));
        sums_hold(world);
        let again = made(world, &fin, &parts[..2]);
        assert_eq!(listed(&fin, &again)["paymentStatus"], json!("MADE"));
    });
}

#[test]
fn costs_of_an_order_that_was_opened_again_are_not_taken() {
    told(|world| {
        let parts = many(world, 3);
        let fin = world.login("fin01");
        world.app.pieces.narrow(2, 1_000);
        let id = made(world, &fin, &parts);
        decide(world, json!({ "paymentAfterRecorded": true }));
        world.database(|_, conn| {
            let open = Stmt::Raw("UPDATE freight_order SET cost_recorded = 1".to_owned(), Vec::new());
            conn.exec(&open).map(drop).expect("the cost of all orders is open");
        });
        world.run_jobs();
        let now = listed(&fin, &id);
        assert_eq!((&now["paymentStatus"], &now["progress"]), (&json!("PROCESSING"), &json!("0% 0/3 ⏸")));
        done(act(&fin, (&id, "goOn"), json!({})));
        world.run_jobs();
        assert_eq!(fin.ok(&format!("/css/payment/{id}"))["state"], json!("VOID"), "nothing was left of it");
        assert_eq!((taken_of(world, &parts[0].0), waiting(world)), (0, (0, 0)));
        sums_hold(world);
    });
}

#[test]
fn figures_of_a_closed_month_are_not_taken_back() {
    told(|world| {
        let parts = many(world, 4);
        let fin = world.login("fin01");
        world.app.pieces.narrow(2, 1_000);
        let mut body = wanted(world, (supplier(world), "CNY"), &parts);
        body["paymentDate"] = json!("2026-06-30");
        let told = done(save(&fin, body));
        let id = told["id"].as_str().expect("an id");
        dies_behind(world, 1);
        world.run_jobs();
        world.pass(90);
        done(fin.post("/css/period/close", json!({ "month": "2026-06", "reason": "结账" })));
        let reply = act(&fin, (id, "takeBack"), json!({ "voidReason": "供应商重开账单" }));
        refused(&reply, "财务期间2026-06已结账");
        assert_eq!(waiting(world), (1, 2));
    });
}

#[test]
fn a_foreign_payment_has_its_rate_while_it_is_written_and_when_it_is_void() {
    each_database_from(rooms, at_sea, |world| {
        let id = format!("{COPIES} + n.i");
        world.copies("charge", &cost_of(world, C10), 5, &[("id", &id)]);
        let parts: Vec<(String, &str)> = (1..=5).map(|place| ((COPIES + place).to_string(), "2400.00")).collect();
        let fin = world.login("fin01");
        let made = |parts: &[(String, &str)]| {
            let told = done(save(&fin, wanted(world, ("GYS002", "USD"), parts)));
            told["id"].as_str().expect("an id").to_owned()
        };
        let rate =
            |id: &str| number(world, &format!("SELECT exchange_rate FROM payment WHERE org_id = 2 AND id = {id}"));
        let usual = rate(&made(&parts[..1]));
        assert_ne!(usual, 1_000_000);
        world.app.pieces.narrow(2, 1_000);
        let id = made(&parts[1..]);
        assert_eq!((rate(&id), &listed(&fin, &id)["paymentStatus"]), (usual, &json!("PROCESSING")));
        dies_behind(world, 1);
        world.run_jobs();
        done(act(&fin, (&id, "takeBack"), json!({ "voidReason": "供应商重开账单" })));
        world.pass(90);
        dies_behind(world, 1_000);
        world.run_jobs();
        assert_eq!((rate(&id), &fin.ok(&format!("/css/payment/{id}"))["state"]), (usual, &json!("VOID")));
        sums_hold(world);
    });
}

#[test]
fn nothing_is_begun_of_what_is_wrong() {
    told(|world| {
        let mut parts = many(world, 5);
        let fin = world.login("fin01");
        world.app.pieces.narrow(2, 1_000);
        parts[4].1 = "13170.01";
        let reply = save(&fin, wanted(world, (supplier(world), "CNY"), &parts));
        assert_eq!(findings(&reply).into_iter().map(|(at, _)| at).collect::<Vec<_>>(), ["parts.4.amount"]);
        assert_eq!(
            (waiting(world), number(world, "SELECT COUNT(*) FROM payment WHERE state = 'PROCESSING'")),
            ((0, 0), 0)
        );
    });
}
