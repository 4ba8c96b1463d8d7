-- Parts of texts are found by their pairs of letters (decision 0031): `search_column` says which columns, each with the letter
-- that stands before its pairs; of a column that is bare the dashes are left out. The pairs are kept by the database itself,
-- so that nobody who writes has to know of them: by triggers into an FTS5 table on SQLite, by a GIN index on PostgreSQL.
CREATE TABLE search_column (
    table_name text NOT NULL,
    column_name text NOT NULL,
    letter text NOT NULL,
    bare boolean NOT NULL,
    PRIMARY KEY (table_name, column_name)
);
INSERT INTO search_column (table_name, column_name, letter, bare) VALUES
    ('freight_order', 'order_code', 'g', FALSE),
    ('freight_order', 'biz_number', 'h', FALSE),
    ('freight_order', 'customer_number', 'i', FALSE),
    ('freight_order', 'internal_number', 'j', FALSE),
    ('freight_order', 'awb_number', 'k', TRUE),
    ('freight_order', 'hawb_number', 'l', TRUE),
    ('hawb', 'hawb_number', 'g', TRUE),
    ('coop', 'coop_code', 'g', FALSE),
    ('coop', 'coop_name', 'h', FALSE),
    ('coop', 'coop_full_name', 'i', FALSE),
    ('coop', 'coop_ename', 'j', FALSE),
    ('coop', 'mnemonic_code', 'k', FALSE),
    ('app_user', 'login_name', 'g', FALSE),
    ('app_user', 'name_cn', 'h', FALSE),
    ('app_user', 'name_en', 'i', FALSE),
    ('app_user', 'job_number', 'j', FALSE),
    ('app_user', 'email', 'k', FALSE);
-- Without a letter: it names rows that are searched, and an index finds the rows by it.
INSERT INTO search_column (table_name, column_name, letter, bare) VALUES ('freight_order', 'coop_id', '', FALSE);

-- The places in a text; none is longer.
--sqlite: CREATE TABLE search_place (n integer PRIMARY KEY);
--sqlite: INSERT INTO search_place WITH RECURSIVE place (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM place WHERE n < 2000)
--sqlite:     SELECT n FROM place;

-- Every pair that begins in a text, the last one of its last letter alone; and each letter that is not of ASCII, which one
-- who types it alone looks for. The price keeps the planner from working it out for every row.
--postgres: CREATE FUNCTION search_pairs(org bigint, VARIADIC texts text[]) RETURNS text[]
--postgres:     LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $pairs$
--postgres:     SELECT array_agg(org::text || chr(102 + place::integer) || substr(folded, n, size))
--postgres:     FROM (SELECT place, lower(raw) AS folded FROM unnest(texts) WITH ORDINALITY AS given (raw, place)) AS piece,
--postgres:         generate_series(1, char_length(folded)) AS n, (VALUES (1), (2)) AS sizes (size)
--postgres:     WHERE size = 2 OR ascii(substr(folded, n, 1)) > 127
--postgres: $pairs$;

--sqlite: CREATE VIRTUAL TABLE freight_order_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER freight_order_pairs_insert AFTER INSERT ON freight_order BEGIN
--sqlite:     INSERT INTO freight_order_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.order_code) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.biz_number)
--sqlite:             UNION ALL SELECT 'i', lower(new.customer_number)
--sqlite:             UNION ALL SELECT 'j', lower(new.internal_number)
--sqlite:             UNION ALL SELECT 'k', lower(replace(new.awb_number, '-', ''))
--sqlite:             UNION ALL SELECT 'l', lower(replace(new.hawb_number, '-', '')))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER freight_order_pairs_update AFTER UPDATE OF
--sqlite:     order_code, biz_number, customer_number, internal_number, awb_number, hawb_number
--sqlite:     ON freight_order
--sqlite:     WHEN old.order_code IS NOT new.order_code
--sqlite:         OR old.biz_number IS NOT new.biz_number
--sqlite:         OR old.customer_number IS NOT new.customer_number
--sqlite:         OR old.internal_number IS NOT new.internal_number
--sqlite:         OR old.awb_number IS NOT new.awb_number
--sqlite:         OR old.hawb_number IS NOT new.hawb_number BEGIN
--sqlite:     DELETE FROM freight_order_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO freight_order_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.order_code) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.biz_number)
--sqlite:             UNION ALL SELECT 'i', lower(new.customer_number)
--sqlite:             UNION ALL SELECT 'j', lower(new.internal_number)
--sqlite:             UNION ALL SELECT 'k', lower(replace(new.awb_number, '-', ''))
--sqlite:             UNION ALL SELECT 'l', lower(replace(new.hawb_number, '-', '')))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER freight_order_pairs_delete AFTER DELETE ON freight_order BEGIN
--sqlite:     DELETE FROM freight_order_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO freight_order_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(freight_order.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(freight_order.order_code) AS piece
--sqlite:         UNION ALL SELECT 'h', lower(freight_order.biz_number)
--sqlite:         UNION ALL SELECT 'i', lower(freight_order.customer_number)
--sqlite:         UNION ALL SELECT 'j', lower(freight_order.internal_number)
--sqlite:         UNION ALL SELECT 'k', lower(replace(freight_order.awb_number, '-', ''))
--sqlite:         UNION ALL SELECT 'l', lower(replace(freight_order.hawb_number, '-', '')))
--sqlite:     JOIN search_place ON n <= length(piece)) FROM freight_order;
--postgres: CREATE INDEX gin_freight_order_pairs ON freight_order USING gin (search_pairs(
--postgres:     org_id, order_code, biz_number, customer_number, internal_number,
--postgres:     replace(awb_number, '-', ''), replace(hawb_number, '-', '')))
--postgres:     WITH (gin_pending_list_limit = 256);

--sqlite: CREATE VIRTUAL TABLE hawb_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER hawb_pairs_insert AFTER INSERT ON hawb BEGIN
--sqlite:     INSERT INTO hawb_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(replace(new.hawb_number, '-', '')) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER hawb_pairs_update AFTER UPDATE OF
--sqlite:     hawb_number
--sqlite:     ON hawb
--sqlite:     WHEN old.hawb_number IS NOT new.hawb_number BEGIN
--sqlite:     DELETE FROM hawb_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO hawb_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(replace(new.hawb_number, '-', '')) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER hawb_pairs_delete AFTER DELETE ON hawb BEGIN
--sqlite:     DELETE FROM hawb_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO hawb_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(hawb.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(replace(hawb.hawb_number, '-', '')) AS piece)
--sqlite:     JOIN search_place ON n <= length(piece)) FROM hawb;
--postgres: CREATE INDEX gin_hawb_pairs ON hawb USING gin (search_pairs(
--postgres:     org_id, replace(hawb_number, '-', '')))
--postgres:     WITH (gin_pending_list_limit = 256);

--sqlite: CREATE VIRTUAL TABLE coop_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER coop_pairs_insert AFTER INSERT ON coop BEGIN
--sqlite:     INSERT INTO coop_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.coop_code) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.coop_name)
--sqlite:             UNION ALL SELECT 'i', lower(new.coop_full_name)
--sqlite:             UNION ALL SELECT 'j', lower(new.coop_ename)
--sqlite:             UNION ALL SELECT 'k', lower(new.mnemonic_code))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER coop_pairs_update AFTER UPDATE OF
--sqlite:     coop_code, coop_name, coop_full_name, coop_ename, mnemonic_code
--sqlite:     ON coop
--sqlite:     WHEN old.coop_code IS NOT new.coop_code
--sqlite:         OR old.coop_name IS NOT new.coop_name
--sqlite:         OR old.coop_full_name IS NOT new.coop_full_name
--sqlite:         OR old.coop_ename IS NOT new.coop_ename
--sqlite:         OR old.mnemonic_code IS NOT new.mnemonic_code BEGIN
--sqlite:     DELETE FROM coop_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO coop_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.coop_code) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.coop_name)
--sqlite:             UNION ALL SELECT 'i', lower(new.coop_full_name)
--sqlite:             UNION ALL SELECT 'j', lower(new.coop_ename)
--sqlite:             UNION ALL SELECT 'k', lower(new.mnemonic_code))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER coop_pairs_delete AFTER DELETE ON coop BEGIN
--sqlite:     DELETE FROM coop_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO coop_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(coop.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(coop.coop_code) AS piece
--sqlite:         UNION ALL SELECT 'h', lower(coop.coop_name)
--sqlite:         UNION ALL SELECT 'i', lower(coop.coop_full_name)
--sqlite:         UNION ALL SELECT 'j', lower(coop.coop_ename)
--sqlite:         UNION ALL SELECT 'k', lower(coop.mnemonic_code))
--sqlite:     JOIN search_place ON n <= length(piece)) FROM coop;
--postgres: CREATE INDEX gin_coop_pairs ON coop USING gin (search_pairs(
--postgres:     org_id, coop_code, coop_name, coop_full_name, coop_ename, mnemonic_code))
--postgres:     WITH (gin_pending_list_limit = 256);

--sqlite: CREATE VIRTUAL TABLE app_user_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER app_user_pairs_insert AFTER INSERT ON app_user BEGIN
--sqlite:     INSERT INTO app_user_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.login_name) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.name_cn)
--sqlite:             UNION ALL SELECT 'i', lower(new.name_en)
--sqlite:             UNION ALL SELECT 'j', lower(new.job_number)
--sqlite:             UNION ALL SELECT 'k', lower(new.email))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER app_user_pairs_update AFTER UPDATE OF
--sqlite:     login_name, name_cn, name_en, job_number, email
--sqlite:     ON app_user
--sqlite:     WHEN old.login_name IS NOT new.login_name
--sqlite:         OR old.name_cn IS NOT new.name_cn
--sqlite:         OR old.name_en IS NOT new.name_en
--sqlite:         OR old.job_number IS NOT new.job_number
--sqlite:         OR old.email IS NOT new.email BEGIN
--sqlite:     DELETE FROM app_user_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO app_user_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.login_name) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.name_cn)
--sqlite:             UNION ALL SELECT 'i', lower(new.name_en)
--sqlite:             UNION ALL SELECT 'j', lower(new.job_number)
--sqlite:             UNION ALL SELECT 'k', lower(new.email))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER app_user_pairs_delete AFTER DELETE ON app_user BEGIN
--sqlite:     DELETE FROM app_user_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO app_user_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(app_user.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(app_user.login_name) AS piece
--sqlite:         UNION ALL SELECT 'h', lower(app_user.name_cn)
--sqlite:         UNION ALL SELECT 'i', lower(app_user.name_en)
--sqlite:         UNION ALL SELECT 'j', lower(app_user.job_number)
--sqlite:         UNION ALL SELECT 'k', lower(app_user.email))
--sqlite:     JOIN search_place ON n <= length(piece)) FROM app_user;
--postgres: CREATE INDEX gin_app_user_pairs ON app_user USING gin (search_pairs(
--postgres:     org_id, login_name, name_cn, name_en, job_number, email))
--postgres:     WITH (gin_pending_list_limit = 256);
