-- Summary: targets of single months are found faster
-- +goose Up
-- Index of the few cells whose target is snoozed or differs from that of their category: every budget screen reads them.
CREATE INDEX cell_target ON cell (budget) WHERE snoozed IS NOT NULL OR target IS NOT NULL;
