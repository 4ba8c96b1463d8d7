//! The papers of a waybill as workbooks: what they may name, the platform's own template, and a sample.

use rust_xlsxwriter::{
    DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError,
};

use crate::paper::Cell;
use crate::variable::{Values, Variable, head, row};

/// What a template of a waybill may name: its boxes, its sums, and each of its rate lines.
pub const WAYBILL: [Variable; 55] = [
    head("awbNumber", "主单号", "Master waybill"),
    head("hawbNumber", "分单号", "House waybill"),
    head("issuedBy", "签发公司", "Issued by"),
    head("shipperText", "发货人", "Shipper"),
    head("shipperAccount", "发货人账号", "Shipper's account"),
    head("consigneeText", "收货人", "Consignee"),
    head("consigneeAccount", "收货人账号", "Consignee's account"),
    head("notifyText", "通知人", "Also notify"),
    head("issueAgentName", "代理名称", "Agent"),
    head("issueAgentCity", "代理城市", "Agent's city"),
    head("agentIataCode", "代理IATA代码", "Agent's IATA code"),
    head("accountNo", "代理账号", "Agent's account"),
    head("accountingInformation", "财务信息", "Accounting information"),
    head("referenceNumber", "参考号", "Reference number"),
    head("departureStation", "始发站", "From"),
    head("departureStationName", "始发站名称", "Airport of departure"),
    head("to1", "至1", "To 1"),
    head("by1", "由1", "By 1"),
    head("to2", "至2", "To 2"),
    head("by2", "由2", "By 2"),
    head("to3", "至3", "To 3"),
    head("by3", "由3", "By 3"),
    head("arrivalStation", "目的站", "To"),
    head("arrivalStationName", "目的站名称", "Airport of destination"),
    head("flights", "航班", "Flights"),
    head("awbCurrency", "运单币种", "Currency of the waybill"),
    head("chgsCode", "CHGS", "CHGS code"),
    head("payMethod", "运费付款", "Weight charge"),
    head("payMethodOther", "杂费付款", "Other charges"),
    head("declaredValueOfCarriage", "运输声明价值", "Declared value for carriage"),
    head("declaredValueOfCustoms", "海关声明价值", "Declared value for customs"),
    head("insurance", "保险", "Insurance"),
    head("handlingInformation", "操作注意事项", "Handling information"),
    head("specialHandlingCodes", "特殊操作代码", "Special handling codes"),
    head("sci", "海关状态", "SCI"),
    head("sizesText", "尺寸", "Dimensions"),
    head("chargesText", "其他费用", "Other charges in words"),
    head("weightPrepaid", "运费预付", "Weight charge prepaid").number(),
    head("weightCollect", "运费到付", "Weight charge collect").number(),
    head("agentPrepaid", "代理杂费预付", "Due agent prepaid").number(),
    head("agentCollect", "代理杂费到付", "Due agent collect").number(),
    head("carrierPrepaid", "承运人杂费预付", "Due carrier prepaid").number(),
    head("carrierCollect", "承运人杂费到付", "Due carrier collect").number(),
    head("totalPrepaid", "预付合计", "Total prepaid").number(),
    head("totalCollectSum", "到付合计", "Total collect").number(),
    head("execution", "签发日期、地点、签发人", "Date, place and signature"),
    row("linePieces", "件数", "Pieces").number(),
    row("lineGrossWeight", "毛重", "Gross weight").number(),
    row("lineRateClass", "运价等级", "Rate class"),
    row("lineItem", "商品代号", "Commodity item no."),
    row("lineChargeWeight", "计费重量", "Chargeable weight").number(),
    row("lineRate", "费率", "Rate").number(),
    row("lineTotal", "运费", "Total").number(),
    row("lineGoods", "品名", "Nature of goods"),
    row("lineVolume", "体积", "Volume").number(),
];

/// Pairs of boxes below each other; an empty name leaves the place free.
const ABOVE: [(&str, &str); 11] = [
    ("shipperText", "issuedBy"),
    ("consigneeText", "notifyText"),
    ("issueAgentName", "accountingInformation"),
    ("agentIataCode", "accountNo"),
    ("departureStationName", "arrivalStationName"),
    ("flights", "awbCurrency"),
    ("payMethod", "payMethodOther"),
    ("declaredValueOfCarriage", "declaredValueOfCustoms"),
    ("insurance", "sci"),
    ("handlingInformation", "specialHandlingCodes"),
    ("sizesText", "chargesText"),
];
const BELOW: [(&str, &str); 4] = [
    ("weightPrepaid", "weightCollect"),
    ("agentPrepaid", "agentCollect"),
    ("carrierPrepaid", "carrierCollect"),
    ("totalPrepaid", "totalCollectSum"),
];
const LINES: [&str; 9] = [
    "linePieces",
    "lineGrossWeight",
    "lineRateClass",
    "lineItem",
    "lineChargeWeight",
    "lineRate",
    "lineTotal",
    "lineGoods",
    "lineVolume",
];
/// Boxes of several lines, with their height in points.
const TALL: [(&str, f64); 4] =
    [("shipperText", 80.0), ("consigneeText", 80.0), ("handlingInformation", 48.0), ("sizesText", 48.0)];

/// The default template: the boxes in the order of the paper, two beside each other.
pub(crate) fn workbook(cell: &Cell) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    // The same bytes whenever it is made.
    book.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2026, 1, 1)?));
    let sheet = book.add_worksheet();
    sheet.set_name(cell.text((cell.paper.name, cell.paper.en)))?.set_paper_size(9).set_print_fit_to_pages(1, 0);
    for (place, width) in (0u16..).zip([9.0, 11.0, 9.0, 11.0, 11.0, 9.0, 13.0, 34.0, 10.0]) {
        sheet.set_column_width(place, width)?;
    }
    let title = Format::new().set_bold().set_font_size(16).set_align(FormatAlign::Center);
    sheet.merge_range(0, 0, 0, 8, cell.text(cell.paper.title), &title)?;
    let number = if cell.paper.name == "主单" { "{awbNumber}" } else { "{hawbNumber}   MAWB {awbNumber}" };
    sheet.merge_range(1, 0, 1, 8, number, &title)?;
    let mut at = 2;
    for pair in ABOVE {
        at = boxes(sheet, cell, at, pair)?;
    }
    at += 1;
    let bold = Format::new().set_bold().set_border(FormatBorder::Thin).set_text_wrap().set_align(FormatAlign::Center);
    let line = Format::new().set_border(FormatBorder::Thin).set_text_wrap().set_align(FormatAlign::Top);
    for (place, name) in (0u16..).zip(LINES) {
        sheet.write_with_format(at, place, label(cell, name), &bold)?;
        sheet.write_with_format(at + 1, place, format!("{{{name}}}"), &line)?;
    }
    at += 3;
    for pair in BELOW {
        at = boxes(sheet, cell, at, pair)?;
    }
    boxes(sheet, cell, at, ("execution", ""))?;
    book.save_to_buffer()
}

fn label(cell: &Cell, name: &str) -> &'static str {
    crate::variable::find(name).map_or("", |variable| variable.label(cell.language))
}

/// Two boxes beside each other: the words above, the value below; answers the row behind them.
fn boxes(sheet: &mut Worksheet, cell: &Cell, at: u32, (left, right): (&str, &str)) -> Result<u32, XlsxError> {
    let words = Format::new().set_font_size(8).set_border_top(FormatBorder::Thin);
    let value = Format::new().set_text_wrap().set_align(FormatAlign::Top);
    for (name, first, last) in [(left, 0, 4), (right, 5, 8)] {
        if name.is_empty() {
            continue;
        }
        sheet.merge_range(at, first, at, last, label(cell, name), &words)?;
        let number = crate::variable::find(name).is_some_and(|variable| variable.number);
        let value = if number { value.clone().set_num_format("#,##0.00") } else { value.clone() };
        sheet.merge_range(at + 1, first, at + 1, last, &format!("{{{name}}}"), &value)?;
    }
    if let Some((_, height)) = TALL.iter().find(|(name, _)| *name == left) {
        sheet.set_row_height(at + 1, *height)?;
    }
    Ok(at + 2)
}

/// Values of the waybill every preview shows.
pub(crate) fn sample() -> (Values, Vec<Values>) {
    let head = [
        ("awbNumber", "990-12345675"),
        ("hawbNumber", "HA001"),
        ("issuedBy", "TEST AIR"),
        ("shipperText", "SAMPLE SHIPPER CO. LTD\n1 SAMPLE ROAD\nSHANGHAI 200000\nCN"),
        ("consigneeText", "SAMPLE BUYER GMBH\n1 SAMPLE STRASSE\nFRANKFURT 60549\nDE"),
        ("issueAgentName", "SAMPLE FORWARDING"),
        ("departureStationName", "SHANGHAI"),
        ("arrivalStationName", "FRANKFURT"),
        ("flights", "X9101 / 2026-07-18"),
        ("awbCurrency", "CNY"),
        ("payMethod", "PP"),
        ("payMethodOther", "PP"),
        ("declaredValueOfCarriage", "NVD"),
        ("declaredValueOfCustoms", "NCV"),
        ("insurance", "XXX"),
        ("weightPrepaid", "17041.98"),
        ("agentPrepaid", "50.00"),
        ("carrierPrepaid", "2765.70"),
        ("totalPrepaid", "19857.68"),
    ];
    let line = [
        ("linePieces", "12"),
        ("lineGrossWeight", "500.0"),
        ("lineRateClass", "Q"),
        ("lineChargeWeight", "658.5"),
        ("lineRate", "25.88"),
        ("lineTotal", "17041.98"),
        ("lineGoods", "CONSOLIDATION AS PER ATTACHED LIST"),
        ("lineVolume", "3.950"),
    ];
    (values(&head), vec![values(&line)])
}

/// Values from their texts.
pub(crate) fn values(pairs: &[(&'static str, &str)]) -> Values {
    pairs.iter().map(|(name, text)| (*name, (*text).to_owned())).collect()
}
