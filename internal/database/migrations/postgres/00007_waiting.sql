-- +goose Up
-- The same tables as in ../sqlite, with PostgreSQL's types.
-- What waits for a person's decision: a file to take over, a plan to choose, how far
-- an import is. Every process sees it. The key is known to the person's browser
-- alone; here is its digest.
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

-- The file of what waits, in pieces.
CREATE TABLE waiting_piece (
    digest TEXT COLLATE "C" NOT NULL,
    no     BIGINT NOT NULL,
    data   BYTEA NOT NULL,
    PRIMARY KEY (digest, no)
);

-- Browsers that somebody signed in from before: whoever guesses elsewhere does not
-- lock them out.
CREATE TABLE known_browser (
    digest  TEXT COLLATE "C" NOT NULL,
    user_no BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (user_no, digest)
);

-- What a browser says it is, for the list of sessions.
ALTER TABLE session ADD COLUMN browser TEXT COLLATE "C" NOT NULL DEFAULT '';

-- Whether a program may ask for a token in an address (the older, implicit form).
ALTER TABLE oauth_client ADD COLUMN implicit BOOLEAN NOT NULL DEFAULT TRUE;
