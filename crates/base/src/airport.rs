//! 机场. Airports: the platform's rows, and an org's own over them.

use kernel::{Findings, Id, Msg};
use platform::access::Actor;
use platform::call::Tx;
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique};
use platform::field::Field;
use platform::import::{self, Import};
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::store::Value;

const CODE_FORM: Msg = Msg::new("airport.code", "机场代码为3位字母", "An airport code is 3 letters.");
const CODE_TAKEN: Msg = Msg::new("airport.code.taken", "机场代码已存在", "The airport code exists already.");
const ZONE_UNKNOWN: Msg = Msg::new("airport.zone", "时区不存在", "There is no such time zone.");
const NAME_FORM: Msg = Msg::new(
    "airport.name",
    "英文名只能包含字母、数字、空格和 . - ' ( ) /",
    "The English name has letters, digits, blanks and . - ' ( ) / only.",
);

fn three_letters(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase())
}

fn name_letters(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b" .-'()/".contains(&b))
}

document! {
    /// One airport.
    pub struct Airport in "airport" {
        /// Three letters.
        ap_code: String = Field::upper("三字码", "Code").required().fixed().max(3).pattern("^[A-Z]{3}$", three_letters, CODE_FORM),
        /// Four letters or digits.
        icao_code: String = Field::upper("四字码", "ICAO code").max(4),
        /// Chinese name.
        name_cn: String = Field::text("中文名", "Chinese name").wire("apNameCn").required().max(60),
        /// English name.
        name_en: String = Field::text("英文名", "English name").wire("apNameEn").required().max(80).pattern("^[A-Za-z0-9 .\\-'()/]*$", name_letters, NAME_FORM),
        /// City or metropolitan area.
        city_code: String = Field::upper("城市代码", "City code").required().max(3).pattern("^[A-Z]{3}$", three_letters, CODE_FORM),
        /// Chinese name of the city.
        city_name_cn: String = Field::text("城市", "City").max(60),
        /// English name of the city.
        city_name_en: String = Field::text("城市英文名", "City in English").max(60),
        /// Country.
        nation_code: String = Field::code("country", "国家", "Country").required().max(2),
        /// IANA zone.
        time_zone: String = Field::text("时区", "Time zone").required().max(40),
        /// First letters of the Chinese name.
        pinyin: String = Field::text("拼音首字母", "Pinyin initials").max(20),
        /// Customs office.
        customs_code: String = Field::text("关区代码", "Customs office").max(4),
        /// Handles cargo.
        cargo_airport: bool = Field::flag("货运", "Cargo").initially("true"),
        /// Offered to new orders.
        active: bool = Field::flag("启用", "Active").wire("enabled").initially("true"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
    }
}

/// Airports a user looks up.
pub const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        list::ORG,
        Column::own(Airport::AP_CODE).width(80).copy(),
        Column::own(Airport::ICAO_CODE).width(80),
        Column::own(Airport::NAME_CN).width(140),
        Column::own(Airport::NAME_EN).width(220),
        Column::own(Airport::CITY_CODE).width(80),
        Column::own(Airport::CITY_NAME_CN).width(110),
        Column::own(Airport::NATION_CODE).width(70),
        Column::own(Airport::TIME_ZONE).width(150),
        Column::own(Airport::CARGO_AIRPORT).width(70),
        Column::own(Airport::CUSTOMS_CODE).width(90),
        Column::own(Airport::ACTIVE).width(70),
        Column::own(Airport::REMARK).behind(),
    ],
    filters: &[
        Filter::new("keyword", Match::Contains, Field::text("机场", "Airport")).columns(&[
            ("airport", "ap_code"),
            ("airport", "icao_code"),
            ("airport", "name_cn"),
            ("airport", "name_en"),
            ("airport", "city_name_cn"),
            ("airport", "city_name_en"),
            ("airport", "pinyin"),
        ]),
        Filter::new("nationCode", Match::OneOf, Airport::NATION_CODE),
        Filter::new("cargoAirport", Match::Bool, Airport::CARGO_AIRPORT),
        Filter::new("enabled", Match::Bool, Airport::ACTIVE).initially("true"),
        Filter::new("customsCode", Match::Equals, Airport::CUSTOMS_CODE).more(),
    ],
    buttons: &[
        Button::new("af-airport-add", ("新增", "Add"), "primary", "create"),
        Button::import("af-airport-import", "POST /afbase/airport/import"),
        Button::new("af-airport-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("af-airport-status", ("启用/停用", "Enable or disable"), "row", "call")
            .calls("POST /afbase/airport/{id}/status")
            .for_many(),
        Button::new("af-airport-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "apCode,asc",
    export: "af-airport-export",
    overlay: &["ap_code"],
    decorate: Some(decorate),
    form: "base.airport.form",
    ..ListPage::new(
        "base.airport.list",
        "/af_airport",
        ("机场查询", "Airports"),
        "af_airport",
        "/afbase/airport",
        "airport",
    )
};

/// Own rows can be changed here; the platform's are its keeper's.
fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let own = *row.value("orgId") == Value::Int(actor.org_id);
    list::write_can(actor, if own { &["af-airport-edit", "af-airport-status"] } else { &[] }, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["af-airport-add", "af-airport-edit", "", "af-airport-status"],
    page: "/af_airport",
    uniques: &[Unique { index: "uq_airport_code", columns: &["ap_code"], field: "apCode", message: CODE_TAKEN }],
    rules: Some(rules),
    overlay: true,
    import: Import { undo: Some(unused), ..Import::with("af-airport-import").by(&[Airport::AP_CODE]).apart() },
    sections: &[Section { key: "main", title: ("机场", "Airport"), fields: Airport::FIELDS }],
    ..FormPage::of::<Airport>(
        "base.airport.form",
        ("机场", "Airport"),
        ("af_airport", "/afbase/airport", "airport"),
        Airport::AP_CODE,
    )
};

/// An airport that an order, a waybill or a station names is not taken back.
fn unused(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    const PLACES: &[(&str, &str)] = &[
        ("freight_order", "departure_station"),
        ("freight_order", "arrival_station"),
        ("hawb", "departure_station"),
        ("hawb", "arrival_station"),
        ("inquiry", "departure_station"),
        ("inquiry", "arrival_station"),
        ("warehouse", "ap_code"),
    ];
    import::need_unused(tx, ("airport", "ap_code"), id, PLACES)
}

fn rules(_: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let airport = Airport::from_values(&draft.values)?;
    let known = airport.time_zone.is_empty() || kernel::knows_zone(&airport.time_zone);
    findings.error_if(!known, "timeZone", ZONE_UNKNOWN);
    Ok(())
}
