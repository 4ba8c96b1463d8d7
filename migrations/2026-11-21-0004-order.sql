-- Orders of all scopes, the detail of air orders, and everything that hangs on an order.
-- Weights are grams, volumes cubic centimetres, lengths millimetres, densities grams per cubic
-- metre, prices 1/10000 of a currency unit, amounts minor units, percentages 1/100 percent;
-- days are text yyyy-MM-dd, instants milliseconds UTC.

CREATE TABLE freight_order (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    uuid text NOT NULL,
    row_uuid text NOT NULL,
    order_code text,
    business_scope text NOT NULL,
    lifecycle text NOT NULL,
    node text NOT NULL,
    node_rank bigint NOT NULL,
    operation_finished boolean NOT NULL,
    income_recorded bigint NOT NULL,
    cost_recorded bigint NOT NULL,
    customer_number text,
    internal_number text,
    business_product text,
    transit_clause text,
    coop_id bigint,
    sales_id bigint,
    sales_dept_id bigint,
    servicer_id bigint,
    operator_id bigint,
    workgroup_id bigint,
    departure_station text,
    arrival_station text,
    transit1 text,
    transit2 text,
    expect_flight text,
    expect_departure text,
    expect_arrival text,
    awb_id bigint,
    awb_number text,
    hawb_number text,
    hawb_count bigint NOT NULL,
    goods_name_cn text,
    goods_name_en text,
    goods_type text,
    battery_type text,
    package_type text,
    plan_pieces bigint,
    plan_weight bigint,
    plan_volume bigint,
    plan_charge_weight bigint,
    plan_charge_manual boolean NOT NULL,
    plan_density bigint,
    plan_dimensions text,
    confirm_pieces bigint,
    confirm_weight bigint,
    confirm_volume bigint,
    confirm_charge_weight bigint,
    confirm_charge_manual boolean NOT NULL,
    confirm_density bigint,
    confirm_dimensions text,
    flagged boolean NOT NULL,
    financial_date text,
    close_reason text,
    close_remark text,
    closed_by bigint,
    closed_at bigint,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_freight_order_uuid ON freight_order (org_id, uuid);
CREATE UNIQUE INDEX uq_freight_order_code ON freight_order (org_id, order_code);
CREATE INDEX ix_freight_order_newest ON freight_order (org_id, business_scope, id DESC);
CREATE INDEX ix_freight_order_lifecycle ON freight_order (org_id, business_scope, lifecycle, id DESC);
CREATE INDEX ix_freight_order_coop ON freight_order (org_id, coop_id, id DESC);
CREATE INDEX ix_freight_order_sales ON freight_order (org_id, business_scope, sales_id, id DESC);
CREATE INDEX ix_freight_order_creator ON freight_order (org_id, business_scope, created_by, id DESC);
CREATE INDEX ix_freight_order_departure ON freight_order (org_id, business_scope, expect_departure, id DESC);
CREATE INDEX ix_freight_order_internal ON freight_order (org_id, business_scope, internal_number);
CREATE INDEX ix_freight_order_customer_number ON freight_order (org_id, business_scope, customer_number);
CREATE INDEX ix_freight_order_awb ON freight_order (org_id, awb_number);

CREATE TABLE order_air_detail (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    arrival_agent_id bigint,
    notifier_remark text,
    departure_warehouse text,
    departure_storehouse text,
    arrival_method text,
    receipt_date text,
    dangerous_type text,
    undg_code text,
    undg_contact_name text,
    undg_contact_communication_type text,
    undg_contact_communication_no text,
    appraisal_company text,
    appraisal_note text,
    pallet_material text,
    special_package text,
    is_celsius_require boolean NOT NULL,
    celsius_require text,
    thermometer bigint,
    is_consol boolean NOT NULL,
    is_no_solid_wood boolean NOT NULL,
    partial_shipment boolean NOT NULL,
    customs_status_code text,
    goods_source_code text,
    hs_code text,
    airborne_document text,
    shipping_marks text,
    handling_info text,
    income_charge_weight bigint,
    cost_charge_weight bigint,
    freight_split_ratio bigint,
    cost_split_ratio bigint,
    freight_split_remark text,
    cost_split_remark text,
    payment_method text,
    payment_method_other text,
    currency_code text,
    freight_unitprice bigint,
    freight_amount bigint,
    msr_currency_code text,
    msr_unitprice bigint,
    msr_amount bigint,
    price_remark text,
    order_remark text,
    operation_remark text,
    outfield_remark text,
    pick_up boolean NOT NULL,
    warehouse boolean NOT NULL,
    outfield boolean NOT NULL,
    customs boolean NOT NULL,
    arrival_customs boolean NOT NULL,
    delivery boolean NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_order_air_detail_receipt ON order_air_detail (org_id, receipt_date);


CREATE TABLE order_dimension (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    hawb_id bigint NOT NULL,
    side text NOT NULL,
    line bigint NOT NULL,
    length bigint NOT NULL,
    width bigint NOT NULL,
    height bigint NOT NULL,
    pieces bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_order_dimension_line ON order_dimension (org_id, order_id, hawb_id, side, line);

CREATE TABLE order_leg (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    leg_no bigint NOT NULL,
    from_station text NOT NULL,
    to_station text NOT NULL,
    carrier_code text,
    flight_no text,
    flight_date text,
    etd bigint,
    eta bigint,
    atd bigint,
    ata bigint,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_order_leg_no ON order_leg (org_id, order_id, leg_no);
CREATE INDEX ix_order_leg_flight ON order_leg (org_id, flight_date, flight_no);

CREATE TABLE order_service (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    code text NOT NULL,
    enabled boolean NOT NULL,
    company_id bigint,
    begin_date text,
    end_date text,
    body text NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_order_service_code ON order_service (org_id, order_id, code);
CREATE INDEX ix_order_service_date ON order_service (org_id, code, begin_date);

CREATE TABLE order_party (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    hawb_id bigint NOT NULL,
    role text NOT NULL,
    sc_name text,
    sc_address text,
    nation_code text,
    state_code text,
    city_name_en text,
    city_code text,
    post_code text,
    tel_number text,
    fax_number text,
    sc_code text,
    sc_code_type text,
    contact_name text,
    contact_tel text,
    aeo_code text,
    account_no text,
    print_remark text,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_order_party_role ON order_party (org_id, order_id, hawb_id, role);

CREATE TABLE order_contact (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    contact_id bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_order_contact_contact ON order_contact (org_id, order_id, contact_id);

CREATE TABLE hawb (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    version bigint NOT NULL,
    order_id bigint NOT NULL,
    awb_number text,
    hawb_number text NOT NULL,
    pieces bigint,
    slac bigint,
    weight bigint,
    volume bigint,
    charge_weight bigint,
    departure_station text,
    arrival_station text,
    goods_name_cn text,
    goods_name_en text,
    hs_code text,
    payment_method text,
    remark text,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_hawb_number ON hawb (org_id, order_id, hawb_number);
CREATE UNIQUE INDEX uq_hawb_master_number ON hawb (org_id, awb_number, hawb_number);
CREATE INDEX ix_hawb_number ON hawb (org_id, hawb_number, created_at DESC, id DESC);

CREATE TABLE order_file (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    file_type text NOT NULL,
    file_class text NOT NULL,
    file_name text NOT NULL,
    file_remark text,
    is_display boolean NOT NULL,
    size bigint NOT NULL,
    content_type text NOT NULL,
    file_key text NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_order_file_order ON order_file (org_id, order_id, created_at DESC, id DESC);

CREATE TABLE order_note (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    text text NOT NULL,
    visible boolean NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_order_note_order ON order_note (org_id, order_id, created_at DESC, id DESC);

CREATE TABLE order_lease (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    tab text NOT NULL,
    since bigint NOT NULL,
    beat bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
