-- Summary: a second factor of sign-in, passkeys, and a log of sign-ins
-- +goose Up
-- The authenticator app of a user. A code works once: last_step is that of the last used one.
CREATE TABLE authenticator (
    user_no    INTEGER NOT NULL PRIMARY KEY,
    secret     BLOB NOT NULL,
    last_step  INTEGER NOT NULL,
    created_at INTEGER NOT NULL
);

-- Recovery codes, by salt and digest.
CREATE TABLE recovery_code (
    user_no INTEGER NOT NULL,
    no      INTEGER NOT NULL,
    hash    TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    used_at INTEGER,
    PRIMARY KEY (user_no, no)
) WITHOUT ROWID;

-- Sign-ins between the password and the second step, by the digest of the cookie's value. password is the hash that was verified.
CREATE TABLE pending_sign_in (
    digest     TEXT NOT NULL PRIMARY KEY,
    user_no    INTEGER NOT NULL,
    password   TEXT NOT NULL,
    attempts   INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX pending_sign_in_user ON pending_sign_in (user_no);
CREATE INDEX pending_sign_in_expires ON pending_sign_in (expires_at);

-- Sign-ins and changes of the ways to sign in. actor is the name of another user that made the change.
CREATE TABLE sign_in_event (
    no      INTEGER PRIMARY KEY AUTOINCREMENT,
    user_no INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    actor   TEXT NOT NULL,
    browser TEXT NOT NULL,
    address TEXT NOT NULL
);
CREATE INDEX sign_in_event_user ON sign_in_event (user_no, no);
CREATE INDEX sign_in_event_at ON sign_in_event (at);

-- Rules of the owner about the sign-in of all users. A rule that is on has a row.
CREATE TABLE sign_in_rule (
    name TEXT NOT NULL PRIMARY KEY
) WITHOUT ROWID;

-- When the user of a session last proved their identity; null since its beginning.
ALTER TABLE session ADD COLUMN proved_at INTEGER;

-- Passkeys of users, by the id of the credential in base64url. credential is JSON with the public key and the flags.
CREATE TABLE passkey (
    id         TEXT NOT NULL PRIMARY KEY,
    user_no    INTEGER NOT NULL,
    name       TEXT NOT NULL,
    credential BLOB NOT NULL,
    sign_count INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    used_at    INTEGER
) WITHOUT ROWID;
CREATE INDEX passkey_user ON passkey (user_no);

-- Challenges for passkeys, by their digest. Each is used once.
CREATE TABLE passkey_challenge (
    digest     TEXT NOT NULL PRIMARY KEY,
    user_no    INTEGER NOT NULL,
    data       BLOB NOT NULL,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX passkey_challenge_expires ON passkey_challenge (expires_at);
