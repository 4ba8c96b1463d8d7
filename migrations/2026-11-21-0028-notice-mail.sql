-- A notice is mailed to its readers: with its publication when that was chosen, or when somebody asks for it.
ALTER TABLE notice ADD COLUMN mail_on_publish boolean NOT NULL DEFAULT FALSE;

-- Notices whose mails do not lie in the outbox yet.
CREATE TABLE notice_mail (
    org_id bigint NOT NULL,
    notice_id bigint NOT NULL,
    asked_at bigint NOT NULL,
    PRIMARY KEY (org_id, notice_id)
);
