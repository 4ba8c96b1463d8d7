-- Opening items 期初: what a company brings of its old books, by the file it came with, and what each row of that became.
-- Amounts are thousandths, rates millionths. `subject_id` is the partner, of a balance the account.
CREATE TABLE opening_book (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    book_num text NOT NULL,
    opening_date text NOT NULL,
    file_name text NOT NULL,
    items bigint NOT NULL,
    state text NOT NULL,
    back_reason text,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_opening_book_num ON opening_book (org_id, book_num);

CREATE TABLE opening_item (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    book_id bigint NOT NULL,
    line bigint NOT NULL,
    kind text NOT NULL,
    subject_id bigint NOT NULL,
    business_scope text,
    currency_code text NOT NULL,
    original_num text NOT NULL,
    item_date text NOT NULL,
    due_date text NOT NULL,
    amount bigint NOT NULL,
    exchange_rate bigint NOT NULL,
    order_id bigint,
    document_id bigint NOT NULL,
    is_back boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_opening_item ON opening_item (org_id, kind, subject_id, currency_code, original_num) WHERE NOT is_back;
CREATE INDEX ix_opening_item_book ON opening_item (org_id, book_id, line);

-- Offsets by whose they are.
CREATE INDEX ix_offsetting_coop ON offsetting (org_id, coop_id, offset_date);
