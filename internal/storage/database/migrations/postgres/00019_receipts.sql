-- +goose Up
-- Receipts: an image or document of a transaction. record is its description as JSON. The bytes are in receipt_data under their
-- hash, in pieces, so that an undo finds them again. They stay until the budget is deleted.
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
