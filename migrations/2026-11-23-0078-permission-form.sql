-- What the form of 权限管理 says of a node beside its place: which part of the client shows it, whose application it
-- belongs to, from which day it is stopped, and the help document chosen for it.
ALTER TABLE permission ADD COLUMN component text;
ALTER TABLE permission ADD COLUMN application text;
ALTER TABLE permission ADD COLUMN stop_date text;
ALTER TABLE permission ADD COLUMN help_doc_id bigint;
