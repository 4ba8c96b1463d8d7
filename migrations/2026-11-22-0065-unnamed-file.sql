-- Kept files that no row names any more: since when nobody does, and when they were removed. A file that is named again
-- leaves the table.
CREATE TABLE unnamed_file (
    org_id bigint NOT NULL,
    file_key text NOT NULL,
    bytes bigint NOT NULL,
    created_at bigint NOT NULL,
    removed_at bigint,
    PRIMARY KEY (org_id, file_key)
);
CREATE INDEX ix_unnamed_file_removed ON unnamed_file (org_id, removed_at);
