-- Partners: one row each, their sub types per scope, people per scope, contacts, locks.

CREATE TABLE coop (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    coop_code text NOT NULL,
    coop_type text NOT NULL,
    coop_name text NOT NULL,
    coop_full_name text NOT NULL,
    coop_ename text,
    mnemonic_code text,
    coop_state text NOT NULL,
    list_mark text NOT NULL,
    coop_level text,
    social_credit_code text,
    tax_no text,
    nation_code text NOT NULL,
    state_code text,
    city_name text,
    coop_address text,
    coop_address_en text,
    phone text,
    fax text,
    email text,
    website text,
    iata_code text,
    aeo_code text,
    transactor_id bigint,
    source text,
    industry text,
    remark text,
    bound_org_id bigint,
    sub_types text,
    scopes text,
    is_awb_source boolean NOT NULL,
    is_default_source boolean NOT NULL,
    sales_id bigint,
    servicer_id bigint,
    operator_id bigint,
    special_note text,
    main_contact text,
    main_phone text,
    locked_scopes text,
    lock_reason text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_coop_code ON coop (org_id, coop_code);
CREATE UNIQUE INDEX uq_coop_name ON coop (org_id, coop_name);
CREATE INDEX ix_coop_type ON coop (org_id, coop_type, created_at DESC, id DESC);
CREATE INDEX ix_coop_credit_code ON coop (org_id, social_credit_code);
CREATE INDEX ix_coop_newest ON coop (org_id, created_at DESC, id DESC);

CREATE TABLE coop_sub_type (
    org_id bigint NOT NULL,
    coop_id bigint NOT NULL,
    sub_type text NOT NULL,
    scope text NOT NULL,
    PRIMARY KEY (org_id, coop_id, sub_type, scope)
);
CREATE INDEX ix_coop_sub_type ON coop_sub_type (org_id, sub_type, scope, coop_id);

CREATE TABLE coop_contact (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    coop_id bigint NOT NULL,
    name text NOT NULL,
    position text,
    phone text,
    email text,
    is_main boolean NOT NULL,
    remark text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_coop_contact_coop ON coop_contact (org_id, coop_id, id);
