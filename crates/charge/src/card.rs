//! Rate cards 价目 (catalogue css.md 1.5): the cards of a company as they are chosen by, and what they charge.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Id, Msg, Price, Quantity, Scope, Weight, parse_day};
use platform::document;
use platform::document::{Document, RowValues, Rows};
use platform::field::{Choice, Field};
use platform::refusal::Refusal;
use platform::scopes::SCOPES;
use platform::sea_query::{Condition as Where, Order};
use platform::store::{Cell, Conn, Value, sql};
use platform::when::When;
use trade::charge::card::{Break, Mode, Tariff};
use trade::charge::choice::{Band, Card, Condition, Conditions};
use trade::charge::line::Limits;
use trade::charge::{Carry, Currency, Money, Side};

use crate::line::orders_naming;
use crate::terms::{BASIS, CARRY, CURRENCY, DIGITS, LEAST, MOST, PRICE, SIDE, TAX, Terms};

/// Its table.
pub const TABLE: &str = "rate_card";
/// Draft.
pub const DRAFT: &str = "DRAFT";
/// In force.
pub const ACTIVE: &str = "ACTIVE";
/// Stopped.
pub const STOPPED: &str = "STOPPED";
/// Over by its date.
pub const EXPIRED: &str = "EXPIRED";
/// States of a card.
pub const STATES: &[Choice] = &[
    Choice::new(DRAFT, "草稿", "Draft"),
    Choice::new(ACTIVE, "生效", "In force").tone("ready"),
    Choice::new(STOPPED, "停用", "Stopped").tone("danger"),
    Choice::new(EXPIRED, "过期", "Expired").tone("neutral"),
];
/// How its breaks make a price.
pub const MODES: &[Choice] = &[
    Choice::new("FLAT", "一口价", "Flat"),
    Choice::new("WHOLE", "全程", "Whole quantity"),
    Choice::new("PROGRESSIVE", "累进", "Progressive"),
];
const FLIGHT_FORM: Msg = Msg::new("card.flight", "航班号为字母和数字", "A flight is letters and digits.");

const fn word(zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).max(40)
}

fn plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

const REPLACES: Field = Field::reference("rateCard", "替代价目", "Replaces").column("replaces_id");
/// The field is there where a card was made of another.
const IS_VERSION: When = When::Filled(&REPLACES);
const CODE: Field = Field::text("价目编号", "Card number").column("card_code").read_only().max(20);
/// What is made of a card when it is saved is there from then on.
const IS_MADE: When = When::Filled(&CODE);

document! {
    /// One rate card.
    pub struct RateCard in "rate_card" {
        --- "main" ("价目", "Rate card");
        /// PJ, day and number.
        card_code: String = CODE,
        /// Income or cost.
        kind: String = SIDE,
        /// Business scope.
        business_scope: String = Field::select(SCOPES, "业务范畴", "Scope").required(),
        /// Service item.
        service_item_id: Id = Field::reference("serviceItem", "服务项目", "Service item").required(),
        /// Customer or supplier; none: public.
        coop_id: Option<Id> = Field::reference("coop", "往来单位（空为公开价）", "Partner (none: public)"),
        /// First day.
        begin_date: String = Field::day("生效日期", "From").required(),
        /// Last day.
        end_date: String = Field::day("失效日期", "To").required(),
        /// Rated by itself.
        auto_rate: bool = Field::flag("自动计费", "Rated automatically").initially("true"),
        /// Greater goes first among cards that say as much.
        priority: i64 = Field::int("优先级", "Priority").required().range(0, 99).initially("0"),
        /// State.
        status: String = Field::state(STATES, "状态", "State"),
        /// The card this one is a new version of.
        replaces_id: Option<Id> = REPLACES.fixed().shown_when(&IS_VERSION),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        --- "conditions" ("适用条件", "Conditions");
        /// Where the shipment begins.
        departure: String = Field::upper("始发", "From").max(10),
        /// Where it goes.
        arrival: String = Field::upper("目的", "To").max(10),
        /// Route.
        route: String = word("航线", "Route"),
        /// Carrier.
        carrier: String = Field::upper("承运人", "Carrier").max(10),
        /// Flight, or how it begins.
        flight: String = Field::upper("航班号前缀", "Flight begins with").max(10).pattern("^[A-Z0-9]*$", plain, FLIGHT_FORM),
        /// Kind of goods.
        goods_type: String = word("货物类型", "Goods"),
        /// Product.
        product: String = word("服务产品", "Product"),
        /// How containers are filled.
        packing: String = word("装箱方式", "Packing"),
        /// Type of container.
        container_type: String = Field::upper("箱型", "Container type").max(10),
        /// Cargo terminal.
        terminal: String = word("货站", "Terminal"),
        /// Warehouse.
        warehouse: String = word("库房", "Warehouse"),
        /// From this weight on.
        weight_from: Option<i64> = Field::decimal(3, "重量自", "Weight from").unit("KG").range(0, 999_999_999_999),
        /// Below this weight.
        weight_to: Option<i64> = Field::decimal(3, "重量至（不含）", "Weight below").unit("KG").range(1, 999_999_999_999),
        /// From these pieces on.
        pieces_from: Option<i64> = Field::int("件数自", "Pieces from").range(0, 9_999_999),
        /// Up to these pieces.
        pieces_to: Option<i64> = Field::int("件数至", "Pieces to").range(0, 9_999_999),
        --- "price" ("价格", "Price");
        /// What the price is multiplied with.
        basis: String = BASIS,
        /// Currency.
        currency_code: String = CURRENCY,
        /// How the breaks make a price.
        mode: String = Field::select(MODES, "计价方式", "Price mode").required().initially("\"WHOLE\""),
        /// The next break is charged when that is cheaper.
        lower_next: bool = Field::flag("取低", "Take the cheaper break").initially("true"),
        /// The least that is charged.
        amount_min: Option<i64> = LEAST,
        /// The most that is charged.
        amount_max: Option<i64> = MOST,
        /// Digits of the amount.
        digits: Option<i64> = DIGITS,
        /// How it is rounded.
        carry: String = CARRY,
        /// Tax rate.
        tax_rate: String = TAX,
        /// The conditions in words.
        conditions: String = Field::text("适用条件", "Conditions").read_only().max(400).shown_when(&IS_MADE),
        /// The prices in words.
        price_text: String = Field::text("价格", "Price").read_only().max(4_000).shown_when(&IS_MADE),
    }
}

/// From this quantity on.
pub const FROM: Field =
    Field::decimal(4, "起（数量）", "From").column("from_quantity").wire("from").required().range(0, 999_999_999_999);
/// The breaks of a card, typed or pasted.
pub const BREAKS: Rows = Rows {
    member: "breaks",
    title: ("价格等级", "Breaks"),
    behind: "price",
    table: "rate_card_break",
    parent: "card_id",
    fields: &[FROM, PRICE.column("price")],
    most: trade::charge::card::BREAKS_MAX,
    sheet: true,
};

/// By its stored name.
pub fn mode_of(stored: &str) -> Mode {
    MODES
        .iter()
        .position(|one| one.value == stored)
        .and_then(|place| Mode::ALL.get(place).copied())
        .unwrap_or(Mode::Whole)
}

/// By its stored name.
pub fn side_of(stored: &str) -> Side {
    if stored == "PAYABLE" { Side::Payable } else { Side::Receivable }
}

/// Breaks of their rows.
pub fn breaks_of(rows: &[RowValues]) -> Vec<Break> {
    let raw = |row: &RowValues, at: usize| match row.get(at) {
        Some(Value::Int(raw)) => *raw,
        _ => 0,
    };
    rows.iter()
        .map(|row| Break { from: Quantity::from_raw(raw(row, 0)), price: Price::from_raw(raw(row, 1)) })
        .collect()
}

impl RateCard {
    /// The words of its conditions.
    pub fn words(&self) -> BTreeMap<Condition, String> {
        let words = [
            (Condition::Origin, &self.departure),
            (Condition::Destination, &self.arrival),
            (Condition::Route, &self.route),
            (Condition::Carrier, &self.carrier),
            (Condition::Flight, &self.flight),
            (Condition::GoodsType, &self.goods_type),
            (Condition::Product, &self.product),
            (Condition::Packing, &self.packing),
            (Condition::ContainerType, &self.container_type),
            (Condition::Terminal, &self.terminal),
            (Condition::Warehouse, &self.warehouse),
        ];
        words.into_iter().filter(|(_, word)| !word.is_empty()).map(|(one, word)| (one, word.clone())).collect()
    }

    /// As it is chosen by.
    pub fn choice(&self, id: Id) -> Result<Card, Refusal> {
        let day = |text: &str| parse_day(text).ok_or_else(|| Refusal::broken("a card without its days"));
        let weight = |raw: Option<i64>| raw.map(Weight::from_raw);
        let conditions = Conditions {
            words: self.words(),
            weight: Band { from: weight(self.weight_from), to: weight(self.weight_to) },
            pieces: Band { from: self.pieces_from, to: self.pieces_to },
        };
        Ok(Card {
            id,
            side: side_of(&self.kind),
            item: self.service_item_id,
            scope: Scope::from_code(&self.business_scope).ok_or_else(|| Refusal::broken("a card without its scope"))?,
            coop: self.coop_id,
            agreement: None,
            conditions,
            begin: day(&self.begin_date)?,
            end: day(&self.end_date)?,
            priority: u8::try_from(self.priority).unwrap_or(u8::MAX),
            active: self.status == ACTIVE,
        })
    }

    /// Its terms.
    pub fn terms(&self) -> Terms {
        Terms {
            currency: self.currency_code.clone(),
            least: self.amount_min,
            most: self.amount_max,
            digits: self.digits,
            basis: self.basis.clone(),
            tax: self.tax_rate.clone(),
        }
    }

    /// What it charges.
    pub fn tariff(&self, breaks: Vec<Break>) -> Result<Tariff, Refusal> {
        let currency = crate::rate::currency_of(&self.currency_code)?;
        let money = |raw: Option<i64>| raw.map(|raw| of_hundredths(raw, currency));
        let limits = Limits {
            digits: self.digits.and_then(|digits| u32::try_from(digits).ok()),
            carry: Carry::named(&self.carry).unwrap_or_default(),
            least: money(self.amount_min),
            most: money(self.amount_max),
        };
        Ok(Tariff { currency, mode: mode_of(&self.mode), breaks, lower_next: self.lower_next, limits })
    }
}

/// Money typed with two decimals, in the minor unit of its currency.
pub(crate) fn of_hundredths(raw: i64, currency: Currency) -> Money {
    let minor = match currency.exponent() {
        0 => raw / 100,
        3 => raw.saturating_mul(10),
        _ => raw,
    };
    Money::from_minor(minor, currency)
}

/// Cards with their ids that a condition leaves, the oldest first.
pub fn cards(conn: &mut dyn Conn, org: i64, wanted: Where) -> Result<Vec<(Id, RateCard)>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .column("id")
        .columns(RateCard::FIELDS.iter().map(|field| field.column))
        .cond_where(wanted)
        .order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    let card = |row: platform::store::Row| {
        let id = Id::from_value(row.value(0))?;
        Ok((id, RateCard::from_values(row.0.get(1..).unwrap_or_default())?))
    };
    rows.into_iter().map(card).collect()
}

/// The breaks of some cards.
pub fn breaks(conn: &mut dyn Conn, org: i64, cards: &[Id]) -> Result<BTreeMap<Id, Vec<Break>>, Refusal> {
    let mut select = sql::from(org, BREAKS.table);
    select
        .columns([BREAKS.parent, "from_quantity", "price"])
        .and_where(sql::is_in(sql::col(BREAKS.parent), cards.iter().copied()))
        .order_by(BREAKS.parent, Order::Asc)
        .order_by("line", Order::Asc);
    let mut found: BTreeMap<Id, Vec<Break>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let one = Break { from: Quantity::from_raw(row.get(1)?), price: Price::from_raw(row.get(2)?) };
        found.entry(row.get(0)?).or_default().push(one);
    }
    Ok(found)
}

/// How many orders have charges that some cards rated, up to 10,000; those that rated none are not among them.
pub fn uses(conn: &mut dyn Conn, org: i64, cards: &[Id]) -> Result<BTreeMap<Id, i64>, Refusal> {
    orders_naming(conn, org, ("card_id", TABLE), cards)
}

/// Some cards with their breaks.
pub fn with_breaks(
    conn: &mut dyn Conn,
    org: i64,
    ids: impl IntoIterator<Item = Id>,
) -> Result<BTreeMap<Id, (RateCard, Vec<Break>)>, Refusal> {
    let ids: BTreeSet<Id> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let ids: Vec<Id> = ids.into_iter().collect();
    let mut breaks = breaks(conn, org, &ids)?;
    let cards = cards(conn, org, Where::all().add(sql::is_in(sql::col("id"), ids)))?;
    Ok(cards.into_iter().map(|(id, card)| (id, (card, breaks.remove(&id).unwrap_or_default()))).collect())
}
