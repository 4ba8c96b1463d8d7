-- Mail: mailboxes, the outbox with what became of each mail, links to set a password by.

-- One mailbox of a company; the platform's (org 1) serves companies without one. public_url is the address
-- the product was called by when the mailbox was saved, for links of mails nobody's browser asked for.
CREATE TABLE mailbox (
    org_id bigint NOT NULL PRIMARY KEY,
    active boolean NOT NULL,
    sender_name text,
    address text,
    host text,
    security text NOT NULL,
    port bigint,
    account text,
    password bytea,
    signature text,
    public_url text,
    version bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL
);

-- The outbox, and the log it leaves. next_at: when a worker has to look at the row again; nothing when the
-- mail is over. content is sealed, and gone when a mail with a link in it is over.
CREATE TABLE mail_log (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    mailbox_org bigint NOT NULL,
    from_addr text NOT NULL,
    to_addrs text NOT NULL,
    cc_addrs text,
    subject text NOT NULL,
    content bytea,
    attachments text NOT NULL,
    attachment_count bigint NOT NULL,
    ref_no text,
    secure boolean NOT NULL,
    language text NOT NULL,
    status text NOT NULL,
    attempts bigint NOT NULL,
    error text,
    sender_id bigint,
    worker text,
    next_at bigint,
    created_at bigint NOT NULL,
    finished_at bigint,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_mail_log_time ON mail_log (org_id, created_at);
CREATE INDEX ix_mail_log_due ON mail_log (next_at) WHERE next_at IS NOT NULL;

-- Links by which a login sets its password, known by their hash. Rows stay for counting until the next day.
CREATE TABLE login_link (
    token_hash bytea NOT NULL PRIMARY KEY,
    login_id bigint NOT NULL,
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    purpose text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);
CREATE INDEX ix_login_link_login ON login_link (login_id, created_at);

-- Who asked for a new password before log-in. A worker looks whether there is such a login, so that the
-- answer comes equally fast for those that exist and those that do not.
CREATE TABLE password_request (
    id bigint NOT NULL PRIMARY KEY,
    phone_area text,
    phone text,
    email text,
    created_at bigint NOT NULL
);
