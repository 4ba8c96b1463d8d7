-- The order a part was split from: both tell of the other.
ALTER TABLE freight_order ADD COLUMN split_from_order_id bigint;
CREATE INDEX ix_freight_order_split ON freight_order (org_id, split_from_order_id, id)
    WHERE split_from_order_id IS NOT NULL;
