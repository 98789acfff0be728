-- Summary: ids of budgets stay unique on several database servers
-- +goose Up
-- The same as in ../postgres.
-- The ids of all budgets. If the budgets are distributed over several machines, no index on their tables can ensure that ids
-- are unique.
CREATE TABLE budget_id (
    id TEXT NOT NULL PRIMARY KEY
) WITHOUT ROWID;
INSERT INTO budget_id (id) SELECT id FROM budget;
