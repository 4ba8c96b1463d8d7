//! Provinces with the area they belong to, and the supplier a company works with there.

use kernel::Msg;
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::setting::{Decided, Module, Setting};
use serde_json::json;
use trade::address::{Area, REGIONS};

/// Heading of the settings.
const PARTNERS: Module = Module::new("prm", "客商", "Partners");

const CODE: Msg = Msg::new(
    "setting.supplier_code",
    "供应商代码由字母、数字和横线组成",
    "A supplier code has letters, digits and hyphens.",
);

fn is_code(text: &str) -> bool {
    text.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'-')
}

const fn supplier(key: &'static str, zh: &'static str, en: &'static str) -> Setting {
    Setting::new(key, PARTNERS, Field::upper(zh, en).max(20).pattern("[A-Z0-9-]*", is_code, CODE))
}

const NORTH: Setting = supplier("areaSupplierNorth", "华北供应商代码", "Supplier code of North China");
const EAST: Setting = supplier("areaSupplierEast", "华东供应商代码", "Supplier code of East China");
const SOUTH: Setting = supplier("areaSupplierSouth", "华南供应商代码", "Supplier code of South China");

/// All of them.
pub const SETTINGS: [&Setting; 3] = [&NORTH, &EAST, &SOUTH];

const fn setting_of(area: Area) -> &'static Setting {
    match area {
        Area::North => &NORTH,
        Area::East => &EAST,
        Area::South => &SOUTH,
    }
}

/// GET areas: every region code with its province, its area and the company's supplier there.
pub fn list(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let english = call.language().starts_with("en");
    let decided = call.read(|conn| Decided::of(conn, org))?;
    let mut rows = Vec::new();
    for (name, code) in REGIONS {
        let area = Area::of(code);
        let supplier = match area {
            Some(area) => decided.value::<Option<String>>(setting_of(area), None)?.unwrap_or_default(),
            None => String::new(),
        };
        rows.push(json!({
            "regionCode": code,
            "regionName": name,
            "area": area.map(Area::code),
            "areaName": area.map(|area| if english { area.label().1 } else { area.label().0 }),
            "supplierCode": supplier,
        }));
    }
    Ok(Answer::Data(json!(rows)))
}
