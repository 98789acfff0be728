-- +goose Up
-- Receipts: a picture or document kept with a transaction. The record says what it is, as JSON; the bytes lie beside it under the
-- hash of them, in pieces, so that an undo finds them again. They stay until their budget is deleted.
CREATE TABLE receipt (
    budget BIGINT NOT NULL,
    no     BIGINT NOT NULL,
    id     TEXT COLLATE "C" NOT NULL,
    tx     BIGINT NOT NULL,
    record TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX receipt_id ON receipt (budget, id);
CREATE INDEX receipt_tx ON receipt (budget, tx);

CREATE TABLE receipt_data (
    budget BIGINT NOT NULL,
    sum    TEXT COLLATE "C" NOT NULL,
    seq    BIGINT NOT NULL,
    chunk  BYTEA NOT NULL,
    PRIMARY KEY (budget, sum, seq)
);
