package app

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holdover/internal/app/migration"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// TestRandomOperationsWithCards is TestRandomOperations for a budget with two cards, which alternate between envelopes and ordinary
// accounts. From any state, switching there and back gives the same budget in every month and category, and any
// operation gives the same result in either mode.
func TestRandomOperationsWithCards(t *testing.T) {
	limitRuns(t)
	a := newApp(t)
	done := 0
	rapid.Check(t, func(r *rapid.T) {
		l := &simulation{T: t, r: r, testBudget: importTestBudget(t, r, a, testBudgetWithCards())}
		if _, err := a.KeepCards(t.Context(), Machine(), l.id, true); err != nil {
			t.Fatal(err)
		}
		l.run(map[string]func() (ChangeResult, error){
			"switch card mode": l.switchCardMode, "switch card mode twice": l.switchCardModeTwice, "in both modes": l.applyInBothModes, "in both modes again": l.applyInBothModes,
			"budget": l.budget, "account type": l.kind, "cell note": l.target,
		})
		done += l.changed
		if err := a.store.Delete(t.Context(), l.no); err != nil {
			t.Fatal(err)
		}
	})
	if done < 20 { // they come to 40 to 120, by chance
		t.Errorf("%d steps of all runs changed something, want at least 20", done)
	}
}

func (l *simulation) switchCardMode() (ChangeResult, error) {
	return l.a.KeepCards(l.Context(), Machine(), l.id, !l.kept.Info.CardEnvelopes)
}

// months returns all figures, of every category in every month.
func (l *simulation) months() []Month {
	months, err := l.a.Months(l.Context(), Machine(), l.id, MonthSpan{})
	if err != nil {
		l.r.Fatalf("read the months: %v", err)
	}
	return months
}

// inOtherMode runs do in the other mode and switches back.
func (l *simulation) inOtherMode(do func()) {
	for _, envelopes := range []bool{!l.kept.Info.CardEnvelopes, l.kept.Info.CardEnvelopes} {
		if _, err := l.a.KeepCards(l.Context(), Machine(), l.id, envelopes); err != nil {
			l.r.Fatalf("change the card mode: %v", err)
		}
		l.checkConsistent(l.T)
		if envelopes != l.kept.Info.CardEnvelopes {
			do()
		}
	}
}

func (l *simulation) switchCardModeTwice() (ChangeResult, error) {
	before := l.months()
	l.inOtherMode(func() {})
	if diff := cmp.Diff(before, l.months()); diff != "" {
		l.r.Fatalf("changing the card mode there and back changes the budget: %s", diff)
	}
	return ChangeResult{}, nil
}

// applyInBothModes runs an operation, undoes it, and runs it in the other mode.
func (l *simulation) applyInBothModes() (ChangeResult, error) {
	do := l.budget
	if list := l.anyRows(); len(list) > 0 {
		month, amount := march.Month().Add(rapid.IntRange(-1, 3).Draw(l.r, "month")), l.amount()
		category, cleared, even := anyOf(l, "to", "food", "rent"), "cleared", l.even()
		do = anyOf(l, "what", func() (ChangeResult, error) {
			return l.a.DeleteRows(l.Context(), Machine(), l.id, rows.These(list...), even)
		},
			func() (ChangeResult, error) {
				return l.a.SetOnRows(l.Context(), Machine(), l.id, rows.These(list...), rows.Setting{Category: &category}, even)
			},
			func() (ChangeResult, error) {
				return l.a.SetOnRows(l.Context(), Machine(), l.id, rows.These(list...), rows.Setting{Cleared: &cleared}, even)
			},
			func() (ChangeResult, error) {
				return l.a.SetBudgeted(l.Context(), Machine(), l.id, category, month, amount)
			})
	} else {
		return do()
	}
	done, err := do()
	if err != nil || done.Change == 0 {
		return ChangeResult{}, err
	}
	want := l.months()
	if _, err := l.a.Undo(l.Context(), Machine(), l.id, done.Change); err != nil {
		l.r.Fatalf("undo: %v", err)
	}
	l.inOtherMode(func() {
		if _, err := do(); err != nil {
			l.r.Fatalf("%s in the other card mode: %v", done.Label, err)
		}
	})
	if diff := cmp.Diff(want, l.months()); diff != "" {
		l.r.Fatalf("%s in the other card mode gives another budget: %s", done.Label, diff)
	}
	return ChangeResult{}, nil
}

// budget changes the budgeted amount of any category, including card payment categories.
func (l *simulation) budget() (ChangeResult, error) {
	c := l.kept.Categories[rapid.IntRange(0, len(l.kept.Categories)-1).Draw(l.r, "category")]
	month := march.Month().Add(rapid.IntRange(-2, 4).Draw(l.r, "month"))
	if rapid.IntRange(0, 3).Draw(l.r, "or") == 0 {
		return l.a.Rollover(l.Context(), Machine(), l.id, c.ID, month, rapid.Bool().Draw(l.r, "on"))
	}
	return l.a.SetBudgeted(l.Context(), Machine(), l.id, c.ID, month, anyOf(l, "amount", 0, l.amount()))
}

// kind changes an account's type to a card or another type.
func (l *simulation) kind() (ChangeResult, error) {
	return l.a.SetAccountType(l.Context(), Machine(), l.id, l.anyAccount(), anyOf(l, "kind", "creditCard", "cash", "lineOfCredit"))
}

// target sets a target of any category, or snoozes it.
func (l *simulation) target() (ChangeResult, error) {
	c := l.kept.Categories[rapid.IntRange(0, len(l.kept.Categories)-1).Draw(l.r, "category")]
	if rapid.Bool().Draw(l.r, "rest") {
		return l.a.SnoozeTarget(l.Context(), Machine(), l.id, c.ID, march.Month(), rapid.Bool().Draw(l.r, "on"))
	}
	done, err := l.a.SetTarget(l.Context(), Machine(), l.id, c.ID, march.Month(), TargetForm{Shape: EveryMonth, Amount: "50", Day: "0"})
	if apperr.KindOf(err) == apperr.Invalid {
		return ChangeResult{}, err
	}
	return done, err
}

// testBudgetWithCards returns a budget with two cards, one of which has data from a file.
func testBudgetWithCards() *budget.Whole {
	w := testBudgetRecords()
	w.Accounts = append(w.Accounts,
		budget.Account{No: 5, ID: "visa", Name: "Visa", Type: budget.CreditCard, OnBudget: true, TransferPayee: 5, Sort: 5},
		budget.Account{No: 6, ID: "amex", Name: "Amex", Type: budget.LineOfCredit, OnBudget: true, Sort: 6})
	w.Payees = append(w.Payees, budget.Payee{No: 5, ID: "to-visa", Name: "Transfer : Visa", TransferAccount: 5})
	w.Info.CardPayments = []budget.CardPayment{{SourceID: "pay-visa", Name: "Visa", Account: 5, Months: []budget.CardPaymentMonth{{Month: march.Month(), Budgeted: 7000, Note: "said there"}}}}
	return w
}

// A card that was deleted, or has another type now, loses its payment category. Switching there and back restored the
// file's data about it, with the money assigned to it, but without a card.
func TestDeletedCardIsNotRestoredByTheCardMode(t *testing.T) {
	for name, remove := range map[string]func(h *testBudget) (ChangeResult, error){
		"deleted": func(h *testBudget) (ChangeResult, error) {
			return h.a.DeleteAccount(t.Context(), Machine(), h.id, "visa")
		},
		"of another type": func(h *testBudget) (ChangeResult, error) {
			return h.a.SetAccountType(t.Context(), Machine(), h.id, "visa", string(budget.Cash))
		},
	} {
		h := importTestBudget(t, t, newApp(t), testBudgetWithCards())
		setMode := func(envelopes bool) {
			done, err := h.a.KeepCards(t.Context(), Machine(), h.id, envelopes)
			h.must(t, done, err)
		}
		setMode(true)
		done, err := remove(h)
		h.must(t, done, err)
		months := func() []Month {
			months, err := h.a.Months(t.Context(), Machine(), h.id, MonthSpan{})
			if err != nil {
				t.Fatal(err)
			}
			return months
		}
		before := months()
		setMode(false)
		setMode(true)
		if diff := cmp.Diff(before, months()); diff != "" {
			t.Errorf("%s: changing the card mode there and back changes the budget: %s", name, diff)
		}
	}
}

// If a card became another type, the budget's document contains this: amounts assigned to pay it do not return in a
// copy.
func TestDeletedCardIsNotRestoredInACopy(t *testing.T) {
	a, ctx := newApp(t), t.Context()
	plan, err := os.Open(testkit.Plan(t, "--seed", "4", "--cards", "2", "--years", "1", "--tx", "300"))
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	got, err := a.Import(ctx, Machine(), plan, migration.ImportOptions{FileName: "plan.json"})
	if err != nil {
		t.Fatal(err)
	}
	id := got.Budget.ID
	if _, err := a.KeepCards(ctx, Machine(), id, true); err != nil {
		t.Fatal(err)
	}
	accounts, err := a.Accounts(ctx, Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, card := range accounts {
		if card.Type != string(budget.CreditCard) || !card.OnBudget {
			continue
		}
		if _, err := a.SetAccountType(ctx, Machine(), id, card.ID, string(budget.Cash)); err != nil {
			t.Fatal(err)
		}
		checkCopy(t, a, id)
	}
}

// checkCopy checks that a copy of a budget's document gives the same figures, with envelopes and with ordinary accounts.
func checkCopy(t *testing.T, a *App, id string) {
	t.Helper()
	ctx := t.Context()
	var document bytes.Buffer
	if err := a.Document(ctx, Machine(), id, "plan", &document); err != nil {
		t.Fatal(err)
	}
	copied := newApp(t)
	got, err := copied.Import(ctx, Machine(), &document, migration.ImportOptions{FileName: "copy.json"})
	if err != nil {
		t.Fatal(err)
	}
	if v := &got.Report.Verification; !v.Sound() {
		t.Errorf("verification of the copy: unexplained %s, %d errors of Holdover", v.Unexplained, v.Ours)
	}
	figures := func(a *App, id string) map[string]money.Milli {
		months, err := a.Months(ctx, Machine(), id, MonthSpan{})
		if err != nil {
			t.Fatal(err)
		}
		return figuresOf(months)
	}
	want := figures(a, id)
	if diff := cmp.Diff(want, figures(copied, got.Budget.ID)); diff != "" {
		t.Fatalf("copy differs: %s", diff)
	}
	if inBudget, inCopy := removedPaymentCategories(t, a, id), removedPaymentCategories(t, copied, got.Budget.ID); len(inBudget) == 0 || !slices.Equal(inBudget, inCopy) {
		t.Errorf("categories deleted: %q, in the copy %q; want the same", inBudget, inCopy)
	}
	for _, envelopes := range []bool{false, true} {
		if _, err := copied.KeepCards(ctx, Machine(), got.Budget.ID, envelopes); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, figures(copied, got.Budget.ID)); diff != "" {
		t.Fatalf("changing the card mode there and back changes the copy: %s", diff)
	}
}

// removedPaymentCategories returns the card payment categories that were removed with their cards.
func removedPaymentCategories(t *testing.T, a *App, id string) (ids []string) {
	t.Helper()
	err := a.access.ReadTx(t.Context(), Machine(), id, func(v *store.ReadTx) error {
		for _, p := range v.Info().CardPayments {
			if p.Gone {
				ids = append(ids, p.SourceID)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(ids)
	return ids
}

// figuresOf returns the figures of months by category name.
func figuresOf(months []Month) map[string]money.Milli {
	figures := map[string]money.Milli{}
	for i := range months {
		m := &months[i]
		figures[m.Month.String()] = m.ToBudget
		for k := range m.Categories {
			figures[m.Month.String()+" "+m.Categories[k].Name] = m.Categories[k].Balance
		}
	}
	maps.DeleteFunc(figures, func(_ string, amount money.Milli) bool { return amount == 0 })
	return figures
}
