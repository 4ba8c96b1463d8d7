//! Sea ports, rail stations and cities: the platform's rows and an org's own over them. Ports and stations have
//! pages; cities are the platform's alone.

use kernel::{Findings, Id, Msg};
use order::{PlaceKind, may_name, unknown_place};
use platform::access::Actor;
use platform::call::{Call, Tx};
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique};
use platform::field::{Choice, Field};
use platform::import::{self, Import};
use platform::list::{self, Button, Column, Filter, ListPage, Match};
use platform::refusal::Refusal;
use platform::registry::{Node, OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Condition, ExprTrait, Order};
use platform::store::sql;
use platform::when::When;

use crate::page_with_buttons;

const PORT_FORM_WRONG: Msg =
    Msg::new("place.port", "港口代码格式不正确", "A port code is a country and three letters or digits.");
const STATION_FORM_WRONG: Msg =
    Msg::new("place.station", "站点代码为字母和数字，最多10位", "A station code has at most 10 letters and digits.");
const CODE_TAKEN: Msg = Msg::new("place.taken", "代码已存在", "The code exists already.");
const CUSTOMS_FORM: Msg = Msg::new("place.customs", "关区为4位数字", "A customs district is 4 digits.");
const RAIL_FORM: Msg = Msg::new("place.rail", "车站代码为6位数字", "A rail code is 6 digits.");
const AT_BORDER: When = When::Is(&Station::IS_BORDER, "true");
const NO_PAIR: Msg = Msg::new("place.pair", "口岸站须维护对应站", "A border station names its counterpart.");

const PORT_TYPES: &[Choice] = &[
    Choice::new("海港", "海港", "Sea port"),
    Choice::new("内河", "内河", "River port"),
    Choice::new("内陆港", "内陆港", "Inland port"),
    Choice::new("码头", "码头", "Terminal"),
];
const GAUGES: &[Choice] = &[
    Choice::new("1435", "1435", "1435"),
    Choice::new("1520", "1520", "1520"),
    Choice::new("1524", "1524", "1524"),
    Choice::new("1668", "1668", "1668"),
    Choice::new("1000", "1000", "1000"),
];

fn is_port(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 5
        && bytes.iter().take(2).all(u8::is_ascii_uppercase)
        && bytes.iter().skip(2).all(|b| b.is_ascii_uppercase() || (b'2'..=b'9').contains(b))
}
fn is_station(text: &str) -> bool {
    (1..=10).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}
fn four_digits(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit())
}
fn six_digits(text: &str) -> bool {
    text.len() == 6 && text.bytes().all(|b| b.is_ascii_digit())
}

document! {
    /// A sea port.
    pub struct Port in "transport_place" {
        /// What kind of place it is.
        kind: String = Field::text("类别", "Kind").read_only(),
        /// UN/LOCODE.
        code: String = Field::upper("代码", "Code").wire("portCode").required().fixed().max(5).pattern("^[A-Z]{2}[A-Z2-9]{3}$", is_port, PORT_FORM_WRONG),
        /// Chinese name.
        name_cn: String = Field::text("中文名", "Chinese name").required().max(60),
        /// English name.
        name_en: String = Field::text("英文名", "English name").required().max(80),
        /// Country.
        nation_code: String = Field::code("country", "国家", "Country").required().max(2),
        /// Sea, river or inland.
        place_type: String = Field::select(PORT_TYPES, "类型", "Type").required().initially("\"海港\""),
        /// Customs district.
        customs_code: String = Field::text("关区", "Customs district").max(4).pattern("^[0-9]{4}$", four_digits, CUSTOMS_FORM),
        /// IANA zone.
        time_zone: String = Field::text("时区", "Time zone").max(40),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        /// Offered to new orders.
        active: bool = Field::flag("启用", "Active").wire("enabled").initially("true"),
    }
}

document! {
    /// A rail station.
    pub struct Station in "transport_place" {
        /// What kind of place it is.
        kind: String = Field::text("类别", "Kind").read_only(),
        /// Own code.
        code: String = Field::upper("代码", "Code").wire("stationCode").required().fixed().max(10).pattern("^[A-Z0-9]{1,10}$", is_station, STATION_FORM_WRONG),
        /// Chinese name.
        name_cn: String = Field::text("中文名", "Chinese name").required().max(60),
        /// English name.
        name_en: String = Field::text("英文名", "English name").max(80),
        /// Country.
        nation_code: String = Field::code("country", "国家", "Country").required().max(2),
        /// Number of the railways.
        rail_code: String = Field::text("车站代码", "Rail code").max(6).pattern("^[0-9]{6}$", six_digits, RAIL_FORM),
        /// Millimetres between the rails.
        gauge: i64 = Field::select(GAUGES, "轨距", "Gauge").required().initially("\"1435\""),
        /// Trains change gauge or country here.
        is_border: bool = Field::flag("口岸站", "Border station").initially("false"),
        /// The station across the border.
        pair_code: String = Field::code("place?role=RAIL", "对应口岸站", "Counterpart").max(10).asks_when(&AT_BORDER, NO_PAIR),
        /// Customs district.
        customs_code: String = Field::text("关区", "Customs district").max(4).pattern("^[0-9]{4}$", four_digits, CUSTOMS_FORM),
        /// IANA zone.
        time_zone: String = Field::text("时区", "Time zone").max(40),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        /// Offered to new orders.
        active: bool = Field::flag("启用", "Active").wire("enabled").initially("true"),
    }
}

const PORT: &str = PlaceKind::Port.code();
const RAIL: &str = PlaceKind::Rail.code();
/// What names a place: an org's own takes the place of the platform's.
const OVERLAY: &[&str] = &["kind", "code"];

fn of_kind(kind: &'static str) -> Condition {
    Condition::all().add(sql::of_eq("transport_place", "kind", kind))
}
fn ports(_: &Actor) -> Condition {
    of_kind(PORT)
}
fn stations(_: &Actor) -> Condition {
    of_kind(RAIL)
}

const KEYWORD: Filter = Filter::new("keyword", Match::Contains, Field::text("代码/名称", "Code or name")).columns(&[
    ("transport_place", "code"),
    ("transport_place", "name_cn"),
    ("transport_place", "name_en"),
]);

/// 港口维护.
pub(crate) const PORTS: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        list::ORG,
        Column::own(Port::CODE).width(90).copy(),
        Column::own(Port::NAME_CN).width(140),
        Column::own(Port::NAME_EN).width(180),
        Column::own(Port::NATION_CODE).width(80),
        Column::own(Port::PLACE_TYPE).width(90),
        Column::own(Port::CUSTOMS_CODE).width(80),
        Column::own(Port::TIME_ZONE).width(160).behind(),
        Column::own(Port::ACTIVE).width(70),
    ],
    filters: &[
        KEYWORD,
        Filter::new("nationCode", Match::OneOf, Port::NATION_CODE),
        Filter::new("placeType", Match::OneOf, Port::PLACE_TYPE),
        Filter::new("enabled", Match::Bool, Port::ACTIVE),
    ],
    buttons: &[
        Button::new("sc-port-add", ("新增", "Add"), "primary", "create"),
        Button::import("sc-port-import", "POST /sc/port/import"),
        Button::new("sc-port-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sc-port-stop", ("启用/停用", "Enable or disable"), "row", "call")
            .calls("POST /sc/port/{id}/status"),
        Button::new("sc-port-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "portCode,asc",
    export: "sc-port-export",
    overlay: OVERLAY,
    visible: Some(ports),
    form: "sc.port.form",
    ..ListPage::new(
        "sc.port.list",
        "/sc_port_maintenance",
        ("港口维护", "Ports"),
        "sc_port_maintenance",
        "/sc/port",
        "transport_place",
    )
};

/// 铁路站点.
pub(crate) const STATIONS: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        list::ORG,
        Column::own(Station::CODE).width(100).copy(),
        Column::own(Station::NAME_CN).width(140),
        Column::own(Station::NAME_EN).width(180),
        Column::own(Station::NATION_CODE).width(80),
        Column::own(Station::RAIL_CODE).width(90),
        Column::own(Station::GAUGE).width(80),
        Column::own(Station::IS_BORDER).width(80),
        Column::own(Station::PAIR_CODE).width(110),
        Column::own(Station::CUSTOMS_CODE).width(80).behind(),
        Column::own(Station::ACTIVE).width(70),
    ],
    filters: &[
        KEYWORD,
        Filter::new("nationCode", Match::OneOf, Station::NATION_CODE),
        Filter::new("gauge", Match::OneOf, Station::GAUGE),
        Filter::new("isBorder", Match::Bool, Station::IS_BORDER),
        Filter::new("enabled", Match::Bool, Station::ACTIVE),
    ],
    buttons: &[
        Button::new("tc-station-add", ("新增", "Add"), "primary", "create"),
        Button::import("tc-station-import", "POST /sc/tcStation/import"),
        Button::new("tc-station-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("tc-station-stop", ("启用/停用", "Enable or disable"), "row", "call")
            .calls("POST /sc/tcStation/{id}/status"),
        Button::new("tc-station-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "stationCode,asc",
    export: "tc-station-export",
    overlay: OVERLAY,
    visible: Some(stations),
    form: "sc.station.form",
    ..ListPage::new(
        "sc.station.list",
        "/tc_station",
        ("铁路站点", "Rail stations"),
        "tc_station",
        "/sc/tcStation",
        "transport_place",
    )
};

const fn taken(field: &'static str) -> Unique {
    Unique { index: "uq_transport_place_code", columns: &["kind", "code"], field, message: CODE_TAKEN }
}

/// The form of ports.
pub(crate) const PORT_FORM: FormPage = FormPage {
    codes: ["sc-port-add", "sc-port-edit", "", "sc-port-stop"],
    page: "/sc_port_maintenance",
    overlay: true,
    part: Some((Port::KIND, PORT)),
    import: Import { undo: Some(unused), ..Import::with("sc-port-import").by(&[Port::CODE]).apart() },
    uniques: &[taken("portCode")],
    sections: &[Section {
        key: "main",
        title: ("基本", "Basics"),
        fields: &[
            Port::CODE,
            Port::NAME_CN,
            Port::NAME_EN,
            Port::NATION_CODE,
            Port::PLACE_TYPE,
            Port::CUSTOMS_CODE,
            Port::TIME_ZONE,
            Port::ACTIVE,
            Port::REMARK,
        ],
    }],
    ..FormPage::of::<Port>("sc.port.form", ("港口", "Port"), ("sc_port_maintenance", "/sc/port", "port"), Port::CODE)
};

/// The form of stations.
pub(crate) const STATION_FORM: FormPage = FormPage {
    codes: ["tc-station-add", "tc-station-edit", "", "tc-station-stop"],
    page: "/tc_station",
    overlay: true,
    part: Some((Station::KIND, RAIL)),
    import: Import { undo: Some(unused), ..Import::with("tc-station-import").by(&[Station::CODE]) },
    uniques: &[taken("stationCode")],
    rules: Some(station_rules),
    sections: &[Section {
        key: "main",
        title: ("基本", "Basics"),
        fields: &[
            Station::CODE,
            Station::NAME_CN,
            Station::NAME_EN,
            Station::NATION_CODE,
            Station::RAIL_CODE,
            Station::GAUGE,
            Station::IS_BORDER,
            Station::PAIR_CODE,
            Station::CUSTOMS_CODE,
            Station::TIME_ZONE,
            Station::ACTIVE,
            Station::REMARK,
        ],
    }],
    ..FormPage::of::<Station>(
        "sc.station.form",
        ("铁路站点", "Rail station"),
        ("tc_station", "/sc/tcStation", "rail_station"),
        Station::CODE,
    )
};

/// A place that an order or a yard names is not taken back.
fn unused(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    const PLACES: &[(&str, &str)] = &[
        ("freight_order", "departure_station"),
        ("freight_order", "arrival_station"),
        ("order_carriage_detail", "border_station"),
        ("order_carriage_detail", "border_station2"),
        ("order_carriage_detail", "return_station"),
        ("transport_yard", "place_code"),
    ];
    import::need_unused(tx, ("transport_place", "code"), id, PLACES)
}

/// Holds a field to a place in use.
pub(crate) fn check_place(
    tx: &mut Tx<'_>,
    kind: PlaceKind,
    (field, code): (&str, &str),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let org = tx.org();
    if !code.is_empty() && !may_name(tx, org, kind, code)? {
        findings.error(field, unknown_place(kind, code));
    }
    Ok(())
}

fn station_rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let station = Station::from_values(&draft.values)?;
    check_place(tx, PlaceKind::Rail, ("pairCode", &station.pair_code), findings)
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
    let ports = Node::page("/sc_port_maintenance", "/scManager/base", "港口维护", "Ports", 50);
    let stations = Node::page("/tc_station", "/scManager/railBase", "铁路站点", "Rail stations", 30);
    let mut nodes = page_with_buttons(ports, "sc_port_maintenance", "sc-port", &buttons);
    nodes.extend(page_with_buttons(stations, "tc_station", "tc-station", &buttons));
    nodes
}

/// Answers the select `place`; the role names the kind.
pub(crate) fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::overlaid(call.actor()?.org_id, "transport_place", OVERLAY);
    select.columns(["code", "name_cn", "name_en"]).and_where(sql::eq("kind", ask.role.clone()));
    if ask.value.is_empty() {
        let columns = ["code", "name_cn", "name_en"];
        select
            .and_where(sql::eq("active", true))
            .cond_where(sql::any_of(columns.iter().map(|column| sql::contains(sql::col(column), &ask.keyword))));
    } else {
        select.and_where(sql::eq("code", ask.value.clone()));
    }
    let keyword = ask.keyword.to_uppercase();
    select
        .order_by_expr(sql::col("code").eq(sql::value(keyword)), Order::Desc)
        .order_by("code", Order::Asc)
        .limit(OFFERS_MAX);
    let by_name = ask.role == PlaceKind::City.code();
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    rows.iter()
        .map(|row| {
            let (code, name): (String, String) = (row.get(0)?, row.get(1)?);
            // Cities are known by name, the others by code.
            let (label, hint) = if by_name { (name, code.clone()) } else { (code.clone(), name) };
            Ok(Offer { value: code, label, hint })
        })
        .collect()
}
