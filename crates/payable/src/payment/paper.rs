//! 打印: payments with their lines, as a PDF for many or as a workbook of the company's template for one.

use charge::chain::{PAYMENT, PROCESSING};
use charge::ledger::{COST_VIEW, money_text};
use charge::rate;
use kernel::{Id, Msg, grouped};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::files::XLSX;
use platform::refusal::Refusal;
use platform::sea_query::{JoinType, Order};
use platform::store::{Conn, Row, sql};
use settle::number::SEVERAL;
use settle::paper::{self, Asked, PAPERS_MAX, Paper, is_english, language, sender};
use settle::payment::OBJECT;
use template::{Cell, Format, Values, fill_excel};
use trade::charge::capital::capital;
use trade::charge::{Currency, Money};

use super::details::{self, Line, SHOWN_MAX};
use super::{PATH, seen};

/// Its template.
const DOCUMENT: &str = "对账单";
const KIND: paper::Kind = paper::Kind {
    object: OBJECT,
    page: PATH,
    did: "打印对账单",
    view: COST_VIEW,
    title: (DOCUMENT, "RECONCILIATION"),
    landscape: true,
};

const NONE: Msg = Msg::new("payment.print_none", "请选择对账单", "Choose payments.");
const TOO_MANY: Msg =
    Msg::new("payment.print_many", "一次最多打印{n}张对账单", "At most {n} payments are printed at once.");
const ONE_BOOK: Msg = Msg::new("payment.print_book", "Excel一次只能打印一张对账单", "A workbook is of one payment.");
const TOO_LONG: Msg = Msg::new(
    "payment.print_long",
    "明细超过{n}行，请导出明细",
    "There are more than {n} lines: export the lines instead.",
);

/// A payment with what stands on its paper.
struct Found {
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

impl Found {
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

    /// What stands above and below the table of a template.
    fn head(&self, sender: String) -> Values {
        [
            ("orgName", sender),
            ("bankInfo", String::new()),
            ("coopName", self.supplier.clone()),
            ("billNo", self.num.clone()),
            ("billDate", self.date.clone()),
            ("currency", self.currency.code().to_owned()),
            ("total", self.money(self.total())),
            ("totalUpper", self.capitals()),
        ]
        .into()
    }

    fn row(&self, line: &Line) -> Values {
        let cargo = line.cargo;
        [
            ("orderCode", line.order_code.clone()),
            ("awb", line.number.clone()),
            ("route", line.route.clone()),
            ("pieces", cargo.pieces.map(|pieces| pieces.to_string()).unwrap_or_default()),
            ("weight", cargo.weight.map(|weight| weight.show(1)).unwrap_or_default()),
            ("volume", cargo.volume.map(|volume| volume.show(3)).unwrap_or_default()),
            ("chargeWeight", line.charge_weight.map(|weight| weight.show(2)).unwrap_or_default()),
            ("serviceName", line.item.clone()),
            ("price", line.price.to_string()),
            ("quantity", line.quantity.to_string()),
            ("amount", self.money(line.amount)),
            ("tax", self.money(line.tax)),
        ]
        .into()
    }
}

/// POST /css/payment/paper.
pub(super) fn print(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let is_book = asked.format == Format::Excel.code();
    match asked.ids.as_slice() {
        [] => Err(Refusal::business(NONE)),
        ids if ids.len() > PAPERS_MAX => Err(Refusal::Business(TOO_MANY.with(&[("n", &PAPERS_MAX.to_string())]))),
        [id] if is_book => workbook(call, *id, &asked),
        _ if is_book => Err(Refusal::business(ONE_BOOK)),
        _ => paper::drawn(call, &KIND, &asked, papers),
    }
}

/// The workbook of one, by the template of the company.
fn workbook(call: &mut Call, id: Id, asked: &Asked) -> Outcome {
    let english = is_english(&asked.language, call.language());
    let actor = call.actor()?.clone();
    actor.need(COST_VIEW)?;
    let (found, sender, template) = call.read(|conn| {
        let found = read(conn, &actor, &[id])?.into_iter().next().ok_or(Refusal::NotFound)?;
        let (_, template) = template::workbook(&call.app, conn, actor.org_id, &cell(&found, english)?, None)?;
        Ok((found, sender(facts::org(conn, actor.org_id)?, english), template))
    })?;
    let rows: Vec<Values> = found.lines.iter().map(|line| found.row(line)).collect();
    let bytes = fill_excel(&template, &found.head(sender), &rows).map_err(|fault| Refusal::Business(fault.text()))?;
    call.write(|tx| tx.log(paper::entry(&KIND, (found.id, &found.num))))?;
    Ok(Answer::File { name: format!("{}.xlsx", found.num), mime: XLSX.to_owned(), bytes, inline: false })
}

/// The cell of the template; a payment over several scopes takes that of its first order.
fn cell(found: &Found, english: bool) -> Result<Cell, Refusal> {
    let scope = match found.lines.first() {
        Some(line) if found.scope == SEVERAL => line.scope.as_str(),
        _ => found.scope.as_str(),
    };
    let cell = Cell::of(scope, DOCUMENT, language(english), Format::Excel);
    cell.ok_or_else(|| Refusal::broken(format!("no workbook of {scope}")))
}

fn read(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<Found>, Refusal> {
    let org = actor.org_id;
    let mut select = sql::from(org, PAYMENT);
    select.columns(
        ["id", "payment_num", "business_scope", "payment_date", "supplier_bill_no", "remark", "currency_code"]
            .map(|column| (PAYMENT, column)),
    );
    select.columns([("supplier", "coop_name"), ("maker", "name_cn"), (PAYMENT, "state")]);
    select.join_as(JoinType::LeftJoin, "coop", "supplier", sql::same_org("supplier", PAYMENT, "coop_id"));
    select.join_as(JoinType::LeftJoin, "app_user", "maker", sql::same_org("maker", PAYMENT, "created_by"));
    select
        .and_where(sql::is_in(sql::of(PAYMENT, "id"), ids.iter().copied()))
        .cond_where(seen::visible(actor))
        .order_by((PAYMENT, "id"), Order::Asc);
    let mut all = Vec::new();
    for row in conn.query(&select.into())? {
        if row.get::<String>(9)? == PROCESSING {
            return Err(Refusal::Business(platform::bulk::busy(&row.get::<String>(1)?)));
        }
        all.push(found(conn, org, &row)?);
    }
    let lines = details::read(conn, actor, ids)?;
    if lines.len() > SHOWN_MAX {
        return Err(Refusal::Business(TOO_LONG.with(&[("n", &SHOWN_MAX.to_string())])));
    }
    for line in lines {
        if let Some(found) = all.iter_mut().find(|found| found.id == line.payment) {
            found.lines.push(line);
        }
    }
    Ok(all)
}

fn found(conn: &mut dyn Conn, org: i64, row: &Row) -> Result<Found, Refusal> {
    let code: String = row.get(6)?;
    Ok(Found {
        id: row.get(0)?,
        num: row.get(1)?,
        scope: row.get(2)?,
        date: row.get(3)?,
        bill: row.get(4)?,
        remark: row.get(5)?,
        currency: rate::currency_of(&code)?,
        currency_name: facts::currency_name(conn, org, &code)?,
        supplier: row.get(7)?,
        maker: row.get(8)?,
        lines: Vec::new(),
    })
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

/// What payments print.
fn papers(conn: &mut dyn Conn, actor: &Actor, (ids, _): (&[Id], bool)) -> Result<Vec<Paper>, Refusal> {
    Ok(read(conn, actor, ids)?.into_iter().map(paper).collect())
}

fn paper(found: Found) -> Paper {
    let cells = |line: &Line| -> Vec<String> {
        let values = found.row(line);
        let cell = |(_, name, figure): &(_, &str, bool)| {
            let text = values.get(name).cloned().unwrap_or_default();
            if *figure { grouped(&text) } else { text }
        };
        COLUMNS.iter().map(cell).collect()
    };
    let code = found.currency.code();
    Paper {
        id: found.id,
        num: found.num.clone(),
        columns: COLUMNS.into_iter().map(|(words, _, number)| (words, number)).collect(),
        rows: found.lines.iter().map(cells).collect(),
        sums: vec![
            (("合计", "Total"), format!("{code} {}", grouped(&found.money(found.total())))),
            (("大写", ""), found.capitals()),
        ],
        facts: vec![
            (("供应商", "Supplier"), found.supplier),
            (("对账单编号", "Number"), found.num),
            (("对账日期", "Date"), found.date),
            (("供应商账单号", "Your bill"), found.bill),
            (("币种", "Currency"), code.to_owned()),
            (("制单人", "Made by"), found.maker),
        ],
        remark: found.remark,
    }
}
