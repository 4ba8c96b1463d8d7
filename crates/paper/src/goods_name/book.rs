//! 打印: the names of an order as a workbook, four to a line under each type of cargo.

use kernel::show_day;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::store::Conn;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, XlsxError};

use super::names::{Group, NAMES_A_LINE, Said, grouped};
use super::page::{self, Kept};
use crate::order::{self, Order};

const MIME: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Width of a name, in letters.
const WIDTH: f64 = 26.0;
const SHEET: &str = "品名清单";

/// What is read for it.
pub(crate) struct Read {
    pub(crate) order: Order,
    pub(crate) rows: Vec<Kept>,
    sender: String,
}

/// A workbook that was made.
pub(crate) struct Made {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Reads the names of an order, with who tells them.
pub(crate) fn read(conn: &mut dyn Conn, org: i64, order: Order) -> Result<Read, Refusal> {
    let rows = page::some_rows_of(conn, org, order.id)?;
    Ok(Read { rows, sender: facts::org(conn, org)?.name, order })
}

/// The workbook of what was read, on a day.
pub(crate) fn made(read: &Read, today: &str) -> Result<Made, Refusal> {
    let groups = grouped(read.rows.iter().map(|row| Said {
        cargo_type: &row.goods.cargo_type,
        chinese: &row.goods.goods_cnnames,
        english: &row.goods.goods_ennames,
        report: &row.goods.report_issue_no,
    }));
    let bytes = written(read, &groups, today).map_err(|error| Refusal::broken(format!("names of goods: {error}")))?;
    Ok(Made { name: format!("GOODS_{}.xlsx", read.order.number()), bytes })
}

/// POST print/{orderId}.
pub(crate) fn print(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("orderId")?);
    let read = call.read(|conn| {
        let order = order::of_id(conn, actor, id)?;
        read(conn, actor.org_id, order)
    })?;
    let Made { name, bytes } = made(&read, &show_day(call.now().day()))?;
    Ok(Answer::File { name, mime: MIME.to_owned(), bytes, inline: false })
}

fn written(read: &Read, groups: &[Group], today: &str) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    // The same bytes whenever it is made.
    book.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2026, 1, 1)?));
    let sheet = book.add_worksheet();
    sheet.set_name(SHEET)?.set_landscape().set_paper_size(9).set_print_fit_to_pages(1, 0);
    let bold = Format::new().set_bold();
    let title = Format::new().set_bold().set_font_size(16).set_align(FormatAlign::Center);
    let boxed = Format::new().set_border(FormatBorder::Thin).set_text_wrap().set_align(FormatAlign::Top);
    let heading = boxed.clone().set_bold().set_background_color(0xE8_EEF7);
    let last = u16::try_from(NAMES_A_LINE - 1).unwrap_or(3);
    for column in 0..=last {
        sheet.set_column_width(column, WIDTH)?;
    }
    sheet.merge_range(0, 0, 0, last, SHEET, &title)?;
    let order = &read.order;
    let facts: [(&str, &str); 6] = [
        ("主单号", &order.awb_number),
        ("制单单位", &read.sender),
        ("航班", &order.flight),
        ("日期", today),
        ("航程", &order.route()),
        ("订单号", &order.code),
    ];
    let mut row = 2u32;
    for pair in facts.chunks(2) {
        for (column, (label, value)) in [0u16, 2].into_iter().zip(pair) {
            sheet.write_with_format(row, column, *label, &bold)?;
            sheet.write(row, column + 1, *value)?;
        }
        row += 1;
    }
    for group in groups {
        row += 1;
        sheet.merge_range(row, 0, row, last, &headed(group), &heading)?;
        for line in group.names.chunks(NAMES_A_LINE) {
            row += 1;
            for column in 0..=last {
                let name = line.get(usize::from(column)).map_or("", String::as_str);
                sheet.write_with_format(row, column, name, &boxed)?;
            }
        }
        row += 1;
    }
    book.save_to_buffer()
}

/// The type, with its reports.
fn headed(group: &Group) -> String {
    if group.reports.is_empty() {
        return group.cargo_type.clone();
    }
    format!("{}（鉴定报告：{}）", group.cargo_type, group.reports.join("，"))
}
