-- Saved views of lists: filters, order, columns and page size under a name, of one person or shared
-- with a role, and which of them a page opens with.

CREATE TABLE list_view (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    page_key text NOT NULL,
    owner_id bigint NOT NULL,
    -- Role it is shared with; none for a view of its owner alone.
    role_id bigint,
    name text NOT NULL,
    body text NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_list_view_name ON list_view (org_id, page_key, owner_id, name);
CREATE INDEX ix_list_view_role ON list_view (org_id, page_key, role_id);

-- A user's default stands before a role's. View 0 is the list as it is declared.
CREATE TABLE list_view_default (
    org_id bigint NOT NULL,
    page_key text NOT NULL,
    -- 0 for a role's default.
    user_id bigint NOT NULL,
    -- 0 for a user's default.
    role_id bigint NOT NULL,
    view_id bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, page_key, user_id, role_id)
);
CREATE INDEX ix_list_view_default_view ON list_view_default (org_id, view_id);
