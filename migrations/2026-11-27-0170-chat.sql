-- 聊天增值: what a company was given of the chat, by its contract: whether, on which days, and how many of its users answer.
ALTER TABLE org ADD COLUMN chat_prem boolean NOT NULL DEFAULT FALSE;
ALTER TABLE org ADD COLUMN chat_from text;
ALTER TABLE org ADD COLUMN chat_to text;
ALTER TABLE org ADD COLUMN chat_seats bigint;

-- Whom the people of a company may write to: its partners that stand for companies of the product.
CREATE INDEX ix_coop_bound ON coop (org_id, bound_org_id) WHERE bound_org_id IS NOT NULL;

-- 聊天账号: by which users and invited guests are known in the chat. accid is the public name, on the wire also xyNumber;
-- sign is sealed. user_id: none of a guest. seen_at: when he was last at the chat.
CREATE TABLE chat_account (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    user_id bigint,
    accid text NOT NULL,
    sign bytea NOT NULL,
    nickname text,
    seen_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_chat_account_accid ON chat_account (accid);
CREATE UNIQUE INDEX uq_chat_account_user ON chat_account (org_id, user_id);

-- Guests: partners whom a user invited by mail to talk to him on a page that the code of a link opens. Of the code only the
-- hash is kept; inviting again makes a new one.
CREATE TABLE chat_guest (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    host_account_id bigint NOT NULL,
    coop_id bigint,
    name text NOT NULL,
    email text NOT NULL,
    code_hash bytea NOT NULL,
    expire_at bigint NOT NULL,
    revoked_at bigint,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_chat_guest_code ON chat_guest (code_hash);
CREATE UNIQUE INDEX uq_chat_guest_email ON chat_guest (org_id, host_account_id, email);
CREATE UNIQUE INDEX uq_chat_guest_account ON chat_guest (org_id, account_id);

-- 会话: one for two accounts, in the company of the account whose accid comes first. last_seq orders its messages.
CREATE TABLE chat_conversation (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    pair text NOT NULL,
    last_seq bigint NOT NULL,
    last_at bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_chat_conversation_pair ON chat_conversation (org_id, pair);

-- A party of a conversation, in its own company: what it has read, what it has not, and when it first answered a question.
CREATE TABLE chat_member (
    org_id bigint NOT NULL,
    account_id bigint NOT NULL,
    peer_accid text NOT NULL,
    conversation_org_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    read_seq bigint NOT NULL,
    unread bigint NOT NULL,
    last_at bigint NOT NULL,
    asked_at bigint,
    answered_at bigint,
    PRIMARY KEY (org_id, account_id, peer_accid)
);
CREATE INDEX ix_chat_member_last ON chat_member (org_id, last_at, conversation_id);

-- 消息: lie with the conversation. The file lies in the company of who sent it.
CREATE TABLE chat_message (
    org_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    seq bigint NOT NULL,
    sender_accid text NOT NULL,
    content text NOT NULL,
    file_org_id bigint,
    file_id bigint,
    file_name text,
    file_size bigint,
    is_picture boolean NOT NULL,
    sent_at bigint NOT NULL,
    PRIMARY KEY (org_id, conversation_id, seq)
);
CREATE INDEX ix_chat_message_sent ON chat_message (org_id, sent_at);

-- Names that senders gave to their messages: the same again is answered as the first time.
CREATE TABLE chat_sent (
    org_id bigint NOT NULL,
    account_id bigint NOT NULL,
    client_id text NOT NULL,
    conversation_org_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    seq bigint NOT NULL,
    sent_at bigint NOT NULL,
    PRIMARY KEY (org_id, account_id, client_id)
);
CREATE INDEX ix_chat_sent_sent ON chat_sent (org_id, sent_at);
