//! Notices: who writes them, who reads them, when.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, Reply, World, each_database, each_database_with};

use super::kit::{PNG, done, findings, refused, rooms, rows, text};

/// A notice of the platform, with other members than the usual ones.
fn write(caller: &Caller<'_>, more: Json) -> Reply {
    let mut body = json!({ "noticeTitle": "通知", "noticeType": "XTGX", "noticeText": "<p>内容</p>", "pushType": "1" });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    caller.post("/hrs/notice", body)
}

fn act(caller: &Caller<'_>, way: &str, notice: &Json) -> Reply {
    let id = text(&notice["id"]);
    let version =
        rows(caller, "/hrs/notice/page?size=500").iter().find(|row| row["id"] == notice["id"]).unwrap()["version"]
            .clone();
    match way {
        "delete" => caller.delete(&format!("/hrs/notice/{id}?version={version}")),
        _ => caller.put(&format!("/hrs/notice/{way}/{id}"), json!({ "version": version })),
    }
}

fn published(caller: &Caller<'_>, more: Json) -> Json {
    let notice = done(write(caller, more));
    done(act(caller, "publish", &notice));
    notice
}

fn titles(caller: &Caller<'_>) -> Vec<String> {
    let list = caller.ok("/hrs/notice");
    list.as_array().unwrap().iter().map(|notice| text(&notice["noticeTitle"]).to_owned()).collect()
}

// req: hrs-route-hrs-notice, home-notices-call, home-notice-fields, home-notice-title-html
/// A draft, for what the page does with one.
pub fn laid(keeper: &Caller<'_>) {
    done(write(keeper, json!({})));
}

#[test]
fn a_title_is_stored_and_shown_without_its_script() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let title = "<b>停机维护</b><script>x</script>";
        let notice = done(write(
            &keeper,
            json!({ "noticeTitle": title, "noticeType": "XTWH", "noticeText": "<p onclick=x>今晚<img src=x onerror=alert(1)></p>" }),
        ));
        assert_eq!(notice["noticeTitle"], "<b>停机维护</b>");
        assert_eq!((&notice["status"], &notice["noticeDate"]), (&json!("草稿"), &json!("2026-07-15")));
        assert!(titles(&world.login("sales01")).is_empty(), "a draft is nobody's");
        done(act(&keeper, "publish", &notice));
        let reader = world.login("sales01");
        let home = reader.ok("/hrs/notice");
        let row = &home[0];
        assert_eq!(
            (&row["noticeTitle"], &row["noticeType"], &row["noticeDate"], &row["read"]),
            (&json!("<b>停机维护</b>"), &json!("XTWH"), &json!("2026-07-15"), &json!(false))
        );
        let id = text(&row["noticeId"]).to_owned();
        let one = reader.ok(&format!("/hrs/notice/{id}"));
        assert_eq!(one["noticeText"], "<p>今晚<img></p>");
        assert!(one.get("version").is_none(), "a reader is told what readers are told");
        assert_eq!(reader.ok("/hrs/notice")[0]["read"], json!(true));
        let listed = rows(&keeper, "/hrs/notice?current=1&size=10");
        assert_eq!((&listed[0]["readCount"], &listed[0]["status"]), (&json!(1), &json!("已发布")));
        reader.ok(&format!("/hrs/notice/{id}"));
        assert_eq!(rows(&keeper, "/hrs/notice/page")[0]["readCount"], json!(1), "the second reading is none more");
    });
}

#[test]
fn what_was_written_past_the_product_is_clean_when_it_is_read() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let notice = published(&keeper, json!({}));
        world.database(|_, conn| {
            let text = "UPDATE notice SET notice_text = '<p>x<script>y</script></p>', notice_title = 'a<img src=x>'";
            conn.exec(&platform::store::Stmt::Raw(text.to_owned(), Vec::new())).unwrap();
        });
        let id = text(&notice["id"]);
        for who in ["superAdmin", "sales01"] {
            let one = world.login(who).ok(&format!("/hrs/notice/{id}"));
            assert_eq!((&one["noticeText"], &one["noticeTitle"]), (&json!("<p>x</p>"), &json!("a")), "{who}");
        }
        assert_eq!(titles(&world.login("sales01")), ["a"]);
        assert_eq!(rows(&keeper, "/hrs/notice/page")[0]["noticeTitle"], "a");
    });
}

#[test]
fn a_notice_reaches_whom_it_is_meant_for() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        published(&keeper, json!({ "noticeTitle": "全部" }));
        published(&keeper, json!({ "noticeTitle": "管理员", "pushType": "2" }));
        published(&keeper, json!({ "noticeTitle": "仅DEMO", "pushType": "3", "orgIds": [demo(&keeper)] }));
        published(&keeper, json!({ "noticeTitle": "专业版", "pushType": "4", "editionCodes": ["PROFESSIONAL"] }));
        let admin = world.login("demo-admin");
        let own = published(&admin, json!({ "noticeTitle": "本公司", "pushType": "1" }));
        assert_eq!(rows(&admin, "/hrs/notice/page")[0]["pushType"], json!(3), "a company speaks to itself");
        assert_eq!(titles(&world.login("sales01")), ["本公司", "仅DEMO", "全部"]);
        assert_eq!(titles(&admin), ["本公司", "仅DEMO", "管理员", "全部"]);
        let other = world.login("sh01");
        assert_eq!(titles(&other), ["专业版", "全部"]);
        let path = format!("/hrs/notice/{}", text(&own["id"]));
        assert_eq!(other.get(&path).status, 404);
        assert_eq!(world.login("superAdmin").get(&path).status, 404, "nor is it the platform's");
        let before = world.contents(false);
        let offline = format!("/hrs/notice/offline/{}", text(&own["id"]));
        assert_eq!(keeper.put(&offline, json!({ "version": 2 })).status, 404);
        assert_eq!(other.put(&offline, json!({ "version": 2 })).status, 403);
        assert_eq!(world.login("sales01").get("/hrs/notice?current=1&size=10").status, 403);
        world.unchanged(&before, false);
    });
}

fn demo(keeper: &Caller<'_>) -> String {
    let offers = keeper.ok("/platform/select/noticeOrg?keyword=DEMO");
    let found = offers.as_array().unwrap().iter().find(|offer| offer["hint"] == "DEMO").unwrap().clone();
    text(&found["value"]).to_owned()
}

#[test]
fn the_home_list_has_ten_those_on_top_first_and_none_that_ended() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        for day in 1..=11 {
            published(
                &keeper,
                json!({ "noticeTitle": format!("{day:02}日"), "noticeDate": format!("2026-07-{day:02}") }),
            );
        }
        published(&keeper, json!({ "noticeTitle": "置顶", "noticeDate": "2026-01-01", "top": true }));
        published(
            &keeper,
            json!({ "noticeTitle": "将失效", "noticeDate": "2026-07-31", "expireAt": "2026-07-15 10:00:01" }),
        );
        let reader = world.login("sales01");
        let shown = titles(&reader);
        assert_eq!((shown.len(), &shown[..3]), (10, &["置顶".to_owned(), "将失效".to_owned(), "11日".to_owned()][..]));
        world.set_clock("2026-07-15 10:00:01");
        assert_eq!(&titles(&reader)[..2], ["置顶", "11日"], "at its end it is over");
    });
}

// req: hrs-scope
#[test]
fn a_notice_goes_through_its_states() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let reader = world.login("sales01");
        let timed = published(&keeper, json!({ "noticeTitle": "定时", "publishAt": "2026-07-15 10:05:00" }));
        let state = || rows(&keeper, "/hrs/notice/page")[0].clone();
        assert_eq!((text(&state()["status"]), titles(&reader).len()), ("待发布", 0));
        refused(&act(&keeper, "delete", &timed), "已发布的公告不能删除，请先下线");
        world.set_clock("2026-07-15 10:04:59");
        world.run_jobs();
        assert_eq!(titles(&reader).len(), 0);
        world.set_clock("2026-07-15 10:06:00");
        world.run_jobs();
        assert_eq!(titles(&reader), ["定时"]);
        assert_eq!(text(&state()["publishedAt"]), "2026-07-15 10:05:00");
        refused(&act(&keeper, "publish", &timed), "公告已发布");
        let change = json!({ "version": state()["version"], "noticeText": "<p>改</p>" });
        done(keeper.put(&format!("/hrs/notice/{}", text(&timed["id"])), change));
        assert_eq!((&state()["edited"], text(&state()["editedAt"])), (&json!(true), "2026-07-15 10:06:00"));
        refused(&act(&keeper, "delete", &timed), "已发布的公告不能删除，请先下线");
        done(act(&keeper, "offline", &timed));
        assert_eq!((text(&state()["status"]), titles(&reader).len()), ("已下线", 0));
        refused(&act(&keeper, "offline", &timed), "只有已发布或待发布的公告可以下线");
        done(act(&keeper, "delete", &timed));
        assert!(rows(&keeper, "/hrs/notice/page").is_empty());
        let log = keeper.ok("/hrs/log/list/page?size=20");
        let did: Vec<&str> =
            log["records"].as_array().unwrap().iter().map(|line| text(&line["pageFunction"])).collect();
        assert!(did.contains(&"定时发布") && did.contains(&"下线"), "{did:?}");
    });
}

#[test]
fn what_is_wrong_is_said_at_its_field_and_nothing_is_written() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let before = world.contents(true);
        let say = |body: Json| findings(&keeper.post("/hrs/notice", body));
        let found = say(json!({ "noticeTitle": "<script>x</script>", "noticeText": "<p><br></p>", "pushType": "3" }));
        for each in [("noticeTitle", "请填写标题"), ("noticeText", "请填写内容"), ("orgIds", "请选择推送企业")]
        {
            assert!(found.contains(&(each.0.to_owned(), each.1.to_owned())), "{found:?}");
        }
        let long = |letters: usize| json!({ "noticeTitle": format!("<b>{}</b>", "字".repeat(letters)), "noticeText": "x", "noticeType": "XTGX", "pushType": "4" });
        assert_eq!(say(long(101))[0].1, "标题不能超过100个字符");
        assert_eq!(say(long(100)), [("editionCodes".to_owned(), "请选择推送版本".to_owned())]);
        let late = json!({ "noticeTitle": "x", "noticeText": "x", "noticeType": "XTGX", "pushType": "1", "publishAt": "2026-08-01 10:00:00", "expireAt": "2026-08-01 10:00:00" });
        assert_eq!(say(late), [("expireAt".to_owned(), "失效时间须晚于发布时间".to_owned())]);
        world.unchanged(&before, true);
        let notice = done(write(&keeper, json!({ "expireAt": "2026-07-15 10:00:00" })));
        refused(&act(&keeper, "publish", &notice), "失效时间已过，不能发布");
        let stale = keeper.put(&format!("/hrs/notice/publish/{}", text(&notice["id"])), json!({ "version": 9 }));
        assert_eq!(stale.message, "数据有变化，请刷新后重试");
    });
}

#[test]
fn files_hang_on_their_notice_and_are_read_with_it() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let reader = world.login("sales01");
        let file = |name: &str| done(keeper.upload("/hrs/notice/file", &[(name, b"%PDF-1.7 x")]));
        refused(&keeper.upload("/hrs/notice/file", &[("a.exe", b"MZ")]), "文件格式不支持");
        let one = file("说明.pdf");
        let path = format!("/hrs/notice/file/{}", text(&one["id"]));
        assert_eq!(reader.get(&path).status, 404, "hanging on nothing");
        let notice = published(&keeper, json!({ "files": [one] }));
        let seen = reader.ok(&format!("/hrs/notice/{}", text(&notice["id"])));
        assert_eq!((&seen["files"][0]["name"], &seen["files"][0]["size"]), (&json!("说明.pdf"), &json!(10)));
        assert_eq!(reader.get(&path).bytes, b"%PDF-1.7 x");
        assert_eq!(rows(&keeper, "/hrs/notice/page")[0]["fileCount"], json!(1));
        let six: Vec<Json> = (0..6).map(|number| file(&format!("{number}.pdf"))).collect();
        assert_eq!(findings(&write(&keeper, json!({ "files": six })))[0].1, "附件最多5个");
        assert_eq!(done(write(&keeper, json!({ "files": six[..5] })))["status"], "草稿");
        assert_eq!(
            findings(&write(&keeper, json!({ "files": [one] })))[0].1,
            "附件不存在，请重新上传",
            "it hangs elsewhere"
        );
        done(act(&keeper, "offline", &notice));
        assert_eq!(reader.get(&path).status, 404);
        world.set_clock("2026-07-16 10:00:01");
        world.run_jobs();
        assert_eq!(keeper.get(&format!("/hrs/notice/file/{}", text(&six[5]["id"]))).status, 401, "the session ended");
        let keeper = world.login("superAdmin");
        assert_eq!(
            keeper.get(&format!("/hrs/notice/file/{}", text(&six[5]["id"]))).status,
            404,
            "forgotten after a day"
        );
        assert_eq!(keeper.get(&format!("/hrs/notice/file/{}", text(&six[0]["id"]))).status, 200);
    });
}

#[test]
fn pictures_come_from_the_own_store_alone() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        refused(&keeper.upload("/platform/picture", &[("a.svg", b"<svg/>")]), "图片仅支持JPG、JPEG、BMP、PNG格式");
        refused(
            &keeper.upload("/platform/picture", &[("a.png", b"\x89PNG\r\n\x1a\nx")]),
            "图片仅支持JPG、JPEG、BMP、PNG格式",
        );
        let kept = done(keeper.upload("/platform/picture", &[("a.png", PNG)]));
        assert_eq!((&kept["width"], &kept["height"]), (&json!(2), &json!(1)));
        let html = format!("<p><img src=\"{}\" alt=\"图\"></p>", text(&kept["url"]));
        assert_eq!(done(write(&keeper, json!({ "noticeText": html })))["noticeText"], json!(html));
        let reader = world.login("sales01");
        assert_eq!(reader.get(text(&kept["url"])).bytes, PNG, "the platform's pictures are everyone's");
        let own = done(world.login("demo-admin").upload("/platform/picture", &[("b.png", PNG)]));
        assert_eq!(reader.get(text(&own["url"])).status, 200);
        assert_eq!(world.login("sh01").get(text(&own["url"])).status, 404);
        assert_eq!(world.anonymous().get(text(&own["url"])).status, 401);
    });
}

fn told(caller: &Caller<'_>) -> Vec<String> {
    rows(caller, "/prm/message?size=50").iter().map(|row| text(&row["title"]).to_owned()).collect()
}

#[test]
fn readers_are_told_of_a_notice_once_by_the_rule_of_their_company() {
    each_database(rooms, |world| {
        let (keeper, boss) = (world.login("superAdmin"), world.login("demo-admin"));
        let (sales, shanghai) = (world.login("sales01"), world.login("sh01"));
        published(&keeper, json!({ "noticeTitle": "<b>今晚停机</b>" }));
        for minute in 1..=3 {
            world.set_clock(&format!("2026-07-15 10:0{minute}:01"));
            world.run_jobs();
        }
        for reader in [&sales, &shanghai, &boss, &keeper] {
            assert_eq!(told(reader), ["公告：今晚停机"]);
        }
        let row = &rows(&sales, "/prm/message")[0];
        assert_eq!((text(&row["kind"]), text(&row["content"])), ("公告", "2026-07-15发布了公告《今晚停机》，请查看"));
        // A company's own concerns its own people alone, and a company may not want it.
        published(&boss, json!({ "noticeTitle": "春节放假" }));
        published(&keeper, json!({ "noticeTitle": "给管理员", "pushType": "2" }));
        world.set_clock("2026-07-15 10:05:00");
        world.run_jobs();
        assert_eq!((told(&sales).len(), told(&shanghai).len()), (2, 1));
        assert_eq!(told(&boss).len(), 3);
        let rules = boss.ok("/hrs/messageRule")["rules"].clone();
        let rule = rules.as_array().unwrap().iter().find(|rule| rule["event"] == "notice.published").unwrap().clone();
        let off = json!({
            "event": "notice.published", "version": 0, "active": false, "inner": true, "mail": false,
            "titleZh": rule["titleZh"], "textZh": rule["textZh"],
        });
        done(boss.put("/hrs/messageRule", off));
        published(&keeper, json!({ "noticeTitle": "再次停机" }));
        world.set_clock("2026-07-15 10:07:00");
        world.run_jobs();
        assert_eq!((told(&sales).len(), told(&shanghai).len()), (2, 2));
    });
}

fn mail_it(caller: &Caller<'_>, notice: &Json, confirmed: &[&str]) -> Reply {
    let id = text(&notice["id"]);
    let page = rows(caller, "/hrs/notice/page?size=500");
    let version = page.iter().find(|row| row["id"] == notice["id"]).unwrap()["version"].clone();
    caller.post(&format!("/hrs/notice/sendMail/{id}"), json!({ "version": version, "confirmed": confirmed }))
}

fn mailbox(caller: &Caller<'_>) -> MailServer {
    let server = MailServer::start(Manner::Takes);
    done(caller.put("/hrs/org/mailbox", server.mailbox()));
    server
}

/// Active users of a company who have an e-mail.
fn with_address(world: &World, org: &str) -> usize {
    let sql = "SELECT u.id FROM app_user u JOIN org o ON o.id = u.org_id JOIN login l ON l.id = u.login_id \
               WHERE u.active AND (u.email LIKE '%@%' OR l.email LIKE '%@%') AND o.code = ";
    let all = format!("{sql}'{org}'");
    world.database(|_, conn| conn.query(&Stmt::Raw(all, Vec::new())).expect("users").len())
}

/// Receivers of the mails that have come since the last look, in order.
fn receivers(world: &World, server: &MailServer, seen: usize) -> Vec<String> {
    // One round puts them into the outbox, the other sends them.
    for _ in 0..2 {
        world.run_jobs();
    }
    let mut all: Vec<String> = server.received().split_off(seen).into_iter().flat_map(|mail| mail.to).collect();
    all.sort();
    all
}

#[test]
fn a_notice_is_mailed_to_each_reader_with_an_address_after_the_count_was_confirmed() {
    each_database_with(rooms, on_own_machine, |world| {
        let boss = world.login("demo-admin");
        let draft = done(write(
            &boss,
            json!({ "noticeTitle": "<b>春节放假</b>", "noticeText": "<p>二月十七日起</p><p>共八天 &lt;全员&gt;</p>" }),
        ));
        refused(&mail_it(&boss, &draft, &[]), "只有已发布的公告可以邮件发送");
        done(act(&boss, "publish", &draft));
        refused(&mail_it(&boss, &draft, &[]), "未配置发件邮箱，请先配置");
        let server = mailbox(&boss);
        let before = world.contents(true);
        let asked = mail_it(&boss, &draft, &[]);
        assert_eq!(asked.questions(), ["notice.mail_count"]);
        let count = with_address(world, "DEMO");
        assert_eq!(asked.data["confirms"][0]["message"], json!(format!("将向{count}位用户发送邮件，是否继续？")));
        world.unchanged(&before, true);
        let path = format!("/hrs/notice/sendMail/{}", text(&draft["id"]));
        assert_eq!(world.login("sales01").post(&path, json!({ "version": 1 })).status, 403);
        let sent = mail_it(&boss, &draft, &["notice.mail_count"]);
        assert_eq!((sent.code, &sent.data["receiverCount"]), (0, &json!(count)), "{}", sent.message);
        refused(&mail_it(&boss, &draft, &["notice.mail_count"]), "邮件正在发送，请稍候");
        let to = receivers(world, &server, 0);
        assert_eq!(to.len(), count);
        assert!(
            to.contains(&"sales01@example.com".to_owned()) && !to.iter().any(|to| to.starts_with("sh01")),
            "{to:?}"
        );
        let mail = server.received().remove(0);
        assert_eq!(mail.subject(), "春节放假");
        assert!(mail.text().starts_with("二月十七日起\n\n共八天 <全员>\n\n"), "{}", mail.text());
        assert!(mail.html().contains("<p>共八天 &lt;全员&gt;</p>"), "{}", mail.html());
        let log = rows(&boss, "/hrs/mailLog/page?size=500&kind=公告");
        assert_eq!(log.len(), count, "each stands in the log of the mails");
        world.set_clock("2026-07-15 10:01:00");
        done(mail_it(&boss, &draft, &["notice.mail_count"]));
        assert_eq!(receivers(world, &server, count).len(), count);
    });
}

/// A company is looked at once for each publication, whether or not anybody in it is meant.
#[test]
fn a_company_without_readers_is_not_looked_at_again() {
    each_database(rooms, |world| {
        let run = |text: String| world.database(|_, conn| conn.query(&Stmt::Raw(text, Vec::new())).unwrap().len());
        world.database(|_, conn| {
            let text = "UPDATE app_user SET admin_role = NULL WHERE org_id = 3";
            conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap();
        });
        let notice = published(&world.login("superAdmin"), json!({ "pushType": "2" }));
        world.set_clock("2026-07-15 10:01:00");
        world.run_jobs();
        let told = |org: i64| {
            let object = text(&notice["id"]);
            run(format!("SELECT mark FROM message_told WHERE org_id = {org} AND object_id = {object}"))
        };
        assert_eq!((told(2), told(3)), (1, 1));
        assert_eq!(messages(world, 3), 0);
    });
}

/// How many messages a company's people have.
fn messages(world: &World, org: i64) -> usize {
    let text = format!("SELECT id FROM message WHERE org_id = {org} AND kind = '公告'");
    world.database(|_, conn| conn.query(&Stmt::Raw(text, Vec::new())).unwrap().len())
}

#[test]
fn people_who_may_not_log_in_are_told_nothing() {
    each_database_with(rooms, on_own_machine, |world| {
        let keeper = world.login("superAdmin");
        let server = mailbox(&keeper);
        let publish = |minute: u32| {
            published(&keeper, json!({ "noticeTitle": format!("第{minute}分"), "mailOnPublish": true }));
            world.set_clock(&format!("2026-07-15 10:{minute:02}:00"));
            let seen = server.received().len();
            receivers(world, &server, seen)
        };
        let everybody = publish(1);
        assert!(everybody.contains(&"sh01@example.com".to_owned()), "{everybody:?}");
        let before = messages(world, 3);
        for (minute, state) in [
            (3, "status = FALSE"),
            (5, "status = TRUE, audit_status = '待审核'"),
            (7, "audit_status = '已拒绝'"),
            (9, "audit_status = '已审核', stop_at = 1784080800000"),
        ] {
            world.database(|_, conn| {
                conn.exec(&Stmt::Raw(format!("UPDATE org SET {state} WHERE id = 3"), Vec::new())).unwrap();
            });
            let to = publish(minute);
            assert!(!to.is_empty() && !to.iter().any(|to| to.starts_with("sh")), "{state}: {to:?}");
            assert_eq!(messages(world, 3), before, "{state}");
        }
    });
}

#[test]
fn a_reader_may_turn_the_mails_off_or_have_his_quiet_and_gets_one_of_each() {
    each_database_with(rooms, on_own_machine, |world| {
        let boss = world.login("demo-admin");
        let server = mailbox(&boss);
        let all = with_address(world, "DEMO");
        let wish = |caller: &Caller<'_>, body: Json| done(caller.put("/hrs/messageRule/mine", body));
        wish(
            &world.login("sales01"),
            json!({ "events": [{ "event": "notice.published", "inner": true, "mail": false }] }),
        );
        wish(&world.login("op01"), json!({ "events": [], "quietFrom": "09:00", "quietUntil": "12:00" }));
        published(&boss, json!({ "noticeTitle": "一", "mailOnPublish": true }));
        let to = receivers(world, &server, 0);
        assert!(!to.contains(&"sales01@example.com".to_owned()), "{to:?}");
        assert!(!to.contains(&"op01@example.com".to_owned()), "{to:?}");
        assert_eq!(to.len(), all - 2);
        world.set_clock("2026-07-15 12:00:00");
        assert_eq!(receivers(world, &server, to.len()), ["op01@example.com"], "when his quiet is over");

        // A company whose rule mails the news mails them once.
        let rules = boss.ok("/hrs/messageRule")["rules"].clone();
        let rule = rules.as_array().unwrap().iter().find(|rule| rule["event"] == "notice.published").unwrap().clone();
        let on = json!({
            "event": "notice.published", "version": 0, "active": true, "inner": true, "mail": true,
            "titleZh": rule["titleZh"], "textZh": rule["textZh"],
        });
        done(boss.put("/hrs/messageRule", on));
        let seen = server.received().len();
        let second = published(&boss, json!({ "noticeTitle": "二", "mailOnPublish": true }));
        world.set_clock("2026-07-15 12:02:00");
        let to = receivers(world, &server, seen);
        assert_eq!(to.len(), all - 1, "{to:?}");
        // By hand it goes again, to those who want it.
        let asked = mail_it(&boss, &second, &[]);
        assert_eq!(asked.data["confirms"][0]["message"], json!(format!("将向{}位用户发送邮件，是否继续？", all - 1)));
    });
}

#[test]
fn a_notice_that_ended_is_not_mailed() {
    each_database_with(rooms, on_own_machine, |world| {
        let boss = world.login("demo-admin");
        let server = mailbox(&boss);
        let notice = published(&boss, json!({ "mailOnPublish": true, "expireAt": "2026-07-15 10:05:00" }));
        world.set_clock("2026-07-15 10:05:00");
        assert_eq!(receivers(world, &server, 0), Vec::<String>::new());
        refused(&mail_it(&boss, &notice, &[]), "公告已失效，不能邮件发送");
        let other = published(&boss, json!({ "mailOnPublish": true, "expireAt": "2026-07-15 10:05:01" }));
        assert!(!receivers(world, &server, 0).is_empty(), "{other}");
    });
}

#[test]
fn a_notice_may_be_mailed_with_its_publication_to_whom_it_is_meant_for() {
    each_database_with(rooms, on_own_machine, |world| {
        let keeper = world.login("superAdmin");
        let server = mailbox(&keeper);
        let more = json!({ "pushType": "2", "mailOnPublish": true, "publishAt": "2026-07-15 12:00:00" });
        let notice = done(write(&keeper, more));
        done(act(&keeper, "publish", &notice));
        assert!(receivers(world, &server, 0).is_empty(), "it waits for its time");
        world.set_clock("2026-07-15 12:00:30");
        let to = receivers(world, &server, 0);
        assert!(!to.is_empty() && !to.iter().any(|to| to.starts_with("sales01")), "administrators alone: {to:?}");
        published(&keeper, json!({ "pushType": "2" }));
        assert!(receivers(world, &server, to.len()).is_empty(), "nobody wished it");
        let other = done(write(&keeper, json!({ "pushType": "2", "mailOnPublish": true })));
        done(act(&keeper, "publish", &other));
        done(act(&keeper, "offline", &other));
        assert!(receivers(world, &server, to.len()).is_empty(), "taken offline before it was sent");
    });
}
