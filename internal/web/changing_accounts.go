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
}
