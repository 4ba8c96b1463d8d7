-- A waybill need not be of an order: the form of a master whose number was typed by hand or taken from the stock, and
-- of its houses, stands alone. Its key is then `M:{number}` of a master, as ever, `N:{number}/{house number}` of a
-- house, and `F:{id}` of a house as long as one of both numbers is missing.
CREATE TEMP TABLE awb_print_before AS SELECT * FROM awb_print;
DROP TABLE awb_print;
CREATE TABLE awb_print (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    row_uuid text NOT NULL,
    form_key text NOT NULL,
    kind bigint NOT NULL,
    awb_number text,
    master_number text,
    hawb_number text,
    awb_id bigint,
    order_id bigint,
    hawb_id bigint,
    state text NOT NULL,
    revision bigint NOT NULL,
    pieces bigint,
    gross_weight bigint,
    volume bigint,
    charge_weight bigint,
    departure_station text,
    arrival_station text,
    flight_number text,
    flight_date text,
    body text NOT NULL,
    difference_reason text,
    print_count bigint NOT NULL,
    last_print_at bigint,
    finished_by bigint,
    finished_at bigint,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    rule_errors bigint,
    rule_warnings bigint,
    PRIMARY KEY (org_id, id)
);
INSERT INTO awb_print (org_id, id, row_uuid, form_key, kind, awb_number, master_number, hawb_number, awb_id, order_id,
    hawb_id, state, revision, pieces, gross_weight, volume, charge_weight, departure_station, arrival_station,
    flight_number, flight_date, body, difference_reason, print_count, last_print_at, finished_by, finished_at,
    created_by, created_at, updated_by, updated_at, rule_errors, rule_warnings)
SELECT org_id, id, row_uuid, form_key, kind, awb_number, master_number, hawb_number, awb_id, order_id, hawb_id, state,
    revision, pieces, gross_weight, volume, charge_weight, departure_station, arrival_station, flight_number,
    flight_date, body, difference_reason, print_count, last_print_at, finished_by, finished_at, created_by, created_at,
    updated_by, updated_at, rule_errors, rule_warnings
FROM awb_print_before;
DROP TABLE awb_print_before;
CREATE UNIQUE INDEX uq_awb_print_form ON awb_print (org_id, form_key);
CREATE INDEX ix_awb_print_order ON awb_print (org_id, order_id, kind);
CREATE INDEX ix_awb_print_number ON awb_print (org_id, awb_number, kind);
CREATE INDEX ix_awb_print_master ON awb_print (org_id, master_number);
CREATE INDEX ix_awb_print_state ON awb_print (org_id, state, flight_date);
