-- +goose Up
-- Reports of one's own. Each is one JSON text: there are few, and they are read together.
CREATE TABLE kept_report (
    budget BIGINT NOT NULL,
    no     BIGINT NOT NULL,
    id     TEXT COLLATE "C" NOT NULL,
    sort   BIGINT NOT NULL,
    record TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX kept_report_id ON kept_report (budget, id);

-- The finder's columns of a large budget as they stood after a change of the journal:
-- what a start reads in place of all rows. Pieces are there before their set is.
-- A later step that writes rows past the journal has to empty column_set.
CREATE TABLE column_set (
    budget    BIGINT NOT NULL PRIMARY KEY,
    version   BIGINT NOT NULL,
    format    BIGINT NOT NULL,
    knowledge BIGINT NOT NULL,
    pieces    BIGINT NOT NULL
);
CREATE TABLE column_piece (
    budget  BIGINT NOT NULL,
    version BIGINT NOT NULL,
    seq     BIGINT NOT NULL,
    data    BYTEA NOT NULL,
    PRIMARY KEY (budget, version, seq)
);
