-- Imports: which file a job was made of, and what became of each of its rows. A row is written in the
-- transaction of its document, so that a job that is worked on twice knows what is done. What a
-- document was before, and what only the importer is told, is kept for a day.
CREATE TABLE import_job (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    form_key text NOT NULL,
    undo_operation text NOT NULL,
    file_name text NOT NULL,
    PRIMARY KEY (org_id, id)
);

CREATE TABLE import_row (
    org_id bigint NOT NULL,
    job_id bigint NOT NULL,
    place bigint NOT NULL,
    row_no bigint NOT NULL,
    did text NOT NULL,
    target_id bigint,
    target_version bigint,
    message text,
    former text,
    answer bytea,
    kept_until bigint,
    PRIMARY KEY (org_id, job_id, place)
);
CREATE INDEX ix_import_row_kept ON import_row (kept_until) WHERE kept_until IS NOT NULL;
