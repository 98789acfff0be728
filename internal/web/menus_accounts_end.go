package web

import "holdover/internal/app"

// writeOff is chosen where no account receives what is left.
const writeOff = "write-off"

// accountEnd are the ways to be done with an account, and back.
func (d *menuDrawing) accountEnd(acc *app.Account) []MenuItem {
	of := hiddenField("account", acc.ID)
	end := d.do("Close account", "close-account", of)
	switch {
	case acc.Closed:
		end = d.do("Reopen", "reopen-account", of)
	case acc.Balance != 0:
		end = d.closing(acc, end)
	}
	end.Apart = true
	if acc.Transactions > 0 {
		why := "It has " + counted(acc.Transactions, "row", "rows") + ", so it cannot be deleted."
		if !acc.Closed {
			why += " Close it instead: its rows stay, and it takes no new ones."
		}
		return []MenuItem{end, {Label: "Delete", Why: why}}
	}
	gone := d.do("Delete", "delete-account", of).ask("Delete")
	gone.Intro, gone.Danger = "It has no rows. The account is gone then; Undo brings it back.", true
	return []MenuItem{end, gone}
}

// closing asks what becomes of what is left in an account that is closed.
func (d *menuDrawing) closing(acc *app.Account, end MenuItem) MenuItem {
	left := d.symbol(acc.Balance).Text
	end.Intro = "It still has " + left + ". Where does that go? It is transferred today, then the account is closed: one step, which Undo takes back."
	if acc.Balance < 0 {
		end.Intro = "It still has " + left + ". Which account pays that? It is transferred today, then the account is closed: one step, which Undo takes back."
	}
	fields := []Field{{Name: "to", Label: "The rest goes to", Kind: Choice, Groups: d.receivers(acc)}}
	if d.leavesBudget(acc) {
		fields = append(fields, Field{
			Name: "category", Label: d.restCategoryLabel(acc), Kind: Choice, Groups: d.categoryChoices(""),
		})
	}
	return end.ask("Close account", fields...)
}

// receivers are the accounts that can take what is left. None comes first: it is
// chosen on purpose.
func (d *menuDrawing) receivers(acc *app.Account) []OptionGroup {
	groups := []OptionGroup{{Options: []Option{{Label: "Choose an account"}}}, {Label: "On budget"}, {Label: "Off budget"}}
	for i := range d.Accounts {
		if to := &d.Accounts[i]; to != acc && !to.Closed {
			g := &groups[1+sectionOf(to)]
			g.Options = append(g.Options, Option{Value: to.ID, Label: to.Name + ", " + d.symbol(to.Balance).Text})
		}
	}
	groups = append(groups, OptionGroup{Label: "Nowhere", Options: []Option{{Value: writeOff, Label: "Write it off with a row over " + d.symbol(-acc.Balance).Text}}})
	filled := groups[:0]
	for _, g := range groups {
		if len(g.Options) > 0 {
			filled = append(filled, g)
		}
	}
	return filled
}

// leavesBudget says whether what is left may leave or enter the budget, which
// takes a category.
func (d *menuDrawing) leavesBudget(acc *app.Account) bool {
	if acc.OnBudget {
		return true // written off it leaves, whatever accounts there are
	}
	for i := range d.Accounts {
		if d.Accounts[i].OnBudget && !d.Accounts[i].Closed {
			return true
		}
	}
	return false
}

func (d *menuDrawing) restCategoryLabel(acc *app.Account) string {
	if acc.OnBudget {
		return "Category, where it leaves the budget"
	}
	return "Category, where it enters the budget"
}
