-- +goose Up
-- Whether a user has not accepted yet that somebody shares a budget with them. Those who share one already have.
ALTER TABLE share ADD COLUMN pending SMALLINT NOT NULL DEFAULT 0;
