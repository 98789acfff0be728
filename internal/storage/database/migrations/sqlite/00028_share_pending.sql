-- Summary: a shared budget can await acceptance
-- +goose Up
-- The same as in ../postgres.
-- Whether a user has not yet accepted a shared budget. Existing shares count as accepted.
ALTER TABLE share ADD COLUMN pending INTEGER NOT NULL DEFAULT 0;
