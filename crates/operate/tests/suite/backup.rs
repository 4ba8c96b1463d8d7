//! Backups by hand and by plan, their check, and how long they are kept.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database, each_database_with};

use super::rooms;

fn backups(keeper: &Caller<'_>) -> Vec<Json> {
    keeper.ok("/hrs/backup/page?size=100")["records"].as_array().cloned().expect("rows")
}

fn id(row: &Json) -> &str {
    row["id"].as_str().expect("an id")
}

#[test]
fn a_backup_made_now_is_a_row_and_verifies() {
    each_database_with(
        rooms,
        |settings| "a passphrase of this deployment".clone_into(&mut settings.backup_passphrase),
        |world| {
            let keeper = world.login("superAdmin");
            assert_eq!(keeper.ok("/hrs/backup/place")["encrypted"], true);
            assert_eq!(keeper.post("/hrs/backup/run", json!({})).code, 0);
            let again = keeper.post("/hrs/backup/run", json!({}));
            assert_eq!((again.code, again.message.as_str()), (1, "任务正在执行"));
            assert_eq!(backups(&keeper).len(), 1);
            assert_eq!(world.run_jobs(), 1);
            let row = backups(&keeper).remove(0);
            assert_eq!(
                (&row["mode"], &row["parts"], &row["status"], &row["verify"], &row["userName"]),
                (&json!("手动"), &json!("数据库、附件"), &json!("已完成"), &json!("未校验"), &json!("平台管理员"))
            );
            assert!(row["bytes"].as_str().is_some_and(|size| size.ends_with(" KB")), "{row}");
            assert_eq!(row["keepUntil"], "2027-07-22 10:00:00", "the first of its month is kept for twelve");
            assert!(std::path::Path::new(row["file"].as_str().expect("a place")).exists());

            let verify = |keeper: &Caller<'_>| {
                assert_eq!(keeper.put(&format!("/hrs/backup/verify/{}", id(&row)), json!({})).code, 0);
                world.run_jobs();
                backups(keeper).remove(0)["verify"].clone()
            };
            assert_eq!(verify(&keeper), "一致");
            let file = row["file"].as_str().expect("a place");
            let mut bytes = std::fs::read(file).expect("reads");
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            std::fs::write(file, bytes).expect("writes");
            assert_eq!(verify(&keeper), "不一致");
            let left =
                std::fs::read_dir(std::path::Path::new(file).parent().expect("a folder")).expect("reads").count();
            assert_eq!(left, 1, "the scratch place is gone");
        },
    );
}

/// What is unpacked to be checked is in the clear: it lies for nobody else in the data folder, and not for long.
#[test]
fn a_check_leaves_nothing_in_the_clear() {
    each_database_with(
        rooms,
        |settings| "a passphrase of this deployment".clone_into(&mut settings.backup_passphrase),
        |world| {
            let keeper = world.login("superAdmin");
            assert_eq!(keeper.post("/hrs/backup/run", json!({})).code, 0);
            world.run_jobs();
            let row = backups(&keeper).remove(0);
            let (data, kept) = world.database(|app, _| (app.settings.data_folder.clone(), app.settings.backups()));
            // Of a process that was killed.
            let left = data.join("backup-work").join("1");
            std::fs::create_dir_all(&left).expect("a folder");
            std::fs::write(left.join("scratch.db"), "in the clear").expect("writes");
            world.set_clock("2026-07-15 10:02:00");
            world.run_jobs();
            assert!(!data.join("backup-work").exists(), "as no check is under way");
            assert_eq!(keeper.put(&format!("/hrs/backup/verify/{}", id(&row)), json!({})).code, 0);
            world.run_jobs();
            let checked = backups(&keeper).into_iter().find(|one| one["id"] == row["id"]).expect("the row");
            assert_eq!(checked["verify"], "一致");
            assert_eq!(std::fs::read_dir(data.join("backup-work")).map_or(0, Iterator::count), 0);
            let mut there = std::fs::read_dir(kept).expect("reads").map(|one| one.expect("reads").path());
            assert!(there.all(|path| path.extension().is_some_and(|ending| ending == "ofb")), "backups alone");
        },
    );
}

#[test]
fn two_at_once_make_one() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let replies = world.at_once(
            (0..4)
                .map(|_| {
                    let client = keeper.client();
                    async move { client.post("/hrs/backup/run", json!({})).await }
                })
                .collect(),
        );
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1);
        assert_eq!(replies.iter().filter(|reply| reply.message == "任务正在执行").count(), 3);
        assert_eq!(backups(&keeper).len(), 1);
    });
}

/// Runs what is due at a moment, to which the server has lived.
fn at(world: &World, time: &str) {
    world.set_clock(time);
    world.trust_clock();
    world.run_jobs();
}

#[test]
fn the_plan_makes_one_a_day_and_keeps_the_first_ones_longer() {
    each_database(rooms, |world| {
        world.set_clock("2026-07-31 22:00:00");
        let keeper = world.login("superAdmin");
        let set = |keeper: &Caller<'_>, values: Json| {
            let version = keeper.ok("/hrs/backup/setting")["version"].clone();
            keeper.put("/hrs/backup/setting", json!({ "version": version, "values": values }))
        };
        assert_eq!(set(&keeper, json!({ "backupTime": "24:00" })).findings_at("backupTime"), ["参数不正确：每日时间"]);
        assert_eq!(set(&keeper, json!({ "backupDays": 0 })).code, 1);
        assert_eq!(
            set(&keeper, json!({ "backupTime": "23:10", "backupDays": 2, "backupWeeks": 1, "backupMonths": 1 })).code,
            0
        );
        at(world, "2026-07-31 23:09:59");
        assert_eq!(backups(&keeper).len(), 0, "not yet");
        at(world, "2026-07-31 23:11:00");
        at(world, "2026-07-31 23:59:00");
        for day in 1..=4 {
            at(world, &format!("2026-08-0{day} 23:10:00"));
            at(world, &format!("2026-08-0{day} 23:12:00"));
        }
        let keeper = world.login("superAdmin");
        let rows = backups(&keeper);
        let kept: Vec<(&str, &str)> =
            rows.iter().map(|row| (row["createdAt"].as_str().unwrap(), row["keepUntil"].as_str().unwrap())).collect();
        // Of 2026-08-02, a Sunday, nothing is left: two days are over.
        assert_eq!(
            kept,
            [
                ("2026-08-04 23:10:00", "2026-08-06 23:10:00"),
                ("2026-08-03 23:10:00", "2026-08-10 23:10:00"),
                ("2026-08-01 23:10:00", "2026-09-01 23:10:00"),
                ("2026-07-31 23:11:00", "2026-08-31 23:11:00"),
            ]
        );
        assert!(rows.iter().all(|row| row["mode"] == "自动" && row["status"] == "已完成"));
        assert_eq!(set(&keeper, json!({ "backupDaily": false })).code, 0);
        at(world, "2026-08-05 23:30:00");
        assert_eq!(backups(&world.login("superAdmin")).len(), 4);
        // However old, the newest is kept.
        at(world, "2027-09-05 23:30:00");
        let keeper = world.login("superAdmin");
        assert_eq!(backups(&keeper).len(), 1);
    });
}

#[test]
fn a_backup_whose_folder_can_not_be_written_fails_and_says_why() {
    each_database_with(
        rooms,
        |settings| settings.backup_folder = std::path::PathBuf::from("/proc/nowhere"),
        |world| {
            let keeper = world.login("superAdmin");
            assert_eq!(keeper.post("/hrs/backup/run", json!({})).code, 0);
            for time in ["10:00:00", "10:01:00", "10:06:00"] {
                assert_ne!(backups(&keeper).remove(0)["status"], "失败", "{time}");
                at(world, &format!("2026-07-15 {time}"));
            }
            let row = backups(&keeper).remove(0);
            assert_eq!(row["status"], "失败");
            assert!(!row["error"].as_str().unwrap_or_default().is_empty());
            assert_eq!(keeper.put(&format!("/hrs/backup/verify/{}", id(&row)), json!({})).status, 404);
            let health = keeper.ok("/hrs/health");
            assert!(health["queues"].as_array().unwrap().iter().any(|queue| queue["failed"] == 1), "{health}");
        },
    );
}

/// Small copies of pictures are made again when they are asked for.
#[test]
fn a_backup_carries_no_small_copies() {
    each_database(rooms, |world| {
        world.database(|app, _| {
            let picture = testkit::PNG;
            let hash = app.files.keep(2, picture).expect("is kept");
            app.files.thumbnail(2, &hash).expect("a small copy");
            let mut places = Vec::new();
            let each = app.files.each_kept::<platform::refusal::Refusal>(&mut |place, _| {
                places.push(place.to_owned());
                Ok(())
            });
            each.expect("are handed over");
            assert_eq!(places.len(), 1, "{places:?}");
        });
    });
}
