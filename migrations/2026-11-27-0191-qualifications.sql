-- 资质 of partners: licences and certificates with their last days. One without a last day does not end.
CREATE TABLE coop_qualification (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    coop_id bigint NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    issue_date text,
    expire_date text,
    is_required boolean NOT NULL DEFAULT FALSE,
    remark text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_qualification_coop ON coop_qualification (org_id, coop_id, kind);
CREATE INDEX ix_qualification_end ON coop_qualification (org_id, expire_date, id);
CREATE INDEX ix_qualification_kind ON coop_qualification (org_id, kind, id);
