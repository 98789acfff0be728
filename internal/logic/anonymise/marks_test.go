package anonymise_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/anonymise"
	"holdover/internal/logic/cardmode"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/exporter"
	"holdover/internal/logic/exporter/exportertest"
	"holdover/internal/logic/importer"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// budgetOf returns the budget imported from a document, with cards as its marks specify.
func budgetOf(t *testing.T, text []byte, cards bool) *budget.Whole {
	t.Helper()
	_, w, _ := imported(t, text, cards)
	return w
}

// imported returns a document and the budget imported from it.
func imported(t *testing.T, text []byte, cards bool) (*ynabdoc.Document, *budget.Whole, *importer.Notes) {
	t.Helper()
	doc, err := ynabdoc.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	newID := func() string { n++; return fmt.Sprint("new-", n) }
	w, notes, err := importer.Import(doc, importer.Options{NewID: newID, CardEnvelopes: cards})
	if err != nil {
		t.Fatal(err)
	}
	if w.Info.CardEnvelopes {
		cardmode.KeepIn(w, newID)
	}
	return doc, w, notes
}

func sheetOf(w *budget.Whole) *envelope.Sheet { return envelope.Compute(envelope.SnapshotOf(w)) }

// An anonymised document of a Holdover imports with the same cards, holds, rollovers, automatic schedules and their
// ends.
func TestHoldoverMarksAreKept(t *testing.T) {
	const factor = 13
	w := budgetOf(t, generated(t), true)
	for i := range w.Months {
		w.Months[i].Held = money.Milli(1000 * (i % 3))
	}
	for _, c := range w.Categories {
		if !c.Income && c.Card == 0 && c.No%2 == 0 {
			w.Rollovers = append(w.Rollovers, budget.Rollover{Category: c.No, From: sheetOf(w).First.Add(3), On: true})
		}
	}
	if len(w.Scheduled) == 0 || len(w.Rollovers) == 0 || len(w.Months) == 0 {
		t.Fatal("the plan lacks holds, rollovers or schedules for this test")
	}
	s := &w.Scheduled[0]
	s.AutoEnter, s.Until, s.Weekend = true, civil.MakeDate(2031, 1, 31), "after"
	w.Info.CardPayments = append(w.Info.CardPayments, budget.CardPayment{SourceID: "card-gone", Name: "Old card", Gone: true})
	var out bytes.Buffer
	if err := exporter.Export(&out, exportertest.FromWhole(w, sheetOf(w)), exporter.Options{LeadingKey: "plan", Month: sheetOf(w).First}); err != nil {
		t.Fatal(err)
	}
	want, got := budgetOf(t, out.Bytes(), false), budgetOf(t, anonymised(t, out.Bytes(), factor), false)

	gone := slices.ContainsFunc(want.Info.CardPayments, func(c budget.CardPayment) bool { return c.SourceID == "card-gone" && c.Gone })
	if s := want.Scheduled[0]; !want.Info.CardEnvelopes || !gone || !s.AutoEnter || s.Until == 0 || s.Weekend == "" || len(want.Rollovers) == 0 {
		t.Fatal("the document itself is not imported unchanged")
	}
	for _, m := range got.Months {
		if m.Held%factor != 0 {
			t.Errorf("%s has held %s", m.Month, m.Held)
		}
	}
	equal := func(what string, want, got any, ignore ...cmp.Option) {
		t.Helper()
		if diff := cmp.Diff(want, got, append(ignore, cmpopts.EquateEmpty())...); diff != "" {
			t.Errorf("%s differ:\n%s", what, diff)
		}
	}
	equal("cards as envelopes", want.Info.CardEnvelopes, got.Info.CardEnvelopes)
	equal("card payments", want.Info.CardPayments, got.Info.CardPayments,
		cmpopts.IgnoreFields(budget.CardPayment{}, "Name", "Note", "Target", "Months"))
	equal("groups", want.Groups, got.Groups, cmpopts.IgnoreFields(budget.Group{}, "Name", "Note"))
	equal("categories", want.Categories, got.Categories, cmpopts.IgnoreFields(budget.Category{}, "Name", "Note", "Target"))
	equal("rollovers", want.Rollovers, got.Rollovers)
	equal("scheduled transactions", want.Scheduled, got.Scheduled,
		cmpopts.IgnoreFields(budget.Scheduled{}, "Memo", "Amount", "FlagName"), cmpopts.IgnoreFields(budget.Part{}, "Memo", "Amount"))
	equal("counts", []int{len(want.Accounts), len(want.Payees), len(want.Cells), len(want.Transactions)},
		[]int{len(got.Accounts), len(got.Payees), len(got.Cells), len(got.Transactions)})

	before, after := sheetOf(want), sheetOf(got)
	equal("months", []civil.Month{before.First, before.Last()}, []civil.Month{after.First, after.Last()})
	figures := 0
	for m := before.First; m <= before.Last(); m++ {
		a, b := before.Month(m), after.Month(m)
		if a.ToBudget*factor != b.ToBudget || a.Budgeted*factor != b.Budgeted || a.Income*factor != b.Income || a.Held*factor != b.Held {
			t.Errorf("%s: %+v became %+v", m, a, b)
		}
		for _, c := range want.Categories {
			a, b := before.Cell(c.No, m), after.Cell(c.No, m)
			if figures++; a.Budgeted*factor != b.Budgeted || a.Activity*factor != b.Activity || a.Balance*factor != b.Balance {
				t.Errorf("%s of %s: %+v became %+v", m, c.Name, a, b)
			}
		}
	}
	if figures < 100 {
		t.Errorf("only %d figures were compared", figures)
	}
}

// Unknown members of the marks may contain anything and are dropped.
func TestUnknownMarksAreDropped(t *testing.T) {
	doc, err := ynabdoc.Decode(bytes.NewReader([]byte(`{"plan":{"id":"p","name":"n","accounts":[],"categories":[],"months":[],"transactions":[],"holdover":{"cards_as_envelopes":true,"diary":"secret",
		"held":[{"month":"2026-01","amount":7,"why":"secret"}],"card_payments":[{"category_id":"c","account_id":"a","gone":true,"was":"secret"}],
		"beside":{"groups":["g"],"categories":["c"],"notes":["secret"]},"scheduled_ends":[{"id":"s","until":"2030-01-31","because":"secret"}],
		"rules":[{"id":"r","when":[{"field":"payee","test":"is","text":"secret"}],"then":{"notes":"secret"}}]}}}`)))
	if err != nil {
		t.Fatal(err)
	}
	if err := anonymise.Document(doc, 10); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := doc.Encode(&out, ""); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(out.Bytes(), []byte("secret")) {
		t.Errorf("a private text remains in %s", out.Bytes())
	}
	for _, want := range []string{
		`"cards_as_envelopes":true`, `{"month":"2026-01","amount":70}`, `{"category_id":"c","account_id":"a","gone":true}`,
		`"beside":{"groups":["g"],"categories":["c"]}`, `"scheduled_ends":[{"id":"s","until":"2030-01-31"}]`,
	} {
		if !bytes.Contains(out.Bytes(), []byte(want)) {
			t.Errorf("%s is missing in %s", want, out.Bytes())
		}
	}
}
