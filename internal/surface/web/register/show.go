// Package register contains the transactions of one account or of all: search, list, change one or many, reconcile;
// and the form of a transaction, which scheduled transactions use too.
//
// The form consists of texts (form_fields.go) that are rendered (form_drawing.go), changed (form_shape.go) and parsed
// (form_entry.go).
//
// Start with show.go.
package register

import (
	"embed"
	"net/http"
	"net/url"
	"slices"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package and its changes and menus, for package web.
func Feature() ui.Feature {
	return ui.Feature{Templates: templates, Changes: changes(), Menus: menus(), Refused: map[string]ui.Refusal{menuOfRow: refuseRow}, Destinations: destinations(), Find: find}
}

// Show shows the register of one account or of all.
func Show(w http.ResponseWriter, r *ui.Request) error {
	l, err := listingOf(r)
	if err != nil {
		return refuseFilter(w, r, err)
	}
	if saysNothing(r.URL.Query()) {
		return r.Redirect(w, l.url(r.Links))
	}
	horizon, _ := r.Horizon()
	got, err := r.App.Register(r.Context(), r.Actor, r.BudgetID, registers.Query{
		Filter: l.Filter, Sort: l.Sort, Ascending: l.Ascending, Page: pagingOf(r.URL.Query()), Today: r.Today, Until: horizon.Until(r.Today),
	})
	if err != nil {
		return refuseFilter(w, r, err)
	}
	p := registerPage(&got, &l, r.HereAfter(), r.Today)
	p.Choice = columnChoice(r.Request, &got)
	if p.Coming != nil {
		p.Coming.Range = horizon.Label()
	}
	p.Pager = pager(r, &l, &got)
	if got.Account != nil && l.Account != "" {
		if err := accountParts(r, p, &l, &got); err != nil {
			return err
		}
	}
	p.Sidebar = sidebarOf(&got.Frame, &l)
	return r.RenderBudgetPage(w, &got.Frame, p)
}

// sidebarOf returns the sidebar of a register: of all accounts, of a group of accounts, or of one account.
func sidebarOf(f *pageframe.Frame, l *listing) *ui.Sidebar {
	if l.Account != "" {
		return ui.SidebarOf(f, "", l.Account)
	}
	if g := l.accountGroup(f); g != nil {
		return ui.SidebarOf(f, "", rows.GroupRef+g.ID)
	}
	return ui.SidebarOf(f, ui.OnRegister, "")
}

// saysNothing reports whether a query has empty parameters. A form without scripts sends them; they should not be
// part of shared addresses.
func saysNothing(q url.Values) bool {
	return slices.ContainsFunc([]string{"search", "category", "payee", "account", "since", "until", "state", "flag", "way", "least", "most", "payee-words", "notes", "time", ui.MatchKey, rows.PayeeRegexpField, rows.NotesRegexpField}, func(name string) bool { return slices.Contains(q[name], "") })
}

// listingOf parses a register's address.
func listingOf(r *ui.Request) (listing, error) {
	q := r.URL.Query()
	if err := daysTyped(r, q); err != nil {
		return listing{}, err
	}
	format, err := formatFor(r, q)
	if err != nil {
		return listing{}, err
	}
	return listingIn(accountOf(r), q, format, r.Today)
}

// accountOf returns the account of a register's address, "" for all accounts.
func accountOf(r *ui.Request) string {
	if account := r.PathValue("account"); account != ui.AllAccounts {
		return account
	}
	return ""
}

// daysTyped converts dates typed in the budget's format to the form in addresses: 2026-03-31.
func daysTyped(r *ui.Request, q url.Values) error {
	for _, name := range []string{sinceKey, untilKey} {
		if _, err := civil.ParseDate(q.Get(name)); err == nil || q.Get(name) == "" {
			continue
		}
		b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
		if err != nil {
			return err
		}
		day, err := ui.ReadDate(b.DateFormat, q.Get(name), r.Today)
		if err != nil {
			return mistyped(err, name)
		}
		q.Set(name, day.String())
	}
	return nil
}

// formatFor returns the budget's format of amounts if the query contains any.
func formatFor(r *ui.Request, q url.Values) (money.Format, error) {
	if q.Get("least") == "" && q.Get("most") == "" {
		return money.Format{}, nil
	}
	b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
	return b.CurrencyFormat, err
}

// AccountTools are the actions next to an account's name. Addresses are empty for a viewer.
type AccountTools struct {
	ID, Name     string
	Note         string
	Reconciled   string // date of the last reconciliation; empty if there was none
	ReconcileURL string // empty if the account is closed
	BankFileURL  string
	LoanURL      string // the page of a loan; empty for other accounts
	MenuURL      string
	Back         string // the page to return to from the menu
	Bank         *BankWords
}

// BankWords describe the connection of an account with its bank.
type BankWords struct {
	Name, URL string // of the connection
	Fetched   string // "Last fetched today at 03:12, 4 transactions"
	Problem   string // what needs the user's attention, or ""
	Undecided string // "2 possible duplicates wait for your decision", or ""
}

// bankWords returns the words for an account, or nil if it is not connected.
func bankWords(f *pageframe.Frame, today civil.Date, acc *pageframe.Account) *BankWords {
	if acc.Bank == nil {
		return nil
	}
	words := &BankWords{Name: acc.Bank.Name, URL: ui.LinksOf(f.Budget.ID).To("banks/" + url.PathEscape(acc.Bank.Connection)), Problem: acc.Bank.Problem, Fetched: "Not fetched yet"}
	if n := acc.Bank.Undecided; n > 0 {
		words.Undecided = humanize.Number(n, "possible duplicate waits", "possible duplicates wait") + " for your decision"
	}
	if !acc.Bank.LastFetch.IsZero() {
		words.Fetched = "Last fetched " + ui.Moment(f, today, acc.Bank.LastFetch) + ", nothing new"
		if n := acc.Bank.Rows; n > 0 {
			words.Fetched = "Last fetched " + ui.Moment(f, today, acc.Bank.LastFetch) + ", " + humanize.Number(n, "transaction", "transactions")
		}
	}
	return words
}

// accountTools returns the actions of an account for the current user.
func accountTools(f *pageframe.Frame, today civil.Date, acc *pageframe.Account, back string) *AccountTools {
	l := ui.LinksOf(f.Budget.ID)
	t := &AccountTools{ID: acc.ID, Name: acc.Name, Note: acc.Note, Reconciled: ui.ReconciledOn(f, acc), Back: back, Bank: bankWords(f, today, acc)}
	if budget.AccountType(acc.Type).IsLoan() {
		t.LoanURL = l.Loan(acc.ID)
	}
	if !f.MayChange() {
		return t
	}
	t.MenuURL = l.To("menu")
	if !acc.Closed {
		t.ReconcileURL, t.BankFileURL = l.Reconcile(acc.ID), l.BankFile(acc.ID)
	}
	return t
}

// accountParts adds the parts of an account's register other than its rows.
func accountParts(r *ui.Request, p *RegisterPage, l *listing, got *registers.Page) (err error) {
	p.Tools = accountTools(&got.Frame, r.Today, got.Account, r.Here())
	if p.Reconcile, err = reconcileBar(r, l, got); p.Reconcile != nil {
		p.Tools.ReconcileURL = "" // it has begun already
	} else {
		p.Card = cardBar(got, r.HereAfter())
	}
	return err
}
