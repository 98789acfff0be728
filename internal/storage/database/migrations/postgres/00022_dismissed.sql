-- +goose Up
-- Recurring payments whose proposed schedule was dismissed, each as JSON: there are few, and they are read together.
CREATE TABLE dismissed (
    budget BIGINT NOT NULL,
    no     BIGINT NOT NULL,
    id     TEXT COLLATE "C" NOT NULL,
    record TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX dismissed_id ON dismissed (budget, id);
