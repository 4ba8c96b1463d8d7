//! What the check says of papers: documents without their voucher, receipts with something open, what is to be revalued or
//! accrued, and vouchers themselves (invariant 20). It is of the whole company.

use book::{ACCRUED, KINDS, REVALUED, TRANSFER};
use kernel::{Day, Msg, Text, show_day};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn, sql};
use settle::receipt;

use super::{Item, Mark};
use crate::period::{accrue, revalue, run};

const UNPOSTED: Msg = Msg::new("period.check.unposted", "{what}未生成凭证", "Without voucher: {what}");
const ALL_POSTED: Msg =
    Msg::new("period.check.posted", "本期单据均已生成凭证", "Every document of the month has its voucher");
const RECEIPTS: Msg = Msg::new(
    "period.check.receipts",
    "{n}笔收款待认领或有余额未转预收",
    "{n} receipts are not claimed, or have an open amount that is no advance",
);
const NO_RECEIPTS: Msg =
    Msg::new("period.check.no_receipts", "本期收款均已认领且无余额", "Every receipt of the month is claimed and used");
const NOT_REVALUED: Msg =
    Msg::new("period.check.revalue", "{n}行外币余额未期末调汇", "{n} open rows in foreign currencies are not revalued");
const NOTHING_FOREIGN: Msg =
    Msg::new("period.check.no_foreign", "没有外币未结余额", "Nothing is open in foreign currencies");
const NOT_ACCRUED: Msg = Msg::new(
    "period.check.accrue",
    "{n}行已锁账费用未开票且未暂估",
    "{n} locked charges are neither invoiced nor accrued",
);
const NOTHING_UNINVOICED: Msg =
    Msg::new("period.check.no_uninvoiced", "已锁账费用均已开票", "Every locked charge is invoiced");
const RUN_MADE: Msg = Msg::new("period.check.run", "已{what}", "{what} was made");
const RUN_UNPOSTED: Msg = Msg::new(
    "period.check.run_unposted",
    "{what}凭证已退回，请撤销后重新{what}",
    "The voucher of {what} was returned: take it back and make it again",
);
const RUN_STALE: Msg = Msg::new(
    "period.check.run_stale",
    "{what}后单据有变动，请撤销后重做",
    "Documents changed since {what}. Take it back and make it again",
);
const UNSOUND: Msg = Msg::new(
    "period.check.unsound",
    "{n}张凭证借贷不平衡或分录不完整",
    "{n} vouchers do not balance or are incomplete",
);
const SOUND: Msg = Msg::new("period.check.sound", "本期凭证借贷平衡", "Every voucher of the month balances");

/// Entries of a voucher, where it is sound: two at least, each on one side, both sides equal and as the voucher says.
const IS_SOUND: &str = "(SELECT CASE WHEN COUNT(*) >= 2 AND SUM(e.debit) = SUM(e.credit) \
     AND SUM(e.debit) = voucher.debit AND SUM(e.credit) = voucher.credit \
     AND SUM(CASE WHEN (e.debit = 0 AND e.credit = 0) OR (e.debit <> 0 AND e.credit <> 0) THEN 1 ELSE 0 END) = 0 \
     THEN 1 ELSE 0 END FROM voucher_entry e WHERE e.org_id = voucher.org_id AND e.voucher_id = voucher.id) = 1";

/// Every point about papers of a month.
pub(super) fn items(conn: &mut dyn Conn, org: i64, (month, first): (&str, Day)) -> Result<Vec<Item>, Refusal> {
    let last = first.last_of_month();
    let mut items = vouchers(conn, org, last)?;
    items.push(counted(receipts(conn, org, (first, last))?, Mark::Note, (RECEIPTS, NO_RECEIPTS)));
    items.push(match made(conn, org, (month, REVALUED), last)? {
        Some(item) => item,
        None => {
            let count = i64::try_from(revalue::count(conn, org, last)?).unwrap_or(i64::MAX);
            counted(count, Mark::Note, (NOT_REVALUED, NOTHING_FOREIGN))
        }
    });
    if book::rule(conn, org)?.by_invoice() {
        items.push(match made(conn, org, (month, ACCRUED), last)? {
            Some(item) => item,
            None => counted(accrue::count(conn, org, last)?, Mark::Note, (NOT_ACCRUED, NOTHING_UNINVOICED)),
        });
    }
    items.push(counted(unsound(conn, org, month)?, Mark::Wrong, (UNSOUND, SOUND)));
    Ok(items)
}

fn counted(count: i64, wrong: Mark, (said, fine): (Msg, Msg)) -> Item {
    match count {
        0 => Item { mark: Mark::Right, text: fine.text() },
        _ => Item { mark: wrong, text: said.with(&[("n", &count.to_string())]) },
    }
}

/// Documents until the last day without a voucher, by their types. Transfers between accounts of the company stand against
/// nothing.
fn vouchers(conn: &mut dyn Conn, org: i64, last: Day) -> Result<Vec<Item>, Refusal> {
    let waiting = book::waiting(conn, org, &show_day(last))?;
    let told = |of: &dyn Fn(&str) -> bool| -> Option<Text> {
        let some = KINDS.iter().filter(|kind| of(kind.value));
        let some: Vec<_> = some
            .filter_map(|kind| waiting.get(kind.value).filter(|count| **count > 0).map(|count| (kind, count)))
            .collect();
        let zh: Vec<String> = some.iter().map(|(kind, count)| format!("{}{count}笔", kind.zh)).collect();
        let en: Vec<String> = some.iter().map(|(kind, count)| format!("{count} of {}", kind.en)).collect();
        let said = UNPOSTED.with_each(&[("what", &zh.join("、"))], &[("what", &en.join(", "))]);
        (!some.is_empty()).then_some(said)
    };
    let mut items = vec![match told(&|kind| kind != TRANSFER) {
        Some(text) => Item { mark: Mark::Wrong, text },
        None => Item { mark: Mark::Right, text: ALL_POSTED.text() },
    }];
    items.extend(told(&|kind| kind == TRANSFER).map(|text| Item { mark: Mark::Note, text }));
    Ok(items)
}

/// Receipts of a month with something open; what nobody claimed is open as a whole.
fn receipts(conn: &mut dyn Conn, org: i64, (first, last): (Day, Day)) -> Result<i64, Refusal> {
    let day = sql::col("receipt_date");
    let mut select = sql::from(org, receipt::TABLE);
    select
        .expr(Expr::cust("COUNT(*)"))
        .and_where(day.between(sql::value(show_day(first)), sql::value(show_day(last))))
        .and_where(sql::col("open_amount").ne(sql::value(0_i64)));
    Ok(conn.first(&select.into())?.map(|row| row.get::<i64>(0)).transpose()?.unwrap_or_default())
}

/// What is said of a run that was made: its voucher stands in the books with the figures of that day, so they are reckoned
/// again, and what no longer comes to them stands against closing.
fn made(conn: &mut dyn Conn, org: i64, (month, kind): (&str, &str), last: Day) -> Result<Option<Item>, Refusal> {
    let Some(run) = run::find(conn, org, (month, kind))? else { return Ok(None) };
    let (zh, en) = run::name_of(kind);
    let text = |said: Msg| said.with_each(&[("what", zh)], &[("what", en)]);
    if run.is_unposted() {
        return Ok(Some(Item { mark: Mark::Note, text: text(RUN_UNPOSTED) }));
    }
    let holds = if kind == REVALUED { revalue::holds } else { accrue::holds };
    let (mark, said) =
        if holds(conn, org, (last, &run.body))? { (Mark::Right, RUN_MADE) } else { (Mark::Wrong, RUN_STALE) };
    Ok(Some(Item { mark, text: text(said) }))
}

/// Vouchers of a month that are not what vouchers are (invariant 20).
fn unsound(conn: &mut dyn Conn, org: i64, month: &str) -> Result<i64, Refusal> {
    let mut select = sql::from(org, book::TABLE);
    select
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::eq("month", month.to_owned()))
        .and_where(sql::eq("state", book::VALID.to_owned()))
        .and_where(Expr::cust(format!("NOT ({IS_SOUND})")));
    Ok(conn.first(&select.into())?.map(|row| row.get::<i64>(0)).transpose()?.unwrap_or_default())
}
