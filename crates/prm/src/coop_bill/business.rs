//! 业务账单, the second tab: the debit notes, statements and supplier's statements of a partner, of the orders the caller sees.
//! They are read here and kept in the rooms of settlement.

use charge::ledger::{COST_VIEW, INCOME_VIEW};
use platform::list::{Asked, Behind, Button, ListPage, Report};
use platform::prelude::*;
use platform::sea_query::{ExprTrait, JoinType, Order, SelectStatement};
use settle::scope;
use settle::status::{NOTE_STATES, PAYMENT_STATES, STATEMENT_STATES};

use super::{CODE, EXPORT, PATH, TABS};

const BASE: &str = "/prm/coopBill/business";
/// Papers of one partner.
const ROWS_MAX: u64 = 10_000;
const NO_COOP: Msg = Msg::new("coop_bill.coop", "请选择客商", "Choose a partner.");
const NOTE: &str = "NOTE";
const STATEMENT: &str = "STATEMENT";
const PAYMENT: &str = "PAYMENT";
const KINDS: &[Choice] = &[
    Choice::new(NOTE, "账单", "Debit note"),
    Choice::new(STATEMENT, "清单", "Statement"),
    Choice::new(PAYMENT, "对账单", "Supplier's statement"),
];
const ORDERS: &str = "freight_order";

const COOP: Field = Field::reference("coop", "客商", "Partner").column("coop_id");
const KIND: Field = Field::select(KINDS, "类型", "Kind").column("kind");
const NUMBER: Field = Field::text("单号", "Number").column("number");
const SCOPE: Field = Field::select(scope::CHOICES, "业务范畴", "Scope").column("business_scope").wire("scope");
const DATE: Field = Field::day("日期", "Date").column("date");
const DUE: Field = Field::day("到期日", "Due date").column("due_date");
const CURRENCY: Field = Field::text("币种", "Currency").column("currency_code");
const AMOUNT: Field = Field::decimal(3, "金额", "Amount").digits(2).column("amount");
const OPEN: Field = Field::decimal(3, "未核销", "Open").digits(2).column("open_amount");
const STATE: Field = Field::text("状态", "State").column("state");

/// Their values are made in this order.
const COLUMNS: &[Column] = &[
    Column::made(KIND).unsorted().width(90),
    Column::made(NUMBER).unsorted().width(170).copy(),
    Column::made(SCOPE).unsorted().width(90),
    Column::made(DATE).unsorted().width(110),
    Column::made(DUE).unsorted().width(110),
    Column::made(CURRENCY).unsorted().width(70),
    Column::made(AMOUNT).unsorted().width(130),
    Column::made(OPEN).unsorted().width(130),
    Column::made(STATE).unsorted().width(100),
];
const FILTERS: &[Filter] = &[
    Filter::new("coopId", Match::Equals, COOP).asks(NO_COOP),
    Filter::new("kind", Match::Parameters, KIND),
    Filter::new("date", Match::Range, DATE),
];
const BUTTONS: &[Button] = &[Button::new(EXPORT, ("导出", "Export"), "toolbar", "export")];

/// What makes its rows.
struct Papers;

static PAPERS: Papers = Papers;

/// The list.
pub(super) fn list() -> ListPage {
    ListPage {
        columns: COLUMNS,
        filters: FILTERS,
        buttons: BUTTONS,
        export: EXPORT,
        beside: TABS,
        follows: &["statement", "payment"],
        report: Some(Report { chart: None }),
        behind: Some(&PAPERS),
        ..ListPage::new("prm.coop-paper.list", PATH, ("业务账单", "Business papers"), CODE, BASE, "debit_note")
    }
}

impl Behind for Papers {
    fn rows(&self, conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<Vec<Value>>, Refusal> {
        let Some(coop) = asked.value("coopId").and_then(|id| id.parse().ok()).map(Id) else {
            return Ok(Vec::new());
        };
        let actor = asked.actor();
        match domain::coop::need_coop(conn, actor, coop) {
            Err(Refusal::Business(_) | Refusal::NotFound) => return Ok(Vec::new()),
            seen => seen?,
        }
        let kinds = asked.value("kind").unwrap_or_default();
        let wants = |kind: &str| kinds.is_empty() || kinds.split(',').any(|one| one.trim() == kind);
        let (income, cost) = (actor.has(INCOME_VIEW), actor.has(COST_VIEW));
        let mut rows = Vec::new();
        let org = asked.org();
        let all = [
            (NOTE, notes(org, actor), income, NOTE_STATES),
            (STATEMENT, statements(org, actor), income, STATEMENT_STATES),
            (PAYMENT, payments(org, actor), cost, PAYMENT_STATES),
        ];
        for (kind, select, may, states) in all {
            if may && wants(kind) {
                read(conn, (asked, coop), (kind, select, states), &mut rows)?;
            }
        }
        Ok(rows)
    }
}

/// Reads the papers of a kind.
fn read(
    conn: &mut dyn Conn,
    (asked, coop): (&Asked<'_>, Id),
    (kind, mut select, states): (&str, SelectStatement, &[Choice]),
    rows: &mut Vec<Vec<Value>>,
) -> Result<(), Refusal> {
    let (table, day) = match kind {
        NOTE => ("debit_note", "note_date"),
        STATEMENT => ("statement", "statement_date"),
        _ => ("payment", "payment_date"),
    };
    select.and_where(sql::of_eq(table, "coop_id", coop)).and_where(sql::of_eq(table, "state", "NORMAL"));
    if asked.value("date").is_some() {
        let (from, to) = asked.days("date");
        if let Some(from) = from {
            select.and_where(sql::of(table, day).gte(sql::value(kernel::show_day(from))));
        }
        if let Some(to) = to {
            select.and_where(sql::of(table, day).lte(sql::value(kernel::show_day(to))));
        }
    }
    select.order_by((table, day), Order::Asc).order_by((table, "id"), Order::Asc).limit(ROWS_MAX);
    let own = charge::rate::functional(conn, asked.org())?;
    for row in conn.query(&select.into())? {
        let status: String = row.get(7)?;
        let currency: Option<String> = row.get(4)?;
        let cell = |place: usize| row.value(place).clone();
        rows.push(vec![
            kind.into_value(),
            cell(0),
            cell(1),
            cell(2),
            cell(3),
            currency.unwrap_or_else(|| own.code().to_owned()).into_value(),
            cell(5),
            cell(6),
            platform::flow::name_of(states, &status).0.into_value(),
        ]);
    }
    Ok(())
}

/// Number, scope, day, due day, currency, amount, open amount and status: of notes a row for each currency.
fn notes(org: i64, actor: &Actor) -> SelectStatement {
    const TABLE: &str = "debit_note";
    const ROW: &str = "debit_note_row";
    let mut select = sql::from(org, TABLE);
    select
        .columns(["note_num", "business_scope", "note_date", "due_date"].map(|one| (TABLE, one)))
        .columns([(ROW, "currency_code"), (ROW, "amount")])
        .expr(sql::of(ROW, "amount").sub(sql::of(ROW, "settled")))
        .column((TABLE, "status"))
        .join(JoinType::InnerJoin, ORDERS, sql::same_org(ORDERS, TABLE, "order_id"))
        .join(
            JoinType::InnerJoin,
            ROW,
            sql::all_of([
                sql::of(ROW, "org_id").equals((TABLE, "org_id")),
                sql::of(ROW, "note_id").equals((TABLE, "id")),
            ]),
        )
        .cond_where(order::visible_order(actor));
    select
}

/// Statements with an order that is seen, in the functional currency.
fn statements(org: i64, actor: &Actor) -> SelectStatement {
    const TABLE: &str = "statement";
    let mut seen = sql::from(org, "debit_note");
    seen.column("statement_id")
        .join(JoinType::InnerJoin, ORDERS, sql::same_org(ORDERS, "debit_note", "order_id"))
        .and_where(sql::of("debit_note", "statement_id").is_not_null())
        .cond_where(order::visible_order(actor));
    let mut select = sql::from(org, TABLE);
    select
        .columns(["statement_num", "business_scope", "statement_date", "due_date"].map(|one| (TABLE, one)))
        .expr(platform::sea_query::Expr::cust("NULL"))
        .columns(["functional", "functional_open", "status"].map(|one| (TABLE, one)))
        .and_where(sql::of(TABLE, "id").in_subquery(seen));
    select
}

/// Supplier's statements with an order that is seen.
fn payments(org: i64, actor: &Actor) -> SelectStatement {
    const TABLE: &str = "payment";
    const PART: &str = "payment_detail";
    let mut seen = sql::from(org, PART);
    seen.column("payment_id")
        .join(JoinType::InnerJoin, ORDERS, sql::same_org(ORDERS, PART, "order_id"))
        .cond_where(order::visible_order(actor));
    let mut select = sql::from(org, TABLE);
    select
        .columns(["payment_num", "business_scope", "payment_date"].map(|one| (TABLE, one)))
        .expr(platform::sea_query::Expr::cust("NULL"))
        .columns(["currency_code", "amount", "open_amount", "status"].map(|one| (TABLE, one)))
        .and_where(sql::of(TABLE, "id").in_subquery(seen));
    select
}
