-- +goose Up
-- The same tables as in ../sqlite, with PostgreSQL's types.
-- State between two requests of a user: an uploaded file, a list of plans to choose from, the progress of an import. All
-- processes share it. Only the user's browser has the key; the table contains its digest.
CREATE TABLE waiting (
    digest     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    user_no    BIGINT NOT NULL,
    holder     TEXT COLLATE "C" NOT NULL,
    kind       TEXT COLLATE "C" NOT NULL,
    about      TEXT COLLATE "C" NOT NULL,
    note       BYTEA NOT NULL,
    bytes      BIGINT NOT NULL,
    used_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX waiting_of ON waiting (user_no, kind, used_at);
CREATE INDEX waiting_expires ON waiting (expires_at);

-- The uploaded file of a waiting row, in pieces.
CREATE TABLE waiting_piece (
    digest TEXT COLLATE "C" NOT NULL,
    no     BIGINT NOT NULL,
    data   BYTEA NOT NULL,
    PRIMARY KEY (digest, no)
);

-- Browsers that a user has signed in from. Wrong passwords from other browsers do not lock them out.
CREATE TABLE known_browser (
    digest  TEXT COLLATE "C" NOT NULL,
    user_no BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (user_no, digest)
);

-- The browser's name from its User-Agent, for the list of sessions.
ALTER TABLE session ADD COLUMN browser TEXT COLLATE "C" NOT NULL DEFAULT '';

-- Whether a client may request a token in the redirect address (the older implicit grant).
ALTER TABLE oauth_client ADD COLUMN implicit BOOLEAN NOT NULL DEFAULT TRUE;
