-- Files lie under their hash and are named by the rows they belong to; nothing ever wrote this table.
DROP TABLE stored_file;
