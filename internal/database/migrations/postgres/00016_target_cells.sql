-- +goose Up
-- The few cells whose target is snoozed or another than their category's: every
-- budget screen wants them.
CREATE INDEX cell_target ON cell (budget) WHERE snoozed IS NOT NULL OR target IS NOT NULL;
