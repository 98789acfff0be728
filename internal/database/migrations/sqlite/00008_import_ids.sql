-- +goose Up
-- Rows that came from a bank or a program are found by its id: a program that
-- brings one row is not to look at a million. The id comes first: SQLite takes a
-- budget's rows for few, and would rather read them all.
CREATE INDEX tx_import ON tx (import_id, budget) WHERE import_id IS NOT NULL;
