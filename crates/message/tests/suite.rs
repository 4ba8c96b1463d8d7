//! Rules of messages, what users turn off, and what the clock tells, through the front door on both databases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod suite {
    mod clock;
    mod mine;
    mod rule;

    use serde_json::{Value as Json, json};
    use testkit::{Caller, Reply};

    pub const RULES: &str = "/hrs/messageRule";

    #[test]
    fn every_declared_page_passes_the_standard_suite() {
        testkit::each_database(Vec::new, |world| world.standard_suite("message"));
    }

    #[track_caller]
    pub fn done(reply: Reply) -> Json {
        assert_eq!((reply.status, reply.code), (200, 0), "{} {}", reply.message, reply.data);
        reply.data
    }

    /// The rule about an event, as the page shows it.
    pub fn rule(caller: &Caller<'_>, event: &str) -> Json {
        let all = caller.ok(RULES)["rules"].clone();
        all.as_array().unwrap().iter().find(|rule| rule["event"] == event).expect("the event").clone()
    }

    /// Sends the rule about an event with other members.
    pub fn save(caller: &Caller<'_>, event: &str, more: Json) -> Reply {
        let shown = rule(caller, event);
        let mut body = json!({});
        let sent = [
            "event",
            "version",
            "active",
            "inner",
            "mail",
            "receivers",
            "titleZh",
            "titleEn",
            "textZh",
            "textEn",
            "days",
        ];
        for name in sent {
            body[name] = shown[name].clone();
        }
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        caller.put(RULES, body)
    }

    /// Titles of the messages of a caller, the newest first.
    pub fn titles(caller: &Caller<'_>) -> Vec<String> {
        let page = caller.ok("/prm/message?size=50");
        page["records"].as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect()
    }
}
