-- Vouchers: what documents post to accounts. Amounts are thousandths of the functional currency, originals thousandths of their
-- own, rates millionths.

-- 凭证规则: one row for a company that decided something.
CREATE TABLE voucher_rule (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    word text NOT NULL,
    post_by text NOT NULL,
    split_tax boolean NOT NULL,
    mode text NOT NULL,
    summary text NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_voucher_rule ON voucher_rule (org_id);

-- Which account an amount of a kind of documents goes to, for some scope, category of charges or kind of partner, or always.
CREATE TABLE voucher_rule_entry (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    rule_id bigint NOT NULL,
    line bigint NOT NULL,
    kind text NOT NULL,
    part text NOT NULL,
    business_scope text,
    category text,
    partner text,
    account_id bigint NOT NULL,
    subsidiary text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_voucher_rule_entry ON voucher_rule_entry (org_id, rule_id, line);
CREATE INDEX ix_voucher_rule_entry_account ON voucher_rule_entry (org_id, account_id);

-- 凭证. `month` is that of its day. A returned one stays, its number may be given again.
CREATE TABLE voucher (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    voucher_date text NOT NULL,
    month text NOT NULL,
    word text NOT NULL,
    number bigint NOT NULL,
    kind text NOT NULL,
    attachments bigint NOT NULL,
    summary text NOT NULL,
    debit bigint NOT NULL,
    credit bigint NOT NULL,
    state text NOT NULL,
    returned_by bigint,
    returned_at bigint,
    exported_at bigint,
    exports bigint NOT NULL DEFAULT 0,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_voucher_number ON voucher (org_id, month, word, number) WHERE state = 'VALID';
CREATE INDEX ix_voucher_date ON voucher (org_id, voucher_date, id);
CREATE INDEX ix_voucher_kind ON voucher (org_id, kind, voucher_date);

-- 分录: one side only; `debit` or `credit` is 0.
CREATE TABLE voucher_entry (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    voucher_id bigint NOT NULL,
    line bigint NOT NULL,
    summary text NOT NULL,
    account_id bigint NOT NULL,
    coop_id bigint,
    user_id bigint,
    dept_id bigint,
    accrued boolean NOT NULL DEFAULT FALSE,
    currency_code text NOT NULL,
    original bigint NOT NULL,
    exchange_rate bigint NOT NULL,
    debit bigint NOT NULL,
    credit bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_voucher_entry ON voucher_entry (org_id, voucher_id, line);
CREATE INDEX ix_voucher_entry_account ON voucher_entry (org_id, account_id);
CREATE INDEX ix_voucher_entry_coop ON voucher_entry (org_id, coop_id) WHERE coop_id IS NOT NULL;

-- What a voucher was made of: the table a document stands in and its id. A returned voucher frees its documents.
CREATE TABLE voucher_source (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    voucher_id bigint NOT NULL,
    kind text NOT NULL,
    source text NOT NULL,
    source_id bigint NOT NULL,
    number text NOT NULL,
    is_freed boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_voucher_source ON voucher_source (org_id, kind, source, source_id) WHERE NOT is_freed;
CREATE INDEX ix_voucher_source_document ON voucher_source (org_id, source, source_id);
CREATE INDEX ix_voucher_source_voucher ON voucher_source (org_id, voucher_id);

-- 号码日志: numbers given, returned and changed.
CREATE TABLE voucher_number_log (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    month text NOT NULL,
    word text NOT NULL,
    number bigint NOT NULL,
    act text NOT NULL,
    voucher_id bigint NOT NULL,
    acted_by bigint NOT NULL,
    acted_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_voucher_number_log ON voucher_number_log (org_id, month, id);

-- 凭证格式 a company made for itself. The built-in ones are in the program.
CREATE TABLE voucher_format (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    format_name text NOT NULL,
    file_type text NOT NULL,
    layout text NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_voucher_format ON voucher_format (org_id, format_name);

-- 期末调汇 and 期末暂估 of a month, one of each while not taken back: `body` holds the rows as they were listed.
CREATE TABLE period_run (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    month text NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    income bigint NOT NULL,
    cost bigint NOT NULL,
    voucher_id bigint,
    reversal_id bigint,
    state text NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_period_run ON period_run (org_id, month, kind) WHERE state = 'VALID';

-- The voucher a document has. Indexes are of what waits for one.
ALTER TABLE invoice ADD COLUMN voucher_id bigint;
ALTER TABLE charge ADD COLUMN voucher_id bigint;
ALTER TABLE write_off ADD COLUMN voucher_id bigint;
ALTER TABLE advance ADD COLUMN voucher_id bigint;
ALTER TABLE fund_movement ADD COLUMN voucher_id bigint;
ALTER TABLE offsetting ADD COLUMN voucher_id bigint;
ALTER TABLE fund_transfer ADD COLUMN voucher_id bigint;
CREATE INDEX ix_invoice_unposted ON invoice (org_id, side, invoice_date, id) WHERE voucher_id IS NULL;
CREATE INDEX ix_charge_dated ON charge (org_id, kind, financial_date, id) WHERE financial_date IS NOT NULL;
CREATE INDEX ix_write_off_unposted ON write_off (org_id, side, write_off_date, id) WHERE voucher_id IS NULL;
CREATE INDEX ix_advance_unposted ON advance (org_id, advance_date, id) WHERE voucher_id IS NULL;
CREATE INDEX ix_fund_movement_kind ON fund_movement (org_id, kind, movement_date, id);
CREATE INDEX ix_offsetting_unposted ON offsetting (org_id, offset_date, id) WHERE voucher_id IS NULL;
CREATE INDEX ix_fund_transfer_date ON fund_transfer (org_id, transfer_date, id);
-- Documents of the vouchers of some days.
CREATE INDEX ix_invoice_voucher ON invoice (org_id, voucher_id) WHERE voucher_id IS NOT NULL;
CREATE INDEX ix_charge_voucher ON charge (org_id, voucher_id) WHERE voucher_id IS NOT NULL;
CREATE INDEX ix_write_off_voucher ON write_off (org_id, voucher_id) WHERE voucher_id IS NOT NULL;
CREATE INDEX ix_advance_voucher ON advance (org_id, voucher_id) WHERE voucher_id IS NOT NULL;
CREATE INDEX ix_fund_movement_voucher ON fund_movement (org_id, voucher_id) WHERE voucher_id IS NOT NULL;
CREATE INDEX ix_offsetting_voucher ON offsetting (org_id, voucher_id) WHERE voucher_id IS NOT NULL;
CREATE INDEX ix_fund_transfer_voucher ON fund_transfer (org_id, voucher_id) WHERE voucher_id IS NOT NULL;
CREATE INDEX ix_period_run_voucher ON period_run (org_id, voucher_id) WHERE voucher_id IS NOT NULL;
-- Their rows are listed to be posted, so they have versions as those of other documents.
ALTER TABLE fund_movement ADD COLUMN version bigint NOT NULL DEFAULT 1;
ALTER TABLE fund_transfer ADD COLUMN version bigint NOT NULL DEFAULT 1;
-- What the voucher of a movement says beside its amount: what a refund takes of the functional amount of its advance, the bank
-- fee that was paid beside it, and the one of the receipt it pays back.
ALTER TABLE fund_movement ADD COLUMN functional bigint NOT NULL DEFAULT 0;
ALTER TABLE fund_movement ADD COLUMN fee bigint NOT NULL DEFAULT 0;
ALTER TABLE fund_movement ADD COLUMN receipt_fee bigint NOT NULL DEFAULT 0;
