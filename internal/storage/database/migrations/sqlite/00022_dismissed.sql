-- Summary: proposed schedules can be dismissed
-- +goose Up
-- Recurring payments whose proposed schedule was dismissed, each as JSON: there are few, and they are read together.
CREATE TABLE dismissed (
    budget INTEGER NOT NULL,
    no     INTEGER NOT NULL,
    id     TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX dismissed_id ON dismissed (budget, id);
