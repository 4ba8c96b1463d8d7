-- Pictures of a company: its logo, and the small one of the top bar.
ALTER TABLE org ADD COLUMN logo text;
ALTER TABLE org ADD COLUMN short_logo text;
