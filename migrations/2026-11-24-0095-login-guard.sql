-- What counts failed log-ins apart from those of the login: devices its owner logged in on before, sessions that were
-- asked for a proof, and addresses, which only wait. A mark is the keyed hash of what it stands for.
CREATE TABLE login_guard (
    login_id bigint NOT NULL,
    mark bytea NOT NULL,
    kind text NOT NULL,
    fails bigint NOT NULL,
    first_fail_at bigint,
    last_fail_at bigint,
    locked_until bigint,
    expires_at bigint NOT NULL,
    PRIMARY KEY (login_id, mark)
);

-- Its owner is told of a lock once an hour, however often others bring it about.
ALTER TABLE login ADD COLUMN lock_told_at bigint;

-- Who asks for a new password from a device of his own, and whom an administrator sends a link, is not kept from it by
-- those who ask in his name.
ALTER TABLE password_request ADD COLUMN device bytea;
ALTER TABLE login_link ADD COLUMN asker text NOT NULL DEFAULT 'anyone';

-- Another system's word for who somebody is is no proof of it.
UPDATE session SET proved_at = 0 WHERE id IN (SELECT session_id FROM login_log WHERE way = '免登');
