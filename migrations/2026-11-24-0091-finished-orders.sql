-- The clock asks for the orders of one scope: the days after which they are locked are decided for each.
DROP INDEX ix_freight_order_finished;
CREATE INDEX ix_freight_order_finished ON freight_order (org_id, business_scope, finished_at)
    WHERE finished_at IS NOT NULL;
