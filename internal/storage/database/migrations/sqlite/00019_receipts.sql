-- Summary: receipts can be attached to transactions
-- +goose Up
-- Receipts: an image or document of a transaction. record is its description as JSON. The bytes are in receipt_data under their
-- hash, in pieces, so that an undo finds them again. They stay until the budget is deleted.
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
