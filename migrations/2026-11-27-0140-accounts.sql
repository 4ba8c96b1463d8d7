-- 会计科目: the chart of accounts of a company. The code of an account is that of the one above and its own digits.
CREATE TABLE financial_account (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    parent_id bigint,
    own_code text NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    full_name text NOT NULL,
    account_type text NOT NULL,
    direction text NOT NULL,
    level bigint NOT NULL,
    currency_code text,
    bank_id bigint,
    manage_mode text,
    subsidiary text,
    scopes text,
    by_currency boolean NOT NULL,
    remark text,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_financial_account_code ON financial_account (org_id, code);
CREATE UNIQUE INDEX uq_financial_account_bank ON financial_account (org_id, bank_id) WHERE bank_id IS NOT NULL;
CREATE INDEX ix_financial_account_parent ON financial_account (org_id, parent_id);
CREATE INDEX ix_financial_account_type ON financial_account (org_id, account_type);
