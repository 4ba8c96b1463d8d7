-- What was given up within a day is counted every minute, for the health of the deployment.
CREATE INDEX ix_mail_log_failed ON mail_log (finished_at) WHERE status = '失败';
CREATE INDEX ix_edi_message_failed ON edi_message (updated_at) WHERE state = 'FAILED';
