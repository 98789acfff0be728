-- +goose Up
-- The same tables as in ../sqlite, with PostgreSQL's types.
-- What is known of the bank files of an account from the last one imported, as JSON.
CREATE TABLE bank_file (
    budget  BIGINT NOT NULL,
    account BIGINT NOT NULL,
    known   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (budget, account)
);

-- Deleted records, for finding imported rows that were deleted.
CREATE INDEX change_row_deleted ON change_row (budget, kind) WHERE new IS NULL;
