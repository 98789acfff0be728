package web

import (
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/auth"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/httpx"
	"holdover/internal/money"
)

// newAccount shows the form for another account. What the query says is filled
// in already, so that a script can ask what the account would begin with.
func (s *site) newAccount(w http.ResponseWriter, r *http.Request) error {
	return s.showNewAccount(w, r, r.URL.Query(), nil)
}

// addAccount adds the account of the form and leads to its register.
func (s *site) addAccount(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	b, err := s.app.Budget(r.Context(), who, id)
	if err != nil {
		return err
	}
	entry, err := accountEntry(b.CurrencyFormat, r.PostFormValue)
	var done app.Done
	var account string
	if err == nil {
		done, account, err = s.app.AddAccount(r.Context(), who, id, entry)
	}
	if err != nil {
		if status := httpx.StatusOf(err); status >= http.StatusInternalServerError || status == http.StatusForbidden {
			return err
		}
		return s.showNewAccount(w, r, r.PostForm, s.logged(r, err))
	}
	q := url.Values{"done": {strconv.FormatInt(done.Change, 10)}}
	http.Redirect(w, r, linksOf(id).account(account)+"?"+q.Encode(), http.StatusSeeOther)
	return nil
}

// accountEntry reads the form of a new account.
func accountEntry(format money.Format, get func(string) string) (app.AccountEntry, error) {
	entry := app.AccountEntry{Name: get("name"), Type: get("type"), OnBudget: get("place") == "on"}
	if entry.OnBudget {
		entry.Category = get("category")
	}
	amount, err := app.ParseAmount(format, get("amount"), 0)
	switch {
	case err != nil:
		return entry, fault.New(fault.Invalid, "amount: %s", err.Error()).WithHint("%s", fault.HintOf(err))
	case amount < 0:
		return entry, fault.New(fault.Invalid, "amount: it has a minus").WithHint("leave the minus out and choose whether you have the money or owe it")
	case get("owed") == "1":
		amount = -amount
	}
	entry.Balance = amount
	if amount == 0 {
		return entry, nil
	}
	if entry.Date, err = cal.ParseDate(get("date")); err != nil {
		return entry, fault.New(fault.Invalid, "date: %q is none", get("date")).WithHint("a date is written 2026-03-31")
	}
	return entry, nil
}

func (s *site) showNewAccount(w http.ResponseWriter, r *http.Request, q url.Values, failed error) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	got, err := s.app.Screen(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := auth.Allowed(got.Role, who.Scope, auth.Change); err != nil {
		return err
	}
	l := linksOf(got.Budget.ID)
	p := &NewAccountPage{Frame: Frame{Title: "Add account", Sidebar: sidebarOf(&got.Frame, OnAccounts, "")}, BackURL: l.to("accounts"), First: len(got.Accounts) == 0}
	if kind, ok := kindsByType[budget.AccountType(q.Get("type"))]; ok {
		p.Form = s.accountForm(&got, kind, q)
	} else {
		p.Kinds = kindLinks(l)
	}
	status := http.StatusOK
	if failed != nil && p.Form != nil {
		p.Form.Faults, status = atField(failed, "name", "amount", "date", "category"), httpx.StatusOf(failed)
	}
	return s.pages.render(w, r, status, p)
}

func kindLinks(l links) []KindLinks {
	all := make([]KindLinks, len(kindGroups))
	for i, g := range kindGroups {
		all[i].Title = g.Title
		for _, k := range g.Kinds {
			link := KindLink{Name: k.Name, Meaning: k.Meaning, Place: placeName(k.OnBudget), URL: l.newAccount(string(k.Type))}
			all[i].Kinds = append(all[i].Kinds, link)
		}
	}
	return all
}

func placeName(onBudget bool) string {
	if onBudget {
		return "on budget"
	}
	return "off budget"
}

// newAccount is the form for another account of a type; "" is the choice of one.
func (l links) newAccount(kind string) string {
	if kind == "" {
		return l.to("accounts/new")
	}
	return l.to("accounts/new?") + url.Values{"type": {kind}}.Encode()
}
