-- +goose Up
-- Budgets that were deleted and whose rows are still being removed.
CREATE TABLE leftover (
    budget BIGINT NOT NULL PRIMARY KEY
);
