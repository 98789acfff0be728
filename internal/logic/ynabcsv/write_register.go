package ynabcsv

import (
	"cmp"
	"fmt"
	"strings"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// writeRegister writes every transaction, one line for each part of a split.
func (e *tableWriter) writeRegister() error {
	_, _ = e.out.WriteString(byteOrderMark + registerHeadings + "\n")
	for t, err := range e.Transactions {
		if err != nil {
			return err
		}
		e.omitFields(&t)
		if len(t.Parts) == 0 {
			e.line(&t, &budget.Part{Payee: t.Payee, Category: t.Category, Amount: t.Amount, Transfer: t.Transfer}, e.memo(&t))
			continue
		}
		if t.Payee != 0 && !e.hasOrdinaryPart(&t) {
			e.omitted.Omit("payees of splits that are all transfers", e.payees[t.Payee].name)
		}
		for i := range t.Parts {
			p := t.Parts[i]
			p.Payee, p.Memo = cmp.Or(p.Payee, t.Payee), cmp.Or(p.Memo, t.Memo)
			e.line(&t, &p, fmt.Sprintf("Split (%d/%d) %s", i+1, len(t.Parts), p.Memo))
		}
		if t.Memo != "" {
			e.omitted.Omit("notes of splits (their parts have them instead)", t.Memo)
		}
	}
	return nil
}

// memo returns the memo of a transaction without parts.
func (e *tableWriter) memo(t *budget.Transaction) string {
	if _, _, _, marked := splitMark(t.Memo); marked {
		e.omitted.Omit("notes that begin like a part of a split (a space is added)", t.Memo)
		return " " + t.Memo
	}
	return t.Memo
}

func (e *tableWriter) hasOrdinaryPart(t *budget.Transaction) bool {
	for i := range t.Parts {
		if t.Parts[i].Transfer.Account == 0 {
			return true
		}
	}
	return false
}

// line writes a line of the register.
func (e *tableWriter) line(t *budget.Transaction, p *budget.Part, memo string) {
	a := e.accounts[t.Account]
	a.used = true
	e.text(a.name)
	e.text(flagText(t.FlagColour, t.FlagName))
	e.text(t.Date.In(e.Info.DateFormat))
	e.text(e.payee(p))
	category := e.categoryOf(a, p)
	e.show(a, p, category != categoryName{})
	e.category(category)
	e.text(memo)
	e.amount(max(0, -p.Amount))
	e.out.WriteByte(',')
	e.amount(max(0, p.Amount))
	e.out.WriteByte(',')
	e.quoted(capital(string(t.Cleared)))
	e.out.WriteByte('\n')
}

// payee returns the payee of a line; that of a transfer names the other account.
func (e *tableWriter) payee(p *budget.Part) string {
	payee := e.payees[p.Payee]
	if other := e.accounts[p.Transfer.Account]; other != nil {
		if payee != nil && payee.transfers != p.Transfer.Account {
			e.omitted.Omit("payees of transfers", payee.name)
		}
		return budget.TransferPayee + other.name
	}
	if payee == nil {
		return ""
	}
	payee.used = true
	return payee.name
}

// categoryOf returns the category of a line. Lines of a tracking account have none, because the tables distinguish
// tracking accounts only by this.
func (e *tableWriter) categoryOf(a *writtenAccount, p *budget.Part) categoryName {
	c, ok := e.categories[p.Category]
	if ok && !a.onBudget {
		e.omitted.Omit("categories of transactions in tracking accounts", c.name)
		return categoryName{}
	}
	return c.categoryName
}

// show notes what a line shows about its account, and about the other one of a transfer.
func (e *tableWriter) show(a *writtenAccount, p *budget.Part, categorised bool) {
	own, other := &e.evidence[a.at], e.accounts[p.Transfer.Account]
	own.categorised = own.categorised || categorised
	switch {
	case other == nil:
		own.uncategorised = own.uncategorised || !categorised
	case categorised:
		e.evidence[other.at].paid = true
	case !e.linked[[2]int32{a.at, other.at}]:
		e.linked[[2]int32{a.at, other.at}] = true
		link(e.evidence, a.at, other.at)
	}
}

// flagText returns the text of a flag, such as "Red (Holiday)".
func flagText(colour, name string) string {
	switch text := capital(colour); {
	case name == "":
		return text
	case colour == "":
		return name
	default:
		return text + " (" + name + ")"
	}
}

func capital(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// omitFields lists the fields of a transaction that the register does not have.
func (e *tableWriter) omitFields(t *budget.Transaction) {
	name := t.Date.String() + ", " + money.Format{DecimalDigits: e.amounts.DecimalDigits, DecimalSeparator: "."}.Text(t.Amount)
	if !t.Approved {
		e.omitted.Omit("transactions to approve (they are approved in the file)", name)
	}
	if t.Bank != nil {
		e.omitted.Omit("import ids and texts of banks", name)
	}
}

// omitRecords lists the records and settings that the tables do not have.
func (e *tableWriter) omitRecords() {
	e.omitIf(humanize.FileName(e.Info.Name, "") != e.Info.Name, "characters of the budget's name that the name of a file cannot have", e.Info.Name)
	shown := onBudget(e.evidence)
	for i := range e.Accounts {
		a := &e.Accounts[i]
		e.omitIf(!e.accounts[a.No].used, "accounts without transactions", a.Name)
		e.omitIf(e.accounts[a.No].used && !e.isShown(a.No, string(a.Type)), "types of accounts", a.Name)
		e.omitIf(e.accounts[a.No].used && shown[i] && !a.OnBudget, "that accounts are off budget (their transactions do not show it)", a.Name)
		e.omitIf(e.accounts[a.No].used && !shown[i] && a.OnBudget, "that accounts are on budget (none of their transactions has a category)", a.Name)
		e.omitIf(a.Closed, "closed accounts (they are open in the file)", a.Name)
		e.omitIf(a.Note != "", "notes of accounts", a.Name)
		e.omitIf(a.Debt != nil, "interest rates and payments of loans", a.Name)
	}
	for i := range e.Payees {
		p := &e.Payees[i]
		e.omitIf(p.TransferAccount == 0 && !e.payees[p.No].used, "payees without transactions", p.Name)
	}
	for range e.Locations {
		e.omitted.Omit("places of payees", "")
	}
	for i := range e.Groups {
		g := &e.Groups[i]
		e.omitIf(g.Hidden && g.Name != hiddenGroup, "hidden groups and categories (they are visible in the file)", g.Name)
		e.omitIf(g.Note != "", "notes of groups", g.Name)
	}
	for i := range e.Categories {
		c := &e.Categories[i]
		e.omitIf(c.Hidden && e.categories[c.No].group != hiddenGroup, "hidden groups and categories (they are visible in the file)", c.Name)
		e.omitIf(c.Note != "", "notes of categories", c.Name)
		e.omitIf(c.Target != nil, "targets", c.Name)
	}
	for i := range e.Cells {
		e.omitIf(e.Cells[i].Note != "", "notes of months", e.Cells[i].Month.String())
	}
	for i := range e.Months {
		e.omitIf(e.Months[i].Held != 0, "money held for the next month", e.Months[i].Month.String())
		e.omitIf(e.Months[i].Note != "", "notes of months", e.Months[i].Month.String())
	}
	for _, r := range e.Rollovers {
		e.omitIf(r.On, "settings to roll overspending over", e.categories[r.Category].name)
	}
	for i := range e.Scheduled {
		name := ""
		if p := e.payees[e.Scheduled[i].Payee]; p != nil {
			name = p.name
		}
		e.omitted.Omit("scheduled transactions", name)
	}
	e.OmitAccountGroups(&e.omitted)
	for i := range e.Rules {
		text := ""
		if when := e.Rules[i].When; len(when) > 0 {
			text = when[0].Text
		}
		e.omitted.Omit("rules", text)
	}
}

func (e *tableWriter) omitIf(is bool, what, value string) {
	if is {
		e.omitted.Omit(what, value)
	}
}

// isShown reports whether the type of an account can be derived from the tables: an account with a payment category is a
// credit card, any other a checking account.
func (e *tableWriter) isShown(no budget.AccountNo, kind string) bool {
	for i := range e.Categories {
		if e.Categories[i].Card == no {
			return kind == "creditCard"
		}
	}
	return kind == "checking"
}
