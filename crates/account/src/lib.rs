//! Accounts 会计科目 (catalogue css.md, /css_financial_account): the table of the chart of accounts, and what other crates
//! ask about it. The page is in the room `voucher`.
//!
//! A money account (css.md 0.7) is a valid leaf of type 现金, 银行存款 or 应收票据 with a currency: [`money_leaf`],
//! [`need_money_leaf`]. Leaves of other types are found by [`leaves`] and [`need_leaf`]. A table that names accounts is
//! listed in [`NAMED_BY`].

mod found;
mod used;

use kernel::{Id, Msg};
use platform::document;
use platform::document::Document;
use platform::field::{Choice, Field};
use platform::when::When;

pub use found::{
    Found, MoneyAccount, by_id, code_of_bank, find, hold, leaves, money_leaf, money_leaves, need_leaf, need_money_leaf,
    offer, offer_money,
};
pub use used::{NAMED_BY, need_unused, used};

/// Its table.
pub const TABLE: &str = Account::TABLE;
/// Levels the tree may have.
pub const LEVELS_MAX: i64 = 5;
/// Letters between the names of a full name: 管理费用-差旅费.
pub const JOINT: &str = "-";

/// 现金.
pub const CASH: &str = "CASH";
/// 银行存款.
pub const BANK: &str = "BANK";
/// 应收票据.
pub const NOTE: &str = "NOTE";
/// 应收账款.
pub const RECEIVABLE: &str = "RECEIVABLE";
/// 预收账款.
pub const ADVANCE_IN: &str = "ADVANCE_IN";
/// 应付账款.
pub const PAYABLE: &str = "PAYABLE";
/// 预付账款.
pub const ADVANCE_OUT: &str = "ADVANCE_OUT";
/// 其他应收.
pub const OTHER_RECEIVABLE: &str = "OTHER_RECEIVABLE";
/// 其他应付.
pub const OTHER_PAYABLE: &str = "OTHER_PAYABLE";
/// 主营业务收入.
pub const INCOME: &str = "INCOME";
/// 主营业务成本.
pub const COST: &str = "COST";
/// 应交税费-销项.
pub const TAX_OUT: &str = "TAX_OUT";
/// 应交税费-进项.
pub const TAX_IN: &str = "TAX_IN";
/// 汇兑损益.
pub const EXCHANGE: &str = "EXCHANGE";
/// 手续费.
pub const FEE: &str = "FEE";
/// 坏账.
pub const BAD_DEBT: &str = "BAD_DEBT";
/// 尾差.
pub const SMALL: &str = "SMALL";
/// 期间费用.
pub const EXPENSE: &str = "EXPENSE";
/// 本年利润.
pub const PROFIT: &str = "PROFIT";
/// 其他: no document posts to it by itself. What is below such an account says its own type.
pub const OTHER: &str = "OTHER";

/// What an account is for. Vouchers find accounts by these.
pub const TYPES: &[Choice] = &[
    Choice::new(CASH, "现金", "Cash"),
    Choice::new(BANK, "银行存款", "Bank"),
    Choice::new(NOTE, "应收票据", "Notes receivable"),
    Choice::new(RECEIVABLE, "应收账款", "Accounts receivable"),
    Choice::new(ADVANCE_IN, "预收账款", "Advances received"),
    Choice::new(PAYABLE, "应付账款", "Accounts payable"),
    Choice::new(ADVANCE_OUT, "预付账款", "Advances paid"),
    Choice::new(OTHER_RECEIVABLE, "其他应收", "Other receivables"),
    Choice::new(OTHER_PAYABLE, "其他应付", "Other payables"),
    Choice::new(INCOME, "主营业务收入", "Operating income"),
    Choice::new(COST, "主营业务成本", "Operating cost"),
    Choice::new(TAX_OUT, "应交税费-销项", "Output tax"),
    Choice::new(TAX_IN, "应交税费-进项", "Input tax"),
    Choice::new(EXCHANGE, "汇兑损益", "Exchange gain or loss"),
    Choice::new(FEE, "手续费", "Bank fees"),
    Choice::new(BAD_DEBT, "坏账", "Bad debt"),
    Choice::new(SMALL, "尾差", "Small differences"),
    Choice::new(EXPENSE, "期间费用", "Period expenses"),
    Choice::new(PROFIT, "本年利润", "Profit of the year"),
    Choice::new(OTHER, "其他", "Other"),
];
/// Types that hold money (css.md 0.7).
pub const MONEY: &[&str] = &[CASH, BANK, NOTE];
/// Types of class 费用科目.
pub const EXPENSES: &[&str] = &[EXPENSE];

/// 借.
pub const DEBIT: &str = "DEBIT";
/// 贷.
pub const CREDIT: &str = "CREDIT";
/// The side that increases an account.
pub const DIRECTIONS: &[Choice] = &[Choice::new(DEBIT, "借", "Debit"), Choice::new(CREDIT, "贷", "Credit")];

/// 子科目: one sub-account for each partner, its code behind the account's.
pub const SUB_ACCOUNTS: &str = "SUB";
/// 辅助账.
pub const AUXILIARY: &str = "AUX";
/// How an account is kept apart by whom it is about.
pub const MODES: &[Choice] =
    &[Choice::new(SUB_ACCOUNTS, "子科目", "Sub-accounts"), Choice::new(AUXILIARY, "辅助账", "Auxiliary ledger")];

/// 往来单位.
pub const BY_COOP: &str = "COOP";
/// 人员.
pub const BY_USER: &str = "USER";
/// 部门.
pub const BY_DEPT: &str = "DEPT";
/// What an auxiliary ledger is kept by.
pub const SUBSIDIARIES: &[Choice] = &[
    Choice::new(BY_COOP, "往来单位", "Partner"),
    Choice::new(BY_USER, "人员", "Person"),
    Choice::new(BY_DEPT, "部门", "Department"),
];

const OWN_FORM: Msg = Msg::new("account.own", "本级代码为2至4位数字", "An own code is 2 to 4 digits.");
const SCOPES_FORM: Msg = Msg::new(
    "account.scopes",
    "业务范畴为AE、AI、SE、SI、TE、TI、LC、IO，用逗号分隔",
    "Scopes are AE, AI, SE, SI, TE, TI, LC and IO, with commas between.",
);

fn is_own_code(text: &str) -> bool {
    (2..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn are_scopes(text: &str) -> bool {
    text.split(',').all(|code| kernel::Scope::from_code(code).is_some())
}

const PARENT: Field = Field::reference("financialAccount?role=ABOVE", "上级科目", "Account above").column("parent_id");
const TYPE: Field = Field::select(TYPES, "科目类别", "Type").column("account_type").wire("financialAccountType");
const MODE: Field = Field::select(MODES, "管理模式", "Kept apart by").column("manage_mode");
const CODE: Field = Field::text("科目代码", "Code").column("code").wire("financialAccountCode").read_only();
/// The code is there from the first save on.
const IS_SAVED: When = When::Filled(&CODE);
const OF_ROOT: When = When::Not(&When::Filled(&PARENT));
/// Below another account the type may be left to it; the rules then say what fits.
const TYPE_IS_LEFT: When = When::All(&[When::Filled(&PARENT), When::Not(&When::Filled(&TYPE))]);
const HAS_CURRENCY: When = When::Any(&[When::OneOf(&TYPE, &[CASH, NOTE]), TYPE_IS_LEFT]);
const HAS_BANK: When = When::Any(&[When::OneOf(&TYPE, &[BANK]), TYPE_IS_LEFT]);
const HAS_SUBSIDIARY: When = When::Is(&MODE, AUXILIARY);

document! {
    /// One account.
    pub struct Account in "financial_account" {
        /// Account above; none for the first level.
        parent_id: Option<Id> = PARENT.fixed(),
        /// Digits behind the code of the account above.
        own_code: String = Field::text("本级代码", "Own code").required().max(4).pattern("^[0-9]{2,4}$", is_own_code, OWN_FORM),
        /// Code of the account above and the own one.
        code: String = CODE.shown_when(&IS_SAVED),
        /// Name.
        name: String = Field::text("科目名称", "Name").wire("financialAccountName").required().max(40),
        /// Names from the first level on, with dashes between.
        full_name: String = Field::text("科目全称", "Full name").read_only(),
        /// What it is for; that of the account above unless that one is 其他.
        account_type: String = TYPE.required_when(&OF_ROOT),
        /// Side that increases it; that of the account above where it is left empty.
        direction: String = Field::select(DIRECTIONS, "方向", "Side").required_when(&OF_ROOT),
        /// Level in the tree, from 1.
        level: i64 = Field::int("级次", "Level").read_only().initially("1"),
        /// Currency of what it holds: typed for cash and notes, for a bank leaf that of its bank account.
        currency_code: String = Field::code("currency", "币种", "Currency").max(3).shown_when(&HAS_CURRENCY),
        /// Bank account of a bank leaf.
        bank_id: Option<Id> = Field::reference("orgBank", "银行账户", "Bank account").shown_when(&HAS_BANK),
        /// How it is kept apart.
        manage_mode: String = MODE,
        /// What its auxiliary ledger is kept by.
        subsidiary: String = Field::select(SUBSIDIARIES, "辅助账", "Ledger by").wire("subsidiaryAccount").shown_when(&HAS_SUBSIDIARY).required_when(&HAS_SUBSIDIARY),
        /// Scopes it is for, with commas between; empty for all.
        scopes: String = Field::upper("业务范畴（空为全部）", "Scopes (none: all)").max(23).pattern("^[A-Za-z]{2}(,[A-Za-z]{2})*$", are_scopes, SCOPES_FORM),
        /// Entries keep their foreign amounts.
        by_currency: bool = Field::flag("币种核算", "Foreign amounts").wire("currency").initially("false"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").wire("accountRemark").max(200),
        /// Offered.
        active: bool = Field::flag("启用", "Active").wire("isValid").read_only().initially("true"),
    }
}
