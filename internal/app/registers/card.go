package registers

import (
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// CardStanding is the status of a card at the end of this month: the money set aside to pay it, and its debt.
type CardStanding struct {
	Envelopes bool // the card is kept as an envelope; otherwise all other fields are zero
	Month     civil.Month
	Category  string      // the id of its payment category
	Ready     money.Milli // set aside to pay it; negative if more was paid than was set aside
	Owed      money.Milli // the card's debt; negative if more was paid than was owed
	Spent     money.Milli // the part of Debt spent this month in categories that could not cover it
	// Uncategorised is the part of Debt spent without a category. No money was moved to pay it.
	Uncategorised money.Milli
	PayFrom       string // the account that it was paid from last, else the first that could; "" for none
}

// Debt returns the debt without money set aside.
func (c *CardStanding) Debt() money.Milli { return max(0, c.Owed-max(0, c.Ready)) }

// Payment returns the amount that the money set aside can pay.
func (c *CardStanding) Payment() money.Milli { return max(0, min(c.Ready, c.Owed)) }

// PaymentActivity lists the components of a card payment category's activity in a month.
type PaymentActivity struct {
	Card     string      // the account's name
	Activity money.Milli // Moved - Paid
	Moved    money.Milli // out of the categories that were spent from on the card
	Paid     money.Milli
	Debt     money.Milli // spent on the card beyond Moved, in categories that did not have it
	// Uncategorised was spent on the card without a category.
	Uncategorised money.Milli
	CardID        string
}

// standing sets the status of the account if it is a card on budget.
func (r *Page) standing(v *store.ReadTx, today civil.Month) error {
	if r.Account == nil || !r.Account.OnBudget {
		return nil
	}
	acc, err := v.AccountByID(r.Account.ID)
	if err != nil {
		return err
	}
	categories, err := v.Categories()
	if err != nil {
		return err
	}
	if c := iterutil.First(categories, func(c budget.Category) bool { return c.Card == acc.No }); c != nil {
		return r.asEnvelope(v, &acc, c, today)
	}
	if acc.Type.IsCard() && !acc.Closed && !v.Info().CardEnvelopes {
		r.Card = &CardStanding{}
	}
	return nil
}

func (r *Page) asEnvelope(v *store.ReadTx, acc *budget.Account, c *budget.Category, today civil.Month) error {
	sheet, err := v.Sheet()
	if err != nil {
		return err
	}
	balance, err := v.BalanceThrough(acc.No, store.Position{Date: today.Add(1).First()})
	if err != nil {
		return err
	}
	row, _ := sheet.Card(acc.No)
	r.Card = &CardStanding{
		Envelopes: true, Month: today, Category: c.ID, Ready: sheet.Cell(c.No, today).Balance, Owed: -balance, Spent: cardMonth(sheet, row, today).Debt,
	}
	if err := r.Card.separate(v, acc.No); err != nil {
		return err
	}
	r.Card.PayFrom, err = r.paidFrom(v, acc.No)
	return err
}

// separate finds the part of the debt that was spent without a category, which the month's card debt includes.
func (c *CardStanding) separate(v *store.ReadTx, card budget.AccountNo) error {
	if c.Debt() == 0 {
		return nil
	}
	all, err := uncategorisedOn(v, card, 0, c.Month.Last())
	if err != nil || all == 0 {
		return err
	}
	now, err := uncategorisedOn(v, card, c.Month.First(), c.Month.Last())
	c.Uncategorised, c.Spent = min(all, c.Debt()), max(0, c.Spent-now)
	return err
}

// uncategorisedOn returns the amount spent on a card without a category within some days, 0 if more came back.
func uncategorisedOn(v *store.ReadTx, card budget.AccountNo, from, until civil.Date) (money.Milli, error) {
	sum, err := v.SumOfLines(store.Filter{Account: card, Uncategorised: true, From: from, Until: until})
	return max(0, -sum), err
}

func cardMonth(sheet *envelope.Sheet, row envelope.CardRow, m civil.Month) envelope.CardMonth {
	if i := int(m - sheet.First); i >= 0 && i < len(row.Months) {
		return row.Months[i]
	}
	return envelope.CardMonth{}
}

// mostSought is the number of a card's newest rows that are searched for its last payment.
const mostSought = 300

// paidFrom returns the account that a card was last paid from, otherwise the first that could pay it.
func (r *Page) paidFrom(v *store.ReadTx, card budget.AccountNo) (string, error) {
	accounts, err := v.AccountRecords()
	if err != nil {
		return "", err
	}
	pays, first := map[budget.AccountNo]string{}, ""
	for i := range accounts {
		if a := &accounts[i]; a.OnBudget && !a.Closed && !a.Type.IsCard() && a.No != card {
			pays[a.No] = a.ID
			if first == "" {
				first = a.ID
			}
		}
	}
	for t, err := range v.Transactions(store.Filter{Account: card, Descending: true, Limit: mostSought}) {
		if id := pays[t.Transfer.Account]; err != nil || id != "" && t.Amount > 0 {
			return id, err
		}
	}
	return first, nil
}

// payment sets the components of the activity if the filter's category pays a card and all its rows in a month are
// shown.
func (r *Page) payment(v *store.ReadTx, names *rows.Names, asked rows.Filter) error {
	m := asked.Since.Month()
	whole := rows.Filter{Category: asked.Category, Account: asked.Account, OnBudget: asked.OnBudget, Since: m.First(), Until: m.Last()}
	if asked.Category == "" || asked.Since == 0 || asked != whole {
		return nil
	}
	no, err := names.Category(asked.Category)
	c := names.Categories[no]
	if err != nil || c.Card == 0 || asked.Account != "" && asked.Account != names.Accounts[c.Card].ID {
		return err
	}
	sheet, err := v.Sheet()
	if err != nil {
		return err
	}
	row, _ := sheet.Card(c.Card)
	month := cardMonth(sheet, row, m)
	r.Payment = &PaymentActivity{
		Card: names.Accounts[c.Card].Name, CardID: names.Accounts[c.Card].ID, Activity: sheet.Cell(no, m).Activity, Moved: month.Moved, Paid: month.Paid, Debt: month.Debt,
	}
	if month.Debt > 0 {
		if r.Payment.Uncategorised, err = uncategorisedOn(v, c.Card, m.First(), m.Last()); err != nil {
			return err
		}
		r.Payment.Debt = max(0, month.Debt-r.Payment.Uncategorised)
	}
	r.Counted = r.Payment.Activity
	return nil
}
