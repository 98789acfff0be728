-- +goose Up
-- The ids of budgets that are taken. Where budgets lie on several machines no index of theirs says it.
CREATE TABLE budget_id (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY
);
INSERT INTO budget_id (id) SELECT id FROM budget;
