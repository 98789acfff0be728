-- +goose Up
-- The same tables as in ../sqlite, with PostgreSQL's types.
-- OAuth clients. A client without a secret is a public client.
CREATE TABLE oauth_client (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name       TEXT COLLATE "C" NOT NULL,
    secret     TEXT COLLATE "C" NOT NULL,
    redirects  TEXT COLLATE "C" NOT NULL,
    restricted BOOLEAN NOT NULL,
    most_users BIGINT NOT NULL,
    user_no    BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX oauth_client_user ON oauth_client (user_no);

-- Grants of a user to a client.
CREATE TABLE oauth_connection (
    id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    client_id    TEXT COLLATE "C" NOT NULL,
    user_no      BIGINT NOT NULL,
    scope        TEXT COLLATE "C" NOT NULL,
    default_plan TEXT COLLATE "C" NOT NULL,
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT,
    revoked_at   BIGINT
);
CREATE INDEX oauth_connection_client ON oauth_connection (client_id, user_no);
CREATE INDEX oauth_connection_user ON oauth_connection (user_no);

-- Authorization codes. connection_id is the id of the connection that is created when the code is redeemed.
CREATE TABLE oauth_code (
    digest        TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    connection_id TEXT COLLATE "C" NOT NULL,
    client_id     TEXT COLLATE "C" NOT NULL,
    user_no       BIGINT NOT NULL,
    scope         TEXT COLLATE "C" NOT NULL,
    default_plan  TEXT COLLATE "C" NOT NULL,
    redirect      TEXT COLLATE "C" NOT NULL,
    challenge     TEXT COLLATE "C" NOT NULL,
    issued_at     BIGINT NOT NULL,
    used          BOOLEAN NOT NULL
);
CREATE INDEX oauth_code_issued ON oauth_code (issued_at);
CREATE INDEX oauth_code_client ON oauth_code (client_id);
CREATE INDEX oauth_code_user ON oauth_code (user_no);

-- Refresh tokens. A used token stays, so that its reuse is detected.
CREATE TABLE oauth_refresh (
    digest        TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    connection_id TEXT COLLATE "C" NOT NULL,
    issued_at     BIGINT NOT NULL,
    used          BOOLEAN NOT NULL
);
CREATE INDEX oauth_refresh_connection ON oauth_refresh (connection_id);
CREATE INDEX oauth_refresh_issued ON oauth_refresh (issued_at);

CREATE TABLE oauth_access (
    digest        TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    connection_id TEXT COLLATE "C" NOT NULL,
    scope         TEXT COLLATE "C" NOT NULL,
    expires_at    BIGINT NOT NULL
);
CREATE INDEX oauth_access_connection ON oauth_access (connection_id);
CREATE INDEX oauth_access_expires ON oauth_access (expires_at);
