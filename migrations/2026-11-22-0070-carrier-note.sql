-- 航司要求: what a carrier demands, as a rich text; by its code, for a company may rely on the platform's carrier.
CREATE TABLE carrier_note (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    version bigint NOT NULL,
    carrier_code text NOT NULL,
    note text,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_carrier_note ON carrier_note (org_id, carrier_code);
