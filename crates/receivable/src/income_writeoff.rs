//! 收款核销. Money received is set against what was billed, by notes, statements and invoices (catalogue css.md
//! /css_income_writeoff). What is written and undone is [`settle::write_off`].

mod auto;
mod decide;
pub(crate) mod form;
mod look;
mod print;
pub(crate) mod targets;

use account::TABLE as FINANCIAL_ACCOUNT;
use charge::ledger::INCOME_VIEW;
use platform::access::Access;
use platform::call::Call;
use platform::document::Document;
use platform::log::Kept;
use platform::prelude::*;
use platform::registry::{Operation, Room};
use platform::sea_query::Expr;
use settle::field::{HAS_VOUCHER, VOUCHER_COLUMNS, VOUCHER_JOINS, has_voucher, money, own_money, text};
use settle::write_off::{INCOME_METHODS, LINE, OBJECT, REVERSED, STATES, VALID};
use settle::{paper, scope, ways};

use form::{About, FIELDS, FOLLOWED, TARGETS};
pub(crate) use look::numbers_by;

/// Its page.
pub(crate) const PATH: &str = "/css_income_writeoff";
/// Setting money against bills, here and on bills, statements, invoices and receipts.
pub(crate) const ADD: &str = "css-rw-add";
const REVERSE: &str = "css-rw-reverse";
const AUTO: &str = "css-rw-auto";
const PRINT: &str = "css-rw-print";
const EXPORT: &str = "css-rw-export";

const WRONG_STATE: Msg =
    Msg::new("write_off.state", "核销单{state}，不能执行此操作", "This can't be done: the write-off is {state}.");

const IS_REVERSED: When = When::Is(&WriteOffRow::STATE, REVERSED);

document! {
    /// One write-off; its figures stand in its lines.
    pub struct WriteOffRow in "write_off" {
        /// Number.
        write_off_num: String = Field::text("核销单号", "Number").wire("writeoffNum").read_only().max(30),
        /// In force, or reversed.
        state: String = Field::state(STATES, "状态", "State"),
        /// Scope of its orders.
        business_scope: String = Field::select(scope::CHOICES, "业务范畴", "Scope").read_only(),
        /// Its date.
        write_off_date: String = Field::day("核销日期", "Date").wire("writeoffDate").read_only(),
        /// Where the money came from.
        method: String = Field::select(INCOME_METHODS, "方式", "Method").read_only(),
        /// Remark.
        remark: String = Field::long("备注", "Remark").wire("writeoffRemark").max(200).read_only(),
        /// Why it was undone.
        reverse_reason: String = Field::text("撤销原因", "Why reversed").required().max(200).read_only().shown_when(&IS_REVERSED),
    }
}

const HEAD: &[Field] = &[
    WriteOffRow::WRITE_OFF_NUM,
    WriteOffRow::STATE,
    WriteOffRow::BUSINESS_SCOPE,
    WriteOffRow::WRITE_OFF_DATE,
    WriteOffRow::METHOD,
    WriteOffRow::REMARK,
    WriteOffRow::REVERSE_REASON,
];

const CUSTOMER: Field = text("customerName", "coop_name", "收款客户", "Customer");
const CURRENCY: Field = Field::code("currency", "收款币种", "Currency").column("currency_code").wire("currency");
const MONEY: Field = own_money("收款金额", "Money", "money", "moneyAmount");
const FEE: Field = own_money("手续费", "Fee", "fee", "fee");
const SMALL: Field = own_money("尾差", "Small difference", "small", "small");
const WORTH: Field = money("收款金额（本币）", "Worth", "money_functional", "moneyFunctional");
const CARRYING: Field = money("本次核销金额（本币）", "Carried at", "carrying", "functionalAmountWriteoff");
const DIFF: Field = money("汇兑损益", "Gain or loss", "exchange_diff", "exchangeDiff");
const ACCOUNT_ID: Field = Field::reference("moneyAccount", "收款账户", "Account").column("account_id");
const ACCOUNT_CODE: Field = text("financialAccountCode", "code", "科目代码", "Account code");
const ACCOUNT_NAME: Field = text("financialAccountName", "full_name", "科目名称", "Account");
const RECEIPT_NUM: Field = text("receiptNum", "receipt_num", "收款编号", "Receipt");
const ADVANCE_NUM: Field = text("advanceNum", "advance_num", "预收编号", "Advance");
const CREATOR: Field = text("creatorName", "name_cn", "核销人", "Settled by");
const CREATED: Field = Field::instant("核销时间", "Settled").column("created_at").wire("createTime");

const JOINS: &[Join] = &[
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: "receipt", alias: "receipt", on: &[("receipt_id", "id")], by_org: true },
    Join { table: "advance", alias: "advance", on: &[("advance_id", "id")], by_org: true },
    Join { table: FINANCIAL_ACCOUNT, alias: "account", on: &[("account_id", "id")], by_org: true },
    Join { table: FINANCIAL_ACCOUNT, alias: "received", on: &[("receipt.account_id", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::own(WriteOffRow::WRITE_OFF_NUM).width(160).copy(),
    Column::own(WriteOffRow::WRITE_OFF_DATE).width(100),
    Column::own(WriteOffRow::BUSINESS_SCOPE).unsorted().width(90).behind(),
    Column::of("coop", CUSTOMER).unsorted().width(150),
    Column::made(look::DOCUMENTS).unsorted().width(180),
    Column::made(look::INVOICES).unsorted().width(140),
    Column::made(look::OWED).unsorted().width(180).needs(INCOME_VIEW),
    Column::made(look::SETTLED).unsorted().width(180).needs(INCOME_VIEW),
    Column::made(look::OWED_OWN).unsorted().width(130).needs(INCOME_VIEW),
    Column::own(CARRYING).unsorted().width(130).needs(INCOME_VIEW).sum(),
    Column::own(CURRENCY).unsorted().width(80),
    Column::own(MONEY).unsorted().width(120).needs(INCOME_VIEW),
    Column::own(FEE).unsorted().width(90).needs(INCOME_VIEW).behind(),
    Column::own(SMALL).unsorted().width(90).needs(INCOME_VIEW).behind(),
    Column::own(WORTH).unsorted().width(130).needs(INCOME_VIEW).sum().behind(),
    Column::own(DIFF).unsorted().width(110).needs(INCOME_VIEW).sum(),
    Column::own(WriteOffRow::METHOD).unsorted().width(90),
    Column::expr(account_code, ACCOUNT_CODE).unsorted().width(100),
    Column::expr(account_name, ACCOUNT_NAME).unsorted().width(160),
    Column::of("receipt", RECEIPT_NUM).unsorted().width(130),
    Column::of("advance", ADVANCE_NUM).unsorted().width(130).behind(),
    Column::own(WriteOffRow::STATE).unsorted().width(80),
    Column::own(WriteOffRow::REMARK).unsorted().width(160),
    Column::own(WriteOffRow::REVERSE_REASON).unsorted().width(140).behind(),
    Column::of("creator", CREATOR).unsorted().width(90),
    Column::own(CREATED).unsorted().width(150),
];

const FILTERS: &[Filter] = &[
    Filter::new("businessScope", Match::OneOf, WriteOffRow::BUSINESS_SCOPE),
    Filter::new("writeoffNum", Match::Contains, WriteOffRow::WRITE_OFF_NUM),
    Filter::new("writeoffDate", Match::Range, WriteOffRow::WRITE_OFF_DATE),
    Filter::new("customerName", Match::Contains, CUSTOMER).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("sourceNum", Match::Own(look::of_source), look::SOURCE).searched(ways::settled_of_source),
    Filter::new("orderCode", Match::Own(look::of_order), look::ORDER_CODE).searched(ways::settled_of_order),
    Filter::new("state", Match::OneOf, WriteOffRow::STATE),
    Filter::new("receiptNum", Match::Contains, RECEIPT_NUM).columns(&[("receipt", "receipt_num")]).more(),
    Filter::new("method", Match::OneOf, WriteOffRow::METHOD).more(),
    Filter::new("accountId", Match::Equals, ACCOUNT_ID)
        .columns(&[("write_off", "account_id"), ("receipt", "account_id")])
        .more(),
    Filter::new("currency", Match::OneOf, CURRENCY).columns(&[("write_off", "currency_code")]).more(),
    Filter::new("creatorName", Match::Contains, CREATOR).columns(&[("creator", "name_cn")]).more(),
    Filter::new("createTime", Match::Range, CREATED).columns(&[("write_off", "created_at")]).more(),
];

/// The page.
pub static PAGE: LazyLock<Page<WriteOffRow>> = LazyLock::new(|| {
    Page::of(
        "css.income-writeoff",
        ("收款核销", "Income write-off"),
        (PATH, "/cssManager/income", 40),
        WriteOffRow::WRITE_OFF_NUM,
    )
    .one("核销单", "Write-off")
    .calls("/css/incomeWriteoff", "income_writeoff")
    .states(WriteOffRow::STATE, WRONG_STATE)
    .section("main", ("核销单", "Write-off"), HEAD)
    .visible(look::visible)
    .tells(look::told)
    .joins(JOINS)
    .follows(&[LINE])
    .joins(VOUCHER_JOINS)
    .columns(COLUMNS)
    .columns(VOUCHER_COLUMNS)
    .filters(FILTERS)
    .filters(&[Filter::new("voucher", Match::Flag(has_voucher::<WriteOffRow>), HAS_VOUCHER).more()])
    .sort("writeoffDate,desc")
    .fills(look::fill)
    .totals(look::totals)
    .action(
        Action::tool(ADD, ("新增核销", "Settle"), |tx, filled| form::save(tx, filled, About::Nothing).map(drop))
            .verb("save")
            .asks(FIELDS)
            .lines(TARGETS)
            .note(NOTE.0, NOTE.1)
            .first_by(FOLLOWED, |conn, actor, _, chosen| form::first(conn, actor, About::Nothing, chosen)),
    )
    .action(
        Action::moves(REVERSE, ("撤销核销", "Reverse"), &[VALID], REVERSED)
            .or(&[VALID])
            .asks(&[decide::REASON])
            .note("撤销后未核销金额恢复", "What it settled is open again.")
            .danger()
            .level(Level::High)
            .for_many()
            .does(decide::reverse)
            .rewrites(),
    )
    .action(
        Action::tool(AUTO, ("自动核销", "Settle by itself"), auto::save)
            .asks(&[auto::COOP])
            .lines(auto::RECEIPTS)
            .note(
                "列出金额与未核销完全一致的收款，勾选后核销",
                "Receipts that come to exactly what is open; those that are ticked are settled.",
            )
            .first_by(&[auto::COOP], |conn, actor, _, chosen| auto::first(conn, actor, chosen)),
    )
    .action(Action::own(PRINT, ("打印", "Print")).for_many())
    .action(Action::export(EXPORT))
});

const NOTE: (&str, &str) = (
    "本次核销留空的行不核销；收款金额按先进先出自动分配，可以修改",
    "Rows left empty are not settled; the money is spread over the oldest ones first and can be changed.",
);

/// The account of a direct write-off, else that of its receipt.
fn account_code() -> Expr {
    Expr::cust("COALESCE(account.code, received.code)")
}

fn account_name() -> Expr {
    Expr::cust("COALESCE(account.full_name, received.full_name)")
}

/// 核销 on a bill, a statement, an invoice, a receipt or an advance: the form of this page about that row.
pub(crate) fn action<D: Document>(
    code: &'static str,
    label: (&'static str, &'static str),
    about: fn(Id) -> About,
) -> Action<D> {
    let known = matches!(about(Id(0)), About::Receipt(_) | About::Advance(_));
    let (fields, followed) = if known { (form::OF_SOURCE, form::FOLLOWED_OF_SOURCE) } else { (FIELDS, FOLLOWED) };
    Action::row(code, label)
        .verb("writeOff")
        .asks(fields)
        .lines(TARGETS)
        .note(NOTE.0, NOTE.1)
        .level(Level::High)
        .first_by(followed, move |conn, actor, id, chosen| {
            form::first(conn, actor, id.map_or(About::Nothing, about), chosen)
        })
        .does(move |tx, step| {
            let about = about(step.id);
            form::save(tx, step, about).map(drop)
        })
        .rewrites()
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.orders_of.push(Kept::linked(OBJECT, LINE, ("write_off_id", "order_id")));
    room.effects.extend(decide::EFFECTS);
    room.operations.push(
        Operation::post(
            "print_income_writeoffs",
            "/css/incomeWriteoff/paper",
            Access::Code(PRINT),
            |call: &mut Call| paper::print(call, &print::PAPER, print::papers),
        )
        .summary("Up to 200 write-offs as one PDF"),
    );
    for select in ["coop", "openReceipt", "openAdvance", "financialAccount"] {
        room.select_uses.push((select, Access::AnyOf(&[ADD, AUTO])));
    }
}
