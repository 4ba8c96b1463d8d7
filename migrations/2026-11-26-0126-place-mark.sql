-- What this place is: a restore marks it before anything else of it is there, so the table may stand before the first
-- migration is done. Its one row says nothing about the data and is no part of a backup.
CREATE TABLE IF NOT EXISTS place_mark (
    id bigint NOT NULL PRIMARY KEY,
    state text NOT NULL,
    files text NOT NULL,
    made_at bigint NOT NULL,
    restored_at bigint NOT NULL,
    released_at bigint
);
