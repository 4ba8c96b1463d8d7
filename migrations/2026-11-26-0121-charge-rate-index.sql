-- What took a rate of the table is counted from the index alone: side and times of the charge decide, too.
DROP INDEX ix_charge_rate;
CREATE INDEX ix_charge_rate ON charge (org_id, currency_code, exchange_rate, kind, created_at, updated_at)
    WHERE exchange_rate <> 1000000 AND NOT rate_typed;
