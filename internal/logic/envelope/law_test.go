package envelope_test

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

var start = civil.MakeMonth(2025, 11)

// TestMoneyIsConservedByAnyOperations runs all operations of a user in random order, and checks the conservation law
// after each step.
func TestMoneyIsConservedByAnyOperations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &randomBudget{world: newHousehold(), next: 100}
		if rapid.Bool().Draw(t, "cards as envelopes") {
			l.keepCards()
		}
		t.Repeat(map[string]func(*rapid.T){
			"":                l.check,
			"add row":         l.addRow,
			"add transfer":    l.addTransfer,
			"two dates":       l.addTransferWithTwoDates,
			"split row":       l.split,
			"edit row":        l.editRow,
			"delete row":      l.deleteRow,
			"assign":          l.assignOne,
			"move money":      l.moveMoney,
			"cover":           l.cover,
			"month menu":      l.monthMenu,
			"hold":            l.hold,
			"reset hold":      l.resetHold,
			"rollover":        l.rollover,
			"new category":    l.newCategory,
			"rename":          l.rename,
			"move category":   l.moveCategory,
			"move group":      l.moveGroup,
			"delete category": l.deleteCategory,
			"delete group":    l.deleteGroup,
			"cards":           l.cardsAsEnvelopes,
		})
	})
}

// randomBudget is a household's budget with random operations.
type randomBudget struct {
	*world
	next int64
	kept chain // of sheets, each computed from the previous one
}

// newHousehold has two accounts and a card on budget, a tracking account, an income group and two others.
func newHousehold() *world {
	return &world{budget.Whole{
		Accounts: []budget.Account{
			{No: 1, Name: "Checking", OnBudget: true},
			{No: 2, Name: "Savings", OnBudget: true},
			{No: 3, Name: "Card", OnBudget: true, Type: budget.CreditCard},
			{No: 4, Name: "Mortgage"},
		},
		Groups: []budget.Group{{No: 1, Name: "Income", Income: true}, {No: 2, Name: "Bills", Sort: 1}, {No: 3, Name: "Fun", Sort: 2}},
		Categories: []budget.Category{
			{No: 1, Group: 1, Name: "Income", Income: true},
			{No: 2, Group: 2, Name: "Rent"},
			{No: 3, Group: 2, Name: "Power", Sort: 1},
			{No: 4, Group: 3, Name: "Books"},
			{No: 5, Group: 3, Name: "Trips", Sort: 1, Hidden: true},
		},
	}}
}

// keepCards turns the cards into envelopes, and makes Savings a second one.
func (w *world) keepCards() {
	w.Info.CardEnvelopes = true
	w.Groups = append(w.Groups, budget.Group{No: 4, Name: "Credit Card Payments", Cards: true, Sort: -1})
	w.Categories = append(w.Categories,
		budget.Category{No: 6, Group: 4, Name: "Card", Card: 3}, budget.Category{No: 7, Group: 4, Name: "Savings", Card: 2})
}

func (l *randomBudget) check(t *rapid.T) {
	l.conserved(t)
	l.kept.follow(t, &l.Whole)
}

func (l *randomBudget) cardsAsEnvelopes(t *rapid.T) {
	if l.Info.CardEnvelopes {
		t.Skip("they are")
	}
	l.keepCards()
}

func (l *randomBudget) id() int64 { l.next++; return l.next }

func amounts() *rapid.Generator[money.Milli] {
	return rapid.Custom(func(t *rapid.T) money.Milli {
		return money.Milli(rapid.Int64Range(-5000, 5000).Draw(t, "milli"))
	})
}

func (l *randomBudget) month(t *rapid.T) civil.Month {
	return start.Add(rapid.IntRange(0, 9).Draw(t, "month"))
}

func (l *randomBudget) date(t *rapid.T) civil.Date {
	return l.month(t).DayAt(rapid.IntRange(1, 31).Draw(t, "day"))
}

// category returns a random category of the budget, or none.
func (l *randomBudget) category(t *rapid.T) budget.CategoryNo {
	i := rapid.IntRange(-1, len(l.Categories)-1).Draw(t, "category")
	if i < 0 {
		return 0
	}
	return l.Categories[i].No
}

func (l *randomBudget) account(t *rapid.T) budget.AccountNo {
	return rapid.SampledFrom(l.Accounts).Draw(t, "account").No
}

func (l *randomBudget) row(t *rapid.T) *budget.Transaction {
	if len(l.Transactions) == 0 {
		t.Skip("no rows yet")
	}
	return &l.Transactions[rapid.IntRange(0, len(l.Transactions)-1).Draw(t, "row")]
}

func (l *randomBudget) addRow(t *rapid.T) {
	l.Transactions = append(l.Transactions, budget.Transaction{
		No: budget.TxNo(l.id()), Account: l.account(t), Date: l.date(t), Amount: amounts().Draw(t, "amount"), Category: l.category(t),
	})
}

func (l *randomBudget) addTransfer(t *rapid.T) {
	out := budget.Transaction{No: budget.TxNo(l.id()), Account: l.account(t), Date: l.date(t), Amount: amounts().Draw(t, "amount")}
	in := out
	in.No, in.Account, in.Amount = budget.TxNo(l.id()), l.account(t), -out.Amount
	out.Transfer, in.Transfer = budget.Transfer{Account: in.Account, Tx: in.No}, budget.Transfer{Account: out.Account, Tx: out.No}
	if in.Account == 4 {
		out.Category = l.category(t)
	}
	l.Transactions = append(l.Transactions, out, in)
}

func (l *randomBudget) addTransferWithTwoDates(t *rapid.T) {
	l.addTransfer(t)
	out, in := &l.Transactions[len(l.Transactions)-2], &l.Transactions[len(l.Transactions)-1]
	in.Date = l.date(t)
	out.Transfer.TwoDates, in.Transfer.TwoDates = true, true
}

func (l *randomBudget) split(t *rapid.T) {
	row := l.row(t)
	row.Category, row.Parts = 0, nil
	rest := row.Amount
	for range rapid.IntRange(1, 3).Draw(t, "parts") {
		amount := amounts().Draw(t, "part")
		row.Parts = append(row.Parts, budget.Part{No: budget.PartNo(l.id()), Amount: amount, Category: l.category(t)})
		rest -= amount
	}
	row.Parts = append(row.Parts, budget.Part{No: budget.PartNo(l.id()), Amount: rest, Category: l.category(t)})
}

func (l *randomBudget) editRow(t *rapid.T) {
	row := l.row(t)
	row.Account, row.Date = l.account(t), l.date(t)
	if len(row.Parts) == 0 {
		row.Amount, row.Category = amounts().Draw(t, "amount"), l.category(t)
	}
}

func (l *randomBudget) deleteRow(t *rapid.T) {
	no := l.row(t).No
	l.Transactions = slices.DeleteFunc(l.Transactions, func(x budget.Transaction) bool { return x.No == no })
}

// refused reports whether a rule refused the operation, and fails unless the error has a message for users.
func refused(t *rapid.T, err error) bool {
	if err != nil && apperr.KindOf(err) == apperr.Internal {
		t.Fatalf("the error has no kind for users: %v", err)
	}
	return err != nil
}

func (l *randomBudget) assignOne(t *rapid.T) {
	a, err := envelope.Assign(l.sheet(), l.category(t), l.month(t), amounts().Draw(t, "amount"))
	if !refused(t, err) {
		l.assign([]envelope.Assignment{a})
	}
}

func (l *randomBudget) moveMoney(t *rapid.T) {
	m, from, to, amount := l.month(t), l.category(t), l.category(t), amounts().Draw(t, "amount")
	sheet := l.sheet()
	moved, err := envelope.Transfer(sheet, m, from, to, amount)
	if refused(t, err) {
		return
	}
	l.assign(moved)
	after := l.sheet()
	// The balance of a category decides the amount moved to cards, and a card payment category may be the other side.
	if from != envelope.ToBudget && !l.paysCard(from) && after.Cell(from, m).Balance != sheet.Cell(from, m).Balance-amount {
		t.Fatalf("category %d did not lose %s", from, amount)
	}
	if to != envelope.ToBudget && !l.paysCard(to) && after.Cell(to, m).Balance != sheet.Cell(to, m).Balance+amount {
		t.Fatalf("category %d did not get %s", to, amount)
	}
}

func (l *randomBudget) paysCard(c budget.CategoryNo) bool {
	return slices.ContainsFunc(l.Categories, func(x budget.Category) bool { return x.No == c && x.Card != 0 })
}

func (l *randomBudget) cover(t *rapid.T) {
	m, c, from := l.month(t), l.category(t), l.category(t)
	moved, err := envelope.Cover(l.sheet(), m, c, from)
	if refused(t, err) {
		return
	}
	l.assign(moved)
	after := l.sheet()
	if after.Cell(c, m).Balance > 0 || (from == envelope.ToBudget && after.Month(m).ToBudget < 0) || after.Cell(from, m).Balance < 0 {
		t.Fatal("more than the overspending was covered")
	}
}

func (l *randomBudget) monthMenu(t *rapid.T) {
	m, sheet := l.month(t), l.sheet()
	var seen []budget.CategoryNo
	for _, c := range l.Categories {
		if !c.Hidden {
			seen = append(seen, c.No)
		}
	}
	var set []envelope.Assignment
	var err error
	switch n := rapid.SampledFrom([]int{0, 1, 3, 6, 12}).Draw(t, "what"); n {
	case 0:
		set = envelope.SetToZero(sheet, m, seen)
	case 1:
		set = envelope.CopyLastMonth(sheet, m, seen)
	default:
		set, err = envelope.Average(sheet, m, n, seen, money.DefaultFormat())
	}
	if refused(t, err) {
		return
	}
	for _, a := range set {
		if !slices.Contains(seen, a.Category) || a.Category == 1 || a.Month != m {
			t.Fatalf("an amount that was not requested was set: %v", a)
		}
	}
	l.assign(set)
}

func (l *randomBudget) hold(t *rapid.T) {
	m, amount := l.month(t), amounts().Draw(t, "amount")
	before := l.sheet()
	held, err := envelope.Hold(before, m, amount)
	if err == nil == (amount <= 0 || envelope.DefaultHold(before, m) == 0) {
		t.Fatalf("hold %s of %s: %v", amount, before.Month(m).ToBudget, err)
	}
	if refused(t, err) {
		return
	}
	l.setHeld(m, held)
	after := l.sheet()
	if f := after.Month(m); f.ToBudget < 0 || f.ToBudget+f.Held != before.Month(m).ToBudget+before.Month(m).Held {
		t.Fatalf("after holding %s, To Budget is %s", amount, f.ToBudget)
	}
	if after.Month(m+1).Funds != before.Month(m+1).Funds || after.Month(m+1).ToBudget != before.Month(m+1).ToBudget {
		t.Fatalf("a hold in %s changed the month after", m)
	}
}

func (l *randomBudget) resetHold(t *rapid.T) {
	m := l.month(t)
	held, err := envelope.ResetHold(l.sheet(), m)
	if !refused(t, err) {
		l.setHeld(m, held)
	}
}

func (l *randomBudget) rollover(t *rapid.T) {
	c := rapid.SampledFrom(l.Categories).Draw(t, "category")
	m, on := l.month(t), rapid.Bool().Draw(t, "on")
	before := l.sheet()
	to, err := envelope.SwitchRollover(before, &c, l.switches(c.No), m, on)
	mayOn, mayOff := envelope.OffersRollover(&c, before.Cell(c.No, m))
	if offered := !c.Income && c.Card == 0 && (on && mayOn || !on && mayOff); offered != (err == nil) {
		t.Fatalf("switch rollover of %s to %v: allowed %v, error %v", c.Name, on, offered, err)
	}
	if refused(t, err) {
		return
	}
	l.setSwitches(c.No, to)
	after := l.sheet()
	for x := m; x < m+24; x++ {
		if after.Cell(c.No, x).Rollover != on {
			t.Fatalf("rollover is not %v in %s", on, x)
		}
	}
	if after.Month(m).ToBudget != before.Month(m).ToBudget {
		t.Fatal("a rollover switch changed its own month")
	}
}

func (l *randomBudget) newCategory(t *rapid.T) {
	c, err := l.outline().NewCategory(rapid.SampledFrom(l.Groups).Draw(t, "group").No, names().Draw(t, "name"))
	if refused(t, err) {
		return
	}
	c.No = budget.CategoryNo(l.id())
	l.Categories = append(l.Categories, c)
	l.namesUnique(t)
}

func names() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{"Rent", " rent", "Books", "BOOKS ", "Straße", "STRASSE", "Été", "été", "", "Trips"})
}

func (l *randomBudget) rename(t *rapid.T) {
	c, err := l.outline().RenameCategory(rapid.SampledFrom(l.Categories).Draw(t, "category").No, names().Draw(t, "name"))
	if !refused(t, err) {
		l.putCategories([]budget.Category{c})
	}
	l.namesUnique(t)
}

func (l *randomBudget) moveCategory(t *rapid.T) {
	c := rapid.SampledFrom(l.Categories).Draw(t, "category")
	to := rapid.SampledFrom(l.Groups).Draw(t, "group")
	changed, err := l.outline().MoveCategory(c.No, to.No, l.category(t))
	if !refused(t, err) {
		l.putCategories(changed)
	}
	l.namesUnique(t)
}

func (l *randomBudget) moveGroup(t *rapid.T) {
	changed, err := l.outline().MoveGroup(rapid.SampledFrom(l.Groups).Draw(t, "group").No, rapid.SampledFrom(l.Groups).Draw(t, "before").No)
	if refused(t, err) {
		return
	}
	for _, g := range changed {
		l.Groups[slices.IndexFunc(l.Groups, func(x budget.Group) bool { return x.No == g.No })] = g
	}
}

func (l *randomBudget) namesUnique(t *rapid.T) {
	type place struct {
		group budget.GroupNo
		key   string
	}
	seen := map[place]bool{}
	for _, c := range l.Categories {
		at := place{c.Group, budget.NameKey(c.Name)}
		if seen[at] {
			t.Fatalf("two categories are named %q", c.Name)
		}
		seen[at] = true
	}
}

func (l *randomBudget) deleteCategory(t *rapid.T) {
	c, to := rapid.SampledFrom(l.Categories).Draw(t, "category"), l.category(t)
	d, err := l.outline().DeleteCategory(c.No, to, l.contents())
	if c.No == to && err == nil {
		t.Fatalf("%s was deleted with itself as receiver", c.Name)
	}
	if !refused(t, err) {
		l.deleteAndCompare(t, d)
	}
}

func (l *randomBudget) deleteGroup(t *rapid.T) {
	if len(l.Groups) < 3 {
		l.Groups = append(l.Groups, budget.Group{No: budget.GroupNo(l.id()), Name: "New", Sort: 9})
	}
	g, to := rapid.SampledFrom(l.Groups).Draw(t, "group"), l.category(t)
	d, err := l.outline().DeleteGroup(g.No, to, l.contents())
	if !refused(t, err) {
		l.deleteAndCompare(t, d)
	}
	if g.Income && err == nil {
		t.Fatalf("the income group was deleted")
	}
}

// deleteAndCompare checks that a deletion changes no total of budgeted, income, activity or uncategorised amounts,
// only their category.
func (l *randomBudget) deleteAndCompare(t *rapid.T, d *envelope.Deletion) {
	before, budgeted := l.sheet(), l.budgetedByMonth()
	l.delete(d)
	if !maps.Equal(budgeted, l.budgetedByMonth()) {
		t.Fatalf("the budgeted amounts were %v, are %v", budgeted, l.budgetedByMonth())
	}
	after := l.sheet()
	for _, f := range before.Months {
		g := after.Month(f.Month)
		if f.Income != g.Income || f.Activity != g.Activity && !l.Info.CardEnvelopes || // a category with more money moves more of it to cards
			f.Uncategorised != g.Uncategorised {
			t.Fatalf("the figures of %s were %+v, are %+v", f.Month, f, g)
		}
	}
}
