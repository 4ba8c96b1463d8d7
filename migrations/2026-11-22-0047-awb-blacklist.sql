-- Ranges of master waybill numbers nobody may use. Serials are 8 digits, check digit last; no day: without end.
CREATE TABLE awb_blacklist (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    version bigint NOT NULL,
    prefix text NOT NULL,
    carrier_code text,
    serial_from text NOT NULL,
    serial_to text NOT NULL,
    reason text NOT NULL,
    remark text,
    source text,
    valid_from text,
    valid_to text,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_awb_blacklist_range ON awb_blacklist (org_id, prefix, serial_from, serial_to);

-- The entry that keeps a number locked; nothing else unlocks it.
ALTER TABLE awb ADD COLUMN blacklist_id bigint;
CREATE INDEX ix_awb_blacklist_id ON awb (org_id, blacklist_id);
