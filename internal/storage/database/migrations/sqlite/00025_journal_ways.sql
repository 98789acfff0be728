-- Summary: import ids of deleted and moved transactions are found faster
-- +goose Up
-- The same as in ../postgres.
-- Indexes of deleted records and of those moved to another account, to find import ids that an account has had. The column no
-- makes SQLite use them: it underestimates the length of a budget's journal and would otherwise scan all of it.
DROP INDEX change_row_deleted;
CREATE INDEX change_row_deleted ON change_row (budget, kind, no) WHERE new IS NULL;
CREATE INDEX change_row_moved ON change_row (budget, kind, no) WHERE new IS NOT NULL AND old LIKE '%"account":%';
