-- +goose Up
-- The key and the digest of the request that made a change; null if the request had no key. A repeated request finds its change
-- by them.
ALTER TABLE change ADD COLUMN request_key TEXT COLLATE "C";
ALTER TABLE change ADD COLUMN request_digest TEXT COLLATE "C";
CREATE INDEX change_request ON change (budget, request_key) WHERE request_key IS NOT NULL;
