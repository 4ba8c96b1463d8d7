//! 预收预付. Money received or paid before there is a bill, and deposits: followed, used against bills, paid back (catalogue
//! css.md /css_advance). What becomes of it is [`settle::advance`].

mod acts;
mod look;

use account::TABLE as FINANCIAL_ACCOUNT;
use order::listed;
use order::store::TABLE as ORDER;
use platform::access::Access;
use platform::prelude::*;
use platform::registry::Room;
use platform::sea_query::{Condition, Expr};
use settle::advance::{DEPOSIT_OUT, KINDS, OPEN, OUT, STATES, USED, VOID};
use settle::field::{VOUCHER_COLUMNS, VOUCHER_JOINS, money, own_money, text};
use settle::receipt::AMOUNT_MAX;

use crate::income_writeoff;
use crate::income_writeoff::form::About;

pub(crate) use look::need_seen;

/// Its page.
const PATH: &str = "/css_advance";
const ADD: &str = "css-adv-add";
const USE: &str = "css-adv-use";
const REFUND: &str = "css-adv-refund";
const VOIDS: &str = "css-adv-void";
const WRONG_STATE: Msg =
    Msg::new("advance.state", "预收预付{state}，不能执行此操作", "This can't be done: the advance is {state}.");

document! {
    /// One advance, without its money, which is told to who may see it.
    pub struct AdvanceRow in "advance" {
        /// Number.
        advance_num: String = Field::text("编号", "Number").read_only().max(30),
        /// Received or paid, advance or deposit.
        kind: String = Field::select(KINDS, "类型", "Kind").read_only(),
        /// How far it is.
        state: String = Field::state(STATES, "状态", "State"),
        /// Whose.
        coop_id: Option<Id> = Field::reference("coop", "往来单位", "Partner").read_only(),
        /// Its date.
        advance_date: String = Field::day("日期", "Date").wire("date").read_only(),
        /// The money account.
        account_id: Option<Id> = Field::reference("moneyAccount", "账户", "Account").read_only(),
        /// Its currency.
        currency_code: String = Field::text("币种", "Currency").wire("currency").read_only().max(3),
        /// Containers a deposit is for.
        containers: String = Field::text("箱号", "Containers").read_only().max(500),
        /// When a deposit is to go back.
        return_date: String = Field::day("应退日期", "To be returned by").read_only(),
        /// Remark.
        remark: String = Field::long("备注", "Remark").read_only().max(200),
    }
}

const HEAD: &[Field] = &[
    AdvanceRow::ADVANCE_NUM,
    AdvanceRow::KIND,
    AdvanceRow::STATE,
    AdvanceRow::COOP_ID,
    AdvanceRow::ADVANCE_DATE,
    AdvanceRow::ACCOUNT_ID,
    AdvanceRow::CURRENCY_CODE,
    AdvanceRow::CONTAINERS,
    AdvanceRow::RETURN_DATE,
    AdvanceRow::REMARK,
];

const COOP_NAME: Field = text("coopName", "coop_name", "往来单位", "Partner");
const AMOUNT: Field = own_money("金额", "Amount", "amount", "amount");
const USED_AMOUNT: Field = own_money("已冲抵", "Used", "used", "used");
const REFUNDED: Field = own_money("已退", "Paid back", "refunded", "refunded");
const OPEN_AMOUNT: Field = own_money("余额", "Open", "open_amount", "open");
const RATE: Field = Field::decimal(6, "汇率", "Rate").digits(4).column("exchange_rate");
const OPEN_OWN: Field = money("余额（本币）", "Open (functional)", "functional_open", "functionalOpen");
const ACCOUNT: Field = text("account", "full_name", "账户", "Account");
const RECEIPT: Field = text("receiptNum", "receipt_num", "收款编号", "Receipt");
const REQUEST: Field = text("requestNum", "request_num", "申请单号", "Request");
const CREATOR: Field = text("creatorName", "name_cn", "制单人", "Made by");

const JOINS: &[Join] = &[
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: ORDER, alias: ORDER, on: &[("order_id", "id")], by_org: true },
    Join { table: FINANCIAL_ACCOUNT, alias: "account", on: &[("account_id", "id")], by_org: true },
    Join { table: "receipt", alias: "receipt", on: &[("receipt_id", "id")], by_org: true },
    Join { table: "payment_request", alias: "request", on: &[("request_id", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::of(ORDER, listed::UUID).unsorted().hidden(),
    Column::own(AdvanceRow::ADVANCE_NUM).width(140).copy(),
    Column::own(AdvanceRow::KIND).unsorted().width(90),
    Column::own(AdvanceRow::STATE).unsorted().width(90),
    Column::of("coop", COOP_NAME).unsorted().width(150),
    Column::of(ORDER, listed::CODE).unsorted().width(140).link("/css_order_charge?o={orderUuid}"),
    Column::own(AdvanceRow::ADVANCE_DATE).width(100),
    Column::own(AdvanceRow::CURRENCY_CODE).unsorted().width(70),
    Column::own(AMOUNT).unsorted().width(120),
    Column::own(USED_AMOUNT).unsorted().width(110),
    Column::own(REFUNDED).unsorted().width(100),
    Column::own(OPEN_AMOUNT).unsorted().width(120),
    Column::own(RATE).unsorted().width(80),
    Column::expr(functional_open, OPEN_OWN).unsorted().width(130).sum(),
    Column::made(look::AGE).unsorted().width(70),
    Column::of("account", ACCOUNT).unsorted().width(160),
    Column::of("receipt", RECEIPT).unsorted().width(130),
    Column::of("request", REQUEST).unsorted().width(140),
    Column::own(AdvanceRow::CONTAINERS).unsorted().width(140).behind(),
    Column::own(AdvanceRow::RETURN_DATE).unsorted().width(100).behind(),
    Column::made(look::WRITE_OFFS).unsorted().width(160).behind(),
    Column::own(AdvanceRow::REMARK).unsorted().width(160),
    Column::of("creator", CREATOR).unsorted().width(90),
];

const FILTERS: &[Filter] = &[
    Filter::new("kind", Match::OneOf, AdvanceRow::KIND),
    Filter::new("advanceNum", Match::Contains, AdvanceRow::ADVANCE_NUM),
    Filter::new("coopName", Match::Contains, COOP_NAME).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("currency", Match::OneOf, AdvanceRow::CURRENCY_CODE).columns(&[("advance", "currency_code")]),
    Filter::new("state", Match::OneOf, AdvanceRow::STATE),
    Filter::new("date", Match::Range, AdvanceRow::ADVANCE_DATE),
    Filter::new("orderCode", Match::Contains, listed::CODE).columns(&[(ORDER, "order_code"), (ORDER, "biz_number")]),
    Filter::new("overdue", Match::Flag(look::overdue), look::OVERDUE).more(),
];

const PAID_KINDS: &[Choice] =
    &[Choice::new(OUT, "预付款", "Advance paid"), Choice::new(DEPOSIT_OUT, "支付押金", "Deposit paid")];
const PAID_KIND: Field = Field::select(PAID_KINDS, "类型", "Kind").column("kind").required().initially("\"OUT\"");
const SUPPLIER: Field = Field::reference("coop", "收款单位", "Payee").column("coop_id").required();
const OF_ORDER: Field = Field::reference("settledOrder", "订单", "Order").column("order_id");
const PAID_FROM: Field = Field::reference("moneyAccount", "付款账户", "Account").column("account_id").required();
const DATE: Field = Field::day("日期", "Date").column("date").required();
const PAID: Field = money("金额", "Amount", "paid", "amount").required().range(-AMOUNT_MAX, AMOUNT_MAX);
const PAID_RATE: Field = Field::decimal(6, "汇率（空为当日通用）", "Rate (none: of the day)")
    .digits(4)
    .column("rate")
    .wire("exchangeRate")
    .range(1, 999_999_000_000);
const FEE: Field = money("手续费", "Fee", "fee", "fee").range(0, AMOUNT_MAX);
const CONTAINERS: Field = Field::text("箱号（逗号分隔）", "Containers (with commas)").column("containers").max(500);
const RETURN_DATE: Field = Field::day("应退日期", "To be returned by").column("return_date");
const REMARK: Field = Field::long("备注", "Remark").column("remark").max(200);
const PART: Field = money("金额", "Amount", "part", "amount").required().range(-AMOUNT_MAX, AMOUNT_MAX);
const BACK_ACCOUNT: Field =
    Field::reference("moneyAccount", "退款账户", "Account").column("back_account").wire("accountId").required();
const REASON: Field = Field::text("原因", "Reason").column("reason").required().max(200);

/// The page.
pub static PAGE: LazyLock<Page<AdvanceRow>> = LazyLock::new(|| {
    Page::of(
        "css.advance",
        ("预收预付", "Advances and deposits"),
        (PATH, "/cssManager/income", 50),
        AdvanceRow::ADVANCE_NUM,
    )
    .one("预收预付", "Advance")
    .calls("/css/advance", "advance")
    .states(AdvanceRow::STATE, WRONG_STATE)
    .section("main", ("预收预付", "Advance"), HEAD)
    .visible(look::visible)
    .joins(JOINS)
    .joins(VOUCHER_JOINS)
    .columns(COLUMNS)
    .columns(VOUCHER_COLUMNS)
    .filters(FILTERS)
    .tabs("state")
    .sort("date,desc")
    .fills(look::fill)
    .totals(look::totals)
    .decorate(look::mark)
    .tells(look::told)
    .action(
        Action::tool(ADD, ("新增预付", "Add an advance paid"), acts::save)
            .verb("save")
            .asks(&[
                PAID_KIND,
                SUPPLIER,
                OF_ORDER,
                PAID_FROM,
                DATE,
                PAID,
                PAID_RATE,
                FEE,
                CONTAINERS,
                RETURN_DATE,
                REMARK,
            ])
            .note("付款须申请时，请在付款申请中新增", "Where payments need a request, make one instead.")
            .first(|_, actor, _| Ok(look::today(actor))),
    )
    .action(
        income_writeoff::action(USE, ("冲抵", "Use"), About::Advance).verb("use").begins_in(&[OPEN]).or(&[OPEN, USED]),
    )
    .action(
        Action::row(REFUND, ("退款", "Pay back"))
            .begins_in(&[OPEN])
            .or(&[OPEN, USED])
            .asks(&[PART, BACK_ACCOUNT, DATE, REASON])
            .first(look::rest)
            .danger()
            .level(Level::High)
            .does(acts::refund)
            .rewrites(),
    )
    .action(
        Action::moves(VOIDS, ("作废", "Make void"), &[OPEN], VOID)
            .confirms("确认作废？", "Make it void?")
            .danger()
            .level(Level::High)
            .does(acts::void)
            .rewrites(),
    )
    .action(Action::export("css-adv-export"))
});

/// What is left in the functional currency; of a void one nothing.
fn functional_open() -> Expr {
    Expr::cust("CASE WHEN advance.state = 'VOID' THEN 0 ELSE advance.functional - advance.functional_used END")
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.selects.push(("openAdvance", look::offers));
    room.selects.push(("settledOrder", |call, ask| listed::offers(call, ask, Condition::all())));
    for select in ["coop", "settledOrder", "moneyAccount"] {
        room.select_uses.push((select, Access::Code(ADD)));
    }
}
