-- Summary: uploads and imports in progress are shared by all processes
-- +goose Up
-- State between two requests of a user: an uploaded file, a list of plans to choose from, the progress of an import. All
-- processes share it. Only the user's browser has the key; the table contains its digest.
CREATE TABLE waiting (
    digest     TEXT NOT NULL PRIMARY KEY,
    user_no    INTEGER NOT NULL,
    holder     TEXT NOT NULL,
    kind       TEXT NOT NULL,
    about      TEXT NOT NULL,
    note       BLOB NOT NULL,
    bytes      INTEGER NOT NULL,
    used_at    INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX waiting_of ON waiting (user_no, kind, used_at);
CREATE INDEX waiting_expires ON waiting (expires_at);

-- The uploaded file of a waiting row, in pieces.
CREATE TABLE waiting_piece (
    digest TEXT NOT NULL,
    no     INTEGER NOT NULL,
    data   BLOB NOT NULL,
    PRIMARY KEY (digest, no)
);

-- Browsers that a user has signed in from. Wrong passwords from other browsers do not lock them out.
CREATE TABLE known_browser (
    digest  TEXT NOT NULL,
    user_no INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (user_no, digest)
) WITHOUT ROWID;

-- The browser's name from its User-Agent, for the list of sessions.
ALTER TABLE session ADD COLUMN browser TEXT NOT NULL DEFAULT '';

-- Whether a client may request a token in the redirect address (the older implicit grant).
ALTER TABLE oauth_client ADD COLUMN implicit BOOLEAN NOT NULL DEFAULT TRUE;
