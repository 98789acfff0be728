-- Summary: the settings of each account's bank files are remembered
-- +goose Up
-- The settings of an account's last imported bank file, as JSON.
CREATE TABLE bank_file (
    budget  INTEGER NOT NULL,
    account INTEGER NOT NULL,
    known   TEXT NOT NULL,
    PRIMARY KEY (budget, account)
) WITHOUT ROWID;

-- Index of deleted records, to find imported rows that were deleted.
CREATE INDEX change_row_deleted ON change_row (budget, kind) WHERE new IS NULL;
