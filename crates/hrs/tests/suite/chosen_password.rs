//! Every place where somebody chooses a password asks the same rule.

use serde_json::json;
use testkit::{PASSWORD, each_database, each_database_with};

use super::link::{at_an_address, last, mailbox_of};
use super::user::new;

const COMMON: &str = "密码过于常见，请更换";
const NAMED: &str = "密码含有姓名、企业或产品名称，容易被猜到，请更换";

/// Refused, and what is told in Chinese.
const REFUSED: &[(&str, &str)] = &[
    ("aaaaaaaa1", COMMON),
    ("Winter2026!", COMMON),
    ("18atcskd2w", COMMON),
    ("DemoFreight1", NAMED),
    ("Demo@2026", NAMED),
    ("OpenForwarder1", NAMED),
    ("op01@example.com", "密码不能包含登录账号、手机号或邮箱"),
    ("Op01Op01", "密码不能包含登录账号、手机号或邮箱"),
];

// req: auth-open-reset-password
#[test]
fn the_change_refuses_what_is_tried_first_and_says_why() {
    each_database(Vec::new, |world| {
        let op = world.login("op01");
        let change = |password: &str| json!({ "oldPassword": PASSWORD, "newPassword": password });
        for (password, told) in REFUSED {
            let reply = op.put("/hrs/user/editPassword", change(password));
            assert_eq!(reply.findings_at("newPassword"), [*told], "{password}");
        }
        let english = op.in_language("en-US").put("/hrs/user/editPassword", change("OpenForwarder1"));
        assert_eq!(
            english.findings_at("newPassword"),
            ["The password is made of the name of a person, the company or the product and is easily guessed."]
        );
        assert_eq!(op.put("/hrs/user/editPassword", change("Demo-2026x")).code, 0, "just taken");
    });
}

#[test]
fn an_invitation_and_a_reset_ask_the_same() {
    each_database_with(Vec::new, at_an_address, |world| {
        let admin = world.login("demo-admin");
        let server = mailbox_of(&admin);
        let set = |token: &str, password: &str| {
            world.anonymous().post("/auth/password/reset", json!({ "token": token, "newPassword": password }))
        };
        assert_eq!(admin.post("/hrs/user", new(&admin, "13911112222", "new01@example.com")).code, 0);
        let link = last(world, &server).link().to_owned();
        let invited = link.split_once("invite=").expect("a link").1.to_owned();
        assert_eq!(world.anonymous().post("/auth/password/forgot", json!({ "userEmail": "op01@example.com" })).code, 0);
        let link = last(world, &server).link().to_owned();
        let reset = link.split_once("reset=").expect("a link").1.to_owned();
        for token in [&invited, &reset] {
            for (password, told) in &REFUSED[..6] {
                assert_eq!(set(token, password).findings_at("newPassword"), [*told], "{password}");
            }
            assert_eq!(set(token, "Demo-2026x").code, 0);
        }
    });
}

#[test]
fn the_first_run_asks_the_same_with_the_words_it_is_given() {
    each_database(Vec::new, |world| {
        let told = |password: &str| -> Vec<String> {
            let ask: hrs::first_run::FirstRun = serde_json::from_value(json!({
                "orgName": "Polaris Freight", "orgCode": "POLARIS", "edition": "FLAGSHIP", "adminName": "keeper-of-it",
                "userName": "Quentin Zhou", "password": password, "language": "zh-CN", "demo": false,
            }))
            .expect("an ask");
            let found = world.database(|_, conn| ask.findings(conn).expect("reads"));
            found.items.into_iter().filter(|item| item.field == "password").map(|item| item.text.zh).collect()
        };
        for (password, why) in [
            ("aaaaaaaa1", COMMON),
            ("Winter2026!", COMMON),
            ("Polaris2026!", COMMON),
            ("polarisfreight1", NAMED),
            ("QuentinZhou1", NAMED),
        ] {
            assert_eq!(told(password), [why], "{password}");
        }
        assert!(told("Polaris-2026x").is_empty());
    });
}
