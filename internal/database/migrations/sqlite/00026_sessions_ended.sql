-- +goose Up
-- The same as in ../postgres.
-- When a user last ended all other sessions: one that was begun before, and that another process has kept in its memory
-- because the database could not be written to, is not to come in afterwards.
ALTER TABLE user_account ADD COLUMN sessions_ended_at INTEGER;
