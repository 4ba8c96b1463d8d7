-- Days are for what is unlocked: what is granted otherwise has no end by itself. And the rows that name a department are
-- found when it is merged or removed.

UPDATE approval_setting SET unlock_days = 0 WHERE event_id NOT IN (15, 25, 27, 29, 31, 33, 35, 37);
UPDATE approval_instance SET unlock_days = 0 WHERE event_id NOT IN (15, 25, 27, 29, 31, 33, 35, 37);

CREATE INDEX ix_freight_order_dept ON freight_order (org_id, sales_dept_id);
CREATE INDEX ix_inquiry_dept ON inquiry (org_id, sales_dept_id);
CREATE INDEX ix_approval_instance_dept ON approval_instance (org_id, applicant_dept_id);
