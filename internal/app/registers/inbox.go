package registers

import (
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/ledger"
	"holdover/internal/logic/rowindex"
	"holdover/internal/logic/tag"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// Inbox contains the rows to approve, with the categories that can be chosen for them.
type Inbox struct {
	rows.Form
	Rows  []InboxRow // newest first, at most rows.PageSize
	From  int        // the number of the first, from 1
	Total int
	Ready int    // the number of unapproved rows that have a category
	Shown string // the hash of their preview, see [budgetsession.PreviewHash]
	Tags  tag.Palette
}

// InboxRow is a transaction that waits to be approved.
type InboxRow struct {
	rows.Row
	Matched bool // it was both entered by a user and imported
	Takes   bool // it may have a category
	Lacks   bool // it, or a part of it, needs a category
	// Suggested is the id of the usual category of similar rows, if the row lacks one.
	Suggested string
}

// Inbox lists the rows to approve, from a number on.
func (rg *Registers) Inbox(ctx context.Context, who users.Actor, id string, from int) (Inbox, error) {
	var in Inbox
	err := pageframe.View(ctx, rg.access, who, id, &in.Frame, func(v *store.ReadTx) error {
		if err := in.Choices(v); err != nil {
			return err
		}
		return in.fill(v, from)
	})
	return in, err
}

func (in *Inbox) fill(v *store.ReadTx, from int) (err error) {
	total, ready, err := waiting(v)
	if err != nil {
		return err
	}
	in.Total, in.Ready, in.Shown = total, len(ready), shown(ready)
	in.From = beginning(from, in.Total)
	list, err := rows.Read(v, store.Filter{Unapproved: true, Descending: true, Limit: rows.PageSize, Offset: in.From - 1})
	if err != nil {
		return err
	}
	if in.Tags, err = paletteFor(v, list); err != nil {
		return err
	}
	names, err := rows.NamesIn(v)
	if err != nil {
		return err
	}
	shown := names.Rows(list)
	for i := range list {
		row, err := inboxRow(names, v, &list[i], shown[i])
		if err != nil {
			return err
		}
		in.Rows = append(in.Rows, row)
	}
	return nil
}

func inboxRow(n *rows.Names, v *store.ReadTx, t *budget.Transaction, row rows.Row) (InboxRow, error) {
	in := InboxRow{Row: row, Matched: t.Bank != nil && t.Bank.Match != nil, Lacks: lacksCategory(n, t)}
	in.Takes = len(t.Parts) == 0 && mayHaveCategory(n, t.Account, t.Transfer)
	if !in.Takes || !in.Lacks || t.Payee == 0 || n.Payees[t.Payee].LearningOff {
		return in, nil
	}
	lines, err := v.Lines()
	if err != nil {
		return in, err
	}
	if c, known := n.Categories[lines.UsualCategory(rowindex.Like{Payee: t.Payee, Account: t.Account, Amount: t.Amount})]; known && !c.Hidden {
		in.Suggested = c.ID
	}
	return in, err
}

// mayHaveCategory reports whether a line counts for a category: its account is on budget, and it is not a transfer to
// another account on budget.
func mayHaveCategory(n *rows.Names, account budget.AccountNo, to budget.Transfer) bool {
	return n.Accounts[account].OnBudget && (to.Account == 0 || !n.Accounts[to.Account].OnBudget)
}

func lacksCategory(n *rows.Names, t *budget.Transaction) bool {
	for line := range t.Lines {
		if line.Category == 0 && mayHaveCategory(n, t.Account, line.Transfer) {
			return true
		}
	}
	return false
}

// ApproveReady approves all unapproved rows with a category, in one change. seen is the hash that the inbox
// displayed: if it has changed, nothing is done. It returns an Invalid error if there are none, and Conflict.
func (rg *Registers) ApproveReady(ctx context.Context, who users.Actor, id, seen string) (budgetsession.ChangeResult, error) {
	return rg.access.Change(ctx, who, id, "approve-ready", func(e *budgetsession.ChangeTx) error {
		_, numbers, err := waiting(&e.ReadTx)
		switch {
		case err != nil:
			return err
		case len(numbers) == 0:
			return apperr.New(apperr.Invalid, "no transaction to approve has a category").WithHint("choose categories first")
		case shown(numbers) != seen:
			return apperr.New(apperr.Conflict, "the transactions to approve have changed: %s have a category now; nothing was changed", humanize.Number(len(numbers), "transaction", "transactions")).
				WithHint("check them again")
		}
		rows, err := e.TransactionsByNo(numbers)
		if err != nil {
			return err
		}
		e.Say("Approved %s", humanize.Number(len(rows), "transaction", "transactions"))
		return e.Rows(ledger.AlsoReconciled, func(b *ledger.EditSet) error {
			b.Know(rows)
			return iterutil.EachPtr(rows, func(row *budget.Transaction) error {
				return b.Mark(row.No, func(t *budget.Transaction) { t.Approved = true })
			})
		})
	})
}

// waiting returns the number of unapproved rows, and the numbers of those with a category.
func waiting(v *store.ReadTx) (total int, ready []budget.TxNo, err error) {
	lacking, err := v.Numbers(store.Filter{Unapproved: true, Uncategorised: true})
	if err != nil {
		return 0, nil, err
	}
	all, err := v.Numbers(store.Filter{Unapproved: true}) // the last, as a page of them is read next
	total = len(all)
	return total, slices.DeleteFunc(all, func(no budget.TxNo) bool { // both lists have the same order
		lacks := len(lacking) > 0 && lacking[0] == no
		if lacks {
			lacking = lacking[1:]
		}
		return lacks
	}), err
}

func shown(numbers []budget.TxNo) string {
	s := budgetsession.NewPreviewHash()
	for _, no := range numbers {
		s.Number(int64(no))
	}
	return s.String()
}
