//! 导出明细: the lines of the payments that are found, of the orders their reader sees.

use charge::chain::{DETAIL, PAYMENT};
use charge::ledger::COST_VIEW;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::field::Field;
use platform::list::{Column, Join, ListPage};
use platform::sea_query::Expr;

use super::{FILTERS, PATH, Payment, STATUS, money, text};

const NUMBER: Field = text("bizNumber", "biz_number", "单号", "Number");
const ORDER_CODE: Field = text("orderCode", "order_code", "订单号", "Order");
const FROM: Field = text("departure", "departure_station", "始发", "From");
const TO: Field = text("arrival", "arrival_station", "目的", "To");
const CARRIER: Field = text("bizCarrier", "biz_carrier", "航班/船次", "Flight or vessel");
const BIZ_DATE: Field = Field::day("业务日期", "Business date").column("biz_date");
const PIECES: Field = Field::int("件数", "Pieces").column("pieces");
const WEIGHT: Field = Field::decimal(3, "毛重", "Gross weight").digits(1).column("weight");
const VOLUME: Field = Field::decimal(6, "体积", "Volume").digits(3).column("volume");
const QUANTITY: Field = Field::decimal(3, "计量", "Charged by").digits(2).column("biz_quantity");
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
    Column::of(ORDER, NUMBER),
    Column::of(ORDER, ORDER_CODE),
    Column::of(ORDER, FROM),
    Column::of(ORDER, TO),
    Column::of(ORDER, CARRIER),
    Column::of(ORDER, BIZ_DATE),
    Column::expr(pieces, PIECES),
    Column::expr(weight, WEIGHT),
    Column::expr(volume, VOLUME),
    Column::of(ORDER, QUANTITY),
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

fn either(of: &str) -> Expr {
    Expr::cust(format!("COALESCE(freight_order.confirm_{of}, freight_order.plan_{of})"))
}

fn pieces() -> Expr {
    either("pieces")
}

fn weight() -> Expr {
    either("weight")
}

fn volume() -> Expr {
    either("volume")
}

fn open() -> Expr {
    Expr::cust("payment_detail.amount - payment_detail.settled")
}
