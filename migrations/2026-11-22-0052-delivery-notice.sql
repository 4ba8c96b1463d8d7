-- Where and when cargo is brought, told to those who bring it. Its link is a row of order_share of the kind NOTICE;
-- link_salt: what the code is made of, together with the key outside the database, which alone keeps its hash.
CREATE TABLE delivery_notice (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    notice_code text NOT NULL,
    order_id bigint NOT NULL,
    flag text NOT NULL,
    warehouse_id bigint NOT NULL,
    receipt_date text,
    slot text,
    latest_at bigint,
    pieces bigint,
    weight bigint,
    volume bigint,
    goods_name text,
    package_type text,
    marks text,
    plate_no text,
    driver_name text,
    driver_phone text,
    remark text,
    language text NOT NULL,
    receivers text,
    state text NOT NULL,
    share_id bigint,
    link_salt bytea,
    views bigint NOT NULL DEFAULT 0,
    last_view bigint,
    sent_at bigint,
    sent_to text,
    depart_at bigint,
    arrive_at bigint,
    queue_no text,
    received_at bigint,
    void_reason text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_delivery_notice_code ON delivery_notice (org_id, notice_code);
CREATE UNIQUE INDEX uq_delivery_notice_live ON delivery_notice (org_id, order_id, flag) WHERE state <> 'VOID';
CREATE INDEX ix_delivery_notice_share ON delivery_notice (org_id, share_id);
CREATE INDEX ix_delivery_notice_place ON delivery_notice (org_id, warehouse_id, receipt_date);
CREATE INDEX ix_delivery_notice_state ON delivery_notice (org_id, state);
