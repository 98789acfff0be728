package accounts

import (
	"slices"

	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// newGroupMenu returns the form that adds a group of accounts.
func newGroupMenu(r *ui.MenuRequest, _ string) (*ui.MenuPage, error) {
	if err := r.RequireChange(); err != nil {
		return nil, err
	}
	it := r.Do("New group", "new-account-group").Ask("Add group", ui.Field{Name: "name", Label: "Name", Kind: ui.TextField})
	it.Intro, it.Open = "A group sums the balances of its accounts, on budget and off. It changes no figure of the budget.", true
	return &ui.MenuPage{Heading: "New group", Items: []ui.MenuItem{it}}, nil
}

// groupMenu returns the menu of a group of accounts.
func groupMenu(r *ui.MenuRequest, id string) (*ui.MenuPage, error) {
	d, err := r.ScreenMenu()
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(d.AccountGroups, func(g budget.AccountGroup) bool { return g.ID == id })
	if at < 0 {
		return nil, apperr.Gone("account group")
	}
	g := &d.AccountGroups[at]
	members := iterutil.Count(d.Accounts, func(a *pageframe.Account) bool { return a.Group == id })
	p := &ui.MenuPage{Heading: g.Name, Sub: "Group of " + humanize.Number(members, "account", "accounts"), Items: []ui.MenuItem{{Label: "Show its transactions", URL: d.AccountGroup(id)}}}
	if !d.MayChange() {
		return p, nil
	}
	of := ui.Hidden("account-group", id)
	p.Items = append(p.Items, d.Rename("account-group", g.Name, of))
	p.Items = append(p.Items, d.Moves("move-account-group", iterutil.Map(d.AccountGroups, func(g budget.AccountGroup) string { return g.ID }), at, of)...)
	remove := d.Do("Delete", "delete-account-group", of).Ask("Delete")
	remove.Intro, remove.Danger, remove.Apart = "Its accounts stay, without a group. Undo restores it.", true, true
	if members == 0 {
		remove.Intro = "The group is empty. Undo restores it."
	}
	p.Items = append(p.Items, remove)
	return p, nil
}
