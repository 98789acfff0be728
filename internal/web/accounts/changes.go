package accounts

import (
	"holdover/internal/app"
	"holdover/internal/ui"
)

// changes are what the forms of accounts ask for.
func changes() map[string]ui.Change {
	return map[string]ui.Change{
		"rename-account": func(r *ui.Request) (app.Done, error) {
			return r.App.RenameAccount(r.Context(), r.Actor, r.BudgetID, r.Get("account"), r.Get("name"))
		},
		"account-type": func(r *ui.Request) (app.Done, error) {
			return r.App.SetAccountType(r.Context(), r.Actor, r.BudgetID, r.Get("account"), r.Get("type"))
		},
		"account-note": func(r *ui.Request) (app.Done, error) {
			return r.App.SetAccountNote(r.Context(), r.Actor, r.BudgetID, r.Get("account"), r.Get("note"))
		},
		"move-account": func(r *ui.Request) (app.Done, error) {
			return r.App.MoveAccount(r.Context(), r.Actor, r.BudgetID, r.Get("account"), r.Get("before"))
		},
		"close-account": closeAccount,
		"reopen-account": func(r *ui.Request) (app.Done, error) {
			return r.App.ReopenAccount(r.Context(), r.Actor, r.BudgetID, r.Get("account"))
		},
		"delete-account": func(r *ui.Request) (app.Done, error) {
			return r.App.DeleteAccount(r.Context(), r.Actor, r.BudgetID, r.Get("account"))
		},
	}
}

// closeAccount closes an account; what is left in it goes today where the form
// says.
func closeAccount(r *ui.Request) (app.Done, error) {
	rest := app.Rest{To: r.Get("to"), Date: r.Today, Category: r.Get("category")}
	if rest.To == writeOff {
		rest.To, rest.WriteOff = "", true
	}
	return r.App.CloseAccount(r.Context(), r.Actor, r.BudgetID, r.Get("account"), rest)
}
