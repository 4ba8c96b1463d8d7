//! Files sent to another address of the product, with a ticket in place of a session's token.

use kernel::Instant;
use serde_json::json;
use testkit::{Caller, PNG, Reply, World, each_database};

use super::rooms;
use super::settings::{save, saved};

const PICTURE: &str = "/platform/picture";
const TICKET: &str = "/platform/uploadTicket";
const ALLOWED: &str = "access-control-allow-origin";

fn ticket(caller: &Caller<'_>, path: &str) -> String {
    let reply = caller.post(TICKET, json!({ "path": path }));
    assert_eq!((reply.status, reply.code), (200, 0), "{}", reply.message);
    reply.data["ticket"].as_str().expect("a ticket").to_owned()
}

fn sent(world: &World, ticket: &str, path: &str) -> Reply {
    let bearer = world.anonymous().with_header("authorization", &format!("Ticket {ticket}"));
    bearer.upload(path, &[("box.png", PNG)])
}

fn wait(world: &World, seconds: i64) {
    world.clock.set(Instant::from_millis(world.clock.now().millis() + seconds * 1000));
}

// req: attach-upload-endpoint
#[test]
fn a_file_comes_with_a_ticket_of_its_path_while_the_session_lives() {
    each_database(rooms, |world| {
        let op = world.login("op01");
        let good = ticket(&op, PICTURE);
        let kept = sent(world, &good, PICTURE);
        assert_eq!((kept.status, kept.code, &kept.headers[ALLOWED]), (200, 0, &"*".parse().unwrap()));
        let shown = op.get(kept.data["url"].as_str().expect("an address"));
        assert_eq!((shown.status, shown.bytes.as_slice()), (200, PNG), "it is his company's");

        let refused = |ticket: &str, why: &str| assert_eq!(sent(world, ticket, PICTURE).status, 401, "{why}");
        refused(&ticket(&op, "/platform/pictures"), "of another path");
        let first = if good.starts_with('A') { 'B' } else { 'A' };
        refused(&format!("{first}{}", &good[1..]), "altered");
        refused("", "empty");
        refused("x.y", "no ticket");
        let reader =
            world.anonymous().with_header("authorization", &format!("Ticket {}", ticket(&op, "/hrs/permission")));
        assert_eq!(reader.get("/hrs/permission").status, 401, "a ticket opens uploads alone");
        assert_eq!(world.anonymous().post(TICKET, json!({ "path": PICTURE })).status, 401);

        wait(world, 599);
        assert_eq!(sent(world, &good, PICTURE).code, 0, "a second before its end");
        wait(world, 1);
        refused(&good, "over");
        let last = ticket(&op, PICTURE);
        assert_eq!(op.delete("/auth/token/logout").code, 0);
        refused(&last, "the session has ended");
    });
}

// req: attach-upload-endpoint
#[test]
fn other_addresses_may_send_files_and_call_nothing_else() {
    each_database(rooms, |world| {
        let nobody = world.anonymous();
        let asked = nobody.call("OPTIONS", PICTURE, json!({}));
        assert_eq!((asked.status, &asked.headers[ALLOWED]), (200, &"*".parse().unwrap()));
        assert_eq!(asked.headers["access-control-allow-methods"], "POST");
        assert_eq!(asked.headers["access-control-allow-headers"], "authorization, accept-language");
        let other = nobody.call("OPTIONS", "/hrs/platform", json!({}));
        assert!(other.headers.get(ALLOWED).is_none() && other.status == 404, "{}", other.status);
        let own = world.login("op01").upload(PICTURE, &[("box.png", PNG)]);
        assert!(own.code == 0 && own.headers.get(ALLOWED).is_none(), "a token is for the own address");
    });
}

// req: attach-upload-endpoint
#[test]
fn pages_are_told_where_to_send_files_by_how_they_were_opened() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let told = || {
            let public = world.anonymous().ok("/hrs/platform/public");
            (public["uploadHttp"].clone(), public["uploadHttps"].clone())
        };
        assert_eq!(told(), (json!(""), json!("")));
        let refused = save(&keeper, json!({ "uploadHttps": "http://files.example.com" }));
        assert_eq!(refused.findings_at("uploadHttps"), ["https页面的上传地址须以https://开头"]);
        assert_eq!(save(&keeper, json!({ "uploadHttp": "files.example.com" })).findings_at("uploadHttp").len(), 1);
        saved(&keeper, json!({ "uploadHttp": "http://files.example.com", "uploadHttps": "https://files.example.com" }));
        assert_eq!(told(), (json!("http://files.example.com"), json!("https://files.example.com")));
    });
}
