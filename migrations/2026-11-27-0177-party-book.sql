-- 收发货人: the book of shippers, consignees and notify parties. `same_key` holds name, address and country without what may
-- differ in writing, `name_key` name and country alone. `data_state` says whether papers can do with the row.
CREATE TABLE shipper_consignee (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    mnemonic_code text,
    is_shipper boolean NOT NULL,
    is_consignee boolean NOT NULL,
    is_notify boolean NOT NULL,
    sc_name text NOT NULL,
    sc_address text NOT NULL,
    nation_code text NOT NULL,
    state_code text,
    city_name_en text NOT NULL,
    city_code text,
    post_code text,
    tel_number text,
    fax_number text,
    sc_code text,
    sc_code_type text,
    contact_name text,
    contact_tel text,
    email text,
    aeo_code text,
    account_no text,
    name_cn text,
    address_cn text,
    domestic_only boolean NOT NULL,
    scopes text,
    print_remark text,
    remark text,
    data_state text NOT NULL,
    used_count bigint NOT NULL,
    last_used bigint,
    active boolean NOT NULL,
    name_key text,
    same_key text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_shipper_consignee_mnemonic ON shipper_consignee (org_id, mnemonic_code);
CREATE INDEX ix_shipper_consignee_same ON shipper_consignee (org_id, same_key);
CREATE INDEX ix_shipper_consignee_code ON shipper_consignee (org_id, sc_code);

-- The customers a party belongs to; of none it belongs to all.
CREATE TABLE shipper_consignee_coop (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    party_id bigint NOT NULL,
    line bigint NOT NULL,
    coop_id bigint NOT NULL,
    is_default boolean,
    departure text,
    arrival text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_shipper_consignee_coop ON shipper_consignee_coop (org_id, party_id, line);
CREATE INDEX ix_shipper_consignee_coop_of ON shipper_consignee_coop (org_id, coop_id);
