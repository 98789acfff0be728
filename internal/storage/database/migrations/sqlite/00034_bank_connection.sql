-- Summary: connections to banks
-- +goose Up
-- Connections of budgets to banks. Times are in milliseconds. secret is sealed with a key that is not in the database; body is a
-- JSON document. The rows stay on the machine that receives the queries, so the column is not called budget.
CREATE TABLE bank_connection (
    no            INTEGER PRIMARY KEY AUTOINCREMENT,
    id            TEXT NOT NULL UNIQUE,
    of_budget     INTEGER NOT NULL,
    provider      TEXT NOT NULL,
    secret        BLOB NOT NULL,
    body          TEXT NOT NULL,
    version       INTEGER NOT NULL,
    next_at       INTEGER NOT NULL,
    claimed_until INTEGER NOT NULL
);
CREATE INDEX bank_connection_budget ON bank_connection (of_budget, no);
