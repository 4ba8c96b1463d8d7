-- What the platform and companies publish: pictures of rich texts, attached files, notices, versions.

CREATE TABLE rich_picture (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    uuid text NOT NULL,
    file_name text NOT NULL,
    content_type text NOT NULL,
    file_key text NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_rich_picture ON rich_picture (org_id, uuid);

-- Files hanging on what is published. Without an object: just uploaded, and gone after a day.
CREATE TABLE published_file (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    object_type text NOT NULL,
    object_id bigint,
    file_name text NOT NULL,
    content_type text NOT NULL,
    size bigint NOT NULL,
    file_key text NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_published_file ON published_file (org_id, object_type, object_id);

-- push_type: 1 everyone, 2 administrators, 3 companies, 4 editions.
CREATE TABLE notice (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    notice_date text NOT NULL,
    notice_title text NOT NULL,
    title_words text NOT NULL,
    notice_type text NOT NULL,
    notice_text text NOT NULL,
    push_type bigint NOT NULL,
    top boolean NOT NULL,
    status text NOT NULL,
    publish_at bigint,
    published_at bigint,
    expire_at bigint,
    edited_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_notice_home ON notice (org_id, status, top, notice_date, created_at);
CREATE INDEX ix_notice_due ON notice (status, publish_at);

CREATE TABLE notice_push (
    org_id bigint NOT NULL,
    notice_id bigint NOT NULL,
    target text NOT NULL,
    PRIMARY KEY (org_id, notice_id, target)
);

-- Kept with the notice; readers may be of any company.
CREATE TABLE notice_read (
    org_id bigint NOT NULL,
    notice_id bigint NOT NULL,
    user_id bigint NOT NULL,
    read_at bigint NOT NULL,
    PRIMARY KEY (org_id, notice_id, user_id)
);

CREATE TABLE product_release (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    version_code text NOT NULL,
    version_rank bigint NOT NULL,
    version_date text NOT NULL,
    version_text text NOT NULL,
    status text NOT NULL,
    published_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_product_release_code ON product_release (org_id, version_code);
CREATE INDEX ix_product_release ON product_release (org_id, status, version_rank);

CREATE TABLE product_release_record (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    release_id bigint NOT NULL,
    permission_id bigint NOT NULL,
    update_type text NOT NULL,
    update_text text NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_product_release_record ON product_release_record (org_id, release_id);

-- Documents of a company; the files of a name are its versions.
CREATE TABLE company_doc (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    folder text NOT NULL,
    name text NOT NULL,
    ending text NOT NULL,
    visible text NOT NULL,
    expire_date text,
    expiry_told boolean NOT NULL,
    downloads bigint NOT NULL,
    revision bigint NOT NULL,
    size bigint NOT NULL,
    uploaded_by bigint NOT NULL,
    uploaded_at bigint NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_company_doc_name ON company_doc (org_id, folder, name);
CREATE INDEX ix_company_doc_expiry ON company_doc (org_id, expiry_told, expire_date);

CREATE TABLE company_doc_target (
    org_id bigint NOT NULL,
    doc_id bigint NOT NULL,
    target_id bigint NOT NULL,
    PRIMARY KEY (org_id, doc_id, target_id)
);

CREATE TABLE company_doc_version (
    org_id bigint NOT NULL,
    doc_id bigint NOT NULL,
    revision bigint NOT NULL,
    file_key text NOT NULL,
    content_type text NOT NULL,
    size bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, doc_id, revision)
);

CREATE TABLE help_doc (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    title text NOT NULL,
    language text NOT NULL,
    parent_id bigint,
    body text,
    url text,
    keywords text,
    revision bigint NOT NULL,
    status text NOT NULL,
    words bigint NOT NULL,
    chunks bigint NOT NULL,
    index_state text NOT NULL,
    views bigint NOT NULL,
    useful bigint NOT NULL,
    useless bigint NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_help_doc ON help_doc (org_id, status, language);

CREATE TABLE help_doc_page (
    org_id bigint NOT NULL,
    doc_id bigint NOT NULL,
    permission_id bigint NOT NULL,
    PRIMARY KEY (org_id, doc_id, permission_id)
);
CREATE INDEX ix_help_doc_page ON help_doc_page (org_id, permission_id);

CREATE TABLE help_chunk (
    org_id bigint NOT NULL,
    doc_id bigint NOT NULL,
    seq bigint NOT NULL,
    heading text,
    text text NOT NULL,
    PRIMARY KEY (org_id, doc_id, seq)
);

CREATE TABLE help_vote (
    org_id bigint NOT NULL,
    doc_id bigint NOT NULL,
    user_id bigint NOT NULL,
    useful boolean NOT NULL,
    PRIMARY KEY (org_id, doc_id, user_id)
);

-- The version of the web application a company was last seen with.
ALTER TABLE org ADD COLUMN client_version text;
