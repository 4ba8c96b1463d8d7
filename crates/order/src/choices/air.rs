//! Closed lists of an order's fields. The stored value is the Chinese text unless it is a code.

use platform::field::Choice;

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident = [$($value:literal, $zh:literal, $en:literal);* $(;)?];)*) => {$(
        $(#[$doc])*
        pub const $name: &[Choice] = &[$(Choice::new($value, $zh, $en)),*];
    )*};
}

choices! {
    /// Classes of the files of an order.
    FILE_CLASSES = [
        "托书", "托书", "Booking letter"; "主单", "主单", "Master"; "分单", "分单", "House"; "运单", "运单", "Waybill";
        "报关单", "报关单", "Declaration"; "舱单", "舱单", "Manifest"; "鉴定", "鉴定书", "Identification";
        "装箱单", "装箱单", "Packing list"; "发票", "发票", "Invoice"; "合同", "合同", "Contract"; "POD", "POD", "POD";
        "入库照片", "入库照片", "Photo, inbound"; "出库照片", "出库照片", "Photo, outbound"; "其他", "其他", "Other";
    ];
    /// Product of an air export order.
    BUSINESS_PRODUCT = [
        "代理制", "代理制", "Agency"; "包板", "包板", "Block of pallets"; "包量", "包量", "Allotment";
        "包机", "包机", "Charter"; "散航", "散航", "Ad hoc space"; "中转联程", "中转联程", "Transfer";
        "快件专线", "快件专线", "Express line"; "放单业务", "放单业务", "Waybill release";
    ];
    /// From where to where the forwarder is responsible.
    TRANSIT_CLAUSE = [
        "机场到机场", "机场到机场", "Airport to airport"; "门到机场", "门到机场", "Door to airport";
        "机场到门", "机场到门", "Airport to door"; "门到门", "门到门", "Door to door";
    ];
    /// How cargo reaches the warehouse.
    ARRIVAL_METHOD = [
        "客户送货", "客户送货", "Brought by customer"; "上门提货", "上门提货", "Picked up";
        "库内已有", "库内已有", "Already in store"; "转关到货", "转关到货", "Customs transit";
    ];
    /// Kind of cargo.
    GOODS_TYPE = [
        "普货", "普货", "General"; "特货", "特货", "Special"; "危险品", "危险品", "Dangerous";
        "冷链", "冷链", "Temperature controlled"; "鲜活", "鲜活", "Perishable"; "活体动物", "活体动物", "Live animals";
        "贵重品", "贵重品", "Valuable"; "药品", "药品", "Pharmaceutical"; "快件", "快件", "Express";
        "超大超重", "超大超重", "Oversized";
    ];
    /// Batteries in the cargo.
    BATTERY_TYPE = [
        "不含电池", "不含电池", "No batteries";
        "锂离子PI965 (UN3480)", "锂离子PI965 (UN3480)", "Lithium ion PI965 (UN3480)";
        "锂离子PI966/PI967 (UN3481)", "锂离子PI966/PI967 (UN3481)", "Lithium ion PI966/PI967 (UN3481)";
        "锂金属PI968 (UN3090)", "锂金属PI968 (UN3090)", "Lithium metal PI968 (UN3090)";
        "锂金属PI969/PI970 (UN3091)", "锂金属PI969/PI970 (UN3091)", "Lithium metal PI969/PI970 (UN3091)";
        "非锂电池", "非锂电池", "Other batteries";
    ];
    /// What goods are to the customs, by the codes of manifests.
    CUSTOMS_STATUS = [
        "001", "普通货物（001）", "General cargo (001)"; "002", "国际转运货物（002）", "International transhipment cargo (002)";
        "003", "通运货物（003）", "Through cargo (003)"; "004", "过境货物（004）", "Transit cargo (004)";
    ];
    /// Classes and divisions of dangerous goods.
    DANGEROUS_TYPE = [
        "1.1", "1.1 整体爆炸", "1.1 Mass explosion"; "1.2", "1.2 迸射", "1.2 Projection";
        "1.3", "1.3 燃烧", "1.3 Fire"; "1.4", "1.4 无显著危险爆炸品", "1.4 No significant hazard";
        "1.5", "1.5 非常不敏感", "1.5 Very insensitive"; "1.6", "1.6 极端不敏感", "1.6 Extremely insensitive";
        "2.1", "2.1 易燃气体", "2.1 Flammable gas"; "2.2", "2.2 非易燃无毒气体", "2.2 Non-flammable gas";
        "2.3", "2.3 毒性气体", "2.3 Toxic gas"; "3", "3 易燃液体", "3 Flammable liquid";
        "4.1", "4.1 易燃固体", "4.1 Flammable solid"; "4.2", "4.2 自燃物质", "4.2 Spontaneously combustible";
        "4.3", "4.3 遇水释放易燃气体", "4.3 Dangerous when wet"; "5.1", "5.1 氧化性物质", "5.1 Oxidizer";
        "5.2", "5.2 有机过氧化物", "5.2 Organic peroxide"; "6.1", "6.1 毒性物质", "6.1 Toxic";
        "6.2", "6.2 感染性物质", "6.2 Infectious"; "7", "7 放射性物质", "7 Radioactive";
        "8", "8 腐蚀性物质", "8 Corrosive"; "9", "9 杂项危险物质", "9 Miscellaneous";
    ];
    /// How the emergency contact is reached.
    COMMUNICATION_TYPE = ["TE", "电话", "Telephone"; "EM", "邮箱", "E-mail"; "FX", "传真", "Fax"];
    /// Packaging.
    PACKAGE_TYPE = [
        "纸箱（CTNS）", "纸箱（CTNS）", "Cartons (CTNS)"; "托盘（PLTS）", "托盘（PLTS）", "Pallets (PLTS)";
        "木箱（CASES）", "木箱（CASES）", "Wooden cases (CASES)"; "桶（DRUMS）", "桶（DRUMS）", "Drums (DRUMS)";
        "袋（BAGS）", "袋（BAGS）", "Bags (BAGS)"; "卷（ROLLS）", "卷（ROLLS）", "Rolls (ROLLS)";
        "件（PCS）", "件（PCS）", "Pieces (PCS)"; "裸装（UNPACKED）", "裸装（UNPACKED）", "Unpacked (UNPACKED)";
    ];
    /// Material of pallets.
    PALLET_MATERIAL = [
        "木质", "木质", "Wood"; "免熏蒸", "免熏蒸", "Fumigation-free"; "塑料", "塑料", "Plastic"; "纸质", "纸质", "Paper";
    ];
    /// Temperature ranges.
    CELSIUS = [
        "2~8℃", "2~8℃", "2 to 8 °C"; "15~25℃", "15~25℃", "15 to 25 °C"; "-18℃以下", "-18℃以下", "Below -18 °C";
        "其他", "其他", "Other";
    ];
    /// Who pays.
    PAYMENT = ["PP", "预付", "Prepaid"; "CC", "到付", "Collect"];
    /// Kind of customs declaration.
    DECLARES_TYPE = [
        "一般贸易", "一般贸易", "General trade"; "加工贸易", "加工贸易", "Processing trade"; "保税", "保税", "Bonded";
        "暂时进出", "暂时进出", "Temporary"; "退运", "退运", "Return"; "快件", "快件", "Express";
        "转关", "转关", "Customs transit"; "其他", "其他", "Other";
    ];
    /// Scope of an order.
    BUSINESS_SCOPE = ["AE", "空运出口", "Air export"; "AI", "空运进口", "Air import"];
    /// How far the charges of a kind are.
    RECORDED = ["0", "未录", "None"; "1", "已录", "Entered"; "2", "完成", "Done"];
}
