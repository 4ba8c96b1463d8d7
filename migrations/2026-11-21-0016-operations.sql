-- The platform's own care of a deployment. Backups are rows of the platform.
CREATE TABLE backup (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    mode text NOT NULL,
    parts text NOT NULL,
    status text NOT NULL,
    verify text NOT NULL,
    file text,
    bytes bigint,
    row_count bigint,
    file_count bigint,
    took bigint,
    error text,
    keep_until bigint,
    user_id bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_backup_time ON backup (org_id, created_at);
CREATE INDEX ix_backup_keep ON backup (org_id, keep_until);

-- Processes that serve this database, heard of when they last said so.
CREATE TABLE instance (
    id text NOT NULL PRIMARY KEY,
    host text NOT NULL,
    version text NOT NULL,
    started_at bigint NOT NULL,
    seen_at bigint NOT NULL
);

-- What a check of the platform's health found when it last looked, so that a change is told once.
CREATE TABLE health_check (
    name text NOT NULL PRIMARY KEY,
    state text NOT NULL
);
