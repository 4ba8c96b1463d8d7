-- 单点登录: by which subject of a provider an account is known. What the person is called there is kept to be shown.
CREATE TABLE openid_binding (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    provider text NOT NULL,
    sub text NOT NULL,
    account text,
    bound_at bigint NOT NULL,
    last_used_at bigint,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_openid_binding ON openid_binding (org_id, provider, sub);
CREATE UNIQUE INDEX uq_openid_binding_user ON openid_binding (org_id, user_id, provider);
