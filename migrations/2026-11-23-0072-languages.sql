-- Languages of the product: the two that are shipped, and those a deployment adds.

CREATE TABLE language (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    -- BCP 47, such as ja-JP.
    code text NOT NULL,
    -- In its own words.
    name text NOT NULL,
    -- zh-CN or en-US: what is shown where a text is not there in the language.
    base_language text NOT NULL,
    sort bigint NOT NULL,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_language ON language (org_id, code);
INSERT INTO language (org_id, id, code, name, base_language, sort, active, version, created_by, created_at, updated_by, updated_at)
VALUES (1, 1, 'zh-CN', '简体中文', 'zh-CN', 10, true, 1, 0, 1795363200000, 0, 1795363200000);
INSERT INTO language (org_id, id, code, name, base_language, sort, active, version, created_by, created_at, updated_by, updated_at)
VALUES (1, 2, 'en-US', 'English', 'en-US', 20, true, 1, 0, 1795363200000, 0, 1795363200000);

-- Texts of labels in the languages that are added, beside those language_label has in its columns: the platform's and a
-- company's own. Known by the code of the label, so that a row of the company lies over the platform's.
CREATE TABLE language_text (
    org_id bigint NOT NULL,
    code text NOT NULL,
    language text NOT NULL,
    page_type text NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (org_id, code, language)
);
CREATE INDEX ix_language_text_page ON language_text (org_id, language, page_type);
