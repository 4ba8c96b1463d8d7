-- 合同管理: the legal papers of a company, with whom they are, and who holds an original. Amounts are thousandths.
CREATE TABLE contract (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    contract_code text NOT NULL,
    contract_name text NOT NULL,
    contract_type text NOT NULL,
    our_title_id bigint NOT NULL,
    outer_code text,
    amount bigint,
    currency_code text,
    sign_date text,
    valid_from text NOT NULL,
    valid_to text,
    renew_months bigint,
    notice_days bigint NOT NULL,
    responsible_id bigint NOT NULL,
    our_copies bigint,
    their_copies bigint,
    seal_types text,
    main_points text,
    penalty text,
    archive_no text,
    archive_place text,
    remark text,
    stop_reason text,
    state text NOT NULL,
    told_on text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_contract ON contract (org_id, contract_code);
CREATE INDEX ix_contract_end ON contract (org_id, valid_to) WHERE state = 'ACTIVE';
CREATE INDEX ix_contract_state ON contract (org_id, state, id);
CREATE INDEX ix_contract_type ON contract (org_id, contract_type, id);
CREATE INDEX ix_contract_responsible ON contract (org_id, responsible_id, id);

CREATE TABLE contract_party (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    contract_id bigint NOT NULL,
    line bigint NOT NULL,
    coop_id bigint NOT NULL,
    role text NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_contract_party ON contract_party (org_id, contract_id, line);
CREATE INDEX ix_contract_party_coop ON contract_party (org_id, coop_id);

-- Who has an original in his hands.
CREATE TABLE contract_borrow (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    contract_id bigint NOT NULL,
    user_id bigint NOT NULL,
    from_date text NOT NULL,
    to_date text NOT NULL,
    reason text NOT NULL,
    returned_at bigint,
    told_on text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_contract_borrow ON contract_borrow (org_id, contract_id, id);
CREATE INDEX ix_contract_borrow_open ON contract_borrow (org_id, to_date) WHERE returned_at IS NULL;
