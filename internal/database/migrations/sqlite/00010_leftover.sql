-- +goose Up
-- Budgets that were deleted and whose rows are still being removed.
CREATE TABLE leftover (
    budget INTEGER NOT NULL PRIMARY KEY
);
