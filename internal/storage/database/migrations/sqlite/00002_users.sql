-- Summary: users, sessions and shared budgets
-- +goose Up
-- Users. The first user is the admin; there is exactly one.
CREATE TABLE user_account (
    no         INTEGER PRIMARY KEY AUTOINCREMENT,
    id         TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    name_key   TEXT NOT NULL UNIQUE,
    password   TEXT NOT NULL,
    admin      BOOLEAN NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX user_admin ON user_account (admin) WHERE admin;

-- The role of a user in a budget. Every budget has an owner once a user exists.
CREATE TABLE share (
    budget  INTEGER NOT NULL,
    user_no INTEGER NOT NULL,
    role    TEXT NOT NULL,
    PRIMARY KEY (budget, user_no)
) WITHOUT ROWID;
CREATE INDEX share_user ON share (user_no);

-- Sessions of signed-in browsers, by the digest of the cookie's value.
CREATE TABLE session (
    digest     TEXT NOT NULL PRIMARY KEY,
    user_no    INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_of_user ON session (user_no);
CREATE INDEX session_seen ON session (seen_at);

-- Personal access tokens, by their digest. A revoked token stays, so that requests with it get an error with this reason.
CREATE TABLE access_token (
    no           INTEGER PRIMARY KEY AUTOINCREMENT,
    digest       TEXT NOT NULL UNIQUE,
    short        TEXT NOT NULL,
    name         TEXT NOT NULL,
    scope        TEXT NOT NULL,
    user_no      INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at   INTEGER
);
CREATE INDEX access_token_user ON access_token (user_no);

-- Number of failed attempts to sign in, by a digest of the name, the network, or both (see signin_attempts.go).
CREATE TABLE failed_sign_in (
    key     TEXT NOT NULL PRIMARY KEY,
    count   INTEGER NOT NULL,
    last_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX failed_sign_in_last ON failed_sign_in (last_at);
