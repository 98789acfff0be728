package store

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
)

// putTransfer writes a transfer between two accounts as a pair of rows, one of them sometimes as a part of a split,
// or edits such a row.
func putTransfer(r *run, t *rapid.T) {
	r.change("transfer", func(w *WriteTx, m *model) error {
		from, to, amount, month := pick(r, m.accounts), pick(r, m.accounts), r.amount(), r.month()
		in := budget.Transaction{ID: r.id(), Cleared: budget.Uncleared, Date: month.DayAt(3), Account: to, Amount: amount, Transfer: budget.Transfer{Account: from}}
		if err := w.PutTransaction(&in); err != nil {
			return err
		}
		out := budget.Transaction{ID: r.id(), Cleared: budget.Uncleared, Date: month.DayAt(3), Account: from, Amount: -amount, Transfer: budget.Transfer{Account: to, Tx: in.No}}
		if rapid.Bool().Draw(t, "in a split") {
			rest := r.amount()
			out.Parts = []budget.Part{{ID: r.id(), Amount: -amount, Transfer: out.Transfer}, {ID: r.id(), Amount: rest, Category: pick(r, m.categories)}}
			out.Amount, out.Transfer = rest-amount, budget.Transfer{}
		}
		if rapid.Bool().Draw(t, "with a category") && len(out.Parts) == 0 {
			out.Category = pick(r, m.categories) // a transfer between a budget account and a tracking account
		}
		if err := w.PutTransaction(&out); err != nil {
			return err
		}
		in.Transfer.Tx = out.No
		err := w.PutTransaction(&in)
		m.rows[in.No], m.rows[out.No] = in, out
		return err
	})
}

// moveLines moves the lines of a category to another. The first category is not deleted.
func moveLines(r *run, _ *rapid.T) {
	r.change("move lines", func(w *WriteTx, m *model) error {
		from, to := pick(r, m.categories), pick(r, m.categories)
		if from == to {
			return nil
		}
		m.moveLines(from, to)
		return w.MoveLines(from, to)
	})
}

// TestRandomOperationsWithCards is TestRandomOperations for a budget with two cards with envelopes. Most of its operations affect
// cards.
func TestRandomOperationsWithCards(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		s, other := open(t, cfg), open(t, cfg)
		limitChecks(t, 20)
		lives := 0
		rapid.Check(t, func(t *rapid.T) {
			lives++
			w := household(rapid.Uint64().Draw(t, "seed"), size{accounts: 4, categories: 4, payees: 3, rows: 24, months: 4})
			w.Info.ID = fmt.Sprint("life with cards ", lives)
			keepCards(w, 2)
			runRandomOperations(t, s, other, w, map[string]func(*run, *rapid.T){
				"transfer": putTransfer, "transfer again": putTransfer, "move lines": moveLines,
				"cards again": func(r *run, t *rapid.T) { r.cards(t) }, "account again": func(r *run, t *rapid.T) { r.account(t) },
			})
		})
	})
}

// keepCards makes the first accounts of a budget cards with envelopes.
func keepCards(w *budget.Whole, accounts int) {
	w.Info.CardEnvelopes = true
	for i := range accounts {
		no := budget.CategoryNo(1000 + i)
		w.Categories = append(w.Categories, budget.Category{No: no, ID: fmt.Sprint("card ", i), Group: w.Groups[1].No, Name: fmt.Sprint("Card ", i), Card: w.Accounts[i].No, Sort: 90 + i})
	}
}
