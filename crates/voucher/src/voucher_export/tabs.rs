//! The tabs of 凭证导出, one for each table that posts: its columns, and how its documents are looked for.

use book::origin;
use charge::ledger::{COST_VIEW, INCOME_VIEW};
use platform::document::Document;
use platform::list::Place;
use platform::prelude::*;
use platform::registry::Room;
use platform::sea_query::{Condition, Expr};
use settle::field::{money, text};
use settle::{advance, expense, invoicing, scope, ways, write_off};

use super::{COOP_JOIN, CUSTOMER, Tab, acted, tab};

document! {
    /// An invoice.
    pub struct PostedInvoice in "invoice" {
        /// Number.
        invoice_num: String = Field::text("发票号码", "Number").read_only().max(20),
        /// Its date.
        invoice_date: String = Field::day("发票日期", "Date").read_only(),
        /// Type.
        invoice_type: String = Field::select(invoicing::COST_TYPES, "发票类型", "Type").read_only(),
        /// Title.
        title: String = Field::text("发票抬头", "Title").wire("invoiceTitle").read_only().max(120),
    }
}

document! {
    /// A locked charge.
    pub struct PostedCharge in "charge" {
        /// Its financial date.
        financial_date: String = Field::day("财务日期", "Financial date").read_only(),
        /// Note.
        note: String = Field::text("备注", "Note").read_only().max(200),
    }
}

document! {
    /// A write-off.
    pub struct PostedWriteOff in "write_off" {
        /// Number.
        write_off_num: String = Field::text("核销单号", "Number").wire("writeoffNum").read_only().max(30),
        /// Its date.
        write_off_date: String = Field::day("核销日期", "Date").wire("writeoffDate").read_only(),
        /// Scope of its orders.
        business_scope: String = Field::select(scope::CHOICES, "业务范畴", "Scope").read_only(),
        /// Remark.
        remark: String = Field::long("备注", "Remark").read_only().max(200),
    }
}

document! {
    /// An expense report.
    pub struct PostedReport in "expense_report" {
        /// Number.
        report_num: String = Field::text("报销单号", "Number").wire("expenseReportNum").read_only().max(30),
        /// State.
        state: String = Field::select(expense::STATES, "状态", "State").wire("expenseReportStatus").read_only(),
        /// Its date.
        report_date: String = Field::day("报销日期", "Date").wire("expenseReportDate").read_only(),
        /// Date it is posted for.
        financial_date: String = Field::day("财务日期", "Financial date").read_only(),
        /// Company or person.
        mode: String = Field::select(expense::MODES, "报销性质", "Kind").wire("expenseReportMode").read_only(),
        /// How it is paid.
        payment_method: String = Field::text("付款方式", "Paid by").read_only().max(20),
        /// What it was for.
        expenses_use: String = Field::text("费用用途", "Use").read_only().max(200),
        /// Remark.
        remark: String = Field::long("备注", "Remark").wire("expenseReportRemark").read_only().max(500),
    }
}

document! {
    /// An advance or a deposit.
    pub struct PostedAdvance in "advance" {
        /// Number.
        advance_num: String = Field::text("预收预付编号", "Number").read_only().max(30),
        /// Kind.
        kind: String = Field::select(advance::KINDS, "类型", "Kind").read_only(),
        /// Its date.
        advance_date: String = Field::day("日期", "Date").read_only(),
        /// Remark.
        remark: String = Field::long("备注", "Remark").read_only().max(200),
    }
}

document! {
    /// What was paid back, or paid of a request 其他 or of a report that stood on 其他应付.
    pub struct PostedMovement in "fund_movement" {
        /// Number of what it was paid for or back of.
        number: String = Field::text("单号", "Number").read_only().max(30),
        /// Its date.
        movement_date: String = Field::day("日期", "Date").read_only(),
        /// In words.
        summary: String = Field::text("摘要", "Summary").read_only().max(500),
    }
}

document! {
    /// An offset.
    pub struct PostedOffset in "offsetting" {
        /// Number.
        offset_num: String = Field::text("对冲单号", "Number").read_only().max(30),
        /// Its date.
        offset_date: String = Field::day("对冲日期", "Date").read_only(),
        /// Remark.
        remark: String = Field::long("备注", "Remark").read_only().max(200),
    }
}

document! {
    /// A transfer between accounts.
    pub struct PostedTransfer in "fund_transfer" {
        /// Number.
        transfer_num: String = Field::text("互转单号", "Number").read_only().max(30),
        /// Its date.
        transfer_date: String = Field::day("日期", "Date").read_only(),
        /// In words.
        summary: String = Field::text("摘要", "Summary").read_only().max(200),
    }
}

document! {
    /// A run of a month.
    pub struct PostedRun in "period_run" {
        /// The month.
        month: String = Field::text("财务期间", "Month").read_only().max(7),
    }
}

const CURRENCY: Field = Field::code("currency", "币种", "Currency").column("currency_code").wire("currency");
const AMOUNT: Field = money("金额", "Amount", "amount", "amount");
const TAX: Field = money("税额", "Tax", "tax", "amountTax");
const FUNCTIONAL: Field = money("本币金额", "Functional amount", "functional", "functionalAmount");
const SCOPE: Field = Field::select(scope::CHOICES, "业务范畴", "Scope").column("business_scope").wire("businessScope");
const ACCOUNT: Field = text("accountName", "full_name", "科目", "Account");

const BY_NAME: Filter =
    Filter::new("customerName", Match::Contains, CUSTOMER).columns(&[("coop", "coop_name"), ("coop", "coop_code")]);

/// Scopes of the notes an issued invoice covers, or of the payments a received one does, as one.
fn invoice_scope() -> Expr {
    Expr::cust(
        "CASE WHEN invoice.side = 'RECEIVABLE' THEN \
         (SELECT CASE WHEN COUNT(DISTINCT n.business_scope) > 1 THEN 'ZH' ELSE MIN(n.business_scope) END \
          FROM invoice_allocation a JOIN debit_note_row r ON r.org_id = a.org_id AND r.id = a.row_id \
          JOIN debit_note n ON n.org_id = r.org_id AND n.id = r.note_id \
          WHERE a.org_id = invoice.org_id AND a.invoice_id = invoice.id) ELSE \
         (SELECT CASE WHEN COUNT(DISTINCT p.business_scope) > 1 THEN 'ZH' ELSE MIN(p.business_scope) END \
          FROM invoice_allocation a JOIN payment p ON p.org_id = a.org_id AND p.id = a.row_id \
          WHERE a.org_id = invoice.org_id AND a.invoice_id = invoice.id) END",
    )
}

/// Invoices of scopes: codes with commas between.
fn of_scopes(_: &Actor, codes: &str) -> Result<Condition, Refusal> {
    let codes = codes.split(',').map(|code| code.trim().to_owned());
    Ok(Condition::all().add(sql::is_in(invoice_scope(), codes)))
}

fn invoices(of: &Tab, view: &'static str) -> Page<PostedInvoice> {
    let page = tab(of)
        .joins(&[COOP_JOIN])
        .columns(&[
            Column::own(PostedInvoice::INVOICE_NUM).width(180).copy(),
            Column::own(PostedInvoice::INVOICE_DATE).width(100),
            Column::own(PostedInvoice::INVOICE_TYPE).unsorted().width(90),
            Column::own(PostedInvoice::TITLE).unsorted().width(180),
            Column::of("coop", CUSTOMER).unsorted().width(160),
            Column::own(AMOUNT).unsorted().width(120).needs(view),
            Column::own(CURRENCY).unsorted().width(70),
            Column::own(TAX).unsorted().width(110).needs(view),
            Column::own(FUNCTIONAL).unsorted().width(120).needs(view).sum(),
            Column::expr(invoice_scope, SCOPE).unsorted().width(90),
        ])
        .filters(&[
            Filter::new("businessScope", Match::Own(of_scopes), SCOPE),
            Filter::new("invoiceNum", Match::Contains, PostedInvoice::INVOICE_NUM),
            Filter::new("invoiceDate", Match::Range, PostedInvoice::INVOICE_DATE),
            BY_NAME,
        ])
        .sort("invoiceDate,desc");
    acted(summed(page, view), of.origin, true)
}

/// Sums by currency, for who sees the amounts.
fn summed<D: Document>(page: Page<D>, view: &'static str) -> Page<D> {
    page.totals(move |conn, asked| {
        if !asked.actor().has(view) {
            return Ok(Vec::new());
        }
        let of = format!("{}.amount", D::TABLE);
        settle::amounts::totals(conn, asked, D::TABLE, &[(AMOUNT, &of)])
    })
}

static ISSUED: LazyLock<Page<PostedInvoice>> = LazyLock::new(|| {
    let of = Tab {
        key: "voucher.export",
        title: ("收入挂账", "Income"),
        base: "/css/voucherExport",
        noun: "posted_invoice",
        number: PostedInvoice::INVOICE_NUM,
        origin: &origin::ISSUED_INVOICES,
    };
    invoices(&of, INCOME_VIEW)
});

static RECEIVED: LazyLock<Page<PostedInvoice>> = LazyLock::new(|| {
    let of = Tab {
        key: "voucher.export-cost",
        title: ("成本挂账", "Cost"),
        base: "/css/voucherExportCost",
        noun: "posted_cost_invoice",
        number: PostedInvoice::INVOICE_NUM,
        origin: &origin::RECEIVED_INVOICES,
    };
    invoices(&of, COST_VIEW)
});

const ORDER_CODE: Field = text("orderCode", "order_code", "订单号", "Order");

fn charges(of: &Tab, view: &'static str, of_partner: fn(&str) -> Vec<Place>) -> Page<PostedCharge> {
    const SERVICE: Field = text("serviceName", "service_name_cn", "服务项目", "Service");
    let page = tab(of)
        .joins(&[
            COOP_JOIN,
            Join { table: "freight_order", alias: "freight_order", on: &[("order_id", "id")], by_org: true },
            Join { table: "service_item", alias: "item", on: &[("service_item_id", "id")], by_org: true },
        ])
        .columns(&[
            Column::of("freight_order", ORDER_CODE).unsorted().width(150).copy(),
            Column::of("freight_order", SCOPE).unsorted().width(90),
            Column::own(PostedCharge::FINANCIAL_DATE).width(100),
            Column::of("coop", CUSTOMER).unsorted().width(160),
            Column::of("item", SERVICE).unsorted().width(120),
            Column::own(AMOUNT).unsorted().width(120).needs(view),
            Column::own(CURRENCY).unsorted().width(70),
            Column::own(TAX).unsorted().width(110).needs(view),
            Column::own(FUNCTIONAL).unsorted().width(120).needs(view).sum(),
            Column::own(PostedCharge::NOTE).unsorted().width(150).behind(),
        ])
        .filters(&[
            Filter::new("businessScope", Match::OneOf, SCOPE).columns(&[("freight_order", "business_scope")]),
            Filter::new("orderCode", Match::Contains, ORDER_CODE).columns(&[("freight_order", "order_code")]),
            Filter::new("financialDate", Match::Range, PostedCharge::FINANCIAL_DATE),
            BY_NAME.searched(of_partner),
        ])
        .sort("financialDate,desc");
    acted(summed(page, view), of.origin, true)
}

static LOCKED_INCOME: LazyLock<Page<PostedCharge>> = LazyLock::new(|| {
    let of = Tab {
        key: "voucher.export-income-lock",
        title: ("收入挂账（锁账）", "Income (locked)"),
        base: "/css/voucherExportIncomeLock",
        noun: "posted_income",
        number: PostedCharge::FINANCIAL_DATE,
        origin: &origin::LOCKED_INCOME,
    };
    charges(&of, INCOME_VIEW, ways::locked_income_of_partner)
});

static LOCKED_COST: LazyLock<Page<PostedCharge>> = LazyLock::new(|| {
    let of = Tab {
        key: "voucher.export-cost-lock",
        title: ("成本挂账（锁账）", "Cost (locked)"),
        base: "/css/voucherExportCostLock",
        noun: "posted_cost",
        number: PostedCharge::FINANCIAL_DATE,
        origin: &origin::LOCKED_COST,
    };
    charges(&of, COST_VIEW, ways::locked_cost_of_partner)
});

fn settled_account() -> Expr {
    Expr::cust("COALESCE(account.full_name, received.full_name)")
}

/// Numbers of the invoices of a write-off.
fn settled_invoices() -> Expr {
    Expr::cust(
        "(SELECT MIN(i.invoice_num) FROM write_off_line l JOIN invoice i ON i.org_id = l.org_id AND i.id = l.invoice_id \
         WHERE l.org_id = write_off.org_id AND l.write_off_id = write_off.id)",
    )
}

/// Dates of the invoices of a write-off.
fn settled_invoice_dates() -> Expr {
    Expr::cust(
        "(SELECT MIN(i.invoice_date) FROM write_off_line l JOIN invoice i ON i.org_id = l.org_id AND i.id = l.invoice_id \
         WHERE l.org_id = write_off.org_id AND l.write_off_id = write_off.id)",
    )
}

/// Write-offs on an invoice.
fn of_invoice(_: &Actor, number: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(sql::contains(settled_invoices(), number)))
}

fn write_offs(of: &Tab, view: &'static str) -> Page<PostedWriteOff> {
    const MONEY: Field = money("核销金额", "Money", "money", "writeoffAmount");
    const DIFF: Field = money("汇兑损益", "Gain or loss", "exchange_diff", "exchangeDiff");
    const SETTLED_ACCOUNT: Field = text("bankFinancialAccount", "full_name", "核销科目", "Account");
    const INVOICE_NUM: Field = text("invoiceNum", "invoice_num", "发票号码", "Invoice");
    const INVOICE_DATE: Field = Field::day("发票日期", "Invoice date").column("invoice_date").wire("invoiceDate");
    const CARRYING: Field = money("核销金额（本币）", "Carried at", "carrying", "amount");
    let page = tab(of)
        .joins(&[
            COOP_JOIN,
            Join { table: "receipt", alias: "receipt", on: &[("receipt_id", "id")], by_org: true },
            Join { table: "financial_account", alias: "account", on: &[("account_id", "id")], by_org: true },
            Join { table: "financial_account", alias: "received", on: &[("receipt.account_id", "id")], by_org: true },
        ])
        .columns(&[
            Column::own(PostedWriteOff::WRITE_OFF_NUM).width(160).copy(),
            Column::own(PostedWriteOff::WRITE_OFF_DATE).width(100),
            Column::own(PostedWriteOff::BUSINESS_SCOPE).unsorted().width(90).behind(),
            Column::of("coop", CUSTOMER).unsorted().width(160),
            Column::own(MONEY).unsorted().width(120).needs(view),
            Column::own(CURRENCY).unsorted().width(70),
            Column::own(DIFF).unsorted().width(110).needs(view).sum(),
            Column::expr(settled_account, SETTLED_ACCOUNT).unsorted().width(180),
            Column::expr(settled_invoices, INVOICE_NUM).unsorted().width(160),
            Column::expr(settled_invoice_dates, INVOICE_DATE).unsorted().width(100),
            Column::own(CARRYING).unsorted().width(130).needs(view).sum(),
            Column::own(PostedWriteOff::REMARK).unsorted().width(150).behind(),
        ])
        .filters(&[
            Filter::new("businessScope", Match::OneOf, PostedWriteOff::BUSINESS_SCOPE),
            Filter::new("writeoffNum", Match::Contains, PostedWriteOff::WRITE_OFF_NUM),
            Filter::new("writeoffDate", Match::Range, PostedWriteOff::WRITE_OFF_DATE),
            BY_NAME,
            Filter::new("invoiceNum", Match::Own(of_invoice), INVOICE_NUM).searched(ways::settled_of_invoice).more(),
        ])
        .sort("writeoffDate,desc")
        .totals(move |conn, asked| {
            if !asked.actor().has(view) {
                return Ok(Vec::new());
            }
            settle::amounts::totals(conn, asked, write_off::TABLE, &[(MONEY, "write_off.money")])
        });
    acted(page, of.origin, true)
}

static INCOME_SETTLED: LazyLock<Page<PostedWriteOff>> = LazyLock::new(|| {
    let of = Tab {
        key: "voucher.export-income-writeoff",
        title: ("收入核销", "Income settled"),
        base: "/css/voucherExportIncomeWriteoff",
        noun: "posted_income_write_off",
        number: PostedWriteOff::WRITE_OFF_NUM,
        origin: &origin::INCOME_WRITE_OFFS,
    };
    write_offs(&of, INCOME_VIEW)
});

static COST_SETTLED: LazyLock<Page<PostedWriteOff>> = LazyLock::new(|| {
    let of = Tab {
        key: "voucher.export-cost-writeoff",
        title: ("成本核销", "Cost settled"),
        base: "/css/voucherExportCostWriteoff",
        noun: "posted_cost_write_off",
        number: PostedWriteOff::WRITE_OFF_NUM,
        origin: &origin::COST_WRITE_OFFS,
    };
    write_offs(&of, COST_VIEW)
});

/// Accounts of the lines of a report.
fn spent_accounts() -> Expr {
    Expr::cust(
        "(SELECT MIN(f.full_name) FROM expense_line l JOIN financial_account f ON f.org_id = l.org_id AND f.id = l.account_id \
         WHERE l.org_id = expense_report.org_id AND l.report_id = expense_report.id)",
    )
}

static EXPENSES: LazyLock<Page<PostedReport>> = LazyLock::new(|| {
    const CREATOR: Field = text("applicant", "name_cn", "申请人", "Applicant");
    const AUDITOR: Field = text("approvalFinancialUserName", "name_cn", "审核人", "Checked by");
    const SPENT: Field = text("financialAccount", "full_name", "费用科目", "Expense account");
    const BANK: Field = text("bankFinancialAccount", "full_name", "银行科目", "Bank account");
    const CLAIMED: Field = money("报销金额", "Amount", "amount", "expenseAmount");
    let of = Tab {
        key: "voucher.export-expense",
        title: ("费用核销", "Expenses"),
        base: "/css/voucherExportExpense",
        noun: "posted_expense_report",
        number: PostedReport::REPORT_NUM,
        origin: &origin::EXPENSE_REPORTS,
    };
    let page = tab(&of)
        .joins(&[
            Join { table: "app_user", alias: "applicant", on: &[("created_by", "id")], by_org: true },
            Join { table: "app_user", alias: "auditor", on: &[("audited_by", "id")], by_org: true },
            Join { table: "financial_account", alias: "bank", on: &[("bank_account_id", "id")], by_org: true },
        ])
        .columns(&[
            Column::own(PostedReport::REPORT_NUM).width(150).copy(),
            Column::own(PostedReport::STATE).unsorted().width(80),
            Column::own(PostedReport::REPORT_DATE).width(100),
            Column::own(PostedReport::FINANCIAL_DATE).width(100),
            Column::of("applicant", CREATOR).unsorted().width(90),
            Column::own(PostedReport::MODE).unsorted().width(80).behind(),
            Column::own(PostedReport::PAYMENT_METHOD).unsorted().width(80).behind(),
            Column::own(PostedReport::EXPENSES_USE).unsorted().width(160),
            Column::own(CLAIMED).unsorted().width(120).sum(),
            Column::own(PostedReport::REMARK).unsorted().width(150),
            Column::of("auditor", AUDITOR).unsorted().width(90),
            Column::expr(spent_accounts, SPENT).unsorted().width(160),
            Column::of("bank", BANK).unsorted().width(160),
        ])
        .filters(&[
            Filter::new("expenseReportNum", Match::Contains, PostedReport::REPORT_NUM),
            Filter::new("expenseReportDate", Match::Range, PostedReport::REPORT_DATE),
            Filter::new("applicant", Match::Contains, CREATOR).columns(&[("applicant", "name_cn")]),
            Filter::new("paymentMethod", Match::Contains, PostedReport::PAYMENT_METHOD).more(),
            Filter::new("expenseReportMode", Match::OneOf, PostedReport::MODE).more(),
            Filter::new("expensesUse", Match::Contains, PostedReport::EXPENSES_USE).more(),
        ])
        .sort("expenseReportDate,desc");
    acted(page, of.origin, true)
});

/// What left the account.
fn paid_out() -> Expr {
    Expr::cust("-fund_movement.amount")
}

static EXPENSES_PAID: LazyLock<Page<PostedMovement>> = LazyLock::new(|| {
    const APPLICANT: Field = text("applicant", "name_cn", "申请人", "Applicant");
    const OWED: Field = text("owedAccount", "full_name", "应付科目", "Payable account");
    let of = Tab {
        key: "voucher.export-expense-paid",
        title: ("报销付款", "Expense paid"),
        base: "/css/voucherExportExpensePaid",
        noun: "posted_expense_payment",
        number: PostedMovement::NUMBER,
        origin: &origin::REPORTS_PAID,
    };
    let page = tab(&of)
        .joins(&[
            Join { table: "expense_report", alias: "report", on: &[("source_id", "id")], by_org: true },
            Join { table: "app_user", alias: "applicant", on: &[("report.created_by", "id")], by_org: true },
            Join { table: "financial_account", alias: "owed", on: &[("report.bank_account_id", "id")], by_org: true },
            Join { table: "financial_account", alias: "account", on: &[("account_id", "id")], by_org: true },
        ])
        .columns(&[
            Column::own(PostedMovement::NUMBER).unsorted().width(150).copy(),
            Column::own(PostedMovement::MOVEMENT_DATE).width(100),
            Column::of("applicant", APPLICANT).unsorted().width(90),
            Column::expr(paid_out, AMOUNT).unsorted().width(120).sum(),
            Column::of("owed", OWED).unsorted().width(160),
            Column::of("account", ACCOUNT).unsorted().width(180),
            Column::own(PostedMovement::SUMMARY).unsorted().width(180),
        ])
        .filters(&[
            Filter::new("number", Match::Contains, PostedMovement::NUMBER),
            Filter::new("movementDate", Match::Range, PostedMovement::MOVEMENT_DATE),
            Filter::new("applicant", Match::Contains, APPLICANT).columns(&[("applicant", "name_cn")]),
        ])
        .sort("movementDate,desc");
    acted(page, of.origin, true)
});

static REQUESTS: LazyLock<Page<PostedMovement>> = LazyLock::new(|| {
    const SPENT: Field = text("financialAccount", "full_name", "费用科目", "Expense account");
    const HOLDER: Field = text("holder", "holder", "收款户名", "Payee");
    const PAID_IN: Field = Field::code("currency", "币种", "Currency").column("currency_code").wire("currency");
    let of = Tab {
        key: "voucher.export-request",
        title: ("费用核销（其他付款）", "Other payments"),
        base: "/css/voucherExportRequest",
        noun: "posted_request_payment",
        number: PostedMovement::NUMBER,
        origin: &origin::OTHER_REQUESTS,
    };
    let page = tab(&of)
        .joins(&[
            COOP_JOIN,
            Join { table: "payment_request", alias: "request", on: &[("source_id", "id")], by_org: true },
            Join { table: "financial_account", alias: "spent", on: &[("request.account_id", "id")], by_org: true },
            Join { table: "financial_account", alias: "account", on: &[("account_id", "id")], by_org: true },
        ])
        .columns(&[
            Column::own(PostedMovement::NUMBER).unsorted().width(160).copy(),
            Column::own(PostedMovement::MOVEMENT_DATE).width(100),
            Column::of("coop", CUSTOMER).unsorted().width(160),
            Column::of("request", HOLDER).unsorted().width(160),
            Column::expr(paid_out, AMOUNT).unsorted().width(120).needs(COST_VIEW),
            Column::of("request", PAID_IN).unsorted().width(70),
            Column::of("spent", SPENT).unsorted().width(160),
            Column::of("account", ACCOUNT).unsorted().width(180),
            Column::own(PostedMovement::SUMMARY).unsorted().width(160),
        ])
        .filters(&[
            Filter::new("number", Match::Contains, PostedMovement::NUMBER),
            Filter::new("movementDate", Match::Range, PostedMovement::MOVEMENT_DATE),
            BY_NAME,
            Filter::new("holder", Match::Contains, HOLDER).columns(&[("request", "holder")]),
        ])
        .sort("movementDate,desc");
    acted(page, of.origin, true)
});

fn advances(of: &Tab, view: &'static str) -> Page<PostedAdvance> {
    let page = tab(of)
        .joins(&[
            COOP_JOIN,
            Join { table: "financial_account", alias: "account", on: &[("account_id", "id")], by_org: true },
        ])
        .columns(&[
            Column::own(PostedAdvance::ADVANCE_NUM).width(150).copy(),
            Column::own(PostedAdvance::KIND).unsorted().width(90),
            Column::own(PostedAdvance::ADVANCE_DATE).width(100),
            Column::of("coop", CUSTOMER).unsorted().width(160),
            Column::own(AMOUNT).unsorted().width(120).needs(view),
            Column::own(CURRENCY).unsorted().width(70),
            Column::of("account", ACCOUNT).unsorted().width(180),
            Column::own(PostedAdvance::REMARK).unsorted().width(160),
        ])
        .filters(&[
            Filter::new("advanceNum", Match::Contains, PostedAdvance::ADVANCE_NUM),
            Filter::new("advanceDate", Match::Range, PostedAdvance::ADVANCE_DATE),
            BY_NAME,
        ])
        .sort("advanceDate,desc");
    acted(summed(page, view), of.origin, true)
}

static ADVANCES_IN: LazyLock<Page<PostedAdvance>> = LazyLock::new(|| {
    let of = Tab {
        key: "voucher.export-advance-in",
        title: ("预收", "Advances received"),
        base: "/css/voucherExportAdvanceIn",
        noun: "posted_advance_in",
        number: PostedAdvance::ADVANCE_NUM,
        origin: &origin::ADVANCES_IN,
    };
    advances(&of, INCOME_VIEW)
});

static ADVANCES_OUT: LazyLock<Page<PostedAdvance>> = LazyLock::new(|| {
    let of = Tab {
        key: "voucher.export-advance-out",
        title: ("预付", "Advances paid"),
        base: "/css/voucherExportAdvanceOut",
        noun: "posted_advance_out",
        number: PostedAdvance::ADVANCE_NUM,
        origin: &origin::ADVANCES_OUT,
    };
    advances(&of, COST_VIEW)
});

fn refunds(of: &Tab, view: &'static str) -> Page<PostedMovement> {
    const MOVED_IN: Field = Field::code("currency", "币种", "Currency").column("currency_code").wire("currency");
    let page = tab(of)
        .joins(&[
            COOP_JOIN,
            Join { table: "financial_account", alias: "account", on: &[("account_id", "id")], by_org: true },
        ])
        .columns(&[
            Column::own(PostedMovement::NUMBER).unsorted().width(150).copy(),
            Column::own(PostedMovement::MOVEMENT_DATE).width(100),
            Column::of("coop", CUSTOMER).unsorted().width(160),
            Column::own(AMOUNT).unsorted().width(120).needs(view),
            Column::of("account", MOVED_IN).unsorted().width(70),
            Column::of("account", ACCOUNT).unsorted().width(180),
            Column::own(PostedMovement::SUMMARY).unsorted().width(180),
        ])
        .filters(&[
            Filter::new("number", Match::Contains, PostedMovement::NUMBER),
            Filter::new("movementDate", Match::Range, PostedMovement::MOVEMENT_DATE),
            BY_NAME,
        ])
        .sort("movementDate,desc");
    acted(page, of.origin, true)
}

static REFUNDS_OUT: LazyLock<Page<PostedMovement>> = LazyLock::new(|| {
    let of = Tab {
        key: "voucher.export-refund-out",
        title: ("预收退款", "Paid back"),
        base: "/css/voucherExportRefundOut",
        noun: "posted_refund_out",
        number: PostedMovement::NUMBER,
        origin: &origin::REFUNDS_OUT,
    };
    refunds(&of, INCOME_VIEW)
});

static REFUNDS_IN: LazyLock<Page<PostedMovement>> = LazyLock::new(|| {
    let of = Tab {
        key: "voucher.export-refund-in",
        title: ("预付退款", "Got back"),
        base: "/css/voucherExportRefundIn",
        noun: "posted_refund_in",
        number: PostedMovement::NUMBER,
        origin: &origin::REFUNDS_IN,
    };
    refunds(&of, COST_VIEW)
});

static OFFSETS: LazyLock<Page<PostedOffset>> = LazyLock::new(|| {
    let of = Tab {
        key: "voucher.export-offset",
        title: ("对冲", "Netting"),
        base: "/css/voucherExportOffset",
        noun: "posted_offset",
        number: PostedOffset::OFFSET_NUM,
        origin: &origin::OFFSETS,
    };
    let page = tab(&of)
        .joins(&[COOP_JOIN])
        .columns(&[
            Column::own(PostedOffset::OFFSET_NUM).width(160).copy(),
            Column::own(PostedOffset::OFFSET_DATE).width(100),
            Column::of("coop", CUSTOMER).unsorted().width(160),
            Column::own(FUNCTIONAL.wire("amount")).unsorted().width(120).needs(INCOME_VIEW).sum(),
            Column::own(PostedOffset::REMARK).unsorted().width(160),
        ])
        .filters(&[
            Filter::new("offsetNum", Match::Contains, PostedOffset::OFFSET_NUM),
            Filter::new("offsetDate", Match::Range, PostedOffset::OFFSET_DATE),
            BY_NAME,
        ])
        .sort("offsetDate,desc");
    acted(page, of.origin, true)
});

static TRANSFERS: LazyLock<Page<PostedTransfer>> = LazyLock::new(|| {
    const OUT: Field = money("转出金额", "Amount out", "amount_out", "amount");
    const IN: Field = money("转入金额", "Amount in", "amount_in", "amountIn");
    const FEE: Field = money("手续费", "Fee", "fee", "fee");
    const FROM: Field = text("fromAccount", "full_name", "转出科目", "From");
    const TO: Field = text("toAccount", "full_name", "转入科目", "To");
    const MOVED_IN: Field = Field::code("currency", "币种", "Currency").column("currency_code").wire("currency");
    let of = Tab {
        key: "voucher.export-transfer",
        title: ("账户互转", "Transfers"),
        base: "/css/voucherExportTransfer",
        noun: "posted_transfer",
        number: PostedTransfer::TRANSFER_NUM,
        origin: &origin::TRANSFERS,
    };
    let page = tab(&of)
        .joins(&[
            Join { table: "financial_account", alias: "source", on: &[("from_account_id", "id")], by_org: true },
            Join { table: "financial_account", alias: "target", on: &[("to_account_id", "id")], by_org: true },
        ])
        .columns(&[
            Column::own(PostedTransfer::TRANSFER_NUM).width(150).copy(),
            Column::own(PostedTransfer::TRANSFER_DATE).width(100),
            Column::of("source", FROM).unsorted().width(180),
            Column::own(OUT).unsorted().width(120),
            Column::of("source", MOVED_IN).unsorted().width(70),
            Column::of("target", TO).unsorted().width(180),
            Column::own(IN).unsorted().width(120),
            Column::own(FEE).unsorted().width(90),
            Column::own(PostedTransfer::SUMMARY).unsorted().width(160),
        ])
        .filters(&[
            Filter::new("transferNum", Match::Contains, PostedTransfer::TRANSFER_NUM),
            Filter::new("transferDate", Match::Range, PostedTransfer::TRANSFER_DATE),
        ])
        .sort("transferDate,desc");
    acted(page, of.origin, true)
});

fn runs(of: &Tab) -> Page<PostedRun> {
    const INCOME: Field = money("收入", "Income", "income", "income");
    const COST: Field = money("成本", "Cost", "cost", "cost");
    let page = tab(of)
        .columns(&[
            Column::own(PostedRun::MONTH).width(100),
            Column::own(INCOME).unsorted().width(120).needs(INCOME_VIEW),
            Column::own(COST).unsorted().width(120).needs(COST_VIEW),
        ])
        .filters(&[Filter::new("month", Match::Equals, PostedRun::MONTH)])
        .sort("month,desc");
    acted(page, of.origin, false)
}

static REVALUATIONS: LazyLock<Page<PostedRun>> = LazyLock::new(|| {
    runs(&Tab {
        key: "voucher.export-revaluation",
        title: ("期末调汇", "Revaluation"),
        base: "/css/voucherExportRevaluation",
        noun: "posted_revaluation",
        number: PostedRun::MONTH,
        origin: &origin::REVALUATIONS,
    })
});

static ACCRUALS: LazyLock<Page<PostedRun>> = LazyLock::new(|| {
    runs(&Tab {
        key: "voucher.export-accrual",
        title: ("期末暂估", "Accruals"),
        base: "/css/voucherExportAccrual",
        noun: "posted_accrual",
        number: PostedRun::MONTH,
        origin: &origin::ACCRUALS,
    })
});

/// Adds the tabs to the room, the one that names the page first.
pub(super) fn add(room: &mut Room) {
    room.page(&ISSUED);
    room.page(&LOCKED_INCOME);
    room.page(&RECEIVED);
    room.page(&LOCKED_COST);
    room.page(&INCOME_SETTLED);
    room.page(&COST_SETTLED);
    room.page(&EXPENSES);
    room.page(&EXPENSES_PAID);
    room.page(&REQUESTS);
    room.page(&ADVANCES_IN);
    room.page(&REFUNDS_OUT);
    room.page(&ADVANCES_OUT);
    room.page(&REFUNDS_IN);
    room.page(&OFFSETS);
    room.page(&REVALUATIONS);
    room.page(&TRANSFERS);
    room.page(&ACCRUALS);
}
