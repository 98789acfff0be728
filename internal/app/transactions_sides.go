package app

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/ledger"
	"holdover/internal/logic/matching"
	"holdover/internal/model/budget"
)

// otherSide is the other side of a transfer that a row of the same call created.
type otherSide struct {
	account budget.AccountNo
	date    civil.Date
	amount  money.Milli
}

// bringAlong remembers the other sides of a new row's transfers: the same call may import them from the other
// account's bank.
func (c *creation) bringAlong(b *ledger.EditSet, no budget.TxNo) error {
	t, err := b.Row(no)
	if err != nil {
		return err
	}
	links := append(iterutil.Map(t.Parts, func(p budget.Part) budget.Transfer { return p.Transfer }), t.Transfer)
	for _, link := range links {
		if link.Tx == 0 {
			continue
		}
		o, err := b.Row(link.Tx)
		if err != nil {
			return err
		}
		at := otherSide{o.Account, o.Date, o.Amount}
		c.sides[at] = append(c.sides[at], o.No)
	}
	return nil
}

// broughtAlong matches an imported row with the nearest of those sides, as in a separate call. A row entered before
// takes precedence if it has the payee, or is as near.
func (c *creation) broughtAlong(b *ledger.EditSet, row *incoming) error {
	if row.ImportID == "" || len(row.Parts) > 0 || row.byPayee || len(c.sides) == 0 {
		return nil
	}
	for apart := range matching.Days + 1 {
		for _, day := range []civil.Date{row.Date.AddDays(apart), row.Date.AddDays(-apart)} {
			at := otherSide{row.account.No, day, *row.Amount}
			switch left := c.sides[at]; {
			case row.matches != nil && row.matches.Date == day:
				return nil
			case len(left) > 0:
				t, err := b.Row(left[0])
				c.sides[at], row.matches = left[1:], &t
				return err
			}
		}
	}
	return nil
}
