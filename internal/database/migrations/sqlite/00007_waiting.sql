-- +goose Up
-- What waits for a person's decision: a file to take over, a plan to choose, how far
-- an import is. Every process sees it. The key is known to the person's browser
-- alone; here is its digest.
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

-- The file of what waits, in pieces.
CREATE TABLE waiting_piece (
    digest TEXT NOT NULL,
    no     INTEGER NOT NULL,
    data   BLOB NOT NULL,
    PRIMARY KEY (digest, no)
);

-- Browsers that somebody signed in from before: whoever guesses elsewhere does not
-- lock them out.
CREATE TABLE known_browser (
    digest  TEXT NOT NULL,
    user_no INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (user_no, digest)
) WITHOUT ROWID;

-- What a browser says it is, for the list of sessions.
ALTER TABLE session ADD COLUMN browser TEXT NOT NULL DEFAULT '';

-- Whether a program may ask for a token in an address (the older, implicit form).
ALTER TABLE oauth_client ADD COLUMN implicit BOOLEAN NOT NULL DEFAULT TRUE;
