-- 信用控制: what a customer may owe, what he owes, and what follows of it. Amounts are thousandths of the functional currency.

-- One row of each partner, under its id: what the company decided, and the figures as they were last reckoned.
CREATE TABLE coop_credit (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    coop_id bigint NOT NULL,
    coop_code text NOT NULL,
    limit_kind text NOT NULL,
    own_limit bigint,
    own_over bigint,
    own_grace bigint,
    temp_limit bigint,
    temp_until text,
    white_until text,
    black_reason text,
    settle_text text,
    equivalent_days bigint,
    has_agreement boolean NOT NULL DEFAULT FALSE,
    base_limit bigint,
    temp_active boolean NOT NULL DEFAULT FALSE,
    effective_limit bigint,
    over_percent bigint,
    grace_days bigint,
    billed_open bigint NOT NULL DEFAULT 0,
    unbilled bigint NOT NULL DEFAULT 0,
    prepaid bigint NOT NULL DEFAULT 0,
    exposure bigint NOT NULL DEFAULT 0,
    headroom bigint,
    usage_rate bigint,
    overdue_amount bigint NOT NULL DEFAULT 0,
    overdue_days bigint NOT NULL DEFAULT 0,
    late_amount bigint NOT NULL DEFAULT 0,
    over_amount bigint NOT NULL DEFAULT 0,
    not_due bigint NOT NULL DEFAULT 0,
    score bigint,
    credit_level text,
    proposed_limit bigint,
    lock_state bigint NOT NULL DEFAULT 0,
    lock_text text,
    last_receipt text,
    last_receipt_amount bigint,
    computed_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_credit_of_coop ON coop_credit (org_id, coop_id);
CREATE INDEX ix_credit_of_code ON coop_credit (org_id, coop_code);
CREATE INDEX ix_credit_of_exposure ON coop_credit (org_id, exposure, id);
CREATE INDEX ix_credit_of_overdue ON coop_credit (org_id, overdue_amount, id);
CREATE INDEX ix_credit_of_usage ON coop_credit (org_id, usage_rate, id);
CREATE INDEX ix_credit_of_days ON coop_credit (org_id, overdue_days, id);

-- Partners whose figures are to be reckoned anew, written with what changed them: an order of theirs, or themselves.
CREATE TABLE credit_due (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    coop_id bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);

-- The matrix of triggers and gates where it differs from the usual one; partner 0: of the company.
CREATE TABLE credit_rule (
    org_id bigint NOT NULL,
    coop_id bigint NOT NULL,
    trigger_code text NOT NULL,
    gate text NOT NULL,
    result text NOT NULL,
    PRIMARY KEY (org_id, coop_id, trigger_code, gate)
);

-- What was decided about credit, locks and lists, in its order; what waits for a decision says what it would become.
CREATE TABLE credit_change (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    coop_id bigint NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    business_scope text,
    old_text text,
    new_text text,
    reason text,
    instance_no text,
    limit_kind text,
    amount bigint,
    over_percent bigint,
    grace_days bigint,
    until text,
    made_by bigint,
    made_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_credit_change_coop ON credit_change (org_id, coop_id, id);

-- What gates said about an order, and what a decision lets pass once.
CREATE TABLE credit_check (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    coop_id bigint,
    order_id bigint,
    order_code text,
    business_scope text,
    gate text NOT NULL,
    result text NOT NULL,
    triggers text,
    instance_no text,
    used boolean NOT NULL DEFAULT FALSE,
    made_by bigint NOT NULL,
    made_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_credit_check_coop ON credit_check (org_id, coop_id, made_at);
CREATE INDEX ix_credit_check_pass ON credit_check (org_id, order_id, gate) WHERE result = 'PASS' AND NOT used;

-- The lock of a partner's business in a scope, one row while it is not 正常: 系统锁定, 人工锁定, 临时解锁. Days of what was
-- locked before they were kept are not known.
ALTER TABLE coop_lock RENAME TO coop_lock_before;
CREATE TABLE coop_lock (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    coop_id bigint NOT NULL,
    business_scope text NOT NULL,
    state text NOT NULL,
    came_from text,
    reason text,
    detail text,
    remark text,
    overdue_amount bigint NOT NULL DEFAULT 0,
    overdue_days bigint NOT NULL DEFAULT 0,
    over_amount bigint NOT NULL DEFAULT 0,
    locked_at bigint,
    locked_by bigint,
    until bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
INSERT INTO coop_lock (org_id, id, coop_id, business_scope, state, came_from, reason, locked_at, until, version, created_by,
    created_at, updated_by, updated_at)
SELECT f.org_id, ROW_NUMBER() OVER (ORDER BY f.org_id, f.coop_id, f.business_scope), f.coop_id, f.business_scope, f.state,
    f.came_from, f.reason, f.locked_at, f.until, 1, c.updated_by, c.updated_at, c.updated_by, c.updated_at
FROM (
    SELECT c.org_id, c.id AS coop_id, s.business_scope, 'HAND' AS state, CAST(NULL AS text) AS came_from,
        c.lock_reason AS reason, b.locked_at, CAST(NULL AS bigint) AS until
    FROM coop c
    JOIN (SELECT 'AE' AS business_scope UNION ALL SELECT 'AI' UNION ALL SELECT 'SE' UNION ALL SELECT 'SI' UNION ALL
        SELECT 'TE' UNION ALL SELECT 'TI' UNION ALL SELECT 'LC' UNION ALL SELECT 'IO') s
        ON c.locked_scopes LIKE '%' || s.business_scope || '%'
    LEFT JOIN coop_lock_before b
        ON b.org_id = c.org_id AND b.coop_id = c.id AND b.business_scope = s.business_scope
    UNION ALL
    SELECT u.org_id, u.coop_id, u.business_scope, 'OPENED', 'HAND', u.reason, CAST(NULL AS bigint), u.until
    FROM coop_unlock u
) f
JOIN coop c ON c.org_id = f.org_id AND c.id = f.coop_id;
DROP TABLE coop_lock_before;
DROP TABLE coop_unlock;
CREATE UNIQUE INDEX uq_coop_lock ON coop_lock (org_id, coop_id, business_scope);
CREATE INDEX ix_coop_lock_until ON coop_lock (org_id, until) WHERE until IS NOT NULL;
CREATE INDEX ix_coop_lock_state ON coop_lock (org_id, state, locked_at);
CREATE INDEX ix_coop_lock_at ON coop_lock (org_id, locked_at, id);
