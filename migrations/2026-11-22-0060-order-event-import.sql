-- Events of sea, rail, road and other orders that come in messages and files: what they tell beside those typed by hand,
-- what codes of each source mean, and what waits because nobody knows its code or its order yet.

ALTER TABLE order_event ADD COLUMN vessel text;
ALTER TABLE order_event ADD COLUMN voyage text;
ALTER TABLE order_event ADD COLUMN plate text;
-- Told to have happened before what must come first.
ALTER TABLE order_event ADD COLUMN out_of_order boolean NOT NULL DEFAULT FALSE;
CREATE INDEX ix_order_event_time ON order_event (org_id, event_time);

-- What a source means by a code of its own.
CREATE TABLE order_event_code (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    source text NOT NULL,
    told text NOT NULL,
    code text NOT NULL,
    remark text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_order_event_code_told ON order_event_code (org_id, source, told);

-- What was told and could not be put to an order yet; the same is kept once.
CREATE TABLE order_event_waiting (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    reason text NOT NULL,
    source text NOT NULL,
    form text NOT NULL,
    told text NOT NULL,
    classifier text NOT NULL,
    numbers text,
    container_no text,
    event_time bigint,
    place text,
    note text,
    file_name text,
    body text NOT NULL,
    fingerprint bytea NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_order_event_waiting_once ON order_event_waiting (org_id, fingerprint);
CREATE INDEX ix_order_event_waiting_told ON order_event_waiting (org_id, source, told);
