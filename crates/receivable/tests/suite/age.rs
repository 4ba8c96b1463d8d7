//! 应收账龄 with the ledger of the fixture: what the parts come to, what a cell is made of, and what customers promise
//! (catalogue prm.md /prm_report_receivable_age, css.md invariant 34).

use platform::sea_query::ExprTrait as _;
use platform::store::sql;
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_from_with};

use super::books::rows;
use super::credit::ledger;
use super::income_writeoff::received;
use crate::receivable::{coop, rooms};

const BASE: &str = "/prm/report/receivableAge";
const PARTS: [&str; 5] = ["part31To60", "part61To90", "part91To180", "part181To365", "partOver365"];

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, ledger, story);
}

fn page(caller: &Caller<'_>, query: &str) -> Json {
    caller.ok(&format!("{BASE}/page?size=100&{query}"))
}

fn records(page: &Json) -> Vec<Json> {
    page["records"].as_array().cloned().unwrap_or_default()
}

/// The row of a customer.
fn of(page: &Json, code: &str) -> Json {
    records(page).into_iter().find(|row| row["coopCode"] == json!(code)).unwrap_or_default()
}

fn figure(row: &Json, name: &str) -> String {
    row[name].as_f64().map_or("-".to_owned(), |figure| format!("{figure:.2}"))
}

fn figures(row: &Json, names: &[&str]) -> String {
    names.iter().map(|name| figure(row, name)).collect::<Vec<_>>().join(" ")
}

// req: prm-route-prm-report-receivable-age
#[test]
fn what_is_owed_is_told_by_its_age_as_the_catalogue_shows_it() {
    told(|world| {
        // Terms and limits are those of the last reckoning.
        world.run_jobs();
        let admin = world.login("demo-admin");
        let due = page(&admin, "");
        let (kh001, kh002) = (of(&due, "KH001"), of(&due, "KH002"));
        let names = ["total", "notDue", "part1To30", "part61To90", "overdue", "overdueRate", "net", "over90"];
        assert_eq!(figures(&kh001, &names), "55000.00 15000.00 30000.00 10000.00 40000.00 72.73 53000.00 0.00");
        assert_eq!((&kh001["maxDays"], &kh001["settleText"]), (&json!(81), &json!("月结 1/25")));
        assert_eq!(figures(&kh001, &["creditLimit", "unbilled", "prepaid"]), "60000.00 12000.00 2000.00");
        assert_eq!(figure(&kh001, "dso"), "79.80", "55,000 of the 62,000 of ninety days");
        assert_eq!(kh001["lastReceipt"], json!("2026-07-15"));
        assert_eq!(figures(&kh002, &["total", "notDue", "overdue", "net"]), "7100.00 7100.00 0.00 7100.00");
        assert_eq!(figures(&due["totals"], &["total", "notDue", "overdue"]), "62100.00 22100.00 40000.00");
        assert_eq!(figures(&due["totals"], &["shareNotDue", "share30", "share61"]), "35.59 48.31 16.10");
        assert_eq!(records(&due).len(), 2);

        let base = page(&admin, "basis=BASE");
        let names = ["part0To30", "part31To60", "part61To90", "part91To180", "over90", "overdue"];
        let kh001 = of(&base, "KH001");
        assert_eq!(figures(&kh001, &names), "15000.00 0.00 30000.00 10000.00 10000.00 40000.00");
        assert_eq!(figures(&of(&base, "KH002"), &["part0To30", "notDue"]), "7100.00 -");
        let bills = page(&admin, "basis=NOTE");
        assert_eq!(figures(&of(&bills, "KH001"), &["part0To30", "part61To90"]), "55000.00 0.00", "all billed today");

        let more = page(&admin, "includeUnbilled=true");
        assert_eq!(figure(&of(&more, "KH001"), "net"), "65000.00");
        let plain = page(&admin, "includePrepaid=false");
        assert_eq!(figure(&of(&plain, "KH001"), "net"), "55000.00");
    });
}

#[test]
fn a_day_of_the_past_is_made_anew_from_what_was_written_off_since() {
    told(|world| {
        let admin = world.login("demo-admin");
        let june = of(&page(&admin, "asOf=2026-06-30"), "KH001");
        let names = ["total", "notDue", "part1To30", "part61To90", "overdue", "prepaid", "unbilled", "net"];
        let wanted = "60000.00 20000.00 30000.00 10000.00 40000.00 0.00 0.00 60000.00";
        assert_eq!(figures(&june, &names), wanted, "before D3 was paid in part, and before U1");
        assert_eq!(june["maxDays"], json!(66));
        assert_eq!(june["lastReceipt"], Json::Null);
        let detail = admin.ok(&format!("{BASE}/detail/page?size=100&asOf=2026-06-30&figure=1-30"));
        let row = &records(&detail)[0];
        assert_eq!((&row["overdueDays"], &row["bucket"]), (&json!(5), &json!("1-30")));
        assert_eq!((&row["baseDate"], &row["dueDate"]), (&json!("2026-05-10"), &json!("2026-06-25")));
        // The day itself counts, a day before D2 there is nothing of it.
        let on = |day: &str| figure(&of(&page(&admin, &format!("asOf={day}")), "KH001"), "total");
        assert_eq!(
            (on("2026-05-10"), on("2026-05-09"), on("2026-03-19")),
            ("40000.00".into(), "10000.00".into(), "-".into())
        );
        assert_eq!(on("2026-07-15"), "55000.00", "today");
        let due = of(&page(&admin, "asOf=2026-06-25"), "KH001");
        assert_eq!(figures(&due, &["part1To30", "notDue"]), "0.00 50000.00", "D2 is due that day");
    });
}

#[test]
fn however_it_is_grouped_it_comes_to_the_same_and_each_cell_to_its_rows() {
    told(|world| {
        let admin = world.login("demo-admin");
        let figures_of = |basis: &str| {
            let first = if basis == "DUE" { ["notDue", "part1To30"] } else { ["part0To30", "part0To30"] };
            let more = ["total", "overdue", "over90", "unbilled", "prepaid", "net"];
            first.into_iter().chain(PARTS).chain(more).collect::<Vec<_>>()
        };
        let names = |name: &str| match name {
            "notDue" => "NOT_DUE".to_owned(),
            "partOver365" => "%3E365".to_owned(),
            name if name.starts_with("part") => name.trim_start_matches("part").replace("To", "-"),
            name => name.to_owned(),
        };
        for (group, basis) in
            [("COOP", "DUE"), ("SALES", "DUE"), ("DEPT", "BASE"), ("SCOPE", "NOTE"), ("CURRENCY", "DUE")]
        {
            let page = page(&admin, &format!("group={group}&basis={basis}&includeUnbilled=true"));
            assert_eq!(figure(&page["totals"], "total"), "62100.00", "{group}");
            for row in records(&page) {
                for name in figures_of(basis) {
                    let within = row["within"].as_str().expect("conditions");
                    let query = format!("{BASE}/detail/page?size=100&figure={}&{within}", names(name));
                    let found = admin.ok(&query);
                    assert_eq!(figure(&found["totals"], "open"), figure(&row, name), "{group} {name} {within}");
                }
                let sum = |names: &[&str]| names.iter().filter_map(|name| row[*name].as_f64()).sum::<f64>();
                let parts = sum(&["part0To30", "part1To30"]) + sum(&PARTS);
                let whole = if basis == "DUE" { sum(&["overdue"]) } else { sum(&["total"]) };
                assert!((parts - whole).abs() < 0.001, "{group}: {row}");
                if basis == "DUE" {
                    assert!((sum(&["notDue", "overdue"]) - sum(&["total"])).abs() < 0.001, "{group}: {row}");
                }
            }
        }
        let all = admin.ok(&format!("{BASE}/detail/page?size=100"));
        assert_eq!(figure(&all["totals"], "open"), "62100.00");
    });
}

#[test]
fn filters_leave_partners_currencies_scopes_and_what_is_late() {
    told(|world| {
        let admin = world.login("demo-admin");
        let codes = |query: &str| {
            let rows = records(&page(&admin, query));
            rows.iter().map(|row| row["coopCode"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(codes(""), ["KH001", "KH002"], "the largest first");
        assert_eq!(codes("overdueOnly=true"), ["KH001"]);
        assert_eq!((codes("minAmount=7100").len(), codes("minAmount=7100.01").len()), (2, 1));
        assert_eq!(codes("coopName=KH002"), ["KH002"]);
        let usd = page(&admin, "currency=USD");
        assert_eq!((records(&usd).len(), figure(&usd["totals"], "total")), (1, "1000.00".to_owned()), "in dollars");
        assert_eq!(records(&usd)[0]["creditLimit"], Json::Null, "a limit is of the own currency");
        let air = page(&admin, "businessScope=AE,AI");
        assert_eq!(figures(&air["totals"], &["total", "prepaid"]), "62100.00 0.00", "what is paid before has no scope");
        assert_eq!(codes("businessScope=SE").len(), 0);
        assert_eq!(codes("asOf=2026-03-19").len(), 0);
        for wrong in ["basis=NEVER", "group=NOBODY", "asOf=tomorrow"] {
            assert_eq!(admin.get(&format!("{BASE}/page?{wrong}")).status, 400, "{wrong}");
        }
        for call in ["exportExcel", "print", "detail/exportExcel"] {
            let reply = admin.post(&format!("{BASE}/{call}"), json!({ "filters": {} }));
            assert!(reply.bytes.starts_with(b"PK") || reply.code == 0, "{call}: {}", reply.message);
        }
    });
}

fn dun(world: &World, login: &str, more: Json) -> Reply {
    let mut body = json!({ "contact": "王会计", "result": "OTHER" });
    body.as_object_mut().expect("a body").extend(more.as_object().expect("members").clone());
    world.login(login).post(&format!("/prm/follow/{}/dun", coop(world, "KH001")), body)
}

#[test]
fn a_promise_lies_ahead_and_is_for_no_more_than_is_owed() {
    told(|world| {
        let before = world.contents(false);
        let promise = |day: &str, amount: &str| json!({ "result": "PROMISED", "promiseDate": day, "amount": amount });
        let today = dun(world, "demo-admin", promise("2026-07-15", "100.00"));
        assert_eq!(today.findings_at("promiseDate"), ["承诺日期须晚于今天"]);
        let bare = dun(world, "demo-admin", json!({ "result": "PROMISED" }));
        assert_eq!(bare.findings_at("promiseDate"), ["请选择承诺回款日"]);
        let nought = dun(world, "demo-admin", json!({ "result": "PROMISED", "promiseDate": "2026-07-16" }));
        assert_eq!(nought.findings_at("amount"), ["请输入承诺金额"]);
        let more = dun(world, "demo-admin", promise("2026-07-16", "67000.01"));
        assert_eq!(more.findings_at("amount"), ["承诺金额不能超过应收67,000.00"]);
        assert_eq!(world.contents(false), before, "nothing was written");
        done(dun(world, "demo-admin", promise("2026-07-16", "67000.00")));
        let admin = world.login("demo-admin");
        let row = of(&page(&admin, ""), "KH001");
        assert_eq!(
            (&row["promiseDate"], &row["promiseState"], &row["lastDun"]),
            (&json!("2026-07-16"), &json!("OPEN"), &json!("2026-07-15"))
        );
        let first = admin.ok(&format!("/prm/follow/{}/dun", coop(world, "KH001")));
        assert_eq!(first["mail"], json!(false));
        let logged = rows(world, "SELECT id FROM operation_log WHERE org_id = 2 AND function = '催收'");
        assert_eq!(logged.len(), 1);
    });
}

fn titles(world: &World) -> Vec<String> {
    let page = world.login("sales01").ok("/prm/message?size=50");
    let title = |row: &Json| row["title"].as_str().unwrap_or_default().to_owned();
    records(&page).iter().map(title).filter(|title| title.contains("承诺逾期")).collect()
}

#[test]
fn a_promise_that_is_not_kept_by_its_day_is_told_to_sales_and_marked() {
    told(|world| {
        let promise = json!({ "result": "PROMISED", "promiseDate": "2026-07-22", "amount": "10000.00" });
        done(dun(world, "demo-admin", promise));
        let state = |world: &World| of(&page(&world.login("demo-admin"), ""), "KH001")["promiseState"].clone();
        world.set_clock("2026-07-22 23:00:00");
        received(world, &world.login("fin01"), "CNY", "9999.99");
        world.run_jobs();
        assert_eq!(state(world), json!("OPEN"), "its own day is not over");
        world.set_clock("2026-07-23 02:30:00");
        world.run_jobs();
        // What came in before it was promised, on the same day, is no part of it.
        assert_eq!((state(world), titles(world)), (json!("BROKEN"), vec!["客户甲承诺逾期".to_owned()]));
        world.set_clock("2026-07-24 02:30:00");
        world.run_jobs();
        assert_eq!(titles(world).len(), 1, "once");
    });
}

#[test]
fn a_promise_is_kept_by_as_much_as_came_in_until_its_day() {
    told(|world| {
        world.set_clock("2026-07-15 11:00:00");
        let promise = json!({ "result": "PROMISED", "promiseDate": "2026-07-16", "amount": "10000.00" });
        done(dun(world, "demo-admin", promise));
        world.set_clock("2026-07-15 11:00:01");
        received(world, &world.login("fin01"), "CNY", "10000.00");
        world.set_clock("2026-07-17 02:30:00");
        world.run_jobs();
        let row = of(&page(&world.login("demo-admin"), ""), "KH001");
        assert_eq!((&row["promiseState"], titles(world).len()), (&json!("KEPT"), 0));
    });
}

#[test]
fn the_statement_goes_out_once_in_three_days() {
    each_database_from_with(rooms, on_own_machine, ledger, |world| {
        let server = MailServer::start(Manner::Takes);
        done(world.login("demo-admin").put("/hrs/org/mailbox", server.mailbox()));
        let mail = json!({ "mail": true, "to": "fin@example.com" });
        let nobody = dun(world, "demo-admin", json!({ "mail": true }));
        assert_eq!(nobody.findings_at("to"), ["请输入收件人"]);
        done(dun(world, "demo-admin", mail.clone()));
        for _ in 0..2 {
            world.run_jobs();
        }
        let sent: Vec<String> = server.received().into_iter().map(|mail| mail.text()).collect();
        assert_eq!(sent.len(), 1);
        assert!(sent[0].contains("55,000.00") && sent[0].contains("逾期81天"), "{}", sent[0]);
        world.set_clock("2026-07-17 23:00:00");
        let again = dun(world, "demo-admin", mail.clone());
        assert_eq!(again.findings_at("mail"), ["3天内已发送过对账邮件（2026-07-15）"], "the third day");
        done(dun(world, "demo-admin", json!({})));
        world.set_clock("2026-07-18 00:00:10");
        done(dun(world, "demo-admin", mail));
    });
}

#[test]
fn who_may_not_see_finance_sees_no_amounts() {
    told(|world| {
        world.database(|_, conn| {
            let mut node = sql::from_global("permission");
            node.column("id").and_where(sql::eq("code", "prm-coop-finance".to_owned()));
            let mut delete = sql::delete(2, "org_permission");
            delete.and_where(sql::col("permission_id").in_subquery(node));
            conn.exec(&delete.into()).expect("takes the button away");
            platform::access::raise_permission_version(conn, 2).expect("judged anew");
        });
        let admin = world.login("demo-admin");
        let row = of(&page(&admin, ""), "KH001");
        assert_eq!((row.get("total"), row.get("net")), (None, None), "{row}");
        assert_eq!(dun(world, "demo-admin", json!({})).status, 403);
    });
}
