-- 车辆: the company's own vehicles.
CREATE TABLE vehicle (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    plate text NOT NULL,
    capacity bigint NOT NULL,
    state text NOT NULL,
    remark text,
    garage text,
    back_on text,
    retired_for text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_vehicle_plate ON vehicle (org_id, plate);
