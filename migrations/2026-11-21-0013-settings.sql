-- Settings of a company by key and scope; the platform's own are rows of org 1. A key without a row has its default.

CREATE TEMP TABLE org_setting_before AS SELECT org_id, name, value FROM org_setting;
DROP TABLE org_setting;
CREATE TABLE org_setting (
    org_id bigint NOT NULL,
    setting_key text NOT NULL,
    -- AE to IO, or * for the whole company.
    business_scope text NOT NULL,
    -- As on the wire, in JSON.
    value text,
    -- In place of the value, when the setting is a secret.
    sealed bytea,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, setting_key, business_scope)
);
INSERT INTO org_setting (org_id, setting_key, business_scope, value, updated_by, updated_at)
SELECT org_id, name, CASE WHEN name = 'coopApproval' THEN '*' ELSE 'AE' END,
    CASE WHEN value = '1' THEN 'true' ELSE 'false' END, 0, 0
FROM org_setting_before WHERE name IN ('coopApproval', 'financeLockView', 'lockNeedsRecorded');
DROP TABLE org_setting_before;

-- Raised by every change of a company's settings.
ALTER TABLE org ADD COLUMN setting_version bigint NOT NULL DEFAULT 1;

-- What a log-in obeys: how long its session may stand idle, and why it may do nothing but what it was asked for.
ALTER TABLE session ADD COLUMN idle_ms bigint NOT NULL DEFAULT 43200000;
ALTER TABLE session ADD COLUMN limited text;

-- The second factor of a person: its secret sealed, the one being bound, the last step whose code was used.
ALTER TABLE login ADD COLUMN last_fail_at bigint;
ALTER TABLE login ADD COLUMN password_changed_at bigint;
ALTER TABLE login ADD COLUMN factor_secret bytea;
ALTER TABLE login ADD COLUMN factor_pending bytea;
ALTER TABLE login ADD COLUMN factor_step bigint NOT NULL DEFAULT 0;
ALTER TABLE login ADD COLUMN factor_bound_at bigint;
UPDATE login SET password_changed_at = updated_at;

CREATE TABLE login_recovery_code (
    login_id bigint NOT NULL,
    code_hash bytea NOT NULL,
    used_at bigint,
    PRIMARY KEY (login_id, code_hash)
);

-- What a company keeps about itself.
ALTER TABLE org ADD COLUMN title text;
ALTER TABLE org ADD COLUMN help_url text;
ALTER TABLE org ADD COLUMN address_cn text;
ALTER TABLE org ADD COLUMN address_en text;
ALTER TABLE org ADD COLUMN phone text;
ALTER TABLE org ADD COLUMN fax text;
ALTER TABLE org ADD COLUMN website text;
