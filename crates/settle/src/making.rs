//! What making debit notes asks for, wherever it is offered (catalogue css.md /css_debit_note_make).

use platform::field::{Choice, Field};
use platform::when::When;

/// Dated today.
pub const TODAY: &str = "TODAY";
/// Dated on the business day of its order.
pub const BUSINESS: &str = "BUSINESS";
/// Dated as typed.
pub const TYPED: &str = "TYPED";

/// How notes are dated.
pub const DATES: &[Choice] = &[
    Choice::new(TODAY, "当天", "Today"),
    Choice::new(BUSINESS, "业务日期", "Business date"),
    Choice::new(TYPED, "指定日期", "A date"),
];
/// How notes are dated.
pub const DATE_BY: Field = Field::select(DATES, "账单日期", "Date").column("date_by").required().initially("\"TODAY\"");
const IS_TYPED: When = When::Is(&DATE_BY, TYPED);
/// The date.
pub const NOTE_DATE: Field =
    Field::day("日期", "On").column("note_date").shown_when(&IS_TYPED).required_when(&IS_TYPED);
/// The account of the company; the default one of currency and scope without it.
pub const BANK: Field =
    Field::reference("orgBank", "公司抬头（默认按币种）", "Company account (default: by currency)").column("bank_id");
/// A note for each currency.
pub const SPLIT_CURRENCY: Field =
    Field::flag("币种分开", "One for each currency").column("split_currency").initially("false");
/// A note for each tax rate.
pub const SPLIT_TAX: Field = Field::flag("税率分开", "One for each tax rate").column("split_tax").initially("false");

/// All of them.
pub const FIELDS: [Field; 5] = [DATE_BY, NOTE_DATE, BANK, SPLIT_CURRENCY, SPLIT_TAX];
