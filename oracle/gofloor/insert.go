package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the engine that Holdover uses, at the version of go.mod
)

var columns = map[string]int{"acc": 2, "payee": 2, "cat": 3, "sub": 7, "tx": 14}

const figures = `create table figures(month text, cat text, budgeted int, activity int, balance int,
	primary key(month, cat)) without rowid`

// insert writes every row of the plan to a new database in a temporary folder and returns how many there were.
func insert(p *plan) (rows int, err error) {
	dir, err := os.MkdirTemp("", "gofloor")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "x.db")+
		"?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)")
	if err != nil {
		return 0, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err := create(db); err != nil {
		return 0, err
	}
	tx, err := db.Begin()
	if err != nil {
		return 0, err
	}
	w := &writer{tx: tx}
	w.plan(p)
	if w.err != nil {
		return 0, w.err
	}
	return w.rows, tx.Commit()
}

func create(db *sql.DB) error {
	for table, n := range columns {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprintf("c%d", i)
		}
		names[0] += " text primary key"
		if _, err := db.Exec("create table " + table + "(" + strings.Join(names, ",") + ") without rowid"); err != nil {
			return err
		}
	}
	_, err := db.Exec(figures)
	return err
}

// writer inserts rows until the first error, which it stores.
type writer struct {
	tx   *sql.Tx
	rows int
	err  error
}

func (w *writer) plan(p *plan) {
	w.table("acc", 2, func(put func(...any)) {
		for _, a := range p.Accounts {
			put(a.ID, a.Name)
		}
	})
	w.table("payee", 2, func(put func(...any)) {
		for _, a := range p.Payees {
			put(a.ID, a.Name)
		}
	})
	w.table("cat", 3, func(put func(...any)) {
		for _, c := range p.Categories {
			put(c.ID, c.CategoryGroupID, c.Name)
		}
	})
	w.table("tx", 14, func(put func(...any)) {
		for i := range p.Transactions {
			t := &p.Transactions[i]
			put(t.ID, t.Date, t.Amount, t.Memo, t.Cleared, t.Approved, t.FlagColor, t.FlagName,
				t.AccountID, t.PayeeID, t.CategoryID, t.TransferAccountID, t.TransferTransactionID, t.ImportID)
		}
	})
	w.table("sub", 7, func(put func(...any)) {
		for i := range p.Subtransactions {
			t := &p.Subtransactions[i]
			put(t.ID, t.TransactionID, t.Amount, t.Memo, t.PayeeID, t.CategoryID, t.TransferAccountID)
		}
	})
	w.table("figures", 5, func(put func(...any)) {
		for _, m := range p.Months {
			for _, c := range m.Categories {
				put(m.Month, c.ID, c.Budgeted, c.Activity, c.Balance)
			}
		}
	})
}

// table prepares the insert statement of one table, and passes a function that executes it to fill.
func (w *writer) table(name string, n int, fill func(put func(...any))) {
	if w.err != nil {
		return
	}
	places := strings.TrimSuffix(strings.Repeat("?,", n), ",")
	stmt, err := w.tx.Prepare("insert into " + name + " values(" + places + ")")
	if err != nil {
		w.err = err
		return
	}
	defer stmt.Close()
	fill(func(args ...any) {
		if w.err == nil {
			_, w.err = stmt.Exec(args...)
			w.rows++
		}
	})
}
