-- Summary: transactions are found faster by the id of a bank or an API client
-- +goose Up
-- Index of rows by the id that a bank or API client gave them, so that a request with one row does not scan a million. The id
-- is the first column: SQLite underestimates the rows of a budget and would otherwise scan them all.
CREATE INDEX tx_import ON tx (import_id, budget) WHERE import_id IS NOT NULL;
