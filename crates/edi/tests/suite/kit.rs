//! Shorthands of these tests: E1 with its finished forms, channels, and messages of carriers.

use std::path::PathBuf;

use platform::call::Call;
use platform::refusal::Refusal;
use platform::registry::{Node, Offer, Room, SelectAsk};
use platform::store::sql;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World};

pub use crate::orders::*;
pub use testkit::{done, field, findings, refused};

pub const BASE: &str = "/afbase/ediMessage";
pub const PRINT: &str = "/afbase/awbPrint";
pub const CHANNEL: &str = "/afbase/ediChannel";

/// The shipment of E1 leaves.
pub const FSU: &str = "FSU/14\r\n990-12345675PVGFRA/T12K500.0\r\nDEP/X9101/18JUL/PVGFRA/T12K500.0/A1120\r\n";

pub fn rooms() -> Vec<Room> {
    let mut others = Room::new("others");
    others.nodes = vec![
        Node::page("/af_order", "/afManager/order", "空运出口订单", "Air export orders", 10),
        Node::page("/af_carrier", "/afManager/base", "航司", "Carriers", 10),
    ];
    others.selects.push(("carrier", offer_carriers));
    vec![awb::room(), track::room(), edi::room(), others]
}

/// Carriers of the platform by code, as their room offers them.
fn offer_carriers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let wanted = if ask.value.is_empty() { &ask.keyword } else { &ask.value };
    let mut select = sql::from(1, "carrier");
    select.columns(["carrier_code", "name_cn"]).and_where(sql::contains(sql::col("carrier_code"), wanted));
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |code: String, hint: String| Offer { value: code.clone(), label: code, hint };
    rows.iter().map(|row| Ok(offer(row.get(0)?, row.get(1)?))).collect()
}

/// Orders and carriers of the fixture; Frankfurt lies in Germany.
pub fn lay(world: &World) {
    use platform::store::Cell;
    lay_base(world);
    lay_orders(world);
    world.database(|_, conn| {
        let mut update = sql::update(1, "airport", &[("nation_code", "DE".into_value())]);
        conn.exec(&update.and_where(sql::eq("ap_code", "FRA")).to_owned().into()).unwrap();
    });
}

fn text(json: &Json) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

/// The master form of E1 with everything a message needs.
pub fn master(caller: &Caller<'_>) -> Json {
    let mut form = caller.ok(&format!("{PRINT}/prefill/{E1}?type=0"));
    for (name, value) in [
        ("agentIataCode", "1234567"),
        ("issueAgentName", "DEMO FORWARDING"),
        ("issueAgentCity", "SHANGHAI"),
        ("issuer", "DEMO FORWARDING"),
        ("shipperSignature", "DEMO SHIPPER"),
        ("currency", "CNY"),
    ] {
        form[name] = json!(value);
    }
    let line = &mut form["lines"][0];
    for (name, value) in [("rateClass", "Q"), ("rateCharge", "25.88"), ("total", "17041.98"), ("slac", "")] {
        line[name] = json!(value);
    }
    let charge = |code: &str, due: &str, amount: &str| json!({ "code": code, "due": due, "basis": "", "rate": "", "quantity": "", "amount": amount, "pay": "" });
    form["charges"] = json!([charge("MY", "C", "1975.50"), charge("SC", "C", "790.20"), charge("AW", "A", "50.00")]);
    form["orderUuid"] = json!(E1);
    form
}

/// The form of a house of E1 with everything a message needs.
pub fn house(caller: &Caller<'_>, hawb: i64) -> Json {
    let mut form = caller.ok(&format!("{PRINT}/prefill/{E1}?type=1&hawbId={hawb}"));
    let of_order = master(caller);
    for name in ["shipper", "consignee"] {
        if text(&form[name]["scName"]).is_empty() {
            form[name] = of_order[name].clone();
        }
    }
    for (name, value) in [
        ("issueAgentName", "DEMO FORWARDING"),
        ("issuer", "DEMO FORWARDING"),
        ("currency", "CNY"),
        ("payMethod", "PP"),
        ("payMethodOther", "PP"),
    ] {
        form[name] = json!(value);
    }
    form["lines"][0]["slac"] = json!("");
    form["orderUuid"] = json!(E1);
    form["hawbId"] = json!(hawb.to_string());
    form
}

/// Saves a form; its id.
pub fn save(caller: &Caller<'_>, way: &str, form: &Json) -> String {
    text(&done(caller.post(&format!("{PRINT}/{way}"), form.clone()))["awbPrintId"])
}

/// The forms of E1, saved: the master's id.
pub fn made(world: &World) -> String {
    let admin = world.login("demo-admin");
    for hawb in [HA001, HA002] {
        save(&admin, "hawb", &house(&admin, hawb));
    }
    let form = master(&admin);
    save(&admin, "mawb", &form)
}

/// Changes a saved master form.
pub fn change(caller: &Caller<'_>, id: &str, more: &[(&str, Json)]) {
    let mut form = caller.ok(&format!("{PRINT}/view/{id}"));
    for (name, value) in more {
        match name.split_once('.') {
            Some((party, element)) => form[party][element] = value.clone(),
            None => form[*name] = value.clone(),
        }
    }
    form.as_object_mut().unwrap().remove("hawbId");
    done(caller.put(&format!("{PRINT}/mawb"), form));
}

pub fn master_id(caller: &Caller<'_>) -> String {
    text(&caller.ok(&format!("{PRINT}/viewByOrderUuid/{E1}"))["awbPrintId"])
}

/// The dialog of sending for the master of E1.
pub fn asked(caller: &Caller<'_>, way: &str) -> Json {
    json!({ "type": way, "awbPrintId": master_id(caller), "slIds": [] })
}

pub fn check(caller: &Caller<'_>, way: &str) -> Json {
    done(caller.post(&format!("{PRINT}/sendCheck"), asked(caller, way)))
}

pub fn try_send(caller: &Caller<'_>, way: &str, confirmed: &[&str]) -> Reply {
    let mut body = asked(caller, way);
    body["confirmed"] = json!(confirmed);
    caller.post(&format!("{PRINT}/sendData"), body)
}

pub fn send(caller: &Caller<'_>, way: &str) -> Json {
    done(try_send(caller, way, &[]))
}

/// A channel; for every carrier unless it is said otherwise.
pub fn channel(caller: &Caller<'_>, more: Json) -> Json {
    let mut body = json!({ "kind": "FILE", "format": "IMP", "fwbVersion": "16", "fhlVersion": "4" });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    done(caller.post(CHANNEL, body))
}

pub fn rows(caller: &Caller<'_>, query: &str) -> Vec<Json> {
    let page = caller.ok(&format!("{BASE}/page?size=50&{query}"));
    page["records"].as_array().cloned().unwrap_or_default()
}

/// Members of the rows of the list, newest first.
pub fn told(caller: &Caller<'_>, query: &str, names: &[&str]) -> Vec<Vec<String>> {
    let rows = rows(caller, query);
    rows.iter().map(|row| names.iter().map(|name| field(row, name).to_owned()).collect()).collect()
}

pub fn states(caller: &Caller<'_>) -> Vec<String> {
    told(caller, "direction=OUT", &["state"]).concat()
}

/// The newest message of ours.
pub fn newest(caller: &Caller<'_>) -> Json {
    rows(caller, "direction=OUT").remove(0)
}

pub fn body_of(caller: &Caller<'_>, id: &str) -> String {
    let lines = caller.ok(&format!("{BASE}/{id}"))["lines"].clone();
    lines.as_array().unwrap().iter().map(text).collect::<Vec<_>>().join("\r\n")
}

/// Messages a carrier has, by a channel of some settings; answers who sent them.
pub fn sent_as<'a>(world: &'a World, way: &str, settings: Json) -> Caller<'a> {
    let admin = world.login("demo-admin");
    made(world);
    channel(&admin, settings);
    send(&admin, way);
    world.run_jobs();
    admin
}

/// What a carrier says to the newest message of ours.
pub fn answer(caller: &Caller<'_>, head: &str, reason: &str) -> String {
    let row = newest(caller);
    format!("{head}\r\nACK/{reason}\r\n{}\r\n", body_of(caller, field(&row, "id")))
}

pub fn paste(caller: &Caller<'_>, text: &str) -> Vec<Json> {
    let data = done(caller.post(&format!("{BASE}/import"), json!({ "text": text })));
    data["rows"].as_array().cloned().unwrap()
}

/// Result and sentence of the rows of an import.
pub fn results(rows: &[Json]) -> Vec<(String, String)> {
    rows.iter().map(|row| (text(&row["result"]), text(&row["message"]))).collect()
}

/// A move of a message in its present version.
pub fn act(caller: &Caller<'_>, row: &Json, way: &str) -> Reply {
    caller.post(&format!("{BASE}/{way}"), json!({ "id": row["id"], "version": row["version"] }))
}

/// A folder of a company's messages.
pub fn folder(world: &World, name: &str) -> PathBuf {
    let folder = world.app.settings.edi().join("DEMO").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn files(folder: &PathBuf) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Titles of the messages users were told.
pub fn notices(world: &World, login: &str) -> Vec<String> {
    let page = world.login(login).ok("/prm/message?size=50");
    page["records"].as_array().unwrap().iter().map(|row| text(&row["title"])).collect()
}

/// Order E2 becomes a second one of E1's master and gets its second house, with the form of that; another operator's
/// is one of both orders.
pub fn share(world: &World, (order, login): (i64, &str)) {
    use platform::store::{Value, sql};
    let user = user_id(world, login);
    let text = |text: &str| Value::Text(text.to_owned());
    let change = |table, (key, id), cells: &[(&'static str, Value)]| {
        world.database(|_, conn| {
            let mut update = sql::update(DEMO, table, cells);
            assert!(conn.exec(&update.and_where(sql::eq(key, id)).to_owned().into()).unwrap() > 0, "{table}");
        });
    };
    change("freight_order", ("id", 6002), &[("awb_number", text("990-12345675"))]);
    change("hawb", ("id", HA002), &[("order_id", Value::Int(6002))]);
    change("awb_print", ("hawb_id", HA002), &[("order_id", Value::Int(6002))]);
    change("freight_order", ("id", order), &[("sales_id", Value::Int(user))]);
}

/// Functions of the log lines of a message, newest first.
pub fn functions(caller: &Caller<'_>, id: &str) -> Vec<String> {
    let view = caller.ok(&format!("{BASE}/{id}"));
    view["events"].as_array().unwrap().iter().map(|event| field(event, "function").to_owned()).collect()
}

/// Does something while no message gets a number.
pub fn without_numbers<T>(world: &World, work: impl FnOnce() -> T) -> T {
    let rename = |from: &str, to: &str| {
        world.database(|_, conn| conn.batch(&format!("ALTER TABLE {from} RENAME TO {to}")).unwrap());
    };
    rename("number_series", "number_series_away");
    let done = work();
    rename("number_series_away", "number_series");
    done
}
