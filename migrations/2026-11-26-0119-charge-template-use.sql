-- The template a charge was made by, by which templates tell how often they are used.
ALTER TABLE charge ADD COLUMN template_id bigint;
CREATE INDEX ix_charge_template_use ON charge (org_id, template_id, order_id) WHERE template_id IS NOT NULL;

-- How many charges took a rate of the table; a rate of one is that of the own currency.
CREATE INDEX ix_charge_rate ON charge (org_id, currency_code, exchange_rate)
    WHERE exchange_rate <> 1000000 AND NOT rate_typed;
