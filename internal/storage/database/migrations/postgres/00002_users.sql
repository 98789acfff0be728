-- +goose Up
-- The same tables as in ../sqlite, with PostgreSQL's types.
-- Users. The first user is the admin; there is exactly one.
CREATE TABLE user_account (
    no         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id         TEXT COLLATE "C" NOT NULL UNIQUE,
    name       TEXT COLLATE "C" NOT NULL,
    name_key   TEXT COLLATE "C" NOT NULL UNIQUE,
    password   TEXT COLLATE "C" NOT NULL,
    admin      BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX user_admin ON user_account (admin) WHERE admin;

-- The role of a user in a budget. Every budget has an owner once a user exists.
CREATE TABLE share (
    budget  BIGINT NOT NULL,
    user_no BIGINT NOT NULL,
    role    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (budget, user_no)
);
CREATE INDEX share_user ON share (user_no);

-- Sessions of signed-in browsers, by the digest of the cookie's value.
CREATE TABLE session (
    digest     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    user_no    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL
);
CREATE INDEX session_of_user ON session (user_no);
CREATE INDEX session_seen ON session (seen_at);

-- Personal access tokens, by their digest. A revoked token stays, so that requests with it get an error with this reason.
CREATE TABLE access_token (
    no           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    digest       TEXT COLLATE "C" NOT NULL UNIQUE,
    short        TEXT COLLATE "C" NOT NULL,
    name         TEXT COLLATE "C" NOT NULL,
    scope        TEXT COLLATE "C" NOT NULL,
    user_no      BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT,
    revoked_at   BIGINT
);
CREATE INDEX access_token_user ON access_token (user_no);

-- Number of failed attempts to sign in, by a digest of the name, the network, or both (see signin_attempts.go).
CREATE TABLE failed_sign_in (
    key     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    count   BIGINT NOT NULL,
    last_at BIGINT NOT NULL
);
CREATE INDEX failed_sign_in_last ON failed_sign_in (last_at);
