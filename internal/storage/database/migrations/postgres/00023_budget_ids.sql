-- +goose Up
-- The ids of all budgets. If the budgets are distributed over several machines, no index on their tables can ensure that ids
-- are unique.
CREATE TABLE budget_id (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY
);
INSERT INTO budget_id (id) SELECT id FROM budget;
