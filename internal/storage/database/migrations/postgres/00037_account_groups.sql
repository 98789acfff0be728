-- +goose Up
-- The same as in ../sqlite.
-- Groups of accounts, each as JSON: there are few, and they are read together.
CREATE TABLE account_group (
    budget BIGINT NOT NULL,
    no     BIGINT NOT NULL,
    id     TEXT COLLATE "C" NOT NULL,
    sort   BIGINT NOT NULL,
    record TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX account_group_id ON account_group (budget, id);

-- The group of an account; 0 is none.
ALTER TABLE account ADD COLUMN account_group BIGINT NOT NULL DEFAULT 0;
