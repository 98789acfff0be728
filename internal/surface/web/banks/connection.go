package banks

import (
	"cmp"
	"net/http"
	"strings"

	"holdover/internal/app/banks"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/bankapi"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// ConnectionPage shows a connection with its bank accounts.
type ConnectionPage struct {
	ui.Frame
	State
	ListURL        string
	Name, Provider string
	Fault          *ui.FaultText
	Done           string // what was done before, or ""
	FetchURL       string // empty if the user may not fetch, or nothing is fetched yet
	RenewURL       string // empty for users who may not connect, like the next three
	Kind, ID       string
	ListAgainURL   string
	DisconnectURL  string
	NeedsReconnect bool
	Accounts       []BankAccount
}

// BankAccount is a bank account of a connection, with the form of its link.
type BankAccount struct {
	No       int
	Name     string
	Facts    string // bank, number and currency
	Missing  bool
	Refused  string    // why it cannot be linked, or ""
	Link     *LinkLine // nil if it is not linked
	IsLinked bool
	Started  bool
	Preview  *Decide   // previews transactions, for members who may not connect; nil if Form or Link has such a button
	Form     *LinkForm // nil for users who may not connect
}

// LinkForm chooses where the transactions of a bank account go.
type LinkForm struct {
	Action, Request, Key string
	No                   int
	Open                 bool // always open; otherwise behind a button
	Started, Linked      bool
	Accounts             []AccountChoice
	NewName              string
	Kinds                []ui.OptionGroup
	From                 ui.Day
	ByPurchase           bool
	Available            bool
	Faults               ui.FieldFaults
}

// AccountChoice is an account of the budget, or another choice, in the list of a link.
type AccountChoice struct {
	Value, Label     string
	Chosen, Disabled bool
}

func (*ConnectionPage) Template() string { return "bank_connection" }

// Show shows a connection.
func Show(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	return showConnection(w, r, f, nil)
}

// showConnection shows the connection of the request's address, with the error of a form.
func showConnection(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame, failed error) error {
	c, err := r.App.BankConnection(r.Context(), r.Actor, r.BudgetID, r.PathValue("connection"))
	if err != nil {
		return cmp.Or(failed, err)
	}
	p := &ConnectionPage{
		Frame: ui.Frame{Title: c.Name, Sidebar: ui.SidebarOf(f, ui.OnBanks, "")}, State: stateOf(f, r.Today, &c), ListURL: r.To("banks"),
		Name: c.Name, Provider: c.Provider.Name, NeedsReconnect: c.NeedsReconnect, Kind: string(c.Kind), ID: c.ID,
	}
	url := connectionURL(r.Links, c.ID)
	if r.Method == http.MethodGet {
		p.Done = doneSentences[r.FormValue("did")]
	}
	if f.MayChange() && isStarted(&c) {
		p.FetchURL = url + "/fetch"
	}
	if mayConnect(r) {
		p.RenewURL, p.ListAgainURL, p.DisconnectURL = r.To("banks/connect"), url+"/accounts", url+"/disconnect"
	}
	taken, err := linkedAccounts(r)
	if err != nil {
		return err
	}
	for i := range c.Links {
		p.Accounts = append(p.Accounts, p.bankAccount(r, f, &c, i, taken, failed))
	}
	if failed != nil && !p.hasFaultyForm() && !isStored(&c, failed) {
		p.Fault = ui.FaultIn(r.Logged(failed))
	}
	if failed != nil {
		return r.Render(w, httpx.StatusOf(failed), p)
	}
	return r.RenderBudgetPage(w, f, p)
}

// isStored reports whether an error is the problem that the connection shows already.
func isStored(c *banks.Connection, failed error) bool {
	return strings.HasPrefix(c.Problem, ui.FaultOf(failed).Message)
}

// hasFaultyForm reports whether an error is shown beside its form.
func (p *ConnectionPage) hasFaultyForm() bool {
	return iterutil.Count(p.Accounts, func(a *BankAccount) bool { return a.Form != nil && len(a.Form.Faults) > 0 }) > 0
}

// feeds is what feeds an account of the budget: a bank account of a connection.
type feeds struct {
	connection, key, name string
	isMissing             bool
}

// linkedAccounts returns the bank accounts that feed accounts of the budget, by the account's id.
func linkedAccounts(r *ui.Request) (map[string]feeds, error) {
	all, err := r.App.BankConnections(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return nil, err
	}
	taken := map[string]feeds{}
	for i := range all {
		for k := range all[i].Links {
			if l := &all[i].Links[k]; l.Account != "" {
				taken[l.Account] = feeds{all[i].ID, l.Key, l.Name, l.IsMissing}
			}
		}
	}
	return taken, nil
}

// bankAccount describes the bank account at a position, with the error of its form.
func (p *ConnectionPage) bankAccount(r *ui.Request, f *pageframe.Frame, c *banks.Connection, at int, taken map[string]feeds, failed error) BankAccount {
	l := &c.Links[at]
	a := BankAccount{No: at + 1, Name: cmp.Or(l.Name, l.Number, "Bank account"), Missing: l.IsMissing, IsLinked: l.Account != "", Started: l.IsStarted}
	a.Facts = facts(l, p.Name)
	if l.Account != "" {
		line := lineOf(f, r.Links, r.Today, c.ID, l)
		a.Link = &line
		if f.MayChange() && p.RenewURL == "" && line.Decide == nil {
			a.Preview = &Decide{Action: connectionURL(r.Links, c.ID) + "/preview", Key: l.Key, Label: "Preview the first transactions"}
			if l.IsStarted {
				a.Preview.Label = "Preview what is new"
			}
		}
	}
	if l.Currency != "" && !strings.EqualFold(l.Currency, f.Budget.Currency) { // a bank may name it only with transactions
		a.Refused = "It is in " + l.Currency + " and the budget in " + f.Budget.Currency + ". Nothing is converted: connect it with a budget in its own currency."
	}
	if p.RenewURL == "" || a.Refused != "" && l.Account == "" || l.IsMissing && l.Account == "" {
		return a
	}
	a.Form = linkForm(r, f, c, l, taken)
	a.Form.No, a.Form.Action = a.No, connectionURL(r.Links, c.ID)+"/link"
	if isOf(r, l, failed) {
		a.Form.fill(r, f, failed)
	}
	a.Form.Open = a.Form.Open || !l.IsStarted
	return a
}

// isOf reports whether the error is that of the form of a bank account.
func isOf(r *ui.Request, l *banks.Link, failed error) bool {
	return failed != nil && strings.HasSuffix(r.URL.Path, "/link") && r.PostFormValue("key") == l.Key
}

func facts(l *banks.Link, connection string) string {
	var all []string
	if l.Bank != connection {
		all = append(all, l.Bank)
	}
	all = append(all, l.Number, l.Currency)
	return strings.Join(iterutil.Where(all, func(s string) bool { return s != "" }), " · ")
}

// The values of the choice of an account that are no account.
const (
	noAccount  = ""
	newAccount = "new"
)

// linkForm returns the form of a bank account with its link, or with a suggestion.
func linkForm(r *ui.Request, f *pageframe.Frame, c *banks.Connection, l *banks.Link, taken map[string]feeds) *LinkForm {
	form := &LinkForm{
		Request: ui.NewRequestKey(), Key: l.Key, Started: l.IsStarted, Linked: l.Account != "", NewName: l.Name, Kinds: ui.KindChoices(cmp.Or(l.Type, string(budget.Checking))),
		ByPurchase: l.ByPurchaseDate, Available: l.Uses == bankapi.Available, Faults: ui.FieldFaults{},
	}
	chosen := l.Account
	if chosen == "" {
		chosen = suggested(f, l, taken)
	}
	first := r.Today.Month().First()
	if chosen != newAccount { // its last transactions were probably entered already
		first = r.Today.AddDays(-30)
	}
	form.From = ui.DayIn(f.Budget.DateFormat, cmp.Or(l.From, first))
	form.Accounts = []AccountChoice{{Value: newAccount, Label: "New account", Chosen: chosen == newAccount}}
	for i := range f.Accounts {
		acc := &f.Accounts[i]
		if acc.Closed && acc.ID != l.Account {
			continue
		}
		choice := AccountChoice{Value: acc.ID, Label: acc.Name, Chosen: chosen == acc.ID}
		if by, isTaken := taken[acc.ID]; isTaken && acc.ID != l.Account {
			replaces := by.isMissing && by.connection == c.ID
			choice.Disabled = !replaces
			choice.Label += map[bool]string{true: " (takes the place of " + by.name + ")", false: " (gets the transactions of " + by.name + ")"}[replaces]
		}
		form.Accounts = append(form.Accounts, choice)
	}
	none := AccountChoice{Value: noAccount, Label: "Do not link"}
	if form.Linked {
		none.Label = "End the link"
	}
	form.Accounts = append(form.Accounts, none)
	return form
}

// suggested returns the choice for a bank account that is not linked: the free account with its name, or a new one.
func suggested(f *pageframe.Frame, l *banks.Link, taken map[string]feeds) string {
	for i := range f.Accounts {
		acc := &f.Accounts[i]
		if _, isTaken := taken[acc.ID]; !isTaken && !acc.Closed && budget.NameKey(acc.Name) == budget.NameKey(l.Name) {
			return acc.ID
		}
	}
	return newAccount
}

// fill sets the fields of a form as they were sent, and its errors.
func (form *LinkForm) fill(r *ui.Request, f *pageframe.Frame, failed error) {
	account := r.Get("account")
	for i := range form.Accounts {
		form.Accounts[i].Chosen = form.Accounts[i].Value == account
	}
	form.NewName, form.Kinds, form.From = r.Get("name"), ui.KindChoices(r.Get("type")), ui.DayTyped(f.Budget.DateFormat, r.Get("from"), r.Today)
	form.ByPurchase, form.Available, form.Open = r.Get("dates") == "purchase", r.Get("balance") == string(bankapi.Available), true
	form.Request = r.RequestKey(failed)
	form.Faults = ui.AtField(r.Logged(failed), "account", "name", "from")
}

// DisconnectPage asks before a connection ends.
type DisconnectPage struct {
	ui.Frame
	Name, Provider, BackURL, Action string
	Accounts                        string // "2 linked accounts", or ""
	Ending                          string // how the user ends the access at the provider, or ""
}

func (*DisconnectPage) Template() string { return "bank_disconnect" }

// AskDisconnect asks before a connection ends.
func AskDisconnect(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	c, err := r.App.BankConnection(r.Context(), r.Actor, r.BudgetID, r.PathValue("connection"))
	if err != nil {
		return err
	}
	p := &DisconnectPage{
		Frame: ui.Frame{Title: "Disconnect " + c.Name, Sidebar: ui.SidebarOf(f, ui.OnBanks, "")}, Name: c.Name, Provider: c.Provider.Name, Ending: c.Provider.Ending,
		BackURL: connectionURL(r.Links, c.ID), Action: connectionURL(r.Links, c.ID) + "/disconnect",
	}
	if n := iterutil.Count(c.Links, func(l *banks.Link) bool { return l.Account != "" }); n > 0 {
		p.Accounts = humanize.Number(n, "linked account", "linked accounts")
	}
	return r.Render(w, http.StatusOK, p)
}

func unlinked(n int) string {
	return humanize.Number(n, "bank account is", "bank accounts are") + " not linked"
}
