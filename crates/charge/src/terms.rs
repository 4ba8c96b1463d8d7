//! What charge lines, templates and rate cards are declared with: their sides, bases, rounding and tax rates (catalogue
//! css.md 0.4 and 0.5).

use platform::field::{Choice, Field};

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
pub const BASIS: Field = Field::dictionary(59, "计费标准", "Basis").required().max(20);
/// Its currency.
pub const CURRENCY: Field = Field::code("currency", "币种", "Currency").required().max(3).initially("\"CNY\"");
/// Its price of one, four decimals.
pub const PRICE: Field = Field::decimal(4, "单价", "Price").required().range(0, 999_999_999_999);
/// The least it comes to, in the minor unit times what money of two decimals has.
pub const LEAST: Field = Field::decimal(2, "最低收费", "Minimum").range(0, 99_999_999_999);
/// The most it comes to.
pub const MOST: Field = Field::decimal(2, "最高收费", "Maximum").range(0, 99_999_999_999);
/// Digits of its amount; none: those of the currency.
pub const DIGITS: Field = Field::int("小数位", "Digits").range(0, 3);
/// How its amount is rounded.
pub const CARRY: Field = Field::select(CARRIES, "进位方式", "Rounding").required().initially("\"四舍五入\"");
/// Its tax rate, of dictionary 61.
pub const TAX: Field = Field::dictionary(61, "税率", "Tax rate").required().max(20).initially("\"6%\"");
