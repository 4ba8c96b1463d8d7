-- 跟进: what was said with partners, and what they promised to pay until when. Amounts are thousandths of the functional
-- currency. `promise_state` is there with a promise alone; `mailed_at` where a statement went out with it.
CREATE TABLE follow_up (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    coop_id bigint NOT NULL,
    contact text NOT NULL,
    result text NOT NULL,
    promise_date text,
    amount bigint,
    promise_state text,
    remark text,
    mail_id bigint,
    mailed_at bigint,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_follow_up_of_coop ON follow_up (org_id, coop_id, id);
CREATE INDEX ix_follow_up_promised ON follow_up (org_id, promise_date) WHERE promise_state = 'OPEN';
