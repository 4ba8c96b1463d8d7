-- Orders by the number they are called by, however its letters were written: pasted into a batch of charges, or named by the
-- rows of a workbook.
CREATE INDEX ix_freight_order_biz_number ON freight_order (org_id, (lower(biz_number)));
