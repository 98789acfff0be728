-- +goose Up
-- The same as in ../postgres.
-- The ids of budgets that are taken. Where budgets lie on several machines no index of theirs says it.
CREATE TABLE budget_id (
    id TEXT NOT NULL PRIMARY KEY
) WITHOUT ROWID;
INSERT INTO budget_id (id) SELECT id FROM budget;
