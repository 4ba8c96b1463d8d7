-- 集团共用额度: a share that was accepted may lend the limit of its source. Of a customer with such a share `pooled` is what is
-- owed to the other companies of the group, which counts against the one limit; `pool_text` names those companies.
ALTER TABLE coop_share ADD COLUMN shares_credit boolean NOT NULL DEFAULT FALSE;
CREATE INDEX ix_coop_share_credit ON coop_share (org_id, coop_id) WHERE shares_credit;
ALTER TABLE coop_credit ADD COLUMN pooled bigint NOT NULL DEFAULT 0;
ALTER TABLE coop_credit ADD COLUMN pool_text text;
