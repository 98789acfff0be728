-- +goose Up
-- The same as in ../postgres.
-- What verification goes by stands beside the report: whoever reads the one does not want the other. Of what was imported before there is
-- none, and it is compared by its document.
ALTER TABLE import_report ADD COLUMN figures BLOB;
