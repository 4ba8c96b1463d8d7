-- Since when a partner stands on the black list, and since when its business in a scope is locked: approvals may ask for
-- the days. Of what was locked before this, the day is not known.

ALTER TABLE coop ADD COLUMN black_at bigint;
UPDATE coop SET black_at = (SELECT MAX(l.created_at) FROM operation_log l WHERE l.org_id = coop.org_id
    AND l.object_type = 'coop' AND l.object_id = coop.id AND l.function = '黑名单') WHERE list_mark = '黑名单';

CREATE TABLE coop_lock (
    org_id bigint NOT NULL,
    coop_id bigint NOT NULL,
    business_scope text NOT NULL,
    locked_at bigint NOT NULL,
    PRIMARY KEY (org_id, coop_id, business_scope)
);
