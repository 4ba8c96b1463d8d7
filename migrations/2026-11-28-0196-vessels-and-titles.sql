-- Orders found by a part of their flight or vessel, too (0142 found them by their numbers).
INSERT INTO search_column (table_name, column_name, letter, bare) VALUES ('freight_order', 'biz_carrier', 'm', FALSE);

--sqlite: DROP TRIGGER freight_order_pairs_insert;
--sqlite: DROP TRIGGER freight_order_pairs_update;
--sqlite: DROP TRIGGER freight_order_pairs_delete;
--sqlite: DROP TABLE freight_order_pairs;
--postgres: DROP INDEX gin_freight_order_pairs;
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
--sqlite:             UNION ALL SELECT 'l', lower(replace(new.hawb_number, '-', ''))
--sqlite:             UNION ALL SELECT 'm', lower(new.biz_carrier))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER freight_order_pairs_update AFTER UPDATE OF
--sqlite:     order_code, biz_number, customer_number, internal_number, awb_number, hawb_number, biz_carrier
--sqlite:     ON freight_order
--sqlite:     WHEN old.order_code IS NOT new.order_code
--sqlite:         OR old.biz_number IS NOT new.biz_number
--sqlite:         OR old.customer_number IS NOT new.customer_number
--sqlite:         OR old.internal_number IS NOT new.internal_number
--sqlite:         OR old.awb_number IS NOT new.awb_number
--sqlite:         OR old.hawb_number IS NOT new.hawb_number
--sqlite:         OR old.biz_carrier IS NOT new.biz_carrier BEGIN
--sqlite:     DELETE FROM freight_order_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO freight_order_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.order_code) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.biz_number)
--sqlite:             UNION ALL SELECT 'i', lower(new.customer_number)
--sqlite:             UNION ALL SELECT 'j', lower(new.internal_number)
--sqlite:             UNION ALL SELECT 'k', lower(replace(new.awb_number, '-', ''))
--sqlite:             UNION ALL SELECT 'l', lower(replace(new.hawb_number, '-', ''))
--sqlite:             UNION ALL SELECT 'm', lower(new.biz_carrier))
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
--sqlite:         UNION ALL SELECT 'l', lower(replace(freight_order.hawb_number, '-', ''))
--sqlite:         UNION ALL SELECT 'm', lower(freight_order.biz_carrier))
--sqlite:     JOIN search_place ON n <= length(piece)) FROM freight_order;
--postgres: CREATE INDEX gin_freight_order_pairs ON freight_order USING gin (search_pairs(
--postgres:     org_id, order_code, biz_number, customer_number, internal_number, replace(awb_number, '-', ''),
--postgres:     replace(hawb_number, '-', ''), biz_carrier))
--postgres:     WITH (gin_pending_list_limit = 256);

-- Applications by the title they want.
INSERT INTO search_column (table_name, column_name, letter, bare) VALUES ('invoice_application', 'title', 'h', FALSE);

--sqlite: DROP TRIGGER invoice_application_pairs_insert;
--sqlite: DROP TRIGGER invoice_application_pairs_update;
--sqlite: DROP TRIGGER invoice_application_pairs_delete;
--sqlite: DROP TABLE invoice_application_pairs;
--postgres: DROP INDEX gin_invoice_application_pairs;
--sqlite: CREATE VIRTUAL TABLE invoice_application_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER invoice_application_pairs_insert AFTER INSERT ON invoice_application BEGIN
--sqlite:     INSERT INTO invoice_application_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.application_num) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.title))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER invoice_application_pairs_update AFTER UPDATE OF
--sqlite:     application_num, title
--sqlite:     ON invoice_application
--sqlite:     WHEN old.application_num IS NOT new.application_num
--sqlite:         OR old.title IS NOT new.title BEGIN
--sqlite:     DELETE FROM invoice_application_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO invoice_application_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.application_num) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.title))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER invoice_application_pairs_delete AFTER DELETE ON invoice_application BEGIN
--sqlite:     DELETE FROM invoice_application_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO invoice_application_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(invoice_application.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(invoice_application.application_num) AS piece
--sqlite:         UNION ALL SELECT 'h', lower(invoice_application.title))
--sqlite:     JOIN search_place ON n <= length(piece)) FROM invoice_application;
--postgres: CREATE INDEX gin_invoice_application_pairs ON invoice_application USING gin (search_pairs(
--postgres:     org_id, application_num, title))
--postgres:     WITH (gin_pending_list_limit = 256);

-- Issued invoices by the moment they were entered, and invoices of a side in the order they were, those without a voucher for
-- themselves.
CREATE INDEX ix_invoice_entered ON invoice (org_id, side, created_at, id);
CREATE INDEX ix_invoice_side ON invoice (org_id, side, id);
CREATE INDEX ix_invoice_unposted_side ON invoice (org_id, side, id) WHERE voucher_id IS NULL;
-- Issued invoices of a type.
CREATE INDEX ix_invoice_type ON invoice (org_id, side, invoice_type, invoice_date, id);
-- Applications by who made them.
CREATE INDEX ix_invoice_application_maker ON invoice_application (org_id, created_by, id);
-- Orders of whoever serves them or sold them, in any scope.
CREATE INDEX ix_freight_order_servicer ON freight_order (org_id, servicer_id, id);
CREATE INDEX ix_freight_order_sold ON freight_order (org_id, sales_id, id);
