//! 资质到期 at the gate of new orders: what is needed and past its last day (catalogue prm.md 1.7).

use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Reply, World, done, each_database_from};

use super::credit::{act, body, ledger, row};
use crate::receivable::{coop, rooms};

const EXPIRED: &str = "客户乙资质已到期：";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, ledger, story);
}

/// A qualification of KH002.
fn add(world: &World, kind: &str, last: &str, required: bool) {
    let paper = json!({
        "coopId": coop(world, "KH002"), "kind": kind, "number": last, "expireDate": last, "isRequired": required,
    });
    done(world.login("demo-admin").post("/prm/qualification", paper));
}

fn new_order(world: &World) -> Reply {
    let op = world.login("op01");
    let order = body(world, &op, "KH002", "2026-07-20");
    op.post("/afbase/order/doSave", order)
}

/// What the saving of an order of KH002 says of papers.
fn said(world: &World) -> Vec<String> {
    let saved = done(new_order(world));
    let texts = saved["findings"].as_array().into_iter().flatten().filter_map(|one| one["message"].as_str());
    texts.filter(|text| text.starts_with(EXPIRED)).map(ToOwned::to_owned).collect()
}

fn decided(world: &World, outcome: &str) {
    let admin = world.login("demo-admin");
    let mut cells = admin.ok("/prm/credit/rule/first")["cells"].clone();
    assert_eq!(cells[5]["trigger"], json!("EXPIRED"));
    cells[5]["order"] = json!(outcome);
    done(admin.post("/prm/credit/rule", json!({ "cells": cells })));
}

#[test]
fn what_is_needed_and_past_its_last_day_is_noticed_and_nothing_else() {
    told(|world| {
        add(world, "营业执照", "2026-07-15", true);
        add(world, "AEO证书", "2026-01-01", false);
        assert_eq!(said(world), [""; 0], "it holds on its last day, and what nobody needs may end");
        world.set_clock("2026-07-16 10:00:00");
        assert_eq!(said(world), ["客户乙资质已到期：营业执照"]);
        add(world, "营业执照", "2027-07-15", false);
        assert_eq!(said(world), [""; 0], "there is a newer one");
    });
}

#[test]
fn a_sub_type_asks_for_its_papers_in_its_own_scopes() {
    told(|world| {
        add(world, "道路运输许可", "2026-07-14", false);
        let truck = |scope: &str| {
            let id: i64 = coop(world, "KH002").parse().expect("an id");
            world.database(|_, conn| {
                let cells = [
                    ("coop_id", Value::Int(id)),
                    ("sub_type", "车队".into_value()),
                    ("scope", Value::Text(scope.to_owned())),
                ];
                conn.exec(&sql::insert(2, "coop_sub_type", &cells).into()).expect("a sub type");
            });
        };
        assert_eq!(said(world), [""; 0]);
        truck("SE");
        assert_eq!(said(world), [""; 0], "of another scope");
        truck("AE");
        assert_eq!(said(world), ["客户乙资质已到期：道路运输许可"]);
    });
}

#[test]
fn a_company_may_refuse_it_and_the_white_list_does_not_soften_it() {
    told(|world| {
        row(world, "KH002");
        add(world, "营业执照", "2026-07-14", true);
        decided(world, "REFUSED");
        let before = world.contents(false);
        assert_eq!(new_order(world).findings_at("coopId"), ["客户乙资质已到期：营业执照"]);
        assert_eq!(world.contents(false), before, "nothing was written");
        decided(world, "APPROVAL");
        done(act(world, "KH002", "white", json!({ "until": "2026-12-31", "reason": "重点客户" })));
        let said = new_order(world).findings_at("coopId");
        assert_eq!(said.first().map(String::as_str), Some("超信用新增订单需审批"), "{said:?}");
        decided(world, "FREE");
        let free: Json = done(new_order(world));
        assert!(!free.to_string().contains(EXPIRED), "{free}");
    });
}
