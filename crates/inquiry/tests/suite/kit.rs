//! Shorthands of these tests: the inquiry of the fixture, its two agents and their answers.

use platform::call::Call;
use platform::refusal::Refusal;
use platform::registry::{Node, Offer, Room, SelectAsk};
use platform::store::{Cell, Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World};

pub use crate::orders::{DEMO, GYS001, KH002, lay_base, put, user_id};
pub use testkit::{done, findings, refused};

pub const MINE: &str = "/afbase/orderInquiry";
pub const BUYING: &str = "/afbase/enquiry";
pub const AGENT: &str = "/afbase/inquiryAgent";
pub const QUOTE: &str = "/afbase/inquiryQuote";
pub const OUTER: &str = "/afbase/external/inquiry";
pub const DL001: i64 = 9010;

pub fn rooms() -> Vec<Room> {
    let mut others = Room::new("others");
    others.nodes = vec![Node::page("/af_airport", "/afManager/base", "机场", "Airports", 10)];
    others.selects.push(("coop", offer_partners));
    vec![inquiry::room(), others]
}

/// Partners of the company by name, as their room offers them.
fn offer_partners(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(call.actor()?.org_id, "coop");
    select.columns(["id", "coop_name", "coop_code"]);
    match ask.value.parse::<i64>() {
        Ok(id) => select.and_where(sql::eq("id", id)),
        Err(_) => select.and_where(sql::contains(sql::col("coop_name"), &ask.keyword)),
    };
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    rows.iter()
        .map(|row| Ok(Offer { value: row.get::<i64>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? }))
        .collect()
}

pub fn partner(id: i64, code: &str, coop_type: &str, name: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("id", Value::Int(id)),
        ("coop_code", code.into_value()),
        ("coop_type", coop_type.into_value()),
        ("coop_name", name.into_value()),
        ("coop_full_name", name.into_value()),
        ("coop_state", "生效".into_value()),
        ("list_mark", "普通".into_value()),
        ("nation_code", "US".into_value()),
        ("is_awb_source", Value::Bool(false)),
        ("is_default_source", Value::Bool(false)),
        ("version", Value::Int(1)),
        ("created_by", Value::Int(1)),
        ("created_at", Value::Int(1)),
        ("updated_by", Value::Int(1)),
        ("updated_at", Value::Int(1)),
    ]
}

/// Places, partners and currencies.
pub fn lay(world: &World) {
    lay_base(world);
    world.database(|_, conn| {
        put(conn, DEMO, "coop", &partner(DL001, "DL001", "海外代理", "海外代理甲"));
        for (id, code) in [(7201i64, "CNY"), (7202, "USD")] {
            let cells = [
                ("id", Value::Int(id)),
                ("code", code.into_value()),
                ("name_cn", code.into_value()),
                ("name_en", code.into_value()),
                ("exponent", Value::Int(2)),
                ("common", Value::Bool(true)),
            ];
            put(conn, 1, "currency", &cells);
        }
    });
}

pub fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

pub fn with(mut body: Json, more: Json) -> Json {
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

/// An agent of a partner.
pub fn agent(caller: &Caller<'_>, coop: i64, more: Json) -> Json {
    let body = json!({ "coopId": coop.to_string(), "contactName": "Anna", "email": format!("a{coop}@example.com") });
    done(caller.post(AGENT, with(body, more)))
}

/// GYS001 and DL001 as agents; their ids.
pub fn agents(caller: &Caller<'_>) -> (String, String) {
    let one = agent(caller, GYS001, json!({ "priority": 1 }));
    let two = agent(caller, DL001, json!({ "language": "en-US" }));
    (text(&one["id"]).to_owned(), text(&two["id"]).to_owned())
}

/// The inquiry of the fixture as it is typed.
pub fn typed(world: &World) -> Json {
    json!({
        "coopId": KH002.to_string(), "salesId": user_id(world, "sales01").to_string(), "departureStation": "PVG",
        "arrivalStation": "LAX", "readyDate": "2026-07-17", "goodsNameCn": "普货", "pieces": 10, "weight": 500,
        "volume": 3, "targetPrice": 25, "targetCurrency": "CNY", "remark": "客户乙急件",
    })
}

/// XJ-2607150001, handed in.
pub fn handed_in(world: &World) -> String {
    let admin = world.login("demo-admin");
    let id = text(&done(admin.post(MINE, typed(world)))["id"]).to_owned();
    done(admin.post(&format!("{MINE}/{id}/submit"), json!({ "version": 1 })));
    id
}

pub fn look(caller: &Caller<'_>, id: &str) -> Json {
    caller.ok(&format!("{MINE}/{id}"))
}

/// A move in the present version.
pub fn act(caller: &Caller<'_>, way: &str, id: &str, more: Json) -> Reply {
    let version = look(caller, id)["version"].clone();
    let (base, name) = way.split_at(way.rfind('/').unwrap());
    caller.post(&format!("{base}/{id}{name}"), with(json!({ "version": version }), more))
}

pub fn send(caller: &Caller<'_>, id: &str, agents: &[&str], more: Json) -> Reply {
    let body = json!({ "agents": agents, "answerBy": "2026-07-16 18:00:00" });
    act(caller, &format!("{BUYING}/send"), id, with(body, more))
}

/// Name and code of a link that was told.
pub fn link(told: &Json) -> (String, String) {
    let url = text(&told["url"]);
    let (_, query) = url.split_once("/af_order_inquiry_quotation?o=").expect("a link");
    let (name, code) = query.split_once("&code=").expect("a code");
    (name.to_owned(), code.to_owned())
}

/// The all-in answer of DL001.
pub fn all_in((name, code): &(String, String)) -> Json {
    json!({
        "o": name, "code": code, "priceMode": "ALL_IN", "currency": "CNY",
        "breaks": [{ "fromKg": 0, "price": 26.5 }], "validFrom": "2026-07-15", "validTo": "2026-07-31",
        "contactName": "Anna", "contactEmail": "anna@example.com", "transitDays": 3,
    })
}

/// The net answer of GYS001, typed by a buyer.
pub fn net(inquiry: &str, agent: &str) -> Json {
    json!({
        "inquiryId": inquiry, "agentId": agent, "priceMode": "NET", "currency": "CNY",
        "breaks": [{ "fromKg": 0, "price": 22 }],
        "extras": [
            { "code": "MY", "basis": "KG", "price": 3 }, { "code": "SC", "basis": "KG", "price": 1.2 },
            { "code": "AW", "basis": "SHIPMENT", "price": 50 },
        ],
        "validFrom": "2026-07-15", "validTo": "2026-07-31", "transitDays": 5,
    })
}

/// What there is once both agents have answered.
pub struct Quoted {
    pub id: String,
    pub gys: String,
    pub link: (String, String),
}

/// The fixture: both agents were asked; GYS001's answer was typed in, DL001 answered by its link.
pub fn quoted(world: &World) -> Quoted {
    let admin = world.login("demo-admin");
    let (gys, dl) = agents(&admin);
    let id = handed_in(world);
    let sent = done(send(&admin, &id, &[&gys, &dl], json!({})));
    let link = link(&sent["links"][1]);
    done(admin.post(QUOTE, net(&id, &gys)));
    done(world.anonymous().post(&format!("{OUTER}/quote"), all_in(&link)));
    Quoted { id, gys, link }
}

pub fn compare(caller: &Caller<'_>, id: &str) -> Json {
    caller.ok(&format!("{BUYING}/{id}/compare"))
}

/// Raises the version of the rights of DEMO, so that they are read anew.
pub fn rights_anew(world: &World) {
    world.database(|_, conn| {
        let newer = "UPDATE org SET permission_version = permission_version + 1 WHERE id = 2";
        conn.exec(&Stmt::Raw(newer.to_owned(), Vec::new())).unwrap();
    });
}

/// Gives a role a level for inquiries.
pub fn level(world: &World, role: &str, level: i64) {
    world.database(|_, conn| {
        let mut select = sql::from(DEMO, "role");
        select.column("id").and_where(sql::eq("name", role.to_owned()));
        let role: i64 = conn.first(&select.into()).unwrap().unwrap().get(0).unwrap();
        let cells = [
            ("role_id", Value::Int(role)),
            ("class", "inquiry".into_value()),
            ("scope", "*".into_value()),
            ("level", Value::Int(level)),
        ];
        put(conn, DEMO, "role_data_scope", &cells);
    });
    rights_anew(world);
}

/// The functions of the log lines of an inquiry, newest first: `inquiry` of sales, `enquiry` of buyers and agents.
pub fn functions(caller: &Caller<'_>, kind: &str, id: &str) -> Vec<String> {
    let page = caller.ok(&format!("/hrs/log/page?objectType={kind}&objectId={id}"));
    let lines = page["records"].as_array().cloned().unwrap_or_default();
    lines.iter().map(|line| text(&line["function"]).to_owned()).collect()
}
