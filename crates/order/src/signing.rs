//! 航线签单 as orders see it (catalogue af-orders.md /af_routing_sign): which orders are to be signed, whether one is, and
//! what the minimum sell rate of one that is not signed yet comes to.

use charge::{entry, rate};
use kernel::{Id, Instant, Scope, Text, Weight, div_half_up, parse_day};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::setting::Decided;
use platform::store::{Cell, Conn, Value, sql};
use trade::charge::Currency;
use trade::charge::exchange::Kind;

use crate::air::{Air, Head};
use crate::config::{ROUTING_SIGN, ROUTING_SIGN_PRODUCTS};
use crate::draft::Draft;
use crate::profile::Profile;

/// Its table.
pub const TABLE: &str = "routing_sign";
/// Not signed.
pub const OPEN: &str = "OPEN";
/// Signed.
pub const SIGNED: &str = "SIGNED";
/// A price of one kilogram.
pub const OF_ONE: &str = "PRICE";
/// A price of all of it.
pub const OF_ALL: &str = "TOTAL";
/// The weight a price of all of it is multiplied with.
pub const ONE_KILOGRAM: i64 = 1_000;

/// What a company decided about signing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signing {
    /// It signs.
    pub is_on: bool,
    products: Vec<String>,
}

impl Signing {
    /// Of a company that decided so.
    pub fn of(decided: &Decided) -> Result<Self, Refusal> {
        let scope = Some(Scope::Ae);
        let is_on = decided.value(&ROUTING_SIGN, scope)?;
        Ok(Self { is_on, products: decided.values(&ROUTING_SIGN_PRODUCTS, scope)? })
    }

    /// Whether orders of a service product are signed.
    pub fn includes(&self, product: &str) -> bool {
        self.is_on && !product.is_empty() && self.products.iter().any(|one| one == product)
    }
}

/// Whether an order is one that its company signs.
pub fn is_wanted(decided: &Decided, (profile, draft): (&Profile, &Draft)) -> Result<bool, Refusal> {
    Ok(profile.scope == Scope::Ae && Signing::of(decided)?.includes(&draft.text(Head::BUSINESS_PRODUCT)))
}

/// The state of the sign of an order; none where it has none.
pub fn state(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<String>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("state").and_where(sql::eq("order_id", order));
    conn.first(&select.into())?.map(|row| Ok(row.get(0)?)).transpose()
}

/// Whether an order is signed.
pub fn is_signed(conn: &mut dyn Conn, org: i64, order: Id) -> Result<bool, Refusal> {
    Ok(state(conn, org, order)?.as_deref() == Some(SIGNED))
}

/// The moment whose exchange rates an order is signed at, as its charges have them. It is open: it has no financial date.
pub fn rate_at(decided: &Decided, (profile, draft): (&Profile, &Draft), now: Instant) -> Result<Instant, Refusal> {
    let rate_date: String = decided.value(&entry::RATE_DATE, None)?;
    let day = crate::business::date(profile, draft).and_then(|day| parse_day(&day));
    Ok(entry::rate_at(&rate_date, (day, None), now))
}

/// The minimum sell rate of an order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Msr {
    /// [`OF_ONE`] or [`OF_ALL`]; empty where there is none.
    pub price_type: String,
    /// In 1/10000.
    pub price: Option<i64>,
    /// Its currency.
    pub currency: String,
    /// To the functional currency; none where the table has none.
    pub rate: Option<i64>,
    /// In grams.
    pub weight: Option<i64>,
    /// In thousandths of the functional currency.
    pub functional: Option<i64>,
}

impl Msr {
    /// As the order has it, at the rate of a moment.
    pub fn of(conn: &mut dyn Conn, org: i64, draft: &Draft, at: Instant) -> Result<Self, Refusal> {
        let (price_type, price) = match rates(draft) {
            [Some(price), _] => (OF_ONE, price),
            // Amounts have two decimals, prices four.
            [None, Some(amount)] => (OF_ALL, amount.saturating_mul(100)),
            [None, None] => return Ok(Self::default()),
        };
        let own = rate::functional(conn, org)?;
        let named = draft.detail.text(Air::MSR_CURRENCY_CODE);
        let currency = if named.is_empty() { own.code().to_owned() } else { named };
        let of: Vec<Currency> = Currency::named(&currency).into_iter().collect();
        let rate = rate::Table::of(conn, org, &of)?.at(&currency, Kind::Receivable, at);
        let weight = if price_type == OF_ALL { Some(ONE_KILOGRAM) } else { income_weight(draft).map(Weight::raw) };
        let mut made = Self {
            price_type: price_type.to_owned(),
            price: Some(price),
            currency,
            rate: rate.map(kernel::ExchangeRate::raw),
            weight,
            functional: None,
        };
        made.count(own);
        Ok(made)
    }

    /// Makes its amount anew: price × rate × weight, rounded once.
    pub fn count(&mut self, own: Currency) {
        let parts = self.price.zip(self.rate).zip(self.weight);
        self.functional = parts.and_then(|((price, rate), weight)| worth((price, rate, weight), own));
    }

    /// Columns and values.
    pub fn cells(&self) -> [(&'static str, Value); 6] {
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty()).into_value();
        [
            ("msr_price_type", text(&self.price_type)),
            ("msr_price", self.price.into_value()),
            ("msr_currency", text(&self.currency)),
            ("msr_rate", self.rate.into_value()),
            ("income_weight", self.weight.into_value()),
            ("msr_functional", self.functional.into_value()),
        ]
    }
}

/// What customers are charged for: the actual charge weight, else the planned one.
pub fn income_weight(draft: &Draft) -> Option<Weight> {
    let of = |field| draft.head.get::<Weight>(field);
    of(Head::CONFIRM_CHARGE_WEIGHT).or_else(|| of(Head::PLAN_CHARGE_WEIGHT))
}

/// Price × rate × weight in thousandths of the functional currency, rounded once to its digits; none where it does not fit.
fn worth((price, rate, weight): (i64, i64, i64), own: Currency) -> Option<i64> {
    /// 1/10000 of a price, 1/1000000 of a rate, a gram of a kilogram.
    const UNITS: u32 = 4 + 6 + 3;
    let exact = i128::from(price).checked_mul(i128::from(rate))?.checked_mul(i128::from(weight))?;
    let minor = div_half_up(exact, 10i128.pow(UNITS.saturating_sub(own.exponent())));
    let finer = 10i128.pow(3u32.saturating_sub(own.exponent()));
    i64::try_from(minor.checked_mul(finer)?).ok()
}

/// The minimum sell rate as an order has it: of one kilogram, and of all.
fn rates(draft: &Draft) -> [Option<i64>; 2] {
    [Air::MSR_UNITPRICE, Air::MSR_AMOUNT].map(|field| draft.detail.get::<i64>(field).filter(|raw| *raw != 0))
}

/// Follows an order that is saved: while it is not signed, the amount of its minimum sell rate is that of the order.
pub(crate) fn follow(
    tx: &mut Tx<'_>,
    order: Id,
    (profile, was, draft): (&Profile, &Draft, &Draft),
) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    // Without a rate there is no amount that could follow.
    let has_rate = |draft: &Draft| rates(draft).iter().any(Option::is_some);
    if profile.scope != Scope::Ae || !(has_rate(was) || has_rate(draft)) {
        return Ok(());
    }
    let decided = Decided::of(tx, org)?;
    if !is_wanted(&decided, (profile, draft))? {
        return Ok(());
    }
    let state = state(tx, org, order)?;
    if state.as_deref() == Some(SIGNED) {
        return Ok(());
    }
    let msr = Msr::of(tx, org, draft, rate_at(&decided, (profile, draft), now)?)?;
    put(tx, order, state.is_some(), msr.cells().to_vec())
}

/// Writes columns of the sign of an order.
pub fn put(tx: &mut Tx<'_>, order: Id, is_there: bool, cells: Vec<(&'static str, Value)>) -> Result<(), Refusal> {
    let (user, now) = (tx.actor.user_id.into_value(), tx.now.into_value());
    let mut cells = cells;
    cells.extend([("updated_by", user.clone()), ("updated_at", now.clone())]);
    if is_there {
        let mut update = sql::update(tx.org(), TABLE, &cells);
        update.value("version", Expr::cust("version + 1")).and_where(sql::eq("order_id", order));
        tx.exec(&update.into())?;
        return Ok(());
    }
    cells.extend([
        ("order_id", order.into_value()),
        ("version", Value::Int(1)),
        ("created_by", user),
        ("created_at", now),
    ]);
    if cells.iter().all(|(column, _)| *column != "state") {
        cells.push(("state", OPEN.to_owned().into_value()));
    }
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok(())
}

/// Why there is no rate of a currency at a moment.
pub fn no_rate(currency: Currency, at: Instant) -> Option<Text> {
    match rate::told(trade::charge::Fault::NoRate(currency), at) {
        Refusal::Business(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn currency(code: &str) -> Currency {
        Currency::named(code).expect("a currency")
    }

    #[test]
    fn the_minimum_sell_rate_of_the_catalogue_is_rounded_once() {
        // E3: 3.00 dollars at 7.1000 for 1000.00 kg.
        assert_eq!(worth((30_000, 7_100_000, 1_000_000), currency("CNY")), Some(21_300_000));
        // 0.3333 × 7.123456 × 3 kg = 7.1227…; rounded once, not 1.00 × 7.12.
        assert_eq!(worth((3_333, 7_123_456, 3_000), currency("CNY")), Some(7_120));
        assert_eq!(worth((15_000, 1_000_000, 1_000), currency("JPY")), Some(2_000), "yen have no cents");
        assert_eq!(worth((i64::MAX, i64::MAX, i64::MAX), currency("CNY")), None);
    }

    #[test]
    fn products_that_are_not_ticked_are_not_signed() {
        let on = Signing { is_on: true, products: vec!["包板".to_owned()] };
        assert!(on.includes("包板") && !on.includes("散航") && !on.includes(""));
        assert!(!Signing { is_on: false, ..on }.includes("包板"));
        assert!(!Signing { is_on: true, products: Vec::new() }.includes("包板"));
    }
}
