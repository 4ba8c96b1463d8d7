-- Outside systems companies talk to, what was said, and who asked for a permission.

CREATE TABLE org_interface (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    api_type text NOT NULL,
    platform text,
    function_name text,
    app_id text,
    -- Sealed; of what comes in the hash alone is kept.
    token bytea,
    token_hash bytea,
    url_auth text,
    url_post text,
    mode text NOT NULL,
    allow_ip text,
    timeout_s bigint NOT NULL,
    remark text,
    active boolean NOT NULL,
    last_at bigint,
    last_result text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_org_interface_type ON org_interface (org_id, api_type) WHERE active;
-- Those who run the platform see the interfaces of every company.
CREATE UNIQUE INDEX uq_org_interface_id ON org_interface (id);

-- A call to or from such a system, without its secrets.
CREATE TABLE interface_call (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    interface_id bigint NOT NULL,
    ref_no text,
    summary text NOT NULL,
    ok boolean NOT NULL,
    result text NOT NULL,
    took bigint NOT NULL,
    request text,
    response text,
    user_id bigint,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_interface_call_interface ON interface_call (org_id, interface_id, id);
CREATE INDEX ix_interface_call_time ON interface_call (org_id, created_at);

-- What a user asked the administrator for: one row for a user and a node, however often he asks.
CREATE TABLE permission_request (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    permission_id bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_permission_request ON permission_request (org_id, user_id, permission_id);
