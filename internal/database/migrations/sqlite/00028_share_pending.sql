-- +goose Up
-- The same as in ../postgres.
-- Whether a user has not accepted yet that somebody shares a budget with them. Those who share one already have.
ALTER TABLE share ADD COLUMN pending INTEGER NOT NULL DEFAULT 0;
