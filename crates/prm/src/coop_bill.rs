//! 客商账单. The periodic bills under agreements (catalogue prm.md 4.0), beside all other money papers of the same partner
//! ([`business`]).

mod act;
mod business;
mod edit;
mod look;
mod paper;

use domain::coop::visible_coop;
use platform::access::Access;
use platform::prelude::*;
use platform::registry::{Operation, Room};
use settle::periodic::bill::{
    CHECK_STATES, CHECKING, CONFIRMED, DISPUTED, DRAFT, LINES as LINE_TABLE, SETTLED, SETTLING, STATES, TABLE, VOID,
    WAITING,
};

/// Its page.
pub(crate) const PATH: &str = "/prm_coop_bill";
const CODE: &str = "prm_coop_bill";
const BASE: &str = "/prm/coopBill";
const PRINT: &str = "prm-bill-print";
const EXPORT: &str = "prm-bill-export";
/// The tabs of the page.
const TABS: &[&str] = &["prm.coop-bill.list", "prm.coop-paper.list"];

const WRONG_STATE: Msg =
    Msg::new("coop_bill.state", "账单{state}，不能执行此操作", "A bill that is {state} can't be treated like this.");
const ISSUED: Msg = Msg::new("coop_bill.edit", "账单已出账，不能修改", "The bill went out; it can't be changed.");
const ONLY_DRAFTS: Msg = Msg::new("coop_bill.remove", "仅草稿可删除", "Only a draft can be deleted.");

const IS_MADE: When = When::Filled(&BILL_CODE);
const IS_ISSUED: When = When::Filled(&ISSUED_ON);
const IS_VOID: When = When::Is(&CoopBill::STATE, VOID);
const BILL_CODE: Field = Field::text("账单号", "Bill").column("bill_code").read_only().max(20);
const ISSUED_ON: Field = Field::day("出账日", "Issued on").column("issue_date").read_only();
/// Sides a bill has.
const SIDES: &[Choice] = {
    let (sides, _) = agreement::SIDES.split_at(2);
    sides
};

document! {
    /// A bill; its sums are those of its lines.
    pub struct CoopBill in "coop_bill" {
        --- "main" ("账单", "Bill");
        /// XZ, year, month and number.
        bill_code: String = BILL_CODE.shown_when(&IS_MADE),
        /// State.
        state: String = Field::state(STATES, "状态", "State"),
        /// The agreement it is under.
        agreement_id: Id = Field::reference("agreement", "协议", "Agreement").required().fixed(),
        /// The partner, who is that of the agreement.
        coop_id: Id = Field::reference("coop", "客商", "Partner").read_only().shown_when(&IS_MADE),
        /// Income or cost.
        side: String = Field::select(SIDES, "收付方向", "Side").required().fixed(),
        /// The month it is of.
        period: String = Field::text("期间（年-月）", "Period (year-month)").required().max(7),
        /// Currency.
        currency_code: String =
            Field::code("currency", "币种", "Currency").required().max(3).initially("\"CNY\"").fixed(),
        /// What one unit of it is worth.
        exchange_rate: i64 = Field::decimal(6, "汇率", "Exchange rate").read_only().shown_when(&IS_MADE),
        /// The day it went out.
        issue_date: String = ISSUED_ON.shown_when(&IS_ISSUED),
        /// When it is due.
        due_date: String = Field::day("到期日", "Due date").read_only().shown_when(&IS_ISSUED),
        /// What the partner's list came to against it.
        check_state: String = Field::state(CHECK_STATES, "核对", "Checked").read_only(),
        /// When it was mailed last.
        sent_at: Option<i64> = Field::instant("发送时间", "Sent").read_only().shown_when(&IS_ISSUED),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(1_000),
        /// Why it was withdrawn.
        void_reason: String = Field::text("作废原因", "Why void").required().read_only().max(200).shown_when(&IS_VOID),
    }
}

const ADJUSTING: Field = Field::flag("调整行", "Adjustment").column("adjusting");
const IS_ADJUSTING: When = When::Is(&ADJUSTING, "true");
const MOST: i64 = 99_999_999_999_999;
/// Lines of a bill.
const LINES: Rows = Rows {
    member: "lines",
    title: ("明细", "Lines"),
    behind: "main",
    table: LINE_TABLE,
    parent: "bill_id",
    fields: &[
        Field::reference("agreementItem", "服务项目", "Service item").column("service_item_id").required(),
        Field::text("条款名称", "Rule").column("rule_name").max(60),
        Field::decimal(3, "数量", "Quantity").column("quantity").range(-MOST, MOST),
        Field::text("单位", "Unit").column("unit").max(20),
        Field::decimal(4, "单价", "Price").column("unit_price").range(-MOST, MOST),
        Field::decimal(3, "金额", "Amount").digits(2).column("amount").required().range(-MOST, MOST),
        Field::dictionary(61, "税率", "Tax rate").column("tax_rate").max(20),
        Field::decimal(3, "税额", "Tax").digits(2).column("tax").read_only(),
        Field::decimal(3, "无税金额", "Untaxed").digits(2).column("untaxed").read_only(),
        ADJUSTING,
        Field::text("调整原因", "Reason")
            .column("reason")
            .max(200)
            .shown_when(&IS_ADJUSTING)
            .required_when(&IS_ADJUSTING),
        Field::text("备注", "Remark").column("remark").max(200),
    ],
    most: 200,
    sheet: false,
};

const COOP_CODE: Field = Field::text("代码", "Code").column("coop_code");
const COOP_NAME: Field = Field::text("客商", "Partner").column("coop_name");
const AGREEMENT: Field = Field::text("协议编号", "Agreement").column("agreement_code");
const LINE_COUNT: Field = Field::int("行数", "Lines").column("line_count");
const SETTLE_CODE: Field = Field::text("结算单", "Settlement").column("settle_code");
const CREATED: Field = Field::instant("创建时间", "Created").column("created_at").wire("createTime");

const fn money(zh: &'static str, en: &'static str, column: &'static str) -> Field {
    Field::decimal(3, zh, en).digits(2).column(column)
}

const AMOUNT: Field = money("含税金额", "Amount", "amount");
const TAX: Field = money("税额", "Tax", "tax_amount");
const FUNCTIONAL: Field = money("本币", "Functional", "functional").wire("functionalAmount");
const CARRIED: Field = money("上期结转", "Carried", "carried_in");
const SETTLED_AMOUNT: Field = money("已核销", "Settled", "settled").wire("settledAmount");
const OPEN: Field = money("未核销", "Open", "open_amount");

/// The page.
pub static PAGE: LazyLock<Page<CoopBill>> = LazyLock::new(|| acted(listed(formed())));

fn formed() -> Page<CoopBill> {
    let door = (PATH, "/prmManager/bill", 10);
    Page::of("prm.coop-bill", ("客商账单", "Partner bills"), door, CoopBill::BILL_CODE)
        .one("账单", "Bill")
        .calls(BASE, "coop_bill")
        .level(Level::High)
        .states(CoopBill::STATE, WRONG_STATE)
        .elsewhere(&[CHECKING, CONFIRMED, DISPUTED, SETTLING, SETTLED])
        .beside(TABS)
        .rows(LINES)
        .members(&["requestId"])
        .rules(edit::check)
        .after(edit::after)
        .remove_rule(edit::free)
        .visible(visible_coop)
        .tells(look::told)
}

fn listed(page: Page<CoopBill>) -> Page<CoopBill> {
    page.joins(&[
        Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
        Join { table: "coop_settlement", alias: "settlement", on: &[("settlement_id", "id")], by_org: true },
    ])
    .columns(&[
        Column::own(CoopBill::BILL_CODE).width(130).copy(),
        Column::own(CoopBill::STATE).width(90).unsorted(),
        Column::of("coop", COOP_CODE).width(90).unsorted(),
        Column::of("coop", COOP_NAME).width(150).unsorted(),
        Column::own(AGREEMENT).width(130).link("/prm_coop_agreement?keyword={agreementCode}").unsorted(),
        Column::own(CoopBill::SIDE).width(80).unsorted(),
        Column::own(CoopBill::PERIOD).width(90).unsorted(),
        Column::own(LINE_COUNT).width(70).unsorted(),
        Column::own(AMOUNT).width(120).unsorted(),
        Column::own(TAX).width(100).unsorted(),
        Column::own(CoopBill::CURRENCY_CODE).width(70).unsorted(),
        Column::own(FUNCTIONAL).width(120).unsorted(),
        Column::own(CARRIED).width(100).unsorted(),
        Column::own(CoopBill::ISSUE_DATE).width(110).unsorted(),
        Column::own(CoopBill::DUE_DATE).width(110).unsorted(),
        Column::own(CoopBill::CHECK_STATE).width(90).unsorted(),
        Column::of("settlement", SETTLE_CODE).width(130).unsorted(),
        Column::own(SETTLED_AMOUNT).width(110).unsorted(),
        Column::own(OPEN).width(110).unsorted(),
    ])
    .made_by()
    .filters(&[
        Filter::new("billCode", Match::Contains, CoopBill::BILL_CODE),
        Filter::new("coopName", Match::Contains, COOP_NAME).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
        Filter::new("agreementCode", Match::Contains, AGREEMENT),
        Filter::new("side", Match::OneOf, CoopBill::SIDE),
        Filter::new("period", Match::Equals, CoopBill::PERIOD),
        Filter::new("state", Match::OneOf, CoopBill::STATE),
        Filter::new("dueDate", Match::Range, CoopBill::DUE_DATE).more(),
        Filter::new("currency", Match::OneOf, CoopBill::CURRENCY_CODE).more(),
        Filter::new("createTime", Match::Range, CREATED).more(),
    ])
    .tabs("state")
    .totals(look::totals)
}

fn acted(page: Page<CoopBill>) -> Page<CoopBill> {
    page.action(Action::create("prm-bill-add").label("手工新增", "New by hand"))
        .action(Action::edit("prm-bill-edit").begins_in(&[DRAFT, DISPUTED]).refused(ISSUED))
        .action(
            Action::moves("prm-bill-issue", ("出账", "Issue"), &[DRAFT, DISPUTED], WAITING)
                .confirms(
                    "确认出账？出账后不能修改，并发送给客商",
                    "Issue it? It can't be changed then, and goes to the partner.",
                )
                .for_many()
                .level(Level::High)
                .does(act::issue),
        )
        .action(
            Action::moves("prm-bill-back", ("撤回出账", "Take back"), &[WAITING], DRAFT)
                .confirms("确认撤回出账？", "Take it back?")
                .level(Level::High)
                .does(act::back),
        )
        .action(
            Action::moves("prm-bill-void", ("作废", "Make void"), &[DRAFT, WAITING, DISPUTED], VOID)
                .asks(&[CoopBill::VOID_REASON.typed()])
                .note("作废后期间可重新出账", "Its periods can be billed again then.")
                .danger()
                .level(Level::High)
                .does(act::void),
        )
        .action(
            Action::row("prm-bill-send", ("发送", "Send"))
                .begins_in(&[WAITING, CHECKING, CONFIRMED, DISPUTED])
                .confirms("确认发送给客商？", "Mail it to the partner?")
                .for_many()
                .does(act::send),
        )
        .action(Action::own(PRINT, ("打印", "Print")).for_many())
        .action(Action::remove("prm-bill-del").begins_in(&[DRAFT]).refused(ONLY_DRAFTS))
        .action(Action::export(EXPORT))
}

/// Adds the page, its tab and its papers.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.lists.push(business::list());
    room.operations.extend([
        Operation::post("print_coop_bills", &format!("{BASE}/paper"), Access::Code(PRINT), paper::print)
            .summary("Bills with what they were counted of as one PDF, or one of them as a workbook"),
        Operation::get("print_coop_bill", &format!("{BASE}/print/{{id}}"), Access::Code(PRINT), paper::print_one)
            .summary("A bill with what it was counted of as PDF"),
    ]);
}
