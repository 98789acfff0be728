package app

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// freshStartOf makes a fresh start and returns it. The old budget must not change, and the database must pass its checks.
func freshStartOf(t *testing.T, a *App, id string, entry FreshStartEntry) *testBudget {
	t.Helper()
	before := wholeOf(t, a, id)
	made, err := a.FreshStart(t.Context(), Machine(), id, entry)
	if err != nil {
		t.Fatal(err)
	}
	if after := wholeOf(t, a, id); !reflect.DeepEqual(before, after) {
		t.Error("the old budget changed")
	}
	h := testkit.Must(a.store.Budget(t.Context(), made.ID))(t)
	fresh := &testBudget{testingT: t, a: a, id: made.ID, no: h.No}
	fresh.checkConsistent(t)
	if found := testkit.Must(a.store.Check(t.Context()))(t); len(found) > 0 {
		t.Errorf("check: %+v", found)
	}
	return fresh
}

// TestFreshStartOfGeneratedPlans starts fresh from plans with cards, kept as envelopes and as accounts: every account has
// its balance of today, nothing is budgeted, and To Budget is the money of the accounts.
func TestFreshStartOfGeneratedPlans(t *testing.T) {
	for _, seed := range []string{"3", "8", "21"} {
		for _, envelopes := range []bool{false, true} {
			a := newApp(t)
			id := importPlan(t, a, testkit.Plan(t, "--seed", seed, "--cards", "2", "--years", "3"))
			if b := testkit.Must(a.Budget(t.Context(), Machine(), id))(t); b.CardEnvelopes != envelopes {
				testkit.Must(a.KeepCards(t.Context(), Machine(), id, envelopes))(t)
			}
			today := a.Today(t.Context())
			preview := testkit.Must(a.PreviewFreshStart(t.Context(), Machine(), id))(t)
			old := wholeOf(t, a, id)
			want := map[budget.AccountNo]money.Milli{}
			later := 0
			for i := range old.Transactions {
				if row := &old.Transactions[i]; row.Date <= today {
					want[row.Account] += row.Amount
				} else {
					later++
				}
			}
			fresh := freshStartOf(t, a, id, FreshStartEntry{Payees: true})
			w := fresh.whole(t)
			has := map[budget.AccountNo]money.Milli{}
			for i := range w.Transactions {
				row := &w.Transactions[i]
				has[row.Account] += row.Amount
				if row.Cleared != budget.ClearedYes || !row.Approved || row.Date != today {
					t.Errorf("a starting balance is %+v", row)
				}
			}
			for i := range old.Accounts {
				if no := old.Accounts[i].No; has[no] != want[no] {
					t.Errorf("seed %s: %s starts at %s, want %s", seed, old.Accounts[i].Name, has[no], want[no])
				}
			}
			month := envelope.Compute(envelope.SnapshotOf(w)).Month(today.Month())
			if len(w.Cells) > 0 || month.Budgeted != 0 || month.Balance != 0 || month.ToBudget != preview.ToBudget {
				t.Errorf("seed %s, envelopes %t: %+v, want only To Budget of %s", seed, envelopes, month, preview.ToBudget)
			}
			if preview.Later != later || preview.Transactions != len(old.Transactions) {
				t.Errorf("preview of %d transactions and %d later ones, want %d and %d", preview.Transactions, preview.Later, len(old.Transactions), later)
			}
			if len(w.Categories) != len(old.Categories) || len(w.Groups) != len(old.Groups) || len(w.Scheduled) != len(old.Scheduled) || w.Info.CardEnvelopes != envelopes {
				t.Errorf("seed %s: %d categories, %d groups, %d schedules, cards as envelopes %t", seed, len(w.Categories), len(w.Groups), len(w.Scheduled), w.Info.CardEnvelopes)
			}
		}
	}
}

// TestFreshStartKeepsWhatRecordsReferTo leaves out closed accounts and payees, unless a schedule or a rule refers to them.
func TestFreshStartKeepsWhatRecordsReferTo(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: 500_000, Payee: "baker", Category: "salary"})
	h.add(t, rows.Entry{Account: "house", Date: march, Amount: -90_000_000})
	accounts := func(w *budget.Whole) string {
		return strings.Join(iterutil.Map(w.Accounts, func(a budget.Account) string { return a.Name }), ", ")
	}
	payees := func(w *budget.Whole) string {
		return strings.Join(iterutil.Map(w.Payees, func(p budget.Payee) string { return p.Name }), ", ")
	}
	w := freshStartOf(t, h.a, h.id, FreshStartEntry{Name: "One"}).whole(t)
	if accounts(w) != "Bank, Cash, House" || payees(w) != "Transfer : Bank, Transfer : House, Starting Balance" {
		t.Errorf("accounts %s; payees %s", accounts(w), payees(w))
	}
	setClosed := func(closed bool) {
		h.change(t, func(e *changeTx) error {
			old, err := e.AccountByID("old")
			old.Closed = closed
			return cmp.Or(err, e.Put(&old))
		})
	}
	setClosed(false)
	h.schedule(t, schedules.Entry{Entry: rows.Entry{Account: "old", Date: march, Amount: -1000, Payee: "bakery"}, Frequency: "monthly"})
	setClosed(true)
	w = freshStartOf(t, h.a, h.id, FreshStartEntry{Name: "Two"}).whole(t)
	if accounts(w) != "Bank, Cash, House, Old" || !strings.Contains(payees(w), "Bakery") || strings.Contains(payees(w), "Baker,") || len(w.Scheduled) != 1 {
		t.Errorf("with a schedule: accounts %s; payees %s", accounts(w), payees(w))
	}
	w = freshStartOf(t, h.a, h.id, FreshStartEntry{Name: "Three", Payees: true}).whole(t)
	if !strings.Contains(payees(w), "Baker,") {
		t.Errorf("with payees: %s", payees(w))
	}
}

// TestFreshStartKeepsRollover keeps the effect of the rollover switches, and nothing that they carried.
func TestFreshStartKeepsRollover(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -5_000, Category: "food"})
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -5_000, Category: "rent"})
	for _, category := range []string{"food", "rent"} {
		done, err := h.a.Rollover(t.Context(), Machine(), h.id, category, march.Month(), true)
		h.must(t, done, err)
	}
	done, err := h.a.Rollover(t.Context(), Machine(), h.id, "rent", march.Month().Add(1), false)
	h.must(t, done, err)
	w := freshStartOf(t, h.a, h.id, FreshStartEntry{}).whole(t)
	if want := []budget.Rollover{{Category: 2, From: h.a.Today(t.Context()).Month(), On: true}}; !slices.Equal(w.Rollovers, want) {
		t.Errorf("switches %+v, want %+v", w.Rollovers, want)
	}
}

func TestFreshStartNeedsAFreeName(t *testing.T) {
	h := newTestBudget(t)
	for name, kind := range map[string]apperr.Kind{"home": apperr.Conflict, strings.Repeat("x", 1000): apperr.Invalid, "  ": apperr.Invalid} {
		_, err := h.a.FreshStart(t.Context(), Machine(), h.id, FreshStartEntry{Name: name})
		testkit.WantKind(t, err, kind)
	}
	first := testkit.Must(h.a.FreshStart(t.Context(), Machine(), h.id, FreshStartEntry{}))(t)
	second := testkit.Must(h.a.FreshStart(t.Context(), Machine(), h.id, FreshStartEntry{}))(t)
	if first.Name == second.Name || first.FirstMonth != civil.DateOf(h.a.now()).Month() {
		t.Errorf("fresh starts %q and %q from %s", first.Name, second.Name, first.FirstMonth)
	}
}

// TestFreshStartKeepsAutomaticSchedules checks that a copied schedule is entered automatically if the original is, and that
// another one stays manual.
func TestFreshStartKeepsAutomaticSchedules(t *testing.T) {
	h := newTestBudget(t)
	for i, automatic := range []bool{true, false} {
		h.schedule(t, schedules.Entry{Entry: rows.Entry{Account: "bank", Date: march.AddDays(900 + i), Amount: -1_000, Payee: "bakery"}, Frequency: "monthly", AutoEnter: automatic, Until: march.AddDays(2000), Weekend: "before", SpreadPercent: 10})
	}
	before, after := h.whole(t).Scheduled, freshStartOf(t, h.a, h.id, FreshStartEntry{Name: "One"}).whole(t).Scheduled
	if len(after) != 2 || !after[0].AutoEnter || after[1].AutoEnter || !reflect.DeepEqual(before, after) {
		t.Errorf("copied schedules: %+v, want %+v", after, before)
	}
}
