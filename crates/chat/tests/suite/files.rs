//! Pictures and files in conversations.

use serde_json::{Value as Json, json};
use testkit::{Caller, PNG, Reply, done, each_database_from, findings};

use super::kit::{TALK, accid, chatting, number, rooms, send};

const MEGABYTE: usize = 1024 * 1024;

fn put(caller: &Caller<'_>, to: &str, name: &str, bytes: &[u8]) -> Reply {
    caller.upload(&format!("{TALK}/file?to={to}"), &[(name, bytes)])
}

fn found(text: &str) -> Vec<(String, String)> {
    vec![("file".to_owned(), text.to_owned())]
}

#[test]
fn a_picture_and_a_file_reach_the_other_side_alone() {
    each_database_from(rooms, chatting, |world| {
        let (sales, sh, cs) = (world.login("sales01"), world.login("sh01"), world.login("cs01"));
        let (own, peer) = (accid(world, &sales, "sales01"), accid(world, &sh, "sh01"));
        let picture = done(put(&sales, &peer, "箱单.png", PNG));
        assert_eq!(picture["file"], json!({ "name": "箱单.png", "size": PNG.len(), "picture": true }));
        let paper = done(put(&sales, &peer, "../说明.txt", "见附件".as_bytes()));
        assert_eq!((&paper["file"]["name"], &paper["file"]["picture"]), (&json!("说明.txt"), &json!(false)));
        assert_eq!(paper["content"], json!(""));
        for (reader, with) in [(&sales, &peer), (&sh, &own)] {
            let shown = reader.get(&format!("{TALK}/session/{with}/file/1"));
            assert_eq!((shown.bytes.as_slice(), shown.content_type.as_str()), (PNG, "image/png"));
            let saved = reader.get(&format!("{TALK}/session/{with}/file/2"));
            assert_eq!(saved.bytes, "见附件".as_bytes());
            assert!(saved.headers["content-disposition"].to_str().unwrap().starts_with("attachment"));
        }
        for with in [&own, &peer] {
            assert_eq!(cs.get(&format!("{TALK}/session/{with}/file/1")).status, 404);
        }
        for seq in ["3", "0", "-1", "x"] {
            assert_eq!(sh.get(&format!("{TALK}/session/{own}/file/{seq}")).status, 404, "{seq}");
        }
        done(send(&sales, &peer, "请查收"));
        assert_eq!(sh.get(&format!("{TALK}/session/{own}/file/3")).status, 404, "a text has no file");
        assert_eq!(number(world, "SELECT COUNT(*) FROM published_file WHERE object_id IS NULL"), 0);
        let named = sh.ok(&format!("{TALK}/session/{own}/message?keyword=%E8%AF%B4%E6%98%8E"));
        assert_eq!(named["total"], json!(1), "a file is found by its name");
    });
}

#[test]
fn forbidden_and_oversized_files_are_refused_and_nothing_is_kept() {
    each_database_from(rooms, chatting, |world| {
        let (sales, sh) = (world.login("sales01"), world.login("sh01"));
        let peer = accid(world, &sh, "sh01");
        let before = world.contents(true);
        for (name, bytes) in [
            ("a.exe", b"MZ".as_slice()),
            ("a.html", b"<script>alert(1)</script>"),
            ("a.svg", b"<svg onload='alert(1)'/>"),
            ("a.png", b"<html>"),
            ("a", b"x"),
        ] {
            assert_eq!(findings(&put(&sales, &peer, name, bytes)), found("文件格式不支持"), "{name}");
        }
        let mut large = PNG.to_vec();
        large.resize(10 * MEGABYTE + 1, 0);
        assert_eq!(findings(&put(&sales, &peer, "a.png", &large)), found("文件大小不能超过10MB"));
        let nobody = vec![("to".to_owned(), "联系人不存在".to_owned())];
        assert_eq!(findings(&put(&sales, "xy00", "a.png", PNG)), nobody);
        assert_eq!(findings(&sales.upload(&format!("{TALK}/file?to={peer}"), &[])), found("请选择文件"));
        world.unchanged(&before, true);
        large.truncate(10 * MEGABYTE);
        assert_eq!(done(put(&sales, &peer, "a.png", &large))["seq"], json!(1), "the edge is taken");
    });
}

#[test]
fn a_file_that_is_sent_again_under_its_name_is_there_once() {
    each_database_from(rooms, chatting, |world| {
        let (sales, sh) = (world.login("sales01"), world.login("sh01"));
        let (own, peer) = (accid(world, &sales, "sales01"), accid(world, &sh, "sh01"));
        let path = format!("{TALK}/file?to={peer}&clientId=f1");
        let first = done(sales.upload(&path, &[("a.png", PNG)]));
        assert_eq!(done(sales.upload(&path, &[("a.png", PNG)])), first);
        assert_eq!(sh.ok(&format!("{TALK}/session/{own}/message"))["total"], json!(1));
        assert_eq!(number(world, "SELECT COUNT(*) FROM published_file"), 1);
        assert_ne!(first, Json::Null);
    });
}
