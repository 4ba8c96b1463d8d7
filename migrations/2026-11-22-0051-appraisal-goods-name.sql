-- Names of goods of export orders, told to the terminal. goods_cnnames, goods_ennames: names with commas between.
-- state: UNSENT or SENT; a row whose mail (mail_id) failed is shown as failed.
CREATE TABLE order_goods_name (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    cargo_type text NOT NULL,
    goods_cnnames text NOT NULL,
    goods_ennames text,
    quantity bigint,
    report_issue_no text,
    state text NOT NULL,
    mail_id bigint,
    sent_at bigint,
    sent_to text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_order_goods_name_order ON order_goods_name (org_id, order_id, id);

-- Appraisal certificates of the goods of an export order, declared to the terminal. state: DRAFT or DECLARED;
-- audit_state: NONE, PASSED or RETURNED, as the terminal answered. declaration_no: what its answer names. report_numbers: of its
-- lines with blanks between; valid_until: the first of their ends.
CREATE TABLE order_appraisal (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    terminal text NOT NULL,
    handler text NOT NULL,
    state text NOT NULL,
    audit_state text NOT NULL,
    declaration_no text,
    auditor text,
    audit_at bigint,
    audit_remark text,
    declared_by bigint,
    declared_at bigint,
    report_count bigint NOT NULL,
    report_numbers text,
    valid_until text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_order_appraisal_order ON order_appraisal (org_id, order_id);
CREATE INDEX ix_order_appraisal_audit ON order_appraisal (org_id, audit_state);
CREATE UNIQUE INDEX uq_order_appraisal_no ON order_appraisal (org_id, declaration_no);

CREATE TABLE order_appraisal_line (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    appraisal_id bigint NOT NULL,
    line bigint NOT NULL,
    report_issue_no text NOT NULL,
    organ text NOT NULL,
    issue_date text NOT NULL,
    valid_to text,
    applicant text,
    goods_name_cn text NOT NULL,
    goods_name_en text NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_order_appraisal_line ON order_appraisal_line (org_id, appraisal_id, line);
