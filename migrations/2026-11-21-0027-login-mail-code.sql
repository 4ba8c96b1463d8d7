-- The code by mail that stands in for an authenticator's, one for each login.
CREATE TABLE login_mail_code (
    login_id bigint NOT NULL,
    code_hash bytea NOT NULL,
    expires_at bigint NOT NULL,
    tries bigint NOT NULL,
    PRIMARY KEY (login_id)
);
