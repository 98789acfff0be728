package accounts

import (
	"holdover/internal/app"
	"holdover/internal/ui"
)

// changes are what the forms of accounts ask for.
func changes() map[string]ui.Change {
	return map[string]ui.Change{
		"rename-account": ui.ByTwo((*app.App).RenameAccount, "account", "name"),
		"account-type":   ui.ByTwo((*app.App).SetAccountType, "account", "type"),
		"account-note":   ui.ByTwo((*app.App).SetAccountNote, "account", "note"),
		"move-account":   ui.ByTwo((*app.App).MoveAccount, "account", "before"),
		"close-account":  closeAccount,
		"reopen-account": ui.By((*app.App).ReopenAccount, "account"),
		"delete-account": ui.By((*app.App).DeleteAccount, "account"),
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
