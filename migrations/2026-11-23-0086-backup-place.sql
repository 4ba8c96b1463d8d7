-- A backup may lie in an object store instead of on the disk, and tells whether a passphrase opens it.

ALTER TABLE backup ADD COLUMN place text NOT NULL DEFAULT '磁盘';
ALTER TABLE backup ADD COLUMN encrypted boolean;
