//! What the stories of the chat begin with.

use platform::registry::Room;
use platform::store::{Stmt, Value};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, field};

pub const TALK: &str = "/api-uc/yxim";

pub fn rooms() -> Vec<Room> {
    vec![chat::room()]
}

pub fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

pub fn number(world: &World, text: &str) -> i64 {
    let rows = world.database(|_, conn| conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
    match rows[0].value(0) {
        Value::Int(number) => *number,
        other => panic!("{other:?}"),
    }
}

/// The id of a person's account in the product.
pub fn user(world: &World, login: &str) -> String {
    number(world, &format!("SELECT id FROM app_user WHERE email = '{login}@example.com' AND org_id <> 1")).to_string()
}

/// Gives a company the chat, or takes it away.
pub fn give(world: &World, code: &str, terms: Json) -> Reply {
    let keeper = world.login("superAdmin");
    let page = keeper.ok(&format!("/hrs/imOrg/page?orgCode={code}"));
    let row = page["records"].as_array().unwrap().iter().find(|row| row["orgCode"] == json!(code)).unwrap().clone();
    let mut body = json!({ "orgId": row["id"], "version": row["version"] });
    for (name, value) in terms.as_object().unwrap() {
        body[name] = value.clone();
    }
    keeper.put("/hrs/im/org", body)
}

/// Opens or closes the service of a user of DEMO.
pub fn serve(world: &World, login: &str, on: bool) -> Reply {
    let body = json!({ "userId": user(world, login), "onlineService": on });
    world.login("demo-admin").put("/hrs/im/service", body)
}

/// DEMO and DEMOSH, which are of one group, have the chat; sales01, cs01 and sh01 answer in it and were there once.
pub fn chatting(world: &World) {
    for code in ["DEMO", "DEMOSH"] {
        done(give(world, code, json!({ "hasPrem": true })));
    }
    for login in ["sales01", "cs01"] {
        done(serve(world, login, true));
    }
    // The company has no administrator.
    let body = json!({ "orgId": "3", "userId": user(world, "sh01"), "onlineService": true });
    done(world.login("superAdmin").put("/hrs/im/service", body));
    for login in ["sales01", "cs01", "sh01"] {
        accid(world, &world.login(login), login);
    }
}

/// What the call for the permission answers.
pub fn permission(world: &World, caller: &Caller<'_>, login: &str) -> Json {
    let reply = caller.get(&format!("/api-uc/saas/customer/service/perm/{}", user(world, login)));
    assert_eq!((reply.status, &reply.json["code"]), (200, &json!("200")), "{}", reply.json);
    reply.json["data"].clone()
}

/// The account of who may chat.
pub fn accid(world: &World, caller: &Caller<'_>, login: &str) -> String {
    field(&permission(world, caller, login), "xyNumber").to_owned()
}

pub fn contacts(world: &World, caller: &Caller<'_>, login: &str) -> Vec<Json> {
    let path = format!("/api-yc/api/supplier/yctop/api/query/supplier/service/{}", user(world, login));
    let reply = caller.get(&path);
    assert_eq!((reply.status, &reply.json["code"]), (200, &json!(200)), "{}", reply.json);
    reply.json["data"].as_array().unwrap().clone()
}

pub fn unread(caller: &Caller<'_>, accid: &str) -> Json {
    let reply = caller.post(&format!("{TALK}/query/unread/message/count?xyNumber={accid}"), json!({}));
    assert_eq!((reply.status, &reply.json["code"]), (200, &json!("200")), "{}", reply.json);
    reply.json["data"].clone()
}

pub fn send(caller: &Caller<'_>, to: &str, content: &str) -> Reply {
    caller.post(&format!("{TALK}/message"), json!({ "to": to, "content": content }))
}

pub fn send_as(caller: &Caller<'_>, to: &str, content: &str, client_id: &str) -> Reply {
    caller.post(&format!("{TALK}/message"), json!({ "to": to, "content": content, "clientId": client_id }))
}

/// What one begins with.
pub fn greet(caller: &Caller<'_>, to: &str) -> Reply {
    let body = json!({ "to": to, "content": "您好", "clientId": format!("greeting-{to}"), "greeting": true });
    caller.post(&format!("{TALK}/message"), body)
}

/// What two said, the oldest first.
pub fn said(caller: &Caller<'_>, with: &str) -> Vec<String> {
    let page = caller.ok(&format!("{TALK}/session/{with}/message?current=1&size=100"));
    let mut all: Vec<String> =
        page["records"].as_array().unwrap().iter().map(|one| field(one, "content").to_owned()).collect();
    all.reverse();
    all
}
