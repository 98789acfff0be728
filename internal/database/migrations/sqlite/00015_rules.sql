-- +goose Up
-- The rules of a budget: when a transaction is so, then set that. sort is a rule's
-- place among the others; record is the whole rule as JSON.
CREATE TABLE rule (
    budget INTEGER NOT NULL,
    no     INTEGER NOT NULL,
    id     TEXT NOT NULL,
    sort   INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX rule_id ON rule (budget, id);
