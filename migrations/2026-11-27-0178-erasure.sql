-- 个人信息清除: who had a person taken out of the data, what was done, and what could not be. The person himself stands in none
-- of its columns; `token` is what stands in his place.
CREATE TABLE erasure (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    token text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    reason text NOT NULL,
    texts bigint NOT NULL,
    files bigint NOT NULL,
    letters bigint NOT NULL,
    doubtful bigint NOT NULL,
    unread_files bigint NOT NULL,
    job_files bigint NOT NULL,
    sealed bigint NOT NULL,
    shares_name boolean NOT NULL,
    login_kept boolean NOT NULL,
    failed_tables text,
    backups_until bigint,
    finished_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_erasure_token ON erasure (org_id, token);
-- Nothing of its owner is left in an account since then: it keeps no login of his any more.
ALTER TABLE app_user ADD COLUMN erased_at bigint;
