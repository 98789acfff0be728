-- +goose Up
-- Reports that users have saved, each as JSON: there are few, and they are read together.
CREATE TABLE kept_report (
    budget BIGINT NOT NULL,
    no     BIGINT NOT NULL,
    id     TEXT COLLATE "C" NOT NULL,
    sort   BIGINT NOT NULL,
    record TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX kept_report_id ON kept_report (budget, id);

-- The search index columns of a large budget after a given change of the journal. A start reads them instead of all rows.
-- Pieces are written before their set. A later migration that writes rows without the journal must empty column_set.
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
