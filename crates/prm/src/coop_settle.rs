//! 客商结算 (prm.md 4). Confirmed bills become charges, which are followed to the money, and receivable is set against payable.
//! Bills that wait for it are the tab [`pending`].

mod back;
mod look;
mod make;
mod offset;
mod pending;
mod post;

use domain::coop::visible_coop;
use platform::access::Access;
use platform::prelude::*;
use platform::registry::{Operation, Room};
use settle::field::{made, own_money, text};
use settle::periodic::settlement::{BACK, SETTLED, SETTLING, STATES};

const PATH: &str = "/prm_coop_settle";
const CODE: &str = "prm_coop_settle";
const MAKE: &str = "prm-settle-make";
const BASE: &str = "/prm/coopSettle";
const TABS: &[&str] = &["prm.coop-settle.list", "prm.coop-settle-pending.list"];

const WRONG_STATE: Msg = Msg::new(
    "coop_settlement.state",
    "结算单{state}，不能执行此操作",
    "A settlement that is {state} can't be treated like this.",
);
const IS_BACK: When = When::Is(&CoopSettlement::STATE, BACK);
const SIDES: &[Choice] = agreement::SIDES.split_at(2).0;

document! {
    /// Bills that became charges together; its figures are those of the charges.
    pub struct CoopSettlement in "coop_settlement" {
        --- "main" ("结算单", "Settlement");
        /// Number.
        settle_code: String = Field::text("结算单号", "Settlement").read_only(),
        /// State.
        state: String = Field::state(STATES, "状态", "State").read_only(),
        /// The partner.
        coop_id: Id = Field::reference("coop", "客商", "Partner").read_only(),
        /// Income or cost.
        side: String = Field::select(SIDES, "收付方向", "Side").read_only(),
        /// Numbers of its bills.
        bill_codes: String = Field::text("账单号", "Bills").read_only(),
        /// Currency.
        currency_code: String = Field::code("currency", "币种", "Currency").wire("currency").read_only(),
        /// How the bills became charges.
        post_mode: String =
            Field::select(agreement::settlement::rule::POST_MODES, "落账方式", "Posting").read_only(),
        /// The day of charges on locked orders.
        financial_date: String = Field::day("财务日期", "Financial date").read_only(),
        /// When it is due.
        due_date: String = Field::day("到期日", "Due date").read_only(),
        /// Why it was taken back.
        back_reason: String =
            Field::text("撤销原因", "Why taken back").required().max(200).read_only().shown_when(&IS_BACK),
    }
}

const COOP_NAME: Field = Field::text("客商", "Partner").column("coop_name");
const AMOUNT: Field = own_money("金额", "Amount", "amount", "amount");
const FUNCTIONAL: Field =
    Field::decimal(3, "本币金额", "Functional").digits(2).column("functional").wire("functionalAmount");
const ORDER: Field = text("orderCode", "order_code", "其他业务订单", "Order");
const CHARGES: Field = Field::int("费用条数", "Charges").column("charge_count").wire("chargeCount");
const INVOICED: Field = own_money("已开/收票", "Invoiced", "invoiced", "invoiced");
const SETTLED_AMOUNT: Field = own_money("已核销", "Settled", "settled", "settled");
const NETTED: Field = own_money("已对冲", "Netted", "netted", "netted");
const OPEN: Field = own_money("未核销", "Open", "open_amount", "open");
const SETTLED_ON: Field = Field::day("最近核销日", "Settled on").column("settled_on").wire("settleDate");
const NOTES: Field = made("debitNoteNo", "账单编号", "Debit notes");
const PAYMENTS: Field = made("paymentNo", "对账单号", "Payments");
const INVOICES: Field = made("invoiceNo", "发票号", "Invoices");
const OVERDUE: Field = Field::int("逾期天数", "Days overdue").column("overdue_days");
const BILL: Field = Field::text("账单号", "Bill").column("bill_code");
const PERIOD: Field = Field::text("期间", "Period").column("period");
const INVOICE_STATE: Field = Field::select(look::INVOICE_STATES, "开票", "Invoiced").column("invoice_state");

/// The settlements.
pub static PAGE: LazyLock<Page<CoopSettlement>> = LazyLock::new(|| acted(listed()));

fn listed() -> Page<CoopSettlement> {
    let door = (PATH, "/prmManager/bill", 40);
    Page::of("prm.coop-settle", ("客商结算", "Settling agreement bills"), door, CoopSettlement::SETTLE_CODE)
        .one("结算单", "Settlement")
        .calls(BASE, "coop_settlement")
        .beside(TABS)
        .states(CoopSettlement::STATE, WRONG_STATE)
        .elsewhere(&[SETTLING, SETTLED])
        .visible(visible_coop)
        .joins(&[
            Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
            Join { table: "freight_order", alias: "own_order", on: &[("order_id", "id")], by_org: true },
        ])
        .follows(&["coop_settlement_charge"])
        .columns(&[
            Column::own(CoopSettlement::SETTLE_CODE).width(130).copy(),
            Column::own(CoopSettlement::STATE).width(90).unsorted(),
            Column::of("coop", COOP_NAME).width(150).unsorted(),
            Column::own(CoopSettlement::SIDE).width(80).unsorted(),
            Column::own(CoopSettlement::BILL_CODES).width(160).unsorted(),
            Column::own(AMOUNT).width(120).unsorted(),
            Column::own(CoopSettlement::CURRENCY_CODE).width(70).unsorted(),
            Column::own(FUNCTIONAL).width(120).unsorted(),
            Column::own(CoopSettlement::POST_MODE).width(120).unsorted(),
            Column::of("own_order", ORDER).width(140).link("/css_order_charge?orderCode={orderCode}").unsorted(),
            Column::own(CHARGES).width(80).unsorted(),
            Column::made(NOTES).width(160).unsorted(),
            Column::made(PAYMENTS).width(160).unsorted(),
            Column::made(INVOICES).width(140).unsorted(),
            Column::own(INVOICED).width(110).unsorted(),
            Column::own(SETTLED_AMOUNT).width(110).unsorted(),
            Column::own(NETTED).width(110).unsorted(),
            Column::own(OPEN).width(110).unsorted(),
            Column::own(SETTLED_ON).width(110).unsorted(),
            Column::own(CoopSettlement::DUE_DATE).width(110).unsorted(),
            Column::made(OVERDUE).width(90).unsorted(),
        ])
        .made_by()
        .filters(&[
            Filter::new("coopName", Match::Contains, COOP_NAME)
                .columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
            Filter::new("side", Match::OneOf, CoopSettlement::SIDE),
            Filter::new("settleCode", Match::Contains, CoopSettlement::SETTLE_CODE),
            Filter::new("billCode", Match::Own(look::of_bill), BILL),
            Filter::new("period", Match::Own(look::of_period), PERIOD),
            Filter::new("state", Match::OneOf, CoopSettlement::STATE),
            Filter::new("dueDate", Match::Range, CoopSettlement::DUE_DATE).more(),
            Filter::new("currency", Match::OneOf, CoopSettlement::CURRENCY_CODE).more(),
            Filter::new("invoiceState", Match::Own(look::of_invoices), INVOICE_STATE).more(),
        ])
        .tabs("state")
        .fills(look::fill)
        .totals(look::totals)
        .tells(look::told)
}

fn acted(page: Page<CoopSettlement>) -> Page<CoopSettlement> {
    page.action(
        Action::tool("prm-settle-offset", ("对冲", "Net"), offset::save)
            .verb("offset")
            .for_many()
            .asks(&offset::FIELDS)
            .note(
                "未制账单或对账单的费用即时制单；对冲金额为所选结算单未核销应收与未核销应付的较小者，到期早的先冲",
                "Charges on no debit note or payment are put on one. The smaller of what is open on both sides is netted, \
                 what is due first first.",
            )
            .level(Level::High),
    )
    .action(
        Action::moves("prm-settle-back", ("撤销结算", "Take back"), &[SETTLING], BACK)
            .asks(&[CoopSettlement::BACK_REASON.typed()])
            .note("删除生成的费用，账单恢复为已确认", "Its charges go, and its bills are confirmed as before.")
            .danger()
            .level(Level::High)
            .does(back::back)
            .rewrites(),
    )
    .action(Action::export("prm-settle-export"))
}

/// Adds the page and its tab.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.page(&pending::PAGE);
    room.operations.push(
        Operation::get("propose_coop_offset", &format!("{BASE}/offsetProposal"), Access::Code(CODE), offset::proposal)
            .param("settleCodes")
            .param("currency")
            .summary("What of some settlements of a partner could be netted"),
    );
}
