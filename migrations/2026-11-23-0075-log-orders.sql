-- Lines of the operation log about something of an order name it: who may not see the order sees no such line. Of none,
-- a line may be about somebody's own thing (maker_id). An order that is 0 is one nobody sees but who sees all lines:
-- what the line was about is gone. The orders beyond the first of a line are in operation_log_order.
ALTER TABLE operation_log ADD COLUMN order_id bigint;
ALTER TABLE operation_log ADD COLUMN maker_id bigint;
CREATE TABLE operation_log_order (
    org_id bigint NOT NULL,
    log_id bigint NOT NULL,
    order_id bigint NOT NULL,
    PRIMARY KEY (org_id, log_id, order_id)
);
UPDATE operation_log SET order_id = object_id WHERE object_type = 'order';
UPDATE operation_log SET order_id = COALESCE((SELECT t.order_id FROM dgd_print t WHERE t.org_id = operation_log.org_id
    AND t.id = operation_log.object_id), 0) WHERE object_type = 'dgd_print';
UPDATE operation_log SET order_id = COALESCE((SELECT t.order_id FROM shipper_letter t WHERE t.org_id = operation_log.org_id
    AND t.id = operation_log.object_id), 0) WHERE object_type = 'shipper_letter';
UPDATE operation_log SET order_id = COALESCE((SELECT t.order_id FROM order_appraisal t WHERE t.org_id = operation_log.org_id
    AND t.id = operation_log.object_id), 0) WHERE object_type = 'order_appraisal';
UPDATE operation_log SET order_id = COALESCE((SELECT t.order_id FROM delivery_notice t WHERE t.org_id = operation_log.org_id
    AND t.id = operation_log.object_id), 0) WHERE object_type = 'delivery_notice';
-- Numbers of house bills and the sorting of them are told by the order's id.
UPDATE operation_log SET order_id = COALESCE((SELECT t.order_id FROM bl t WHERE t.org_id = operation_log.org_id
    AND t.id = operation_log.object_id), (SELECT o.id FROM freight_order o WHERE o.org_id = operation_log.org_id
    AND o.id = operation_log.object_id), 0) WHERE object_type = 'bl';
UPDATE operation_log SET order_id = (SELECT t.order_id FROM edi_message t WHERE t.org_id = operation_log.org_id
    AND t.id = operation_log.object_id), maker_id = (SELECT t.sender_id FROM edi_message t
    WHERE t.org_id = operation_log.org_id AND t.id = operation_log.object_id AND t.order_id IS NULL)
    WHERE object_type = 'edi_message';
UPDATE operation_log SET order_id = (SELECT t.ref_id FROM approval_instance t WHERE t.org_id = operation_log.org_id
    AND t.id = operation_log.object_id AND t.ref_type = 'ORDER') WHERE object_type = 'approval';
UPDATE operation_log SET order_id = (SELECT t.order_id FROM awb_print t WHERE t.org_id = operation_log.org_id
    AND t.id = operation_log.object_id), maker_id = COALESCE((SELECT t.created_by FROM awb_print t
    WHERE t.org_id = operation_log.org_id AND t.id = operation_log.object_id AND t.order_id IS NULL), operator_id)
    WHERE object_type = 'awbPrint';
UPDATE operation_log SET maker_id = NULL WHERE object_type = 'awbPrint' AND order_id IS NOT NULL;
UPDATE operation_log SET maker_id = operator_id WHERE object_type = 'sc_track';
-- Of one number; a line about several of them is for nobody who sees only some orders.
UPDATE operation_log SET order_id = (SELECT MAX(t.order_id) FROM awb t WHERE t.org_id = operation_log.org_id
    AND t.awb_number = operation_log.object_number) WHERE object_type = 'awb';
UPDATE operation_log SET order_id = 0 WHERE object_type = 'awb' AND object_number LIKE '%,%';
UPDATE operation_log SET order_id = (SELECT MIN(o.id) FROM freight_order o WHERE o.org_id = operation_log.org_id
    AND o.awb_number = operation_log.object_number) WHERE object_type = 'track';
INSERT INTO operation_log_order (org_id, log_id, order_id) SELECT l.org_id, l.id, o.id FROM operation_log l
    JOIN freight_order o ON o.org_id = l.org_id AND o.awb_number = l.object_number AND o.id <> l.order_id
    WHERE l.object_type = 'track';
UPDATE operation_log SET order_id = (SELECT MIN(o.id) FROM terminal_weighing w JOIN freight_order o
    ON o.org_id = w.org_id AND o.awb_number = w.awb_number AND o.awb_round = w.awb_round
    WHERE w.org_id = operation_log.org_id AND w.id = operation_log.object_id) WHERE object_type = 'terminal_weighing';
INSERT INTO operation_log_order (org_id, log_id, order_id) SELECT l.org_id, l.id, o.id FROM operation_log l
    JOIN terminal_weighing w ON w.org_id = l.org_id AND w.id = l.object_id JOIN freight_order o
    ON o.org_id = w.org_id AND o.awb_number = w.awb_number AND o.awb_round = w.awb_round AND o.id <> l.order_id
    WHERE l.object_type = 'terminal_weighing';
UPDATE operation_log SET order_id = COALESCE((SELECT MIN(t.order_id) FROM cargo_pouch_order t
    WHERE t.org_id = operation_log.org_id AND t.pouch_id = operation_log.object_id), 0)
    WHERE object_type = 'cargo_pouch';
INSERT INTO operation_log_order (org_id, log_id, order_id) SELECT l.org_id, l.id, t.order_id FROM operation_log l
    JOIN cargo_pouch_order t ON t.org_id = l.org_id AND t.pouch_id = l.object_id AND t.order_id <> l.order_id
    WHERE l.object_type = 'cargo_pouch';
-- A signature is one user's: each has his own default.
DROP INDEX uq_sign_template_default;
CREATE UNIQUE INDEX uq_sign_template_default ON sign_template (org_id, kind, business_scope, document, language,
    COALESCE(user_id, 0)) WHERE is_default;
