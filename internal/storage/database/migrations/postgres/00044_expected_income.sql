-- Summary: the income that a budget expects in a month
-- +goose Up
-- In milliunits; 0 if none was set.
ALTER TABLE budget ADD COLUMN expected_income BIGINT NOT NULL DEFAULT 0;
