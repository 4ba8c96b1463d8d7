//! How the rates of a currency follow one another.

use charge::rate;
use kernel::{ExchangeRate, Findings, Id, Instant, Msg};
use platform::call::Tx;
use platform::document::{self, Draft, Written};
use platform::log::{LogEntry, differences};
use platform::refusal::Refusal;
use platform::setting;
use platform::store::{Cell, Conn, sql};
use trade::charge::Currency;
use trade::charge::exchange::{self, Kind, RowFault};

use super::{CUSTOMS_CODE, CurrencyRate, PAGE_PATH};

const FUNCTIONAL: Msg = Msg::new("rate.functional", "本位币无需维护汇率", "The own currency has no rate.");
const RANGE: Msg = Msg::new("rate.range", "汇率须在0.000001与999999之间", "A rate is between 0.000001 and 999999.");
const ENDS: Msg = Msg::new("rate.ends", "结束时间须晚于开始时间", "A rate ends after it begins.");
const BY_MONTH: Msg = Msg::new("rate.customs", "海关汇率按月维护", "Customs rates are kept by the month.");
const MONTHLY: Msg =
    Msg::new("rate.monthly", "汇率按月固定，须从每月1日开始", "Rates begin on the first of a month here.");
const USED: Msg =
    Msg::new("rate.used", "汇率已使用，请新增", "Charges took this rate; enter a new one instead of changing it.");
pub(super) const OVERLAP: Msg = Msg::new("rate.overlap", "汇率有效期重叠", "The time overlaps that of another rate.");
const NOT_CUSTOMS: Msg = Msg::new("rate.not_customs", "您没有维护海关汇率的权限", "You may not keep customs rates.");

fn row_of(draft: &Draft<'_>) -> Result<Option<exchange::Row>, Refusal> {
    let (code, kind): (String, String) = (draft.get(CurrencyRate::CURRENCY_CODE)?, draft.get(CurrencyRate::KIND)?);
    let Some((currency, kind)) = Currency::named(&code).zip(rate::kind_of(&kind)) else { return Ok(None) };
    let rate = ExchangeRate::from_raw(draft.get(CurrencyRate::RATE)?);
    let (begin, end) = (draft.get(CurrencyRate::BEGIN_AT)?, draft.get(CurrencyRate::END_AT)?);
    Ok(Some(exchange::Row { currency, kind, rate, begin, end }))
}

/// Which row a new one ends, if it may be at all.
fn placed(tx: &mut Tx<'_>, new: &exchange::Row) -> Result<Result<Option<Id>, Vec<RowFault>>, Refusal> {
    let org = tx.org();
    let by_month: bool = setting::value(tx, org, &rate::MONTHLY, None)?;
    let (ids, rows): (Vec<Id>, Vec<exchange::Row>) = rate::rows(tx, org, &[new.currency])?.into_iter().unzip();
    let placed = exchange::add(&rows, new, rate::functional(tx, org)?, by_month);
    Ok(placed.map(|ended| ended.and_then(|place| ids.get(place).copied())))
}

/// Rates of a currency and a kind follow one another; two of them never hold at the same moment.
pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let code: String = draft.get(CurrencyRate::CURRENCY_CODE)?;
    let org = tx.org();
    if !code.is_empty() && !facts::is_currency(tx, org, &code)? {
        findings.error("currencyCode", rate::NO_CURRENCY.with(&[("code", &code)]));
        return Ok(());
    }
    let Some(new) = row_of(draft)?.filter(|_| !findings.has_errors()) else { return Ok(()) };
    // Two who enter rates at the same moment wait for each other.
    document::one_at_a_time(tx, org)?;
    findings.error_if(new.kind == Kind::Customs && !tx.actor.has(CUSTOMS_CODE), "type", NOT_CUSTOMS);
    if let Err(faults) = placed(tx, &new)? {
        for fault in faults {
            let (field, message) = said(fault);
            findings.error(field, message.text());
        }
    }
    Ok(())
}

fn said(fault: RowFault) -> (&'static str, Msg) {
    match fault {
        RowFault::Functional => ("currencyCode", FUNCTIONAL),
        RowFault::Rate => ("currencyRate", RANGE),
        RowFault::End => ("endDate", ENDS),
        RowFault::Customs => ("beginDate", BY_MONTH),
        RowFault::Monthly => ("beginDate", MONTHLY),
        RowFault::Overlap => ("beginDate", OVERLAP),
    }
}

/// The row that held so far ends where the new one begins.
pub(super) fn end_newest(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let Some(new) = row_of(draft)? else { return Ok(Written::default()) };
    let org = tx.org();
    let rows = rate::rows(tx, org, &[new.currency])?;
    let held = |row: &exchange::Row| {
        row.kind == new.kind && row.begin < new.begin && row.end.is_none_or(|end| new.begin < end)
    };
    let before = rows.into_iter().filter(|(id, row)| *id != draft.id && held(row)).max_by_key(|(_, row)| row.begin);
    if let Some((id, row)) = before {
        end(tx, (id, &row), (Some(new.begin), Some(draft.id)), row.end)?;
    }
    Ok(Written::default())
}

/// A row that no charge took may go. The row it ended holds as long as it did before, but no longer than until the next one
/// begins.
pub(super) fn give_back(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    document::one_at_a_time(tx, org)?;
    let rows = rate::rows(tx, org, &[])?;
    let gone = rows.iter().find(|(own, _)| *own == id).map(|(_, row)| *row).ok_or(Refusal::NotFound)?;
    if gone.kind == Kind::Customs && !tx.actor.has(CUSTOMS_CODE) {
        return Err(Refusal::business(NOT_CUSTOMS));
    }
    if rate::uses(tx, org, &[id])?.get(&id).is_some_and(|lines| *lines > 0) {
        return Err(Refusal::business(USED));
    }
    let mut select = sql::from(org, rate::TABLE);
    select.columns(["id", "ended_from"]).and_where(sql::eq("ended_by", id));
    let Some(ended) = tx.first(&select.into())? else { return Ok(()) };
    let (ended, before): (Id, Option<Instant>) = (ended.get(0)?, ended.get(1)?);
    let Some((_, row)) = rows.iter().find(|(own, _)| *own == ended) else { return Ok(()) };
    let later = rows.iter().filter(|(own, other)| {
        *own != id && (other.currency, other.kind) == (row.currency, row.kind) && other.begin > row.begin
    });
    let next = later.min_by_key(|(_, other)| other.begin).filter(|(_, next)| before.is_none_or(|end| next.begin < end));
    let (until, by) = next.map_or((before, None), |(next, row)| (Some(row.begin), Some(*next)));
    end(tx, (ended, row), (until, by), by.and(before))
}

/// Writes when a row ends and which row ended it before its own end, with the line of its log.
fn end(
    tx: &mut Tx<'_>,
    (id, row): (Id, &exchange::Row),
    (until, by): (Option<Instant>, Option<Id>),
    before: Option<Instant>,
) -> Result<(), Refusal> {
    let cells = [("end_at", until.into_value()), ("ended_by", by.into_value()), ("ended_from", before.into_value())];
    let mut update = sql::update(tx.org(), rate::TABLE, &cells);
    update.and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    let values = |end: Option<Instant>| [end.into_value()];
    let changes = differences(&[CurrencyRate::END_AT], &values(row.end), &values(until));
    let entry = LogEntry::of(rate::TABLE, id, row.currency.code(), PAGE_PATH).did("修改", "有效期衔接");
    tx.log(entry.changes(changes))
}
