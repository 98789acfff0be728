-- Summary: the data of deleted budgets is removed in the background
-- +goose Up
-- Deleted budgets whose rows have not all been removed yet.
CREATE TABLE leftover (
    budget INTEGER NOT NULL PRIMARY KEY
);
