-- Which days late interest was charged for, as `~2026-07-15,2026-08-15~2026-08-20`: each from behind one day to another one, the
-- first perhaps from the beginning. A bill that is made void gives its own days back, whatever was charged behind them. Of rows
-- without it, all days until charged_to were.
ALTER TABLE settlement_period ADD COLUMN charged_days text;
