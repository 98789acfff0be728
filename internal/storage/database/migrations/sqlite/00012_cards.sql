-- Summary: credit cards can be envelopes with payment categories
-- +goose Up
-- Credit cards as envelopes: whether the budget uses them, its group of card payment categories, and the card that each of
-- these pays (0 for other categories).
ALTER TABLE budget ADD COLUMN card_envelopes BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE category_group ADD COLUMN cards BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE category ADD COLUMN card INTEGER NOT NULL DEFAULT 0;
-- The amounts of these categories when they were last in use, as JSON.
ALTER TABLE budget ADD COLUMN cards_left TEXT;
