-- Mails that are due, what is urgent first.
CREATE INDEX ix_mail_log_turn ON mail_log (secure DESC, next_at, id) WHERE next_at IS NOT NULL;
-- The companies that were told of an object.
CREATE INDEX ix_message_told_object ON message_told (event, object_id, mark, org_id);
