-- The order in which the house waybills of an order are listed and printed. Houses nobody has moved come after those
-- that were moved, by their numbers.
ALTER TABLE hawb ADD COLUMN sort_no bigint NOT NULL DEFAULT 1000000;
