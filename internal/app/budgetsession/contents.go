package budgetsession

import (
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Contents returns the contents of categories that another category would have to receive on deletion; 0 in the list
// is ignored.
func Contents(v *store.ReadTx, of []budget.CategoryNo) (envelope.Contents, error) {
	holds := envelope.Contents{Used: make(map[budget.CategoryNo]bool)}
	for _, c := range of {
		if c == 0 {
			continue
		}
		cells, err := v.CellsOf(c)
		if err != nil {
			return holds, err
		}
		holds.Cells = append(holds.Cells, cells...)
		if holds.Used[c], err = v.UsesCategory(c); err != nil {
			return holds, err
		}
	}
	return holds, nil
}
