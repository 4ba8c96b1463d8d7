//! 成本确认 (prm.md 4). Before suppliers' bills are paid, both sides agree on each cost: our costs on a sheet beside the supplier's
//! list, line by line. What was agreed on becomes the cost of the orders, and is held.

mod add;
mod apply;
mod back;
mod confirm;
mod file;
mod look;
mod make;
mod matching;
mod outside;
mod own;
mod pending;
mod seen;
mod send;
mod treat;

pub(crate) use confirm::facts_of as difference_facts;
pub(crate) use look::rate;
pub(crate) use own::services;

use charge::ledger::COST_VIEW;
use platform::dictionary::Use;
use platform::prelude::*;
use platform::registry::Room;
use platform::sea_query::Expr;
use settle::confirmation::{APPROVING, CHECKING, CONFIRMED, DRAFT, LINE, RESULTS, SENT, TABLE, VOID, restate};
use settle::field::{own_money, text};
use settle::scope;

const PATH: &str = "/prm_cost_confirmation";
/// Codes of its buttons; those of the tab are shared.
const MAKE: &str = "prm-cost-make";
const CONFIRM: &str = "prm-cost-confirm";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;
const TABS: &[&str] = &["prm.cost-confirmation.list", "prm.cost-pending.list"];

const STATES: &[Choice] = &[
    Choice::new(DRAFT, "草稿", "Draft").tone("neutral"),
    Choice::new(SENT, "已发送", "Sent").tone("info"),
    Choice::new(CHECKING, "核对中", "Being checked").tone("warning"),
    Choice::new(APPROVING, "审批中", "Being decided").tone("warning"),
    Choice::new(CONFIRMED, "已确认", "Confirmed").tone("ready"),
    Choice::new(VOID, "已作废", "Void").tone("neutral"),
];
const WRONG_STATE: Msg = Msg::new(
    "cost_confirmation.state",
    "确认单{state}，不能执行此操作",
    "A sheet that is {state} can't be treated like this.",
);
const BASES: &[Choice] = &[
    Choice::new("ORDER", "业务日期", "Business date"),
    Choice::new("DEPARTURE", "离港日", "Departure"),
    Choice::new("ARRIVAL", "到港日", "Arrival"),
    Choice::new("FINANCE", "财务日期", "Financial date"),
];

document! {
    /// A sheet of costs that are agreed on with a supplier; its amounts are shown with its lines, to who may see them.
    pub struct CostConfirmation in "cost_confirmation" {
        --- "main" ("成本确认单", "Cost confirmation");
        /// Number.
        confirm_code: String = Field::text("确认单号", "Number").read_only(),
        /// Whose costs.
        coop_id: Id = Field::reference("coop", "供应商", "Supplier").required().read_only(),
        /// Currency of all of them.
        currency_code: String = Field::code("currency", "币种", "Currency").wire("currency").required().max(3).read_only(),
        /// Scope of the orders.
        business_scope: String = Field::select(scope::CHOICES, "业务范畴", "Scope").read_only(),
        /// Which day of the orders the period is about.
        date_basis: String =
            Field::select(BASES, "日期口径", "Which date").required().initially("\"ORDER\"").read_only(),
        /// First day.
        from_date: String = Field::day("开始日期", "From").read_only(),
        /// Last day.
        to_date: String = Field::day("结束日期", "To").read_only(),
        /// What a difference may come to.
        tolerance: i64 = Field::decimal(3, "容差金额", "Tolerance").digits(2).required().range(0, 1_000_000_000)
            .initially("\"10.00\""),
        /// The same in percent of ours; both hold.
        tolerance_percent: i64 = Field::decimal(2, "容差%", "Tolerance %").required().range(0, 10_000).unit("%")
            .initially("\"1.00\""),
        /// Who looks after it.
        handler_id: Id = Field::reference("user", "处理人", "Handled by").read_only(),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(500),
        /// Who answered behind the link.
        answered_by: String = Field::text("回复人", "Answered by").read_only(),
        /// What he said beside the amounts.
        answer_remark: String = Field::long("回复说明", "What was said").read_only(),
        /// The day of what adjusts locked orders.
        financial_date: String = Field::day("财务日期（调整已锁账订单）", "Financial date (for locked orders)").read_only(),
        /// State.
        state: String = Field::state(STATES, "状态", "State").initially("\"DRAFT\"").read_only(),
    }
}

const COOP_CODE: Field = Field::text("代码", "Code").column("coop_code");
const SUPPLIER: Field = Field::text("供应商", "Supplier").column("coop_name");
const HANDLER: Field = text("handlerName", "name_cn", "处理人", "Handled by");
const LINE_COUNT: Field = Field::int("行数", "Lines").column("line_count").wire("lines");
const BOOKED: Field = own_money("暂估金额", "Booked", "booked", "bookedAmount");
const THEIRS: Field = own_money("对方金额", "Their amount", "theirs", "supplierAmount");
const DIFF: Field = own_money("差异", "Difference", "diff", "diff");
const DIFF_RATE: Field = Field::decimal(2, "差异%", "Difference %").column("diff_rate");
const AGREED: Field = own_money("确认金额", "Confirmed", "agreed", "confirmedAmount");
const SENT_AT: Field = Field::instant("发送时间", "Sent").column("sent_at").wire("sendTime");
const ANSWERED_AT: Field = Field::instant("回复时间", "Answered").column("answered_at").wire("answerTime");
const ORDER_NUMBER: Field = text("orderCode", "number", "单号/订单号", "Number or order");
const ITEM: Field = Field::reference("serviceItem", "服务项目", "Service item").column("service_item_id");
const RESULT: Field = Field::select(RESULTS, "结果", "Result").column("result");

const fn counted(column: &'static str, wire: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::int(zh, en).column(column).wire(wire)
}

const JOINS: &[Join] = &[
    Join { table: "coop", alias: "supplier", on: &[("coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "handler", on: &[("handler_id", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::own(CostConfirmation::COOP_ID).hidden(),
    Column::own(CostConfirmation::CONFIRM_CODE).width(130).copy(),
    Column::own(CostConfirmation::STATE).unsorted().width(90),
    Column::of("supplier", COOP_CODE).unsorted().width(90),
    Column::of("supplier", SUPPLIER).unsorted().width(150),
    Column::own(CostConfirmation::BUSINESS_SCOPE).unsorted().width(100),
    Column::own(CostConfirmation::FROM_DATE).width(100),
    Column::own(CostConfirmation::TO_DATE).unsorted().width(100),
    Column::own(LINE_COUNT).unsorted().width(70),
    Column::own(CostConfirmation::CURRENCY_CODE).unsorted().width(70),
    Column::own(BOOKED).unsorted().width(120).needs(COST_VIEW),
    Column::own(THEIRS).unsorted().width(120).needs(COST_VIEW),
    Column::expr(difference, DIFF).unsorted().width(110).needs(COST_VIEW),
    Column::made(DIFF_RATE).unsorted().width(80).needs(COST_VIEW),
    Column::own(AGREED).unsorted().width(120).needs(COST_VIEW),
    Column::own(counted("equal_count", "equal", "一致", "Equal")).unsorted().width(70),
    Column::own(counted("within_count", "within", "容差内", "Within")).unsorted().width(70),
    Column::own(counted("different_count", "different", "不符", "Different")).unsorted().width(70),
    Column::own(counted("ours_count", "onlyOurs", "仅我方", "Only ours")).unsorted().width(80),
    Column::own(counted("theirs_count", "onlyTheirs", "仅对方", "Only theirs")).unsorted().width(80),
    Column::of("handler", HANDLER).unsorted().width(90),
    Column::own(SENT_AT).unsorted().width(150),
    Column::own(ANSWERED_AT).unsorted().width(150),
];

const FILTERS: &[Filter] = &[
    Filter::new("confirmCode", Match::Contains, CostConfirmation::CONFIRM_CODE),
    Filter::new("coopName", Match::Contains, SUPPLIER).columns(&[("supplier", "coop_name"), ("supplier", "coop_code")]),
    Filter::new("businessScope", Match::OneOf, CostConfirmation::BUSINESS_SCOPE),
    Filter::new("fromDate", Match::Range, CostConfirmation::FROM_DATE),
    Filter::new("state", Match::OneOf, CostConfirmation::STATE),
    Filter::new("orderCode", Match::Own(look::of_number), ORDER_NUMBER),
    Filter::new("serviceItemId", Match::Own(look::of_item), ITEM).more(),
    Filter::new("result", Match::Own(look::of_result), RESULT).more(),
    Filter::new("handlerId", Match::Equals, CostConfirmation::HANDLER_ID).more(),
];

fn difference() -> Expr {
    Expr::cust("cost_confirmation.theirs - cost_confirmation.booked")
}

/// The sheets.
pub static PAGE: LazyLock<Page<CostConfirmation>> = LazyLock::new(|| checked(begun(listed())));

fn listed() -> Page<CostConfirmation> {
    let door = (PATH, "/prmManager/bill", 50);
    Page::of("prm.cost-confirmation", ("成本确认", "Cost confirmation"), door, CostConfirmation::CONFIRM_CODE)
        .calls("/prm/costConfirmation", "cost_confirmation")
        .one("确认单", "Sheet")
        .beside(TABS)
        .states(CostConfirmation::STATE, WRONG_STATE)
        .visible(seen::visible)
        .joins(JOINS)
        .follows(&["cost_confirmation_line"])
        .columns(COLUMNS)
        .edited_by()
        .filters(FILTERS)
        .tabs("state")
        .fills(look::rates)
        .tells(look::told)
}

/// How a sheet begins and goes to the supplier.
fn begun(page: Page<CostConfirmation>) -> Page<CostConfirmation> {
    page.action(
        Action::tool(MAKE, ("生成确认单", "Make a sheet"), make::of_period).verb("make").asks(&make::FIELDS).note(
            "取该供应商待确认的费用，已对账的除外",
            "All costs of the supplier that wait to be confirmed, but for those in a payment.",
        ),
    )
    .action(
        Action::moves("prm-cost-send", ("发送", "Send"), &[DRAFT, SENT], SENT)
            .verb("send")
            .asks(mail::typed::FIELDS)
            .note(
                "明细随邮件以Excel发送，供应商也可通过邮件中的链接在线核对",
                "The lines go with the mail as a workbook; the supplier may answer behind its link, too.",
            )
            .first(send::first)
            .does(send::send),
    )
    .action(
        Action::moves(
            "prm-cost-import",
            ("导入对方账单", "Take the supplier's list"),
            &[DRAFT, SENT, CHECKING],
            CHECKING,
        )
        .verb("import")
        .asks(&file::FIELDS)
        .files(file::MEMBER, ("对方账单", "Supplier's list"), FILE_BYTES_MAX, true)
        .tables()
        .note(
            "列名按供应商记住，留空时按常用列名识别",
            "The headings are remembered for each supplier; left empty, usual ones are looked for.",
        )
        .first(file::first)
        .does(file::take),
    )
    .action(
        Action::moves(MAKE, ("作废", "Make void"), &[DRAFT], VOID)
            .verb("void")
            .confirms("确认作废？费用可重新生成确认单", "Make it void? Its costs can be put on another sheet.")
            .danger()
            .level(Level::High)
            .does(make::void),
    )
}

/// How it is checked and agreed on.
fn checked(page: Page<CostConfirmation>) -> Page<CostConfirmation> {
    let is_open = [DRAFT, SENT, CHECKING];
    page.action(
        Action::moves("prm-cost-match", ("自动核对", "Match"), &[SENT, CHECKING], CHECKING)
            .verb("match")
            .does(matching::again),
    )
    .action(
        Action::moves("prm-cost-match", ("处理差异", "Treat differences"), &is_open, CHECKING)
            .verb("saveLines")
            .asks(&treat::FIELDS)
            .lines(treat::ROWS)
            .first(treat::first)
            .does(treat::save),
    )
    .action(
        Action::moves("prm-cost-add", ("补录费用", "Add a cost"), &is_open, CHECKING)
            .verb("addCharge")
            .asks(&add::FIELDS)
            .note(
                "对方单号为仅对方的行时处理该行，否则新增一行",
                "A line that only they have is treated by its number; else a line is added.",
            )
            .does(add::add),
    )
    .action(
        Action::moves(CONFIRM, ("确认", "Confirm"), &[SENT, CHECKING], CONFIRMED)
            .verb("confirm")
            .or(&[APPROVING])
            .asks(&[CostConfirmation::FINANCIAL_DATE.typed()])
            .level(Level::High)
            .does(confirm::confirm),
    )
    .action(
        Action::moves("prm-cost-back", ("撤销确认", "Take the confirmation back"), &[CONFIRMED], CHECKING)
            .verb("back")
            .asks(&[CostConfirmation::FINANCIAL_DATE.typed()])
            .note("暂估金额恢复，补录的费用删除", "The booked amounts come back, and added costs go.")
            .danger()
            .level(Level::High)
            .does(back::back),
    )
    .action(Action::own("prm-cost-payment", ("生成对账单", "Make a payment")).for_many())
    .action(Action::export("prm-cost-export"))
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.page(&pending::PAGE);
    room.uses.extend(Use::of(LINE, [&treat::REASON]));
    room.selects.push(("costLine", treat::offers));
    room.orders_of.push(seen::ORDERS);
    room.effects.push(confirm::EFFECT);
    room.setbacks.push(confirm::SETBACK);
    room.messages.push(&pending::RETURNED);
    room.operations.extend(outside::operations());
    room.messages.push(&outside::TOLD);
}

/// What a user of the page is told of costs.
fn need_costs(actor: &Actor) -> Result<(), Refusal> {
    actor.need(COST_VIEW)
}

/// Makes the figures of a sheet anew.
fn counted_anew(tx: &mut Tx<'_>, sheet: Id) -> Result<(), Refusal> {
    restate(tx, sheet).map(drop)
}

/// A moment or another thing of a sheet that is no field of its form.
fn note(tx: &mut Tx<'_>, sheet: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    tx.exec(&sql::update(tx.org(), TABLE, cells).and_where(sql::eq("id", sheet)).to_owned().into())?;
    Ok(())
}
