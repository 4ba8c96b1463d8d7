//! Texts no database takes, by the door and behind it: too long, too many, or with the null character. They are refused by
//! their place, on both databases alike, and none of them is a fault of the server.

use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Cell, Stmt, StoreError, Value, sql};
use testkit::{Caller, World, each_database, each_database_with_readers};

use super::rooms;

/// Letters no database makes shorter, so that they are too long for an index.
fn letters(count: usize) -> String {
    let mut seed = 7u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b'a' + u8::try_from((seed >> 40) % 26).unwrap())
    };
    (0..count).map(|_| next()).collect()
}

#[test]
fn values_that_not_every_database_takes_are_refused_on_each() {
    each_database_with_readers(rooms, |world| {
        world.inside(|app| {
            let read = |condition: Expr| {
                let statement: Stmt = sql::from_global("org").column("id").and_where(condition).into();
                app.store.read(|conn| conn.query(&statement))
            };
            let is_unfit = |done: &Result<_, StoreError>| matches!(done, Err(StoreError::Unfit(_)));
            let null = read(sql::eq("name", "a\0b"));
            assert!(is_unfit(&null), "{null:?}");
            let many = read(sql::is_in(sql::col("id"), 0..40_000i64));
            assert!(is_unfit(&many), "{many:?}");
            // SQLite looks for no text as long as this, PostgreSQL finds none.
            let long = read(sql::contains(sql::col("name"), &letters(66_000)));
            assert!(is_unfit(&long) || long.as_ref().is_ok_and(Vec::is_empty), "{long:?}");
            let sound = read(sql::contains(sql::col("name"), &letters(20_000)));
            assert!(sound.as_ref().is_ok_and(Vec::is_empty), "{sound:?}");
            let written: Result<(), Refusal> = app.store.write(|conn| {
                let cells = [
                    ("user_id", Value::Int(1)),
                    ("page_key", letters(66_000).into_value()),
                    ("body", "{}".into_value()),
                    ("updated_at", Value::Int(1)),
                ];
                conn.exec(&sql::insert(2, "list_setting", &cells).into())?;
                Err(Refusal::NotFound)
            });
            assert!(matches!(written, Err(Refusal::BadRequest(_) | Refusal::NotFound)), "{written:?}");
        });
    });
}

/// Status and sentence of a call whose body is these bytes.
fn sent(world: &World, caller: &Caller<'_>, body: &str) -> (u16, String) {
    let (client, body) = (caller.client(), body.as_bytes().to_vec());
    let call =
        async move { Ok(client.raw("POST", "/platform/listView/hrs.user.list", "application/json", body).await) };
    let reply = world.wait(call);
    (reply.status, reply.message)
}

#[test]
fn a_body_is_refused_by_the_place_of_what_no_text_may_hold() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let told = |body: &str| sent(world, &admin, body);
        let reason = |reason: &str| (400, format!("请求内容无法识别：{reason}"));
        let null = r#"{"name":"甲","body":{"filters":{"userName":"a\u0000b"}}}"#;
        assert_eq!(told(null), reason("body.filters.userName：含有不能保存的字符"));
        let entries = vec!["0"; 20_001].join(",");
        assert_eq!(told(&format!("{{\"ids\":[{entries}]}}")), reason("ids：不能超过20000项"));
        // Half a character is no JSON.
        for lone in [r#"{"name":"\ud800"}"#, r#"{"name":"\udc00x"}"#, r#"{"name":"\ud800A"}"#] {
            let (status, message) = told(lone);
            assert!(status == 400 && message.starts_with("请求内容无法识别：第1行第"), "{lone}: {status} {message}");
        }
        let english = admin.in_language("en-US");
        let said = sent(world, &english, null).1;
        assert_eq!(said, "The request can't be read: body.filters.userName: holds a character that can't be kept");
    });
}

#[test]
fn a_log_in_is_refused_by_the_name_of_what_no_text_may_hold() {
    each_database(rooms, |world| {
        let nobody = world.anonymous();
        let before = world.contents(true);
        let null = nobody.token_call("a\0b", "DEMO", "x");
        assert_eq!((null.status, null.message.as_str()), (400, "参数username含有不能保存的字符"));
        let long = nobody.token_call(&letters(20_001), "DEMO", "x");
        assert_eq!((long.status, long.message.as_str()), (400, "参数username不能超过20000个字符"));
        world.unchanged(&before, true);
        let wrong = nobody.token_call(&letters(10_000), "DEMO", "x");
        assert_eq!((wrong.status, wrong.code), (200, 1), "{}", wrong.message);
    });
}

#[test]
fn a_file_is_refused_by_the_cell_of_what_no_text_may_hold() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let mut book = rust_xlsxwriter::Workbook::new();
        let sheet = book.add_worksheet();
        for (row, text) in [(0, "姓名"), (1, "甲\u{0}乙")] {
            sheet.write_string(row, 0, text).unwrap();
        }
        let bytes = book.save_to_buffer().unwrap();
        let reply = admin.upload("/hrs/user/import/read", &[("a.xlsx", bytes.as_slice())]);
        assert_eq!((reply.status, reply.message.as_str()), (200, "第2行第1列含有不能保存的字符"));
    });
}

#[test]
fn numbers_beyond_their_range_and_pages_that_are_none_are_refused() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let page = |query: &str| admin.get(&format!("/hrs/user/page?{query}"));
        for query in
            ["size=0", "size=501", "size=-1", "size=1e3", "size=99999999999999999999", "current=0", "current=x"]
        {
            assert_eq!(page(query).status, 400, "{query}");
        }
        let told = |base: &str, name: &str, value: &str| admin.get(&format!("{base}/page?{name}={value}"));
        let mut asked = 0;
        for list in &world.app.registry.lists {
            for filter in list.filters {
                let values: &[&str] = match filter.field.kind {
                    platform::field::Kind::Int => &["99999999999999999999", "1e400", "1~99999999999999999999"],
                    platform::field::Kind::Decimal(_) => &["99999999999999999999", "0.00000000000000000001"],
                    platform::field::Kind::Day => &["9999-12-31~", "99999-01-01~", "-001-01-01~", "2026-02-30~"],
                    platform::field::Kind::Instant => &["9999-12-31 23:59:59~", "2026-07-15 24:00~", "2026-02-30~"],
                    _ => continue,
                };
                for value in values {
                    let reply = told(list.base, filter.name, &platform::web::percent_encoded(value));
                    assert!(reply.status < 500, "{} {} {value}: {}", list.path, filter.name, reply.message);
                    asked += 1;
                }
            }
        }
        assert!(asked > 20, "{asked}");
    });
}

#[test]
fn what_a_browser_says_of_itself_is_kept_no_longer_than_its_column() {
    each_database(rooms, |world| {
        let agent = format!("Mozilla/5.0 {}", letters(60_000));
        let reply = world.anonymous().with_header("user-agent", &agent).token_call(
            "op01@example.com",
            "DEMO",
            testkit::PASSWORD,
        );
        assert_eq!(reply.code, 0, "{}", reply.message);
        let longest = |table: &str| -> i64 {
            world.database(|_, conn| {
                let text = format!("SELECT MAX(LENGTH(agent)) FROM {table}");
                let row = conn.first(&Stmt::Raw(text, Vec::new())).unwrap().unwrap();
                row.get(0).unwrap()
            })
        };
        assert_eq!((longest("session"), longest("login_log")), (200, 200));
        let strange = world.anonymous().with_header("accept-language", &letters(8_000)).get("/hrs/user/page");
        assert_eq!((strange.status, strange.message.as_str()), (401, "登录已超时，请重新登录"));
    });
}
