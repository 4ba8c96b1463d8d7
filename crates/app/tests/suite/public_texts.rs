//! Whatever stands in a text that a public page shows: the page consists of the product's own elements alone, and says
//! the text as it is.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use app::config::Config;
use app::first_run::FirstRun;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use platform::store::{Stmt, Value};
use serde_json::{Value as Json, json};
use testkit::{Client, World, done};

use crate::at_work::{lay_base, lay_orders, rooms};

/// What somebody writes who wants to leave the place his text stands in.
const HOSTILE: &str = "</script><!--<script></title><meta http-equiv=refresh content=\"1;url=http://127.0.0.1:9/x\">\
                       <img src=x onerror=alert(1)>\u{2028}\u{2029}&lt;\\u003c'\"`<style>";
/// The beginning of it, as a reader of the page finds it.
const MARK: &str = "1;url=http://127.0.0.1:9/x";

/// What a page consists of: its elements, with their attributes, comments, and what stands in its data.
#[derive(Default)]
struct Page {
    parts: RefCell<Vec<String>>,
    data: RefCell<String>,
    inside: RefCell<bool>,
}

impl TokenSink for Page {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) => {
                let attributes = tag.attrs.iter().map(|one| format!(" {}={}", one.name.local, one.value));
                let attributes: String = attributes.filter(|one| !one.starts_with(" nonce=")).collect();
                // The one of each page is its own.
                let attributes = if attributes.starts_with(" name=csp-nonce") { String::new() } else { attributes };
                let end = if tag.kind == TagKind::EndTag { "/" } else { "" };
                *self.inside.borrow_mut() = attributes.contains(" id=first");
                self.parts.borrow_mut().push(format!("{end}{}{attributes}", tag.name));
                match (tag.kind, &*tag.name) {
                    (TagKind::StartTag, "script") => return TokenSinkResult::RawData(RawKind::ScriptData),
                    (TagKind::StartTag, "style") => return TokenSinkResult::RawData(RawKind::Rawtext),
                    (TagKind::StartTag, "title" | "textarea") => return TokenSinkResult::RawData(RawKind::Rcdata),
                    _ => {}
                }
            }
            Token::CommentToken(text) => self.parts.borrow_mut().push(format!("comment {text}")),
            Token::CharacterTokens(text) if *self.inside.borrow() => self.data.borrow_mut().push_str(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Parts of a page but its data, and its data.
fn read(html: &str) -> (Vec<String>, String) {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let tokenizer = Tokenizer::new(Page::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let page = tokenizer.sink;
    let first = "script type=application/json id=first";
    let mut parts = page.parts.into_inner();
    if let Some(place) = parts.iter().position(|part| part == first) {
        parts.drain(place..place + 2);
    }
    (parts, page.data.into_inner())
}

fn rows(world: &World, text: &str) -> Vec<Vec<Value>> {
    world.database(|_, conn| {
        let all = conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).expect("reads");
        all.into_iter().map(|row| row.0).collect()
    })
}

fn texts(world: &World, text: &str) -> Vec<String> {
    let rows = rows(world, text);
    rows.into_iter()
        .map(|row| match &row[0] {
            Value::Text(text) => text.clone(),
            other => format!("{other:?}"),
        })
        .collect()
}

/// Puts the text into every row of a column and keeps what stood there; false where the column takes no such text.
fn put(world: &World, table: &str, column: &str) -> bool {
    let taken = world.inside(|app| {
        app.store.write(|conn| {
            conn.batch(&format!("CREATE TEMP TABLE kept AS SELECT org_id, id, {column} AS text FROM {table}"))?;
            let update = format!("UPDATE {table} SET {column} = ? || id WHERE {column} IS NOT NULL");
            conn.exec(&Stmt::Raw(update, vec![Value::Text(HOSTILE.to_owned())]))
        })
    });
    taken.is_ok()
}

fn put_back(world: &World, table: &str, column: &str) {
    world.database(|_, conn| {
        let back = format!(
            "UPDATE {table} SET {column} = (SELECT k.text FROM kept k WHERE k.org_id = {table}.org_id AND k.id = {table}.id)"
        );
        conn.batch(&format!("{back}; DROP TABLE kept")).expect("puts it back");
    });
}

/// The world with orders of every scope that have share links, and the addresses of their pages.
fn shared(world: &World) -> Vec<String> {
    lay_base(world);
    lay_orders(world);
    let admin = world.login("demo-admin");
    let told = "FSU/14\n990-12345675PVGFRA/T12K500\nDEP/X9101/18JUL/PVGFRA/T12K500/A1120\n";
    done(admin.post_text("/afbase/track/receive", told));
    let e1 = texts(world, "SELECT uuid FROM freight_order WHERE org_id = 2 AND order_code = 'AE-2607150001'");
    let files = format!("/afbase/orderFiles/upload?orderUuid={}&fileType=%E7%85%A7%E7%89%87", e1[0]);
    done(admin.upload(&files, &[("货物.png", testkit::PNG)]));
    let own = "SELECT uuid FROM freight_order WHERE org_id = 2 AND order_code IN (SELECT MIN(order_code) FROM \
               freight_order WHERE org_id = 2 GROUP BY business_scope) OR order_code = 'AE-2607150001' ORDER BY order_code";
    let link = |uuid: String| {
        let link =
            done(admin.post("/afbase/orderShare/createLink", json!({ "orderUuid": uuid, "validity": "forever" })));
        let text = |name: &str| link[name].as_str().unwrap().to_owned();
        format!("/externalOrderTrack?o={}&code={}", text("o"), text("code"))
    };
    texts(world, own).into_iter().map(link).collect()
}

fn text_columns(world: &World) -> Vec<(String, String)> {
    let tables = texts(
        world,
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%log%' \
         AND name NOT IN ('order_share', 'order_share_view', 'session', 'permission', 'job_run', 'job_plan') ORDER BY name",
    );
    let mut all = Vec::new();
    for table in tables {
        let columns = texts(world, &format!("SELECT name FROM pragma_table_info('{table}')"));
        let keyed = ["org_id", "id"].iter().all(|name| columns.iter().any(|column| column == name));
        let shared = table == "org";
        let own = if shared { "" } else { "WHERE org_id = 2" };
        if !keyed || texts(world, &format!("SELECT 'x' FROM {table} {own} LIMIT 1")).is_empty() {
            continue;
        }
        let list = format!("SELECT name FROM pragma_table_info('{table}') WHERE lower(type) IN ('text', 'varchar')");
        all.extend(texts(world, &list).into_iter().map(|column| (table.clone(), column)));
    }
    all
}

#[test]
fn no_text_of_a_shared_order_leaves_the_data_of_its_page() {
    let world = World::sqlite(rooms);
    let addresses = shared(&world);
    assert!(addresses.len() >= 5, "{addresses:?}");
    let first = Arc::new(FirstRun::new(&world.app, &Config::default()));
    let nobody = Client::anonymous(app::server::router(&world.app, &first));
    let look = |address: &str| {
        let reply = world.wait(async { Ok(nobody.get(address).await) });
        assert_eq!(reply.status, 200, "the web application is not built into this test: make web");
        (reply.headers.clone(), String::from_utf8(reply.bytes).expect("a text"))
    };
    let (own, nothing) = read(&look("/externalOrderTrack").1);
    assert!(nothing.is_empty() && own.iter().any(|part| part == "div id=root"), "{own:?}");
    for address in &addresses {
        let (parts, data) = read(&look(address).1);
        let answer: Json = serde_json::from_str(&data).expect("an answer");
        assert_eq!((parts, &answer["code"]), (own.clone(), &json!(0)), "{address}: {data}");
    }
    let mut shown = BTreeSet::new();
    for (table, column) in text_columns(&world) {
        if !put(&world, &table, &column) {
            continue;
        }
        for address in &addresses {
            let (_, html) = look(address);
            let (parts, data) = read(&html);
            assert_eq!(parts, own, "{table}.{column}");
            assert!(!data.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{table}.{column}: {data}");
            let answer: Json = serde_json::from_str(&data).unwrap_or_else(|fault| panic!("{table}.{column}: {fault}"));
            if data.contains(MARK) {
                assert!(answer.to_string().contains("</script><!--<script></title>"), "{table}.{column}");
                shown.insert(format!("{table}.{column}"));
            }
        }
        put_back(&world, &table, &column);
    }
    // What a shared order shows of texts: fewer would say that this test looks past the page.
    assert!(shown.len() >= 35, "{} {shown:#?}", shown.len());
    for part in ["freight_order.goods_name_cn", "order_carriage_detail.ship_name", "track_event.flight_no"] {
        assert!(shown.contains(part), "{part} of {shown:#?}");
    }
}

#[test]
fn an_address_leaves_nothing_in_a_public_page() {
    let world = World::sqlite(rooms);
    let first = Arc::new(FirstRun::new(&world.app, &Config::default()));
    let nobody = Client::anonymous(app::server::router(&world.app, &first)).with_header("accept", "text/html");
    let hostile = platform::web::percent_encoded(HOSTILE);
    let look = |address: &str| {
        let reply = world.wait(async { Ok(nobody.get(address).await) });
        read(&String::from_utf8(reply.bytes).expect("a text"))
    };
    let (own, _) = look("/externalOrderTrack");
    for address in [
        format!("/externalOrderTrack?o={hostile}&code={hostile}"),
        format!("/externalOrderDeliveryNotice?o={hostile}&flag={hostile}&code={hostile}"),
        format!("/seExternalOrderDeliveryNotice?o={hostile}"),
        format!("/teExternalOrderDeliveryNotice?o={hostile}"),
        format!("/cargoPouchView/{hostile}?code={hostile}"),
        format!("/cargoPouchView?{hostile}={hostile}"),
        format!("/customer_info?code={hostile}"),
        format!("/af_order_inquiry_quotation?id={hostile}&code={hostile}"),
        format!("/bill_confirm?code={hostile}"),
        format!("/bill_confirm?cost={hostile}"),
        format!("/chat_guest?code={hostile}"),
    ] {
        assert_eq!(look(&address).0, own, "{address}");
    }
    let (application, _) = look("/login");
    assert_eq!(look(&format!("/login?{hostile}={hostile}")).0, application);
    assert_eq!(look(&format!("/{hostile}")).0, application);
}
