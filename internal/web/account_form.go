package web

import (
	"cmp"
	"net/url"
	"strings"

	"holdover/internal/app"
)

// accountForm is the form with what is filled in, else with what is usual.
func (s *site) accountForm(got *app.Screen, kind accountKind, q url.Values) *NewAccountForm {
	l := linksOf(got.Budget.ID)
	f := &NewAccountForm{
		Action: l.to("accounts"), Type: string(kind.Type), Kind: kind.Name, Meaning: kind.Meaning, OtherURL: l.newAccount(""),
		Name: q.Get("name"), Amount: q.Get("amount"), Date: cmp.Or(q.Get("date"), s.today().String()),
		OnBudget: kind.OnBudget, Owed: kind.Owed,
	}
	if q.Has("place") {
		f.OnBudget = q.Get("place") == "on"
	}
	if q.Has("owed") {
		f.Owed = q.Get("owed") == "1"
	}
	d := menuDrawing{Screen: got, members: membersOf(got.Categories)}
	f.Categories = d.categoryChoices(q.Get("category"))
	f.Begins = f.begins(got)
	return f
}

// begins says in words what the account will begin with.
func (f *NewAccountForm) begins(got *app.Screen) string {
	format := got.Budget.CurrencyFormat
	entry, err := accountEntry(format, f.value)
	if err != nil {
		return ""
	}
	if entry.Balance == 0 {
		return "The account begins with nothing."
	}
	fig := figures{format}
	day := entry.Date.In(got.Budget.DateFormat)
	amount, row := fig.symbol(entry.Balance.Abs()).Text, fig.symbol(entry.Balance).Text
	said := "On " + day + " you have " + amount + "; the account begins at " + row + "."
	if f.Owed {
		said = "On " + day + " you owe " + amount + "; the account begins at " + row + "."
	}
	switch to := chosenLabel(f.Categories); {
	case !f.OnBudget:
		return said + " The budget does not change."
	case f.Owed && strings.HasPrefix(to, toBudgetWords):
		return said + " To Budget falls by " + amount + "."
	case strings.HasPrefix(to, toBudgetWords):
		return said + " To Budget rises by " + amount + "."
	default:
		return said + " It counts in " + to + "."
	}
}

// value reads the form as filled in so far.
func (f *NewAccountForm) value(name string) string {
	switch name {
	case "amount":
		return f.Amount
	case "date":
		return f.Date
	case "owed":
		if f.Owed {
			return "1"
		}
	}
	return ""
}
