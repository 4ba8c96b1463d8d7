//! 货站库房. The places goods are received, stored and delivered to: the source of every warehouse a form offers.

use kernel::{Findings, Id, Msg};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique};
use platform::field::{Choice, Field};
use platform::import::{self, Import};
use platform::list::{self, Button, Column, Filter, ListPage, Match};
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::sea_query::{Expr, Order, SelectStatement};
use platform::store::{Row, Value, sql};
use platform::when::When;
use serde_json::{Value as Json, json};

/// Decimals of a degree.
const PLACES: u32 = 6;
const STATION: i64 = 1;
const STOREHOUSE: i64 = 2;
const BREAK_BULK: i64 = 3;
const CITY_TERMINAL: i64 = 5;

/// Kinds of warehouses (dictionary 75).
const TYPES: &[Choice] = &[
    Choice::new("1", "货站", "Cargo station"),
    Choice::new("2", "库房", "Storehouse"),
    Choice::new("3", "分拨库", "Deconsolidation warehouse"),
    Choice::new("4", "保税库", "Bonded warehouse"),
    Choice::new("5", "城市货站", "City terminal"),
];
/// Kinds that customs always supervise.
const ALWAYS_SUPERVISED: [i64; 2] = [STATION, BREAK_BULK];
/// Kinds exports are brought to.
const OF_EXPORT: [i64; 3] = [STATION, STOREHOUSE, CITY_TERMINAL];

const CODE_TAKEN: Msg = Msg::new("warehouse.code", "仓库代码已存在", "The warehouse code exists already.");
const NO_AIRPORT: Msg = Msg::new("warehouse.airport", "请选择机场", "Please choose the airport.");
const NO_CITY: Msg = Msg::new("warehouse.city", "请填写城市", "Please enter the city.");
const NO_SCOPE: Msg = Msg::new("warehouse.scope", "请选择适用业务", "Please choose what it is for.");
const NO_DISTRICT: Msg =
    Msg::new("warehouse.district", "监管仓库请填写关区", "A supervised warehouse has a customs district.");
const NO_SITE: Msg =
    Msg::new("warehouse.site", "监管仓库请填写监管场所代码", "A supervised warehouse has a site code.");
const DISTRICT_FORM: Msg = Msg::new("warehouse.district_form", "关区为4位数字", "A customs district is 4 digits.");
const HALF_PLACE: Msg =
    Msg::new("warehouse.place", "经度和纬度请同时填写", "Longitude and latitude are given together.");
const NO_LONGITUDE: Msg =
    Msg::new("warehouse.longitude", "经度在-180到180之间", "A longitude lies between -180 and 180.");
const NO_LATITUDE: Msg = Msg::new("warehouse.latitude", "纬度在-90到90之间", "A latitude lies between -90 and 90.");

fn district(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit())
}

/// Cargo stations, deconsolidation warehouses and city terminals stand at an airport.
const AT_AIRPORT: When = When::OneOf(&Warehouse::WAREHOUSE_TYPE, &["1", "3", "5"]);
/// It stands elsewhere, and no airport says where.
const SOMEWHERE: When = When::All(&[
    When::Filled(&Warehouse::WAREHOUSE_TYPE),
    When::Not(&AT_AIRPORT),
    When::Not(&When::Filled(&Warehouse::AP_CODE)),
]);
/// Customs supervise it; cargo stations and deconsolidation warehouses always.
const SUPERVISED: When =
    When::Any(&[When::Is(&Warehouse::SUPERVISED, "true"), When::OneOf(&Warehouse::WAREHOUSE_TYPE, &["1", "3"])]);

document! {
    /// One warehouse.
    pub struct Warehouse in "warehouse" {
        /// Code.
        warehouse_code: String = Field::upper("仓库代码", "Code").required().fixed().max(20),
        /// Chinese name.
        name_cn: String = Field::text("中文名", "Chinese name").required().max(60),
        /// English name.
        name_en: String = Field::text("英文名", "English name").max(100),
        /// Kind.
        warehouse_type: i64 = Field::select(TYPES, "类型", "Kind").required(),
        /// Airport it stands at.
        ap_code: String = Field::code("airport", "机场", "Airport").max(3).asks_when(&AT_AIRPORT, NO_AIRPORT),
        /// City of those that stand elsewhere.
        city: String = Field::text("城市", "City").max(40).asks_when(&SOMEWHERE, NO_CITY),
        /// Takes exports in.
        for_export: bool = Field::flag("空运出口", "Air export").initially("true"),
        /// Takes imports in.
        for_import: bool = Field::flag("空运进口", "Air import").initially("false"),
        /// Customs supervise it.
        supervised: bool = Field::flag("监管", "Supervised").initially("false"),
        /// Customs district.
        customs_district: String = Field::text("关区", "Customs district")
            .max(4)
            .pattern("^[0-9]{4}$", district, DISTRICT_FORM)
            .asks_when(&SUPERVISED, NO_DISTRICT),
        /// Number of the supervised site.
        site_code: String = Field::upper("监管场所代码", "Site code").max(20).asks_when(&SUPERVISED, NO_SITE),
        /// Address.
        address_cn: String = Field::long("地址（中）", "Address (Chinese)").required().max(200),
        /// Address.
        address_en: String = Field::long("地址（英）", "Address (English)").max(200),
        /// Degrees east.
        longitude: Option<i64> = Field::decimal(PLACES, "经度", "Longitude").digits(PLACES),
        /// Degrees north.
        latitude: Option<i64> = Field::decimal(PLACES, "纬度", "Latitude").digits(PLACES),
        /// Who is asked for.
        contact: String = Field::text("联系人", "Contact").max(40),
        /// Under which number.
        phone: String = Field::text("电话", "Telephone").max(40),
        /// When it is open.
        open_hours: String = Field::text("营业时间", "Opening hours").max(100),
        /// Minutes before departure after which it takes nothing.
        receive_cutoff: Option<i64> = Field::int("最晚收货（起飞前分钟）", "Receives until (minutes before departure)").range(0, 10_080),
        /// What drivers are told.
        delivery_guide: String = Field::long("送货须知", "Delivery guide").max(1000),
        /// Offered.
        active: bool = Field::flag("启用", "Active").wire("enabled").initially("true"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
    }
}

fn located() -> Expr {
    Expr::cust("CASE WHEN warehouse.longitude IS NULL THEN FALSE ELSE TRUE END")
}

const LOCATED: Field = Field::flag("已定位", "Located").wire("located");

/// The warehouses of a company.
pub const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Warehouse::WAREHOUSE_CODE).width(100).copy(),
        Column::own(Warehouse::NAME_CN).width(180),
        Column::own(Warehouse::NAME_EN).width(180).behind(),
        Column::own(Warehouse::WAREHOUSE_TYPE).width(100),
        Column::own(Warehouse::AP_CODE).width(80),
        Column::own(Warehouse::CITY).width(90).behind(),
        Column::own(Warehouse::FOR_EXPORT).width(90),
        Column::own(Warehouse::FOR_IMPORT).width(90),
        Column::own(Warehouse::SUPERVISED).width(70),
        Column::own(Warehouse::CUSTOMS_DISTRICT).width(80),
        Column::own(Warehouse::SITE_CODE).width(120),
        Column::own(Warehouse::ADDRESS_CN).width(240),
        Column::own(Warehouse::CONTACT).width(90),
        Column::own(Warehouse::PHONE).width(130),
        Column::own(Warehouse::OPEN_HOURS).width(140),
        Column::own(Warehouse::RECEIVE_CUTOFF).width(110).behind(),
        Column::expr(located, LOCATED).width(80),
        Column::own(Warehouse::ACTIVE).width(70),
    ],
    filters: &[
        Filter::new("keyword", Match::Contains, Field::text("仓库", "Warehouse")).columns(&[
            ("warehouse", "warehouse_code"),
            ("warehouse", "name_cn"),
            ("warehouse", "name_en"),
        ]),
        Filter::new("warehouseType", Match::OneOf, Warehouse::WAREHOUSE_TYPE),
        Filter::new("apCode", Match::OneOf, Warehouse::AP_CODE),
        Filter::new("forExport", Match::Bool, Warehouse::FOR_EXPORT).more(),
        Filter::new("forImport", Match::Bool, Warehouse::FOR_IMPORT).more(),
        Filter::new("supervised", Match::Bool, Warehouse::SUPERVISED).more(),
        Filter::new("enabled", Match::Bool, Warehouse::ACTIVE).initially("true"),
    ],
    buttons: &[
        Button::new("af-wh-add", ("新增", "Add"), "primary", "create"),
        Button::new("af-wh-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("af-wh-status", ("启用/停用", "Enable or disable"), "row", "call")
            .calls("POST /afbase/warehouse/{id}/status")
            .for_many(),
        Button::import("af-wh-import", "POST /afbase/warehouse/import"),
        Button::new("af-wh-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "warehouseCode,asc",
    export: "af-wh-export",
    form: "base.warehouse.form",
    ..ListPage::new(
        "base.warehouse.list",
        "/af_warehouse",
        ("货站库房", "Stations and storehouses"),
        "af_warehouse",
        "/afbase/warehouse",
        "warehouse",
    )
};

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["af-wh-add", "af-wh-edit", "", "af-wh-status"],
    page: "/af_warehouse",
    uniques: &[Unique {
        index: "uq_warehouse_code",
        columns: &["warehouse_code"],
        field: "warehouseCode",
        message: CODE_TAKEN,
    }],
    rules: Some(rules),
    import: Import { undo: Some(unused), ..Import::with("af-wh-import").by(&[Warehouse::WAREHOUSE_CODE]).apart() },
    sections: &[
        Section {
            key: "main",
            title: ("基本", "Basics"),
            fields: &[
                Warehouse::WAREHOUSE_CODE,
                Warehouse::NAME_CN,
                Warehouse::NAME_EN,
                Warehouse::WAREHOUSE_TYPE,
                Warehouse::AP_CODE,
                Warehouse::CITY,
                Warehouse::FOR_EXPORT,
                Warehouse::FOR_IMPORT,
                Warehouse::SUPERVISED,
                Warehouse::CUSTOMS_DISTRICT,
                Warehouse::SITE_CODE,
                Warehouse::ACTIVE,
            ],
        },
        Section {
            key: "place",
            title: ("位置", "Place"),
            fields: &[Warehouse::ADDRESS_CN, Warehouse::ADDRESS_EN, Warehouse::LONGITUDE, Warehouse::LATITUDE],
        },
        Section {
            key: "receiving",
            title: ("收货", "Receiving"),
            fields: &[
                Warehouse::CONTACT,
                Warehouse::PHONE,
                Warehouse::OPEN_HOURS,
                Warehouse::RECEIVE_CUTOFF,
                Warehouse::DELIVERY_GUIDE,
                Warehouse::REMARK,
            ],
        },
    ],
    ..FormPage::of::<Warehouse>(
        "base.warehouse.form",
        ("货站库房", "Warehouse"),
        ("af_warehouse", "/afbase/warehouse", "warehouse"),
        Warehouse::WAREHOUSE_CODE,
    )
};

/// A place that goods were told to go to is not taken back.
fn unused(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    const PLACES: &[(&str, &str)] = &[
        ("delivery_notice", "warehouse_id"),
        ("arrival_notice", "warehouse_id"),
        ("order_carriage_detail", "arrival_warehouse_id"),
    ];
    import::need_unused(tx, (Warehouse::TABLE, "id"), id, PLACES)
}

/// What customs ask for by its kind, and where it stands.
fn rules(_: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let kind = Warehouse::from_values(&draft.values)?.warehouse_type;
    if ALWAYS_SUPERVISED.contains(&kind) {
        draft.set(Warehouse::SUPERVISED, Value::Bool(true));
    }
    let place = Warehouse::from_values(&draft.values)?;
    findings.error_if(!place.for_export && !place.for_import, "forExport", NO_SCOPE);
    findings.error_if(place.longitude.is_some() != place.latitude.is_some(), "longitude", HALF_PLACE);
    let beyond =
        |degrees: Option<i64>, most: i64| degrees.is_some_and(|degrees| degrees.abs() > most * 10_i64.pow(PLACES));
    findings.error_if(beyond(place.longitude, 180), "longitude", NO_LONGITUDE);
    findings.error_if(beyond(place.latitude, 90), "latitude", NO_LATITUDE);
    Ok(())
}

/// Whose pages name warehouses: those who keep them, write air orders, tell where cargo is brought to, or weigh it.
const READERS: Access = Access::AnyOf(&[
    "af_warehouse",
    "af_order",
    "ai_order",
    "af_delivery_notice",
    "ai_arrival_notice",
    "af_cargo_weighing",
]);

/// What other forms ask for, and 个人设置 of those who write them.
pub fn operations() -> [Operation; 2] {
    [
        Operation::get("list_export_warehouses", "/afbase/aeArrival/getWarehouseIds", READERS, of_export)
            .summary("Warehouses exports can be brought to"),
        Operation::get("list_warehouses", "/afbase/warehouse/getWarehouse/{types}/{scope}", READERS, of_types)
            .summary("Warehouses of some kinds, codes with commas between, for air export (AE) or import (AI)"),
    ]
}

fn offered(org: i64, scope: &'static str, kinds: &[i64]) -> SelectStatement {
    let mut select = sql::from(org, "warehouse");
    select
        .columns(["id", "warehouse_code", "name_cn", "warehouse_type", "ap_code"])
        .and_where(sql::eq("active", true))
        .and_where(sql::eq(scope, true))
        .and_where(sql::is_in(sql::col("warehouse_type"), kinds.iter().copied()))
        .order_by("warehouse_code", Order::Asc);
    select
}

fn of_export(call: &mut Call) -> Outcome {
    answer(call, "for_export", &OF_EXPORT)
}

/// Unknown kinds and other scopes have none.
fn of_types(call: &mut Call) -> Outcome {
    let scope = match call.path("scope") {
        "AE" => "for_export",
        "AI" => "for_import",
        _ => return Ok(Answer::Data(json!([]))),
    };
    let asked = call.path("types").to_owned();
    let asked = asked.split(',').filter_map(|one| one.parse().ok());
    let known: Vec<i64> = asked.filter(|kind| (STATION..=CITY_TERMINAL).contains(kind)).collect();
    if known.is_empty() { Ok(Answer::Data(json!([]))) } else { answer(call, scope, &known) }
}

fn answer(call: &mut Call, scope: &'static str, kinds: &[i64]) -> Outcome {
    let select = offered(call.actor()?.org_id, scope, kinds);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let shown = |row: &Row| -> Result<Json, Refusal> {
        Ok(json!({
            "warehouseId": row.get::<Id>(0)?,
            "warehouseCode": row.get::<String>(1)?,
            "warehouseName": row.get::<String>(2)?,
            "warehouseType": row.get::<i64>(3)?.to_string(),
            "apCode": row.get::<Option<String>>(4)?,
        }))
    };
    Ok(Answer::Data(Json::Array(rows.iter().map(shown).collect::<Result<_, _>>()?)))
}
