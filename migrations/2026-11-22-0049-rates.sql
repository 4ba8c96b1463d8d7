-- Published and own rates of carriers by route (TACT), with their usual breaks as columns and everything else as
-- rows below; and other charges of waybills.
CREATE TABLE tact_rate (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    carrier_code text NOT NULL,
    departure text NOT NULL,
    arrival text NOT NULL,
    currency text NOT NULL,
    valid_from text NOT NULL,
    valid_to text NOT NULL,
    minimum bigint,
    rate_n bigint,
    rate_45 bigint,
    rate_100 bigint,
    rate_200 bigint,
    rate_250 bigint,
    rate_300 bigint,
    rate_500 bigint,
    rate_700 bigint,
    rate_1000 bigint,
    rate_1500 bigint,
    rate_2000 bigint,
    rate_3000 bigint,
    rate_5000 bigint,
    remark text,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_tact_rate_route ON tact_rate (org_id, departure, arrival, carrier_code, valid_from);
CREATE INDEX ix_tact_rate_valid ON tact_rate (org_id, valid_to);

CREATE TABLE tact_rate_break (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    rate_id bigint NOT NULL,
    line bigint NOT NULL,
    from_weight bigint NOT NULL,
    rate bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_tact_rate_break ON tact_rate_break (org_id, rate_id, line);

CREATE TABLE tact_rate_item (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    rate_id bigint NOT NULL,
    line bigint NOT NULL,
    item_no text NOT NULL,
    description text,
    from_weight bigint NOT NULL,
    rate bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_tact_rate_item ON tact_rate_item (org_id, rate_id, line);

CREATE TABLE tact_rate_class (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    rate_id bigint NOT NULL,
    line bigint NOT NULL,
    goods_class text NOT NULL,
    percent bigint NOT NULL,
    basis text NOT NULL,
    of_minimum bigint,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_tact_rate_class ON tact_rate_class (org_id, rate_id, line);

CREATE TABLE tact_rate_unit (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    rate_id bigint NOT NULL,
    line bigint NOT NULL,
    unit_type text NOT NULL,
    pivot bigint NOT NULL,
    charge bigint NOT NULL,
    over_rate bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_tact_rate_unit ON tact_rate_unit (org_id, rate_id, line);

CREATE TABLE surcharge (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    carrier_code text,
    code text NOT NULL,
    due text NOT NULL,
    departure text,
    arrival text,
    nation_code text,
    goods_type text,
    basis text NOT NULL,
    unit_price bigint NOT NULL,
    currency text NOT NULL,
    minimum bigint,
    maximum bigint,
    pay_mode text,
    valid_from text NOT NULL,
    valid_to text NOT NULL,
    remark text,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_surcharge_carrier ON surcharge (org_id, carrier_code, code, valid_from);
CREATE INDEX ix_surcharge_valid ON surcharge (org_id, valid_to);
