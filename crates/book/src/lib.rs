//! Vouchers 凭证 (catalogue css.md 5, invariants 20 to 22): what documents post to accounts. Pages are in the room `voucher`.
//!
//! Whoever changes, takes back or removes a document that posts asks [`need_unposted`] once he holds it. A voucher is made by
//! [`make`] and given back by [`give_back`]; both hold the numbers of the company first, then the documents they are about.

pub mod accounts;
pub mod format;
pub mod ledger;
pub mod origin;
pub mod part;
mod posted;
pub mod posting;
mod read;
pub mod rule;
mod vouchers;

use kernel::{Day, Id};
use platform::field::Choice;

pub use origin::{waiting, waiting_by_month};
pub use posted::{Stamp, need_unlocked, need_unposted, need_unposted_charges, posted};
pub use read::postings;
pub use rule::{Rule, rule};
pub use vouchers::{Made, give_back, lock, make, next_number, renumber};

/// Table of vouchers.
pub const TABLE: &str = "voucher";
/// What the log calls a voucher.
pub const OBJECT: &str = "voucher";
/// Table of their entries 分录.
pub const ENTRY: &str = "voucher_entry";
/// Table of what they were made of.
pub const SOURCE: &str = "voucher_source";
/// Table of numbers given, changed and returned.
pub const NUMBER_LOG: &str = "voucher_number_log";

/// 有效.
pub const VALID: &str = "VALID";
/// 已退回.
pub const RETURNED: &str = "RETURNED";
/// States of a voucher.
pub const STATES: &[Choice] =
    &[Choice::new(VALID, "有效", "Valid").tone("done"), Choice::new(RETURNED, "已退回", "Returned").tone("neutral")];

/// Type 0.
pub const INCOME: &str = "INCOME";
/// Type 1.
pub const COST: &str = "COST";
/// Type 2.
pub const INCOME_SETTLED: &str = "INCOME_SETTLED";
/// Type 3.
pub const COST_SETTLED: &str = "COST_SETTLED";
/// Type 4.
pub const EXPENSE: &str = "EXPENSE";
/// Type 5.
pub const ADVANCE_IN: &str = "ADVANCE_IN";
/// Type 6.
pub const ADVANCE_OUT: &str = "ADVANCE_OUT";
/// Type 7.
pub const OFFSET: &str = "OFFSET";
/// Type 8.
pub const REVALUED: &str = "REVALUED";
/// Type 9.
pub const TRANSFER: &str = "TRANSFER";
/// Type 10.
pub const ACCRUED: &str = "ACCRUED";
/// Types of vouchers, in the order of their numbers 0 to 10.
pub const KINDS: &[Choice] = &[
    Choice::new(INCOME, "收入挂账", "Income"),
    Choice::new(COST, "成本挂账", "Cost"),
    Choice::new(INCOME_SETTLED, "收入核销", "Income settled"),
    Choice::new(COST_SETTLED, "成本核销", "Cost settled"),
    Choice::new(EXPENSE, "费用核销", "Expenses"),
    Choice::new(ADVANCE_IN, "预收", "Advances received"),
    Choice::new(ADVANCE_OUT, "预付", "Advances paid"),
    Choice::new(OFFSET, "对冲", "Netting"),
    Choice::new(REVALUED, "期末调汇", "Revaluation"),
    Choice::new(TRANSFER, "账户互转", "Transfers"),
    Choice::new(ACCRUED, "期末暂估", "Accruals"),
];

/// Table of 期末调汇 and 期末暂估, as the source of the voucher of a run. Its `kind` is [`REVALUED`] or [`ACCRUED`], its `state`
/// [`VALID`] while it was not taken back.
pub const RUN: &str = "period_run";
/// The source of the voucher that takes a run back in the next month; its id is that of the run.
pub const RUN_REVERSAL: &str = "period_run.reversal";

/// One side of a voucher. Amounts are thousandths, below nought in red; of `debit` and `credit` one is nought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// In words; empty for that of the voucher.
    pub summary: String,
    /// The account, a valid leaf.
    pub account: Id,
    /// 往来单位.
    pub coop: Option<Id>,
    /// 人员.
    pub user: Option<Id>,
    /// 部门.
    pub dept: Option<Id>,
    /// Kept apart as 暂估.
    pub accrued: bool,
    /// Currency of what stands behind it.
    pub currency: String,
    /// Amount in that currency.
    pub original: i64,
    /// Its rate in millionths.
    pub rate: i64,
    /// Functional, on the debit side.
    pub debit: i64,
    /// Functional, on the credit side.
    pub credit: i64,
}

/// A document a voucher is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its table, or [`RUN_REVERSAL`].
    pub table: &'static str,
    /// Its row.
    pub id: Id,
    /// Its number.
    pub number: String,
}

/// A voucher as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Its date, in an open month.
    pub date: Day,
    /// 凭证字, 记; empty for that of the rule.
    pub word: String,
    /// 凭证号; the next one without it.
    pub number: Option<i64>,
    /// One of [`KINDS`].
    pub kind: &'static str,
    /// 附件数.
    pub attachments: i64,
    /// 摘要.
    pub summary: String,
    /// Its entries, in their order.
    pub entries: Vec<Entry>,
    /// What it is made of.
    pub sources: Vec<Source>,
}
