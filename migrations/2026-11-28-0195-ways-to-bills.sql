-- Applications found by a part of their number, as notes and statements are (0165).
INSERT INTO search_column (table_name, column_name, letter, bare) VALUES ('invoice_application', 'application_num', 'g', FALSE);

--sqlite: CREATE VIRTUAL TABLE invoice_application_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER invoice_application_pairs_insert AFTER INSERT ON invoice_application BEGIN
--sqlite:     INSERT INTO invoice_application_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.application_num) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER invoice_application_pairs_update AFTER UPDATE OF
--sqlite:     application_num
--sqlite:     ON invoice_application
--sqlite:     WHEN old.application_num IS NOT new.application_num BEGIN
--sqlite:     DELETE FROM invoice_application_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO invoice_application_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.application_num) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER invoice_application_pairs_delete AFTER DELETE ON invoice_application BEGIN
--sqlite:     DELETE FROM invoice_application_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO invoice_application_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(invoice_application.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(invoice_application.application_num) AS piece)
--sqlite:     JOIN search_place ON n <= length(piece)) FROM invoice_application;
--postgres: CREATE INDEX gin_invoice_application_pairs ON invoice_application USING gin (search_pairs(
--postgres:     org_id, application_num))
--postgres:     WITH (gin_pending_list_limit = 256);

-- Invoices by their title, too.
INSERT INTO search_column (table_name, column_name, letter, bare) VALUES ('invoice', 'title', 'h', FALSE);

--sqlite: DROP TRIGGER invoice_pairs_insert;
--sqlite: DROP TRIGGER invoice_pairs_update;
--sqlite: DROP TRIGGER invoice_pairs_delete;
--sqlite: DROP TABLE invoice_pairs;
--postgres: DROP INDEX gin_invoice_pairs;
--sqlite: CREATE VIRTUAL TABLE invoice_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER invoice_pairs_insert AFTER INSERT ON invoice BEGIN
--sqlite:     INSERT INTO invoice_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.invoice_num) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.title))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER invoice_pairs_update AFTER UPDATE OF
--sqlite:     invoice_num, title
--sqlite:     ON invoice
--sqlite:     WHEN old.invoice_num IS NOT new.invoice_num
--sqlite:         OR old.title IS NOT new.title BEGIN
--sqlite:     DELETE FROM invoice_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO invoice_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.invoice_num) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.title))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER invoice_pairs_delete AFTER DELETE ON invoice BEGIN
--sqlite:     DELETE FROM invoice_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO invoice_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(invoice.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(invoice.invoice_num) AS piece
--sqlite:         UNION ALL SELECT 'h', lower(invoice.title))
--sqlite:     JOIN search_place ON n <= length(piece)) FROM invoice;
--postgres: CREATE INDEX gin_invoice_pairs ON invoice USING gin (search_pairs(
--postgres:     org_id, invoice_num, title))
--postgres:     WITH (gin_pending_list_limit = 256);

-- Charges by their partner are found by the partner's name.
INSERT INTO search_column (table_name, column_name, letter, bare) VALUES ('charge', 'coop_id', '', FALSE);

-- Ways from a number to what hangs on it: from notes to applications, from statements to theirs.
CREATE INDEX ix_invoice_application_row_note ON invoice_application_row (org_id, note_row_id, application_id);
CREATE INDEX ix_invoice_application_statement ON invoice_application (org_id, statement_id) WHERE statement_id IS NOT NULL;
-- Notes with a charge of a service item.
CREATE INDEX ix_charge_item_note ON charge (org_id, service_item_id, debit_note_id) WHERE debit_note_id IS NOT NULL;
-- 待确认费用 of a service item.
CREATE INDEX ix_charge_waiting_item ON charge (org_id, service_item_id, id)
    WHERE kind = 'PAYABLE' AND state = 'NORMAL' AND NOT cost_confirmed AND confirmation_id IS NULL;
-- And of a supplier, in the order of the page.
CREATE INDEX ix_charge_waiting_coop ON charge (org_id, coop_id, id)
    WHERE kind = 'PAYABLE' AND state = 'NORMAL' AND NOT cost_confirmed AND confirmation_id IS NULL;
-- Vouchers by who made them, for the tabs of 凭证导出.
CREATE INDEX ix_voucher_maker ON voucher (org_id, created_by);
-- 已开发票 in the order of their numbers.
CREATE INDEX ix_invoice_num ON invoice (org_id, side, invoice_num, id);
