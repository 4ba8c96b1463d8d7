-- What is looked for again for every row of another table is found by its key and nothing else, whatever the statistics
-- say: an index that knows every column such a statement compares and sorts by is never dearer than one that knows fewer,
-- or that only has the order.

-- The orders, and the older ones, of a master number; not by scope and id.
DROP INDEX ix_freight_order_awb;
CREATE INDEX ix_freight_order_awb ON freight_order (org_id, awb_number, awb_round, business_scope, id);
-- The newest message of a form; not by walking back through all messages of the company.
DROP INDEX ix_edi_message_print;
CREATE INDEX ix_edi_message_print ON edi_message (org_id, awb_print_id, kind, id);
-- The form of a house.
CREATE INDEX ix_awb_print_hawb ON awb_print (org_id, hawb_id);
-- What runs about an order or a partner, and the tasks of it that wait.
DROP INDEX ix_approval_instance_object;
CREATE INDEX ix_approval_instance_object ON approval_instance (org_id, ref_type, ref_id, status, id);
DROP INDEX ix_approval_task_instance;
CREATE INDEX ix_approval_task_instance ON approval_task (org_id, instance_id, status, due_at);
-- The newest file of a thing.
DROP INDEX ix_published_file;
CREATE INDEX ix_published_file ON published_file (org_id, object_type, object_id, id);
-- The calls of an interface since a time.
CREATE INDEX ix_interface_call_since ON interface_call (org_id, interface_id, created_at);
-- The jobs of a company that are not over; those that are stay for long.
CREATE INDEX ix_job_run_open ON job_run (org_id, status, user_id) WHERE finished_at IS NULL;
-- The people with a role.
DROP INDEX ix_user_role_role;
CREATE INDEX ix_user_role_role ON user_role (org_id, role_id, user_id);
-- The events of an order in their order, where a list is sorted by its orders.
CREATE INDEX ix_order_event_entered ON order_event (org_id, order_id, id);
-- The page a line of the log tells of.
CREATE INDEX ix_permission_path ON permission (path);
-- Who did something, where only his id is known.
CREATE INDEX ix_app_user_id ON app_user (id);
