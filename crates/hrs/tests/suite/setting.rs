//! The mechanism of settings through the front door, with a room of its own.

use kernel::{Findings, Msg, Scope};
use platform::call::Tx;
use platform::field::{Choice, Field};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::{Node, Room};
use platform::setting::page::SettingPage;
use platform::setting::{self, Module, Setting};
use serde_json::{Value as Json, json};
use testkit::{World, each_database};

const CARGO: Module = Module::new("cargo", "货物", "Cargo").on("trial_setting");
const MINUTES: Setting =
    Setting::new("trialMinutes", CARGO, Field::int("衔接分钟", "Minutes").range(30, 600).initially("180"));
const RATE: Setting = Setting::new("trialRate", CARGO, Field::decimal(2, "尾差", "Difference").initially("10.00"));
const KINDS: &[Choice] = &[Choice::new("普货", "普货", "General"), Choice::new("危险品", "危险品", "Dangerous")];
const LIST: Setting =
    Setting::new("trialKinds", CARGO, Field::select(KINDS, "货物类型", "Kinds")).many().scopes(&[Scope::Ae]);
const KEY: Setting = Setting::new("trialKey", CARGO, Field::text("接口密钥", "Key").max(40)).secret();
const SHARED: Setting = Setting::new(
    "trialShared",
    Module::new("shared", "平台", "Platform").on("trial_setting"),
    Field::flag("共用", "Shared").initially("false"),
)
.platform();
const TWICE: Msg = Msg::new("trial.twice", "衔接分钟不能小于尾差", "Too few minutes.");

const PAGE: SettingPage = SettingPage {
    noun: "trial_setting",
    base: "/trial/setting",
    access: "trial_setting",
    edit: "trial_setting_edit",
    page: "/trial_setting",
    title: ("试验设置", "Trial settings"),
    level: Level::Middle,
    check: Some(check),
};

fn check(tx: &mut Tx<'_>, _: Option<Scope>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let (minutes, rate): (i64, i64) = (setting::value(tx, org, &MINUTES, None)?, setting::value(tx, org, &RATE, None)?);
    findings.error_if(minutes * 100 < rate, MINUTES.key, TWICE);
    Ok(())
}

fn room() -> Vec<Room> {
    let mut room = Room::new("trial");
    room.nodes = vec![
        Node::page("/trial_setting", "/hrsManager/config", "试验设置", "Trial settings", 90),
        Node::button("trial_setting_edit", "trial_setting", "修改", "Edit", 10),
    ];
    room.settings.extend([&MINUTES, &RATE, &LIST, &KEY, &SHARED]);
    room.operations = PAGE.operations();
    vec![room]
}

fn in_force(world: &World, org: i64) -> (i64, i64) {
    world.database(|_, conn| {
        (setting::value(conn, org, &MINUTES, None).unwrap(), setting::value(conn, org, &RATE, None).unwrap())
    })
}

fn find<'a>(data: &'a Json, key: &str) -> &'a Json {
    let groups = data["groups"].as_array().unwrap();
    let all = groups.iter().flat_map(|group| group["settings"].as_array().unwrap());
    all.into_iter().find(|one| one["field"]["name"] == json!(key)).unwrap_or(&Json::Null)
}

#[test]
fn a_setting_has_its_default_until_a_company_decides() {
    each_database(room, |world| {
        let admin = world.login("demo-admin");
        let data = admin.ok("/trial/setting");
        assert_eq!((data["version"].clone(), data["groups"][0]["label"]["zh"].clone()), (json!(1), json!("货物")));
        let minutes = find(&data, "trialMinutes");
        assert_eq!(
            (&minutes["value"], &minutes["default"], &minutes["isDefault"]),
            (&json!(180), &json!(180), &json!(true))
        );
        assert_eq!((&minutes["field"]["min"], &minutes["field"]["max"]), (&json!(30), &json!(600)));
        assert_eq!(find(&data, "trialKinds"), &Json::Null, "it is decided for each scope");

        let saved =
            admin.put("/trial/setting", json!({ "version": 1, "values": { "trialMinutes": 120, "trialRate": "7.5" } }));
        assert_eq!((saved.code, saved.data["version"].clone()), (0, json!(2)));
        assert_eq!(find(&saved.data, "trialMinutes")["isDefault"], json!(false));
        assert_eq!(in_force(world, 2), (120, 750));
        assert_eq!(in_force(world, 3), (180, 1000), "another company decided nothing");

        let back = admin.put("/trial/setting", json!({ "version": 2, "values": { "trialMinutes": null } }));
        assert_eq!(find(&back.data, "trialMinutes")["isDefault"], json!(true));
        assert_eq!(in_force(world, 2), (180, 750));
        let log = admin.ok("/hrs/log/list/page?size=1");
        assert_eq!(log["records"][0]["text"], json!("衔接分钟：120 -> 180"), "{log}");
    });
}

#[test]
fn what_fits_no_declaration_is_refused_and_changes_nothing() {
    each_database(room, |world| {
        let admin = world.login("demo-admin");
        let put = |values: Json| admin.put("/trial/setting", json!({ "version": 1, "values": values }));
        let before = world.contents(false);
        for (values, message) in [
            (json!({ "trialMinutes": 29 }), "参数不正确：衔接分钟"),
            (json!({ "trialMinutes": 601 }), "参数不正确：衔接分钟"),
            (json!({ "trialMinutes": [60] }), "参数不正确：衔接分钟"),
            (json!({ "trialRate": "1.234" }), "参数不正确：尾差"),
            (json!({ "nothingLikeThis": 1 }), "参数不正确：nothingLikeThis"),
            (json!({ "trialKinds": ["普货"] }), "参数不正确：trialKinds"),
            (json!({ "trialMinutes": 30, "trialRate": "31" }), "衔接分钟不能小于尾差"),
        ] {
            let reply = put(values.clone());
            assert_eq!((reply.code, reply.message.as_str()), (1, message), "{values}");
        }
        let both = put(json!({ "trialMinutes": 1, "trialRate": "x" }));
        assert_eq!(both.data["findings"].as_array().map(Vec::len), Some(2), "all findings at once");
        assert_eq!(put(json!({ "trialShared": true })).status, 403, "the platform's own");
        assert_eq!(admin.put("/trial/setting", json!({ "version": 7, "values": {} })).code, 3);
        assert_eq!(admin.get("/trial/setting?businessScope=XX").status, 400);
        world.unchanged(&before, false);
        for edge in [30, 600] {
            let version = admin.ok("/trial/setting")["version"].clone();
            let reply = admin.put("/trial/setting", json!({ "version": version, "values": { "trialMinutes": edge } }));
            assert_eq!(reply.code, 0, "{edge}: {}", reply.message);
        }
    });
}

#[test]
fn lists_of_a_scope_and_settings_of_the_platform() {
    each_database(room, |world| {
        let admin = world.login("demo-admin");
        let put = |version: i64, kinds: Json| {
            let body = json!({ "version": version, "businessScope": "AE", "values": { "trialKinds": kinds } });
            admin.put("/trial/setting", body)
        };
        assert_eq!(put(1, json!(["普货", "鲜活"])).message, "参数不正确：货物类型");
        assert_eq!(put(1, json!("普货")).message, "参数不正确：货物类型");
        assert_eq!(put(1, json!(["普货", "危险品"])).code, 0);
        let read = |scope| world.database(|_, conn| setting::values::<String>(conn, 2, &LIST, scope).unwrap());
        assert_eq!(read(Some(Scope::Ae)), ["普货", "危险品"]);
        assert_eq!(read(Some(Scope::Ai)), [""; 0]);
        let data = admin.ok("/trial/setting?businessScope=AE");
        assert_eq!(find(&data, "trialKinds")["value"], json!(["普货", "危险品"]));

        let keeper = world.login("superAdmin");
        assert_eq!(keeper.put("/trial/setting", json!({ "version": 1, "values": { "trialShared": true } })).code, 0);
        let shared = world.database(|_, conn| setting::value::<bool>(conn, 2, &SHARED, None).unwrap());
        assert!(shared, "it holds for every company");
    });
}

#[test]
fn a_secret_is_sealed_and_never_shown() {
    each_database(room, |world| {
        let admin = world.login("demo-admin");
        let put = |version: i64, value: Json| {
            admin.put("/trial/setting", json!({ "version": version, "values": { "trialKey": value } }))
        };
        let saved = put(1, json!("open-sesame"));
        assert_eq!(find(&saved.data, "trialKey")["value"], json!("******"));
        assert!(!world.contents(true).join("\n").contains("open-sesame"));
        let read = || world.database(|app, conn| setting::secret(app, conn, 2, &KEY).unwrap());
        assert_eq!(read().as_deref(), Some("open-sesame"));
        assert_eq!(put(2, json!("******")).code, 0);
        assert_eq!(read().as_deref(), Some("open-sesame"), "sent back as shown, it stays");
        world.set_clock("2026-07-15 10:10:01");
        assert_eq!((put(3, json!("other")).code, put(3, Json::Null).code), (4, 4), "only after a proof of identity");
        assert_eq!(admin.post("/auth/reauth", json!({ "password": testkit::PASSWORD })).code, 0);
        assert_eq!(put(3, Json::Null).code, 0);
        assert_eq!(read(), None);
    });
}
