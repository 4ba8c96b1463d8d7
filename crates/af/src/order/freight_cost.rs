//! 干线-空运费 as the cost of an air export order: what its master costs it, written by the sign of its route or as its share
//! of a price that was paid for the master.

use std::collections::BTreeSet;

use charge::entry::{self, Ground, Known, Typed};
use charge::item::{self, Wanted};
use charge::line::{Line, Source};
use kernel::{Confirm, Finding, Findings, Id, Msg, Scope};
use order::signing::OF_ALL;
use order::store::Saved;
use order::{DONE, HIDDEN, Lifecycle, Move, MoveFacts, refuse, subject};
use platform::access::Actor;
use platform::call::Tx;
use platform::field::{Choice, Field};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use trade::charge::Side;
use trade::charge::basis::Basis;

use super::store::{TABLE, air};

const TYPE: &str = "干线";
const NAME: &str = "空运费";
const NO_ITEM: Msg =
    Msg::new("freight_cost.item", "没有服务项目干线-空运费", "There is no service item 干线-空运费 (air freight).");
/// Places of charges that stand for the one line that is made here.
const OWN: &str = "cost.0.";

/// How a price is meant.
pub(super) const PRICE_TYPES: &[Choice] =
    &[Choice::new(order::signing::OF_ONE, "单价", "Per kg"), Choice::new(OF_ALL, "总价", "Lump sum")];
/// The greatest price, as of any charge.
const PRICE_MOST: i64 = 999_999_999_999;
/// The greatest weight a quantity of a charge can be.
const WEIGHT_MOST: i64 = 9_999_999_999;

/// How a price is meant, as a field.
pub(super) const fn price_type(zh: &'static str, en: &'static str) -> Field {
    Field::select(PRICE_TYPES, zh, en).required()
}

/// A price, as a field.
pub(super) const fn price(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(4, zh, en).range(0, PRICE_MOST).required()
}

/// A weight that is paid for, as a field.
pub(super) const fn weight(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(3, zh, en).range(1, WEIGHT_MOST).digits(2).unit("KG").required()
}

/// The order of an id, which its caller sees.
pub(super) fn found(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Saved, Refusal> {
    let (saved, visible) = order::store::find_any(conn, actor, air(), sql::of_eq(TABLE, "id", id))?;
    if visible { Ok(saved) } else { Err(Refusal::business(HIDDEN)) }
}

/// Why nothing is written to the cost of an order.
pub(super) fn closed(saved: &Saved, cost_done: Msg) -> Option<kernel::Text> {
    closed_as((saved.profile.scope, saved.lifecycle, saved.cost_recorded), cost_done)
}

/// The same of an order of which no more is known.
pub(super) fn closed_as(
    (scope, lifecycle, cost_recorded): (Scope, Lifecycle, i64),
    cost_done: Msg,
) -> Option<kernel::Text> {
    let facts = MoveFacts { lifecycle, ..MoveFacts::default() };
    refuse(scope, Move::Edit, &facts).or_else(|| (cost_recorded == DONE).then(|| cost_done.text()))
}

/// The service item.
pub(super) fn item(conn: &mut dyn Conn, org: i64) -> Result<Id, Refusal> {
    let wanted =
        Wanted { scope: air().scope.code(), kind: "COST", service_type: TYPE, keyword: NAME, ..Wanted::default() };
    let found = item::find(conn, org, &wanted, 100)?;
    let own = found.into_iter().find(|one| one.item.service_name_cn == NAME);
    own.map(|one| one.id).ok_or(Refusal::business(NO_ITEM))
}

/// Whether a line is freight that counts.
pub(super) fn is_freight(line: &Line, item: Id) -> bool {
    line.side == Side::Payable && line.counts() && line.charge.service_item_id == Some(item)
}

/// Whether freight of the order is on a statement, or has a financial date.
pub(super) fn is_held(lines: &[Line], item: Id) -> bool {
    lines.iter().any(|line| is_freight(line, item) && line.is_held())
}

/// A price for a weight, or for all of it, in a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Price {
    /// For one kilogram or all of it.
    pub(super) price_type: String,
    /// In 1/10000.
    pub(super) price: i64,
    /// Its currency.
    pub(super) currency: String,
    /// In grams.
    pub(super) weight: i64,
}

impl Price {
    /// The line of an order, without its figures.
    pub(super) fn line(&self, source: Source, (item, coop, note): (Id, Option<Id>, &str)) -> Line {
        /// One, in ten-thousandths.
        const ONCE: i64 = 10_000;
        let mut line = Line::new(Side::Payable, source);
        line.derives = false;
        let charge = &mut line.charge;
        (charge.service_item_id, charge.coop_id) = (Some(item), coop);
        note.clone_into(&mut charge.note);
        charge.currency_code.clone_from(&self.currency);
        charge.price = Some(self.price);
        charge.quantity_typed = true;
        let of_all = self.price_type == OF_ALL;
        let basis = if of_all { Basis::Manual } else { Basis::ChargeWeight };
        basis.name().clone_into(&mut charge.basis);
        // Quantities have four decimals, weights three.
        charge.quantity = Some(if of_all { ONCE } else { self.weight.saturating_mul(10) });
        line
    }
}

/// The charges an order is to have: those it has without what goes, with the line that comes, and with percentages made
/// anew. What is wrong of the line is found where `at` puts its fields.
pub(super) fn replaced(
    tx: &mut Tx<'_>,
    (saved, kept): (&Saved, &[Line]),
    (goes, comes): (impl Fn(&Line) -> bool, Option<Line>),
    at: impl Fn(&str) -> &'static str,
    findings: &mut Findings,
) -> Result<Vec<Line>, Refusal> {
    let org = tx.org();
    let ground = Ground::of(tx, org)?;
    replaced_over(tx, (&ground, saved, kept), (goes, comes), at, findings)
}

/// The same over what is known of the company already: who writes many orders reads it once.
pub(super) fn replaced_over(
    tx: &mut Tx<'_>,
    (ground, saved, kept): (&Ground, &Saved, &[Line]),
    (goes, comes): (impl Fn(&Line) -> bool, Option<Line>),
    at: impl Fn(&str) -> &'static str,
    findings: &mut Findings,
) -> Result<Vec<Line>, Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let gone: BTreeSet<Id> =
        kept.iter().filter(|line| goes(line) && !line.is_held()).filter_map(|line| line.id).collect();
    let typed = comes.into_iter().map(|line| Typed { line, place: Some(0) }).collect();
    let mut all = entry::merged(kept, typed, &gone);
    let lines: Vec<Line> = all.iter().map(|one| one.line.clone()).collect();
    let subject = subject(tx, org, saved)?;
    let known = Known::over(tx, (org, now), ground, (&subject, &lines))?;
    let mut found = Findings::new();
    entry::check(&mut all, kept, (&subject, &known), false, &mut found);
    let place = |field: &str| at(field.strip_prefix(OWN).unwrap_or_default()).to_owned();
    let items = found.items.into_iter().map(|one| Finding { field: place(&one.field), ..one });
    findings.items.extend(items);
    let confirms = found.confirms.into_iter().map(|one| Confirm { field: place(&one.field), ..one });
    findings.confirms.extend(confirms);
    Ok(all.into_iter().map(|one| one.line).collect())
}
