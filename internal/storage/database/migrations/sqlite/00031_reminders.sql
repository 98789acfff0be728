-- Summary: reminders on devices
-- +goose Up
-- The key that identifies this server to push services. It is made when the first browser subscribes.
CREATE TABLE push_key (
    no          INTEGER PRIMARY KEY CHECK (no = 1),
    public_key  TEXT NOT NULL,
    private_key TEXT NOT NULL
);

-- Browsers that get reminders. A subscription ends with its session. Keys are those of the Push API, in base64url.
CREATE TABLE push_subscription (
    no         INTEGER PRIMARY KEY AUTOINCREMENT,
    user_no    INTEGER NOT NULL,
    session    TEXT NOT NULL UNIQUE,
    endpoint   TEXT NOT NULL UNIQUE,
    p256dh     TEXT NOT NULL,
    auth       TEXT NOT NULL,
    origin     TEXT NOT NULL,
    kinds      TEXT NOT NULL,
    amounts    BOOLEAN NOT NULL,
    created_at INTEGER NOT NULL
);

-- The state of a budget up to which reminders were made. It stays on the machine that receives the queries, so its column is
-- not called budget.
CREATE TABLE push_state (
    of_budget INTEGER PRIMARY KEY,
    version   INTEGER NOT NULL,
    state     TEXT NOT NULL
);

-- Reminders to send. of_budget is checked again before sending.
CREATE TABLE push_message (
    no           INTEGER PRIMARY KEY AUTOINCREMENT,
    subscription INTEGER NOT NULL,
    of_budget    INTEGER NOT NULL,
    body         TEXT NOT NULL,
    attempts     INTEGER NOT NULL,
    next_at      INTEGER NOT NULL
);
CREATE INDEX push_message_next ON push_message (next_at);
