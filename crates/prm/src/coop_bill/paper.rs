//! A bill on paper: its lines, and the orders they were counted of; as PDF and as a workbook.

use kernel::{format_scaled, grouped};
use platform::call::{Answer, App, Call, Outcome};
use platform::document::Document;
use platform::files::{PDF, XLSX};
use platform::list::inert;
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::{JoinType, Order};
use print::{Sheet, SheetColumn, SheetTable};
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use settle::amounts::figure_of;
use settle::paper::{Asked, PAPERS_MAX, is_english, sender};
use settle::periodic::bill::{DETAILS, LINES, TABLE};

use super::{CoopBill, PATH};

/// Details a paper shows.
const DETAILS_MAX: u64 = 5_000;
const SIZE: f32 = 9.0;
const WIDTH: f64 = 16.0;
const NONE: Msg = Msg::new("coop_bill.print", "请选择1至{n}张账单", "Choose from 1 to {n} bills.");
const ONE_BOOK: Msg = Msg::new("coop_bill.book", "EXCEL每次只能打印一张账单", "One at a time is made as a workbook.");

type Words = (&'static str, &'static str);

/// What a line was counted of.
#[derive(Debug, Clone)]
pub(super) struct Detail {
    pub order: Option<Id>,
    pub rule: String,
    pub number: String,
    pub customer_number: String,
    pub biz_number: String,
    pub biz_date: String,
    pub quantity: Option<i64>,
}

/// A bill as its papers show it.
pub(super) struct Paper {
    id: Id,
    code: String,
    facts: Vec<(Words, String)>,
    lines: Vec<Vec<String>>,
    sums: Vec<(Words, String)>,
    details: Vec<Vec<String>>,
    remark: String,
}

const LINE_COLUMNS: [(Words, bool); 8] = [
    (("服务项目", "Service"), false),
    (("条款", "Rule"), false),
    (("数量", "Quantity"), true),
    (("单位", "Unit"), false),
    (("单价", "Price"), true),
    (("金额", "Amount"), true),
    (("税额", "Tax"), true),
    (("备注", "Remark"), false),
];
const DETAIL_COLUMNS: [(Words, bool); 6] = [
    (("条款", "Rule"), false),
    (("单号", "Number"), false),
    (("客户单号", "Customer's number"), false),
    (("业务单号", "Business number"), false),
    (("日期", "Date"), false),
    (("计量", "Quantity"), true),
];

fn quantity(raw: Option<i64>) -> String {
    raw.map(|raw| grouped(&format_scaled(raw, 3, 1))).unwrap_or_default()
}

/// What the lines of a bill were counted of, line by line.
pub(super) fn details(conn: &mut dyn Conn, org: i64, bill: Id, most: u64) -> Result<Vec<Detail>, Refusal> {
    let mut select = sql::from(org, DETAILS);
    select
        .columns(
            ["order_id", "number", "customer_number", "biz_number", "biz_date", "quantity"]
                .map(|column| (DETAILS, column)),
        )
        .column((LINES, "rule_name"))
        .join(JoinType::InnerJoin, LINES, sql::same_org(LINES, DETAILS, "line_id"))
        .and_where(sql::of_eq(DETAILS, "bill_id", bill))
        .order_by((DETAILS, "line_id"), Order::Asc)
        .order_by((DETAILS, "line"), Order::Asc)
        .limit(most);
    let rows = conn.query(&select.into())?;
    rows.iter()
        .map(|row| {
            Ok(Detail {
                order: row.get(0)?,
                number: row.get(1)?,
                customer_number: row.get(2)?,
                biz_number: row.get(3)?,
                biz_date: row.get(4)?,
                quantity: row.get(5)?,
                rule: row.get(6)?,
            })
        })
        .collect()
}

/// Reads a bill for its papers.
pub(super) fn of(conn: &mut dyn Conn, org: i64, (id, own): (Id, &CoopBill)) -> Result<Paper, Refusal> {
    let code = &own.currency_code;
    let mut select = sql::from(org, LINES);
    select
        .columns(
            ["rule_name", "quantity", "unit", "unit_price", "amount", "tax", "remark", "reason"]
                .map(|one| (LINES, one)),
        )
        .column((charge::item::TABLE, "service_name_cn"))
        .join(JoinType::LeftJoin, charge::item::TABLE, sql::same_org(charge::item::TABLE, LINES, "service_item_id"))
        .and_where(sql::of_eq(LINES, "bill_id", id))
        .order_by((LINES, "line"), Order::Asc);
    let (mut lines, mut amount, mut tax) = (Vec::new(), 0i64, 0i64);
    for row in conn.query(&select.into())? {
        let (own_amount, own_tax): (i64, i64) = (row.get(4)?, row.get(5)?);
        amount = amount.saturating_add(own_amount);
        tax = tax.saturating_add(own_tax);
        let price: Option<i64> = row.get(3)?;
        let said: [String; 2] = [row.get(6)?, row.get(7)?];
        lines.push(vec![
            row.get(8)?,
            row.get(0)?,
            quantity(row.get(1)?),
            row.get(2)?,
            price.map(|raw| grouped(&format_scaled(raw, 4, 2))).unwrap_or_default(),
            figure_of(own_amount, code)?,
            figure_of(own_tax, code)?,
            said.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" "),
        ]);
    }
    let details = details(conn, org, id, DETAILS_MAX)?.into_iter();
    let details = details.map(|one| {
        vec![one.rule, one.number, one.customer_number, one.biz_number, one.biz_date, quantity(one.quantity)]
    });
    let side = platform::flow::name_of(agreement::SIDES, &own.side).0;
    Ok(Paper {
        id,
        code: own.bill_code.clone(),
        facts: vec![
            (("客商", "Partner"), facts::coop_name(conn, org, own.coop_id)?),
            (("账单号", "Bill"), own.bill_code.clone()),
            (("收付方向", "Side"), side.to_owned()),
            (("期间", "Period"), own.period.clone()),
            (("出账日", "Issued on"), own.issue_date.clone()),
            (("到期日", "Due date"), own.due_date.clone()),
        ],
        lines,
        sums: vec![
            (("金额", "Amount"), format!("{code} {}", figure_of(amount, code)?)),
            (("税额", "Tax"), format!("{code} {}", figure_of(tax, code)?)),
        ],
        details: details.collect(),
        remark: own.remark.clone(),
    })
}

fn word((zh, en): Words, english: bool) -> String {
    if english { en.to_owned() } else { zh.to_owned() }
}

/// Bills as one PDF.
pub(super) fn pdf(
    app: &App,
    conn: &mut dyn Conn,
    org: i64,
    (papers, english): (&[Paper], bool),
) -> Result<Vec<u8>, Refusal> {
    let company = sender(facts::org(conn, org)?, english);
    let logo = template::company_logo_in(app, conn, org)?;
    let columns = |all: &[(Words, bool)]| {
        all.iter().map(|(label, number)| SheetColumn { label: word(*label, english), number: *number }).collect()
    };
    let said = |pairs: &[(Words, String)]| -> Vec<(String, String)> {
        pairs.iter().map(|(label, value)| (word(*label, english), value.clone())).collect()
    };
    let sheet = |paper: &Paper| {
        let title = word(("计费依据", "Counted of"), english);
        let table = SheetTable { title, columns: columns(&DETAIL_COLUMNS), rows: paper.details.clone() };
        Sheet {
            size: SIZE,
            sender: company.clone(),
            title: word(("客商账单", "PARTNER BILL"), english),
            logo: logo.clone(),
            facts: said(&paper.facts),
            columns: columns(&LINE_COLUMNS),
            rows: paper.lines.clone(),
            tables: if paper.details.is_empty() { Vec::new() } else { vec![table] },
            sums: said(&paper.sums),
            notes: vec![(word(("备注", "Remark"), english), paper.remark.clone())],
            ..Sheet::default()
        }
    };
    let sheets: Vec<Sheet> = papers.iter().map(sheet).collect();
    print::sheets(&sheets).map_err(|error| Refusal::broken(format!("bills as PDF: {error}")))
}

/// A bill as a workbook: its lines, and behind them what they were counted of.
pub(super) fn book(paper: &Paper, english: bool) -> Result<Vec<u8>, Refusal> {
    written(paper, english).map_err(|error| Refusal::broken(format!("a bill as workbook: {error}")))
}

fn written(paper: &Paper, english: bool) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let heading = Format::new().set_bold();
    let sheet = book.add_worksheet();
    let mut line = 0;
    for (label, value) in paper.facts.iter().chain(&paper.sums) {
        sheet.write_string_with_format(line, 0, word(*label, english), &heading)?;
        sheet.write_string(line, 1, inert(value))?;
        line += 1;
    }
    let tables = [(&LINE_COLUMNS[..], &paper.lines), (&DETAIL_COLUMNS[..], &paper.details)];
    for (columns, rows) in tables.into_iter().filter(|(_, rows)| !rows.is_empty()) {
        line += 1;
        for ((label, _), place) in columns.iter().zip(0u16..) {
            sheet.set_column_width(place, WIDTH)?;
            sheet.write_string_with_format(line, place, word(*label, english), &heading)?;
        }
        for row in rows {
            line += 1;
            for ((cell, place), (_, number)) in row.iter().zip(0u16..).zip(columns) {
                match cell.replace(',', "").parse::<f64>() {
                    Ok(figure) if *number => sheet.write_number(line, place, figure)?,
                    _ => sheet.write_string(line, place, inert(cell))?,
                };
            }
        }
        line += 1;
    }
    book.save_to_buffer()
}

/// POST /prm/coopBill/paper {ids, language, format}.
pub(super) fn print(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    answer(call, &asked)
}

/// GET /prm/coopBill/print/{id}.
pub(super) fn print_one(call: &mut Call) -> Outcome {
    let asked = Asked { ids: vec![call.path_id("id")?], language: String::new(), format: String::new() };
    answer(call, &asked)
}

fn answer(call: &mut Call, asked: &Asked) -> Outcome {
    let is_book = match asked.format.as_str() {
        "" | "PDF" => false,
        "EXCEL" => true,
        _ => return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "format")]))),
    };
    if asked.ids.is_empty() || asked.ids.len() > PAPERS_MAX {
        return Err(Refusal::Business(NONE.with(&[("n", &PAPERS_MAX.to_string())])));
    }
    if is_book && asked.ids.len() > 1 {
        return Err(Refusal::business(ONE_BOOK));
    }
    let english = is_english(&asked.language, call.language());
    let actor = call.actor()?.clone();
    let papers = call.read(|conn| read(conn, &actor, &asked.ids))?;
    let first = papers.first().filter(|_| papers.len() == asked.ids.len()).ok_or(Refusal::NotFound)?;
    let name = if papers.len() == 1 { first.code.clone() } else { format!("{}_{}", first.code, papers.len()) };
    let (bytes, mime, ending) = if is_book {
        (book(first, english)?, XLSX, "xlsx")
    } else {
        let app = call.app.clone();
        (call.read(|conn| pdf(&app, conn, actor.org_id, (&papers, english)))?, PDF, "pdf")
    };
    call.write(|tx| {
        papers.iter().try_for_each(|paper| {
            tx.log(LogEntry::of(TABLE, paper.id, &paper.code, PATH).did("打印", "打印").level(Level::Low))
        })
    })?;
    Ok(Answer::File { name: format!("{name}.{ending}"), mime: mime.to_owned(), bytes, inline: !is_book })
}

/// The bills an actor sees, by their ids.
fn read(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<Paper>, Refusal> {
    let org = actor.org_id;
    let mut select = sql::from(org, TABLE);
    select
        .column((TABLE, "id"))
        .columns(CoopBill::FIELDS.iter().map(|field| (TABLE, field.column)))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", TABLE, "coop_id"))
        .and_where(sql::is_in(sql::of(TABLE, "id"), ids.iter().copied()))
        .cond_where(domain::coop::visible_coop(actor))
        .order_by((TABLE, "id"), Order::Asc);
    let mut papers = Vec::new();
    for row in conn.query(&select.into())? {
        let own = CoopBill::from_values(row.0.get(1..).unwrap_or_default())?;
        papers.push(of(conn, org, (row.get(0)?, &own))?);
    }
    Ok(papers)
}
