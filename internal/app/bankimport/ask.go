package bankimport

import (
	"slices"
	"strconv"
	"strings"

	"holdover/internal/base/iterutil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
)

// Asked returns the open questions about the file as sentences, each with its guess.
func (f *File) Asked() []string {
	return iterutil.Map(f.Questions, f.asked)
}

func (f *File) asked(q bankfile.Question) string {
	switch q {
	case bankfile.AskColumns:
		if f.Mapping != nil && len(f.Mapping.Currencies()) > 0 {
			return "The file has amounts in several currencies (" + strings.Join(f.Mapping.Currencies(), ", ") + "): all were read in the account's currency."
		}
		return "The columns of date, payee and amount are not certain: they were detected from their contents."
	case bankfile.AskDates:
		return "The date format is not certain: dates were read as " + orderNames[f.Style.Order] + "."
	case bankfile.AskNumbers:
		if f.Style.Decimal == bankfile.Cents {
			return "The number format is not certain: 123456 was read as 1234.56."
		}
		return "The number format is not certain: amounts were read like " + "1" + f.Style.Group + "234" + f.Style.Decimal + "56."
	case bankfile.AskStates:
		return "The file calls transactions " + strings.Join(iterutil.Map(f.States, strconv.Quote), ", ") + ": they were read as booked."
	case bankfile.AskFarDates:
		return "The dates in the file are decades apart."
	case bankfile.AskParts:
		return "The parts of some splits do not add up: these transactions were read without their parts."
	case bankfile.AskRounding:
		return "Some amounts have more decimals than the currency: they were rounded."
	case bankfile.AskSigns:
	}
	if f.Mapping != nil && f.Mapping.Invert {
		return "The direction of money is not certain: amounts without a minus were read as money out."
	}
	return "The direction of money is not certain: amounts without a minus were read as money in."
}

var orderNames = map[bankfile.DateOrder]string{
	bankfile.DayFirst: "day, month, year", bankfile.MonthFirst: "month, day, year", bankfile.YearFirst: "year, month, day",
}

// categories maps the keys of names in other programs to the budget's categories.
type categories map[string]budget.CategoryNo

// newCategories maps categories by their name, and by group and name with a colon between, as YNAB and QIF write
// them. A name of two categories maps to 0. Categories of card payments are omitted.
func (read *reading) newCategories() (categories, error) {
	groups, err := read.view.Groups()
	if err != nil {
		return nil, err
	}
	byNo := iterutil.ByKey(groups, func(g budget.Group) budget.GroupNo { return g.No })
	all, err := read.view.Categories()
	known := categories{}
	for _, c := range all {
		if budget.IsCardPayment(groups, &c) {
			continue // transactions cannot have this category
		}
		for _, name := range []string{c.Name, byNo[c.Group].Name + ":" + c.Name, byNo[c.Group].Name + ": " + c.Name} {
			key := budget.NameKey(name)
			if _, twice := known[key]; twice {
				known[key] = 0
				continue
			}
			known[key] = c.No
		}
	}
	return known, err
}

// toldRow is a row of the file as a new transaction.
type toldRow struct {
	as rule.Row
	by budget.ByRule
}

// told returns a row as tell does. It applies the rules once until a payee is added.
func (read *reading) told(row *bankfile.Row) (rule.Row, budget.ByRule, error) {
	if known, is := read.toldRows[row.No]; is {
		return known.as, known.by, nil
	}
	as, by, err := read.tell(row)
	if err == nil {
		read.toldRows[row.No] = toldRow{as, by}
	}
	return as, by, err
}

// tell returns a file's row as the new transaction: the rules are applied first, then the usual values. Without a
// rule, the category is that of the file if the options request it, else the usual one of the payee's rows. Name is
// set if the payee does not exist yet.
func (read *reading) tell(row *bankfile.Row) (as rule.Row, by budget.ByRule, err error) {
	as = rule.Row{Account: read.account.No, Date: row.Date, Amount: row.Amount, BankText: row.Payee, Notes: row.Notes()}
	payee, name, undecided := read.payees.forText(row.Payee)
	switch other := read.otherAccount(row, &payee); {
	case other != 0 && len(row.Parts) == 0:
		as.Transfer, as.Locked.Payee, as.Locked.Money = other, true, true
	case payee.No != 0 && !undecided:
		as.Payee = payee.No
	case !undecided:
		as.Name = name
	}
	for i := range row.Parts {
		p := &row.Parts[i]
		part := rule.Part{Amount: p.Amount, Notes: p.Memo}
		if read.options.SetCategories && read.account.OnBudget {
			part.Category = read.categories[budget.NameKey(p.Category)]
		}
		if part.Category == 0 && read.accountNamed(p.Transfer) == 0 {
			part.Notes = notesOf(p)
		}
		as.Parts, as.Split, as.Locked.Money = append(as.Parts, part), true, true
	}
	by, told, err := read.rules.Apply(&as)
	if told || err != nil || as.Transfer != 0 || len(as.Parts) > 0 {
		return as, by, err
	}
	if read.options.SetCategories && read.account.OnBudget && row.Category != "" {
		as.Category = read.categories[budget.NameKey(row.Category)]
	}
	if as.Category == 0 {
		as.Category = read.payees.category(&as)
	}
	return as, by, nil
}

// notesOf returns the notes of a part with a category or account that the budget lacks. They contain its name in the
// file.
func notesOf(p *bankfile.Part) string {
	name := p.Category
	if p.Transfer != "" {
		name = budget.TransferPayee + p.Transfer
	}
	if name == "" || p.Memo == "" {
		return name + p.Memo
	}
	return name + ": " + p.Memo
}

// otherAccount returns the account on the other side of a row, or 0 if the file names no open account of the budget.
func (read *reading) otherAccount(row *bankfile.Row, payee *budget.Payee) budget.AccountNo {
	if row.Transfer != "" {
		return read.accountNamed(row.Transfer)
	}
	return read.usable(payee.TransferAccount)
}

// accountNamed returns the open account with a name, other than the account of the file.
func (read *reading) accountNamed(name string) budget.AccountNo {
	return read.usable(read.payees.byName[budget.NameKey(budget.TransferPayee+name)].TransferAccount)
}

func (read *reading) usable(no budget.AccountNo) budget.AccountNo {
	if a := read.payees.accounts[no]; a == nil || a.Closed || a.No == read.account.No {
		return 0
	}
	return no
}

// countCategories counts the rows with a category, and the rows with a category that exists in the budget.
func (read *reading) countCategories() (n Categories) {
	for i := range read.statement.Rows {
		if text := read.statement.Rows[i].Category; text != "" {
			n.Rows++
			if read.categories[budget.NameKey(text)] != 0 {
				n.InBudget++
			}
		}
	}
	return n
}

// Answered reports whether said contains all open questions.
func (f *File) Answered(said ...bankfile.Question) bool {
	return !slices.ContainsFunc(f.Questions, func(q bankfile.Question) bool { return !slices.Contains(said, q) })
}
