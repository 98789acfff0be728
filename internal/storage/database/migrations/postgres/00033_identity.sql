-- +goose Up
-- The same as in ../sqlite.
-- People at identity providers that sign in as a user. label is a name for display.
CREATE TABLE identity (
    issuer     TEXT COLLATE "C" NOT NULL,
    subject    TEXT COLLATE "C" NOT NULL,
    user_no    BIGINT NOT NULL,
    label      TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identity_user ON identity (user_no);

-- The ID token of a session that began at a provider, sealed with a key of the session's secret. Signing out sends it.
ALTER TABLE session ADD COLUMN id_token BYTEA;
