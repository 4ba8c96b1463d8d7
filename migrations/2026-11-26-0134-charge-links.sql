-- The income line whose money a cost passes on (代收代付): of the same order and item.
ALTER TABLE charge ADD COLUMN linked_charge_id bigint;

-- The card a charge was rated by, by which cards tell how often they are used.
CREATE INDEX ix_charge_card_use ON charge (org_id, card_id, order_id) WHERE card_id IS NOT NULL;
