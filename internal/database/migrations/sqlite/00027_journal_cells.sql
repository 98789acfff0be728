-- +goose Up
-- The same as in ../postgres.
-- What changes did to the amounts budgeted, for the movements of money that programs ask for: most of a journal is about
-- transactions, and all of it was read.
CREATE INDEX change_row_cells ON change_row (budget, sub) WHERE kind = 'cell';
