//! The page /af_cargo_weighing: list and form.

use kernel::{Id, Msg};
use platform::access::Actor;
use platform::document;
use platform::document::{FormPage, Section};
use platform::field::{Choice, Field, Kind};
use platform::import::Import;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, ExprTrait};
use platform::store::sql;

use crate::{orders, rules};

/// Address of the page.
pub const PAGE: &str = "/af_cargo_weighing";
/// Its table, and the kind of thing in the log.
pub(crate) const TABLE: &str = "terminal_weighing";

/// Kinds of warehouses that weigh for airlines (dictionary 75): cargo stations, deconsolidators, city terminals.
const TERMINAL: &str = "warehouse?role=1,3,5";
const HAWB_FORM: Msg =
    Msg::new("weighing.hawb", "分单号只能包含字母和数字", "A house number has letters and digits only.");

/// A weighing that is outside the tolerance.
pub(crate) const OUTSIDE: &str = "OUTSIDE";
/// How a weighing stands to the orders.
const STATES: &[Choice] = &[
    Choice::new("OPEN", "待核对", "Nothing to compare").tone("neutral"),
    Choice::new("SAME", "一致", "Equal").tone("done"),
    Choice::new("DIFFERS", "有差异", "Differs").tone("warning"),
    Choice::new(OUTSIDE, "超差", "Outside tolerance").tone("danger"),
];
const STATE: Field = Field::state(STATES, "核对", "Check").wire("state");

fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric())
}

document! {
    /// What a station found.
    pub struct Weighing in "terminal_weighing" {
        /// Given by the system.
        weighing_code: String = Field::upper("过磅单号", "Weighing no.").read_only(),
        /// Master.
        awb_number: String = Field::new(Kind::Waybill, "主单号", "MAWB").required().fixed().max(12),
        /// House; empty for the master as a whole.
        hawb_number: String = Field::upper("分单号", "HAWB").fixed().max(12).pattern("^[A-Za-z0-9]*$", is_plain, HAWB_FORM),
        /// Station.
        terminal_id: Option<Id> = Field::reference(TERMINAL, "货站", "Cargo station").required().fixed(),
        /// When.
        weigh_time: Option<i64> = Field::instant("过磅时间", "Weighed at").required(),
        /// Pieces.
        pieces: Option<i64> = Field::int("件数", "Pieces").required().range(1, 99_999),
        /// Grams.
        weight: Option<i64> = Field::decimal(3, "毛重", "Gross weight").digits(1).unit("KG").required().range(1, 9_999_999_000),
        /// Cubic centimetres; of the sizes when it is left out.
        volume: Option<i64> = Field::decimal(6, "体积", "Volume").digits(3).unit("CBM").range(1, 9_999_000_000),
        /// Sizes.
        measure: String = Field::text("尺寸", "Dimensions").max(500),
        /// The station's slip.
        photo: String = Field::picture("磅单照片", "Photo of the slip"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        /// The newest of its number and station.
        is_current: bool = Field::flag("当前", "Current").read_only().initially("true"),
    }
}

const STATION: Field = Field::text("货站", "Cargo station").column("name_cn").wire("terminalName");
const CREATOR: Field = Field::text("录入人", "Entered by").column("name_cn").wire("creatorName");
const fn cargo(wire: &'static str, decimals: u32, digits: u32, zh: &'static str, en: &'static str) -> Field {
    Field::decimal(decimals, zh, en).digits(digits).wire(wire)
}

fn state_is(_: &Actor, code: &str) -> Result<Condition, Refusal> {
    Ok(sql::all_of([orders::state().eq(sql::value(code.to_owned()))]))
}

/// Weighings of the orders a caller may see, and of numbers no order has.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "warehouse", alias: "station", on: &[("terminal_id", "id")], by_org: true },
        Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Weighing::WEIGHING_CODE).width(140).copy(),
        Column::own(Weighing::AWB_NUMBER).width(130).copy(),
        Column::own(Weighing::HAWB_NUMBER).width(110),
        Column::expr(orders::state, STATE).width(90),
        Column::own(Weighing::PIECES).width(70),
        Column::own(Weighing::WEIGHT).width(90),
        Column::own(Weighing::VOLUME).width(90),
        Column::own(Weighing::MEASURE).width(200).unsorted(),
        Column::expr(orders::codes, Field::text("订单号", "Orders").wire("orderCodes")).width(160).unsorted(),
        Column::expr(orders::expected_pieces, Field::int("订单件数", "Pieces of orders").wire("expectedPieces"))
            .width(90),
        Column::expr(orders::expected_weight, cargo("expectedWeight", 3, 1, "订单毛重", "Weight of orders")).width(100),
        Column::expr(orders::expected_volume, cargo("expectedVolume", 6, 3, "订单体积", "Volume of orders")).width(100),
        Column::expr(orders::off_pieces, Field::int("件数差", "Pieces off").wire("offPieces")).width(80),
        Column::expr(orders::off_weight, cargo("offWeight", 3, 1, "毛重差", "Weight off")).width(90),
        Column::expr(orders::off_volume, cargo("offVolume", 6, 3, "体积差", "Volume off")).width(90),
        Column::of("station", STATION).width(130),
        Column::own(Weighing::WEIGH_TIME).width(150),
        Column::of("creator", CREATOR).width(90),
        Column::own(Weighing::IS_CURRENT).behind(),
        Column::own(Weighing::REMARK).behind().unsorted(),
    ],
    filters: &[
        Filter::new("awbNumber", Match::Contains, Weighing::AWB_NUMBER),
        Filter::new("hawbNumber", Match::Contains, Weighing::HAWB_NUMBER),
        Filter::new("orderCode", Match::Own(orders::of_code), Field::text("订单号", "Order")),
        Filter::new("state", Match::Own(state_is), STATE),
        Filter::new("weighTime", Match::Range, Weighing::WEIGH_TIME),
        Filter::new("terminalId", Match::OneOf, Weighing::TERMINAL_ID).more(),
        Filter::new("coopName", Match::Own(orders::of_customer), Field::text("客户", "Customer")).more(),
        Filter::new("isCurrent", Match::Bool, Weighing::IS_CURRENT).initially("true").more(),
    ],
    buttons: &[
        Button::new("af-weighing-add", ("新增", "Add"), "primary", "create"),
        Button::new("af-weighing-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("af-weighing-del", ("删除", "Delete"), "row", "call")
            .calls("DELETE /afbase/cargoWeighing/{id}")
            .asks("确认删除所选{n}条？", "Delete {n} rows?")
            .for_many(),
        Button::import("af-weighing-import", "POST /afbase/cargoWeighing/import"),
        Button::new("af-weighing-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "weighTime,desc",
    export: "af-weighing-export",
    visible: Some(orders::visible),
    decorate: Some(decorate),
    form: "af.cargo-weighing.form",
    ..ListPage::new(
        "af.cargo-weighing.list",
        PAGE,
        ("货站过磅", "Cargo-station weighing"),
        "af_cargo_weighing",
        "/afbase/cargoWeighing",
        TABLE,
    )
};

fn decorate(actor: &Actor, _: &RowView<'_>, out: &mut String) {
    list::write_can(actor, &["af-weighing-edit", "af-weighing-del"], out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["af-weighing-add", "af-weighing-edit", "af-weighing-del", ""],
    page: PAGE,
    seen: Some(rules::need_seen),
    rules: Some(rules::check),
    after: Some(rules::after),
    remove_rule: Some(rules::removed),
    import: Import::with("af-weighing-import"),
    sections: &[Section {
        key: "main",
        title: ("过磅", "Weighing"),
        fields: &[
            Weighing::WEIGHING_CODE,
            Weighing::AWB_NUMBER,
            Weighing::HAWB_NUMBER,
            Weighing::TERMINAL_ID,
            Weighing::WEIGH_TIME,
            Weighing::PIECES,
            Weighing::WEIGHT,
            Weighing::VOLUME,
            Weighing::MEASURE,
            Weighing::PHOTO,
            Weighing::REMARK,
        ],
    }],
    ..FormPage::of::<Weighing>(
        "af.cargo-weighing.form",
        ("货站过磅", "Cargo-station weighing"),
        ("af_cargo_weighing", "/afbase/cargoWeighing", "cargo_weighing"),
        Weighing::WEIGHING_CODE,
    )
};
