//! 应付对账单 (css.md /af_css_payment). Costs of one partner in one currency, checked against his bill and gathered to be paid.

mod asked_for;
mod chain;
mod detail_list;
pub(crate) mod details;
mod paper;
pub(crate) mod seen;
mod view;
mod write;

use charge::chain::{IN_FORCE, PROCESSING, VOID};
use charge::ledger::COST_VIEW;
use platform::access::Access;
use platform::bulk;
use platform::list;
use platform::prelude::*;
use platform::registry::{Operation, Room};
use platform::sea_query::Expr;
use settle::field::{money, own_money, text};
use settle::status::PAYMENT_STATES;
use settle::{scope, ways};

use crate::cost_invoice;
use crate::payment_request;
use write::PARTS;
pub(crate) use write::{PARTS_BYTES_MAX, PARTS_MAX};

/// Its page.
pub(crate) const PATH: &str = "/af_css_payment";
const CODE: &str = "af_css_payment";
/// Making a payment.
pub(crate) const ADD: &str = "css-cp-add";
const EDIT: &str = "css-cp-edit";
const PRINT: &str = "css-cp-print";
const DETAIL: &str = "css-cp-detail";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;

const STATES: &[Choice] = &[
    Choice::new(IN_FORCE, "有效", "In force").tone("ready"),
    bulk::CHOICE,
    Choice::new(VOID, "已作废", "Void").tone("neutral"),
];
const WRONG_STATE: Msg =
    Msg::new("payment.state", "对账单{state}，不能执行此操作", "A payment that is {state} can't be treated like this.");

/// One rate for all lines; without one each keeps its own.
pub(crate) const RATE: Field =
    Field::decimal(6, "汇率", "Rate").digits(4).range(1, 999_999_000_000).column("exchange_rate");
const STATUS: Field = Field::state(PAYMENT_STATES, "对账单状态", "Status").column("status").wire("paymentStatus");
const SUPPLIER: Field = text("customerName", "coop_name", "供应商", "Supplier");
const AMOUNT: Field = own_money("对账单金额", "Amount", "amount", "amountPayment");
const SETTLED: Field = own_money("已核销金额", "Settled", "settled", "amountPaymentWriteoff");
const OPEN: Field = own_money("未核销金额", "Open", "open_amount", "amountPaymentNoWriteoff");
const MIXED: Field = Field::flag("综合汇率", "Several rates").column("mixed_rate").wire("mixedRate");
const FUNCTIONAL: Field = money("本币", "Functional", "functional", "functionalAmountPayment");
const ORDERS: Field = Field::int("票数", "Orders").column("orders");
const REQUESTED: Field = own_money("已申请", "Requested", "requested", "requested");
const UNREQUESTED: Field = own_money("未申请", "Not requested", "unrequested", "unrequested");
const INVOICED: Field = own_money("已收票", "Invoiced", "invoiced", "amountPaymentInvoice");
const INVOICE_NUM: Field = text("invoiceNum", "invoice_num", "发票号码", "Invoices");
const INVOICE_TITLE: Field = text("invoiceTitle", "invoice_title", "发票抬头", "Invoice title");
const INVOICE_DATE: Field = text("invoiceDate", "invoice_date", "发票日期", "Invoice date");
const WRITE_OFF_NUM: Field = text("writeoffNum", "write_off_num", "核销单号", "Write-offs");
const NUMBER: Field = text("number", "biz_number", "单号/订单号", "Number or order");
const ITEM: Field = Field::reference("serviceItem", "服务项目", "Service item").column("service_item_id");
const CREATOR: Field = text("creatorName", "name_cn", "制单人", "Made by");
const CREATED: Field = Field::instant("制单时间", "Made").column("created_at").wire("createTime");

document! {
    /// A payment as its form shows it; its amounts are shown with its lines, to who may see them.
    pub struct Payment in "payment" {
        --- "main" ("对账单", "Payment");
        /// Number.
        payment_num: String = Field::text("对账单编号", "Number").read_only(),
        /// Scope of its orders.
        business_scope: String = Field::select(scope::CHOICES, "业务范畴", "Scope").read_only(),
        /// Who is paid.
        coop_id: Id = Field::reference("coop", "供应商", "Supplier").required().read_only(),
        /// Currency.
        currency_code: String = Field::code("currency", "币种", "Currency").wire("currency").required().read_only(),
        /// Its date.
        payment_date: String = Field::day("对账日期", "Date").required().read_only(),
        /// Number of the supplier's bill.
        supplier_bill_no: String = Field::text("供应商账单号", "Supplier's bill").max(60).read_only(),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(500).wire("paymentRemark").read_only(),
        /// In force or void.
        state: String = Field::state(STATES, "状态", "State").initially("\"NORMAL\"").read_only(),
        /// When the supplier confirmed it.
        confirmed_on: String = Field::day("供应商确认", "Confirmed by the supplier").read_only(),
        /// Why it was made void.
        void_reason: String = Field::text("作废原因", "Why void").max(200).required().read_only(),
    }
}

const JOINS: &[Join] = &[
    Join { table: "coop", alias: "supplier", on: &[("coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::own(Payment::STATE).hidden(),
    Column::own(Payment::PAYMENT_NUM).width(160).copy(),
    Column::own(STATUS).unsorted().width(100),
    Column::made(bulk::PROGRESS).unsorted().width(150).behind(),
    Column::own(Payment::PAYMENT_DATE).width(110),
    Column::own(Payment::BUSINESS_SCOPE).unsorted().width(100).behind(),
    Column::of("supplier", SUPPLIER).unsorted().width(150),
    Column::own(Payment::SUPPLIER_BILL_NO).unsorted().width(130),
    Column::own(Payment::CURRENCY_CODE).unsorted().width(70),
    Column::own(AMOUNT).unsorted().width(130).needs(COST_VIEW),
    Column::own(SETTLED).unsorted().width(130).needs(COST_VIEW),
    Column::own(OPEN).unsorted().width(130).needs(COST_VIEW),
    Column::own(RATE).unsorted().width(80).needs(COST_VIEW),
    Column::own(MIXED).unsorted().width(80).behind(),
    Column::own(FUNCTIONAL).unsorted().width(130).needs(COST_VIEW).sum(),
    Column::own(ORDERS).unsorted().width(70),
    Column::own(REQUESTED).unsorted().width(120).needs(COST_VIEW),
    Column::expr(unrequested, UNREQUESTED).unsorted().width(120).needs(COST_VIEW),
    Column::made(asked_for::STATE).unsorted().width(100),
    Column::made(asked_for::APPROVER).unsorted().width(110),
    Column::made(asked_for::ASKED).unsorted().hidden(),
    Column::own(INVOICED).unsorted().width(120).needs(COST_VIEW),
    Column::made(INVOICE_NUM).unsorted().width(140),
    Column::made(INVOICE_TITLE).unsorted().width(160).behind(),
    Column::made(INVOICE_DATE).unsorted().width(110).behind(),
    Column::made(WRITE_OFF_NUM).unsorted().width(150),
    Column::own(Payment::CONFIRMED_ON).unsorted().width(110).behind(),
    Column::own(Payment::REMARK).unsorted().width(160),
    Column::made(asked_for::REMARK).unsorted().width(160).behind(),
    Column::made(asked_for::APPLICANT).unsorted().width(90).behind(),
    Column::made(asked_for::APPLIED).unsorted().width(160).behind(),
    Column::of("creator", CREATOR).unsorted().width(90),
    Column::own(CREATED).unsorted().width(160),
];

/// Void ones are asked for.
const IN_USE: &str = "PROCESSING,MADE,TO_INVOICE,PART_INVOICED,INVOICED,PART_SETTLED,SETTLED";

/// The filters of the page and of the export of its lines; both know the table of payments by its name.
const FILTERS: &[Filter] = &[
    Filter::new("businessScope", Match::OneOf, Payment::BUSINESS_SCOPE).columns(&[("payment", "business_scope")]),
    Filter::new("paymentNum", Match::Contains, Payment::PAYMENT_NUM).columns(&[("payment", "payment_num")]),
    Filter::new("paymentDate", Match::Range, Payment::PAYMENT_DATE).columns(&[("payment", "payment_date")]),
    Filter::new("customerName", Match::Contains, SUPPLIER)
        .columns(&[("supplier", "coop_name"), ("supplier", "coop_code")]),
    Filter::new("number", Match::Own(chain::of_number), NUMBER).searched(ways::payments_of_order),
    Filter::new("paymentStatus", Match::OneOf, STATUS).columns(&[("payment", "status")]).initially(IN_USE),
    Filter::new("requestState", Match::Own(asked_for::of_state), asked_for::STATE),
    Filter::new("currency", Match::OneOf, Payment::CURRENCY_CODE).columns(&[("payment", "currency_code")]),
    Filter::new("supplierBillNo", Match::Contains, Payment::SUPPLIER_BILL_NO)
        .columns(&[("payment", "supplier_bill_no")]),
    Filter::new("coopId", Match::Equals, Payment::COOP_ID).columns(&[("payment", "coop_id")]).more(),
    Filter::new("serviceItemId", Match::Own(chain::of_item), ITEM).searched(ways::payments_of_items).more(),
    Filter::new("invoiceNum", Match::Own(chain::of_invoice), INVOICE_NUM).searched(ways::payments_of_invoice).more(),
    Filter::new("writeoffNum", Match::Own(chain::of_write_off), WRITE_OFF_NUM)
        .searched(ways::payments_of_write_off)
        .more(),
    Filter::new("creatorName", Match::Contains, CREATOR).columns(&[("creator", "name_cn")]).more(),
];

/// The page.
pub static PAGE: LazyLock<Page<Payment>> = LazyLock::new(|| acted(listed()));

fn listed() -> Page<Payment> {
    Page::of("payable.payment", ("应付对账单", "Payments"), (PATH, "/afManager/fee", 20), Payment::PAYMENT_NUM)
        .calls("/css/payment", "payment")
        .one("对账单", "Payment")
        .states(Payment::STATE, WRONG_STATE)
        .elsewhere(&[PROCESSING])
        .visible(seen::visible)
        .joins(JOINS)
        .follows(&["payment_detail", "invoice_allocation", "write_off_line", "payment_request", "approval_task"])
        .columns(COLUMNS)
        .edited_by()
        .filters(FILTERS)
        .fills(chain::fill)
        .totals(chain::totals)
        .tells(view::told)
}

fn acted(page: Page<Payment>) -> Page<Payment> {
    let decides = |verb: &str, (zh, en): (&'static str, &'static str)| {
        Action::row(CODE, (zh, en))
            .verb(verb)
            .begins_in(&[IN_FORCE])
            .offered_where(asked_for::ASKED, &[asked_for::ME])
            .level(Level::High)
    };
    processed(worked(page))
        .action(decides("agree", ("同意", "Agree")).asks(&[asked_for::COMMENT]).does(asked_for::agree).rewrites())
        .action(
            decides("refuse", ("驳回", "Refuse"))
                .asks(&[asked_for::REASON])
                .danger()
                .does(asked_for::refuse)
                .rewrites(),
        )
}

fn worked(page: Page<Payment>) -> Page<Payment> {
    page.action(Action::tool(ADD, ("新增", "Add"), write::make).verb("doSave").asks(&ASKED_OF_NEW).lines(PARTS))
        .action(
            Action::row(EDIT, ("修改", "Edit"))
                .verb("doUpdate")
                .begins_in(&[IN_FORCE])
                .note("本次对账金额留空的费用不在对账单中", "A cost without an amount is not in the payment.")
                .asks(&ASKED)
                .lines(PARTS)
                .first(write::first)
                .does(write::change)
                .rewrites(),
        )
        .action(
            Action::moves("css-cp-void", ("作废", "Make void"), &[IN_FORCE], VOID)
                .asks(&[Payment::VOID_REASON.typed()])
                .note("作废后明细费用可重新对账", "Its lines can be reconciled anew.")
                .danger()
                .level(Level::High)
                .for_many()
                .does(write::void)
                .rewrites(),
        )
        .action(
            Action::tool("css-cp-request", ("付款申请", "Request payment"), payment_request::make_of_payments)
                .verb("request")
                .asks(&payment_request::ASKED_OF_PAYMENTS)
                .lines(payment_request::ROWS),
        )
        .action(
            Action::row("css-cp-confirm", ("供应商确认", "Confirmed by the supplier"))
                .begins_in(&[IN_FORCE])
                .asks(&[Payment::CONFIRMED_ON.typed().required()])
                .files("confirmFiles", ("确认文件", "Confirmation"), FILE_BYTES_MAX, false)
                .first(|_, actor, _| Ok(write::today(actor)))
                .does(write::confirm),
        )
        .action(cost_invoice::action().begins_in(&[IN_FORCE]))
        .action(Action::own(PRINT, ("打印", "Print")).for_many())
        .action(Action::export("css-cp-export"))
        .action(Action::own(DETAIL, ("导出明细", "Export lines")))
}

/// What is done to one that is being written.
fn processed(page: Page<Payment>) -> Page<Payment> {
    page.action(
        Action::row(EDIT, ("继续处理", "Go on"))
            .verb("goOn")
            .begins_in(&[PROCESSING])
            .note("已不能对账的费用将被略过", "Costs that can't be taken any more are left out.")
            .confirms("确认继续处理？", "Go on with it?")
            .does(write::go_on)
            .rewrites(),
    )
    .action(
        Action::row("css-cp-void", ("撤回", "Take back"))
            .verb("takeBack")
            .begins_in(&[PROCESSING])
            .asks(&[Payment::VOID_REASON.typed()])
            .note("已写入的费用可重新对账，对账单作废", "Its costs can be reconciled anew, and it is made void.")
            .danger()
            .level(Level::High)
            .does(write::take_back)
            .rewrites(),
    )
}

/// What is typed of a payment beside its lines.
const ASKED: [Field; 4] =
    [Payment::PAYMENT_DATE.typed(), RATE, Payment::SUPPLIER_BILL_NO.typed(), Payment::REMARK.typed()];
const ASKED_OF_NEW: [Field; 6] = [
    Payment::COOP_ID.typed(),
    Payment::CURRENCY_CODE.typed(),
    Payment::PAYMENT_DATE.typed(),
    RATE,
    Payment::SUPPLIER_BILL_NO.typed(),
    Payment::REMARK.typed(),
];

fn unrequested() -> Expr {
    Expr::cust("payment.amount - payment.requested")
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.orders_of.push(seen::ORDERS);
    room.bulk.push(&settle::payment::KIND);
    room.selects.push(("openCost", write::offers));
    room.operations.extend([
        Operation::post("print_payments", "/css/payment/paper", Access::Code(PRINT), paper::print)
            .summary("Payments as a PDF or a workbook, by the company's template of its 对账单"),
        Operation::post("export_payment_details", "/css/payment/exportDetail", Access::Code(DETAIL), |call| {
            list::workbook(&detail_list::LIST, call)
        })
        .summary("The lines of the payments that are found, as a workbook"),
    ]);
}
