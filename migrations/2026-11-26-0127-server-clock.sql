-- The newest time the server wrote by while its clock was believed: one row. A clock that shows an earlier time, or one
-- more than 30 days later, is doubted, and nothing is removed by its age, until an administrator says that it is right.
CREATE TABLE server_clock (
    id bigint NOT NULL PRIMARY KEY,
    newest_at bigint NOT NULL,
    doubt text,
    doubted_at bigint
);

-- Sessions whose time is over are marked as ended, so that none comes to life again when the clock is set back. Looking
-- for them reads the open ones alone.
CREATE INDEX ix_session_open ON session (last_active_at) WHERE ended_at IS NULL;
