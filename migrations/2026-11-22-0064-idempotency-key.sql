-- Keys that clients gave their writes, so that one repeated after a lost answer is done once. A row is written in the
-- transaction of the write itself: it is there when the write was kept, and only then. answer: the sealed envelope of
-- the first answer; none until it was given, and none when it is too large to be kept.
CREATE TABLE idempotency_key (
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    given_key text NOT NULL,
    fingerprint bytea NOT NULL,
    status bigint,
    answer bytea,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, user_id, given_key)
);
CREATE INDEX ix_idempotency_key_old ON idempotency_key (org_id, created_at);
