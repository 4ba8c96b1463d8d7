-- Webhook: addresses of other systems that want to be told of orders. Secrets are sealed; for a while after a renewal the
-- former one signs, too.
CREATE TABLE webhook (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    state text NOT NULL,
    stopped_for text,
    remark text,
    on_created boolean NOT NULL,
    on_updated boolean NOT NULL,
    on_state boolean NOT NULL,
    on_node boolean NOT NULL,
    on_event boolean NOT NULL,
    scopes text,
    secret bytea,
    old_secret bytea,
    old_until bigint,
    secret_at bigint,
    failing_since bigint,
    last_at bigint,
    last_status bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_webhook ON webhook (org_id, name);

-- Outbox and log in one: what is to be said to an address, as it was when it happened, and what became of it.
CREATE TABLE webhook_delivery (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    webhook_id bigint NOT NULL,
    message_id text NOT NULL,
    event text NOT NULL,
    order_id bigint,
    order_code text,
    body text NOT NULL,
    state text NOT NULL,
    attempts bigint NOT NULL,
    next_at bigint,
    worker text,
    outcome text,
    last_status bigint,
    took bigint,
    tried_at bigint,
    finished_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_webhook_delivery_due ON webhook_delivery (next_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX ix_webhook_delivery_time ON webhook_delivery (org_id, created_at, id);
CREATE INDEX ix_webhook_delivery_hook ON webhook_delivery (org_id, webhook_id, id);
CREATE INDEX ix_webhook_delivery_state ON webhook_delivery (org_id, state, id);
CREATE INDEX ix_webhook_delivery_event ON webhook_delivery (org_id, event, id);
CREATE INDEX ix_webhook_delivery_order ON webhook_delivery (org_id, order_code, id);
