package payees

import (
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// followInKept replaces merged payees in saved filters and reports.
func followInKept(e *budgetsession.ChangeTx, into string, from []string) error {
	if err := e.ChangeSavedFilters(func(rows budget.SavedRows) (budget.SavedRows, bool) { return rowsFollowing(rows, into, from) }); err != nil {
		return err
	}
	reports, err := e.KeptReports()
	if err != nil {
		return err
	}
	for r := range iterutil.Pointers(reports) {
		if followInList(&r.Payees, into, from) {
			if err := e.Put(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// rowsFollowing returns a filter with merged payees replaced, and reports whether it changed.
func rowsFollowing(rows budget.SavedRows, into string, from []string) (budget.SavedRows, bool) {
	follows := slices.Contains(from, rows.Payee)
	if follows {
		rows.Payee = into
	}
	if rows.More != nil {
		more := *rows.More
		follows = followInList(&more.Payees.Of, into, from) || follows
		rows.More = &more
	}
	return rows, follows
}

// followInList replaces merged payees in a list without duplicates, and reports whether it changed.
func followInList(list *[]string, into string, from []string) bool {
	if !slices.ContainsFunc(*list, func(id string) bool { return slices.Contains(from, id) }) {
		return false
	}
	var follows []string
	for _, id := range *list {
		if slices.Contains(from, id) {
			id = into
		}
		if !slices.Contains(follows, id) {
			follows = append(follows, id)
		}
	}
	*list = follows
	return true
}
