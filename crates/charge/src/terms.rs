//! What charge lines, templates and rate cards are declared with: their sides, bases, rounding and tax rates (catalogue
//! css.md 0.4 and 0.5).

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Findings, Msg};
use platform::dictionary;
use platform::field::{Choice, Field, Kind};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use trade::charge::Currency;

const NO_CURRENCY: Msg = Msg::new("charge.currency", "币种不存在", "There is no such currency.");
const NO_VALUE: Msg = Msg::new("charge.value", "没有“{value}”这个选项", "There is no choice “{value}”.");
const LIMITS: Msg = Msg::new("charge.limits", "最低收费不能大于最高收费", "The minimum is above the maximum.");
const TOO_FINE: Msg = Msg::new("charge.too_fine", "{currency}最多{n}位小数", "{currency} has {n} decimals at most.");
const BASES: u32 = 59;
const TAXES: u32 = 61;

/// Income and cost.
pub const SIDES: &[Choice] = &[
    Choice::new("RECEIVABLE", "应收", "Receivable").tone("info"),
    Choice::new("PAYABLE", "应付", "Payable").tone("warning"),
];
/// How digits beyond the last one kept go, by the names of [`trade::charge::Carry`].
pub const CARRIES: &[Choice] = &[
    Choice::new("四舍五入", "四舍五入", "Half up"),
    Choice::new("进位", "进位", "Up"),
    Choice::new("舍去", "舍去", "Down"),
];

/// The side of a line.
pub const SIDE: Field = Field::select(SIDES, "收付", "Side").required();
/// What its price is multiplied with, of dictionary 59.
pub const BASIS: Field = Field::dictionary(BASES, "计费标准", "Basis").required().max(20);
/// Its currency.
pub const CURRENCY: Field = Field::code("currency", "币种", "Currency").required().max(3).initially("\"CNY\"");
/// Its price of one, four decimals.
pub const PRICE: Field = Field::decimal(4, "单价", "Price").required().range(0, 999_999_999_999);
/// The least it comes to, in hundredths of the currency's main unit whatever its minor unit is.
pub const LEAST: Field = Field::decimal(2, "最低收费", "Minimum").range(0, 99_999_999_999);
/// The most it comes to, in hundredths as well.
pub const MOST: Field = Field::decimal(2, "最高收费", "Maximum").range(0, 99_999_999_999);
/// Digits of its amount; none: those of the currency.
pub const DIGITS: Field = Field::int("小数位", "Digits").range(0, 3);
/// How its amount is rounded.
pub const CARRY: Field = Field::select(CARRIES, "进位方式", "Rounding").required().initially("\"四舍五入\"");
/// Its tax rate, of dictionary 61.
pub const TAX: Field = Field::dictionary(TAXES, "税率", "Tax rate").required().max(20).initially("\"6%\"");

/// What a company may choose from in its terms, read once for all lines.
#[derive(Debug)]
pub struct Offered {
    currencies: BTreeSet<String>,
    /// Values of the lists of bases and tax rates; stopped ones too, for a line that has one keeps it.
    values: BTreeSet<(i64, String)>,
}

impl Offered {
    /// Two statements.
    pub fn to(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        let mut select = dictionary::values(org);
        select.columns(["category_type", "value"]);
        select.and_where(sql::is_in(sql::col("category_type"), [i64::from(BASES), i64::from(TAXES)]));
        let values = conn.query(&select.into())?;
        let values = values.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_, Refusal>>()?;
        Ok(Self { currencies: facts::currencies(conn, org)?.into_iter().collect(), values })
    }
}

/// What the words of the list of a field mean, in small letters; what is not offered any more too, as for [`Offered`].
pub fn meanings(conn: &mut dyn Conn, org: i64, of: Field) -> Result<BTreeMap<String, String>, Refusal> {
    let Kind::Dictionary(list) = of.kind else { return Ok(BTreeMap::new()) };
    let mut select = dictionary::values(org);
    select.columns(["value", "param_text", "param_text_en"]);
    select.and_where(sql::eq("category_type", i64::from(list)));
    let mut known = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let value: String = row.get(0)?;
        let words = [row.get::<Option<String>>(1)?, row.get::<Option<String>>(2)?].into_iter().flatten();
        for word in words.filter(|word| !word.is_empty()) {
            known.entry(word.to_lowercase()).or_insert_with(|| value.clone());
        }
        known.insert(value.to_lowercase(), value);
    }
    Ok(known)
}

/// The terms of a card or a line, as they are checked.
#[derive(Debug, Default)]
pub struct Terms {
    /// Code of the currency.
    pub currency: String,
    /// The least it comes to, in hundredths.
    pub least: Option<i64>,
    /// The most it comes to, in hundredths.
    pub most: Option<i64>,
    /// Digits of its amount.
    pub digits: Option<i64>,
    /// What the price is multiplied with.
    pub basis: String,
    /// Tax rate.
    pub tax: String,
}

impl Terms {
    /// Finds currencies, bases and rates nobody offers, a minimum above the maximum, and amounts or digits that are finer
    /// than the minor unit of the currency (ISO 4217). `at` makes the place of a finding of a member's name.
    pub fn check(&self, offered: &Offered, at: impl Fn(&str) -> String, findings: &mut Findings) {
        findings.error_if(!offered.currencies.contains(&self.currency), &at("currencyCode"), NO_CURRENCY);
        for (list, value, name) in [(BASES, &self.basis, "basis"), (TAXES, &self.tax, "taxRate")] {
            let known = value.is_empty() || offered.values.contains(&(i64::from(list), value.clone()));
            if !known {
                findings.error(at(name), NO_VALUE.with(&[("value", value)]));
            }
        }
        let above = self.least.zip(self.most).is_some_and(|(least, most)| most < least);
        findings.error_if(above, &at("amountMax"), LIMITS);
        let Some(currency) = Currency::named(&self.currency) else { return };
        let exponent = i64::from(currency.exponent());
        let unit = if exponent == 0 { 100 } else { 1 };
        let faults = [
            ("amountMin", self.least.is_some_and(|raw| raw % unit != 0)),
            ("amountMax", self.most.is_some_and(|raw| raw % unit != 0)),
            ("digits", self.digits.is_some_and(|digits| digits > exponent)),
        ];
        for (name, _) in faults.into_iter().filter(|(_, too_fine)| *too_fine) {
            let arguments = [("currency", currency.code()), ("n", &exponent.to_string())];
            findings.error(at(name), TOO_FINE.with(&arguments));
        }
    }
}
