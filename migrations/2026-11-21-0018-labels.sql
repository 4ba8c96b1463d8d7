-- Words of pages: the platform's, brought in step with the declarations, and a company's own beside them.

CREATE TABLE language_label (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    -- page_type and label_key with a dot between: what an own row and the platform's have in common.
    code text NOT NULL,
    page_type text NOT NULL,
    label_key text NOT NULL,
    text_zh text NOT NULL,
    text_en text,
    -- What the program declares; where the text still equals it, a new declaration changes both.
    declared_zh text,
    declared_en text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_language_label ON language_label (org_id, code);
CREATE INDEX ix_language_label_page ON language_label (org_id, page_type, label_key);
