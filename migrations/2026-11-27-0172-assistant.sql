-- AI问答记录: what users asked the assistant and what it answered, masked. `sent` is what left the server for a model,
-- `refs` the places named below the answer. Days are those of the clock, for the limits of a day.
CREATE TABLE ai_log (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    client_id text,
    question text NOT NULL,
    answer text NOT NULL,
    source text NOT NULL,
    refs text NOT NULL,
    sent text,
    took bigint NOT NULL,
    tokens_in bigint NOT NULL,
    tokens_out bigint NOT NULL,
    result text NOT NULL,
    error text,
    useful boolean,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_ai_log_user ON ai_log (org_id, user_id, created_at);
CREATE INDEX ix_ai_log_time ON ai_log (org_id, created_at, id);
CREATE INDEX ix_ai_log_result ON ai_log (org_id, result, id);
CREATE UNIQUE INDEX uq_ai_log_client ON ai_log (org_id, user_id, client_id) WHERE client_id IS NOT NULL;
