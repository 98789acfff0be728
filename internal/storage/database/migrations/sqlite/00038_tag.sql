-- Summary: tags in notes have colours and descriptions
-- +goose Up
-- Colours and descriptions of tags, each as JSON: there are few, and they are read together. The tags are in the notes.
CREATE TABLE tag (
    budget INTEGER NOT NULL,
    no     INTEGER NOT NULL,
    id     TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX tag_id ON tag (budget, id);
