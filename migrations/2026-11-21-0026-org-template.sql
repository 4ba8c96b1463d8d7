-- Templates of a company's papers, each change a revision of its own; without an active one the platform's default.
CREATE TABLE org_template (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    business_scope text NOT NULL,
    document text NOT NULL,
    language text NOT NULL,
    -- PDF: a layout. EXCEL: a file.
    format text NOT NULL,
    revision bigint NOT NULL,
    layout text,
    file_key text,
    file_name text,
    active boolean NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_org_template_revision
    ON org_template (org_id, business_scope, document, language, format, revision);
CREATE UNIQUE INDEX uq_org_template_active
    ON org_template (org_id, business_scope, document, language, format) WHERE active;
