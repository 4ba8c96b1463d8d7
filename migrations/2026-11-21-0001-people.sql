-- Organisations, people, permissions, sessions, logs, settings. Instants are milliseconds UTC.

CREATE TABLE org (
    id bigint NOT NULL PRIMARY KEY,
    code text NOT NULL,
    name text NOT NULL,
    name_en text,
    edition text NOT NULL,
    user_limit bigint NOT NULL,
    stop_at bigint NOT NULL,
    status boolean NOT NULL,
    audit_status text NOT NULL,
    group_id bigint,
    social_credit_code text,
    short_code text,
    iata_code text,
    currency text NOT NULL,
    theme_color text,
    logo_file text,
    permission_version bigint NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX uq_org_code ON org (code);

CREATE TABLE login (
    id bigint NOT NULL PRIMARY KEY,
    phone_area text,
    phone text,
    email text,
    admin_name text,
    password_hash text NOT NULL,
    must_change boolean NOT NULL,
    fails bigint NOT NULL,
    first_fail_at bigint,
    locked_until bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX uq_login_phone ON login (phone_area, phone);
CREATE UNIQUE INDEX uq_login_email ON login (email);
CREATE UNIQUE INDEX uq_login_admin_name ON login (admin_name);

CREATE TABLE dept (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    parent_id bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_dept_code ON dept (org_id, code);

CREATE TABLE app_user (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    login_id bigint NOT NULL,
    login_type bigint NOT NULL,
    admin_role text,
    login_name text NOT NULL,
    name_cn text NOT NULL,
    name_en text,
    email text,
    dept_id bigint NOT NULL,
    order_permission bigint,
    active boolean NOT NULL,
    page_language text NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_app_user_login ON app_user (org_id, login_id);
CREATE INDEX ix_app_user_login ON app_user (login_id);

CREATE TABLE role (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    remark text,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_role_name ON role (org_id, name);

CREATE TABLE user_role (
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    role_id bigint NOT NULL,
    PRIMARY KEY (org_id, user_id, role_id)
);

CREATE TABLE role_data_scope (
    org_id bigint NOT NULL,
    role_id bigint NOT NULL,
    class text NOT NULL,
    scope text NOT NULL,
    level bigint NOT NULL,
    PRIMARY KEY (org_id, role_id, class, scope)
);

CREATE TABLE workgroup (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    scopes text NOT NULL,
    active boolean NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_workgroup_name ON workgroup (org_id, name);

CREATE TABLE workgroup_user (
    org_id bigint NOT NULL,
    workgroup_id bigint NOT NULL,
    user_id bigint NOT NULL,
    PRIMARY KEY (org_id, workgroup_id, user_id)
);
CREATE INDEX ix_workgroup_user ON workgroup_user (org_id, user_id);

-- The tree of pages and buttons, kept in step with the declarations at every start.
CREATE TABLE permission (
    id bigint NOT NULL PRIMARY KEY,
    parent_code text,
    code text NOT NULL,
    path text,
    name_zh text NOT NULL,
    name_en text NOT NULL,
    kind bigint NOT NULL,
    hidden boolean NOT NULL,
    sort bigint NOT NULL,
    status boolean NOT NULL
);
CREATE UNIQUE INDEX uq_permission_code ON permission (code);

CREATE TABLE org_permission (
    org_id bigint NOT NULL,
    permission_id bigint NOT NULL,
    permission_status boolean NOT NULL,
    stop_at bigint,
    PRIMARY KEY (org_id, permission_id)
);

CREATE TABLE role_permission (
    org_id bigint NOT NULL,
    role_id bigint NOT NULL,
    permission_id bigint NOT NULL,
    PRIMARY KEY (org_id, role_id, permission_id)
);

CREATE TABLE user_permission (
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    permission_id bigint NOT NULL,
    allowed boolean NOT NULL,
    PRIMARY KEY (org_id, user_id, permission_id)
);

CREATE TABLE session (
    token_hash bytea NOT NULL PRIMARY KEY,
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    login_id bigint NOT NULL,
    created_at bigint NOT NULL,
    last_active_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    end_reason text,
    ip text,
    agent text
);
CREATE INDEX ix_session_login ON session (login_id, org_id, created_at);
CREATE INDEX ix_session_expiry ON session (expires_at);

CREATE TABLE login_log (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    login_name text NOT NULL,
    user_id bigint,
    outcome text NOT NULL,
    ip text,
    agent text,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);

CREATE TABLE operation_log (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    level text NOT NULL,
    kind text NOT NULL,
    page text NOT NULL,
    function text NOT NULL,
    text text NOT NULL,
    object_type text NOT NULL,
    object_id bigint,
    object_number text,
    changes text,
    operator_id bigint NOT NULL,
    operator_name text NOT NULL,
    ip text,
    request_id text,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_operation_log_object ON operation_log (org_id, object_type, object_id, id DESC);
CREATE INDEX ix_operation_log_time ON operation_log (org_id, created_at DESC, id DESC);

CREATE TABLE list_setting (
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    page_key text NOT NULL,
    body text NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, user_id, page_key)
);

CREATE TABLE org_setting (
    org_id bigint NOT NULL,
    name text NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (org_id, name)
);

CREATE TABLE number_series (
    org_id bigint NOT NULL,
    series text NOT NULL,
    period text NOT NULL,
    last bigint NOT NULL,
    PRIMARY KEY (org_id, series, period)
);

-- A file of any room: its bytes lie in the file store under the hash.
CREATE TABLE stored_file (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    mime text NOT NULL,
    size_bytes bigint NOT NULL,
    hash text NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
