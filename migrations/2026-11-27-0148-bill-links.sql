-- Links behind which customers say whether they agree to a bill that was mailed to them: kind NOTE of a debit note, STATEMENT
-- of a statement. Of the code only the hash is kept. paper: hash of what the bill said when it was mailed, so that a bill that
-- was changed since shows nothing. ended_at: a newer link took its place.
CREATE TABLE bill_link (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    object_id bigint NOT NULL,
    code_hash bytea NOT NULL,
    paper bytea NOT NULL,
    expire_at bigint NOT NULL,
    ended_at bigint,
    answer text,
    answered_at bigint,
    answered_by text,
    answer_remark text,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_bill_link_code ON bill_link (code_hash);
CREATE INDEX ix_bill_link_object ON bill_link (org_id, kind, object_id);
