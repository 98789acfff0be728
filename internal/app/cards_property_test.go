package app

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holdover/internal/budget"
	"holdover/internal/fault"
)

// TestAnyLifeWithCards is TestAnyLife of a home with two cards, which are kept as envelopes now and like any other account
// then. Besides: from any state, there and back is the same budget, in every month and category, and whatever can be done in
// both ways comes to the same in whichever of them it was done.
func TestAnyLifeWithCards(t *testing.T) {
	fewerLives(t)
	a := newApp(t)
	done := 0
	rapid.Check(t, func(r *rapid.T) {
		l := &life{T: t, r: r, home: moveIn(t, r, a, homeWithCards())}
		if _, err := a.KeepCards(t.Context(), Machine(), l.id, true); err != nil {
			t.Fatal(err)
		}
		l.live(map[string]func() (Done, error){
			"other way": l.otherWay, "there and back": l.thereAndBackAgain, "in either way": l.inEitherWay, "in either way again": l.inEitherWay,
			"budget": l.budget, "kind": l.kind, "cell note": l.target,
		})
		done += l.changed
		if err := a.store.Delete(t.Context(), l.no); err != nil {
			t.Fatal(err)
		}
	})
	if done < 20 { // they come to 40 to 120, by chance
		t.Errorf("in all lives together only %d steps changed anything", done)
	}
}

func (l *life) otherWay() (Done, error) {
	return l.a.KeepCards(l.Context(), Machine(), l.id, !l.kept.Info.CardEnvelopes)
}

// months are all figures, of every category in every month.
func (l *life) months() []Month {
	months, err := l.a.Months(l.Context(), Machine(), l.id, MonthSpan{})
	if err != nil {
		l.r.Fatalf("%v", err)
	}
	return months
}

// aside does something in the other way and comes back.
func (l *life) aside(do func()) {
	for _, envelopes := range []bool{!l.kept.Info.CardEnvelopes, l.kept.Info.CardEnvelopes} {
		if _, err := l.a.KeepCards(l.Context(), Machine(), l.id, envelopes); err != nil {
			l.r.Fatalf("%v", err)
		}
		l.sound(l.T)
		if envelopes != l.kept.Info.CardEnvelopes {
			do()
		}
	}
}

func (l *life) thereAndBackAgain() (Done, error) {
	before := l.months()
	l.aside(func() {})
	if diff := cmp.Diff(before, l.months()); diff != "" {
		l.r.Fatalf("there and back is another budget: %s", diff)
	}
	return Done{}, nil
}

// inEitherWay does something, takes it back, and does it in the other way.
func (l *life) inEitherWay() (Done, error) {
	do := l.budget
	if rows := l.anyRows(); len(rows) > 0 {
		month, amount := march.Month().Add(rapid.IntRange(-1, 3).Draw(l.r, "month")), l.amount()
		category, cleared, even := anyOf(l, "to", "food", "rent"), "cleared", l.even()
		do = anyOf(l, "what", func() (Done, error) { return l.a.DeleteRows(l.Context(), Machine(), l.id, TheRows(rows...), even) },
			func() (Done, error) {
				return l.a.SetOnRows(l.Context(), Machine(), l.id, TheRows(rows...), RowSetting{Category: &category}, even)
			},
			func() (Done, error) {
				return l.a.SetOnRows(l.Context(), Machine(), l.id, TheRows(rows...), RowSetting{Cleared: &cleared}, even)
			},
			func() (Done, error) { return l.a.SetBudgeted(l.Context(), Machine(), l.id, category, month, amount) })
	} else {
		return do()
	}
	done, err := do()
	if err != nil || done.Change == 0 {
		return Done{}, err
	}
	want := l.months()
	if _, err := l.a.Undo(l.Context(), Machine(), l.id, done.Change); err != nil {
		l.r.Fatalf("undo: %v", err)
	}
	l.aside(func() {
		if _, err := do(); err != nil {
			l.r.Fatalf("%s in the other way: %v", done.Label, err)
		}
	})
	if diff := cmp.Diff(want, l.months()); diff != "" {
		l.r.Fatalf("%s, done in the other way, is another budget: %s", done.Label, diff)
	}
	return Done{}, nil
}

// budget gives any category an amount, or takes one back; those that pay cards too.
func (l *life) budget() (Done, error) {
	c := l.kept.Categories[rapid.IntRange(0, len(l.kept.Categories)-1).Draw(l.r, "category")]
	month := march.Month().Add(rapid.IntRange(-2, 4).Draw(l.r, "month"))
	if rapid.IntRange(0, 3).Draw(l.r, "or") == 0 {
		return l.a.Rollover(l.Context(), Machine(), l.id, c.ID, month, rapid.Bool().Draw(l.r, "on"))
	}
	return l.a.SetBudgeted(l.Context(), Machine(), l.id, c.ID, month, anyOf(l, "amount", 0, l.amount()))
}

// kind makes an account a card or something else.
func (l *life) kind() (Done, error) {
	return l.a.SetAccountType(l.Context(), Machine(), l.id, l.anyAccount(), anyOf(l, "kind", "creditCard", "cash", "lineOfCredit"))
}

// target gives any category a target, or lets it rest.
func (l *life) target() (Done, error) {
	c := l.kept.Categories[rapid.IntRange(0, len(l.kept.Categories)-1).Draw(l.r, "category")]
	if rapid.Bool().Draw(l.r, "rest") {
		return l.a.SnoozeTarget(l.Context(), Machine(), l.id, c.ID, march.Month(), rapid.Bool().Draw(l.r, "on"))
	}
	done, err := l.a.SetTarget(l.Context(), Machine(), l.id, c.ID, march.Month(), TargetForm{Shape: EveryMonth, Amount: "50", Day: "0"})
	if fault.KindOf(err) == fault.Invalid {
		return Done{}, err
	}
	return done, err
}

// homeWithCards is a home with two cards, of one of which a file says something.
func homeWithCards() *budget.Whole {
	w := homeRecords()
	w.Accounts = append(w.Accounts,
		budget.Account{No: 5, ID: "visa", Name: "Visa", Type: budget.CreditCard, OnBudget: true, TransferPayee: 5, Sort: 5},
		budget.Account{No: 6, ID: "amex", Name: "Amex", Type: budget.LineOfCredit, OnBudget: true, Sort: 6})
	w.Payees = append(w.Payees, budget.Payee{No: 5, ID: "to-visa", Name: "Transfer : Visa", TransferAccount: 5})
	w.Info.CardPayments = []budget.CardPayment{{SourceID: "pay-visa", Name: "Visa", Account: 5, Months: []budget.CardPaymentMonth{{Month: march.Month(), Budgeted: 7000, Note: "said there"}}}}
	return w
}

// A card that was deleted, or is none any more, took its payment category along. There and back, what the file said of it came
// back with the money that had been assigned to it, and no card.
func TestACardThatWentStaysAway(t *testing.T) {
	for how, goes := range map[string]func(h *home) (Done, error){
		"deleted": func(h *home) (Done, error) { return h.a.DeleteAccount(t.Context(), Machine(), h.id, "visa") },
		"of another kind": func(h *home) (Done, error) {
			return h.a.SetAccountType(t.Context(), Machine(), h.id, "visa", string(budget.Cash))
		},
	} {
		h := moveIn(t, t, newApp(t), homeWithCards())
		keep := func(envelopes bool) {
			done, err := h.a.KeepCards(t.Context(), Machine(), h.id, envelopes)
			h.must(t, done, err)
		}
		keep(true)
		done, err := goes(h)
		h.must(t, done, err)
		months := func() []Month {
			months, err := h.a.Months(t.Context(), Machine(), h.id, MonthSpan{})
			if err != nil {
				t.Fatal(err)
			}
			return months
		}
		before := months()
		keep(false)
		keep(true)
		if diff := cmp.Diff(before, months()); diff != "" {
			t.Errorf("%s: there and back is another budget: %s", how, diff)
		}
	}
}
