//! 打印: payments with their lines, as a PDF for many or as a workbook of the company's template for one.

use charge::chain::PAYMENT;
use charge::ledger::{COST_VIEW, money_text};
use charge::rate;
use kernel::{Id, Msg, grouped};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::log::{Level, LogEntry};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{JoinType, Order};
use platform::store::{Conn, Row, sql};
use print::{Picture, Sheet, SheetColumn};
use serde::Deserialize;
use settle::number::SEVERAL;
use settle::payment::OBJECT;
use template::{Cell, Format, Values, fill_excel};
use trade::charge::capital::capital;
use trade::charge::{Currency, Money};

use super::details::{self, Line, SHOWN_MAX};
use super::{PATH, seen};

const PDF: &str = "application/pdf";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Payments of one print.
const PAYMENTS_MAX: usize = 200;
/// Size of the words in points.
const SIZE: f32 = 9.0;
/// Its template.
const PAPER: &str = "对账单";

const NONE: Msg = Msg::new("payment.print_none", "请选择对账单", "Choose payments.");
const TOO_MANY: Msg =
    Msg::new("payment.print_many", "一次最多打印{n}张对账单", "At most {n} payments are printed at once.");
const ONE_BOOK: Msg = Msg::new("payment.print_book", "Excel一次只能打印一张对账单", "A workbook is of one payment.");
const TOO_LONG: Msg = Msg::new(
    "payment.print_long",
    "明细超过{n}行，请导出明细",
    "There are more than {n} lines: export the lines instead.",
);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    ids: Vec<String>,
    #[serde(default)]
    language: String,
    #[serde(default)]
    format: String,
}

impl Asked {
    fn ids(&self) -> Result<Vec<Id>, Refusal> {
        let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "ids")]));
        match self.ids.len() {
            0 => Err(Refusal::business(NONE)),
            n if n > PAYMENTS_MAX => Err(Refusal::Business(TOO_MANY.with(&[("n", &PAYMENTS_MAX.to_string())]))),
            n if n > 1 && self.is_book() => Err(Refusal::business(ONE_BOOK)),
            _ => self.ids.iter().map(|id| id.parse().map(Id).map_err(|_| bad())).collect(),
        }
    }

    fn is_book(&self) -> bool {
        self.format == Format::Excel.code()
    }
}

/// A payment with what stands on its paper.
struct Paper {
    id: Id,
    num: String,
    scope: String,
    date: String,
    bill: String,
    remark: String,
    currency: Currency,
    /// The currency as capitals name it.
    currency_name: String,
    supplier: String,
    maker: String,
    lines: Vec<Line>,
}

impl Paper {
    /// What the lines come to: of a payment that is seen in part, less than all of it.
    fn total(&self) -> i64 {
        self.lines.iter().map(|line| line.amount).sum()
    }

    fn money(&self, raw: i64) -> String {
        money_text(raw, self.currency)
    }

    fn capitals(&self) -> String {
        Money::of_thousandths(self.total(), self.currency)
            .map(|money| capital(money, &self.currency_name))
            .unwrap_or_default()
    }
}

/// POST /css/payment/paper.
pub(super) fn print(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let ids = asked.ids()?;
    let english = asked.language == "en";
    let actor = call.actor()?.clone();
    actor.need(COST_VIEW)?;
    let (papers, org) = call.read(|conn| Ok((read(conn, &actor, &ids)?, facts::org(conn, actor.org_id)?)))?;
    let sender = if english && !org.name_en.is_empty() { org.name_en } else { org.name };
    let first = papers.first().ok_or(Refusal::NotFound)?;
    let name = if papers.len() == 1 { first.num.clone() } else { format!("{}_{}", first.num, papers.len()) };
    let file = if asked.is_book() {
        let template = call.read(|conn| {
            let cell = cell(first, english)?;
            Ok(template::workbook(&call.app, conn, actor.org_id, &cell, None)?.1)
        })?;
        let bytes = fill_excel(
            &template,
            &head(first, &sender),
            &first.lines.iter().map(|line| row(first, line)).collect::<Vec<_>>(),
        )
        .map_err(|fault| Refusal::Business(fault.text()))?;
        Answer::File { name: format!("{name}.xlsx"), mime: XLSX.to_owned(), bytes, inline: false }
    } else {
        let logo = template::company_logo(&call.app, actor.org_id)?;
        let sheets: Vec<Sheet> = papers.iter().map(|paper| sheet(paper, &sender, logo.clone(), english)).collect();
        let bytes = print::sheets(&sheets).map_err(|error| Refusal::broken(format!("payments as PDF: {error}")))?;
        Answer::File { name: format!("{name}.pdf"), mime: PDF.to_owned(), bytes, inline: true }
    };
    call.write(|tx| {
        papers.iter().try_for_each(|paper| {
            tx.log(LogEntry::of(OBJECT, paper.id, &paper.num, PATH).did("打印", "打印对账单").level(Level::Low))
        })
    })?;
    Ok(file)
}

/// The cell of the template; a payment over several scopes takes that of its first order.
fn cell(paper: &Paper, english: bool) -> Result<Cell, Refusal> {
    let scope = match paper.lines.first() {
        Some(line) if paper.scope == SEVERAL => line.scope.as_str(),
        _ => paper.scope.as_str(),
    };
    let language = if english { "en" } else { "zh" };
    Cell::of(scope, PAPER, language, Format::Excel).ok_or_else(|| Refusal::broken(format!("no workbook of {scope}")))
}

fn read(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<Paper>, Refusal> {
    let org = actor.org_id;
    let mut select = sql::from(org, PAYMENT);
    select.columns(
        ["id", "payment_num", "business_scope", "payment_date", "supplier_bill_no", "remark", "currency_code"]
            .map(|column| (PAYMENT, column)),
    );
    select.columns([("supplier", "coop_name"), ("maker", "name_cn")]);
    select.join_as(JoinType::LeftJoin, "coop", "supplier", sql::same_org("supplier", PAYMENT, "coop_id"));
    select.join_as(JoinType::LeftJoin, "app_user", "maker", sql::same_org("maker", PAYMENT, "created_by"));
    select
        .and_where(sql::is_in(sql::of(PAYMENT, "id"), ids.iter().copied()))
        .cond_where(seen::visible(actor))
        .order_by((PAYMENT, "id"), Order::Asc);
    let mut papers = Vec::new();
    for found in conn.query(&select.into())? {
        papers.push(paper(conn, org, &found)?);
    }
    if papers.len() != ids.len() {
        return Err(Refusal::NotFound);
    }
    let lines = details::read(conn, actor, ids)?;
    if lines.len() > SHOWN_MAX {
        return Err(Refusal::Business(TOO_LONG.with(&[("n", &SHOWN_MAX.to_string())])));
    }
    for line in lines {
        if let Some(paper) = papers.iter_mut().find(|paper| paper.id == line.payment) {
            paper.lines.push(line);
        }
    }
    Ok(papers)
}

fn paper(conn: &mut dyn Conn, org: i64, row: &Row) -> Result<Paper, Refusal> {
    let code: String = row.get(6)?;
    let mut select = sql::overlaid(org, "currency", &["code"]);
    select.column("name_cn").and_where(sql::of_eq("currency", "code", code.clone())).limit(1);
    let named: Option<String> = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
    Ok(Paper {
        id: row.get(0)?,
        num: row.get(1)?,
        scope: row.get(2)?,
        date: row.get(3)?,
        bill: row.get(4)?,
        remark: row.get(5)?,
        currency: rate::currency_of(&code)?,
        currency_name: named.unwrap_or(code),
        supplier: row.get(7)?,
        maker: row.get(8)?,
        lines: Vec::new(),
    })
}

/// What stands above and below the table of a template.
fn head(paper: &Paper, sender: &str) -> Values {
    [
        ("orgName", sender.to_owned()),
        ("bankInfo", String::new()),
        ("coopName", paper.supplier.clone()),
        ("billNo", paper.num.clone()),
        ("billDate", paper.date.clone()),
        ("currency", paper.currency.code().to_owned()),
        ("total", paper.money(paper.total())),
        ("totalUpper", paper.capitals()),
    ]
    .into()
}

fn row(paper: &Paper, line: &Line) -> Values {
    [
        ("orderCode", line.order_code.clone()),
        ("awb", line.number.clone()),
        ("route", line.route.clone()),
        ("pieces", line.pieces.map(|pieces| pieces.to_string()).unwrap_or_default()),
        ("weight", line.weight.map(|weight| weight.show(1)).unwrap_or_default()),
        ("volume", line.volume.map(|volume| volume.show(3)).unwrap_or_default()),
        ("chargeWeight", line.charge_weight.map(|weight| weight.show(2)).unwrap_or_default()),
        ("serviceName", line.item.clone()),
        ("price", line.price.to_string()),
        ("quantity", line.quantity.to_string()),
        ("amount", paper.money(line.amount)),
        ("tax", paper.money(line.tax)),
    ]
    .into()
}

/// The columns of the PDF: heading, the value of a template's variable, whether it is a figure.
const COLUMNS: [((&str, &str), &str, bool); 9] = [
    (("单号", "Number"), "awb", false),
    (("订单号", "Order"), "orderCode", false),
    (("航程", "Route"), "route", false),
    (("件数", "Pieces"), "pieces", true),
    (("毛重", "Gross weight"), "weight", true),
    (("体积", "Volume"), "volume", true),
    (("计量", "Charged by"), "chargeWeight", true),
    (("服务项目", "Service"), "serviceName", false),
    (("金额", "Amount"), "amount", true),
];

fn sheet(paper: &Paper, sender: &str, logo: Option<Picture>, english: bool) -> Sheet {
    let word = |(zh, en): (&str, &str)| if english { en.to_owned() } else { zh.to_owned() };
    let cells = |line: &Line| -> Vec<String> {
        let values = row(paper, line);
        let cell = |(_, name, figure): &(_, &str, bool)| {
            let text = values.get(name).cloned().unwrap_or_default();
            if *figure { grouped(&text) } else { text }
        };
        COLUMNS.iter().map(cell).collect()
    };
    let total = format!("{} {}", paper.currency.code(), grouped(&paper.money(paper.total())));
    let mut sums = vec![(word(("合计", "Total")), total)];
    if !english {
        sums.push(("大写".to_owned(), paper.capitals()));
    }
    Sheet {
        landscape: true,
        size: SIZE,
        sender: sender.to_owned(),
        title: word(("对账单", "RECONCILIATION")),
        logo,
        facts: vec![
            (word(("供应商", "Supplier")), paper.supplier.clone()),
            (word(("对账单编号", "Number")), paper.num.clone()),
            (word(("对账日期", "Date")), paper.date.clone()),
            (word(("供应商账单号", "Your bill")), paper.bill.clone()),
            (word(("币种", "Currency")), paper.currency.code().to_owned()),
            (word(("制单人", "Made by")), paper.maker.clone()),
        ],
        columns: COLUMNS.into_iter().map(|(words, _, number)| SheetColumn { label: word(words), number }).collect(),
        rows: paper.lines.iter().map(cells).collect(),
        sums,
        notes: vec![(word(("备注", "Remark")), paper.remark.clone())],
        ..Sheet::default()
    }
}
