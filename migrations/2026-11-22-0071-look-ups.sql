-- Orders are looked for by what messages call them; former quotes by inquiry and agent.
CREATE INDEX ix_order_carriage_hlb ON order_carriage_detail (org_id, hlb_number);
CREATE INDEX ix_order_carriage_booking ON order_carriage_detail (org_id, booking_no);
CREATE INDEX ix_inquiry_quote_agent ON inquiry_quote (org_id, inquiry_id, agent_id, id);
