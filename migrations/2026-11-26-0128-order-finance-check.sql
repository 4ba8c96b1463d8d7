-- How far the nightly check of the sums of orders has come in a company: a row while one is under way, so that another
-- process goes on where a stop broke it off.
CREATE TABLE order_finance_check (
    org_id bigint NOT NULL,
    run_id bigint NOT NULL,
    order_id bigint NOT NULL,
    checked bigint NOT NULL,
    differing bigint NOT NULL,
    PRIMARY KEY (org_id)
);

-- What it found: sums of an order, its sums of a financial date, or figures of a charge that are not what charges, rates and
-- locks make of them, as they stood and as they should be. Nothing here repairs anything.
CREATE TABLE order_finance_difference (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    run_id bigint NOT NULL,
    order_id bigint NOT NULL,
    part text NOT NULL,
    kind text,
    column_name text NOT NULL,
    financial_date text,
    service_item_id bigint,
    stored text NOT NULL,
    recomputed text NOT NULL,
    found_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_order_finance_difference ON order_finance_difference (org_id, order_id);
