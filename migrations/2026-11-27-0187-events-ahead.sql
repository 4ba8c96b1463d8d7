-- Facts told ahead of their time: `awaits` is the moment at which what follows from them is to follow; nothing once it did.
ALTER TABLE track_event ADD COLUMN awaits bigint;
UPDATE track_event SET awaits = event_time
    WHERE event_time > created_at AND COALESCE(time_kind, '') NOT IN ('S', 'E');
CREATE INDEX ix_track_event_awaits ON track_event (org_id, awaits) WHERE awaits IS NOT NULL;
