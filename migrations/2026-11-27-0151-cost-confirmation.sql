-- 成本确认: what suppliers and the company agree on of each cost before it is paid. Amounts are thousandths, percentages hundredths.

-- A confirmed charge is held; one that was sent back keeps why until it is changed.
ALTER TABLE charge ADD COLUMN cost_confirmed boolean NOT NULL DEFAULT FALSE;
ALTER TABLE charge ADD COLUMN cost_rejected text;
ALTER TABLE charge ADD COLUMN confirmation_id bigint;
CREATE INDEX ix_charge_unconfirmed ON charge (org_id, coop_id, order_id)
    WHERE kind = 'PAYABLE' AND state = 'NORMAL' AND NOT cost_confirmed AND confirmation_id IS NULL;
CREATE INDEX ix_charge_confirmation ON charge (org_id, confirmation_id) WHERE confirmation_id IS NOT NULL;

CREATE TABLE cost_confirmation (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    confirm_code text NOT NULL,
    coop_id bigint NOT NULL,
    currency_code text NOT NULL,
    business_scope text NOT NULL,
    date_basis text NOT NULL,
    from_date text,
    to_date text,
    tolerance bigint NOT NULL,
    tolerance_percent bigint NOT NULL,
    handler_id bigint NOT NULL,
    remark text,
    state text NOT NULL,
    line_count bigint NOT NULL DEFAULT 0,
    booked bigint NOT NULL DEFAULT 0,
    theirs bigint,
    agreed bigint,
    equal_count bigint NOT NULL DEFAULT 0,
    within_count bigint NOT NULL DEFAULT 0,
    different_count bigint NOT NULL DEFAULT 0,
    ours_count bigint NOT NULL DEFAULT 0,
    theirs_count bigint NOT NULL DEFAULT 0,
    sent_at bigint,
    answered_at bigint,
    supplier_rows text,
    financial_date text,
    after_finish boolean NOT NULL DEFAULT FALSE,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_cost_confirmation ON cost_confirmation (org_id, confirm_code);
CREATE INDEX ix_cost_confirmation_coop ON cost_confirmation (org_id, coop_id, state);
CREATE INDEX ix_cost_confirmation_state ON cost_confirmation (org_id, state, id);
CREATE INDEX ix_cost_confirmation_from ON cost_confirmation (org_id, from_date, id);

-- A cost beside what its supplier wants for it; of what he alone has there is no charge until it is added.
CREATE TABLE cost_confirmation_line (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    confirmation_id bigint NOT NULL,
    line bigint NOT NULL,
    charge_id bigint,
    order_id bigint,
    order_code text,
    number text,
    biz_date text,
    business_scope text,
    route text,
    service_item_id bigint,
    service_name text,
    ours bigint,
    theirs bigint,
    result text,
    treatment text,
    agreed bigint,
    reason text,
    remark text,
    before_change text,
    adjusting_id bigint,
    is_void boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_cost_confirmation_line ON cost_confirmation_line (org_id, confirmation_id, result);
CREATE UNIQUE INDEX uq_cost_confirmation_charge ON cost_confirmation_line (org_id, charge_id) WHERE charge_id IS NOT NULL AND NOT is_void;
CREATE INDEX ix_cost_confirmation_order ON cost_confirmation_line (org_id, order_id) WHERE order_id IS NOT NULL;

-- The switch was declared under another name before anything read it.
UPDATE org_setting SET setting_key = 'payNeedsConfirmation' WHERE setting_key = 'costNeedsConfirm';
