-- What is asked of agents before an order: whom to ask, what is asked, who was asked, and what they answered.
CREATE TABLE inquiry_agent (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    version bigint NOT NULL,
    coop_id bigint NOT NULL,
    scopes text NOT NULL,
    contact_name text NOT NULL,
    email text NOT NULL,
    language text NOT NULL,
    sla_hours bigint NOT NULL,
    priority bigint NOT NULL,
    lane_text text,
    remark text,
    active boolean NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_inquiry_agent_coop ON inquiry_agent (org_id, coop_id);

-- A station that is empty stands for all of them.
CREATE TABLE inquiry_agent_lane (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    agent_id bigint NOT NULL,
    line bigint NOT NULL,
    departure text,
    arrival text,
    remark text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_inquiry_agent_lane ON inquiry_agent_lane (org_id, agent_id, line);

-- asked, answered, best_total, best_per_kg, best_currency, first_answer_at, quote_valid_to: what its agents' rows come
-- to, so that lists need not count them.
CREATE TABLE inquiry (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    version bigint NOT NULL,
    inquiry_code text NOT NULL,
    business_scope text NOT NULL,
    coop_id bigint,
    prospect text,
    contact text,
    sales_id bigint NOT NULL,
    sales_dept_id bigint,
    channel text,
    term text,
    pick_up_address text,
    departure_station text NOT NULL,
    arrival_station text NOT NULL,
    final_place text,
    transit_allowed boolean NOT NULL,
    ready_date text NOT NULL,
    latest_date text,
    wish_flight text,
    goods_name_cn text NOT NULL,
    goods_name_en text,
    goods_type text NOT NULL,
    battery_type text NOT NULL,
    un_number text,
    dg_class text,
    packing_group text,
    temperature text,
    stackable boolean NOT NULL,
    turnable boolean NOT NULL,
    pieces bigint NOT NULL,
    package_type text,
    weight bigint NOT NULL,
    volume bigint,
    charge_weight bigint,
    density bigint,
    need_pick_up boolean NOT NULL,
    need_storage boolean NOT NULL,
    need_customs boolean NOT NULL,
    need_clearance boolean NOT NULL,
    need_delivery boolean NOT NULL,
    need_insurance boolean NOT NULL,
    target_price bigint,
    target_currency text,
    answer_by bigint,
    hide_customer boolean NOT NULL,
    remark text,
    state text NOT NULL,
    round bigint NOT NULL,
    buyer_id bigint,
    submitted_at bigint,
    lost_reason text,
    lost_remark text,
    asked bigint NOT NULL,
    answered bigint NOT NULL,
    best_total bigint,
    best_per_kg bigint,
    best_currency text,
    first_answer_at bigint,
    quote_valid_to text,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_inquiry_code ON inquiry (org_id, inquiry_code);
CREATE INDEX ix_inquiry_state ON inquiry (org_id, state, answer_by);
CREATE INDEX ix_inquiry_sales ON inquiry (org_id, sales_id);
CREATE INDEX ix_inquiry_coop ON inquiry (org_id, coop_id, created_at);
CREATE INDEX ix_inquiry_route ON inquiry (org_id, departure_station, arrival_station);

CREATE TABLE inquiry_dimension (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    inquiry_id bigint NOT NULL,
    line bigint NOT NULL,
    length bigint NOT NULL,
    width bigint NOT NULL,
    height bigint NOT NULL,
    pieces bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_inquiry_dimension ON inquiry_dimension (org_id, inquiry_id, line);

-- An agent that was asked, in one round. link_salt: what the code of its link is made of, together with the key outside
-- the database; of the code only the hash is kept. No salt: it was asked otherwise, and its answer typed in.
-- is_current: not asked again since.
CREATE TABLE inquiry_asked (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    uuid text NOT NULL,
    inquiry_id bigint NOT NULL,
    agent_id bigint NOT NULL,
    coop_id bigint NOT NULL,
    email text NOT NULL,
    language text NOT NULL,
    round bigint NOT NULL,
    answer_by bigint,
    state text NOT NULL,
    is_current boolean NOT NULL,
    link_salt bytea,
    code_hash bytea,
    sent_at bigint,
    urged_at bigint,
    answered_at bigint,
    views bigint NOT NULL DEFAULT 0,
    last_view bigint,
    submit_day text,
    submit_count bigint NOT NULL DEFAULT 0,
    decline_reason text,
    choose_reason text,
    quote_id bigint,
    quote_version bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_inquiry_asked_uuid ON inquiry_asked (uuid);
CREATE INDEX ix_inquiry_asked ON inquiry_asked (org_id, inquiry_id, id);
CREATE INDEX ix_inquiry_asked_agent ON inquiry_asked (org_id, agent_id, sent_at);

-- One version of an answer; none is ever changed. quote_version: counted within the agent's row.
CREATE TABLE inquiry_quote (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    version bigint NOT NULL,
    inquiry_id bigint NOT NULL,
    agent_id bigint NOT NULL,
    asked_id bigint,
    quote_version bigint,
    by_link boolean NOT NULL,
    price_mode text NOT NULL,
    currency text NOT NULL,
    lump_sum bigint,
    minimum bigint,
    carrier_code text,
    route text,
    flight_plan text,
    transit_days bigint,
    space text,
    free_storage text,
    valid_from text NOT NULL,
    valid_to text NOT NULL,
    conditions text,
    contact_name text,
    contact_email text,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_inquiry_quote ON inquiry_quote (org_id, asked_id, quote_version);

CREATE TABLE inquiry_quote_break (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    quote_id bigint NOT NULL,
    line bigint NOT NULL,
    from_kg bigint NOT NULL,
    price bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_inquiry_quote_break ON inquiry_quote_break (org_id, quote_id, line);

CREATE TABLE inquiry_quote_extra (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    quote_id bigint NOT NULL,
    line bigint NOT NULL,
    code text NOT NULL,
    basis text NOT NULL,
    price bigint NOT NULL,
    least bigint,
    most bigint,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_inquiry_quote_extra ON inquiry_quote_extra (org_id, quote_id, line);
