package reimport

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

type sideOf struct {
	amount   money.Milli
	other    budget.Side
	twoDates bool
}

func sidesOf(rows []budget.Transaction) map[budget.Side]sideOf {
	all := map[budget.Side]sideOf{}
	for i := range rows {
		for line := range rows[i].Lines {
			if line.Transfer.Tx != 0 {
				all[budget.Side{Tx: rows[i].No, Part: line.Part}] = sideOf{line.Amount, budget.Side{Tx: line.Transfer.Tx, Part: line.Transfer.Part}, line.Transfer.TwoDates}
			}
		}
	}
	return all
}

// pairUp unlinks the two sides of a transfer if one is taken over and the other does not change here, because editing
// one would otherwise change the other. It only examines sides that are written or that a written side refers to.
func (c *comparison) pairUp() {
	w := &c.result.Writes
	written := iterutil.SetOf(w.Transactions, func(t budget.Transaction) budget.TxNo { return t.No })
	for _, no := range w.GoneTransactions {
		written[no] = true
	}
	rows := after(c.now.Transactions, w.Transactions, w.GoneTransactions, rowNo)
	sides, source := sidesOf(rows), sidesOf(c.is.Transactions)
	for i := range rows {
		var broken []budget.PartNo
		for line := range rows[i].Lines {
			at := budget.Side{Tx: rows[i].No, Part: line.Part}
			if one, linked := sides[at]; linked && (written[at.Tx] || written[one.other.Tx]) && !paired(at, sides, source) {
				broken = append(broken, line.Part)
			}
		}
		if len(broken) > 0 {
			c.unlink(&rows[i], broken)
		}
	}
}

// paired reports whether the other side of a transfer refers back, agrees about two dates, and has the opposite amount or
// differs in amount at the source too.
func paired(at budget.Side, sides, source map[budget.Side]sideOf) bool {
	one := sides[at]
	other, there := sides[one.other]
	if !there || other.other != at || other.twoDates != one.twoDates {
		return false
	}
	before, known := source[at]
	odd := known && source[before.other].amount != -before.amount
	return odd || other.amount == -one.amount
}

func (c *comparison) unlink(row *budget.Transaction, broken []budget.PartNo) {
	w := &c.result.Writes
	i := slices.IndexFunc(w.Transactions, func(t budget.Transaction) bool { return t.No == row.No })
	if i < 0 {
		w.Transactions, i = append(w.Transactions, *row), len(w.Transactions)
	}
	t := &w.Transactions[i]
	t.Parts = slices.Clone(t.Parts)
	for _, part := range broken {
		at := &t.Transfer
		if j := slices.IndexFunc(t.Parts, func(p budget.Part) bool { return p.No == part }); part != 0 && j >= 0 {
			at = &t.Parts[j].Transfer
		}
		at.Tx, at.Part, at.TwoDates = 0, 0, false
	}
}
