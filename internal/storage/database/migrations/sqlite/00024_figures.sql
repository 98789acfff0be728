-- Summary: verification has stored figures of its own
-- +goose Up
-- The same as in ../postgres.
-- The figures that verification compares with. They have a column of their own, as the report is read without them. It is null
-- for imports before this migration, which are verified by their document.
ALTER TABLE import_report ADD COLUMN figures BLOB;
