package journal

import (
	"strconv"
	"strings"
	"unicode"

	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
)

// chart contains the name of each account of the file. Names are assigned in display order, so that the same budget always
// gets the same names.
type chart struct {
	accounts   map[budget.AccountNo]string
	categories map[budget.CategoryNo]string // the income or expense account of a category
	envelopes  map[budget.CategoryNo]string // of all categories but income
	// The accounts that belong to no record of the budget.
	opening, adjustments, inTransit, uncategorised string
	// The envelopes that belong to no category, and the counterpart of all envelopes.
	unassigned, held, cardDebt, withoutCategory, money string
}

// namer makes unique names of accounts.
type namer struct {
	component func(string) string
	taken     map[string]bool
}

// below returns a unique name of an account below another one. A number is added to a name that is taken.
func (n *namer) below(parent, name string) string {
	base := n.component(name)
	if base == "" {
		base = n.component("unnamed")
	}
	full := parent + ":" + base
	for i := 2; n.taken[full]; i++ {
		full = parent + ":" + n.component(base+" "+strconv.Itoa(i))
	}
	n.taken[full] = true
	return full
}

// last returns the last component of an account's name.
func last(account string) string { return account[strings.LastIndexByte(account, ':')+1:] }

// accountPrefixes maps the type of an account to the two components above it.
var accountPrefixes = map[budget.AccountType][2]string{
	budget.Checking:     {"assets", "checking"},
	budget.Savings:      {"assets", "savings"},
	budget.Cash:         {"assets", "cash"},
	budget.OtherAsset:   {"assets", "other"},
	"payPal":            {"assets", "paypal"},
	"merchantAccount":   {"assets", "merchant"},
	"investmentAccount": {"assets", "investments"},

	budget.CreditCard:     {"liabilities", "cards"},
	budget.LineOfCredit:   {"liabilities", "credit lines"},
	budget.Mortgage:       {"liabilities", "mortgages"},
	budget.AutoLoan:       {"liabilities", "loans"},
	budget.StudentLoan:    {"liabilities", "loans"},
	budget.PersonalLoan:   {"liabilities", "loans"},
	budget.MedicalDebt:    {"liabilities", "medical"},
	budget.OtherLiability: {"liabilities", "other"},
	budget.OtherDebt:      {"liabilities", "other"},
}

func newChart(src *exporter.Source, component func(string) string) chart {
	n := namer{component, map[string]bool{}}
	assets, equity, income, expenses, envelopes := component("assets"), component("equity"), component("income"), component("expenses"), component("budget")
	c := chart{
		accounts: map[budget.AccountNo]string{}, categories: map[budget.CategoryNo]string{}, envelopes: map[budget.CategoryNo]string{},
		opening: n.below(equity, "opening balances"), adjustments: n.below(equity, "adjustments"), inTransit: n.below(assets, "in transit"),
		unassigned: n.below(envelopes, "unassigned"), held: n.below(envelopes, "held for next month"), cardDebt: n.below(envelopes, "card debt"),
		uncategorised: n.below(expenses, "uncategorised"), withoutCategory: n.below(envelopes, "uncategorised"), money: component("money"),
	}
	for _, name := range []string{c.unassigned, c.held, c.cardDebt, c.withoutCategory} {
		n.taken[expenses+":"+last(name)] = true // a group has the same name in both places
	}
	for i := range src.Accounts {
		a := &src.Accounts[i]
		kind, known := accountPrefixes[a.Type]
		if !known {
			kind = [2]string{"assets", "other"}
		}
		c.accounts[a.No] = n.below(component(kind[0])+":"+component(kind[1]), a.Name)
	}
	groups := map[budget.GroupNo]string{}
	for i := range src.Groups {
		g := &src.Groups[i]
		if !g.Income {
			groups[g.No] = last(n.below(expenses, g.Name))
		}
	}
	for i := range src.Categories {
		cat := &src.Categories[i]
		if cat.Income {
			c.categories[cat.No] = n.below(income, cat.Name)
			continue
		}
		name := n.below(expenses+":"+groups[cat.Group], cat.Name)
		c.categories[cat.No] = name
		c.envelopes[cat.No] = envelopes + strings.TrimPrefix(name, expenses)
	}
	return c
}

// oneLine returns a text without line breaks, other controls and repeated spaces.
func oneLine(s string) string {
	if isOneLine(s) {
		return s
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// isOneLine reports whether a text of ASCII characters needs no change, as most do.
func isOneLine(s string) bool {
	space := true // the character before is a space or the beginning
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c > '~' || c == ' ' && space {
			return false
		}
		space = c == ' '
	}
	return !space || s == ""
}
