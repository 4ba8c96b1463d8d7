//! The platform's settings, the maintenance mode, the static files.

use serde_json::{Value as Json, json};
use testkit::{Caller, PASSWORD, PNG, Reply, World, each_database};

use super::rooms;

pub fn save(keeper: &Caller<'_>, values: Json) -> Reply {
    let version = keeper.ok("/hrs/platform")["version"].clone();
    keeper.put("/hrs/platform", json!({ "version": version, "values": values }))
}

#[track_caller]
pub fn saved(keeper: &Caller<'_>, values: Json) {
    let reply = save(keeper, values);
    assert_eq!((reply.status, reply.code), (200, 0), "{} {}", reply.message, reply.data);
}

/// The setting of a key as the page shows it.
fn shown(keeper: &Caller<'_>, key: &str) -> Json {
    let set = keeper.ok("/hrs/platform");
    let groups = set["groups"].as_array().expect("groups").clone();
    let all = groups.iter().flat_map(|group| group["settings"].as_array().expect("settings"));
    all.into_iter().find(|setting| setting["field"]["name"] == key).cloned().expect("is there")
}

// req: platform-theme-default
#[test]
fn what_the_platform_decides_is_told_before_a_log_in() {
    each_database(rooms, |world| {
        let (keeper, nobody) = (world.login("superAdmin"), world.anonymous());
        let before = nobody.ok("/hrs/platform/public");
        assert_eq!((&before["product"], &before["themeColor"]), (&json!("OpenForwarder"), &json!("#1890ff")));
        assert_eq!((&before["staticHost"], &before["browserNotice"]), (&json!(""), &json!(true)));
        saved(
            &keeper,
            json!({
                "productName": "远航货运系统", "themeColor": "#0a7c4a", "icpNumber": "沪ICP备2026000001号",
                "copyright": "© 2026 远航国际货运", "browserNotice": false, "staticHost": "https://static.example.com/f",
            }),
        );
        let after = nobody.ok("/hrs/platform/public");
        assert_eq!(
            after,
            json!({
                "product": "远航货运系统", "themeColor": "#0a7c4a", "icpNumber": "沪ICP备2026000001号",
                "copyright": "© 2026 远航国际货运", "staticHost": "https://static.example.com/f", "browserNotice": false,
                "languages": [
                    { "id": "zh-CN", "paramText": "简体中文", "base": "zh-CN" },
                    { "id": "en-US", "paramText": "English", "base": "en-US" },
                ], "defaultLanguage": "zh-CN", "privateSaas": false,
                "logo": "", "background": "", "rankingHosts": [], "panelUrl": "",
                "uploadHttp": "", "uploadHttps": "",
            })
        );
        saved(&keeper, json!({ "productName": null }));
        assert_eq!(nobody.ok("/hrs/platform/public")["product"], "OpenForwarder");
    });
}

const NO_LANGUAGE: &str = "语言不存在或已停用";

// req: i18n-default-constant
#[test]
fn the_default_language_is_one_of_the_list_and_stays_on_it() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let japanese =
            json!({ "code": "ja-JP", "name": "日本語", "baseLanguage": "en-US", "sort": 30, "active": true });
        assert_eq!(save(&keeper, json!({ "defaultLanguage": "ja-JP" })).findings_at("defaultLanguage"), [NO_LANGUAGE]);
        let made = keeper.post("/hrs/languageList", japanese).success("a language").expect("is kept");
        let offered = keeper.ok("/platform/select/language?keyword=ja");
        assert_eq!((&offered[0]["value"], &offered[0]["label"]), (&json!("ja-JP"), &json!("日本語")));
        saved(&keeper, json!({ "defaultLanguage": "ja-JP" }));
        let public = world.anonymous().ok("/hrs/platform/public");
        assert_eq!(public["defaultLanguage"], "ja-JP");
        assert_eq!(public["languages"][2], json!({ "id": "ja-JP", "paramText": "日本語", "base": "en-US" }));
        let one = format!("/hrs/languageList/{}", made["id"].as_str().expect("an id"));
        let is_default = ["该语言是平台默认语言，请先更换默认语言"];
        let stop = |version: i64| keeper.post(&format!("{one}/status"), json!({ "active": false, "version": version }));
        assert_eq!(stop(1).findings_at("active"), is_default);
        assert_eq!(keeper.put(&one, json!({ "active": false, "version": 1 })).findings_at("active"), is_default);
        assert_eq!(keeper.delete(&format!("{one}?version=1")).findings_at("code"), is_default);
        saved(&keeper, json!({ "defaultLanguage": null }));
        stop(1).success("stopped").expect("is stopped");
        let public = world.anonymous().ok("/hrs/platform/public");
        assert_eq!(
            (&public["defaultLanguage"], public["languages"].as_array().map(Vec::len)),
            (&json!("zh-CN"), Some(2))
        );
        assert_eq!(save(&keeper, json!({ "defaultLanguage": "ja-JP" })).findings_at("defaultLanguage"), [NO_LANGUAGE]);
    });
}

// req: hrs-scope
#[test]
fn users_and_companies_begin_as_the_platform_decides() {
    each_database(rooms, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        let first = json!({ "stopAt": "2099-12-31 23:59:59" });
        assert_eq!(keeper.ok("/hrs/org/defaults"), first);
        assert_eq!(admin.get("/hrs/org/defaults").status, 403);
        assert_eq!(save(&keeper, json!({ "defaultLanguage": "fr-FR" })).findings_at("defaultLanguage").len(), 1);
        saved(
            &keeper,
            json!({ "defaultLanguage": "en-US", "defaultStopDate": "2030-06-30 23:59:59", "defaultEdition": "STANDARD" }),
        );
        assert_eq!(world.anonymous().ok("/hrs/platform/public")["defaultLanguage"], "en-US");
        let begun = json!({ "stopAt": "2030-06-30 23:59:59", "edition": "STANDARD", "editionName": "标准版" });
        assert_eq!(keeper.ok("/hrs/org/defaults"), begun);
        saved(&keeper, json!({ "defaultEdition": "NOTHING" }));
        assert_eq!(keeper.ok("/hrs/org/defaults").get("edition"), None, "what is not offered is no default");
        let company = json!({
            "orgCode": "NEWCO", "orgName": "新公司", "shortName": "新公司", "orgType": "1", "edition": "STANDARD",
            "userLimit": 5, "adminName": "newco-admin", "adminEmail": "boss@new.example.com",
        });
        let made = keeper.post("/hrs/org", company);
        let password = made.data["oneTimePassword"].as_str().expect("a password").to_owned();
        let token = world.anonymous().token_call("newco-admin", "NEWCO", &password);
        assert_eq!(token.json["pageLanguage"], "en-US");
    });
}

#[test]
fn no_upload_exceeds_what_the_platform_lets_through() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let padded = |size: usize| [PNG, &vec![0; size - PNG.len()]].concat();
        let upload = |size: usize| keeper.upload("/platform/picture", &[("a.png", &padded(size))]);
        for wrong in [0, 51] {
            assert_eq!(save(&keeper, json!({ "fileMegabytes": wrong })).findings_at("fileMegabytes").len(), 1);
        }
        let megabyte = 1024 * 1024;
        assert_eq!(upload(megabyte + 1).code, 0);
        saved(&keeper, json!({ "fileMegabytes": 1 }));
        assert_eq!(upload(megabyte).code, 0, "on the edge");
        let before = world.contents(false);
        assert_eq!(upload(megabyte + 1).message, "文件大小不能超过1MB");
        world.unchanged(&before, false);
    });
}

#[test]
fn the_settings_stand_below_their_headings_in_a_fixed_order() {
    each_database(rooms, |world| {
        let set = world.login("superAdmin").ok("/hrs/platform");
        let groups = set["groups"].as_array().expect("groups").iter();
        let headings: Vec<&str> = groups.filter_map(|group| group["label"]["zh"].as_str()).collect();
        let place = |name: &str| headings.iter().position(|heading| *heading == name).expect(name);
        assert_eq!((place("品牌"), place("部署")), (0, 1), "{headings:?}");
        assert!(place("登录") < place("保留期") && place("保留期") < place("维护模式"), "{headings:?}");
    });
}

#[test]
fn a_wrong_setting_is_refused_at_its_place() {
    each_database(rooms, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        let before = world.contents(true);
        for (key, value) in [
            ("staticHost", json!("static.example.com")),
            ("staticHost", json!("https://static.example.com/")),
            ("staticHost", json!("https://x; script-src *")),
            ("productName", json!("")),
            ("productName", json!("很".repeat(41))),
            ("themeColor", json!("blue")),
        ] {
            let reply = save(&keeper, json!({ key: value }));
            assert_eq!((reply.status, reply.code), (200, 1), "{key} {value}");
            assert_eq!(reply.findings_at(key).len(), 1, "{key} {value}: {}", reply.data);
        }
        assert_eq!(save(&keeper, json!({ "nothing": 1 })).code, 1);
        assert_eq!(admin.get("/hrs/platform").status, 403, "a company's administrator is not the platform's");
        world.unchanged(&before, true);
        saved(&keeper, json!({ "productName": "很".repeat(40) }));
    });
}

#[test]
fn in_maintenance_only_the_platform_works() {
    each_database(rooms, |world| {
        let (keeper, op) = (world.login("superAdmin"), world.login("op01"));
        let over = save(&keeper, json!({ "maintenance": true, "maintenanceUntil": "2026-07-15 10:00:00" }));
        assert_eq!(over.findings_at("maintenanceUntil"), ["预计恢复时间须晚于当前时间"]);
        assert_eq!(op.get("/hrs/permission").code, 0);

        saved(&keeper, json!({ "maintenance": true, "maintenanceUntil": "2026-07-15 12:30:00" }));
        let said = "系统维护中，预计2026-07-15 12:30恢复";
        let before = world.contents(false);
        for reply in [
            op.get("/hrs/permission"),
            op.put("/hrs/user/pageLanguage", json!({ "pageLanguage": "en-US" })),
            world.anonymous().token_call("op01@example.com", "DEMO", testkit::PASSWORD),
        ] {
            assert_eq!((reply.status, reply.code, reply.message.as_str()), (200, 1, said));
        }
        world.unchanged(&before, false);
        let wrong = world.anonymous().token_call("op01@example.com", "DEMO", "wrong-2026");
        assert_eq!(wrong.message, "用户名或密码错误", "who can't prove himself learns nothing");
        world.login("superAdmin").ok("/hrs/permission");
        assert_eq!(op.delete("/auth/token/logout").code, 0, "whoever can't work may still leave");
        let english = world.login("superAdmin");
        drop(english);

        saved(&keeper, json!({ "maintenanceUntil": null }));
        let reply = world.anonymous().token_call("op01@example.com", "DEMO", testkit::PASSWORD);
        assert_eq!(reply.message, "系统维护中，请稍后再试");
        saved(&keeper, json!({ "maintenance": false }));
        world.login("op01").ok("/hrs/permission");
        assert_eq!(shown(&keeper, "maintenance")["value"], false);
    });
}

#[test]
fn a_private_deployment_says_so_at_the_log_in() {
    each_database(rooms, |world: &World| {
        let keeper = world.login("superAdmin");
        let told =
            || world.anonymous().token_call("op01@example.com", "DEMO", testkit::PASSWORD).json["privateSaas"].clone();
        assert_eq!(told(), false);
        saved(&keeper, json!({ "privateSaas": true }));
        assert_eq!(told(), true);
        assert_eq!(world.anonymous().ok("/hrs/platform/public")["privateSaas"], true, "without a log-in, too");
    });
}

#[test]
fn menus_that_are_not_open_are_shown_when_the_platform_says_so() {
    each_database(rooms, |world| {
        let (keeper, op) = (world.login("superAdmin"), world.login("op01"));
        let all = keeper.ok("/hrs/permissionNode/page?permissionCode=af_carrier&size=500");
        let node = all["records"]
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["permissionCode"] == "af_carrier")
            .unwrap()
            .clone();
        let demo = keeper.ok("/hrs/org/page?keyword=DEMO&size=50");
        let demo =
            demo["records"].as_array().unwrap().iter().find(|row| row["orgCode"] == "DEMO").unwrap()["id"].clone();
        let body = json!({ "version": node["version"], "orgIds": [demo] });
        let path = format!("/hrs/orgPermission/remove/{}", node["id"].as_str().unwrap());
        assert_eq!(keeper.post(&path, body).code, 0);
        assert!(!op.ok("/hrs/permission").to_string().contains("af_carrier"));
        saved(&keeper, json!({ "showClosedMenus": true }));
        let menu = op.ok("/hrs/permission").to_string();
        assert!(menu.contains("af_carrier") && menu.contains("/unPermission"), "{menu}");
        assert!(!menu.contains("hrs_backup"), "what only the platform has is shown to no company");
        assert!(!menu.contains("\"hrs_user\""), "what is open and not held by the role stays away");
    });
}

/// Lines of a log that carry this text.
fn lines(world: &World, table: &str, text: &str) -> usize {
    let start = format!("{table} ");
    world.contents(true).iter().filter(|line| line.starts_with(&start) && line.contains(text)).count()
}

#[test]
fn logs_are_kept_as_long_as_the_platform_decides() {
    each_database(rooms, |world| {
        for (key, short, fits) in [("loginLogDays", 179, 180), ("logDays", 179, 181), ("messageDays", 29, 30)] {
            let keeper = world.login("superAdmin");
            let reply = save(&keeper, json!({ key: short }));
            assert_eq!((reply.code, reply.findings_at(key).len()), (1, 1), "{key}: {}", reply.data);
            saved(&keeper, json!({ key: fits }));
        }
        world.anonymous().token_call("old@example.com", "DEMO", "wrong");
        let (logins, log) = (lines(world, "login_log", "old@example.com"), lines(world, "operation_log", "平台设置"));
        assert!(logins == 1 && log == 3, "{logins} {log}");
        // A day begins at eight; the lines are of ten o'clock.
        world.set_clock("2027-01-11 10:00:00");
        world.trust_clock();
        world.run_jobs();
        assert_eq!(lines(world, "login_log", "old@example.com"), 1, "180 days old to the second");
        world.set_clock("2027-01-12 09:59:59");
        world.run_jobs();
        assert_eq!((lines(world, "login_log", "old@example.com"), lines(world, "operation_log", "平台设置")), (0, 3));
        world.set_clock("2027-01-13 09:59:59");
        world.run_jobs();
        assert_eq!(lines(world, "operation_log", "平台设置"), 0);
    });
}

#[test]
fn high_lines_of_the_log_are_kept_three_years_and_others_one() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        for (days, fits) in [(179, false), (365, true)] {
            let reply = save(&keeper, json!({ "logDaysBelow": days }));
            assert_eq!((reply.findings_at("logDaysBelow").is_empty(), reply.code == 0), (fits, fits), "{days}");
        }
        assert_eq!(keeper.post("/hrs/log/list/exportExcel", json!({})).status, 200);
        let kept = || (lines(world, "operation_log", "平台设置"), lines(world, "operation_log", "导出"));
        assert_eq!(kept(), (1, 1));
        // A day begins at eight; the lines are of ten o'clock of 15 July 2026.
        for (time, wanted) in [
            ("2027-07-15 10:00:00", (1, 1)),
            ("2027-07-16 09:59:59", (1, 0)),
            ("2029-07-14 10:00:00", (1, 0)),
            ("2029-07-15 09:59:59", (0, 0)),
        ] {
            world.set_clock(time);
            world.trust_clock();
            world.run_jobs();
            assert_eq!(kept(), wanted, "{time}");
        }
    });
}

#[test]
fn a_platform_may_hide_whether_an_account_exists() {
    each_database(rooms, |world| {
        let nobody = world.anonymous();
        let look = |query: &str| nobody.ok(&format!("/hrs/user/searchLoginNameAndOrgCode?{query}"));
        let unknown = ["phoneNumber=13900000000", "userEmail=x@example.com", "loginName=nobody-here"];
        assert!(unknown.iter().all(|query| look(query) == json!([])));
        saved(&world.login("superAdmin"), json!({ "hideAccounts": true }));
        // Everybody is answered alike, and no company is named.
        for query in unknown.into_iter().chain(["userEmail=sales01@example.com", "loginName=demo-admin"]) {
            let name = query.split_once('=').map(|(_, name)| name);
            assert_eq!(look(query), json!([{ "orgCode": "*", "orgName": "", "loginName": name }]));
        }
        for (login, org) in [("x@example.com", "DEMO"), ("sales01@example.com", "*"), ("sales01@example.com", "NONE")] {
            let reply = nobody.token_call(login, org, PASSWORD);
            assert_eq!((reply.code, reply.message.as_str()), (1, "用户名或密码错误"), "{login} {org}");
        }
        assert_eq!(nobody.token_call("sales01@example.com", "DEMO", PASSWORD).code, 0, "who knows his company's code");
    });
}

#[test]
fn the_platforms_pictures_are_seen_before_a_log_in_and_no_others() {
    each_database(rooms, |world| {
        let (keeper, boss, nobody) = (world.login("superAdmin"), world.login("demo-admin"), world.anonymous());
        assert_eq!(nobody.get("/hrs/platform/picture/logo").status, 404, "there is none");
        let url = |caller: &Caller<'_>| {
            let kept = caller.upload("/platform/picture", &[("logo.png", PNG)]);
            kept.data["url"].as_str().unwrap_or_else(|| panic!("{}", kept.message)).to_owned()
        };
        let (own, other) = (url(&keeper), url(&boss));
        for wrong in ["x", "/platform/picture/", "https://example.com/a.png", "/platform/picture/../hrs/user"] {
            assert_eq!(
                save(&keeper, json!({ "brandLogo": wrong })).findings_at("brandLogo"),
                ["参数不正确：LOGO"],
                "{wrong}"
            );
        }
        saved(&keeper, json!({ "brandLogo": own, "loginBackground": other }));
        let public = nobody.ok("/hrs/platform/public");
        let address = public["logo"].as_str().expect("an address");
        assert_eq!(address, own.replace("/platform/picture/", "/hrs/platform/picture/logo?v="));
        assert_eq!(nobody.get(address).bytes, PNG);
        assert_eq!(nobody.get("/hrs/platform/picture/background").status, 404, "a company's picture is not shown");
        assert_eq!(nobody.get("/hrs/platform/picture/other").status, 404);
        assert_eq!(nobody.get(&own).status, 401);
    });
}

#[test]
fn a_companys_logo_comes_with_its_sessions() {
    each_database(rooms, |world| {
        let boss = world.login("demo-admin");
        let upload = |name: &str| boss.upload("/platform/picture", &[(name, PNG)]).data["url"].clone();
        let (kept, small) = (upload("logo.png"), upload("small.png"));
        assert!(kept.is_string() && small.is_string() && kept != small);
        let enter = || world.anonymous().token_call("sales01@example.com", "DEMO", PASSWORD).json["orgLogo"].clone();
        assert_eq!(enter(), Json::Null);
        let put = |values: Json| {
            let version = boss.ok("/hrs/org/configure")["version"].clone();
            boss.put("/hrs/org/configure", json!({ "version": version, "values": values }))
        };
        assert_eq!(put(json!({ "logo": "x" })).findings_at("logo"), ["请上传图片"]);
        let reply = put(json!({ "logo": kept }));
        assert_eq!(reply.code, 0, "{} {}", reply.message, reply.data);
        assert_eq!(enter(), kept);
        assert_eq!(put(json!({ "shortLogo": small })).code, 0);
        assert_eq!(enter(), small, "the small one before the other");
    });
}

#[test]
fn what_the_servers_file_decides_is_read_by_who_sees_the_settings() {
    let ready = |settings: &mut platform::call::Settings| {
        settings.guard = platform::address::AddressGuard::new(&["10.1.0.0/16".to_owned()]).expect("a network");
        settings.mail_ports = vec![25, 587];
    };
    testkit::each_database_with(rooms, ready, |world| {
        let keeper = world.login("superAdmin");
        let facts = keeper.ok("/hrs/platform/configured");
        let value = |key: &str| {
            let found = facts.as_array().expect("facts").iter().find(|fact| fact["key"] == key);
            found.unwrap_or_else(|| panic!("no {key}"))["value"]["zh"].clone()
        };
        assert_eq!((value("object_store"), value("allowed_networks")), (json!("磁盘"), json!("10.1.0.0/16")));
        assert_eq!((value("mail_ports"), value("")), (json!("25、587"), json!("Asia/Shanghai (UTC+8)")));
        assert!(["内嵌数据库（SQLite）", "PostgreSQL"].map(|name| json!(name)).contains(&value("database_url")));
        assert_eq!(world.login("demo-admin").get("/hrs/platform/configured").status, 403);
        assert_eq!(world.anonymous().get("/hrs/platform/configured").status, 401);
    });
}
