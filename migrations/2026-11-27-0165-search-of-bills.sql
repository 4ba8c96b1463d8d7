-- What the lists from the bill to the bank are looked through for, at a million bills on ten million charges (make
-- bench-bills). Each index costs every write to its table: these have a page that is asked for all day.

-- Documents are looked for by a part of their number (decision 0031): without pairs of letters each search that finds one
-- document reads a whole company. A number never changes, so a document pays once, when it is made.
INSERT INTO search_column (table_name, column_name, letter, bare) VALUES
    ('debit_note', 'note_num', 'g', FALSE),
    ('statement', 'statement_num', 'g', FALSE),
    ('invoice', 'invoice_num', 'g', FALSE),
    ('receipt', 'receipt_num', 'g', FALSE),
    ('receipt', 'bank_ref', 'h', FALSE),
    ('receipt', 'payer_name', 'i', FALSE),
    ('payment', 'payment_num', 'g', FALSE),
    ('payment', 'supplier_bill_no', 'h', FALSE),
    ('payment_request', 'request_num', 'g', FALSE),
    ('write_off', 'write_off_num', 'g', FALSE);
-- Bills and charges by the numbers of their orders: those of the few orders that are found, by the index of the order.
INSERT INTO search_column (table_name, column_name, letter, bare) VALUES
    ('debit_note', 'order_id', '', FALSE),
    ('charge', 'order_id', '', FALSE);

--sqlite: CREATE VIRTUAL TABLE debit_note_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER debit_note_pairs_insert AFTER INSERT ON debit_note BEGIN
--sqlite:     INSERT INTO debit_note_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.note_num) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER debit_note_pairs_update AFTER UPDATE OF
--sqlite:     note_num
--sqlite:     ON debit_note
--sqlite:     WHEN old.note_num IS NOT new.note_num BEGIN
--sqlite:     DELETE FROM debit_note_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO debit_note_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.note_num) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER debit_note_pairs_delete AFTER DELETE ON debit_note BEGIN
--sqlite:     DELETE FROM debit_note_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO debit_note_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(debit_note.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(debit_note.note_num) AS piece)
--sqlite:     JOIN search_place ON n <= length(piece)) FROM debit_note;
--postgres: CREATE INDEX gin_debit_note_pairs ON debit_note USING gin (search_pairs(
--postgres:     org_id, note_num))
--postgres:     WITH (gin_pending_list_limit = 256);

--sqlite: CREATE VIRTUAL TABLE statement_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER statement_pairs_insert AFTER INSERT ON statement BEGIN
--sqlite:     INSERT INTO statement_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.statement_num) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER statement_pairs_update AFTER UPDATE OF
--sqlite:     statement_num
--sqlite:     ON statement
--sqlite:     WHEN old.statement_num IS NOT new.statement_num BEGIN
--sqlite:     DELETE FROM statement_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO statement_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.statement_num) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER statement_pairs_delete AFTER DELETE ON statement BEGIN
--sqlite:     DELETE FROM statement_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO statement_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(statement.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(statement.statement_num) AS piece)
--sqlite:     JOIN search_place ON n <= length(piece)) FROM statement;
--postgres: CREATE INDEX gin_statement_pairs ON statement USING gin (search_pairs(
--postgres:     org_id, statement_num))
--postgres:     WITH (gin_pending_list_limit = 256);

--sqlite: CREATE VIRTUAL TABLE invoice_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER invoice_pairs_insert AFTER INSERT ON invoice BEGIN
--sqlite:     INSERT INTO invoice_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.invoice_num) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER invoice_pairs_update AFTER UPDATE OF
--sqlite:     invoice_num
--sqlite:     ON invoice
--sqlite:     WHEN old.invoice_num IS NOT new.invoice_num BEGIN
--sqlite:     DELETE FROM invoice_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO invoice_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.invoice_num) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER invoice_pairs_delete AFTER DELETE ON invoice BEGIN
--sqlite:     DELETE FROM invoice_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO invoice_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(invoice.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(invoice.invoice_num) AS piece)
--sqlite:     JOIN search_place ON n <= length(piece)) FROM invoice;
--postgres: CREATE INDEX gin_invoice_pairs ON invoice USING gin (search_pairs(
--postgres:     org_id, invoice_num))
--postgres:     WITH (gin_pending_list_limit = 256);

--sqlite: CREATE VIRTUAL TABLE receipt_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER receipt_pairs_insert AFTER INSERT ON receipt BEGIN
--sqlite:     INSERT INTO receipt_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.receipt_num) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.bank_ref)
--sqlite:             UNION ALL SELECT 'i', lower(new.payer_name))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER receipt_pairs_update AFTER UPDATE OF
--sqlite:     receipt_num, bank_ref, payer_name
--sqlite:     ON receipt
--sqlite:     WHEN old.receipt_num IS NOT new.receipt_num
--sqlite:         OR old.bank_ref IS NOT new.bank_ref
--sqlite:         OR old.payer_name IS NOT new.payer_name BEGIN
--sqlite:     DELETE FROM receipt_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO receipt_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.receipt_num) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.bank_ref)
--sqlite:             UNION ALL SELECT 'i', lower(new.payer_name))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER receipt_pairs_delete AFTER DELETE ON receipt BEGIN
--sqlite:     DELETE FROM receipt_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO receipt_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(receipt.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(receipt.receipt_num) AS piece
--sqlite:         UNION ALL SELECT 'h', lower(receipt.bank_ref)
--sqlite:         UNION ALL SELECT 'i', lower(receipt.payer_name))
--sqlite:     JOIN search_place ON n <= length(piece)) FROM receipt;
--postgres: CREATE INDEX gin_receipt_pairs ON receipt USING gin (search_pairs(
--postgres:     org_id, receipt_num, bank_ref, payer_name))
--postgres:     WITH (gin_pending_list_limit = 256);

--sqlite: CREATE VIRTUAL TABLE payment_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER payment_pairs_insert AFTER INSERT ON payment BEGIN
--sqlite:     INSERT INTO payment_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.payment_num) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.supplier_bill_no))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER payment_pairs_update AFTER UPDATE OF
--sqlite:     payment_num, supplier_bill_no
--sqlite:     ON payment
--sqlite:     WHEN old.payment_num IS NOT new.payment_num
--sqlite:         OR old.supplier_bill_no IS NOT new.supplier_bill_no BEGIN
--sqlite:     DELETE FROM payment_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO payment_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.payment_num) AS piece
--sqlite:             UNION ALL SELECT 'h', lower(new.supplier_bill_no))
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER payment_pairs_delete AFTER DELETE ON payment BEGIN
--sqlite:     DELETE FROM payment_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO payment_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(payment.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(payment.payment_num) AS piece
--sqlite:         UNION ALL SELECT 'h', lower(payment.supplier_bill_no))
--sqlite:     JOIN search_place ON n <= length(piece)) FROM payment;
--postgres: CREATE INDEX gin_payment_pairs ON payment USING gin (search_pairs(
--postgres:     org_id, payment_num, supplier_bill_no))
--postgres:     WITH (gin_pending_list_limit = 256);

--sqlite: CREATE VIRTUAL TABLE payment_request_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER payment_request_pairs_insert AFTER INSERT ON payment_request BEGIN
--sqlite:     INSERT INTO payment_request_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.request_num) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER payment_request_pairs_update AFTER UPDATE OF
--sqlite:     request_num
--sqlite:     ON payment_request
--sqlite:     WHEN old.request_num IS NOT new.request_num BEGIN
--sqlite:     DELETE FROM payment_request_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO payment_request_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.request_num) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER payment_request_pairs_delete AFTER DELETE ON payment_request BEGIN
--sqlite:     DELETE FROM payment_request_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO payment_request_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(payment_request.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(payment_request.request_num) AS piece)
--sqlite:     JOIN search_place ON n <= length(piece)) FROM payment_request;
--postgres: CREATE INDEX gin_payment_request_pairs ON payment_request USING gin (search_pairs(
--postgres:     org_id, request_num))
--postgres:     WITH (gin_pending_list_limit = 256);

--sqlite: CREATE VIRTUAL TABLE write_off_pairs USING fts5(
--sqlite:     pairs, content='', contentless_delete=1, detail=none, tokenize='ascii');
--sqlite: CREATE TRIGGER write_off_pairs_insert AFTER INSERT ON write_off BEGIN
--sqlite:     INSERT INTO write_off_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.write_off_num) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER write_off_pairs_update AFTER UPDATE OF
--sqlite:     write_off_num
--sqlite:     ON write_off
--sqlite:     WHEN old.write_off_num IS NOT new.write_off_num BEGIN
--sqlite:     DELETE FROM write_off_pairs WHERE rowid = old.id;
--sqlite:     INSERT INTO write_off_pairs (rowid, pairs) VALUES (new.id,
--sqlite:         (SELECT group_concat(new.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:         FROM (SELECT 'g' AS letter, lower(new.write_off_num) AS piece)
--sqlite:         JOIN search_place ON n <= length(piece)));
--sqlite: END;
--sqlite: CREATE TRIGGER write_off_pairs_delete AFTER DELETE ON write_off BEGIN
--sqlite:     DELETE FROM write_off_pairs WHERE rowid = old.id;
--sqlite: END;
--sqlite: INSERT INTO write_off_pairs (rowid, pairs) SELECT id,
--sqlite:     (SELECT group_concat(write_off.org_id || letter || hex(substr(piece, n, 2)), ' ')
--sqlite:     FROM (SELECT 'g' AS letter, lower(write_off.write_off_num) AS piece)
--sqlite:     JOIN search_place ON n <= length(piece)) FROM write_off;
--postgres: CREATE INDEX gin_write_off_pairs ON write_off USING gin (search_pairs(
--postgres:     org_id, write_off_num))
--postgres:     WITH (gin_pending_list_limit = 256);

-- 发票核销: the few invoices that are not settled, among all that ever were issued.
CREATE INDEX ix_invoice_open ON invoice (org_id, side, invoice_date, id) WHERE amount <> settled;
-- 待确认费用: its first page in the order of the page; the index that is there has them by partner.
CREATE INDEX ix_charge_waiting ON charge (org_id, id)
    WHERE kind = 'PAYABLE' AND state = 'NORMAL' AND NOT cost_confirmed AND confirmation_id IS NULL;
-- 待认领, 未开票 and 待付款: tabs and filters of few rows among many, in the order of their pages; payments by when they are
-- due.
CREATE INDEX ix_receipt_state ON receipt (org_id, state, receipt_date, id);
CREATE INDEX ix_invoice_application_status ON invoice_application (org_id, status, created_at, id);
CREATE INDEX ix_payment_request_state ON payment_request (org_id, state, id);
CREATE INDEX ix_payment_request_day ON payment_request (org_id, due_date, id);

-- Documents by the number of their voucher, on every tab of 凭证导出.
CREATE INDEX ix_voucher_any_month ON voucher (org_id, number, word);
-- And by its day: kind and date are compared in the index, too. Without them SQLite took all charges of a side, and all
-- advances, for each voucher of those days.
DROP INDEX ix_charge_voucher;
CREATE INDEX ix_charge_voucher ON charge (org_id, voucher_id, kind, financial_date) WHERE voucher_id IS NOT NULL;
DROP INDEX ix_advance_voucher;
CREATE INDEX ix_advance_voucher ON advance (org_id, voucher_id, account_id) WHERE voucher_id IS NOT NULL;

-- Lines by the row and by the document they settled, and details by their charge and their order. They left out what was
-- reversed or is void, which is little; a statement that gives the flag as a value was not answered from them for that, and
-- read all lines of the company: each page of bills did, and each write-off.
DROP INDEX ix_write_off_line_row;
DROP INDEX ix_write_off_line_document;
DROP INDEX ix_payment_detail_charge;
DROP INDEX ix_payment_detail_order;
CREATE INDEX ix_write_off_line_row ON write_off_line (org_id, side, row_id);
CREATE INDEX ix_write_off_line_document ON write_off_line (org_id, side, document_id);
CREATE INDEX ix_payment_detail_charge ON payment_detail (org_id, charge_id);
CREATE INDEX ix_payment_detail_order ON payment_detail (org_id, order_id);

-- The newest request of a payment, without a look at all others.
DROP INDEX ix_payment_request_row;
CREATE INDEX ix_payment_request_row ON payment_request_row (org_id, payment_id, request_id);
