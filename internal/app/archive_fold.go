package app

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"time"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/archive"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
	"holdover/internal/storage/store/blob"
)

// folding is one archive in progress.
type folding struct {
	v          *store.ReadTx
	e          *changeTx // nil for a preview
	border     civil.Date
	accounts   []budget.Account
	categories []budget.Category
	selection  *archive.Selection
	sums       map[budget.AccountNo]*folded
	rows       int
	stays      map[archive.Reason]int
	file       *archive.Writer
}

// folded sums the folded rows of an account.
type folded struct {
	rows               int
	cleared, uncleared money.Milli
	allReconciled      bool // of the cleared ones
}

// last returns the last archived month, in which the starting balances are.
func (f *folding) last() civil.Month { return f.border.Month().Add(-1) }

// earlier calls do with each row before the border.
func (f *folding) earlier(do func(*budget.Transaction) error) error {
	for t, err := range f.v.Transactions(store.Filter{Until: f.border.AddDays(-1)}) {
		if err != nil {
			return err
		}
		if err := do(&t); err != nil {
			return err
		}
	}
	return nil
}

// choose decides which rows are folded, and sums them.
func (f *folding) choose() error {
	if err := iterutil.Try(iterutil.Store(&f.accounts, f.v.AccountRecords), iterutil.Store(&f.categories, f.v.Categories)); err != nil {
		return err
	}
	f.selection, f.sums, f.stays = archive.NewSelection(f.accounts, f.categories), map[budget.AccountNo]*folded{}, map[archive.Reason]int{}
	if err := f.earlier(func(t *budget.Transaction) error { f.selection.Add(t); return nil }); err != nil {
		return err
	}
	f.selection.Decide()
	return f.earlier(func(t *budget.Transaction) error {
		if why := f.selection.Stays(t); why != "" {
			f.stays[why]++
			return nil
		}
		f.rows++
		sum := f.sums[t.Account]
		if sum == nil {
			sum = &folded{allReconciled: true}
			f.sums[t.Account] = sum
		}
		sum.rows++
		if t.Cleared == budget.Uncleared {
			sum.uncleared += t.Amount
			return nil
		}
		sum.cleared += t.Amount
		sum.allReconciled = sum.allReconciled && t.Cleared == budget.Reconciled
		return nil
	})
}

// openings returns the number of starting balances.
func (f *folding) openings() (n int) {
	for _, sum := range f.sums {
		for _, amount := range []money.Milli{sum.cleared, sum.uncleared} {
			if amount != 0 {
				n++
			}
		}
	}
	return n
}

// fold archives the rows.
func (f *folding) fold(at time.Time) (rec budget.Archive, err error) {
	if err := f.choose(); err != nil {
		return rec, err
	}
	switch {
	case f.rows == 0:
		return rec, apperr.New(apperr.Conflict, "there is nothing to archive before %d", f.border.Year()).WithHint("choose a later year")
	case f.rows > MaxArchived:
		return rec, apperr.New(apperr.Conflict, "%s are too many for one step", humanize.Number(f.rows, "transaction", "transactions")).
			WithHint("archive up to an earlier year first; one step takes %s", humanize.Count(MaxArchived))
	}
	before, err := f.v.Sheet()
	if err != nil {
		return rec, err
	}
	balances, err := f.v.Accounts()
	if err != nil {
		return rec, err
	}
	kept, err := blob.NewOriginal()
	if err != nil {
		return rec, err
	}
	defer kept.Close()
	rec = budget.Archive{No: budget.ArchiveNo(f.e.NewNumber()), ID: budgetsession.NewID(), Before: f.border, At: at.UTC().Truncate(time.Second), Rows: f.rows}
	sum := sha256.New()
	var size counter
	info := f.v.Info()
	if f.file, err = archive.NewWriter(io.MultiWriter(kept, sum, &size), archive.Head{ID: rec.ID, Budget: info.Name, Before: f.border}); err != nil {
		return rec, err
	}
	if err := iterutil.Try(f.removeRows, f.removeCells, f.removeMonths, f.moveSwitches, f.addOpenings, func() error { return f.assign(before) },
		func() error { return f.verify(before, balances) }, kept.Finish, func() error { return f.e.KeepArchiveFile(rec.No, kept) }); err != nil {
		return rec, err
	}
	rec.Size, rec.Sum = int64(size), hex.EncodeToString(sum.Sum(nil))
	info.ArchivedBefore = f.border
	return rec, cmp.Or(f.e.Put(&rec), f.e.PutInfo(info))
}

// counter counts the bytes written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func (f *folding) removeRows() error {
	receipts, err := f.v.Receipts()
	if err != nil {
		return err
	}
	if err := f.earlier(func(t *budget.Transaction) error {
		if !f.selection.Folds(t.No) {
			return nil
		}
		return cmp.Or(f.file.Write(archive.Line{Transaction: t}), f.e.DeleteStored(t))
	}); err != nil {
		return err
	}
	for i := range receipts { // deleted together with their rows
		r := &receipts[i]
		back, err := f.v.TransactionsByNo([]budget.TxNo{r.Tx})
		if err == nil && len(back) == 0 {
			err = f.file.Write(archive.Line{Receipt: r})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *folding) removeCells() error {
	all, err := f.v.Cells()
	for i := range all {
		if c := &all[i]; err == nil && c.Month < f.last() {
			err = cmp.Or(f.file.Write(archive.Line{Cell: c}), f.e.PutCell(budget.Cell{Category: c.Category, Month: c.Month}))
		}
	}
	return err
}

func (f *folding) removeMonths() error {
	all, err := f.v.Months()
	for i := range all {
		if m := &all[i]; err == nil && m.Month < f.last() {
			err = cmp.Or(f.file.Write(archive.Line{Month: m}), f.e.PutMonth(budget.Month{Month: m.Month}))
		}
	}
	return err
}

// moveSwitches replaces the rollover switches before the last archived month by ones in that month.
func (f *folding) moveSwitches() error {
	all, err := f.v.Rollovers()
	for len(all) > 0 && err == nil {
		n := 1
		for n < len(all) && all[n].Category == all[0].Category {
			n++
		}
		before := all[:n:n]
		all = all[n:]
		if before[0].From >= f.last() {
			continue
		}
		after := switchesFrom(f.last(), before)
		err = cmp.Or(f.file.Write(archive.Line{Switches: &archive.Switches{Category: before[0].Category, Before: before, After: after}}),
			f.e.SetRollovers(before[0].Category, after))
	}
	return err
}

// addOpenings adds the starting balances, of which each account has up to two: one for cleared rows, one for uncleared ones.
func (f *folding) addOpenings() error {
	by, err := f.e.PayeeNamed(budget.StartingBalance)
	if err != nil {
		return err
	}
	income := slices.IndexFunc(f.categories, func(c budget.Category) bool { return c.Income })
	for i := range f.accounts {
		a := &f.accounts[i]
		sum := f.sums[a.No]
		if sum == nil {
			continue
		}
		cleared := budget.ClearedYes
		if sum.allReconciled {
			cleared = budget.Reconciled
		}
		for _, o := range []struct {
			state  budget.Cleared
			amount money.Milli
		}{{cleared, sum.cleared}, {budget.Uncleared, sum.uncleared}} {
			if o.amount == 0 {
				continue
			}
			t := budget.Transaction{ID: budgetsession.NewID(), Account: a.No, Date: f.border.AddDays(-1), Amount: o.amount, Payee: by.No, Cleared: o.state, Approved: true}
			if a.OnBudget && income >= 0 {
				t.Category = f.categories[income].No
			}
			if err := cmp.Or(f.e.PutTransaction(&t), f.file.Write(archive.Line{Opening: &t})); err != nil {
				return err
			}
		}
	}
	return nil
}

// assign changes the budgeted amounts of the last archived month so that each category passes the same money on to the
// next month as before: its balance, without the part that became card debt.
func (f *folding) assign(before *Sheet) error {
	is, err := f.v.Sheet()
	if err != nil {
		return err
	}
	was := is
	// More than one round is needed if a row on a card that stays takes part in the balance.
	const rounds = 4
	for range rounds {
		changed := false
		for i := range f.categories {
			c := &f.categories[i]
			want, has := before.Cell(c.No, f.last()), is.Cell(c.No, f.last())
			if d := want.Balance + want.CardDebt - has.Balance - has.CardDebt; d != 0 && !c.Income {
				changed = true
				if err := f.e.SetBudgeted(c.No, f.last(), has.Budgeted+d); err != nil {
					return err
				}
			}
		}
		if !changed {
			break
		}
		if is, err = f.v.Sheet(); err != nil {
			return err
		}
	}
	for i := range f.categories {
		no := f.categories[i].No
		a := archive.Assigned{Category: no, Before: was.Cell(no, f.last()).Budgeted, After: is.Cell(no, f.last()).Budgeted}
		if a.Before != a.After {
			if err := f.file.Write(archive.Line{Assigned: &a}); err != nil {
				return err
			}
		}
	}
	return nil
}

// verify returns an error if a balance of an account or a figure of a later month has changed.
func (f *folding) verify(before *Sheet, balances []store.Account) error {
	after, err := f.v.Sheet()
	if err != nil {
		return err
	}
	now, err := f.v.Accounts()
	if err != nil {
		return err
	}
	for i := range balances {
		if was, is := balances[i].Totals, now[i].Totals; was.Cleared != is.Cleared || was.Uncleared != is.Uncleared {
			return unequal("the balance of " + balances[i].Name)
		}
	}
	if at := firstDifference(before, after, f.border.Month()); at != "" {
		return unequal(at)
	}
	return nil
}

func unequal(what string) error {
	return apperr.New(apperr.Internal, "archiving would change %s; nothing was changed", what)
}

// firstDifference names the first figure that differs between two sheets from a month on, or returns "".
func firstDifference(a, b *Sheet, from civil.Month) string {
	const beyond = 2 // the months after the last one have figures too
	for m := from; m <= max(from, a.Last(), b.Last()).Add(beyond); m++ {
		if a.Month(m) != b.Month(m) {
			return "the totals of " + m.Name()
		}
		for i := range a.Rows {
			if no := a.Rows[i].No; a.Cell(no, m) != b.Cell(no, m) {
				return fmt.Sprintf("category %d in %s", no, m.Name())
			}
		}
	}
	return ""
}
