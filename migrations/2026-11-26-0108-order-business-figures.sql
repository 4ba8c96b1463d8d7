-- What an order of any scope is called and counted by: its number, the day it counts on, by what it travels, what it is
-- charged by, and its boxes in twenty-foot equivalents. Every save writes them; here those of the orders that stand.
ALTER TABLE freight_order ADD COLUMN biz_number text;
ALTER TABLE freight_order ADD COLUMN biz_date text;
ALTER TABLE freight_order ADD COLUMN biz_carrier text;
ALTER TABLE freight_order ADD COLUMN biz_quantity bigint;
ALTER TABLE freight_order ADD COLUMN biz_teu bigint;

UPDATE freight_order SET
    biz_number = NULLIF(CASE business_scope
        WHEN 'AE' THEN awb_number
        WHEN 'AI' THEN COALESCE(NULLIF(awb_number, '') || '_' || NULLIF(hawb_number, ''), NULLIF(awb_number, ''), hawb_number)
        ELSE customer_number END, ''),
    biz_date = CASE WHEN business_scope IN ('AI', 'SI', 'TI') THEN expect_arrival ELSE expect_departure END,
    biz_carrier = NULLIF(CASE WHEN business_scope IN ('AE', 'AI') THEN expect_flight ELSE business_product END, ''),
    biz_quantity = COALESCE(confirm_charge_weight, plan_charge_weight)
    WHERE business_scope IN ('AE', 'AI', 'LC', 'TE', 'TI', 'SE', 'SI', 'IO');
UPDATE freight_order SET
    biz_number = (SELECT NULLIF(CASE
            WHEN freight_order.business_scope IN ('TE', 'TI') THEN d.rail_waybill_no
            WHEN freight_order.business_scope = 'SE' THEN d.mlb_number
            ELSE COALESCE(NULLIF(d.mlb_number, '') || '_' || NULLIF(d.hlb_number, ''), NULLIF(d.mlb_number, ''), d.hlb_number)
            END, '')
        FROM order_carriage_detail d WHERE d.org_id = freight_order.org_id AND d.id = freight_order.id),
    biz_teu = (SELECT d.teu FROM order_carriage_detail d
        WHERE d.org_id = freight_order.org_id AND d.id = freight_order.id)
    WHERE business_scope IN ('SE', 'SI', 'TE', 'TI');
UPDATE freight_order SET
    biz_carrier = (SELECT NULLIF(CASE freight_order.business_scope
            WHEN 'LC' THEN d.shipping_method
            WHEN 'IO' THEN d.service_type
            ELSE COALESCE(NULLIF(d.ship_name, '') || '/' || NULLIF(d.ship_voyage_number, ''),
                NULLIF(d.ship_name, ''), d.ship_voyage_number)
            END, '')
        FROM order_carriage_detail d WHERE d.org_id = freight_order.org_id AND d.id = freight_order.id)
    WHERE business_scope IN ('SE', 'SI', 'LC', 'IO');
UPDATE freight_order SET
    biz_date = (SELECT d.business_date FROM order_carriage_detail d
        WHERE d.org_id = freight_order.org_id AND d.id = freight_order.id)
    WHERE business_scope = 'IO';

CREATE INDEX ix_freight_order_biz_date ON freight_order (org_id, biz_date);
