//! The form page as the page contract tells it.

use order::{Dimensions, Hawb, Legs, PartyFields};
use orderdesk::{FormCalls, below, section};
use serde_json::{Value as Json, json};

use super::store;

const CALLS: FormCalls<'_> = FormCalls {
    view: "/afbase/order/view/{id}",
    create: ("POST", "/afbase/order/doSave"),
    update: ("POST", "/afbase/order/doUpdate"),
    check: "/afbase/order/check",
};

/// The contract of `/af_order_edit`; its special sections are drawn by the page itself.
pub fn contract() -> Json {
    let profile = store::air();
    let mut all: Vec<Json> = profile.sections.iter().map(|one| section(one.key, one.title, one.fields)).collect();
    // What follows the order's own sections are parts and rows of it, not members.
    for service in profile.services {
        let mut one = section(&format!("services.{}", service.code), (service.zh, service.en), service.fields);
        if let Some(object) = one.as_object_mut() {
            object.insert("declarations".to_owned(), json!(service.declarations));
        }
        all.push(below(one));
    }
    all.extend([
        below(section("legs", ("航段", "Legs"), Legs::FIELDS)),
        below(section("dimensions", ("尺寸", "Dimensions"), Dimensions::FIELDS)),
        below(section("party", ("收发货人", "Shipper and consignee"), PartyFields::FIELDS)),
        below(section("hawb", ("分单", "House waybills"), Hawb::FIELDS)),
    ]);
    orderdesk::form(profile, "af.order.form", ("空运出口订单", "Air export order"), CALLS, all)
}
