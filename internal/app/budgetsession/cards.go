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

// keepCards completes a change of a budget with card envelopes: a new card gets a payment category, a removed one
// loses it, and no line has one as its category.
func (e *ChangeTx) keepCards() error {
	if e.Wrote(store.KindAccount) {
		if err := e.SwitchCards(true); err != nil {
			return err
		}
	}
	lined := e.Lined()
	if len(lined) == 0 {
		return nil
	}
	outline, err := e.Outline()
	if err != nil {
		return err
	}
	for i := range outline.Categories {
		if c := &outline.Categories[i]; lined[c.No] && outline.PaysCard(c) {
			return apperr.New(apperr.Invalid, "%q only pays its card: transactions have no place there", c.Name).AtField("category").
				WithHint("choose the category that the money was spent on")
		}
	}
	return nil
}

// SwitchCards switches the budget between card envelopes and ordinary accounts. A budget that already has envelopes
// is updated.
func (e *ChangeTx) SwitchCards(envelopes bool) error {
	w := &budget.Whole{Info: e.Info()} // without transactions, which the rules do not read
	if err := iterutil.Try(iterutil.Store(&w.Accounts, e.AccountRecords), iterutil.Store(&w.Groups, e.Groups), iterutil.Store(&w.Categories, e.Categories)); err != nil {
		return err
	}
	if envelopes {
		return e.putCards(cardmode.Adopt(w, cardmode.Numbers{Next: e.NewNumber, NewID: NewID}))
	}
	outline := envelope.Outline{Groups: w.Groups, Categories: w.Categories}
	for i := range w.Categories {
		if !outline.PaysCard(&w.Categories[i]) {
			continue
		}
		own, err := e.CellsOf(w.Categories[i].No)
		if err != nil {
			return err
		}
		w.Cells = append(w.Cells, own...)
	}
	return e.putCards(cardmode.Leave(w))
}

func (e *ChangeTx) putCards(r cardmode.Records) error {
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

// Owed returns the debt of cards by their payment categories; nil if cards are ordinary accounts.
func Owed(v *store.ReadTx, categories []budget.Category) (map[budget.CategoryNo]money.Milli, error) {
	if !v.Info().CardEnvelopes {
		return nil, nil
	}
	accounts, err := v.Accounts()
	owed := map[budget.CategoryNo]money.Milli{}
	for i := range categories {
		for k := range accounts {
			if c := &categories[i]; c.Card == accounts[k].No {
				owed[c.No] = max(0, -accounts[k].Totals.Balance())
			}
		}
	}
	return owed, err
}
