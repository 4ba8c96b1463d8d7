//! The server killed while 50 people write 1,000 messages to each other: none is lost that was acknowledged, none is there
//! twice, and every conversation keeps its order; what is sent again after the restart under the same name is sent once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use hrs::setup::{NewUser, create_user};
use kernel::{Clock, Id, Instant};
use platform::access::{Opening, open_session};
use platform::call::App;
use platform::refusal::Refusal;
use platform::store::{Conn, Stmt, Value, sql};
use serde_json::{Value as Json, json};

use crate::database::{on_postgresql, query};
use crate::durability::{PASSWORD, Place, Server};

/// People of each of the two companies, of one group.
const EACH_SIDE: usize = 25;
/// Messages of one of them.
const MESSAGES: usize = 20;
/// Acknowledged ones after which the server is killed.
const KILL_AFTER: usize = 300;
const SIDES: [i64; 2] = [2, 3];

#[test]
fn a_thousand_messages_outlive_a_kill_once_and_in_order_on_sqlite() {
    story(&Place::named("chat-sqlite", String::new()));
}

#[test]
fn a_thousand_messages_outlive_a_kill_once_and_in_order_on_postgresql() {
    on_postgresql("chat", |url| story(&Place::named("chat-postgresql", url)));
}

/// Somebody who writes: his session, and his account in the chat.
#[derive(Debug, Clone)]
pub struct Writer {
    org: i64,
    pub user: Id,
    pub token: String,
}

/// Two companies that have the chat, with their people, made before the server starts.
pub fn prepared(place: &Place) -> Vec<Writer> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("runs");
    let _inside = runtime.enter();
    let app = app::start::open(&place.config, Clock::System).expect("the product opens");
    app.system_write(|conn| seed::people::platform_org(&app, conn)).expect("the platform");
    seed::people::fixture(&app, PASSWORD).expect("the people");
    app.system_write(|conn| {
        let prem = "UPDATE org SET chat_prem = TRUE WHERE id IN (2, 3)";
        conn.exec(&Stmt::Raw(prem.to_owned(), Vec::new()))?;
        let pairs = (0..EACH_SIDE * 2).map(|number| (SIDES[number % 2], number));
        pairs.map(|(org, number)| writer(&app, conn, org, number)).collect::<Result<Vec<_>, Refusal>>()
    })
    .expect("the writers")
}

fn writer(app: &App, conn: &mut dyn Conn, org: i64, number: usize) -> Result<Writer, Refusal> {
    let mut like = sql::from(org, "app_user");
    like.columns(["dept_id"]).limit(1);
    let dept = conn.first(&like.into())?.expect("somebody").get(0)?;
    let mut role = sql::from(org, "role");
    role.column("id").limit(1);
    let role: Id = conn.first(&role.into())?.expect("a role").get(0)?;
    let (login, now) = (format!("chat{number:02}"), app.clock.now());
    let email = format!("{login}@example.com");
    let phone = format!("139000000{number:02}");
    let new = NewUser {
        login: &login,
        name: &login,
        phone: &phone,
        email: &email,
        admin_role: "",
        dept,
        roles: &[role],
        order_permission: None,
        must_change: false,
    };
    let user = create_user(app, conn, org, &new, PASSWORD)?;
    let mut serves = sql::update(org, "app_user", &[("online_service", Value::Bool(true))]);
    conn.exec(&serves.and_where(sql::eq("id", user)).to_owned().into())?;
    facts::chat::open_account(app, conn, (org, user), now)?;
    Ok(Writer { org, user, token: session(app, conn, (org, user), now)? })
}

fn session(app: &App, conn: &mut dyn Conn, (org, user): (i64, Id), now: Instant) -> Result<String, Refusal> {
    let mut login = sql::from(org, "app_user");
    login.column("login_id").and_where(sql::eq("id", user));
    let login = conn.first(&login.into())?.expect("the user").get(0)?;
    let opening = Opening {
        id: app.mint.next(now),
        org,
        user,
        login,
        place: ("127.0.0.1", "test"),
        idle_ms: 24 * 60 * 60 * 1000,
        most: 9,
        limit: None,
    };
    open_session(conn, &opening, now)
}

/// The accounts by their users.
pub fn accounts(place: &Place) -> BTreeMap<i64, String> {
    let rows = query(&place.config.store(), "SELECT user_id, accid FROM chat_account");
    let pair = |row: &Vec<Value>| match row.as_slice() {
        [Value::Int(user), Value::Text(accid)] => (*user, accid.clone()),
        other => panic!("{other:?}"),
    };
    rows.iter().map(pair).collect()
}

/// What somebody sends: in turns to the one opposite and to the one beside that.
fn wanted(writers: &[Writer], accounts: &BTreeMap<i64, String>, (who, number): (usize, usize)) -> String {
    let people = writers.len();
    let opposite = if who.is_multiple_of(2) { who + 1 } else { who - 1 };
    // Both sides of a pair agree on each other whichever of them writes.
    let beside = if who.is_multiple_of(2) { (who + 3) % people } else { (who + people - 3) % people };
    let other = &writers[if number.is_multiple_of(2) { opposite } else { beside }];
    assert_ne!(other.org, writers[who].org);
    let to = &accounts[&other.user.0];
    json!({ "to": to, "content": format!("{who}:{number}"), "clientId": format!("m{number}") }).to_string()
}

/// Everybody at the same time, each one message after the other until there is no answer; what was acknowledged, by writer and
/// number.
fn write(
    server: &Server,
    (writers, accounts): (&[Writer], &BTreeMap<i64, String>),
    kill_after: usize,
) -> BTreeMap<(usize, usize), Json> {
    let acknowledged = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for (who, writer) in writers.iter().enumerate() {
            let acknowledged = &acknowledged;
            scope.spawn(move || {
                for number in 0..MESSAGES {
                    let body = wanted(writers, accounts, (who, number));
                    let answer = server.call(&writer.token, "POST", "/api-uc/yxim/message", &body);
                    let Some(answer) = answer.filter(|answer| answer["code"] == 200) else { return };
                    let mut all = acknowledged.lock().expect("the list");
                    all.insert((who, number), answer["data"].clone());
                    let is_enough = all.len() == kill_after;
                    drop(all);
                    if is_enough {
                        server.kill();
                    }
                }
            });
        }
    });
    acknowledged.into_inner().expect("the list")
}

/// What is kept: the texts of each conversation in their order.
fn kept(place: &Place) -> BTreeMap<(i64, i64), Vec<String>> {
    let text = "SELECT org_id, conversation_id, seq, content FROM chat_message ORDER BY org_id, conversation_id, seq";
    let mut all: BTreeMap<(i64, i64), Vec<String>> = BTreeMap::new();
    for row in query(&place.config.store(), text) {
        let [Value::Int(org), Value::Int(talk), Value::Int(seq), Value::Text(content)] = row.as_slice() else {
            panic!("{row:?}")
        };
        let said = all.entry((*org, *talk)).or_default();
        said.push(content.clone());
        assert_eq!(i64::try_from(said.len()).expect("few"), *seq, "places without a gap");
    }
    all
}

/// No message is there twice, each conversation has what each of its two wrote in the order he wrote it, and members and
/// conversations say the same. Answers all texts.
fn holds(place: &Place) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    for said in kept(place).values() {
        let mut last: BTreeMap<&str, usize> = BTreeMap::new();
        for text in said {
            assert!(texts.insert(text.clone()), "{text} is there twice");
            let (who, number) = text.split_once(':').expect("who and which");
            let number: usize = number.parse().expect("a number");
            assert!(last.insert(who, number).is_none_or(|before| before < number), "{said:?}");
        }
    }
    let count = i64::try_from(texts.len()).expect("few");
    assert_eq!(place.number("SELECT CAST(COALESCE(SUM(last_seq), 0) AS BIGINT) FROM chat_conversation"), count);
    assert_eq!(place.number("SELECT CAST(COALESCE(SUM(unread), 0) AS BIGINT) FROM chat_member"), count);
    assert_eq!(place.number("SELECT COUNT(*) FROM chat_sent WHERE seq > 0"), count);
    assert_eq!(place.number("SELECT COUNT(*) FROM chat_sent"), count);
    texts
}

fn story(place: &Place) {
    let writers = prepared(place);
    let accounts = accounts(place);
    let server = Server::start(place);
    let acknowledged = write(&server, (&writers, &accounts), KILL_AFTER);
    assert!(acknowledged.len() >= KILL_AFTER, "{} answers", acknowledged.len());
    place.wait_for_its_sessions();

    // As it was left.
    let before = holds(place);
    for (who, number) in acknowledged.keys() {
        assert!(before.contains(&format!("{who}:{number}")), "{who}:{number} was acknowledged and is gone");
    }
    assert!(before.len() < writers.len() * MESSAGES, "the kill came too late");

    // Everybody sends all of it again under its names: what was answered is answered the same.
    let server = Server::start(place);
    let again = write(&server, (&writers, &accounts), usize::MAX);
    for (message, answer) in &acknowledged {
        assert_eq!(again.get(message), Some(answer), "{message:?} is answered otherwise");
    }
    drop(server);
    place.wait_for_its_sessions();
    assert_eq!(holds(place).len(), writers.len() * MESSAGES);
}
