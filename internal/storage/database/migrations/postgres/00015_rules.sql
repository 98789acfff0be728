-- +goose Up
-- The rules of a budget: conditions on a transaction and the values to set. sort is the rule's position; record is the rule as
-- JSON.
CREATE TABLE rule (
    budget BIGINT NOT NULL,
    no     BIGINT NOT NULL,
    id     TEXT NOT NULL,
    sort   BIGINT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX rule_id ON rule (budget, id);
