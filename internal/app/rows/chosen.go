package rows

import (
	"context"
	"maps"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// Choice selects the rows of an operation: by their ids, or by a filter.
type Choice struct {
	IDs      []string
	Matching *Filter // instead of ids
	// Count is the number of rows that matched when the user chose them, and Shown identifies these rows and their
	// sum, as returned in Chosen. If other rows match by now, nothing is changed. Zero allows any number, "" any
	// rows.
	Count       int
	PreviewHash string
	// As is the number of the budget's last change when the user chose the rows on a page that shows only their
	// number.
	As int64
}

// These returns a choice of rows by id.
func These(ids ...string) Choice { return Choice{IDs: ids} }

// Chosen describes the rows of a choice.
type Chosen struct {
	Count      int
	Sum        money.Milli
	Transfers  int  // rows with the other side of a transfer, which changes with them
	Reconciled int  // reconciled rows
	OtherSides int  // rows that are not reconciled, but have a reconciled other side
	Noted      int  // rows that have notes
	Moves      int  // rows that are transfers as a whole: the other account is their payee
	Matched    int  // rows that were matched here from an entered and an imported one
	One        *Row // the row, if it is the only one
	Shown      string
}

// ChosenRows returns a description of the rows of a choice. It returns a NotFound error, and Conflict if other rows
// match by now.
func (rs *Rows) ChosenRows(ctx context.Context, who users.Actor, id string, choice Choice) (Chosen, error) {
	var c Chosen
	err := rs.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		list, err := choice.find(v)
		if err != nil {
			return err
		}
		for i := range list {
			c.add(&list[i])
		}
		if err := c.countOtherSides(v, list); err != nil {
			return err
		}
		c.Shown = shown(list)
		if len(list) != 1 {
			return nil
		}
		names, err := NamesIn(v)
		if err != nil {
			return err
		}
		one, err := names.Row(&list[0], NewOtherSides(v))
		c.One = &one
		return err
	})
	return c, err
}

func (c *Chosen) add(t *budget.Transaction) {
	c.Count++
	c.Sum += t.Amount
	if t.Cleared == budget.Reconciled {
		c.Reconciled++
	}
	if hasOtherSide(t) {
		c.Transfers++
	}
	if t.Transfer.Account != 0 {
		c.Moves++
	}
	if t.Memo != "" {
		c.Noted++
	}
	if t.Bank != nil && t.Bank.Match != nil {
		c.Matched++
	}
}

// countOtherSides counts the rows with a transfer that is reconciled in the other account only.
func (c *Chosen) countOtherSides(v *store.ReadTx, list []budget.Transaction) error {
	leads := map[budget.TxNo][]budget.TxNo{} // rows by the rows on the other sides of their transfers
	for i := range list {
		t := &list[i]
		if t.Cleared == budget.Reconciled {
			continue
		}
		for line := range t.Lines {
			if line.Transfer.Tx != 0 {
				leads[line.Transfer.Tx] = append(leads[line.Transfer.Tx], t.No)
			}
		}
	}
	guarded := map[budget.TxNo]bool{}
	for some := range slices.Chunk(slices.Sorted(maps.Keys(leads)), 1000) {
		others, err := v.TransactionsByNo(some)
		if err != nil {
			return err
		}
		for i := range others {
			if others[i].Cleared == budget.Reconciled {
				for _, no := range leads[others[i].No] {
					guarded[no] = true
				}
			}
		}
	}
	c.OtherSides = len(guarded)
	return nil
}

func shown(list []budget.Transaction) string {
	s := budgetsession.NewPreviewHash()
	for i := range list {
		s.Number(int64(list[i].No))
		s.Number(int64(list[i].Amount))
	}
	return s.String()
}

func hasOtherSide(t *budget.Transaction) bool {
	for line := range t.Lines {
		if line.Transfer.Tx != 0 {
			return true
		}
	}
	return false
}

// find returns the rows of the choice, each once.
func (c Choice) find(v *store.ReadTx) ([]budget.Transaction, error) {
	if c.Matching != nil {
		return c.matching(v)
	}
	if len(c.IDs) == 0 {
		return nil, apperr.New(apperr.Invalid, "no transaction is selected").WithHint("select some first")
	}
	rows := make([]budget.Transaction, 0, len(c.IDs))
	seen := make(map[string]bool, len(c.IDs))
	for _, id := range c.IDs {
		if seen[id] {
			continue
		}
		seen[id] = true
		t, err := v.TransactionByID(id)
		switch {
		case err == nil:
			rows = append(rows, t)
		case apperr.KindOf(err) != apperr.NotFound:
			return nil, err
		}
	}
	return rows, goneOf(len(seen)-len(rows), len(seen))
}

// goneOf returns an error if some of the chosen rows no longer exist.
func goneOf(gone, of int) error {
	switch {
	case gone == 0:
		return nil
	case of == 1:
		return noRow()
	}
	return apperr.New(apperr.Conflict, "%s of the %s transactions %s no longer available; nothing was changed", humanize.Count(gone), humanize.Count(of), humanize.Noun(gone, "is", "are")).
		WithHint("someone may have deleted or merged them; check them again")
}

func noRow() error {
	return apperr.Gone("transaction").WithHint("it may have been deleted, or merged with another")
}

// ByID returns the transaction with an id that a client has seen.
func ByID(v *store.ReadTx, id string) (budget.Transaction, error) {
	t, err := v.TransactionByID(id)
	if apperr.KindOf(err) == apperr.NotFound {
		err = noRow()
	}
	return t, err
}

func (c Choice) matching(v *store.ReadTx) ([]budget.Transaction, error) {
	_, filter, err := Find(v, *c.Matching)
	if err != nil {
		return nil, err
	}
	filter.Limit = 0
	rows, err := Read(v, filter)
	switch {
	case err != nil:
		return nil, err
	case c.Count != 0 && c.Count != len(rows):
		return nil, apperr.New(apperr.Conflict, "%s match now, not %s; nothing was changed", humanize.Number(len(rows), "transaction", "transactions"), humanize.Count(c.Count)).
			WithHint("check them again")
	case c.As != 0 && c.As != v.Knowledge():
		return nil, apperr.New(apperr.Conflict, "the budget was changed after you selected them: others may match now; nothing was changed").WithHint("check them again")
	case c.PreviewHash != "" && c.PreviewHash != shown(rows):
		return nil, apperr.New(apperr.Conflict, "the matching transactions have changed: %s match now; nothing was changed", humanize.Number(len(rows), "transaction", "transactions")).
			WithHint("check them again")
	case len(rows) == 0:
		return nil, apperr.New(apperr.Invalid, "no transaction matches").WithHint("select some first")
	}
	return rows, nil
}
