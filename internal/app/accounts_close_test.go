package app

import (
	"slices"
	"strings"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// The remaining balance of a closed account is moved as the user says, in the same change.
func TestCloseAccountMovesTheRemainingBalance(t *testing.T) {
	for name, c := range map[string]struct {
		account string
		rest    ClosingTransfer
		label   string
		rows    int
		found   string // the category of the row on budget
	}{
		"to another on budget":                 {"cash", ClosingTransfer{To: "bank", Date: march}, "Closed the account Cash, its $10.00 went to Bank", 3, ""},
		"to an account off budget":             {"cash", ClosingTransfer{To: "house", Date: march, Category: "rent"}, "Closed the account Cash, its $10.00 went to House", 3, "rent"},
		"from an account off budget":           {"house", ClosingTransfer{To: "bank", Date: march, Category: "rent"}, "Closed the account House, its −$7.00 went to Bank", 3, "rent"},
		"written off":                          {"cash", ClosingTransfer{WriteOff: true, Date: march, Category: "food"}, "Closed the account Cash and wrote $10.00 off", 2, "food"},
		"written off as income":                {"cash", ClosingTransfer{WriteOff: true, Date: march}, "Closed the account Cash and wrote $10.00 off", 2, "salary"},
		"written off in an account off budget": {"house", ClosingTransfer{WriteOff: true, Date: march, Category: "food"}, "Closed the account House and wrote −$7.00 off", 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := newTestBudget(t)
			amount := money.Milli(10000)
			if c.account == "house" {
				amount = -7000
			}
			h.add(t, rows.Entry{Account: c.account, Date: march, Amount: amount, Cleared: "cleared"})
			h.closed(t, c.account, c.rest, c.label)
			w := h.whole(t)
			if len(w.Transactions) != c.rows {
				t.Errorf("%d rows, want %d: %+v", len(w.Transactions), c.rows, w.Transactions)
			}
			made := w.Transactions[len(w.Transactions)-1]
			for _, row := range w.Transactions {
				if row.Category != 0 {
					made = row
				}
			}
			if id := categoryID(w, made.Category); id != c.found {
				t.Errorf("category of the new row: %q, want %q", id, c.found)
			}
			done, err := h.a.Undo(t.Context(), Machine(), h.id, 0)
			h.must(t, done, err)
			if w := h.whole(t); len(w.Transactions) != 1 || slices.ContainsFunc(w.Accounts[:3], func(a budget.Account) bool { return a.Closed }) {
				t.Errorf("budget after the undo: %+v", w)
			}
		})
	}
}

func categoryID(w *budget.Whole, no budget.CategoryNo) string {
	for _, c := range w.Categories {
		if c.No == no {
			return c.ID
		}
	}
	return ""
}

// closed closes an account and checks that it is empty and has no waiting rows.
func (h *testBudget) closed(t *testing.T, account string, transfer ClosingTransfer, label string) {
	t.Helper()
	done, err := h.a.CloseAccount(t.Context(), Machine(), h.id, account, transfer)
	if h.must(t, done, err); done.Label != label {
		t.Errorf("%q, want %q", done.Label, label)
	}
	all, err := h.a.Accounts(t.Context(), Machine(), h.id)
	if err != nil {
		t.Fatal(err)
	}
	for _, acc := range all {
		if acc.ID == account && (!acc.Closed || acc.Balance != 0 || acc.UnclearedBalance != 0) {
			t.Errorf("account after closing: %+v, want it closed and empty", acc)
		}
	}
}

func TestCloseAccountIsRefused(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "cash", Date: march, Amount: 10000})
	for name, c := range map[string]struct {
		rest ClosingTransfer
		kind apperr.Kind
		says string
	}{
		"no transfer given":              {ClosingTransfer{}, apperr.Conflict, "Cash still has $10.00"},
		"transfer to itself":             {ClosingTransfer{To: "cash", Date: march}, apperr.Invalid, "both sides"},
		"transfer to a closed account":   {ClosingTransfer{To: "old", Date: march}, apperr.Invalid, "Old is closed"},
		"transfer to an unknown account": {ClosingTransfer{To: "moon", Date: march}, apperr.NotFound, "account"},
		"no date":                        {ClosingTransfer{To: "bank"}, apperr.Invalid, "date"},
	} {
		_, err := h.a.CloseAccount(t.Context(), Machine(), h.id, "cash", c.rest)
		if apperr.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want kind %s with %q", name, err, c.kind, c.says)
		}
	}
	if w := h.checkConsistent(t); len(w.Transactions) != 1 || w.Accounts[1].Closed {
		t.Errorf("a refused call changed the budget: %+v", w)
	}
}

func TestMoveAccountInTheOrder(t *testing.T) {
	h := newTestBudget(t)
	order := func(want string) {
		t.Helper()
		var ids []string
		for _, acc := range h.whole(t).Accounts {
			ids = append(ids, acc.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, c := range []struct{ account, before, want string }{
		{"old", "bank", "old bank cash house"},
		{"old", "house", "bank cash old house"},
		{"bank", "", "cash old house bank"},
		{"house", "house", "cash old house bank"},
	} {
		done, err := h.a.MoveAccount(t.Context(), Machine(), h.id, c.account, c.before)
		h.must(t, done, err)
		order(c.want)
	}
	done, err := h.a.Undo(t.Context(), Machine(), h.id, 0)
	h.must(t, done, err)
	order("bank cash old house")
	if _, err := h.a.MoveAccount(t.Context(), Machine(), h.id, "bank", "moon"); apperr.KindOf(err) != apperr.NotFound {
		t.Error(err)
	}
}
