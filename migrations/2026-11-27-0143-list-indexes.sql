-- What large lists are filtered and sorted by and no index served (crates/app/tests/suite/list_walks.txt): each read its whole
-- company for a page.

-- Orders of every scope: 始发港, 目的港, 创建时间.
CREATE INDEX ix_freight_order_from ON freight_order (org_id, business_scope, departure_station, id);
CREATE INDEX ix_freight_order_to ON freight_order (org_id, business_scope, arrival_station, id);
CREATE INDEX ix_freight_order_made ON freight_order (org_id, business_scope, created_at, id);

-- Charges of all orders: 财务日期, 录入时间.
CREATE INDEX ix_charge_financial_date ON charge (org_id, financial_date, id);
CREATE INDEX ix_charge_made ON charge (org_id, created_at, id);

-- Master numbers: 航司前缀 in the order of the numbers, 创建时间.
CREATE INDEX ix_awb_prefix ON awb (org_id, prefix, awb_number, id DESC);
CREATE INDEX ix_awb_made ON awb (org_id, created_at, id);

-- Waybill forms: 航班日期.
CREATE INDEX ix_awb_print_day ON awb_print (org_id, flight_date, id);
