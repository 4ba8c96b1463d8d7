//! The figures of charge lines: what an item brings along, the quantity of the basis, amount, functional amount and tax
//! (catalogue css.md 0.4 to 0.6).

use std::collections::BTreeMap;

use kernel::{ExchangeRate, Findings, Id, Instant, Msg, Percent, Price, Quantity, Scope};
use platform::refusal::Refusal;
use trade::charge::basis::{Basis, Measures};
use trade::charge::exchange::{Carried, Kind, functional, percent_base};
use trade::charge::line::{Ask, Cut, Limits, Of, line, shown_price, untaxed};
use trade::charge::{Carry, Currency, Fault, Money, Side};

use crate::coop_service::{CoopService, OfPartners};
use crate::item::{EXEMPT, ServiceItem};
use crate::line::{AMOUNT_MAX, Charge, LEAST_MADE, Line, MOST_MADE, TYPED, code_of};
use crate::{card, rate};

/// The figures of a line are beyond what is kept.
pub const TOO_LARGE: Msg = Msg::new("charge.overflow", "金额超出范围", "The amount is out of range.");
/// An amount is finer than its currency.
pub const TOO_FINE: Msg =
    Msg::new("charge.fine", "{currency}金额最多{n}位小数", "Amounts of {currency} have {n} decimals at most.");
const OWN_RATE: Msg = Msg::new("charge.own_rate", "本位币汇率为1", "The rate of the functional currency is 1.");
const BAD_TAX: Msg = Msg::new("charge.tax", "税率不正确", "This is no tax rate.");

/// What the lines of one order are made of.
pub struct Around<'a> {
    /// Scope of the order.
    pub scope: Scope,
    /// Its figures.
    pub measures: &'a Measures,
    /// Its customer.
    pub customer: Option<Id>,
    /// Who supplies an item of the order where nobody else is named.
    pub suppliers: &'a BTreeMap<Id, Id>,
    /// What partners take or give for the items of new lines.
    pub of_partners: &'a OfPartners,
    /// The items the lines name.
    pub items: &'a BTreeMap<Id, ServiceItem>,
    /// Exchange rates.
    pub rates: &'a rate::Table,
    /// The moment new rates are of.
    pub rate_at: Instant,
}

impl Around<'_> {
    fn item(&self, line: &Line) -> Option<&ServiceItem> {
        self.items.get(&line.charge.service_item_id?)
    }
}

/// What the kind of an exchange rate is called on a side.
pub const fn rate_kind(side: Side) -> Kind {
    match side {
        Side::Receivable => Kind::Receivable,
        Side::Payable => Kind::Payable,
    }
}

/// A tax rate by its word: `6%`; what is free of tax has none.
pub fn tax_of(word: &str) -> Option<Percent> {
    if word == EXEMPT {
        return Some(Percent::ZERO);
    }
    Percent::parse(word.strip_suffix('%')?).ok().filter(|percent| (0..=10_000).contains(&percent.raw()))
}

/// Fills in what a line leaves to its item: partner, basis, currency, price, limits, rounding and tax (css.md
/// /css_order_charge, 服务项目).
pub fn complete(line: &mut Line, around: &Around<'_>) {
    let Some(item) = around.item(line) else { return };
    let income = line.side == Side::Receivable;
    let of = |income_has: &str, cost_has: &str| if income { income_has.to_owned() } else { cost_has.to_owned() };
    let either = |income_has: Option<i64>, cost_has: Option<i64>| if income { income_has } else { cost_has };
    let begins = line.charge.basis.is_empty();
    let supplier = || line.charge.service_item_id.and_then(|id| around.suppliers.get(&id)).copied();
    line.charge.coop_id = line.charge.coop_id.or_else(|| if income { around.customer } else { supplier() });
    let named = line.charge.service_item_id.zip(line.charge.coop_id).filter(|_| begins);
    let partner = named.and_then(|(item, coop)| around.of_partners.get(&(item, coop, code_of(line.side))));
    let priced =
        partner.is_some_and(|partner| of_partner(&mut line.charge, partner, &of(&item.currency, &item.cost_currency)));
    // Limits, digits and price of an item are in its currency.
    let item_currency = of(&item.currency, &item.cost_currency);
    let line_currency = line.charge.currency_code.as_str();
    let is_own_currency = [line_currency, &item_currency].contains(&"") || line_currency == item_currency;
    let charge = &mut line.charge;
    // So are they of its basis: what a partner priced otherwise has none of them.
    let mut item_basis = of(&item.basis_income, &item.basis_cost);
    fill(&mut item_basis, Basis::Shipment.name().to_owned());
    let is_own_basis = charge.basis.is_empty() || charge.basis == item_basis;
    fill(&mut charge.basis, item_basis);
    fill(&mut charge.currency_code, item_currency);
    fill(&mut charge.currency_code, around.rates.own.code().to_owned());
    fill(&mut charge.tax_rate, of(&item.vat_output, &item.vat_input));
    fill(&mut charge.carry, of(&item.income_carry, &item.cost_carry));
    fill(&mut charge.carry, Carry::default().name().to_owned());
    if begins && is_own_currency && is_own_basis && !priced {
        charge.price = charge.price.or(either(item.income_price, item.cost_price));
        // Items hold their limits with four decimals, lines with two.
        let hundredths = |raw: Option<i64>| raw.map(|raw| raw / 100);
        limited(
            charge,
            hundredths(either(item.income_min, item.cost_min)),
            hundredths(either(item.income_max, item.cost_max)),
        );
        charge.digits = charge.digits.or(either(item.income_digits, item.cost_digits));
    }
    if item.is_agency {
        charge.tax_rate = EXEMPT.to_owned();
    }
}

fn fill(text: &mut String, with: String) {
    if text.is_empty() {
        *text = with;
    }
}

/// Fills in what a partner takes or gives for the item of a new line (prm.md 8, 单位服务), before the item's own terms. What is
/// in another currency is for another line; without one it is the item's. Whether it has a price.
fn of_partner(charge: &mut Charge, partner: &CoopService, item_currency: &str) -> bool {
    let (own, typed) =
        (if partner.currency.is_empty() { item_currency } else { &partner.currency }, &charge.currency_code);
    if !own.is_empty() && !typed.is_empty() && own != typed {
        return false;
    }
    fill(&mut charge.basis, partner.basis.clone());
    fill(&mut charge.currency_code, partner.currency.clone());
    fill(&mut charge.tax_rate, partner.tax_rate.clone());
    charge.price = charge.price.or(partner.price);
    // Partners hold their limits with four decimals, lines with two.
    limited(charge, partner.price_min.map(|raw| raw / 100), partner.price_max.map(|raw| raw / 100));
    partner.price.is_some()
}

/// Both limits of one who has some; those of two may contradict each other.
fn limited(charge: &mut Charge, least: Option<i64>, most: Option<i64>) {
    if charge.amount_min.is_none() && charge.amount_max.is_none() {
        (charge.amount_min, charge.amount_max) = (least, most);
    }
}

/// Makes the figures of the lines of an order; percentages last. What is wrong is found at `member.place.field`, by the
/// places of `at`. A line whose frozen figures stand is not made anew: `stands` says which.
pub fn figures(
    lines: &mut [Line],
    around: &Around<'_>,
    stands: impl Fn(&Line) -> bool,
    at: impl Fn(usize, &str) -> String,
    findings: &mut Findings,
) {
    for pass in [false, true] {
        for place in 0..lines.len() {
            let Some(line) = lines.get(place).filter(|line| line.is_percentage() == pass && !stands(line)) else {
                continue;
            };
            let base = if pass { base_of(lines, line, around) } else { Ok(None) };
            let mut made = line.clone();
            if let Err((field, fault)) =
                base.map_err(|fault| ("amount", fault)).and_then(|base| one(&mut made, base, around))
            {
                found(&made, &at(place, field), fault, around, findings);
            }
            if let Some(line) = lines.get_mut(place) {
                *line = made;
            }
        }
    }
}

/// What a percentage is of: the other lines of its side, in its currency (css.md 0.4).
fn base_of(lines: &[Line], own: &Line, around: &Around<'_>) -> Result<Option<Money>, Fault> {
    let Some(currency) = Currency::named(&own.charge.currency_code) else { return Ok(None) };
    let others = lines.iter().filter(|line| line.side == own.side && line.counts() && !line.is_percentage());
    let carried: Vec<Carried> = others.filter_map(|line| carried(line, around.rates.own)).collect();
    let rate = rate_of(own, currency, around)?;
    percent_base(&carried, currency, rate).map(Some)
}

fn carried(line: &Line, own: Currency) -> Option<Carried> {
    let currency = Currency::named(&line.charge.currency_code)?;
    let amount = Money::of_thousandths(line.charge.amount?, currency).ok()?;
    let functional = Money::of_thousandths(line.charge.functional, own).ok()?;
    Some(Carried { amount, functional, rate: ExchangeRate::from_raw(line.charge.exchange_rate?) })
}

/// The rate of a line: the typed one, the one it has, else that of the table.
fn rate_of(line: &Line, currency: Currency, around: &Around<'_>) -> Result<ExchangeRate, Fault> {
    match line.charge.exchange_rate {
        Some(raw) => Ok(ExchangeRate::from_raw(raw)),
        None => around.rates.at(currency.code(), rate_kind(line.side), around.rate_at).ok_or(Fault::NoRate(currency)),
    }
}

/// Makes the figures of one line; a fault names the field it is found at.
fn one(made: &mut Line, base: Option<Money>, around: &Around<'_>) -> Result<(), (&'static str, Fault)> {
    let (side, own) = (made.side, around.rates.own);
    let Some(currency) = Currency::named(&made.charge.currency_code) else { return Ok(()) };
    // The quantity is there, whatever else is missing.
    let rate = rate_of(made, currency, around).map_err(|fault| ("exchangeRate", fault));
    let charge = &mut made.charge;
    let basis = Basis::named(&charge.basis);
    // What a card rated stands until it is rated again; of a percentage a card says the price alone.
    let follows = basis == Basis::Percent || (made.derives && charge.card_id.is_none());
    if follows && !charge.quantity_typed {
        let derived = around.measures.quantity(basis, side, &charge.container_type);
        let of_base =
            || base.and_then(|base| base.thousandths().ok()).map(|raw| Quantity::from_raw(raw.saturating_mul(10)));
        charge.quantity = derived.or_else(of_base).map(Quantity::raw).or(charge.quantity);
    }
    let rate = rate?;
    charge.exchange_rate = Some(rate.raw());
    let quantity = Quantity::from_raw(charge.quantity.unwrap_or_default());
    let of = match basis {
        Basis::Percent => Of::Percent(money_of(quantity, currency).map_err(|fault| ("quantity", fault))?),
        _ => Of::Quantity(quantity),
    };
    let typed = match charge.amount.filter(|_| charge.amount_fixed) {
        Some(raw) => Some(Money::of_thousandths(raw, currency).map_err(|fault| ("amount", fault))?),
        None => None,
    };
    if let Some(amount) = typed {
        charge.price = shown_price(amount, quantity).map(Price::raw).or(charge.price);
    }
    let Some(price) = charge.price else { return Ok(()) };
    let money = |raw: Option<i64>| raw.map(|raw| card::of_hundredths(raw, currency));
    let ask = Ask {
        currency,
        price: Price::from_raw(price),
        of,
        limits: Limits {
            digits: charge.digits.and_then(|digits| u32::try_from(digits).ok()),
            carry: Carry::named(&charge.carry).unwrap_or_default(),
            least: money(charge.amount_min),
            most: money(charge.amount_max),
        },
        typed,
        rate,
        functional: own,
        tax: tax_of(&charge.tax_rate).ok_or(("taxRate", Fault::Tax))?,
    };
    let figures = line(&ask).map_err(|fault| (if fault == Fault::Rate { "exchangeRate" } else { "amount" }, fault))?;
    let raw = |money: Money| {
        let raw = money.thousandths().map_err(|fault| ("amount", fault))?;
        if raw.abs() > AMOUNT_MAX { Err(("amount", Fault::Overflow)) } else { Ok(raw) }
    };
    charge.amount = Some(raw(figures.amount)?);
    charge.functional = raw(figures.functional)?;
    (charge.not_tax, charge.tax) = (raw(figures.parts.net)?, raw(figures.parts.tax)?);
    let parts = figures.functional_parts;
    (charge.functional_not_tax, charge.functional_tax) = (raw(parts.net)?, raw(parts.tax)?);
    charge.cut =
        figures.cut.map(|cut| if cut == Cut::Least { LEAST_MADE } else { MOST_MADE }).unwrap_or_default().to_owned();
    if charge.card_id.is_none() {
        charge.tag = if charge.amount_fixed { TYPED } else { "" }.to_owned();
    }
    Ok(())
}

/// The functional amount of a line with its parts, without tax and tax, as its amount, its rate and its tax rate make them, in
/// thousandths; none of figures that make nothing.
pub(crate) fn restated(charge: &Charge, own: Currency) -> Option<[i64; 3]> {
    let currency = Currency::named(&charge.currency_code)?;
    let amount = Money::of_thousandths(charge.amount?, currency).ok()?;
    let made = functional(amount, ExchangeRate::from_raw(charge.exchange_rate?), own).ok()?;
    let parts = untaxed(made, tax_of(&charge.tax_rate)?).ok()?;
    Some([made.thousandths().ok()?, parts.net.thousandths().ok()?, parts.tax.thousandths().ok()?])
}

/// Gives a line another exchange rate: its functional amount and tax follow (css.md 0.6).
pub fn reprice(charge: &mut Charge, rate: ExchangeRate, own: Currency) -> Result<(), Refusal> {
    charge.exchange_rate = Some(rate.raw());
    charge.rate_typed = true;
    let [all, net, tax] = restated(charge, own).ok_or(Refusal::business(TOO_LARGE))?;
    (charge.functional, charge.functional_not_tax, charge.functional_tax) = (all, net, tax);
    Ok(())
}

/// A quantity as money: what a percentage is taken of.
fn money_of(quantity: Quantity, currency: Currency) -> Result<Money, Fault> {
    let exponent = currency.exponent();
    let divisor = 10i64.pow(Quantity::DECIMALS.saturating_sub(exponent));
    let rounded = kernel::div_half_up(i128::from(quantity.raw()), i128::from(divisor));
    Ok(Money::from_minor(i64::try_from(rounded).map_err(|_| Fault::Overflow)?, currency))
}

fn found(line: &Line, place: &str, fault: Fault, around: &Around<'_>, findings: &mut Findings) {
    if findings.at(place).next().is_some() {
        return;
    }
    let currency = line.charge.currency_code.as_str();
    let digits = Currency::named(currency).map_or(2, Currency::exponent).to_string();
    match fault {
        Fault::NoRate(_) => {
            if let Refusal::Business(text) = rate::told(fault, around.rate_at) {
                findings.error(place, text);
            }
        }
        Fault::Digits => findings.error(place, TOO_FINE.with(&[("currency", currency), ("n", &digits)])),
        Fault::Rate => findings.error(place, OWN_RATE.text()),
        Fault::Tax => findings.error(place, BAD_TAX.text()),
        _ => findings.error(place, TOO_LARGE.text()),
    }
}
