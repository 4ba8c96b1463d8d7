//! /css_bank_journal as the catalogue shows it.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused};

use super::cashier::{account, cash, cashier, text};
use crate::payable::rooms;

const PAGE: &str = "/css/bankJournal/page?size=100";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, cashier, story);
}

fn open(caller: &Caller<'_>, account: &str, (date, amount): (&str, &str)) -> Reply {
    caller.post("/css/bankJournal/opening", json!({ "accountId": account, "date": date, "amount": amount }))
}

fn transfer(caller: &Caller<'_>, (from, to): (&str, &str), (date, amount): (&str, &str), more: Json) -> Reply {
    let mut body = json!({ "fromAccountId": from, "toAccountId": to, "date": date, "amountOut": amount });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    caller.post("/css/bankJournal/transfer", body)
}

/// The rows of a journal: summary or number, in, out, balance.
fn journal(caller: &Caller<'_>, account: &str, days: &str) -> Vec<[String; 4]> {
    let page = caller.ok(&format!("{PAGE}&accountId={account}&date={days}"));
    let rows = page["records"].as_array().cloned().unwrap_or_default();
    let shown = |row: &Json| {
        let name = if row["number"].is_null() { text(row, "summary") } else { text(row, "number") };
        [name, figure(row, "in"), figure(row, "out"), figure(row, "balance")]
    };
    rows.iter().map(shown).collect()
}

/// A figure of a row with its cents; nothing where there is none.
fn figure(row: &Json, name: &str) -> String {
    row[name].as_f64().map(|figure| format!("{figure:.2}")).unwrap_or_default()
}

fn line(name: &str, into: &str, out: &str, balance: &str) -> [String; 4] {
    [name, into, out, balance].map(ToOwned::to_owned)
}

#[test]
fn the_balance_follows_from_the_opening_and_what_moved() {
    told(|world| {
        let fin = world.login("fin01");
        let (bank, cash) = (account(&fin, "CNY"), cash(&fin));
        done(open(&fin, &cash, ("2026-05-31", "20000.00")));
        done(transfer(&fin, (&cash, &bank), ("2026-06-15", "5000.00"), json!({})));
        done(transfer(&fin, (&cash, &bank), ("2026-07-15", "8000.00"), json!({})));
        assert_eq!(
            journal(&fin, &bank, "2026-06-01~2026-06-30"),
            [
                line("期初余额", "", "", "100000.00"),
                line("BT-2607150001", "5000.00", "", "105000.00"),
                line("期末余额", "", "", "105000.00"),
            ]
        );
        assert_eq!(
            journal(&fin, &bank, "2026-07-01~2026-07-31"),
            [
                line("期初余额", "", "", "105000.00"),
                line("BT-2607150002", "8000.00", "", "113000.00"),
                line("期末余额", "", "", "113000.00"),
            ]
        );
        let total = fin.ok(&format!("/css/bankJournal/total?accountId={bank}&date=2026-06-01~2026-07-31"));
        assert_eq!(total["totals"]["in"], json!(13000), "{total}");
        assert_eq!(journal(&fin, &cash, "2026-06-01~2026-07-31").last(), Some(&line("期末余额", "", "", "7000.00")));
        // A filter leaves rows out and no balance.
        let kind = fin.ok(&format!("{PAGE}&accountId={bank}&date=2026-06-01~2026-07-31&kind=FEE"));
        assert_eq!(kind["records"].as_array().map(Vec::len), Some(2));
        assert_eq!(kind["records"][1]["balance"], json!(113000));
    });
}

#[test]
fn an_account_has_to_be_chosen_and_the_days_are_those_of_the_month_so_far() {
    told(|world| {
        let fin = world.login("fin01");
        assert_eq!(findings(&fin.get(PAGE)), [("accountId".to_owned(), "请选择账户".to_owned())]);
        let page = fin.ok(&format!("{PAGE}&accountId={}", account(&fin, "CNY")));
        assert_eq!(page["records"].as_array().map(Vec::len), Some(2));
    });
}

#[test]
fn cash_does_not_go_below_nothing() {
    told(|world| {
        let fin = world.login("fin01");
        let (bank, cash) = (account(&fin, "CNY"), cash(&fin));
        done(open(&fin, &cash, ("2026-05-31", "100.00")));
        let before = world.contents(true);
        refused(&transfer(&fin, (&cash, &bank), ("2026-07-15", "100.01"), json!({})), "现金余额不足");
        refused(&transfer(&fin, (&cash, &bank), ("2026-07-15", "100.00"), json!({ "fee": "0.01" })), "现金余额不足");
        world.unchanged(&before, true);
        done(transfer(&fin, (&cash, &bank), ("2026-07-15", "100.00"), json!({})));
        refused(&open(&fin, &cash, ("2026-05-31", "99.99")), "现金余额不足");
        // A bank may lend.
        done(transfer(&fin, (&bank, &cash), ("2026-07-15", "999999.00"), json!({})));
    });
}

#[test]
fn two_who_take_the_same_cash_at_once_take_it_once() {
    told(|world| {
        let fin = world.login("fin01");
        let (bank, cash) = (account(&fin, "CNY"), cash(&fin));
        done(open(&fin, &cash, ("2026-05-31", "100.00")));
        let body = json!({ "fromAccountId": cash, "toAccountId": bank, "date": "2026-07-15", "amountOut": "60.00" });
        let calls = (0..2).map(|_| {
            let (client, body) = (fin.client(), body.clone());
            async move { client.call("POST", "/css/bankJournal/transfer", body).await }
        });
        let replies = world.at_once(calls.collect());
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1);
        assert_eq!(journal(&fin, &cash, "2026-07-01~2026-07-31").last(), Some(&line("期末余额", "", "", "40.00")));
    });
}

#[test]
fn a_transfer_between_two_currencies_says_both_amounts() {
    told(|world| {
        let fin = world.login("fin01");
        let (yuan, dollar) = (account(&fin, "CNY"), account(&fin, "USD"));
        let at = |reply: &Reply| findings(reply).into_iter().map(|(field, _)| field).collect::<Vec<_>>();
        assert_eq!(at(&transfer(&fin, (&yuan, &dollar), ("2026-07-15", "7100.00"), json!({}))), ["amountIn"]);
        let same = transfer(&fin, (&yuan, &yuan), ("2026-07-15", "1.00"), json!({ "amountIn": "2.00" }));
        assert_eq!(at(&same), ["toAccountId", "amountIn"]);
        let closed = transfer(&fin, (&yuan, &dollar), ("2026-05-31", "0"), json!({ "amountIn": "1.00", "fee": "-1" }));
        assert_eq!(at(&closed), ["date", "amountOut", "fee"]);
        done(transfer(
            &fin,
            (&yuan, &dollar),
            ("2026-07-15", "7100.00"),
            json!({ "amountIn": "1000.00", "fee": "25.00" }),
        ));
        assert_eq!(
            journal(&fin, &yuan, "2026-07-01~2026-07-31")[1..],
            [
                line("BT-2607150001", "", "7100.00", "92900.00"),
                line("BT-2607150001", "", "25.00", "92875.00"),
                line("期末余额", "", "", "92875.00"),
            ]
        );
        assert_eq!(journal(&fin, &dollar, "2026-07-01~2026-07-31")[1], line("BT-2607150001", "1000.00", "", "1000.00"));
    });
}

#[test]
fn an_opening_stays_once_a_later_month_is_closed() {
    told(|world| {
        let fin = world.login("fin01");
        let bank = account(&fin, "CNY");
        done(open(&fin, &bank, ("2026-05-31", "100001.00")));
        let early = open(&fin, &bank, ("2026-04-30", "1.00"));
        assert_eq!(findings(&early), [("date".to_owned(), "财务期间2026-05已结账".to_owned())]);
        done(fin.post("/css/period/close", json!({ "month": "2026-06", "reason": "结账" })));
        let before = world.contents(true);
        let closed = open(&fin, &bank, ("2026-05-31", "100000.00"));
        assert_eq!(findings(&closed), [("date".to_owned(), "财务期间2026-06已结账".to_owned())]);
        // Neither is what counted then taken away.
        let moved = open(&fin, &bank, ("2026-06-30", "100000.00"));
        assert_eq!(findings(&moved), [("date".to_owned(), "财务期间2026-06已结账".to_owned())]);
        world.unchanged(&before, true);
    });
}

#[test]
fn the_journal_is_exported_and_shows_no_account_of_another_company() {
    told(|world| {
        let fin = world.login("fin01");
        let bank = account(&fin, "CNY");
        let filters = json!({ "accountId": bank, "date": "2026-06-01~2026-06-30" });
        let file = fin.post("/css/bankJournal/exportExcel", json!({ "filters": filters }));
        let rows = testkit::rows_of(&file.bytes);
        assert!(rows[1].contains(&"期初余额".to_owned()), "{rows:?}");
        let other = world.login("superAdmin");
        let rows = journal(&other, &bank, "2026-06-01~2026-06-30");
        assert!(rows.iter().all(|row| row[3] == "0.00"), "{rows:?}");
        assert_eq!(world.login("nobody").get(&format!("{PAGE}&accountId={bank}&date=today")).status, 403);
    });
}
