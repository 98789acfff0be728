-- Summary: years of a budget can be archived
-- +goose Up
-- Archived years of budgets, each as JSON, and their files with the archived transactions, in chunks.
CREATE TABLE archive (
    budget INTEGER NOT NULL,
    no     INTEGER NOT NULL,
    id     TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX archive_id ON archive (budget, id);
CREATE TABLE archive_file (
    budget  INTEGER NOT NULL,
    archive INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    chunk   BLOB NOT NULL,
    PRIMARY KEY (budget, archive, seq)
);
-- The first day that is not archived, as YYYYMMDD; 0 if no years are archived.
ALTER TABLE budget ADD COLUMN archived_before INTEGER NOT NULL DEFAULT 0;
