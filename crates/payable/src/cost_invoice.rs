//! 收票管理. Finance registers the invoices that suppliers send and ties them to payments (catalogue css.md
//! /css_cost_invoice). What they cover is [`settle::invoicing`]; how far they are settled follows from the payments.

mod change;
mod look;
mod register;

use charge::ledger::COST_VIEW;
use platform::access::Access;
use platform::prelude::*;
use platform::registry::Room;
use settle::field::{
    HAS_VOUCHER, INVOICE_SETTLED, VOUCHER_COLUMNS, VOUCHER_JOINS, has_voucher, invoice_settled, invoices_settled,
    own_money, text,
};
use settle::invoicing::{self, COST_TYPES, DEDUCT_STATES, NORMAL, summed};
use settle::{invoice, ways};

use crate::payment::Payment;

/// Its page.
const PATH: &str = "/css_cost_invoice";
const CODE: &str = "css_cost_invoice";
/// Registering, here and on payments.
const ADD: &str = "css-ci-add";
const EDIT: &str = "css-ci-edit";
const DEDUCT: &str = "css-ci-deduct";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;

const WRONG_STATE: Msg =
    Msg::new("cost_invoice.state", "发票{state}，不能执行此操作", "This can't be done: the invoice is {state}.");
/// The number of another one.
const NUMBER_TAKEN: Msg = Msg::new("cost_invoice.taken", "发票号码已登记", "The invoice number is registered already.");
const MONTH_FORM: Msg = Msg::new("cost_invoice.month", "请按年月填写，如2026-07", "Enter year and month, as 2026-07.");

fn is_month(text: &str) -> bool {
    charge::period::first_day(text).is_some()
}

document! {
    /// One received invoice, without its amounts.
    pub struct CostInvoice in "invoice" {
        /// Number.
        invoice_num: String = Field::text("发票号", "Number").required().max(30).read_only(),
        /// Code; of paper alone.
        invoice_code: String = Field::text("发票代码", "Code").max(12).read_only(),
        /// Type.
        invoice_type: String = Field::select(COST_TYPES, "发票类型", "Type").required().read_only(),
        /// Its date.
        invoice_date: String = Field::day("开票日期", "Date").required().read_only(),
        /// Name of the seller.
        title: String = Field::text("销方", "Seller").wire("invoiceTitle").max(120).read_only(),
        /// His tax number.
        taxpayer_num: String = Field::text("纳税人识别号", "Tax number").max(20).read_only(),
        /// Whether its tax is deducted.
        deduct_state: String = Field::state(DEDUCT_STATES, "抵扣", "Deduction"),
        /// The month for which it is.
        deduct_month: String = Field::text("抵扣月份", "Deducted in").max(7)
            .pattern("^[0-9]{4}-[0-9]{2}$", is_month, MONTH_FORM).read_only(),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200).read_only(),
        /// State.
        state: String = Field::state(invoicing::STATES, "状态", "State"),
    }
}

const SUPPLIER: Field = text("customerName", "coop_name", "供应商", "Supplier");
const CURRENCY: Field = Field::code("currency", "币种", "Currency").column("currency_code").wire("currency");
const AMOUNT: Field = own_money("价税合计", "Amount", "amount", "amount");
const NOT_TAX: Field = own_money("不含税金额", "Without tax", "not_tax", "amountNotTax");
const TAX: Field = own_money("税额", "Tax", "tax", "amountTax");
const TAX_RATE: Field = text("taxRate", "tax_rate", "税率", "Tax rate");
const ALLOCATED: Field = own_money("已分配", "Allocated", "allocated", "allocated");
const UNALLOCATED: Field = own_money("未分配", "Not allocated", "unallocated", "unallocated");
const SETTLED: Field = own_money("已核销", "Settled", "settled", "amountWriteoff");
const OPEN: Field = own_money("未核销", "Open", "open", "amountNoWriteoff");
const CREATOR: Field = text("creatorName", "name_cn", "登记人", "Registered by");
const CREATED: Field = Field::instant("登记时间", "Registered").column("created_at").wire("createTime");

const JOINS: &[Join] = &[
    Join { table: "coop", alias: "supplier", on: &[("coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::own(CostInvoice::STATE).unsorted().width(90).behind(),
    Column::own(CostInvoice::INVOICE_NUM).width(180).copy(),
    Column::own(CostInvoice::INVOICE_CODE).unsorted().width(110),
    Column::own(CostInvoice::INVOICE_TYPE).unsorted().width(100),
    Column::own(CostInvoice::INVOICE_DATE).width(100),
    Column::of("supplier", SUPPLIER).unsorted().width(150),
    Column::own(CostInvoice::TITLE).unsorted().width(180).behind(),
    Column::own(CostInvoice::TAXPAYER_NUM).unsorted().width(170),
    Column::own(CURRENCY).unsorted().width(70),
    Column::own(AMOUNT).unsorted().width(120).needs(COST_VIEW),
    Column::own(TAX_RATE).unsorted().width(80),
    Column::own(NOT_TAX).unsorted().width(120).needs(COST_VIEW),
    Column::own(TAX).unsorted().width(110).needs(COST_VIEW),
    Column::own(ALLOCATED).unsorted().width(120).needs(COST_VIEW),
    Column::expr(summed::unallocated, UNALLOCATED).unsorted().width(120).needs(COST_VIEW),
    Column::made(look::PAYMENTS).unsorted().width(170),
    Column::made(look::REQUESTS).unsorted().width(170).behind(),
    Column::own(SETTLED).unsorted().width(120).needs(COST_VIEW),
    Column::expr(summed::open, OPEN).unsorted().width(120).needs(COST_VIEW),
    Column::expr(invoice_settled, INVOICE_SETTLED).unsorted().width(90),
    Column::own(CostInvoice::DEDUCT_STATE).unsorted().width(90),
    Column::own(CostInvoice::DEDUCT_MONTH).unsorted().width(90),
    Column::own(CostInvoice::REMARK).unsorted().width(160),
    Column::of("creator", CREATOR).unsorted().width(90),
    Column::own(CREATED).unsorted().width(150),
];

const FILTERS: &[Filter] = &[
    Filter::new("invoiceNum", Match::Contains, CostInvoice::INVOICE_NUM),
    Filter::new("customerName", Match::Contains, SUPPLIER)
        .columns(&[("supplier", "coop_name"), ("supplier", "coop_code")]),
    Filter::new("paymentNum", Match::Own(look::of_payment), look::PAYMENTS).searched(ways::received_of_payment),
    Filter::new("invoiceDate", Match::Range, CostInvoice::INVOICE_DATE),
    Filter::new("writeoff", Match::Own(invoices_settled), INVOICE_SETTLED),
    Filter::new("deductState", Match::OneOf, CostInvoice::DEDUCT_STATE),
    Filter::new("invoiceTitle", Match::Contains, CostInvoice::TITLE).more(),
    Filter::new("number", Match::Own(look::of_order), look::NUMBER).searched(ways::received_of_order).more(),
    Filter::new("requestNum", Match::Own(look::of_request), look::REQUESTS).searched(ways::received_of_request).more(),
    Filter::new("invoiceType", Match::OneOf, CostInvoice::INVOICE_TYPE).more(),
    Filter::new("currency", Match::OneOf, CURRENCY).more(),
    Filter::new("createTime", Match::Range, CREATED).more(),
    Filter::new("state", Match::OneOf, CostInvoice::STATE).initially(invoicing::LISTED).more(),
];

/// The page.
pub static PAGE: LazyLock<Page<CostInvoice>> = LazyLock::new(|| acted(listed()));

fn listed() -> Page<CostInvoice> {
    let door = (PATH, "/cssManager/cost", 30);
    Page::of("css.cost-invoice", ("收票管理", "Cost invoices"), door, CostInvoice::INVOICE_NUM)
        .one("发票", "Invoice")
        .calls("/css/costInvoice", "cost_invoice")
        .states(CostInvoice::STATE, WRONG_STATE)
        .elsewhere(&[invoicing::PART_RED, invoicing::RED, invoicing::PENDING])
        .section_from("main", ("发票", "Invoice"), CostInvoice::INVOICE_NUM, CostInvoice::REMARK)
        .visible(look::visible)
        .seen(look::need_seen)
        .joins(JOINS)
        .follows(&[invoice::ALLOCATION])
        .joins(VOUCHER_JOINS)
        .columns(COLUMNS)
        .columns(VOUCHER_COLUMNS)
        .filters(FILTERS)
        .filters(&[Filter::new("voucher", Match::Flag(has_voucher::<CostInvoice>), HAS_VOUCHER).more()])
        .sort("invoiceDate,desc")
        .fills(look::fill)
        .totals(look::totals)
        .tells(look::told)
        .unique("uq_invoice_received", &["invoice_code", "invoice_num"], "invoiceNum", NUMBER_TAKEN)
}

const NOTE: (&str, &str) =
    ("本次收票全部留空时按先后自动分配", "Without amounts of payments the invoices cover the oldest ones first.");

fn acted(page: Page<CostInvoice>) -> Page<CostInvoice> {
    let in_force = [NORMAL];
    page.action(
        Action::tool(ADD, ("收票登记", "Register invoices"), register::save)
            .verb("save")
            .asks(register::FIELDS)
            .lines(register::INVOICES)
            .lines(register::PAYMENTS)
            .note(NOTE.0, NOTE.1)
            .level(Level::High)
            .first_by(register::FOLLOWED, |conn, actor, _, chosen| register::first(conn, actor, chosen)),
    )
    .action(
        Action::row(EDIT, ("修改", "Edit"))
            .verb("update")
            .begins_in(&in_force)
            .asks(change::CHANGED)
            .lines(register::PAYMENTS)
            .note(NOTE.0, NOTE.1)
            .first(change::first_of_change)
            .does(change::change)
            .rewrites(),
    )
    .action(
        Action::row(EDIT, ("附件", "Files"))
            .verb("files")
            .begins_in(&in_force)
            .first(look::files)
            .files("files", ("附件", "Files"), FILE_BYTES_MAX, false)
            .does(change::attach),
    )
    .action(
        Action::row(DEDUCT, ("勾选抵扣", "Tick for deduction"))
            .begins_in(&in_force)
            .asks(&[CostInvoice::DEDUCT_MONTH.typed().required()])
            .first(change::first_of_deduct)
            .for_many()
            .does(change::deduct),
    )
    .action(
        Action::row(DEDUCT, ("取消勾选", "Untick"))
            .verb("undeduct")
            .begins_in(&in_force)
            .confirms("确认取消勾选？", "Untick it?")
            .for_many()
            .does(change::undeduct),
    )
    .action(
        Action::moves("css-ci-del", ("删除", "Remove"), &in_force, invoice::REMOVED)
            .confirms("确认删除发票登记？", "Remove the registration?")
            .danger()
            .for_many()
            .level(Level::High)
            .does(change::remove)
            .rewrites(),
    )
    .action(Action::export("css-ci-export"))
}

/// 收票登记 on a payment: invoices that cover it.
pub(crate) fn action() -> Action<Payment> {
    Action::row(ADD, ("收票登记", "Register invoices"))
        .verb("invoice")
        .asks(register::OF_PAYMENT)
        .lines(register::INVOICES)
        .level(Level::High)
        .first(register::first_of_payment)
        .does(register::save_of_payment)
        .rewrites()
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    for select in ["currency", "coop"] {
        room.select_uses.push((select, Access::AnyOf(&[CODE, ADD])));
    }
}
