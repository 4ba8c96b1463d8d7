-- Waybill stock, waybill forms, track and manifest events, share links, tokens of prepared files.
-- Units as in the order migration: grams, cubic centimetres, minor units; days are text
-- yyyy-MM-dd, instants milliseconds UTC.

CREATE TABLE awb_receipt (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    code text NOT NULL,
    prefix text NOT NULL,
    carrier_code text,
    departure_station text,
    source_type text NOT NULL,
    source_coop_id bigint,
    receive_date text NOT NULL,
    kind text NOT NULL,
    quantity bigint NOT NULL,
    first_number text NOT NULL,
    last_number text NOT NULL,
    unit_cost bigint,
    amount bigint,
    expire_date text,
    remark text,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_awb_receipt_code ON awb_receipt (org_id, code);
CREATE INDEX ix_awb_receipt_date ON awb_receipt (org_id, receive_date);

-- The generation rises when a number that was used or void is registered again a year later;
-- the row of the highest generation is the number's present one.
CREATE TABLE awb (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    version bigint NOT NULL,
    awb_number text NOT NULL,
    prefix text NOT NULL,
    serial text NOT NULL,
    generation bigint NOT NULL,
    carrier_code text,
    state text NOT NULL,
    source_type text NOT NULL,
    source_coop_id bigint,
    departure_station text,
    kind text NOT NULL,
    receipt_id bigint,
    receipt_code text,
    order_id bigint,
    order_codes text,
    reserved_coop_id bigint,
    reserved_user_id bigint,
    reserved_until text,
    reserved_at bigint,
    locker_id bigint,
    locked_at bigint,
    lock_reason text,
    state_before_lock text,
    void_reason text,
    returned boolean NOT NULL,
    returned_on text,
    expire_date text,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_awb_number ON awb (org_id, awb_number, generation);
CREATE INDEX ix_awb_pick ON awb (org_id, state, prefix, serial);
CREATE INDEX ix_awb_source ON awb (org_id, source_coop_id, state);
CREATE INDEX ix_awb_expire ON awb (org_id, expire_date);
CREATE INDEX ix_awb_receipt ON awb (org_id, receipt_id);

CREATE TABLE awb_log (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    awb_id bigint NOT NULL,
    action text NOT NULL,
    text text,
    operator_id bigint NOT NULL,
    operator_name text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_awb_log_awb ON awb_log (org_id, awb_id, id DESC);

-- One form per master number, one per house waybill: form_key is `M:{number}` or `H:{hawb id}`.
-- The boxes are the body; the columns beside it are what lists search and show. The master number
-- stands on master forms alone, for the list of masters to meet them.
CREATE TABLE awb_print (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    row_uuid text NOT NULL,
    form_key text NOT NULL,
    kind bigint NOT NULL,
    awb_number text NOT NULL,
    master_number text,
    hawb_number text,
    awb_id bigint,
    order_id bigint NOT NULL,
    hawb_id bigint,
    state text NOT NULL,
    revision bigint NOT NULL,
    pieces bigint,
    gross_weight bigint,
    volume bigint,
    charge_weight bigint,
    departure_station text,
    arrival_station text,
    flight_number text,
    flight_date text,
    body text NOT NULL,
    difference_reason text,
    print_count bigint NOT NULL,
    last_print_at bigint,
    finished_by bigint,
    finished_at bigint,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_awb_print_form ON awb_print (org_id, form_key);
CREATE INDEX ix_awb_print_order ON awb_print (org_id, order_id, kind);
CREATE INDEX ix_awb_print_number ON awb_print (org_id, awb_number, kind);
CREATE INDEX ix_awb_print_master ON awb_print (org_id, master_number);
CREATE INDEX ix_awb_print_state ON awb_print (org_id, state, flight_date);

-- What each number is known to have gone through; its row is locked while events of it are added,
-- so that the same message twice at once adds its events once.
CREATE TABLE track_awb (
    org_id bigint NOT NULL,
    awb_number text NOT NULL,
    last_code text,
    last_time bigint,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, awb_number)
);

CREATE TABLE track_event (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    awb_number text NOT NULL,
    hawb_number text,
    code text NOT NULL,
    name text,
    airport text,
    to_airport text,
    flight_no text,
    event_time bigint,
    time_kind text,
    pieces bigint,
    weight bigint,
    part text,
    remark text,
    raw text,
    source text NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_track_event_number ON track_event (org_id, awb_number, event_time);

CREATE TABLE manifest_event (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    awb_number text NOT NULL,
    hawb_number text,
    kind text NOT NULL,
    event_time bigint,
    pieces bigint,
    weight bigint,
    product_info text,
    remark text,
    declaration_number text,
    source text NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_manifest_event_number ON manifest_event (org_id, awb_number, hawb_number, kind);

CREATE TABLE order_share (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    order_id bigint NOT NULL,
    order_uuid text NOT NULL,
    code_hash bytea NOT NULL,
    validity text NOT NULL,
    expires_at bigint,
    parts text NOT NULL,
    receiver text,
    state text NOT NULL,
    stopped_by bigint,
    stopped_at bigint,
    views bigint NOT NULL,
    last_view bigint,
    last_ip text,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_order_share_code ON order_share (code_hash);
CREATE INDEX ix_order_share_order ON order_share (org_id, order_id, kind, id DESC);
CREATE INDEX ix_order_share_state ON order_share (org_id, kind, state);

-- A prepared file behind an address that works once and for a short time.
CREATE TABLE download_token (
    token_hash bytea NOT NULL PRIMARY KEY,
    org_id bigint NOT NULL,
    name text NOT NULL,
    mime text NOT NULL,
    bytes bytea NOT NULL,
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE INDEX ix_download_token_expiry ON download_token (expires_at);
