-- +goose Up
-- Reports of one's own. Each is one JSON text: there are few, and they are read together.
CREATE TABLE kept_report (
    budget INTEGER NOT NULL,
    no     INTEGER NOT NULL,
    id     TEXT NOT NULL,
    sort   INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX kept_report_id ON kept_report (budget, id);

-- The finder's columns of a large budget as they stood after a change of the journal:
-- what a start reads in place of all rows. Pieces are there before their set is.
-- A later step that writes rows past the journal has to empty column_set.
CREATE TABLE column_set (
    budget    INTEGER NOT NULL PRIMARY KEY,
    version   INTEGER NOT NULL,
    format    INTEGER NOT NULL,
    knowledge INTEGER NOT NULL,
    pieces    INTEGER NOT NULL
);
CREATE TABLE column_piece (
    budget  INTEGER NOT NULL,
    version INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    data    BLOB NOT NULL,
    PRIMARY KEY (budget, version, seq)
);
