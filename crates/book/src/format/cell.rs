//! What stands in a row of a file.

use std::collections::BTreeMap;

use kernel::format_scaled;
use trade::charge::Currency;

use super::layout::{Column, FIRST, Layout, Source};
use super::read::{Line, Voucher};

/// Decimals of a rate where a column says nothing else.
const RATE_DIGITS: u32 = 4;
const RATE_SCALE: u32 = 6;
const AMOUNT_SCALE: u32 = 3;
const RATE_ONE: i64 = 1_000_000;
const DAYS: &str = "yyyy-MM-dd";
/// Between the parts of an item of calculation.
const PARTS: &str = "---";

/// A cell.
pub(super) enum Cell {
    Text(String),
    Figure { raw: i64, scale: u32, digits: u32 },
}

impl Cell {
    /// As a text file tells it.
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Figure { raw, scale, digits } => format_scaled(*raw, *scale, *digits),
        }
    }

    fn whole(raw: i64) -> Self {
        Self::Figure { raw, scale: 0, digits: 0 }
    }
}

/// What a file is made with beside its vouchers.
pub(super) struct Around<'a> {
    pub layout: &'a Layout,
    /// The functional currency.
    pub own: Currency,
    /// Foreign amounts are told, too.
    pub in_both: bool,
    /// Names of currencies by their codes.
    pub names: BTreeMap<String, String>,
}

impl Around<'_> {
    /// The rows of some vouchers.
    pub fn rows(&self, vouchers: &[Voucher]) -> Vec<Vec<Cell>> {
        let mut rows = Vec::new();
        for (serial, voucher) in (1_i64..).zip(vouchers) {
            for (place, line) in (0_i64..).zip(&voucher.lines) {
                let cell = |column| self.cell(column, (serial, voucher), (place, line));
                rows.push(self.layout.columns.iter().map(cell).collect());
            }
        }
        rows
    }

    fn cell(&self, column: &Column, (serial, voucher): (i64, &Voucher), (place, line): (i64, &Line)) -> Cell {
        if place > 0 && self.layout.head == FIRST && column.source.is_of_head() {
            return Cell::Text(String::new());
        }
        match column.source {
            Source::VoucherDate => Cell::Text(day(voucher, &column.format)),
            Source::Year => Cell::whole(part(&voucher.month, 0)),
            Source::Period => Cell::whole(part(&voucher.month, 1)),
            Source::Word => text(column, &voucher.word),
            Source::Number => Cell::whole(voucher.number),
            Source::Attachments => Cell::whole(voucher.attachments),
            Source::Serial => Cell::whole(serial),
            Source::Sources => text(column, &voucher.sources.join(",")),
            Source::Preparer => text(column, &voucher.preparer),
            Source::EntryNo => Cell::whole(self.layout.first_entry + place),
            Source::Fixed => Cell::Text(column.fixed.clone()),
            source => self.of_line(column, source, line),
        }
    }

    /// What an entry tells.
    fn of_line(&self, column: &Column, source: Source, line: &Line) -> Cell {
        match source {
            Source::Summary => text(column, &line.summary),
            Source::AccountCode => Cell::Text(self.account(line)),
            Source::AccountName => text(column, &line.account.name),
            Source::Debit => self.amount(column, line.debit, self.own),
            Source::Credit => self.amount(column, line.credit, self.own),
            Source::Direction => text(column, if line.debit == 0 { "贷" } else { "借" }),
            Source::Amount => self.amount(column, line.debit + line.credit, self.own),
            Source::CoopCode => text(column, &line.coop.code),
            Source::CoopName => text(column, &line.coop.name),
            Source::CustomerCode => text(column, if is_of_customers(line) { &line.coop.code } else { "" }),
            Source::SupplierCode => text(column, if is_of_customers(line) { "" } else { &line.coop.code }),
            Source::Item => text(column, &item(line)),
            Source::DeptCode => text(column, &line.dept.code),
            Source::Dept => text(column, &line.dept.name),
            Source::UserCode => text(column, &line.user.code),
            Source::User => text(column, &line.user.name),
            _ => self.of_currency(column, source, line),
        }
    }

    /// What an entry tells of its currency: of the functional one alone where the company keeps no other.
    fn of_currency(&self, column: &Column, source: Source, line: &Line) -> Cell {
        let foreign = Currency::named(&line.currency).filter(|one| self.in_both && one.code() != self.own.code());
        let currency = foreign.unwrap_or(self.own);
        let (original, rate) = match foreign {
            Some(_) => (line.original, line.rate),
            None => (line.debit + line.credit, RATE_ONE),
        };
        match source {
            Source::CurrencyCode => {
                let code = currency.code();
                text(column, self.layout.currencies.get(code).map_or(code, String::as_str))
            }
            Source::CurrencyName => text(column, self.names.get(currency.code()).map_or("", String::as_str)),
            Source::Rate => {
                let digits = column.format.parse().unwrap_or_else(|_| rate_digits(rate));
                Cell::Figure { raw: rate, scale: RATE_SCALE, digits }
            }
            Source::Original => self.amount(column, original, currency),
            Source::Foreign => self.amount(column, if foreign.is_some() { original } else { 0 }, currency),
            _ => Cell::Text(String::new()),
        }
    }

    fn amount(&self, column: &Column, raw: i64, currency: Currency) -> Cell {
        // Foreign amounts stand in one column with those of the own currency.
        let usual = Ord::max(currency.exponent(), self.own.exponent());
        Cell::Figure { raw, scale: AMOUNT_SCALE, digits: column.format.parse().unwrap_or(usual) }
    }

    /// The code of an account, with that of its partner where sub-accounts are kept.
    fn account(&self, line: &Line) -> String {
        if line.by_sub_accounts && !line.coop.code.is_empty() {
            return format!("{}{}{}", line.account.code, self.layout.separator, line.coop.code);
        }
        line.account.code.clone()
    }
}

/// Four decimals, or all of a rate that has more.
fn rate_digits(rate: i64) -> u32 {
    if rate % 100 == 0 { RATE_DIGITS } else { RATE_SCALE }
}

/// A text, no longer than its column takes.
fn text(column: &Column, text: &str) -> Cell {
    let most = column.format.parse().unwrap_or(usize::MAX);
    Cell::Text(text.chars().take(most).collect())
}

fn day(voucher: &Voucher, pattern: &str) -> String {
    let Some(day) = voucher.date else { return String::new() };
    let pattern = if pattern.is_empty() { DAYS } else { pattern };
    pattern
        .replace("yyyy", &format!("{:04}", day.year()))
        .replace("MM", &format!("{:02}", day.month()))
        .replace("dd", &format!("{:02}", day.day()))
}

fn part(month: &str, place: usize) -> i64 {
    month.split('-').nth(place).and_then(|part| part.parse().ok()).unwrap_or_default()
}

fn is_of_customers(line: &Line) -> bool {
    [account::RECEIVABLE, account::ADVANCE_IN, account::OTHER_RECEIVABLE, account::NOTE, account::INCOME]
        .contains(&line.account_type.as_str())
}

/// 核算项目: whom an entry is about, unless its account says so by its code.
fn item(line: &Line) -> String {
    let (kind, named) = if !line.coop.is_none() && !line.by_sub_accounts {
        (if is_of_customers(line) { "客户" } else { "供应商" }, &line.coop)
    } else if !line.user.is_none() {
        ("职员", &line.user)
    } else if !line.dept.is_none() {
        ("部门", &line.dept)
    } else {
        return String::new();
    };
    [kind, &named.code, &named.name].join(PARTS)
}
