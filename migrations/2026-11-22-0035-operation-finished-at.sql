-- Since when an order's operations are finished: finance locks it so many days later. Nothing once it was locked.
ALTER TABLE freight_order ADD COLUMN finished_at bigint;
UPDATE freight_order SET finished_at = updated_at WHERE operation_finished AND lifecycle = 'OPEN';
CREATE INDEX ix_freight_order_finished ON freight_order (org_id, finished_at);
