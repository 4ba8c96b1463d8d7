-- Expense reports. Amounts are thousandths of the functional currency.

-- 报销单; 借款 is one without lines. The applicant is who made it. `loan_id` is the 借款 that `loan_used` of it is set against;
-- `to_pay` = amount - loan_used, below nought he pays back. `repaid` of a 借款: what reports in course or done are set against
-- it. `account_id` of a 借款: 其他应收, named at 审核. `bank_account_id`: named at 审核, 其他应付 where it is paid later from
-- another one; `paid_account_id`: what paid it.
CREATE TABLE expense_report (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    report_num text NOT NULL,
    kind text NOT NULL,
    report_date text NOT NULL,
    dept_id bigint,
    mode text NOT NULL,
    payment_method text NOT NULL,
    coop_id bigint,
    coop_bank_id bigint,
    expenses_use text,
    amount bigint NOT NULL,
    loan_id bigint,
    loan_used bigint NOT NULL DEFAULT 0,
    to_pay bigint NOT NULL DEFAULT 0,
    repaid bigint NOT NULL DEFAULT 0,
    attached bigint NOT NULL DEFAULT 0,
    remark text,
    state text NOT NULL,
    submitted_at bigint,
    approved_by bigint,
    approved_at bigint,
    is_auto boolean NOT NULL DEFAULT FALSE,
    audited_by bigint,
    audited_at bigint,
    financial_date text,
    account_id bigint,
    bank_account_id bigint,
    paid_account_id bigint,
    paid_date text,
    paid_by bigint,
    paid_at bigint,
    return_reason text,
    voucher_id bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_expense_report_unposted ON expense_report (org_id, state, financial_date, id) WHERE voucher_id IS NULL;
CREATE INDEX ix_expense_report_voucher ON expense_report (org_id, voucher_id) WHERE voucher_id IS NOT NULL;
CREATE UNIQUE INDEX uq_expense_report_num ON expense_report (org_id, report_num);
CREATE INDEX ix_expense_report_own ON expense_report (org_id, created_by, state);
CREATE INDEX ix_expense_report_state ON expense_report (org_id, state, id);
CREATE INDEX ix_expense_report_date ON expense_report (org_id, report_date, id);
CREATE INDEX ix_expense_report_financial ON expense_report (org_id, financial_date, id);
CREATE INDEX ix_expense_report_made ON expense_report (org_id, created_at, id);
CREATE INDEX ix_expense_report_dept ON expense_report (org_id, dept_id, id);
CREATE INDEX ix_expense_report_kind ON expense_report (org_id, kind, id);
CREATE INDEX ix_expense_report_mode ON expense_report (org_id, mode, id);
CREATE INDEX ix_expense_report_amount ON expense_report (org_id, amount, id);
CREATE INDEX ix_expense_report_coop ON expense_report (org_id, coop_id) WHERE coop_id IS NOT NULL;
CREATE INDEX ix_expense_report_loan ON expense_report (org_id, loan_id) WHERE loan_id IS NOT NULL;
CREATE INDEX ix_expense_report_account ON expense_report (org_id, account_id) WHERE account_id IS NOT NULL;
CREATE INDEX ix_expense_report_bank ON expense_report (org_id, bank_account_id) WHERE bank_account_id IS NOT NULL;
CREATE INDEX ix_expense_report_paid ON expense_report (org_id, paid_account_id) WHERE paid_account_id IS NOT NULL;

-- 报销明细. `tax`: the input tax within `amount`; `account_id` is named at 审核.
CREATE TABLE expense_line (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    report_id bigint NOT NULL,
    line bigint NOT NULL,
    expense_type text NOT NULL,
    expense_date text,
    purpose text NOT NULL,
    amount bigint NOT NULL,
    tax_rate text,
    tax bigint NOT NULL DEFAULT 0,
    invoice_num text,
    order_id bigint,
    account_id bigint,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_expense_line_report ON expense_line (org_id, report_id, line);
CREATE INDEX ix_expense_line_type ON expense_line (org_id, expense_type);
CREATE INDEX ix_expense_line_order ON expense_line (org_id, order_id) WHERE order_id IS NOT NULL;
CREATE INDEX ix_expense_line_account ON expense_line (org_id, account_id) WHERE account_id IS NOT NULL;
