-- When the approver of a task was reminded that its time is over.
ALTER TABLE approval_task ADD COLUMN reminded_at bigint;
CREATE INDEX ix_approval_task_due ON approval_task (org_id, status, due_at);
CREATE INDEX ix_approval_instance_event ON approval_instance (org_id, event_id, ref_type, id);
