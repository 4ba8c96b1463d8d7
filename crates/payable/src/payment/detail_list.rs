//! 导出明细: the lines of the payments that are found, of the orders their reader sees.

use charge::chain::{DETAIL, PAYMENT};
use charge::ledger::COST_VIEW;
use order::listed;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::field::Field;
use platform::list::{Column, Join, ListPage};
use platform::sea_query::Expr;
use settle::field::{money, text};

use super::{FILTERS, PATH, Payment, STATUS};

const CUSTOMER_CODE: Field = text("orderCoopCode", "coop_code", "客户代码", "Customer code");
const CUSTOMER: Field = text("orderCoopName", "coop_name", "客户名称", "Customer");
const SUPPLIER_CODE: Field = text("customerCode", "coop_code", "供应商代码", "Supplier code");
const SUPPLIER: Field = text("customerName", "coop_name", "供应商", "Supplier");
const AMOUNT: Field = money("对账单金额", "Amount", "amount", "amountPayment");
const SETTLED: Field = money("已核销金额", "Settled", "settled", "amountPaymentWriteoff");
const OPEN: Field = money("未核销金额", "Open", "open", "amountPaymentNoWriteoff");

const JOINS: &[Join] = &[
    Join { table: PAYMENT, alias: PAYMENT, on: &[("payment_id", "id")], by_org: true },
    Join { table: ORDER, alias: ORDER, on: &[("order_id", "id")], by_org: true },
    Join { table: "coop", alias: "supplier", on: &[("payment.coop_id", "id")], by_org: true },
    Join { table: "coop", alias: "customer", on: &[("freight_order.coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("payment.created_by", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::of(PAYMENT, Payment::PAYMENT_NUM),
    Column::of(PAYMENT, Payment::PAYMENT_DATE),
    Column::of(PAYMENT, STATUS),
    Column::of(ORDER, listed::NUMBER),
    Column::of(ORDER, listed::CODE),
    Column::of(ORDER, listed::FROM),
    Column::of(ORDER, listed::TO),
    Column::of(ORDER, listed::CARRIER),
    Column::of(ORDER, listed::DATE),
    Column::expr(listed::pieces, listed::PIECES),
    Column::expr(listed::weight, listed::WEIGHT),
    Column::expr(listed::volume, listed::VOLUME),
    Column::of(ORDER, listed::QUANTITY),
    Column::of("customer", CUSTOMER_CODE),
    Column::of("customer", CUSTOMER),
    Column::of("supplier", SUPPLIER_CODE),
    Column::of("supplier", SUPPLIER),
    Column::of(PAYMENT, Payment::CURRENCY_CODE),
    Column::own(AMOUNT).needs(COST_VIEW),
    Column::own(SETTLED).needs(COST_VIEW),
    Column::expr(open, OPEN).needs(COST_VIEW),
];

/// The list behind the workbook: no page shows it.
pub(super) const LIST: ListPage = ListPage {
    joins: JOINS,
    columns: COLUMNS,
    filters: FILTERS,
    export: super::DETAIL,
    visible: Some(visible_order),
    ..ListPage::new(
        "payable.payment-detail.list",
        PATH,
        ("对账单明细", "Lines of payments"),
        super::CODE,
        "/css/payment",
        DETAIL,
    )
};

fn open() -> Expr {
    Expr::cust("payment_detail.amount - payment_detail.settled")
}
