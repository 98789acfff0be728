package ynab4

import (
	"cmp"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdover/internal/base/civil"
	"holdover/internal/model/ynabdoc"
)

// write writes the document.
func (c *conversionState) write() error {
	head, err := c.head()
	if err != nil {
		return err
	}
	if err := c.out.Begin(head); err != nil {
		return err
	}
	for _, a := range []struct {
		name  string
		write func() error
	}{
		{"accounts", c.writeAccounts},
		{"payees", c.writePayees},
		{"payee_locations", c.writePlaces},
		{"category_groups", c.writeGroups},
		{"categories", c.writeCategories},
		{"months", c.writeMonths},
		{"transactions", c.writeTransactions},
		{"scheduled_transactions", c.writeScheduled},
	} {
		if err := c.out.Array(a.name); err != nil {
			return err
		}
		if err := a.write(); err != nil {
			return err
		}
	}
	return c.out.End(0)
}

// head returns the plan's own fields.
func (c *conversionState) head() (*ynabdoc.Plan, error) {
	head := &ynabdoc.Plan{ID: c.planID.String(), Name: c.name, LastModifiedOn: timestamp(c.changed)}
	if span := c.figures.span; span.Months() > 0 {
		head.FirstMonth, head.LastMonth = span.First, span.Last
	}
	head.DateFormat.Format = dateFormat(c.meta.DateLocale)
	head.CurrencyFormat.Format = c.currency
	marks, err := json.Marshal(c.marks())
	head.SetExtra([]ynabdoc.Raw{{Name: ynabdoc.MarksMember, Value: string(marks)}})
	return head, err
}

// marks returns the data that records of a plan document of the source cannot contain.
func (c *conversionState) marks() *ynabdoc.Marks {
	f, m := &c.figures, &ynabdoc.Marks{Rules: c.rules()}
	m.Income.Group = ynabdoc.MarkedName{ID: c.id(incomeGroup), Name: "Income"}
	m.Income.Categories = []ynabdoc.MarkedName{{ID: c.id(immediateIncome), Name: "Income"}}
	if f.span.Months() > 0 {
		for month := f.span.First; month <= f.span.Last; month++ {
			if held := f.holdOf(month); held > 0 {
				m.Held = append(m.Held, ynabdoc.MarkedHold{Month: month, Amount: held})
			}
		}
	}
	switches := f.switches()
	for _, cat := range c.written() {
		m.Rollovers = append(m.Rollovers, rollovers(c.id(cat.ID), switches[cat.ID], f.span.First)...)
	}
	return m
}

// rollovers returns the overspending settings of a category that change something. Settings from before the first month
// of the budget apply from that month.
func rollovers(category string, switches []ynabdoc.MarkedRollover, first civil.Month) (all []ynabdoc.MarkedRollover) {
	on := false
	for i, s := range switches {
		last := i+1 == len(switches) || switches[i+1].From > first
		if s.On != on && last {
			on = s.On
			all = append(all, ynabdoc.MarkedRollover{Category: category, From: max(s.From, first), On: on})
		}
	}
	return all
}

func (c *conversionState) writeAccounts() error {
	for i := range c.accounts {
		a := &c.accounts[i]
		sums := c.account[a.ID]
		switch {
		case a.Deleted && (!sums.used || sums.account != a):
			c.remarks.Skip("accounts", deleted)
			continue
		case a.Deleted:
			c.remarks.Warn("revived-account", "A deleted account has transactions; it was imported as a closed one.", "%s", a.Name)
		}
		record := &ynabdoc.Account{
			ID: c.id(a.ID), Name: a.Name, Type: accountType(a.Type), OnBudget: a.OnBudget, Closed: a.Hidden || a.Deleted, Note: a.Note,
			Balance: sums.balance, ClearedBalance: sums.cleared, UnclearedBalance: sums.balance - sums.cleared,
			LastReconciledAt: reconciledAt(a.Reconciled),
		}
		if id := transferPayee + a.ID; c.payee[id] != nil {
			record.TransferPayeeID = c.id(id)
			c.used[id] = true
		}
		if err := c.out.Record(record); err != nil {
			return err
		}
	}
	return nil
}

// transferPayee is the prefix of the id of an account's transfer payee.
const transferPayee = "Payee/Transfer:"

// accountType returns the source's account type for a type of YNAB 4, which differs in the case of letters only.
func accountType(name string) string {
	switch strings.ToLower(name) {
	case "lineofcredit":
		return "lineOfCredit"
	case "paypal":
		return "payPal"
	}
	return lowerFirst(name)
}

func lowerFirst(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	if size == 0 {
		return ""
	}
	return string(unicode.ToLower(first)) + name[size:]
}

func (c *conversionState) writePayees() error {
	for i := range c.payees {
		p := &c.payees[i]
		if p.Deleted && (!c.used[p.ID] || c.payee[p.ID] != p) {
			c.remarks.Skip("payees", deleted)
			continue
		}
		record := &ynabdoc.Payee{ID: c.id(p.ID), Name: p.Name}
		if c.account[p.Account] != nil {
			record.TransferAccountID = c.id(p.Account)
		}
		if err := c.out.Record(record); err != nil {
			return err
		}
		c.countLostPayeeData(p)
	}
	return nil
}

// countLostPayeeData counts the data of a payee that has no counterpart in Holdover.
func (c *conversionState) countLostPayeeData(p *payee) {
	if p.FillCategory != "" || p.FillMemo != "" || p.FillAmount != 0 {
		c.remarks.Lose("categories, memos and amounts that payees suggest", p.Name)
	}
	if p.Enabled != nil && !*p.Enabled && p.Name != startingBalance {
		c.remarks.Lose("payees that are not suggested", p.Name)
	}
}

// writePlaces writes the locations of the written payees.
func (c *conversionState) writePlaces() error {
	for i := range c.payees {
		p := &c.payees[i]
		for j := range p.Places {
			place := &p.Places[j]
			if place.Deleted || p.Deleted {
				c.remarks.Skip("payee_locations", deleted)
				continue
			}
			id := c.id(cmp.Or(place.ID, p.ID+" "+string(place.Latitude+" "+place.Longitude)))
			if err := c.out.Record(&ynabdoc.PayeeLocation{ID: id, PayeeID: c.id(p.ID), Latitude: string(place.Latitude), Longitude: string(place.Longitude)}); err != nil {
				return err
			}
		}
	}
	return nil
}
