-- The tables of Actual's database up to its migration 1768872504000. Actual creates the views itself, and runs the later
-- migrations, when it opens the file.
CREATE TABLE __migrations__ (id INT PRIMARY KEY NOT NULL);
CREATE TABLE __meta__ (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE created_budgets (month TEXT PRIMARY KEY);
CREATE TABLE kvcache (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE kvcache_key (id INTEGER PRIMARY KEY, key REAL);
CREATE TABLE messages_clock (id INTEGER PRIMARY KEY, clock TEXT);
CREATE TABLE messages_crdt (id INTEGER PRIMARY KEY, timestamp TEXT NOT NULL UNIQUE, dataset TEXT NOT NULL, row TEXT NOT NULL, column TEXT NOT NULL, value BLOB NOT NULL);
CREATE TABLE banks (id TEXT PRIMARY KEY, bank_id TEXT, name TEXT, tombstone INTEGER DEFAULT 0);
CREATE TABLE accounts (id TEXT PRIMARY KEY, account_id TEXT, name TEXT, balance_current INTEGER, balance_available INTEGER, balance_limit INTEGER, mask TEXT, official_name TEXT, subtype TEXT, bank TEXT, offbudget INTEGER DEFAULT 0, closed INTEGER DEFAULT 0, tombstone INTEGER DEFAULT 0, sort_order REAL, type TEXT, account_sync_source TEXT, last_sync text, last_reconciled text);
CREATE TABLE pending_transactions (id TEXT PRIMARY KEY, acct INTEGER, amount INTEGER, description TEXT, date TEXT, FOREIGN KEY(acct) REFERENCES accounts(id));
CREATE TABLE category_groups (id TEXT PRIMARY KEY, name TEXT, is_income INTEGER DEFAULT 0, sort_order REAL, tombstone INTEGER DEFAULT 0, hidden BOOLEAN NOT NULL DEFAULT 0);
CREATE TABLE categories (id TEXT PRIMARY KEY, name TEXT, is_income INTEGER DEFAULT 0, cat_group TEXT, sort_order REAL, tombstone INTEGER DEFAULT 0, hidden BOOLEAN NOT NULL DEFAULT 0, goal_def TEXT DEFAULT null, template_settings JSON DEFAULT '{"source": "notes"}');
CREATE TABLE category_mapping (id TEXT PRIMARY KEY, transferId TEXT);
CREATE TABLE payees (id TEXT PRIMARY KEY, name TEXT, category TEXT, tombstone INTEGER DEFAULT 0, transfer_acct TEXT, favorite INTEGER DEFAULT 0 DEFAULT FALSE, learn_categories BOOLEAN DEFAULT 1);
CREATE TABLE payee_mapping (id TEXT PRIMARY KEY, targetId TEXT);
CREATE TABLE payee_locations (id TEXT PRIMARY KEY, payee_id TEXT, latitude REAL, longitude REAL, created_at INTEGER, tombstone INTEGER DEFAULT 0);
CREATE TABLE transactions (id TEXT PRIMARY KEY, isParent INTEGER DEFAULT 0, isChild INTEGER DEFAULT 0, acct TEXT, category TEXT, amount INTEGER, description TEXT, notes TEXT, date INTEGER, financial_id TEXT, type TEXT, location TEXT, error TEXT, imported_description TEXT, starting_balance_flag INTEGER DEFAULT 0, transferred_id TEXT, sort_order REAL, tombstone INTEGER DEFAULT 0, cleared INTEGER DEFAULT 1, pending INTEGER DEFAULT 0, parent_id TEXT, schedule TEXT, reconciled INTEGER DEFAULT 0, raw_synced_data text);
CREATE TABLE zero_budget_months (id TEXT PRIMARY KEY, buffered INTEGER DEFAULT 0);
CREATE TABLE zero_budgets (id TEXT PRIMARY KEY, month INTEGER, category TEXT, amount INTEGER DEFAULT 0, carryover INTEGER DEFAULT 0, goal INTEGER DEFAULT null, long_goal INTEGER DEFAULT null);
CREATE TABLE reflect_budgets (id TEXT PRIMARY KEY, month INTEGER, category TEXT, amount INTEGER DEFAULT 0, carryover INTEGER DEFAULT 0, goal INTEGER DEFAULT null, long_goal INTEGER DEFAULT null);
CREATE TABLE notes (id TEXT PRIMARY KEY, note TEXT);
CREATE TABLE rules (id TEXT PRIMARY KEY, stage TEXT, conditions TEXT, actions TEXT, tombstone INTEGER DEFAULT 0, conditions_op TEXT DEFAULT 'and');
CREATE TABLE schedules (id TEXT PRIMARY KEY, rule TEXT, active INTEGER DEFAULT 0, completed INTEGER DEFAULT 0, posts_transaction INTEGER DEFAULT 0, tombstone INTEGER DEFAULT 0, name TEXT DEFAULT NULL);
CREATE TABLE schedules_next_date (id TEXT PRIMARY KEY, schedule_id TEXT, local_next_date INTEGER, local_next_date_ts INTEGER, base_next_date INTEGER, base_next_date_ts INTEGER, tombstone INTEGER DEFAULT 0);
CREATE TABLE schedules_json_paths (schedule_id TEXT PRIMARY KEY, payee TEXT, account TEXT, amount TEXT, date TEXT);
CREATE TABLE preferences (id TEXT PRIMARY KEY, value TEXT);
CREATE TABLE tags (id TEXT PRIMARY KEY, tag TEXT UNIQUE, color TEXT, description TEXT, tombstone integer DEFAULT 0);
CREATE TABLE transaction_filters (id TEXT PRIMARY KEY, name TEXT, conditions TEXT, conditions_op TEXT DEFAULT 'and', tombstone INTEGER DEFAULT 0);
CREATE TABLE custom_reports (id TEXT PRIMARY KEY, name TEXT, start_date TEXT, end_date TEXT, date_static INTEGER DEFAULT 0, date_range TEXT, mode TEXT DEFAULT 'total', group_by TEXT DEFAULT 'Category', balance_type TEXT DEFAULT 'Expense', show_empty INTEGER DEFAULT 0, show_offbudget INTEGER DEFAULT 0, show_hidden INTEGER DEFAULT 0, show_uncategorized INTEGER DEFAULT 0, selected_categories TEXT, graph_type TEXT DEFAULT 'BarGraph', conditions TEXT, conditions_op TEXT DEFAULT 'and', metadata TEXT, interval TEXT DEFAULT 'Monthly', color_scheme TEXT, tombstone INTEGER DEFAULT 0, include_current INTEGER DEFAULT 0, sort_by TEXT DEFAULT 'desc', trim_intervals INTEGER DEFAULT 0);
CREATE TABLE dashboard (id TEXT PRIMARY KEY, type TEXT, width INTEGER, height INTEGER, x INTEGER, y INTEGER, meta TEXT, tombstone INTEGER DEFAULT 0, dashboard_page_id TEXT);
CREATE TABLE dashboard_pages (id TEXT PRIMARY KEY, name TEXT, tombstone INTEGER DEFAULT 0);
INSERT INTO __migrations__ (id) VALUES (1548957970627), (1550601598648), (1555786194328), (1561751833510), (1567699552727), (1582384163573), (1597756566448),
	(1608652596043), (1608652596044), (1612625548236), (1614782639336), (1615745967948), (1616167010796), (1618975177358), (1632571489012), (1679728867040),
	(1681115033845), (1682974838138), (1685007876842), (1686139660866), (1688749527273), (1688841238000), (1691233396000), (1694438752000), (1697046240000),
	(1704572023730), (1704572023731), (1707267033000), (1712784523000), (1716359441000), (1720310586000), (1720664867241), (1720665000000), (1722717601000),
	(1722804019000), (1723665565000), (1730744182000), (1736640000000), (1737158400000), (1738491452000), (1739139550000), (1740506588539), (1745425408000),
	(1749799110000), (1749799110001), (1754611200000), (1759260219000), (1759842823172), (1762178745667), (1765518577215), (1768872504000);
