-- Nodes every administrator has, and their help; one page for a path, whoever is first.
ALTER TABLE permission ADD COLUMN admin_default boolean NOT NULL DEFAULT FALSE;
ALTER TABLE permission ADD COLUMN help_document_name text;
ALTER TABLE permission ADD COLUMN help_document_url text;
CREATE UNIQUE INDEX uq_permission_path ON permission (org_id, path) WHERE kind = 1;

-- The film about the same as a help document.
ALTER TABLE help_doc ADD COLUMN tutorial_id bigint;
