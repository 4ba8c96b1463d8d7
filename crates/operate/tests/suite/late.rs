//! A database that is slow or silent: what a call waits for has an end, and the rest goes on.

use std::sync::mpsc;
use std::time::Duration;

use platform::refusal::Refusal;
use platform::store::{self, Bounds, Stmt, StoreError, sql};
use platform::web;
use testkit::{World, each_database, each_database_with, each_database_with_readers};

use super::rooms;

/// Longer than any test.
const LONG: Duration = Duration::from_secs(3_600);

/// A statement that does not end by itself.
fn endless(database: &str) -> Stmt {
    let text = match database {
        "SQLite" => {
            "SELECT COUNT(*) FROM (WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) SELECT n FROM n) AS n"
        }
        _ => "SELECT COUNT(*) FROM pg_sleep(3600)",
    };
    Stmt::Raw(text.to_owned(), Vec::new())
}

fn is_late<T>(done: &Result<T, StoreError>) -> bool {
    matches!(done, Err(StoreError::Late(_)))
}

#[test]
fn a_statement_of_a_call_ends_in_its_time_and_the_connection_is_there_again() {
    each_database_with_readers(rooms, |world| {
        let database = world.database;
        world.inside(|app| {
            let (_waiting, caller) = store::caller();
            let bounds = Bounds { statement: Duration::from_millis(200), caller };
            for _ in 0..30 {
                let read = store::within(bounds.clone(), || app.store.read(|conn| conn.query(&endless(database))));
                assert!(is_late(&read), "{read:?}");
            }
            let each =
                store::within(bounds.clone(), || app.store.read(|conn| conn.each(&endless(database), &mut |_| {})));
            assert!(is_late(&each), "{each:?}");
            let one = Stmt::from(sql::from_global("org").column("id").limit(1));
            assert!(app.store.read(|conn| conn.first(&one)).expect("reads").is_some());
        });
    });
}

#[test]
fn nothing_is_read_for_who_has_gone_and_what_he_writes_is_kept() {
    each_database_with_readers(rooms, |world| {
        let database = world.database;
        world.inside(|app| {
            let (waiting, caller) = store::caller();
            drop(waiting);
            let bounds = Bounds { statement: LONG, caller };
            let read = store::within(bounds.clone(), || app.store.read(|conn| conn.query(&endless(database))));
            assert!(is_late(&read), "{read:?}");
            let renamed = || {
                app.store.write(|conn| {
                    let name = ("name", platform::store::Value::Text("改名".to_owned()));
                    let mut update = sql::update_global("org", &[name]);
                    update.and_where(sql::eq("id", 2i64));
                    conn.exec(&update.into())
                })
            };
            assert_eq!(store::within(bounds, renamed).expect("is kept"), 1);
        });
    });
}

#[test]
fn a_transaction_that_takes_too_long_leaves_nothing() {
    each_database(rooms, |world| {
        let database = world.database;
        let before = world.contents(false);
        world.inside(|app| {
            let (_waiting, caller) = store::caller();
            let bounds = Bounds { statement: Duration::from_millis(200), caller };
            let half = || {
                app.store.write(|conn| {
                    let name = ("name", platform::store::Value::Text("改名".to_owned()));
                    let mut update = sql::update_global("org", &[name]);
                    conn.exec(&update.and_where(sql::eq("id", 2i64)).into())?;
                    conn.query(&endless(database))
                })
            };
            let done: Result<_, StoreError> = store::within(bounds, half);
            assert!(is_late(&done), "{done:?}");
        });
        world.unchanged(&before, false);
    });
}

/// Does work while somebody else writes: on PostgreSQL to the users, whom every call reads; on SQLite at all.
fn while_locked(world: &World, work: impl FnOnce()) {
    std::thread::scope(|scope| {
        let ((locked, is_locked), (let_go, may_go)) = (mpsc::channel(), mpsc::channel::<()>());
        scope.spawn(move || {
            world.inside(move |app| {
                app.store.write(|conn| {
                    if world.database == "PostgreSQL" {
                        conn.batch("LOCK TABLE app_user IN ACCESS EXCLUSIVE MODE")?;
                    }
                    locked.send(()).expect("is heard");
                    let _ = may_go.recv();
                    Ok::<_, Refusal>(())
                })
            })
        });
        is_locked.recv().expect("is locked");
        work();
        drop(let_go);
    });
}

#[test]
fn callers_are_told_to_come_again_while_a_table_is_locked_and_the_server_is_ready() {
    each_database_with(
        rooms,
        |settings| settings.statement = Duration::from_millis(300),
        |world| {
            let keeper = world.login("superAdmin");
            while_locked(world, || {
                for _ in 0..5 {
                    let reply = keeper.get("/hrs/health");
                    assert_eq!((reply.status, reply.message.as_str()), (503, "系统繁忙，请稍后重试"));
                }
                // Whether it may send a file is asked before the file is read.
                assert_eq!(keeper.upload("/afbase/airport/import/read", &[("a.xlsx", b"x")]).status, 503);
                assert!(world.inside(|app| web::health(app).0), "it is ready on a connection of its own");
            });
            assert!(world.inside(|app| web::health(app).0));
            assert_eq!(keeper.get("/hrs/health").status, 200);
        },
    );
}

#[test]
fn a_call_waits_for_its_turn_no_longer_than_a_call_may() {
    each_database_with(
        rooms,
        |settings| {
            settings.statement = Duration::from_millis(300);
            settings.calls_at_once = 1;
        },
        |world| {
            let keeper = world.login("superAdmin");
            let turn = world.app.turns.clone().try_acquire_owned().expect("nobody calls");
            let reply = keeper.get("/hrs/health");
            assert_eq!((reply.status, reply.message.as_str()), (503, "系统繁忙，请稍后重试"));
            assert_eq!(keeper.upload("/afbase/airport/import/read", &[("a.xlsx", b"x")]).status, 503);
            assert!(world.inside(|app| web::health(app).0), "whether it is ready is asked without a turn");
            drop(turn);
            for _ in 0..3 {
                assert_eq!(keeper.get("/hrs/health").status, 200, "a turn is given back");
            }
        },
    );
}

#[test]
fn a_statement_ends_when_its_caller_goes() {
    each_database_with(
        rooms,
        |settings| settings.statement = LONG,
        |world| {
            let keeper = world.login("superAdmin");
            // Calls on SQLite wait for nobody's lock: there what only reads runs to its end, or is looked at as it runs.
            if world.database != "PostgreSQL" {
                return;
            }
            let waits = || {
                let text = "SELECT COUNT(*) FROM pg_stat_activity \
                    WHERE datname = current_database() AND wait_event_type = 'Lock'";
                let statement = || Stmt::Raw(text.to_owned(), Vec::new());
                let row = world.inside(|app| app.store.read(|conn| conn.first(&statement())));
                row.expect("reads").expect("a count").get::<i64>(0).expect("a number")
            };
            let client = keeper.client();
            while_locked(world, || {
                world.leave(async move { client.get("/hrs/health").await }, || waits() == 1);
                while waits() > 0 {
                    std::thread::yield_now();
                }
            });
            assert_eq!(keeper.get("/hrs/health").status, 200);
        },
    );
}
