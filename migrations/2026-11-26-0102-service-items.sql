-- 服务项目: the kinds of charge of a business scope, with what they are charged at unless something else is agreed.
CREATE TABLE service_item (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    business_scope text NOT NULL,
    service_type text NOT NULL,
    service_code text NOT NULL,
    mnemonic text,
    service_name_cn text NOT NULL,
    service_name_en text NOT NULL,
    pinyin text,
    kind text NOT NULL,
    basis_income text,
    income_price bigint,
    currency text,
    income_min bigint,
    income_max bigint,
    income_digits bigint,
    income_carry text,
    basis_cost text,
    cost_price bigint,
    cost_currency text,
    cost_min bigint,
    cost_max bigint,
    cost_digits bigint,
    cost_carry text,
    vat_output text NOT NULL,
    vat_input text NOT NULL,
    invoice_name text,
    invoice_code text,
    is_incidental boolean NOT NULL,
    is_agency boolean NOT NULL,
    is_agreement boolean NOT NULL,
    is_frequent boolean NOT NULL,
    edi_code text,
    edi_due text,
    allow_negative boolean NOT NULL,
    need_confirm boolean NOT NULL,
    group_code text,
    sort bigint NOT NULL,
    -- 1: it came with the company, from the platform.
    is_sys bigint NOT NULL,
    active boolean NOT NULL,
    remark text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_service_item_code ON service_item (org_id, business_scope, service_code);
CREATE UNIQUE INDEX uq_service_item_name ON service_item (org_id, business_scope, service_type, service_name_cn);
CREATE INDEX ix_service_item_order ON service_item (org_id, business_scope, active, sort, service_code);

-- 单位服务: which items a partner takes or gives, at what price, and whose they are at a port unless another is chosen.
CREATE TABLE coop_service (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    coop_id bigint NOT NULL,
    business_scope text NOT NULL,
    service_item_id bigint NOT NULL,
    side text NOT NULL,
    port_code text,
    basis text,
    currency text,
    price bigint,
    price_min bigint,
    price_max bigint,
    tax_rate text,
    is_default boolean NOT NULL,
    valid_from text NOT NULL,
    valid_to text,
    remark text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
-- An empty port stands for all of them, and has one default, too.
CREATE UNIQUE INDEX uq_coop_service_default ON coop_service (org_id, business_scope, service_item_id, (coalesce(port_code, '')))
    WHERE is_default;
CREATE INDEX ix_coop_service_coop ON coop_service (org_id, coop_id, id);
CREATE INDEX ix_coop_service_item ON coop_service (org_id, service_item_id, port_code);
