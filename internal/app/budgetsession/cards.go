package budgetsession

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cardmode"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// syncCards completes a change of a budget with card envelopes. If the change wrote accounts, it updates the payment
// categories: a new card gets one, and that of a removed card is deleted. It refuses lines with a payment category.
func (e *ChangeTx) syncCards() error {
	if e.Wrote(store.KindAccount) {
		if err := e.SwitchCards(true); err != nil {
			return err
		}
	}
	used := e.CategoriesInUse()
	if len(used) == 0 {
		return nil
	}
	outline, err := e.Outline()
	if err != nil {
		return err
	}
	for i := range outline.Categories {
		if c := &outline.Categories[i]; used[c.No] && outline.IsCardPayment(c) {
			return apperr.New(apperr.Invalid, "%q is for paying the card: it cannot have transactions", c.Name).AtField("category").
				WithHint("choose the category that the money was spent on")
		}
	}
	return nil
}

// SwitchCards makes the budget's cards envelopes or ordinary accounts. If they already are envelopes, SwitchCards(true)
// updates their payment categories.
func (e *ChangeTx) SwitchCards(envelopes bool) error {
	w := &budget.Whole{Info: e.Info()} // without transactions, which the rules do not read
	if err := iterutil.Try(iterutil.Store(&w.Accounts, e.AccountRecords), iterutil.Store(&w.Groups, e.Groups), iterutil.Store(&w.Categories, e.Categories)); err != nil {
		return err
	}
	if envelopes {
		return e.writeCards(cardmode.Adopt(w, cardmode.Numbers{Next: e.NewNumber, NewID: NewID}))
	}
	outline := envelope.Outline{Groups: w.Groups, Categories: w.Categories}
	for i := range w.Categories {
		if !outline.IsCardPayment(&w.Categories[i]) {
			continue
		}
		cells, err := e.CellsOf(w.Categories[i].No)
		if err != nil {
			return err
		}
		w.Cells = append(w.Cells, cells...)
	}
	return e.writeCards(cardmode.Leave(w))
}

// writeCards writes changed records and deletes the others in r.
func (e *ChangeTx) writeCards(r cardmode.Records) error {
	if r.Info != nil {
		if err := e.PutInfo(*r.Info); err != nil {
			return err
		}
	}
	if err := store.PutAll(e.WriteTx, r.Groups); err != nil {
		return err
	}
	if err := store.PutAll(e.WriteTx, r.Categories); err != nil {
		return err
	}
	return iterutil.Try(
		iterutil.Loop(r.Cells, e.PutCell), iterutil.Loop(r.GoneCategories, e.DeleteCategory),
		iterutil.Loop(r.GoneGroups, func(no budget.GroupNo) error { return e.Remove(&budget.Group{No: no}) }),
	)
}

// Owed returns what each card owes, by its payment category: never negative, and 0 for a card with a credit balance. It
// returns nil if cards are ordinary accounts.
func Owed(v *store.ReadTx, categories []budget.Category) (map[budget.CategoryNo]money.Milli, error) {
	if !v.Info().CardEnvelopes {
		return nil, nil
	}
	accounts, err := v.Accounts()
	if err != nil {
		return nil, err
	}
	owed := map[budget.CategoryNo]money.Milli{}
	for i := range categories {
		for k := range accounts {
			if c := &categories[i]; c.Card == accounts[k].No {
				owed[c.No] = max(0, -accounts[k].Totals.Balance())
			}
		}
	}
	return owed, nil
}
