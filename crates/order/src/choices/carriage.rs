//! Closed lists of the orders of other scopes. The stored value is the Chinese text unless it is a code.

use platform::field::Choice;

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident = [$($value:literal, $en:literal);* $(;)?];)*) => {$(
        $(#[$doc])*
        pub const $name: &[Choice] = &[$(Choice::new($value, $value, $en)),*];
    )*};
}

choices! {
    /// Products of air import.
    PRODUCT_AI = ["进口清关派送", "Clearance and delivery"; "进口换单", "Document exchange"; "进口分拨", "Break bulk"; "转关", "Customs transit"];
    /// Products of sea export.
    PRODUCT_SE = [
        "订舱", "Booking"; "全程出口", "Door-to-port export"; "拼箱出口", "LCL export"; "特种箱", "Special equipment";
        "散杂货", "Breakbulk"; "放单业务", "Release only"; "代理操作", "Agency handling";
    ];
    /// Products of sea import.
    PRODUCT_SI = [
        "全程进口", "Full import"; "单换单", "Document exchange"; "清关派送", "Clearance and delivery";
        "拼箱分拨", "LCL break bulk"; "转关", "Customs transit"; "放单业务", "Release only";
    ];
    /// Products of rail.
    PRODUCT_RAIL = [
        "整箱班列", "FCL train"; "拼箱班列", "LCL train"; "整列包列", "Block train"; "回程班列", "Return train"; "过境", "Transit";
    ];
    /// Products of road transport.
    PRODUCT_LC = [
        "整车", "Full truck load"; "零担", "Less than truck load"; "集卡拖车", "Container haulage";
        "专车快运", "Express truck"; "冷链", "Cold chain"; "危险品", "Dangerous goods";
    ];
    /// How cargo is stowed.
    CONTAINER_METHOD = [
        "整箱FCL", "FCL"; "拼箱LCL", "LCL"; "自拼BCN", "Buyer's consolidation"; "散货BBK", "Breakbulk"; "滚装RORO", "Roll-on roll-off";
    ];
    /// Whose bill goes with cargo at sea.
    BILLING_SEA = ["船东单", "Carrier's bill"; "货代单", "House bill"];
    /// Which document goes with cargo on rails.
    BILLING_RAIL = [
        "国际货协运单SMGS", "SMGS waybill"; "统一运单CIM/SMGS", "CIM/SMGS waybill"; "铁路提单", "Rail bill of lading"; "货代单", "House bill";
    ];
    /// Which way cargo leaves the country.
    FLOW_SE = ["本地出口", "Local export"; "转关出口", "Transit export"; "中转", "Transhipment"; "保税出口", "Bonded export"];
    /// Which way cargo enters it.
    FLOW_IMPORT = ["本地清关", "Local clearance"; "转关", "Customs transit"; "保税入区", "Into a bonded zone"; "过境", "Transit"; "退运", "Return"];
    /// Where cargo on rails is cleared.
    FLOW_RAIL = ["口岸清关", "Cleared at the border"; "属地清关", "Cleared inland"; "转关", "Customs transit"; "过境", "Transit"];
    /// Incoterms 2020.
    TRADE_TERM = [
        "EXW", "EXW"; "FCA", "FCA"; "FAS", "FAS"; "FOB", "FOB"; "CFR", "CFR"; "CIF", "CIF"; "CPT", "CPT"; "CIP", "CIP";
        "DAP", "DAP"; "DPU", "DPU"; "DDP", "DDP";
    ];
    /// From where to where, at sea.
    SERVICE_TERM_SEA = [
        "CY-CY", "CY-CY"; "CFS-CFS", "CFS-CFS"; "CY-DOOR", "CY-DOOR"; "DOOR-CY", "DOOR-CY"; "DOOR-DOOR", "DOOR-DOOR";
        "CFS-CY", "CFS-CY"; "CY-CFS", "CY-CFS"; "CY-FO", "CY-FO"; "FI-FO", "FI-FO";
    ];
    /// From where to where, on rails.
    SERVICE_TERM_RAIL = [
        "STATION-STATION", "STATION-STATION"; "DOOR-STATION", "DOOR-STATION"; "STATION-DOOR", "STATION-DOOR"; "DOOR-DOOR", "DOOR-DOOR";
    ];
    /// Who brought the cargo.
    CARGO_SOURCE = ["自揽", "Own sales"; "指定货", "Nominated"; "同行", "Co-loader"; "海外代理", "Overseas agent"];
    /// How a road order moves.
    SHIPPING_METHOD = [
        "公路整车", "Full truck load"; "公路零担", "Less than truck load"; "集卡", "Container truck"; "快运", "Express"; "多式联运", "Multimodal";
    ];
    /// Kind of cargo.
    GOODS_TYPE_BOX = [
        "普货", "General"; "危险品", "Dangerous"; "冷藏货", "Reefer"; "超限货", "Out of gauge"; "液袋", "Flexitank"; "散货", "Bulk";
        "锂电池", "Lithium batteries"; "食品", "Food"; "木制品", "Wooden goods"; "二手设备", "Used machinery";
    ];
    /// Body of a truck.
    VEHICLE_TYPE = [
        "厢式", "Box"; "高栏", "High-sided"; "平板", "Flatbed"; "集卡骨架", "Container chassis"; "冷藏", "Reefer"; "罐车", "Tanker";
        "面包车", "Van"; "危险品厢式", "Box for dangerous goods";
    ];
    /// Whose boxes they are.
    BOX_OWNER = ["COC", "Carrier's (COC)"; "SOC", "Shipper's (SOC)"];
    /// Whose boxes they are, on rails.
    BOX_OWNER_RAIL = ["自备箱SOC", "Shipper's (SOC)"; "铁路箱", "Railway's"; "租箱COC", "Leased (COC)"];
    /// Loading or unloading.
    STOP_KIND = ["装", "Loading"; "卸", "Unloading"];
    /// Other business.
    SERVICE_TYPE = [
        "产地证代办", "Certificate of origin"; "单独报关", "Customs alone"; "单独保险", "Insurance alone"; "仓储", "Storage";
        "展览品", "Exhibition goods"; "快递代理", "Courier agency"; "包装熏蒸", "Packing and fumigation"; "退税代办", "Tax refund";
        "咨询服务", "Consulting"; "海外仓", "Overseas warehouse"; "车辆租赁", "Vehicle hire"; "其他", "Other";
    ];
    /// What other business is counted in.
    UNIT = ["票", "Shipment"; "份", "Document"; "天", "Day"; "CBM", "CBM"; "KG", "KG"; "月", "Month"];
}

/// Reasons of the cancellation of an air export order; the last needs a remark.
pub const AIR_REASONS: &[&str] = &["客户取消", "航司拉货", "改走其他方式", "重复下单", "录入错误", "其他"];
/// Those of the other scopes.
pub const REASONS: &[&str] =
    &["客户取消", "无舱位", "价格原因", "货未备好", "改走其他方式", "重复下单", "录入错误", "其他"];

/// Plan, estimate or fact.
pub const CLASSIFIER: &[Choice] = &[
    Choice::new("ACT", "实际", "Actual"),
    Choice::new("EST", "预计", "Estimated"),
    Choice::new("PLN", "计划", "Planned"),
];
