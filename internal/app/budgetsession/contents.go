package budgetsession

import (
	"holdover/internal/base/apperr"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Contents returns the content of categories, for a deletion: the categories to delete and, if there is one, the
// receiver of their content. Number 0, for no receiver, is ignored.
func Contents(v *store.ReadTx, categories []budget.CategoryNo) (envelope.Contents, error) {
	contents := envelope.Contents{Used: make(map[budget.CategoryNo]bool)}
	for _, no := range categories {
		if no == 0 {
			continue
		}
		cells, err := v.CellsOf(no)
		if err != nil {
			return contents, err
		}
		contents.Cells = append(contents.Cells, cells...)
		if contents.Used[no], err = v.UsesCategory(no); err != nil {
			return contents, err
		}
	}
	return contents, nil
}

// RefuseArchived returns a Conflict error for a budget with archived years, for work that needs its older months.
func RefuseArchived(info budget.Info) error {
	if info.ArchivedBefore == 0 {
		return nil
	}
	return apperr.New(apperr.Conflict, "the years before %d are archived", info.ArchivedBefore.Year()).WithHint("bring them back first: Archive years in the menu of the budget")
}
