-- What the later migrations of Actual, up to 1787013118115 of version 26.9, add to schema.sql. Only account groups need it: an
-- older Actual does not open a file that has it.
ALTER TABLE schedules ADD COLUMN custom_upcoming_length TEXT DEFAULT NULL;
ALTER TABLE categories ADD COLUMN cleanup_def TEXT DEFAULT NULL;
CREATE TABLE cleanup_groups (id TEXT PRIMARY KEY, name TEXT NOT NULL, tombstone INTEGER DEFAULT 0);
ALTER TABLE custom_reports ADD COLUMN show_trend_lines INTEGER DEFAULT 0;
ALTER TABLE tags ADD COLUMN hidden BOOLEAN DEFAULT 0;
ALTER TABLE accounts ADD COLUMN bank_sync_status text;
CREATE INDEX idx_transactions_acct_tombstone ON transactions(acct, tombstone);
CREATE INDEX idx_transactions_schedule ON transactions(schedule);
ALTER TABLE schedules ADD COLUMN sort_order REAL DEFAULT 0;
CREATE TABLE account_groups (id TEXT PRIMARY KEY, name TEXT, sort_order REAL, tombstone INTEGER DEFAULT 0);
ALTER TABLE accounts ADD COLUMN account_group_id TEXT DEFAULT NULL;
INSERT INTO __migrations__ (id) VALUES (1769000000000), (1778510362740), (1780099200000), (1780327681000), (1780606215000), (1780606215001), (1783004650757),
	(1787013118115);
