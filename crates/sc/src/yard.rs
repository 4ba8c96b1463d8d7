//! Yards and warehouses of sea and rail: where cargo and boxes are brought to. Two pages over one table.

use kernel::{Findings, Id, Msg};
use order::PlaceKind;
use platform::access::Actor;
use platform::call::{Call, Tx};
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique};
use platform::field::{Choice, Field};
use platform::import::{self, Import};
use platform::list::{self, Button, Column, Filter, ListPage, Match};
use platform::refusal::Refusal;
use platform::registry::{Node, OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Condition, Expr, Order};
use platform::store::sql;

use crate::page_with_buttons;
use crate::place::check_place;

/// Decimals of a degree.
const PLACES: u32 = 6;
const SEA_MODE: &str = "SEA";
const RAIL_MODE: &str = "RAIL";

const CODE_TAKEN: Msg = Msg::new("yard.taken", "代码已存在", "The code exists already.");
const HALF_PLACE: Msg = Msg::new("yard.place", "经度和纬度请同时填写", "Longitude and latitude are given together.");
const NO_LONGITUDE: Msg = Msg::new("yard.longitude", "经度在-180到180之间", "A longitude lies between -180 and 180.");
const NO_LATITUDE: Msg = Msg::new("yard.latitude", "纬度在-90到90之间", "A latitude lies between -90 and 90.");

const SEA_KINDS: &[Choice] = &[
    Choice::new("拼箱仓CFS", "拼箱仓CFS", "CFS"),
    Choice::new("堆场CY", "堆场CY", "CY"),
    Choice::new("空箱堆场", "空箱堆场", "Empty depot"),
    Choice::new("监管库", "监管库", "Supervised warehouse"),
    Choice::new("保税库", "保税库", "Bonded warehouse"),
    Choice::new("内装仓", "内装仓", "Stuffing warehouse"),
    Choice::new("门点", "门点", "Door"),
];
const RAIL_KINDS: &[Choice] = &[
    Choice::new("铁路货场", "铁路货场", "Freight yard"),
    Choice::new("场站堆场", "场站堆场", "Container yard"),
    Choice::new("拼箱仓", "拼箱仓", "Consolidation warehouse"),
    Choice::new("监管库", "监管库", "Supervised warehouse"),
    Choice::new("还箱场", "还箱场", "Return depot"),
];

document! {
    /// One yard.
    pub struct Yard in "transport_yard" {
        /// Sea or rail.
        mode: String = Field::text("业务", "Mode").read_only(),
        /// Code.
        code: String = Field::upper("代码", "Code").required().fixed().max(20),
        /// Name.
        name_cn: String = Field::text("名称", "Name").required().max(60),
        /// What it is.
        yard_kind: String = Field::text("类型", "Kind").required().max(20),
        /// Port or station it belongs to.
        place_code: String = Field::code("place", "港口/车站", "Port or station").required().max(10),
        /// Customs district.
        customs_code: String = Field::text("关区/场所代码", "Customs code").max(10),
        /// Address.
        address: String = Field::long("地址", "Address").required().max(200),
        /// Who is asked for.
        contact: String = Field::text("联系人", "Contact").required().max(50),
        /// Under which number.
        tel: String = Field::text("电话", "Telephone").required().max(50),
        /// When it works.
        open_hours: String = Field::text("作业时间", "Working hours").max(100),
        /// What drivers are told.
        gate_rules: String = Field::long("进仓须知", "Gate rules").max(1000),
        /// Degrees east.
        longitude: Option<i64> = Field::decimal(PLACES, "经度", "Longitude").digits(PLACES),
        /// Degrees north.
        latitude: Option<i64> = Field::decimal(PLACES, "纬度", "Latitude").digits(PLACES),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        /// Offered.
        active: bool = Field::flag("启用", "Active").wire("enabled").initially("true"),
    }
}

const fn kinds(choices: &'static [Choice]) -> Field {
    Field::select(choices, "类型", "Kind").column("yard_kind").required()
}
const PORT: Field = Field::code("place?role=PORT", "港口", "Port").column("place_code").wire("placeCode").required();
const STATION: Field =
    Field::code("place?role=RAIL", "车站", "Station").column("place_code").wire("placeCode").required();

fn located() -> Expr {
    Expr::cust("CASE WHEN transport_yard.longitude IS NULL THEN FALSE ELSE TRUE END")
}
const LOCATED: Field = Field::flag("已定位", "Located").wire("located");

fn of_mode(mode: &'static str) -> Condition {
    Condition::all().add(sql::of_eq("transport_yard", "mode", mode))
}
fn sea(_: &Actor) -> Condition {
    of_mode(SEA_MODE)
}
fn rail(_: &Actor) -> Condition {
    of_mode(RAIL_MODE)
}

const KEYWORD: Filter = Filter::new("keyword", Match::Contains, Field::text("代码/名称", "Code or name"))
    .columns(&[("transport_yard", "code"), ("transport_yard", "name_cn")]);

/// Columns of both pages, with the kinds and places of each.
macro_rules! columns {
    ($kinds:expr, $place:expr) => {
        &[
            list::ID,
            list::VERSION,
            Column::own(Yard::CODE).width(100).copy(),
            Column::own(Yard::NAME_CN).width(160),
            Column::own(kinds($kinds)).width(100),
            Column::own($place).width(90),
            Column::own(Yard::CUSTOMS_CODE).width(100),
            Column::own(Yard::ADDRESS).width(240),
            Column::own(Yard::CONTACT).width(90),
            Column::own(Yard::TEL).width(130),
            Column::own(Yard::OPEN_HOURS).width(120),
            Column::expr(located, LOCATED).width(80),
            Column::own(Yard::ACTIVE).width(70),
        ]
    };
}

macro_rules! filters {
    ($kinds:expr, $place:expr) => {
        &[
            KEYWORD,
            Filter::new("placeCode", Match::OneOf, $place),
            Filter::new("yardKind", Match::OneOf, kinds($kinds)),
            Filter::new("enabled", Match::Bool, Yard::ACTIVE).initially("true"),
        ]
    };
}

macro_rules! sections {
    ($kinds:expr, $place:expr) => {
        &[
            Section {
                key: "main",
                title: ("基本", "Basics"),
                fields: &[Yard::CODE, Yard::NAME_CN, kinds($kinds), $place, Yard::CUSTOMS_CODE, Yard::ACTIVE],
            },
            Section {
                key: "place",
                title: ("位置与作业", "Place and work"),
                fields: &[
                    Yard::ADDRESS,
                    Yard::LONGITUDE,
                    Yard::LATITUDE,
                    Yard::CONTACT,
                    Yard::TEL,
                    Yard::OPEN_HOURS,
                    Yard::GATE_RULES,
                    Yard::REMARK,
                ],
            },
        ]
    };
}

/// 海运仓库.
pub(crate) const SEA: ListPage = ListPage {
    columns: columns!(SEA_KINDS, PORT),
    filters: filters!(SEA_KINDS, PORT),
    buttons: &[
        Button::new("sc-wh-add", ("新增", "Add"), "primary", "create"),
        Button::import("sc-wh-import", "POST /sc/warehouse/import"),
        Button::new("sc-wh-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sc-wh-stop", ("启用/停用", "Enable or disable"), "row", "call")
            .calls("POST /sc/warehouse/{id}/status"),
        Button::new("sc-wh-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "code,asc",
    export: "sc-wh-export",
    visible: Some(sea),
    form: "sc.warehouse.form",
    ..ListPage::new(
        "sc.warehouse.list",
        "/sc_warehouse",
        ("海运仓库", "Sea warehouses"),
        "sc_warehouse",
        "/sc/warehouse",
        "transport_yard",
    )
};

/// 铁路仓库.
pub(crate) const RAIL: ListPage = ListPage {
    columns: columns!(RAIL_KINDS, STATION),
    filters: filters!(RAIL_KINDS, STATION),
    buttons: &[
        Button::new("tc-wh-add", ("新增", "Add"), "primary", "create"),
        Button::import("tc-wh-import", "POST /sc/tcWarehouse/import"),
        Button::new("tc-wh-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("tc-wh-stop", ("启用/停用", "Enable or disable"), "row", "call")
            .calls("POST /sc/tcWarehouse/{id}/status"),
        Button::new("tc-wh-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "code,asc",
    export: "tc-wh-export",
    visible: Some(rail),
    form: "sc.rail-warehouse.form",
    ..ListPage::new(
        "sc.rail-warehouse.list",
        "/tc_warehouse",
        ("铁路仓库", "Rail warehouses"),
        "tc_warehouse",
        "/sc/tcWarehouse",
        "transport_yard",
    )
};

const UNIQUES: &[Unique] =
    &[Unique { index: "uq_transport_yard_code", columns: &["mode", "code"], field: "code", message: CODE_TAKEN }];

/// The form of sea yards.
pub(crate) const SEA_FORM: FormPage = FormPage {
    codes: ["sc-wh-add", "sc-wh-edit", "", "sc-wh-stop"],
    page: "/sc_warehouse",
    uniques: UNIQUES,
    part: Some((Yard::MODE, SEA_MODE)),
    import: Import { undo: Some(unused), ..Import::with("sc-wh-import").by(&[Yard::CODE]) },
    rules: Some(rules),
    sections: sections!(SEA_KINDS, PORT),
    ..FormPage::of::<Yard>(
        "sc.warehouse.form",
        ("海运仓库", "Sea warehouse"),
        ("sc_warehouse", "/sc/warehouse", "sea_warehouse"),
        Yard::CODE,
    )
};

/// The form of rail yards.
pub(crate) const RAIL_FORM: FormPage = FormPage {
    codes: ["tc-wh-add", "tc-wh-edit", "", "tc-wh-stop"],
    page: "/tc_warehouse",
    uniques: UNIQUES,
    part: Some((Yard::MODE, RAIL_MODE)),
    import: Import { undo: Some(unused), ..Import::with("tc-wh-import").by(&[Yard::CODE]) },
    rules: Some(rules),
    sections: sections!(RAIL_KINDS, STATION),
    ..FormPage::of::<Yard>(
        "sc.rail-warehouse.form",
        ("铁路仓库", "Rail warehouse"),
        ("tc_warehouse", "/sc/tcWarehouse", "rail_warehouse"),
        Yard::CODE,
    )
};

/// A yard that an order names is not taken back.
fn unused(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    const PLACES: &[(&str, &str)] =
        &[("order_carriage_detail", "gate_yard_id"), ("order_carriage_detail", "entry_yard_id")];
    import::need_unused(tx, (Yard::TABLE, "id"), id, PLACES)
}

/// A yard belongs to a place there is; its position is given whole and lies on the globe.
fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let yard = Yard::from_values(&draft.values)?;
    let kind = if yard.mode == SEA_MODE { PlaceKind::Port } else { PlaceKind::Rail };
    check_place(tx, kind, ("placeCode", &yard.place_code), findings)?;
    findings.error_if(yard.longitude.is_some() != yard.latitude.is_some(), "longitude", HALF_PLACE);
    let beyond = |degrees: Option<i64>, most: i64| degrees.is_some_and(|d| d.abs() > most * 10_i64.pow(PLACES));
    findings.error_if(beyond(yard.longitude, 180), "longitude", NO_LONGITUDE);
    findings.error_if(beyond(yard.latitude, 90), "latitude", NO_LATITUDE);
    Ok(())
}

/// Pages and buttons.
pub(crate) fn nodes() -> Vec<Node> {
    let buttons = [
        ("add", "新增", "Add"),
        ("edit", "修改", "Edit"),
        ("stop", "启用/停用", "Enable or disable"),
        ("export", "导出", "Export"),
        ("import", "导入", "Import"),
    ];
    let sea = Node::page("/sc_warehouse", "/scManager/base", "海运仓库", "Sea warehouses", 80);
    let rail = Node::page("/tc_warehouse", "/scManager/railBase", "铁路仓库", "Rail warehouses", 40);
    let mut nodes = page_with_buttons(sea, "sc_warehouse", "sc-wh", &buttons);
    nodes.extend(page_with_buttons(rail, "tc_warehouse", "tc-wh", &buttons));
    nodes
}

/// Answers the select `yard`; the role names the mode.
pub(crate) fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(call.actor()?.org_id, Yard::TABLE);
    select.columns(["id", "name_cn", "code"]).order_by("code", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let columns = ["code", "name_cn", "place_code"];
        select
            .and_where(sql::eq("mode", ask.role.clone()))
            .and_where(sql::eq("active", true))
            .cond_where(sql::any_of(columns.iter().map(|column| sql::contains(sql::col(column), &ask.keyword))));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    rows.iter()
        .map(|row| Ok(Offer { value: row.get::<i64>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? }))
        .collect()
}
