//! 导出明细: the notes of the statements that are found, one row for each currency, of the orders their reader sees.

use charge::chain::{NOTE, NOTE_ROW};
use charge::ledger::INCOME_VIEW;
use order::listed;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::access::Actor;
use platform::field::Field;
use platform::list::{Column, Join, ListPage};
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::sql;
use settle::field::{money, text};

use super::{CODE, CREATOR, CUSTOMER, DETAIL, FILTERS, PATH, STATUS, Statement, TABLE};

const NOTE_NUM: Field = text("debitNoteNum", "note_num", "账单编号", "Debit note");
const NOTE_DATE: Field = Field::day("账单日期", "Date").column("note_date").wire("debitNoteDate");
const DUE: Field = Field::day("到期日", "Due date").column("due_date");
const CURRENCY: Field = text("currency", "currency_code", "币种", "Currency");
const AMOUNT: Field = money("金额", "Amount", "amount", "amount");
const FUNCTIONAL: Field = money("本币金额", "Functional", "functional", "functionalAmount");
const SETTLED: Field = money("已核销", "Settled", "settled", "settled");
const OPEN: Field = money("未核销", "Open", "open", "open");

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
    Column::of(ORDER, listed::NUMBER),
    Column::of(ORDER, listed::CODE),
    Column::of(ORDER, listed::CUSTOMER_NUMBER),
    Column::of(ORDER, listed::FROM),
    Column::of(ORDER, listed::TO),
    Column::of(ORDER, listed::CARRIER),
    Column::of(ORDER, listed::DATE),
    Column::expr(listed::pieces, listed::PIECES),
    Column::expr(listed::weight, listed::WEIGHT),
    Column::expr(listed::volume, listed::VOLUME),
    Column::of(ORDER, listed::QUANTITY),
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

fn open() -> Expr {
    Expr::cust("debit_note_row.amount - debit_note_row.settled")
}
