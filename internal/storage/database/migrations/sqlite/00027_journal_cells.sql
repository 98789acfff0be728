-- Summary: changes to budgeted amounts are found faster in the journal
-- +goose Up
-- The same as in ../postgres.
-- Index of the changes to budgeted amounts, for the API's money movements. Most of a journal is about transactions, and without
-- the index all of it was read.
CREATE INDEX change_row_cells ON change_row (budget, sub) WHERE kind = 'cell';
