//! What a voucher posts of a document: the entries of each type, as css.md /css_voucher_rule lists them.

use crate::{
    ACCRUED, ADVANCE_IN, ADVANCE_OUT, COST, COST_SETTLED, EXPENSE, INCOME, INCOME_SETTLED, OFFSET, REVALUED, TRANSFER,
};
use account::{BY_COOP, BY_USER};

/// An amount of documents and the account it goes to.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name in the rule.
    pub code: &'static str,
    /// In Chinese.
    pub zh: &'static str,
    /// In English.
    pub en: &'static str,
    /// Type of its account; none where a document names the account.
    pub account_type: &'static str,
    /// What its entries are kept by, whatever its account is; else what the account asks for.
    pub kept_by: &'static str,
}

const fn part(code: &'static str, zh: &'static str, en: &'static str, account_type: &'static str) -> Part {
    Part { code, zh, en, account_type, kept_by: "" }
}

const fn of_coop(code: &'static str, zh: &'static str, en: &'static str, account_type: &'static str) -> Part {
    Part { kept_by: BY_COOP, ..part(code, zh, en, account_type) }
}

/// 应收账款.
pub static RECEIVABLE: Part = of_coop("RECEIVABLE", "应收账款", "Accounts receivable", account::RECEIVABLE);
/// 应付账款.
pub static PAYABLE: Part = of_coop("PAYABLE", "应付账款", "Accounts payable", account::PAYABLE);
/// 主营业务收入.
pub static REVENUE: Part = part("REVENUE", "主营业务收入", "Operating income", account::INCOME);
/// 主营业务成本.
pub static EXPENDITURE: Part = part("EXPENDITURE", "主营业务成本", "Operating cost", account::COST);
/// 应交税费-销项.
pub static TAX_OUT: Part = part("TAX_OUT", "应交税费-销项", "Output tax", account::TAX_OUT);
/// 应交税费-进项.
pub static TAX_IN: Part = part("TAX_IN", "应交税费-进项", "Input tax", account::TAX_IN);
/// 代收代付: money passed on. Both sides go to one account, so that a matched pair leaves nothing (css.md 0.4).
pub static PASSED_ON: Part = of_coop("PASSED_ON", "代收代付", "Passed on", account::OTHER_PAYABLE);
/// 资金科目: the account the document names.
pub static MONEY: Part = part("MONEY", "资金科目（来源）", "Money (of the document)", "");
/// 手续费.
pub static FEE: Part = part("FEE", "手续费", "Bank fee", account::FEE);
/// 尾差.
pub static SMALL: Part = part("SMALL", "尾差", "Small difference", account::SMALL);
/// 坏账.
pub static BAD_DEBT: Part = part("BAD_DEBT", "坏账", "Bad debt", account::BAD_DEBT);
/// 汇兑损益.
pub static EXCHANGE: Part = part("EXCHANGE", "汇兑损益", "Exchange gain or loss", account::EXCHANGE);
/// 预收账款.
pub static RECEIVED: Part = of_coop("RECEIVED", "预收账款", "Advances received", account::ADVANCE_IN);
/// 预付账款.
pub static PAID: Part = of_coop("PAID", "预付账款", "Advances paid", account::ADVANCE_OUT);
/// 其他应付款: deposits that were taken.
pub static DEPOSIT_IN: Part = of_coop("DEPOSIT_IN", "其他应付款（押金）", "Deposits taken", account::OTHER_PAYABLE);
/// 其他应收款: deposits that were given.
pub static DEPOSIT_OUT: Part =
    of_coop("DEPOSIT_OUT", "其他应收款（押金）", "Deposits given", account::OTHER_RECEIVABLE);
/// 费用科目: the account the document names.
pub static SPENT: Part = part("SPENT", "费用科目（来源）", "Expenses (of the document)", "");
/// 其他应收: money lent to staff.
pub static LENT: Part = Part {
    kept_by: BY_USER,
    ..part("LENT", "其他应收款（个人）", "Lent to staff", account::OTHER_RECEIVABLE)
};

/// The entries of each type: what is posted, and whether that is the debit side when it is above nought.
pub static ENTRIES: &[(&str, &[(&Part, bool)])] = &[
    (INCOME, &[(&RECEIVABLE, true), (&REVENUE, false), (&TAX_OUT, false), (&PASSED_ON, false)]),
    (COST, &[(&EXPENDITURE, true), (&TAX_IN, true), (&PASSED_ON, true), (&PAYABLE, false)]),
    (
        INCOME_SETTLED,
        &[
            (&MONEY, true),
            (&RECEIVED, true),
            (&DEPOSIT_IN, true),
            (&BAD_DEBT, true),
            (&FEE, true),
            (&SMALL, true),
            (&EXCHANGE, true),
            (&RECEIVABLE, false),
        ],
    ),
    (
        COST_SETTLED,
        &[
            (&PAYABLE, true),
            (&FEE, true),
            (&EXCHANGE, true),
            (&MONEY, false),
            (&PAID, false),
            (&DEPOSIT_OUT, false),
            (&SMALL, false),
        ],
    ),
    (EXPENSE, &[(&SPENT, true), (&TAX_IN, true), (&LENT, true), (&FEE, true), (&MONEY, false)]),
    (ADVANCE_IN, &[(&MONEY, true), (&FEE, true), (&RECEIVED, false), (&DEPOSIT_IN, false)]),
    (ADVANCE_OUT, &[(&PAID, true), (&DEPOSIT_OUT, true), (&FEE, true), (&MONEY, false)]),
    (OFFSET, &[(&PAYABLE, true), (&EXCHANGE, true), (&RECEIVABLE, false)]),
    (
        REVALUED,
        &[
            (&RECEIVABLE, true),
            (&PAYABLE, true),
            (&RECEIVED, true),
            (&PAID, true),
            (&DEPOSIT_IN, true),
            (&DEPOSIT_OUT, true),
            (&MONEY, true),
            (&EXCHANGE, false),
        ],
    ),
    (TRANSFER, &[(&MONEY, true), (&FEE, true), (&EXCHANGE, true)]),
    (ACCRUED, &[(&RECEIVABLE, true), (&EXPENDITURE, true), (&REVENUE, false), (&PAYABLE, false)]),
];

/// The entries of a type.
pub fn entries_of(kind: &str) -> &'static [(&'static Part, bool)] {
    ENTRIES.iter().find(|(known, _)| *known == kind).map_or(&[], |(_, entries)| entries)
}

/// A part of a type by its name.
pub fn find(kind: &str, code: &str) -> Option<&'static Part> {
    entries_of(kind).iter().find(|(part, _)| part.code == code).map(|(part, _)| *part)
}
