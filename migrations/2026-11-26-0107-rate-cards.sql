-- 价目管理: agreed and public prices of service items, what they hold for only, and their breaks.
CREATE TABLE rate_card (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    card_code text NOT NULL,
    kind text NOT NULL,
    business_scope text NOT NULL,
    service_item_id bigint NOT NULL,
    coop_id bigint,
    departure text,
    arrival text,
    route text,
    carrier text,
    flight text,
    goods_type text,
    product text,
    packing text,
    container_type text,
    terminal text,
    warehouse text,
    weight_from bigint,
    weight_to bigint,
    pieces_from bigint,
    pieces_to bigint,
    basis text NOT NULL,
    currency_code text NOT NULL,
    mode text NOT NULL,
    lower_next boolean NOT NULL,
    amount_min bigint,
    amount_max bigint,
    digits bigint,
    carry text NOT NULL,
    tax_rate text NOT NULL,
    begin_date text NOT NULL,
    end_date text NOT NULL,
    auto_rate boolean NOT NULL,
    priority bigint NOT NULL,
    status text NOT NULL,
    replaces_id bigint,
    conditions text,
    price_text text,
    remark text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_rate_card_code ON rate_card (org_id, card_code);
CREATE INDEX ix_rate_card_item ON rate_card (org_id, service_item_id, business_scope, kind, status);
CREATE INDEX ix_rate_card_end ON rate_card (org_id, status, end_date);
CREATE TABLE rate_card_break (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    card_id bigint NOT NULL,
    line bigint NOT NULL,
    from_quantity bigint NOT NULL,
    price bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_rate_card_break ON rate_card_break (org_id, card_id, line);

-- 费用模板: the usual charge lines of a port or customer.
CREATE TABLE charge_template (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    template_code text NOT NULL,
    template_name text NOT NULL,
    business_scope text NOT NULL,
    kind text NOT NULL,
    port_code text,
    coop_id bigint,
    auto_apply text NOT NULL,
    remark text,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_charge_template_code ON charge_template (org_id, template_code);
CREATE UNIQUE INDEX uq_charge_template_name ON charge_template (org_id, business_scope, kind, template_name);
CREATE TABLE charge_template_line (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    template_id bigint NOT NULL,
    line bigint NOT NULL,
    service_item_id bigint NOT NULL,
    coop_id bigint,
    basis text NOT NULL,
    currency_code text NOT NULL,
    price bigint NOT NULL,
    amount_min bigint,
    amount_max bigint,
    digits bigint,
    carry text NOT NULL,
    tax_rate text NOT NULL,
    note text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_charge_template_line ON charge_template_line (org_id, template_id, line);
