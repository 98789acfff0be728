-- Summary: views of the budget can be saved
-- +goose Up
-- Views that users have saved, each as JSON: there are few, and they are read together.
CREATE TABLE kept_view (
    budget INTEGER NOT NULL,
    no     INTEGER NOT NULL,
    id     TEXT NOT NULL,
    sort   INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX kept_view_id ON kept_view (budget, id);
