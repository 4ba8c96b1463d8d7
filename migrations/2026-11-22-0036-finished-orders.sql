-- Only the few orders that wait for their lock stand in the index the clock looks at.
DROP INDEX ix_freight_order_finished;
CREATE INDEX ix_freight_order_finished ON freight_order (org_id, finished_at) WHERE finished_at IS NOT NULL;
