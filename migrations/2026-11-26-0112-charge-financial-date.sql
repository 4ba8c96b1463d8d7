-- The charges that count in a month, for its check. By the month and not by the day: an index of the day would be taken for
-- questions about one order, too.
CREATE INDEX ix_charge_month ON charge (org_id, (SUBSTR(financial_date, 1, 7)), order_id) WHERE financial_date IS NOT NULL;
