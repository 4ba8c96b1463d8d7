//! A note on paper: the company's template of 账单 with its order, lines, totals by currency, the functional total with its
//! amount in capitals, and the account (catalogue css.md /af_css_debit_note, 打印).

use std::collections::BTreeMap;

use charge::chain::NOTE;
use charge::item::{self, ServiceItem};
use charge::line::Line;
use charge::rate;
use kernel::{Id, Instant, Price, Quantity, Scope, Volume, Weight, show_minute};
use order::ChargeUnit;
use platform::access::Actor;
use platform::call::App;
use platform::refusal::Refusal;
use platform::sea_query::JoinType;
use platform::store::{Conn, Row, sql};
use template::{Cell, Format, Layout, PictureFiles, Pictures, Values};
use trade::charge::Currency;

use super::ORDER;
use super::look::lines_of;
use crate::paper::{Company, Sums, title_of};

/// What the templates call it.
pub(super) const DOCUMENT: &str = "账单";

/// A note with all its paper shows, read from the database.
pub(super) struct Read {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// Its order.
    pub order: Id,
    /// The cell of its paper.
    pub cell: Cell,
    layout: Layout,
    files: PictureFiles,
    /// Values by the names of variables, and those of its lines.
    pub values: Values,
    /// Of each line.
    pub rows: Vec<Values>,
    facts: Vec<(String, String)>,
    sums: Vec<(String, String)>,
    header: String,
    maker: String,
}

/// Head of a note, its order and its customer.
struct Head(Row);

const OWN: [&str; 8] =
    ["note_num", "business_scope", "note_date", "due_date", "remark", "bank_id", "created_at", "order_id"];
const OF_ORDER: [&str; 12] = [
    "order_code",
    "biz_number",
    "customer_number",
    "biz_carrier",
    "biz_date",
    "departure_station",
    "arrival_station",
    "confirm_pieces",
    "plan_pieces",
    "biz_quantity",
    "confirm_volume",
    "plan_volume",
];

impl Head {
    fn of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Self, Refusal> {
        let mut select = sql::from(org, NOTE);
        select
            .columns(OWN.map(|column| (NOTE, column)))
            .columns(OF_ORDER.map(|column| (ORDER, column)))
            .columns([("coop", "coop_full_name"), ("coop", "coop_ename"), ("app_user", "name_cn")])
            .join(JoinType::LeftJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
            .join(JoinType::LeftJoin, "coop", sql::same_org("coop", NOTE, "coop_id"))
            .join(JoinType::LeftJoin, "app_user", sql::same_org("app_user", NOTE, "created_by"))
            .and_where(sql::of_eq(NOTE, "id", id));
        Ok(Self(conn.first(&select.into())?.ok_or(Refusal::NotFound)?))
    }

    fn text(&self, place: usize) -> Result<String, Refusal> {
        Ok(self.0.get::<Option<String>>(place)?.unwrap_or_default())
    }

    fn figure(&self, confirm: usize, plan: usize) -> Result<Option<i64>, Refusal> {
        Ok(self.0.get::<Option<i64>>(confirm)?.or(self.0.get(plan)?))
    }

    /// The customer, by his English name where the paper is English and there is one.
    fn customer(&self, english: bool) -> Result<String, Refusal> {
        let [full, ename] = [self.text(20)?, self.text(21)?];
        Ok(if english && !ename.is_empty() { ename } else { full })
    }

    /// What the order is charged by, with its unit.
    fn quantity(&self, scope: Scope) -> Result<String, Refusal> {
        let unit = order::profile(scope).unit;
        let digits = if unit == ChargeUnit::Tons { 3 } else { 2 };
        let raw: Option<i64> = self.0.get(17)?;
        Ok(raw.map(|raw| format!("{} {}", Weight::from_raw(raw).show(digits), unit.name())).unwrap_or_default())
    }
}

/// Reads a note its caller sees for its paper.
pub(super) fn read(
    conn: &mut dyn Conn,
    actor: &Actor,
    (id, english): (Id, bool),
    format: Format,
) -> Result<Read, Refusal> {
    let org = actor.org_id;
    let head = Head::of(conn, org, id)?;
    let scope_code = head.text(1)?;
    let scope = Scope::from_code(&scope_code).ok_or(Refusal::NotFound)?;
    let language = if english { "en" } else { "zh" };
    let cell = Cell::of(&scope_code, DOCUMENT, language, format);
    let cell = cell.ok_or_else(|| Refusal::broken(format!("no paper {DOCUMENT} of {scope_code}")))?;
    let layout = template::layout(conn, org, &cell)?;
    let lines = lines_of(conn, org, id)?;
    let own = rate::functional(conn, org)?;
    let company = Company::of(conn, org, english)?;
    let currency = only_currency(&lines).unwrap_or(own.code()).to_owned();
    let wanted: Option<Id> = head.0.get(5)?;
    let bank = template::bank(conn, org, wanted.or(layout.bank_id), &currency, language)?;
    let title = bank.as_ref().map(|bank| title_of(conn, org, bank.id, english)).transpose()?;
    let files = PictureFiles::of(conn, actor, (&cell, &layout), bank.as_ref())?;
    let amounts = lines.iter().map(|line| (line.charge.currency_code.as_str(), line.charge.amount.unwrap_or_default()));
    let sums = Sums::of(conn, (org, own), amounts, lines.iter().map(|line| line.charge.functional).sum())?;
    let mut values = sums.values(&cell);
    values.extend([
        ("orgName", title.filter(|title| !title.is_empty()).unwrap_or_else(|| company.name.clone())),
        ("bankInfo", bank.map(|bank| bank.info).unwrap_or_default()),
        ("coopName", head.customer(english)?),
        ("billNo", head.text(0)?),
        ("billDate", head.text(2)?),
        ("jobNumber", head.text(8)?),
        ("billRemark", head.text(4)?),
    ]);
    let rows = rows_of(conn, org, (&head, &lines), english)?;
    let made = Instant::from_millis(head.0.get(6)?);
    Ok(Read {
        id,
        num: head.text(0)?,
        order: head.0.get(7)?,
        facts: facts(&head, &cell, scope)?,
        sums: sums.told(&cell),
        header: company.header(&cell),
        maker: format!("{} {}", head.text(22)?, show_minute(made)),
        cell,
        layout,
        files,
        values,
        rows,
    })
}

/// The one currency of some lines; none of several.
fn only_currency(lines: &[Line]) -> Option<&str> {
    let first = lines.first()?.charge.currency_code.as_str();
    lines.iter().all(|line| line.charge.currency_code == first).then_some(first)
}

/// What stands above the lines, two beside each other.
fn facts(head: &Head, cell: &Cell, scope: Scope) -> Result<Vec<(String, String)>, Refusal> {
    let name = |zh: &'static str, en: &'static str| cell.text((zh, en)).to_owned();
    let pieces = head.figure(15, 16)?.map(|pieces| pieces.to_string()).unwrap_or_default();
    let volume = head.figure(18, 19)?.map(|raw| format!("{} CBM", Volume::from_raw(raw).show(3)));
    let facts = vec![
        (name("客户", "To"), head.customer(cell.language == "en")?),
        (name("账单编号", "Debit note no."), head.text(0)?),
        (name("客户单号", "Your ref."), head.text(10)?),
        (name("日期", "Date"), head.text(2)?),
        (name("单号", "B/L or AWB no."), head.text(9)?),
        (name("到期日", "Due date"), head.text(3)?),
        (name("工作号", "Job no."), head.text(8)?),
        (name("业务日期", "Business date"), head.text(12)?),
        (name("始发", "From"), head.text(13)?),
        (name("目的", "To place"), head.text(14)?),
        (name("航班/船次", "Flight or vessel"), head.text(11)?),
        (name("件数", "Pieces"), pieces),
        (name("计量", "Chargeable"), head.quantity(scope)?),
        (name("体积", "Volume"), volume.unwrap_or_default()),
    ];
    Ok(facts.into_iter().filter(|(_, value)| !value.is_empty()).collect())
}

/// The lines by the names of variables.
fn rows_of(
    conn: &mut dyn Conn,
    org: i64,
    (head, lines): (&Head, &[Line]),
    english: bool,
) -> Result<Vec<Values>, Refusal> {
    let items = item::by_id(conn, org, lines.iter().filter_map(|line| line.charge.service_item_id))?;
    let of_order: Values = [
        ("orderCode", head.text(8)?),
        ("awb", head.text(9)?),
        ("route", format!("{}-{}", head.text(13)?, head.text(14)?)),
        ("pieces", head.figure(15, 16)?.map(|pieces| pieces.to_string()).unwrap_or_default()),
        ("volume", head.figure(18, 19)?.map(|raw| Volume::from_raw(raw).show(3)).unwrap_or_default()),
        ("chargeWeight", head.0.get::<Option<i64>>(17)?.map(|raw| Weight::from_raw(raw).show(2)).unwrap_or_default()),
    ]
    .into();
    Ok(lines.iter().map(|line| row_of(line, &items, &of_order, english)).collect())
}

fn row_of(line: &Line, items: &BTreeMap<Id, ServiceItem>, of_order: &Values, english: bool) -> Values {
    let charge = &line.charge;
    let item = charge.service_item_id.and_then(|id| items.get(&id));
    let name = item.map(|item| {
        let own = if english { &item.service_name_en } else { &item.service_name_cn };
        if own.is_empty() { item.service_name_cn.clone() } else { own.clone() }
    });
    let money = |raw: Option<i64>| {
        let currency = Currency::named(&charge.currency_code);
        currency.zip(raw).map(|(currency, raw)| charge::ledger::money_text(raw, currency)).unwrap_or_default()
    };
    let mut row = of_order.clone();
    row.extend([
        ("serviceName", name.unwrap_or_default()),
        ("currencyCode", charge.currency_code.clone()),
        ("price", charge.price.map(|raw| Price::from_raw(raw).to_string()).unwrap_or_default()),
        ("quantity", charge.quantity.map(|raw| Quantity::from_raw(raw).to_string()).unwrap_or_default()),
        ("amount", money(charge.amount)),
        ("tax", money(Some(charge.tax))),
        ("lineNote", charge.note.clone()),
    ]);
    row
}

/// A note drawn: its sheet, the templates of seals and signatures on it, and whether one was withheld.
pub(super) struct Drawn {
    pub sheet: print::Sheet,
    pub used: Vec<Id>,
    pub withheld: bool,
}

impl Read {
    /// The template's paper with what a note says. Pictures take a while, so the database has been left.
    pub(super) fn drawn(&self, app: &App, org: i64) -> Result<Drawn, Refusal> {
        let pictures = self.files.clone().read(app, org)?;
        let sheet = self.sheet(&pictures);
        Ok(Drawn { sheet, used: pictures.used, withheld: pictures.withheld })
    }

    fn sheet(&self, pictures: &Pictures) -> print::Sheet {
        let mut sheet = template::sheet(&self.cell, &self.layout, pictures, &self.values, &self.rows);
        let words = [self.header.as_str(), sheet.header.as_str()];
        sheet.header = words.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
        sheet.facts.clone_from(&self.facts);
        sheet.sums.clone_from(&self.sums);
        let remark = self.values.get("billRemark").cloned().unwrap_or_default();
        sheet.notes.insert(0, (self.cell.text(("备注", "Remark")).to_owned(), remark));
        sheet.notes.push((self.cell.text(("制单", "Made by")).to_owned(), self.maker.clone()));
        sheet
    }
}
