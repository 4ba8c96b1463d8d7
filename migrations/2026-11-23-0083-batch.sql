-- Buttons pressed for the whole result of a list: which rows there were, and what became of each. A row is picked
-- when the job is put down, so that a result that shrinks while it is worked on loses none.
CREATE TABLE batch_job (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    list_key text NOT NULL,
    action text NOT NULL,
    active boolean,
    undo_operation text,
    undone boolean NOT NULL,
    PRIMARY KEY (org_id, id)
);

CREATE TABLE batch_row (
    org_id bigint NOT NULL,
    job_id bigint NOT NULL,
    place bigint NOT NULL,
    target_id bigint NOT NULL,
    target_version bigint,
    number text NOT NULL,
    done boolean,
    message text,
    kept_until bigint NOT NULL,
    PRIMARY KEY (org_id, job_id, place)
);
CREATE INDEX ix_batch_row_kept ON batch_row (kept_until);
