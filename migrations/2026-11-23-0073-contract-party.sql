-- 签约方: the partner of the platform's with whom a company has its contract.
ALTER TABLE org ADD COLUMN contract_party_id bigint;

-- 服务套餐: what a company may use of a service. Rows of the platform about its companies, one for a service.
CREATE TABLE service_package (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    service_type text NOT NULL,
    period text NOT NULL,
    quantity bigint,
    start_date text NOT NULL,
    remark text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_service_package ON service_package (org_id, company_id, service_type);

-- 默认服务套餐 of an edition: what a company gets when it is made.
CREATE TABLE edition_package (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    edition_id bigint NOT NULL,
    line bigint NOT NULL,
    service_type text NOT NULL,
    period text NOT NULL,
    quantity bigint,
    remark text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_edition_package ON edition_package (org_id, edition_id, line);

-- What companies used of their services, counted or not.
CREATE TABLE service_use (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    service_type text NOT NULL,
    quantity bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_service_use ON service_use (org_id, service_type, created_at);

-- The files of a company with their sizes: what its storage holds.
CREATE TABLE kept_file (
    org_id bigint NOT NULL,
    file_key text NOT NULL,
    bytes bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, file_key)
);
