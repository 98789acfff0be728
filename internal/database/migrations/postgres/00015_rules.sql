-- +goose Up
-- The rules of a budget: when a transaction is so, then set that. sort is a rule's
-- place among the others; record is the whole rule as JSON.
CREATE TABLE rule (
    budget BIGINT NOT NULL,
    no     BIGINT NOT NULL,
    id     TEXT NOT NULL,
    sort   BIGINT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX rule_id ON rule (budget, id);
