package accounts

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/amountparse"
	"holdover/internal/model/budget"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// New shows the form for a new account, filled in from the query, so that a script can request the resulting starting
// balance.
func New(w http.ResponseWriter, r *ui.Request) error {
	return showNewAccount(w, r, r.URL.Query(), nil)
}

// Add adds the account of the form and redirects to its register. If the form was sent before, it redirects to the list
// of accounts.
func Add(w http.ResponseWriter, r *ui.Request) error {
	r.ReadHidden()
	b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	entry, err := accountEntry(&b, r.Today, r.PostFormValue)
	var done app.ChangeResult
	var account string
	if err == nil {
		done, account, err = r.App.AddAccount(r.Context(), r.Actor, r.BudgetID, entry)
	}
	if err != nil {
		_, known := ui.KindsByType[budget.AccountType(entry.Type)] // only these types have a form
		if status := httpx.StatusOf(err); status >= http.StatusInternalServerError || status == http.StatusForbidden || !known {
			return err
		}
		return showNewAccount(w, r, r.PostForm, r.Logged(err))
	}
	if account == "" { // an earlier request added it
		return r.RedirectDone(w, r.To("accounts"), done)
	}
	return r.RedirectDone(w, r.Account(account), done)
}

// accountEntry parses the form of a new account.
func accountEntry(b *pageframe.Budget, today civil.Date, get func(string) string) (app.AccountEntry, error) {
	entry := app.AccountEntry{Name: get("name"), Type: get("type"), OnBudget: get("place") == "on", Group: get("group")}
	if entry.OnBudget {
		entry.Category = get("category")
	}
	amount, err := amountparse.Amount(b.CurrencyFormat, get("amount"), 0)
	switch {
	case err != nil:
		return entry, apperr.New(apperr.Invalid, "%s", err.Error()).Of("amount").WithHint("%s", apperr.HintOf(err))
	case amount < 0:
		return entry, apperr.New(apperr.Invalid, "it has a minus sign").Of("amount").WithHint("remove the minus sign and choose whether you have the money or owe it")
	case get("owed") == "1":
		amount = -amount
	}
	entry.Balance = amount
	if amount == 0 {
		return entry, nil
	}
	if entry.Date, err = ui.ReadDate(b.DateFormat, get("date"), today); err != nil {
		return entry, apperr.New(apperr.Invalid, "%s", err.Error()).Of("date").WithHint("%s", apperr.HintOf(err))
	}
	return entry, nil
}

func showNewAccount(w http.ResponseWriter, r *ui.Request, q url.Values, failed error) error {
	got, err := r.Screen()
	if err != nil {
		return err
	}
	if err := r.RequireChange(); err != nil {
		return err
	}
	p := &NewAccountPage{Frame: ui.Frame{Title: "Add account", Sidebar: ui.SidebarOf(&got.Frame, ui.OnNewAccount, "")}, BackURL: r.To("accounts"), First: len(got.Accounts) == 0}
	if kind, ok := ui.KindsByType[budget.AccountType(q.Get("type"))]; ok {
		p.Form = accountForm(r, got, kind, q)
		p.Form.Request = r.RequestKey(failed)
	} else {
		p.Kinds = kindLinks(r.Links)
	}
	if failed != nil && p.Form != nil {
		p.Form.Faults = ui.AtField(failed, "name", "amount", "date", "category")
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

func kindLinks(l ui.Links) []KindLinks {
	all := make([]KindLinks, len(ui.KindGroups))
	for i, g := range ui.KindGroups {
		all[i].Title = g.Title
		for _, k := range g.Kinds {
			link := KindLink{Name: k.Name, Meaning: k.Meaning, Place: ui.PlaceName(k.Type.IsUsuallyOnBudget()), URL: l.NewAccount(string(k.Type))}
			all[i].Kinds = append(all[i].Kinds, link)
		}
	}
	return all
}

// NewAccountPage adds an account: first the kind is chosen, then the form is filled in.
type NewAccountPage struct {
	ui.Frame
	BackURL string
	First   bool            // there is no account yet
	Kinds   []KindLinks     // kinds to choose from, until one is chosen
	Form    *NewAccountForm // nil until a kind is chosen
}

// KindLinks are kinds of accounts under one heading.
type KindLinks struct {
	Title string
	Kinds []KindLink
}

// KindLink is a kind of account to choose.
type KindLink struct{ Name, Meaning, Place, URL string }

type NewAccountForm struct {
	Action     string
	Request    string
	Type       string
	Kind       string // a label and description of the type
	Meaning    string
	OtherURL   string // to choose another kind
	Name       string
	Groups     []ui.Option // the account groups; empty if the budget has none
	OnBudget   bool
	Owed       bool
	Amount     string // as typed
	Date       ui.Day
	Categories []ui.OptionGroup
	Begins     string // the starting balance in words
	Faults     ui.FieldFaults
}

func (*NewAccountPage) Template() string { return "account_new" }

// accountForm returns the form with the entered values, or defaults.
func accountForm(r *ui.Request, got *app.Screen, kind ui.KindOfAccount, q url.Values) *NewAccountForm {
	f := &NewAccountForm{
		Action: r.To("accounts"), Type: string(kind.Type), Kind: kind.Name, Meaning: kind.Meaning, OtherURL: r.NewAccount(""),
		Name: q.Get("name"), Amount: q.Get("amount"), Date: ui.DayTyped(got.Budget.DateFormat, cmp.Or(q.Get("date"), r.Today.String()), r.Today),
		OnBudget: kind.Type.IsUsuallyOnBudget(), Owed: kind.Owed,
	}
	if q.Has("place") {
		f.OnBudget = q.Get("place") == "on"
	}
	if q.Has("owed") {
		f.Owed = q.Get("owed") == "1"
	}
	if len(got.AccountGroups) > 0 {
		f.Groups = append(f.Groups, ui.ChosenOption("", "No group", q.Get("group")))
		for _, g := range got.AccountGroups {
			f.Groups = append(f.Groups, ui.ChosenOption(g.ID, g.Name, q.Get("group")))
		}
	}
	d := ui.ScreenMenu{Screen: got, Members: ui.MembersOf(got.Categories)}
	f.Categories = d.CategoryChoices(q.Get("category"))
	f.Begins = f.begins(got, r.Today)
	return f
}

// begins describes the starting balance.
func (f *NewAccountForm) begins(got *app.Screen, today civil.Date) string {
	format := got.Budget.CurrencyFormat
	entry, err := accountEntry(&got.Budget, today, f.value)
	if err != nil {
		return ""
	}
	if entry.Balance == 0 {
		return "The account starts at zero."
	}
	fig := ui.Figures{Format: format}
	day := entry.Date.In(got.Budget.DateFormat)
	amount, row := fig.Symbol(entry.Balance.Abs()).Text, fig.Symbol(entry.Balance).Text
	said := "On " + day + " you have " + amount + "; the account starts at " + row + "."
	if f.Owed {
		said = "On " + day + " you owe " + amount + "; the account starts at " + row + "."
	}
	switch to := ui.ChosenLabel(f.Categories); {
	case !f.OnBudget:
		return said + " The budget does not change."
	case f.Owed && strings.HasPrefix(to, ui.ToBudgetWords):
		return said + " To Budget falls by " + amount + "."
	case strings.HasPrefix(to, ui.ToBudgetWords):
		return said + " To Budget rises by " + amount + "."
	default:
		return said + " It counts in " + to + "."
	}
}

func (f *NewAccountForm) value(name string) string {
	switch name {
	case "amount":
		return f.Amount
	case "date":
		return f.Date.Text
	case "owed":
		if f.Owed {
			return "1"
		}
	}
	return ""
}
