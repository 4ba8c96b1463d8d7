-- Editions of the rates the platform publishes. Their lines become rows of tact_rate when an edition is published.
CREATE TABLE tact_edition (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    version bigint NOT NULL,
    edition_no text NOT NULL,
    title text,
    effective_from text NOT NULL,
    valid_to text,
    state text NOT NULL,
    rates bigint NOT NULL,
    published_at bigint,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_tact_edition_no ON tact_edition (org_id, edition_no);

CREATE TABLE tact_edition_line (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    edition_id bigint NOT NULL,
    line bigint NOT NULL,
    carrier_code text NOT NULL,
    departure text NOT NULL,
    arrival text NOT NULL,
    currency text NOT NULL,
    minimum bigint NOT NULL,
    rate_n bigint NOT NULL,
    rate_45 bigint,
    rate_100 bigint,
    rate_200 bigint,
    rate_250 bigint,
    rate_300 bigint,
    rate_500 bigint,
    rate_700 bigint,
    rate_1000 bigint,
    rate_1500 bigint,
    rate_2000 bigint,
    rate_3000 bigint,
    rate_5000 bigint,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_tact_edition_line ON tact_edition_line (org_id, edition_id, line);

-- What publishing an edition cut short: until when each of the rates held before.
CREATE TABLE tact_edition_cut (
    org_id bigint NOT NULL,
    edition_id bigint NOT NULL,
    rate_id bigint NOT NULL,
    valid_to text NOT NULL,
    PRIMARY KEY (org_id, edition_id, rate_id)
);

-- Who wants to be told when the published rates of a lane change.
CREATE TABLE tact_watch (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    carrier_code text NOT NULL,
    departure text NOT NULL,
    arrival text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_tact_watch ON tact_watch (org_id, user_id, carrier_code, departure, arrival);
CREATE INDEX ix_tact_watch_lane ON tact_watch (departure, arrival, carrier_code);

-- Of the platform's rates the edition they are of; of a company's own the one they were adopted from.
ALTER TABLE tact_rate ADD COLUMN edition_id bigint;
