-- Seals, signatures and signature texts of papers and mails.

CREATE TABLE sign_template (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    seal_type text,
    name text NOT NULL,
    -- An asterisk: all scopes; all papers.
    business_scope text NOT NULL,
    document text NOT NULL,
    language text NOT NULL,
    sign_text text,
    mail_text text,
    -- What the list shows of a text.
    summary text,
    width_mm bigint,
    right_mm bigint,
    bottom_mm bigint,
    -- Whose signature it is.
    user_id bigint,
    is_default boolean NOT NULL,
    active boolean NOT NULL,
    used bigint NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_sign_template_name ON sign_template (org_id, name);
CREATE UNIQUE INDEX uq_sign_template_default ON sign_template (org_id, kind, business_scope, document, language) WHERE is_default;
CREATE INDEX ix_sign_template_active ON sign_template (org_id, active);

-- Who may use it; without rows everybody.
CREATE TABLE sign_template_role (
    org_id bigint NOT NULL,
    template_id bigint NOT NULL,
    role_id bigint NOT NULL,
    PRIMARY KEY (org_id, template_id, role_id)
);
