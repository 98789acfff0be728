-- The indexes of the tables in schema.sql. They are created when the tables are filled, which is faster.
CREATE INDEX trans_category_date ON transactions(category, date);
CREATE INDEX trans_category ON transactions(category);
CREATE INDEX trans_date ON transactions(date);
CREATE INDEX trans_parent_id ON transactions(parent_id);
CREATE INDEX trans_sorted ON transactions(date desc, starting_balance_flag, sort_order desc, id);
CREATE INDEX messages_crdt_search ON messages_crdt(dataset, row, column, timestamp);
CREATE INDEX idx_payee_locations_payee_id ON payee_locations (payee_id);
CREATE INDEX idx_payee_locations_tombstone_payee_created ON payee_locations (tombstone, payee_id, created_at);
CREATE INDEX idx_payee_locations_geo_tombstone ON payee_locations (tombstone, latitude, longitude);
