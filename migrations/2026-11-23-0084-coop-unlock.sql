-- Scopes of a partner that an approval opened for some days; they are locked again when that is over.

CREATE TABLE coop_unlock (
    org_id bigint NOT NULL,
    coop_id bigint NOT NULL,
    business_scope text NOT NULL,
    until bigint NOT NULL,
    reason text,
    PRIMARY KEY (org_id, coop_id, business_scope)
);
CREATE INDEX ix_coop_unlock_until ON coop_unlock (org_id, until);
