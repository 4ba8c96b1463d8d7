-- Which templates name a service item: asked before an item goes, and when two are merged.
CREATE INDEX ix_charge_template_line_item ON charge_template_line (org_id, service_item_id);
