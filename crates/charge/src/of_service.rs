//! Which items the services of an order switch on for rating (catalogue css.md 1.5).

use crate::item::ServiceItem;

/// Services of orders with type and name of the items that charge for them. Every company has these items of the platform, and
/// their names stay.
const ITEMS: [(&str, &[(&str, &str)]); 6] = [
    ("pickUp", &[("支线", COLLECTION), ("支线", HAULAGE)]),
    ("warehouse", &[("仓储", "仓储费"), ("仓储", "入库费"), ("仓储", "出库费")]),
    ("outfield", &[("操作", "外场操作费")]),
    ("customs", &[("关检", "报关费")]),
    ("arrivalCustoms", &[("关检", "目的港清关费")]),
    ("delivery", &[("支线", "派送费")]),
];

/// What charges for the haulage of boxes; of cargo without any, its collection does.
const HAULAGE: &str = "拖车费";
const COLLECTION: &str = "提货费";

/// The service an item charges for, by its code.
pub fn service_of(item: &ServiceItem) -> Option<&'static str> {
    let is_own = |(kind, name): &(&str, &str)| item.service_type == *kind && item.service_name_cn == *name;
    ITEMS.iter().find(|(_, items)| items.iter().any(is_own)).map(|(service, _)| *service)
}

/// Whether an order with or without boxes is charged for a service by another item than this.
pub fn is_other(item: &ServiceItem, boxed: bool) -> bool {
    item.service_name_cn == if boxed { COLLECTION } else { HAULAGE }
}
