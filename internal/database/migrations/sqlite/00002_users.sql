-- +goose Up
-- Who may sign in. The first user is the admin, and there is never a second one.
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

-- What a user is to a budget. Every budget has an owner once there is a user.
CREATE TABLE share (
    budget  INTEGER NOT NULL,
    user_no INTEGER NOT NULL,
    role    TEXT NOT NULL,
    PRIMARY KEY (budget, user_no)
) WITHOUT ROWID;
CREATE INDEX share_user ON share (user_no);

-- Browsers that are signed in, by the digest of what their cookie says.
CREATE TABLE session (
    digest     TEXT NOT NULL PRIMARY KEY,
    user_no    INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_of_user ON session (user_no);
CREATE INDEX session_seen ON session (seen_at);

-- Personal access tokens, by their digest. A revoked one stays, so that whoever
-- still uses it is told.
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

-- Wrong passwords in a row, by a digest of whom they are held against.
CREATE TABLE failed_sign_in (
    key     TEXT NOT NULL PRIMARY KEY,
    count   INTEGER NOT NULL,
    last_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX failed_sign_in_last ON failed_sign_in (last_at);
