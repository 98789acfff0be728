package app

import (
	"strings"
	"testing"

	"holdover/internal/app/payees"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
)

// The most used recent payees come first among the best matches, and the most recent ones without text; transfers to
// open accounts follow.
func TestPayeeSuggestionsAreOrdered(t *testing.T) {
	a, id := newApp(t), ""
	b, err := a.NewBudget(t.Context(), Machine(), BudgetEntry{Name: "Ours", Currency: "EUR"})
	if err != nil {
		t.Fatal(err)
	}
	id = b.ID
	account := map[string]string{}
	for _, name := range []string{"Bank", "Market account", "Old market"} {
		if _, account[name], err = a.AddAccount(t.Context(), Machine(), id, AccountEntry{Name: name, Type: "checking", OnBudget: true}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.CloseAccount(t.Context(), Machine(), id, account["Old market"], ClosingTransfer{}); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"Super market", "Fish market", "Fish market", "Market Hall", "Bookshop", "Supermarkt"} {
		if _, _, err := a.AddRow(t.Context(), Machine(), id, rows.Entry{Account: account["Bank"], Date: civil.MakeDate(2026, 1, i+1), Amount: -1, PayeeName: name}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		own, text string
		limit     int
		want      string
		exact     bool
	}{
		{"Bank", "mark", 9, "Market Hall|Fish market|Super market|Supermarkt|> Market account", false},
		{"Bank", "MARKET HALL", 9, "Market Hall", true},
		{"Bank", "", 2, "Supermarkt|Bookshop|> Market account", false},
		{"Market account", "mark", 1, "Market Hall", false},
		{"Market account", "transfer: b", 9, "> Bank", false},
		{"Bank", "nobody", 9, "", false},
		{"Bank", "transfer: market account", 9, "> Market account", true},
	} {
		found, exact, err := a.SuggestPayees(t.Context(), Machine(), id, account[c.own], c.text, c.limit)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i, f := range found {
			if i > 0 {
				got += "|"
			}
			if f.Account != nil {
				got += "> "
			}
			got += f.Name
		}
		if got != c.want || exact != c.exact {
			t.Errorf("%q: %s, %v, want %s, %v", c.text, got, exact, c.want, c.exact)
		}
	}
}

// A payee with accents is found without typing them, and sorts with its base letters. A whole name includes its
// accents.
func TestPayeesAreFoundAndSortedIgnoringAccents(t *testing.T) {
	h := newTestBudget(t)
	for _, name := range []string{"Zoo", "Öffi", "Apotheke", "Ärzte", "Übung", "Øl", "Okapi"} {
		done, _, err := h.a.AddRow(t.Context(), Machine(), h.id, rows.Entry{Account: "bank", Date: march, Amount: -1, PayeeName: name})
		h.must(t, done, err)
	}
	list, err := h.a.PayeesOf(t.Context(), Machine(), h.id, payees.Query{})
	among := func(p payees.Payee) bool { return p.Uses == 1 }
	if got := iterutil.Map(iterutil.Where(list.Page, among), func(p payees.Payee) string { return p.Name }); err != nil || strings.Join(got, " ") != "Apotheke Ärzte Öffi Okapi Øl Übung Zoo" {
		t.Errorf("payees in the order %q (error %v)", got, err)
	}
	list, err = h.a.PayeesOf(t.Context(), Machine(), h.id, payees.Query{Search: " OFF"})
	if err != nil || len(list.Page) != 1 || list.Page[0].Name != "Öffi" {
		t.Errorf("search for OFF: %+v, want Öffi (error %v)", list.Page, err)
	}
	for _, name := range []string{"Ærø", "Ærø 2", "Aero", "Aero 2"} { // two pairs of similar names, which are searched alike
		done, _, err := h.a.AddPayee(t.Context(), Machine(), h.id, name)
		h.must(t, done, err)
	}
	for range 20 { // they were in an order that changed from call to call
		list, err := h.a.PayeesOf(t.Context(), Machine(), h.id, payees.Query{})
		if err != nil || len(list.Alike) != 2 || list.Alike[0][0].Name != "Aero" || list.Alike[1][0].Name != "Ærø" {
			t.Fatalf("similar payees: %+v, want Aero and Ærø in this order (error %v)", list.Alike, err)
		}
	}
	for text, whole := range map[string]bool{"offi": false, "öffi": true, "O\u0308FFI": true, " Öffi ": true} {
		found, exact, err := h.a.SuggestPayees(t.Context(), Machine(), h.id, "bank", text, 9)
		if err != nil || len(found) != 1 || found[0].Name != "Öffi" || exact != whole {
			t.Errorf("search for %q: %+v, whole name %t, want %t (error %v)", text, found, exact, whole, err)
		}
	}
}
