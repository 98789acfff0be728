-- Summary: scheduled transactions can be entered automatically on their day
-- +goose Up
-- The day on which a scheduled transaction is entered automatically; null if it is not. One query finds the due rows of all
-- budgets.
ALTER TABLE scheduled ADD COLUMN enters_on INTEGER;
CREATE INDEX scheduled_enters ON scheduled (enters_on) WHERE enters_on IS NOT NULL;

-- The last day for which a scheduled transaction was ever entered. It is not in the journal: a transaction that was undone is
-- not entered automatically again.
CREATE TABLE entered (
    budget    INTEGER NOT NULL,
    scheduled INTEGER NOT NULL,
    until     INTEGER NOT NULL,
    PRIMARY KEY (budget, scheduled)
) WITHOUT ROWID;
