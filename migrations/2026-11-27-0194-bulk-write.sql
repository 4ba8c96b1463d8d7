-- 处理中: a document with more rows than one transaction should write is written in pieces by a job. Its rows wait in
-- `bulk_row` until they are written; when none is left the document is in force, and what is kept here of it is removed. `back`
-- says that it is being taken back; `passes` that rows which can't come any more are left out, which `left_out` counts.
CREATE TABLE bulk_write (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    document_id bigint NOT NULL,
    number text,
    job_id bigint NOT NULL,
    total bigint NOT NULL,
    done bigint NOT NULL,
    left_out bigint NOT NULL,
    left_names text,
    detail text,
    back boolean NOT NULL,
    passes boolean NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_bulk_write_document ON bulk_write (org_id, kind, document_id);
CREATE TABLE bulk_row (
    org_id bigint NOT NULL,
    bulk_id bigint NOT NULL,
    place bigint NOT NULL,
    row_id bigint NOT NULL,
    order_id bigint,
    amount bigint,
    number text,
    PRIMARY KEY (org_id, bulk_id, place)
);

-- 合同模板: the wording a company keeps for a kind of contract, as a document of Word with placeholders.
CREATE TABLE contract_template (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    template_name text NOT NULL,
    contract_type text NOT NULL,
    active boolean NOT NULL,
    remark text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_contract_template_name ON contract_template (org_id, template_name);
