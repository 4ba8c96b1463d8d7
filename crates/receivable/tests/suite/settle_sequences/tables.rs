//! What the tables of settlement hold, read as they are, for the reckoning of [`super::truth`].

use std::collections::BTreeMap;

use platform::store::{Conn, Stmt, Value};
use testkit::World;

/// Tables with what is read of them. The first column names the row.
const READ: &[(&str, &[&str])] = &[
    (
        "charge",
        &[
            "id",
            "order_id",
            "kind",
            "state",
            "coop_id",
            "currency_code",
            "amount",
            "functional",
            "debit_note_id",
            "reconciled",
        ],
    ),
    ("order_finance", &["order_id", "income_status", "cost_status"]),
    (
        "debit_note",
        &[
            "id",
            "note_num",
            "order_id",
            "coop_id",
            "note_date",
            "state",
            "status",
            "functional",
            "functional_settled",
            "functional_open",
            "statement_id",
            "application_id",
        ],
    ),
    (
        "debit_note_row",
        &[
            "id",
            "note_id",
            "currency_code",
            "amount",
            "functional",
            "mixed_rate",
            "invoiced",
            "settled",
            "functional_settled",
        ],
    ),
    (
        "statement",
        &[
            "id",
            "statement_num",
            "coop_id",
            "state",
            "status",
            "notes",
            "functional",
            "functional_settled",
            "functional_open",
            "application_id",
        ],
    ),
    ("invoice_application", &["id", "application_num", "state"]),
    (
        "invoice",
        &[
            "id",
            "side",
            "coop_id",
            "currency_code",
            "amount",
            "not_tax",
            "tax",
            "functional",
            "allocated",
            "settled",
            "state",
            "red_of",
            "voucher_id",
        ],
    ),
    ("invoice_line", &["id", "invoice_id", "amount", "not_tax", "tax"]),
    ("invoice_allocation", &["id", "invoice_id", "side", "row_id", "amount", "settled"]),
    (
        "receipt",
        &[
            "id",
            "receipt_num",
            "receipt_date",
            "account_id",
            "currency_code",
            "amount",
            "bank_fee",
            "exchange_rate",
            "functional",
            "coop_id",
            "settled",
            "advanced",
            "refunded",
            "open_amount",
            "state",
            "fee_posted",
        ],
    ),
    (
        "advance",
        &[
            "id",
            "advance_num",
            "kind",
            "coop_id",
            "advance_date",
            "account_id",
            "currency_code",
            "amount",
            "exchange_rate",
            "functional",
            "used",
            "functional_used",
            "refunded",
            "open_amount",
            "receipt_id",
            "state",
            "voucher_id",
        ],
    ),
    (
        "payment",
        &[
            "id",
            "payment_num",
            "coop_id",
            "currency_code",
            "amount",
            "functional",
            "mixed_rate",
            "invoiced",
            "requested",
            "settled",
            "functional_settled",
            "open_amount",
            "state",
            "status",
        ],
    ),
    (
        "payment_detail",
        &[
            "id",
            "payment_id",
            "charge_id",
            "order_id",
            "amount",
            "functional",
            "settled",
            "functional_settled",
            "is_void",
        ],
    ),
    ("payment_request", &["id", "request_num", "kind", "currency_code", "amount", "paid", "state"]),
    ("payment_request_row", &["id", "request_id", "payment_id", "amount", "paid"]),
    (
        "offsetting",
        &["id", "offset_num", "coop_id", "offset_date", "functional", "exchange_diff", "state", "voucher_id"],
    ),
    (
        "write_off",
        &[
            "id",
            "write_off_num",
            "side",
            "coop_id",
            "write_off_date",
            "method",
            "receipt_id",
            "advance_id",
            "account_id",
            "request_id",
            "offset_id",
            "currency_code",
            "money",
            "exchange_rate",
            "fee",
            "small",
            "money_functional",
            "carrying",
            "exchange_diff",
            "state",
            "voucher_id",
        ],
    ),
    (
        "write_off_line",
        &[
            "id",
            "write_off_id",
            "side",
            "row_id",
            "document_id",
            "invoice_id",
            "currency_code",
            "amount",
            "money",
            "money_functional",
            "carrying",
            "exchange_diff",
            "is_reversed",
        ],
    ),
    ("fund_movement", &["id", "account_id", "movement_date", "kind", "amount", "source", "source_id", "voucher_id"]),
    (
        "fund_transfer",
        &[
            "id",
            "transfer_num",
            "transfer_date",
            "from_account_id",
            "to_account_id",
            "amount_out",
            "amount_in",
            "fee",
            "voucher_id",
        ],
    ),
    (
        "expense_report",
        &[
            "id",
            "report_num",
            "kind",
            "amount",
            "loan_id",
            "loan_used",
            "to_pay",
            "repaid",
            "state",
            "financial_date",
            "paid_account_id",
            "paid_date",
            "voucher_id",
        ],
    ),
    ("expense_line", &["id", "report_id", "amount"]),
    ("financial_account", &["id", "parent_id", "code", "level", "account_type", "currency_code"]),
    ("finance_period", &["id", "month", "state"]),
    ("voucher", &["id", "voucher_date", "month", "word", "number", "debit", "credit", "state"]),
    (
        "voucher_entry",
        &["id", "voucher_id", "account_id", "coop_id", "currency_code", "original", "exchange_rate", "debit", "credit"],
    ),
    ("voucher_source", &["id", "voucher_id", "kind", "source", "source_id", "is_freed"]),
    ("currency_rate", &["id", "currency_code", "kind", "begin_at", "end_at"]),
];

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line(BTreeMap<&'static str, Value>);

impl Line {
    fn value(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or_else(|| panic!("{name} is not read: {:?}", self.0))
    }

    /// A figure; nothing is nought.
    pub fn int(&self, name: &str) -> i64 {
        self.id(name).unwrap_or_default()
    }

    /// What another row is named by.
    pub fn id(&self, name: &str) -> Option<i64> {
        match self.value(name) {
            Value::Int(figure) => Some(*figure),
            Value::Null => None,
            other => panic!("{name}: {other:?}"),
        }
    }

    pub fn text(&self, name: &str) -> &str {
        match self.value(name) {
            Value::Text(text) => text,
            Value::Null => "",
            other => panic!("{name}: {other:?}"),
        }
    }

    pub fn flag(&self, name: &str) -> bool {
        match self.value(name) {
            Value::Bool(flag) => *flag,
            Value::Int(figure) => *figure != 0,
            other => panic!("{name}: {other:?}"),
        }
    }

    pub fn is(&self, name: &str, text: &str) -> bool {
        self.text(name) == text
    }
}

/// All of them, in the order of their ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tables(BTreeMap<&'static str, Vec<Line>>);

impl Tables {
    pub fn of(world: &World) -> Self {
        world.database(|_, conn| {
            Self(READ.iter().map(|(table, columns)| (*table, read(conn, table, columns))).collect())
        })
    }

    pub fn all(&self, table: &str) -> &[Line] {
        self.0.get(table).unwrap_or_else(|| panic!("{table} is not read"))
    }

    /// The rows of a table for which something holds.
    pub fn of_where(&self, table: &str, holds: impl Fn(&Line) -> bool) -> impl Iterator<Item = &Line> {
        self.all(table).iter().filter(move |line| holds(line))
    }

    pub fn find(&self, table: &str, id: Option<i64>) -> Option<&Line> {
        let id = id?;
        let all = self.all(table);
        all.binary_search_by_key(&id, key).ok().map(|place| &all[place])
    }

    /// The sum of a column over the rows for which something holds.
    pub fn sum(&self, table: &str, column: &str, holds: impl Fn(&Line) -> bool) -> i64 {
        self.of_where(table, holds).map(|line| line.int(column)).sum()
    }

    /// What of the rows that were there before is another now (invariant 28: what was made and undone leaves no trace in them).
    pub fn changed_since(&self, before: &Self) -> Vec<String> {
        let mut changed = Vec::new();
        for (table, lines) in &before.0 {
            for line in lines {
                let now = self.find(table, Some(key(line)));
                if now != Some(line) {
                    changed.push(format!("{table}: {line:?} is now {now:?}"));
                }
            }
        }
        changed
    }
}

fn read(conn: &mut dyn Conn, table: &str, columns: &[&'static str]) -> Vec<Line> {
    let text = format!("SELECT {} FROM {table} WHERE org_id = 2 ORDER BY {}", columns.join(", "), columns[0]);
    let found = conn.query(&Stmt::Raw(text, Vec::new())).expect("reads");
    found.into_iter().map(|row| Line(columns.iter().copied().zip(row.0).collect())).collect()
}

fn key(line: &Line) -> i64 {
    let name = if line.0.contains_key("id") { "id" } else { "order_id" };
    line.int(name)
}
