-- +goose Up
-- Deleted records, and those that went to another account, for finding import ids that an account has had. The numbers are there so that
-- SQLite goes by these ways: it takes a budget's journal for short, and would rather read all of it.
DROP INDEX change_row_deleted;
CREATE INDEX change_row_deleted ON change_row (budget, kind, no) WHERE new IS NULL;
CREATE INDEX change_row_moved ON change_row (budget, kind, no) WHERE new IS NOT NULL AND old LIKE '%"account":%';
