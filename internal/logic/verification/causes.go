package verification

import (
	"slices"

	"holdover/internal/base/money"
)

// causes maps each cause of a difference between To Budget and Ready to Assign to its amounts by month, computed from
// the document alone.
type causes map[Cause][]money.Milli

// order is the order in which causes are listed.
var order = []Cause{
	CardIncome, CardBudgeted, CardDebt, Uncategorized, CardOverspent, AssignedLater, AfterExport,
	HeldHere, RolloverHere, EditedHere, Contradiction,
}

// sourceCauses computes the causes that follow from the different rules of Ready to Assign and To Budget.
func (v *verification) sourceCauses() causes {
	all := causes{}
	if v.file.holdover || v.imported.Envelopes { // such a budget calculates as the source does
		return all
	}
	n := len(v.file.months)
	cardIncome, cardBudgeted := make([]money.Milli, n), make([]money.Milli, n)
	debt, uncat, cardOver := make([]money.Milli, n), make([]money.Milli, n), make([]money.Milli, n)
	for i := range v.file.months {
		cardIncome[i] = v.file.months[i].cardIncome
	}
	v.proveCardIncome()
	for _, c := range v.file.list {
		for i := range c.balance {
			over := max(0, -c.balance[i])
			credit := min(over, max(0, -c.cards[i]))
			e := Evidence{Month: v.file.month(i), Of: c.name}
			switch c.kind {
			case cardPayment:
				cardBudgeted[i] += c.budgeted[i]
				cardOver[i] += over
				v.report.prove(CardBudgeted, e.of(c.budgeted[i]))
				v.report.prove(CardOverspent, e.of(over))
				continue
			case uncategorised:
				uncat[i] += over
				v.report.prove(Uncategorized, e.of(over))
			}
			debt[i] -= credit
			v.report.prove(CardDebt, e.of(-credit))
		}
	}
	all[CardIncome], all[CardBudgeted] = through(cardIncome), through(cardBudgeted)
	all[CardDebt], all[Uncategorized], all[CardOverspent] = before(debt), before(uncat), before(cardOver)
	return all
}

func (e Evidence) of(amount money.Milli) Evidence {
	e.Amount = amount
	return e
}

// through returns the sums up to each month, before the sums up to the month before it.
func through(amounts []money.Milli) []money.Milli {
	var sum money.Milli
	for i, a := range amounts {
		sum += a
		amounts[i] = sum
	}
	return amounts
}

func before(amounts []money.Milli) []money.Milli {
	through(amounts)
	if len(amounts) > 0 {
		copy(amounts[1:], slices.Clone(amounts[:len(amounts)-1]))
		amounts[0] = 0
	}
	return amounts
}

func (c causes) sum(i int) money.Milli {
	var sum money.Milli
	for _, amounts := range c {
		sum += amounts[i]
	}
	return sum
}

// proveCardIncome lists the transactions on cards that are categorised as income.
func (v *verification) proveCardIncome() {
	f := v.file
	type key struct {
		month int
		card  string
	}
	at := map[key]int{}
	var found []Evidence
	for _, l := range f.cardIncome {
		if f.after != 0 && l.Date >= f.after {
			continue
		}
		k := key{int(l.Date.Month() - f.first), l.Account}
		i, known := at[k]
		if !known {
			i = len(found)
			at[k] = i
			found = append(found, Evidence{Month: l.Date.Month(), Of: f.accounts[l.Account].doc.Name})
		}
		found[i].Amount += l.Amount
		found[i].Rows = append(found[i].Rows, l.Row)
	}
	slices.SortStableFunc(found, func(a, b Evidence) int { return int(a.Month - b.Month) })
	for _, e := range found {
		v.report.prove(CardIncome, e)
	}
}
