//! Issue 25, 31: what the erasing of a person reaches, what it leaves alone, and that it comes to an end.

use platform::store::{Stmt, Value, sql};
use serde_json::json;
use testkit::{World, done, each_database, field};

use super::erasure::{HIS, MAIL, PHONE, erase, hire, keep, left, let_go, number, person, proved, run, told};

#[test]
fn no_code_state_or_key_is_taken_for_a_person() {
    each_database(Vec::new, |world| {
        let admin = proved(world);
        let own = [("coop_bill_x", "'coop_bill_x'"), ("open", "'OPEN'"), ("han", "'HAN'")];
        for (period, series) in own {
            world.lay("number_series", &[("series", series), ("period", &format!("'{period}'")), ("last", "41")]);
        }
        world.lay("airport", &[("id", "9001"), ("ap_code", "'HAN'"), ("name_en", "'HAN'"), ("city_name_en", "'Bill'")]);
        world.lay(
            "coop",
            &[("id", "9002"), ("coop_state", "'OPEN'"), ("coop_name", "'高峰附加费'"), ("remark", "'Bill of lading'")],
        );
        world.lay("coop_contact", &[("id", "9003"), ("name", "'前台'"), ("remark", "'CSQU3912345678 020-12345675'")]);
        let before = world.contents(false);
        let id = hire(&admin, "高峰", (PHONE, MAIL), json!({ "userEname": "Bill Han" }));
        let_go(&admin, &id);
        done(erase(&admin, json!({ "kind": "USER", "userId": id, "reason": "本人要求" })));
        world.run_jobs();
        for (name, phone) in [("Open", "3912345678"), ("Han", "12345675"), ("Bill", "13800000000"), ("Lin", "7654321")]
        {
            done(erase(&admin, person(json!({ "name": name, "phone": phone }))));
            world.run_jobs();
            assert_eq!(field(&told(&admin), "state"), "DONE", "{name}");
        }
        // Counters of jobs and of erasures count, hiring raises the version of the rights, and he had an account.
        let counts = |line: &String| {
            ["job_", "number_series", "app_user", "erasure", "import_row", "idempotency_key", "message ", "org "]
                .iter()
                .any(|table| line.starts_with(table))
        };
        let after = world.contents(false);
        let gone: Vec<&String> = before.iter().filter(|line| !counts(line) && !after.contains(line)).collect();
        assert_eq!(gone, Vec::<&String>::new());
        for (period, series) in own {
            let text = format!(
                "SELECT last FROM number_series WHERE org_id = 2 AND series = {series} AND period = '{period}'"
            );
            assert_eq!(number(world, &text), 41);
        }
        assert!(
            number(world, "SELECT CAST(SUM(doubtful) AS bigint) FROM erasure WHERE org_id = 2") > 0,
            "what is left is told"
        );
    });
}

#[test]
fn forty_files_that_name_him_are_written_anew() {
    each_database(Vec::new, |world| {
        let admin = proved(world);
        let keys: Vec<String> = (0..40)
            .map(|place| {
                let bytes = format!("{place},王小清,{PHONE}\r\n");
                let hash = world.database(|app, _| app.files.keep(2, bytes.as_bytes()).unwrap());
                let (id, key) = (format!("{}", 7000 + place), format!("'{hash}'"));
                world.lay("published_file", &[("id", &id), ("object_id", "5"), ("file_key", &key)]);
                hash
            })
            .collect();
        done(erase(&admin, person(json!({ "name": "王小清", "phone": PHONE }))));
        world.run_jobs();
        let told = told(&admin);
        assert_eq!((field(&told, "state"), &told["files"]), ("DONE", &json!(40)), "{told}");
        world.database(|app, conn| {
            for hash in &keys {
                assert!(app.files.read(2, hash).is_err());
            }
            let text = "SELECT file_key FROM published_file WHERE org_id = 2 AND id >= 7000 AND id < 7040".to_owned();
            let rows = conn.query(&Stmt::Raw(text, Vec::new())).unwrap();
            assert_eq!(rows.len(), 40);
            for row in rows {
                let bytes = app.files.read(2, &row.get::<String>(0).unwrap()).unwrap();
                assert!(String::from_utf8(bytes).unwrap().ends_with("已清除1,已清除1\r\n"));
            }
        });
    });
}

#[test]
fn more_rows_than_a_piece_are_all_done() {
    each_database(Vec::new, |world| {
        let admin = proved(world);
        for id in 0..1_003 {
            let (id, remark) = (format!("{}", 50_000 + id), format!("'{id} 王小清'"));
            world.lay("coop_contact", &[("id", &id), ("coop_id", "9002"), ("name", "'前台'"), ("remark", &remark)]);
        }
        world.lay("coop", &[("id", "9002")]);
        done(erase(&admin, person(json!({ "name": "王小清", "phone": PHONE }))));
        world.run_jobs();
        assert_eq!(left(world), Vec::<String>::new());
        let told = told(&admin);
        assert!(told["texts"].as_i64().is_some_and(|texts| texts >= 1_003), "{told}");
        assert_eq!(number(world, "SELECT version FROM coop WHERE id = 9002"), 1 + 1_003, "each raises its partner");
    });
}

#[test]
fn a_form_that_was_open_does_not_write_him_back() {
    each_database(Vec::new, |world| {
        let admin = proved(world);
        let id = hire(&admin, "陈大文", ("13700000001", "dawen@example.com"), json!({ "remark": "接替王小清" }));
        let open = admin.ok(&format!("/hrs/user/{id}"));
        assert_eq!(field(&open, "remark"), "接替王小清", "{open}");
        done(erase(&admin, person(json!({ "name": "王小清", "phone": PHONE }))));
        world.run_jobs();
        assert_eq!(admin.put("/hrs/user", open).code, 3);
        assert_eq!(field(&admin.ok(&format!("/hrs/user/{id}")), "remark"), "接替已清除1");
    });
}

fn letter(world: &World, id: i64, status: &str, next: Value) {
    world.database(|app, conn| {
        let body = json!({ "subject": "通知", "text": "王小清，您好", "html": "<p>王小清</p>" }).to_string();
        let content = Value::Bytes(app.secrets.seal(&body).unwrap());
        let mut cells = vec![("id", Value::Int(id)), ("content", content), ("next_at", next)];
        for (column, text) in [
            ("kind", "其他"),
            ("from_addr", "a@example.com"),
            ("to_addrs", "b@example.com"),
            ("subject", "通知"),
            ("attachments", "[]"),
            ("language", "zh-CN"),
            ("status", status),
        ] {
            cells.push((column, Value::Text(text.to_owned())));
        }
        cells.push(("created_at", Value::Int(app.clock.now().millis())));
        for column in ["mailbox_org", "attachment_count", "attempts"] {
            cells.push((column, Value::Int(0)));
        }
        cells.push(("secure", Value::Bool(false)));
        conn.exec(&sql::insert(2, "mail_log", &cells).into()).unwrap();
    });
}

#[test]
fn what_is_sealed_is_opened_and_who_he_was_does_not_stay_in_the_jobs() {
    each_database(Vec::new, |world| {
        let admin = proved(world);
        let far = world.database(|app, _| app.clock.now().millis()) + 3_600_000;
        letter(world, 801, "已发送", Value::Null);
        letter(world, 802, "待发送", Value::Int(far));
        done(erase(&admin, person(json!({ "name": "王小清", "phone": PHONE, "idNumber": "11010519491231002X" }))));
        world.run_jobs();
        let told = told(&admin);
        assert_eq!(
            (field(&told, "state"), &told["letters"], &told["sealed"], &told["jobFiles"]),
            ("DONE", &json!(1), &json!(0), &json!(0)),
            "{told}"
        );
        world.database(|app, conn| {
            let mut rows = |text: &str| conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap();
            let sent = rows("SELECT content FROM mail_log WHERE org_id = 2 AND id = 801");
            let body = app.secrets.open(&sent[0].get::<Vec<u8>>(0).unwrap()).unwrap();
            assert!(body.contains("已清除1，您好") && !body.contains("王小清"), "{body}");
            let stopped = rows(
                "SELECT id FROM mail_log WHERE org_id = 2 AND id = 802 AND content IS NULL AND status = '失败' AND next_at IS NULL",
            );
            assert_eq!(stopped.len(), 1);
            let jobs = rows("SELECT request FROM job_run WHERE name IN ('export_person', 'erase_person')");
            assert_eq!(jobs.len(), 2);
            for job in jobs {
                let request = app.secrets.open(&job.get::<Vec<u8>>(0).unwrap()).unwrap();
                assert!(HIS.iter().all(|his| !request.to_lowercase().contains(his)), "{request}");
            }
        });
    });
}

#[test]
fn a_row_that_cannot_be_written_is_told_and_the_files_it_may_name_stay() {
    let world = World::sqlite(Vec::new);
    let admin = proved(&world);
    let hash = keep(&world, "王小清.csv", "王小清,13912345678\r\n".as_bytes());
    world.lay("coop_contact", &[("id", "905"), ("name", "'王小清'"), ("phone", "'13912345678'")]);
    world.lay("coop_contact", &[("id", "906"), ("name", "'王小清'"), ("phone", "'13912345678'")]);
    run(
        &world,
        "CREATE TRIGGER stays BEFORE UPDATE ON coop_contact WHEN OLD.id = 905 BEGIN SELECT RAISE(ABORT, 'stays'); END",
    );
    done(erase(&admin, person(json!({ "name": "王小清", "phone": PHONE }))));
    world.run_jobs();
    let told = told(&admin);
    assert_eq!((field(&told, "state"), field(&told, "failedTables")), ("DONE", "coop_contact"), "{told}");
    assert_eq!(number(&world, "SELECT COUNT(*) FROM coop_contact WHERE id = 906 AND name = '已清除1'"), 1);
    assert!(world.database(|app, _| app.files.read(2, &hash).is_ok()), "the old file stays");
}
