use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, refused};

use crate::css::{charged, rated, rooms};

const RATES: &str = "/css/currencyRate";

fn rate(currency: &str, kind: &str, rate: &str, begin: &str, end: Option<&str>) -> Json {
    json!({ "currencyCode": currency, "type": kind, "currencyRate": rate, "beginDate": begin, "endDate": end })
}

/// The rates of the fixture.
pub fn rates(world: &World) {
    let admin = world.login("demo-admin");
    for (currency, kind, worth, begin) in [
        ("USD", "GENERAL", "7.0000", "2026-05-01"),
        ("USD", "GENERAL", "7.1000", "2026-07-01"),
        ("EUR", "GENERAL", "7.8000", "2026-07-01"),
        ("USD", "CUSTOMS", "7.1000", "2026-07-01"),
    ] {
        done(admin.post(RATES, rate(currency, kind, worth, &format!("{begin} 00:00:00"), None)));
    }
}

fn rows(caller: &Caller<'_>, query: &str) -> Vec<Json> {
    caller.ok(&format!("{RATES}/page?size=50&{query}"))["records"].as_array().cloned().unwrap()
}

fn at(caller: &Caller<'_>, date: &str) -> Json {
    caller.ok(&format!("{RATES}/rate?currency=USD&date={date}&type=GENERAL"))["rate"].clone()
}

#[test]
fn a_new_rate_ends_the_one_that_held_and_may_not_overlap() {
    each_database_from(rooms, rated, |world| {
        let admin = world.login("demo-admin");
        done(admin.post(RATES, rate("USD", "GENERAL", "7.2", "2026-07-20 00:00:00", None)));
        let usd = rows(&admin, "currency=USD&type=GENERAL");
        let told: Vec<(&Json, &Json)> = usd.iter().map(|row| (&row["currencyRate"], &row["endDate"])).collect();
        let ends = |text: &str| json!(text);
        assert_eq!(
            told,
            [
                (&json!(7.2), &Json::Null),
                (&json!(7.1), &ends("2026-07-20 00:00:00")),
                (&json!(7), &ends("2026-07-01 00:00:00")),
            ]
        );
        assert_eq!((at(&admin, "2026-07-19"), at(&admin, "2026-07-20")), (json!("7.1000"), json!("7.2000")));
        let again =
            admin.post(RATES, rate("USD", "GENERAL", "7.3", "2026-07-20 00:00:00", Some("2026-07-25 00:00:00")));
        assert_eq!(again.findings_at("beginDate"), ["汇率有效期重叠"]);
        let customs = admin.post(RATES, rate("USD", "CUSTOMS", "7.3", "2026-07-10 00:00:00", None));
        assert_eq!(customs.findings_at("beginDate"), ["海关汇率按月维护"]);
        let own = admin.post(RATES, rate("CNY", "GENERAL", "1", "2026-07-10 00:00:00", None));
        assert_eq!(own.findings_at("currencyCode"), ["本位币无需维护汇率"]);
        let unknown = admin.post(RATES, rate("XXX", "GENERAL", "1", "2026-07-10 00:00:00", None));
        assert_eq!(unknown.findings_at("currencyCode"), ["币种XXX不存在"]);
        let ends = admin.post(RATES, rate("EUR", "PAYABLE", "7", "2026-07-10 00:00:00", Some("2026-07-10 00:00:00")));
        assert_eq!(ends.findings_at("endDate"), ["结束时间须晚于开始时间"]);
        assert_eq!(rows(&admin, "currency=USD&validOn=2026-06-30").len(), 1);
        refused(
            &admin.get(&format!("{RATES}/rate?currency=USD&date=2026-04-30&type=GENERAL")),
            "USD在2026-04-30没有有效汇率",
        );
    });
}

#[test]
fn a_rate_that_is_removed_gives_its_time_back() {
    each_database_from(rooms, rated, |world| {
        let admin = world.login("demo-admin");
        done(admin.post(RATES, rate("EUR", "PAYABLE", "7.7", "2026-07-01 00:00:00", Some("2026-12-01 00:00:00"))));
        let made = done(admin.post(RATES, rate("EUR", "PAYABLE", "7.9", "2026-08-01 00:00:00", None)));
        let ends = || rows(&admin, "currency=EUR&type=PAYABLE").pop().unwrap()["endDate"].clone();
        assert_eq!(ends(), json!("2026-08-01 00:00:00"));
        done(admin.delete(&format!("{RATES}/{}?version=1", made["id"].as_str().unwrap())));
        assert_eq!(ends(), json!("2026-12-01 00:00:00"));
    });
}

#[test]
fn a_rate_in_between_that_is_removed_leaves_no_overlap() {
    each_database_from(rooms, rated, |world| {
        let admin = world.login("demo-admin");
        let add = |worth: &str, begin: &str, end: Option<&str>| {
            done(admin.post(RATES, rate("GBP", "GENERAL", worth, &format!("{begin} 00:00:00"), end)))
        };
        let first = add("9.1", "2026-07-01", None);
        let second = add("9.2", "2026-08-01", Some("2026-08-15 00:00:00"));
        let third = add("9.3", "2026-09-01", None);
        let remove = |row: &Json| {
            let at = format!("{RATES}/{}", row["id"].as_str().unwrap());
            let version = admin.ok(&at)["version"].clone();
            done(admin.delete(&format!("{at}?version={version}")))
        };
        let end = |row: &Json| admin.ok(&format!("{RATES}/{}", row["id"].as_str().unwrap()))["endDate"].clone();
        remove(&second);
        assert_eq!(end(&first), json!("2026-09-01 00:00:00"), "the next one begins there");
        remove(&third);
        assert_eq!(end(&first), Json::Null, "it is open as it was");
        let log =
            admin.ok(&format!("/hrs/log/page?objectType=currency_rate&objectId={}", first["id"].as_str().unwrap()));
        let told = log["records"].as_array().unwrap().iter().filter(|line| line["function"] == json!("有效期衔接"));
        assert_eq!(told.count(), 3, "ended, ended by another, and open again");
    });
}

#[test]
fn a_rate_is_never_guessed() {
    each_database_from(rooms, rated, |world| {
        let admin = world.login("demo-admin");
        for query in ["date=2026-13-01&type=GENERAL", "date=2026-07-15&type=OTHER"] {
            assert_eq!(admin.get(&format!("{RATES}/rate?currency=USD&{query}")).status, 400, "{query}");
        }
        assert_eq!(admin.ok(&format!("{RATES}/rate?currency=USD&date=&type="))["rate"], json!("7.1000"));
    });
}

#[test]
fn the_converter_tells_the_amount_and_both_rates() {
    each_database_from(rooms, rated, |world| {
        let admin = world.login("demo-admin");
        let asked = |amount: &str, from: &str, to: &str, date: &str| json!({ "amount": amount, "from": from, "to": to, "date": date, "type": "GENERAL" });
        let value =
            |body: Json| done(admin.post(&format!("{RATES}/convert"), body))["told"]["lines"][0]["value"]["zh"].clone();
        assert_eq!(value(asked("300.00", "USD", "CNY", "2026-07-15")), json!("2130.00 CNY"));
        assert_eq!(value(asked("300.00", "USD", "CNY", "2026-06-30")), json!("2100.00 CNY"));
        let both = done(admin.post(&format!("{RATES}/convert"), asked("78", "EUR", "USD", "2026-07-15")));
        let lines: Vec<&str> =
            both["told"]["lines"].as_array().unwrap().iter().filter_map(|line| line["value"]["zh"].as_str()).collect();
        assert_eq!(lines, ["85.69 USD", "EUR 7.8000", "USD 7.1000"]);
        let early = admin.post(&format!("{RATES}/convert"), asked("300.00", "USD", "CNY", "2026-04-30"));
        refused(&early, "USD在2026-04-30没有有效汇率");
        let fine = admin.post(&format!("{RATES}/convert"), asked("1.5", "JPY", "CNY", "2026-07-15"));
        assert_eq!(fine.findings_at("amount"), ["金额的小数位超过JPY的小数位"]);
        let dinar = |amount: &str| admin.post(&format!("{RATES}/convert"), asked(amount, "KWD", "CNY", "2026-07-15"));
        assert_eq!(dinar("1.2345").findings_at("amount"), ["金额的小数位超过KWD的小数位"]);
        refused(&dinar("1.234"), "KWD在2026-07-15没有有效汇率");
    });
}

#[test]
fn many_rates_are_entered_at_once_or_none_of_them() {
    each_database_from(rooms, rated, |world| {
        let admin = world.login("demo-admin");
        let first = admin.ok(&format!("{RATES}/batch/first"));
        let codes: Vec<&str> =
            first["rates"].as_array().unwrap().iter().filter_map(|line| line["currencyCode"].as_str()).collect();
        assert!(codes.contains(&"USD") && !codes.contains(&"CNY"), "{codes:?}");
        let line = |code: &str, rate: &str| json!({ "currencyCode": code, "rate": rate });
        let batch = |lines: Vec<Json>| json!({ "type": "GENERAL", "beginDate": "2026-08-01 00:00:00", "rates": lines });
        let far = admin.post(&format!("{RATES}/batch"), batch(vec![line("USD", "7.46"), line("EUR", "7.81")]));
        assert_eq!((far.code, &far.data["confirms"][0]["message"]), (2, &json!("USD 5.07%变动超过5%，是否继续？")));
        assert_eq!(rows(&admin, "").len(), 4, "nothing is kept before the answer");
        let bad = admin.post(&format!("{RATES}/batch"), batch(vec![line("USD", "7.2"), line("CNY", "1")]));
        assert_eq!(bad.findings_at("rates.1.currencyCode"), ["本位币无需维护汇率"]);
        assert_eq!(rows(&admin, "").len(), 4);
        done(admin.post(&format!("{RATES}/batch"), batch(vec![line("USD", "7.2"), line("EUR", "7.81")])));
        assert_eq!(rows(&admin, "").len(), 6);
        assert_eq!(at(&admin, "2026-08-01"), json!("7.2000"));
        let none = admin.post(&format!("{RATES}/batch"), batch(vec![]));
        assert_eq!(none.findings_at("rates"), ["请至少填写一个汇率"]);
    });
}

#[test]
fn customs_rates_follow_the_months() {
    each_database_from(rooms, rated, |world| {
        let admin = world.login("demo-admin");
        let first = admin.ok(&format!("{RATES}/customs/first"));
        assert_eq!(first["month"], json!("2026-08-01"));
        let usd = first["rates"].as_array().unwrap().iter().find(|line| line["currencyCode"] == json!("USD")).unwrap();
        assert_eq!((&usd["lastRate"], &usd["rate"]), (&json!("7.1000"), &json!("7.1000")), "the last month's goes on");
        let lines = json!({ "month": "2026-08-19", "rates": [{ "currencyCode": "USD", "rate": "7.15" }] });
        done(admin.post(&format!("{RATES}/customs"), lines));
        let customs = rows(&admin, "type=CUSTOMS");
        assert_eq!(
            (&customs[0]["beginDate"], &customs[1]["endDate"]),
            (&json!("2026-08-01 00:00:00"), &json!("2026-08-01 00:00:00"))
        );
    });
}

#[test]
fn a_company_may_keep_its_rates_by_the_month() {
    each_database_from(rooms, rated, |world| {
        let admin = world.login("demo-admin");
        let version = admin.ok("/hrs/orgSetting")["version"].clone();
        let values = json!({ "rateMonthly": true });
        let setting = admin.put("/hrs/orgSetting", json!({ "version": version, "values": values }));
        assert_eq!(setting.code, 0, "{}", setting.message);
        let late = admin.post(RATES, rate("USD", "GENERAL", "7.2", "2026-07-20 00:00:00", None));
        assert_eq!(late.findings_at("beginDate"), ["汇率按月固定，须从每月1日开始"]);
        done(admin.post(RATES, rate("USD", "GENERAL", "7.2", "2026-08-01 00:00:00", None)));
    });
}

#[test]
fn a_rate_that_charges_took_is_not_removed() {
    each_database_from(super::rooms_with_orders, charged, |world| {
        let admin = world.login("demo-admin");
        let of = |kind: &str, worth: f64| {
            let found = rows(&admin, &format!("currency=USD&type={kind}"));
            found.into_iter().find(|row| row["currencyRate"].as_f64() == Some(worth)).unwrap()
        };
        let at = |row: &Json| {
            let at = format!("{RATES}/{}", row["id"].as_str().unwrap());
            format!("{at}?version={}", admin.ok(&at)["version"])
        };
        // C6 took the dollar of July; that of May and that of customs values nobody.
        let used = [("GENERAL", 7.1), ("GENERAL", 7.0), ("CUSTOMS", 7.1)];
        assert_eq!(used.map(|(kind, worth)| of(kind, worth)["usedLines"].clone()), [json!(1), json!(0), json!(0)]);
        let before = world.contents(false);
        refused(&admin.delete(&at(&of("GENERAL", 7.1))), "汇率已使用，请新增");
        world.unchanged(&before, false);
        // One of the same worth that begins later was taken by none of them yet.
        let later = rate("USD", "RECEIVABLE", "7.1", "2026-07-20 00:00:00", None);
        let later = done(admin.post(RATES, later));
        assert_eq!(of("RECEIVABLE", 7.1)["usedLines"], json!(0));
        done(admin.delete(&at(&later)));
        done(admin.delete(&at(&of("GENERAL", 7.0))));
    });
}
