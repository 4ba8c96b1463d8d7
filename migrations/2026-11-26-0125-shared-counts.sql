-- What several processes on one database know together: how often a key was used within its minute or hour (the hash of
-- what is counted, for a key may be as long as who calls makes it), and which secret key seals what lies here.
CREATE TABLE call_count (
    hash bytea NOT NULL PRIMARY KEY,
    ends_at bigint NOT NULL,
    calls bigint NOT NULL
);
CREATE INDEX ix_call_count_end ON call_count (ends_at);

CREATE TABLE key_mark (
    id bigint NOT NULL PRIMARY KEY,
    mark bytea NOT NULL
);
