//! 设置期初 and 账户互转.

use account::MoneyAccount;
use charge::period::{self, Months, month_of};
use kernel::{Day, Findings, Id, Msg, day_after_days, parse_day, show_day};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::flow::Asked;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::OnConflict;
use platform::store::{Cell, Conn as _, Value, sql};
use serde_json::json;
use settle::fund::{self, Movement};
use settle::number;

use super::PATH;

const TABLE: &str = "fund_transfer";

pub(super) const MONTH_CLOSED: Msg =
    Msg::new("bank_journal.closed", "财务期间{month}已结账", "The month {month} is closed.");
const NOT_ABOVE: Msg = Msg::new("bank_journal.amount", "金额须大于0", "The amount must be greater than 0.");
const NO_FEE: Msg = Msg::new("bank_journal.fee", "手续费不能小于0", "The fee is not below 0.");
const SAME_ACCOUNT: Msg =
    Msg::new("bank_journal.same", "转出账户与转入账户不能相同", "The accounts have to be different ones.");
const SAME_AMOUNT: Msg = Msg::new(
    "bank_journal.same_amount",
    "同币种互转的转出金额与转入金额须一致",
    "Within one currency as much goes out as comes in.",
);
const NO_AMOUNT: Msg = Msg::new("bank_journal.no_amount", "请填写转入金额", "Give the amount that comes in.");

/// Most of one amount, in thousandths.
const MOST: i64 = 99_999_999_999_990;

const OF_ACCOUNT: Field = Field::reference("moneyAccount", "账户", "Account").column("account_id").required();
const OPENING_DATE: Field = Field::day("期初日期", "As of").column("opening_date").wire("date").required();
const AMOUNT: Field =
    Field::decimal(3, "期初余额", "Opening balance").digits(2).range(-MOST, MOST).column("amount").required();
/// What 设置期初 asks for.
pub(super) const OPENING: [Field; 3] = [OF_ACCOUNT, OPENING_DATE, AMOUNT];

const FROM: Field = Field::reference("moneyAccount", "转出账户", "From").column("from_account_id").required();
const TO: Field = Field::reference("moneyAccount", "转入账户", "To").column("to_account_id").required();
const DATE: Field = Field::day("日期", "Date").column("transfer_date").wire("date").required();
const OUT: Field =
    Field::decimal(3, "转出金额", "Amount out").digits(2).range(-MOST, MOST).column("amount_out").required();
const IN: Field = Field::decimal(3, "转入金额（同币种可不填）", "Amount in (empty within one currency)")
    .digits(2)
    .range(-MOST, MOST)
    .column("amount_in");
const FEE: Field = Field::decimal(3, "手续费", "Fee").digits(2).range(-MOST, MOST).column("fee");
const SUMMARY: Field = Field::long("摘要", "Summary").column("summary").max(200);
/// What 账户互转 asks for.
pub(super) const TRANSFER: [Field; 7] = [FROM, TO, DATE, OUT, IN, FEE, SUMMARY];

fn read<T: Cell>(asked: &Asked, field: Field, findings: &mut Findings) -> Result<T, Refusal> {
    Ok(T::from_value(&asked.value(field, findings))?)
}

/// What is typed has to be complete before anything is looked at.
fn need_filled(asked: &Asked, fields: &[Field]) -> Result<(), Refusal> {
    let mut findings = Findings::new();
    for field in fields {
        asked.value(*field, &mut findings);
    }
    Refusal::unless_clean(&findings, &asked.confirmed)
}

/// POST /css/bankJournal/opening.
pub(super) fn open(call: &mut Call) -> Outcome {
    let asked = Asked::of(call, &OPENING, &[])?;
    need_filled(&asked, &OPENING)?;
    call.write(|tx| opened(tx, &asked))?;
    Ok(Answer::Data(json!({})))
}

fn opened(tx: &mut Tx<'_>, asked: &Asked) -> Result<(), Refusal> {
    let mut findings = Findings::new();
    let org = tx.org();
    let account: Id = read(asked, OF_ACCOUNT, &mut findings)?;
    let day: Day = read(asked, OPENING_DATE, &mut findings)?;
    let amount: i64 = read(asked, AMOUNT, &mut findings)?;
    let leaf = fund::need_account(tx, (account, true), &OF_ACCOUNT.name(), &mut findings)?;
    let before = opening_of(tx, account)?;
    // What it was and what it is to be count in the months behind their days.
    for since in [before.as_ref().and_then(|(day, _)| parse_day(day)), Some(day)].into_iter().flatten() {
        if let Some(month) = closed_after(tx, since)? {
            findings.error(OPENING_DATE.name(), MONTH_CLOSED.with(&[("month", &month)]));
            break;
        }
    }
    Refusal::unless_clean(&findings, &asked.confirmed)?;
    let leaf = leaf.ok_or(Refusal::NotFound)?;
    need_money(amount, &leaf)?;
    let cells = [
        ("account_id", Value::Int(account.0)),
        ("opening_date", Value::Text(show_day(day))),
        ("amount", Value::Int(amount)),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut insert = sql::insert(org, fund::OPENING, &cells);
    let mut again = OnConflict::columns(["org_id", "account_id"]);
    insert.on_conflict(again.update_columns(["opening_date", "amount", "updated_by", "updated_at"]).to_owned());
    tx.exec(&insert.into())?;
    fund::need_cash(tx, account, "")?;
    let shown = |raw: i64| charge::ledger::money_text(raw, leaf.currency);
    let was = before.map(|(day, amount)| format!("{day} {}", shown(amount))).unwrap_or_default();
    let said = format!("设置期初 {}：{was} → {} {}", leaf.label(), show_day(day), shown(amount));
    tx.log(LogEntry::of(fund::OPENING, account, &leaf.code, PATH).did("修改", "设置期初").level(Level::High).text(said))
}

fn opening_of(tx: &mut Tx<'_>, account: Id) -> Result<Option<(String, i64)>, Refusal> {
    let mut select = sql::from(tx.org(), fund::OPENING);
    select.columns(["opening_date", "amount"]).and_where(sql::eq("account_id", account));
    let row = tx.first(&select.into())?;
    row.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// The newest closed month with days behind a day. All months with such days are held, so that nobody closes one meanwhile.
pub(super) fn closed_after(tx: &mut Tx<'_>, day: Day) -> Result<Option<String>, Refusal> {
    let (org, first) = (tx.org(), month_of(day_after_days(day, 1)));
    let months = Months::of(tx, org)?;
    let behind = months.names().filter(|month| *month >= first.as_str());
    period::refuses(tx, behind.filter_map(period::first_day))?;
    let months = Months::of(tx, org)?;
    Ok(months.newest_closed().filter(|month| *month >= first.as_str()).map(str::to_owned))
}

/// Refuses what is finer than the account's currency.
fn need_money(amount: i64, account: &MoneyAccount) -> Result<(), Refusal> {
    let bad = |_| Refusal::business(charge::figure::TOO_LARGE);
    trade::charge::Money::of_thousandths(amount, account.currency).map(drop).map_err(bad)
}

/// A transfer as it is asked for.
struct Wanted {
    from: Id,
    to: Id,
    date: Day,
    out: i64,
    into: Option<i64>,
    fee: i64,
    summary: String,
}

/// POST /css/bankJournal/transfer.
pub(super) fn transfer(call: &mut Call) -> Outcome {
    let asked = Asked::of(call, &TRANSFER, &[])?;
    need_filled(&asked, &TRANSFER)?;
    let (id, num) = call.write(|tx| {
        let mut findings = Findings::new();
        let wanted = Wanted {
            from: read(&asked, FROM, &mut findings)?,
            to: read(&asked, TO, &mut findings)?,
            date: read(&asked, DATE, &mut findings)?,
            out: read(&asked, OUT, &mut findings)?,
            into: read(&asked, IN, &mut findings)?,
            fee: read::<Option<i64>>(&asked, FEE, &mut findings)?.unwrap_or_default(),
            summary: read(&asked, SUMMARY, &mut findings)?,
        };
        transferred(tx, &wanted)
    })?;
    Ok(Answer::Data(json!({ "id": id, "transferNum": num })))
}

fn transferred(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<(Id, String), Refusal> {
    let mut findings = Findings::new();
    if let Some(why) = period::refuses(tx, [wanted.date])? {
        findings.error(DATE.name(), why);
    }
    let (from, to) = accounts(tx, wanted, &mut findings)?;
    findings.error_if(wanted.from == wanted.to, &TO.name(), SAME_ACCOUNT);
    findings.error_if(wanted.out <= 0, &OUT.name(), NOT_ABOVE);
    findings.error_if(wanted.into.is_some_and(|into| into <= 0), &IN.name(), NOT_ABOVE);
    findings.error_if(wanted.fee < 0, &FEE.name(), NO_FEE);
    if let (Some(from), Some(to)) = (&from, &to) {
        let alike = from.currency == to.currency;
        findings.error_if(alike && wanted.into.is_some_and(|into| into != wanted.out), &IN.name(), SAME_AMOUNT);
        findings.error_if(!alike && wanted.into.is_none(), &IN.name(), NO_AMOUNT);
    }
    Refusal::unless_clean(&findings, &[])?;
    let (from, to) = from.zip(to).ok_or(Refusal::NotFound)?;
    let into = wanted.into.unwrap_or(wanted.out);
    need_money(wanted.out, &from)?;
    need_money(wanted.fee, &from)?;
    need_money(into, &to)?;
    write(tx, wanted, (&from, &to), into)
}

/// Both accounts, held in the order of their ids.
fn accounts(
    tx: &mut Tx<'_>,
    wanted: &Wanted,
    findings: &mut Findings,
) -> Result<(Option<MoneyAccount>, Option<MoneyAccount>), Refusal> {
    if wanted.from < wanted.to {
        let from = fund::need_account(tx, (wanted.from, true), &FROM.name(), findings)?;
        return Ok((from, fund::need_account(tx, (wanted.to, true), &TO.name(), findings)?));
    }
    let to = fund::need_account(tx, (wanted.to, true), &TO.name(), findings)?;
    Ok((fund::need_account(tx, (wanted.from, true), &FROM.name(), findings)?, to))
}

fn write(
    tx: &mut Tx<'_>,
    wanted: &Wanted,
    (from, to): (&MoneyAccount, &MoneyAccount),
    into: i64,
) -> Result<(Id, String), Refusal> {
    let (id, num) = (tx.new_id(), number::plain(tx, "BT")?);
    let summary = if wanted.summary.is_empty() { Value::Null } else { Value::Text(wanted.summary.clone()) };
    let cells = [
        ("id", Value::Int(id.0)),
        ("transfer_num", Value::Text(num.clone())),
        ("transfer_date", Value::Text(show_day(wanted.date))),
        ("from_account_id", Value::Int(wanted.from.0)),
        ("to_account_id", Value::Int(wanted.to.0)),
        ("amount_out", Value::Int(wanted.out)),
        ("amount_in", Value::Int(into)),
        ("fee", Value::Int(wanted.fee)),
        ("summary", summary),
        ("created_by", Value::Int(tx.actor.user_id.0)),
        ("created_at", Value::Int(tx.now.millis())),
    ];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    let moved = |account: Id, other: &MoneyAccount, (kind, amount): (&'static str, i64)| Movement {
        account,
        date: wanted.date,
        kind,
        number: num.clone(),
        coop: None,
        summary: if wanted.summary.is_empty() { other.full_name.clone() } else { wanted.summary.clone() },
        amount,
        source: (TABLE, id),
    };
    fund::write(tx, &moved(wanted.to, from, (fund::TRANSFER, into)))?;
    fund::write(tx, &moved(wanted.from, to, (fund::TRANSFER, -wanted.out)))?;
    fund::write(tx, &moved(wanted.from, to, (fund::FEE, -wanted.fee)))?;
    let said = format!("账户互转 {num}：{} → {}", from.label(), to.label());
    tx.log(LogEntry::of(TABLE, id, &num, PATH).did("新建", "账户互转").level(Level::High).text(said))?;
    Ok((id, num))
}
