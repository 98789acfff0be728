-- Summary: access for programs (OAuth) and API tokens
-- +goose Up
-- OAuth clients. A client without a secret is a public client.
CREATE TABLE oauth_client (
    id         TEXT NOT NULL PRIMARY KEY,
    name       TEXT NOT NULL,
    secret     TEXT NOT NULL,
    redirects  TEXT NOT NULL,
    restricted BOOLEAN NOT NULL,
    most_users INTEGER NOT NULL,
    user_no    INTEGER NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE INDEX oauth_client_user ON oauth_client (user_no);

-- Grants of a user to a client.
CREATE TABLE oauth_connection (
    id           TEXT NOT NULL PRIMARY KEY,
    client_id    TEXT NOT NULL,
    user_no      INTEGER NOT NULL,
    scope        TEXT NOT NULL,
    default_plan TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at   INTEGER
);
CREATE INDEX oauth_connection_client ON oauth_connection (client_id, user_no);
CREATE INDEX oauth_connection_user ON oauth_connection (user_no);

-- Authorization codes. connection_id is the id of the connection that is created when the code is redeemed.
CREATE TABLE oauth_code (
    digest        TEXT NOT NULL PRIMARY KEY,
    connection_id TEXT NOT NULL,
    client_id     TEXT NOT NULL,
    user_no       INTEGER NOT NULL,
    scope         TEXT NOT NULL,
    default_plan  TEXT NOT NULL,
    redirect      TEXT NOT NULL,
    challenge     TEXT NOT NULL,
    issued_at     INTEGER NOT NULL,
    used          BOOLEAN NOT NULL
);
CREATE INDEX oauth_code_issued ON oauth_code (issued_at);
CREATE INDEX oauth_code_client ON oauth_code (client_id);
CREATE INDEX oauth_code_user ON oauth_code (user_no);

-- Refresh tokens. A used token stays, so that its reuse is detected.
CREATE TABLE oauth_refresh (
    digest        TEXT NOT NULL PRIMARY KEY,
    connection_id TEXT NOT NULL,
    issued_at     INTEGER NOT NULL,
    used          BOOLEAN NOT NULL
);
CREATE INDEX oauth_refresh_connection ON oauth_refresh (connection_id);
CREATE INDEX oauth_refresh_issued ON oauth_refresh (issued_at);

CREATE TABLE oauth_access (
    digest        TEXT NOT NULL PRIMARY KEY,
    connection_id TEXT NOT NULL,
    scope         TEXT NOT NULL,
    expires_at    INTEGER NOT NULL
);
CREATE INDEX oauth_access_connection ON oauth_access (connection_id);
CREATE INDEX oauth_access_expires ON oauth_access (expires_at);
