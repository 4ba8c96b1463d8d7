//! The form of an offset: what is open of a partner on both sides, how much of each is netted, and taking it back.

use charge::ledger::{COST_VIEW, INCOME_VIEW};
use kernel::{parse_day, show_day};
use platform::page::Chosen;
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};
use settle::offset::{self, Wanted};
use settle::target;
use settle::write_off::{Of, Target};
use trade::charge::Side;

use super::{OffsetRow, PATH};
use crate::income_writeoff::form::{
    self, BILLED, BIZ_DATE, BIZ_NUMBER, DUE, LEVEL, OF_CURRENCY, OPEN, SETTLED, TARGET_NUM,
};
use crate::income_writeoff::targets::{self, Open};

const COOP: Field = Field::reference("coop", "往来单位", "Partner").column("net_coop").wire("coopId").required();
const DATE: Field = Field::day("对冲日期", "Date").column("net_date").wire("date").required();
const REMARK: Field = Field::long("备注", "Remark").column("net_remark").wire("remark").max(200);
/// What 新增 asks for.
pub(super) const FIELDS: &[Field] = &[COOP, DATE, REMARK];
/// What both sheets follow.
pub(super) const FOLLOWED: &[Field] = &[COOP];
/// Why one is undone.
pub(super) const REASON: Field = OffsetRow::REVERSE_REASON.typed();

const NETTED: Field = Field { zh: "本次对冲", en: "Netted now", ..SETTLED };
const COLUMNS: &[Field] = &[LEVEL, TARGET_NUM, BIZ_NUMBER, BIZ_DATE, DUE, OF_CURRENCY, BILLED, OPEN, NETTED];

const fn sheet(member: &'static str, title: (&'static str, &'static str)) -> Rows {
    Rows { member, title, behind: "", table: "", parent: "", fields: COLUMNS, most: 300, sheet: true }
}

/// What he owes, each on the level it is settled on.
pub(super) const RECEIVABLE: Rows = sheet(offset::INCOME, ("未核销应收", "Open receivables"));
/// What is owed to him.
pub(super) const PAYABLE: Rows = sheet(offset::COST, ("未核销应付", "Open payables"));

/// What the form begins with; where a partner is chosen, what is open of him.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, chosen: &Chosen) -> Result<Map<String, Json>, Refusal> {
    need_views(actor)?;
    let mut out = Map::new();
    let Some(coop) = chosen.get::<Option<Id>>(COOP)? else {
        out.insert(DATE.name(), json!(show_day(actor.now.day())));
        return Ok(out);
    };
    let income = targets::open(conn, actor, coop)?;
    let mut cost = targets::payments(conn, actor, coop)?;
    // What is decided about is not settled beside it.
    let payment = |one: &Open| if let Of::Payment(id) = one.of { Some(id) } else { None };
    let payments: Vec<Id> = cost.iter().filter_map(payment).collect();
    let decided = target::decided(conn, actor.org_id, &payments)?;
    cost.retain(|one| payment(one).is_none_or(|id| !decided.contains(&id)));
    for (sheet, mut open) in [(RECEIVABLE, income), (PAYABLE, cost)] {
        open.truncate(sheet.most);
        let none = vec![None; open.len()];
        out.insert(sheet.member.to_owned(), form::shown(&sheet, &open, &none));
    }
    Ok(out)
}

/// Both sides are equal: who sees one of them sees the other.
fn need_views(actor: &Actor) -> Result<(), Refusal> {
    actor.need(INCOME_VIEW)?;
    actor.need(COST_VIEW)
}

/// POST /css/offset/save.
pub(super) fn save(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    need_views(actor)?;
    let (income, income_places) = form::asked_targets(tx, filled, &RECEIVABLE)?;
    let (cost, cost_places) = form::asked_targets(tx, filled, &PAYABLE)?;
    let (coop, date) = (filled.get::<Option<Id>>(COOP)?, filled.get::<Option<String>>(DATE)?);
    filled.unless_clean()?;
    let (Some(coop), Some(date)) = (coop, date.as_deref().and_then(parse_day)) else { return Ok(()) };
    let remark = filled.get::<Option<String>>(REMARK)?.unwrap_or_default();
    let seen = |side: Side, targets: &[Target], tx: &mut Tx<'_>| target::orders(tx, org, side, targets);
    let mut orders = seen(Side::Receivable, &income, tx)?;
    orders.extend(seen(Side::Payable, &cost, tx)?);
    form::need_seen(tx, actor, orders)?;
    let wanted = Wanted { coop, date, remark, income, cost };
    let made = offset::save(tx, &wanted).map_err(|refusal| {
        let refusal = form::at_places(refusal, RECEIVABLE.member, &income_places);
        form::at_places(refusal, PAYABLE.member, &cost_places)
    })?;
    // Its figures stand in the document: who may not see money may read the log.
    let text = format!("新增对冲 {}：{}、{}", made.num, made.income.num, made.cost.num);
    tx.log(
        LogEntry::of(offset::OBJECT, made.id, &made.num, PATH).did("新建", "新增对冲").level(Level::High).text(text),
    )?;
    filled.answer("id", json!(made.id));
    filled.answer("offsetNum", json!(made.num));
    filled.answer("incomeWriteoffNum", json!(made.income.num));
    filled.answer("costWriteoffNum", json!(made.cost.num));
    Ok(())
}

/// 撤销: of both sides at once.
pub(super) fn reverse(tx: &mut Tx<'_>, step: &mut Step<'_, OffsetRow>) -> Result<(), Refusal> {
    let (actor, org, id) = (tx.actor, tx.org(), step.id);
    let orders = offset::orders_of(tx, org, id)?;
    form::need_seen(tx, actor, orders)?;
    let reason: String = step.get(REASON)?;
    step.keep(REASON);
    offset::reverse(tx, id, &reason)?;
    Ok(())
}
