-- The waybill stock report counts what was given to orders lately.
CREATE INDEX ix_awb_log_action ON awb_log (org_id, action, created_at);
