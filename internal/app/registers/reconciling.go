package registers

import (
	"context"

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
	Suspects  []rows.Row  // one or two rows that would explain the difference; empty if unclear
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

// explaining returns the one row, or the two rows, that sum to an amount; none if the result is ambiguous.
func explaining(rows []budget.Transaction, amount money.Milli) []budget.Transaction {
	if found := ofAmount(rows, amount); len(found) > 0 {
		return alone(found)
	}
	var pair []budget.Transaction
	earlier := map[money.Milli][]int{}
	for i := range rows {
		fitting := earlier[amount-rows[i].Amount]
		if len(fitting) > 1 || len(fitting) == 1 && pair != nil {
			return nil
		}
		if len(fitting) == 1 {
			pair = []budget.Transaction{rows[fitting[0]], rows[i]}
		}
		earlier[rows[i].Amount] = append(earlier[rows[i].Amount], i)
	}
	return pair
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
