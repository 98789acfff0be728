-- +goose Up
-- Every plan document that was imported into a budget, numbered from 1. budget.document is the number of the one that
-- verification compares with; 0 if there is none.
ALTER TABLE budget ADD COLUMN document BIGINT NOT NULL DEFAULT 0;
UPDATE budget SET document = 1 WHERE EXISTS (SELECT 1 FROM original WHERE original.budget = budget.no)
    OR EXISTS (SELECT 1 FROM import_report WHERE import_report.budget = budget.no);

ALTER TABLE original ADD COLUMN document BIGINT NOT NULL DEFAULT 1;
ALTER TABLE original DROP CONSTRAINT original_pkey, ADD PRIMARY KEY (budget, document, seq);
ALTER TABLE original ALTER COLUMN document DROP DEFAULT;

ALTER TABLE import_report ADD COLUMN document BIGINT NOT NULL DEFAULT 1, ADD COLUMN at BIGINT NOT NULL DEFAULT 0;
UPDATE import_report SET at = budget.created_at FROM budget WHERE budget.no = import_report.budget;
ALTER TABLE import_report DROP CONSTRAINT import_report_pkey, ADD PRIMARY KEY (budget, document);
ALTER TABLE import_report ALTER COLUMN document DROP DEFAULT, ALTER COLUMN at DROP DEFAULT;
