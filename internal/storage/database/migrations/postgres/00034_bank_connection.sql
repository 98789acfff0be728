-- +goose Up
-- Connections of budgets to banks. Times are in milliseconds. secret is sealed with a key that is not in the database; body is a
-- JSON document. The rows stay on the machine that receives the queries, so the column is not called budget.
CREATE TABLE bank_connection (
    no            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id            TEXT COLLATE "C" NOT NULL UNIQUE,
    of_budget     BIGINT NOT NULL,
    provider      TEXT COLLATE "C" NOT NULL,
    secret        BYTEA NOT NULL,
    body          TEXT COLLATE "C" NOT NULL,
    version       BIGINT NOT NULL,
    next_at       BIGINT NOT NULL,
    claimed_until BIGINT NOT NULL
);
CREATE INDEX bank_connection_budget ON bank_connection (of_budget, no);
