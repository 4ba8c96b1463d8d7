//! A note on paper and in mails: its order, its lines and its totals (catalogue css.md /af_css_debit_note, 打印 and 发送).

use charge::chain::NOTE;
use charge::item;
use charge::line::Line;
use charge::rate;
use kernel::{Id, Scope, Weight};
use order::ChargeUnit;
use order::listed::{Cargo, route};
use order::store::TABLE as ORDER;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::JoinType;
use platform::store::{Cell, Conn, Row, sql};
use serde_json::{Value as Json, json};
use settle::amounts::{each, figure_of, parts};
use settle::note::{self, OBJECT};

use super::PATH;
use super::look::{lines_of, need_undecided, visible};
use crate::bill::{self, Asked, Kind, Made, Mailed, Shown};
use crate::paper::{Head, Read, charge_values, order_values, volume};

const DOCUMENT: &str = "账单";
/// Debit notes, as they are printed and mailed.
pub(crate) static NOTES: Kind = Kind {
    table: NOTE,
    number: "note_num",
    object: OBJECT,
    page: PATH,
    document: DOCUMENT,
    papers: &[&[DOCUMENT]],
    english: ("Debit note", "debit notes"),
    layouts: &[],
    seen: visible,
    undecided: need_undecided,
    read,
    book: |_, _| Ok(None),
    mail: Mailed {
        of: "NOTE",
        kind: mail::Kind::Bill,
        copies: mail::Copies::Bill,
        begins: ("您好，附件为以下账单，请查收：", "Please find attached:"),
        counted: "notes",
        lines,
    },
    asked: Asked {
        filter: "debitNoteNum",
        whole: |_, _, _| Ok(true),
        shown,
        hold: |tx, id| {
            note::hold_orders(tx, &[id])?;
            note::held(tx, &[id]).map(drop)
        },
        when: "confirmed_at",
        answered: |tx, _, _| Ok(tx.now.into_value()),
    },
};

/// What a mail says of notes: number, amounts and due date.
fn lines(conn: &mut dyn Conn, actor: &Actor, (ids, english): (&[Id], bool)) -> Result<Vec<bill::Line>, Refusal> {
    let own = rate::functional(conn, actor.org_id)?;
    let rows = note::rows(conn, actor.org_id, ids)?;
    let line = |found: &Row| {
        let (id, num, due): (Id, String, String) = (found.get(0)?, found.get(2)?, found.get(3)?);
        let of_note = rows.iter().filter(|row| row.note == id);
        let amounts = parts(own, of_note.map(|row| (row.currency.as_str(), row.amount)));
        let due = if english { format!(", due {due}") } else { format!("，到期日{due}") };
        Ok(bill::Line { id, coop: found.get(1)?, said: format!("{num}: {amounts}{due}"), num })
    };
    NOTES.rows(conn, actor, (ids, &["id", "coop_id", "note_num", "due_date"]))?.iter().map(line).collect()
}

/// What a note tells its customer behind a link: its order, its charges and what they come to.
fn shown(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Shown, Refusal> {
    let found = Found::of(conn, org, id)?;
    let own = rate::functional(conn, org)?;
    let rows = note::rows(conn, org, &[id])?;
    let lines = lines_of(conn, org, id)?;
    let items = item::by_id(conn, org, lines.iter().filter_map(|line| line.charge.service_item_id))?;
    let row = |line: &Line| {
        let (code, amount) = (&line.charge.currency_code, line.charge.amount.unwrap_or_default());
        let item = line.charge.service_item_id.and_then(|id| items.get(&id));
        let name = |english: bool| item.map(|item| item.name(english).to_owned()).unwrap_or_default();
        let amount = figure_of(amount, code)?;
        Ok(json!({ "name": { "zh": name(false), "en": name(true) }, "amount": format!("{code} {amount}") }))
    };
    let told = lines.iter().map(row).collect::<Result<Vec<Json>, Refusal>>()?;
    let amounts = each(own, rows.iter().map(|row| (row.currency.as_str(), row.amount)));
    let (date, due, remark) = (found.text(2)?, found.text(3)?, found.text(4)?);
    let mut figures = vec![date.clone(), due.clone(), remark.clone(), format!("{:?}", found.0.get::<Option<Id>>(5)?)];
    figures.extend(rows.iter().map(|row| format!("{} {} {}", row.currency, row.amount, row.functional)));
    figures.extend(lines.iter().map(|line| {
        let charge = &line.charge;
        let (item, amount) = (charge.service_item_id, charge.amount.unwrap_or_default());
        format!("{:?} {item:?} {} {amount} {}", line.id, charge.currency_code, charge.functional)
    }));
    let bill = json!({
        "date": date, "dueDate": due, "remark": remark, "orderCode": found.text(8)?, "bizNumber": found.text(9)?,
        "amounts": amounts.iter().map(|(code, amount)| format!("{code} {amount}")).collect::<Vec<_>>(),
        "count": told.len(), "rows": told.get(..bill::ROWS_SHOWN).unwrap_or(&told),
    });
    Ok(Shown { bill, figures: figures.join("\n") })
}

/// A note, its order and its customer.
struct Found(Row);

const OWN: [&str; 8] =
    ["note_num", "business_scope", "note_date", "due_date", "remark", "bank_id", "created_at", "order_id"];
const OF_ORDER: [&str; 8] = [
    "order_code",
    "biz_number",
    "customer_number",
    "biz_carrier",
    "biz_date",
    "departure_station",
    "arrival_station",
    "biz_quantity",
];
const CUSTOMER: usize = OWN.len() + OF_ORDER.len();
const CARGO: usize = CUSTOMER + 3;

impl Found {
    fn of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Self, Refusal> {
        let mut select = sql::from(org, NOTE);
        select
            .columns(OWN.map(|column| (NOTE, column)))
            .columns(OF_ORDER.map(|column| (ORDER, column)))
            .columns([("coop", "coop_full_name"), ("coop", "coop_ename"), ("app_user", "name_cn")])
            .columns(Cargo::COLUMNS.map(|column| (ORDER, column)))
            .join(JoinType::LeftJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
            .join(JoinType::LeftJoin, "coop", sql::same_org("coop", NOTE, "coop_id"))
            .join(JoinType::LeftJoin, "app_user", sql::same_org("app_user", NOTE, "created_by"))
            .and_where(sql::of_eq(NOTE, "id", id));
        Ok(Self(conn.first(&select.into())?.ok_or(Refusal::NotFound)?))
    }

    fn text(&self, place: usize) -> Result<String, Refusal> {
        Ok(self.0.get::<Option<String>>(place)?.unwrap_or_default())
    }

    fn charged(&self) -> Result<Option<Weight>, Refusal> {
        Ok(self.0.get::<Option<i64>>(15)?.map(Weight::from_raw))
    }

    /// What the order is charged by, with its unit.
    fn quantity(&self, scope: Scope) -> Result<String, Refusal> {
        let unit = order::profile(scope).unit;
        let digits = if unit == ChargeUnit::Tons { 3 } else { 2 };
        Ok(self.charged()?.map(|weight| format!("{} {}", weight.show(digits), unit.name())).unwrap_or_default())
    }

    fn head(&self, id: Id, scope: Scope, english: bool) -> Result<Head, Refusal> {
        let cargo = Cargo::read(&self.0, CARGO)?;
        let measured = volume(cargo.volume);
        Ok(Head {
            id,
            num: self.text(0)?,
            date: self.text(2)?,
            customer: bill::customer([self.text(CUSTOMER)?, self.text(CUSTOMER + 1)?], english),
            remark: self.text(4)?,
            bank: self.0.get(5)?,
            made: (self.text(CUSTOMER + 2)?, self.0.get(6)?),
            orders: vec![self.0.get(7)?],
            facts: vec![
                (("账单编号", "Debit note no."), self.text(0)?),
                (("客户单号", "Your ref."), self.text(10)?),
                (("日期", "Date"), self.text(2)?),
                (("单号", "B/L or AWB no."), self.text(9)?),
                (("到期日", "Due date"), self.text(3)?),
                (("工作号", "Job no."), self.text(8)?),
                (("业务日期", "Business date"), self.text(12)?),
                (("始发", "From"), self.text(13)?),
                (("目的", "To place"), self.text(14)?),
                (("航班/船次", "Flight or vessel"), self.text(11)?),
                (("件数", "Pieces"), cargo.pieces.map(|pieces| pieces.to_string()).unwrap_or_default()),
                (("计量", "Chargeable"), self.quantity(scope)?),
                (("体积", "Volume"), if measured.is_empty() { measured } else { format!("{measured} CBM") }),
            ],
        })
    }
}

/// Reads a note its caller sees for its paper.
fn read(conn: &mut dyn Conn, actor: &Actor, id: Id, made: &Made) -> Result<Read, Refusal> {
    let org = actor.org_id;
    let found = Found::of(conn, org, id)?;
    let scope_code = found.text(1)?;
    let scope = Scope::from_code(&scope_code).ok_or(Refusal::NotFound)?;
    let cell = made.cell(&scope_code, DOCUMENT)?;
    let lines = lines_of(conn, org, id)?;
    let head = found.head(id, scope, made.english)?;
    let mut read = Read::of(conn, actor, (cell, head), lines.iter().map(|line| &line.charge))?;
    let job = found.text(8)?;
    let ways = route(&found.text(13)?, &found.text(14)?);
    let of_order = order_values([job.clone(), found.text(9)?, ways], Cargo::read(&found.0, CARGO)?, found.charged()?);
    read.values.insert("jobNumber", job);
    let items = item::by_id(conn, org, lines.iter().filter_map(|line| line.charge.service_item_id))?;
    let row = |line: &Line| charge_values(&line.charge, &items, &of_order, made.english);
    read.rows = lines.iter().map(row).collect();
    Ok(read)
}
