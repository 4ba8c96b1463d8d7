-- What a user opened last and keeps at hand: one row for a user and a menu page. sort -1: not kept at hand.
CREATE TABLE user_access_record (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    permission_id bigint NOT NULL,
    sort bigint NOT NULL,
    accessed_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_user_access_record ON user_access_record (org_id, user_id, permission_id);

-- How active the companies of the platform are, counted anew each night.
CREATE TABLE org_activity (
    org_id bigint NOT NULL PRIMARY KEY,
    active_index bigint NOT NULL,
    counted_at bigint NOT NULL
);
CREATE INDEX ix_org_activity ON org_activity (active_index);
