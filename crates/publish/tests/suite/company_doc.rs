//! Documents of the company: versions of a name, who sees them, fetching, ends.

use serde_json::{Value as Json, json};
use testkit::{Caller, each_database};

use super::kit::{PNG, done, findings, refused, rooms, rows, text};

const PDF: &[u8] = b"%PDF-1.7 contract";

fn upload(caller: &Caller<'_>, query: &str, name: &str, bytes: &[u8]) -> testkit::Reply {
    caller.upload(&format!("/hrs/doc?{query}"), &[(name, bytes)])
}

fn names(caller: &Caller<'_>) -> Vec<String> {
    rows(caller, "/hrs/doc/page?size=50&sort=name,asc").iter().map(|row| text(&row["name"]).to_owned()).collect()
}

fn offered(caller: &Caller<'_>, select: &str, label: &str) -> String {
    let offers = caller.ok(&format!("/platform/select/{select}?keyword={}", platform::web::percent_encoded(label)));
    let found = offers.as_array().unwrap().iter().find(|offer| text(&offer["label"]).ends_with(label)).cloned();
    text(&found.unwrap_or_else(|| panic!("{select} offers no {label}: {offers}"))["value"]).to_owned()
}

// req: hrs-route-hrs-doc, hrs-scope
#[test]
fn a_second_file_of_a_name_is_its_second_version() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let first = done(upload(&admin, "folder=合同".replace("合同", "%E5%90%88%E5%90%8C").as_str(), "合同.pdf", PDF));
        assert_eq!(first["revision"], json!(1));
        let second = done(upload(&admin, "folder=%E5%90%88%E5%90%8C", "合同.pdf", b"%PDF-1.7 second"));
        assert_eq!((&second["revision"], &second["id"]), (&json!(2), &first["id"]));
        let listed = rows(&admin, "/hrs/doc/page");
        assert_eq!((listed.len(), &listed[0]["revision"], &listed[0]["size"]), (1, &json!(2), &json!(15)));
        let id = text(&first["id"]);
        assert_eq!(admin.get(&format!("/hrs/doc/file/{id}")).bytes, b"%PDF-1.7 second");
        assert_eq!(admin.get(&format!("/hrs/doc/file/{id}?revision=1")).bytes, PDF);
        assert_eq!(admin.get(&format!("/hrs/doc/file/{id}?revision=3")).status, 404);
        assert_eq!(admin.get(&format!("/hrs/doc/file/{id}?inline=1")).bytes, b"%PDF-1.7 second");
        assert_eq!(rows(&admin, "/hrs/doc/page")[0]["downloads"], json!(2), "looking is no fetching");
        let ending = |ending: &str| rows(&admin, &format!("/hrs/doc/page?ending={ending}")).len();
        assert_eq!((ending("pdf"), ending("docx,pdf"), ending("docx")), (1, 1, 0));
        let versions = admin.ok(&format!("/hrs/doc/versions/{id}"));
        let sizes: Vec<&Json> = versions.as_array().unwrap().iter().map(|version| &version["size"]).collect();
        assert_eq!(sizes, [&json!(15), &json!(17)]);
        let elsewhere = done(upload(&admin, "", "合同.pdf", PDF));
        assert_eq!(elsewhere["revision"], json!(1), "another folder, another document");
        let view = admin.ok(&format!("/hrs/doc/{}", text(&elsewhere["id"])));
        assert_eq!(text(&view["folder"]), "公司文档");
        let body = json!({ "version": view["version"], "folder": "合同" });
        let moved = admin.put(&format!("/hrs/doc/{}", text(&elsewhere["id"])), body);
        assert_eq!(findings(&moved), [("folder".to_owned(), "该文件夹已有同名文件".to_owned())]);
        done(admin.delete(&format!("/hrs/doc/{id}?version=2")));
        assert_eq!(names(&admin).len(), 1);
    });
}

#[test]
fn a_document_is_seen_by_those_it_is_for() {
    each_database(rooms, |world| {
        let boss = world.login("ceo01");
        let dept = offered(&boss, "dept", "财务部");
        let role = offered(&boss, "role", "操作员");
        done(upload(&boss, "", "1全部.txt", b"x"));
        let hidden = done(upload(&boss, &format!("visible=%E9%83%A8%E9%97%A8&targetIds={dept}"), "2部门.txt", b"x"));
        done(upload(&boss, &format!("visible=%E8%A7%92%E8%89%B2&targetIds={role}"), "3角色.txt", b"x"));
        let all = ["1全部.txt", "2部门.txt", "3角色.txt"];
        assert_eq!(names(&boss), all, "the uploader");
        assert_eq!(names(&world.login("demo-admin")), all, "the administrator");
        assert_eq!(names(&world.login("fin01")), all[..2]);
        assert_eq!(names(&world.login("op01")), ["1全部.txt", "3角色.txt"]);
        let (sales, other) = (world.login("sales01"), world.login("sh01"));
        assert_eq!(names(&sales), all[..1]);
        assert!(names(&other).is_empty());
        let id = text(&hidden["id"]);
        let before = world.contents(false);
        for caller in [&sales, &other] {
            for path in [format!("/hrs/doc/{id}"), format!("/hrs/doc/file/{id}"), format!("/hrs/doc/versions/{id}")] {
                assert_eq!(caller.get(&path).status, 404, "{path}");
            }
        }
        assert_eq!(upload(&sales, "", "a.txt", b"x").status, 403);
        let nobody = upload(&boss, "visible=%E9%83%A8%E9%97%A8", "a.txt", b"x");
        assert_eq!(findings(&nobody)[0].1, "请选择可见的部门或角色");
        refused(&upload(&boss, "", "a.exe", b"MZ"), "文件格式不支持");
        let view = boss.ok(&format!("/hrs/doc/{id}"));
        let gone = "所选部门或角色已不存在，请重新选择".to_owned();
        let of_none = upload(&boss, "visible=%E9%83%A8%E9%97%A8&targetIds=1", "a.txt", b"x");
        assert_eq!(findings(&of_none), [("targetIds".to_owned(), gone.clone())]);
        for (visible, field, ids) in [("部门", "deptIds", json!([dept, "1"])), ("角色", "roleIds", json!([dept]))] {
            let body = json!({ "version": view["version"], "visible": visible, field: ids });
            let refused = boss.put(&format!("/hrs/doc/{id}"), body);
            assert_eq!(findings(&refused), [(field.to_owned(), gone.clone())]);
        }
        world.unchanged(&before, false);
        let body = json!({ "version": view["version"], "visible": "全部" });
        done(boss.put(&format!("/hrs/doc/{id}"), body));
        assert_eq!(names(&sales), all[..2]);
    });
}

#[test]
fn uploaders_are_told_once_thirty_days_before_the_end() {
    each_database(rooms, |world| {
        let boss = world.login("ceo01");
        done(upload(&boss, "expireDate=2026-08-15", "执照.pdf", PDF));
        let count = || boss.ok("/prm/api/haveMessage");
        world.run_jobs();
        assert_eq!(count(), json!(0), "thirty-one days before");
        world.set_clock("2026-07-16 10:00:00");
        let boss = world.login("ceo01");
        for _ in 0..2 {
            world.run_jobs();
            assert_eq!(boss.ok("/prm/api/haveMessage"), json!(1));
        }
        let message = &rows(&boss, "/prm/message?current=1&size=10")[0];
        assert_eq!(
            (text(&message["title"]), text(&message["content"])),
            ("文档即将到期：执照.pdf", "执照.pdf将于2026-08-15到期，请及时更新")
        );
        assert_eq!(rows(&boss, "/hrs/doc/page")[0]["expired"], json!(false));
        world.set_clock("2026-08-16 09:00:00");
        assert_eq!(rows(&world.login("ceo01"), "/hrs/doc/page")[0]["expired"], json!(true));
    });
}

#[test]
fn a_photo_loses_its_place_and_has_a_small_copy() {
    each_database(rooms, |world| {
        let boss = world.login("ceo01");
        let mut photo = PNG[..33].to_vec();
        photo.extend_from_slice(b"\0\0\0\x0atEXtGPS\0SECRETXXXX");
        photo.extend_from_slice(&PNG[33..]);
        let kept = done(upload(&boss, "", "现场.png", &photo));
        let path = format!("/hrs/doc/file/{}", text(&kept["id"]));
        assert_eq!(boss.get(&format!("{path}?inline=1")).bytes, PNG);
        let small = boss.get(&format!("{path}?thumb=1"));
        assert!(small.bytes.starts_with(&[0xff, 0xd8, 0xff]), "{}", small.message);
        assert_eq!(boss.get(&format!("{path}?thumb=1")).bytes, small.bytes);
    });
}
