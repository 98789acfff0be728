-- Summary: matched bank transactions are found faster
-- +goose Up
-- The same as in ../postgres.
-- Index of transactions that were matched here, to find the import by its own id. The column no makes SQLite use it: it
-- underestimates the rows of a budget and would otherwise scan all of them.
CREATE INDEX tx_matched ON tx (budget, no) WHERE more LIKE '%"match":%';
