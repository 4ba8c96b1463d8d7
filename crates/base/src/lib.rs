//! The room of base data: airports, carriers, rates, surcharges, warehouses, dictionaries; countries and currencies to
//! look up.

pub mod airport;
pub mod carrier;
mod carrier_note;
pub mod category;
mod category_type;
mod dictionaries;
pub mod load;
mod lookup;
mod quote;
mod surcharge;
mod tact;
mod tact_bulk;
mod tact_edition;
mod tact_public;
mod validity;
mod warehouse;

use platform::access::Access;
use platform::registry::{Node, Operation, Room};

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("base");
    room.nodes = nodes();
    room.operations = vec![
        Operation::get(
            "find_country_by_name",
            "/afbase/airport/searchCountryByEnName/{name}",
            Access::LoggedIn,
            lookup::country_by_name,
        )
        .summary("Code of a country by its English name"),
        Operation::get(
            "get_carrier_by_prefix",
            "/afbase/carrier/byPrefix/{prefix}",
            Access::LoggedIn,
            lookup::by_prefix,
        ),
        Operation::get("list_categories", "/afbase/category/modelCategory", Access::LoggedIn, dictionaries::of_type)
            .param("categoryType")
            .summary("Values of a dictionary"),
        Operation::get(
            "list_categories_by_key",
            "/hrs/org/listCategory/{typeKey}",
            Access::LoggedIn,
            dictionaries::of_key,
        ),
        Operation::get("list_category_types", "/prm/categoryType", Access::Code("prm_category"), dictionaries::types),
        Operation::get("list_all_categories", "/prm/category/all", Access::LoggedIn, dictionaries::all)
            .param("module")
            .param("version")
            .summary("Values of all dictionaries, with a number that changes with them"),
    ];
    room.operations.extend(warehouse::operations());
    room.operations.extend(quote::operations());
    room.operations.extend(tact_bulk::operations());
    for form in [airport::FORM, carrier::FORM, tact::FORM, surcharge::FORM, warehouse::FORM] {
        room.forms.push(form.contract());
        room.operations.extend(form.operations());
    }
    room.lists = vec![airport::LIST, carrier::LIST, tact::LIST, surcharge::LIST, warehouse::LIST];
    room.page(&category::PAGE);
    room.page(&category::AIR_PAGE);
    room.page(&category_type::PAGE);
    carrier_note::add(&mut room);
    tact_public::add(&mut room);
    tact_edition::add(&mut room);
    room.selects = vec![
        ("airport", lookup::offer_airports),
        ("carrier", lookup::offer_carriers),
        ("country", lookup::offer_countries),
        ("currency", lookup::offer_currencies),
        ("chargeCode", lookup::offer_charge_codes),
        ("warehouse", lookup::offer_warehouses),
    ];
    // What every carrier, airport authority and bank publishes: many pages ask for it.
    let published = ["airport", "carrier", "country", "currency", "chargeCode"];
    room.select_uses.extend(published.map(|select| (select, Access::LoggedIn)));
    room
}

fn nodes() -> Vec<Node> {
    let button = |code: &str, page: &str, zh: &str, en: &str, sort: i64| Node::button(code, page, zh, en, sort);
    vec![
        Node::page("/af_airport", "/afManager/base", "机场查询", "Airports", 10),
        button("af-airport-add", "af_airport", "新增", "Add", 10),
        button("af-airport-edit", "af_airport", "修改", "Edit", 20),
        button("af-airport-status", "af_airport", "启用/停用", "Enable or disable", 30),
        button("af-airport-restore", "af_airport", "还原", "Restore", 40),
        button("af-airport-import", "af_airport", "导入", "Import", 45),
        button("af-airport-export", "af_airport", "导出", "Export", 50),
        Node::page("/af_carrier", "/afManager/base", "航司查询", "Carriers", 20),
        button("af-carrier-add", "af_carrier", "新增", "Add", 10),
        button("af-carrier-edit", "af_carrier", "修改", "Edit", 20),
        button("af-carrier-status", "af_carrier", "启用/停用", "Enable or disable", 30),
        button("af-carrier-import", "af_carrier", "导入", "Import", 35),
        button("af-carrier-export", "af_carrier", "导出", "Export", 40),
        button("af-carrier-note", "af_carrier", "航司要求", "Airline requirements", 50),
        Node::page("/af_tact", "/afManager/tact", "TACT查询", "TACT rates", 10),
        button("af-tact-add", "af_tact", "新增", "Add", 10),
        button("af-tact-edit", "af_tact", "修改", "Edit", 20),
        button("af-tact-del", "af_tact", "删除", "Delete", 30),
        button("af-tact-adjust", "af_tact", "批量调价", "Adjust prices", 34),
        button("af-tact-copy", "af_tact", "复制到", "Copy to", 36),
        button("af-tact-import", "af_tact", "导入", "Import", 40),
        button("af-tact-export", "af_tact", "导出", "Export", 50),
        Node::page("/af_surcharge", "/afManager/tact", "附加费", "Surcharges", 30),
        button("af-surcharge-add", "af_surcharge", "新增", "Add", 10),
        button("af-surcharge-edit", "af_surcharge", "修改", "Edit", 20),
        button("af-surcharge-del", "af_surcharge", "删除", "Delete", 30),
        button("af-surcharge-import", "af_surcharge", "导入", "Import", 40),
        button("af-surcharge-export", "af_surcharge", "导出", "Export", 50),
        Node::page("/af_warehouse", "/afManager/warehouse", "货站库房", "Stations and storehouses", 100),
        button("af-wh-add", "af_warehouse", "新增", "Add", 10),
        button("af-wh-edit", "af_warehouse", "修改", "Edit", 20),
        button("af-wh-status", "af_warehouse", "启用/停用", "Enable or disable", 30),
        button("af-wh-import", "af_warehouse", "导入", "Import", 40),
        button("af-wh-export", "af_warehouse", "导出", "Export", 50),
        // Its list is a tab of the page of values.
        button("prm-cat-type", "prm_category", "类型维护", "Maintain lists", 60),
    ]
}
