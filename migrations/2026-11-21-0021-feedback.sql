-- What users tell the platform: answers to its questionnaires, and what they ask it for. Kept by the platform.

-- push_type: 1 everyone, 2 administrators, 3 companies, 4 editions.
CREATE TABLE questionnaire (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    title text NOT NULL,
    explanation text,
    push_type bigint NOT NULL,
    anonymous boolean NOT NULL,
    start_at bigint NOT NULL,
    end_at bigint NOT NULL,
    status text NOT NULL,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_questionnaire_status ON questionnaire (org_id, status, end_at);
CREATE INDEX ix_questionnaire_start ON questionnaire (org_id, start_at);

CREATE TABLE questionnaire_push (
    org_id bigint NOT NULL,
    questionnaire_id bigint NOT NULL,
    target text NOT NULL,
    PRIMARY KEY (org_id, questionnaire_id, target)
);

-- choices and matrix_rows: lists of texts as JSON.
CREATE TABLE questionnaire_question (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    questionnaire_id bigint NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    question text NOT NULL,
    required boolean NOT NULL,
    choices text NOT NULL,
    matrix_rows text NOT NULL,
    least bigint,
    most bigint,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_questionnaire_question ON questionnaire_question (org_id, questionnaire_id, seq);

-- Whom it was sent to. Who answered without his name has no reply_id and no time here: that he answered is all there is.
CREATE TABLE questionnaire_addressee (
    org_id bigint NOT NULL,
    questionnaire_id bigint NOT NULL,
    user_org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    told boolean NOT NULL,
    answered boolean NOT NULL,
    reply_id bigint,
    answered_at bigint,
    PRIMARY KEY (org_id, questionnaire_id, user_org_id, user_id)
);
CREATE INDEX ix_questionnaire_addressee_user ON questionnaire_addressee (org_id, user_org_id, user_id);
CREATE INDEX ix_questionnaire_addressee_told ON questionnaire_addressee (org_id, told, questionnaire_id);
CREATE INDEX ix_questionnaire_addressee_reply ON questionnaire_addressee (org_id, reply_id);

-- One row for each thing chosen or written. Both ids are random, so that neither tells when it was answered.
CREATE TABLE questionnaire_answer (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    questionnaire_id bigint NOT NULL,
    reply_id bigint NOT NULL,
    question_id bigint NOT NULL,
    matrix_row bigint NOT NULL,
    choice bigint,
    words text NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE INDEX ix_questionnaire_answer ON questionnaire_answer (org_id, questionnaire_id, question_id, matrix_row, choice);

CREATE TABLE contact_request (
    org_id bigint NOT NULL,
    id bigint NOT NULL,
    request_no text NOT NULL,
    user_org_id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind text NOT NULL,
    contact_name text NOT NULL,
    phone text NOT NULL,
    email text,
    wanted_edition text,
    content text NOT NULL,
    status text NOT NULL,
    assignee_id bigint,
    result text,
    handled_at bigint,
    version bigint NOT NULL,
    created_by bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_by bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX uq_contact_request_no ON contact_request (org_id, request_no);
CREATE INDEX ix_contact_request_status ON contact_request (org_id, status, created_at);
CREATE INDEX ix_contact_request_created ON contact_request (org_id, created_at);
