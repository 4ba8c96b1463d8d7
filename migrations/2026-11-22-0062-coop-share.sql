-- Partners a company shares with another of this deployment: one row on each side, of the same uuid. direction: OUT in
-- the company that shares, IN in the one that receives. coop_id: the own partner; of the receiver the one it made or
-- named. code_hash: the code of the link is kept nowhere.
CREATE TABLE coop_share (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    uuid text NOT NULL,
    share_no text NOT NULL,
    direction text NOT NULL,
    peer_org_id bigint NOT NULL,
    peer_name text NOT NULL,
    coop_id bigint,
    coop_name text NOT NULL,
    coop_type text NOT NULL,
    fields text NOT NULL,
    message text,
    state text NOT NULL,
    code_hash bytea NOT NULL,
    expire_at bigint NOT NULL,
    handled_at bigint,
    handled_by_name text,
    peer_code text,
    reject_reason text,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_coop_share_side ON coop_share (uuid, direction);
CREATE INDEX ix_coop_share_state ON coop_share (org_id, state, expire_at);
CREATE INDEX ix_coop_share_coop ON coop_share (org_id, coop_id);
