-- Departments as a tree with full names, accounts with their file, what a user sees beyond his level,
-- the blacklist of persons, sessions and log-ins as lists.

ALTER TABLE dept ADD COLUMN short_name text NOT NULL DEFAULT '';
ALTER TABLE dept ADD COLUMN full_name text NOT NULL DEFAULT '';
ALTER TABLE dept ADD COLUMN manager_id bigint;
ALTER TABLE dept ADD COLUMN profit_unit boolean NOT NULL DEFAULT FALSE;
ALTER TABLE dept ADD COLUMN final_profit_unit boolean NOT NULL DEFAULT FALSE;
ALTER TABLE dept ADD COLUMN budget bigint;
ALTER TABLE dept ADD COLUMN active boolean NOT NULL DEFAULT TRUE;
UPDATE dept SET short_name = name, full_name = name;
-- One level after the other, from the top.
UPDATE dept SET full_name = (SELECT up.full_name FROM dept AS up WHERE up.org_id = dept.org_id AND up.id = dept.parent_id) || '/' || short_name WHERE length(code) = 6;
UPDATE dept SET full_name = (SELECT up.full_name FROM dept AS up WHERE up.org_id = dept.org_id AND up.id = dept.parent_id) || '/' || short_name WHERE length(code) = 9;
UPDATE dept SET full_name = (SELECT up.full_name FROM dept AS up WHERE up.org_id = dept.org_id AND up.id = dept.parent_id) || '/' || short_name WHERE length(code) = 12;
UPDATE dept SET full_name = (SELECT up.full_name FROM dept AS up WHERE up.org_id = dept.org_id AND up.id = dept.parent_id) || '/' || short_name WHERE length(code) = 15;
CREATE UNIQUE INDEX uq_dept_name ON dept (org_id, parent_id, name);
CREATE UNIQUE INDEX uq_dept_short_name ON dept (org_id, parent_id, short_name);

-- 1 employed, 0 left. An account may log in when it is active: employed and not stopped.
ALTER TABLE app_user ADD COLUMN user_status bigint NOT NULL DEFAULT 1;
ALTER TABLE app_user ADD COLUMN job_number text;
ALTER TABLE app_user ADD COLUMN sex text;
ALTER TABLE app_user ADD COLUMN birthday text;
ALTER TABLE app_user ADD COLUMN id_type text;
ALTER TABLE app_user ADD COLUMN id_number_masked text;
ALTER TABLE app_user ADD COLUMN id_number_sealed bytea;
ALTER TABLE app_user ADD COLUMN id_number_hash bytea;
ALTER TABLE app_user ADD COLUMN employment_type text;
ALTER TABLE app_user ADD COLUMN hire_date text;
ALTER TABLE app_user ADD COLUMN job_position text;
ALTER TABLE app_user ADD COLUMN online_service boolean NOT NULL DEFAULT FALSE;
ALTER TABLE app_user ADD COLUMN leave_date text;
ALTER TABLE app_user ADD COLUMN leave_reason text;
ALTER TABLE app_user ADD COLUMN blacklist_date text;
ALTER TABLE app_user ADD COLUMN blacklist_reason text;
ALTER TABLE app_user ADD COLUMN resume text;
ALTER TABLE app_user ADD COLUMN family text;
ALTER TABLE app_user ADD COLUMN remark text;
ALTER TABLE login ADD COLUMN last_login_at bigint;
ALTER TABLE login ADD COLUMN last_login_ip text;
-- 0 leaves the data level to the roles.
UPDATE app_user SET order_permission = 0 WHERE order_permission IS NULL;
-- Somebody who left may come back with a new account.
DROP INDEX uq_app_user_login;
CREATE UNIQUE INDEX uq_app_user_login ON app_user (org_id, login_id) WHERE user_status = 1;
CREATE INDEX ix_app_user_dept ON app_user (org_id, dept_id);

-- Part-time departments; the main one stands at the account.
CREATE TABLE user_dept (
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    dept_id bigint NOT NULL,
    job_position text,
    PRIMARY KEY (org_id, user_id, dept_id)
);
CREATE INDEX ix_user_dept_dept ON user_dept (org_id, dept_id);

-- kind: extra or except. target_type: dept, workgroup or coop.
CREATE TABLE user_scope_extra (
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind text NOT NULL,
    target_type text NOT NULL,
    target_id bigint NOT NULL,
    PRIMARY KEY (org_id, user_id, kind, target_type, target_id)
);

ALTER TABLE user_permission ADD COLUMN until_at bigint;
ALTER TABLE user_permission ADD COLUMN reason text;
CREATE INDEX ix_role_permission_permission ON role_permission (org_id, permission_id);
CREATE INDEX ix_user_role_role ON user_role (org_id, role_id);

ALTER TABLE workgroup ADD COLUMN remark text;
DROP INDEX uq_workgroup_name;
CREATE UNIQUE INDEX uq_workgroup_name ON workgroup (org_id, scopes, name);

CREATE TABLE blacklist (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    user_name text NOT NULL,
    user_ename text,
    phone_area text,
    phone text,
    email text,
    id_type text,
    id_number_masked text,
    id_number_hash bytea,
    blacklist_date text NOT NULL,
    reason text NOT NULL,
    source text NOT NULL,
    active boolean NOT NULL,
    off_reason text,
    off_by bigint,
    off_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_blacklist_phone ON blacklist (org_id, phone);
CREATE INDEX ix_blacklist_email ON blacklist (org_id, email);
CREATE INDEX ix_blacklist_id_number ON blacklist (org_id, id_number_hash);

-- Sessions get an id that may be shown and the time of the last proof of identity; those that run
-- have neither, so everybody logs in once more.
DELETE FROM session;
ALTER TABLE session ADD COLUMN id bigint NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN proved_at bigint NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX uq_session_id ON session (id);
CREATE INDEX ix_session_org ON session (org_id, ended_at);

ALTER TABLE login_log ADD COLUMN way text;
ALTER TABLE login_log ADD COLUMN fails bigint NOT NULL DEFAULT 0;
ALTER TABLE login_log ADD COLUMN session_id bigint;
CREATE INDEX ix_login_log_session ON login_log (org_id, session_id);
CREATE INDEX ix_login_log_time ON login_log (org_id, created_at);

ALTER TABLE operation_log ADD COLUMN dept_id bigint;
ALTER TABLE operation_log ADD COLUMN business_scope text;
