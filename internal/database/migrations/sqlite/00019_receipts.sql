-- +goose Up
-- Receipts: a picture or document kept with a transaction. The record says what it is, as JSON; the bytes lie beside it under the
-- hash of them, in pieces, so that an undo finds them again. They stay until their budget is deleted.
CREATE TABLE receipt (
    budget INTEGER NOT NULL,
    no     INTEGER NOT NULL,
    id     TEXT NOT NULL,
    tx     INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX receipt_id ON receipt (budget, id);
CREATE INDEX receipt_tx ON receipt (budget, tx);

CREATE TABLE receipt_data (
    budget INTEGER NOT NULL,
    sum    TEXT NOT NULL,
    seq    INTEGER NOT NULL,
    chunk  BLOB NOT NULL,
    PRIMARY KEY (budget, sum, seq)
);
