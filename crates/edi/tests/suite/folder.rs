//! Messages that lie in a folder.

use testkit::each_database_from;

use super::kit::*;

#[test]
fn files_of_the_folder_are_taken_every_minute_and_put_away() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let (inbox, outside) = (folder(world, "in"), folder(world, "elsewhere"));
        std::fs::write(inbox.join("good.txt"), FSU).unwrap();
        std::fs::write(inbox.join("bad.txt"), "FSU/14\nnonsense\n").unwrap();
        std::fs::write(inbox.join("empty.txt"), "").unwrap();
        std::fs::write(inbox.join("binary.txt"), [0xff, 0xfe]).unwrap();
        std::fs::write(inbox.join("large.txt"), "A".repeat(1024 * 1024 + 1)).unwrap();
        std::fs::write(inbox.join(".hidden"), FSU).unwrap();
        std::fs::write(inbox.join("half.part"), FSU).unwrap();
        std::fs::create_dir(inbox.join("folder")).unwrap();
        std::fs::write(outside.join("secret"), "FSU/14\n990-12345686PEKLAX/T1K1\nRCS/PEK/17JUL/T1K1\n").unwrap();
        std::os::unix::fs::symlink(outside.join("secret"), inbox.join("link.txt")).unwrap();
        world.run_jobs();
        assert_eq!(files(&inbox), [".hidden", "folder", "half.part", "link.txt"]);
        assert_eq!(files(&folder(world, "done")), ["good.txt"]);
        assert_eq!(files(&folder(world, "failed")), ["bad.txt", "binary.txt", "empty.txt", "large.txt"]);
        let names = ["type", "state", "source"];
        let unread = ["?", "UNREAD", "FOLDER"];
        let listed = [unread, ["FSU", "RECEIVED", "FOLDER"], unread, unread, ["FSU", "UNREAD", "FOLDER"]];
        assert_eq!(told(&admin, "direction=IN", &names), listed);
        let reason = |name: &str| format!("文件{name}没有内容、不是文本或超过1MB，已移至failed目录");
        let reasons = told(&admin, "type=?", &["errorText"]).concat();
        assert_eq!(reasons, ["large.txt", "empty.txt", "binary.txt"].map(reason));
        let view = admin.ok(&format!("{BASE}/{}", field(&rows(&admin, "type=?")[0], "id")));
        assert_eq!(field(&view["events"][0], "function"), "接收");
        assert_eq!(rows(&admin, "awbNumber=990-12345686").len(), 0, "a link is not followed");
        let log = admin.ok(&format!("{BASE}/{}", field(&rows(&admin, "state=RECEIVED")[0], "id")));
        assert_eq!(field(&log["events"][0], "name"), "系统");
        // The same file again is known, and lies beside the first.
        std::fs::write(inbox.join("good.txt"), FSU).unwrap();
        world.set_clock("2026-07-15 10:01:00");
        world.run_jobs();
        assert_eq!(files(&folder(world, "done")), ["2_good.txt", "good.txt"]);
        assert_eq!(rows(&admin, "direction=IN").len(), 5);
    });
}

#[test]
fn a_file_may_hold_any_number_of_messages() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let inbox = folder(world, "in");
        let text: String =
            (0..201).map(|number| format!("FFR/8\n990-12345675PVGFRA/T{number}K{number}.0\n\n")).collect();
        std::fs::write(inbox.join("many.txt"), text).unwrap();
        world.run_jobs();
        assert_eq!(files(&inbox), Vec::<String>::new());
        assert_eq!(admin.ok(&format!("{BASE}/page?direction=IN"))["total"], serde_json::json!(201));
    });
}

#[test]
fn a_file_that_could_not_be_kept_waits_for_the_next_minute() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let inbox = folder(world, "in");
        std::fs::write(inbox.join("good.txt"), FSU).unwrap();
        std::fs::write(inbox.join("empty.txt"), "").unwrap();
        without_numbers(world, || world.run_jobs());
        assert_eq!(files(&inbox), ["empty.txt", "good.txt"]);
        world.set_clock("2026-07-15 11:00:00");
        world.run_jobs();
        assert_eq!(files(&inbox), Vec::<String>::new());
        assert_eq!(told(&admin, "direction=IN", &["type"]), [["FSU"], ["?"]]);
    });
}
