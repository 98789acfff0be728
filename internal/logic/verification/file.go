package verification

import (
	"maps"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// kind is the kind of a category of the document.
type kind uint8

const (
	ordinary kind = iota
	uncategorised
	cardPayment
)

// category contains a category's figures in all months: those of the document's months, and those computed from its
// rows.
type category struct {
	id, name string
	kind     kind
	listed   []bool // whether the month lists the category
	// From the document's months. If a month does not list the category, budgeted is 0 and the balance follows from
	// the rows.
	budgeted, activity, balance []money.Milli
	rows                        []money.Milli // sums of its rows on budget accounts
	late                        []money.Milli // the part of rows dated after the export
	cards                       []money.Milli // the part on cards of rows less late
}

// file contains the document's figures, indexed by month from first on.
type file struct {
	plan     *ynabdoc.Plan
	holdover bool // whether another Holdover exported it, so that it follows our arithmetic
	first    civil.Month
	months   []month
	list     []*category
	at       map[string]*category
	income   map[string]bool // ids of the income categories
	accounts map[string]*accountSums
	numbered []*accountSums   // the same accounts, by number
	names    []string         // category ids of lines
	numbers  map[string]int32 // index in names by id
	// cardIncome contains the income rows on cards.
	cardIncome []keptLine
	// unknownCards contains accounts of an unknown type that are treated as cards.
	unknownCards []*ynabdoc.Account
	// retyped contains the ids of accounts that have a card's type but are not cards by the file's figures, or the
	// reverse.
	retyped  []string
	payments []line // transfers on cards to and from accounts on budget
	// If cards are envelopes, two more kinds of lines count as uncategorised here, but not at the source: transfers
	// between accounts on budget, which cancel out unless one side is missing, and the rest of a split's amount
	// beyond its parts.
	between, rests []line
	// byCards contains the correct figures of a budget with cards as envelopes, with (true) and without transactions
	// dated after the export; wrongPayments lists figures of card payment categories in which the file contradicts
	// itself.
	byCards       map[bool]expected
	wrongPayments []string
	paymentsOff   []paymentOff      // the differences
	otherShares   []string          // card payments that only differ in their division among the cards
	pays          map[string]string // payment category to its card, by id
	envelopes     bool              // whether the budget has cards as envelopes
	after         civil.Date        // first day of the rows after the export; 0 if there are none
}

// month contains the document's figures of a whole month.
type month struct {
	doc        *ynabdoc.Month // nil if the file does not have the month
	cashIncome money.Milli    // income rows on accounts other than cards, without late ones
	cardIncome money.Milli    // income rows on cards, without late ones
	lateIncome money.Milli    // income transactions dated after the export
	lateCash   money.Milli    // the part of lateIncome on accounts other than cards
	retyped    money.Milli    // the change of cashIncome if accounts had the types in the file
}

// accountSums is an account of the document with the sums of its rows.
type accountSums struct {
	no             int32
	doc            *ynabdoc.Account
	all, cleared   money.Milli
	late           money.Milli // the part of all dated after the export
	lateCleared    money.Milli
	onBudget, card bool
}

func newFile(doc *ynabdoc.Document, roles ynabdoc.Roles, imported Budget) *file {
	f := &file{
		plan: &doc.Plan, at: map[string]*category{}, income: map[string]bool{}, numbers: map[string]int32{},
		accounts: make(map[string]*accountSums, len(doc.Plan.Accounts)), pays: imported.Cards, envelopes: imported.Envelopes,
	}
	for _, m := range f.plan.Extra() {
		f.holdover = f.holdover || m.Name == ynabdoc.MarksMember
	}
	for _, id := range roles.Income {
		f.income[id] = true
	}
	return f
}

func readFile(doc *ynabdoc.Document, roles ynabdoc.Roles, imported Budget) *file {
	f := newFile(doc, roles, imported)
	f.readAccounts(roles)
	lines := f.readLines()
	f.span(lines)
	f.addCategories(roles, imported)
	f.readMonths()
	f.sumUp(lines)
	f.fillBalances()
	f.readCards(lines, imported)
	f.fillBalances() // again, with the balances of unlisted card payment categories
	f.settleTypes(lines, roles, imported)
	return f
}

func (f *file) readAccounts(roles ynabdoc.Roles) {
	for _, deleted := range []bool{false, true} {
		for a := range iterutil.Pointers(f.plan.Accounts) {
			if _, known := f.accounts[a.ID]; known || a.Deleted != deleted {
				continue
			}
			f.accounts[a.ID] = &accountSums{no: int32(len(f.numbered)), doc: a, onBudget: a.OnBudget, card: f.isCard(a, roles)}
			f.numbered = append(f.numbered, f.accounts[a.ID])
		}
	}
}

// isCard reports whether the source treats an account as a card: one of two types, or of an unknown type with a card
// payment category of the same name.
func (f *file) isCard(a *ynabdoc.Account, roles ynabdoc.Roles) bool {
	kind := budget.AccountType(a.AccountType())
	if kind.IsCard() || kind.IsKnown() {
		return kind.IsCard()
	}
	for i := range f.plan.Months {
		for j := range f.plan.Months[i].Categories {
			if c := &f.plan.Months[i].Categories[j]; c.Name == a.Name && slices.Contains(roles.CardPayments, c.ID) {
				f.unknownCards = append(f.unknownCards, a)
				return true
			}
		}
	}
	return false
}

// span computes the range of the file's months and rows.
func (f *file) span(lines []line) {
	var s civil.Span
	for i := range f.plan.Months {
		if m := &f.plan.Months[i]; !m.Deleted {
			s.Cover(m.Month)
		}
	}
	for i := range lines {
		s.Cover(lines[i].date.Month())
	}
	f.first, f.months = s.First, make([]month, s.Months())
}

// addCategories adds the categories with figures to compare.
func (f *file) addCategories(roles ynabdoc.Roles, imported Budget) {
	for _, id := range roles.Uncategorised {
		f.category(id, "Uncategorized", uncategorised)
	}
	for _, id := range roles.CardPayments {
		f.category(id, "", cardPayment)
	}
	for c := range iterutil.Pointers(imported.Categories) {
		if c.Income || c.SourceID == "" {
			continue
		}
		kind := ordinary
		if c.Card {
			kind = cardPayment
		}
		f.category(c.SourceID, c.Name, kind)
	}
	for _, id := range slices.Sorted(maps.Keys(f.pays)) { // categories of cards that have none in the file
		f.category(id, "", cardPayment)
	}
	if len(roles.Uncategorised) == 0 { // rows without category need one too
		f.category("", "Uncategorized", uncategorised)
	}
}

// category returns the category with that id, and creates it if needed.
func (f *file) category(id, name string, k kind) *category {
	if c := f.at[id]; c != nil {
		return c
	}
	n := len(f.months)
	amounts := make([]money.Milli, 6*n)
	take := func() []money.Milli {
		row := amounts[:n:n]
		amounts = amounts[n:]
		return row
	}
	c := &category{
		id: id, name: name, kind: k, listed: make([]bool, n),
		budgeted: take(), activity: take(), balance: take(), rows: take(), late: take(), cards: take(),
	}
	f.at[id], f.list = c, append(f.list, c)
	return c
}

// readMonths reads the categories of the document's months.
func (f *file) readMonths() {
	for m := range iterutil.Pointers(f.plan.Months) {
		if m.Deleted {
			continue
		}
		at := int(m.Month - f.first)
		if f.months[at].doc == nil {
			f.months[at].doc = m
		}
		for d := range iterutil.Pointers(m.Categories) {
			if f.income[d.ID] {
				continue
			}
			c := f.at[d.ID]
			if c == nil {
				if d.Deleted || f.isPlaceholder(d) {
					continue
				}
				c = f.category(d.ID, d.Name, ordinary)
			}
			if c.name == "" {
				c.name = d.Name
			}
			if !c.listed[at] {
				c.listed[at] = true
				c.budgeted[at], c.activity[at], c.balance[at] = d.Budgeted, d.Activity, d.Balance
			}
		}
	}
}

// isPlaceholder reports whether a category of a month has only zero figures, so that the budget may lack it.
func (f *file) isPlaceholder(d *ynabdoc.Category) bool {
	return d.Budgeted == 0 && d.Activity == 0 && d.Balance == 0
}

// fillBalances computes the balance for months that do not list a category. If a month lists all categories but one,
// that one's budgeted amount is the rest of the month's total.
func (f *file) fillBalances() {
	missing := make([]money.Milli, len(f.months))
	for i := range f.months {
		missing[i] = f.missingBudgeted(i)
	}
	for _, c := range f.list {
		var before money.Milli
		for i := range c.balance {
			if !c.listed[i] {
				c.activity[i] = c.rows[i] - c.late[i]
				c.balance[i] = max(0, before) + c.activity[i]
				if c.kind != uncategorised {
					c.balance[i] += missing[i]
				}
				if next := i + 1; next < len(c.listed) && c.listed[next] {
					c.leadInto(next)
				}
			}
			before = c.balance[i]
		}
	}
}

// leadInto sets the balance of the month before a listed one to the amount carried into the listed month. If that is
// zero, the balance may have been negative.
func (c *category) leadInto(next int) {
	began := c.balance[next] - c.budgeted[next] - c.activity[next]
	if at := &c.balance[next-1]; began > 0 || began == 0 && *at > 0 {
		*at = began
	}
}

// filled returns the amount that must have been budgeted in a month missing in the file for the later balances to
// follow.
func (f *file) filled(i int) money.Milli {
	var sum money.Milli
	for _, c := range f.list {
		sum += c.balance[i] - f.follows(c, i)
	}
	return sum
}

// missingBudgeted returns the amount budgeted to the only category that a month does not list, or 0 if all are listed
// or several are missing.
func (f *file) missingBudgeted(i int) money.Milli {
	doc := f.months[i].doc
	if doc == nil || !doc.Has("budgeted") {
		return 0
	}
	absent := 0
	var listed money.Milli
	for _, c := range f.list {
		switch {
		case c.listed[i]:
			listed += c.budgeted[i]
		case c.kind != uncategorised:
			absent++
		}
	}
	if absent != 1 {
		return 0
	}
	return doc.Budgeted - listed
}

// overspent returns the amount by which a balance is negative.
func overspent(balance money.Milli) money.Milli { return max(0, -balance) }

// cashOverspent returns the part of an overspent balance that the source subtracts from Ready to Assign: all except
// spending on cards, which becomes card debt.
func (c *category) cashOverspent(balance, cards money.Milli) money.Milli {
	over := overspent(balance)
	if c.kind == cardPayment {
		return over
	}
	return over - min(over, max(0, -cards))
}

func (f *file) month(i int) civil.Month { return f.first.Add(i) }

// compared returns the categories with figures in the budget.
func (f *file) compared() []*category {
	return slices.DeleteFunc(slices.Clone(f.list), func(c *category) bool {
		return c.kind == uncategorised || c.kind == cardPayment && !f.envelopes
	})
}

func (f *file) ordinary() []*category {
	return slices.DeleteFunc(slices.Clone(f.list), func(c *category) bool { return c.kind != ordinary })
}
