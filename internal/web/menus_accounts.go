package web

import (
	"holdover/internal/app"
	"holdover/internal/fault"
)

// accountMenu is the menu of an account.
func (d *menuDrawing) accountMenu(id string) (*MenuPage, error) {
	acc, err := d.findAccount(id)
	if err != nil {
		return nil, err
	}
	p := &MenuPage{Heading: acc.Name, Sub: accountDetail(acc), Note: acc.Note}
	if !d.MayChange() {
		p.Items = []MenuItem{{Label: "Show its transactions", URL: d.account(acc.ID)}}
		return p, nil
	}
	of := hiddenField("account", acc.ID)
	p.Items = append(p.Items,
		d.do("Rename", "rename-account", of).ask("Rename", Field{Name: "name", Label: "Name", Value: acc.Name, Kind: TextField}),
		d.do("Kind", "account-type", of).ask("Change", Field{Name: "type", Label: "Kind of account", Kind: Choice, Groups: kindChoices(acc.Type)}),
		d.do("Note", "account-note", of).ask("Save", noteField(acc.Note)),
	)
	return p, nil
}

func (d *menuDrawing) findAccount(id string) (*app.Account, error) {
	for i := range d.Accounts {
		if d.Accounts[i].ID == id {
			return &d.Accounts[i], nil
		}
	}
	return nil, fault.New(fault.NotFound, "there is no such account any more").WithHint("it may have been deleted meanwhile")
}

// accountDetail says what an account is: "Checking, on budget".
func accountDetail(acc *app.Account) string {
	place := "on budget"
	switch {
	case acc.Closed:
		place = "closed"
	case !acc.OnBudget:
		place = "off budget"
	}
	return accountTypeName(acc.Type) + ", " + place
}
