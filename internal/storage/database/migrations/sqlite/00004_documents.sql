-- Summary: every imported plan document of a budget is kept, not only the first
-- +goose Up
-- Every plan document that was imported into a budget, numbered from 1. budget.document is the number of the one that
-- verification compares with; 0 if there is none.
ALTER TABLE budget ADD COLUMN document INTEGER NOT NULL DEFAULT 0;
UPDATE budget SET document = 1 WHERE EXISTS (SELECT 1 FROM original WHERE original.budget = budget.no)
    OR EXISTS (SELECT 1 FROM import_report WHERE import_report.budget = budget.no);

ALTER TABLE original RENAME TO only_original;
CREATE TABLE original (
    budget   INTEGER NOT NULL,
    document INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    chunk    BLOB NOT NULL,
    PRIMARY KEY (budget, document, seq)
);
INSERT INTO original (budget, document, seq, chunk) SELECT budget, 1, seq, chunk FROM only_original;
DROP TABLE only_original;

ALTER TABLE import_report RENAME TO only_report;
CREATE TABLE import_report (
    budget   INTEGER NOT NULL,
    document INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    report   TEXT NOT NULL,
    PRIMARY KEY (budget, document)
);
INSERT INTO import_report (budget, document, at, report)
    SELECT r.budget, 1, b.created_at, r.report FROM only_report r JOIN budget b ON b.no = r.budget;
DROP TABLE only_report;
