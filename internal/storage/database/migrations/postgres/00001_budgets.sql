-- +goose Up
-- The same tables as in ../sqlite, with PostgreSQL's types. Text sorts by its bytes.
CREATE TABLE budget (
    no            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id            TEXT COLLATE "C" NOT NULL UNIQUE,
    source_id     TEXT COLLATE "C" NOT NULL,
    name          TEXT COLLATE "C" NOT NULL,
    currency      TEXT COLLATE "C" NOT NULL,
    date_format   TEXT COLLATE "C" NOT NULL,
    extra         TEXT COLLATE "C",
    card_payments TEXT COLLATE "C",
    knowledge     BIGINT NOT NULL,
    next_no       BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    modified_at   BIGINT NOT NULL,
    first_month   BIGINT NOT NULL,
    last_month    BIGINT NOT NULL,
    accounts      BIGINT NOT NULL,
    transactions  BIGINT NOT NULL
);

CREATE TABLE account (
    budget         BIGINT NOT NULL,
    no             BIGINT NOT NULL,
    id             TEXT COLLATE "C" NOT NULL,
    source_id      TEXT COLLATE "C",
    name           TEXT COLLATE "C" NOT NULL,
    type           TEXT COLLATE "C" NOT NULL,
    on_budget      BOOLEAN NOT NULL,
    closed         BOOLEAN NOT NULL,
    note           TEXT COLLATE "C" NOT NULL,
    transfer_payee BIGINT NOT NULL,
    reconciled_at  BIGINT,
    debt           TEXT COLLATE "C",
    sort           BIGINT NOT NULL,
    extra          TEXT COLLATE "C",
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX account_id ON account (budget, id);

CREATE TABLE category_group (
    budget    BIGINT NOT NULL,
    no        BIGINT NOT NULL,
    id        TEXT COLLATE "C" NOT NULL,
    source_id TEXT COLLATE "C",
    name      TEXT COLLATE "C" NOT NULL,
    hidden    BOOLEAN NOT NULL,
    income    BOOLEAN NOT NULL,
    note      TEXT COLLATE "C" NOT NULL,
    sort      BIGINT NOT NULL,
    extra     TEXT COLLATE "C",
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX category_group_id ON category_group (budget, id);

CREATE TABLE category (
    budget         BIGINT NOT NULL,
    no             BIGINT NOT NULL,
    id             TEXT COLLATE "C" NOT NULL,
    source_id      TEXT COLLATE "C",
    category_group BIGINT NOT NULL,
    name           TEXT COLLATE "C" NOT NULL,
    hidden         BOOLEAN NOT NULL,
    income         BOOLEAN NOT NULL,
    note           TEXT COLLATE "C" NOT NULL,
    sort           BIGINT NOT NULL,
    goal           TEXT COLLATE "C",
    extra          TEXT COLLATE "C",
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX category_id ON category (budget, id);

CREATE TABLE payee (
    budget           BIGINT NOT NULL,
    no               BIGINT NOT NULL,
    id               TEXT COLLATE "C" NOT NULL,
    source_id        TEXT COLLATE "C",
    name             TEXT COLLATE "C" NOT NULL,
    transfer_account BIGINT NOT NULL,
    extra            TEXT COLLATE "C",
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX payee_id ON payee (budget, id);

CREATE TABLE payee_location (
    budget    BIGINT NOT NULL,
    no        BIGINT NOT NULL,
    id        TEXT COLLATE "C" NOT NULL,
    source_id TEXT COLLATE "C",
    payee     BIGINT NOT NULL,
    latitude  TEXT COLLATE "C" NOT NULL,
    longitude TEXT COLLATE "C" NOT NULL,
    extra     TEXT COLLATE "C",
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX payee_location_id ON payee_location (budget, id);

-- A transaction. The rows of an account are adjacent, in the order of its register. source_id is null if it equals the id, ''
-- if there is none. more is JSON with the fields that few rows have.
CREATE TABLE tx (
    budget           BIGINT NOT NULL,
    no               BIGINT NOT NULL,
    id               TEXT COLLATE "C" NOT NULL,
    source_id        TEXT COLLATE "C",
    account          BIGINT NOT NULL,
    date             BIGINT NOT NULL,
    amount           BIGINT NOT NULL,
    payee            BIGINT NOT NULL,
    category         BIGINT NOT NULL,
    memo             TEXT COLLATE "C",
    cleared          BIGINT NOT NULL,
    approved         BOOLEAN NOT NULL,
    flag             TEXT COLLATE "C",
    transfer_account BIGINT NOT NULL,
    transfer_tx      BIGINT NOT NULL,
    transfer_part    BIGINT NOT NULL,
    split            BOOLEAN NOT NULL,
    import_id        TEXT COLLATE "C",
    more             TEXT COLLATE "C",
    PRIMARY KEY (budget, account, date, no)
);
CREATE UNIQUE INDEX tx_id ON tx (budget, id);
CREATE UNIQUE INDEX tx_no ON tx (budget, no);
CREATE INDEX tx_date ON tx (budget, date, no);
-- The last two columns distinguish rows without a category from transfers and splits without reading the rows.
CREATE INDEX tx_category ON tx (budget, category, date, no, account, split, transfer_account);
CREATE INDEX tx_payee ON tx (budget, payee, date, no);

-- A part of a split. date is that of its transaction, to order the rows of a category.
CREATE TABLE part (
    budget           BIGINT NOT NULL,
    tx               BIGINT NOT NULL,
    pos              BIGINT NOT NULL,
    date             BIGINT NOT NULL,
    no               BIGINT NOT NULL,
    id               TEXT COLLATE "C" NOT NULL,
    source_id        TEXT COLLATE "C",
    amount           BIGINT NOT NULL,
    payee            BIGINT NOT NULL,
    category         BIGINT NOT NULL,
    memo             TEXT COLLATE "C",
    transfer_account BIGINT NOT NULL,
    transfer_tx      BIGINT NOT NULL,
    transfer_part    BIGINT NOT NULL,
    extra            TEXT COLLATE "C",
    PRIMARY KEY (budget, tx, pos)
);
CREATE UNIQUE INDEX part_id ON part (budget, id);
CREATE INDEX part_category ON part (budget, category, date, tx);
CREATE INDEX part_payee ON part (budget, payee, date, tx);

CREATE TABLE scheduled (
    budget BIGINT NOT NULL,
    no     BIGINT NOT NULL,
    id     TEXT COLLATE "C" NOT NULL,
    record TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (budget, no)
);
CREATE UNIQUE INDEX scheduled_id ON scheduled (budget, id);

CREATE TABLE cell (
    budget   BIGINT NOT NULL,
    category BIGINT NOT NULL,
    month    BIGINT NOT NULL,
    budgeted BIGINT NOT NULL,
    note     TEXT COLLATE "C" NOT NULL,
    goal     TEXT COLLATE "C",
    PRIMARY KEY (budget, category, month)
);

CREATE TABLE month_record (
    budget       BIGINT NOT NULL,
    month        BIGINT NOT NULL,
    held         BIGINT NOT NULL,
    note         TEXT COLLATE "C" NOT NULL,
    age_of_money BIGINT,
    extra        TEXT COLLATE "C",
    PRIMARY KEY (budget, month)
);

CREATE TABLE rollover (
    budget    BIGINT NOT NULL,
    category  BIGINT NOT NULL,
    month     BIGINT NOT NULL,
    turned_on BOOLEAN NOT NULL,
    PRIMARY KEY (budget, category, month)
);

-- Derived figures: all months packed into one row, see series.go.
CREATE TABLE series (
    budget      BIGINT NOT NULL,
    kind        BIGINT NOT NULL,
    no          BIGINT NOT NULL,
    first_month BIGINT NOT NULL,
    last_month  BIGINT NOT NULL,
    packed      BYTEA NOT NULL,
    PRIMARY KEY (budget, kind, no)
);

CREATE TABLE original (
    budget BIGINT NOT NULL,
    seq    BIGINT NOT NULL,
    chunk  BYTEA NOT NULL,
    PRIMARY KEY (budget, seq)
);

CREATE TABLE import_report (
    budget BIGINT NOT NULL PRIMARY KEY,
    report TEXT COLLATE "C" NOT NULL
);

-- The journal. reverses is the change that this undo or redo reverses, undone_by the change that reverses this one; null if
-- there is none.
CREATE TABLE change (
    budget      BIGINT NOT NULL,
    no          BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    actor       TEXT COLLATE "C" NOT NULL,
    action      TEXT COLLATE "C" NOT NULL,
    label       TEXT COLLATE "C" NOT NULL,
    undoable    BOOLEAN NOT NULL,
    reverses    BIGINT,
    undone_by   BIGINT,
    row_count   BIGINT NOT NULL,
    touched     TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (budget, no)
);
CREATE INDEX change_undone ON change (budget, undone_by) WHERE undone_by IS NOT NULL;

CREATE TABLE change_row (
    budget    BIGINT NOT NULL,
    change    BIGINT NOT NULL,
    seq       BIGINT NOT NULL,
    kind      TEXT COLLATE "C" NOT NULL,
    no        BIGINT NOT NULL,
    sub       BIGINT NOT NULL,
    id        TEXT COLLATE "C" NOT NULL,
    old       TEXT COLLATE "C",
    new       TEXT COLLATE "C",
    PRIMARY KEY (budget, change, seq)
);
