-- Shipper's declarations for dangerous goods. dgd_no: counted by order, never used again. un_numbers: those of its
-- lines with blanks between, for looking one up.
CREATE TABLE dgd_print (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    dgd_no bigint NOT NULL,
    dgd_name text NOT NULL,
    shipper_print text NOT NULL,
    consignee_print text NOT NULL,
    departure_station_print text NOT NULL,
    arrival_station_print text NOT NULL,
    aircraft_type bigint NOT NULL,
    shipment_type bigint NOT NULL,
    emergency_contact text NOT NULL,
    emergency_phone text NOT NULL,
    handling_info text,
    name_title_of_signatory text NOT NULL,
    place_and_date text NOT NULL,
    line_count bigint NOT NULL,
    un_numbers text NOT NULL,
    print_count bigint NOT NULL DEFAULT 0,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_dgd_print_no ON dgd_print (org_id, order_id, dgd_no);

CREATE TABLE dgd_line (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    dgd_id bigint NOT NULL,
    line bigint NOT NULL,
    un_id_no text NOT NULL,
    proper_shipping_name text NOT NULL,
    class_or_division text NOT NULL,
    packing_group text,
    quantity_and_type_of_packing text NOT NULL,
    packing_inst text,
    authorization_text text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_dgd_line ON dgd_line (org_id, dgd_id, line);

-- Letters that book space with a carrier or agent (BOOKING), or go with the cargo to the terminal (DELIVERY). sent_to:
-- the addresses of its last mail. security_no_dangerous, security_no_batteries, security_no_magnetic: what the shipper
-- ticks at the terminal.
CREATE TABLE shipper_letter (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    coop_id bigint,
    to_name text NOT NULL,
    contact text,
    phone text,
    email text,
    flight_wish text,
    flight_wish_date text,
    flight_wish2 text,
    flight_wish_date2 text,
    goods_name text NOT NULL,
    package_type text,
    pieces bigint NOT NULL,
    weight bigint NOT NULL,
    volume bigint NOT NULL,
    charge_weight bigint,
    dimensions text,
    dangerous text,
    battery text,
    temperature text,
    rate_agreed text,
    truck text,
    driver text,
    driver_id_no text,
    driver_phone text,
    arrive_at bigint,
    security_no_dangerous boolean NOT NULL,
    security_no_batteries boolean NOT NULL,
    security_no_magnetic boolean NOT NULL,
    signatory text,
    remark text,
    print_count bigint NOT NULL DEFAULT 0,
    sent_at bigint,
    sent_to text,
    reply text,
    reply_flight text,
    reply_flight_date text,
    reply_awb_number text,
    reply_remark text,
    replied_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_shipper_letter_state ON shipper_letter (org_id, kind, state);
CREATE INDEX ix_shipper_letter_order ON shipper_letter (org_id, order_id);
