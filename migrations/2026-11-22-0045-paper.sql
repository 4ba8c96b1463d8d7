-- Cargo labels that were printed, an entry for each order of a print: the places of its labels in that print, from 1.
CREATE TABLE label_print (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    from_no bigint NOT NULL,
    to_no bigint NOT NULL,
    size text NOT NULL,
    copies bigint NOT NULL,
    format text NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_label_print_order ON label_print (org_id, order_id, id DESC);

-- Shifts of what a user prints on pre-printed paper, by printer, in tenths of a millimetre.
CREATE TABLE printer_offset (
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    printer text NOT NULL,
    dx bigint NOT NULL,
    dy bigint NOT NULL,
    used_at bigint NOT NULL,
    PRIMARY KEY (org_id, user_id, printer)
);
