-- What a user decides for himself; settings holds the declared members he ever saved, as JSON.
CREATE TABLE user_extend (
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    order_edit_new_page boolean NOT NULL,
    order_save_close_page boolean NOT NULL,
    settings text NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, user_id)
);

-- The mailbox a user sends by himself, in the columns of a company's.
CREATE TABLE user_mailbox (
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    active boolean NOT NULL,
    sender_name text,
    address text,
    host text,
    security text NOT NULL,
    port bigint,
    account text,
    password bytea,
    signature text,
    public_url text,
    version bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, user_id)
);
