-- +goose Up
-- Archived years of budgets, each as JSON, and their files with the archived transactions, in chunks.
CREATE TABLE archive (
    budget BIGINT NOT NULL,
    no     BIGINT NOT NULL,
    id     TEXT COLLATE "C" NOT NULL,
    record TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX archive_id ON archive (budget, id);
CREATE TABLE archive_file (
    budget  BIGINT NOT NULL,
    archive BIGINT NOT NULL,
    seq     BIGINT NOT NULL,
    chunk   BYTEA NOT NULL,
    PRIMARY KEY (budget, archive, seq)
);
-- The first day that is not archived, as YYYYMMDD; 0 if no years are archived.
ALTER TABLE budget ADD COLUMN archived_before BIGINT NOT NULL DEFAULT 0;
