-- +goose Up
-- The key that identifies this server to push services. It is made when the first browser subscribes.
CREATE TABLE push_key (
    no          BIGINT PRIMARY KEY CHECK (no = 1),
    public_key  TEXT COLLATE "C" NOT NULL,
    private_key TEXT COLLATE "C" NOT NULL
);

-- Browsers that get reminders. A subscription ends with its session. Keys are those of the Push API, in base64url.
CREATE TABLE push_subscription (
    no         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_no    BIGINT NOT NULL,
    session    TEXT COLLATE "C" NOT NULL UNIQUE,
    endpoint   TEXT COLLATE "C" NOT NULL UNIQUE,
    p256dh     TEXT COLLATE "C" NOT NULL,
    auth       TEXT COLLATE "C" NOT NULL,
    origin     TEXT COLLATE "C" NOT NULL,
    kinds      TEXT COLLATE "C" NOT NULL,
    amounts    BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);

-- The state of a budget up to which reminders were made. It stays on the machine that receives the queries, so its column is
-- not called budget.
CREATE TABLE push_state (
    of_budget BIGINT PRIMARY KEY,
    version   BIGINT NOT NULL,
    state     TEXT COLLATE "C" NOT NULL
);

-- Reminders to send. of_budget is checked again before sending.
CREATE TABLE push_message (
    no           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subscription BIGINT NOT NULL,
    of_budget    BIGINT NOT NULL,
    body         TEXT COLLATE "C" NOT NULL,
    attempts     BIGINT NOT NULL,
    next_at      BIGINT NOT NULL
);
CREATE INDEX push_message_next ON push_message (next_at);
