-- Reference data: the platform's rows (org 1) that every org sees, and an org's own rows over them.

CREATE TABLE airport (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    ap_code text NOT NULL,
    icao_code text,
    name_cn text,
    name_en text NOT NULL,
    pinyin text,
    city_code text NOT NULL,
    city_name_cn text,
    city_name_en text,
    nation_code text NOT NULL,
    time_zone text NOT NULL,
    latitude text,
    longitude text,
    customs_code text,
    cargo_airport boolean NOT NULL,
    remark text,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_airport_code ON airport (org_id, ap_code);
CREATE INDEX ix_airport_nation ON airport (org_id, nation_code, ap_code);

CREATE TABLE carrier (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    carrier_code text NOT NULL,
    prefix text,
    icao_code text,
    name_cn text,
    name_en text NOT NULL,
    pinyin text,
    nation_code text,
    divisor bigint NOT NULL,
    round_step text NOT NULL,
    website text,
    remark text,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_carrier_code ON carrier (org_id, carrier_code);
CREATE INDEX ix_carrier_prefix ON carrier (org_id, prefix);

CREATE TABLE country (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    code text NOT NULL,
    name_cn text NOT NULL,
    name_en text NOT NULL,
    aliases text,
    dial text,
    currency text,
    continent text,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_country_code ON country (org_id, code);

CREATE TABLE currency (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    code text NOT NULL,
    name_cn text NOT NULL,
    name_en text NOT NULL,
    exponent bigint NOT NULL,
    common boolean NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_currency_code ON currency (org_id, code);

CREATE TABLE category_type (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    category_type bigint NOT NULL,
    type_key text NOT NULL,
    type_name text NOT NULL,
    type_name_en text NOT NULL,
    module text NOT NULL,
    kind text NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_category_type_number ON category_type (org_id, category_type);
CREATE UNIQUE INDEX uq_category_type_key ON category_type (org_id, type_key);

CREATE TABLE category (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    category_type bigint NOT NULL,
    sort bigint NOT NULL,
    param_text text NOT NULL,
    param_text_en text,
    value text NOT NULL,
    edi_code1 text,
    edi_code2 text,
    scopes text,
    is_default boolean NOT NULL,
    remark text,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_category_value ON category (org_id, category_type, value);
CREATE UNIQUE INDEX uq_category_text ON category (org_id, category_type, param_text);
CREATE INDEX ix_category_order ON category (org_id, category_type, sort, value);
