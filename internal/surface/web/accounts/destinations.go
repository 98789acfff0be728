package accounts

import (
	"holdover/internal/model/auth"
	"holdover/internal/surface/ui"
)

// destinations are the pages of this package for the page *Go to*.
func destinations() []ui.Destination {
	return append(ui.Pages("Page", "Accounts", "accounts"),
		ui.Destination{Label: "Add account", Kind: "Action", Words: "new", URL: "accounts/new", Right: auth.Change})
}

// find returns the accounts, and the actions of each open one.
func find(r *ui.Request, text string) ([]ui.Destination, error) {
	f, err := r.Frame()
	if err != nil {
		return nil, err
	}
	var found, actions []ui.Destination
	for i := range f.Accounts {
		acc := &f.Accounts[i]
		found = append(found, ui.Destination{Label: acc.Name, Kind: "Account", URL: r.Account(acc.ID)})
		if acc.Closed || text == "" {
			continue
		}
		actions = append(actions,
			ui.Destination{Label: "Reconcile " + acc.Name, Kind: "Action", URL: r.Reconcile(acc.ID), Right: auth.Change},
			ui.Destination{Label: "Import bank file into " + acc.Name, Kind: "Action", URL: r.BankFile(acc.ID), Right: auth.Change})
	}
	return append(found, actions...), nil
}
