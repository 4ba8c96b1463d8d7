//! What who keeps the server looks for: the document of the API, figures, and people on the command line.

use app::users::{self, UserCommand};
use clap::Parser;
use platform::registry::Room;
use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{World, each_database};

fn rooms() -> Vec<Room> {
    testkit::without_shared(app::rooms::rooms())
}

#[test]
fn the_document_of_the_api_is_told_to_who_is_logged_in_with_its_schemas() {
    each_database(rooms, |world| {
        assert_eq!(world.anonymous().get("/openapi.json").status, 401);
        let told = world.login("op01").get("/openapi.json");
        assert_eq!((told.status, told.content_type.as_str()), (200, "application/json"));
        let document: Json = serde_json::from_slice(&told.bytes).expect("a document");
        assert_eq!(document["openapi"], json!("3.1.0"));
        assert_eq!(document["paths"]["/openapi.json"]["get"]["operationId"], json!("get_api_document"));
        let body = &document["paths"]["/hrs/apiKey"]["post"]["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(body["properties"]["name"]["title"], json!("名称"), "{body}");
        let registry = app::rooms::registry().expect("the rooms fit together");
        let paths = document["paths"].as_object().expect("paths");
        for operation in &registry.operations {
            assert!(paths[&operation.path].get(operation.method.name()).is_some(), "{operation:?}");
        }
        let again = world.login("op01").get("/openapi.json");
        assert_eq!(again.bytes, told.bytes);
    });
}

fn figures(world: &World) -> String {
    let client = seed::Client::anonymous(app::metrics::router(&world.app));
    let reply = world.wait(async { Ok(client.get("/metrics").await) });
    assert_eq!((reply.status, reply.content_type.as_str()), (200, "text/plain; version=0.0.4; charset=utf-8"));
    String::from_utf8(reply.bytes).expect("a text")
}

#[test]
fn figures_are_told_in_the_form_of_prometheus_at_an_address_of_their_own() {
    each_database(rooms, |world| {
        assert_ne!(world.anonymous().get("/metrics").content_type, "text/plain; version=0.0.4; charset=utf-8");
        assert_eq!(world.anonymous().get("/hrs/permission").status, 401);
        let text = figures(world);
        let value = |line: &str| {
            let found = text.lines().find_map(|one| one.strip_prefix(line)?.strip_prefix(' '));
            found.unwrap_or_else(|| panic!("{line} is not told in {text}")).parse::<f64>().expect("a number")
        };
        assert!(value("forwarder_calls_total{status=\"4xx\"}") >= 1.0);
        let count = value("forwarder_call_duration_seconds_count");
        assert!(count >= 1.0 && (value("forwarder_call_duration_seconds_bucket{le=\"+Inf\"}") - count).abs() < 0.5);
        assert!(value("forwarder_call_duration_seconds_bucket{le=\"10.000\"}") <= count);
        assert!((value("forwarder_database_up") - 1.0).abs() < 0.5);
        assert!(value("forwarder_queue_waiting{queue=\"health.user_jobs\"}") >= 0.0);
        assert!(value("forwarder_queue_waiting{queue=\"mail.send\"}") >= 0.0);
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (name, number) = line.rsplit_once(' ').expect("a name and a value");
            let bare = name.split('{').next().expect("a name");
            let of = ["_bucket", "_sum", "_count"].iter().find_map(|end| bare.strip_suffix(end)).unwrap_or(bare);
            let typed = |name: &str| text.contains(&format!("# TYPE {name} "));
            assert!(typed(bare) || typed(of), "{line} has no type");
            assert!(number.parse::<f64>().is_ok(), "{line}");
        }
    });
}

#[derive(Parser)]
struct Line {
    #[command(subcommand)]
    command: UserCommand,
}

fn run(world: &World, arguments: &[&str]) -> Result<String, String> {
    let line = Line::try_parse_from(["user"].iter().chain(arguments)).expect("is a command");
    world.inside(|app| users::done(app, &line.command))
}

fn exec(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("writes"));
}

fn listed(world: &World, login: &str) -> Vec<String> {
    let all = run(world, &["list", "--org", "DEMO"]).expect("lists");
    let line = all.lines().find(|line| line.split('\t').nth(1) == Some(login));
    line.unwrap_or_else(|| panic!("{login} is not among {all}")).split('\t').map(ToOwned::to_owned).collect()
}

const NEW: [&str; 9] = ["create", "--org", "DEMO", "--name", "李四", "--email", "li4@example.com", "--role", "操作员"];

#[test]
fn people_are_made_and_stopped_on_the_command_line() {
    each_database(rooms, |world| {
        exec(world, "UPDATE org SET user_limit = 50 WHERE code = 'DEMO'");
        let told = run(world, &NEW).expect("is made");
        let password = told.strip_prefix("One-time password: ").expect("a password");
        assert_eq!(listed(world, "li4@example.com")[2..6], ["李四", "操作员", "active", "no"]);
        let reply = world.anonymous().token_call("li4@example.com", "DEMO", password);
        assert_eq!((reply.code, &reply.json["mustChangePassword"]), (0, &json!(true)));
        let before = world.contents(true);
        let refused = |arguments: &[&str]| run(world, arguments).expect_err("is refused");
        assert_eq!(refused(&NEW), "The login li4@example.com exists already.");
        assert_eq!(
            refused(&["create", "--org", "NONE", "--name", "a", "--email", "a@b.cn"]),
            "There is no company NONE."
        );
        assert_eq!(refused(&["create", "--org", "DEMO", "--name", "a"]), "Give an e-mail or a phone number.");
        for wrong in
            [["--name", "", "--email", "a@b.cn"], ["--name", "a", "--email", "a"], ["--name", "a", "--phone", "1"]]
        {
            let said = refused(&[&["create", "--org", "DEMO"], wrong.as_slice()].concat());
            assert_eq!(said, "A name, and an e-mail or phone number that can be one, are needed.", "{wrong:?}");
        }
        let role = ["create", "--org", "DEMO", "--name", "a", "--email", "a@b.cn", "--role", "x"];
        assert_eq!(refused(&role), "There is no role x.");
        assert_eq!(refused(&["stop", "demo-admin"]), "This can't be done with the administrator's account.");
        assert_eq!(refused(&["stop", "nobody@nowhere.cn"]), "There is no login nobody@nowhere.cn.");
        world.unchanged(&before, true);
        let session = world.login("op01");
        assert_eq!(
            run(world, &["stop", "op01@example.com"]).expect("is stopped"),
            "op01@example.com is stopped; companies: 1."
        );
        assert_eq!(session.get("/hrs/permission").status, 401);
        assert_eq!(listed(world, "op01@example.com")[4], "stopped");
        let log = world.login("demo-admin").ok("/hrs/log/list/page?size=1");
        assert_eq!(
            (&log["records"][0]["type"], &log["records"][0]["operatorName"]),
            (&json!("停用"), &json!("命令行"))
        );
        assert_eq!(refused(&["stop", "op01@example.com"]), "The login op01@example.com has no active user.");
    });
}

#[test]
fn a_locked_login_and_a_lost_second_factor_are_mended_on_the_command_line() {
    each_database(rooms, |world| {
        exec(world, "UPDATE login SET fails = 5, locked_until = 4102444800000 WHERE email = 'op01@example.com'");
        assert_eq!(listed(world, "op01@example.com")[4], "locked");
        run(world, &["unlock", "op01@example.com"]).expect("is unlocked");
        assert_eq!(listed(world, "op01@example.com")[4], "active");
        let session = world.login("op01");
        exec(world, "UPDATE login SET factor_bound_at = 1 WHERE email = 'op01@example.com'");
        assert_eq!(listed(world, "op01@example.com")[5], "yes");
        run(world, &["reset-second-factor", "op01@example.com"]).expect("is taken away");
        assert_eq!(listed(world, "op01@example.com")[5], "no");
        assert_eq!(session.get("/hrs/permission").status, 401, "what was opened with it ended");
        let log = world.login("demo-admin").ok("/hrs/log/list/page?size=2");
        let told =
            |place: usize| [&log["records"][place]["type"], &log["records"][place]["operatorName"]].map(Json::clone);
        assert_eq!((told(0), told(1)), ([json!("修改"), json!("命令行")], [json!("解锁"), json!("命令行")]));
        world.login("op01");
    });
}
