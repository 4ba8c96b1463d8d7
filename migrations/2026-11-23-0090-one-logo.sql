-- A company's logo is org.logo, with org.short_logo; nothing was ever written here.
ALTER TABLE org DROP COLUMN logo_file;
