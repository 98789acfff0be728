package registers

import (
	"context"
	"slices"

	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Reconciling compares an account with its bank's balance.
type Reconciling struct {
	Cleared   money.Milli // the sum of the cleared and reconciled rows until the day
	Missing   money.Milli // the bank's balance minus Cleared; zero if they agree
	Uncleared int         // rows until the day that the bank has not confirmed
	Later     int         // cleared and reconciled rows of later days
	Suspects  []rows.Row  // the rows that would explain the difference; empty if unclear
}

// Reconciling compares an account with the bank's balance at the end of a day. Suspects are uncleared rows that sum
// to the difference, or a single cleared row that causes it.
func (rg *Registers) Reconciling(ctx context.Context, who users.Actor, id, account string, bank money.Milli, on civil.Date) (Reconciling, error) {
	var r Reconciling
	err := rg.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		names, f, err := rows.Find(v, rows.Filter{Account: account, Until: on, Cleared: string(budget.Uncleared)})
		if err != nil {
			return err
		}
		if r.Uncleared, _, err = v.Count(f); err != nil {
			return err
		}
		if r.Cleared, r.Later, err = v.ClearedUntil(f.Account, on); err != nil {
			return err
		}
		if r.Missing = bank - r.Cleared; r.Missing == 0 {
			return nil
		}
		return r.suspect(v, names, f)
	})
	return r, err
}

// ClearedUntil returns the bank's expected balance of an account at the end of a day: the sum of its cleared rows
// until then.
func (rg *Registers) ClearedUntil(ctx context.Context, who users.Actor, id, account string, day civil.Date) (sum money.Milli, err error) {
	err = rg.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		_, f, err := rows.Find(v, rows.Filter{Account: account})
		if err != nil {
			return err
		}
		sum, _, err = v.ClearedUntil(f.Account, day)
		return err
	})
	return sum, err
}

// most is the maximum number of rows searched for an explanation: a bank statement has fewer.
const most = 1000

func (r *Reconciling) suspect(v *store.ReadTx, names *rows.Names, f store.Filter) error {
	f.Descending, f.Limit = true, most
	list, err := rows.Read(v, f)
	if err != nil {
		return err
	}
	found := explaining(list, r.Missing)
	if len(found) == 0 {
		f.Cleared = budget.ClearedYes
		if list, err = rows.Read(v, f); err != nil {
			return err
		}
		found = alone(ofAmount(list, -r.Missing))
	}
	r.Suspects = names.Rows(found)
	return nil
}

// The limits of an explanation by several rows. A sum of more rows is often a coincidence.
const (
	mostExplaining = 4
	mostTried      = 500_000 // sets of rows
)

// explaining returns the fewest rows that sum to an amount, or all rows but a few; none if the result is ambiguous.
func explaining(rows []budget.Transaction, amount money.Milli) []budget.Transaction {
	var total money.Milli
	for i := range rows {
		total += rows[i].Amount
	}
	sets := len(rows)
	for size := 1; size <= min(mostExplaining, len(rows)) && sets <= mostTried; size++ {
		if found := setsOf(rows, size, amount); len(found) > 0 {
			return onlySet(rows, found, true)
		}
		if found := setsOf(rows, size-1, total-amount); len(found) > 0 {
			return onlySet(rows, found, false)
		}
		sets = sets * (len(rows) - size) / (size + 1)
	}
	return nil
}

// setsOf returns up to two sets of size rows whose amounts add up to amount. A set lists the indices of its rows.
func setsOf(rows []budget.Transaction, size int, amount money.Milli) (found [][]int) {
	var try func(from, size int, rest money.Milli, chosen []int)
	try = func(from, size int, rest money.Milli, chosen []int) {
		if size == 0 {
			if rest == 0 {
				found = append(found, slices.Clone(chosen))
			}
			return
		}
		for i := from; i+size <= len(rows) && len(found) < 2; i++ {
			try(i+1, size-1, rest-rows[i].Amount, append(chosen, i))
		}
	}
	try(0, size, amount, nil)
	return found
}

// onlySet returns the rows of the only set, or the other rows; nil for several sets.
func onlySet(rows []budget.Transaction, sets [][]int, within bool) (list []budget.Transaction) {
	if len(sets) > 1 {
		return nil
	}
	for i := range rows {
		if slices.Contains(sets[0], i) == within {
			list = append(list, rows[i])
		}
	}
	return list
}

func ofAmount(rows []budget.Transaction, amount money.Milli) (found []budget.Transaction) {
	return iterutil.Where(rows, func(t budget.Transaction) bool { return t.Amount == amount })
}

// alone returns a list with one element, and nil for a longer one.
func alone(rows []budget.Transaction) []budget.Transaction {
	if len(rows) != 1 {
		return nil
	}
	return rows
}
