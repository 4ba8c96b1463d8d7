//! Personal settings: what is answered, what is kept, what is refused.

use std::time::Duration;

use platform::call::Settings;
use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, World, done, each_database, each_database_with, field, refused};

const EXTEND: &str = "/hrs/user/getHrsUserExtend";
const SAVE: &str = "/hrs/user/editPersonal";
const TRY: &str = "/hrs/user/checkEmail";

fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

/// The caller's id.
fn own_id(world: &World, caller: &Caller<'_>, login: &str) -> String {
    let admin = world.login("demo-admin");
    let found = admin.ok(&format!("/platform/select/user?keyword={login}"));
    let _ = caller;
    field(&found[0], "value").to_owned()
}

/// Both answers in one, as the dialog sends them back.
fn settings(caller: &Caller<'_>, id: &str) -> Json {
    let mut all = caller.ok(&format!("/hrs/user/{id}"));
    let extend = caller.ok(EXTEND);
    all.as_object_mut().unwrap().extend(extend.as_object().unwrap().clone());
    all
}

fn with(mut body: Json, changes: Json) -> Json {
    body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    body
}

#[test]
fn everyone_reads_and_changes_his_own() {
    each_database(Vec::new, |world| {
        let op = world.login("op01");
        let id = own_id(world, &op, "op01");
        // req: settings-load-call, settings-field-identity
        let mine = op.ok(&format!("/hrs/user/{id}"));
        assert_eq!(
            (field(&mine, "userId"), field(&mine, "loginRole"), field(&mine, "orgName"), field(&mine, "userName")),
            (id.as_str(), "user", "演示货运", "操作一")
        );
        assert_eq!(
            (field(&mine, "userEmail"), field(&mine, "internationalCountryCode"), field(&mine, "pageLanguage")),
            ("op01@example.com", "86", "zh-CN")
        );
        assert_eq!((field(&mine, "paramText"), field(&mine, "mailVerifyCode")), ("简体中文", ""));
        assert_eq!(
            (&mine["mailValid"], &mine["mailPort"], &mine["mailSsl"]),
            (&json!(false), &json!(25), &json!(false))
        );
        // req: settings-extend-call
        let extend = op.ok(EXTEND);
        assert_eq!((&extend["orderAeDigitsWeight"], &extend["orderSeDigitsWeight"]), (&json!(1), &json!(3)));
        assert_eq!((&extend["aeWarehouseId"], &extend["orderTrackCcUser"]), (&json!(-1), &json!([])));
        let other = own_id(world, &op, "sales01");
        assert_eq!(op.get(&format!("/hrs/user/{other}")).status, 403, "others are for those who keep accounts");

        let colleague = own_id(world, &op, "cs01");
        let changed = with(
            settings(&op, &id),
            json!({
                "userEname": "Op One", "orderEditNewPage": true, "orderAeDigitsWeight": 2, "orderAeDefaultStation": "pvg",
                "orderAeDefaultDate": "3", "feeAeDefaultService": "ZH_EN", "personalAeLockPageLockStatus": "0",
                "sendBillCcUser": [colleague], "loadingDateType": "FLIGHTDATE", "pageLanguage": "en-US",
            }),
        );
        // req: settings-save-call, settings-field-general, settings-field-ae, settings-field-cc
        let saved = done(op.put(SAVE, changed.clone()));
        let (mine, extend) = (op.ok(&format!("/hrs/user/{id}")), op.ok(EXTEND));
        assert_eq!(mine["version"], saved["version"]);
        assert_eq!((field(&mine, "userEname"), &mine["orderEditNewPage"]), ("Op One", &json!(true)));
        assert_eq!((field(&mine, "pageLanguage"), &mine["orderSaveClosePage"]), ("en-US", &json!(false)));
        assert_eq!((&extend["orderAeDigitsWeight"], field(&extend, "orderAeDefaultStation")), (&json!(2), "PVG"));
        assert_eq!((field(&extend, "orderAeDefaultDate"), field(&extend, "feeAeDefaultService")), ("3", "ZH_EN"));
        assert_eq!(
            (field(&extend, "personalAeLockPageLockStatus"), field(&extend, "loadingDateType")),
            ("0", "FLIGHTDATE")
        );
        assert_eq!(extend["sendBillCcUser"], json!([colleague]));
        assert_eq!(op.put(SAVE, changed.clone()).code, 3, "an old version");
        let mut specified = changed;
        specified.as_object_mut().unwrap().remove("version");
        assert_eq!(op.put(SAVE, specified).code, 0, "the specified body has none: the last write counts");
        let log = world.contents(true).join("\n");
        assert!(log.contains("个人设置") && log.contains("空运出口重量"), "it leaves a line");
        // Who left drops out of the copies.
        run(world, "UPDATE app_user SET user_status = 0 WHERE login_name = 'cs01'");
        assert_eq!(op.ok(EXTEND)["sendBillCcUser"], json!([]));
        assert_eq!(world.login("sales01").ok(EXTEND)["orderAeDigitsWeight"], json!(1), "everyone has his own");
        for path in [EXTEND, "/hrs/user/selectDefaultDates"] {
            assert_eq!(world.anonymous().get(path).status, 401);
        }
        assert_eq!(world.anonymous().put(SAVE, json!({})).status, 401);
    });
}

#[test]
fn all_findings_come_at_once_and_nothing_is_written() {
    each_database(Vec::new, |world| {
        let op = world.login("op01");
        let id = own_id(world, &op, "op01");
        let sound = settings(&op, &id);
        let before = world.contents(true);
        let reply = op.put(
            SAVE,
            with(
                sound.clone(),
                json!({
                    "userEname": "", "internationalCountryCode": "", "orderEditNewPage": null, "orderSaveClosePage": "",
                    "orderAiDigitsWeight": 3, "orderAeDigitsWeight": 3, "mailValid": true, "mailPort": null,
                }),
            ),
        );
        for (name, text) in [
            ("userEname", "请输入英文名"),
            ("internationalCountryCode", "区号不能为空"),
            ("orderEditNewPage", "请选择编辑订单是否打开新页面"),
            ("orderSaveClosePage", "请选择保存订单后是否关闭页面"),
            ("orderAiDigitsWeight", "请输入空运进口重量小数位数0-2"),
            ("mailName", "发件人不能为空"),
            ("mailSmtp", "SMTP服务器不能为空"),
            ("mailPort", "端口不能为空"),
            ("mailUser", "用户名不能为空"),
            ("mailVerifyCode", "密码不能为空"),
        ] {
            assert_eq!(reply.findings_at(name), [text], "{name}");
        }
        assert_eq!(reply.findings_at("orderAeDigitsWeight").len() + reply.findings_at("mailAddress").len(), 0);
        for (name, value, text) in [
            ("userEname", json!("n".repeat(41)), "长度在1到40个字符"),
            ("mailName", json!("n".repeat(21)), "长度不能超过20个字符"),
            ("mailSmtp", json!("n".repeat(101)), "长度不能超过100个字符"),
            ("mailUser", json!("n".repeat(101)), "长度不能超过100个字符"),
            ("mailVerifyCode", json!("n".repeat(101)), "长度不能超过100个字符"),
            ("mailSignature", json!("n".repeat(201)), "长度不能超过200个字符"),
            ("pageLanguage", json!("xx"), "请选择语言"),
        ] {
            let reply = op.put(SAVE, with(sound.clone(), json!({ name: value })));
            assert!(reply.findings_at(name).contains(&text.to_owned()), "{name}: {:?}", reply.findings_at(name));
        }
        world.unchanged(&before, true);
        assert_eq!(op.put(SAVE, with(sound, json!({ "userEname": "n".repeat(40) }))).code, 0);
    });
}

#[test]
fn an_address_is_set_once_by_its_owner() {
    each_database(Vec::new, |world| {
        let op = world.login("op01");
        let id = own_id(world, &op, "op01");
        let sound = with(settings(&op, &id), json!({ "userEname": "One" }));
        // req: settings-email-server-locked
        refused(&op.put(SAVE, with(sound.clone(), json!({ "userEmail": "new@example.com" }))), "邮箱已设置，不能修改");
        let mut without = sound.clone();
        without.as_object_mut().unwrap().remove("userEmail");
        done(op.put(SAVE, without));
        assert_eq!(field(&op.ok(&format!("/hrs/user/{id}")), "userEmail"), "op01@example.com", "left out, it stays");

        run(world, "UPDATE app_user SET email = NULL WHERE login_name = 'op01'");
        run(
            world,
            "UPDATE login SET email = NULL WHERE id = (SELECT login_id FROM app_user WHERE login_name = 'op01')",
        );
        let empty = with(settings(&op, &id), json!({ "userEname": "One" }));
        for (mail, text) in [
            ("", "请输入邮箱"),
            ("nobody", "请输入正确的邮箱地址"),
            ("cs01@example.com", "邮箱已被使用"),
            (&format!("{}@example.com", "m".repeat(69)), "长度在1到80个字符"),
        ] {
            let reply = op.put(SAVE, with(empty.clone(), json!({ "userEmail": mail })));
            assert_eq!(reply.findings_at("userEmail"), [text], "{mail}");
        }
        // It is a way to log in: asked for long after the log-in, the password is asked for again.
        world.set_clock("2026-07-15 18:00:00");
        assert_eq!(op.put(SAVE, with(empty.clone(), json!({ "userEmail": "one@example.com" }))).code, 4);
        run(
            world,
            "UPDATE login SET email = 'op@x.example' WHERE id = (SELECT login_id FROM app_user WHERE login_name = 'op01')",
        );
        let sent = json!({ "userEmail": "op@x.example" });
        assert_eq!(op.put(SAVE, with(empty, sent)).code, 4, "the company's address of a login that has its own, too");
        let op = world.login("sales01");
        let id = own_id(world, &op, "sales01");
        run(world, "UPDATE app_user SET email = NULL WHERE login_name = 'sales01'");
        run(
            world,
            "UPDATE login SET email = NULL WHERE id = (SELECT login_id FROM app_user WHERE login_name = 'sales01')",
        );
        let sent = json!({ "userEname": "One", "userEmail": " One@Example.COM " });
        let reply = op.put(SAVE, with(settings(&op, &id), sent));
        // req: settings-email-lower-case
        done(reply);
        assert_eq!(field(&op.ok(&format!("/hrs/user/{id}")), "userEmail"), "one@example.com");
    });
}

#[test]
fn who_left_or_is_blacklisted_changes_nothing() {
    each_database(Vec::new, |world| {
        let op = world.login("op01");
        let id = own_id(world, &op, "op01");
        let sound = settings(&op, &id);
        run(world, "UPDATE app_user SET blacklist_date = '2026-07-01' WHERE login_name = 'op01'");
        let reply = op.put(SAVE, sound);
        assert!(
            reply.status == 401 || reply.message == "用户在黑名单中，不能修改",
            "{} {}",
            reply.status,
            reply.message
        );
    });
}

#[test]
fn the_administrator_names_the_address_he_sends_by() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let (admin, server) = (world.login("demo-admin"), MailServer::start(Manner::Takes));
        let id = own_id(world, &admin, "demo-admin");
        let sound = with(settings(&admin, &id), json!({ "userEname": "Boss", "phoneNumber": "13911110000" }));
        let of_server = server.mailbox();
        let mail = json!({
            "mailValid": true, "mailName": "总台", "mailSmtp": "127.0.0.1", "mailSsl": false, "mailPort": server.port(),
            "mailUser": of_server["mailUser"], "mailVerifyCode": of_server["mailVerifyCode"], "mailAddress": "",
        });
        let body = with(sound, mail);
        assert_eq!(admin.put(SAVE, body.clone()).findings_at("mailAddress"), ["邮箱地址不能为空"]);
        // req: settings-mail-address-format, settings-mail-address-max
        let wrong = with(body.clone(), json!({ "mailAddress": "nobody" }));
        assert_eq!(admin.put(SAVE, wrong).findings_at("mailAddress"), ["请输入正确的邮箱地址"]);
        let long = format!("{}@example.com", "m".repeat(89));
        let reply = admin.put(SAVE, with(body.clone(), json!({ "mailAddress": long })));
        assert!(reply.findings_at("mailAddress").contains(&"长度不能超过100个字符".to_owned()));
        done(admin.put(SAVE, with(body, json!({ "mailAddress": of_server["mailAddress"] }))));
        let kept = admin.ok(&format!("/hrs/user/{id}"));
        assert_eq!((field(&kept, "loginRole"), &kept["mailAddress"]), ("admin", &of_server["mailAddress"]));
        // req: settings-password-not-returned
        assert_eq!(field(&kept, "mailVerifyCode"), "******");
        let secret = field(&of_server, "mailVerifyCode");
        assert!(!world.contents(true).join("\n").contains(secret), "sealed at rest, and in no log");
        // The mask leaves the password as it is, and takes it nowhere else.
        done(admin.put(SAVE, with(settings(&admin, &id), json!({ "mailSignature": "敬上" }))));
        assert_eq!(admin.post(TRY, settings(&admin, &id)).data, json!(true));
        let elsewhere = with(settings(&admin, &id), json!({ "mailSmtp": "127.0.0.2" }));
        let text = "服务器、端口、加密方式或用户名已修改，请重新输入密码";
        assert_eq!(admin.put(SAVE, elsewhere.clone()).findings_at("mailVerifyCode"), [text]);
        assert_eq!(admin.post(TRY, elsewhere).findings_at("mailVerifyCode"), [text]);
    });
}

#[test]
fn trying_a_mailbox_logs_in_and_sends_nothing() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let (op, server) = (world.login("op01"), MailServer::start(Manner::Takes));
        let id = own_id(world, &op, "op01");
        let of_server = server.mailbox();
        let body = with(
            settings(&op, &id),
            json!({
                "mailSmtp": "127.0.0.1", "mailPort": server.port(), "mailUser": of_server["mailUser"],
                "mailVerifyCode": of_server["mailVerifyCode"],
            }),
        );
        let before = world.contents(true);
        // req: settings-check-email-call, settings-open-mail-test-server
        let verified = op.post(TRY, body.clone());
        assert_eq!((verified.code, &verified.data), (0, &json!(true)));
        assert_eq!((server.connections(), server.received().len()), (1, 0));
        let wrong = op.post(TRY, with(body.clone(), json!({ "mailVerifyCode": "not-it-9" })));
        assert_eq!((wrong.code, &wrong.data), (0, &json!(false)));
        assert_eq!(op.post(TRY, with(body.clone(), json!({ "mailSsl": true }))).data, json!(false));
        server.turn(Manner::Silent);
        assert_eq!(op.post(TRY, body.clone()).data, json!(false), "it is not waited for without end");
        let reply = op.post(TRY, with(body, json!({ "mailSmtp": "", "mailPort": null, "mailVerifyCode": "" })));
        for (name, text) in
            [("mailSmtp", "SMTP服务器不能为空"), ("mailPort", "端口不能为空"), ("mailVerifyCode", "密码不能为空")]
        {
            assert_eq!(reply.findings_at(name), [text]);
        }
        world.unchanged(&before, true);
    });
}

#[test]
fn private_hosts_are_not_tried() {
    // The server stands on this machine at a port that is allowed; only the guard of addresses keeps it from being called.
    let closed = |settings: &mut Settings| {
        settings.mail_ports = Vec::new();
        settings.mail_patience = Duration::from_secs(5);
    };
    each_database_with(Vec::new, closed, |world| {
        let op = world.login("op01");
        let id = own_id(world, &op, "op01");
        let server = MailServer::start(Manner::Takes);
        let of_server = server.mailbox();
        for host in ["127.0.0.1", "localhost", "127.1", "2130706433", "::1", "::ffff:127.0.0.1", "0.0.0.0"] {
            let body = with(
                settings(&op, &id),
                json!({
                    "mailSmtp": host, "mailPort": server.port(), "mailUser": of_server["mailUser"],
                    "mailVerifyCode": of_server["mailVerifyCode"],
                }),
            );
            // req: settings-open-mail-test-server
            let tried = op.post(TRY, body);
            assert_eq!((tried.code, &tried.data), (0, &json!(false)), "{host}: {}", tried.message);
        }
        assert_eq!(server.connections(), 0);
    });
}

#[test]
fn a_mobile_number_is_what_its_area_makes_of_it() {
    each_database(Vec::new, |world| {
        // Who has no number yet, and gets none: what is sent has a mailbox without a server.
        let op = world.login("op01");
        let id = own_id(world, &op, "op01");
        run(
            world,
            "UPDATE login SET phone = NULL WHERE id = (SELECT login_id FROM app_user WHERE login_name = 'op01')",
        );
        let found = |area: &str, phone: &str| {
            let body = json!({
                "userEname": "One", "internationalCountryCode": area, "phoneNumber": phone, "mailValid": true, "mailSmtp": "",
            });
            let reply = op.put(SAVE, with(settings(&op, &id), body));
            assert_eq!(reply.findings_at("mailSmtp"), ["SMTP服务器不能为空"], "{phone}");
            reply.findings_at("phoneNumber")
        };
        let (none, wrong) = (Vec::<String>::new(), vec!["请输入正确的手机号码".to_owned()]);
        // req: auth-mobile-pattern
        for sound in ["13812345678", "19912345678"] {
            assert_eq!(found("86", sound), none, "{sound}");
        }
        for bad in ["1381234567", "138123456789", "12812345678", "23812345678", "1381234567x", "1381"] {
            assert_eq!(found("86", bad), wrong, "{bad}");
        }
        for (length, expected) in [(3, &wrong), (4, &none), (30, &none)] {
            assert_eq!(found("49", &"7".repeat(length)), *expected, "{length} digits");
        }
        assert_eq!(found("49", &"7".repeat(31)), ["长度不能超过30个字符"]);
        assert_eq!(found("49", "777a"), wrong);
    });
}
