-- 单货匹配 asks for the living orders of a master in every row of its list.
CREATE INDEX ix_freight_order_master ON freight_order (org_id, awb_id, business_scope, lifecycle);

-- The charge a share of a master's price made, by which it is taken back; none of a share of nought.
ALTER TABLE master_cost_share ADD COLUMN charge_id bigint;
UPDATE master_cost_share SET charge_id = (
    SELECT MIN(charge.id) FROM charge
    WHERE charge.org_id = master_cost_share.org_id AND charge.order_id = master_cost_share.order_id
        AND charge.kind = 'PAYABLE' AND charge.source = 'SHARED' AND charge.note = '单货匹配'
);
