-- +goose Up
-- The same tables as in ../sqlite, with PostgreSQL's types.
-- The settings of an account's last imported bank file, as JSON.
CREATE TABLE bank_file (
    budget  BIGINT NOT NULL,
    account BIGINT NOT NULL,
    known   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (budget, account)
);

-- Index of deleted records, to find imported rows that were deleted.
CREATE INDEX change_row_deleted ON change_row (budget, kind) WHERE new IS NULL;
