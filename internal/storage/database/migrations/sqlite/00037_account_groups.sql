-- Summary: accounts can be in groups
-- +goose Up
-- Groups of accounts, each as JSON: there are few, and they are read together.
CREATE TABLE account_group (
    budget INTEGER NOT NULL,
    no     INTEGER NOT NULL,
    id     TEXT NOT NULL,
    sort   INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX account_group_id ON account_group (budget, id);

-- The group of an account; 0 is none.
ALTER TABLE account ADD COLUMN account_group INTEGER NOT NULL DEFAULT 0;
