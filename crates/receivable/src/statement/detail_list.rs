//! 导出明细: the notes of the statements that are found, one row for each currency, of the orders their reader sees.

use charge::chain::{NOTE, NOTE_ROW};
use charge::ledger::INCOME_VIEW;
use order::visible_order;
use platform::access::Actor;
use platform::field::Field;
use platform::list::{Column, Join, ListPage};
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::sql;

use super::{CODE, CREATOR, CUSTOMER, DETAIL, FILTERS, ORDER, PATH, STATUS, Statement, TABLE, own_money, text};

const NOTE_NUM: Field = text("debitNoteNum", "note_num", "账单编号", "Debit note");
const NOTE_DATE: Field = Field::day("账单日期", "Date").column("note_date").wire("debitNoteDate");
const DUE: Field = Field::day("到期日", "Due date").column("due_date");
const NUMBER: Field = text("bizNumber", "biz_number", "单号", "Number");
const ORDER_CODE: Field = text("orderCode", "order_code", "订单号", "Order");
const CUSTOMER_NUMBER: Field = text("customerNumber", "customer_number", "客户单号", "Customer number");
const FROM: Field = text("departure", "departure_station", "始发", "From");
const TO: Field = text("arrival", "arrival_station", "目的", "To");
const CARRIER: Field = text("bizCarrier", "biz_carrier", "航班/船次", "Flight or vessel");
const BIZ_DATE: Field = Field::day("业务日期", "Business date").column("biz_date");
const PIECES: Field = Field::int("件数", "Pieces").column("pieces");
const WEIGHT: Field = Field::decimal(3, "毛重", "Gross weight").digits(1).column("weight");
const VOLUME: Field = Field::decimal(6, "体积", "Volume").digits(3).column("volume");
const QUANTITY: Field = Field::decimal(3, "计量", "Charged by").digits(2).column("biz_quantity");
const CURRENCY: Field = text("currency", "currency_code", "币种", "Currency");
const AMOUNT: Field = own_money("金额", "Amount").column("amount");
const FUNCTIONAL: Field = own_money("本币金额", "Functional").column("functional").wire("functionalAmount");
const SETTLED: Field = own_money("已核销", "Settled").column("settled");
const OPEN: Field = own_money("未核销", "Open").column("open");

const JOINS: &[Join] = &[
    Join { table: NOTE, alias: NOTE, on: &[("note_id", "id")], by_org: true },
    Join { table: TABLE, alias: TABLE, on: &[("debit_note.statement_id", "id")], by_org: true },
    Join { table: ORDER, alias: ORDER, on: &[("debit_note.order_id", "id")], by_org: true },
    Join { table: "coop", alias: "coop", on: &[("statement.coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("statement.created_by", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::of(TABLE, Statement::STATEMENT_NUM),
    Column::of(TABLE, Statement::STATEMENT_DATE),
    Column::of(TABLE, STATUS),
    Column::of("coop", CUSTOMER),
    Column::of(NOTE, NOTE_NUM),
    Column::of(NOTE, NOTE_DATE),
    Column::of(NOTE, DUE),
    Column::of(ORDER, NUMBER),
    Column::of(ORDER, ORDER_CODE),
    Column::of(ORDER, CUSTOMER_NUMBER),
    Column::of(ORDER, FROM),
    Column::of(ORDER, TO),
    Column::of(ORDER, CARRIER),
    Column::of(ORDER, BIZ_DATE),
    Column::expr(pieces, PIECES),
    Column::expr(weight, WEIGHT),
    Column::expr(volume, VOLUME),
    Column::of(ORDER, QUANTITY),
    Column::own(CURRENCY),
    Column::own(AMOUNT).needs(INCOME_VIEW),
    Column::own(FUNCTIONAL).needs(INCOME_VIEW),
    Column::own(SETTLED).needs(INCOME_VIEW),
    Column::expr(open, OPEN).needs(INCOME_VIEW),
    Column::of("creator", CREATOR),
];

/// The list behind the workbook: no page shows it. A note without a statement is none of its rows.
pub(super) const LIST: ListPage = ListPage {
    joins: JOINS,
    columns: COLUMNS,
    filters: FILTERS,
    export: DETAIL,
    visible: Some(visible),
    ..ListPage::new(
        "css.statement-detail.list",
        PATH,
        ("清单明细", "Notes of statements"),
        CODE,
        "/css/statement",
        NOTE_ROW,
    )
};

fn visible(actor: &Actor) -> Condition {
    Condition::all().add(visible_order(actor)).add(sql::of(NOTE, "statement_id").is_not_null())
}

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
    Expr::cust("debit_note_row.amount - debit_note_row.settled")
}
