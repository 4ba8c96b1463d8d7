//! Files no row names are removed when their days are over; one that is in use never is.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use platform::store::Stmt;
use testkit::{PNG, World, done, each_database};

use super::rooms;

/// The company DEMO.
const DEMO: i64 = 2;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn keep(world: &World, bytes: &[u8]) -> String {
    world.inside(|app| app.files.keep(DEMO, bytes).unwrap())
}

fn place(world: &World, hash: &str) -> PathBuf {
    world.app.settings.data_folder.join("files").join(DEMO.to_string()).join(&hash[..2]).join(hash)
}

/// As if it had been kept long ago: the disk has a clock of its own.
fn age(world: &World, hash: &str) {
    let file = std::fs::File::options().append(true).open(place(world, hash)).unwrap();
    file.set_modified(SystemTime::now() - 400 * DAY).unwrap();
}

fn known(world: &World) -> Vec<(String, bool)> {
    world.database(|_, conn| {
        let text = "SELECT file_key, removed_at FROM unnamed_file ORDER BY created_at, file_key";
        let rows = conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap();
        rows.iter().map(|row| (row.get(0).unwrap(), row.get::<Option<i64>>(1).unwrap().is_some())).collect()
    })
}

fn sweep(world: &World, night: &str) {
    world.set_clock(&format!("{night} 02:00:00"));
    // The server has lived until then.
    world.trust_clock();
    world.run_jobs();
}

fn name_in_a_text(world: &World, text: &str) {
    world.database(|_, conn| {
        let update = format!("UPDATE app_user SET job_position = '{text}' WHERE name_cn = '销售一'");
        conn.batch(&update).unwrap();
    });
}

#[test]
fn what_nobody_names_goes_after_its_days_and_what_is_in_use_stays() {
    each_database(rooms, |world| {
        let picture = done(world.login("demo-admin").upload("/platform/picture", &[("a.png", PNG)]));
        let shown = picture["url"].as_str().expect("an address").to_owned();
        let (replaced, attached) = (keep(world, b"replaced"), keep(world, b"attached"));
        name_in_a_text(world, &format!("[{{\"name\":\"x.pdf\",\"hash\":\"{attached}\"}}]"));
        for hash in [&replaced, &attached] {
            age(world, hash);
        }
        sweep(world, "2026-07-16");
        assert_eq!(known(world), [(replaced.clone(), false)]);
        sweep(world, "2026-08-14");
        assert!(place(world, &replaced).exists(), "29 days");
        sweep(world, "2026-08-15");
        assert!(!place(world, &replaced).exists(), "30 days");
        assert_eq!(known(world), [(replaced.clone(), true)]);
        sweep(world, "2026-10-01");
        assert!(place(world, &attached).exists());
        assert_eq!(world.login("demo-admin").get(&shown).status, 200, "the picture is there");
        // It is known for a year that it was removed.
        sweep(world, "2027-08-15");
        assert_eq!(known(world).len(), 1);
        sweep(world, "2027-08-16");
        assert_eq!(known(world), []);
    });
}

#[test]
fn what_is_kept_or_named_again_is_no_left_over() {
    each_database(rooms, |world| {
        let (again, named) = (keep(world, b"again"), keep(world, b"named"));
        for hash in [&again, &named] {
            age(world, hash);
        }
        sweep(world, "2026-07-16");
        assert_eq!(known(world).len(), 2);
        // Somebody uploads the same bytes, and his row is written a moment later.
        assert_eq!(keep(world, b"again"), again);
        name_in_a_text(world, &named);
        sweep(world, "2026-09-01");
        assert!(place(world, &again).exists() && place(world, &named).exists());
        assert_eq!(known(world), [(again.clone(), false)]);
        // Its days begin anew once nobody names it any more.
        name_in_a_text(world, "");
        sweep(world, "2026-09-02");
        sweep(world, "2026-10-01");
        assert!(place(world, &named).exists(), "29 days");
        sweep(world, "2026-10-02");
        assert!(!place(world, &named).exists() && place(world, &again).exists());
    });
}

#[test]
fn a_file_that_comes_back_after_it_was_removed_has_its_days_again() {
    each_database(rooms, |world| {
        let hash = keep(world, b"back");
        age(world, &hash);
        sweep(world, "2026-07-16");
        sweep(world, "2026-08-15");
        assert_eq!(known(world), [(hash.clone(), true)]);
        keep(world, b"back");
        age(world, &hash);
        sweep(world, "2026-08-16");
        assert_eq!(known(world), [(hash.clone(), false)]);
        sweep(world, "2026-09-14");
        assert!(place(world, &hash).exists());
        sweep(world, "2026-09-15");
        assert!(!place(world, &hash).exists());
    });
}

/// What the storage of DEMO counts: hash and bytes.
fn counted(world: &World) -> Vec<(String, i64)> {
    world.database(|_, conn| {
        let text = "SELECT file_key, bytes FROM kept_file WHERE org_id = 2 ORDER BY bytes";
        let rows = conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap();
        rows.iter().map(|row| (row.get(0).unwrap(), row.get(1).unwrap())).collect()
    })
}

#[test]
fn the_night_sets_the_count_of_storage_right() {
    each_database(rooms, |world| {
        let made = keep(world, b"made by the product");
        let nobodys = keep(world, b"nobody's");
        name_in_a_text(world, &made);
        assert_eq!(counted(world), []);
        let old = format!(
            "INSERT INTO kept_file (org_id, file_key, bytes, created_at) VALUES (2, '{nobodys}', 8, 0), (2, '{}', 9, 0)",
            "0".repeat(64)
        );
        world.database(|_, conn| conn.batch(&old).unwrap());
        done(world.login("demo-admin").upload("/platform/picture", &[("a.png", PNG)]));
        let picture = i64::try_from(PNG.len()).unwrap();
        sweep(world, "2026-07-16");
        let after = counted(world);
        assert_eq!(after.iter().map(|(_, bytes)| *bytes).collect::<Vec<_>>(), [19, picture]);
        assert_eq!(after[0].0, made, "what the product made is counted, what nobody names and what is gone is not");
    });
}
