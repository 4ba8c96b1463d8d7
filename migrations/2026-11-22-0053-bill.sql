-- Sea bills of lading: one row for each master or house bill, its form as last saved, and the form at each save
-- somebody made by hand. An order has at most one master bill; numbers of house bills are unique in a company.
CREATE TABLE bl (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    row_uuid text NOT NULL,
    kind text NOT NULL,
    number text,
    order_id bigint,
    merge_id bigint,
    line bigint NOT NULL,
    issue_type text,
    originals bigint,
    copies bigint,
    doc_state text NOT NULL,
    custody_state text NOT NULL,
    prev_custody text,
    si_state text NOT NULL,
    si_rev bigint NOT NULL,
    change_count bigint NOT NULL,
    signed_at bigint,
    released_at bigint,
    method text,
    receiver text,
    courier_no text,
    returned_originals bigint,
    hold_reason text,
    switch_from_id bigint,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_bl_house_number ON bl (org_id, number) WHERE kind = 'HBL';
CREATE UNIQUE INDEX uq_bl_order_master ON bl (org_id, order_id) WHERE kind = 'MBL';
CREATE INDEX ix_bl_number ON bl (org_id, number);
CREATE INDEX ix_bl_custody ON bl (org_id, custody_state);
CREATE INDEX ix_bl_order ON bl (org_id, order_id, kind, line);
CREATE INDEX ix_bl_merge ON bl (org_id, merge_id);

CREATE TABLE bl_print (
    org_id bigint NOT NULL,
    bl_id bigint NOT NULL,
    content text NOT NULL,
    place_of_issue text,
    issue_date text,
    on_board_date text,
    issuer text,
    sign_as text,
    template_id bigint,
    difference_reason text,
    finished_times bigint NOT NULL,
    finished_by bigint,
    finished_at bigint,
    print_count bigint NOT NULL,
    original_prints bigint NOT NULL,
    last_print_at bigint,
    PRIMARY KEY (org_id, bl_id)
);

CREATE TABLE bl_print_revision (
    org_id bigint NOT NULL,
    bl_id bigint NOT NULL,
    rev bigint NOT NULL,
    content text NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, bl_id, rev)
);
