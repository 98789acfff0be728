package web

import (
	"strings"

	"holdover/internal/app"
	"holdover/internal/fault"
)

// payeeChanges are what the forms of payees ask for.
var payeeChanges = map[string]do{
	"rename-payee": func(c *changing) (app.Done, error) {
		return c.app.RenamePayee(c.ctx, c.who, c.id, c.get("payee"), c.get("name"))
	},
	"merge-payees": func(c *changing) (app.Done, error) {
		into := c.get("into")
		return c.app.MergePayees(c.ctx, c.who, c.id, into, notAlready(payeesIn(c.get("payees")), into))
	},
	"merge-into-name": mergeIntoName,
	"delete-payees": func(c *changing) (app.Done, error) {
		return c.app.DeletePayees(c.ctx, c.who, c.id, payeesIn(c.get("payees")))
	},
	"delete-unused-payees": func(c *changing) (app.Done, error) {
		return c.app.DeleteUnusedPayees(c.ctx, c.who, c.id)
	},
}

// mergeIntoName merges a payee into the one of a name.
func mergeIntoName(c *changing) (app.Done, error) {
	name := strings.TrimSpace(c.get("into"))
	other, err := c.app.PayeeNamed(c.ctx, c.who, c.id, name)
	if err != nil {
		return app.Done{}, err
	}
	if other == nil {
		return app.Done{}, fault.New(fault.Invalid, "there is no payee %q", name).WithHint("rename this one instead, or write the other's name as the list has it")
	}
	return c.app.MergePayees(c.ctx, c.who, c.id, other.ID, []string{c.get("payee")})
}
