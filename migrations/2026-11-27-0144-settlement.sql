-- Money 2: from the bill to the bank. Amounts are thousandths of the main unit of their currency, exchange rates millionths,
-- as in `charge`.

-- What a charge is held by: the debit note it stands on, or what payments have taken of it.
ALTER TABLE charge ADD COLUMN debit_note_id bigint;
ALTER TABLE charge ADD COLUMN reconciled bigint NOT NULL DEFAULT 0;
CREATE INDEX ix_charge_note ON charge (org_id, debit_note_id) WHERE debit_note_id IS NOT NULL;
CREATE INDEX ix_charge_unbilled ON charge (org_id, coop_id, order_id)
    WHERE kind = 'RECEIVABLE' AND state = 'NORMAL' AND debit_note_id IS NULL;
CREATE INDEX ix_charge_unreconciled ON charge (org_id, coop_id, order_id)
    WHERE kind = 'PAYABLE' AND state = 'NORMAL' AND reconciled <> amount;

-- Debit notes 账单: one order and one partner each. `functional…` are sums of the rows below.
CREATE TABLE debit_note (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    note_num text NOT NULL,
    order_id bigint NOT NULL,
    business_scope text NOT NULL,
    coop_id bigint NOT NULL,
    note_date text NOT NULL,
    due_date text NOT NULL,
    due_typed boolean NOT NULL DEFAULT FALSE,
    agreement_id bigint,
    bank_id bigint,
    state text NOT NULL,
    status text NOT NULL,
    functional bigint NOT NULL,
    functional_settled bigint NOT NULL DEFAULT 0,
    functional_open bigint NOT NULL,
    statement_id bigint,
    application_id bigint,
    sent_at bigint,
    confirm_state text NOT NULL DEFAULT 'UNSENT',
    confirmed_at bigint,
    confirmer text,
    confirm_remark text,
    remark text,
    inner_remark text,
    void_reason text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_debit_note_num ON debit_note (org_id, note_num);
CREATE INDEX ix_debit_note_order ON debit_note (org_id, order_id);
CREATE INDEX ix_debit_note_coop ON debit_note (org_id, coop_id, note_date);
CREATE INDEX ix_debit_note_scope ON debit_note (org_id, business_scope, note_date);
CREATE INDEX ix_debit_note_date ON debit_note (org_id, note_date);
CREATE INDEX ix_debit_note_due ON debit_note (org_id, due_date);
CREATE INDEX ix_debit_note_statement ON debit_note (org_id, statement_id) WHERE statement_id IS NOT NULL;
CREATE INDEX ix_debit_note_application ON debit_note (org_id, application_id) WHERE application_id IS NOT NULL;
CREATE INDEX ix_debit_note_open ON debit_note (org_id, coop_id, due_date) WHERE state = 'NORMAL' AND functional_open <> 0;

-- The mails that bills of a kind went out with.
CREATE TABLE bill_mail (
    org_id bigint NOT NULL,
    kind text NOT NULL,
    object_id bigint NOT NULL,
    mail_id bigint NOT NULL,
    PRIMARY KEY (org_id, kind, object_id, mail_id)
);

-- One row of a note for each currency: the lowest row of income, where money lands.
CREATE TABLE debit_note_row (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    note_id bigint NOT NULL,
    currency_code text NOT NULL,
    amount bigint NOT NULL,
    exchange_rate bigint NOT NULL,
    mixed_rate boolean NOT NULL DEFAULT FALSE,
    functional bigint NOT NULL,
    invoiced bigint NOT NULL DEFAULT 0,
    settled bigint NOT NULL DEFAULT 0,
    functional_settled bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_debit_note_row ON debit_note_row (org_id, note_id, currency_code);

-- Statements 清单: notes of one partner. Their figures are those of their notes.
CREATE TABLE statement (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    statement_num text NOT NULL,
    business_scope text NOT NULL,
    coop_id bigint NOT NULL,
    statement_date text NOT NULL,
    due_date text,
    agreement_id bigint,
    bank_id bigint,
    state text NOT NULL,
    status text NOT NULL,
    notes bigint NOT NULL DEFAULT 0,
    first_day text,
    last_day text,
    functional bigint NOT NULL DEFAULT 0,
    functional_settled bigint NOT NULL DEFAULT 0,
    functional_open bigint NOT NULL DEFAULT 0,
    application_id bigint,
    sent_at bigint,
    confirm_state text NOT NULL DEFAULT 'UNSENT',
    confirmed_on text,
    confirmer text,
    confirm_remark text,
    confirm_file text,
    remark text,
    void_reason text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_statement_num ON statement (org_id, statement_num);
CREATE INDEX ix_statement_coop ON statement (org_id, coop_id, statement_date);
CREATE INDEX ix_statement_date ON statement (org_id, statement_date);

-- Applications for invoices 开票申请: of notes of one partner, or of one statement.
CREATE TABLE invoice_application (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    application_num text NOT NULL,
    business_scope text NOT NULL,
    coop_id bigint NOT NULL,
    statement_id bigint,
    invoice_type text NOT NULL,
    title text NOT NULL,
    taxpayer_num text,
    address text,
    phone text,
    bank_name text,
    bank_number text,
    remark text,
    mail text,
    state text NOT NULL,
    status text NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_invoice_application_num ON invoice_application (org_id, application_num);
CREATE INDEX ix_invoice_application_coop ON invoice_application (org_id, coop_id);
CREATE INDEX ix_invoice_application_made ON invoice_application (org_id, created_at);

-- What is applied for, by row of a note.
CREATE TABLE invoice_application_row (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    application_id bigint NOT NULL,
    note_row_id bigint NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_invoice_application_row ON invoice_application_row (org_id, application_id, note_row_id);

-- Invoices of both sides 发票: `side` RECEIVABLE was issued, PAYABLE was received.
CREATE TABLE invoice (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    side text NOT NULL,
    application_id bigint,
    coop_id bigint NOT NULL,
    invoice_type text NOT NULL,
    invoice_code text NOT NULL DEFAULT '',
    invoice_num text NOT NULL,
    invoice_date text NOT NULL,
    title text,
    taxpayer_num text,
    currency_code text NOT NULL,
    amount bigint NOT NULL,
    not_tax bigint NOT NULL,
    tax bigint NOT NULL,
    tax_rate text,
    face_amount bigint,
    exchange_rate bigint NOT NULL,
    functional bigint NOT NULL,
    allocated bigint NOT NULL DEFAULT 0,
    settled bigint NOT NULL DEFAULT 0,
    state text NOT NULL,
    red_of bigint,
    red_confirm_num text,
    red_reason text,
    deduct_state text,
    deduct_month text,
    remark text,
    files text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_invoice_issued ON invoice (org_id, invoice_code, invoice_num) WHERE side = 'RECEIVABLE' AND state <> 'REMOVED';
CREATE UNIQUE INDEX uq_invoice_received ON invoice (org_id, invoice_code, invoice_num) WHERE side = 'PAYABLE' AND state <> 'REMOVED';
CREATE INDEX ix_invoice_coop ON invoice (org_id, side, coop_id, invoice_date);
CREATE INDEX ix_invoice_date ON invoice (org_id, side, invoice_date);
CREATE INDEX ix_invoice_application ON invoice (org_id, application_id) WHERE application_id IS NOT NULL;

-- The lines of an invoice: by tax rate and invoice name.
CREATE TABLE invoice_line (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    invoice_id bigint NOT NULL,
    line bigint NOT NULL,
    item_name text NOT NULL,
    tax_rate text NOT NULL,
    amount bigint NOT NULL,
    not_tax bigint NOT NULL,
    tax bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_invoice_line ON invoice_line (org_id, invoice_id, line);

-- What of a row an invoice covers: `row_id` is a debit_note_row of an issued invoice, a payment of a received one.
CREATE TABLE invoice_allocation (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    invoice_id bigint NOT NULL,
    side text NOT NULL,
    row_id bigint NOT NULL,
    amount bigint NOT NULL,
    settled bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_invoice_allocation ON invoice_allocation (org_id, invoice_id, row_id);
CREATE INDEX ix_invoice_allocation_row ON invoice_allocation (org_id, side, row_id);

-- Money that came in 收款.
CREATE TABLE receipt (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    receipt_num text NOT NULL,
    receipt_date text NOT NULL,
    account_id bigint NOT NULL,
    currency_code text NOT NULL,
    amount bigint NOT NULL,
    bank_fee bigint NOT NULL DEFAULT 0,
    fee_posted boolean NOT NULL DEFAULT FALSE,
    exchange_rate bigint NOT NULL,
    functional bigint NOT NULL,
    payer_name text,
    payer_account text,
    bank_ref text,
    summary text,
    coop_id bigint,
    proposed_coop_id bigint,
    settled bigint NOT NULL DEFAULT 0,
    advanced bigint NOT NULL DEFAULT 0,
    refunded bigint NOT NULL DEFAULT 0,
    open_amount bigint NOT NULL,
    state text NOT NULL,
    claimed_by bigint,
    claimed_at bigint,
    claim_remark text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_receipt_num ON receipt (org_id, receipt_num);
CREATE UNIQUE INDEX uq_receipt_ref ON receipt (org_id, account_id, bank_ref) WHERE bank_ref IS NOT NULL;
CREATE INDEX ix_receipt_date ON receipt (org_id, receipt_date);
CREATE INDEX ix_receipt_account ON receipt (org_id, account_id);
CREATE INDEX ix_receipt_coop ON receipt (org_id, coop_id, receipt_date);
CREATE INDEX ix_receipt_open ON receipt (org_id, state, receipt_date) WHERE open_amount <> 0;

-- Money received or paid before there is a bill, and deposits 预收 预付 押金.
CREATE TABLE advance (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    advance_num text NOT NULL,
    kind text NOT NULL,
    coop_id bigint NOT NULL,
    order_id bigint,
    advance_date text NOT NULL,
    account_id bigint,
    currency_code text NOT NULL,
    amount bigint NOT NULL,
    exchange_rate bigint NOT NULL,
    functional bigint NOT NULL,
    used bigint NOT NULL DEFAULT 0,
    functional_used bigint NOT NULL DEFAULT 0,
    refunded bigint NOT NULL DEFAULT 0,
    open_amount bigint NOT NULL,
    receipt_id bigint,
    receipt_fee bigint NOT NULL DEFAULT 0,
    request_id bigint,
    containers text,
    return_date text,
    remark text,
    state text NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_advance_num ON advance (org_id, advance_num);
CREATE INDEX ix_advance_date ON advance (org_id, advance_date);
CREATE INDEX ix_advance_account ON advance (org_id, account_id) WHERE account_id IS NOT NULL;
CREATE INDEX ix_advance_open ON advance (org_id, coop_id, currency_code) WHERE open_amount <> 0;

-- Payments 对账单: cost of one partner in one currency, checked against his bill.
CREATE TABLE payment (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    payment_num text NOT NULL,
    business_scope text NOT NULL,
    coop_id bigint NOT NULL,
    payment_date text NOT NULL,
    supplier_bill_no text,
    currency_code text NOT NULL,
    amount bigint NOT NULL,
    exchange_rate bigint NOT NULL,
    mixed_rate boolean NOT NULL DEFAULT FALSE,
    functional bigint NOT NULL,
    orders bigint NOT NULL DEFAULT 0,
    invoiced bigint NOT NULL DEFAULT 0,
    requested bigint NOT NULL DEFAULT 0,
    settled bigint NOT NULL DEFAULT 0,
    functional_settled bigint NOT NULL DEFAULT 0,
    open_amount bigint NOT NULL,
    state text NOT NULL,
    status text NOT NULL,
    confirmed_on text,
    remark text,
    void_reason text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_payment_num ON payment (org_id, payment_num);
CREATE INDEX ix_payment_coop ON payment (org_id, coop_id, payment_date);
CREATE INDEX ix_payment_scope ON payment (org_id, business_scope, payment_date);
CREATE INDEX ix_payment_date ON payment (org_id, payment_date);
CREATE INDEX ix_payment_open ON payment (org_id, coop_id, currency_code) WHERE state = 'NORMAL' AND open_amount <> 0;

-- What of a cost a payment takes: the lowest row of cost.
CREATE TABLE payment_detail (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    payment_id bigint NOT NULL,
    charge_id bigint NOT NULL,
    order_id bigint NOT NULL,
    amount bigint NOT NULL,
    functional bigint NOT NULL,
    settled bigint NOT NULL DEFAULT 0,
    functional_settled bigint NOT NULL DEFAULT 0,
    is_void boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_payment_detail ON payment_detail (org_id, payment_id, charge_id);
CREATE INDEX ix_payment_detail_charge ON payment_detail (org_id, charge_id) WHERE NOT is_void;
CREATE INDEX ix_payment_detail_order ON payment_detail (org_id, order_id) WHERE NOT is_void;

-- Payment requests 付款申请.
CREATE TABLE payment_request (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    request_num text NOT NULL,
    kind text NOT NULL,
    business_scope text NOT NULL,
    coop_id bigint,
    order_id bigint,
    receipt_id bigint,
    advance_id bigint,
    account_id bigint,
    currency_code text NOT NULL,
    amount bigint NOT NULL,
    paid bigint NOT NULL DEFAULT 0,
    due_date text NOT NULL,
    urgency text NOT NULL,
    payment_method text NOT NULL,
    coop_bank_id bigint,
    bank_name text,
    bank_number text,
    holder text,
    needs_invoice boolean NOT NULL DEFAULT FALSE,
    containers text,
    return_date text,
    remark text,
    state text NOT NULL,
    close_reason text,
    paid_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_payment_request_num ON payment_request (org_id, request_num);
CREATE INDEX ix_payment_request_coop ON payment_request (org_id, coop_id);
CREATE INDEX ix_payment_request_due ON payment_request (org_id, state, due_date);
CREATE INDEX ix_payment_request_made ON payment_request (org_id, created_at);
CREATE INDEX ix_payment_request_account ON payment_request (org_id, account_id) WHERE account_id IS NOT NULL;

-- What of which payment is asked for.
CREATE TABLE payment_request_row (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    request_id bigint NOT NULL,
    payment_id bigint NOT NULL,
    amount bigint NOT NULL,
    paid bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_payment_request_row ON payment_request_row (org_id, request_id, payment_id);
CREATE INDEX ix_payment_request_row ON payment_request_row (org_id, payment_id);

-- Bank accounts of partners that money goes to. One that was entered or changed is reviewed by a second user before it is
-- paid to.
CREATE TABLE coop_bank (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    coop_id bigint NOT NULL,
    account_name text NOT NULL,
    bank_name text NOT NULL,
    account_no text NOT NULL,
    currency_code text NOT NULL,
    cnaps text,
    swift text,
    review_state text NOT NULL,
    reviewer_id bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_coop_bank ON coop_bank (org_id, coop_id, account_no, currency_code);

-- Netting 对冲: one write-off of each side.
CREATE TABLE offsetting (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    offset_num text NOT NULL,
    coop_id bigint NOT NULL,
    offset_date text NOT NULL,
    functional bigint NOT NULL,
    exchange_diff bigint NOT NULL,
    income_text text NOT NULL,
    cost_text text NOT NULL,
    remark text,
    state text NOT NULL,
    reverse_reason text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_offsetting_num ON offsetting (org_id, offset_num);
CREATE INDEX ix_offsetting_date ON offsetting (org_id, offset_date);

-- Write-offs 核销 of both sides: money from one source against rows.
CREATE TABLE write_off (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    write_off_num text NOT NULL,
    side text NOT NULL,
    business_scope text NOT NULL,
    coop_id bigint NOT NULL,
    write_off_date text NOT NULL,
    method text NOT NULL,
    receipt_id bigint,
    advance_id bigint,
    account_id bigint,
    request_id bigint,
    offset_id bigint,
    currency_code text NOT NULL,
    money bigint NOT NULL,
    exchange_rate bigint NOT NULL,
    fee bigint NOT NULL DEFAULT 0,
    receipt_fee bigint NOT NULL DEFAULT 0,
    small bigint NOT NULL DEFAULT 0,
    money_functional bigint NOT NULL,
    carrying bigint NOT NULL,
    exchange_diff bigint NOT NULL,
    remark text,
    state text NOT NULL,
    reverse_reason text,
    reversed_by bigint,
    reversed_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_write_off_num ON write_off (org_id, write_off_num);
CREATE INDEX ix_write_off_date ON write_off (org_id, side, write_off_date);
CREATE INDEX ix_write_off_coop ON write_off (org_id, side, coop_id, write_off_date);
CREATE INDEX ix_write_off_account ON write_off (org_id, account_id) WHERE account_id IS NOT NULL;
CREATE INDEX ix_write_off_receipt ON write_off (org_id, receipt_id) WHERE receipt_id IS NOT NULL;
CREATE INDEX ix_write_off_advance ON write_off (org_id, advance_id) WHERE advance_id IS NOT NULL;
CREATE INDEX ix_write_off_request ON write_off (org_id, request_id) WHERE request_id IS NOT NULL;
CREATE INDEX ix_write_off_offset ON write_off (org_id, offset_id) WHERE offset_id IS NOT NULL;

-- What was settled of which row: `row_id` is a debit_note_row of income, a payment_detail of cost; `document_id` the note or
-- the payment it belongs to.
CREATE TABLE write_off_line (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    write_off_id bigint NOT NULL,
    side text NOT NULL,
    row_id bigint NOT NULL,
    document_id bigint NOT NULL,
    order_id bigint NOT NULL,
    invoice_id bigint,
    currency_code text NOT NULL,
    amount bigint NOT NULL,
    money bigint NOT NULL,
    money_functional bigint NOT NULL,
    carrying bigint NOT NULL,
    exchange_diff bigint NOT NULL,
    is_reversed boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_write_off_line ON write_off_line (org_id, write_off_id);
CREATE INDEX ix_write_off_line_row ON write_off_line (org_id, side, row_id) WHERE NOT is_reversed;
CREATE INDEX ix_write_off_line_document ON write_off_line (org_id, side, document_id) WHERE NOT is_reversed;
CREATE INDEX ix_write_off_line_invoice ON write_off_line (org_id, invoice_id) WHERE invoice_id IS NOT NULL;

-- Bad debts 坏账 that wait for their decision, and became write-offs by it: `targets` as they were asked for.
CREATE TABLE bad_debt (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    coop_id bigint NOT NULL,
    write_off_date text NOT NULL,
    targets text NOT NULL,
    remark text,
    write_off_id bigint,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);

-- What came to and went from a money account, each written with what it belongs to.
CREATE TABLE fund_movement (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    movement_date text NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    coop_id bigint,
    summary text,
    amount bigint NOT NULL,
    source text NOT NULL,
    source_id bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_fund_movement ON fund_movement (org_id, account_id, movement_date, id);
CREATE INDEX ix_fund_movement_source ON fund_movement (org_id, source, source_id);

-- The opening balance of a money account, and transfers between two.
CREATE TABLE fund_opening (
    org_id bigint NOT NULL,
    account_id bigint NOT NULL,
    opening_date text NOT NULL,
    amount bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, account_id)
);
CREATE TABLE fund_transfer (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    transfer_num text NOT NULL,
    transfer_date text NOT NULL,
    from_account_id bigint NOT NULL,
    to_account_id bigint NOT NULL,
    amount_out bigint NOT NULL,
    amount_in bigint NOT NULL,
    fee bigint NOT NULL DEFAULT 0,
    summary text,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_fund_transfer_num ON fund_transfer (org_id, transfer_num);
CREATE INDEX ix_fund_transfer_from ON fund_transfer (org_id, from_account_id);
CREATE INDEX ix_fund_transfer_to ON fund_transfer (org_id, to_account_id);

-- Suppliers' bills that were read from files and decided about line by line: `body` says how. What waits for approval is
-- made into a payment by it; one of CASS tells that its masters were billed in its period.
CREATE TABLE payment_upload (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    file_type text NOT NULL,
    coop_id bigint NOT NULL,
    currency_code text NOT NULL,
    period_from text,
    period_to text,
    body text NOT NULL,
    payment_id bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_payment_upload_period ON payment_upload (org_id, coop_id, period_from) WHERE file_type = 'CASS';
CREATE INDEX ix_payment_upload_payment ON payment_upload (org_id, payment_id) WHERE payment_id IS NOT NULL;

-- The column mapping of a bank's or a supplier's files, as it was used last.
CREATE TABLE file_mapping (
    org_id bigint NOT NULL,
    kind text NOT NULL,
    of_id bigint NOT NULL,
    mapping text NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, kind, of_id)
);

-- These switches were declared under other names before anything read them.
UPDATE org_setting SET setting_key = 'writeoffByInvoice' WHERE setting_key = 'invoicedByInvoice';
UPDATE org_setting SET setting_key = 'payNeedsRequest' WHERE setting_key = 'paymentNeedsRequest';
