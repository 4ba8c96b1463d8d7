-- The link behind which a supplier says what it wants for the costs of a sheet (prm.md /prm_cost_confirmation). Of its code
-- only the hash is kept, while it works.
ALTER TABLE cost_confirmation ADD COLUMN code_hash bytea;
ALTER TABLE cost_confirmation ADD COLUMN link_until bigint;
ALTER TABLE cost_confirmation ADD COLUMN answered_by text;
ALTER TABLE cost_confirmation ADD COLUMN answer_remark text;
CREATE UNIQUE INDEX uq_cost_confirmation_code ON cost_confirmation (code_hash) WHERE code_hash IS NOT NULL;
