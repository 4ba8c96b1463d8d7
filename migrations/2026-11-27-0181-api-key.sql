-- API密钥: what the programs of a company show instead of a session. Of a key its SHA-256 alone is kept.
CREATE TABLE api_key (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    user_id bigint NOT NULL,
    coverage text NOT NULL,
    read_only boolean NOT NULL,
    expires_on text NOT NULL,
    state text NOT NULL,
    reason text,
    remark text,
    hint text,
    token_hash bytea,
    issued_at bigint,
    last_used_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_api_key ON api_key (org_id, name);
CREATE UNIQUE INDEX uq_api_key_token ON api_key (org_id, token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX ix_api_key_user ON api_key (org_id, user_id, id);

-- The pages a key opens, each with its buttons.
CREATE TABLE api_key_page (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    key_id bigint NOT NULL,
    line bigint NOT NULL,
    page_id bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_api_key_page ON api_key_page (org_id, key_id, line);
