package web

import (
	"slices"

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
	if !acc.Closed {
		p.Items = append(p.Items, MenuItem{Label: "Reconcile", URL: d.reconcile(acc.ID)}, MenuItem{Label: "Import bank file", URL: d.bankFile(acc.ID)})
	}
	of := hiddenField("account", acc.ID)
	rename := d.do("Rename", "rename-account", of).ask("Rename", Field{Name: "name", Label: "Name", Value: acc.Name, Kind: TextField})
	rename.Apart = !acc.Closed
	p.Items = append(p.Items, rename,
		d.do("Kind", "account-type", of).ask("Change", Field{Name: "type", Label: "Kind of account", Kind: Choice, Groups: kindChoices(acc.Type)}),
		d.do("Note", "account-note", of).ask("Save", noteField(acc.Note)),
	)
	p.Items = append(p.Items, d.accountMoves(acc)...)
	p.Items = append(p.Items, d.accountEnd(acc)...)
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
	if acc.Closed {
		return accountTypeName(acc.Type) + ", closed"
	}
	return accountTypeName(acc.Type) + ", " + placeName(acc.OnBudget)
}

// accountMoves are the ways to put an account elsewhere under its heading.
func (d *menuDrawing) accountMoves(acc *app.Account) (items []MenuItem) {
	var beside []*app.Account
	for i := range d.Accounts {
		if sectionOf(&d.Accounts[i]) == sectionOf(acc) {
			beside = append(beside, &d.Accounts[i])
		}
	}
	of, at := hiddenField("account", acc.ID), slices.Index(beside, acc)
	if at > 0 {
		items = append(items, d.do("Move up", "move-account", of, hiddenField("before", beside[at-1].ID)))
	}
	if at < len(beside)-1 {
		before := ""
		if at+2 < len(beside) {
			before = beside[at+2].ID
		}
		items = append(items, d.do("Move down", "move-account", of, hiddenField("before", before)))
	}
	if len(items) > 0 {
		items[0].Apart = true
	}
	return items
}
