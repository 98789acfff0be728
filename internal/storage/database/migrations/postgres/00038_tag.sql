-- +goose Up
-- Colours and descriptions of tags, each as JSON: there are few, and they are read together. The tags are in the notes.
CREATE TABLE tag (
    budget BIGINT NOT NULL,
    no     BIGINT NOT NULL,
    id     TEXT COLLATE "C" NOT NULL,
    record TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX tag_id ON tag (budget, id);
