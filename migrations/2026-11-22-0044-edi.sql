-- How a company's messages reach a carrier; the row without a carrier is for all the others.
CREATE TABLE edi_channel (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    carrier_code text,
    kind text NOT NULL,
    address text,
    format text NOT NULL,
    fwb_version bigint NOT NULL,
    fhl_version bigint NOT NULL,
    remark text,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_edi_channel_carrier ON edi_channel (org_id, carrier_code);
CREATE UNIQUE INDEX uq_edi_channel_default ON edi_channel (org_id) WHERE carrier_code IS NULL;

-- Messages sent and received. A waiting one with next_at is the outbox; worker holds it while it is delivered.
-- source_key: what a received message is known by when it comes again.
CREATE TABLE edi_message (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    message_no text NOT NULL,
    direction text NOT NULL,
    kind text NOT NULL,
    message_version text,
    format text NOT NULL,
    awb_number text,
    hawb_number text,
    awb_print_id bigint,
    hawb_id bigint,
    order_id bigint,
    carrier_code text,
    departure text,
    arrival text,
    flight text,
    flight_date text,
    pieces bigint,
    weight bigint,
    body text NOT NULL,
    channel text,
    channel_id bigint,
    state text NOT NULL,
    revision bigint NOT NULL,
    receipt text,
    error_text text,
    tries bigint NOT NULL,
    next_at bigint,
    worker text,
    mail_id bigint,
    source text,
    source_key text,
    answers_id bigint,
    sender_id bigint,
    sent_at bigint,
    receipt_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_edi_message_no ON edi_message (org_id, message_no);
CREATE UNIQUE INDEX uq_edi_message_source ON edi_message (org_id, source_key);
CREATE INDEX ix_edi_message_created ON edi_message (org_id, direction, created_at);
CREATE INDEX ix_edi_message_state ON edi_message (org_id, state, sent_at);
CREATE INDEX ix_edi_message_number ON edi_message (org_id, awb_number, direction, kind);
CREATE INDEX ix_edi_message_print ON edi_message (org_id, awb_print_id);
CREATE INDEX ix_edi_message_due ON edi_message (next_at) WHERE next_at IS NOT NULL;

-- Who calls us is found by the hash of his token.
CREATE INDEX ix_org_interface_token ON org_interface (token_hash);
