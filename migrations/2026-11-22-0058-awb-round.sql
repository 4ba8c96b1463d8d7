-- A master number may be registered again a year after it was used. What hangs on it is of the registration it was
-- made in: 0 is the present one, of a past one it is the id of its row in the stock.
ALTER TABLE awb ADD COLUMN awb_round bigint NOT NULL DEFAULT 0;
ALTER TABLE freight_order ADD COLUMN awb_round bigint NOT NULL DEFAULT 0;
ALTER TABLE hawb ADD COLUMN awb_round bigint NOT NULL DEFAULT 0;
ALTER TABLE awb_print ADD COLUMN awb_round bigint NOT NULL DEFAULT 0;
ALTER TABLE track_event ADD COLUMN awb_round bigint NOT NULL DEFAULT 0;
ALTER TABLE manifest_event ADD COLUMN awb_round bigint NOT NULL DEFAULT 0;
ALTER TABLE cargo_pouch ADD COLUMN awb_round bigint NOT NULL DEFAULT 0;
ALTER TABLE edi_message ADD COLUMN awb_round bigint NOT NULL DEFAULT 0;
ALTER TABLE terminal_weighing ADD COLUMN awb_round bigint NOT NULL DEFAULT 0;

-- Numbers that were registered again before: what hangs on an order is of the order's registration, the rest of the
-- one it was told in.
UPDATE awb SET awb_round = id WHERE EXISTS (SELECT 1 FROM awb n WHERE n.org_id = awb.org_id
    AND n.awb_number = awb.awb_number AND n.generation > awb.generation);
UPDATE freight_order SET awb_round = awb_id WHERE EXISTS (SELECT 1 FROM awb n WHERE n.org_id = freight_order.org_id
    AND n.id = freight_order.awb_id AND n.awb_round <> 0);
UPDATE hawb SET awb_round = (SELECT o.awb_round FROM freight_order o WHERE o.org_id = hawb.org_id
    AND o.id = hawb.order_id) WHERE EXISTS (SELECT 1 FROM freight_order o WHERE o.org_id = hawb.org_id
    AND o.id = hawb.order_id AND o.awb_round <> 0);
UPDATE awb_print SET awb_round = (SELECT o.awb_round FROM freight_order o WHERE o.org_id = awb_print.org_id
    AND o.id = awb_print.order_id) WHERE EXISTS (SELECT 1 FROM freight_order o WHERE o.org_id = awb_print.org_id
    AND o.id = awb_print.order_id AND o.awb_round <> 0);
UPDATE awb_print SET form_key = form_key || '@' || awb_round WHERE hawb_id IS NULL AND awb_round <> 0;
UPDATE track_event SET awb_round = (SELECT MAX(p.id) FROM awb p WHERE p.org_id = track_event.org_id
    AND p.awb_number = track_event.awb_number AND p.awb_round <> 0) WHERE EXISTS (SELECT 1 FROM awb n
    WHERE n.org_id = track_event.org_id AND n.awb_number = track_event.awb_number AND n.awb_round = 0
    AND n.generation > 1 AND n.created_at > track_event.created_at);
UPDATE manifest_event SET awb_round = (SELECT MAX(p.id) FROM awb p WHERE p.org_id = manifest_event.org_id
    AND p.awb_number = manifest_event.awb_number AND p.awb_round <> 0) WHERE EXISTS (SELECT 1 FROM awb n
    WHERE n.org_id = manifest_event.org_id AND n.awb_number = manifest_event.awb_number AND n.awb_round = 0
    AND n.generation > 1 AND n.created_at > manifest_event.created_at);
UPDATE cargo_pouch SET awb_round = (SELECT MAX(p.id) FROM awb p WHERE p.org_id = cargo_pouch.org_id
    AND p.awb_number = cargo_pouch.awb_number AND p.awb_round <> 0) WHERE EXISTS (SELECT 1 FROM awb n
    WHERE n.org_id = cargo_pouch.org_id AND n.awb_number = cargo_pouch.awb_number AND n.awb_round = 0
    AND n.generation > 1 AND n.created_at > cargo_pouch.created_at);
UPDATE edi_message SET awb_round = (SELECT MAX(p.id) FROM awb p WHERE p.org_id = edi_message.org_id
    AND p.awb_number = edi_message.awb_number AND p.awb_round <> 0) WHERE EXISTS (SELECT 1 FROM awb n
    WHERE n.org_id = edi_message.org_id AND n.awb_number = edi_message.awb_number AND n.awb_round = 0
    AND n.generation > 1 AND n.created_at > edi_message.created_at);
UPDATE terminal_weighing SET awb_round = (SELECT MAX(p.id) FROM awb p WHERE p.org_id = terminal_weighing.org_id
    AND p.awb_number = terminal_weighing.awb_number AND p.awb_round <> 0) WHERE EXISTS (SELECT 1 FROM awb n
    WHERE n.org_id = terminal_weighing.org_id AND n.awb_number = terminal_weighing.awb_number AND n.awb_round = 0
    AND n.generation > 1 AND n.created_at > terminal_weighing.created_at);

DROP INDEX uq_hawb_master_number;
CREATE UNIQUE INDEX uq_hawb_master_number ON hawb (org_id, awb_number, awb_round, hawb_number);
DROP INDEX uq_cargo_pouch_master;
CREATE UNIQUE INDEX uq_cargo_pouch_master ON cargo_pouch
    (org_id, awb_number, awb_round, COALESCE(flight_no, ''), COALESCE(flight_date, '')) WHERE state <> 'VOID';

-- Nobody reads what came last of a number.
ALTER TABLE track_awb DROP COLUMN last_code;
ALTER TABLE track_awb DROP COLUMN last_time;
