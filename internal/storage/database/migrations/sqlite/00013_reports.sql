-- Summary: reports can be saved
-- +goose Up
-- Reports that users have saved, each as JSON: there are few, and they are read together.
CREATE TABLE kept_report (
    budget INTEGER NOT NULL,
    no     INTEGER NOT NULL,
    id     TEXT NOT NULL,
    sort   INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX kept_report_id ON kept_report (budget, id);

-- The search index columns of a large budget after a given change of the journal. A start reads them instead of all rows.
-- Pieces are written before their set. A later migration that writes rows without the journal must empty column_set.
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
