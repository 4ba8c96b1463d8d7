-- The platform's own pages: editions, the permission tree as data, organisations with all they are made with.
-- Rows the platform keeps carry org_id 1.

CREATE TABLE org_edition (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    name_en text,
    user_count bigint NOT NULL,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_org_edition_code ON org_edition (org_id, code);
CREATE UNIQUE INDEX uq_org_edition_name ON org_edition (org_id, name);

CREATE TABLE org_edition_permission (
    org_id bigint NOT NULL,
    edition_id bigint NOT NULL,
    permission_id bigint NOT NULL,
    PRIMARY KEY (org_id, edition_id, permission_id)
);
CREATE INDEX ix_org_edition_permission ON org_edition_permission (org_id, permission_id);

-- platform: granted to the platform's org alone. edited: names and order are the platform's, no longer the program's.
ALTER TABLE permission ADD COLUMN org_id bigint NOT NULL DEFAULT 1;
ALTER TABLE permission ADD COLUMN platform boolean NOT NULL DEFAULT FALSE;
ALTER TABLE permission ADD COLUMN declared boolean NOT NULL DEFAULT TRUE;
ALTER TABLE permission ADD COLUMN edited boolean NOT NULL DEFAULT FALSE;
ALTER TABLE permission ADD COLUMN disabled boolean NOT NULL DEFAULT FALSE;
ALTER TABLE permission ADD COLUMN always_show boolean NOT NULL DEFAULT FALSE;
ALTER TABLE permission ADD COLUMN icon text;
ALTER TABLE permission ADD COLUMN version bigint NOT NULL DEFAULT 1;
ALTER TABLE permission ADD COLUMN created_by bigint NOT NULL DEFAULT 0;
ALTER TABLE permission ADD COLUMN created_at bigint NOT NULL DEFAULT 0;
ALTER TABLE permission ADD COLUMN updated_by bigint NOT NULL DEFAULT 0;
ALTER TABLE permission ADD COLUMN updated_at bigint NOT NULL DEFAULT 0;
CREATE INDEX ix_org_permission_permission ON org_permission (permission_id, org_id);

-- Orgs a node in trial (disabled) is open to.
CREATE TABLE permission_able_org (
    permission_id bigint NOT NULL,
    able_org_id bigint NOT NULL,
    PRIMARY KEY (permission_id, able_org_id)
);

ALTER TABLE org ADD COLUMN org_id bigint NOT NULL DEFAULT 1;
ALTER TABLE org ADD COLUMN short_name text;
ALTER TABLE org ADD COLUMN org_type bigint NOT NULL DEFAULT 1;
ALTER TABLE org ADD COLUMN audit_reason text;
ALTER TABLE org ADD COLUMN demand_person_id bigint;
ALTER TABLE org ADD COLUMN group_view boolean NOT NULL DEFAULT FALSE;
ALTER TABLE org ADD COLUMN intention_mark bigint;
ALTER TABLE org ADD COLUMN remark text;
ALTER TABLE org ADD COLUMN source_remark text;
ALTER TABLE org ADD COLUMN company_profile text;
ALTER TABLE org ADD COLUMN company_advantage text;
ALTER TABLE org ADD COLUMN contact_info text;
ALTER TABLE org ADD COLUMN created_by bigint NOT NULL DEFAULT 0;
ALTER TABLE org ADD COLUMN updated_by bigint NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX uq_org_name ON org (name);
CREATE INDEX ix_org_group ON org (group_id);

-- Passwords a login had: a new one must differ from the last of them.
CREATE TABLE login_password_history (
    login_id bigint NOT NULL,
    id bigint NOT NULL,
    password_hash text NOT NULL,
    PRIMARY KEY (login_id, id)
);
