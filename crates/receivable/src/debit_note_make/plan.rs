//! The notes that charges make: by order and partner, and by currency and tax rate where that is asked for (css.md
//! /css_debit_note_make, 分单规则).

use std::collections::{BTreeMap, BTreeSet};

use approval::pending;
use charge::figure::reprice;
use charge::line::{self, Line, of_orders};
use charge::period::Months;
use charge::rate;
use domain::switch::NOTE_AFTER_RECORDED;
use kernel::{Day, ExchangeRate, Id, Msg, Scope, Text, parse_day};
use order::store::TABLE;
use order::{DONE, Lifecycle, visible_order};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::setting;
use platform::store::{Conn, Row, sql};
use settle::due;
use settle::note::{RATE_HELD, is_free};
use trade::charge::{Currency, Side};

use super::asked::{Dated, Rules};
use crate::bank::Banks;

/// Charges that are looked up with one statement.
const AT_ONCE: usize = 5_000;
const NOT_DONE: Msg = Msg::new("note_make.not_done", "订单{code}收入未完成", "Income of the order {code} is not done.");
const NOT_LIVING: Msg = Msg::new(
    "note_make.lifecycle",
    "订单{code}当前状态不能制账单",
    "The order {code} can't be billed in the state it is in.",
);
const NO_DAY: Msg = Msg::new("note_make.no_day", "订单{code}没有业务日期", "The order {code} has no business date.");
const BILLED: Msg = Msg::new(
    "note_make.changed",
    "费用已变化或已制账单，请刷新后重试",
    "Some charges changed or stand on a debit note already. Read them again.",
);
const BANK_GONE: Msg = Msg::new("note_make.bank", "公司抬头不存在或已停用", "The account is not there or is stopped.");

/// An order as notes need it.
#[derive(Debug, Clone)]
pub(super) struct Of {
    pub id: Id,
    pub code: String,
    pub number: String,
    pub scope: String,
    day: Option<Day>,
    living: bool,
    done: bool,
}

/// A note that is to be made.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub of: Of,
    pub coop: Id,
    /// As they would stand on it.
    pub lines: Vec<Line>,
    pub date: Day,
    pub due: (Day, Option<Id>),
    pub bank: Option<Id>,
    /// Why it can't be made.
    pub why: Option<Text>,
}

/// The orders of some charges that their caller sees, by scope and id: who makes notes takes their numbers in this order.
pub(super) fn orders(conn: &mut dyn Conn, actor: &Actor, charges: &[Id]) -> Result<Vec<Of>, Refusal> {
    let mut orders: BTreeSet<Id> = BTreeSet::new();
    let mut known = 0;
    for part in charges.chunks(AT_ONCE) {
        let mut select = sql::from(actor.org_id, line::TABLE);
        select
            .column("order_id")
            .and_where(sql::eq("kind", line::code_of(Side::Receivable).to_owned()))
            .and_where(sql::is_in(sql::col("id"), part.iter().copied()));
        let rows = conn.query(&select.into())?;
        known += rows.len();
        for row in rows {
            orders.insert(row.get(0)?);
        }
    }
    if known != charges.len() {
        return Err(Refusal::business(BILLED));
    }
    let wanted = orders.len();
    let found = read(conn, actor, orders)?;
    if found.len() == wanted { Ok(found) } else { Err(Refusal::NotFound) }
}

fn read(conn: &mut dyn Conn, actor: &Actor, orders: BTreeSet<Id>) -> Result<Vec<Of>, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "order_code", "biz_number", "business_scope", "biz_date", "lifecycle", "income_recorded"])
        .cond_where(visible_order(actor))
        .and_where(sql::is_in(sql::of(TABLE, "id"), orders))
        .order_by((TABLE, "business_scope"), Order::Asc)
        .order_by((TABLE, "id"), Order::Asc);
    let of = |row: &Row| {
        let day: Option<String> = row.get(4)?;
        let lifecycle = Lifecycle::from_code(&row.get::<String>(5)?);
        Ok(Of {
            id: row.get(0)?,
            code: row.get(1)?,
            number: row.get::<Option<String>>(2)?.unwrap_or_default(),
            scope: row.get(3)?,
            day: day.as_deref().and_then(parse_day),
            living: matches!(lifecycle, Lifecycle::Open | Lifecycle::Locked),
            done: row.get::<i64>(6)? == DONE,
        })
    };
    conn.query(&select.into())?.iter().map(of).collect()
}

/// What notes are made with.
struct Ground {
    own: Currency,
    banks: Banks,
    /// Scopes in which income is billed only when it is done.
    done_only: BTreeMap<String, bool>,
    undecided: BTreeSet<Id>,
    months: Months,
}

impl Ground {
    fn of(conn: &mut dyn Conn, org: i64, orders: &[Of]) -> Result<Self, Refusal> {
        let mut done_only = BTreeMap::new();
        for of in orders {
            if !done_only.contains_key(&of.scope) {
                let scope = Scope::from_code(&of.scope);
                let only: bool = setting::value(conn, org, &NOTE_AFTER_RECORDED, scope)?;
                done_only.insert(of.scope.clone(), only);
            }
        }
        let ids: Vec<Id> = orders.iter().map(|of| of.id).collect();
        Ok(Self {
            own: rate::functional(conn, org)?,
            banks: Banks::of(conn, org)?,
            done_only,
            undecided: pending::of_orders(conn, org, &ids)?,
            months: Months::of(conn, org)?,
        })
    }

    /// Why nothing of an order is billed.
    fn refuses(&self, of: &Of, rules: &Rules) -> Option<Text> {
        let named = |said: Msg| Some(said.with(&[("code", &of.code)]));
        if !of.living {
            named(NOT_LIVING)
        } else if self.undecided.contains(&of.id) {
            Some(pending::UNDER_APPROVAL.text())
        } else if self.done_only.get(&of.scope) == Some(&true) && !of.done {
            named(NOT_DONE)
        } else if rules.dated == Dated::Business && of.day.is_none() {
            named(NO_DAY)
        } else {
            None
        }
    }
}

/// The notes that chosen charges of some orders make, in the order of the orders and of their lines.
pub(super) fn drafts(
    conn: &mut dyn Conn,
    org: i64,
    (orders, charges): (&[Of], &BTreeSet<Id>),
    rules: &Rules,
    today: Day,
) -> Result<Vec<Draft>, Refusal> {
    let ground = Ground::of(conn, org, orders)?;
    if rules.bank.is_some_and(|bank| !ground.banks.has(bank)) {
        return Err(Refusal::field("bankId", BANK_GONE.text()));
    }
    let ids: Vec<Id> = orders.iter().map(|of| of.id).collect();
    let mut lines: BTreeMap<Id, Vec<Line>> = BTreeMap::new();
    for (order, line) in of_orders(conn, org, &ids)? {
        if line.side == Side::Receivable && line.id.is_some_and(|id| charges.contains(&id)) {
            lines.entry(order).or_default().push(line);
        }
    }
    let mut drafts = Vec::new();
    for of in orders {
        let own = lines.remove(&of.id).unwrap_or_default();
        drafts.extend(of_order(of, own, &ground, rules, today));
    }
    let asked: Vec<due::Asked> = drafts.iter().map(|draft| (draft.of.id, draft.coop, draft.date)).collect();
    for (draft, due) in drafts.iter_mut().zip(due::of_notes(conn, org, &asked)?) {
        draft.due = (due.day, due.agreement);
    }
    Ok(drafts)
}

fn of_order(of: &Of, lines: Vec<Line>, ground: &Ground, rules: &Rules, today: Day) -> Vec<Draft> {
    let mut groups: Vec<(Key, Vec<Line>)> = Vec::new();
    for line in lines {
        let key = Key::of(&line, rules);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, own)) => own.push(line),
            None => groups.push((key, vec![line])),
        }
    }
    let date = match rules.dated {
        Dated::On(day) => day,
        Dated::Business => of.day.unwrap_or(today),
    };
    let draft = |(key, mut lines): (Key, Vec<Line>)| {
        let mut why = ground.refuses(of, rules).or_else(|| ground.months.refuses(date));
        if !lines.iter().all(is_free) {
            why = why.or(Some(BILLED.text()));
        }
        if let Err(refused) = rated(&mut lines, rules, ground.own) {
            why = why.or(Some(refused));
        }
        let bank = rules.bank.or_else(|| {
            let currency = only_currency(&lines).unwrap_or(ground.own.code());
            ground.banks.default_of(currency, &of.scope, ground.own.code())
        });
        Draft { of: of.clone(), coop: key.coop, lines, date, due: (date, None), bank, why }
    };
    groups.into_iter().map(draft).collect()
}

/// What the lines of one note have in common.
#[derive(Debug, PartialEq, Eq)]
struct Key {
    coop: Id,
    currency: Option<String>,
    tax: Option<String>,
}

impl Key {
    fn of(line: &Line, rules: &Rules) -> Self {
        let charge = &line.charge;
        Self {
            coop: charge.coop_id.unwrap_or(Id(0)),
            currency: rules.by_currency.then(|| charge.currency_code.clone()),
            tax: rules.by_tax.then(|| charge.tax_rate.clone()),
        }
    }
}

fn only_currency(lines: &[Line]) -> Option<&str> {
    let first = lines.first()?.charge.currency_code.as_str();
    lines.iter().all(|line| line.charge.currency_code == first).then_some(first)
}

/// Gives lines the rates that were typed, as the note will.
fn rated(lines: &mut [Line], rules: &Rules, own: Currency) -> Result<(), Text> {
    for line in lines {
        let Some(rate) = rules.rates.get(&line.charge.currency_code) else { continue };
        if line.charge.exchange_rate == Some(*rate) {
            continue;
        }
        if line.is_dated() {
            return Err(RATE_HELD.text());
        }
        let repriced = reprice(&mut line.charge, ExchangeRate::from_raw(*rate), own);
        if let Err(Refusal::Business(why)) = repriced {
            return Err(why);
        }
    }
    Ok(())
}

/// A draft in the words of an answer.
pub(super) struct Told {
    /// Partners by their ids.
    pub coops: BTreeMap<Id, String>,
    /// Accounts by their ids.
    pub banks: BTreeMap<Id, String>,
    /// Functional currency.
    pub own: Currency,
}

impl Told {
    /// What drafts name.
    pub(super) fn of(conn: &mut dyn Conn, org: i64, drafts: &[Draft]) -> Result<Self, Refusal> {
        let coops = facts::coops(conn, org, drafts.iter().map(|draft| draft.coop).collect::<BTreeSet<Id>>())?;
        let banks: Vec<Id> =
            drafts.iter().filter_map(|draft| draft.bank).collect::<BTreeSet<Id>>().into_iter().collect();
        Ok(Self {
            coops: coops.into_iter().map(|(id, coop)| (id, coop.name)).collect(),
            banks: crate::bank::labels(conn, org, &banks)?,
            own: rate::functional(conn, org)?,
        })
    }

    /// The name of a partner.
    pub(super) fn coop(&self, draft: &Draft) -> &str {
        self.coops.get(&draft.coop).map_or("", String::as_str)
    }
}
