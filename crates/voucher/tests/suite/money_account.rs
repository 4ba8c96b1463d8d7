//! Money accounts (css.md 0.7): valid leaves of cash, bank and notes with their currencies.

use platform::store::sql;
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, findings, refused};

use super::financial_account::{BASE, account, below, change, id, use_account};
use crate::voucher::{charted, rooms};

/// What the select of money accounts offers.
fn offered(caller: &Caller<'_>, ask: &str) -> Vec<String> {
    let offers = caller.ok(&format!("/platform/select/moneyAccount?{ask}"));
    offers.as_array().unwrap().iter().map(|one| one["label"].as_str().unwrap().to_owned()).collect()
}

/// A bank account of the company by its currency.
fn bank(caller: &Caller<'_>, currency: &str) -> Json {
    caller.ok(&format!("/hrs/orgBank/page?currency={currency}"))["records"][0].clone()
}

/// What other crates are told of an account: whether it is one of money, and its currency.
fn told(world: &World, code: &str) -> Option<String> {
    world.database(|_, conn| {
        let mut select = sql::from(2, account::TABLE);
        select.column("id").and_where(sql::eq("code", code.to_owned()));
        let id = conn.first(&select.into()).unwrap().unwrap().get(0).unwrap();
        account::money_leaf(conn, 2, id).unwrap().map(|found| found.currency.code().to_owned())
    })
}

#[test]
fn money_accounts_are_leaves_of_cash_bank_and_notes_with_their_currency() {
    each_database_from(rooms, charted, |world| {
        let fin = world.login("fin01");
        let all = [
            "1001 库存现金 CNY",
            "100201 银行存款-中国银行上海分行(3456) CNY",
            "100202 银行存款-中国银行上海分行(7890) USD",
            "1121 应收票据 CNY",
        ];
        assert_eq!(offered(&fin, "keyword="), all);
        assert_eq!(offered(&fin, "role=USD"), all[2..3]);
        assert_eq!(offered(&fin, "keyword=1121"), all[3..]);
        let of = |code: &str| told(world, code);
        assert_eq!((of("1001").as_deref(), of("100202").as_deref()), (Some("CNY"), Some("USD")));
        assert_eq!((of("1002"), of("1122")), (None, None), "a head, and another type");
        // A bank leaf without a bank account holds no money, and a stopped one none any more.
        done(below(&fin, "1002", "90", json!({})));
        assert_eq!(of("100290"), None);
        let stopped = account(&fin, "1121");
        done(fin.post(
            &format!("{BASE}/{}/status", id(&stopped)),
            json!({ "version": stopped["version"], "active": false }),
        ));
        assert_eq!(of("1121"), None);
        assert_eq!(offered(&fin, "keyword="), all[..3]);
    });
}

#[test]
fn a_cash_leaf_has_its_own_currency() {
    each_database_from(rooms, charted, |world| {
        let fin = world.login("fin01");
        let dollars = done(below(&fin, "1001", "02", json!({ "currencyCode": "USD" })));
        assert_eq!(dollars["currencyCode"], json!("USD"));
        assert_eq!(done(below(&fin, "1001", "01", json!({})))["currencyCode"], json!("CNY"), "the company's own");
        assert_eq!(told(world, "1001"), None, "it is divided now");
        let none = below(&fin, "1001", "03", json!({ "currencyCode": "XXQ" }));
        assert_eq!(findings(&none), [("currencyCode".to_owned(), "币种不存在：XXQ".to_owned())]);
        use_account(world, "100102");
        let used = change(&fin, "100102", json!({ "currencyCode": "EUR" }));
        assert_eq!(findings(&used), [("currencyCode".to_owned(), "科目已使用，不能修改币种".to_owned())]);
        done(change(&fin, "100101", json!({ "currencyCode": "EUR" })));
        // What holds no money has no currency, whatever is sent.
        assert_eq!(done(below(&fin, "6602", "90", json!({ "currencyCode": "USD" })))["currencyCode"], Json::Null);
    });
}

#[test]
fn a_bank_leaf_is_of_one_bank_account_and_has_its_currency() {
    each_database_from(rooms, charted, |world| {
        let admin = world.login("demo-admin");
        let dollars = bank(&admin, "USD");
        let twice = below(&admin, "1002", "90", json!({ "bankId": dollars["id"] }));
        assert_eq!(findings(&twice), [("bankId".to_owned(), "该银行账户已设会计科目".to_owned())]);
        let strange = below(&admin, "1002", "90", json!({ "bankId": "1" }));
        assert_eq!(findings(&strange), [("bankId".to_owned(), "银行账户不存在".to_owned())]);
        let split = below(&admin, "100202", "01", json!({}));
        assert_eq!(findings(&split), [("parentId".to_owned(), "科目已设银行账户，不能增加下级".to_owned())]);
        // The bank account stays what its account counts.
        let path = format!("/hrs/orgBank/{}", id(&dollars));
        let yen = admin.put(&path, json!({ "version": dollars["version"], "currency": "JPY" }));
        assert_eq!(findings(&yen), [("currency".to_owned(), "该账户已设会计科目100202，不能修改币种".to_owned())]);
        let gone = admin.delete(&format!("{path}?version={}", dollars["version"]));
        refused(&gone, "该账户已设会计科目100202，不能删除，可停用");
        let euros = json!({
            "titleCn": "演示货运有限公司", "bankCn": "招商银行上海分行", "account": "1219 0000 1111", "currency": "EUR",
        });
        let euros = done(admin.post("/hrs/orgBank", euros));
        let made = done(below(&admin, "1002", "03", json!({ "bankId": euros["id"], "currencyCode": "CNY" })));
        assert_eq!((&made["financialAccountCode"], &made["currencyCode"]), (&json!("100203"), &json!("EUR")));
        use_account(world, "100203");
        let cleared = change(&admin, "100203", json!({ "bankId": null }));
        let wanted = [
            ("currencyCode".to_owned(), "科目已使用，不能修改币种".to_owned()),
            ("bankId".to_owned(), "科目已使用，不能修改银行账户".to_owned()),
        ];
        assert_eq!(findings(&cleared), wanted);
        let head = change(&admin, "1002", json!({ "bankId": euros["id"] }));
        assert!(findings(&head).contains(&("bankId".to_owned(), "科目已有下级，不能设银行账户".to_owned())));
    });
}
