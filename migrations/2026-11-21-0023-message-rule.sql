-- What companies decide about messages, what users turn off for themselves, and what was told ahead of time.

-- A row for each event a company decided about; the event's own words and days stand where a column is empty.
CREATE TABLE message_rule (
    org_id bigint NOT NULL,
    event text NOT NULL,
    active boolean NOT NULL,
    inner_on boolean NOT NULL,
    mail_on boolean NOT NULL,
    receivers text,
    title_zh text,
    title_en text,
    text_zh text,
    text_en text,
    days text,
    version bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, event)
);

CREATE TABLE message_mute (
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    event text NOT NULL,
    inner_off boolean NOT NULL,
    mail_off boolean NOT NULL,
    PRIMARY KEY (org_id, user_id, event)
);

-- Minutes of the day between which no mails of messages are sent; the end may lie on the next day.
CREATE TABLE message_quiet (
    org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    from_minute bigint NOT NULL,
    until_minute bigint NOT NULL,
    PRIMARY KEY (org_id, user_id)
);

-- What is told once: an event about a thing, and which of its ends and days.
CREATE TABLE message_told (
    org_id bigint NOT NULL,
    event text NOT NULL,
    object_id bigint NOT NULL,
    mark text NOT NULL,
    told_at bigint NOT NULL,
    PRIMARY KEY (org_id, event, object_id, mark)
);
CREATE INDEX ix_message_told_at ON message_told (org_id, told_at);
CREATE INDEX ix_message_created ON message (org_id, created_at);
CREATE INDEX ix_login_log_user ON login_log (org_id, user_id, created_at);

-- Documents that were told of keep being so.
INSERT INTO message_told (org_id, event, object_id, mark, told_at)
SELECT org_id, 'doc.expiring', id, expire_date || '/30', updated_at FROM company_doc
WHERE expiry_told AND expire_date IS NOT NULL;
DROP INDEX ix_company_doc_expiry;
ALTER TABLE company_doc DROP COLUMN expiry_told;
CREATE INDEX ix_company_doc_expiry ON company_doc (org_id, expire_date);
