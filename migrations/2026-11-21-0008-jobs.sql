-- Work behind a call: exports, imports, packing, printing. The request is sealed: what a user asked
-- for may hold a secret. The workers look for due rows of every company, so one index has no org.
CREATE TABLE job_run (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    page text NOT NULL,
    title text NOT NULL,
    conditions text,
    request bytea NOT NULL,
    language text NOT NULL,
    request_id text,
    total bigint,
    ok bigint NOT NULL,
    bad bigint NOT NULL,
    progress bigint NOT NULL,
    status text NOT NULL,
    error text,
    attempts bigint NOT NULL,
    next_at bigint NOT NULL,
    lease_until bigint,
    worker text,
    user_id bigint NOT NULL,
    created_at bigint NOT NULL,
    started_at bigint,
    finished_at bigint,
    file_hash text,
    file_name text,
    file_size bigint,
    file_until bigint,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_job_run_user ON job_run (org_id, user_id);
CREATE INDEX ix_job_run_due ON job_run (next_at) WHERE finished_at IS NULL;
CREATE INDEX ix_job_run_file ON job_run (file_until) WHERE file_hash IS NOT NULL;

-- When something is due again. The row claim is taken by whoever claims a job, so that of several
-- processes one claims at a time.
CREATE TABLE job_timer (
    name text NOT NULL PRIMARY KEY,
    due_at bigint NOT NULL
);
INSERT INTO job_timer (name, due_at) VALUES ('claim', 0);
INSERT INTO job_timer (name, due_at) VALUES ('clean', 0);

-- The jobs of every company, as rows of the platform.
CREATE VIEW every_job AS
SELECT CAST(1 AS bigint) AS org_id, org_id AS company_id, id, code, name, kind, title, language, total, ok, bad,
    progress, status, error, attempts, next_at, lease_until, worker, user_id, created_at, started_at, finished_at,
    COALESCE(finished_at, lease_until) - started_at AS took
FROM job_run;
