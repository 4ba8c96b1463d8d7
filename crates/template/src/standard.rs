//! The platform's own workbooks, and the order every preview shows.

use platform::refusal::Refusal;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, XlsxError};

use crate::letter;
use crate::paper::{Cell, Words};
use crate::variable::{self, Values};
use crate::waybill;

/// Widths of columns by their variables, in letters.
const WIDE: [(&str, f64); 4] = [("orderCode", 17.0), ("awb", 16.0), ("serviceName", 20.0), ("route", 14.0)];

/// The default template of a cell.
pub fn workbook(cell: &Cell) -> Result<Vec<u8>, Refusal> {
    let drawn = match cell.paper.words {
        Words::Bill => drawn(cell),
        Words::Waybill => waybill::workbook(cell),
        Words::Letter => letter::workbook(cell),
    };
    drawn.map_err(|error| Refusal::broken(format!("default template: {error}")))
}

fn drawn(cell: &Cell) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    // The same bytes whenever it is made.
    book.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2026, 1, 1)?));
    let sheet = book.add_worksheet();
    sheet.set_name(cell.text((cell.paper.name, cell.paper.en)))?;
    sheet.set_landscape().set_paper_size(9).set_print_fit_to_pages(1, 0);
    let columns = cell.paper.columns;
    let last = u16::try_from(columns.len().saturating_sub(1)).unwrap_or(1);
    let bold = Format::new().set_bold();
    let title = Format::new().set_bold().set_font_size(18).set_align(FormatAlign::Center);
    let sender = Format::new().set_bold().set_font_size(13).set_align(FormatAlign::Center);
    sheet.merge_range(0, 0, 0, last, "{orgName}", &sender)?;
    sheet.merge_range(1, 0, 1, last, cell.text(cell.paper.title), &title)?;
    let label = |name: &str| variable::find(name).map_or("", |variable| variable.label(cell.language));
    let facts = [
        (cell.text(("客户", "To")), "{coopName}"),
        (cell.text(cell.paper.number), "{billNo}"),
        (label("billDate"), "{billDate}"),
        (label("currency"), "{currency}"),
    ];
    for (row, (label, value)) in (3u32..).zip(facts) {
        sheet.write_with_format(row, 0, label, &bold)?;
        sheet.write(row, 1, value)?;
    }
    // A bill is of one order.
    if is_bill(cell) {
        sheet.write_with_format(3, 3, label("jobNumber"), &bold)?;
        sheet.write(3, 4, "{jobNumber}")?;
    }
    let (head, row) = (8, 9);
    let heading = Format::new().set_bold().set_background_color(0xE8_EEF7).set_border(FormatBorder::Thin);
    for (place, name) in (0u16..).zip(columns) {
        let variable = variable::find(name);
        let number = variable.is_some_and(|variable| variable.number);
        let line = Format::new().set_border(FormatBorder::Thin);
        let line = if number { line.set_num_format(pattern(name)) } else { line };
        sheet.write_with_format(head, place, label(name), &heading)?;
        sheet.write_with_format(row, place, format!("{{{name}}}"), &line)?;
        let width = WIDE.iter().find(|(known, _)| known == name).map_or(11.0, |(_, width)| *width);
        sheet.set_column_width(place, width)?;
    }
    sheet.set_repeat_rows(head, head)?;
    let money = Format::new().set_bold().set_num_format("#,##0.00");
    sheet.write_with_format(row + 1, 0, label("total"), &bold)?;
    let total = columns.iter().position(|name| *name == "amount").and_then(|place| u16::try_from(place).ok());
    sheet.write_with_format(row + 1, total.unwrap_or(1), "{total}", &money)?;
    sheet.write_with_format(row + 2, 0, label("totalUpper"), &bold)?;
    sheet.write(row + 2, 1, "{totalUpper}")?;
    if is_bill(cell) {
        sheet.write_with_format(row + 3, 0, label("functionalTotal"), &bold)?;
        sheet.write(row + 3, 1, "{functionalTotal}")?;
        sheet.write_with_format(row + 9, 0, label("billRemark"), &bold)?;
        sheet.write(row + 9, 1, "{billRemark}")?;
    }
    let wrapped = Format::new().set_text_wrap().set_align(FormatAlign::Top);
    sheet.write_with_format(row + 4, 0, label("bankInfo"), &bold)?;
    sheet.merge_range(row + 4, 1, row + 8, last, "{bankInfo}", &wrapped)?;
    sheet.write(row + 10, 0, cell.text(cell.paper.footer))?;
    book.save_to_buffer()
}

/// Whether the paper is a debit note.
fn is_bill(cell: &Cell) -> bool {
    cell.paper.name == "账单"
}

/// How the numbers of a column are shown.
fn pattern(name: &str) -> &'static str {
    match name {
        "pieces" => "0",
        "volume" => "0.000",
        _ => "#,##0.00",
    }
}

/// Currency of the sample.
pub const CURRENCY: &str = "CNY";

/// Values of the orders every preview shows: charges on papers about money, else each order once.
pub fn sample(cell: &Cell, org: &facts::Org) -> (Values, Vec<Values>) {
    match cell.paper.words {
        Words::Bill => {}
        Words::Waybill => return waybill::sample(),
        Words::Letter => return letter::sample(cell, org),
    }
    let name = if cell.language == "en" && !org.name_en.is_empty() { &org.name_en } else { &org.name };
    let head = [
        ("orgName", name.clone()),
        ("bankInfo", cell.text((BANK.0, BANK.1)).to_owned()),
        ("coopName", cell.text(("示例客户有限公司", "SAMPLE CUSTOMER LTD")).to_owned()),
        ("billNo", "S-2607150001".to_owned()),
        ("billDate", "2026-07-15".to_owned()),
        ("currency", CURRENCY.to_owned()),
        ("total", "19067.70".to_owned()),
        ("totalUpper", cell.text(WORDS).to_owned()),
        ("functionalTotal", format!("{CURRENCY} 19,067.70")),
        ("jobNumber", "AE-2607150001".to_owned()),
    ];
    let rows = SAMPLE_ROWS.iter().enumerate().filter(|(place, _)| cell.paper.money || *place != 1).map(|(_, row)| {
        let mut values: Values = NAMES.into_iter().zip(row.iter().map(|text| (*text).to_owned())).collect();
        values.insert("serviceName", cell.text((row[7], row[12])).to_owned());
        values.insert("currencyCode", CURRENCY.to_owned());
        values
    });
    (head.into(), rows.collect())
}

const BANK: (&str, &str) = (
    "户名：示例货运有限公司\n开户行：示例银行上海分行\n账号：0000 0000 0000 0000\nSWIFT：EXAMCNSHXXX",
    "Beneficiary: SAMPLE FORWARDING LTD\nBank: SAMPLE BANK, SHANGHAI BRANCH\nAccount: 0000 0000 0000 0000\nSWIFT: EXAMCNSHXXX",
);
const WORDS: (&str, &str) =
    ("人民币壹万玖仟零陆拾柒元柒角整", "SAY CNY NINETEEN THOUSAND AND SIXTY-SEVEN AND 70/100 ONLY");
const NAMES: [&str; 12] = [
    "orderCode",
    "awb",
    "route",
    "pieces",
    "weight",
    "volume",
    "chargeWeight",
    "serviceName",
    "price",
    "quantity",
    "amount",
    "tax",
];
/// Two charges of one order and one of another; the last word is the charge in English.
const SAMPLE_ROWS: [[&str; 13]; 3] = [
    [
        "AE-2607150001",
        "990-12345675",
        "PVG-FRA",
        "12",
        "500.00",
        "3.950",
        "658.50",
        "干线-空运费",
        "25.88",
        "658.5",
        "17041.98",
        "0.00",
        "Air freight",
    ],
    [
        "AE-2607150001",
        "990-12345675",
        "PVG-FRA",
        "12",
        "500.00",
        "3.950",
        "658.50",
        "操作-安检费",
        "1.20",
        "658.5",
        "790.20",
        "44.73",
        "Security check",
    ],
    [
        "AE-2607150002",
        "990-12345686",
        "PVG-LAX",
        "8",
        "320.00",
        "1.880",
        "320.00",
        "支线-提货费",
        "1235.52",
        "1",
        "1235.52",
        "102.01",
        "Pick-up",
    ],
];
