-- +goose Up
-- What is known of the bank files of an account from the last one imported, as JSON.
CREATE TABLE bank_file (
    budget  INTEGER NOT NULL,
    account INTEGER NOT NULL,
    known   TEXT NOT NULL,
    PRIMARY KEY (budget, account)
) WITHOUT ROWID;

-- Deleted records, for finding imported rows that were deleted.
CREATE INDEX change_row_deleted ON change_row (budget, kind) WHERE new IS NULL;
