//! Two people of two companies who talk at two servers of one database, each a process of its own.

use serde_json::{Value as Json, json};

use crate::database::on_postgresql;
use crate::durability::{Place, Server};
use crate::killed_chat::{Writer, accounts, prepared};

/// Messages of each.
const MESSAGES: usize = 30;

#[test]
fn two_who_talk_at_two_servers_read_the_same_in_the_same_order() {
    on_postgresql("chattwo", |url| story(&Place::named("chat-two", url)));
}

/// Somebody at the server he is connected to.
struct Talker<'a> {
    server: &'a Server,
    writer: &'a Writer,
    /// The account he writes to.
    to: &'a str,
}

impl Talker<'_> {
    /// What a call answers, in the frame of the chat.
    fn ask(&self, server: &Server, method: &str, path: &str, body: &Json) -> Json {
        let text = if method == "GET" { String::new() } else { body.to_string() };
        let answer = server.call(&self.writer.token, method, path, &text).expect("an answer");
        assert_eq!(answer["code"], 200, "{path}: {answer}");
        answer["data"].clone()
    }

    /// Each message is sent at the own server, and again at the other under the same name, as after a lost answer.
    fn write(&self, other: &Server) {
        for number in 0..MESSAGES {
            let body = json!({ "to": self.to, "content": format!("第{number}条"), "clientId": format!("m{number}") });
            let first = self.ask(self.server, "POST", "/api-uc/yxim/message", &body);
            assert_eq!(self.ask(other, "POST", "/api-uc/yxim/message", &body), first);
        }
    }

    /// Who wrote what at which place, as one of the servers tells it: the newest first.
    fn history(&self, server: &Server) -> Vec<(Json, Json, Json)> {
        let path = format!("/api-uc/yxim/session/{}/message?size=100", self.to);
        let page = self.ask(server, "GET", &path, &Json::Null);
        let records = page["records"].as_array().expect("a page");
        records.iter().map(|one| (one["seq"].clone(), one["from"].clone(), one["content"].clone())).collect()
    }
}

fn story(place: &Place) {
    let writers = prepared(place);
    let accounts = accounts(place);
    let account = |who: usize| accounts[&writers[who].user.0].as_str();
    let servers = [Server::start(place), Server::start(place)];
    let one = Talker { server: &servers[0], writer: &writers[0], to: account(1) };
    let other = Talker { server: &servers[1], writer: &writers[1], to: account(0) };
    std::thread::scope(|scope| {
        scope.spawn(|| one.write(other.server));
        scope.spawn(|| other.write(one.server));
    });
    let told = one.history(&servers[0]);
    assert_eq!(told.len(), 2 * MESSAGES);
    for server in &servers {
        assert_eq!(one.history(server), told);
        assert_eq!(other.history(server), told);
    }
    for talker in [&one, &other] {
        let own: Vec<&Json> = told.iter().rev().filter(|(_, from, _)| from != talker.to).map(|line| &line.2).collect();
        let wanted: Vec<Json> = (0..MESSAGES).map(|number| json!(format!("第{number}条"))).collect();
        assert_eq!(own, wanted.iter().collect::<Vec<_>>(), "in the order he wrote them");
    }
    // What is read at one server is read at the other. The counts have a code of their own.
    let path = format!("/api-uc/yxim/session/{}/read", one.to);
    one.ask(&servers[1], "POST", &path, &json!({}));
    let count = format!("/api-uc/yxim/query/unread/message/count?xyNumber={}", other.to);
    for server in &servers {
        let answer = server.call(&one.writer.token, "POST", &count, "").expect("an answer");
        assert_eq!((&answer["code"], &answer["data"]), (&json!("200"), &json!(0)));
    }
    drop(servers);
    place.wait_for_its_sessions();
}
