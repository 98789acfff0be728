package app

import (
	"slices"
	"strings"
	"testing"

	"holdover/internal/app/offline"
	"holdover/internal/app/payees"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/testing/testkit"
)

// markedBudget returns a budget with rows of payees in the order of their dates, and the ids of the payees.
func markedBudget(t *testing.T, names ...string) (*testBudget, map[string]string) {
	t.Helper()
	h := newTestBudget(t)
	for i, name := range names {
		done, _, err := h.a.AddRow(t.Context(), Machine(), h.id, rows.Entry{Account: "bank", Date: civil.MakeDate(2026, 3, i+1), Amount: -1, PayeeName: name, Category: "food"})
		h.must(t, done, err)
	}
	ids := map[string]string{}
	for _, p := range testkit.Must(h.a.PayeesOf(t.Context(), Machine(), h.id, payees.Query{}))(t).Page {
		ids[p.Name] = p.ID
	}
	return h, ids
}

// suggested returns the names of the suggested payees for a text.
func (h *testBudget) suggested(t *testing.T, text string) []string {
	t.Helper()
	found, _, err := h.a.SuggestPayees(t.Context(), Machine(), h.id, "bank", text, 9)
	testkit.NoError(t, err)
	found = iterutil.Where(found, func(s payees.Suggestion) bool { return s.Account == nil })
	return iterutil.Map(found, func(s payees.Suggestion) string { return s.Name })
}

// TestMarkedPayeesInSuggestions hides payees and makes favourites: a hidden one is suggested for its whole name only, and
// its rows stay; a favourite is suggested before payees whose names match equally well.
func TestMarkedPayeesInSuggestions(t *testing.T) {
	h, ids := markedBudget(t, "Kiosk East", "Kiosk West", "Kiosk North")
	ctx, me := t.Context(), Machine()
	done, err := h.a.MarkPayees(ctx, me, h.id, []string{ids["Kiosk East"]}, payees.MarkChange{Favourite: new(true)})
	h.must(t, done, err)
	done, err = h.a.MarkPayees(ctx, me, h.id, []string{ids["Kiosk West"]}, payees.MarkChange{Hidden: new(true)})
	h.must(t, done, err)
	for text, want := range map[string][]string{
		"kiosk":      {"Kiosk East", "Kiosk North"},
		"":           {"Kiosk East", "Kiosk North"},
		"kiosk west": {"Kiosk West"},
		"north":      {"Kiosk North"},
	} {
		got := h.suggested(t, text)
		if got = got[:min(len(got), len(want))]; !slices.Equal(got, want) || slices.Contains(h.suggested(t, text), "Kiosk West") != (text == "kiosk west") {
			t.Errorf("suggestions for %q: %q, want %q first", text, h.suggested(t, text), want)
		}
	}
	if _, exact, err := h.a.SuggestPayees(ctx, me, h.id, "bank", "Kiosk West", 9); err != nil || !exact {
		t.Errorf("the whole name of a hidden payee: exact %t (error %v), want true", exact, err)
	}
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -1, PayeeName: "kiosk west"})
	list := testkit.Must(h.a.PayeesOf(ctx, me, h.id, payees.Query{Only: payees.OnlyHidden}))(t)
	if len(list.Page) != 1 || list.Page[0].Uses != 2 || list.Kinds[payees.OnlyHidden] != 1 || list.Kinds[payees.OnlyFavourites] != 1 {
		t.Errorf("hidden payees: %+v of %v, want Kiosk West with 2 uses", list.Page, list.Kinds)
	}
	recent := testkit.Must(h.a.OfflineSnapshot(ctx, me, h.id))(t).Payees
	if recent[0].Name != "Kiosk East" || slices.ContainsFunc(recent, func(p offline.Payee) bool { return p.Name == "Kiosk West" }) {
		t.Errorf("payees of the snapshot: %+v, want the favourite first and not the hidden one", recent)
	}
	if _, err := h.a.MarkPayees(ctx, me, h.id, []string{"to-bank"}, payees.MarkChange{Hidden: new(true)}); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("hiding the payee of an account: error %v, want Invalid", err)
	}
	if _, err := h.a.MarkPayees(ctx, me, h.id, nil, payees.MarkChange{Hidden: new(true)}); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("hiding no payee: error %v, want Invalid", err)
	}
}

// TestLearningOff switches the suggested category of a payee off and on again.
func TestLearningOff(t *testing.T) {
	h, ids := markedBudget(t, "Kiosk")
	ctx, me := t.Context(), Machine()
	suggested := func() []string {
		byID := testkit.Must(h.a.SuggestCategory(ctx, me, h.id, payees.CategoryQuery{Account: "bank", Payee: ids["Kiosk"]}))(t)
		byName := testkit.Must(h.a.SuggestCategory(ctx, me, h.id, payees.CategoryQuery{Name: "kiosk"}))(t)
		snapshot := testkit.Must(h.a.OfflineSnapshot(ctx, me, h.id))(t).Payees
		i := slices.IndexFunc(snapshot, func(p offline.Payee) bool { return p.Name == "Kiosk" })
		inbox := testkit.Must(h.a.Inbox(ctx, me, h.id, 0))(t).Rows
		return []string{byID, byName, snapshot[i].Category, inbox[0].Suggested}
	}
	done, row, err := h.a.AddRow(ctx, me, h.id, rows.Entry{Account: "bank", Date: march, Amount: -1, PayeeName: "Kiosk"})
	h.must(t, done, err)
	done, err = h.a.SetOnRows(ctx, me, h.id, rows.These(row), rows.Setting{Approved: new(false)}, true)
	h.must(t, done, err)
	want := []string{"food", "food", "food", "food"}
	if got := suggested(); !slices.Equal(got, want) {
		t.Fatalf("suggested categories: %q, want %q", got, want)
	}
	done, err = h.a.MarkPayees(ctx, me, h.id, []string{ids["Kiosk"]}, payees.MarkChange{LearningOff: new(true)})
	h.must(t, done, err)
	if got := suggested(); !slices.Equal(got, []string{"", "", "", ""}) {
		t.Errorf("suggested categories without learning: %q, want none", got)
	}
	testkit.Must(h.a.Undo(ctx, me, h.id, 0))(t)
	if got := suggested(); !slices.Equal(got, want) {
		t.Errorf("suggested categories after undo: %q, want %q", got, want)
	}
}

// TestMergedPayeesAndMarks merges payees with marks: the payee that stays becomes a favourite and stops learning if one of
// them did, and stays visible.
func TestMergedPayeesAndMarks(t *testing.T) {
	h, ids := markedBudget(t, "One", "Two", "Three")
	ctx, me := t.Context(), Machine()
	for name, marks := range map[string]payees.MarkChange{"Two": {Favourite: new(true), Hidden: new(true)}, "Three": {LearningOff: new(true)}} {
		done, err := h.a.MarkPayees(ctx, me, h.id, []string{ids[name]}, marks)
		h.must(t, done, err)
	}
	done, err := h.a.MergePayees(ctx, me, h.id, ids["One"], []string{ids["Two"], ids["Three"]})
	h.must(t, done, err)
	found, _, err := h.a.PayeesByID(ctx, me, h.id, []string{ids["One"]})
	if want := (payees.Marks{Favourite: true, LearningOff: true}); err != nil || found[0].Marks != want || found[0].Uses != 3 {
		t.Errorf("the merged payee: %+v (error %v), want the marks %+v and 3 uses", found, err, want)
	}
	testkit.Must(h.a.Undo(ctx, me, h.id, 0))(t)
	found, _, err = h.a.PayeesByID(ctx, me, h.id, []string{ids["One"], ids["Two"]})
	if err != nil || found[0].Marks != (payees.Marks{}) || found[1].Marks != (payees.Marks{Favourite: true, Hidden: true}) {
		t.Errorf("after undo: %+v (error %v), want the marks of before", found, err)
	}
}

// TestPayeesOfTheProgramAreNoQuickChoices checks that the payees of starting balances and of adjustments are not offered
// before their whole name is typed, on pages and without a connection, unless a user makes them favourites.
func TestPayeesOfTheProgramAreNoQuickChoices(t *testing.T) {
	h, ids := markedBudget(t, "Kiosk", "Starting Balance", "Reconciliation Balance Adjustment", "Manual Balance Adjustment")
	ctx, me := t.Context(), Machine()
	quick := func() []string {
		recent := testkit.Must(h.a.OfflineSnapshot(ctx, me, h.id))(t).Payees
		return iterutil.Map(recent, func(p offline.Payee) string { return p.Name })
	}
	if got := h.suggested(t, ""); !slices.Equal(got, []string{"Kiosk"}) && !slices.Equal(got, []string{"Kiosk", "Baker", "Bakery"}) {
		t.Errorf("suggested without text: %q", got)
	}
	if got := h.suggested(t, "balance"); len(got) > 0 {
		t.Errorf("suggested for a part of the name: %q", got)
	}
	if got := h.suggested(t, "starting balance"); !slices.Equal(got, []string{"Starting Balance"}) {
		t.Errorf("suggested for the whole name: %q", got)
	}
	if got := quick(); slices.Contains(got, "Starting Balance") || !slices.Contains(got, "Kiosk") {
		t.Errorf("without a connection: %q", got)
	}
	done, err := h.a.MarkPayees(ctx, me, h.id, []string{ids["Starting Balance"]}, payees.MarkChange{Favourite: new(true)})
	h.must(t, done, err)
	if got := h.suggested(t, ""); got[0] != "Starting Balance" {
		t.Errorf("suggested with a favourite: %q", got)
	}
}

// TestATypedTransferToNoAccountIsNoPayee types transfers to accounts that do not exist: a payee of that name was made.
func TestATypedTransferToNoAccountIsNoPayee(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	before := len(testkit.Must(h.a.PayeesOf(ctx, me, h.id, payees.Query{}))(t).Page)
	for _, name := range []string{"Transfer :", "transfer: ", "Transfer : Nowhere", "TRANSFER:Nowhere"} {
		entry := rows.Entry{Account: "bank", Date: march, Amount: -1, PayeeName: name}
		_, _, row := h.a.AddRow(ctx, me, h.id, entry)
		_, _, scheduled := h.a.AddScheduled(ctx, me, h.id, schedules.Entry{Frequency: "monthly", Entry: entry})
		_, _, payee := h.a.AddPayee(ctx, me, h.id, name)
		_, renamed := h.a.RenamePayee(ctx, me, h.id, "baker", name)
		_, _, rule := h.a.SaveRule(ctx, me, h.id, rules.Entry{Conditions: payeeHas("x"), Outcome: rules.Outcome{Payee: name}}, nil)
		_, _, created := h.a.CreateTransactions(ctx, me, h.id, []NewTransaction{{TransactionFields: TransactionFields{Account: new("bank"), Date: new(march), Amount: new(money.Milli(-1)), PayeeName: &name}}})
		for from, err := range map[string]error{"row": row, "schedule": scheduled, "new payee": payee, "renamed payee": renamed, "rule": rule, "API": created} {
			if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "means a transfer") {
				t.Errorf("%s: %q: error %v", from, name, err)
			}
		}
	}
	if after := len(testkit.Must(h.a.PayeesOf(ctx, me, h.id, payees.Query{}))(t).Page); after != before {
		t.Errorf("%d payees were made", after-before)
	}
	h.add(t, rows.Entry{Account: "cash", Date: march, Amount: -1, PayeeName: "Transfer : Bank"})
}
