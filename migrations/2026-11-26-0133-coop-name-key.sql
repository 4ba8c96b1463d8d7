-- Partners by the key of their full name, so that one of the same name is found without reading all of them. Those that are
-- there get it by and by (domain::coop::key_names): the letters it leaves out are more than a statement knows.
ALTER TABLE coop ADD COLUMN name_key text;
CREATE INDEX ix_coop_name_key ON coop (org_id, name_key);
