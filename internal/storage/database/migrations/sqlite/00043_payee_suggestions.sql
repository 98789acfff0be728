-- Summary: payees that are hidden in suggestions, favourites, and payees without a suggested category
-- +goose Up
-- The same as in ../postgres.
ALTER TABLE payee ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE payee ADD COLUMN favourite BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE payee ADD COLUMN learning_off BOOLEAN NOT NULL DEFAULT FALSE;
