package app

import (
	"cmp"
	"log/slog"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/payees"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// registerPlan names a plan document for BenchmarkRegister instead of a generated one with 50,000 rows: make bench
// passes one with a million.
const registerPlan = "HOLDOVER_REGISTER_PLAN"

// BenchmarkRegister requests pages of a register with every filter and order, for the account with the number of rows
// closest above 50,000, or the largest, and for all accounts. It reports the median and the slowest of twenty.
func BenchmarkRegister(b *testing.B) {
	path := os.Getenv(registerPlan)
	if path == "" {
		path = testkit.Plan(b, "--seed", "1", "--years", "10", "--tx", "50000")
	}
	dir := b.TempDir()
	id := served(b, dir, path)
	started(b, dir, id)
	a := openAt(b, store.Config{Dir: dir})
	defer a.Close()
	measureRegisters(b, a, id)
}

func openAt(b testing.TB, cfg store.Config) *App {
	b.Helper()
	a, err := Open(b.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	return a
}

// served imports a budget as a server does, including the data for faster starts.
func served(b *testing.B, dir, path string) string {
	b.Helper()
	a := openAt(b, store.Config{Dir: dir, Warm: true})
	id := importPlan(b, a, path)
	r := &registerPages{app: a, id: id}
	r.page(b, registers.Query{Filter: rows.Filter{Search: "x"}})
	if err := a.Close(); err != nil {
		b.Fatal(err)
	}
	return id
}

// started measures the first request of each kind after a start.
func started(b *testing.B, dir, id string) {
	b.Helper()
	for name, read := range map[string]func(*App) error{
		"search": func(a *App) error {
			_, err := a.Register(b.Context(), Machine(), id, registers.Query{Filter: rows.Filter{Search: "weekly"}})
			return err
		},
		"allAccounts": func(a *App) error {
			_, err := a.Register(b.Context(), Machine(), id, registers.Query{})
			return err
		},
		"payees": func(a *App) error {
			_, err := a.PayeesOf(b.Context(), Machine(), id, payees.Query{Sort: payees.ByUses})
			return err
		},
	} {
		a := openAt(b, store.Config{Dir: dir})
		begin := time.Now()
		if err := read(a); err != nil {
			b.Fatal(err)
		}
		took := time.Since(begin).Seconds() * 1000
		b.Run("cold/"+name, func(b *testing.B) { b.ReportMetric(took, "first-ms") })
		if err := a.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func measureRegisters(b *testing.B, a *App, id string) {
	r := &registerPages{app: a, id: id}
	r.look(b)
	r.pages(b, "account", r.account)
	r.pages(b, "all", "")
	b.Run("payees", func(b *testing.B) {
		timed(b, func() error {
			_, err := a.PayeesOf(b.Context(), Machine(), r.id, payees.Query{Sort: payees.ByUses})
			return err
		})
	})
	b.Run("lastCategory", func(b *testing.B) {
		timed(b, func() error {
			_, err := a.SuggestCategory(b.Context(), Machine(), r.id, payees.CategoryQuery{Payee: r.payee})
			return err
		})
	})
	r.adding(b)
}

// registerPages is a budget with the queries of its registers.
type registerPages struct {
	app                      *App
	id                       string
	account, payee, category string // ids
	rows                     int
	middle                   civil.Date
	amount                   money.Milli
	rare                     string // a note that one row has
}

func (r *registerPages) look(b *testing.B) {
	b.Helper()
	accounts, err := r.app.Accounts(b.Context(), Machine(), r.id)
	if err != nil {
		b.Fatal(err)
	}
	slices.SortFunc(accounts, func(x, y pageframe.Account) int { return cmp.Compare(x.Transactions, y.Transactions) })
	at := slices.IndexFunc(accounts, func(a pageframe.Account) bool { return a.Transactions >= 50_000 && a.OnBudget && !a.Closed })
	if at < 0 {
		at = len(accounts) - 1
	}
	r.account, r.rows = accounts[at].ID, accounts[at].Transactions
	page := r.page(b, registers.Query{Filter: rows.Filter{Account: r.account}})
	b.Logf("%d rows in %s, %d in the budget", r.rows, accounts[at].Name, page.Budget.Transactions)
	for _, row := range page.Rows {
		if row.CategoryID != "" && row.PayeeID != "" {
			r.payee, r.category, r.amount = row.PayeeID, row.CategoryID, row.Amount
		}
	}
	first, last := page.Budget.FirstMonth, page.Budget.LastMonth
	r.middle, r.rare = first.Add(int(last-first)/2).Last(), "an azure umbrella"
	r.add(b, r.rare)
}

func (r *registerPages) page(b *testing.B, q registers.Query) registers.Page {
	b.Helper()
	got, err := r.app.Register(b.Context(), Machine(), r.id, q)
	if err != nil {
		b.Fatal(err)
	}
	return got
}

// pages measures all queries for a page, of one account or all.
func (r *registerPages) pages(b *testing.B, name, account string) {
	by := func(change func(*rows.Filter)) registers.Query {
		f := rows.Filter{Account: account}
		change(&f)
		return registers.Query{Filter: f}
	}
	search := func(text string) registers.Query { return by(func(f *rows.Filter) { f.Search = text }) }
	middle := by(func(*rows.Filter) {})
	middle.Page.After = store.Position{Date: r.middle, No: math.MaxInt64}
	last := by(func(*rows.Filter) {})
	last.Page.Last = true
	queries := []struct {
		name string
		registers.Query
	}{
		{"first", by(func(*rows.Filter) {})},
		{"middle", middle},
		{"last", last},
		{"search/common", search("weekly")},
		{"search/letter", search("e")},
		{"search/rare", search("azure umb")},
		{"search/nothing", search("nowhere at all")},
		{"search/amount", search(r.amount.Abs().String())},
		{"filter/category", by(func(f *rows.Filter) { f.Category = r.category })},
		{"filter/payee", by(func(f *rows.Filter) { f.Payee = r.payee })},
		{"filter/flag", by(func(f *rows.Filter) { f.Flag = "red" })},
		{"filter/uncleared", by(func(f *rows.Filter) { f.Cleared = string(budget.Uncleared) })},
		{"filter/uncategorised", by(func(f *rows.Filter) { f.Uncategorised = true })},
		{"filter/unapproved", by(func(f *rows.Filter) { f.Unapproved = true })},
		{"filter/amounts", by(func(f *rows.Filter) { f.Min, f.Max = new(money.Milli(-50000)), new(money.Milli(-40000)) })},
	}
	for _, q := range queries {
		b.Run(name+"/"+q.name, func(b *testing.B) { r.timePage(b, q.Query) })
	}
	for _, by := range []registers.Sort{
		registers.SortDate, registers.SortAccount, registers.SortPayee, registers.SortCategory, registers.SortMemo, registers.SortAmount, registers.SortCleared, registers.SortFlag,
	} {
		for _, ascending := range []bool{true, false} {
			q := registers.Query{Filter: rows.Filter{Account: account}, Sort: by, Ascending: ascending}
			direction := map[bool]string{true: "up", false: "down"}[ascending]
			b.Run(name+"/sort/"+cmp.Or(string(by), "date")+"/"+direction, func(b *testing.B) { r.timePage(b, q) })
			if by != registers.SortDate {
				q.Page.From = r.rows/2 + 1
				b.Run(name+"/sort/"+string(by)+"/"+direction+"/middle", func(b *testing.B) { r.timePage(b, q) })
			}
		}
	}
}

func (r *registerPages) timePage(b *testing.B, q registers.Query) {
	timed(b, func() error { _, err := r.app.Register(b.Context(), Machine(), r.id, q); return err })
}

// timed runs do at least twenty times.
func timed(b *testing.B, do func() error) {
	var took []float64
	for b.Loop() {
		for range 20 {
			begin := time.Now()
			if err := do(); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(begin).Seconds()*1000)
		}
	}
	slices.Sort(took)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(took[len(took)/2], "median-ms")
	b.ReportMetric(took[len(took)*19/20], "p95-ms")
}

func (r *registerPages) add(b *testing.B, memo string) {
	b.Helper()
	_, _, err := r.app.AddRow(b.Context(), Machine(), r.id, rows.Entry{
		Account: r.account, Date: r.middle, Amount: -12340, Payee: r.payee, Category: r.category, Memo: memo,
	})
	if err != nil {
		b.Fatal(err)
	}
}

// adding adds rows, and reads the data that the page then displays.
func (r *registerPages) adding(b *testing.B) {
	ctx := b.Context()
	b.Run("add/row", func(b *testing.B) { timed(b, func() error { r.add(b, "added"); return nil }) })
	b.Run("add/rowAndMonth", func(b *testing.B) {
		timed(b, func() error {
			r.add(b, "added")
			_, err := r.app.Screen(ctx, Machine(), r.id)
			return err
		})
	})
	b.Run("add/rowAndRegister", func(b *testing.B) {
		timed(b, func() error {
			r.add(b, "added")
			r.page(b, registers.Query{Filter: rows.Filter{Account: r.account}})
			return nil
		})
	})
	b.Run("add/rowAndSearch", func(b *testing.B) {
		timed(b, func() error {
			r.add(b, "added")
			r.page(b, registers.Query{Filter: rows.Filter{Search: "weekly"}})
			return nil
		})
	})
	b.Run("add/newPayeeAndMonth", func(b *testing.B) {
		n := 0
		timed(b, func() error {
			n++
			_, _, err := r.app.AddRow(ctx, Machine(), r.id, rows.Entry{
				Account: r.account, Date: r.middle, Amount: -5000, PayeeName: "Payee of " + time.Duration(n).String(), Category: r.category,
			})
			if err == nil {
				_, err = r.app.Screen(ctx, Machine(), r.id)
			}
			return err
		})
	})
}
