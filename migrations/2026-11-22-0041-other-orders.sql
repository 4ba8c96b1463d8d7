-- Orders of the scopes beside air export: their detail, boxes, stops and events, the places and yards
-- they name, and what is known of each view of a share link. Units as in the order migration; chargeable
-- tons are thousandths of a ton in the charge weight columns of the order, TEU are hundredths.

CREATE TABLE order_carriage_detail (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    contract_number text,
    service_contract_no text,
    cargo_source text,
    container_method text,
    billing_type text,
    cargo_flow_type text,
    trade_term text,
    service_term text,
    shipping_method text,
    ship_company_id bigint,
    booking_agent_id bigint,
    rail_operator_id bigint,
    trucker_id bigint,
    overseas_agent_id bigint,
    mlb_number text,
    hlb_number text,
    booking_no text,
    ship_name text,
    ship_voyage_number text,
    receipt_place text,
    delivery_place text,
    terminal text,
    rail_waybill_no text,
    train_no text,
    plan_no text,
    product_name text,
    border_station text,
    border_station2 text,
    border_arrival bigint,
    border_departure bigint,
    box_owner text,
    return_station text,
    actual_departure bigint,
    actual_arrival bigint,
    cy_open_time bigint,
    si_cutoff bigint,
    vgm_cutoff bigint,
    cy_cutoff bigint,
    customs_cutoff bigint,
    gate_yard_id bigint,
    entry_yard_id bigint,
    entry_no text,
    entry_cutoff bigint,
    manifest_no text,
    free_days bigint,
    inland_transport text,
    vehicle_type text,
    distance bigint,
    driver_number text,
    driver_name text,
    driver_tel text,
    service_type text,
    service_content text,
    business_date text,
    start_date text,
    finish_date text,
    quantity bigint,
    unit text,
    ref_order_code text,
    sign_date text,
    container_text text,
    teu bigint,
    order_remark text,
    operation_remark text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_order_carriage_mlb ON order_carriage_detail (org_id, mlb_number);
CREATE INDEX ix_order_carriage_rail ON order_carriage_detail (org_id, rail_waybill_no);
CREATE INDEX ix_order_carriage_voyage ON order_carriage_detail (org_id, ship_name, ship_voyage_number);
CREATE INDEX ix_order_carriage_departed ON order_carriage_detail (org_id, actual_departure);
CREATE INDEX ix_order_carriage_arrived ON order_carriage_detail (org_id, actual_arrival);
CREATE INDEX ix_order_carriage_business ON order_carriage_detail (org_id, business_date);

-- What is planned: so many boxes of a type.
CREATE TABLE order_container_plan (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    line bigint NOT NULL,
    container_type text NOT NULL,
    quantity bigint NOT NULL,
    owner text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_order_container_plan_order ON order_container_plan (org_id, order_id, line);

-- The boxes themselves and how each moved.
CREATE TABLE order_container (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    line bigint NOT NULL,
    container_no text,
    container_type text,
    seal_no text,
    pieces bigint,
    weight bigint,
    volume bigint,
    tare bigint,
    dunnage bigint,
    empty_pick_time bigint,
    stuff_time bigint,
    gate_in_time bigint,
    on_board_time bigint,
    discharge_time bigint,
    gate_out_time bigint,
    empty_return_time bigint,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_order_container_order ON order_container (org_id, order_id, line);
CREATE INDEX ix_order_container_number ON order_container (org_id, container_no);

-- Where a road order loads and unloads.
CREATE TABLE order_stop (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    line bigint NOT NULL,
    kind text NOT NULL,
    company text,
    city_code text,
    address text,
    contact text,
    tel text,
    time_from bigint,
    time_to bigint,
    pieces bigint,
    weight bigint,
    volume bigint,
    remark text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_order_stop_order ON order_stop (org_id, order_id, line);

-- What happened to an order of sea, rail, road or other business; air events hang on waybill numbers.
CREATE TABLE order_event (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    code text NOT NULL,
    classifier text NOT NULL,
    place text,
    container_no text,
    event_time bigint NOT NULL,
    pieces bigint,
    weight bigint,
    remark text,
    source text NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_order_event_order ON order_event (org_id, order_id, event_time);

-- Sea ports, rail stations and cities; the platform keeps those of everybody.
CREATE TABLE transport_place (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    code text NOT NULL,
    name_cn text NOT NULL,
    name_en text,
    nation_code text,
    place_type text,
    customs_code text,
    time_zone text,
    rail_code text,
    gauge bigint,
    is_border boolean,
    pair_code text,
    remark text,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_transport_place_code ON transport_place (org_id, kind, code);

-- Yards and warehouses that sea and rail cargo is brought to and fetched from.
CREATE TABLE transport_yard (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    mode text NOT NULL,
    code text NOT NULL,
    name_cn text NOT NULL,
    yard_kind text NOT NULL,
    place_code text NOT NULL,
    customs_code text,
    address text NOT NULL,
    contact text NOT NULL,
    tel text NOT NULL,
    open_hours text,
    gate_rules text,
    longitude bigint,
    latitude bigint,
    remark text,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_transport_yard_code ON transport_yard (org_id, mode, code);
CREATE INDEX ix_transport_yard_place ON transport_yard (org_id, mode, place_code);

-- Each view of a share link: when, from where, and which part.
CREATE TABLE order_share_view (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    share_id bigint NOT NULL,
    part text NOT NULL,
    ip text,
    agent text,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_order_share_view_share ON order_share_view (org_id, share_id, id DESC);
CREATE INDEX ix_order_share_view_created ON order_share_view (org_id, created_at);

CREATE INDEX ix_freight_order_arrival ON freight_order (org_id, business_scope, expect_arrival, id DESC);
