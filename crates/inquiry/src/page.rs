//! 我的询价: the page /af_order_inquiry, what sales ask for their customers.

use kernel::{Amount, Density, Id, Volume, Weight};
use order::{BATTERY_TYPE, GOODS_TYPE, PACKAGE_TYPE};
use platform::access::Actor;
use platform::document;
use platform::document::{Document, FormPage, Rows, Section, Unique};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Cell, Conn, Value, sql};
use platform::when::When;

use crate::{rules, seen};

/// Address of the page.
pub(crate) const PAGE: &str = "/af_order_inquiry";
/// Beginning of its calls.
pub(crate) const BASE: &str = "/afbase/orderInquiry";
/// Its table, and the kind of thing in the log.
pub(crate) const TABLE: &str = "inquiry";
/// Lines of dimensions of one inquiry.
const DIMENSIONS_MAX: usize = 200;

/// Being written.
pub(crate) const DRAFT: &str = "DRAFT";
/// Waits for a buyer.
pub(crate) const UNASSIGNED: &str = "UNASSIGNED";
/// A buyer or an agent is at work on it.
pub(crate) const ASKING: &str = "ASKING";
/// There is an answer.
pub(crate) const QUOTED: &str = "QUOTED";
/// An answer was chosen.
pub(crate) const SELECTED: &str = "SELECTED";
/// It came to nothing.
pub(crate) const LOST: &str = "LOST";
/// The answers are no longer valid.
pub(crate) const EXPIRED: &str = "EXPIRED";
/// Given up by who asked.
pub(crate) const CANCELLED: &str = "CANCELLED";

/// The states.
pub(crate) const STATES: &[Choice] = &[
    Choice::new(DRAFT, "草稿", "Draft"),
    Choice::new(UNASSIGNED, "待分配", "To be assigned").tone("warning"),
    Choice::new(ASKING, "询价中", "Asking").tone("info"),
    Choice::new(QUOTED, "已报价", "Quoted").tone("ready"),
    Choice::new(SELECTED, "已选定", "Selected").tone("done"),
    Choice::new(LOST, "未成交", "Lost"),
    Choice::new(EXPIRED, "已失效", "Expired"),
    Choice::new(CANCELLED, "已取消", "Cancelled").tone("danger"),
];
/// Those that may still be given up or lost.
pub(crate) const OPEN: &[&str] = &[UNASSIGNED, ASKING, QUOTED, SELECTED];

/// Chinese and English name of a state.
pub(crate) fn state_name(state: &str) -> (&'static str, &'static str) {
    STATES.iter().find(|choice| choice.value == state).map_or(("", ""), |choice| (choice.zh, choice.en))
}

const SCOPE: &[Choice] = &[Choice::new("AE", "空运出口", "Air export"), Choice::new("AI", "空运进口", "Air import")];

const fn service(zh: &'static str, en: &'static str) -> Field {
    Field::flag(zh, en).initially("false")
}

const PLATFORM_NO: Field = Field::upper("平台单号", "Platform no.").column("platform_no").wire("platformNo").max(40);
const OF_PLATFORM: When = When::Filled(&PLATFORM_NO);

document! {
    /// One inquiry.
    pub struct Inquiry in "inquiry" {
        /// Given by the system.
        inquiry_code: String = Field::upper("询价单号", "Inquiry no.").read_only(),
        /// Air export or import.
        business_scope: String = Field::select(SCOPE, "业务范围", "Scope").required().fixed().initially("\"AE\""),
        /// The customer,
        coop_id: Option<Id> = Field::reference("coop?role=customer", "客户", "Customer"),
        /// or who may become one.
        prospect: String = Field::text("潜在客户", "Prospect").max(60),
        /// Whom to answer there.
        contact: String = Field::text("联系人", "Contact").max(60),
        /// Who sells.
        sales_id: Id = Field::reference("user", "销售", "Sales").required(),
        /// How it came.
        channel: String = Field::dictionary(117, "询价渠道", "Channel").max(40),
        /// Term of trade.
        term: String = Field::dictionary(43, "贸易术语", "Term").max(10),
        /// Where it is picked up.
        pick_up_address: String = Field::text("提货地址", "Pick-up address").max(200),
        /// From where.
        departure_station: String = Field::code("airport", "始发站", "Departure").required().max(3),
        /// To where.
        arrival_station: String = Field::code("airport", "目的站", "Destination").required().max(3),
        /// Place behind the airport.
        final_place: String = Field::text("最终目的地", "Final place").max(100),
        /// May change planes.
        transit_allowed: bool = Field::flag("允许中转", "Transit allowed").initially("true"),
        /// When the cargo is ready.
        ready_date: String = Field::day("货好日期", "Ready date").required(),
        /// When it must fly at the latest.
        latest_date: String = Field::day("最晚出运", "Latest date"),
        /// Wished flight.
        wish_flight: String = Field::upper("期望航班", "Wished flight").max(20),
        /// Goods in Chinese.
        goods_name_cn: String = Field::text("中文品名", "Goods").required().max(200),
        /// Goods in English.
        goods_name_en: String = Field::text("英文品名", "Goods in English").max(200),
        /// Kind of goods.
        goods_type: String = Field::select(GOODS_TYPE, "货物类型", "Cargo type").required().initially("\"普货\""),
        /// Batteries.
        battery_type: String =
            Field::select(BATTERY_TYPE, "电池情况", "Batteries").required().initially("\"不含电池\""),
        /// Dangerous goods: number,
        un_number: String = Field::upper("UN编号", "UN number").max(6)
            .pattern("^[Uu][Nn]\\d{4}$", trade::dangerous_goods::is_un_number, trade::dangerous_goods::UN_NUMBER),
        /// class,
        dg_class: String = Field::text("危险品类别", "Class").max(10),
        /// and packing group.
        packing_group: String = Field::select(GROUPS, "包装等级", "Packing group"),
        /// Temperature to be kept.
        temperature: String = Field::text("温度要求", "Temperature").max(40),
        /// Pieces may stand on each other.
        stackable: bool = Field::flag("可叠放", "Stackable").initially("true"),
        /// Pieces may be turned over.
        turnable: bool = Field::flag("可倒置", "Turnable").initially("false"),
        /// Pieces.
        pieces: i64 = Field::int("件数", "Pieces").required().range(1, 999_999_999),
        /// Packaging.
        package_type: String = Field::select(PACKAGE_TYPE, "包装类型", "Packaging"),
        /// Gross weight.
        weight: Weight =
            Field::decimal(3, "毛重", "Gross weight").required().range(1, 9_999_999_000).digits(1).unit("KG"),
        /// Volume; that of the dimensions when it is empty.
        volume: Option<Volume> = Field::decimal(6, "体积", "Volume").range(1, 999_999_000_000).digits(3).unit("CBM"),
        /// Chargeable weight.
        charge_weight: Option<Weight> =
            Field::decimal(3, "计费重量", "Charge weight").read_only().digits(2).unit("KG"),
        /// Density.
        density: Option<Density> = Field::decimal(3, "密度", "Density").read_only().digits(2).unit("KG/CBM"),
        /// Services beside the carriage.
        need_pick_up: bool = service("提货", "Pick-up"),
        /// Storage.
        need_storage: bool = service("仓储", "Storage"),
        /// Export customs.
        need_customs: bool = service("报关", "Customs"),
        /// Customs at destination.
        need_clearance: bool = service("目的港清关", "Clearance at destination"),
        /// Delivery.
        need_delivery: bool = service("派送", "Delivery"),
        /// Insurance.
        need_insurance: bool = service("保险", "Insurance"),
        /// What the customer wants to pay for a kilogram.
        target_price: Option<Amount> = Field::decimal(2, "目标价", "Target price").range(1, 99_999_999_999).unit("/KG"),
        /// In which currency.
        target_currency: String = Field::code("currency", "目标价币种", "Currency of the target").max(3),
        /// When answers must be there.
        answer_by: Option<i64> = Field::instant("截止时间", "Answer by"),
        /// Buyers are not told the customer.
        hide_customer: bool = Field::flag("对采购保密", "Hide customer").initially("false"),
        /// Remark; agents don't read it.
        remark: String = Field::long("备注", "Remark").max(500),
        /// Number at the price platform it came of.
        platform_no: String = PLATFORM_NO.fixed().shown_when(&OF_PLATFORM),
        /// State.
        state: String = Field::state(STATES, "状态", "State"),
        /// How often it was asked anew.
        round: i64 = Field::int("轮次", "Round").read_only(),
        /// Who buys.
        buyer_id: Option<Id> = Field::reference("user", "采购", "Buyer").read_only(),
        /// When it was handed in.
        submitted_at: Option<i64> = Field::instant("提交时间", "Submitted").read_only().wire("submitTime"),
        /// Why it came to nothing.
        lost_reason: String = Field::text("未成交原因", "Reason").read_only().max(40),
        /// In words.
        lost_remark: String = Field::text("未成交说明", "Explanation").read_only().max(200),
        /// Agents asked.
        asked: i64 = Field::int("已询", "Asked").read_only(),
        /// Agents with an answer.
        answered: i64 = Field::int("已答", "Answered").read_only(),
        /// Department of who sells.
        sales_dept_id: Option<Id> = Field::reference("dept", "销售部门", "Sales department").read_only(),
    }
}

const GROUPS: &[Choice] =
    &[Choice::new("I", "I", "I"), Choice::new("II", "II", "II"), Choice::new("III", "III", "III")];

const fn side(zh: &'static str, en: &'static str, name: &'static str) -> Field {
    Field::decimal(1, zh, en).column(name).wire(name).required().range(1, trade::cargo::SIDE_MM_MAX).unit("CM")
}
static DIMENSION: [Field; 4] = [
    side("长", "Length", "length"),
    side("宽", "Width", "width"),
    side("高", "Height", "height"),
    Field::int("件数", "Pieces").column("pieces").wire("pieces").required().range(1, 999_999_999),
];

/// Dimensions of like pieces.
pub(crate) const DIMENSIONS: Rows = Rows {
    member: "dimensions",
    title: ("尺寸", "Dimensions"),
    behind: "cargo",
    table: "inquiry_dimension",
    parent: "inquiry_id",
    fields: &DIMENSION,
    most: DIMENSIONS_MAX,
    sheet: false,
};

/// `PVG-LAX`.
pub(crate) fn route() -> Expr {
    Expr::cust("inquiry.departure_station || '-' || inquiry.arrival_station")
}
/// `10 / 500.0 / 3.000` is three columns; asked and answered are one: `2/2`.
pub(crate) fn asked_answered() -> Expr {
    Expr::cust("CAST(inquiry.asked AS text) || '/' || CAST(inquiry.answered AS text)")
}

/// Customer or prospect.
pub(crate) const CUSTOMER: Field = Field::text("客户", "Customer").column("coop_name").wire("coopName");
/// Name of who sells.
pub(crate) const SALES: Field = Field::text("销售", "Sales").column("name_cn").wire("salesName");
/// Name of who buys.
pub(crate) const BUYER: Field = Field::text("采购", "Buyer").column("name_cn").wire("buyerName");
/// When it was made.
pub(crate) const CREATED: Field = Field::instant("创建时间", "Created").column("created_at").wire("createTime");
/// Route.
pub(crate) const ROUTE: Field = Field::text("航线", "Route").wire("route");
/// Asked and answered.
pub(crate) const ASKED: Field = Field::text("已询/已答", "Asked/answered").wire("askedAnswered");
/// Until when the best or the chosen answer is valid.
pub(crate) const VALID_TO: Field =
    Field::day("报价有效至", "Quote valid to").column("quote_valid_to").wire("quoteValidTo");

/// Tables an inquiry is shown with.
pub(crate) const JOINS: &[Join] = &[
    Join { table: "coop", alias: "customer", on: &[("coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "sales", on: &[("sales_id", "id")], by_org: true },
    Join { table: "app_user", alias: "buyer", on: &[("buyer_id", "id")], by_org: true },
];

/// The inquiries a caller may see.
pub(crate) const LIST: ListPage = ListPage {
    joins: JOINS,
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Inquiry::INQUIRY_CODE).width(140).copy(),
        Column::own(Inquiry::STATE).width(90),
        Column::expr(seen::customer_name, CUSTOMER).width(130),
        Column::own(Inquiry::CONTACT).width(90),
        Column::expr(route, ROUTE).width(90),
        Column::own(Inquiry::READY_DATE).width(110),
        Column::own(Inquiry::PIECES).width(70).sum(),
        Column::own(Inquiry::WEIGHT).width(100).sum(),
        Column::own(Inquiry::VOLUME).width(100).sum(),
        Column::own(Inquiry::CHARGE_WEIGHT).width(110).sum(),
        Column::own(Inquiry::DENSITY).width(110),
        Column::own(Inquiry::GOODS_NAME_CN).width(130),
        Column::own(Inquiry::GOODS_TYPE).width(90),
        Column::own(Inquiry::TARGET_PRICE).width(90),
        Column::expr(asked_answered, ASKED).width(90),
        Column::own(VALID_TO).width(110),
        Column::of("sales", SALES).width(90),
        Column::of("buyer", BUYER).width(90),
        Column::own(Inquiry::ANSWER_BY).width(150),
        Column::own(CREATED).width(150),
        Column::own(Inquiry::LOST_REASON).behind().unsorted(),
        Column::own(Inquiry::REMARK).behind().unsorted(),
    ],
    filters: &[
        Filter::new("inquiryCode", Match::Contains, Inquiry::INQUIRY_CODE),
        Filter::new("coopName", Match::Own(seen::of_customer), CUSTOMER),
        Filter::new("departureStation", Match::OneOf, Inquiry::DEPARTURE_STATION),
        Filter::new("arrivalStation", Match::OneOf, Inquiry::ARRIVAL_STATION),
        Filter::new("state", Match::OneOf, Inquiry::STATE),
        Filter::new("mine", Match::Flag(seen::mine), Field::flag("我的", "Mine")).initially("true"),
        Filter::new("goodsType", Match::OneOf, Inquiry::GOODS_TYPE).more(),
        Filter::new("salesId", Match::Equals, Inquiry::SALES_ID).more(),
        Filter::new("readyDate", Match::Range, Inquiry::READY_DATE).more(),
        Filter::new("createTime", Match::Range, CREATED).more(),
    ],
    buttons: &[
        Button::new("af-inquiry-add", ("新增询价", "New inquiry"), "primary", "create"),
        Button::new("af-inquiry-edit", ("修改", "Edit"), "row", "edit")
            .when("state", &[DRAFT, UNASSIGNED, ASKING, QUOTED]),
        Button::new("af-inquiry-edit", ("提交", "Submit"), "row", "call")
            .calls("POST /afbase/orderInquiry/{id}/submit")
            .when("state", &[DRAFT]),
        Button::new("af-inquiry-copy", ("复制", "Copy"), "row", "call").calls("POST /afbase/orderInquiry/{id}/copy"),
        Button::new("af-inquiry-lost", ("未成交", "Lost"), "row", "custom")
            .calls("POST /afbase/orderInquiry/{id}/lost")
            .when("state", OPEN),
        Button::new("af-inquiry-cancel", ("取消", "Cancel"), "row", "call")
            .calls("POST /afbase/orderInquiry/{id}/cancel")
            .asks("确认取消该询价？", "Cancel this inquiry?")
            .when("state", &[DRAFT, UNASSIGNED, ASKING, QUOTED, SELECTED, LOST, EXPIRED]),
        Button::new("af-inquiry-export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "af-inquiry-export",
    visible: Some(seen::visible),
    decorate: Some(decorate),
    tabs: "state",
    form: "af.order-inquiry.form",
    ..ListPage::new("af.order-inquiry.list", PAGE, ("我的询价", "My inquiries"), "af_order_inquiry", BASE, TABLE)
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let state = String::from_value(row.value("state")).unwrap_or_default();
    let codes: &[&str] = match state.as_str() {
        DRAFT => &["af-inquiry-edit", "af-inquiry-copy", "af-inquiry-cancel"],
        UNASSIGNED | ASKING | QUOTED => &["af-inquiry-edit", "af-inquiry-copy", "af-inquiry-lost", "af-inquiry-cancel"],
        SELECTED => &["af-inquiry-copy", "af-inquiry-lost", "af-inquiry-cancel"],
        LOST | EXPIRED => &["af-inquiry-copy", "af-inquiry-cancel"],
        _ => &["af-inquiry-copy"],
    };
    list::write_can(actor, codes, out);
}

/// Sections of an inquiry, on both sides' forms.
pub(crate) const SECTIONS: &[Section] = &[
    Section {
        key: "customer",
        title: ("客户", "Customer"),
        fields: &[
            Inquiry::INQUIRY_CODE,
            Inquiry::STATE,
            Inquiry::BUSINESS_SCOPE,
            Inquiry::COOP_ID,
            Inquiry::PROSPECT,
            Inquiry::CONTACT,
            Inquiry::SALES_ID,
            Inquiry::CHANNEL,
            Inquiry::PLATFORM_NO,
            Inquiry::HIDE_CUSTOMER,
        ],
    },
    Section {
        key: "route",
        title: ("航程", "Route"),
        fields: &[
            Inquiry::TERM,
            Inquiry::PICK_UP_ADDRESS,
            Inquiry::DEPARTURE_STATION,
            Inquiry::ARRIVAL_STATION,
            Inquiry::FINAL_PLACE,
            Inquiry::TRANSIT_ALLOWED,
            Inquiry::READY_DATE,
            Inquiry::LATEST_DATE,
            Inquiry::WISH_FLIGHT,
        ],
    },
    Section {
        key: "cargo",
        title: ("货物", "Cargo"),
        fields: &[
            Inquiry::GOODS_NAME_CN,
            Inquiry::GOODS_NAME_EN,
            Inquiry::GOODS_TYPE,
            Inquiry::BATTERY_TYPE,
            Inquiry::UN_NUMBER,
            Inquiry::DG_CLASS,
            Inquiry::PACKING_GROUP,
            Inquiry::TEMPERATURE,
            Inquiry::STACKABLE,
            Inquiry::TURNABLE,
            Inquiry::PIECES,
            Inquiry::PACKAGE_TYPE,
            Inquiry::WEIGHT,
            Inquiry::VOLUME,
            Inquiry::CHARGE_WEIGHT,
            Inquiry::DENSITY,
        ],
    },
    Section {
        key: "services",
        title: ("服务", "Services"),
        fields: &[
            Inquiry::NEED_PICK_UP,
            Inquiry::NEED_STORAGE,
            Inquiry::NEED_CUSTOMS,
            Inquiry::NEED_CLEARANCE,
            Inquiry::NEED_DELIVERY,
            Inquiry::NEED_INSURANCE,
        ],
    },
    Section {
        key: "wanted",
        title: ("报价要求", "Wanted quote"),
        fields: &[
            Inquiry::TARGET_PRICE,
            Inquiry::TARGET_CURRENCY,
            Inquiry::ANSWER_BY,
            Inquiry::REMARK,
            Inquiry::BUYER_ID,
            Inquiry::ROUND,
            Inquiry::LOST_REASON,
            Inquiry::LOST_REMARK,
        ],
    },
    // Drawn by the page: what the agents answered, side by side.
    Section { key: "answers", title: ("报价", "Quotes"), fields: &[] },
];

/// The form beside the list.
pub(crate) const FORM: FormPage = FormPage {
    codes: ["af-inquiry-add", "af-inquiry-edit", "", ""],
    page: PAGE,
    uniques: &[
        Unique {
            index: "uq_inquiry_code",
            columns: &["inquiry_code"],
            field: "inquiryCode",
            message: rules::CODE_TAKEN,
        },
        Unique {
            index: "uq_inquiry_platform_no",
            columns: &["platform_no"],
            field: "platformNo",
            message: rules::PLATFORM_NO_TAKEN,
        },
    ],
    seen: Some(seen::need_seen),
    rules: Some(rules::check),
    after: Some(rules::after),
    rows: &[DIMENSIONS],
    sections: SECTIONS,
    ..FormPage::of::<Inquiry>(
        "af.order-inquiry.form",
        ("询价", "Inquiry"),
        ("af_order_inquiry", BASE, "order_inquiry"),
        Inquiry::INQUIRY_CODE,
    )
};

/// An inquiry as it is stored.
pub(crate) fn own(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Inquiry, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(Inquiry::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    let values: Vec<Value> = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.0;
    Ok(Inquiry::from_values(&values)?)
}
