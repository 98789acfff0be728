package api

import (
	"holdover/internal/budget"
	"holdover/internal/fault"
)

// manyOthers is how many rows on other sides of transfers a look remembers.
const manyOthers = 8192

// knowOthers reads the rows on the other sides of the transfers of rows in few
// statements, for naming them: one by one they cost more than all else of a list.
func (l *look) knowOthers(rows []budget.Transaction) error {
	if len(l.others) > manyOthers {
		clear(l.others)
	}
	var wanted []budget.TxNo
	for i := range rows {
		for line := range rows[i].Lines {
			if no := line.Transfer.Tx; no != 0 && l.others[no] == nil {
				l.others[no] = &budget.Transaction{}
				wanted = append(wanted, no)
			}
		}
	}
	found, err := l.TransactionsByNo(wanted)
	for i := range found {
		l.others[found[i].No] = &found[i]
	}
	return err
}

// other is the id of the row or part on the other side of a transfer.
func (l *look) other(t budget.Transfer) (string, error) {
	if t.Tx == 0 {
		return "", nil
	}
	row := l.others[t.Tx]
	if row == nil {
		id, err := l.otherID(t)
		if fault.KindOf(err) == fault.NotFound {
			return "", nil // of a row that was deleted, whose other side went with it
		}
		return id, err
	}
	for i := range row.Parts {
		if row.Parts[i].No == t.Part && t.Part != 0 {
			return row.Parts[i].ID, nil
		}
	}
	return row.ID, nil
}
