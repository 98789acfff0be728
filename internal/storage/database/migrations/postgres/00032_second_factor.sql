-- +goose Up
-- The same as in ../sqlite.
-- The authenticator app of a user. A code works once: last_step is that of the last used one.
CREATE TABLE authenticator (
    user_no    BIGINT NOT NULL PRIMARY KEY,
    secret     BYTEA NOT NULL,
    last_step  BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

-- Recovery codes, by salt and digest.
CREATE TABLE recovery_code (
    user_no BIGINT NOT NULL,
    no      BIGINT NOT NULL,
    hash    TEXT COLLATE "C" NOT NULL,
    made_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (user_no, no)
);

-- Sign-ins between the password and the second step, by the digest of the cookie's value. password is the hash that was verified.
CREATE TABLE pending_sign_in (
    digest     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    user_no    BIGINT NOT NULL,
    password   TEXT COLLATE "C" NOT NULL,
    attempts   BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX pending_sign_in_user ON pending_sign_in (user_no);
CREATE INDEX pending_sign_in_expires ON pending_sign_in (expires_at);

-- Sign-ins and changes of the ways to sign in. actor is the name of another user that made the change.
CREATE TABLE sign_in_event (
    no      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_no BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    kind    TEXT COLLATE "C" NOT NULL,
    actor   TEXT COLLATE "C" NOT NULL,
    browser TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL
);
CREATE INDEX sign_in_event_user ON sign_in_event (user_no, no);
CREATE INDEX sign_in_event_at ON sign_in_event (at);

-- Rules of the owner about the sign-in of all users. A rule that is on has a row.
CREATE TABLE sign_in_rule (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY
);

-- When the user of a session last proved their identity; null since its beginning.
ALTER TABLE session ADD COLUMN proved_at BIGINT;

-- Passkeys of users, by the id of the credential in base64url. credential is JSON with the public key and the flags.
CREATE TABLE passkey (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    user_no    BIGINT NOT NULL,
    name       TEXT COLLATE "C" NOT NULL,
    credential BYTEA NOT NULL,
    sign_count BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX passkey_user ON passkey (user_no);

-- Challenges for passkeys, by their digest. Each is used once.
CREATE TABLE passkey_challenge (
    digest     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    user_no    BIGINT NOT NULL,
    data       BYTEA NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_challenge_expires ON passkey_challenge (expires_at);
