-- Summary: signing in at an identity provider
-- +goose Up
-- People at identity providers that sign in as a user. label is a name for display.
CREATE TABLE identity (
    issuer     TEXT NOT NULL,
    subject    TEXT NOT NULL,
    user_no    INTEGER NOT NULL,
    label      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at    INTEGER,
    PRIMARY KEY (issuer, subject)
) WITHOUT ROWID;
CREATE INDEX identity_user ON identity (user_no);

-- The ID token of a session that began at a provider, sealed with a key of the session's secret. Signing out sends it.
ALTER TABLE session ADD COLUMN id_token BLOB;
