-- Notices of arrival of import orders, one to an order: what the paper says, and how far the consignee has been told.
-- state: UNTOLD, SENT or CONFIRMED. confirmed_at, confirmed_person, confirmed_way: when who was told how; the user who
-- wrote it down is confirmed_by. free_days: days of storage before it costs, the first of them the day of arrival.
CREATE TABLE arrival_notice (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    state text NOT NULL,
    language text NOT NULL,
    consignee text,
    contact text,
    phone text,
    warehouse_id bigint,
    free_days bigint,
    documents text,
    remark text,
    made_by bigint,
    made_at bigint,
    sent_at bigint,
    sent_to text,
    confirmed_at bigint,
    confirmed_person text,
    confirmed_way text,
    confirmed_remark text,
    confirmed_by bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_arrival_notice_order ON arrival_notice (org_id, order_id);
