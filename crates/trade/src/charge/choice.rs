//! Which rate card holds for a charge, and why the others do not (catalogue css.md 1.5, 试算 of /css_rate_card).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use kernel::{Day, Id, Scope, Weight};

use super::Side;

/// What a card may be for only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// Where the shipment begins.
    Origin,
    /// Where it goes.
    Destination,
    /// Route.
    Route,
    /// Carrier.
    Carrier,
    /// Flight number, or how it begins.
    Flight,
    /// Kind of goods.
    GoodsType,
    /// Product.
    Product,
    /// How containers are filled.
    Packing,
    /// Type of container.
    ContainerType,
    /// Cargo terminal.
    Terminal,
    /// Warehouse.
    Warehouse,
    /// Weight between two limits.
    Weight,
    /// Pieces between two limits.
    Pieces,
}

impl Condition {
    /// All of them, in the order of the form.
    pub const ALL: [Self; 13] = [
        Self::Origin,
        Self::Destination,
        Self::Route,
        Self::Carrier,
        Self::Flight,
        Self::GoodsType,
        Self::Product,
        Self::Packing,
        Self::ContainerType,
        Self::Terminal,
        Self::Warehouse,
        Self::Weight,
        Self::Pieces,
    ];

    /// Its name on forms, in Chinese and in English.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Origin => ("始发", "From"),
            Self::Destination => ("目的", "To"),
            Self::Route => ("航线", "Route"),
            Self::Carrier => ("承运人", "Carrier"),
            Self::Flight => ("航班号", "Flight"),
            Self::GoodsType => ("货物类型", "Goods"),
            Self::Product => ("服务产品", "Product"),
            Self::Packing => ("装箱方式", "Packing"),
            Self::ContainerType => ("箱型", "Container type"),
            Self::Terminal => ("货站", "Terminal"),
            Self::Warehouse => ("库房", "Warehouse"),
            Self::Weight => ("重量段", "Weight"),
            Self::Pieces => ("件数段", "Pieces"),
        }
    }
}

/// A stretch of figures; an open side has no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band<T> {
    /// The least figure in it.
    pub from: Option<T>,
    /// Where it ends.
    pub to: Option<T>,
}

impl<T> Default for Band<T> {
    fn default() -> Self {
        Self { from: None, to: None }
    }
}

impl<T: PartialOrd> Band<T> {
    const fn is_filled(&self) -> bool {
        self.from.is_some() || self.to.is_some()
    }

    fn begins_by(&self, figure: &T) -> bool {
        self.from.as_ref().is_none_or(|from| from <= figure)
    }
}

/// The conditions of a card.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Conditions {
    /// Words of the filled conditions; an empty word fills none. Weight and pieces stand in their bands.
    pub words: BTreeMap<Condition, String>,
    /// Weight: from the lower limit on and below the upper one, so that bands which follow one another never meet.
    pub weight: Band<Weight>,
    /// Pieces: from the lower limit to the upper one, both included.
    pub pieces: Band<i64>,
}

impl Conditions {
    fn filled(&self) -> impl Iterator<Item = (Condition, &str)> {
        self.words.iter().map(|(condition, word)| (*condition, word.as_str())).filter(|(_, word)| !word.is_empty())
    }

    /// How many are filled; a band counts once.
    pub fn count(&self) -> usize {
        self.filled().count() + usize::from(self.weight.is_filled()) + usize::from(self.pieces.is_filled())
    }

    /// The first that a shipment does not meet, in the order of the form. What the shipment does not say meets none.
    pub fn unmet(&self, shipment: &Shipment) -> Option<Condition> {
        let word = self.filled().find(|(condition, word)| {
            let own = shipment.words.get(condition).map_or("", String::as_str);
            if *condition == Condition::Flight { !own.starts_with(word) } else { own != *word }
        });
        if let Some((condition, _)) = word {
            return Some(condition);
        }
        let below = |weight: &Weight| self.weight.to.is_none_or(|to| *weight < to);
        if self.weight.is_filled() && !shipment.weight.is_some_and(|own| self.weight.begins_by(&own) && below(&own)) {
            return Some(Condition::Weight);
        }
        let upto = |pieces: &i64| self.pieces.to.is_none_or(|to| *pieces <= to);
        let pieces = shipment.pieces.is_some_and(|own| self.pieces.begins_by(&own) && upto(&own));
        (self.pieces.is_filled() && !pieces).then_some(Condition::Pieces)
    }

    /// Whether two cards have the same: an empty word is as none.
    fn same(&self, other: &Self) -> bool {
        self.filled().eq(other.filled()) && self.weight == other.weight && self.pieces == other.pieces
    }
}

/// What is known of the shipment, or of one container type of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shipment {
    /// Words by the condition they answer.
    pub words: BTreeMap<Condition, String>,
    /// Weight.
    pub weight: Option<Weight>,
    /// Pieces.
    pub pieces: Option<i64>,
}

/// The agreement a card belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// Whether it is in force by its state.
    pub active: bool,
    /// First day.
    pub begin: Day,
    /// Last day; none while it is open.
    pub end: Option<Day>,
}

impl Term {
    fn covers(&self, day: Day) -> bool {
        self.active && self.begin <= day && self.end.is_none_or(|end| day <= end)
    }
}

/// A rate card, as far as it is chosen by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// Id.
    pub id: Id,
    /// Income or cost.
    pub side: Side,
    /// Service item.
    pub item: Id,
    /// Business scope.
    pub scope: Scope,
    /// Customer or supplier; none: public.
    pub coop: Option<Id>,
    /// Agreement.
    pub agreement: Option<Term>,
    /// Conditions.
    pub conditions: Conditions,
    /// First day.
    pub begin: Day,
    /// Last day.
    pub end: Day,
    /// Greater goes first.
    pub priority: u8,
    /// Whether it is in force by its state (生效).
    pub active: bool,
}

/// What a card is wanted for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// Income or cost.
    pub side: Side,
    /// Service item.
    pub item: Id,
    /// Business scope.
    pub scope: Scope,
    /// Customer of the order, or supplier of the service; none when there is none yet.
    pub coop: Option<Id>,
    /// Day of rating.
    pub day: Day,
    /// The shipment.
    pub shipment: Shipment,
}

/// Why a card is not the one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyNot {
    /// It is of the other side.
    Side,
    /// It is of another item.
    Item,
    /// It is of another scope.
    Scope,
    /// It is a draft, stopped or over.
    Inactive,
    /// It begins later.
    NotYet,
    /// It has ended.
    Ended,
    /// Its agreement is not in force: an agreement that ends, ends its cards.
    Agreement,
    /// It is somebody else's.
    Coop,
    /// The shipment does not meet a condition.
    Condition(Condition),
    /// It is public, the chosen one is the coop's own.
    Public,
    /// It is free, the chosen one belongs to an agreement.
    Free,
    /// It has fewer conditions.
    FewerConditions,
    /// Its priority is lower.
    Priority,
    /// It began earlier.
    Earlier,
    /// All is equal: its id is smaller.
    Id,
}

/// The chosen card and what became of the others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// Place of the card that holds; none when none does.
    pub chosen: Option<usize>,
    /// Place of every other card and why not: first those that would hold, the best first, then the rest as they came.
    pub others: Vec<(usize, WhyNot)>,
}

/// Lower is better.
type Rank = (bool, bool, Reverse<usize>, Reverse<u8>, Reverse<Day>, Reverse<Id>);

fn rank(card: &Card) -> Rank {
    (
        card.coop.is_none(),
        card.agreement.is_none(),
        Reverse(card.conditions.count()),
        Reverse(card.priority),
        Reverse(card.begin),
        Reverse(card.id),
    )
}

/// Chooses among cards (css.md 1.5): the coop's own before a public one; of an agreement in force before a free one;
/// more filled conditions; then the priority of the form, which so decides only between cards that say as much; then
/// the later begin and the greater id.
pub fn choose(cards: &[Card], ask: &Ask) -> Choice {
    let mut fitting: Vec<(usize, Rank)> = Vec::new();
    let mut unfit = Vec::new();
    for (place, card) in cards.iter().enumerate() {
        match misfit(card, ask) {
            Some(why) => unfit.push((place, why)),
            None => fitting.push((place, rank(card))),
        }
    }
    fitting.sort_by_key(|(_, rank)| *rank);
    let mut fitting = fitting.into_iter();
    let Some((chosen, best)) = fitting.next() else { return Choice { chosen: None, others: unfit } };
    let others = fitting.map(|(place, rank)| (place, behind(&best, &rank))).chain(unfit).collect();
    Choice { chosen: Some(chosen), others }
}

/// Why a card is no candidate; the first reason that holds.
fn misfit(card: &Card, ask: &Ask) -> Option<WhyNot> {
    let reasons = [
        (card.side != ask.side, WhyNot::Side),
        (card.item != ask.item, WhyNot::Item),
        (card.scope != ask.scope, WhyNot::Scope),
        (!card.active, WhyNot::Inactive),
        (card.coop.is_some() && card.coop != ask.coop, WhyNot::Coop),
        (ask.day < card.begin, WhyNot::NotYet),
        (card.end < ask.day, WhyNot::Ended),
        (card.agreement.is_some_and(|term| !term.covers(ask.day)), WhyNot::Agreement),
    ];
    let first = reasons.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why);
    first.or_else(|| card.conditions.unmet(&ask.shipment).map(WhyNot::Condition))
}

/// In what a card stands behind the best.
fn behind(best: &Rank, rank: &Rank) -> WhyNot {
    let differs = [
        (best.0 != rank.0, WhyNot::Public),
        (best.1 != rank.1, WhyNot::Free),
        (best.2 != rank.2, WhyNot::FewerConditions),
        (best.3 != rank.3, WhyNot::Priority),
        (best.4 != rank.4, WhyNot::Earlier),
    ];
    differs.into_iter().find(|(holds, _)| *holds).map_or(WhyNot::Id, |(_, why)| why)
}

/// Whether two cards of the same key (side, item, scope, coop, conditions) hold on a common day: `与价目{code}有效期重叠`
/// (/css_rate_card, 生效). A card never overlaps itself.
pub fn overlaps(one: &Card, other: &Card) -> bool {
    let same_key = (one.side, one.item, one.scope, one.coop) == (other.side, other.item, other.scope, other.coop)
        && one.conditions.same(&other.conditions);
    one.id != other.id && same_key && one.begin <= other.end && other.begin <= one.end
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        kernel::parse_day(text).expect("a day")
    }

    fn words(list: &[(Condition, &str)]) -> BTreeMap<Condition, String> {
        list.iter().map(|(condition, word)| (*condition, (*word).to_owned())).collect()
    }

    /// A public card of freight without conditions, for the year.
    pub(in crate::charge) fn card(id: i64) -> Card {
        Card {
            id: Id(id),
            side: Side::Receivable,
            item: Id(1),
            scope: Scope::Ae,
            coop: None,
            agreement: None,
            conditions: Conditions::default(),
            begin: day("2026-01-01"),
            end: day("2026-12-31"),
            priority: 0,
            active: true,
        }
    }

    /// The first order: KH001, from Shanghai to Frankfurt.
    pub(in crate::charge) fn ask() -> Ask {
        let known = [
            (Condition::Origin, "PVG"),
            (Condition::Destination, "FRA"),
            (Condition::Carrier, "X9"),
            (Condition::Flight, "X9801"),
        ];
        let shipment =
            Shipment { words: words(&known), weight: Some("658.33".parse().expect("a weight")), pieces: Some(12) };
        Ask {
            side: Side::Receivable,
            item: Id(1),
            scope: Scope::Ae,
            coop: Some(Id(7)),
            day: day("2026-07-14"),
            shipment,
        }
    }

    fn why(card: Card) -> Option<WhyNot> {
        let choice = choose(&[card], &ask());
        assert_eq!(choice.chosen.is_none(), choice.others.len() == 1);
        choice.others.first().map(|(_, why)| *why)
    }

    #[test]
    fn the_card_of_the_customer_wins_over_a_public_one_with_more_conditions() {
        let mut own = card(1);
        own.coop = Some(Id(7));
        own.conditions.words = words(&[(Condition::Origin, "PVG"), (Condition::Destination, "FRA")]);
        let mut public = card(2);
        public.priority = 99;
        public.conditions.words =
            words(&[(Condition::Origin, "PVG"), (Condition::Destination, "FRA"), (Condition::Carrier, "X9")]);
        let choice = choose(&[public, own], &ask());
        assert_eq!(choice, Choice { chosen: Some(1), others: vec![(0, WhyNot::Public)] });
    }

    #[test]
    fn candidates_are_ordered_by_what_they_say_most_about() {
        let term = Term { active: true, begin: day("2026-01-01"), end: None };
        let build = |id, coop: bool, agreement: bool, condition: bool, priority, begin: &str| {
            let mut card = card(id);
            card.coop = coop.then_some(Id(7));
            card.agreement = agreement.then_some(term);
            if condition {
                card.conditions.words = words(&[(Condition::Origin, "PVG")]);
            }
            (card.priority, card.begin) = (priority, day(begin));
            card
        };
        let cards = [
            build(9, false, true, true, 99, "2026-07-01"),
            build(8, true, false, true, 99, "2026-07-01"),
            build(7, true, true, false, 99, "2026-07-01"),
            build(6, true, true, true, 1, "2026-07-01"),
            build(5, true, true, true, 2, "2026-06-01"),
            build(3, true, true, true, 2, "2026-07-01"),
            build(4, true, true, true, 2, "2026-07-01"),
        ];
        let choice = choose(&cards, &ask());
        assert_eq!(choice.chosen, Some(6));
        let others = [
            (5, WhyNot::Id),
            (4, WhyNot::Earlier),
            (3, WhyNot::Priority),
            (2, WhyNot::FewerConditions),
            (1, WhyNot::Free),
            (0, WhyNot::Public),
        ];
        assert_eq!(choice.others, others);
    }

    #[test]
    fn every_other_card_is_told_why_not() {
        let change = |change: fn(&mut Card)| {
            let mut card = card(1);
            change(&mut card);
            why(card)
        };
        assert_eq!(change(|_| {}), None);
        assert_eq!(change(|card| card.side = Side::Payable), Some(WhyNot::Side));
        assert_eq!(change(|card| card.item = Id(2)), Some(WhyNot::Item));
        assert_eq!(change(|card| card.scope = Scope::Ai), Some(WhyNot::Scope));
        assert_eq!(change(|card| card.active = false), Some(WhyNot::Inactive));
        assert_eq!(change(|card| card.coop = Some(Id(8))), Some(WhyNot::Coop));
        assert_eq!(change(|card| card.begin = day("2026-07-15")), Some(WhyNot::NotYet));
        assert_eq!(change(|card| card.begin = day("2026-07-14")), None);
        assert_eq!(change(|card| card.end = day("2026-07-14")), None);
        assert_eq!(change(|card| card.end = day("2026-07-13")), Some(WhyNot::Ended));
        let term = |active, begin: &str, end: Option<&str>| {
            let mut card = card(1);
            card.agreement = Some(Term { active, begin: day(begin), end: end.map(day) });
            why(card)
        };
        assert_eq!(term(true, "2026-07-14", Some("2026-07-14")), None);
        assert_eq!(term(false, "2026-07-14", None), Some(WhyNot::Agreement));
        assert_eq!(term(true, "2026-07-15", None), Some(WhyNot::Agreement));
        assert_eq!(term(true, "2026-01-01", Some("2026-07-13")), Some(WhyNot::Agreement));
    }

    #[test]
    fn conditions_are_met_by_what_the_shipment_says() {
        let word = |condition, word: &str| {
            let mut card = card(1);
            card.conditions.words = words(&[(condition, word)]);
            why(card)
        };
        for condition in Condition::ALL {
            assert_eq!(word(condition, ""), None, "an empty word is no condition");
        }
        assert_eq!(word(Condition::Destination, "FRA"), None);
        assert_eq!(word(Condition::Destination, "FR"), Some(WhyNot::Condition(Condition::Destination)));
        assert_eq!(word(Condition::Flight, "X9"), None, "how the number begins");
        assert_eq!(word(Condition::Flight, "X9801"), None);
        assert_eq!(word(Condition::Flight, "X98011"), Some(WhyNot::Condition(Condition::Flight)));
        assert_eq!(word(Condition::Flight, "801"), Some(WhyNot::Condition(Condition::Flight)));
        assert_eq!(word(Condition::Terminal, "PACTL"), Some(WhyNot::Condition(Condition::Terminal)), "not known yet");
    }

    #[test]
    fn bands_hold_from_their_lower_limit() {
        let weight = |from: Option<&str>, to: Option<&str>| {
            let mut card = card(1);
            let parse = |text: &str| text.parse().expect("a weight");
            card.conditions.weight = Band { from: from.map(parse), to: to.map(parse) };
            why(card)
        };
        let (unmet, met) = (Some(WhyNot::Condition(Condition::Weight)), None);
        assert_eq!(weight(Some("658.33"), None), met);
        assert_eq!(weight(Some("658.331"), None), unmet);
        assert_eq!(weight(None, Some("658.33")), unmet, "the next band begins there");
        assert_eq!(weight(None, Some("658.331")), met);
        assert_eq!(weight(Some("500"), Some("1000")), met);
        let pieces = |from, to| {
            let mut card = card(1);
            card.conditions.pieces = Band { from, to };
            why(card)
        };
        let unmet = Some(WhyNot::Condition(Condition::Pieces));
        assert_eq!((pieces(Some(12), Some(12)), pieces(None, Some(12))), (met, met));
        assert_eq!((pieces(Some(13), None), pieces(None, Some(11))), (unmet, unmet));
        let mut unknown = ask();
        (unknown.shipment.weight, unknown.shipment.pieces) = (None, None);
        let mut conditions = Conditions::default();
        conditions.pieces.from = Some(1);
        assert_eq!((conditions.unmet(&unknown.shipment), conditions.count()), (Some(Condition::Pieces), 1));
        conditions.weight.to = Some("1000".parse().expect("a weight"));
        assert_eq!((conditions.unmet(&unknown.shipment), conditions.count()), (Some(Condition::Weight), 2));
    }

    #[test]
    fn without_a_customer_only_public_cards_hold() {
        let mut own = card(1);
        own.coop = Some(Id(7));
        let nobody = Ask { coop: None, ..ask() };
        assert_eq!(choose(&[own.clone()], &nobody).others, [(0, WhyNot::Coop)]);
        assert_eq!(choose(&[own, card(2)], &nobody).chosen, Some(1));
        assert_eq!(choose(&[], &nobody), Choice::default());
    }

    #[test]
    fn cards_of_one_key_do_not_share_a_day() {
        let two = |change: fn(&mut Card)| {
            let mut other = card(2);
            change(&mut other);
            assert_eq!(overlaps(&card(1), &other), overlaps(&other, &card(1)));
            overlaps(&card(1), &other)
        };
        assert!(two(|_| {}));
        assert!(!overlaps(&card(1), &card(1)), "not itself");
        assert!(two(|card| (card.begin, card.end) = (day("2026-12-31"), day("2027-12-31"))), "one common day");
        assert!(!two(|card| (card.begin, card.end) = (day("2027-01-01"), day("2027-12-31"))), "the day after");
        assert!(!two(|card| card.side = Side::Payable));
        assert!(!two(|card| card.item = Id(2)));
        assert!(!two(|card| card.scope = Scope::Se));
        assert!(!two(|card| card.coop = Some(Id(7))));
        assert!(!two(|card| card.conditions.words = words(&[(Condition::Origin, "PVG")])));
        assert!(two(|card| card.conditions.words = words(&[(Condition::Origin, "")])), "an empty word is none");
        assert!(!two(|card| card.conditions.pieces.to = Some(9)));
        assert!(two(|card| card.priority = 5), "the priority is no part of the key");
    }
}
