//! A statement on paper and in mails: its notes in three formats, and their totals (catalogue css.md /css_statement, 打印 and
//! 发送).

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::NOTE;
use charge::item;
use charge::line::{Charge, of_orders};
use charge::rate;
use kernel::{Id, Msg, Scope, Weight};
use order::ChargeUnit;
use order::listed::{Cargo, called, route};
use order::store::TABLE as ORDER;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, ExprTrait, JoinType, Order, SelectStatement};
use platform::store::{Conn, Row, sql};
use serde_json::{Value as Json, json};
use settle::amounts::{each, parts};
use settle::note;
use settle::number::SEVERAL;

use super::act::{self, need_undecided};
use super::look::period;
use super::table::{CODES, Layout, Source};
use super::{OBJECT, PATH, TABLE, book, seen};
use crate::bill::{self, Asked, Kind, Made, Mailed, Shown};
use crate::paper::{Head, Read, charge_values, only_currency, order_values};

pub(super) const DOCUMENT: &str = "清单";
/// Notes of one paper: of more their list is exported.
const NOTES_MAX: usize = 5_000;
const TOO_LONG: Msg = Msg::new(
    "statement.print.long",
    "清单超过{n}张账单，请导出明细",
    "The statement has more than {n} notes: export its notes instead.",
);

/// Statements, as they are printed and mailed.
pub(crate) static STATEMENTS: Kind = Kind {
    table: TABLE,
    number: "statement_num",
    object: OBJECT,
    page: PATH,
    document: DOCUMENT,
    papers: &[&[DOCUMENT]],
    english: ("Statement", "statements"),
    layouts: &CODES,
    seen: visible,
    undecided: need_undecided,
    read,
    book: |read, made| match &read.table {
        Some(table) if made.layout != Layout::Lines.code() => book::drawn(read, table).map(Some),
        _ => Ok(None),
    },
    mail: Mailed {
        of: "STATEMENT",
        kind: mail::Kind::Statement,
        copies: mail::Copies::Statement,
        begins: ("您好，附件为以下清单，请核对确认：", "Please find attached and confirm:"),
        counted: "statements",
        lines,
    },
    asked: Asked {
        filter: "statementNum",
        whole: |conn, actor, id| Ok(seen::hidden(conn, actor, &[id])? == 0),
        shown,
        hold: |tx, id| act::hold(tx, id).map(drop),
        when: "confirmed_on",
        answered: act::answered,
    },
};

fn visible(actor: &Actor) -> SelectStatement {
    sql::from(actor.org_id, TABLE).cond_where(seen::visible(actor)).take()
}

/// What a mail says of statements: number and due date.
fn lines(conn: &mut dyn Conn, actor: &Actor, (ids, english): (&[Id], bool)) -> Result<Vec<bill::Line>, Refusal> {
    let line = |found: &Row| {
        let num: String = found.get(2)?;
        let due = found.get::<Option<String>>(3)?.unwrap_or_default();
        let said = if english { format!("{num}, due {due}") } else { format!("{num}，到期日{due}") };
        Ok(bill::Line { id: found.get(0)?, coop: found.get(1)?, said, num })
    };
    STATEMENTS.rows(conn, actor, (ids, &["id", "coop_id", "statement_num", "due_date"]))?.iter().map(line).collect()
}

/// What a statement tells its customer behind a link: its notes and what they come to.
fn shown(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Shown, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(OWN).and_where(sql::eq("id", id));
    let head = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let text = |row: &Row, place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let mut select = sql::from(org, NOTE);
    select
        .columns([(NOTE, "id"), (NOTE, "note_num"), (NOTE, "due_date")])
        .columns([(ORDER, "order_code"), (ORDER, "biz_number"), (ORDER, "biz_date")])
        .join(JoinType::LeftJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .and_where(sql::of_eq(NOTE, "statement_id", id))
        .order_by((ORDER, "biz_date"), Order::Asc)
        .order_by((NOTE, "id"), Order::Asc);
    let notes = conn.query(&select.into())?;
    let ids = notes.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?;
    let own = rate::functional(conn, org)?;
    let rows = note::rows(conn, org, &ids)?;
    let mut of: BTreeMap<Id, Vec<(&str, i64)>> = BTreeMap::new();
    for row in &rows {
        of.entry(row.note).or_default().push((row.currency.as_str(), row.amount));
    }
    let told = |row: &Row| {
        let number = called(text(row, 4)?, &text(row, 3)?);
        let amount = parts(own, of.get(&row.get(0)?).into_iter().flatten().copied());
        Ok(json!({ "number": text(row, 1)?, "bizNumber": number, "date": text(row, 5)?, "amount": amount }))
    };
    let told = notes.iter().take(bill::ROWS_SHOWN).map(told).collect::<Result<Vec<Json>, Refusal>>()?;
    let amounts = each(own, rows.iter().map(|row| (row.currency.as_str(), row.amount)));
    let (date, due, remark) = (text(&head, 2)?, text(&head, 3)?, text(&head, 4)?);
    let mut figures = vec![date.clone(), due.clone(), remark.clone(), format!("{:?}", head.get::<Option<Id>>(7)?)];
    for row in &notes {
        figures.push(text(row, 2)?);
    }
    figures.extend(rows.iter().map(|row| format!("{} {} {} {}", row.note, row.currency, row.amount, row.functional)));
    let bill = json!({
        "date": date, "dueDate": due, "remark": remark, "period": period(&text(&head, 5)?, &text(&head, 6)?),
        "amounts": amounts.iter().map(|(code, amount)| format!("{code} {amount}")).collect::<Vec<_>>(),
        "count": notes.len(), "rows": told,
    });
    Ok(Shown { bill, figures: figures.join("\n") })
}

/// A note with its order and charges, as paper shows it.
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
    pub cargo: Cargo,
    pub charged: Option<Weight>,
    pub unit: ChargeUnit,
    pub scope: String,
    pub route: String,
    pub charges: Vec<Charge>,
}

const OWN: [&str; 9] = [
    "statement_num",
    "business_scope",
    "statement_date",
    "due_date",
    "remark",
    "first_day",
    "last_day",
    "bank_id",
    "created_at",
];

/// Reads a statement its caller sees for its paper: of it the notes of the orders he sees.
fn read(conn: &mut dyn Conn, actor: &Actor, id: Id, made: &Made) -> Result<Read, Refusal> {
    let org = actor.org_id;
    let mut select = sql::from(org, TABLE);
    select
        .columns(OWN.map(|column| (TABLE, column)))
        .columns([("coop", "coop_full_name"), ("coop", "coop_ename"), ("app_user", "name_cn")])
        .join(JoinType::LeftJoin, "coop", sql::same_org("coop", TABLE, "coop_id"))
        .join(JoinType::LeftJoin, "app_user", sql::same_org("app_user", TABLE, "created_by"))
        .and_where(sql::of_eq(TABLE, "id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let members = members(conn, actor, id)?;
    // A statement over several scopes takes the template of its first note.
    let scope = match (text(1)?, members.first()) {
        (scope, Some(one)) if scope == SEVERAL => one.scope.clone(),
        (scope, _) => scope,
    };
    let head = Head {
        id,
        num: text(0)?,
        date: text(2)?,
        customer: bill::customer([text(9)?, text(10)?], made.english),
        remark: text(4)?,
        bank: row.get(7)?,
        made: (text(11)?, row.get(8)?),
        orders: members.iter().map(|one| one.order).collect(),
        facts: vec![
            (("清单号", "Statement no."), text(0)?),
            (("账期", "Period"), period(&text(5)?, &text(6)?)),
            (("清单日期", "Date"), text(2)?),
            (("到期日", "Due date"), text(3)?),
        ],
    };
    let charges = || members.iter().flat_map(|one| &one.charges);
    let mut read = Read::of(conn, actor, (made.cell(&scope, DOCUMENT)?, head), charges())?;
    let items = item::by_id(conn, org, charges().filter_map(|one| one.service_item_id))?;
    for one in &members {
        let names = [one.code.clone(), one.number.clone(), one.route.clone()];
        let of_order = order_values(names, one.cargo, one.charged);
        read.rows.extend(one.charges.iter().map(|one| charge_values(one, &items, &of_order, made.english)));
    }
    let own = rate::functional(conn, org)?;
    let source =
        Source { members: &members, items: &items, only: only_currency(charges()), own, english: made.english };
    read.table = Some(source.table(Layout::of(&made.layout)));
    Ok(read)
}

const OF_ORDER: [&str; 9] = [
    "order_code",
    "biz_number",
    "customer_number",
    "biz_date",
    "biz_quantity",
    "business_scope",
    "departure_station",
    "arrival_station",
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
        .columns(Cargo::COLUMNS.map(|column| (ORDER, column)))
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
    let mut charges: BTreeMap<Id, Vec<Charge>> = BTreeMap::new();
    for (_, line) in of_orders(conn, actor.org_id, &orders)? {
        let Some(note) = line.charge.debit_note_id else { continue };
        charges.entry(note).or_default().push(line.charge);
    }
    for one in &mut members {
        one.charges = charges.remove(&one.id).unwrap_or_default();
    }
    Ok(members)
}

fn member(row: &Row) -> Result<Member, Refusal> {
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let scope_code = text(9)?;
    let scope = Scope::from_code(&scope_code).ok_or(Refusal::NotFound)?;
    let code = text(4)?;
    Ok(Member {
        id: row.get(0)?,
        num: text(1)?,
        order: row.get(12)?,
        number: called(text(5)?, &code),
        code,
        customer_number: text(6)?,
        biz_date: text(7)?,
        collected: text(2)?,
        stored: text(3)?,
        cargo: Cargo::read(row, 13)?,
        charged: row.get::<Option<i64>>(8)?.map(Weight::from_raw),
        unit: order::profile(scope).unit,
        scope: scope_code,
        route: route(&text(10)?, &text(11)?),
        charges: Vec::new(),
    })
}
