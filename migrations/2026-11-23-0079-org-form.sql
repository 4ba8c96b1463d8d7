-- What the platform keeps of a company: a short English name, its code at the one-stop service, and where notices go.
ALTER TABLE org ADD COLUMN short_name_en text;
ALTER TABLE org ADD COLUMN one_stop_code text;
ALTER TABLE org ADD COLUMN notice_email text;
