//! What bills stand on: two more customers, accounts, a rate, the terms and the credit of partners.

use kernel::{Instant, day_after_days, show_day};
use platform::store::Value;

use super::OWNERS;
use crate::orders::{CUSTOMERS, Cells, Plan, coop, customer_id};

/// Bank account in CNY, by its place among the accounts.
pub const CNY: i64 = 0;
/// In USD.
pub const USD: i64 = 1;
/// 应收账款.
pub const RECEIVABLE: i64 = 2;
/// 应付账款.
pub const PAYABLE: i64 = 3;
/// 主营业务收入.
pub const REVENUE: i64 = 4;
/// 主营业务成本.
pub const EXPENDITURE: i64 = 5;
/// Code, name, type, side, currency.
const ACCOUNTS: [(&str, &str, &str, &str, &str); 10] = [
    ("100201", "银行存款-人民币", "BANK", "DEBIT", "CNY"),
    ("100202", "银行存款-美元", "BANK", "DEBIT", "USD"),
    ("1122", "应收账款", "RECEIVABLE", "DEBIT", ""),
    ("2202", "应付账款", "PAYABLE", "CREDIT", ""),
    ("6001", "主营业务收入", "INCOME", "CREDIT", ""),
    ("6401", "主营业务成本", "COST", "DEBIT", ""),
    ("222101", "应交税费-销项", "TAX_OUT", "CREDIT", ""),
    ("222102", "应交税费-进项", "TAX_IN", "DEBIT", ""),
    ("660301", "汇兑损益", "EXCHANGE", "DEBIT", ""),
    ("660302", "手续费", "FEE", "DEBIT", ""),
];
/// What a dollar is worth, in millionths.
const DOLLAR: i64 = 7_100_000;

/// Row of an account.
pub fn account_id(org: i64, place: i64) -> i64 {
    org * 1_000_000 + 950_000 + place
}

fn text(value: impl Into<String>) -> Value {
    Value::Text(value.into())
}

fn stamps(at: Instant) -> Cells {
    vec![
        ("version", Value::Int(1)),
        ("created_by", Value::Int(0)),
        ("created_at", Value::Int(at.millis())),
        ("updated_by", Value::Int(0)),
        ("updated_at", Value::Int(at.millis())),
    ]
}

/// The rows of a company.
pub fn base_rows(org: i64, plan: &Plan) -> Vec<(&'static str, Cells)> {
    let at = plan.begin;
    let mut rows: Vec<(&'static str, Cells)> = OWNERS.map(|k| ("coop", coop(org, k, at))).into();
    rows.extend(accounts(org, at));
    let mut rate = vec![
        ("org_id", Value::Int(org)),
        ("id", Value::Int(org * 1_000_000 + 960_000)),
        ("currency_code", text("USD")),
        ("kind", text("GENERAL")),
        ("rate", Value::Int(DOLLAR)),
        ("begin_at", Value::Int(at.millis())),
    ];
    rate.extend(stamps(at));
    rows.push(("currency_rate", rate));
    for k in (0..CUSTOMERS).chain(OWNERS) {
        rows.push(("agreement", agreement((org, k), plan)));
        rows.push(("coop_credit", credit((org, k), at)));
    }
    rows
}

/// The chart of accounts, and the bank accounts behind the first two.
fn accounts(org: i64, at: Instant) -> Vec<(&'static str, Cells)> {
    let mut rows = Vec::new();
    for (place, (code, name, kind, side, currency)) in (0i64..).zip(ACCOUNTS) {
        let is_bank = kind == "BANK";
        let id = account_id(org, place);
        if is_bank {
            let mut bank = vec![
                ("org_id", Value::Int(org)),
                ("id", Value::Int(id)),
                ("title_cn", text("货运有限公司")),
                ("bank_cn", text("中国银行上海分行")),
                ("account", text(format!("44001200{place}"))),
                ("currency", text(currency)),
                ("is_default", Value::Bool(true)),
                ("active", Value::Bool(true)),
            ];
            bank.extend(stamps(at));
            rows.push(("org_bank", bank));
        }
        let mut account = vec![
            ("org_id", Value::Int(org)),
            ("id", Value::Int(id)),
            ("own_code", text(code)),
            ("code", text(code)),
            ("name", text(name)),
            ("full_name", text(name)),
            ("account_type", text(kind)),
            ("direction", text(side)),
            ("level", Value::Int(1)),
            ("currency_code", if is_bank { text(currency) } else { Value::Null }),
            ("bank_id", if is_bank { Value::Int(id) } else { Value::Null }),
            ("by_currency", Value::Bool(is_bank)),
            ("active", Value::Bool(true)),
        ];
        account.extend(stamps(at));
        rows.push(("financial_account", account));
    }
    rows
}

/// Thirty days from the bill on.
fn agreement((org, k): (i64, i64), plan: &Plan) -> Cells {
    let coop = customer_id(org, k);
    let mut cells = vec![
        ("org_id", Value::Int(org)),
        ("id", Value::Int(coop)),
        ("agreement_code", text(format!("XY{coop}"))),
        ("version_no", Value::Int(1)),
        ("state", text("ACTIVE")),
        ("agreement_name", text(format!("合作协议{k:03}"))),
        ("coop_id", Value::Int(coop)),
        ("side", text("RECEIVABLE")),
        ("scopes", text("AE")),
        ("agreement_type", text("框架协议")),
        ("valid_from", text(show_day(plan.begin.day()))),
        ("valid_to", text(show_day(day_after_days(plan.today(), 365)))),
        ("auto_renew", Value::Bool(false)),
        ("settle_method", text("TICKET")),
        ("param_k", Value::Int(30)),
        ("settle_text", text("票结30天")),
        ("base_date", text("NOTE")),
        ("holiday_rule", text("NONE")),
        ("currency_code", text("CNY")),
        ("grace_days", Value::Int(0)),
        ("bill_day", Value::Int(1)),
        ("netting", Value::Bool(false)),
    ];
    cells.extend(stamps(plan.begin));
    cells
}

fn credit((org, k): (i64, i64), at: Instant) -> Cells {
    let coop = customer_id(org, k);
    let mut cells = vec![
        ("org_id", Value::Int(org)),
        ("id", Value::Int(coop)),
        ("coop_id", Value::Int(coop)),
        ("coop_code", text(format!("KH{k:03}"))),
        ("limit_kind", text("NONE")),
        ("has_agreement", Value::Bool(true)),
        ("exposure", Value::Int(k * 1_000_000)),
        ("computed_at", Value::Int(at.millis())),
    ];
    cells.extend(stamps(at));
    cells
}
