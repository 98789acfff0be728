-- +goose Up
-- Whether a user has not yet accepted a shared budget. Existing shares count as accepted.
ALTER TABLE share ADD COLUMN pending SMALLINT NOT NULL DEFAULT 0;
