-- Approvals: who decides which business acts, the acts that wait for a decision, and the messages
-- people get.

CREATE TABLE approval_setting (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    setting_no bigint NOT NULL,
    -- Event, scope and partner in one text: one active setting for each.
    setting_key text NOT NULL,
    event_id bigint NOT NULL,
    business_scope text,
    coop_id bigint,
    approval bigint NOT NULL,
    unlock_days bigint NOT NULL,
    empty_policy text NOT NULL,
    self_policy text NOT NULL,
    may_withdraw boolean NOT NULL,
    may_add_sign boolean NOT NULL,
    level_count bigint NOT NULL,
    approver_text text,
    condition_text text,
    remark text,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_approval_setting_key ON approval_setting (org_id, setting_key) WHERE active;
CREATE INDEX ix_approval_setting_event ON approval_setting (org_id, event_id);

CREATE TABLE approval_level (
    org_id bigint NOT NULL,
    setting_id bigint NOT NULL,
    level bigint NOT NULL,
    name text NOT NULL,
    approver_type text NOT NULL,
    approver_ids text,
    approver_up bigint NOT NULL,
    mode text NOT NULL,
    conditions text NOT NULL,
    limit_hours bigint NOT NULL,
    on_timeout text NOT NULL,
    cc_ids text,
    PRIMARY KEY (org_id, setting_id, level)
);

-- setting_snapshot keeps the chain an application started with; round counts its returns.
CREATE TABLE approval_instance (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    instance_no text NOT NULL,
    event_id bigint NOT NULL,
    setting_id bigint,
    setting_snapshot text NOT NULL,
    ref_type text NOT NULL,
    ref_id bigint NOT NULL,
    ref_no text,
    ref_url text,
    internal_number text,
    coop_id bigint,
    business_scope text,
    content text NOT NULL,
    reason text,
    applicant_id bigint NOT NULL,
    applicant_dept_id bigint,
    status text NOT NULL,
    level bigint NOT NULL,
    level_name text,
    returned boolean NOT NULL,
    unlock_days bigint NOT NULL,
    applied_at bigint NOT NULL,
    finished_at bigint,
    urged_at bigint,
    effect_status text,
    effect_error text,
    version bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_approval_instance_no ON approval_instance (org_id, instance_no);
CREATE UNIQUE INDEX uq_approval_instance_running ON approval_instance (org_id, event_id, ref_type, ref_id) WHERE status = '审批中';
CREATE INDEX ix_approval_instance_applied ON approval_instance (org_id, applied_at);
CREATE INDEX ix_approval_instance_applicant ON approval_instance (org_id, applicant_id);
CREATE INDEX ix_approval_instance_object ON approval_instance (org_id, ref_type, ref_id);

-- counts: for the chain; tasks of earlier rounds are history.
CREATE TABLE approval_task (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    instance_id bigint NOT NULL,
    level bigint NOT NULL,
    place bigint NOT NULL,
    counts boolean NOT NULL,
    approver_id bigint NOT NULL,
    from_user_id bigint,
    source text,
    parent_id bigint,
    sign text,
    status text NOT NULL,
    comment text,
    started_at bigint,
    due_at bigint,
    decided_at bigint,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_approval_task_approver ON approval_task (org_id, approver_id, status);
CREATE INDEX ix_approval_task_instance ON approval_task (org_id, instance_id);

CREATE TABLE approval_cc (
    org_id bigint NOT NULL,
    instance_id bigint NOT NULL,
    user_id bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, instance_id, user_id)
);
CREATE INDEX ix_approval_cc_user ON approval_cc (org_id, user_id);

CREATE TABLE approval_delegate (
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    to_user_id bigint NOT NULL,
    from_at bigint NOT NULL,
    until_at bigint NOT NULL,
    PRIMARY KEY (org_id, user_id)
);

CREATE TABLE message (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    ref_type text,
    ref_id bigint,
    ref_no text,
    url text,
    user_id bigint NOT NULL,
    sender_id bigint,
    read_at bigint,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_message_user ON message (org_id, user_id, read_at, created_at);

-- Until when an order that was unlocked by an approval stays so; nothing: until it is locked again.
ALTER TABLE freight_order ADD COLUMN unlocked_until bigint;
CREATE INDEX ix_freight_order_unlocked ON freight_order (org_id, unlocked_until) WHERE unlocked_until IS NOT NULL;

INSERT INTO job_timer (name, due_at) VALUES ('chores', 0);
