-- +goose Up
-- Views that users have saved, each as JSON: there are few, and they are read together.
CREATE TABLE kept_view (
    budget BIGINT NOT NULL,
    no     BIGINT NOT NULL,
    id     TEXT COLLATE "C" NOT NULL,
    sort   BIGINT NOT NULL,
    record TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX kept_view_id ON kept_view (budget, id);
