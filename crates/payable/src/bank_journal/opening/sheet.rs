//! The workbook of opening items: its columns, and what its rows say before anything is looked up.

use std::collections::BTreeSet;

use kernel::{Day, Msg, parse_day, parse_scaled};
use platform::call::Tx;
use platform::field::{Choice, Field};
use platform::import::{TableRow, cell_number};
use platform::refusal::Refusal;
use platform::scopes::SCOPES;
use serde_json::Value as Json;
use settle::advance::{DEPOSIT_IN, DEPOSIT_OUT, IN, OUT};
use trade::charge::{Currency, Money};

use super::items::Problems;

/// Open receivables and payables.
pub(super) const RECEIVABLE: &str = "RECEIVABLE";
/// See there.
pub(super) const PAYABLE: &str = "PAYABLE";
/// A balance of an account.
pub(super) const ACCOUNT: &str = "ACCOUNT";
/// What sums of the rows of a kind end with.
const SUM: &str = "_SUM";
/// What a row may be.
pub(super) const KINDS: &[Choice] = &[
    Choice::new(RECEIVABLE, "应收", "Receivable"),
    Choice::new(PAYABLE, "应付", "Payable"),
    Choice::new(IN, "预收款", "Advance received"),
    Choice::new(OUT, "预付款", "Advance paid"),
    Choice::new(DEPOSIT_IN, "收取押金", "Deposit received"),
    Choice::new(DEPOSIT_OUT, "支付押金", "Deposit paid"),
    Choice::new(ACCOUNT, "账户余额", "Account balance"),
    Choice::new("RECEIVABLE_SUM", "应收合计", "Receivable total"),
    Choice::new("PAYABLE_SUM", "应付合计", "Payable total"),
    Choice::new("IN_SUM", "预收款合计", "Advance received total"),
    Choice::new("OUT_SUM", "预付款合计", "Advance paid total"),
    Choice::new("DEPOSIT_IN_SUM", "收取押金合计", "Deposit received total"),
    Choice::new("DEPOSIT_OUT_SUM", "支付押金合计", "Deposit paid total"),
];

const fn text(zh: &'static str, en: &'static str, column: &'static str) -> Field {
    Field::text(zh, en).column(column).max(100)
}

const KIND: Field = Field::select(KINDS, "类型", "Kind").column("kind").required();
const COOP: Field = text("往来单位", "Partner", "coop");
const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("scope");
const CURRENCY: Field = text("币种", "Currency", "currency").required();
const NUMBER: Field = text("原单号", "Original number", "number").max(60);
const DATE: Field = Field::day("日期", "Date").column("date");
const DUE: Field = Field::day("到期日", "Due date").column("due");
const AMOUNT: Field = Field::decimal(3, "金额", "Amount").digits(2).column("amount").required();
const RATE: Field = Field::decimal(6, "汇率", "Rate").digits(4).column("rate");
const OF_ACCOUNT: Field = text("账户科目代码", "Account code", "account");
const REMARK: Field = text("备注", "Remark", "remark").max(200);
/// Columns of the workbook.
pub(super) const COLUMNS: &[Field] =
    &[KIND, COOP, SCOPE, CURRENCY, NUMBER, DATE, DUE, AMOUNT, RATE, OF_ACCOUNT, REMARK];

const BAD_KIND: Msg = Msg::new("opening.kind", "类型有误", "There is no such kind.");
const BAD_SCOPE: Msg = Msg::new("opening.scope", "业务范畴有误", "There is no such scope.");
const BAD_CURRENCY: Msg = Msg::new("opening.currency", "币种不存在", "There is no such currency.");
const BAD_DAY: Msg = Msg::new("opening.day", "{what}格式有误", "{what}: this is no date.");
const LATE: Msg = Msg::new("opening.late", "日期不能晚于期初日期", "The date can't be after that of the opening.");
const EARLY: Msg = Msg::new("opening.early", "到期日不能早于日期", "The due date can't be before the date.");
const BAD_AMOUNT: Msg = Msg::new("opening.amount", "金额格式有误", "This is no amount.");
const FINE: Msg = Msg::new("opening.fine", "金额小数位过多", "The amount is finer than its currency.");
const NOUGHT: Msg = Msg::new("opening.nought", "金额不能为0", "The amount can't be 0.");
const BELOW: Msg = Msg::new("opening.below", "金额须大于0", "The amount must be greater than 0.");
const BAD_RATE: Msg = Msg::new("opening.rate", "汇率格式有误", "This is no rate.");
const MISSING: Msg = Msg::new("opening.missing", "请填写{what}", "{what} is missing.");

/// A row as it was read: what is wrong with a cell was found, and the cell is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub line: u32,
    /// One of [`KINDS`], of a sum without its end.
    pub kind: &'static str,
    pub is_sum: bool,
    /// Code or name of the partner, or the code of the account.
    pub subject: String,
    pub scope: &'static str,
    pub currency: Currency,
    pub number: String,
    pub date: Day,
    pub due: Day,
    pub amount: i64,
    /// As it was typed, in millionths.
    pub rate: Option<i64>,
    pub remark: String,
}

/// What a kind is called.
pub(super) fn word_of(kind: &str) -> &'static str {
    KINDS.iter().find(|one| one.value == kind).map_or("", |one| one.zh)
}

fn chosen(choices: &'static [Choice], text: &str) -> Option<&'static str> {
    let text = text.trim();
    let is =
        |one: &&Choice| one.zh == text || one.en.eq_ignore_ascii_case(text) || one.value.eq_ignore_ascii_case(text);
    choices.iter().find(is).map(|one| one.value)
}

/// A day as people write it into a cell.
fn day_of(text: &str) -> Option<Day> {
    let first = text.split([' ', 'T']).next().unwrap_or_default().replace(['/', '.'], "-");
    let parts: Vec<&str> = first.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return None };
    parse_day(&format!("{year}-{month:0>2}-{day:0>2}"))
}

/// The rows of a file; all that is wrong with their cells is found at once.
pub(super) fn read(
    tx: &mut Tx<'_>,
    table: Vec<TableRow>,
    opening: Day,
    problems: &mut Problems,
) -> Result<Vec<Row>, Refusal> {
    let codes: BTreeSet<String> = table.iter().map(code_of).collect();
    let mut known = BTreeSet::new();
    for code in codes {
        let org = tx.org();
        if facts::is_currency(tx, org, &code)? {
            known.insert(code);
        }
    }
    Ok(table.into_iter().filter_map(|row| one(&row, (opening, &known), problems)).collect())
}

fn text_of(row: &TableRow, field: Field) -> String {
    row.texts.get(&field.name()).and_then(Json::as_str).unwrap_or_default().trim().to_owned()
}

fn code_of(row: &TableRow) -> String {
    text_of(row, CURRENCY).to_uppercase()
}

fn one(row: &TableRow, (opening, known): (Day, &BTreeSet<String>), problems: &mut Problems) -> Option<Row> {
    let line = row.number;
    let cell = |field: Field| text_of(row, field);
    let kind = chosen(KINDS, &cell(KIND));
    let currency = Some(code_of(row)).filter(|code| known.contains(code)).and_then(|code| Currency::named(&code));
    if kind.is_none() {
        problems.at(line, KIND, BAD_KIND.text());
    }
    if currency.is_none() {
        problems.at(line, CURRENCY, BAD_CURRENCY.text());
    }
    let (is_sum, kind) = kind.map_or((false, None), |kind| match kind.strip_suffix(SUM) {
        Some(of) => (true, KINDS.iter().map(|one| one.value).find(|value| *value == of)),
        None => (false, Some(kind)),
    });
    let is_open = matches!(kind, Some(RECEIVABLE | PAYABLE)) && !is_sum;
    let is_account = kind == Some(ACCOUNT);
    let subject_of = if is_account { OF_ACCOUNT } else { COOP };
    let mut needed = vec![subject_of];
    if !is_sum && !is_account {
        needed.extend([NUMBER, DATE]);
    }
    if is_open {
        needed.push(SCOPE);
    }
    for field in needed.into_iter().filter(|field| kind.is_some() && cell(*field).is_empty()) {
        problems.at(line, field, MISSING.with_each(&[("what", field.zh)], &[("what", field.en)]));
    }
    let scope = Some(cell(SCOPE)).filter(|text| !text.is_empty());
    let scope = scope.map_or(Some(""), |text| chosen(SCOPES, &text));
    if scope.is_none() {
        problems.at(line, SCOPE, BAD_SCOPE.text());
    }
    let date = day(&cell(DATE), (line, DATE), problems).unwrap_or(opening);
    let due = day(&cell(DUE), (line, DUE), problems).unwrap_or(date);
    if date > opening {
        problems.at(line, DATE, LATE.text());
    }
    if due < date {
        problems.at(line, DUE, EARLY.text());
    }
    let rate = rate(&cell(RATE), line, problems);
    let amount = amount(&cell(AMOUNT), (line, currency), problems)?;
    let is_advance = [IN, OUT, DEPOSIT_IN, DEPOSIT_OUT].iter().any(|one| Some(*one) == kind) && !is_sum;
    if is_open && amount == 0 {
        problems.at(line, AMOUNT, NOUGHT.text());
    }
    if is_advance && amount <= 0 {
        problems.at(line, AMOUNT, BELOW.text());
    }
    let (subject, number, remark) = (cell(subject_of), cell(NUMBER), cell(REMARK));
    let (kind, currency, scope) = (kind?, currency?, scope?);
    Some(Row { line, kind, is_sum, subject, scope, currency, number, date, due, amount, rate, remark })
}

fn day(text: &str, (line, field): (u32, Field), problems: &mut Problems) -> Option<Day> {
    if text.is_empty() {
        return None;
    }
    let day = day_of(text);
    if day.is_none() {
        problems.at(line, field, BAD_DAY.with_each(&[("what", field.zh)], &[("what", field.en)]));
    }
    day
}

fn amount(text: &str, (line, currency): (u32, Option<Currency>), problems: &mut Problems) -> Option<i64> {
    let parsed = parse_scaled(&cell_number(text), 3).ok();
    let Some(raw) = parsed.filter(|raw| raw.abs() <= settle::receipt::AMOUNT_MAX) else {
        problems.at(line, AMOUNT, BAD_AMOUNT.text());
        return None;
    };
    if currency.is_some_and(|currency| Money::of_thousandths(raw, currency).is_err()) {
        problems.at(line, AMOUNT, FINE.text());
    }
    Some(raw)
}

fn rate(text: &str, line: u32, problems: &mut Problems) -> Option<i64> {
    if text.is_empty() {
        return None;
    }
    let raw = parse_scaled(&cell_number(text), 6).ok().filter(|raw| (1..=999_999_000_000).contains(raw));
    if raw.is_none() {
        problems.at(line, RATE, BAD_RATE.text());
    }
    raw
}

/// Where what is wrong with these stands.
pub(super) const AT_SUBJECT: Field = COOP;
/// See there.
pub(super) const AT_ACCOUNT: Field = OF_ACCOUNT;
/// See there.
pub(super) const AT_NUMBER: Field = NUMBER;
/// See there.
pub(super) const AT_AMOUNT: Field = AMOUNT;
/// See there.
pub(super) const AT_RATE: Field = RATE;
/// See there.
pub(super) const AT_CURRENCY: Field = CURRENCY;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_of_the_rows_of_its_kind() {
        for kind in KINDS.iter().filter(|kind| !kind.value.ends_with(SUM) && kind.value != ACCOUNT) {
            let sum = format!("{}合计", kind.zh);
            assert_eq!(chosen(KINDS, &sum), Some(format!("{}{SUM}", kind.value).as_str()));
        }
    }

    #[test]
    fn days_are_read_as_people_write_them() {
        for text in ["2026-05-01", "2026/5/1", "2026.05.1", "2026-05-01 00:00:00"] {
            assert_eq!(day_of(text), parse_day("2026-05-01"), "{text}");
        }
        for text in ["5月1日", "2026-13-01", ""] {
            assert_eq!(day_of(text), None, "{text}");
        }
    }
}
