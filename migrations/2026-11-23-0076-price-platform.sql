-- The price platform as an agent: one of an org, which is not written to, so that it has neither contact nor mail.
-- platform_no: the number there an inquiry came of, once per org.
CREATE TEMP TABLE inquiry_agent_before AS SELECT * FROM inquiry_agent;
DROP TABLE inquiry_agent;
CREATE TABLE inquiry_agent (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    version bigint NOT NULL,
    coop_id bigint NOT NULL,
    kind text NOT NULL,
    scopes text NOT NULL,
    contact_name text,
    email text,
    language text NOT NULL,
    sla_hours bigint NOT NULL,
    priority bigint NOT NULL,
    lane_text text,
    remark text,
    active boolean NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
INSERT INTO inquiry_agent (kind,
    org_id, id, version, coop_id, scopes, contact_name, email, language, sla_hours, priority, lane_text, remark,
    active, created_by, created_at, updated_by, updated_at)
SELECT 'GENERAL',
    org_id, id, version, coop_id, scopes, contact_name, email, language, sla_hours, priority, lane_text, remark,
    active, created_by, created_at, updated_by, updated_at
FROM inquiry_agent_before;
DROP TABLE inquiry_agent_before;
CREATE UNIQUE INDEX uq_inquiry_agent_coop ON inquiry_agent (org_id, coop_id);
CREATE UNIQUE INDEX uq_inquiry_agent_platform ON inquiry_agent (org_id) WHERE kind = 'PLATFORM';

CREATE TEMP TABLE inquiry_asked_before AS SELECT * FROM inquiry_asked;
DROP TABLE inquiry_asked;
CREATE TABLE inquiry_asked (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    uuid text NOT NULL,
    inquiry_id bigint NOT NULL,
    agent_id bigint NOT NULL,
    coop_id bigint NOT NULL,
    email text,
    language text NOT NULL,
    round bigint NOT NULL,
    answer_by bigint,
    state text NOT NULL,
    is_current boolean NOT NULL,
    link_salt bytea,
    code_hash bytea,
    sent_at bigint,
    urged_at bigint,
    answered_at bigint,
    views bigint NOT NULL DEFAULT 0,
    last_view bigint,
    submit_day text,
    submit_count bigint NOT NULL DEFAULT 0,
    decline_reason text,
    choose_reason text,
    quote_id bigint,
    quote_version bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (org_id, id)
);
INSERT INTO inquiry_asked (
    org_id, id, uuid, inquiry_id, agent_id, coop_id, email, language, round, answer_by, state, is_current,
    link_salt, code_hash, sent_at, urged_at, answered_at, views, last_view, submit_day, submit_count,
    decline_reason, choose_reason, quote_id, quote_version)
SELECT
    org_id, id, uuid, inquiry_id, agent_id, coop_id, email, language, round, answer_by, state, is_current,
    link_salt, code_hash, sent_at, urged_at, answered_at, views, last_view, submit_day, submit_count,
    decline_reason, choose_reason, quote_id, quote_version
FROM inquiry_asked_before;
DROP TABLE inquiry_asked_before;
CREATE UNIQUE INDEX uq_inquiry_asked_uuid ON inquiry_asked (uuid);
CREATE INDEX ix_inquiry_asked ON inquiry_asked (org_id, inquiry_id, id);
CREATE INDEX ix_inquiry_asked_agent ON inquiry_asked (org_id, agent_id, sent_at);

ALTER TABLE inquiry ADD COLUMN platform_no text;
CREATE UNIQUE INDEX uq_inquiry_platform_no ON inquiry (org_id, platform_no);
