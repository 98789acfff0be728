-- Summary: rules for transactions
-- +goose Up
-- The rules of a budget: conditions on a transaction and the values to set. sort is the rule's position; record is the rule as
-- JSON.
CREATE TABLE rule (
    budget INTEGER NOT NULL,
    no     INTEGER NOT NULL,
    id     TEXT NOT NULL,
    sort   INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX rule_id ON rule (budget, id);
