-- Charges 费用 of orders of every scope. Amounts are thousandths of the main unit of their currency, whatever decimals it
-- has; prices and quantities ten-thousandths; exchange rates millionths.
CREATE TABLE charge (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    kind text NOT NULL,
    line bigint NOT NULL,
    service_item_id bigint NOT NULL,
    coop_id bigint NOT NULL,
    basis text NOT NULL,
    container_type text,
    currency_code text NOT NULL,
    price bigint NOT NULL,
    quantity bigint NOT NULL,
    amount bigint NOT NULL,
    exchange_rate bigint NOT NULL,
    functional bigint NOT NULL,
    tax_rate text NOT NULL,
    not_tax bigint NOT NULL,
    tax bigint NOT NULL,
    functional_not_tax bigint NOT NULL,
    functional_tax bigint NOT NULL,
    note text,
    amount_min bigint,
    amount_max bigint,
    digits bigint,
    carry text NOT NULL,
    inner_note text,
    quantity_typed boolean NOT NULL,
    amount_fixed boolean NOT NULL,
    rate_typed boolean NOT NULL,
    cut text,
    tag text,
    source text NOT NULL,
    state text NOT NULL,
    card_id bigint,
    financial_date text,
    adjust_no text,
    corrects_id bigint,
    reason text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_charge_order ON charge (org_id, order_id, kind, line);
CREATE INDEX ix_charge_item ON charge (org_id, service_item_id);
CREATE INDEX ix_charge_coop ON charge (org_id, coop_id, kind, financial_date);
CREATE INDEX ix_charge_pending ON charge (org_id, order_id) WHERE state = 'PENDING';
CREATE UNIQUE INDEX uq_charge_adjust ON charge (org_id, adjust_no);

-- What an order brings and costs, in thousandths of the functional currency, kept with every write to its charges.
CREATE TABLE order_finance (
    org_id bigint NOT NULL,
    order_id bigint NOT NULL,
    version bigint NOT NULL,
    income bigint NOT NULL,
    cost bigint NOT NULL,
    income_not_tax bigint NOT NULL,
    cost_not_tax bigint NOT NULL,
    income_passed_on bigint NOT NULL,
    cost_passed_on bigint NOT NULL,
    income_gx bigint NOT NULL,
    income_zx bigint NOT NULL,
    income_cz bigint NOT NULL,
    income_bz bigint NOT NULL,
    income_cc bigint NOT NULL,
    income_kd bigint NOT NULL,
    income_gj bigint NOT NULL,
    income_sj bigint NOT NULL,
    cost_gx bigint NOT NULL,
    cost_zx bigint NOT NULL,
    cost_cz bigint NOT NULL,
    cost_bz bigint NOT NULL,
    cost_cc bigint NOT NULL,
    cost_kd bigint NOT NULL,
    cost_gj bigint NOT NULL,
    cost_sj bigint NOT NULL,
    income_status text NOT NULL,
    cost_status text NOT NULL,
    PRIMARY KEY (org_id, order_id)
);

-- The same by the financial date of the charges that have one.
CREATE TABLE order_finance_posting (
    org_id bigint NOT NULL,
    order_id bigint NOT NULL,
    financial_date text NOT NULL,
    income bigint NOT NULL,
    cost bigint NOT NULL,
    income_not_tax bigint NOT NULL,
    cost_not_tax bigint NOT NULL,
    income_passed_on bigint NOT NULL,
    cost_passed_on bigint NOT NULL,
    income_gx bigint NOT NULL,
    income_zx bigint NOT NULL,
    income_cz bigint NOT NULL,
    income_bz bigint NOT NULL,
    income_cc bigint NOT NULL,
    income_kd bigint NOT NULL,
    income_gj bigint NOT NULL,
    income_sj bigint NOT NULL,
    cost_gx bigint NOT NULL,
    cost_zx bigint NOT NULL,
    cost_cz bigint NOT NULL,
    cost_bz bigint NOT NULL,
    cost_cc bigint NOT NULL,
    cost_kd bigint NOT NULL,
    cost_gj bigint NOT NULL,
    cost_sj bigint NOT NULL,
    PRIMARY KEY (org_id, order_id, financial_date)
);
CREATE INDEX ix_order_finance_posting_date ON order_finance_posting (org_id, financial_date);

-- Months 财务期间 of a company: open or closed; a month without a row was never opened.
CREATE TABLE finance_period (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    month text NOT NULL,
    state text NOT NULL,
    closed_by bigint,
    closed_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_finance_period_month ON finance_period (org_id, month);

-- The day an order was locked for before an application opened it: the night locks it for that day again.
ALTER TABLE freight_order ADD COLUMN former_financial_date text;
