//! The letters of an order as workbooks: what they may name, the platform's own template, and a sample.

use rust_xlsxwriter::{
    DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError,
};

use crate::paper::Cell;
use crate::variable::{Values, Variable, head};
use crate::waybill::values;

/// What a template of a letter may name: order, parties, cargo, services, airports, and what its kind says beside.
pub const LETTER: [Variable; 49] = [
    head("orgName", "公司名称", "Company"),
    head("coopName", "致", "To"),
    head("contactName", "联系人", "Contact"),
    head("contactPhone", "电话", "Phone"),
    head("contactEmail", "邮箱", "E-mail"),
    head("billNo", "编号", "No."),
    head("billDate", "日期", "Date"),
    head("orderNumber", "订单号", "Order"),
    head("awbNumber", "主单号", "Master waybill"),
    head("routeText", "航程", "Route"),
    head("departureStation", "始发站", "From"),
    head("departureStationName", "始发港", "Airport of departure"),
    head("arrivalStation", "目的站", "To"),
    head("arrivalStationName", "目的港", "Airport of destination"),
    head("flightNumber", "航班", "Flight"),
    head("flightDate", "航班日期", "Flight date"),
    head("wantedFlight", "期望航班", "Wanted flight"),
    head("wantedDate", "期望日期", "Wanted date"),
    head("secondFlight", "备选航班", "Second flight"),
    head("secondDate", "备选日期", "Second date"),
    head("rateAgreed", "约定运价", "Rate agreed"),
    head("shipperText", "发货人", "Shipper"),
    head("consigneeText", "收货人", "Consignee"),
    head("notifyText", "通知人", "Also notify"),
    head("goodsName", "品名", "Goods"),
    head("goodsNameCn", "中文品名", "Goods in Chinese"),
    head("goodsType", "货物类型", "Kind of goods"),
    head("packageType", "包装", "Packing"),
    head("cargoPieces", "件数", "Pieces").number(),
    head("cargoWeight", "毛重", "Gross weight").number(),
    head("cargoVolume", "体积", "Volume").number(),
    head("cargoChargeWeight", "计费重量", "Chargeable weight").number(),
    head("dimensionsText", "尺寸（厘米）/件数", "Dimensions (cm) / pieces"),
    head("dangerousGoods", "危险品", "Dangerous goods"),
    head("batteries", "电池情况", "Batteries"),
    head("temperature", "温度要求", "Temperature"),
    head("truckNumber", "车牌", "Truck"),
    head("driverName", "司机", "Driver"),
    head("driverIdNo", "证件号", "Id no."),
    head("driverPhone", "司机电话", "Driver's phone"),
    head("arrivalTime", "到达时间", "Arrival"),
    head("securityText", "安全声明", "Security statement"),
    head("noDangerousGoods", "声明不含危险品", "Statement: no dangerous goods"),
    head("noBatteries", "声明不含电池", "Statement: no batteries"),
    head("nothingMagnetic", "声明不含磁性物质", "Statement: nothing magnetised"),
    head("terminalName", "货站", "Terminal"),
    head("servicesText", "服务项目", "Services"),
    head("letterRemark", "备注", "Remark"),
    head("signatory", "签字", "Signature"),
];

/// Facts above the cargo, two beside each other.
const ABOVE: [(&str, &str); 3] =
    [("coopName", "billNo"), ("contactName", "billDate"), ("departureStationName", "arrivalStationName")];
const ABOVE_BOOKING: [(&str, &str); 3] =
    [("contactPhone", "rateAgreed"), ("wantedFlight", "wantedDate"), ("secondFlight", "secondDate")];
const ABOVE_DELIVERY: [(&str, &str); 4] = [
    ("contactPhone", "arrivalTime"),
    ("flightNumber", "flightDate"),
    ("truckNumber", "driverIdNo"),
    ("driverName", "driverPhone"),
];
/// The line of cargo, with the pattern of its figures.
const CARGO: [(&str, &str); 7] = [
    ("orderNumber", ""),
    ("awbNumber", ""),
    ("routeText", ""),
    ("cargoPieces", "0"),
    ("cargoWeight", "0.0"),
    ("cargoVolume", "0.000"),
    ("cargoChargeWeight", "0.00"),
];
/// Texts below the cargo with their height in points.
const BELOW_BOOKING: [(&str, f64); 11] = [
    ("goodsName", 15.0),
    ("packageType", 15.0),
    ("dimensionsText", 45.0),
    ("shipperText", 62.0),
    ("consigneeText", 62.0),
    ("dangerousGoods", 15.0),
    ("batteries", 15.0),
    ("temperature", 15.0),
    ("servicesText", 15.0),
    ("letterRemark", 45.0),
    ("signatory", 30.0),
];
const BELOW_DELIVERY: [(&str, f64); 9] = [
    ("goodsName", 15.0),
    ("packageType", 15.0),
    ("dimensionsText", 45.0),
    ("dangerousGoods", 15.0),
    ("batteries", 15.0),
    ("temperature", 15.0),
    ("securityText", 45.0),
    ("letterRemark", 45.0),
    ("signatory", 30.0),
];

/// The default template, laid out like the PDF.
pub(crate) fn workbook(cell: &Cell) -> Result<Vec<u8>, XlsxError> {
    let booking = is_booking(cell);
    let mut book = Workbook::new();
    // The same bytes whenever it is made.
    book.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2026, 1, 1)?));
    let sheet = book.add_worksheet();
    sheet.set_name(cell.text((cell.paper.name, cell.paper.en)))?.set_paper_size(9).set_print_fit_to_pages(1, 0);
    for (place, width) in (0u16..).zip([18.0, 16.0, 12.0, 16.0, 14.0, 12.0, 14.0]) {
        sheet.set_column_width(place, width)?;
    }
    let centred = Format::new().set_bold().set_align(FormatAlign::Center);
    sheet.merge_range(0, 0, 0, 6, "{orgName}", &centred.clone().set_font_size(13))?;
    sheet.merge_range(1, 0, 1, 6, cell.text(cell.paper.title), &centred.clone().set_font_size(18))?;
    let more: &[(&str, &str)] = if booking { &ABOVE_BOOKING } else { &ABOVE_DELIVERY };
    let mut at = 3;
    for pair in ABOVE.iter().chain(more) {
        facts(sheet, cell, at, *pair)?;
        at += 1;
    }
    at += 1;
    let heading = centred.set_background_color(0xE8_EEF7).set_border(FormatBorder::Thin).set_text_wrap();
    for (place, (name, pattern)) in (0u16..).zip(CARGO) {
        let line = Format::new().set_border(FormatBorder::Thin);
        let line = if pattern.is_empty() { line } else { line.set_num_format(pattern) };
        sheet.write_with_format(at, place, label(cell, name), &heading)?;
        sheet.write_with_format(at + 1, place, braced(name), &line)?;
    }
    at += 3;
    let below: &[(&str, f64)] = if booking { &BELOW_BOOKING } else { &BELOW_DELIVERY };
    let words = Format::new().set_bold().set_text_wrap().set_align(FormatAlign::Top);
    let value = Format::new().set_text_wrap().set_align(FormatAlign::Top).set_border_bottom(FormatBorder::Hair);
    for (name, height) in below {
        sheet.write_with_format(at, 0, label(cell, name), &words)?;
        sheet.merge_range(at, 1, at, 6, &braced(name), &value)?;
        sheet.set_row_height(at, *height)?;
        at += 1;
    }
    sheet.write(at + 1, 0, cell.text(cell.paper.footer))?;
    book.save_to_buffer()
}

/// Else it goes to the terminal.
fn is_booking(cell: &Cell) -> bool {
    cell.paper.name == "托书"
}

fn braced(name: &str) -> String {
    format!("{{{name}}}")
}

fn label(cell: &Cell, name: &str) -> &'static str {
    LETTER.iter().find(|variable| variable.name == name).map_or("", |variable| variable.label(cell.language))
}

/// Two facts beside each other, each behind its words.
fn facts(sheet: &mut Worksheet, cell: &Cell, at: u32, (left, right): (&str, &str)) -> Result<(), XlsxError> {
    let (bold, value) = (Format::new().set_bold(), Format::new().set_text_wrap().set_align(FormatAlign::Left));
    sheet.write_with_format(at, 0, label(cell, left), &bold)?;
    sheet.merge_range(at, 1, at, 2, &braced(left), &value)?;
    sheet.write_with_format(at, 3, label(cell, right), &bold)?;
    sheet.merge_range(at, 4, at, 6, &braced(right), &value)?;
    Ok(())
}

/// Values of the letter every preview shows.
pub(crate) fn sample(cell: &Cell, org: &facts::Org) -> (Values, Vec<Values>) {
    let name = if cell.language == "en" && !org.name_en.is_empty() { &org.name_en } else { &org.name };
    let statement = ("[X] 货物不含危险品", "[X] The cargo holds no dangerous goods");
    let mut sample = values(&[
        ("coopName", cell.text(("示例货运代理", "SAMPLE AGENT LTD"))),
        ("contactName", cell.text(("示例联系人", "SAMPLE CONTACT"))),
        ("contactPhone", "021-00000000"),
        ("billNo", "990-12345675"),
        ("billDate", "2026-07-15"),
        ("orderNumber", "AE-2607150001"),
        ("awbNumber", "990-12345675"),
        ("routeText", "PVG-FRA"),
        ("departureStation", "PVG"),
        ("departureStationName", "SHANGHAI PUDONG"),
        ("arrivalStation", "FRA"),
        ("arrivalStationName", "FRANKFURT"),
        ("flightNumber", "X9101"),
        ("flightDate", "2026-07-18"),
        ("wantedFlight", "X9101"),
        ("wantedDate", "2026-07-18"),
        ("rateAgreed", "CNY 25.88/KG"),
        ("shipperText", "SAMPLE SHIPPER CO. LTD\n1 SAMPLE ROAD\nSHANGHAI 200000 CN"),
        ("consigneeText", "SAMPLE BUYER GMBH\n1 SAMPLE STRASSE\nFRANKFURT 60549 DE"),
        ("goodsName", "LED LAMPS"),
        ("packageType", "CARTON"),
        ("cargoPieces", "12"),
        ("cargoWeight", "500.0"),
        ("cargoVolume", "3.950"),
        ("cargoChargeWeight", "658.50"),
        ("dimensionsText", "100*60*55/11;80*80*50/1"),
        ("noDangerousGoods", cell.text(statement)),
        ("securityText", cell.text(statement)),
        ("servicesText", cell.text(("库内", "Warehouse"))),
    ]);
    sample.insert("orgName", name.clone());
    (sample, Vec::new())
}
