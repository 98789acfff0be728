package store

import (
	"fmt"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// seen contains a budget's figures at an earlier time.
type seen struct {
	knowledge int64
	cards     bool
	sheet     *envelope.Sheet
	accounts  map[budget.AccountNo]Account
}

// checkTouched checks that each figure that changed since the last read is among the touched figures, from which programs
// learn about changes.
func (r *run) checkTouched(v *ReadTx, w *budget.Whole) error {
	sheet, err := v.Sheet()
	if err != nil {
		return err
	}
	accounts, err := v.Accounts()
	if err != nil {
		return err
	}
	before := r.seen
	r.seen = &seen{v.Knowledge(), w.Info.CardEnvelopes, sheet, keyed(accounts, func(a Account) budget.AccountNo { return a.No })}
	if before == nil {
		return nil
	}
	touched, err := v.TouchedSince(before.knowledge)
	if err != nil {
		return err
	}
	return before.checkTouched(r.seen, w, &touched)
}

func (before *seen) checkTouched(now *seen, w *budget.Whole, touched *Touched) error {
	reaches := func(m civil.Month) bool { return touched.From != 0 && m >= touched.From }
	// Switching card envelopes on or off may change every figure. Writing an account may change which accounts are
	// cards, and so the figures of every category.
	all := before.cards != now.cards
	categories := all || now.cards && slices.Contains(touched.Kinds, KindAccount)
	for m := max(before.sheet.First, now.sheet.First); m <= min(before.sheet.Last(), now.sheet.Last()); m++ {
		if oldValue, newValue := before.sheet.Month(m), now.sheet.Month(m); oldValue != newValue && !all && !reaches(m) {
			return fmt.Errorf("month %s changed from %+v to %+v; touched was %+v", m, oldValue, newValue, touched)
		}
		for _, c := range w.Categories {
			oldValue, newValue := before.sheet.Cell(c.No, m), now.sheet.Cell(c.No, m)
			if oldValue != newValue && !categories && (!reaches(m) || !slices.Contains(touched.Categories, c.No)) {
				return fmt.Errorf("%s of category %d changed from %+v to %+v; touched was %+v", m, c.No, oldValue, newValue, touched)
			}
		}
	}
	for no, newValue := range now.accounts {
		if oldValue, there := before.accounts[no]; there && oldValue.Totals != newValue.Totals && !slices.Contains(touched.Accounts, no) {
			return fmt.Errorf("account %d changed from %+v to %+v; touched was %+v", no, oldValue.Totals, newValue.Totals, touched)
		}
	}
	return nil
}
