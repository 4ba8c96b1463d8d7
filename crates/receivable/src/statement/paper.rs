//! A statement on paper: the company's template of 清单 with its notes, totals by currency, the functional total with its amount in
//! capitals, and the account (catalogue css.md /css_statement, 打印).

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::NOTE;
use charge::item::{self, ServiceItem};
use charge::line::of_orders;
use charge::rate;
use kernel::{Id, Instant, Msg, Price, Quantity, Scope, Volume, Weight, show_minute};
use order::ChargeUnit;
use platform::access::Actor;
use platform::call::App;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, ExprTrait, JoinType, Order};
use platform::store::{Conn, Row, sql};
use print::{Sheet, SheetColumn};
use settle::number::SEVERAL;
use template::{Cell, Format, Layout as Template, PictureFiles, Values};
use trade::charge::Currency;

use super::table::{Layout, Source, Table};
use super::{ORDER, TABLE, seen};
use crate::paper::{Company, Sums, title_of};

/// What the templates call it.
pub(super) const DOCUMENT: &str = "清单";
/// Notes of one paper: of more their list is exported.
const NOTES_MAX: usize = 5_000;
const TOO_LONG: Msg = Msg::new(
    "statement.print.long",
    "清单超过{n}张账单，请导出明细",
    "The statement has more than {n} notes: export its notes instead.",
);

/// A line of a note.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub item: Option<Id>,
    pub currency: String,
    pub price: Option<i64>,
    pub quantity: Option<i64>,
    pub amount: i64,
    pub tax: i64,
    pub functional: i64,
    pub note: String,
}

/// A note with its order and lines, as paper shows it.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub id: Id,
    pub num: String,
    pub order: Id,
    pub code: String,
    pub number: String,
    pub customer_number: String,
    pub biz_date: String,
    pub collected: String,
    pub stored: String,
    pub pieces: Option<i64>,
    pub weight: Option<i64>,
    pub volume: Option<i64>,
    pub charged: Option<i64>,
    pub unit: ChargeUnit,
    pub scope: String,
    pub route: String,
    pub parts: Vec<Part>,
}

impl Member {
    /// Its amounts by currency.
    pub(super) fn amounts(&self) -> BTreeMap<&str, i64> {
        let mut sums: BTreeMap<&str, i64> = BTreeMap::new();
        for part in &self.parts {
            *sums.entry(part.currency.as_str()).or_default() += part.amount;
        }
        sums
    }
}

/// A statement with all its paper shows, read from the database.
pub(super) struct Read {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// The cell of its paper.
    pub cell: Cell,
    /// Its orders.
    pub orders: Vec<Id>,
    /// Values by the names of variables, and those of its lines.
    pub values: Values,
    /// Of each line.
    pub rows: Vec<Values>,
    /// What stands above the table.
    pub facts: Vec<(String, String)>,
    /// What stands below it.
    pub sums: Vec<(String, String)>,
    table: Table,
    template: Template,
    files: PictureFiles,
    header: String,
    maker: String,
}

/// Head of a statement and its customer.
struct Head(Row);

const OWN: [&str; 7] =
    ["statement_num", "business_scope", "statement_date", "due_date", "remark", "first_day", "last_day"];

impl Head {
    fn of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Self, Refusal> {
        let mut select = sql::from(org, TABLE);
        select
            .columns(OWN.map(|column| (TABLE, column)))
            .columns([(TABLE, "bank_id"), (TABLE, "created_at")])
            .columns([("coop", "coop_full_name"), ("coop", "coop_ename"), ("app_user", "name_cn")])
            .join(JoinType::LeftJoin, "coop", sql::same_org("coop", TABLE, "coop_id"))
            .join(JoinType::LeftJoin, "app_user", sql::same_org("app_user", TABLE, "created_by"))
            .and_where(sql::of_eq(TABLE, "id", id));
        Ok(Self(conn.first(&select.into())?.ok_or(Refusal::NotFound)?))
    }

    fn text(&self, place: usize) -> Result<String, Refusal> {
        Ok(self.0.get::<Option<String>>(place)?.unwrap_or_default())
    }

    /// The customer, by his English name where the paper is English and there is one.
    fn customer(&self, english: bool) -> Result<String, Refusal> {
        let [full, ename] = [self.text(9)?, self.text(10)?];
        Ok(if english && !ename.is_empty() { ename } else { full })
    }
}

/// Reads a statement its caller sees for its paper: of it the notes of the orders he sees.
pub(super) fn read(
    conn: &mut dyn Conn,
    actor: &Actor,
    (id, english): (Id, bool),
    (layout, format): (Layout, Format),
) -> Result<Read, Refusal> {
    let org = actor.org_id;
    let head = Head::of(conn, org, id)?;
    let members = members(conn, actor, id)?;
    let own = rate::functional(conn, org)?;
    let cell = cell(&head.text(1)?, &members, english, format)?;
    let template = template::layout(conn, org, &cell)?;
    let all = || members.iter().flat_map(|one| &one.parts);
    let codes: BTreeSet<&str> = all().map(|part| part.currency.as_str()).collect();
    let currency = if codes.len() == 1 { codes.first().copied().unwrap_or(own.code()) } else { own.code() };
    let bank: Option<Id> = head.0.get(7)?;
    let bank = template::bank(conn, org, bank.or(template.bank_id), currency, cell.language)?;
    let title = bank.as_ref().map(|bank| title_of(conn, org, bank.id, english)).transpose()?;
    let files = PictureFiles::of(conn, actor, (&cell, &template), bank.as_ref())?;
    let company = Company::of(conn, org, english)?;
    let amounts = all().map(|part| (part.currency.as_str(), part.amount));
    let sums = Sums::of(conn, (org, own), amounts, all().map(|part| part.functional).sum())?;
    let items = item::by_id(conn, org, all().filter_map(|part| part.item))?;
    let mut values = sums.values(&cell);
    values.extend([
        ("orgName", title.filter(|title| !title.is_empty()).unwrap_or_else(|| company.name.clone())),
        ("bankInfo", bank.map(|bank| bank.info).unwrap_or_default()),
        ("coopName", head.customer(english)?),
        ("billNo", head.text(0)?),
        ("billDate", head.text(2)?),
        ("billRemark", head.text(4)?),
    ]);
    let source = Source { members: &members, items: &items, own, english };
    Ok(Read {
        id,
        num: head.text(0)?,
        orders: members.iter().map(|one| one.order).collect(),
        table: source.table(layout),
        rows: rows_of(&members, &items, english),
        facts: facts(&head, &cell)?,
        sums: sums.told(&cell),
        header: company.header(&cell),
        maker: format!("{} {}", head.text(11)?, show_minute(Instant::from_millis(head.0.get(8)?))),
        cell,
        template,
        files,
        values,
    })
}

/// The cell of its template; a statement over several scopes takes that of its first note.
fn cell(scope: &str, members: &[Member], english: bool, format: Format) -> Result<Cell, Refusal> {
    let scope = match members.first() {
        Some(one) if scope == SEVERAL => one.scope.as_str(),
        _ => scope,
    };
    let language = if english { "en" } else { "zh" };
    let cell = Cell::of(scope, DOCUMENT, language, format);
    cell.ok_or_else(|| Refusal::broken(format!("no paper {DOCUMENT} of {scope}")))
}

/// What stands above the table, two beside each other.
fn facts(head: &Head, cell: &Cell) -> Result<Vec<(String, String)>, Refusal> {
    let name = |zh: &'static str, en: &'static str| cell.text((zh, en)).to_owned();
    let [first, last] = [head.text(5)?, head.text(6)?];
    let period = if first == last { first } else { format!("{first}–{last}") };
    let facts = vec![
        (name("客户", "To"), head.customer(cell.language == "en")?),
        (name("清单号", "Statement no."), head.text(0)?),
        (name("账期", "Period"), period),
        (name("清单日期", "Date"), head.text(2)?),
        (name("到期日", "Due date"), head.text(3)?),
    ];
    Ok(facts.into_iter().filter(|(_, value)| !value.is_empty()).collect())
}

const OF_ORDER: [&str; 15] = [
    "order_code",
    "biz_number",
    "customer_number",
    "biz_date",
    "biz_quantity",
    "business_scope",
    "departure_station",
    "arrival_station",
    "confirm_pieces",
    "plan_pieces",
    "confirm_weight",
    "plan_weight",
    "confirm_volume",
    "plan_volume",
    "id",
];

/// The notes of a statement by their business day, of the orders an actor sees.
fn members(conn: &mut dyn Conn, actor: &Actor, statement: Id) -> Result<Vec<Member>, Refusal> {
    let service = |alias: &'static str, code: &str| {
        Condition::all()
            .add(sql::of(alias, "org_id").equals((ORDER, "org_id")))
            .add(sql::of(alias, "order_id").equals((ORDER, "id")))
            .add(sql::of_eq(alias, "code", code.to_owned()))
    };
    let mut select = seen::notes(actor, &[statement]);
    select
        .columns([(NOTE, "id"), (NOTE, "note_num"), ("pickup", "begin_date"), ("store", "begin_date")])
        .columns(OF_ORDER.map(|column| (ORDER, column)))
        .join_as(JoinType::LeftJoin, "order_service", "pickup", service("pickup", "pickUp"))
        .join_as(JoinType::LeftJoin, "order_service", "store", service("store", "warehouse"))
        .order_by((ORDER, "biz_date"), Order::Asc)
        .order_by((NOTE, "id"), Order::Asc)
        .limit(u64::try_from(NOTES_MAX).unwrap_or(u64::MAX).saturating_add(1));
    let rows = conn.query(&select.into())?;
    if rows.len() > NOTES_MAX {
        return Err(Refusal::Business(TOO_LONG.with(&[("n", &NOTES_MAX.to_string())])));
    }
    let mut members = rows.iter().map(member).collect::<Result<Vec<Member>, _>>()?;
    let orders: BTreeSet<Id> = members.iter().map(|one| one.order).collect();
    let orders: Vec<Id> = orders.into_iter().collect();
    let mut parts: BTreeMap<Id, Vec<Part>> = BTreeMap::new();
    for (_, line) in of_orders(conn, actor.org_id, &orders)? {
        let charge = line.charge;
        let Some(note) = charge.debit_note_id else { continue };
        parts.entry(note).or_default().push(Part {
            item: charge.service_item_id,
            currency: charge.currency_code,
            price: charge.price,
            quantity: charge.quantity,
            amount: charge.amount.unwrap_or_default(),
            tax: charge.tax,
            functional: charge.functional,
            note: charge.note,
        });
    }
    for one in &mut members {
        one.parts = parts.remove(&one.id).unwrap_or_default();
    }
    Ok(members)
}

fn member(row: &Row) -> Result<Member, Refusal> {
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let whole = |place: usize| row.get::<Option<i64>>(place);
    let either = |confirm: usize, plan: usize| Ok::<_, Refusal>(whole(confirm)?.or(whole(plan)?));
    let scope_code = text(9)?;
    let scope = Scope::from_code(&scope_code).ok_or(Refusal::NotFound)?;
    let (code, number) = (text(4)?, text(5)?);
    let ends = [text(10)?, text(11)?];
    Ok(Member {
        id: row.get(0)?,
        num: text(1)?,
        order: row.get(18)?,
        number: if number.is_empty() { code.clone() } else { number },
        code,
        customer_number: text(6)?,
        biz_date: text(7)?,
        collected: text(2)?,
        stored: text(3)?,
        pieces: either(12, 13)?,
        weight: either(14, 15)?,
        volume: either(16, 17)?,
        charged: whole(8)?,
        unit: order::profile(scope).unit,
        scope: scope_code,
        route: ends.into_iter().filter(|end| !end.is_empty()).collect::<Vec<_>>().join("-"),
        parts: Vec::new(),
    })
}

/// The lines by the names of variables.
fn rows_of(members: &[Member], items: &BTreeMap<Id, ServiceItem>, english: bool) -> Vec<Values> {
    let mut rows = Vec::new();
    for one in members {
        let shown =
            |raw: Option<i64>, digits: u32| raw.map(|raw| Weight::from_raw(raw).show(digits)).unwrap_or_default();
        let of_order: Values = [
            ("orderCode", one.code.clone()),
            ("awb", one.number.clone()),
            ("route", one.route.clone()),
            ("pieces", one.pieces.map(|pieces| pieces.to_string()).unwrap_or_default()),
            ("weight", shown(one.weight, 2)),
            ("volume", one.volume.map(|raw| Volume::from_raw(raw).show(3)).unwrap_or_default()),
            ("chargeWeight", shown(one.charged, 2)),
        ]
        .into();
        rows.extend(one.parts.iter().map(|part| row_of(part, items, &of_order, english)));
    }
    rows
}

fn row_of(part: &Part, items: &BTreeMap<Id, ServiceItem>, of_order: &Values, english: bool) -> Values {
    let name = part.item.and_then(|id| items.get(&id)).map(|item| {
        let own = if english { &item.service_name_en } else { &item.service_name_cn };
        if own.is_empty() { item.service_name_cn.clone() } else { own.clone() }
    });
    let money = |raw: i64| {
        let currency = Currency::named(&part.currency);
        currency.map(|currency| charge::ledger::money_text(raw, currency)).unwrap_or_default()
    };
    let mut row = of_order.clone();
    row.extend([
        ("serviceName", name.unwrap_or_default()),
        ("currencyCode", part.currency.clone()),
        ("price", part.price.map(|raw| Price::from_raw(raw).to_string()).unwrap_or_default()),
        ("quantity", part.quantity.map(|raw| Quantity::from_raw(raw).to_string()).unwrap_or_default()),
        ("amount", money(part.amount)),
        ("tax", money(part.tax)),
        ("lineNote", part.note.clone()),
    ]);
    row
}

/// A statement drawn: its sheet, the templates of seals and signatures on it, and whether one was withheld.
pub(super) struct Drawn {
    pub sheet: Sheet,
    pub used: Vec<Id>,
    pub withheld: bool,
}

impl Read {
    /// Its table, figures as they are counted with.
    pub(super) const fn table(&self) -> &Table {
        &self.table
    }

    /// The template's paper with what a statement says. Pictures take a while, so the database has been left.
    pub(super) fn drawn(&self, app: &App, org: i64) -> Result<Drawn, Refusal> {
        let pictures = self.files.clone().read(app, org)?;
        let mut sheet = template::sheet(&self.cell, &self.template, &pictures, &self.values, &[]);
        let words = [self.header.as_str(), sheet.header.as_str()];
        sheet.header = words.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
        let table = self.table.clone().grouped();
        sheet.landscape = true;
        sheet.columns = table.columns.into_iter().map(|(label, number)| SheetColumn { label, number }).collect();
        sheet.rows = table.rows;
        sheet.facts.clone_from(&self.facts);
        sheet.sums.clone_from(&self.sums);
        let remark = self.values.get("billRemark").cloned().unwrap_or_default();
        sheet.notes.insert(0, (self.cell.text(("备注", "Remark")).to_owned(), remark));
        sheet.notes.push((self.cell.text(("制单", "Made by")).to_owned(), self.maker.clone()));
        Ok(Drawn { sheet, used: pictures.used, withheld: pictures.withheld })
    }
}
