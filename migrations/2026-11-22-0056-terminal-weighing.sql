-- What a cargo station found on its scale, for a master or one of its houses. The newest of a station is current.
CREATE TABLE terminal_weighing (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    version bigint NOT NULL,
    weighing_code text NOT NULL,
    awb_number text NOT NULL,
    hawb_number text,
    terminal_id bigint NOT NULL,
    weigh_time bigint NOT NULL,
    pieces bigint NOT NULL,
    weight bigint NOT NULL,
    volume bigint,
    measure text,
    photo text,
    remark text,
    is_current boolean NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_terminal_weighing_code ON terminal_weighing (org_id, weighing_code);
CREATE INDEX ix_terminal_weighing_number ON terminal_weighing (org_id, awb_number, hawb_number);
CREATE INDEX ix_terminal_weighing_time ON terminal_weighing (org_id, weigh_time, id);
