//! Every field of an order: labels, kinds, limits and choices, once for server, contract and form.

use platform::document::Section;
use platform::field::{Field, Kind, Reading};

use super::messages::{FLIGHT_FORM, GOODS_NAME_EN, HS_CODE, UNDG_FORM};
use crate::choices::*;
use crate::sheet::sheet;

fn is_flight(text: &str) -> bool {
    (3..=20).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn is_english_goods(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b" .-/,()".contains(&b))
}

const HS: Reading = Reading { name: "hs", read: trade::hs::clean };

fn is_hs(text: &str) -> bool {
    (6..=18).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn is_undg(text: &str) -> bool {
    text.strip_prefix("UN").is_some_and(|digits| digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()))
}

const fn station(zh: &'static str, en: &'static str) -> Field {
    Field::code("airport", zh, en).max(3)
}
const fn flight(zh: &'static str, en: &'static str) -> Field {
    Field::upper(zh, en).max(20).pattern("^[A-Za-z0-9]{3,20}$", is_flight, FLIGHT_FORM)
}
const fn pieces(zh: &'static str, en: &'static str) -> Field {
    Field::int(zh, en).range(1, 999_999_999)
}
const fn weight(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(3, zh, en).range(1, 9_999_999_000).digits(1).unit("KG")
}
const fn volume(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(6, zh, en).range(1, 999_999_000_000).digits(3).unit("CBM")
}
const fn charged(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(3, zh, en).range(1, 99_999_999_999).digits(2).unit("KG")
}
const fn density(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(3, zh, en).digits(2).unit("KG/CBM").read_only()
}
const fn percent(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(2, zh, en).range(0, 10_000).unit("%").initially("0")
}
const fn flag(zh: &'static str, en: &'static str) -> Field {
    Field::flag(zh, en).initially("false")
}
const fn price(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(4, zh, en).range(0, 9_999_999_999_999).digits(4)
}
const fn amount(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(2, zh, en).range(0, 99_999_999_999_999).digits(2)
}

sheet! {
    /// Fields of the shared row, in the order of the form.
    Head {
        customer_number = Field::text("客户单号", "Customer no.").max(50),
        internal_number = Field::text("内部编号", "Internal no.").max(50),
        business_product = Field::select(BUSINESS_PRODUCT, "服务产品", "Product").required(),
        transit_clause = Field::select(TRANSIT_CLAUSE, "运输条款", "Transport terms"),
        coop_id = Field::reference("coop?role=customer", "客户", "Customer").required(),
        sales_id = Field::reference("user", "责任销售", "Sales").required(),
        servicer_id = Field::reference("user", "责任客服", "Customer service").required(),
        operator_id = Field::reference("user", "责任操作", "Operator"),
        workgroup_id = Field::reference("workgroup", "工作组", "Workgroup"),
        departure_station = station("始发港", "Departure").required(),
        transit1 = station("中转港1", "Transit 1").wire("transitStation"),
        transit2 = station("中转港2", "Transit 2").wire("transitStation2"),
        arrival_station = station("目的港", "Arrival").required(),
        expect_flight = flight("航班号", "Flight"),
        expect_departure = Field::day("航班日期", "Flight date"),
        expect_arrival = Field::day("到港日期", "Arrival date"),
        awb_number = Field::new(Kind::Waybill, "主单号", "Master waybill").max(12),
        goods_name_cn = Field::text("中文品名", "Goods (Chinese)").required(),
        goods_name_en = Field::text("英文品名", "Goods (English)")
            .pattern("^[A-Za-z0-9 .\\-/,()]*$", is_english_goods, GOODS_NAME_EN),
        goods_type = Field::select(GOODS_TYPE, "货物类型", "Cargo type").required().initially("\"普货\""),
        battery_type = Field::select(BATTERY_TYPE, "电池情况", "Batteries").required().initially("\"不含电池\""),
        package_type = Field::select(PACKAGE_TYPE, "包装类型", "Packaging").required().initially("\"纸箱（CTNS）\""),
        plan_pieces = pieces("预报件数", "Planned pieces").required(),
        plan_weight = weight("预报毛重", "Planned weight").required(),
        plan_volume = volume("预报体积", "Planned volume").required(),
        plan_charge_weight = charged("预报计费重量", "Planned charge weight"),
        plan_charge_manual = flag("预报计费重量手工", "Planned charge weight by hand"),
        plan_density = density("预报密度", "Planned density"),
        confirm_pieces = pieces("实际件数", "Actual pieces"),
        confirm_weight = weight("实际毛重", "Actual weight"),
        confirm_volume = volume("实际体积", "Actual volume"),
        confirm_charge_weight = charged("实际计费重量", "Actual charge weight"),
        confirm_charge_manual = flag("实际计费重量手工", "Actual charge weight by hand"),
        confirm_density = density("实际密度", "Actual density"),
    }
}

sheet! {
    /// Fields of the detail of air orders.
    Air {
        arrival_agent_id = Field::reference("coop?role=agent", "目的港代理", "Agent at destination"),
        notifier_remark = Field::long("通知人信息", "Notify information").max(500),
        departure_warehouse = Field::text("交货货站", "Terminal").max(50),
        departure_storehouse = Field::text("操作库房", "Warehouse").max(50),
        arrival_method = Field::select(ARRIVAL_METHOD, "到货方式", "Way of arrival"),
        receipt_date = Field::day("预计到货日期", "Cargo expected"),
        dangerous_type = Field::select(DANGEROUS_TYPE, "危险品类别", "Dangerous goods class"),
        undg_code = Field::upper("UN编号", "UN number").max(6).pattern("^[Uu][Nn]\\d{4}$", is_undg, UNDG_FORM),
        undg_contact_name = Field::text("应急联系人", "Emergency contact").max(50),
        undg_contact_communication_type = Field::select(COMMUNICATION_TYPE, "应急联系方式", "Emergency contact by"),
        undg_contact_communication_no = Field::text("应急联系号码", "Emergency contact no.").max(50),
        appraisal_company = Field::text("鉴定机构", "Appraiser").max(50),
        appraisal_note = Field::long("鉴定情况", "Appraisal").max(500),
        pallet_material = Field::select(PALLET_MATERIAL, "托盘材质", "Pallet material"),
        special_package = Field::text("特货包装", "Special packaging").max(50),
        is_celsius_require = flag("温度要求", "Temperature controlled"),
        celsius_require = Field::select(CELSIUS, "温度范围", "Temperature"),
        thermometer = Field::int("温度计数量", "Thermometers").range(0, 99),
        is_consol = flag("可拼", "May be consolidated"),
        is_no_solid_wood = flag("非木", "No solid wood"),
        partial_shipment = flag("分批", "Partial shipment"),
        customs_status_code = Field::select(CUSTOMS_STATUS, "海关代码", "Customs code").initially("\"001\""),
        goods_source_code = Field::text("货源地", "Source of goods").max(50),
        hs_code = Field::upper("HS编码", "HS code").max(18).read_as(HS).pattern("^[A-Za-z0-9]{6,18}$", is_hs, HS_CODE),
        airborne_document = Field::text("随机文件", "Documents on board"),
        shipping_marks = Field::long("唛头", "Marks").max(300),
        handling_info = Field::long("操作要求", "Handling").max(300),
        income_charge_weight = charged("收费重量", "Charged to customer").read_only(),
        cost_charge_weight = charged("付费重量", "Charged by supplier").read_only(),
        freight_split_ratio = percent("客户分泡", "Customer's share of surplus"),
        freight_split_remark = Field::text("客户分泡备注", "Remark on customer's share").max(100),
        cost_split_ratio = percent("成本分泡", "Supplier's share of surplus"),
        cost_split_remark = Field::text("成本分泡备注", "Remark on supplier's share").max(100),
        payment_method = Field::select(PAYMENT, "运费付款", "Freight payment"),
        payment_method_other = Field::select(PAYMENT, "杂费付款", "Other charges payment"),
        currency_code = Field::code("currency", "运费币种", "Freight currency").max(3),
        freight_unitprice = price("运费单价", "Freight per kg"),
        freight_amount = amount("运费总价", "Freight amount"),
        msr_currency_code = Field::code("currency", "成本币种", "Cost currency").max(3),
        msr_unitprice = price("成本单价", "Cost per kg"),
        msr_amount = amount("成本总价", "Cost amount"),
        price_remark = Field::long("价格备注", "Price remark").max(300),
        order_remark = Field::long("订单备注", "Order remark").max(500),
        operation_remark = Field::long("库内操作要求", "Warehouse instructions").max(500),
        outfield_remark = Field::long("外场操作要求", "Outfield instructions").max(500),
    }
}

sheet! {
    /// One leg.
    Legs {
        from_station = station("始发港", "From").required(),
        to_station = station("目的港", "To").required(),
        carrier_code = Field::code("carrier", "航司", "Carrier").max(2),
        flight_no = flight("航班号", "Flight"),
        flight_date = Field::day("航班日期", "Flight date"),
        etd = Field::instant("计划起飞", "ETD"),
        eta = Field::instant("计划到达", "ETA"),
        atd = Field::instant("实际起飞", "ATD"),
        ata = Field::instant("实际到达", "ATA"),
    }
}

sheet! {
    /// One line of dimensions.
    Dimensions {
        length = Field::decimal(1, "长", "Length").range(1, 99_990).unit("CM").required(),
        width = Field::decimal(1, "宽", "Width").range(1, 99_990).unit("CM").required(),
        height = Field::decimal(1, "高", "Height").range(1, 99_990).unit("CM").required(),
        pieces = pieces("件数", "Pieces").required(),
    }
}

sheet! {
    /// A shipper, consignee or notify party.
    PartyFields {
        sc_name = Field::text("名称", "Name").max(100),
        sc_address = Field::text("地址", "Address").max(150),
        nation_code = Field::upper("国家", "Country").max(2),
        state_code = Field::text("州省", "State").max(9),
        city_name_en = Field::text("城市", "City").max(30),
        city_code = Field::upper("城市代码", "City code").max(10),
        post_code = Field::text("邮编", "Postcode").max(20),
        tel_number = Field::text("电话", "Phone").max(30),
        fax_number = Field::text("传真", "Fax").max(30),
        sc_code = Field::text("代码", "Code").max(50),
        sc_code_type = Field::text("代码类型", "Code type").max(10),
        contact_name = Field::text("联系人", "Contact").max(50),
        contact_tel = Field::text("联系人电话", "Contact's phone").max(30),
        aeo_code = Field::text("AEO编码", "AEO code").max(50),
        account_no = Field::text("账号", "Account").max(14),
        print_remark = Field::long("打印文本", "Printed text").max(500),
    }
}

sheet! {
    /// A house waybill.
    Hawb {
        hawb_number = Field::upper("分单号", "House waybill").max(12).required(),
        pieces = pieces("件数", "Pieces").required(),
        slac = pieces("小件数", "SLAC"),
        weight = weight("毛重", "Weight").required(),
        volume = volume("体积", "Volume"),
        charge_weight = charged("计费重量", "Charge weight"),
        departure_station = station("始发港", "Departure"),
        arrival_station = station("目的港", "Arrival"),
        goods_name_cn = Field::text("中文品名", "Goods (Chinese)"),
        goods_name_en = Field::text("英文品名", "Goods (English)")
            .pattern("^[A-Za-z0-9 .\\-/,()]*$", is_english_goods, GOODS_NAME_EN),
        hs_code = Field::upper("HS编码", "HS code").max(18).read_as(HS).pattern("^[A-Za-z0-9]{6,18}$", is_hs, HS_CODE),
        payment_method = Field::select(PAYMENT, "付款方式", "Payment"),
        remark = Field::text("备注", "Remark"),
    }
}

/// A service an order may have.
#[derive(Debug, Clone, Copy)]
pub struct ServiceDecl {
    /// Name on the wire and stored code.
    pub code: &'static str,
    /// Column of the detail that says whether it is on.
    pub column: &'static str,
    /// Chinese name.
    pub zh: &'static str,
    /// English name.
    pub en: &'static str,
    /// Its fields; their columns are their names in snake_case.
    pub fields: &'static [Field],
    /// Partner, by column; empty for none.
    pub company: &'static str,
    /// First and second date, by column; the second can't be before the first.
    pub dates: (&'static str, &'static str),
    /// Whether it lists declaration numbers.
    pub declarations: bool,
}

const REMARK: Field = Field::text("备注", "Remark").column("remark");
const REMARK2: Field = Field::text("备注2", "Remark 2").column("remark2");

const fn company(zh: &'static str, en: &'static str, column: &'static str) -> Field {
    Field::reference("coop?role=supplier", zh, en).column(column)
}

/// The services of an air export order in the order of the form.
pub const SERVICES: &[ServiceDecl] = &[
    ServiceDecl {
        code: "pickUp",
        column: "pick_up",
        zh: "提货",
        en: "Pick-up",
        fields: &[
            company("承运车队", "Trucker", "company_id"),
            Field::text("提货地址", "Pick-up address").column("pick_up_address"),
            Field::day("提货日期", "Pick-up date").column("date"),
            Field::text("送货地址", "Delivery address").column("delivery_address"),
            REMARK,
        ],
        company: "company_id",
        dates: ("date", ""),
        declarations: false,
    },
    ServiceDecl {
        code: "warehouse",
        column: "warehouse",
        zh: "库内",
        en: "Warehouse",
        fields: &[
            company("操作仓库", "Warehouse", "operator_id"),
            Field::day("入库日期", "Inbound date").column("inbound_date"),
            Field::day("出库日期", "Outbound date").column("outbound_date"),
            Field::text("破损记录", "Damage").column("damage_remark"),
        ],
        company: "operator_id",
        dates: ("inbound_date", "outbound_date"),
        declarations: false,
    },
    ServiceDecl {
        code: "outfield",
        column: "outfield",
        zh: "外场",
        en: "Outfield",
        fields: &[
            company("送货公司", "Delivery company", "delivery_company_id"),
            Field::upper("车牌", "Truck").max(20).column("truck_number"),
            Field::text("司机", "Driver").max(50).column("driver"),
            Field::text("打板代理", "Build-up agent").max(50).column("build_up_company"),
            REMARK,
        ],
        company: "delivery_company_id",
        dates: ("", ""),
        declarations: false,
    },
    ServiceDecl {
        code: "customs",
        column: "customs",
        zh: "报关",
        en: "Customs",
        fields: &[
            Field::select(DECLARES_TYPE, "报关类型", "Declaration type").column("declares_type"),
            company("报关行", "Broker", "broker_id"),
            Field::day("查验日期", "Inspection date").column("inspection_date"),
            Field::day("放行日期", "Clearance date").column("clearance_date"),
            REMARK,
            REMARK2,
        ],
        company: "broker_id",
        dates: ("inspection_date", "clearance_date"),
        declarations: true,
    },
    ServiceDecl {
        code: "arrivalCustoms",
        column: "arrival_customs",
        zh: "目的港清关",
        en: "Customs at destination",
        fields: &[
            company("清关行", "Broker", "broker_id"),
            Field::day("查验日期", "Inspection date").column("inspection_date"),
            Field::day("放行日期", "Clearance date").column("clearance_date"),
            REMARK,
            REMARK2,
        ],
        company: "broker_id",
        dates: ("inspection_date", "clearance_date"),
        declarations: false,
    },
    ServiceDecl {
        code: "delivery",
        column: "delivery",
        zh: "派送",
        en: "Delivery",
        fields: &[
            company("派送车队", "Trucker", "company_id"),
            Field::text("司机", "Driver").max(50).column("driver"),
            Field::text("签收人", "Signed by").max(50).column("signer"),
            Field::text("派送地址", "Address").column("address"),
            Field::day("派送日期", "Delivery date").column("delivery_date"),
            Field::day("签收日期", "Signed on").column("sign_date"),
            REMARK,
        ],
        company: "company_id",
        dates: ("delivery_date", "sign_date"),
        declarations: false,
    },
];

const HEADER: &[Field] = &[Head::CUSTOMER_NUMBER, Head::INTERNAL_NUMBER, Head::BUSINESS_PRODUCT, Head::TRANSIT_CLAUSE];
const PARTIES: &[Field] = &[
    Head::COOP_ID,
    Head::SALES_ID,
    Head::SERVICER_ID,
    Head::OPERATOR_ID,
    Head::WORKGROUP_ID,
    Air::ARRIVAL_AGENT_ID,
    Air::NOTIFIER_REMARK,
];
const ROUTING: &[Field] = &[
    Head::DEPARTURE_STATION,
    Head::TRANSIT1,
    Head::TRANSIT2,
    Head::ARRIVAL_STATION,
    Head::EXPECT_FLIGHT,
    Head::EXPECT_DEPARTURE,
    Head::EXPECT_ARRIVAL,
    Head::AWB_NUMBER,
    Air::DEPARTURE_WAREHOUSE,
    Air::DEPARTURE_STOREHOUSE,
    Air::ARRIVAL_METHOD,
    Air::RECEIPT_DATE,
];
const CARGO: &[Field] = &[
    Head::GOODS_NAME_CN,
    Head::GOODS_NAME_EN,
    Head::GOODS_TYPE,
    Head::BATTERY_TYPE,
    Air::DANGEROUS_TYPE,
    Air::UNDG_CODE,
    Air::UNDG_CONTACT_NAME,
    Air::UNDG_CONTACT_COMMUNICATION_TYPE,
    Air::UNDG_CONTACT_COMMUNICATION_NO,
    Air::APPRAISAL_COMPANY,
    Air::APPRAISAL_NOTE,
    Head::PACKAGE_TYPE,
    Air::PALLET_MATERIAL,
    Air::SPECIAL_PACKAGE,
    Air::IS_CELSIUS_REQUIRE,
    Air::CELSIUS_REQUIRE,
    Air::THERMOMETER,
    Air::IS_CONSOL,
    Air::IS_NO_SOLID_WOOD,
    Air::PARTIAL_SHIPMENT,
    Air::CUSTOMS_STATUS_CODE,
    Air::GOODS_SOURCE_CODE,
    Air::HS_CODE,
    Air::AIRBORNE_DOCUMENT,
    Air::SHIPPING_MARKS,
    Air::HANDLING_INFO,
];
const FIGURES: &[Field] = &[
    Head::PLAN_PIECES,
    Head::PLAN_WEIGHT,
    Head::PLAN_VOLUME,
    Head::PLAN_CHARGE_WEIGHT,
    Head::PLAN_CHARGE_MANUAL,
    Head::PLAN_DENSITY,
    Head::CONFIRM_PIECES,
    Head::CONFIRM_WEIGHT,
    Head::CONFIRM_VOLUME,
    Head::CONFIRM_CHARGE_WEIGHT,
    Head::CONFIRM_CHARGE_MANUAL,
    Head::CONFIRM_DENSITY,
    Air::INCOME_CHARGE_WEIGHT,
    Air::COST_CHARGE_WEIGHT,
    Air::FREIGHT_SPLIT_RATIO,
    Air::FREIGHT_SPLIT_REMARK,
    Air::COST_SPLIT_RATIO,
    Air::COST_SPLIT_REMARK,
];
const PRICE: &[Field] = &[
    Air::PAYMENT_METHOD,
    Air::PAYMENT_METHOD_OTHER,
    Air::CURRENCY_CODE,
    Air::FREIGHT_UNITPRICE,
    Air::FREIGHT_AMOUNT,
    Air::MSR_CURRENCY_CODE,
    Air::MSR_UNITPRICE,
    Air::MSR_AMOUNT,
    Air::PRICE_REMARK,
];
const REMARKS: &[Field] = &[Air::ORDER_REMARK, Air::OPERATION_REMARK, Air::OUTFIELD_REMARK];

/// Columns that only holders of the price button see and change.
pub const PRICE_COLUMNS: &[&str] = &[
    "payment_method",
    "payment_method_other",
    "currency_code",
    "freight_unitprice",
    "freight_amount",
    "msr_currency_code",
    "msr_unitprice",
    "msr_amount",
    "price_remark",
];

/// The sections of the form with the fields that stand on their own.
pub fn sections() -> Vec<Section> {
    let section = |key, title, fields| Section { key, title, fields };
    vec![
        section("header", ("基本信息", "Header"), HEADER),
        section("parties", ("相关方", "Parties"), PARTIES),
        section("routing", ("航程", "Routing"), ROUTING),
        section("cargo", ("货物", "Cargo"), CARGO),
        section("figures", ("预报/实际", "Planned and actual"), FIGURES),
        section("price", ("价格", "Price"), PRICE),
        section("remarks", ("备注", "Remarks"), REMARKS),
    ]
}

/// Members of the form top to bottom; findings are told in this order. Groups name their first part.
pub const FORM_ORDER: &[&[Field]] = &[HEADER, PARTIES, ROUTING, CARGO, FIGURES, PRICE, REMARKS];

/// Whether a column's value is a price.
pub fn is_price(column: &str) -> bool {
    PRICE_COLUMNS.contains(&column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_stands_in_exactly_one_section() {
        for field in Head::FIELDS.iter().chain(Air::FIELDS) {
            let count =
                FORM_ORDER.iter().flat_map(|section| section.iter()).filter(|f| f.column == field.column).count();
            assert_eq!(count, 1, "{}", field.column);
        }
    }

    #[test]
    fn labels_of_one_section_differ() {
        for section in sections() {
            let mut labels: Vec<&str> = section.fields.iter().map(|field| field.zh).collect();
            labels.sort_unstable();
            labels.dedup();
            assert_eq!(labels.len(), section.fields.len(), "{}", section.key);
        }
    }

    #[test]
    fn wire_names_are_those_of_the_contract() {
        let names: Vec<String> = Head::FIELDS.iter().map(Field::name).collect();
        for name in ["customerNumber", "transitStation", "transitStation2", "planChargeManual", "awbNumber"] {
            assert!(names.iter().any(|known| known == name), "{name}");
        }
    }
}
