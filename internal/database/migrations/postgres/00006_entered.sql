-- +goose Up
-- The day on which a scheduled transaction enters by itself; null where it does
-- not. All budgets are asked at once which have something due.
ALTER TABLE scheduled ADD COLUMN enters_on BIGINT;
CREATE INDEX scheduled_enters ON scheduled (enters_on) WHERE enters_on IS NOT NULL;

-- The last day of a scheduled transaction that was ever entered. It is not in the
-- journal: what an undo takes back does not enter by itself again.
CREATE TABLE entered (
    budget    BIGINT NOT NULL,
    scheduled BIGINT NOT NULL,
    until     BIGINT NOT NULL,
    PRIMARY KEY (budget, scheduled)
);
