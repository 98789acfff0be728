package web

import "holdover/internal/app"

// accountChanges are what the forms of accounts ask for.
var accountChanges = map[string]do{
	"rename-account": func(c *changing) (app.Done, error) {
		return c.app.RenameAccount(c.ctx, c.who, c.id, c.get("account"), c.get("name"))
	},
	"account-type": func(c *changing) (app.Done, error) {
		return c.app.SetAccountType(c.ctx, c.who, c.id, c.get("account"), c.get("type"))
	},
	"account-note": func(c *changing) (app.Done, error) {
		return c.app.SetAccountNote(c.ctx, c.who, c.id, c.get("account"), c.get("note"))
	},
	"move-account": func(c *changing) (app.Done, error) {
		return c.app.MoveAccount(c.ctx, c.who, c.id, c.get("account"), c.get("before"))
	},
	"close-account": closeAccount,
	"reconcile":     reconcileAccount,
	"reopen-account": func(c *changing) (app.Done, error) {
		return c.app.ReopenAccount(c.ctx, c.who, c.id, c.get("account"))
	},
	"delete-account": func(c *changing) (app.Done, error) {
		return c.app.DeleteAccount(c.ctx, c.who, c.id, c.get("account"))
	},
}

// closeAccount closes an account; what is left in it goes today where the form
// says.
func closeAccount(c *changing) (app.Done, error) {
	rest := app.Rest{To: c.get("to"), Date: c.today, Category: c.get("category")}
	if rest.To == writeOff {
		rest.To, rest.WriteOff = "", true
	}
	return c.app.CloseAccount(c.ctx, c.who, c.id, c.get("account"), rest)
}
