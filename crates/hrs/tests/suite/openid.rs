//! Log-in by a provider of OpenID Connect: a stand-in signs with real keys, and what does not fit opens nothing.

mod stand_in;

use kernel::Instant;
use platform::openid::MatchBy;
use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, PASSWORD, Reply, World, done, each_database, each_database_with, field, refused};

use super::second_factor::bind;
use stand_in::{Asked, CLIENT, Signer, URL, grants, issuer, query};

const OP: &str = "op01@example.com";
const PROVE: &str = "请验证密码后继续";
const OVER: &str = "登录请求已失效，或不是由本浏览器发起，请重新登录";
const UNFIT: &str = "登录服务的应答无效，请重试或联系管理员";
const UNREACHABLE: &str = "登录服务暂时无法访问，请稍后重试或用密码登录";
const NOBODY: &str = "没有与该身份对应的用户，请联系管理员";
const UNVERIFIED: &str = "邮箱未经登录服务验证，不能用于登录";
const ANOTHER: &str = "该用户已绑定另一身份，请联系管理员解除绑定";

/// Runs a story of a deployment with a part of the stand-in of its own, which may open DEMO.
macro_rules! each_with {
    ($name:literal, $orgs:expr, $story:expr) => {
        each_database_with(
            Vec::new,
            |settings| stand_in::set_up(settings, $name, $orgs),
            |world| {
                let story = $story;
                story(&Desk { world, part: $name });
            },
        )
    };
}

/// A deployment and its part of the stand-in.
struct Desk<'a> {
    world: &'a World,
    part: &'static str,
}

/// A browser that was sent to the provider.
struct Sent<'a> {
    caller: Caller<'a>,
    asked: Asked,
}

impl Sent<'_> {
    fn login(&self, body: Json) -> Reply {
        self.caller.post("/auth/openid/login", body)
    }
}

impl Desk<'_> {
    fn later(&self, seconds: i64) {
        let clock = &self.world.clock;
        clock.set(Instant::from_millis(clock.now().millis() + seconds * 1000));
    }

    fn begins(&self) -> Sent<'_> {
        let reply = self.world.anonymous().post("/auth/openid/begin", json!({}));
        let cookie = reply.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
        let url = field(&done(reply), "url").to_owned();
        let (address, told) = url.split_once("tenant=1&").expect("the address of the provider");
        assert_eq!(address, format!("{}/authorize?", issuer(self.part)));
        Sent { caller: self.world.anonymous().with_header("cookie", &cookie), asked: query(told) }
    }

    /// What a sound token about somebody says.
    fn claims(&self, sent: &Sent<'_>, sub: &str, mail: &str) -> Json {
        let now = self.world.clock.now().millis() / 1000;
        json!({
            "iss": issuer(self.part), "aud": CLIENT, "sub": sub, "iat": now, "exp": now + 300,
            "nonce": sent.asked["nonce"], "email": mail, "email_verified": true, "name": "<i>somebody</i>",
        })
    }

    /// A browser comes back with a code for a token.
    fn comes_with(&self, sent: &Sent<'_>, token: String) -> Reply {
        let code = grants(self.part, &sent.asked, token);
        sent.login(json!({ "state": sent.asked["state"], "authCode": code }))
    }

    /// Somebody goes there and comes back, with changes to what his token says.
    fn comes(&self, sub: &str, mail: &str, changes: Json) -> Reply {
        let sent = self.begins();
        let mut claims = self.claims(&sent, sub, mail);
        for (name, value) in changes.as_object().into_iter().flatten() {
            claims[name] = value.clone();
        }
        self.comes_with(&sent, Signer::Rsa.signs(Some("rsa"), &claims))
    }

    fn texts(&self, select: &str) -> Vec<String> {
        let rows = self.world.database(|_, conn| conn.query(&Stmt::Raw(select.to_owned(), Vec::new())).expect("reads"));
        rows.iter().map(|row| row.get::<Option<String>>(0).expect("a text").unwrap_or_default()).collect()
    }

    /// Who is bound: by subjects and what they are called.
    fn bound(&self) -> Vec<String> {
        self.texts("SELECT sub || ' ' || account FROM openid_binding ORDER BY id")
    }

    /// The log-in log of log-ins by the provider.
    fn told(&self) -> Vec<String> {
        self.texts(
            "SELECT org.code || ' ' || login_log.login_name || ' ' || login_log.outcome FROM login_log \
             JOIN org ON org.id = login_log.org_id WHERE way = '单点登录' ORDER BY login_log.id",
        )
    }

    fn exec(&self, text: &str) {
        self.world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("writes"));
    }

    /// Logs somebody in and answers his session.
    fn enters(&self, sub: &str, mail: &str) -> Caller<'_> {
        let reply = self.comes(sub, mail, json!({}));
        assert_eq!(reply.code, 0, "{}", reply.message);
        self.world.bearer(field(&reply.data, "access_token"))
    }
}

#[test]
fn who_comes_first_is_bound_by_his_mail_and_known_by_his_subject_from_then_on() {
    each_with!("happy", &["DEMO"], |desk: &Desk<'_>| {
        let sent = desk.begins();
        let told = |name: &str| sent.asked[name].as_str();
        assert_eq!((told("response_type"), told("client_id")), ("code", CLIENT));
        assert_eq!(
            (told("scope"), told("redirect_uri")),
            ("openid profile email", "https://forwarder.example.com/openid_login")
        );
        assert_eq!(told("code_challenge_method"), "S256");
        assert!([told("state"), told("nonce"), told("code_challenge")].iter().all(|text| text.len() == 43));
        let token = Signer::Rsa.signs(Some("rsa"), &desk.claims(&sent, "subject-1", "OP01@Example.com"));
        let reply = desk.comes_with(&sent, token);
        assert_eq!((reply.status, reply.code), (200, 0), "{}", reply.message);
        assert!(
            reply.header("set-cookie").starts_with("__Host-openid=; ")
                && reply.header("set-cookie").contains("Max-Age=0")
        );
        assert_eq!((&reply.data["source"], &reply.data["orgCode"]), (&json!("openid"), &json!("DEMO")));
        let by_password = desk.world.anonymous().token_call(OP, "DEMO", PASSWORD).json;
        assert_eq!(reply.data["userId"], by_password["userId"]);
        assert_eq!(desk.bound(), ["subject-1 op01@example.com"]);
        assert_eq!(desk.told(), ["DEMO op01@example.com 成功"]);
        assert_eq!(
            desk.texts("SELECT text FROM operation_log WHERE function = '绑定单点登录'"),
            ["绑定单点登录：op01@example.com"]
        );
        // The second time by the other kind of key, and by the subject alone.
        desk.later(60);
        let sent = desk.begins();
        let mut claims = desk.claims(&sent, "subject-1", "cs01@example.com");
        claims["email_verified"] = json!(false);
        let reply = desk.comes_with(&sent, Signer::Curve(0).signs(Some("curve"), &claims));
        assert_eq!((reply.code, &reply.data["userId"]), (0, &by_password["userId"]), "{}", reply.message);
        assert_eq!(desk.bound(), ["subject-1 op01@example.com"]);
        let own = desk.world.bearer(field(&reply.data, "access_token"));
        let known = own.ok("/auth/openid");
        assert_eq!(known["provider"], json!({ "zh": "企业账号", "en": "your company account" }));
        let row = &known["bindings"][0];
        assert_eq!((field(row, "account"), field(row, "boundAt")), (OP, "2026-07-15 10:00:00"));
        assert_eq!(field(row, "lastUsedAt"), "2026-07-15 10:01:00");
        assert_eq!(desk.world.login("cs01").ok("/auth/openid")["bindings"], json!([]), "everybody sees his own");
    });
}

#[test]
fn a_session_by_the_provider_is_no_proof_and_marks_no_device() {
    each_with!("proof", &["DEMO"], |desk: &Desk<'_>| {
        desk.exec("UPDATE login SET email = 'boss@example.com' WHERE admin_name = 'demo-admin'");
        let keeper = desk.world.login("demo-admin");
        let row = super::user::row(&keeper, "op01");
        let (id, version) = (field(&row, "id").to_owned(), row["version"].clone());
        let reply = desk.comes("boss", "boss@example.com", json!({}));
        assert!(!reply.header("set-cookie").contains("device_"));
        let admin = desk.world.bearer(field(&reply.data, "access_token"));
        let calls: Vec<(&str, String, Json)> = vec![
            ("POST", "/auth/mfa/start".into(), json!({})),
            ("POST", "/auth/mfa/unbind".into(), json!({})),
            ("POST", "/hrs/session/offline".into(), json!({ "ids": ["1"] })),
            ("PUT", format!("/hrs/user/resetPassword/{id}"), json!({ "version": version })),
            ("PUT", format!("/hrs/user/unbindOpenid/{id}"), json!({ "version": version })),
            ("GET", format!("/hrs/user/idNumber/{id}"), json!({})),
            ("PUT", format!("/hrs/user/{id}"), json!({ "version": version, "phone": "13911113333" })),
        ];
        for (method, path, body) in &calls {
            let reply = admin.call(method, path, body.clone());
            assert_eq!((reply.code, reply.message.as_str()), (4, PROVE), "{path}");
        }
        done(admin.post("/auth/reauth", json!({ "password": PASSWORD })));
        assert_ne!(admin.post("/auth/mfa/start", json!({})).code, 4);
    });
}

/// What does not fit, and what is said of it.
fn unfit(desk: &Desk<'_>) -> Vec<(&'static str, Json)> {
    let now = desk.world.clock.now().millis() / 1000;
    let other = format!("{}x", issuer(desk.part));
    vec![
        ("another nonce", json!({ "nonce": "n" })),
        ("no nonce", json!({ "nonce": null })),
        ("another issuer", json!({ "iss": other })),
        ("another audience", json!({ "aud": "other" })),
        ("no audience", json!({ "aud": [] })),
        ("several audiences without a party", json!({ "aud": [CLIENT, "other"] })),
        ("another party", json!({ "aud": [CLIENT, "other"], "azp": "other" })),
        ("another party alone", json!({ "azp": "other" })),
        ("over", json!({ "exp": now - 60 })),
        ("made in the future", json!({ "iat": now + 61 })),
        ("old", json!({ "iat": now - 601 })),
        ("not yet", json!({ "nbf": now + 61 })),
        ("no end", json!({ "exp": null })),
        ("nobody", json!({ "sub": "" })),
        ("a subject without end", json!({ "sub": "s".repeat(256) })),
    ]
}

#[test]
fn a_token_that_does_not_fit_opens_nothing() {
    each_with!("unfit", &["DEMO"], |desk: &Desk<'_>| {
        // Whom the provider named before is not let in by less.
        desk.enters("s1", OP);
        let sessions = || desk.texts("SELECT CAST(COUNT(*) AS text) FROM session");
        let (before, lines) = (sessions(), desk.told());
        for (why, changes) in unfit(desk) {
            refused(&desk.comes("s1", OP, changes.clone()), UNFIT);
            assert_eq!(sessions(), before, "{why}");
        }
        type Signs<'a> = &'a dyn Fn(&Json) -> String;
        let signs: [(&str, Signs<'_>); 8] = [
            ("nobody", &|claims| Signer::Nobody.signs(Some("rsa"), claims)),
            ("nobody, without a name", &|claims| Signer::Nobody.signs(None, claims)),
            ("the public key as a secret", &|claims| Signer::PublicAsSecret.signs(Some("rsa"), claims)),
            ("the key of somebody else", &|claims| Signer::Curve(1).signs(Some("curve"), claims)),
            ("one key in the name of another kind", &|claims| Signer::Curve(0).signs(Some("rsa"), claims)),
            ("no signature", &|claims| {
                let token = Signer::Rsa.signs(Some("rsa"), claims);
                token.rsplit_once('.').map(|(signed, _)| format!("{signed}.")).unwrap()
            }),
            ("other claims", &|claims| {
                let token = Signer::Rsa.signs(Some("rsa"), claims);
                let parts: Vec<&str> = token.split('.').collect();
                let other = Signer::Rsa.signs(Some("rsa"), &json!({ "sub": "s2" }));
                format!("{}.{}.{}", parts[0], other.split('.').nth(1).unwrap(), parts[2])
            }),
            ("no token", &|_| "<script>alert(1)</script>".to_owned()),
        ];
        for (why, sign) in signs {
            let sent = desk.begins();
            let reply = desk.comes_with(&sent, sign(&desk.claims(&sent, "s1", OP)));
            refused(&reply, UNFIT);
            assert!(!String::from_utf8_lossy(&reply.bytes).contains('<'), "{why}");
            assert_eq!(sessions(), before, "{why}");
        }
        assert_eq!(desk.told(), lines, "nobody is known who could have done it");
        // The last moment, and the first; several audiences with this party; a key without a name that is the only one.
        let now = desk.world.clock.now().millis() / 1000;
        for changes in [
            json!({ "exp": now - 59 }),
            json!({ "iat": now + 60, "nbf": now + 60 }),
            json!({ "iat": now - 600 }),
            json!({ "aud": [CLIENT, "other"], "azp": CLIENT }),
            json!({ "sub": "s1", "email": null, "email_verified": null }),
        ] {
            let reply = desk.comes("s1", OP, changes.clone());
            assert_eq!(reply.code, 0, "{changes}: {}", reply.message);
        }
        let sent = desk.begins();
        let token = Signer::Curve(0).signs(None, &desk.claims(&sent, "s1", OP));
        assert_eq!(desk.comes_with(&sent, token).code, 0);
    });
}

#[test]
fn a_browser_comes_back_once_with_what_it_was_sent_with() {
    each_with!("browser", &["DEMO"], |desk: &Desk<'_>| {
        let token = |sent: &Sent<'_>| Signer::Rsa.signs(Some("rsa"), &desk.claims(sent, "s1", OP));
        let (own, other) = (desk.begins(), desk.begins());
        let code = grants(desk.part, &own.asked, token(&own));
        let body = json!({ "state": own.asked["state"], "authCode": code });
        // Another browser, none, another state: who is led to a log-in of somebody else enters nothing.
        refused(&other.login(body.clone()), OVER);
        refused(&desk.world.anonymous().post("/auth/openid/login", body.clone()), OVER);
        refused(&own.login(json!({ "state": other.asked["state"], "authCode": code })), OVER);
        refused(&own.login(json!({ "authCode": code })), OVER);
        for forged in ["__Host-openid=x", "__Host-openid=", "__Host-openid=AAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
            let caller = desk.world.anonymous().with_header("cookie", forged);
            refused(&caller.post("/auth/openid/login", body.clone()), OVER);
        }
        assert_eq!(desk.bound(), Vec::<String>::new());
        assert_eq!(own.login(body.clone()).code, 0, "what others tried took nothing from it");
        refused(&own.login(body), OVER);
        // A code for another log-in: its hash is another.
        let code = grants(desk.part, &own.asked, token(&other));
        let reply = other.login(json!({ "state": other.asked["state"], "authCode": code }));
        refused(&reply, "登录服务拒绝了本次登录，请重试或联系管理员");
        // Its time is over.
        let slow = desk.begins();
        desk.later(600);
        refused(&desk.comes_with(&slow, token(&slow)), OVER);
        let slow = desk.begins();
        desk.later(599);
        assert_eq!(desk.comes_with(&slow, token(&slow)).code, 0);
        // No code: the provider's own words are shown to nobody.
        for (error, told) in
            [("access_denied", "已取消登录"), ("<b>server_error</b>", "登录服务拒绝了本次登录，请重试或联系管理员")]
        {
            let sent = desk.begins();
            refused(&sent.login(json!({ "state": sent.asked["state"], "error": error })), told);
        }
        let sent = desk.begins();
        refused(
            &sent.login(json!({ "state": sent.asked["state"], "authCode": "c", "iss": "https://evil.example.com" })),
            UNFIT,
        );
        let sent = desk.begins();
        let english = sent.caller.in_language("en-US").post("/auth/openid/login", json!({ "state": "x" }));
        assert!(english.message.starts_with("The log-in is over"), "{}", english.message);
        assert_eq!(sent.login(json!({ "state": "x", "redirect": "https://evil.example.com" })).status, 400);
    });
}

#[test]
fn a_new_key_is_fetched_once_a_minute_at_most() {
    each_with!("rollover", &["DEMO"], |desk: &Desk<'_>| {
        let fetched = || stand_in::of(desk.part, |part| part.calls.get("keys").copied().unwrap_or_default());
        let by_new = || {
            let sent = desk.begins();
            let token = Signer::Curve(1).signs(Some("new"), &desk.claims(&sent, "s1", OP));
            desk.comes_with(&sent, token)
        };
        desk.enters("s1", OP);
        desk.enters("s1", OP);
        assert_eq!(fetched(), 1, "kept");
        refused(&by_new(), UNFIT);
        assert_eq!(fetched(), 1, "just fetched");
        desk.later(60);
        refused(&by_new(), UNFIT);
        refused(&by_new(), UNFIT);
        assert_eq!(fetched(), 2, "a key nobody names has them fetched once");
        stand_in::of(desk.part, |part| part.keys = vec![Signer::Curve(1).published("new")]);
        desk.later(60);
        assert_eq!(by_new().code, 0);
        assert_eq!(fetched(), 3);
        refused(&desk.comes("s1", OP, json!({})), UNFIT);
        desk.later(60 * 60);
        assert_eq!(by_new().code, 0);
        assert_eq!(fetched(), 4, "old keys are asked for again");
    });
}

#[test]
fn who_is_nobody_here_stays_nobody() {
    each_with!("nobody", &["DEMO"], |desk: &Desk<'_>| {
        let users = || desk.texts("SELECT CAST(COUNT(*) AS text) FROM app_user");
        let before = users();
        refused(&desk.comes("s1", OP, json!({ "email_verified": false })), UNVERIFIED);
        refused(&desk.comes("s1", OP, json!({ "email_verified": null })), UNVERIFIED);
        refused(&desk.comes("s1", OP, json!({ "email_verified": "no" })), UNVERIFIED);
        refused(&desk.comes("s1", "unknown@example.com", json!({})), NOBODY);
        refused(&desk.comes("s1", "", json!({})), NOBODY);
        // A phone and an administrator's name are no e-mail.
        refused(&desk.comes("s1", "demo-admin", json!({})), NOBODY);
        // Another company's user is not reached by the same e-mail.
        refused(&desk.comes("s1", "sh01@example.com", json!({})), NOBODY);
        assert_eq!((users(), desk.bound()), (before, Vec::new()), "nobody is made");
        let told = desk.told();
        assert_eq!(told[0], format!("DEMO {OP} {UNVERIFIED}"));
        assert_eq!(told[3], format!("DEMO unknown@example.com {NOBODY}"));
        assert_eq!(told[4], format!("DEMO s1 {NOBODY}"));
        assert_eq!(told.len(), 7);
        assert_eq!(desk.comes("s1", OP, json!({ "email_verified": "true" })).code, 0, "as some write it");
        // Another subject with the same e-mail: somebody took over the mailbox, or the account there was made anew.
        refused(&desk.comes("s2", OP, json!({})), ANOTHER);
        assert_eq!(desk.bound(), ["s1 op01@example.com"]);
        assert_eq!(desk.told().last().unwrap(), &format!("DEMO {OP} {ANOTHER}"));
    });
}

#[test]
fn who_may_not_enter_is_told_so_as_usual() {
    each_with!("barred", &["DEMO"], |desk: &Desk<'_>| {
        let admin = desk.world.login("demo-admin");
        let version = |login: &str| {
            let row = super::user::row(&admin, login);
            (field(&row, "id").to_owned(), row["version"].clone())
        };
        desk.enters("s1", OP);
        let (id, of_op) = version("op01");
        done(admin.put(&format!("/hrs/user/stop/{id}"), json!({ "version": of_op })));
        refused(&desk.comes("s1", OP, json!({})), "账号已停用，请联系管理员");
        assert_eq!(desk.told().last().unwrap(), &format!("DEMO {OP} 账号已停用，请联系管理员"));
        done(admin.put(&format!("/hrs/user/start/{id}"), json!({ "version": version("op01").1 })));
        desk.enters("s1", OP);
        desk.world.fail_log_in(OP, "DEMO", 5);
        refused(&desk.comes("s1", OP, json!({})), "登录失败次数过多，请稍后再试");
        assert_eq!(desk.told().last().unwrap(), &format!("DEMO {OP} 企业账号：登录失败次数过多，请稍后再试"));
        desk.later(15 * 60);
        desk.enters("s1", OP);
        // Nor is somebody bound who may not enter.
        let (id, of_cs) = version("cs01");
        done(admin.put(&format!("/hrs/user/stop/{id}"), json!({ "version": of_cs })));
        refused(&desk.comes("s2", "cs01@example.com", json!({})), "账号已停用，请联系管理员");
        let (id, of_doc) = version("doc01");
        desk.enters("s3", "doc01@example.com");
        assert_eq!(desk.bound(), ["s1 op01@example.com", "s3 doc01@example.com"]);
        let leave = json!({ "id": id, "version": of_doc, "leaveDate": "2026-07-15", "confirmed": [] });
        let asked = admin.put("/hrs/user/leave", leave.clone());
        if asked.code == 2 {
            let keys: Vec<&Json> = asked.data["confirms"].as_array().unwrap().iter().map(|one| &one["key"]).collect();
            let mut yes = leave;
            yes["confirmed"] = json!(keys);
            done(admin.put("/hrs/user/leave", yes));
        }
        assert_eq!(desk.bound(), ["s1 op01@example.com"], "who left is known by nothing any more");
        refused(&desk.comes("s3", "doc01@example.com", json!({})), "账号已停用，请联系管理员");
    });
}

#[test]
fn a_bound_second_factor_is_asked_for_here_too() {
    each_with!("factor", &["DEMO"], |desk: &Desk<'_>| {
        let (device, _) = bind(desk.world, &desk.world.login("op01"));
        desk.later(60);
        let wanted = desk.comes("s1", OP, json!({}));
        refused(&wanted, "请输入动态码");
        assert_eq!((&wanted.data["access_token"], &wanted.data["secondFactor"]), (&Json::Null, &json!(true)));
        assert_eq!(desk.bound(), Vec::<String>::new(), "not before he has entered");
        let pass = field(&wanted.data, "token").to_owned();
        let with = |pass: &str, code: &str| {
            desk.world.anonymous().post("/auth/openid/login", json!({ "token": pass, "code": code }))
        };
        let wrong = with(&pass, "000000");
        refused(&wrong, "动态码不正确");
        assert_eq!(wrong.data["secondFactor"], json!(true));
        desk.later(10);
        let right = with(&pass, &device.code(desk.world, 0));
        assert_eq!(right.code, 0, "{}", right.message);
        let session = desk.world.bearer(field(&right.data, "access_token"));
        assert_ne!(session.post("/auth/mfa/recovery", json!({})).code, 4, "the code was a proof");
        assert_eq!(desk.bound(), ["s1 op01@example.com"]);
        desk.later(60);
        refused(&with(&pass, &device.code(desk.world, 0)), OVER);
        let late = field(&desk.comes("s1", OP, json!({})).data, "token").to_owned();
        desk.later(301);
        refused(&with(&late, &device.code(desk.world, 0)), OVER);
        refused(&with("AAAA", ""), OVER);
        // Wrong codes lock, as they do after a password.
        let pass = field(&desk.comes("s1", OP, json!({})).data, "token").to_owned();
        for _ in 0..5 {
            refused(&with(&pass, "000000"), "动态码不正确");
            desk.later(10);
        }
        refused(&with(&pass, &device.code(desk.world, 0)), "登录失败次数过多，请稍后再试");
    });
}

#[test]
fn an_administrator_sees_a_binding_and_removes_it() {
    each_with!("unbind", &["DEMO"], |desk: &Desk<'_>| {
        let admin = desk.world.login("demo-admin");
        let may = |row: &Json| row["can"].as_array().unwrap().contains(&json!("sys_user_openid"));
        let row = super::user::row(&admin, "op01");
        assert_eq!((&row["openidAccount"], may(&row)), (&Json::Null, false));
        let path = format!("/hrs/user/unbindOpenid/{}", field(&row, "id"));
        let body = json!({ "version": row["version"] });
        refused(&admin.put(&path, body.clone()), "用户未绑定单点登录");
        let user = desk.enters("s1", OP);
        let row = super::user::row(&admin, "op01");
        assert_eq!((field(&row, "openidAccount"), may(&row)), (OP, true));
        assert_eq!(desk.world.anonymous().put(&path, body.clone()).status, 401);
        assert_eq!(user.put(&path, body.clone()).status, 403);
        assert_eq!(desk.world.login("superAdmin").put(&path, body.clone()).status, 404);
        assert_ne!(admin.put(&path, json!({ "version": 99 })).code, 0, "another saw it since");
        assert_eq!(desk.bound(), ["s1 op01@example.com"]);
        done(admin.put(&path, body));
        assert_eq!(desk.bound(), Vec::<String>::new());
        assert_eq!(
            desk.texts("SELECT kind || level || object_number FROM operation_log WHERE function = '解除绑定'"),
            ["修改高操作一"]
        );
        assert_eq!(user.get("/auth/openid").status, 401, "what was opened so has ended");
        assert_eq!(desk.world.login("op01").ok("/auth/openid")["bindings"], json!([]));
        refused(&desk.comes("s1", OP, json!({ "email_verified": false })), UNVERIFIED);
        desk.enters("s2", OP);
        assert_eq!(desk.bound(), ["s2 op01@example.com"]);
    });
}

/// Who takes an account over does not share it with whom it had before.
#[test]
fn an_account_with_another_address_is_bound_to_nobody() {
    each_with!("successor", &["DEMO"], |desk: &Desk<'_>| {
        let admin = desk.world.login("demo-admin");
        desk.enters("s1", OP);
        let change = |members: Json| {
            let row = super::user::row(&admin, "op01");
            let mut body = json!({ "version": row["version"] });
            body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
            done(admin.put(&format!("/hrs/user/{}", field(&row, "id")), body));
        };
        change(json!({ "phone": "13911114444" }));
        assert_eq!(desk.bound(), ["s1 op01@example.com"], "the address is the same");
        change(json!({ "email": "successor@example.com" }));
        assert_eq!(desk.bound(), Vec::<String>::new());
        assert_ne!(desk.comes("s1", OP, json!({})).code, 0);
        desk.enters("s2", "successor@example.com");
    });
}

#[test]
fn who_works_for_several_companies_chooses_one() {
    each_with!("several", &["DEMO", "DEMOSH", "NONE"], |desk: &Desk<'_>| {
        // sh01 of DEMOSH works for DEMO too.
        desk.exec(
            "UPDATE app_user SET login_id = (SELECT id FROM login WHERE email = 'sh01@example.com') \
             WHERE org_id = 2 AND email = 'op01@example.com'",
        );
        let asked = desk.comes("s1", "sh01@example.com", json!({}));
        refused(&asked, "请选择企业");
        let codes = |reply: &Reply| {
            let all = reply.data["companies"].as_array().cloned().unwrap_or_default();
            let mut codes: Vec<String> = all.iter().map(|one| field(one, "orgCode").to_owned()).collect();
            codes.sort();
            codes
        };
        assert_eq!(codes(&asked), ["DEMO", "DEMOSH"]);
        let pass = field(&asked.data, "token").to_owned();
        let chooses =
            |org: &str| desk.world.anonymous().post("/auth/openid/login", json!({ "token": pass, "org": org }));
        refused(&chooses("TRIAL"), NOBODY);
        refused(&chooses("NONE"), NOBODY);
        let reply = chooses("DEMOSH");
        assert_eq!((reply.code, &reply.data["orgCode"]), (0, &json!("DEMOSH")), "{}", reply.message);
        refused(&chooses("DEMO"), OVER);
        // Bound in one, he may still choose the other, and is bound there on its own.
        let asked = desk.comes("s1", "sh01@example.com", json!({}));
        let pass = field(&asked.data, "token").to_owned();
        let reply = desk.world.anonymous().post("/auth/openid/login", json!({ "token": pass, "org": "DEMO" }));
        assert_eq!((reply.code, &reply.data["orgCode"]), (0, &json!("DEMO")), "{}", reply.message);
        assert_eq!(desk.texts("SELECT CAST(org_id AS text) FROM openid_binding ORDER BY id").len(), 2);
        // What belongs to nobody is the platform's to look at, where several companies could have him.
        refused(&desk.comes("s2", "unknown@example.com", json!({})), NOBODY);
        assert_eq!(desk.told().last().unwrap(), &format!("PLAT unknown@example.com {NOBODY}"));
    });
}

#[test]
fn a_company_may_know_its_people_by_their_log_in_names() {
    each_database_with(
        Vec::new,
        |settings| {
            stand_in::set_up(settings, "names", &["DEMO"]);
            settings.openid.match_by = MatchBy::PreferredUsername;
        },
        |world| {
            let desk = Desk { world, part: "names" };
            let name =
                &desk.texts("SELECT login_name FROM app_user WHERE org_id = 2 AND email = 'op01@example.com'")[0];
            refused(&desk.comes("s1", OP, json!({})), NOBODY);
            refused(&desk.comes("s1", OP, json!({ "preferred_username": "sh01" })), NOBODY);
            let reply = desk.comes("s1", "x@example.com", json!({ "preferred_username": name }));
            assert_eq!(reply.code, 0, "{}", reply.message);
            assert_eq!(desk.bound(), [format!("s1 {name}")]);
            // A name two people have is nobody's.
            desk.exec("UPDATE app_user SET login_name = 'twin' WHERE org_id = 2 AND email IN ('cs01@example.com', 'cs02@example.com')");
            refused(&desk.comes("s2", OP, json!({ "preferred_username": "twin" })), NOBODY);
            desk.exec(
                "UPDATE app_user SET user_status = 0, active = false WHERE org_id = 2 AND email = 'cs02@example.com'",
            );
            assert_eq!(desk.comes("s2", OP, json!({ "preferred_username": "twin" })).code, 0, "one of them left");
        },
    );
}

#[test]
fn a_provider_that_is_not_there_lets_nobody_in() {
    each_database(Vec::new, |world| {
        for path in ["/auth/openid/begin", "/auth/openid/login"] {
            refused(&world.anonymous().post(path, json!({})), "未启用此登录方式");
        }
        let known = world.login("op01").ok("/auth/openid");
        assert_eq!(known, json!({ "provider": null, "bindings": [] }));
    });
    each_with!("down", &["DEMO"], |desk: &Desk<'_>| {
        let begin = || desk.world.anonymous().post("/auth/openid/begin", json!({}));
        let calls = || stand_in::of(desk.part, |part| part.calls.values().sum::<usize>());
        stand_in::of(desk.part, |part| part.is_down = true);
        refused(&begin(), UNREACHABLE);
        assert_eq!(begin().header("set-cookie"), "");
        assert_eq!(calls(), 1, "it is left alone for a moment");
        stand_in::of(desk.part, |part| part.is_down = false);
        desk.later(5);
        let sent = desk.begins();
        stand_in::of(desk.part, |part| part.is_down = true);
        refused(&desk.comes_with(&sent, String::new()), UNREACHABLE);
        // One that calls itself otherwise is another.
        stand_in::of(desk.part, |part| {
            part.is_down = false;
            part.calls_itself = Some("https://evil.example.com".to_owned());
        });
        desk.later(60 * 60);
        refused(&begin(), UNFIT);
        assert_eq!(URL, desk.world.app.settings.public_url);
    });
}
