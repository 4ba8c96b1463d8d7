//! 自动计费 (catalogue css.md 1.5): which card holds for each item of an order, what it makes of the order's figures, and what
//! stays as it is.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Day, Id, Price, Scope};
use platform::refusal::Refusal;
use platform::sea_query::Condition as Where;
use platform::store::{Conn, sql};
use trade::charge::basis::{Basis, Measures};
use trade::charge::card::{Break, Rated, Tag, percentage, price};
use trade::charge::choice::{Ask, Card, Condition, Shipment, WhyNot, choose};
use trade::charge::{Fault, Side};

use crate::card::{self, ACTIVE, RateCard};
use crate::entry::Subject;
use crate::item::{self, ServiceItem, Wanted};
use crate::line::{Line, NEXT_BREAK, PROGRESSIVE, Source, code_of};
use crate::of_service::{is_other, service_of};

/// What became of one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Became {
    /// A line was added.
    New,
    /// A line a card had made was made anew.
    Changed,
    /// There is a line that is not rated: nothing was done.
    Kept,
    /// No card holds, or the one that does makes no price.
    None(Why),
}

/// Why an item has no price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// There is no card at all.
    NoCard,
    /// The best card does not hold.
    Not(WhyNot),
    /// What is wrong with its figures.
    Fault(Fault),
}

/// One item and what became of it.
#[derive(Debug, Clone)]
pub struct Told {
    /// Side.
    pub side: Side,
    /// Item.
    pub item: Id,
    /// The place of the line that was made, or that stays, among all.
    pub place: Option<usize>,
    /// What became.
    pub became: Became,
}

/// What is wanted of a rating.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// One side, or both.
    pub side: Option<Side>,
    /// Items; empty for all that cards rate by themselves or a service of the order switches on.
    pub items: Vec<Id>,
    /// Lines of cards are made anew.
    pub overwrite: bool,
}

/// The cards a rating of orders of a scope chooses from, and the items it rates: who rates many orders reads them once.
pub struct Deck {
    cards: Vec<(Id, RateCard, Card)>,
    breaks: BTreeMap<Id, Vec<Break>>,
    items: BTreeMap<Id, ServiceItem>,
    /// Who asked named the items: they are rated whatever switches them on.
    named: bool,
}

impl Deck {
    /// Of a scope.
    pub fn of(conn: &mut dyn Conn, org: i64, scope: Scope, asked: &Asked) -> Result<Self, Refusal> {
        let items = valid_items(conn, org, scope, asked)?;
        let mut wanted = Where::all()
            .add(sql::eq("business_scope", scope.code().to_owned()))
            .add(sql::eq("status", ACTIVE.to_owned()));
        if asked.items.is_empty() {
            let of_services = items.iter().filter(|(_, item)| service_of(item).is_some()).map(|(id, _)| *id);
            let switched = sql::is_in(sql::col("service_item_id"), of_services);
            wanted = wanted.add(Where::any().add(sql::eq("auto_rate", true)).add(switched));
        } else {
            wanted = wanted.add(sql::is_in(sql::col("service_item_id"), asked.items.iter().copied()));
        }
        if let Some(side) = asked.side {
            wanted = wanted.add(sql::eq("kind", code_of(side).to_owned()));
        }
        let cards = card::cards(conn, org, wanted)?;
        let ids: Vec<Id> = cards.iter().map(|(id, _)| *id).collect();
        let breaks = card::breaks(conn, org, &ids)?;
        let cards = cards.into_iter().map(|(id, card)| {
            let choice = card.choice(id)?;
            Ok((id, card, choice))
        });
        let cards = cards.collect::<Result<_, Refusal>>()?;
        Ok(Self { cards, breaks, items, named: !asked.items.is_empty() })
    }

    /// Whether a card of it asks for something of an order.
    pub fn asks(&self, condition: Condition) -> bool {
        let filled = |card: &Card| card.conditions.words.get(&condition).is_some_and(|word| !word.is_empty());
        self.cards.iter().any(|(_, _, card)| filled(card))
    }

    /// Whether a card rates an order: it was asked for, does so by itself, or charges for a service the order wants.
    fn rates(&self, card: &RateCard, subject: &Subject) -> bool {
        let boxed = !subject.measures.boxes.is_empty();
        let item = self.items.get(&card.service_item_id).filter(|item| !is_other(item, boxed));
        let wanted = item.and_then(service_of).is_some_and(|service| subject.services.contains(service));
        self.named || card.auto_rate || wanted
    }

    /// The cards of a side that rate an order.
    fn of_side(&self, side: Side, subject: &Subject) -> impl Iterator<Item = &(Id, RateCard, Card)> {
        self.cards.iter().filter(move |(_, card, choice)| choice.side == side && self.rates(card, subject))
    }

    /// An item it rates.
    pub fn item(&self, id: Id) -> Option<&ServiceItem> {
        self.items.get(&id)
    }

    /// The items that have cards on a side, in the order of the list of items.
    fn with_cards(&self, side: Side, subject: &Subject) -> BTreeSet<Id> {
        self.of_side(side, subject).map(|(_, _, card)| card.item).collect()
    }

    /// The card that holds for an item of a shipment, else why none does.
    fn chosen(&self, ask: &Ask, subject: &Subject) -> Result<&(Id, RateCard, Card), Why> {
        let own: Vec<&(Id, RateCard, Card)> =
            self.of_side(ask.side, subject).filter(|(_, _, card)| card.item == ask.item).collect();
        let candidates: Vec<Card> = own.iter().map(|(_, _, card)| card.clone()).collect();
        let choice = choose(&candidates, ask);
        match choice.chosen.and_then(|place| own.get(place)) {
            Some(card) => Ok(card),
            None => Err(choice.others.first().map_or(Why::NoCard, |(_, why)| Why::Not(*why))),
        }
    }
}

/// Rates an order over the lines it has. Answers the lines as they would be, and what became of each item. Percentages have
/// their price alone: what they are of is known when the figures of all lines are made.
pub fn rate(
    conn: &mut dyn Conn,
    (deck, day): (&Deck, Day),
    (subject, lines): (&Subject, Vec<Line>),
    asked: &Asked,
    suppliers: impl FnOnce(&mut dyn Conn, &[(Id, &ServiceItem)]) -> Result<BTreeMap<Id, Id>, Refusal>,
) -> Result<(Vec<Line>, Vec<Told>), Refusal> {
    let wanted = |side: Side| {
        let with_cards = deck.with_cards(side, subject);
        let of_side = asked.side.is_none_or(|wanted| wanted == side);
        let own = deck.items.iter().filter(move |(id, item)| {
            of_side && offers(item, side) && (with_cards.contains(id) || asked.items.contains(id))
        });
        own.map(|(id, item)| (*id, item)).collect::<Vec<_>>()
    };
    let costs = wanted(Side::Payable);
    let suppliers = if costs.is_empty() { BTreeMap::new() } else { suppliers(conn, &costs)? };
    let mut desk = Desk { deck, subject, day, lines, told: Vec::new(), overwrite: asked.overwrite };
    for (id, _) in wanted(Side::Receivable) {
        desk.item(Side::Receivable, id, subject.customer)?;
    }
    for (id, _) in costs {
        desk.item(Side::Payable, id, suppliers.get(&id).copied())?;
    }
    Ok((desk.lines, desk.told))
}

fn offers(item: &ServiceItem, side: Side) -> bool {
    let own = if side == Side::Receivable { "INCOME" } else { "COST" };
    item.kind == own || item.kind == "BOTH"
}

fn valid_items(
    conn: &mut dyn Conn,
    org: i64,
    scope: Scope,
    asked: &Asked,
) -> Result<BTreeMap<Id, ServiceItem>, Refusal> {
    const MOST: u64 = 1_000;
    if !asked.items.is_empty() {
        return item::by_id(conn, org, asked.items.iter().copied());
    }
    let wanted = Wanted { scope: scope.code(), ..Wanted::default() };
    Ok(item::find(conn, org, &wanted, MOST)?.into_iter().map(|found| (found.id, found.item)).collect())
}

struct Desk<'a> {
    deck: &'a Deck,
    subject: &'a Subject,
    day: Day,
    lines: Vec<Line>,
    told: Vec<Told>,
    overwrite: bool,
}

impl Desk<'_> {
    /// Rates one item of a side; boxes type by type.
    fn item(&mut self, side: Side, item: Id, coop: Option<Id>) -> Result<(), Refusal> {
        let mut kinds: Vec<Option<String>> = vec![None];
        if self.of_boxes(side, item) {
            kinds = self.subject.measures.boxes.keys().cloned().map(Some).collect();
        }
        for kind in kinds {
            let mut shipment: Shipment = self.subject.shipment.clone();
            if let Some(kind) = &kind {
                shipment.words.insert(Condition::ContainerType, kind.clone());
            }
            let ask = Ask { side, item, scope: self.subject.scope, coop, day: self.day, shipment };
            let container = kind.unwrap_or_default();
            let made = match self.deck.chosen(&ask, self.subject) {
                Ok((id, card, _)) => self.priced((side, *id, card), (coop, &container))?,
                Err(why) => Err(why),
            };
            self.put((side, item), made, &container);
        }
        Ok(())
    }

    /// Whether cards of an item price boxes.
    fn of_boxes(&self, side: Side, item: Id) -> bool {
        let mut own = self.deck.of_side(side, self.subject).filter(|(_, _, card)| card.item == item);
        own.any(|(_, card, _)| Basis::named(&card.basis) == Basis::ContainerType)
    }

    /// What a card makes of the order.
    fn priced(
        &self,
        (side, id, card): (Side, Id, &RateCard),
        (coop, container): (Option<Id>, &str),
    ) -> Result<Result<Line, Why>, Refusal> {
        let breaks = self.deck.breaks.get(&id).cloned().unwrap_or_default();
        let tariff = card.tariff(breaks)?;
        let mut line = Line { derives: false, ..Line::new(side, Source::Rated) };
        line.charge.coop_id = card.coop_id.or(coop);
        line.charge.container_type = container.to_owned();
        let basis = Basis::named(&card.basis);
        if basis == Basis::Percent {
            write_terms(&mut line, (id, card));
            return Ok(percentage(&tariff).map_err(Why::Fault).map(|price| {
                line.charge.price = Some(price.raw());
                line
            }));
        }
        let quantity = self.subject.measures.quantity(basis, side, container).unwrap_or_default();
        Ok(price(&tariff, quantity).map_err(Why::Fault).map(|rated| {
            write_rated(&mut line, (id, card), &rated);
            line
        }))
    }

    /// Puts what a card made in its place: of a line a card had made for the same partner, or at the end. A line that is
    /// typed or held stays, and keeps the card's away (css.md 1.5).
    fn put(&mut self, (side, item): (Side, Id), made: Result<Line, Why>, container: &str) {
        let (place, became) = match made {
            Err(why) => (None, Became::None(why)),
            Ok(made) => {
                let same = |(_, line): &(usize, &Line)| {
                    line.side == side
                        && line.counts()
                        && line.charge.service_item_id == Some(item)
                        && line.charge.coop_id == made.charge.coop_id
                        && line.charge.container_type == container
                };
                let own: Vec<(usize, &Line)> = self.lines.iter().enumerate().filter(same).collect();
                let stays = |line: &Line| line.charge.card_id.is_none() || line.is_held() || !self.overwrite;
                let kept = own.iter().find(|(_, line)| stays(line)).map(|(place, _)| *place);
                match (kept, own.first().map(|(place, _)| *place)) {
                    (Some(place), _) => (Some(place), Became::Kept),
                    (None, Some(place)) => {
                        if let Some(old) = self.lines.get_mut(place) {
                            *old = over(old, made);
                        }
                        (Some(place), Became::Changed)
                    }
                    (None, None) => {
                        self.lines.push(made);
                        (Some(self.lines.len() - 1), Became::New)
                    }
                }
            }
        };
        self.told.push(Told { side, item, place, became });
    }
}

/// What a card makes in place of what it had made: the notes stay, and the exchange rate of the same currency.
fn over(old: &Line, made: Line) -> Line {
    let mut line = Line { derives: made.derives, ..old.clone() };
    let was = std::mem::replace(&mut line.charge, made.charge);
    let charge = &mut line.charge;
    if was.currency_code == charge.currency_code {
        (charge.exchange_rate, charge.rate_typed) = (was.exchange_rate, was.rate_typed);
    }
    (charge.note, charge.inner_note) = (was.note, was.inner_note);
    line
}

/// Writes what a card says of a line, whatever it comes to.
fn write_terms(line: &mut Line, (id, card): (Id, &RateCard)) {
    let charge = &mut line.charge;
    charge.service_item_id = Some(card.service_item_id);
    charge.basis.clone_from(&card.basis);
    charge.currency_code.clone_from(&card.currency_code);
    charge.tax_rate.clone_from(&card.tax_rate);
    charge.amount_min = card.amount_min;
    charge.amount_max = card.amount_max;
    charge.digits = card.digits;
    charge.carry.clone_from(&card.carry);
    charge.card_id = Some(id);
    charge.quantity_typed = false;
}

fn write_rated(line: &mut Line, of: (Id, &RateCard), rated: &Rated) {
    write_terms(line, of);
    write_figures(line, rated);
}

/// Writes what a card makes of a quantity; the terms of the line stay.
fn write_figures(line: &mut Line, rated: &Rated) {
    let charge = &mut line.charge;
    charge.price = Some(rated.price.raw());
    charge.quantity = Some(rated.quantity.raw());
    charge.amount = rated.amount.thousandths().ok();
    charge.amount_fixed = rated.tag == Some(Tag::Progressive);
    charge.tag = match rated.tag {
        Some(Tag::NextBreak) => NEXT_BREAK,
        Some(Tag::Progressive) => PROGRESSIVE,
        None => "",
    }
    .to_owned();
}

/// Whether a line is what its card makes of an order's figures.
pub fn is_of(line: &Line, (card, breaks): (&RateCard, &[Break]), measures: &Measures) -> bool {
    let charge = &line.charge;
    let named = charge.service_item_id == Some(card.service_item_id)
        && charge.currency_code == card.currency_code
        && charge.basis == card.basis
        && card.coop_id.is_none_or(|coop| charge.coop_id == Some(coop))
        && (charge.amount_min, charge.amount_max, charge.digits) == (card.amount_min, card.amount_max, card.digits)
        && line.side == card::side_of(&card.kind);
    let Ok(tariff) = card.tariff(breaks.to_vec()) else { return false };
    let basis = Basis::named(&card.basis);
    if basis == Basis::Percent {
        let is_free = !charge.amount_fixed && !charge.quantity_typed;
        return named && is_free && percentage(&tariff).ok().map(Price::raw) == charge.price;
    }
    let quantity = measures.quantity(basis, line.side, &charge.container_type).unwrap_or_default();
    let priced = price(&tariff, quantity);
    let same = |rated: Rated| {
        Some(rated.price.raw()) == charge.price
            && Some(rated.quantity.raw()) == charge.quantity
            && rated.amount.thousandths().ok() == charge.amount
    };
    named && priced.is_ok_and(same)
}

/// The lines of cards as their cards rate the order's figures now; frozen ones and those of a side that is closed stay.
pub fn again(
    conn: &mut dyn Conn,
    org: i64,
    (subject, lines): (&Subject, &[Line]),
    is_closed: impl Fn(Side) -> bool,
) -> Result<Vec<Line>, Refusal> {
    let stands = |line: &&Line| line.counts() && !line.is_held() && !is_closed(line.side);
    let rated: Vec<(&Line, Id)> =
        lines.iter().filter(stands).filter_map(|line| Some((line, line.charge.card_id?))).collect();
    let cards = card::with_breaks(conn, org, rated.iter().map(|(_, card)| *card))?;
    let mut made = Vec::new();
    for (line, id) in rated {
        let Some((card, breaks)) = cards.get(&id) else { continue };
        let basis = Basis::named(&card.basis);
        if basis == Basis::Percent {
            continue;
        }
        let quantity = subject.measures.quantity(basis, line.side, &line.charge.container_type).unwrap_or_default();
        let Ok(rated) = price(&card.tariff(breaks.clone())?, quantity) else { continue };
        let mut again = line.clone();
        write_figures(&mut again, &rated);
        if again.charge.amount != line.charge.amount || again.charge.quantity != line.charge.quantity {
            made.push(again);
        }
    }
    Ok(made)
}
