-- What partners fill in about themselves behind a link, of which only the hash is kept. coop_id: the partner it is
-- about; none for one that is yet to be made. data: the sheet as JSON.
CREATE TABLE customer_info_request (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    request_no text NOT NULL,
    coop_id bigint,
    coop_type text NOT NULL,
    coop_name text NOT NULL,
    email text,
    language text NOT NULL,
    state text NOT NULL,
    code_hash bytea NOT NULL,
    expire_at bigint NOT NULL,
    opened_at bigint,
    saved_at bigint,
    submitted_at bigint,
    handled_at bigint,
    handled_by bigint,
    return_reason text,
    data text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_customer_info_no ON customer_info_request (org_id, request_no);
CREATE UNIQUE INDEX uq_customer_info_code ON customer_info_request (code_hash);
CREATE INDEX ix_customer_info_state ON customer_info_request (org_id, state, expire_at);
CREATE INDEX ix_customer_info_coop ON customer_info_request (org_id, coop_id);

CREATE TABLE customer_info_file (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    request_id bigint NOT NULL,
    kind text NOT NULL,
    file_name text NOT NULL,
    content_type text NOT NULL,
    size bigint NOT NULL,
    file_key text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_customer_info_file ON customer_info_file (org_id, request_id, id);
