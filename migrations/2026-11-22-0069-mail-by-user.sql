-- Mails of a user who sends by a mailbox of his own: whose it is. Nothing for those that go by a company's.
ALTER TABLE mail_log ADD COLUMN mailbox_user bigint;
