package ynabcsv

import (
	"slices"
	"strings"

	"holdover/internal/base/civil"
)

// YNAB's own groups and categories in plan documents.
const (
	internalGroup  = "Internal Master Category"
	incomeCategory = "Inflow: Ready to Assign"
	cardGroup      = "Credit Card Payments"
	hiddenGroup    = "Hidden Categories"
)

// userCardGroup is the name of a user's group that has the name of YNAB's group of card payment categories.
const userCardGroup = "Credit card payments"

// categoryKind is the role of a category.
type categoryKind uint8

const (
	ordinary categoryKind = iota
	income
	cardPayment
)

// incomeNames are the names of the income category in the tables of all versions.
var incomeNames = []categoryName{
	{"Inflow", "Ready to Assign"}, {"Inflow", "To be Budgeted"}, {"Income", "Available this month"}, {"Income", "Available next month"},
}

// classify sets the role and the group of every category. It recognises YNAB's own groups by their names. The register
// has no rows of card payment categories, so a category that has rows is the user's, even in a group of that name.
func (c *content) classify() {
	for i := range c.categories {
		r := &c.categories[i]
		r.id, r.group = c.idOf("category", r.categoryName.group, r.name), c.idOf("group", r.categoryName.group)
		_, named := c.accountAt[r.name]
		switch {
		case slices.Contains(incomeNames, r.categoryName):
			r.kind, r.id, r.group = income, c.idOf("income"), c.idOf("internal group")
			if r.name == "Available next month" && r.rows > 0 {
				c.remarks.Warn("next-month", "YNAB 4 had income that was available in the next month; it counts in its own month here.", "%d transactions", r.rows)
			}
		case r.rows == 0 && !c.plan.fromYNAB4 && (r.categoryName.group == cardGroup || r.categoryName.group == hiddenGroup && named && r.active):
			r.kind, r.group, r.hidden = cardPayment, c.idOf("card group"), r.categoryName.group == hiddenGroup
			c.accounts[c.accountCalled(r.name)].card = true
		default:
			r.hidden = r.categoryName.group == hiddenGroup
		}
	}
	for key := range c.cells {
		if c.categories[key.category].kind == income {
			c.remarks.Skip("month_categories", "the income category has no figures of its own")
			delete(c.cells, key)
		}
	}
	c.cellOrder = slices.DeleteFunc(c.cellOrder, func(key categoryMonth) bool { _, kept := c.cells[key]; return !kept })
}

// evidence is the evidence in the tables that an account is on budget, or not.
type evidence struct {
	categorised   bool // a row has a category, or the account is a card
	paid          bool // a transfer to it has a category
	uncategorised bool // a row that is no transfer has none
	linked        []int32
}

// link records a transfer without a category. Such a transfer connects accounts of the same kind.
func link(all []evidence, a, b int32) {
	all[a].linked, all[b].linked = append(all[a].linked, b), append(all[b].linked, a)
}

// onBudget returns for each account whether it is on budget. A row of a tracking account never has a category, while a
// transfer from a budget account to it has one. An account that has only transfers without categories is of the same kind
// as the accounts on their other sides. It is on budget if their kind is unknown too.
func onBudget(all []evidence) []bool {
	is, open := make([]bool, len(all)), make([]bool, len(all))
	var on, off []int32
	for i := range all {
		switch e := &all[i]; {
		case e.categorised:
			is[i] = true
			on = append(on, int32(i))
		case e.paid || e.uncategorised:
			off = append(off, int32(i))
		default:
			is[i], open[i] = true, true
		}
	}
	for _, reached := range [][]int32{on, off} {
		for len(reached) > 0 {
			from := reached[len(reached)-1]
			reached = reached[:len(reached)-1]
			for _, other := range all[from].linked {
				if open[other] {
					open[other], is[other] = false, is[from]
					reached = append(reached, other)
				}
			}
		}
	}
	return is
}

// classifyAccounts sets which accounts are on budget, and subtracts scheduled transactions from the balances.
func (c *content) classifyAccounts() {
	all := make([]evidence, len(c.accounts))
	for i := range c.accounts {
		a := &c.accounts[i]
		all[i].categorised, all[i].uncategorised = a.card || a.categorised, a.uncategorised
	}
	for key, n := range c.transfers {
		other, known := c.accountAt[key.other]
		if !known {
			continue
		}
		all[other].paid = all[other].paid || n.categorised > 0
		if n.uncategorised > 0 {
			link(all, key.account, other)
		}
	}
	for i, is := range onBudget(all) {
		a := &c.accounts[i]
		a.onBudget = is
		for date, amount := range a.later {
			if c.isPending(date) {
				a.balance -= amount
			}
		}
	}
}

// accountType returns the type of an account. The tables show only that of cards; the others depend on onBudget and the
// balance.
func (a *account) accountType() string {
	switch {
	case a.card:
		return "creditCard"
	case a.onBudget:
		return "checking"
	case a.balance < 0:
		return "otherLiability"
	}
	return "otherAsset"
}

// mostScheduled is the largest number of scheduled transactions of an export; more rows are future transactions.
const mostScheduled = 10_000

// findAsOf sets asOf. Later rows that are not cleared are scheduled transactions: YNAB lists the next date of each in the
// register, and does not count it in the plan. asOf is the last day for which the figures of the plan equal the sums of
// their rows best. It is not before the day of the export, if a file name contains that.
func (c *content) findAsOf() {
	if len(c.cellOrder) == 0 || c.register.fromYNAB4 {
		return
	}
	wrong := 0
	var last civil.Month
	for _, key := range c.cellOrder {
		last = max(last, key.month)
		if c.isWrong(key) {
			wrong++
		}
	}
	byDate := map[civil.Date][]int32{}
	for key := range c.uncleared {
		byDate[key.date] = append(byDate[key.date], key.category)
	}
	best, fewest := last.Last(), wrong
	days, scheduled := c.unclearedDays(), 0
	for _, day := range days {
		if scheduled += c.pending[day]; scheduled > mostScheduled {
			break
		}
		for _, at := range byDate[day] {
			key := categoryMonth{at, day.Month()}
			before := c.isWrong(key)
			c.monthly[key] -= c.uncleared[categoryDay{at, day}]
			if after := c.isWrong(key); before && !after {
				wrong--
			} else if !before && after {
				wrong++
			}
		}
		if c.exportDay != 0 && day > c.exportDay && wrong <= fewest || c.exportDay == 0 && wrong < fewest {
			best, fewest = day.AddDays(-1), wrong
		}
	}
	c.asOf = best
}

// isWrong reports whether the plan's activity of a category in a month is not the sum of its rows.
func (c *content) isWrong(key categoryMonth) bool {
	f, listed := c.cells[key]
	return listed && c.categories[key.category].kind == ordinary && f.activity != c.monthly[key]
}

// unclearedDays returns the days with rows that are not cleared, latest first.
func (c *content) unclearedDays() []civil.Date {
	days := make([]civil.Date, 0, len(c.pending))
	for day := range c.pending {
		days = append(days, day)
	}
	slices.SortFunc(days, func(a, b civil.Date) int { return int(b) - int(a) })
	return days
}

// isPending reports whether uncleared rows of a date are scheduled transactions.
func (c *content) isPending(date civil.Date) bool { return c.asOf != 0 && date > c.asOf }

var colours = []string{"red", "orange", "yellow", "green", "blue", "purple"}

// flag returns the text of a line's flag and adds it to the flags of the file.
func (c *content) flag(r *record) (string, error) {
	text, err := r.text(flagColumn, longestName)
	if err != nil || text == "" {
		return "", err
	}
	if _, known := c.flagColour[text]; !known {
		text = strings.Clone(text)
		colour, _ := flagOf(text)
		c.flagColour[text] = colour
		if colour == "" {
			c.flags = append(c.flags, text)
		}
	}
	return text, nil
}

// flagOf returns the colour and the name in a text such as "Red" or "Red (Holiday)". The colour is empty for a name
// alone, which YNAB writes for a flag with a name.
func flagOf(text string) (colour, name string) {
	word, rest, _ := strings.Cut(text, " ")
	if word = strings.ToLower(word); !slices.Contains(colours, word) {
		return "", text
	}
	switch inner, ok := strings.CutPrefix(rest, "("); {
	case rest == "":
		return word, ""
	case ok && strings.HasSuffix(inner, ")"):
		return word, inner[:len(inner)-1]
	}
	return "", text
}

// chooseColours gives a colour to each flag of which the register has only the name: one that no other flag has, as long
// as there are such colours.
func (c *content) chooseColours() {
	free := slices.DeleteFunc(slices.Clone(colours), func(colour string) bool {
		for _, used := range c.flagColour {
			if used == colour {
				return true
			}
		}
		return false
	})
	for i, text := range c.flags {
		colour := colours[i%len(colours)]
		if i < len(free) {
			colour = free[i]
		}
		c.flagColour[text] = colour
		c.remarks.Warn("flag-colour", "The file has the names of these flags without their colours. Each got a colour that no other flag has.", "%s: %s", text, colour)
	}
}
