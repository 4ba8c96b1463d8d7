-- From a million orders with their charges to bills, statements, invoices, money and vouchers, as the product would have left
-- them: sums are those of the rows below, what is open is what is not settled, and each status follows from both.
--
-- `bench_order` is written with the orders and says what became of each (bills.rs): `role` 0 of many customers, 1 of the one
-- with many open rows, 2 on the long statement, 3 of the month that waits for its vouchers; `stage` 0 not billed, 1 billed,
-- 2 invoiced, 3 settled; `spent` 0 nothing of its cost, 1 reconciled, 2 paid; `grp` names its statement. `id@7` is `id` and
-- seven milliseconds, as far as ids of orders lie apart, so that each row has an id of its own in all tables.

CREATE TABLE bench_bill (
    n bigint, id bigint PRIMARY KEY, coop_id bigint, supplier_id bigint, day text, due text, month text, made bigint,
    maker bigint, role bigint, stage bigint, stated bigint, spent bigint, title text, biz_date text,
    head bigint, rhead bigint, phead bigint,
    income bigint, usd bigint, usd_worth bigint, usd_tax bigint, cny_tax bigint, cost bigint
);
INSERT INTO bench_bill
SELECT b.n, b.id, b.coop_id, b.supplier_id, b.day, b.due, b.month, b.made, b.maker, b.role, b.stage,
    CASE WHEN b.grp = '' THEN 0 ELSE 1 END, b.spent, p.coop_full_name, o.biz_date,
    CASE WHEN b.grp = '' THEN b.id ELSE MIN(b.id) OVER (PARTITION BY b.grp) END,
    MIN(b.id) OVER (PARTITION BY b.coop_id, b.day, b.stage),
    MIN(b.id) OVER (PARTITION BY b.supplier_id, b.day, b.spent),
    f.income, d.amount, d.functional, d.tax, e.tax + g.tax, f.cost
FROM bench_order b CROSS JOIN freight_order o CROSS JOIN order_finance f CROSS JOIN coop p
    CROSS JOIN charge d CROSS JOIN charge e CROSS JOIN charge g
WHERE o.org_id = :org AND o.id = b.id AND f.org_id = :org AND f.order_id = b.id AND p.org_id = :org AND p.id = b.coop_id
    AND d.org_id = :org AND d.id = b.id + 3 AND e.org_id = :org AND e.id = b.id + 4 AND g.org_id = :org AND g.id = b.id + 5;
ANALYZE bench_bill;

-- Bills, and a row of each currency.
INSERT INTO debit_note (org_id, id, note_num, order_id, business_scope, coop_id, note_date, due_date, state, status,
    functional, functional_settled, functional_open, statement_id, application_id, version, created_by, created_at,
    updated_by, updated_at)
SELECT :org, id@1, 'AE-DN-' || SUBSTR(REPLACE(day, '-', ''), 3) || SUBSTR(CAST(10000000 + n AS text), 2), id, 'AE', coop_id,
    day, due, 'NORMAL',
    CASE WHEN stage = 3 THEN 'SETTLED' WHEN stage = 2 THEN 'INVOICED' WHEN stated = 1 THEN 'STATED' ELSE 'MADE' END,
    income, CASE WHEN stage = 3 THEN income ELSE 0 END, CASE WHEN stage = 3 THEN 0 ELSE income END,
    CASE WHEN stated = 1 THEN head@4 END, CASE WHEN stage >= 2 THEN head@5 END, 1, maker, made, maker, made
FROM bench_bill WHERE stage > 0;
INSERT INTO debit_note_row (org_id, id, note_id, currency_code, amount, exchange_rate, functional, invoiced, settled,
    functional_settled)
SELECT :org, id@2, id@1, 'CNY', income - usd_worth, 1000000, income - usd_worth,
    CASE WHEN stage >= 2 THEN income - usd_worth ELSE 0 END, CASE WHEN stage = 3 THEN income - usd_worth ELSE 0 END,
    CASE WHEN stage = 3 THEN income - usd_worth ELSE 0 END
FROM bench_bill WHERE stage > 0;
INSERT INTO debit_note_row (org_id, id, note_id, currency_code, amount, exchange_rate, functional, invoiced, settled,
    functional_settled)
SELECT :org, id@3, id@1, 'USD', usd, 7100000, usd_worth, CASE WHEN stage >= 2 THEN usd ELSE 0 END,
    CASE WHEN stage = 3 THEN usd ELSE 0 END, CASE WHEN stage = 3 THEN usd_worth ELSE 0 END
FROM bench_bill WHERE stage > 0;

-- Statements.
INSERT INTO statement (org_id, id, statement_num, business_scope, coop_id, statement_date, due_date, state, status, notes,
    first_day, last_day, functional, functional_settled, functional_open, application_id, version, created_by, created_at,
    updated_by, updated_at)
SELECT :org, head@4, 'AE-ST-' || SUBSTR(REPLACE(MAX(day), '-', ''), 3) || SUBSTR(CAST(10000000 + MIN(n) AS text), 2), 'AE',
    MIN(coop_id), MAX(day), MAX(due), 'NORMAL',
    CASE WHEN MIN(stage) = 3 THEN 'SETTLED' WHEN MIN(stage) = 2 THEN 'INVOICED' ELSE 'STATED' END, COUNT(*),
    MIN(biz_date), MAX(biz_date), SUM(income), CASE WHEN MIN(stage) = 3 THEN SUM(income) ELSE 0 END,
    CASE WHEN MIN(stage) = 3 THEN 0 ELSE SUM(income) END, CASE WHEN MIN(stage) >= 2 THEN head@5 END, 1, MIN(maker),
    MAX(made), MIN(maker), MAX(made)
FROM bench_bill WHERE stage > 0 AND stated = 1 GROUP BY head;

-- Applications for invoices, of a bill or of a statement, and an invoice of each currency.
INSERT INTO invoice_application (org_id, id, application_num, business_scope, coop_id, statement_id, invoice_type, title,
    state, status, version, created_by, created_at, updated_by, updated_at)
SELECT :org, head@5, 'AE-IA-' || SUBSTR(REPLACE(MAX(day), '-', ''), 3) || SUBSTR(CAST(10000000 + MIN(n) AS text), 2), 'AE',
    MIN(coop_id), CASE WHEN MIN(stated) = 1 THEN head@4 END, '数电普票', MIN(title), 'VALID', 'INVOICED', 1, MIN(maker),
    MAX(made), MIN(maker), MAX(made)
FROM bench_bill WHERE stage >= 2 GROUP BY head;
INSERT INTO invoice_application_row (org_id, id, application_id, note_row_id, amount)
SELECT :org, id@6, head@5, id@2, income - usd_worth FROM bench_bill WHERE stage >= 2;
INSERT INTO invoice_application_row (org_id, id, application_id, note_row_id, amount)
SELECT :org, id@7, head@5, id@3, usd FROM bench_bill WHERE stage >= 2;
INSERT INTO invoice (org_id, id, side, application_id, coop_id, invoice_type, invoice_num, invoice_date, title,
    currency_code, amount, not_tax, tax, tax_rate, exchange_rate, functional, allocated, settled, state, voucher_id, version,
    created_by, created_at, updated_by, updated_at)
SELECT :org, head@8, 'RECEIVABLE', head@5, MIN(coop_id), '数电普票',
    '2531' || CAST(1000000000000000 + MIN(n) * 2 AS text), MAX(day), MIN(title), 'CNY', SUM(income - usd_worth),
    SUM(income - usd_worth - cny_tax), SUM(cny_tax), '6%', 1000000, SUM(income - usd_worth), SUM(income - usd_worth),
    CASE WHEN MIN(stage) = 3 THEN SUM(income - usd_worth) ELSE 0 END, 'NORMAL',
    CASE WHEN MAX(day) < ':first' THEN head@34 END, 1, MIN(maker), MAX(made), MIN(maker), MAX(made)
FROM bench_bill WHERE stage >= 2 GROUP BY head;
INSERT INTO invoice (org_id, id, side, application_id, coop_id, invoice_type, invoice_num, invoice_date, title,
    currency_code, amount, not_tax, tax, tax_rate, exchange_rate, functional, allocated, settled, state, voucher_id, version,
    created_by, created_at, updated_by, updated_at)
SELECT :org, head@9, 'RECEIVABLE', head@5, MIN(coop_id), '数电普票',
    '2531' || CAST(1000000000000001 + MIN(n) * 2 AS text), MAX(day), MIN(title), 'USD', SUM(usd), SUM(usd - usd_tax),
    SUM(usd_tax), '6%', 7100000, SUM(usd_worth), SUM(usd), CASE WHEN MIN(stage) = 3 THEN SUM(usd) ELSE 0 END, 'NORMAL',
    CASE WHEN MAX(day) < ':first' THEN head@34 END, 1, MIN(maker), MAX(made), MIN(maker), MAX(made)
FROM bench_bill WHERE stage >= 2 GROUP BY head;
INSERT INTO invoice_line (org_id, id, invoice_id, line, item_name, tax_rate, amount, not_tax, tax)
SELECT org_id, id@2, id, 1, '*物流辅助服务*国际货物运输代理服务费', '6%', amount, not_tax, tax
FROM invoice WHERE org_id = :org AND side = 'RECEIVABLE';
INSERT INTO invoice_allocation (org_id, id, invoice_id, side, row_id, amount, settled)
SELECT :org, id@12, head@8, 'RECEIVABLE', id@2, income - usd_worth, CASE WHEN stage = 3 THEN income - usd_worth ELSE 0 END
FROM bench_bill WHERE stage >= 2;
INSERT INTO invoice_allocation (org_id, id, invoice_id, side, row_id, amount, settled)
SELECT :org, id@13, head@9, 'RECEIVABLE', id@3, usd, CASE WHEN stage = 3 THEN usd ELSE 0 END
FROM bench_bill WHERE stage >= 2;

-- Receipts: of a customer what is due on a day, in each currency; what they settle, and where the money came to.
INSERT INTO receipt (org_id, id, receipt_num, receipt_date, account_id, currency_code, amount, exchange_rate, functional,
    payer_name, bank_ref, coop_id, settled, open_amount, state, claimed_by, claimed_at, version, created_by, created_at,
    updated_by, updated_at)
SELECT :org, rhead@14, 'RC-' || SUBSTR(REPLACE(MAX(due), '-', ''), 3) || SUBSTR(CAST(10000000 + MIN(n) AS text), 2) || '1',
    MAX(due), :cny, 'CNY', SUM(income - usd_worth), 1000000, SUM(income - usd_worth), MIN(title),
    'CNY' || CAST(rhead AS text), MIN(coop_id), SUM(income - usd_worth), 0, 'DONE', MIN(maker), MAX(made), 2, MIN(maker),
    MAX(made), MIN(maker), MAX(made)
FROM bench_bill WHERE stage = 3 GROUP BY rhead;
INSERT INTO receipt (org_id, id, receipt_num, receipt_date, account_id, currency_code, amount, exchange_rate, functional,
    payer_name, bank_ref, coop_id, settled, open_amount, state, claimed_by, claimed_at, version, created_by, created_at,
    updated_by, updated_at)
SELECT :org, rhead@15, 'RC-' || SUBSTR(REPLACE(MAX(due), '-', ''), 3) || SUBSTR(CAST(10000000 + MIN(n) AS text), 2) || '2',
    MAX(due), :usd, 'USD', SUM(usd), 7100000, SUM(usd_worth), MIN(title), 'USD' || CAST(rhead AS text), MIN(coop_id),
    SUM(usd), 0, 'DONE', MIN(maker), MAX(made), 2, MIN(maker), MAX(made), MIN(maker), MAX(made)
FROM bench_bill WHERE stage = 3 GROUP BY rhead;
INSERT INTO write_off (org_id, id, write_off_num, side, business_scope, coop_id, write_off_date, method, receipt_id,
    currency_code, money, exchange_rate, money_functional, carrying, exchange_diff, state, voucher_id, version, created_by,
    created_at, updated_by, updated_at)
SELECT r.org_id, r.id@4, 'AE-RW-' || SUBSTR(r.receipt_num, 4), 'RECEIVABLE', 'AE', r.coop_id, r.receipt_date, 'RECEIPT',
    r.id, r.currency_code, r.amount, r.exchange_rate, r.functional, r.functional, 0, 'VALID',
    CASE WHEN r.receipt_date < ':first' THEN r.id@29 END, 1, r.created_by, r.created_at, r.created_by, r.created_at
FROM receipt r WHERE r.org_id = :org;
INSERT INTO fund_movement (org_id, id, account_id, movement_date, kind, number, coop_id, amount, source, source_id)
SELECT r.org_id, r.id@2, r.account_id, r.receipt_date, 'RECEIPT', r.receipt_num, r.coop_id, r.amount, 'receipt', r.id
FROM receipt r WHERE r.org_id = :org;
INSERT INTO write_off_line (org_id, id, write_off_id, side, row_id, document_id, order_id, currency_code, amount, money,
    money_functional, carrying, exchange_diff)
SELECT :org, id@21, rhead@18, 'RECEIVABLE', id@2, id@1, id, 'CNY', income - usd_worth, income - usd_worth,
    income - usd_worth, income - usd_worth, 0
FROM bench_bill WHERE stage = 3;
INSERT INTO write_off_line (org_id, id, write_off_id, side, row_id, document_id, order_id, currency_code, amount, money,
    money_functional, carrying, exchange_diff)
SELECT :org, id@22, rhead@19, 'RECEIVABLE', id@3, id@1, id, 'USD', usd, usd, usd_worth, usd_worth, 0
FROM bench_bill WHERE stage = 3;
-- Money nobody claimed, and money in advance.
INSERT INTO receipt (org_id, id, receipt_num, receipt_date, account_id, currency_code, amount, exchange_rate, functional,
    payer_name, bank_ref, open_amount, state, version, created_by, created_at, updated_by, updated_at)
SELECT :org, id@55, 'RC-' || SUBSTR(REPLACE(day, '-', ''), 3) || SUBSTR(CAST(10000000 + n AS text), 2) || '3', day, :cny,
    'CNY', income, 1000000, income, title, 'NEW' || CAST(id AS text), income, 'UNCLAIMED', 1, maker, made, maker, made
FROM bench_bill WHERE n % 500 = 99;
INSERT INTO advance (org_id, id, advance_num, kind, coop_id, advance_date, account_id, currency_code, amount, exchange_rate,
    functional, open_amount, state, version, created_by, created_at, updated_by, updated_at)
SELECT :org, id@56, 'PA-' || SUBSTR(REPLACE(day, '-', ''), 3) || SUBSTR(CAST(10000000 + n AS text), 2), 'IN', coop_id, day,
    :cny, 'CNY', income, 1000000, income, income, 'OPEN', 1, maker, made, maker, made
FROM bench_bill WHERE n % 200 = 77;

-- Cost: of a supplier what he did on a day, reconciled; asked for, invoiced and paid.
INSERT INTO payment (org_id, id, payment_num, business_scope, coop_id, payment_date, supplier_bill_no, currency_code, amount,
    exchange_rate, functional, orders, invoiced, requested, settled, functional_settled, open_amount, state, status, version,
    created_by, created_at, updated_by, updated_at)
SELECT :org, phead@23, 'AE-CP-' || SUBSTR(REPLACE(MAX(day), '-', ''), 3) || SUBSTR(CAST(10000000 + MIN(n) AS text), 2), 'AE',
    MIN(supplier_id), MAX(day), 'GYS' || CAST(MIN(n) AS text), 'CNY', SUM(cost), 1000000, SUM(cost), COUNT(*),
    CASE WHEN MIN(spent) = 2 THEN SUM(cost) ELSE 0 END,
    CASE WHEN MIN(spent) = 2 OR MIN(supplier_id) % 2 = 0 THEN SUM(cost) ELSE 0 END,
    CASE WHEN MIN(spent) = 2 THEN SUM(cost) ELSE 0 END, CASE WHEN MIN(spent) = 2 THEN SUM(cost) ELSE 0 END,
    CASE WHEN MIN(spent) = 2 THEN 0 ELSE SUM(cost) END, 'NORMAL',
    CASE WHEN MIN(spent) = 2 THEN 'SETTLED' WHEN MIN(supplier_id) % 2 = 0 THEN 'TO_INVOICE' ELSE 'MADE' END, 1, MIN(maker),
    MAX(made), MIN(maker), MAX(made)
FROM bench_bill WHERE spent > 0 GROUP BY phead;
INSERT INTO payment_detail (org_id, id, payment_id, charge_id, order_id, amount, functional, settled, functional_settled)
SELECT c.org_id, c.id@24, b.phead@23, c.id, b.id, c.amount, c.functional,
    CASE WHEN b.spent = 2 THEN c.amount ELSE 0 END, CASE WHEN b.spent = 2 THEN c.functional ELSE 0 END
FROM charge c JOIN bench_bill b ON b.id = c.order_id
WHERE c.org_id = :org AND c.kind = 'PAYABLE' AND b.spent > 0;
INSERT INTO payment_request (org_id, id, request_num, kind, business_scope, coop_id, currency_code, amount, paid, due_date,
    urgency, payment_method, state, version, created_by, created_at, updated_by, updated_at)
SELECT :org, phead@25, 'AE-PR-' || SUBSTR(REPLACE(MAX(day), '-', ''), 3) || SUBSTR(CAST(10000000 + MIN(n) AS text), 2),
    'PAYMENT', 'AE', MIN(supplier_id), 'CNY', SUM(cost), CASE WHEN MIN(spent) = 2 THEN SUM(cost) ELSE 0 END, MAX(due),
    'NORMAL', '转账', CASE WHEN MIN(spent) = 2 THEN 'PAID' ELSE 'PASSED' END, 1, MIN(maker), MAX(made), MIN(maker), MAX(made)
FROM bench_bill WHERE spent = 2 OR spent = 1 AND supplier_id % 2 = 0 GROUP BY phead;
INSERT INTO payment_request_row (org_id, id, request_id, payment_id, amount, paid)
SELECT org_id, id@1, id, id + (0@23) - (0@25), amount, paid FROM payment_request WHERE org_id = :org;
INSERT INTO invoice (org_id, id, side, coop_id, invoice_type, invoice_num, invoice_date, title, currency_code, amount,
    not_tax, tax, tax_rate, exchange_rate, functional, allocated, settled, state, deduct_state, voucher_id, version,
    created_by, created_at, updated_by, updated_at)
SELECT p.org_id, p.id@4, 'PAYABLE', p.coop_id, '数电专票', '2532' || SUBSTR(CAST(p.id AS text), 1, 16), p.payment_date,
    '供应商', 'CNY', p.amount, p.amount, 0, '免税', 1000000, p.functional, p.amount, p.amount, 'NORMAL', 'TICKED',
    CASE WHEN p.payment_date < ':first' THEN p.id@30 END, 1, p.created_by, p.created_at, p.created_by, p.created_at
FROM payment p WHERE p.org_id = :org AND p.status = 'SETTLED';
INSERT INTO invoice_allocation (org_id, id, invoice_id, side, row_id, amount, settled)
SELECT p.org_id, p.id@5, p.id@4, 'PAYABLE', p.id, p.amount, p.amount
FROM payment p WHERE p.org_id = :org AND p.status = 'SETTLED';
INSERT INTO write_off (org_id, id, write_off_num, side, business_scope, coop_id, write_off_date, method, account_id,
    request_id, currency_code, money, exchange_rate, money_functional, carrying, exchange_diff, state, voucher_id, version,
    created_by, created_at, updated_by, updated_at)
SELECT p.org_id, p.id@8, 'AE-PW-' || SUBSTR(p.payment_num, 7), 'PAYABLE', 'AE', p.coop_id, p.payment_date, 'PAYMENT', :cny,
    p.id@2, 'CNY', p.amount, 1000000, p.functional, p.functional, 0, 'VALID',
    CASE WHEN p.payment_date < ':first' THEN p.id@31 END, 1, p.created_by, p.created_at, p.created_by, p.created_at
FROM payment p WHERE p.org_id = :org AND p.status = 'SETTLED';
INSERT INTO write_off_line (org_id, id, write_off_id, side, row_id, document_id, order_id, currency_code, amount, money,
    money_functional, carrying, exchange_diff)
SELECT d.org_id, d.id@8, d.payment_id@8, 'PAYABLE', d.id, d.payment_id, d.order_id, 'CNY', d.amount, d.amount, d.functional,
    d.functional, 0
FROM payment_detail d WHERE d.org_id = :org AND d.settled <> 0;
INSERT INTO fund_movement (org_id, id, account_id, movement_date, kind, number, coop_id, amount, source, source_id)
SELECT w.org_id, w.id@2, w.account_id, w.write_off_date, 'PAYMENT', w.write_off_num, w.coop_id, -w.money, 'write_off', w.id
FROM write_off w WHERE w.org_id = :org AND w.side = 'PAYABLE';

-- Vouchers of all that came before the month that waits: what was invoiced, 转; what was received, 收; what was paid, 付.
INSERT INTO voucher (org_id, id, voucher_date, month, word, number, kind, attachments, summary, debit, credit, state,
    version, created_by, created_at, updated_by, updated_at)
SELECT :org, head@34, MAX(day), MAX(month), '转', ROW_NUMBER() OVER (PARTITION BY MAX(month) ORDER BY head), 'INCOME', 2,
    MIN(title), SUM(income), SUM(income), 'VALID', 1, MIN(maker), MAX(made), MIN(maker), MAX(made)
FROM bench_bill WHERE stage >= 2 GROUP BY head HAVING MAX(day) < ':first';
INSERT INTO voucher_entry (org_id, id, voucher_id, line, summary, account_id, coop_id, currency_code, original,
    exchange_rate, debit, credit)
SELECT i.org_id, i.id@40, i.voucher_id, CASE WHEN i.currency_code = 'CNY' THEN 1 ELSE 2 END, i.title, :receivable, i.coop_id,
    i.currency_code, i.amount, i.exchange_rate, i.functional, 0
FROM invoice i WHERE i.org_id = :org AND i.side = 'RECEIVABLE' AND i.voucher_id IS NOT NULL;
INSERT INTO voucher_entry (org_id, id, voucher_id, line, summary, account_id, currency_code, original, exchange_rate, debit,
    credit)
SELECT i.org_id, i.id@43, i.voucher_id, CASE WHEN i.currency_code = 'CNY' THEN 3 ELSE 4 END, i.title, :revenue, 'CNY',
    i.functional, 1000000, 0, i.functional
FROM invoice i WHERE i.org_id = :org AND i.side = 'RECEIVABLE' AND i.voucher_id IS NOT NULL;
INSERT INTO voucher_source (org_id, id, voucher_id, kind, source, source_id, number)
SELECT i.org_id, i.id@46, i.voucher_id, 'INCOME', 'invoice', i.id, i.invoice_num
FROM invoice i WHERE i.org_id = :org AND i.side = 'RECEIVABLE' AND i.voucher_id IS NOT NULL;
INSERT INTO voucher (org_id, id, voucher_date, month, word, number, kind, attachments, summary, debit, credit, state,
    version, created_by, created_at, updated_by, updated_at)
SELECT w.org_id, w.voucher_id, w.write_off_date, SUBSTR(w.write_off_date, 1, 7),
    CASE WHEN w.side = 'RECEIVABLE' THEN '收' ELSE '付' END,
    ROW_NUMBER() OVER (PARTITION BY w.side, SUBSTR(w.write_off_date, 1, 7) ORDER BY w.id),
    CASE WHEN w.side = 'RECEIVABLE' THEN 'INCOME_SETTLED' ELSE 'COST_SETTLED' END, 1, w.write_off_num, w.carrying, w.carrying,
    'VALID', 1, w.created_by, w.created_at, w.created_by, w.created_at
FROM write_off w WHERE w.org_id = :org AND w.voucher_id IS NOT NULL;
INSERT INTO voucher_entry (org_id, id, voucher_id, line, summary, account_id, currency_code, original, exchange_rate, debit,
    credit)
SELECT w.org_id, w.voucher_id@20, w.voucher_id, 1, w.write_off_num,
    CASE WHEN w.side = 'PAYABLE' OR w.currency_code = 'CNY' THEN :cny ELSE :usd END, w.currency_code, w.money, w.exchange_rate,
    CASE WHEN w.side = 'RECEIVABLE' THEN w.money_functional ELSE 0 END,
    CASE WHEN w.side = 'PAYABLE' THEN w.money_functional ELSE 0 END
FROM write_off w WHERE w.org_id = :org AND w.voucher_id IS NOT NULL;
INSERT INTO voucher_entry (org_id, id, voucher_id, line, summary, account_id, coop_id, currency_code, original,
    exchange_rate, debit, credit)
SELECT w.org_id, w.voucher_id@25, w.voucher_id, 2, w.write_off_num,
    CASE WHEN w.side = 'RECEIVABLE' THEN :receivable ELSE :payable END, w.coop_id, w.currency_code, w.money, w.exchange_rate,
    CASE WHEN w.side = 'PAYABLE' THEN w.carrying ELSE 0 END, CASE WHEN w.side = 'RECEIVABLE' THEN w.carrying ELSE 0 END
FROM write_off w WHERE w.org_id = :org AND w.voucher_id IS NOT NULL;
INSERT INTO voucher_source (org_id, id, voucher_id, kind, source, source_id, number)
SELECT w.org_id, w.voucher_id@3, w.voucher_id,
    CASE WHEN w.side = 'RECEIVABLE' THEN 'INCOME_SETTLED' ELSE 'COST_SETTLED' END, 'write_off', w.id, w.write_off_num
FROM write_off w WHERE w.org_id = :org AND w.voucher_id IS NOT NULL;
INSERT INTO voucher (org_id, id, voucher_date, month, word, number, kind, attachments, summary, debit, credit, state,
    version, created_by, created_at, updated_by, updated_at)
SELECT i.org_id, i.voucher_id, i.invoice_date, SUBSTR(i.invoice_date, 1, 7), '成',
    ROW_NUMBER() OVER (PARTITION BY SUBSTR(i.invoice_date, 1, 7) ORDER BY i.id), 'COST', 1, i.invoice_num, i.functional,
    i.functional, 'VALID', 1, i.created_by, i.created_at, i.created_by, i.created_at
FROM invoice i WHERE i.org_id = :org AND i.side = 'PAYABLE' AND i.voucher_id IS NOT NULL;
INSERT INTO voucher_entry (org_id, id, voucher_id, line, summary, account_id, currency_code, original, exchange_rate, debit,
    credit)
SELECT i.org_id, i.voucher_id@28, i.voucher_id, 1, i.invoice_num, :expenditure, 'CNY', i.functional, 1000000, i.functional, 0
FROM invoice i WHERE i.org_id = :org AND i.side = 'PAYABLE' AND i.voucher_id IS NOT NULL;
INSERT INTO voucher_entry (org_id, id, voucher_id, line, summary, account_id, coop_id, currency_code, original,
    exchange_rate, debit, credit)
SELECT i.org_id, i.voucher_id@30, i.voucher_id, 2, i.invoice_num, :payable, i.coop_id, 'CNY', i.functional, 1000000, 0,
    i.functional
FROM invoice i WHERE i.org_id = :org AND i.side = 'PAYABLE' AND i.voucher_id IS NOT NULL;
INSERT INTO voucher_source (org_id, id, voucher_id, kind, source, source_id, number)
SELECT i.org_id, i.voucher_id@3, i.voucher_id, 'COST', 'invoice', i.id, i.invoice_num
FROM invoice i WHERE i.org_id = :org AND i.side = 'PAYABLE' AND i.voucher_id IS NOT NULL;

-- What partners settle for a period: a bill for each hundred orders, its check, its settlement; costs that were confirmed.
INSERT INTO coop_bill (org_id, id, bill_code, agreement_id, agreement_code, coop_id, side, period, currency_code,
    exchange_rate, line_count, amount, functional, issue_date, due_date, state, check_state, settlement_id, settled,
    open_amount, version, created_by, created_at, updated_by, updated_at)
SELECT :org, id@60, 'ZD' || CAST(100000000 + n AS text), coop_id, 'XY' || CAST(coop_id AS text), coop_id, 'RECEIVABLE', month,
    'CNY', 1000000, 1, income, income, day, due,
    CASE WHEN stage = 3 THEN 'SETTLED' WHEN stage = 2 THEN 'CONFIRMED' WHEN stage = 1 THEN 'CHECKING' ELSE 'DRAFT' END,
    CASE WHEN stage >= 2 THEN 'EQUAL' ELSE 'NONE' END, CASE WHEN stage = 3 THEN id@62 END,
    CASE WHEN stage = 3 THEN income ELSE 0 END, CASE WHEN stage = 3 THEN 0 ELSE income END, 1, maker, made, maker, made
FROM bench_bill WHERE n % 100 = 50;
INSERT INTO bill_check (org_id, id, bill_id, bill_code, coop_id, side, period, currency_code, state, result, our_amount,
    their_amount, tolerance_amount, tolerance_percent, line_count, equal_lines, handler_id, sent_at, version, created_by,
    created_at, updated_by, updated_at)
SELECT org_id, id@1, id, bill_code, coop_id, side, period, currency_code,
    CASE WHEN state = 'CHECKING' THEN 'CHECKING' ELSE 'CONFIRMED' END, check_state, amount,
    CASE WHEN state = 'CHECKING' THEN 0 ELSE amount END, 10000, 100, 1, 1, created_by, created_at, 1, created_by, created_at,
    created_by, created_at
FROM coop_bill WHERE org_id = :org AND state <> 'DRAFT';
INSERT INTO coop_settlement (org_id, id, settle_code, coop_id, side, bill_codes, currency_code, amount, functional,
    post_mode, charge_count, invoiced, settled, open_amount, settled_on, due_date, state, version, created_by, created_at,
    updated_by, updated_at)
SELECT org_id, settlement_id, 'JS' || SUBSTR(bill_code, 3), coop_id, side, bill_code, currency_code, amount, functional,
    'ORDER', 1, amount, amount, 0, due_date, due_date, 'SETTLED', 1, created_by, created_at, created_by, created_at
FROM coop_bill WHERE org_id = :org AND settlement_id IS NOT NULL;
INSERT INTO cost_confirmation (org_id, id, confirm_code, coop_id, currency_code, business_scope, date_basis, from_date,
    to_date, tolerance, tolerance_percent, handler_id, state, line_count, booked, theirs, version, created_by, created_at,
    updated_by, updated_at)
SELECT :org, id@63, 'QR' || CAST(100000000 + n AS text), supplier_id, 'CNY', 'AE', 'ORDER', day, day, 10000, 100, maker,
    'CONFIRMED', 0, 0, 0, 1, maker, made, maker, made
FROM bench_bill WHERE n % 1000 = 500;
INSERT INTO expense_report (org_id, id, report_num, kind, report_date, mode, payment_method, expenses_use, amount, to_pay,
    state, financial_date, bank_account_id, paid_account_id, paid_date, version, created_by, created_at, updated_by,
    updated_at)
SELECT :org, id@64, 'ER-' || SUBSTR(REPLACE(day, '-', ''), 3) || SUBSTR(CAST(10000000 + n AS text), 2), 'EXPENSE', day,
    'PERSON', '转账', '差旅费', usd, usd, 'PAID', day, :cny, :cny, day, 1, maker, made, maker, made
FROM bench_bill WHERE n % 50 = 25;

-- The clock does nothing meanwhile.
UPDATE job_plan SET stopped = TRUE;
DROP TABLE bench_bill;
DROP TABLE bench_order;
