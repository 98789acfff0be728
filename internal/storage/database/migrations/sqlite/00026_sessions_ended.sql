-- Summary: ended sessions are refused by every process
-- +goose Up
-- The same as in ../postgres.
-- The time at which a user last ended all other sessions. A session begun before it is refused, even if another process has it
-- in memory because the database could not be written.
ALTER TABLE user_account ADD COLUMN sessions_ended_at INTEGER;
