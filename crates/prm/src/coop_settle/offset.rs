//! 对冲: what is receivable of a partner by settlements is set against what is payable by others, as far as both go. Charges that
//! stand on no paper yet are put on one. What is written and undone is [`settle::offset`].

use std::collections::{BTreeMap, BTreeSet};

use agreement::code_of;
use charge::ledger::{COST_VIEW, INCOME_VIEW};
use charge::{finance, line, period};
use domain::coop::visible_coop;
use kernel::{Day, format_scaled, parse_day};
use order::need_visible;
use platform::call::{Answer, Call, Outcome};
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::{JoinType, Order};
use serde_json::{Value as Json, json};
use settle::amounts::figure_of;
use settle::matching::matched;
use settle::number::SEVERAL;
use settle::offset::{self, Wanted};
use settle::periodic::settlement::{self, Member, SETTLING, TABLE};
use settle::scope::common;
use settle::write_off::{Of, Target};
use settle::{note, payment};
use trade::charge::Side;

use super::{PATH, post};

/// Who nets.
const NETS: &str = "css-os-add";
/// Where offsets are.
const OFFSETS: &str = "/css_offset";

const DATE: Field = Field::day("对冲日期", "Date").column("net_date").wire("date").required();
const CURRENCY: Field = Field::code("currency", "币种（空为所选的唯一币种）", "Currency (none: the only one)")
    .column("net_currency")
    .wire("currency");
const REMARK: Field = Field::long("备注", "Remark").column("net_remark").wire("remark").max(200);
/// What is asked for.
pub(super) const FIELDS: [Field; 3] = [DATE, CURRENCY, REMARK];

const NONE: Msg = Msg::new("coop_offset.none", "请选择结算单", "Choose settlements.");
const NOT_ALIKE: Msg = Msg::new("coop_offset.alike", "请选择同一客商的结算单", "Choose settlements of one partner.");
const CURRENCIES: Msg =
    Msg::new("coop_offset.currency", "所选结算单有多个币种，请选择币种", "They are of several currencies: choose one.");
const NOTHING: Msg =
    Msg::new("coop_offset.nothing", "所选结算单没有可对冲的应收和应付", "There is nothing open on both sides.");
const NOT_AGREED: Msg =
    Msg::new("coop_offset.not_agreed", "协议未约定对冲，是否继续？", "No agreement provides for netting. Continue?");
const PROPOSED: Msg = Msg::new(
    "coop_offset.proposed",
    "拟对冲{currency} {amount}，是否继续？",
    "{currency} {amount} is netted. Continue?",
);

/// A settlement that is netted.
struct Chosen {
    id: Id,
    coop: Id,
    side: Side,
    currency: String,
    open: i64,
    due: String,
}

/// What of settlements can be netted.
struct Proposal {
    coop: Id,
    currency: String,
    income: Vec<Chosen>,
    cost: Vec<Chosen>,
    amount: i64,
}

/// Settlements an actor sees, by their ids or their codes.
fn chosen(conn: &mut dyn Conn, actor: &Actor, of: platform::sea_query::Expr) -> Result<Vec<Chosen>, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "coop_id", "side", "currency_code", "open_amount", "due_date"].map(|column| (TABLE, column)))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", TABLE, "coop_id"))
        .and_where(of)
        .and_where(sql::of_eq(TABLE, "state", SETTLING.to_owned()))
        .cond_where(visible_coop(actor))
        .order_by((TABLE, "due_date"), Order::Asc)
        .order_by((TABLE, "id"), Order::Asc);
    let rows = conn.query(&select.into())?;
    rows.iter()
        .map(|row| {
            let side: String = row.get(2)?;
            Ok(Chosen {
                id: row.get(0)?,
                coop: row.get(1)?,
                side: if side == code_of(Side::Payable) { Side::Payable } else { Side::Receivable },
                currency: row.get(3)?,
                open: row.get(4)?,
                due: row.get(5)?,
            })
        })
        .collect()
}

/// What is proposed of some settlements: the less of what is open on both sides.
fn proposed(all: Vec<Chosen>, currency: &str) -> Result<Proposal, Refusal> {
    let coop = all.first().ok_or(Refusal::business(NONE))?.coop;
    if all.iter().any(|one| one.coop != coop) {
        return Err(Refusal::business(NOT_ALIKE));
    }
    let mut currencies: BTreeSet<String> = all.iter().map(|one| one.currency.clone()).collect();
    if !currency.is_empty() {
        currencies.retain(|one| one == currency);
    }
    let named = currencies.pop_first().filter(|_| currencies.is_empty()).ok_or(Refusal::business(CURRENCIES))?;
    let of = all.into_iter().filter(|one| one.currency == named && one.open > 0);
    let (income, cost): (Vec<Chosen>, Vec<Chosen>) = of.partition(|one| one.side == Side::Receivable);
    let sum = |all: &[Chosen]| all.iter().map(|one| one.open).fold(0, i64::saturating_add);
    let amount = Ord::min(sum(&income), sum(&cost));
    Ok(Proposal { coop, currency: named, income, cost, amount })
}

fn need_views(actor: &Actor) -> Result<(), Refusal> {
    actor.need(INCOME_VIEW)?;
    actor.need(COST_VIEW)
}

/// GET offsetProposal?settleCodes&currency.
pub(super) fn proposal(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    need_views(&actor)?;
    let codes: Vec<String> = call
        .query("settleCodes")
        .split(',')
        .map(|code| code.trim().to_owned())
        .filter(|code| !code.is_empty())
        .collect();
    let currency = call.query("currency").trim().to_uppercase();
    if codes.is_empty() {
        return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "settleCodes")])));
    }
    let all = call.read(|conn| chosen(conn, &actor, sql::is_in(sql::of(TABLE, "settle_code"), codes)))?;
    let proposal = proposed(all, &currency)?;
    let sum = |all: &[Chosen]| all.iter().map(|one| one.open).fold(0, i64::saturating_add);
    let figure = |raw: i64| format_scaled(raw, 3, 2);
    Ok(Answer::Data(json!({
        "coopId": proposal.coop, "currency": proposal.currency, "income": figure(sum(&proposal.income)),
        "cost": figure(sum(&proposal.cost)), "amount": figure(proposal.amount),
    })))
}

/// POST …/offset {ids, date, currency, remark}.
pub(super) fn save(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    actor.need(NETS)?;
    need_views(actor)?;
    let named = filled.body.get("ids").and_then(Json::as_array).into_iter().flatten();
    let ids: BTreeSet<Id> = named.filter_map(|id| id.as_str()?.parse().ok().map(Id)).collect();
    let (date, currency): (String, String) = (filled.get(DATE)?, filled.get(CURRENCY)?);
    let remark: String = filled.get(REMARK)?;
    filled.unless_clean()?;
    let Some(date) = parse_day(&date) else { return Ok(()) };
    let members = settlement::members(tx, org, &ids.iter().copied().collect::<Vec<_>>())?;
    let orders: BTreeSet<Id> = members.iter().map(|one| one.order).collect();
    orders.iter().try_for_each(|order| need_visible(tx, actor, *order))?;
    finance::hold_all(tx, &orders)?;
    let all = chosen(tx, actor, sql::is_in(sql::of(TABLE, "id"), ids))?;
    let proposal = proposed(all, &currency)?;
    if proposal.amount == 0 {
        return Err(Refusal::business(NOTHING));
    }
    if !is_agreed(tx, proposal.coop)? {
        filled.findings.confirm("", NOT_AGREED.text());
    }
    let amount = figure_of(proposal.amount, &proposal.currency)?;
    filled.findings.confirm("", PROPOSED.with(&[("currency", &proposal.currency), ("amount", &amount)]));
    filled.unless_clean()?;
    let members = settlement::members(tx, org, &proposal.ids())?;
    papers(tx, &proposal, &members, date)?;
    let income = targets(tx, &proposal, Side::Receivable)?;
    let cost = targets(tx, &proposal, Side::Payable)?;
    let made = offset::save(tx, &Wanted { coop: proposal.coop, date, remark, income, cost })?;
    let entry = LogEntry::of(offset::OBJECT, made.id, &made.num, OFFSETS).did("新建", "新增对冲").level(Level::High);
    tx.log(entry.text(format!("新增对冲 {}：{}、{}", made.num, made.income.num, made.cost.num)))?;
    filled.answer("offsetNum", json!(made.num));
    filled.answer("amount", json!(format_scaled(proposal.amount, 3, 2)));
    Ok(())
}

impl Proposal {
    fn ids(&self) -> Vec<Id> {
        self.income.iter().chain(&self.cost).map(|one| one.id).collect()
    }

    fn of(&self, side: Side) -> &[Chosen] {
        if side == Side::Receivable { &self.income } else { &self.cost }
    }
}

/// Whether an agreement in force with a partner provides for netting.
fn is_agreed(conn: &mut Tx<'_>, coop: Id) -> Result<bool, Refusal> {
    let mut select = sql::from(conn.org(), agreement::TABLE);
    select
        .column("id")
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::eq("state", agreement::ACTIVE.to_owned()))
        .and_where(sql::eq("netting", true))
        .limit(1);
    Ok(conn.first(&select.into())?.is_some())
}

/// Puts charges that stand on no paper on one: a debit note for each order, a payment for each settlement.
fn papers(tx: &mut Tx<'_>, proposal: &Proposal, members: &[Member], date: Day) -> Result<(), Refusal> {
    let org = tx.org();
    let ids: Vec<Id> = members.iter().map(|one| one.charge).collect();
    let lines: BTreeMap<Id, line::Line> =
        line::by_id(tx, org, &ids)?.into_iter().filter_map(|(_, line)| Some((line.id?, line))).collect();
    let known = post::named(tx, members.iter().map(|one| one.order))?;
    for one in proposal.income.iter().chain(&proposal.cost) {
        let own = members.iter().filter(|member| member.settlement == one.id);
        let own: Vec<(&Member, &line::Line)> =
            own.filter_map(|member| Some((member, lines.get(&member.charge)?))).collect();
        if one.side == Side::Receivable {
            notes(tx, (proposal.coop, one), &own, (date, &known))?;
        } else {
            paid(tx, (proposal.coop, one), &own, (date, &known))?;
        }
    }
    Ok(())
}

type Known = BTreeMap<Id, (String, String)>;

fn notes(
    tx: &mut Tx<'_>,
    (coop, settlement): (Id, &Chosen),
    own: &[(&Member, &line::Line)],
    (date, known): (Day, &Known),
) -> Result<(), Refusal> {
    let mut orders: BTreeMap<Id, Vec<Id>> = BTreeMap::new();
    for (member, _) in own.iter().filter(|(_, line)| note::is_free(line)) {
        orders.entry(member.order).or_default().push(member.charge);
    }
    for (order, charges) in orders {
        period::hold(tx, [date])?;
        let wanted = note::Wanted {
            order,
            scope: known.get(&order).map(|(_, scope)| scope.clone()).unwrap_or_default(),
            coop,
            charges,
            date,
            due: (parse_day(&settlement.due).unwrap_or(date), true),
            agreement: None,
            bank: None,
            remark: String::new(),
            inner_remark: String::new(),
            rates: BTreeMap::new(),
        };
        let (id, num) = note::make(tx, &wanted)?;
        logged(tx, (note::OBJECT, id, &num), "制账单")?;
    }
    Ok(())
}

fn paid(
    tx: &mut Tx<'_>,
    (coop, settlement): (Id, &Chosen),
    own: &[(&Member, &line::Line)],
    (date, known): (Day, &Known),
) -> Result<(), Refusal> {
    let mut parts = Vec::new();
    let mut scopes = Vec::new();
    for (member, line) in own {
        let left = line.charge.amount.unwrap_or_default().saturating_sub(line.charge.reconciled);
        let Some((code, scope)) = known.get(&member.order).filter(|_| left != 0) else { continue };
        scopes.push(scope.as_str());
        parts.push(payment::Part { charge: member.charge, order: member.order, number: code.clone(), amount: left });
    }
    if parts.is_empty() {
        return Ok(());
    }
    let scope = common(scopes.into_iter());
    let wanted = payment::Wanted {
        scope: if scope.is_empty() { SEVERAL } else { scope }.to_owned(),
        coop,
        currency: settlement.currency.clone(),
        date,
        rate: None,
        supplier_bill: String::new(),
        remark: String::new(),
        parts,
    };
    period::hold(tx, [date])?;
    let (id, num) = payment::make_at_once(tx, &wanted)?;
    logged(tx, (payment::OBJECT, id, &num), "制对账单")
}

fn logged(tx: &mut Tx<'_>, (object, id, num): (&'static str, Id, &str), did: &'static str) -> Result<(), Refusal> {
    tx.log(LogEntry::of(object, id, num, PATH).did("新建", did).text(format!("{did} {num}")))
}

/// What of each note or payment is netted, what is due first first.
fn targets(tx: &mut Tx<'_>, proposal: &Proposal, side: Side) -> Result<Vec<Target>, Refusal> {
    let org = tx.org();
    let ids: Vec<Id> = proposal.of(side).iter().map(|one| one.id).collect();
    let open = settlement::open(tx, org, (side, &proposal.currency), &ids)?;
    let parts = matched(open.iter().map(|(_, open)| *open), proposal.amount);
    let of = |id: Id| match side {
        Side::Receivable => Of::Note { note: id, currency: proposal.currency.clone() },
        Side::Payable => Of::Detail(id),
    };
    let parts = open.iter().zip(parts).filter(|(_, amount)| *amount != 0);
    Ok(parts.map(|((id, _), amount)| Target { of: of(*id), amount, money: None }).collect())
}
