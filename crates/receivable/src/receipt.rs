//! 收款登记. The cashier registers money that came; sales or finance say whose it is (catalogue css.md /css_receipt). What
//! becomes of it is [`settle::receipt`].

mod acts;
mod import;
mod look;

use account::TABLE as FINANCIAL_ACCOUNT;
use charge::ledger::INCOME_VIEW;
use platform::access::Access;
use platform::prelude::*;
use platform::registry::{Body, Operation, Room};
use settle::advance::{DEPOSIT_IN, IN};
use settle::field::{money, own_money, text};
use settle::receipt::{AMOUNT_MAX, CLAIMED, DONE, PART, STATES, UNCLAIMED};

use crate::income_writeoff::form::About;
use crate::income_writeoff::{self, ADD as SETTLE};

pub(crate) use look::offer;

/// Its page.
const PATH: &str = "/css_receipt";
const BASE: &str = "/css/receipt";
const ADD: &str = "css-rc-add";
const IMPORT: &str = "css-rc-import";
const CLAIM: &str = "css-rc-claim";
const UNCLAIM: &str = "css-rc-unclaim";
const ADVANCE: &str = "css-rc-advance";
const REFUND: &str = "css-rc-refund";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;

const WRONG_STATE: Msg =
    Msg::new("receipt.state", "收款{state}，不能执行此操作", "This can't be done: the receipt is {state}.");

document! {
    /// One receipt, without its money, which is told to who may see it.
    pub struct ReceiptRow in "receipt" {
        /// Number.
        receipt_num: String = Field::text("收款编号", "Number").read_only().max(30),
        /// How far it is.
        state: String = Field::state(STATES, "状态", "State"),
        /// When it came.
        receipt_date: String = Field::day("收款日期", "Date").read_only(),
        /// The money account.
        account_id: Option<Id> = Field::reference("moneyAccount", "收款账户", "Account").read_only(),
        /// Its currency.
        currency_code: String = Field::text("币种", "Currency").wire("currency").read_only().max(3),
        /// Name of the payer.
        payer_name: String = Field::text("付款户名", "Payer").read_only().max(200),
        /// Account of the payer.
        payer_account: String = Field::text("付款账号", "Payer's account").read_only().max(60),
        /// Reference of the bank.
        bank_ref: String = Field::text("流水号", "Bank reference").read_only().max(100),
        /// What the payer wrote.
        summary: String = Field::long("摘要", "Summary").read_only().max(500),
        /// Whose it is.
        coop_id: Option<Id> = Field::reference("coop", "往来单位", "Partner").read_only(),
        /// Whose somebody thinks it is.
        proposed_coop_id: Option<Id> = Field::reference("coop", "建议单位", "Proposed partner").read_only(),
        /// Orders or bills by which it was claimed.
        claim_remark: String = Field::long("认领依据（订单或账单）", "Claimed by (orders or bills)").max(200).read_only(),
    }
}

const HEAD: &[Field] = &[
    ReceiptRow::RECEIPT_NUM,
    ReceiptRow::STATE,
    ReceiptRow::RECEIPT_DATE,
    ReceiptRow::ACCOUNT_ID,
    ReceiptRow::CURRENCY_CODE,
    ReceiptRow::PAYER_NAME,
    ReceiptRow::PAYER_ACCOUNT,
    ReceiptRow::BANK_REF,
    ReceiptRow::SUMMARY,
    ReceiptRow::COOP_ID,
    ReceiptRow::PROPOSED_COOP_ID,
    ReceiptRow::CLAIM_REMARK,
];

const AMOUNT: Field = own_money("收款金额", "Amount", "amount", "amount").range(-AMOUNT_MAX, AMOUNT_MAX);
const BANK_FEE: Field = own_money("手续费", "Bank fee", "bank_fee", "bankFee").range(-AMOUNT_MAX, AMOUNT_MAX);
const WRITTEN_OFF: Field = own_money("已核销", "Settled", "settled", "writtenOff");
const ADVANCED: Field = own_money("转预收", "Turned into advances", "advanced", "advance");
const REFUNDED: Field = own_money("已退款", "Paid back", "refunded", "refunded");
const OPEN: Field = own_money("未核销", "Open", "open_amount", "open");
const RATE: Field = Field::decimal(6, "汇率（空为当日通用）", "Rate (none: of the day)")
    .digits(4)
    .column("exchange_rate")
    .range(1, 999_999_000_000);
const SHOWN_RATE: Field = Field::decimal(6, "汇率", "Rate").digits(4).column("exchange_rate");
const FUNCTIONAL: Field = money("本币金额", "Functional amount", "functional", "functionalAmount");
const ACCOUNT: Field = text("account", "full_name", "收款账户", "Account");
const COOP_NAME: Field = text("coopName", "coop_name", "往来单位", "Partner");
const PROPOSED: Field = text("proposedCoopName", "coop_name", "建议单位", "Proposed partner");
const CLAIMER: Field = text("claimer", "name_cn", "认领人", "Claimed by");
const CLAIMED_AT: Field = Field::instant("认领时间", "Claimed").column("claimed_at").wire("claimTime");
const CREATED: Field = Field::instant("登记时间", "Registered").column("created_at").wire("createTime");
const CREATOR: Field = text("creatorName", "name_cn", "登记人", "Registered by");

const JOINS: &[Join] = &[
    Join { table: FINANCIAL_ACCOUNT, alias: "account", on: &[("account_id", "id")], by_org: true },
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: "coop", alias: "proposed", on: &[("proposed_coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "claimer", on: &[("claimed_by", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::own(ReceiptRow::RECEIPT_NUM).width(140).copy(),
    Column::own(ReceiptRow::STATE).unsorted().width(90),
    Column::own(ReceiptRow::RECEIPT_DATE).width(100),
    Column::of("account", ACCOUNT).unsorted().width(170),
    Column::own(ReceiptRow::CURRENCY_CODE).unsorted().width(70),
    Column::own(AMOUNT).unsorted().width(120).needs(INCOME_VIEW),
    Column::own(BANK_FEE).unsorted().width(90).needs(INCOME_VIEW),
    Column::own(ReceiptRow::PAYER_NAME).unsorted().width(180),
    Column::own(ReceiptRow::PAYER_ACCOUNT).unsorted().width(150).behind(),
    Column::own(ReceiptRow::BANK_REF).unsorted().width(140).copy(),
    Column::own(ReceiptRow::SUMMARY).unsorted().width(160),
    Column::of("coop", COOP_NAME).unsorted().width(150),
    Column::of("proposed", PROPOSED).unsorted().width(140),
    Column::own(WRITTEN_OFF).unsorted().width(120).needs(INCOME_VIEW),
    Column::own(ADVANCED).unsorted().width(110).needs(INCOME_VIEW),
    Column::own(REFUNDED).unsorted().width(110).needs(INCOME_VIEW),
    Column::own(OPEN).unsorted().width(120).needs(INCOME_VIEW),
    Column::own(SHOWN_RATE).unsorted().width(80).needs(INCOME_VIEW),
    Column::own(FUNCTIONAL).unsorted().width(130).needs(INCOME_VIEW).sum(),
    Column::of("claimer", CLAIMER).unsorted().width(90),
    Column::own(CLAIMED_AT).unsorted().width(150),
    Column::own(ReceiptRow::CLAIM_REMARK).unsorted().width(150).behind(),
    Column::made(look::WRITE_OFFS).unsorted().width(160),
    Column::of("creator", CREATOR).unsorted().width(90),
    Column::own(CREATED).unsorted().width(150).behind(),
];

const FILTERS: &[Filter] = &[
    Filter::new("receiptNum", Match::Contains, ReceiptRow::RECEIPT_NUM).columns(&[("receipt", "receipt_num")]),
    Filter::new("receiptDate", Match::Range, ReceiptRow::RECEIPT_DATE),
    Filter::new("accountId", Match::Equals, ReceiptRow::ACCOUNT_ID),
    Filter::new("coopName", Match::Contains, COOP_NAME).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("payerName", Match::Contains, ReceiptRow::PAYER_NAME),
    Filter::new("state", Match::OneOf, ReceiptRow::STATE),
    Filter::new("currency", Match::OneOf, ReceiptRow::CURRENCY_CODE).columns(&[("receipt", "currency_code")]).more(),
    Filter::new("amount", Match::Own(look::of_amount), look::AMOUNTS).needs(INCOME_VIEW).more(),
    Filter::new("claimer", Match::Contains, CLAIMER).columns(&[("claimer", "name_cn")]).more(),
    Filter::new("bankRef", Match::Contains, ReceiptRow::BANK_REF).more(),
];

/// What is registered.
const ENTERED: &[Field] = &[
    ReceiptRow::RECEIPT_DATE.typed().required(),
    ReceiptRow::ACCOUNT_ID.typed().required(),
    ReceiptRow::CURRENCY_CODE,
    AMOUNT.required(),
    BANK_FEE,
    RATE,
    ReceiptRow::PAYER_NAME.typed(),
    ReceiptRow::PAYER_ACCOUNT.typed(),
    ReceiptRow::BANK_REF.typed(),
    ReceiptRow::SUMMARY.typed(),
    ReceiptRow::COOP_ID.typed(),
];

const ADVANCE_KINDS: &[Choice] =
    &[Choice::new(IN, "预收款", "Advance received"), Choice::new(DEPOSIT_IN, "收取押金", "Deposit received")];
const KIND: Field = Field::select(ADVANCE_KINDS, "类型", "Kind").column("kind").required().initially("\"IN\"");
const PART_AMOUNT: Field = money("金额", "Amount", "part_amount", "amount").required().range(-AMOUNT_MAX, AMOUNT_MAX);
const DATE: Field = Field::day("日期", "Date").column("date").required();
const ORDER: Field = Field::reference("settledOrder", "订单", "Order").column("order_id");
const CONTAINERS: Field = Field::text("箱号（逗号分隔）", "Containers (with commas)").column("containers").max(500);
const RETURN_DATE: Field = Field::day("应退日期", "To be returned by").column("return_date");
const REMARK: Field = Field::long("备注", "Remark").column("remark").max(200);
const OUT_OF: Field =
    Field::reference("moneyAccount", "退款账户", "Account").column("out_of").wire("accountId").required();
const REASON: Field = Field::text("原因", "Reason").column("reason").required().max(200);

const ANY_OPEN: &[&str] = &[CLAIMED, PART];

/// The page.
pub static PAGE: LazyLock<Page<ReceiptRow>> = LazyLock::new(|| acted(listed()));

fn listed() -> Page<ReceiptRow> {
    Page::of("css.receipt", ("收款登记", "Receipts"), (PATH, "/cssManager/income", 30), ReceiptRow::RECEIPT_NUM)
        .one("收款", "Receipt")
        .calls(BASE, "receipt")
        .states(ReceiptRow::STATE, WRONG_STATE)
        .section("main", ("收款", "Receipt"), HEAD)
        .visible(look::visible)
        .joins(JOINS)
        .follows(&["write_off"])
        .columns(COLUMNS)
        .filters(FILTERS)
        .tabs("state")
        .sort("receiptDate,desc")
        .fills(look::fill)
        .totals(look::totals)
        .tells(look::told)
        .remove_rule(acts::remove)
}

fn acted(page: Page<ReceiptRow>) -> Page<ReceiptRow> {
    page.action(
        Action::tool(ADD, ("登记", "Register"), acts::save)
            .verb("save")
            .asks(ENTERED)
            .first_by(&[ReceiptRow::ACCOUNT_ID.typed()], acts::first),
    )
    .action(
        Action::tool(IMPORT, ("导入流水", "Import a statement"), import::run)
            .asks(import::FIELDS)
            .note(
                "列名留空时按常用名称识别；同一账户的列名会记住",
                "Columns left empty are found by their usual names; those of an account are remembered.",
            )
            .first_by(&[import::ACCOUNT], import::first),
    )
    .action(
        Action::moves(CLAIM, ("认领", "Claim"), &[UNCLAIMED], CLAIMED)
            .or(&[UNCLAIMED, PART, DONE])
            .asks(&[ReceiptRow::COOP_ID.typed().required(), ReceiptRow::CLAIM_REMARK.typed()])
            .note(
                "没有核销权限时作为认领建议，由财务确认",
                "Without the right to settle it is a proposal, which finance confirms.",
            )
            .first(look::proposal)
            .does(acts::claim)
            .rewrites(),
    )
    .action(
        Action::moves(UNCLAIM, ("取消认领", "Give back"), &[CLAIMED], UNCLAIMED)
            .confirms("确认取消认领？", "Give it back?")
            .does(acts::unclaim)
            .rewrites(),
    )
    .action(income_writeoff::action(SETTLE, ("核销", "Settle"), About::Receipt).begins_in(ANY_OPEN).or(&[PART, DONE]))
    .action(
        Action::row(ADVANCE, ("转预收", "To advance"))
            .verb("toAdvance")
            .begins_in(ANY_OPEN)
            .or(&[PART, DONE])
            .asks(&[KIND, PART_AMOUNT, DATE, ORDER, CONTAINERS, RETURN_DATE, REMARK])
            .first(look::rest)
            .level(Level::High)
            .does(acts::to_advance)
            .rewrites(),
    )
    .action(
        Action::row(REFUND, ("退款", "Pay back"))
            .begins_in(&[UNCLAIMED, CLAIMED, PART])
            .or(&[UNCLAIMED, PART, DONE])
            .asks(&[PART_AMOUNT, OUT_OF, DATE, REASON])
            .first(look::rest)
            .danger()
            .level(Level::High)
            .does(acts::refund)
            .rewrites(),
    )
    .action(Action::row(ADD, ("附件", "Files")).verb("files").first(look::files).files(
        "files",
        ("附件", "Files"),
        FILE_BYTES_MAX,
        false,
    ))
    .action(Action::remove("css-rc-del").begins_in(&[UNCLAIMED, CLAIMED]))
    .action(Action::export("css-rc-export"))
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.selects.push(("openReceipt", look::offers));
    for select in ["coop", "moneyAccount"] {
        room.select_uses.push((select, Access::AnyOf(&[ADD, IMPORT])));
    }
    room.operations.push(
        Operation::post("add_receipt_statement_file", import::FILE_PATH, Access::Code(IMPORT), import::keep_file)
            .body(Body::Files)
            .body_up_to(import::BYTES_MAX)
            .summary("Keeps a statement of a bank to be imported"),
    );
}
