-- The customs status of the goods of import, sea and rail orders, and the station an air import arrives at.

ALTER TABLE order_carriage_detail ADD COLUMN customs_status_code text;
ALTER TABLE order_carriage_detail ADD COLUMN arrival_warehouse_id bigint;
CREATE INDEX ix_order_carriage_warehouse ON order_carriage_detail (org_id, arrival_warehouse_id);
