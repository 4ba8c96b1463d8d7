-- 航线签单: the minimum sell rate and the buying rate of an air export order, one row for an order that is to be signed.
-- Prices in 1/10000, rates in 1/1000000, weights in grams, amounts in thousandths of the main unit.
CREATE TABLE routing_sign (
    org_id bigint NOT NULL,
    order_id bigint NOT NULL,
    state text NOT NULL,
    msr_price_type text,
    msr_price bigint,
    msr_currency text,
    msr_rate bigint,
    income_weight bigint,
    msr_functional bigint,
    cost_price_type text,
    cost_price bigint,
    cost_currency text,
    cost_rate bigint,
    cost_weight bigint,
    cost_amount bigint,
    cost_functional bigint,
    difference bigint,
    person_id bigint,
    signer_id bigint,
    signed_at bigint,
    -- What was applied for, as it was typed, while somebody decides about it; in JSON.
    proposal text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, order_id)
);
CREATE INDEX ix_routing_sign_state ON routing_sign (org_id, state);

-- 单货匹配: the price that was paid for a master, and what each of its orders bears of it.
CREATE TABLE master_cost (
    org_id bigint NOT NULL,
    awb_id bigint NOT NULL,
    price_type text NOT NULL,
    price bigint NOT NULL,
    currency text NOT NULL,
    cost_weight bigint NOT NULL,
    total bigint NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, awb_id)
);
CREATE TABLE master_cost_share (
    org_id bigint NOT NULL,
    awb_id bigint NOT NULL,
    order_id bigint NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (org_id, awb_id, order_id)
);
CREATE INDEX ix_master_cost_share_order ON master_cost_share (org_id, order_id);
