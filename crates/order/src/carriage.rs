//! Fields of the orders of other scopes: the shared row under the labels of a scope, the detail, services,
//! boxes and stops. Which scope has which stands in `kind`.

use platform::field::{Field, Reading};

use crate::FLIGHT_FORM;
use crate::choices::TYPE_CHOICES;
use crate::choices::*;
use crate::sheet::sheet;
use kernel::Msg;

/// A bill number.
const BILL_FORM: Msg = Msg::new(
    "order.bill.form",
    "提单号只能包含字母和数字，最多30位",
    "A bill number has at most 30 letters and digits.",
);
const TEL_FORM: Msg = Msg::new("order.tel.form", "电话格式不正确", "The telephone number has the wrong form.");
const PLATE_FORM: Msg = Msg::new("order.plate.form", "车牌格式不正确", "The number plate has the wrong form.");

/// Numbers of containers.
pub const CONTAINER_NO: Reading = Reading { name: "container", read: trade::container_number::clean };

fn is_bill(text: &str) -> bool {
    text.len() <= 30 && text.bytes().all(|b| b.is_ascii_alphanumeric())
}
fn is_voyage(text: &str) -> bool {
    (1..=20).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'/')
}
fn is_flight(text: &str) -> bool {
    (3..=20).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}
fn is_tel(text: &str) -> bool {
    text.len() <= 30 && text.bytes().all(|b| b.is_ascii_digit() || b" -+".contains(&b))
}
fn is_plate(text: &str) -> bool {
    (2..=20).contains(&text.chars().count()) && text.chars().all(|c| c.is_alphanumeric() || c == '·' || c == '-')
}
const VOYAGE_FORM: Msg = Msg::new(
    "order.voyage.form",
    "航次只能包含字母、数字、- 和 /，最多20位",
    "A voyage has letters, digits, - and /, at most 20.",
);

const fn pieces(zh: &'static str, en: &'static str) -> Field {
    Field::int(zh, en).range(1, 999_999_999)
}
const fn weight(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(3, zh, en).range(1, 9_999_999_000).digits(3).unit("KG")
}
const fn volume(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(6, zh, en).range(1, 999_999_000_000).digits(3).unit("CBM")
}
const fn coop(zh: &'static str, en: &'static str) -> Field {
    Field::reference("coop?role=supplier", zh, en)
}
const fn bill(zh: &'static str, en: &'static str) -> Field {
    Field::upper(zh, en).max(30).pattern("^[A-Za-z0-9]{0,30}$", is_bill, BILL_FORM)
}
const fn tel(zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).max(30).pattern("^[0-9 +-]{0,30}$", is_tel, TEL_FORM)
}

sheet! {
    /// The shared row. Stations, products, goods and charge weights have the labels of their scope.
    Head {
        customer_number = Field::text("客户单号", "Customer no.").max(50),
        internal_number = Field::text("内部编号", "Internal no.").max(50),
        business_product = Field::text("服务产品", "Product").max(50),
        coop_id = Field::reference("coop?role=customer", "客户", "Customer").required(),
        sales_id = Field::reference("user", "责任销售", "Sales").required(),
        servicer_id = Field::reference("user", "责任客服", "Customer service").required(),
        operator_id = Field::reference("user", "责任操作", "Operator"),
        workgroup_id = Field::reference("workgroup", "工作组", "Workgroup"),
        departure_station = Field::text("起运地", "From").max(10),
        transit1 = Field::text("中转1", "Transit 1").wire("transitStation").max(10),
        transit2 = Field::text("中转2", "Transit 2").wire("transitStation2").max(10),
        arrival_station = Field::text("目的地", "To").max(10),
        expect_flight = Field::upper("航班号", "Flight").max(20).pattern("^[A-Za-z0-9]{3,20}$", is_flight, FLIGHT_FORM),
        expect_departure = Field::day("预计离港日期", "Expected departure"),
        expect_arrival = Field::day("预计到港日期", "Expected arrival"),
        awb_number = Field::new(platform::field::Kind::Waybill, "主单号", "Master waybill").max(12),
        hawb_number = Field::upper("分单号", "House waybill").max(12),
        goods_name_cn = Field::text("中文品名", "Goods (Chinese)").max(200).required(),
        goods_name_en = Field::text("英文品名", "Goods (English)").max(200),
        goods_type = Field::text("货物类型", "Cargo type").max(50),
        package_type = Field::select(crate::PACKAGE_TYPE, "包装类型", "Packaging").required().initially("\"纸箱（CTNS）\""),
        plan_pieces = pieces("预报件数", "Planned pieces"),
        plan_weight = weight("预报毛重", "Planned weight"),
        plan_volume = volume("预报体积", "Planned volume"),
        plan_charge_weight = Field::decimal(3, "预报计费吨", "Planned tons").digits(3).unit("TON").read_only(),
        confirm_pieces = pieces("实际件数", "Actual pieces"),
        confirm_weight = weight("实际毛重", "Actual weight"),
        confirm_volume = volume("实际体积", "Actual volume"),
        confirm_charge_weight = Field::decimal(3, "实际计费吨", "Actual tons").digits(3).unit("TON").read_only(),
    }
}

sheet! {
    /// What one scope or another has beside the shared row.
    Detail {
        contract_number = Field::text("合同号", "Contract no.").max(50),
        service_contract_no = Field::text("约号", "Service contract").max(30),
        cargo_source = Field::select(CARGO_SOURCE, "货源", "Cargo from"),
        container_method = Field::select(CONTAINER_METHOD, "装箱方式", "Packing method").required().initially("\"整箱FCL\""),
        billing_type = Field::select(BILLING_SEA, "提单类型", "Bill").required().initially("\"船东单\""),
        cargo_flow_type = Field::select(FLOW_SE, "货物流向", "Cargo flow"),
        trade_term = Field::select(TRADE_TERM, "贸易条款", "Incoterm"),
        service_term = Field::select(SERVICE_TERM_SEA, "运输条款", "Transport terms"),
        shipping_method = Field::select(SHIPPING_METHOD, "运输方式", "Way of transport"),
        ship_company_id = coop("船公司", "Shipping line"),
        booking_agent_id = coop("订舱代理", "Booking agent"),
        rail_operator_id = coop("班列平台", "Train operator"),
        trucker_id = coop("车队", "Trucker"),
        overseas_agent_id = Field::reference("coop?role=agent", "海外代理", "Overseas agent"),
        mlb_number = bill("主提单号", "Master bill"),
        hlb_number = bill("分提单号", "House bill"),
        booking_no = Field::upper("订舱号", "Booking no.").max(30),
        ship_name = Field::upper("船名", "Vessel").max(50),
        ship_voyage_number = Field::upper("航次", "Voyage").max(20).pattern("^[A-Za-z0-9/-]{1,20}$", is_voyage, VOYAGE_FORM),
        receipt_place = Field::text("收货地", "Place of receipt").max(100),
        delivery_place = Field::text("交货地", "Place of delivery").max(100),
        terminal = Field::text("码头", "Terminal").max(50),
        rail_waybill_no = Field::upper("运单号", "Rail waybill").max(30),
        train_no = Field::upper("班列号", "Train").max(20),
        plan_no = Field::upper("计划号", "Plan no.").max(30),
        product_name = Field::text("班列产品", "Rail product").max(50),
        border_station = Field::code("place?role=RAIL", "口岸站", "Border station").max(10),
        border_station2 = Field::code("place?role=RAIL", "第二口岸站", "Second border station").max(10),
        border_arrival = Field::instant("到达口岸时间", "At the border"),
        border_departure = Field::instant("口岸离站时间", "Left the border"),
        box_owner = Field::select(BOX_OWNER_RAIL, "箱属", "Boxes of"),
        return_station = Field::code("place?role=RAIL", "还箱站", "Box return station").max(10),
        actual_departure = Field::instant("实际离港时间", "Actual departure"),
        actual_arrival = Field::instant("实际到港时间", "Actual arrival"),
        cy_open_time = Field::instant("开港", "Yard opens"),
        si_cutoff = Field::instant("截单", "SI cut-off"),
        vgm_cutoff = Field::instant("截VGM", "VGM cut-off"),
        cy_cutoff = Field::instant("截港", "Yard cut-off"),
        customs_cutoff = Field::instant("截关", "Customs cut-off"),
        gate_yard_id = Field::reference("yard?role=SEA", "交货场站", "Gate-in yard"),
        entry_yard_id = Field::reference("yard?role=SEA", "进仓仓库", "Receiving warehouse"),
        entry_no = Field::upper("进仓编号", "Entry no.").max(30),
        entry_cutoff = Field::instant("最晚进仓", "Latest entry"),
        manifest_no = Field::upper("舱单号", "Manifest no.").max(20),
        arrival_warehouse_id = Field::reference("warehouse?role=AI,1,3", "到货货站", "Arrival terminal"),
        customs_status_code = Field::select(crate::CUSTOMS_STATUS, "海关代码", "Customs code").initially("\"001\""),
        free_days = Field::int("免箱天数", "Free days").range(0, 90),
        inland_transport = Field::upper("转关单号", "Transit no.").max(30),
        vehicle_type = Field::select(VEHICLE_TYPE, "车型", "Vehicle"),
        distance = Field::decimal(3, "里程", "Distance").range(0, 99_999_000).digits(1).unit("KM"),
        driver_number = Field::upper("车牌", "Number plate").max(20).pattern("^.{2,20}$", is_plate, PLATE_FORM),
        driver_name = Field::text("司机", "Driver").max(50),
        driver_tel = tel("司机电话", "Driver's phone"),
        service_type = Field::select(SERVICE_TYPE, "业务类型", "Business type").required(),
        service_content = Field::long("服务内容", "Service").max(500),
        business_date = Field::day("业务日期", "Business date").required(),
        start_date = Field::day("开始日期", "Start"),
        finish_date = Field::day("完成日期", "Finish"),
        quantity = Field::decimal(3, "数量", "Quantity").range(0, 999_999_999_000).digits(3),
        unit = Field::select(UNIT, "单位", "Unit"),
        ref_order_code = Field::upper("关联订单号", "Related order").max(20),
        sign_date = Field::day("签收日期", "Signed on"),
        teu = Field::decimal(2, "TEU数", "TEU").wire("containerNumber").digits(2).read_only(),
        order_remark = Field::long("订单备注", "Order remark").max(500),
        operation_remark = Field::long("操作备注", "Operation remark").max(500),
    }
}

sheet! {
    /// Services, kept as rows of their own: whether each is wanted, and its dates.
    Services {
        pick_up = Field::flag("提货/拖车", "Pick-up").wire("pickUp").initially("false"),
        warehouse = Field::flag("仓库/内装", "Warehouse").initially("false"),
        inbound_date = Field::day("入库日期", "Inbound"),
        outbound_date = Field::day("出库日期", "Outbound"),
        customs = Field::flag("报关", "Customs").initially("false"),
        inspection_date = Field::day("查验日期", "Inspection"),
        clearance_date = Field::day("放行日期", "Clearance"),
    }
}

sheet! {
    /// So many boxes of a type.
    PlanBoxes {
        container_type = Field::select(TYPE_CHOICES, "箱型", "Type").required(),
        quantity = Field::int("箱量", "Boxes").range(1, 999).required(),
        owner = Field::select(BOX_OWNER, "箱属", "Owner"),
    }
}

sheet! {
    /// A box and its moves.
    Boxes {
        container_no = Field::upper("箱号", "Container no.").max(20).read_as(CONTAINER_NO).required(),
        container_type = Field::select(TYPE_CHOICES, "箱型", "Type").required(),
        seal_no = Field::upper("铅封号", "Seal").max(15),
        pieces = pieces("件数", "Pieces"),
        weight = weight("货重", "Cargo weight"),
        volume = volume("体积", "Volume"),
        tare = weight("皮重", "Tare"),
        dunnage = weight("衬垫绑扎", "Dunnage"),
        empty_pick_time = Field::instant("提空", "Empty picked up"),
        stuff_time = Field::instant("装箱", "Stuffed"),
        gate_in_time = Field::instant("进港(站)", "Gated in"),
        on_board_time = Field::instant("装船(车)", "On board"),
        discharge_time = Field::instant("卸船(车)", "Discharged"),
        gate_out_time = Field::instant("提重", "Gated out"),
        empty_return_time = Field::instant("还空", "Empty returned"),
    }
}

sheet! {
    /// A place a truck loads or unloads at.
    Stops {
        kind = Field::select(STOP_KIND, "装/卸", "Load or unload").required(),
        company = Field::text("单位", "Company").max(100),
        city_code = Field::code("place?role=CITY", "城市", "City").max(10).required(),
        address = Field::text("地址", "Address").max(200).required(),
        contact = Field::text("联系人", "Contact").max(50).required(),
        tel = tel("电话", "Telephone").required(),
        time_from = Field::instant("最早时间", "From").required(),
        time_to = Field::instant("最晚时间", "To").required(),
        pieces = pieces("件数", "Pieces"),
        weight = weight("毛重", "Weight"),
        volume = volume("体积", "Volume"),
        remark = Field::text("备注", "Remark").max(200),
    }
}
