package offline_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/offline"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/payees"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/geo"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// TestSnapshotEqualsThePages compares every figure of a snapshot with the budget screen, the registers, the inbox and the
// form of a transaction.
func TestSnapshotEqualsThePages(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]func(*testing.T) store.Config{
		"SQLite":     func(t *testing.T) store.Config { return store.Config{Dir: databasetest.Dir(t)} },
		"PostgreSQL": func(t *testing.T) store.Config { return store.Config{URL: databasetest.Postgres(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := apptest.Open(t, config(t))
			for _, id := range []string{apptest.Household(t, a, app.Machine()), apptest.Family(t, a)} {
				change(t, a, id)
				comparePages(t, a, id, testkit.Must(a.OfflineSnapshot(t.Context(), app.Machine(), id))(t))
			}
		})
	}
}

// change adds what the documents lack: a transaction of today with a place, one to approve that is older than the latest of
// its account, and a hidden category.
func change(t *testing.T, a *app.App, id string) {
	t.Helper()
	ctx, me := t.Context(), app.Machine()
	screen := testkit.Must(a.Screen(ctx, me, id))(t)
	account := slices.MaxFunc(screen.Accounts, func(x, y pageframe.Account) int { return cmp.Compare(x.Transactions, y.Transactions) })
	_, _, err := a.AddRow(ctx, me, id, rows.Entry{Account: account.ID, Date: a.Today(ctx), Amount: -1_230, PayeeName: "Corner shop", Place: &geo.Point{Latitude: 48.1, Longitude: 11.5}})
	testkit.NoError(t, err)
	all := testkit.Must(a.Register(ctx, me, id, registers.Query{Filter: rows.Filter{Account: account.ID}, Ascending: true}))(t)
	_, err = a.SetOnRows(ctx, me, id, rows.These(all.Rows[0].ID), rows.Setting{Approved: new(false)}, true)
	testkit.NoError(t, err)
	_, err = a.HideCategory(ctx, me, id, screen.Categories[len(screen.Categories)-1].ID, true)
	testkit.NoError(t, err)
}

func comparePages(t *testing.T, a *app.App, id string, s offline.Snapshot) {
	t.Helper()
	ctx, me := t.Context(), app.Machine()
	screen := testkit.Must(a.Screen(ctx, me, id))(t)
	if s.Format != offline.Format || s.Budget.ID != id || s.Knowledge != screen.Budget.Knowledge || !s.MayChange || s.Today != a.Today(ctx) || s.DateFormat != screen.Budget.DateFormat {
		t.Errorf("head of the snapshot: %+v", s)
	}
	visible := 0
	for _, g := range screen.Groups {
		for i := range screen.Categories {
			c := &screen.Categories[i]
			if c.Group != g.No || g.Hidden || c.Hidden {
				continue
			}
			at := slices.IndexFunc(s.Groups, func(o offline.Group) bool { return o.ID == g.ID })
			if !slices.Contains(s.Groups[at].Categories, offline.Named{ID: c.ID, Name: c.Name}) || s.Groups[at].Income != g.Income {
				t.Errorf("category %s is missing", c.Name)
			}
			visible++
			for _, m := range s.Months {
				is := screen.Sheet.Cell(c.No, m.Month)
				if got := m.Figures[c.ID]; got.Budgeted != is.Budgeted || got.Activity != is.Activity || got.Balance != is.Balance {
					t.Errorf("%s in %s: %+v, on the page %+v", c.Name, m.Month, got, is)
				}
			}
		}
	}
	if len(s.Months) != 2 || s.Months[0].Month != s.Today.Month() || s.Months[1].Month != s.Today.Month().Add(1) {
		t.Fatalf("months %+v", s.Months)
	}
	for _, m := range s.Months {
		if is := screen.Sheet.Month(m.Month).ToBudget; m.ToBudget != is || len(m.Figures) != visible {
			t.Errorf("%s: To Budget %s and %d categories, on the page %s and %d", m.Month, m.ToBudget, len(m.Figures), is, visible)
		}
	}
	if s.ToApprove != screen.Waiting.Approve || s.ToApprove == 0 {
		t.Errorf("%d to approve, on the page %d", s.ToApprove, screen.Waiting.Approve)
	}
	compareAccounts(t, a, id, &s, &screen)
	comparePayees(t, a, id, &s)
}

func compareAccounts(t *testing.T, a *app.App, id string, s *offline.Snapshot, screen *app.Screen) {
	t.Helper()
	ctx, me := t.Context(), app.Machine()
	is := map[string]offline.Row{}
	for i, r := range s.Rows {
		is[r.ID] = r
		if i > 0 && s.Rows[i-1].Date < r.Date {
			t.Errorf("transaction of %s after one of %s", r.Date, s.Rows[i-1].Date)
		}
	}
	if len(is) != len(s.Rows) || len(is) > 2000 {
		t.Errorf("%d transactions, %d different ones", len(s.Rows), len(is))
	}
	compare := func(list []rows.Row) {
		t.Helper()
		for i := range list {
			r := &list[i]
			got, there := is[r.ID]
			payee := r.PayeeID
			if r.TransferAccountID != "" {
				payee = ""
			}
			want := offline.Row{
				ID: r.ID, Account: r.AccountID, Date: r.Date, Amount: r.Amount, Payee: payee, PayeeName: r.PayeeName, Transfer: r.TransferAccountID, Category: r.CategoryID,
				Notes: r.Memo, Cleared: r.Cleared, Flag: r.FlagColour, Approved: r.Approved, Split: len(r.Parts) > 0, Seen: string(rows.FingerprintOf(r)),
			}
			if !there || got != want {
				t.Errorf("transaction %+v, in the register %+v", got, want)
			}
		}
	}
	open := 0
	for _, account := range screen.Accounts {
		if account.Closed {
			continue
		}
		got := s.Accounts[open]
		if open++; got.ID != account.ID || got.Balance != account.Balance || got.Cleared != account.ClearedBalance || got.Uncleared != account.UnclearedBalance || got.OnBudget != account.OnBudget || got.Group != account.GroupName {
			t.Errorf("account %+v, on the page %+v", got, account)
		}
		page := testkit.Must(a.Register(ctx, me, id, registers.Query{Filter: rows.Filter{Account: account.ID}}))(t)
		var latest []rows.Row
		for _, r := range page.Rows[:min(50, len(page.Rows))] {
			latest = append(latest, r.Row)
		}
		compare(latest)
	}
	if open != len(s.Accounts) {
		t.Errorf("%d accounts, %d are open", len(s.Accounts), open)
	}
	var unapproved []rows.Row
	for _, r := range testkit.Must(a.Inbox(ctx, me, id, 1))(t).Rows {
		unapproved = append(unapproved, r.Row)
	}
	compare(unapproved)
}

// comparePayees compares the payees with those that the form of a transaction offers without a text, which are counted in
// the latest 500 transactions only.
func comparePayees(t *testing.T, a *app.App, id string, s *offline.Snapshot) {
	t.Helper()
	ctx, me := t.Context(), app.Machine()
	if s.Payees[0].Name != "Corner shop" || !slices.Equal(s.Payees[0].Places, []float64{48.1, 11.5}) {
		t.Errorf("first payee %+v", s.Payees[0])
	}
	for _, p := range s.Payees {
		want := testkit.Must(a.SuggestCategory(ctx, me, id, payees.CategoryQuery{Payee: p.ID}))(t)
		if _, visible := s.Months[0].Figures[want]; !visible {
			want = ""
		}
		if p.Category != want {
			t.Errorf("category of %s: %s, in the form %s", p.Name, p.Category, want)
		}
	}
}

// TestSnapshotContainsAmountsAsText: a number in JSON loses digits above 2^53.
func TestSnapshotContainsAmountsAsText(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(offline.Month{Figures: map[string]offline.Figures{"a": {Balance: 9_007_199_254_740_993}}})
	if want := `{"month":"","toBudget":"0","figures":{"a":{"budgeted":"0","activity":"0","balance":"9007199254740993"}}}`; err != nil || string(text) != want {
		t.Errorf("%s, want %s (error %v)", text, want, err)
	}
}

// BenchmarkSnapshot makes the snapshot of the sample for new users, and of a budget with 50,000 transactions or of the plan
// document that HOLDOVER_REGISTER_PLAN names. It reports the size of the JSON and of the gzipped response.
func BenchmarkSnapshot(b *testing.B) {
	a := apptest.New(b)
	path := os.Getenv("HOLDOVER_REGISTER_PLAN")
	if path == "" {
		path = testkit.Plan(b, "--seed", "1", "--years", "10", "--tx", "50000")
	}
	file := testkit.Must(os.Open(path))(b)
	defer file.Close()
	for name, id := range map[string]string{"sample": apptest.Family(b, a), "large": apptest.Import(b, a, app.Machine(), file, "large.json")} {
		b.Run(name, func(b *testing.B) {
			var text []byte
			for b.Loop() {
				s := testkit.Must(a.OfflineSnapshot(b.Context(), app.Machine(), id))(b)
				text = testkit.Must(json.Marshal(s))(b)
				if len(s.Rows) > 2000 {
					b.Fatalf("%d transactions", len(s.Rows))
				}
			}
			b.ReportMetric(float64(len(text)), "bytes")
			var packed bytes.Buffer
			z := testkit.Must(gzip.NewWriterLevel(&packed, gzip.BestSpeed))(b)
			testkit.Must(z.Write(text))(b)
			testkit.NoError(b, z.Close())
			b.ReportMetric(float64(packed.Len()), "gzipped-bytes")
		})
	}
}
