package verification

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// Budget contains the parts of a budget that are compared.
type Budget struct {
	Accounts   []Account
	Categories []Category
	Sheet      *envelope.Sheet
	Envelopes  bool              // whether cards are envelopes: then their payment categories are compared too
	Cards      map[string]string // payment category to the card that it pays, by their ids at the source
}

// Account is an account with the sums of its rows.
type Account struct {
	No                 budget.AccountNo
	ID, SourceID, Name string
	Balance, Cleared   money.Milli
}

// Category identifies a category.
type Category struct {
	No                        budget.CategoryNo
	ID, SourceID, Group, Name string
	Income, Card              bool // Card: it is a card payment category
}

// ToBudget returns a month's To Budget.
func (b *Budget) ToBudget(m civil.Month) money.Milli { return b.Sheet.Month(m).ToBudget }

// Held returns the amount that a month holds for the next.
func (b *Budget) Held(m civil.Month) money.Milli { return b.Sheet.Month(m).Held }

// Cell returns a category's figures in a month.
func (b *Budget) Cell(c budget.CategoryNo, m civil.Month) envelope.Cell { return b.Sheet.Cell(c, m) }

// Of returns the Budget of a whole budget; account balances are the sums of its rows.
func Of(w *budget.Whole, sheet *envelope.Sheet) Budget {
	b := Budget{Envelopes: w.Info.CardEnvelopes, Cards: CardsOf(&w.Info, w.Accounts, w.Categories), Sheet: sheet, Accounts: make([]Account, len(w.Accounts)), Categories: Categories(w.Groups, w.Categories)}
	at := make(map[budget.AccountNo]int, len(w.Accounts))
	for i := range w.Accounts {
		a := &w.Accounts[i]
		at[a.No] = i
		b.Accounts[i] = Account{No: a.No, ID: a.ID, SourceID: a.SourceID, Name: a.Name}
	}
	for t := range w.EachTransaction() {
		a := &b.Accounts[at[t.Account]]
		a.Balance += t.Amount
		if t.Cleared != budget.Uncleared {
			a.Cleared += t.Amount
		}
	}
	return b
}

// Categories returns the categories in the form in which they are compared.
func Categories(groups []budget.Group, categories []budget.Category) []Category {
	byNo := iterutil.ByKey(groups, func(g budget.Group) budget.GroupNo { return g.No })
	list := make([]Category, len(categories))
	for i := range categories {
		c := &categories[i]
		list[i] = Category{c.No, c.ID, c.SourceID, byNo[c.Group].Name, c.Name, c.Income, c.Card != 0}
	}
	return list
}

// CardsOf maps each of the source's payment categories to the card that it pays, by their ids at the source.
func CardsOf(info *budget.Info, accounts []budget.Account, categories []budget.Category) map[string]string {
	byNo := iterutil.ByKey(accounts, func(a budget.Account) budget.AccountNo { return a.No })
	pays := map[string]string{}
	for i := range info.CardPayments {
		if p := &info.CardPayments[i]; byNo[p.Account].SourceID != "" {
			pays[p.SourceID] = byNo[p.Account].SourceID
		}
	}
	for i := range categories {
		if c := &categories[i]; c.Card != 0 && byNo[c.Card].SourceID != "" {
			id := c.SourceID
			if id == "" {
				id = "payments of " + byNo[c.Card].SourceID // the source has no payment category for this card
			}
			pays[id] = byNo[c.Card].SourceID
		}
	}
	return pays
}
