-- Summary: a repeated request is answered with its first change
-- +goose Up
-- The same as in ../postgres.
-- The key and the digest of the request that made a change; null if the request had no key. A repeated request finds its change
-- by them.
ALTER TABLE change ADD COLUMN request_key TEXT;
ALTER TABLE change ADD COLUMN request_digest TEXT;
CREATE INDEX change_request ON change (budget, request_key) WHERE request_key IS NOT NULL;
