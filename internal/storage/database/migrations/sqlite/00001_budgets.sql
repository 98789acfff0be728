-- Summary: tables for budgets and their journals
-- +goose Up
-- The primary key of every table of a budget starts with the budget's number, and the tables have no rowid: the rows of a
-- budget are adjacent.
CREATE TABLE budget (
    no            INTEGER PRIMARY KEY AUTOINCREMENT,
    id            TEXT NOT NULL UNIQUE,
    source_id     TEXT NOT NULL,
    name          TEXT NOT NULL,
    currency      TEXT NOT NULL,
    date_format   TEXT NOT NULL,
    extra         TEXT,
    card_payments TEXT,
    knowledge     INTEGER NOT NULL,
    next_no       INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    modified_at   INTEGER NOT NULL,
    first_month   INTEGER NOT NULL,
    last_month    INTEGER NOT NULL,
    accounts      INTEGER NOT NULL,
    transactions  INTEGER NOT NULL
);

CREATE TABLE account (
    budget         INTEGER NOT NULL,
    no             INTEGER NOT NULL,
    id             TEXT NOT NULL,
    source_id      TEXT,
    name           TEXT NOT NULL,
    type           TEXT NOT NULL,
    on_budget      BOOLEAN NOT NULL,
    closed         BOOLEAN NOT NULL,
    note           TEXT NOT NULL,
    transfer_payee INTEGER NOT NULL,
    reconciled_at  INTEGER,
    debt           TEXT,
    sort           INTEGER NOT NULL,
    extra          TEXT,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX account_id ON account (budget, id);

CREATE TABLE category_group (
    budget    INTEGER NOT NULL,
    no        INTEGER NOT NULL,
    id        TEXT NOT NULL,
    source_id TEXT,
    name      TEXT NOT NULL,
    hidden    BOOLEAN NOT NULL,
    income    BOOLEAN NOT NULL,
    note      TEXT NOT NULL,
    sort      INTEGER NOT NULL,
    extra     TEXT,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX category_group_id ON category_group (budget, id);

CREATE TABLE category (
    budget         INTEGER NOT NULL,
    no             INTEGER NOT NULL,
    id             TEXT NOT NULL,
    source_id      TEXT,
    category_group INTEGER NOT NULL,
    name           TEXT NOT NULL,
    hidden         BOOLEAN NOT NULL,
    income         BOOLEAN NOT NULL,
    note           TEXT NOT NULL,
    sort           INTEGER NOT NULL,
    goal           TEXT,
    extra          TEXT,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX category_id ON category (budget, id);

CREATE TABLE payee (
    budget           INTEGER NOT NULL,
    no               INTEGER NOT NULL,
    id               TEXT NOT NULL,
    source_id        TEXT,
    name             TEXT NOT NULL,
    transfer_account INTEGER NOT NULL,
    extra            TEXT,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX payee_id ON payee (budget, id);

CREATE TABLE payee_location (
    budget    INTEGER NOT NULL,
    no        INTEGER NOT NULL,
    id        TEXT NOT NULL,
    source_id TEXT,
    payee     INTEGER NOT NULL,
    latitude  TEXT NOT NULL,
    longitude TEXT NOT NULL,
    extra     TEXT,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX payee_location_id ON payee_location (budget, id);

-- A transaction. The rows of an account are adjacent, in the order of its register. source_id is null if it equals the id, ''
-- if there is none. more is JSON with the fields that few rows have.
CREATE TABLE tx (
    budget           INTEGER NOT NULL,
    no               INTEGER NOT NULL,
    id               TEXT NOT NULL,
    source_id        TEXT,
    account          INTEGER NOT NULL,
    date             INTEGER NOT NULL,
    amount           INTEGER NOT NULL,
    payee            INTEGER NOT NULL,
    category         INTEGER NOT NULL,
    memo             TEXT,
    cleared          INTEGER NOT NULL,
    approved         BOOLEAN NOT NULL,
    flag             TEXT,
    transfer_account INTEGER NOT NULL,
    transfer_tx      INTEGER NOT NULL,
    transfer_part    INTEGER NOT NULL,
    split            BOOLEAN NOT NULL,
    import_id        TEXT,
    more             TEXT,
    PRIMARY KEY (budget, account, date, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX tx_id ON tx (budget, id);
CREATE UNIQUE INDEX tx_no ON tx (budget, no);
CREATE INDEX tx_date ON tx (budget, date, no);
-- The last two columns distinguish rows without a category from transfers and splits without reading the rows.
CREATE INDEX tx_category ON tx (budget, category, date, no, account, split, transfer_account);
CREATE INDEX tx_payee ON tx (budget, payee, date, no);

-- A part of a split. date is that of its transaction, to order the rows of a category.
CREATE TABLE part (
    budget           INTEGER NOT NULL,
    tx               INTEGER NOT NULL,
    pos              INTEGER NOT NULL,
    date             INTEGER NOT NULL,
    no               INTEGER NOT NULL,
    id               TEXT NOT NULL,
    source_id        TEXT,
    amount           INTEGER NOT NULL,
    payee            INTEGER NOT NULL,
    category         INTEGER NOT NULL,
    memo             TEXT,
    transfer_account INTEGER NOT NULL,
    transfer_tx      INTEGER NOT NULL,
    transfer_part    INTEGER NOT NULL,
    extra            TEXT,
    PRIMARY KEY (budget, tx, pos)
) WITHOUT ROWID;
CREATE UNIQUE INDEX part_id ON part (budget, id);
CREATE INDEX part_category ON part (budget, category, date, tx);
CREATE INDEX part_payee ON part (budget, payee, date, tx);

CREATE TABLE scheduled (
    budget INTEGER NOT NULL,
    no     INTEGER NOT NULL,
    id     TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE UNIQUE INDEX scheduled_id ON scheduled (budget, id);

CREATE TABLE cell (
    budget   INTEGER NOT NULL,
    category INTEGER NOT NULL,
    month    INTEGER NOT NULL,
    budgeted INTEGER NOT NULL,
    note     TEXT NOT NULL,
    goal     TEXT,
    PRIMARY KEY (budget, category, month)
) WITHOUT ROWID;

CREATE TABLE month_record (
    budget       INTEGER NOT NULL,
    month        INTEGER NOT NULL,
    held         INTEGER NOT NULL,
    note         TEXT NOT NULL,
    age_of_money INTEGER,
    extra        TEXT,
    PRIMARY KEY (budget, month)
) WITHOUT ROWID;

CREATE TABLE rollover (
    budget    INTEGER NOT NULL,
    category  INTEGER NOT NULL,
    month     INTEGER NOT NULL,
    turned_on BOOLEAN NOT NULL,
    PRIMARY KEY (budget, category, month)
) WITHOUT ROWID;

-- Derived figures: all months packed into one row, see series.go.
CREATE TABLE series (
    budget      INTEGER NOT NULL,
    kind        INTEGER NOT NULL,
    no          INTEGER NOT NULL,
    first_month INTEGER NOT NULL,
    last_month  INTEGER NOT NULL,
    packed      BLOB NOT NULL,
    PRIMARY KEY (budget, kind, no)
) WITHOUT ROWID;

CREATE TABLE original (
    budget INTEGER NOT NULL,
    seq    INTEGER NOT NULL,
    chunk  BLOB NOT NULL,
    PRIMARY KEY (budget, seq)
);

CREATE TABLE import_report (
    budget INTEGER NOT NULL PRIMARY KEY,
    report TEXT NOT NULL
);

-- The journal. reverses is the change that this undo or redo reverses, undone_by the change that reverses this one; null if
-- there is none.
CREATE TABLE change (
    budget      INTEGER NOT NULL,
    no          INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    actor       TEXT NOT NULL,
    action      TEXT NOT NULL,
    label       TEXT NOT NULL,
    undoable    BOOLEAN NOT NULL,
    reverses    INTEGER,
    undone_by   INTEGER,
    row_count   INTEGER NOT NULL,
    touched     TEXT NOT NULL,
    PRIMARY KEY (budget, no)
) WITHOUT ROWID;
CREATE INDEX change_undone ON change (budget, undone_by) WHERE undone_by IS NOT NULL;

CREATE TABLE change_row (
    budget    INTEGER NOT NULL,
    change    INTEGER NOT NULL,
    seq       INTEGER NOT NULL,
    kind      TEXT NOT NULL,
    no        INTEGER NOT NULL,
    sub       INTEGER NOT NULL,
    id        TEXT NOT NULL,
    old       TEXT,
    new       TEXT,
    PRIMARY KEY (budget, change, seq)
) WITHOUT ROWID;
