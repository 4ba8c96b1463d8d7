-- What partners settle for a period and not for an order: rules under agreements, their bills, the check with the partner, the
-- settlement (prm.md 4.0). Amounts and quantities are thousandths, prices ten-thousandths, percents hundredths, rates of late
-- interest hundredths of a thousandth, exchange rates millionths.

-- 结算条款. It follows its agreement by the number, so that a newer version of that takes it over. `last_period` and
-- `last_amount` are those of `settlement_period`.
CREATE TABLE settlement_rule (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    rule_code text NOT NULL,
    rule_name text NOT NULL,
    agreement_id bigint NOT NULL,
    agreement_code text NOT NULL,
    coop_id bigint NOT NULL,
    side text NOT NULL,
    rule_kind text NOT NULL,
    service_item_id bigint NOT NULL,
    cycle text NOT NULL,
    first_period text NOT NULL,
    currency_code text NOT NULL,
    tax_rate text,
    min_amount bigint,
    max_amount bigint,
    post_mode text NOT NULL,
    fixed_amount bigint,
    by_days boolean NOT NULL,
    basis text,
    container_type text,
    unit_price bigint,
    tier_mode text,
    cumulative text,
    percent bigint,
    share_base text,
    negative text,
    committed bigint,
    short_price bigint,
    excess_price bigint,
    interest_rate bigint,
    grace_days bigint,
    scopes text,
    departures text,
    arrivals text,
    carriers text,
    goods_type text,
    business_product text,
    partner_role text,
    date_basis text,
    order_condition text,
    last_period text,
    last_amount bigint,
    active boolean NOT NULL,
    remark text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_settlement_rule_code ON settlement_rule (org_id, rule_code);
CREATE INDEX ix_settlement_rule_agreement ON settlement_rule (org_id, agreement_code);
CREATE INDEX ix_settlement_rule_item ON settlement_rule (org_id, service_item_id);

-- 阶梯 of a rule: from a quantity or an amount on, a price or a percent.
CREATE TABLE settlement_tier (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    rule_id bigint NOT NULL,
    line bigint NOT NULL,
    from_value bigint NOT NULL,
    price bigint,
    percent bigint,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_settlement_tier_rule ON settlement_tier (org_id, rule_id, line);

-- A rule and a period that were counted, once: on which bill it stands; none while a small amount waits for the next one
-- (结转). `charged_to` is the last day late interest was charged for.
CREATE TABLE settlement_period (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    rule_id bigint NOT NULL,
    period text NOT NULL,
    amount bigint NOT NULL,
    carried boolean NOT NULL,
    bill_id bigint,
    charged_to text,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_settlement_period ON settlement_period (org_id, rule_id, period);
CREATE INDEX ix_settlement_period_bill ON settlement_period (org_id, bill_id) WHERE bill_id IS NOT NULL;

-- 客商账单: of a partner, side, currency and agreement. Sums are those of the lines; `settled` is read off the charges that were
-- made of it, `settlement_id` is the 结算单 it became them by, `order_id` the order of other business that bears them.
CREATE TABLE coop_bill (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    bill_code text NOT NULL,
    agreement_id bigint NOT NULL,
    agreement_code text NOT NULL,
    coop_id bigint NOT NULL,
    side text NOT NULL,
    period text NOT NULL,
    currency_code text NOT NULL,
    exchange_rate bigint NOT NULL,
    line_count bigint NOT NULL DEFAULT 0,
    amount bigint NOT NULL DEFAULT 0,
    tax_amount bigint NOT NULL DEFAULT 0,
    functional bigint NOT NULL DEFAULT 0,
    carried_in bigint NOT NULL DEFAULT 0,
    issue_date text,
    due_date text,
    state text NOT NULL,
    check_state text NOT NULL,
    settlement_id bigint,
    order_id bigint,
    settled bigint NOT NULL DEFAULT 0,
    open_amount bigint NOT NULL DEFAULT 0,
    sent_at bigint,
    remark text,
    void_reason text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_coop_bill_code ON coop_bill (org_id, bill_code);
CREATE INDEX ix_coop_bill_coop ON coop_bill (org_id, coop_id, id);
CREATE INDEX ix_coop_bill_agreement ON coop_bill (org_id, agreement_code, id);
CREATE INDEX ix_coop_bill_state ON coop_bill (org_id, state, id);
CREATE INDEX ix_coop_bill_side ON coop_bill (org_id, side, id);
CREATE INDEX ix_coop_bill_period ON coop_bill (org_id, period, id);
CREATE INDEX ix_coop_bill_due ON coop_bill (org_id, due_date, id);
CREATE INDEX ix_coop_bill_currency ON coop_bill (org_id, currency_code, id);
CREATE INDEX ix_coop_bill_made ON coop_bill (org_id, created_at, id);
CREATE INDEX ix_coop_bill_settlement ON coop_bill (org_id, settlement_id) WHERE settlement_id IS NOT NULL;
CREATE INDEX ix_coop_bill_order ON coop_bill (org_id, order_id) WHERE order_id IS NOT NULL;

-- Lines of a bill. A line of a rule names it and the period it was counted for; one that somebody added says why (调整行).
CREATE TABLE coop_bill_line (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    bill_id bigint NOT NULL,
    line bigint NOT NULL,
    rule_id bigint,
    rule_period text,
    rule_name text,
    service_item_id bigint NOT NULL,
    quantity bigint,
    unit text,
    unit_price bigint,
    amount bigint NOT NULL,
    tax_rate text,
    tax bigint NOT NULL,
    untaxed bigint NOT NULL,
    adjusting boolean NOT NULL,
    reason text,
    remark text,
    post_mode text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_coop_bill_line ON coop_bill_line (org_id, bill_id, line);
CREATE INDEX ix_coop_bill_line_rule ON coop_bill_line (org_id, rule_id) WHERE rule_id IS NOT NULL;
CREATE INDEX ix_coop_bill_line_item ON coop_bill_line (org_id, service_item_id);

-- What a line was counted of: an order, or of late interest a debit note. `share` is what a bill that is spread over orders
-- is spread by.
CREATE TABLE coop_bill_detail (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    bill_id bigint NOT NULL,
    line_id bigint NOT NULL,
    line bigint NOT NULL,
    order_id bigint,
    number text NOT NULL,
    customer_number text,
    biz_number text,
    biz_date text,
    quantity bigint,
    income bigint,
    cost bigint,
    share bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_coop_bill_detail ON coop_bill_detail (org_id, bill_id, line_id, line);
CREATE INDEX ix_coop_bill_detail_order ON coop_bill_detail (org_id, order_id) WHERE order_id IS NOT NULL;

-- 客商对账: one for each bill that went out, with its number, partner, side, period and currency. `code_hash` opens the partner's
-- own page until `link_until`; `their_rows` is the list that was read last.
CREATE TABLE bill_check (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    bill_id bigint NOT NULL,
    bill_code text NOT NULL,
    coop_id bigint NOT NULL,
    side text NOT NULL,
    period text NOT NULL,
    currency_code text NOT NULL,
    state text NOT NULL,
    result text NOT NULL,
    our_amount bigint NOT NULL,
    their_amount bigint,
    agreed bigint,
    tolerance_amount bigint NOT NULL,
    tolerance_percent bigint NOT NULL,
    line_count bigint NOT NULL DEFAULT 0,
    equal_lines bigint NOT NULL DEFAULT 0,
    within_lines bigint NOT NULL DEFAULT 0,
    different_lines bigint NOT NULL DEFAULT 0,
    only_ours bigint NOT NULL DEFAULT 0,
    only_theirs bigint NOT NULL DEFAULT 0,
    handler_id bigint NOT NULL,
    sent_at bigint,
    answered_at bigint,
    answered_by text,
    answer_remark text,
    dispute text,
    their_rows text,
    code_hash bytea,
    link_until bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_bill_check_bill ON bill_check (org_id, bill_id);
CREATE UNIQUE INDEX uq_bill_check_code ON bill_check (code_hash) WHERE code_hash IS NOT NULL;
CREATE INDEX ix_bill_check_number ON bill_check (org_id, bill_code);
CREATE INDEX ix_bill_check_coop ON bill_check (org_id, coop_id, id);
CREATE INDEX ix_bill_check_state ON bill_check (org_id, state, id);
CREATE INDEX ix_bill_check_result ON bill_check (org_id, result, id);
CREATE INDEX ix_bill_check_handler ON bill_check (org_id, handler_id, id);
CREATE INDEX ix_bill_check_side ON bill_check (org_id, side, id);
CREATE INDEX ix_bill_check_period ON bill_check (org_id, period, id);
CREATE INDEX ix_bill_check_sent ON bill_check (org_id, sent_at, id);

-- Lines of a check: ours, theirs, or both under one key. `agreed` is what was settled on.
CREATE TABLE bill_check_line (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    check_id bigint NOT NULL,
    line bigint NOT NULL,
    match_key text,
    customer_number text,
    biz_number text,
    bill_line_id bigint,
    order_id bigint,
    share bigint,
    service_item_id bigint,
    our_quantity bigint,
    ours bigint,
    their_quantity bigint,
    theirs bigint,
    result text,
    treatment text,
    agreed bigint,
    reason text,
    remark text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_bill_check_line ON bill_check_line (org_id, check_id, line);

-- 客商结算: bills that became charges together, and what came of these.
CREATE TABLE coop_settlement (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    settle_code text NOT NULL,
    coop_id bigint NOT NULL,
    side text NOT NULL,
    bill_codes text NOT NULL,
    currency_code text NOT NULL,
    amount bigint NOT NULL,
    functional bigint NOT NULL,
    post_mode text NOT NULL,
    financial_date text,
    order_id bigint,
    charge_count bigint NOT NULL,
    invoiced bigint NOT NULL DEFAULT 0,
    settled bigint NOT NULL DEFAULT 0,
    netted bigint NOT NULL DEFAULT 0,
    open_amount bigint NOT NULL,
    settled_on text,
    due_date text,
    state text NOT NULL,
    back_reason text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_coop_settlement_code ON coop_settlement (org_id, settle_code);
CREATE INDEX ix_coop_settlement_coop ON coop_settlement (org_id, coop_id, id);
CREATE INDEX ix_coop_settlement_side ON coop_settlement (org_id, side, id);
CREATE INDEX ix_coop_settlement_state ON coop_settlement (org_id, state, id);
CREATE INDEX ix_coop_settlement_due ON coop_settlement (org_id, due_date, id);
CREATE INDEX ix_coop_settlement_currency ON coop_settlement (org_id, currency_code, id);

-- The charges of a settlement, each of a line of a bill, with what came of each.
CREATE TABLE coop_settlement_charge (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    settlement_id bigint NOT NULL,
    bill_id bigint NOT NULL,
    bill_line_id bigint NOT NULL,
    order_id bigint NOT NULL,
    charge_id bigint NOT NULL,
    side text NOT NULL,
    amount bigint NOT NULL,
    invoiced bigint NOT NULL DEFAULT 0,
    settled bigint NOT NULL DEFAULT 0,
    netted bigint NOT NULL DEFAULT 0,
    is_done boolean NOT NULL DEFAULT FALSE,
    settled_on text,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_coop_settlement_charge ON coop_settlement_charge (org_id, settlement_id);
CREATE INDEX ix_coop_settlement_order ON coop_settlement_charge (org_id, order_id);
CREATE INDEX ix_coop_settlement_bill ON coop_settlement_charge (org_id, bill_id);
CREATE UNIQUE INDEX uq_coop_settlement_charge ON coop_settlement_charge (org_id, charge_id);

-- Orders by the agent abroad, whom rules may count by.
CREATE INDEX ix_order_air_agent ON order_air_detail (org_id, arrival_agent_id) WHERE arrival_agent_id IS NOT NULL;
CREATE INDEX ix_order_carriage_agent ON order_carriage_detail (org_id, overseas_agent_id) WHERE overseas_agent_id IS NOT NULL;

-- 结算条件 by side and by way of settling.
CREATE INDEX ix_agreement_side ON agreement (org_id, side, agreement_code, id);
CREATE INDEX ix_agreement_method ON agreement (org_id, settle_method, agreement_code, id);
