-- The page lock of orders of every scope and of other things; those of before lived three minutes.
DROP TABLE order_lease;
CREATE TABLE page_lease (
    org_id bigint NOT NULL,
    kind text NOT NULL,
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    tab text NOT NULL,
    since bigint NOT NULL,
    beat bigint NOT NULL,
    PRIMARY KEY (org_id, kind, id)
);
