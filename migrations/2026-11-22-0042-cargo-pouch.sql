-- The papers that travel with a master. link_salt: what the public link and the view code are made of, together with
-- the key outside the database; of both only hashes are kept.
CREATE TABLE cargo_pouch (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    pouch_number text NOT NULL,
    awb_number text NOT NULL,
    order_codes text,
    flight_no text,
    flight_date text,
    departure_station text,
    arrival_station text,
    agent_id bigint,
    seal_no text,
    remark text,
    state text NOT NULL,
    document_count bigint NOT NULL,
    original_count bigint NOT NULL,
    missing text,
    hand_to text,
    hand_person text,
    hand_at bigint,
    received_by text,
    received_phone text,
    received_at bigint,
    received_remark text,
    received_ip text,
    void_reason text,
    link_salt bytea,
    token_hash bytea,
    code_hash bytea,
    expire_at bigint,
    views bigint NOT NULL DEFAULT 0,
    last_view bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_cargo_pouch_number ON cargo_pouch (org_id, pouch_number);
CREATE UNIQUE INDEX uq_cargo_pouch_master ON cargo_pouch
    (org_id, awb_number, COALESCE(flight_no, ''), COALESCE(flight_date, '')) WHERE state <> 'VOID';
CREATE UNIQUE INDEX uq_cargo_pouch_token ON cargo_pouch (token_hash);
CREATE INDEX ix_cargo_pouch_code ON cargo_pouch (code_hash);
CREATE INDEX ix_cargo_pouch_state ON cargo_pouch (org_id, state, flight_date);

CREATE TABLE cargo_pouch_document (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    pouch_id bigint NOT NULL,
    line bigint NOT NULL,
    doc_type text NOT NULL,
    doc_no text,
    order_id bigint,
    hawb_id bigint,
    originals bigint NOT NULL,
    copies bigint NOT NULL,
    file_id bigint,
    is_display boolean NOT NULL,
    remark text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_cargo_pouch_document ON cargo_pouch_document (org_id, pouch_id, line);

-- The orders of its master: whoever sees one of them sees the pouch.
CREATE TABLE cargo_pouch_order (
    org_id bigint NOT NULL,
    pouch_id bigint NOT NULL,
    order_id bigint NOT NULL,
    PRIMARY KEY (org_id, pouch_id, order_id)
);
CREATE INDEX ix_cargo_pouch_order ON cargo_pouch_order (org_id, order_id);
