//! Log-in, sessions, permissions and logs through the front door, on every database.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use kernel::Instant;
use platform::call::Settings;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value as Json, json};
use testkit::{NOW, PARTNER_SECRET, PASSWORD, Reply, World, each_database, each_database_with, field};

use super::user::new;

fn codes(data: &Json) -> Vec<&str> {
    data.as_array().map(|list| list.iter().filter_map(Json::as_str).collect()).unwrap_or_default()
}

// req: auth-user-lookup-call, auth-user-lookup-phone, auth-user-lookup-email, auth-user-lookup-admin
#[test]
fn a_login_is_looked_up_by_phone_mail_or_admin_name() {
    each_database(Vec::new, |world| {
        let nobody = world.anonymous();
        let demo = json!([{ "orgCode": "DEMO", "orgName": "演示货运", "loginName": "13800000003" }]);
        let path = "/hrs/user/searchLoginNameAndOrgCode";
        assert_eq!(nobody.ok(&format!("{path}?phoneNumber=13800000003&internationalCountryCode=86")), demo);
        let reply = nobody.ok(&format!("{path}?userEmail=Sales01@Example.com"));
        assert_eq!(reply.pointer("/0/orgCode"), Some(&json!("DEMO")));
        assert_eq!(nobody.ok(&format!("{path}?loginName=demo-admin")).pointer("/0/orgCode"), Some(&json!("DEMO")));
        for unknown in ["phoneNumber=13900000000", "userEmail=x@example.com", "loginName=sales01", ""] {
            assert_eq!(nobody.ok(&format!("{path}?{unknown}")), json!([]), "{unknown}");
        }
    });
}

// req: auth-user-lookup-phone, auth-token-call
#[test]
fn the_same_digits_under_two_dialling_codes_are_two_people() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let (here, abroad) = (super::user::row(&admin, "sales01"), super::user::row(&admin, "op01"));
        let change = json!({ "version": abroad["version"], "phoneArea": "49", "phone": "13800000003" });
        assert_eq!(admin.put(&format!("/hrs/user/{}", field(&abroad, "id")), change).code, 0);
        let nobody = world.anonymous();
        let found = |area: &str| {
            let path = "/hrs/user/searchLoginNameAndOrgCode?phoneNumber=13800000003&internationalCountryCode=";
            nobody.ok(&format!("{path}{area}")).as_array().unwrap().len()
        };
        assert_eq!([found("86"), found("49"), found("1")], [1, 1, 0]);
        let user = |login: &str| nobody.token_call(login, "DEMO", PASSWORD).json["userId"].clone();
        assert_eq!(user("+86 13800000003"), here["id"]);
        assert_eq!(user("+49 13800000003"), abroad["id"]);
        let unknown = nobody.token_call("+1 13800000003", "DEMO", PASSWORD);
        assert_eq!((unknown.code, unknown.message.as_str()), (1, "用户名或密码错误"));
        // A failure counts against the one it is about.
        assert_eq!(nobody.token_call("+49 13800000003", "DEMO", "wrong").code, 1);
        let fails = |login: &str| {
            let sql = format!("SELECT fails FROM login WHERE email = '{login}@example.com'");
            world.database(|_, conn| {
                conn.query(&platform::store::Stmt::Raw(sql, Vec::new())).unwrap().remove(0).get::<i64>(0).unwrap()
            })
        };
        assert_eq!((fails("sales01"), fails("op01")), (0, 1));
    });
}

// req: auth-token-call, auth-token-username, auth-token-client-credential, auth-token-nonzero
#[test]
fn the_token_call_takes_the_composed_name_and_the_client_credential() {
    each_database(Vec::new, |world| {
        let nobody = world.anonymous();
        let reply = nobody.token_call("sales01@example.com", "DEMO", PASSWORD);
        assert_eq!((reply.status, reply.code), (200, 0));
        assert!(reply.json.get("access_token").and_then(Json::as_str).is_some_and(|token| token.len() == 43));
        assert_eq!(reply.json.get("orgCode"), Some(&json!("DEMO")));
        assert_eq!(reply.json.get("orgName"), Some(&json!("演示货运")));
        for (login, org, password) in [
            ("sales01@example.com", "DEMO", "wrong"),
            ("sales01@example.com", "DEMOSH", PASSWORD),
            ("unknown@example.com", "DEMO", PASSWORD),
            ("sales01@example.com", "NONE", PASSWORD),
        ] {
            let reply = nobody.token_call(login, org, password);
            assert_eq!(
                (reply.status, reply.code, reply.message.as_str()),
                (200, 1, "用户名或密码错误"),
                "{login} {org}"
            );
            assert!(reply.json.get("access_token").is_none());
        }
        let bare = nobody.post("/auth/oauth/token", json!({}));
        assert_eq!((bare.status, bare.code, bare.message.as_str()), (200, 1, "客户端凭证错误"));
    });
    // The callers of these tests know the usual credential, which is wrong where a deployment has set another.
    let of_deployment: [fn(&mut Settings); 2] = [
        |settings| settings.client_id = "another".to_owned(),
        |settings| settings.client_secret = "another".to_owned(),
    ];
    for set in of_deployment {
        each_database_with(Vec::new, set, |world| {
            let reply = world.anonymous().token_call("sales01@example.com", "DEMO", PASSWORD);
            assert_eq!((reply.status, reply.code, reply.message.as_str()), (200, 1, "客户端凭证错误"));
            assert!(reply.json.get("access_token").is_none());
        });
    }
}

// req: i18n-open-language-setting-path
#[test]
fn the_language_of_a_user_stands_in_his_record_and_in_a_call_of_its_own() {
    each_database(Vec::new, |world| {
        let (admin, user) = (world.login("demo-admin"), world.login("sales01"));
        let made = admin.post("/hrs/user", new(&admin, "13911112222", "new01@example.com"));
        let fresh = made.data["id"].as_str().expect("an id").to_owned();
        assert_eq!(admin.ok(&format!("/hrs/user/{fresh}"))["pageLanguage"], "zh-CN");
        let id = world.anonymous().token_call("sales01@example.com", "DEMO", PASSWORD).json["userId"].clone();
        let path = format!("/hrs/user/{}", id.as_str().expect("an id"));
        let languages =
            || (admin.ok(&path)["pageLanguage"].clone(), user.ok("/hrs/language/setting")["pageLanguage"].clone());
        assert_eq!(languages(), (json!("zh-CN"), json!("zh-CN")), "never set");
        assert_eq!(user.put("/hrs/user/pageLanguage", json!({ "pageLanguage": "en-US" })).code, 0);
        assert_eq!(languages(), (json!("en-US"), json!("en-US")));
    });
}

// req: auth-org-state-fields, auth-user-state-fields
#[test]
fn the_session_knows_company_and_person() {
    each_database(Vec::new, |world| {
        let reply = world.anonymous().token_call("sales01@example.com", "DEMO", PASSWORD).json;
        let (org, user) = (&reply["orgId"], &reply["userId"]);
        assert_eq!(
            reply["org"],
            json!({ "id": org, "title": "演示货运", "auditStatus": "已审核", "status": 1, "contractPartyId": null })
        );
        assert_eq!(
            reply["user"],
            json!({
                "id": user, "nickname": "销售一", "mobile": "13800000003", "area": "86", "userState": 1,
                "contractPartyId": null,
            })
        );
    });
}

// req: auth-open-login-form-rules
#[test]
fn five_wrong_passwords_lock_the_login_for_fifteen_minutes() {
    each_database(Vec::new, |world| {
        let nobody = world.anonymous();
        world.fail_log_in("cs01@example.com", "DEMO", 4);
        world.login("cs01");
        world.fail_log_in("cs01@example.com", "DEMO", 5);
        let right = || nobody.token_call("cs01@example.com", "DEMO", PASSWORD);
        assert_eq!(right().message, "登录失败次数过多，请稍后再试");
        // The fifth came at 10:01:20.
        world.set_clock("2026-07-15 10:16:19");
        assert_eq!(right().message, "登录失败次数过多，请稍后再试");
        world.set_clock("2026-07-15 10:16:20");
        assert_eq!(right().code, 0);
    });
}

#[test]
fn wrong_passwords_long_apart_do_not_lock() {
    each_database(Vec::new, |world| {
        for minute in ["10:00", "10:10", "10:20", "10:30", "10:40", "10:50"] {
            world.set_clock(&format!("2026-07-15 {minute}:00"));
            let reply = world.anonymous().token_call("cs02@example.com", "DEMO", "wrong");
            assert_eq!(reply.message, "用户名或密码错误");
        }
        world.login("cs02");
    });
}

#[test]
fn an_expired_company_is_told_so_only_after_the_right_password() {
    each_database(Vec::new, |world| {
        let nobody = world.anonymous();
        assert_eq!(nobody.token_call("trial01", "TRIAL", PASSWORD).message, "签约已到期，请联系客服续约");
        assert_eq!(nobody.token_call("trial01", "TRIAL", "wrong").message, "用户名或密码错误");
    });
}

// req: auth-logout-call, auth-open-logout-path-tracking
#[test]
fn a_token_is_dead_after_log_out() {
    each_database(Vec::new, |world| {
        let op = world.login("op01");
        assert_eq!(op.get("/hrs/permission").code, 0);
        assert_eq!(op.delete("/auth/token/logout").code, 0);
        let reply = op.get("/hrs/permission");
        assert_eq!((reply.status, reply.message.as_str()), (401, "登录已超时，请重新登录"));
    });
}

#[test]
fn a_session_ends_when_idle_and_at_its_absolute_end() {
    each_database(Vec::new, |world| {
        let idle = world.login("op01");
        let busy = world.login("cs01");
        for hour in 0..16 {
            let (day, hour) = (15 + (10 + hour * 11) / 24, (10 + hour * 11) % 24);
            world.set_clock(&format!("2026-07-{day} {hour:02}:00:00"));
            assert_eq!(busy.get("/hrs/permission").code, 0, "07-{day} {hour}");
        }
        world.set_clock("2026-07-22 09:59:59");
        assert_eq!(idle.get("/hrs/permission").status, 401);
        assert_eq!(busy.get("/hrs/permission").code, 0);
        world.set_clock("2026-07-22 10:00:00");
        assert_eq!(busy.get("/hrs/permission").status, 401);
    });
}

#[test]
fn only_the_hash_of_a_token_is_stored() {
    each_database(Vec::new, |world| {
        let op = world.login("op01");
        let stored = world.contents(true).join("\n");
        assert!(!stored.contains(op.token()));
        assert!(!stored.contains(PASSWORD));
    });
}

// req: auth-permission-call, auth-permission-node-fields, auth-menu-item-fields, auth-button-info-call
// req: auth-permission-menu-based, auth-permission-tree-call
#[test]
fn menu_and_buttons_come_from_the_permissions() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let tree = admin.ok("/hrs/permission");
        let page = tree.pointer("/0/children/0").cloned().unwrap_or_default();
        for field in ["id", "path", "name", "label", "icon", "children", "hidden", "alwaysShow"] {
            assert!(page.get(field).is_some(), "{field}");
        }
        assert_eq!(page.get("path"), Some(&json!("/hrs_dept")));
        assert_eq!(page.get("name"), Some(&json!("部门管理")));
        let buttons = admin.ok("/hrs/permission/getButtonInfo");
        assert!(codes(&buttons).contains(&"sys_log_export") && !codes(&buttons).contains(&"hrs_log"));
        let nobody = world.login("nobody");
        assert_eq!(nobody.ok("/hrs/permission"), json!([]));
        assert_eq!(nobody.ok("/hrs/permission/getButtonInfo"), json!([]));
        let all = nobody.ok("/hrs/permission/getAllPermissionAndHave");
        let page = all.pointer("/0/children/0").cloned().unwrap_or_default();
        assert_eq!((page.get("have"), page.get("path")), (Some(&json!(false)), Some(&json!("/unPermission"))));
    });
}

// req: auth-open-reset-password
#[test]
fn a_changed_password_ends_every_session_of_the_login() {
    each_database(Vec::new, |world| {
        let (here, there) = (world.login("op01"), world.login("op01"));
        let change = |old: &str, new: &str| {
            here.put("/hrs/user/editPassword", json!({ "oldPassword": old, "newPassword": new }))
        };
        assert_eq!(change("wrong", "New-2026x").findings_at("oldPassword"), ["原密码错误"]);
        assert_eq!(change(PASSWORD, "short1").findings_at("newPassword"), ["密码须为8-20位且包含字母和数字"]);
        assert_eq!(change(PASSWORD, PASSWORD).findings_at("newPassword"), ["新密码不能与原密码相同"]);
        assert_eq!(there.get("/hrs/permission").code, 0);
        assert_eq!(change(PASSWORD, "New-2026x").code, 0);
        assert_eq!(here.get("/hrs/permission").status, 401);
        assert_eq!(there.get("/hrs/permission").status, 401);
        assert_eq!(world.anonymous().token_call("op01@example.com", "DEMO", PASSWORD).code, 1);
        assert_eq!(world.anonymous().token_call("op01@example.com", "DEMO", "New-2026x").code, 0);
    });
}

#[test]
fn the_last_five_passwords_do_not_come_back() {
    each_database(Vec::new, |world| {
        let change = |old: &str, new: &str| {
            let token = world.anonymous().token_call("op01@example.com", "DEMO", old);
            assert_eq!(token.code, 0, "{old}");
            let caller = world.bearer(token.json["access_token"].as_str().unwrap());
            caller.put("/hrs/user/editPassword", json!({ "oldPassword": old, "newPassword": new }))
        };
        let steps = [PASSWORD, "Second-26x", "Third-26x", "Fourth-26x", "Fifth-26x"];
        for pair in steps.windows(2) {
            assert_eq!(change(pair[0], pair[1]).code, 0, "{pair:?}");
        }
        for used in &steps[..4] {
            let reply = change(steps[4], used);
            assert_eq!(reply.findings_at("newPassword"), ["新密码不能与最近5次使用的密码相同"], "{used}");
        }
        assert_eq!(change(steps[4], "Sixth-26x").code, 0);
        assert_eq!(change("Sixth-26x", PASSWORD).code, 0, "the sixth last may come back");
    });
}

#[test]
fn column_settings_are_kept_per_user() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let path = "/platform/listSetting/hrs.log.list";
        assert_eq!(admin.ok(path), Json::Null);
        let setting = json!({ "columns": [{ "name": "type", "shown": false }], "size": 50, "density": "compact" });
        for _ in 0..2 {
            assert_eq!(admin.put(path, setting.clone()).code, 0);
        }
        assert_eq!(admin.ok(path), setting);
        assert_eq!(world.login("op01").ok(path), Json::Null);
        assert_eq!(admin.put("/platform/listSetting/none", setting).status, 404);
        assert_eq!(admin.put(path, json!({ "x": "y".repeat(40_000) })).status, 400);
    });
}

#[test]
fn an_export_leaves_a_log_line_that_the_log_shows() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(admin.ok("/hrs/log/list/page").pointer("/total"), Some(&json!(0)));
        let file = admin.post("/hrs/log/list/exportExcel", json!({}));
        assert!(file.bytes.starts_with(b"PK"));
        let page = admin.ok("/hrs/log/list/page?type=%E5%AF%BC%E5%87%BA");
        assert_eq!(page.pointer("/records/0/pageName"), Some(&json!("系统日志")));
        assert_eq!(page.pointer("/records/0/operatorName"), Some(&json!("管理员 demo-admin@example.com")));
        assert_eq!(page.pointer("/total"), Some(&json!(1)));
    });
}

#[test]
fn english_is_answered_when_asked_for() {
    each_database(Vec::new, |world| {
        let reply = world.anonymous().in_language("en-US").get("/hrs/permission");
        assert_eq!(reply.message, "Your session has ended. Please log in again.");
    });
}

/// The second of the fixture's clock.
fn now() -> i64 {
    Instant::parse(NOW).map_or(0, Instant::millis) / 1000
}

/// Claims of a token of the partner `portal`, made now for a user of DEMO; changed as told.
pub(super) fn claims(nonce: &str, changes: Json) -> Json {
    let now = now();
    let claims = json!({
        "iss": "portal", "aud": "http://localhost", "org": "DEMO", "login": "op01@example.com",
        "iat": now, "exp": now + 60, "jti": format!("a-nonce-{nonce}"),
    });
    let mut claims = claims.as_object().cloned().unwrap_or_default();
    claims.extend(changes.as_object().cloned().unwrap_or_default());
    claims.into()
}

fn signed_with(secret: &str, algorithm: &str, claims: &Json) -> String {
    let part = |json: &Json| URL_SAFE_NO_PAD.encode(json.to_string());
    let text = format!("{}.{}", part(&json!({ "alg": algorithm, "typ": "JWT" })), part(claims));
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret.as_bytes());
    let signature = URL_SAFE_NO_PAD.encode(ring::hmac::sign(&key, text.as_bytes()));
    format!("{text}.{signature}")
}

pub(super) fn signed(claims: &Json) -> String {
    signed_with(PARTNER_SECRET, "HS256", claims)
}

pub(super) fn hand_off(world: &World, token: &str) -> Reply {
    world.anonymous().post("/hrs/org/sourceLoginOfEf", json!({ "token": token }))
}

fn refused(world: &World, token: &str, why: &str) {
    let reply = hand_off(world, token);
    assert_eq!((reply.status, reply.code, reply.message.as_str()), (200, 1, "无效的用户信息，无法访问"), "{why}");
    assert_eq!(reply.data.get("access_token"), None, "{why}");
}

/// Lines of the log-in log that hand-offs left, and how many sessions there are.
pub(super) fn hand_offs(world: &World) -> (Vec<String>, usize) {
    world.database(|_, conn| {
        let mut read = |text: &str| {
            let select = platform::store::Stmt::Raw(text.to_owned(), Vec::new());
            conn.query(&select).unwrap_or_default()
        };
        let lines = read("SELECT outcome FROM login_log WHERE way = '免登' ORDER BY created_at, id");
        let lines = lines.iter().map(|row| row.get(0).unwrap_or_default()).collect();
        (lines, read("SELECT user_id FROM session").len())
    })
}

// req: auth-handoff-call, auth-open-handoff-token-path
#[test]
fn a_partners_token_opens_one_session() {
    each_database(Vec::new, |world| {
        let token = signed(&claims("1", json!({})));
        let reply = hand_off(world, &token);
        assert_eq!((reply.status, reply.code), (200, 0), "{}", reply.message);
        let by_password = world.anonymous().token_call("op01@example.com", "DEMO", PASSWORD).json;
        for name in ["userId", "orgId", "orgCode", "orgName", "orgVersion", "loginType", "userEmail", "stopDate"] {
            assert!(reply.data.get(name).is_some(), "{name}");
            assert_eq!(reply.data.get(name), by_password.get(name), "{name}");
        }
        assert_eq!(reply.data.get("source"), Some(&json!("portal")));
        let session = reply.data.get("access_token").and_then(Json::as_str).expect("a session").to_owned();
        assert_eq!(world.anonymous().with_token(&session).get("/hrs/permission").code, 0);
        refused(world, &token, "used twice");
        let (lines, sessions) = hand_offs(world);
        assert_eq!(lines, ["成功", "portal：令牌已使用"]);
        assert_eq!(sessions, 2);
        // Another nonce opens another session; a phone number is told with or without its area.
        for (nonce, login) in [("2", json!({})), ("3", json!({ "login": "13800000003" }))] {
            assert_eq!(hand_off(world, &signed(&claims(nonce, login))).code, 0, "{nonce}");
        }
        let area = |nonce: &str, area: &str| signed(&claims(nonce, json!({ "login": "13800000003", "area": area })));
        assert_eq!(hand_off(world, &area("4", "+86")).code, 0);
        refused(world, &area("5", "852"), "a phone number of another area");
    });
}

// req: auth-open-handoff-token-path
#[test]
fn a_company_may_have_a_partner_of_its_own() {
    each_database(Vec::new, |world| {
        const KEY: &str = "agent-and-demo-know-this-secret-1";
        let admin = world.login("demo-admin");
        let config = |mode: &str| json!({ "apiType": "LOGIN_HANDOFF", "mode": mode, "platform": "agent", "authToken": KEY, "timeoutS": 10 });
        let token = |nonce: &str, changes: Json| {
            let mut claims = claims(nonce, json!({ "iss": "agent" }));
            claims.as_object_mut().expect("claims").extend(changes.as_object().cloned().unwrap_or_default());
            signed_with(KEY, "HS256", &claims)
        };
        refused(world, &token("1", json!({})), "nobody set it up");
        let made = admin.post("/hrs/orgInterface", config("模拟"));
        assert_eq!(made.code, 0, "{}", made.message);
        refused(world, &token("2", json!({})), "it is being tried");
        let id = made.data.get("id").and_then(Json::as_str).unwrap_or_default();
        let live = json!({ "version": 1, "mode": "正式" });
        assert_eq!(admin.put(&format!("/hrs/orgInterface/{id}"), live).code, 0);
        let reply = hand_off(world, &token("3", json!({})));
        assert_eq!((reply.code, reply.data.get("source")), (0, Some(&json!("agent"))), "{}", reply.message);
        refused(world, &token("3", json!({})), "used twice");
        refused(world, &token("4", json!({ "org": "DEMOSH", "login": "sh01@example.com" })), "another company");
        refused(world, &token("5", json!({ "iss": "other" })), "another issuer");
        refused(world, &signed_with("", "HS256", &claims("6", json!({ "iss": "agent" }))), "an empty key");
        let stop = json!({ "active": false, "version": 2 });
        assert_eq!(admin.post(&format!("/hrs/orgInterface/{id}/status"), stop).code, 0);
        refused(world, &token("7", json!({})), "stopped");
    });
}

/// A token signed with the private key of an Ed25519 pair.
fn signed_by_pair(pair: &Ed25519KeyPair, algorithm: &str, claims: &Json) -> String {
    let part = |json: &Json| URL_SAFE_NO_PAD.encode(json.to_string());
    let text = format!("{}.{}", part(&json!({ "alg": algorithm, "typ": "JWT" })), part(claims));
    let signature = URL_SAFE_NO_PAD.encode(pair.sign(text.as_bytes()).as_ref());
    format!("{text}.{signature}")
}

// req: auth-open-handoff-token-path
#[test]
fn a_partner_may_give_a_public_key() {
    each_database(Vec::new, |world| {
        let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("a pair");
        let der =
            [&[0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00][..], pair.public_key().as_ref()]
                .concat();
        let key = STANDARD.encode(der);
        let admin = world.login("demo-admin");
        let config = json!({ "apiType": "LOGIN_HANDOFF", "mode": "正式", "platform": "agent", "authToken": key, "timeoutS": 10 });
        let made = admin.post("/hrs/orgInterface", config);
        assert_eq!(made.code, 0, "{}", made.message);
        let claims = |nonce: &str| claims(nonce, json!({ "iss": "agent" }));
        let reply = hand_off(world, &signed_by_pair(&pair, "EdDSA", &claims("1")));
        assert_eq!((reply.code, reply.data.get("source")), (0, Some(&json!("agent"))), "{}", reply.message);
        let other = Ed25519KeyPair::from_seed_unchecked(&[8; 32]).expect("a pair");
        refused(world, &signed_by_pair(&other, "EdDSA", &claims("2")), "another key");
        refused(world, &signed_by_pair(&pair, "HS256", &claims("3")), "named otherwise");
        refused(world, &signed_with(&key, "HS256", &claims("4")), "signed with what everybody may know");
        refused(world, &signed_with(&key, "EdDSA", &claims("5")), "no signature of a pair");
        refused(world, &signed_by_pair(&pair, "none", &claims("6")), "another algorithm");
        // With the lines around it as the file has them.
        let id = made.data.get("id").and_then(Json::as_str).unwrap_or_default();
        let pem = format!("-----BEGIN PUBLIC KEY-----\n{key}\n-----END PUBLIC KEY-----");
        let change = admin.put(&format!("/hrs/orgInterface/{id}"), json!({ "version": 1, "authToken": pem }));
        assert_eq!(change.code, 0, "{}", change.message);
        assert_eq!(hand_off(world, &signed_by_pair(&pair, "EdDSA", &claims("7"))).code, 0);
    });
}

// req: auth-open-handoff-token-path
#[test]
fn a_token_lives_sixty_seconds() {
    each_database(Vec::new, |world| {
        let now = now();
        let times =
            |nonce: &str, iat: i64, exp: i64| signed(&claims(nonce, json!({ "iat": now + iat, "exp": now + exp })));
        assert_eq!(hand_off(world, &times("in", -59, 1)).code, 0);
        refused(world, &times("edge", -60, 0), "its end is reached");
        refused(world, &times("over", -61, -1), "over");
        refused(world, &times("long", 0, 61), "valid for too long");
        assert_eq!(hand_off(world, &times("ahead", 5, 65)).code, 0);
        refused(world, &times("future", 6, 66), "made in the future");
        let invalid = "portal：令牌无效";
        assert_eq!(hand_offs(world).0, ["成功", invalid, invalid, invalid, "成功", invalid]);
    });
}

// req: auth-open-handoff-token-path
#[test]
fn only_a_configured_partner_opens_only_its_organisations() {
    each_database(Vec::new, |world| {
        let sound = claims("1", json!({}));
        refused(world, &signed_with("another-secret-of-thirty-two-letters", "HS256", &sound), "wrong signature");
        refused(world, &signed_with(PARTNER_SECRET, "none", &sound), "another algorithm");
        let token = signed(&sound);
        let (text, signature) = token.rsplit_once('.').expect("three parts");
        let (head, _) = text.split_once('.').expect("three parts");
        let forged = URL_SAFE_NO_PAD.encode(claims("1", json!({ "login": "demo-admin" })).to_string());
        refused(world, &format!("{head}.{forged}.{signature}"), "claims changed after signing");
        refused(world, &format!("{text}."), "no signature");
        for broken in ["", " ", "a", "a.b", "a.b.c", "..."] {
            refused(world, broken, broken);
        }
        for changes in [
            json!({ "iss": "stranger" }),
            json!({ "aud": "http://another" }),
            json!({ "org": "DEMOSH" }),
            json!({ "org": "DEMOSH", "login": "sh01@example.com" }),
            json!({ "org": "PLAT", "login": "superAdmin" }),
            json!({ "jti": "7-chars" }),
            json!({ "jti": null }),
            json!({ "exp": null }),
        ] {
            refused(world, &signed(&claims("2", changes.clone())), &changes.to_string());
        }
        // Of who signed is known, a company of his is told; one he may not open hears nothing.
        assert_eq!(hand_offs(world), (vec!["portal：令牌无效".to_owned(); 2], 0));
        let shown = world.login("demo-admin").ok("/hrs/loginLog/page?reason=令牌无效");
        let reasons: Vec<&str> = shown["records"].as_array().unwrap().iter().map(|row| field(row, "reason")).collect();
        assert_eq!(reasons, ["portal：令牌无效"; 2], "those for this company");
        assert_eq!(hand_off(world, &token).code, 0);
    });
}

// req: auth-open-handoff-token-path
#[test]
fn who_may_not_log_in_is_not_handed_off_either() {
    each_database(Vec::new, |world| {
        refused(world, &signed(&claims("1", json!({ "login": "sh01@example.com" }))), "no account in this company");
        refused(world, &signed(&claims("2", json!({ "org": "TRIAL", "login": "trial01" }))), "contract ended");
        let change = |text: &str| {
            world.database(|_, conn| {
                let change = platform::store::Stmt::Raw(text.to_owned(), Vec::new());
                assert_eq!(conn.exec(&change).expect("changes"), 1, "{text}");
            });
        };
        change("UPDATE app_user SET active = false WHERE login_name = 'cs01'");
        refused(world, &signed(&claims("3", json!({ "login": "cs01@example.com" }))), "account stopped");
        change("UPDATE org SET status = false WHERE code = 'DEMO'");
        refused(world, &signed(&claims("4", json!({}))), "company stopped");
        let reasons =
            ["账号不存在", "签约已到期，请联系客服续约", "账号已停用，请联系管理员", "公司已停用，请联系客服"];
        assert_eq!(hand_offs(world), (reasons.map(|reason| format!("portal：{reason}")).to_vec(), 0));
        let ended = world.login("superAdmin").ok("/hrs/loginLog/page?orgId=4&reason=签约到期");
        assert_eq!(field(&ended["records"][0], "reason"), "portal：签约到期");
        change("UPDATE org SET status = true WHERE code = 'DEMO'");
        refused(world, &signed(&claims("4", json!({}))), "used up by the refusal");
        assert_eq!(hand_off(world, &signed(&claims("5", json!({})))).code, 0);
    });
}
