-- Recurring work of the product: rows of the platform. Who works on a plan holds it under a lease, so that
-- over all processes it runs once at a time; runs counts them, and is how two workers that saw it free at
-- the same moment tell who came first.
CREATE TABLE job_plan (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    title text NOT NULL,
    title_en text NOT NULL,
    category text NOT NULL,
    schedule text NOT NULL,
    stopped boolean NOT NULL,
    asked_by bigint,
    next_at bigint NOT NULL,
    waiting bigint,
    failures bigint NOT NULL,
    told boolean NOT NULL,
    runs bigint NOT NULL,
    worker text,
    lease_until bigint,
    run_id bigint,
    started_at bigint,
    took bigint,
    result text,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_job_plan_name ON job_plan (org_id, name);

CREATE TABLE job_plan_run (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    plan_id bigint NOT NULL,
    started_at bigint NOT NULL,
    took bigint,
    handled bigint,
    result text NOT NULL,
    error text,
    instance text NOT NULL,
    user_id bigint,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_job_plan_run_plan ON job_plan_run (org_id, plan_id);
CREATE INDEX ix_job_plan_run_time ON job_plan_run (org_id, started_at);

-- Accounts customers pay to.
CREATE TABLE org_bank (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    title_cn text NOT NULL,
    title_en text,
    bank_cn text NOT NULL,
    account text NOT NULL,
    currency text NOT NULL,
    swift text,
    info_cn text,
    info_en text,
    address_cn text,
    address_en text,
    -- Codes with commas between; nothing: every scope.
    scopes text,
    is_default boolean NOT NULL,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_org_bank_account ON org_bank (org_id, account, currency);
CREATE UNIQUE INDEX uq_org_bank_default ON org_bank (org_id, currency) WHERE is_default;

DELETE FROM job_timer WHERE name IN ('clean', 'chores');
