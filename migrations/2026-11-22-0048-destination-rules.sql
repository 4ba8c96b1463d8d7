-- What countries want of an air waybill. The platform's rows count for every company, unless its own of the same code
-- stands over one. Days are texts, empty without end; countries, comma between.
CREATE TABLE destination_rule (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    version bigint NOT NULL,
    code text NOT NULL,
    countries text NOT NULL,
    direction text NOT NULL,
    level text NOT NULL,
    field_path text NOT NULL,
    condition text NOT NULL,
    parameter text,
    severity text NOT NULL,
    text_zh text NOT NULL,
    text_en text,
    valid_from text,
    valid_to text,
    source text,
    active boolean NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_destination_rule_code ON destination_rule (org_id, code);

-- Companies whose waybills are to be looked at again because a rule changed, and the last order that was looked at.
CREATE TABLE destination_replay (
    org_id bigint NOT NULL,
    asked_at bigint NOT NULL,
    after_order bigint NOT NULL,
    PRIMARY KEY (org_id)
);

-- What the rules said when the form was last kept or looked at; nothing: never yet.
ALTER TABLE awb_print ADD COLUMN rule_errors bigint;
ALTER TABLE awb_print ADD COLUMN rule_warnings bigint;
