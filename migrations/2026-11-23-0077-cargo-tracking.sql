-- Numbers a company follows, with or without an order; each is counted once in a period of its package.
-- counted_at: when it was counted last; asked_at: when somebody asked for it last, which begins its tracking anew.
CREATE TABLE track_subscription (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    awb_number text NOT NULL,
    counted_at bigint NOT NULL,
    asked_at bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    created_ip text,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_track_subscription ON track_subscription (org_id, awb_number);

-- 我的历史: what each user asked for last.
CREATE TABLE track_query (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    business_scope text NOT NULL,
    awb_number text NOT NULL,
    hawb_number text,
    asked_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_track_query_user ON track_query (org_id, user_id, business_scope, asked_at);
