-- When a company joined its group; nothing where it did before this was kept.
ALTER TABLE org ADD COLUMN group_joined_at bigint;
-- Lines of the operation log are kept for a time of their level.
CREATE INDEX ix_operation_log_level ON operation_log (org_id, level, created_at);
