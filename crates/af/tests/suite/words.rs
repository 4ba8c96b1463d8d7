//! A company calls a field of its orders by another name.

use serde_json::json;
use testkit::{Caller, done};

use super::fixture::*;

const LABEL: &str = "/hrs/language";

fn customer_number(caller: &Caller<'_>) -> String {
    text(&caller.ok(&format!("{LABEL}/pages?pageType=af_order&languageCode=zh-CN")), "customerNumber")
}

#[test]
fn a_company_rewords_a_field_for_itself_alone_and_takes_it_back() {
    with_orders(|world| {
        world.synchronise();
        let (admin, op, other) = (world.login("demo-admin"), world.login("op01"), world.login("sh01"));
        assert_eq!((customer_number(&op), customer_number(&other)), ("客户单号".to_owned(), "客户单号".to_owned()));
        let own = json!({ "pageType": "af_order", "labelKey": "customerNumber", "textZh": "客户PO", "textEn": "" });
        let id = text(&done(admin.post(LABEL, own)), "id");
        assert_eq!((customer_number(&op), customer_number(&other)), ("客户PO".to_owned(), "客户单号".to_owned()));
        done(admin.delete(&format!("{LABEL}/{id}?version=1")));
        assert_eq!(customer_number(&op), "客户单号");
    });
}
