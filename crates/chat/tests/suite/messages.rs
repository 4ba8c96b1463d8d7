//! Sending, reading, looking back.

use std::time::Duration;

use platform::call::Settings;
use platform::push::PushLimits;
use serde_json::{Value as Json, json};
use testkit::{
    Caller, Socket, World, done, each_database_from, each_database_from_with, each_database_with_readers_from, field,
    findings, until,
};

use super::kit::{TALK, accid, chatting, contacts, greet, permission, rooms, said, send, send_as, serve, unread, user};

/// Two who may talk: sales01 of DEMO and sh01 of DEMOSH, each with the account of the other.
struct Two<'a> {
    sales: Caller<'a>,
    sh: Caller<'a>,
    of_sales: String,
    of_sh: String,
}

fn two(world: &World) -> Two<'_> {
    let (sales, sh) = (world.login("sales01"), world.login("sh01"));
    let (of_sales, of_sh) = (accid(world, &sales, "sales01"), accid(world, &sh, "sh01"));
    Two { sales, sh, of_sales, of_sh }
}

fn read(caller: &Caller<'_>, with: &str, body: Json) -> Json {
    done(caller.post(&format!("{TALK}/session/{with}/read"), body))["unread"].clone()
}

fn page(caller: &Caller<'_>, with: &str, query: &str) -> Json {
    caller.ok(&format!("{TALK}/session/{with}/message?{query}"))
}

fn seqs(page: &Json) -> Vec<i64> {
    page["records"].as_array().unwrap().iter().map(|one| one["seq"].as_i64().unwrap()).collect()
}

// req: chat-open-message-transport, chat-unread-call, chat-start-conversation, chat-panel
#[test]
fn a_message_reaches_the_other_side_who_reads_it() {
    each_database_from(rooms, chatting, |world| {
        let Two { sales, sh, of_sales, of_sh } = two(world);
        let sent = done(send(&sales, &of_sh, "  报价\n已更新  "));
        assert_eq!((&sent["seq"], &sent["mine"], &sent["content"]), (&json!(1), &json!(true), &json!("报价\n已更新")));
        assert_eq!((&sent["from"], &sent["sentAt"]), (&json!(of_sales), &json!("2026-07-15 10:00:00")));
        done(send(&sales, &of_sh, "请确认"));
        assert_eq!((unread(&sh, &of_sh), unread(&sales, &of_sales)), (json!(2), json!(0)));
        assert_eq!(permission(world, &sh, "sh01")["unreadMessageCount"], json!(2));
        let told = page(&sh, &of_sales, "current=1&size=20");
        assert_eq!((seqs(&told), &told["total"]), (vec![2, 1], &json!(2)), "the newest first");
        assert_eq!((&told["records"][0]["mine"], &told["records"][0]["from"]), (&json!(false), &json!(of_sales)));
        assert_eq!(told["greeting"], Json::Null, "nobody is greeted who was talked to");
        assert_eq!(page(&sales, &of_sh, "")["peerReadSeq"], json!(0));
        assert_eq!(read(&sh, &of_sales, json!({ "seq": 1 })), json!(1));
        assert_eq!(page(&sales, &of_sh, "")["peerReadSeq"], json!(1));
        assert_eq!(read(&sh, &of_sales, json!({})), json!(0));
        assert_eq!(read(&sh, &of_sales, json!({ "seq": 1 })), json!(0), "what is read stays read");
        assert_eq!((unread(&sh, &of_sh), page(&sales, &of_sh, "")["peerReadSeq"].clone()), (json!(0), json!(2)));
        done(send(&sh, &of_sales, "好的"));
        assert_eq!(said(&sales, &of_sh), ["报价\n已更新", "请确认", "好的"]);
        assert_eq!(said(&sh, &of_sales), said(&sales, &of_sh));
    });
}

// req: chat-first-greeting
#[test]
fn a_new_contact_alone_is_told_what_to_begin_with() {
    each_database_from(rooms, chatting, |world| {
        let Two { sales, sh, of_sales, of_sh } = two(world);
        assert_eq!(page(&sales, &of_sh, "")["greeting"], json!("您好，很高兴为您服务"));
        let name = format!("greeting-{of_sh}");
        done(send_as(&sales, &of_sh, "您好，很高兴为您服务", &name));
        // Sent again after five seconds, as the answer was lost.
        done(send_as(&sales, &of_sh, "您好，很高兴为您服务", &name));
        assert_eq!(said(&sales, &of_sh), ["您好，很高兴为您服务"]);
        for (caller, with) in [(&sales, &of_sh), (&sh, &of_sales)] {
            assert_eq!(page(caller, with, "")["greeting"], Json::Null, "a conversation is there");
        }
    });
}

// req: chat-first-greeting
#[test]
fn a_greeting_is_kept_as_the_first_word_alone() {
    each_database_with_readers_from(rooms, chatting, |world| {
        let Two { sales, sh, of_sales, of_sh } = two(world);
        // Both open the panel at the same time: one of them begins.
        let calls = [(&sales, &of_sh), (&sh, &of_sales)].map(|(caller, to)| {
            let body = json!({ "to": to, "content": "您好", "clientId": "g", "greeting": true });
            let client = caller.client();
            async move { client.post(&format!("{TALK}/message"), body).await }
        });
        let answers: Vec<Json> = world.at_once(calls.into_iter().collect()).into_iter().map(done).collect();
        assert_eq!(answers.iter().filter(|answer| **answer == Json::Null).count(), 1, "{answers:?}");
        assert_eq!(said(&sales, &of_sh), ["您好"]);
        let of_cs = accid(world, &world.login("cs01"), "cs01");
        done(send(&sh, &of_cs, "在吗"));
        let before = world.contents(true);
        assert_eq!(done(greet(&world.login("cs01"), &of_sh)), Json::Null, "the talk has begun");
        let kept = |rows: Vec<String>| rows.into_iter().filter(|row| row.starts_with("chat_")).collect::<Vec<_>>();
        assert_eq!(kept(world.contents(true)), kept(before), "neither a message nor its name");
        // The same greeting again is answered as the first time.
        let first = answers.iter().find(|answer| **answer != Json::Null).unwrap();
        let (writer, to) = if field(first, "from") == of_sales { (&sales, &of_sh) } else { (&sh, &of_sales) };
        let body = json!({ "to": to, "content": "您好", "clientId": "g", "greeting": true });
        assert_eq!(&done(writer.post(&format!("{TALK}/message"), body)), first);
    });
}

#[test]
fn bad_messages_are_refused_at_their_place_and_nothing_is_kept() {
    each_database_from(rooms, chatting, |world| {
        let Two { sales, of_sales, of_sh, .. } = two(world);
        let cs = accid(world, &world.login("cs01"), "cs01");
        let edge = "字".repeat(2_000);
        let message = |to: &str, content: &str, name: &str| {
            findings(&sales.post(&format!("{TALK}/message"), json!({ "to": to, "content": content, "clientId": name })))
        };
        let found = |field: &str, text: &str| vec![(field.to_owned(), text.to_owned())];
        let before = world.contents(true);
        assert_eq!(message(&of_sh, &format!("{edge}字"), ""), found("content", "消息不能超过2000个字符"));
        for foreign in [cs.as_str(), of_sales.as_str(), "xy00", "", "'; DROP TABLE chat_message"] {
            assert_eq!(message(foreign, "您好", ""), found("to", "联系人不存在"), "{foreign}");
        }
        assert_eq!(message(&of_sh, "您好", &"a".repeat(65)), found("clientId", "消息标识不能超过64个字符"));
        assert_eq!(message(&of_sh, "您好", "a b"), found("clientId", "消息标识只能包含字母、数字和_.:-"));
        let all = message("xy00", &format!("{edge}字"), "a b");
        let fields: Vec<&str> = all.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["content", "clientId", "to"], "all at once");
        for blank in ["", "   ", "\n\t "] {
            assert_eq!(done(send(&sales, &of_sh, blank)), Json::Null, "is ignored");
        }
        assert_eq!(
            sales.post(&format!("{TALK}/message"), json!({ "to": of_sh, "content": "x", "from": "y" })).status,
            400
        );
        world.unchanged(&before, true);
        done(send(&sales, &of_sh, &edge));
        assert_eq!(done(send_as(&sales, &of_sh, "您好", &"a".repeat(64)))["seq"], json!(2));
        done(serve(world, "sales01", false));
        let before = world.contents(true);
        assert_eq!(send(&sales, &of_sh, "您好").status, 404, "a stopped account has no calls");
        world.unchanged(&before, true);
    });
}

#[test]
fn who_is_stopped_is_written_to_no_more() {
    each_database_from(rooms, chatting, |world| {
        let Two { sales, sh, of_sales, of_sh } = two(world);
        done(send(&sales, &of_sh, "一"));
        done(serve(world, "sales01", false));
        let before = world.contents(true);
        let stopped = vec![("to".to_owned(), "对方账号已停用，消息未发送".to_owned())];
        assert_eq!(findings(&send(&sh, &of_sales, "二")), stopped);
        world.unchanged(&before, true);
        assert_eq!(said(&sh, &of_sales), ["一"]);
        done(serve(world, "sales01", true));
        done(send(&sh, &of_sales, "二"));
    });
}

#[test]
fn a_message_of_a_name_is_sent_once_and_answered_as_the_first_time() {
    each_database_with_readers_from(rooms, chatting, |world| {
        let Two { sales, sh, of_sales, of_sh } = two(world);
        let first = done(send_as(&sales, &of_sh, "订舱", "m1"));
        world.set_clock("2026-07-15 11:00:00");
        for _ in 0..2 {
            assert_eq!(done(send_as(&sales, &of_sh, "订舱", "m1")), first);
        }
        assert_eq!(done(send_as(&sales, &of_sh, "别的话", "m1")), first, "whatever it says");
        // The name is one of the sender's: another one may use it too.
        assert_eq!(done(send_as(&sh, &of_sales, "收到", "m1"))["seq"], json!(2));
        let body = json!({ "to": of_sh, "content": "同时", "clientId": "m2" });
        let calls = (0..10).map(|_| {
            let (client, body) = (sales.client(), body.clone());
            async move { client.post(&format!("{TALK}/message"), body).await }
        });
        let answers: Vec<Json> = world.at_once(calls.collect()).into_iter().map(done).collect();
        assert!(answers.iter().all(|answer| answer == &answers[0]), "{answers:?}");
        assert_eq!(said(&sales, &of_sh), ["订舱", "收到", "同时"]);
        assert_eq!(unread(&sh, &of_sh), json!(2));
    });
}

#[test]
fn two_who_write_at_the_same_time_see_the_same_order() {
    each_database_with_readers_from(rooms, chatting, |world| {
        let Two { sales, sh, of_sales, of_sh } = two(world);
        let calls = (0..40).map(|number| {
            let (writer, to, name) = if number % 2 == 0 { (&sales, &of_sh, "甲") } else { (&sh, &of_sales, "乙") };
            let (client, body) = (writer.client(), json!({ "to": to, "content": format!("{name}{number}") }));
            async move { client.post(&format!("{TALK}/message"), body).await }
        });
        let answers: Vec<Json> = world.at_once(calls.collect()).into_iter().map(done).collect();
        let order = said(&sales, &of_sh);
        assert_eq!(order, said(&sh, &of_sales));
        assert_eq!(order.len(), 40);
        for answer in &answers {
            let place = usize::try_from(answer["seq"].as_i64().unwrap()).unwrap();
            assert_eq!(order[place - 1], field(answer, "content"), "the place it was told");
        }
        assert_eq!((unread(&sales, &of_sales), unread(&sh, &of_sh)), (json!(20), json!(20)));
    });
}

#[test]
fn history_is_read_in_pages_from_a_place_and_by_a_text() {
    each_database_from(rooms, chatting, |world| {
        let Two { sales, of_sh, .. } = two(world);
        for number in 1..=45 {
            done(send(&sales, &of_sh, &format!("第{number}票 {}", if number % 20 == 0 { "100%装箱" } else { "" })));
        }
        let at = |query: &str| seqs(&page(&sales, &of_sh, query));
        assert_eq!(at("current=1&size=20"), (26..=45).rev().collect::<Vec<_>>());
        assert_eq!(at(""), at("current=1&size=20"), "as it is where nobody says");
        assert_eq!(at("current=3&size=20"), (1..=5).rev().collect::<Vec<_>>());
        assert_eq!(at("current=4&size=20"), Vec::<i64>::new());
        assert_eq!(at("before=26&size=3"), [25, 24, 23]);
        assert_eq!((at("size=1").len(), at("size=100").len()), (1, 45));
        let found = page(&sales, &of_sh, &format!("keyword={}", platform::web::percent_encoded("100%装")));
        assert_eq!((seqs(&found), &found["total"]), (vec![40, 20], &json!(2)));
        for bad in ["size=0", "size=101", "current=0", "current=x", "before=x", "current=1001"] {
            assert_eq!(sales.get(&format!("{TALK}/session/{of_sh}/message?{bad}")).status, 400, "{bad}");
        }
    });
}

#[test]
fn nobody_else_reads_a_conversation() {
    each_database_from(rooms, chatting, |world| {
        let Two { sales, sh, of_sales, of_sh } = two(world);
        done(send(&sales, &of_sh, "底价 3.2"));
        // A colleague of one side has a conversation of his own with the same account, and no other.
        let cs = world.login("cs01");
        let of_cs = accid(world, &cs, "cs01");
        assert_eq!(said(&cs, &of_sh), Vec::<String>::new());
        assert_eq!(cs.get(&format!("{TALK}/session/{of_sales}/message")).status, 404);
        done(send(&cs, &of_sh, "您好"));
        assert_eq!((said(&cs, &of_sh), said(&sh, &of_cs)), (vec!["您好".to_owned()], vec!["您好".to_owned()]));
        assert_eq!(said(&sh, &of_sales), ["底价 3.2"]);
        // Another company, though it has the chat.
        done(super::kit::give(world, "TRIAL", json!({ "hasPrem": true })));
        super::kit::run(world, "UPDATE org SET stop_at = 4102415999000 WHERE id = 4");
        super::kit::run(world, "UPDATE app_user SET online_service = TRUE WHERE org_id = 4");
        let trial = world.login("trial01");
        let before = world.contents(false);
        for with in [&of_sales, &of_sh] {
            assert_eq!(trial.get(&format!("{TALK}/session/{with}/message")).status, 404);
            assert_eq!(trial.get(&format!("{TALK}/session/{with}/file/1")).status, 404);
            assert_eq!(findings(&send(&trial, with, "您好")), [("to".to_owned(), "联系人不存在".to_owned())]);
            done(trial.post(&format!("{TALK}/session/{with}/read"), json!({})));
        }
        let kept =
            |rows: Vec<String>| rows.into_iter().filter(|row| !row.starts_with("chat_account ")).collect::<Vec<_>>();
        assert_eq!(kept(world.contents(false)), kept(before), "but for the account it got");
        assert!(!contacts(world, &sales, "sales01").iter().any(|one| field(one, "company") == "体验公司"));
        assert_eq!(user(world, "sales01").len(), user(world, "cs01").len());
    });
}

fn brisk(settings: &mut Settings) {
    settings.push = PushLimits { pause: Duration::from_millis(1), ..PushLimits::default() };
}

#[test]
fn news_of_a_message_reach_both_sides_and_nobody_else() {
    each_database_from_with(rooms, brisk, chatting, |world| {
        let server = world.serve();
        let Two { sales, sh, of_sales, of_sh } = two(world);
        let cs = world.login("cs01");
        let of_cs = accid(world, &cs, "cs01");
        let mut theirs = Socket::of(world, server, sh.token(), &[]);
        let mut own = Socket::of(world, server, sales.token(), &[]);
        let mut other = Socket::of(world, server, cs.token(), &[]);
        done(send(&sales, &of_sh, "一"));
        assert_eq!(theirs.news(), ["chat"]);
        assert_eq!(own.news(), ["chat"], "other windows of the sender hear too");
        done(sh.post(&format!("{TALK}/session/{of_sales}/read"), json!({})));
        assert_eq!(own.news(), ["chat"], "it was read");
        assert_eq!(theirs.news(), ["chat"]);
        done(send(&sh, &of_cs, "二"));
        assert_eq!(other.news(), ["chat"], "the first it hears of is its own");
    });
}

#[test]
fn a_message_sent_at_one_process_is_heard_and_read_at_another() {
    each_database_from_with(rooms, brisk, chatting, |world| {
        let Some(second) = world.beside() else { return };
        let (_, server) = (world.serve(), second.serve());
        let Two { sales, sh, of_sales, of_sh } = two(world);
        let away = second.bearer(sh.token());
        let mut socket = Socket::of(&second, server, sh.token(), &[]);
        // Both processes hear each other once what each began with has come.
        until(|| world.app.push.is_related() && second.app.push.is_related());
        done(send(&sales, &of_sh, "第1条"));
        assert_eq!(socket.news(), ["chat"]);
        assert!(said(&away, &of_sales).contains(&"第1条".to_owned()));
        done(send(&away, &of_sales, "收到"));
        assert_eq!(said(&sales, &of_sh).last().map(String::as_str), Some("收到"));
    });
}

#[test]
fn messages_and_files_are_counted_together_and_at_every_process() {
    each_database_from(rooms, chatting, |world| {
        let Two { sales, sh, of_sh, .. } = two(world);
        for _ in 0..299 {
            done(send(&sales, &of_sh, "一"));
        }
        let file = |caller: &Caller<'_>| caller.upload(&format!("{TALK}/file?to={of_sh}"), &[("a.png", testkit::PNG)]);
        done(file(&sales));
        let before = world.contents(true);
        let refused = file(&sales);
        assert_eq!((refused.status, refused.json["code"].clone()), (429, json!(429)));
        assert_eq!(send(&sales, &of_sh, "二").status, 429);
        if let Some(second) = world.beside() {
            assert_eq!(send(&second.bearer(sales.token()), &of_sh, "二").status, 429);
        }
        world.unchanged(&before, true);
        assert_eq!(said(&sh, &accid(world, &sales, "sales01")).len(), 100);
        world.set_clock("2026-07-15 10:01:00");
        done(send(&sales, &of_sh, "二"));
    });
}
