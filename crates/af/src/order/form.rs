//! The form page as the page contract tells it.

use order::air::sections;
use platform::field::Field;
use serde_json::{Value as Json, json};

/// The contract of `/af_order_edit`; its special sections are drawn by the page itself.
pub fn contract() -> Json {
    let section = |key: &str, (zh, en): (&str, &str), fields: &[Field]| {
        json!({
            "key": key,
            "label": { "zh": zh, "en": en },
            "fields": fields.iter().map(Field::contract).collect::<Vec<_>>(),
        })
    };
    let mut all: Vec<Json> = sections().iter().map(|s| section(s.key, s.title, s.fields)).collect();
    for service in order::SERVICES {
        let mut one = section(&format!("services.{}", service.code), (service.zh, service.en), service.fields);
        if let Some(object) = one.as_object_mut() {
            object.insert("declarations".to_owned(), json!(service.declarations));
        }
        all.push(one);
    }
    all.push(section("legs", ("航段", "Legs"), order::Legs::FIELDS));
    all.push(section("dimensions", ("尺寸", "Dimensions"), order::Dimensions::FIELDS));
    all.push(section("party", ("收发货人", "Shipper and consignee"), order::PartyFields::FIELDS));
    all.push(section("hawb", ("分单", "House waybills"), order::Hawb::FIELDS));
    // What follows the order's own sections are parts and rows of it, not members.
    for part in all.iter_mut().skip(sections().len()) {
        if let Some(object) = part.as_object_mut() {
            object.insert("rows".to_owned(), json!(true));
        }
    }
    json!({
        "key": "af.order.form",
        "path": "/af_order_edit",
        "title": { "zh": "空运出口订单", "en": "Air export order" },
        "access": "af_order",
        "view": "/afbase/order/view/{id}",
        "create": { "method": "POST", "path": "/afbase/order/doSave" },
        "update": { "method": "POST", "path": "/afbase/order/doUpdate" },
        "check": "/afbase/order/check",
        "codes": { "create": "af-order-add", "edit": "af-order-edit", "remove": "", "status": "" },
        "objectType": super::OBJECT,
        "versionField": "rowUuid",
        "cancelReasons": super::store::air().reasons,
        "sections": all,
    })
}
