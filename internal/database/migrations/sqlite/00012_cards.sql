-- +goose Up
-- Cards as envelopes: the budget's choice, its group of card payment categories,
-- and the card that each of them pays (0 of other categories).
ALTER TABLE budget ADD COLUMN card_envelopes BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE category_group ADD COLUMN cards BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE category ADD COLUMN card INTEGER NOT NULL DEFAULT 0;
-- What such categories had when they were last in use, as JSON.
ALTER TABLE budget ADD COLUMN cards_left TEXT;
