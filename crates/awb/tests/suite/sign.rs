//! Signature texts of the company on the waybills it prints.

use platform::store::{Cell, Value, sql};
use serde_json::json;
use testkit::{Caller, World, each_database_from};

use crate::awb::suite::fixture::*;
use crate::awb::suite::forms::{whole, world_with_orders};

const MASTER_SHIPPER: &str = "主运单托运人或代理人";
const MASTER_CARRIER: &str = "主运单承运人或代理人";

/// A default text, for the holders of a role or for all.
fn template(world: &World, id: i64, (scope, document): (&str, &str), text: &str, role: Option<i64>) {
    world.database(|app, conn| {
        let now = app.clock.now().into_value();
        let cells = [
            ("id", Value::Int(id)),
            ("kind", "签名文本".into_value()),
            ("name", format!("模板{id}").into_value()),
            ("business_scope", scope.to_owned().into_value()),
            ("document", document.to_owned().into_value()),
            ("language", "en".into_value()),
            ("sign_text", text.to_owned().into_value()),
            ("is_default", Value::Bool(true)),
            ("active", Value::Bool(true)),
            ("used", Value::Int(0)),
            ("version", Value::Int(1)),
            ("created_by", Value::Int(1)),
            ("created_at", now.clone()),
            ("updated_by", Value::Int(1)),
            ("updated_at", now),
        ];
        conn.exec(&sql::insert(DEMO, "sign_template", &cells).into()).expect("a template");
        if let Some(role) = role {
            let cells = [("template_id", Value::Int(id)), ("role_id", Value::Int(role))];
            conn.exec(&sql::insert(DEMO, "sign_template_role", &cells).into()).expect("its role");
        }
    });
}

fn printed(world: &World, who: &Caller<'_>) -> String {
    let path = who.post("/afbase/awbPrint/downloadAWB", json!({ "awbPrintType": "PRINT_MAWB", "orderUuid": E1 }));
    assert_eq!(path.code, 0, "{}", path.message);
    let file = world.anonymous().get(path.data.as_str().unwrap());
    let document = lopdf::Document::load_mem(&file.bytes).expect("a PDF");
    document.extract_text(&[1]).expect("its text")
}

fn used(world: &World, id: i64) -> i64 {
    world.database(|_, conn| {
        let mut select = sql::from(DEMO, "sign_template");
        select.column("used").and_where(sql::eq("id", id));
        conn.first(&select.into()).unwrap().unwrap().get(0).unwrap()
    })
}

#[test]
fn the_master_bears_the_companys_texts_above_its_signatures() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(admin.post("/afbase/awbPrint/mawb", whole(world)).code, 0);
        assert!(!printed(world, &admin).contains("AS AGENT FOR"), "nobody set a text up");
        template(world, 1, ("AE", MASTER_SHIPPER), "AS AGENT FOR {orgEname}", None);
        template(world, 2, ("*", MASTER_SHIPPER), "FOR ALL SCOPES", None);
        template(world, 3, ("*", MASTER_CARRIER), "CARRIER AT {place} {date}", None);
        template(world, 4, ("SE", MASTER_CARRIER), "BY SEA", None);
        let paper = printed(world, &admin);
        assert!(paper.contains("AS AGENT FOR DEMO FREIGHT CO. LTD"), "{paper}");
        assert!(paper.contains("CARRIER AT SHANGHAI 2026-07-15"), "{paper}");
        assert!(!paper.contains("FOR ALL SCOPES") && !paper.contains("BY SEA"), "the scope's own goes first");
        assert_eq!([1, 2, 3, 4].map(|id| used(world, id)), [1, 0, 1, 0]);
        printed(world, &admin);
        assert_eq!(used(world, 1), 2);
    });
}

#[test]
fn a_text_limited_to_a_role_is_missing_for_the_others() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(admin.post("/afbase/awbPrint/mawb", whole(world)).code, 0);
        template(world, 1, ("AE", MASTER_SHIPPER), "ONLY FOR SOME", Some(987_654));
        template(world, 2, ("*", MASTER_SHIPPER), "FOR ALL SCOPES", None);
        let paper = printed(world, &admin);
        assert!(!paper.contains("ONLY FOR SOME") && !paper.contains("FOR ALL SCOPES"), "{paper}");
        assert_eq!([1, 2].map(|id| used(world, id)), [0, 0]);
    });
}
