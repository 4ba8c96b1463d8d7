//! A bill on paper: who it is from, its lines by the company's template, totals by currency, the functional total with its
//! amount in capitals, and the account it asks to be paid to.

use std::collections::BTreeMap;

use charge::item::ServiceItem;
use charge::ledger::money_text;
use charge::line::Charge;
use charge::rate;
use kernel::{Id, Instant, Price, Quantity, Volume, Weight, grouped, show_minute};
use order::listed::Cargo;
use platform::access::Actor;
use platform::call::App;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use print::{Sheet, SheetColumn};
use settle::amounts::each;
use template::{Cell, Layout, PictureFiles, Values};
use trade::charge::capital::capital;
use trade::charge::{Currency, Money};

/// What a bill says besides its lines.
pub(crate) struct Head {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// Its date.
    pub date: String,
    /// Who pays.
    pub customer: String,
    /// Printed on it.
    pub remark: String,
    /// The account it asks to be paid to.
    pub bank: Option<Id>,
    /// Who made it, and when.
    pub made: (String, i64),
    /// Its orders.
    pub orders: Vec<Id>,
    /// What stands above the table, two beside each other; what is empty is left out.
    pub facts: Vec<((&'static str, &'static str), String)>,
}

/// A table of words; figures are plain: `1200.00`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Table {
    /// Headings, and which columns are figures.
    pub columns: Vec<(String, bool)>,
    /// Rows.
    pub rows: Vec<Vec<String>>,
}

/// A bill with all its paper shows, read from the database.
pub(crate) struct Read {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// Its orders.
    pub orders: Vec<Id>,
    /// The cell of its paper.
    pub cell: Cell,
    /// Values by the names of variables.
    pub values: Values,
    /// Those of each line.
    pub rows: Vec<Values>,
    /// A table of its own in place of that of the template.
    pub table: Option<Table>,
    /// What stands above the table.
    pub facts: Vec<(String, String)>,
    /// What stands below it.
    pub sums: Vec<(String, String)>,
    layout: Layout,
    files: PictureFiles,
    header: String,
    maker: String,
}

impl Read {
    /// Of what a bill says and its charges, by the template of a cell.
    pub(crate) fn of<'a>(
        conn: &mut dyn Conn,
        actor: &Actor,
        (cell, head): (Cell, Head),
        charges: impl Iterator<Item = &'a Charge> + Clone,
    ) -> Result<Self, Refusal> {
        let (org, english) = (actor.org_id, cell.language == "en");
        let own = rate::functional(conn, org)?;
        let layout = template::layout(conn, org, &cell)?;
        let currency = only_currency(charges.clone()).unwrap_or(own.code());
        let bank = template::bank(conn, org, head.bank.or(layout.bank_id), currency, cell.language)?;
        let title = bank.as_ref().map(|bank| title_of(conn, org, bank.id, english)).transpose()?;
        let files = PictureFiles::of(conn, actor, (&cell, &layout), bank.as_ref())?;
        let company = Company::of(conn, org, english)?;
        let amounts = charges.clone().map(|one| (one.currency_code.as_str(), one.amount.unwrap_or_default()));
        let sums = Sums::of(conn, (org, own), amounts, charges.map(|one| one.functional).sum())?;
        let mut values = sums.values(&cell);
        values.extend([
            ("orgName", title.filter(|title| !title.is_empty()).unwrap_or_else(|| company.name.clone())),
            ("bankInfo", bank.map(|bank| bank.info).unwrap_or_default()),
            ("coopName", head.customer.clone()),
            ("billNo", head.num.clone()),
            ("billDate", head.date),
            ("billRemark", head.remark),
        ]);
        let customer = (("客户", "To"), head.customer);
        let facts = std::iter::once(customer).chain(head.facts).filter(|(_, value)| !value.is_empty());
        let (maker, made) = head.made;
        Ok(Self {
            id: head.id,
            num: head.num,
            orders: head.orders,
            facts: facts.map(|(label, value)| (cell.text(label).to_owned(), value)).collect(),
            sums: sums.told(&cell),
            header: company.header(&cell),
            maker: format!("{maker} {}", show_minute(Instant::from_millis(made))),
            rows: Vec::new(),
            table: None,
            cell,
            values,
            layout,
            files,
        })
    }

    /// The template's paper with what the bill says. Pictures take a while, so the database has been left.
    pub(crate) fn drawn(&self, app: &App, org: i64) -> Result<Drawn, Refusal> {
        let pictures = self.files.clone().read(app, org)?;
        let rows = if self.table.is_none() { self.rows.as_slice() } else { &[] };
        let mut sheet = template::sheet(&self.cell, &self.layout, &pictures, &self.values, rows);
        let words = [self.header.as_str(), sheet.header.as_str()];
        sheet.header = words.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
        if let Some(table) = self.table.clone() {
            let table = table.grouped();
            sheet.landscape = true;
            sheet.columns = table.columns.into_iter().map(|(label, number)| SheetColumn { label, number }).collect();
            sheet.rows = table.rows;
        }
        sheet.facts.clone_from(&self.facts);
        sheet.sums.clone_from(&self.sums);
        let remark = self.values.get("billRemark").cloned().unwrap_or_default();
        sheet.notes.insert(0, (self.cell.text(("备注", "Remark")).to_owned(), remark));
        sheet.notes.push((self.cell.text(("制单", "Made by")).to_owned(), self.maker.clone()));
        Ok(Drawn { sheet, used: pictures.used, withheld: pictures.withheld })
    }
}

/// A bill drawn: its sheet, the templates of seals and signatures on it, and whether one was withheld.
pub(crate) struct Drawn {
    pub sheet: Sheet,
    pub used: Vec<Id>,
    pub withheld: bool,
}

impl Table {
    /// The same with figures of money and weight in groups of three, as people read them.
    pub(crate) fn grouped(mut self) -> Self {
        let figures: Vec<bool> = self.columns.iter().map(|(_, figure)| *figure).collect();
        for row in &mut self.rows {
            for (cell, figure) in row.iter_mut().zip(&figures) {
                if *figure && cell.parse::<f64>().is_ok() {
                    *cell = grouped(cell);
                }
            }
        }
        self
    }
}

/// The one currency of some charges; none of several.
pub(crate) fn only_currency<'a>(mut charges: impl Iterator<Item = &'a Charge>) -> Option<&'a str> {
    let first = charges.next()?.currency_code.as_str();
    charges.all(|one| one.currency_code == first).then_some(first)
}

/// An amount without its currency.
pub(crate) fn plain(raw: i64, currency: &str) -> String {
    Currency::named(currency).map(|currency| money_text(raw, currency)).unwrap_or_default()
}

/// An order as the rows of templates name it: by its code, its number and its way, with its cargo and what it is charged by.
pub(crate) fn order_values([code, number, route]: [String; 3], cargo: Cargo, charged: Option<Weight>) -> Values {
    let weight = |weight: Option<Weight>| weight.map(|weight| weight.show(2)).unwrap_or_default();
    [
        ("orderCode", code),
        ("awb", number),
        ("route", route),
        ("pieces", cargo.pieces.map(|pieces| pieces.to_string()).unwrap_or_default()),
        ("weight", weight(cargo.weight)),
        ("volume", volume(cargo.volume)),
        ("chargeWeight", weight(charged)),
    ]
    .into()
}

/// A volume in cubic metres.
pub(crate) fn volume(volume: Option<Volume>) -> String {
    volume.map(|volume| volume.show(3)).unwrap_or_default()
}

/// A charge of an order as the rows of templates name both.
pub(crate) fn charge_values(
    charge: &Charge,
    items: &BTreeMap<Id, ServiceItem>,
    of_order: &Values,
    english: bool,
) -> Values {
    let item = charge.service_item_id.and_then(|id| items.get(&id));
    let mut row = of_order.clone();
    row.extend([
        ("serviceName", item.map(|item| item.name(english).to_owned()).unwrap_or_default()),
        ("currencyCode", charge.currency_code.clone()),
        ("price", charge.price.map(|raw| Price::from_raw(raw).to_string()).unwrap_or_default()),
        ("quantity", charge.quantity.map(|raw| Quantity::from_raw(raw).to_string()).unwrap_or_default()),
        ("amount", plain(charge.amount.unwrap_or_default(), &charge.currency_code)),
        ("tax", plain(charge.tax, &charge.currency_code)),
        ("lineNote", charge.note.clone()),
    ]);
    row
}

/// Totals by currency, and the functional one with its words.
struct Sums {
    each: Vec<(String, String)>,
    functional: String,
    capital: String,
}

impl Sums {
    /// Of amounts by currency, in thousandths, and what they come to in the functional one.
    fn of<'a>(
        conn: &mut dyn Conn,
        (org, own): (i64, Currency),
        amounts: impl IntoIterator<Item = (&'a str, i64)>,
        functional: i64,
    ) -> Result<Self, Refusal> {
        let money = Money::of_thousandths(functional, own).map_err(|fault| Refusal::broken(fault.to_string()))?;
        Ok(Self {
            each: each(own, amounts),
            functional: format!("{} {}", own.code(), grouped(&money_text(functional, own))),
            capital: capital(money, &facts::currency_name(conn, org, own.code())?),
        })
    }

    /// Below the lines. The words are Chinese ones.
    fn told(&self, cell: &Cell) -> Vec<(String, String)> {
        let total = cell.text(("合计", "Total"));
        let mut sums: Vec<(String, String)> =
            self.each.iter().map(|(code, amount)| (total.to_owned(), format!("{code} {amount}"))).collect();
        sums.push((cell.text(("本币合计", "Total in functional currency")).to_owned(), self.functional.clone()));
        if cell.language != "en" {
            sums.push(("大写".to_owned(), self.capital.clone()));
        }
        sums
    }

    /// The same by the names of variables: of one currency a plain number, of several a text.
    fn values(&self, cell: &Cell) -> Values {
        let (currency, total) = match self.each.as_slice() {
            [(code, amount)] => (code.clone(), amount.replace(',', "")),
            several => {
                let codes: Vec<&str> = several.iter().map(|(code, _)| code.as_str()).collect();
                let parts: Vec<String> = several.iter().map(|(code, amount)| format!("{code} {amount}")).collect();
                (codes.join("/"), parts.join("  "))
            }
        };
        let words = if cell.language == "en" { String::new() } else { self.capital.clone() };
        [("currency", currency), ("total", total), ("totalUpper", words), ("functionalTotal", self.functional.clone())]
            .into()
    }
}

/// Whose title stands above the paper.
fn title_of(conn: &mut dyn Conn, org: i64, bank: Id, english: bool) -> Result<String, Refusal> {
    let mut select = sql::from(org, "org_bank");
    select.columns(["title_cn", "title_en"]).and_where(sql::eq("id", bank));
    let row = conn.first(&select.into())?.unwrap_or_default();
    let [zh, en] = [0, 1].map(|place| row.get::<Option<String>>(place).ok().flatten().unwrap_or_default());
    Ok(if english && !en.is_empty() { en } else { zh })
}

/// The company as it stands above its papers.
struct Company {
    name: String,
    address: String,
    phone: String,
}

impl Company {
    /// As it is known in a language.
    fn of(conn: &mut dyn Conn, org: i64, english: bool) -> Result<Self, Refusal> {
        let mut select = sql::from_global("org");
        select.columns(["name", "name_en", "address_cn", "address_en", "phone"]).and_where(sql::eq("id", org));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let either = |zh: usize, en: usize| {
            let own = text(if english { en } else { zh })?;
            if own.is_empty() { text(zh) } else { Ok(own) }
        };
        Ok(Self { name: either(0, 1)?, address: either(2, 3)?, phone: text(4)? })
    }

    /// Address and phone.
    fn header(&self, cell: &Cell) -> String {
        let parts =
            [(cell.text(("地址：", "Address: ")), &self.address), (cell.text(("电话：", "Phone: ")), &self.phone)];
        let filled =
            parts.iter().filter(|(_, value)| !value.is_empty()).map(|(label, value)| format!("{label}{value}"));
        filled.collect::<Vec<_>>().join("  ")
    }
}
