-- Some databases have parts of this already: it brings every one of them to the same.

-- Hand-off tokens that were used, until they have expired anyway.
CREATE TABLE IF NOT EXISTS handoff_token (
    partner text NOT NULL,
    nonce text NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (partner, nonce)
);
CREATE INDEX IF NOT EXISTS ix_handoff_token_expiry ON handoff_token (expires_at);

-- Parts of an order and events of a number are read in the order of their ids.
CREATE INDEX IF NOT EXISTS ix_order_contact_order ON order_contact (org_id, order_id, id);
DROP INDEX IF EXISTS ix_order_file_order;
CREATE INDEX IF NOT EXISTS ix_order_file_order ON order_file (org_id, order_id, id DESC);
DROP INDEX IF EXISTS ix_order_note_order;
CREATE INDEX IF NOT EXISTS ix_order_note_order ON order_note (org_id, order_id, id DESC);
DROP INDEX IF EXISTS ix_track_event_number;
CREATE INDEX IF NOT EXISTS ix_track_event_number ON track_event (org_id, awb_number, id DESC);
