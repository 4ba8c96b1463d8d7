-- Films that teach the product. They are the platform's; who of any company got how far lies with them.
CREATE TABLE tutorial (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    title text NOT NULL,
    module_id bigint NOT NULL,
    page_id bigint,
    url text,
    seconds bigint NOT NULL,
    sort bigint NOT NULL,
    on_home boolean NOT NULL,
    status text NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_tutorial_status ON tutorial (org_id, status, sort);

-- reached is where a film goes on, furthest what was seen at most.
CREATE TABLE tutorial_progress (
    org_id bigint NOT NULL,
    tutorial_id bigint NOT NULL,
    user_id bigint NOT NULL,
    views bigint NOT NULL,
    reached bigint NOT NULL,
    furthest bigint NOT NULL,
    done boolean NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, tutorial_id, user_id)
);

-- The length of a film.
ALTER TABLE published_file ADD COLUMN seconds bigint;
